// Looking back: keys, slider, playing at a chosen speed. The stops are plain data: [step, 0], 1 where a turn ends, 2 a round.
"use strict";
(() => {
  const { notice, words, table, show } = window.officina;
  const main = document.getElementById("main");
  const $ = (id) => document.getElementById(id);
  const STEP = 0, TURN = 1, ROUND = 2;
  const stops = JSON.parse($("replay-bar").dataset.stops);
  const waits = { calm: 2000, normal: 1000, brisk: 450 };
  const lengths = JSON.parse($("beat").dataset.speeds);
  const here = () => Number(main.dataset.step);
  const last = () => Number(main.dataset.last);

  // --- going to a step: one request at a time, and of many wishes the last one counts

  let wanted = null, busy = false;

  async function go(step) {
    wanted = Math.max(0, Math.min(step, last()));
    if (busy) return;
    busy = true;
    while (wanted !== null) {
      const to = wanted;
      wanted = null;
      if (!(await fetched(to))) { stop(); break; }
    }
    busy = false;
  }

  async function fetched(step) {
    const mine = main.dataset.query || "?";
    const beats = playing && step === here() + 1 ? "&beats=1" : "";
    const state = await fetch(`/t/${table}/at/${step}${mine}&part=1${beats}`)
      .then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (!state) { notice(words.failed, ""); return false; }
    const address = `/t/${table}/at/${state.step}${main.dataset.query || ""}`;
    if (state.step === last() && state.last > last()) { // the game went on meanwhile: the marks are drawn anew
      location.replace(address + (playing ? "#play" : ""));
      return true;
    }
    if (state.frames) await watch(state.frames);
    if (wanted !== null) return true; // somebody went elsewhere meanwhile
    main.dataset.step = state.step;
    show(state.regions);
    history.replaceState(null, "", address);
    dress();
    return true;
  }

  // What happened on the way to a step, beat by beat, while it plays.
  async function watch(frames) {
    watched = frames.length > 0;
    for (const frame of frames) {
      if (!playing || wanted !== null) return;
      show(frame.regions);
      const said = document.querySelector("#status .said");
      if (said) said.textContent = said.title = frame.text;
      await new Promise((resolve) => { timer = setTimeout(resolve, lengths[speed()] * frame.beats); woken = resolve; });
    }
  }

  // What follows from the step and is not sent: knob, filled part, whether it plays, the speed.
  function dress() {
    const range = $("rp-range");
    range.value = here();
    const where = document.querySelector("#status .where");
    range.setAttribute("aria-valuetext", where ? where.textContent : String(here()));
    $("rp-done").setAttribute("width", `${(100 * here()) / Math.max(1, last())}%`);
    $("play").setAttribute("aria-pressed", String(playing));
    for (const button of document.querySelectorAll("[data-speed]")) {
      button.setAttribute("aria-pressed", String(button.dataset.speed === speed()));
    }
  }

  // The next stop of a sort (or a greater one) in a direction; the ends if there is none.
  function next(sort, way) {
    const step = here();
    const found = stops.filter(([at, kind]) => kind >= sort && (way > 0 ? at > step : at < step));
    if (!found.length) return way > 0 ? last() : 0;
    return way > 0 ? found[0][0] : found.at(-1)[0];
  }

  // --- playing

  let playing = false, timer = 0, watched = false, woken = () => {};

  function speed() {
    const kept = localStorage.getItem("officina.speed");
    return kept in waits ? kept : kept === "none" ? "brisk" : "normal";
  }

  function stop() {
    playing = false;
    clearTimeout(timer);
    woken();
    dress();
  }

  async function tick() {
    if (!playing) return;
    await go(here() + 1);
    if (here() >= last()) return stop();
    timer = setTimeout(tick, watched ? lengths[speed()] : waits[speed()]);
  }

  async function play() {
    if (playing) return stop();
    playing = true;
    dress();
    if (here() >= last()) await go(0);
    timer = setTimeout(tick, waits[speed()] / 2);
  }

  function by(step) {
    if (playing) stop();
    go(step);
  }

  // --- clicks and keys

  document.addEventListener("click", (event) => {
    const key = event.target.closest(".rp-key"), chosen = event.target.closest("[data-speed]");
    const jump = event.target.closest(".log .step");
    if (key) {
      event.preventDefault();
      by(Number(key.dataset.to));
    } else if (jump) {
      event.preventDefault();
      by(Number(jump.textContent));
    } else if (event.target.closest("#play")) {
      play();
    } else if (chosen) {
      localStorage.setItem("officina.speed", chosen.dataset.speed);
      dress();
    }
  });
  $("rp-range").addEventListener("input", (event) => by(Number(event.target.value)));

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.ctrlKey || $("panel").open) return;
    if (event.target.closest("input:not(#rp-range), select, textarea")) return;
    const way = { ArrowLeft: -1, ArrowDown: -1, PageUp: -1, ArrowRight: 1, ArrowUp: 1, PageDown: 1 }[event.key];
    const round = event.key.startsWith("Page");
    const scrolls = event.key.startsWith("Page") || event.key === "ArrowUp" || event.key === "ArrowDown";
    if (scrolls && event.target.closest(".log, .drawer-page, .flow")) return;
    if (event.key === "Home") by(0);
    else if (event.key === "End") by(last());
    else if (event.key === " " && !event.target.closest("button, a, summary, [role=button]")) play();
    else if (way) by(round ? next(ROUND, way) : event.shiftKey ? next(TURN, way) : next(STEP, way));
    else return;
    event.preventDefault();
  }, true);

  dress();
  if (location.hash === "#play") play();
})();
