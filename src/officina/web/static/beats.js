// What happened, beat by beat: one queue of frames. The next question comes after it; skipping leads there at once.
// And what would happen: the sentences of a choice's preview while one rests on it.
"use strict";
window.beats = (() => {
  const $ = (id) => document.getElementById(id);
  const main = $("main");
  const lengths = JSON.parse($("beat").dataset.speeds);
  const HAND = "hand", NONE = "none";
  const queue = []; // {frame} or, after the frames that lead to it, {message}
  let table = null, timer = 0, paused = false, at = 0, total = 0, going = false;

  function speed() {
    const kept = localStorage.getItem("officina.beats");
    return kept in lengths || kept === HAND ? kept : "normal";
  }
  const wanted = () => speed() !== NONE;
  const playing = () => going;

  // --- the queue

  function arrive(message) {
    const frames = wanted() ? message.frames || [] : [];
    if (document.hidden) {
      missed.push(...frames.map((frame) => frame.text));
      leave(); // whoever looks away is told in a few lines what happened
      return table.finish(message);
    }
    if (!frames.length && !going) return table.finish(message);
    queue.push(...frames.map((frame) => ({ frame })), { message });
    total += frames.length;
    if (!going) next();
  }

  function next() {
    clearTimeout(timer);
    const item = queue.shift();
    if (item.message) {
      going = queue.length > 0;
      if (!going) rest();
      table.finish(item.message, going);
      return going ? next() : undefined;
    }
    going = true;
    at += 1;
    main.classList.add("beating");
    $("beat").hidden = false;
    $("beat-words").textContent = item.frame.text;
    $("beat-count").textContent = `${at} / ${total}`;
    table.show(item.frame.regions);
    point(item.frame.seat);
    sounds.beat(item.frame.beats);
    wait(item.frame.beats);
  }

  let lasts = 1;
  function wait(count) {
    lasts = count;
    clearTimeout(timer);
    if (!paused && speed() !== HAND) timer = setTimeout(next, count * lengths[speed()]);
    tools();
  }

  function rest() {
    going = paused = false;
    at = total = 0;
    clearTimeout(timer);
    main.classList.remove("beating");
    $("beat").hidden = true;
    $("beat-words").textContent = "";
    point(null);
  }

  // To the end of the queue at once: each state has whatever the frames before it change.
  function leave() {
    const states = queue.filter((item) => item.message).map((item) => item.message);
    queue.length = 0;
    rest();
    if (states.length) table.finish({ ...states.at(-1), regions: Object.assign({}, ...states.map((state) => state.regions)) });
  }
  const skip = () => { if (going) leave(); };

  function point(seat) {
    for (const [number, player] of [...document.querySelectorAll("#strip .player")].entries()) {
      player.classList.toggle("pointed", number === seat);
    }
  }

  // --- its tools

  function tools() {
    for (const button of document.querySelectorAll("#beat [data-pace]")) {
      button.setAttribute("aria-pressed", String(button.dataset.pace === speed()));
    }
    $("beat-pause").setAttribute("aria-pressed", String(paused));
    $("beat-pause").hidden = speed() === HAND;
    $("beat-next").hidden = speed() !== HAND && !paused;
    $("speed").value = speed();
  }

  function choose(name) {
    localStorage.setItem("officina.beats", name);
    table.say({ do: "beats", beats: wanted() });
    paused = false;
    if (!going) return tools();
    if (name === NONE) skip();
    else wait(lasts);
  }

  function pause() {
    paused = !paused;
    wait(lasts);
  }

  // Space goes on by hand where the page waits for it, else to the end.
  const space = () => (paused || speed() === HAND ? next() : skip());

  addEventListener("keydown", (event) => {
    if (!going || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (key === " " || key === "escape") { key === " " ? space() : skip(); }
    else if (key === "p") pause();
    else if (key.length > 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  $("beat").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) { if (event.target.closest(".caption")) space(); }
    else if (button.dataset.pace) choose(button.dataset.pace);
    else if (button.id === "beat-pause") pause();
    else if (button.id === "beat-next") next();
    else if (button.id === "beat-skip") skip();
  });
  $("speed").addEventListener("change", (event) => choose(event.target.value));

  // --- coming back

  const missed = [];
  const FEW = 6;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return skip();
    if (!missed.length) return;
    const left = missed.length > FEW ? [`+${missed.length - FEW}`] : [];
    table.notice([$("beat").dataset.missed, ...left, ...missed.slice(-FEW)].join(" · "));
    missed.length = 0;
  });

  // --- what would happen

  const REST = 350, PRESS = 500;
  const seen = new Map();
  let resting = 0, over = null;

  function foresee(thing) {
    const notation = thing.dataset.choice;
    if (!notation || notation.includes("|") || thing.classList.contains("unlit") || going || table.past()) return;
    over = notation;
    const key = `${table.base()} ${notation}`;
    if (seen.has(key)) return foretell(seen.get(key));
    table.say({ do: "preview", say: notation, base: table.base() });
  }

  function foretell(texts) {
    $("foreseen").textContent = texts.join(" ");
    // At a desk it ends where the buttons begin; on a phone they stand below it.
    const bar = $("ask").getBoundingClientRect();
    const buttons = [...$("ask").querySelectorAll("button")].map((button) => button.getBoundingClientRect());
    const lefts = buttons.filter((box) => box.width).map((box) => box.left);
    $("foreseen").style.right = innerWidth < 720 || !lefts.length ? "" : `${bar.right - Math.min(...lefts) + 6}px`;
    $("foreseen").hidden = texts.length === 0;
  }

  function forget() {
    clearTimeout(resting);
    over = null;
    $("foreseen").hidden = true;
  }

  function told(message) {
    if (seen.size > 200) seen.clear();
    seen.set(`${message.base} ${message.say}`, message.texts);
    if (message.say === over && message.base === table.base() && !going) foretell(message.texts);
  }

  function rested(event, after) {
    const thing = event.target instanceof Element ? event.target.closest("[data-choice]") : null;
    if (!thing) return;
    clearTimeout(resting);
    resting = setTimeout(() => foresee(thing), after);
  }
  document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") rested(event, REST); });
  document.addEventListener("pointerout", (event) => {
    const from = event.target instanceof Element && event.target.closest("[data-choice]");
    const within = from && event.relatedTarget instanceof Element && event.relatedTarget.closest("[data-choice]") === from;
    if (event.pointerType === "mouse" && !within) forget();
  });
  document.addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse") { forget(); rested(event, PRESS); } });
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-choice]:focus-visible")) rested(event, REST); });
  document.addEventListener("focusout", forget);

  function begin(given) {
    table = given;
    tools();
  }

  return { begin, arrive, playing, skip, wanted, told, foresee, forget };
})();
