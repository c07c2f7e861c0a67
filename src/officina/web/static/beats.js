// What happened, beat by beat: one queue of frames. The next question comes after it; skipping leads there at once.
// What was shown is kept until something else happens: one can go back a beat, and see it all again.
"use strict";
window.beats = (() => {
  const $ = (id) => document.getElementById(id);
  const main = $("main");
  const lengths = JSON.parse($("beat").dataset.speeds);
  const HAND = "hand", NONE = "none", MOST = 96, LATE = 2.5, WORDY = 64; // letters that a phone writes smaller, in three lines
  let table = null, timer = 0, paused = false, going = false, unseen = false, ended = -Infinity;

  function speed() {
    const kept = localStorage.getItem("officina.beats");
    return kept in lengths || kept === HAND ? kept : "normal";
  }
  const wanted = () => speed() !== NONE;
  const playing = () => going;

  // --- the queue: {frame} and, after the frames that lead to it, {message}; place: what comes next

  let items = [], place = 0, first = {};
  const frames = (some) => some.filter((item) => item.frame);
  const regions = (item) => (item.frame || item.message).regions;
  const state = (until = place) => Object.assign({}, first, ...items.slice(0, until).map(regions));

  // What the beat that is shown now changed since the one before (each region as it was and as it is), among all that is drawn.
  function news() {
    const before = state(items.slice(0, place - 1).findLastIndex((item) => item.frame) + 1);
    const changed = Object.entries(state()).filter(([name, [hash]]) => hash !== before[name]?.[0]);
    return [changed.map(([name, [, now]]) => ({ name, before: before[name]?.[1] ?? "", now })), state()];
  }

  // The regions as they were before the queue began: those that nothing in it has touched are still there.
  function add(item) {
    const touched = Object.keys(regions(item)).filter((name) => !(name in first));
    Object.assign(first, table.held(touched));
    const last = items.at(-1);
    if (item.message && last?.message) items.splice(-1, 1, { message: { ...item.message, regions: { ...regions(last), ...regions(item) } } });
    else items.push(item);
  }

  function arrive(message) {
    const led = wanted() ? message.frames || [] : [];
    if (!going && !unseen && led.length) { items = []; place = 0; first = {}; }
    if (items.length || led.length) for (const item of [...led.map((frame) => ({ frame })), { message }]) add(item);
    while (frames(items).length > MOST) { Object.assign(first, regions(items.shift())); place = Math.max(0, place - 1); }
    if (document.hidden && led.length) unseen = true; // whoever looks away is told in a few lines what happened
    if (document.hidden) return end(message);
    if (!going && !led.length) { place = items.length; return table.finish(message); }
    if (!going) next();
  }

  // A beat that cannot be shown is left out with all that follow: the queue never stands still.
  function next() {
    clearTimeout(timer);
    try {
      go();
    } catch (error) {
      console.error(error);
      skip();
    }
  }

  function go() {
    const item = items[place];
    place += 1;
    if (item.message) {
      going = place < items.length;
      if (!going) rest();
      table.finish(item.message, going);
      return going ? go() : table.comeBack();
    }
    going = true;
    table.follow(...news());
    const had = points();
    table.show(item.frame.regions);
    gains(had);
    present(item.frame);
  }

  // Whoever wins or loses points at a beat has the difference beside them, as far as the points are open.
  const players = () => [...document.querySelectorAll("#strip .player")];
  const points = () => players().map((player) => Number(player.querySelector(".score")?.firstChild?.textContent.trim() || NaN));

  function gains(had) {
    const have = points();
    for (const [seat, player] of players().entries()) {
      const gain = have[seat] - had[seat];
      if (gain) player.dataset.gain = gain > 0 ? `+${gain}` : `−${-gain}`;
      else delete player.dataset.gain;
    }
  }

  function present(frame) {
    main.classList.add("beating");
    $("beat").hidden = false;
    $("beat-words").textContent = frame.text;
    $("beat-words").classList.toggle("wordy", frame.text.length > WORDY);
    $("beat-sign").innerHTML = frame.sign;
    const at = frames(items.slice(0, place)).length;
    $("beat-count").textContent = `${at} / ${frames(items).length}`;
    $("beat-back").disabled = at < 2;
    point(frame.seat);
    sounds.beat(frame.beats);
    wait(frame.lasts);
  }

  // To the beat before, and there it waits.
  function back() {
    const before = items.slice(0, place - 1).findLastIndex((item) => item.frame);
    if (!going || before < 0) return;
    paused = true;
    place = before + 1;
    table.follow(...news());
    table.show(state());
    present(items[before].frame);
  }

  // All of it once more, from the beginning.
  function again() {
    if (going || !frames(items).length || document.hidden) return;
    place = 0;
    table.show(first);
    next();
  }

  let lasts = 1;
  function wait(count) {
    lasts = count;
    clearTimeout(timer);
    if (!paused && speed() !== HAND) timer = setTimeout(next, count * lengths[speed()]);
    tools();
  }

  function rest() {
    if (going) ended = performance.now();
    going = paused = false;
    clearTimeout(timer);
    main.classList.remove("beating");
    $("beat").hidden = true;
    $("beat-words").textContent = "";
    point();
    tools();
  }

  // To the end of the queue at once, where the last state is.
  function end(last) {
    place = items.length;
    rest();
    table.finish({ ...last, regions: items.length ? state() : last.regions });
    table.comeBack();
  }
  const skip = () => { if (going) end(items.at(-1).message); };

  function point(seat) {
    for (const [number, player] of players().entries()) {
      player.classList.toggle("pointed", number === seat);
      if (seat === undefined) delete player.dataset.gain;
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
    $("beat-again").disabled = going || !frames(items).length;
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
  const keys = { " ": space, escape: skip, p: pause, arrowleft: back, arrowright: next };

  // A key that was meant for what has just ended is no answer to the question after it: P pauses here and passes there.
  const late = () => performance.now() - ended < LATE * table.guard();

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase(), known = key in keys;
    if (!going && !(known && late())) return;
    if (going) {
      if (known) keys[key]();
      else if (key.length > 1) return;
      else nudge();
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Nothing can be chosen before the question is there: whoever tries is shown what leads to it.
  function nudge() {
    const way = speed() === HAND || paused ? $("beat-next") : $("beat-skip");
    way.classList.remove("nudged");
    void way.offsetWidth; // from the beginning, however often one tries
    way.classList.add("nudged");
  }
  $("stage").addEventListener("click", (event) => { if (going && event.target.closest("#board")) nudge(); });

  $("beat").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) { if (event.target.closest(".caption")) space(); }
    else if (button.dataset.pace) choose(button.dataset.pace);
    else ({ "beat-back": back, "beat-pause": pause, "beat-next": next, "beat-skip": skip })[button.id]();
  });
  $("beat-again").addEventListener("click", again);
  $("speed").addEventListener("change", (event) => choose(event.target.value));

  // --- coming back

  const FEW = 6;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return skip();
    if (!unseen) return;
    unseen = false;
    const missed = frames(items).map((item) => item.frame.text);
    const left = missed.length > FEW ? [`+${missed.length - FEW}`] : [];
    const told = $("beat").dataset;
    table.notice([told.missed, ...left, ...missed.slice(-FEW)].join(" · "), [[told.watch, again]]);
  });

  function begin(given) {
    table = given;
    tools();
  }

  return { begin, arrive, playing, skip, back, again, wanted };
})();
