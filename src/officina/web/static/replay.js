// Looking back: keys, slider, playing at a chosen speed, beat by beat. The stops are plain data: [step, 0], 1 where a turn ends, 2 a round.
"use strict";
(() => {
  const { notice, words, table, show } = window.officina;
  const main = document.getElementById("main");
  const $ = (id) => document.getElementById(id);
  const TURN = 1, ROUND = 2;
  const stops = JSON.parse($("replay-bar").dataset.stops);
  const waits = { calm: 2000, normal: 1000, brisk: 450 };
  const lengths = JSON.parse($("beat").dataset.speeds);
  const here = () => Number(main.dataset.step);
  const last = () => Number(main.dataset.last);

  // --- going to a step or to one of the beats that led there: one request at a time, and of many wishes the last one counts

  let wanted = null, busy = false;

  async function go(step, beat = 0) {
    wanted = [Math.max(0, Math.min(step, last())), beat];
    if (busy) return;
    busy = true;
    while (wanted !== null) {
      const [to, at] = wanted;
      wanted = null;
      if (!(await fetched(to, at))) { stop(); break; }
    }
    busy = false;
  }

  const address = (step, beat) => {
    const query = main.dataset.query || "";
    return `/t/${table}/at/${step}${query}${beat ? `${query ? "&" : "?"}beat=${beat}` : ""}`;
  };

  async function fetched(step, beat) {
    const state = await fetch(`/t/${table}/at/${step}${main.dataset.query || "?"}&part=1&beat=${beat}`)
      .then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (!state) { notice(words.failed, ""); return false; }
    if (state.step === last() && state.last > last()) { // the game went on meanwhile: the marks are drawn anew
      location.replace(address(state.step, state.beat) + (playing ? "#play" : ""));
      return true;
    }
    if (wanted !== null) return true; // somebody went elsewhere meanwhile
    Object.assign(main.dataset, { step: state.step, beat: state.beat, beats: state.beats });
    shown = state.length;
    show(state.regions);
    history.replaceState(null, "", address(state.step, state.beat));
    dress();
    return true;
  }

  // Where one beat on, or back, leads: through the beats of a step to the step itself.
  function beatOn() {
    const beat = Number(main.dataset.beat), beats = Number(main.dataset.beats);
    return beat ? [here(), beat < beats ? beat + 1 : 0] : here() < last() ? [here() + 1, 1] : [here(), 0];
  }

  function beatBack() {
    const beat = Number(main.dataset.beat), beats = Number(main.dataset.beats);
    if (beat > 1) return [here(), beat - 1];
    return !beat && beats ? [here(), beats] : [here() - 1, 0];
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

  let playing = false, timer = 0, shown = 0;

  function speed() {
    const kept = localStorage.getItem("officina.speed");
    return kept in waits ? kept : kept === "none" ? "brisk" : "normal";
  }

  function stop() {
    playing = false;
    clearTimeout(timer);
    dress();
  }

  const done = () => here() >= last() && main.dataset.beat === "0";

  async function tick() {
    if (!playing) return;
    const led = shown;
    await go(...beatOn());
    if (done()) return stop();
    timer = setTimeout(tick, shown ? shown * lengths[speed()] : led ? lengths[speed()] : waits[speed()]);
  }

  async function play() {
    if (playing) return stop();
    playing = true;
    dress();
    if (done()) await go(0);
    timer = setTimeout(tick, waits[speed()] / 2);
  }

  function by(step, beat) {
    if (playing) stop();
    go(step, beat);
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
    else if (way && round) by(next(ROUND, way));
    else if (way && event.shiftKey) by(next(TURN, way));
    else if (way) by(...(way > 0 ? beatOn() : beatBack()));
    else return;
    event.preventDefault();
  }, true);

  dress();
  if (location.hash === "#play") play();
})();
