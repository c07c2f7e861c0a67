// Where a beat happens. A phone shows one sheet of the table at a time: it turns to what the beat is about, and to nothing else.
"use strict";
window.where = (() => {
  const POINTS = ".ring-last";
  const MARKS = ".ring-last, .ring-last-b, .ring-rail, .ring-bulb, .ring-pick, .ring-pick-b, .instead-ring, .hit, .tick, .foreseen-layer";
  const STATES = /(^|-)(lit|unlit|picked|is|moved|now|behind)$/;
  const SAID = ["data-choice", "data-pick", "data-when", "data-instead", "role", "tabindex", "aria-label"];

  // A drawing without what marks its pieces: what can be chosen, what was, and what the beat points at.
  function bare(markup) {
    const made = document.createElement("template");
    made.innerHTML = markup;
    for (const mark of made.content.querySelectorAll(MARKS)) mark.remove();
    for (const thing of made.content.querySelectorAll("*")) {
      for (const name of SAID) thing.removeAttribute(name);
      for (const word of [...thing.classList]) if (STATES.test(word)) thing.classList.remove(word);
      if (!thing.classList.length) thing.removeAttribute("class");
    }
    made.content.normalize();
    return made.content;
  }

  const sheetOf = (name) => document.getElementById(name)?.closest("[data-sheet]");

  // Where each piece stands, by what tells its place.
  function places(drawing) {
    const found = new Map();
    for (const piece of drawing.querySelectorAll("[id]")) {
      const spot = [...piece.classList].filter((word) => /-\d+$/.test(word)).join(" ");
      if (piece.dataset.flip || piece.dataset.at || spot) found.set(piece.id, `${spot} ${piece.dataset.at} ${piece.getAttribute("transform")}`);
    }
    return found;
  }

  // Whether a piece came, went, or goes from one place to another.
  function moves(before, now) {
    const was = places(before), is = places(now);
    return [...is].some(([id, place]) => was.get(id) !== place) || [...was.keys()].some((id) => !is.has(id));
  }

  // Whether something is pointed at on an area of which this is drawn.
  function pointed(markup) {
    const made = document.createElement("template");
    made.innerHTML = markup;
    return made.content.querySelector(POINTS) !== null;
  }

  // Of an area that changed: whether more did than marks, and whether the beat is about that.
  function look({ name, before, now }) {
    const was = bare(before), is = bare(now), happens = !was.isEqualNode(is);
    return { sheet: sheetOf(name), happens, about: happens && (pointed(now) || moves(was, is)) };
  }

  // The sheet to turn to, or the one that is shown. Where something changes and a piece moves or is pointed at, there it happens. A
  // mark alone turns no page, nor do figures that change beside it. ``shown``: all that the queue has drawn.
  function best(here, changed, shown) {
    const areas = changed.filter(({ name }) => sheetOf(name)).map(look);
    const about = areas.filter((area) => area.about);
    const marked = Object.entries(shown).some(([name, [, markup]]) => sheetOf(name) && pointed(markup));
    const places = (about.length ? about : marked ? [] : areas.filter((area) => area.happens)).map((area) => area.sheet);
    if (!places.length || places.includes(here)) return here;
    const count = (sheet) => places.filter((other) => other === sheet).length;
    return places.reduce((most, sheet) => (count(sheet) > count(most) ? sheet : most));
  }

  return { best };
})();
