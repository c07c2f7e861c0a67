// What a test of a phone sees of beats: added to a page before its scripts run.
(() => {
  const GEOMETRY = ["d", "x", "y", "width", "height", "cx", "cy", "r", "points", "href", "transform", "data-at"];
  const MARKS = "[class*=ring-], .hit, .tick, .tick *, .foreseen-layer, .foreseen-layer *";
  const areas = () => [...document.querySelectorAll("[data-sheet] [id^=board-]")];
  const sheets = (things) => [...new Set(things.map((thing) => thing.closest("[data-sheet]").dataset.sheet))];
  const shown = () => document.querySelector("[data-sheet]:not([hidden])").dataset.sheet;
  const place = (thing) => [...thing.classList].filter((name) => /-\d+$/.test(name));

  // What is drawn on an area, not counting marks, and where its pieces are.
  const shape = (thing) => [thing.localName, ...GEOMETRY.map((name) => thing.getAttribute(name)), place(thing), thing.childElementCount ? "" : thing.textContent];
  const drawn = (area) => [...area.querySelectorAll("*")].filter((thing) => !thing.matches(MARKS)).map((thing) => shape(thing).join("|")).join();
  const pieces = (area) => [...area.querySelectorAll("[id]")].filter((piece) => place(piece).length || piece.dataset.at || piece.dataset.flip)
    .map((piece) => [piece.id, place(piece), piece.dataset.at].join("|")).sort().join();
  const look = () => new Map(areas().map((area) => [area.id, [drawn(area), pieces(area)]]));

  // How it was, and which tab was open, before the page began to show what happened.
  let before = null;
  addEventListener("DOMContentLoaded", () => {
    if (!window.beats) return;
    const arrive = beats.arrive;
    beats.arrive = (message) => {
      // Where the cards are not dealt yet there is no tab: the page is about to be read anew.
      if (!beats.playing() && areas().length) before = [look(), shown()];
      return arrive(message);
    };
  });

  // All beats of a queue, one after the other by hand: on which tab each is seen, which sheets it changes, on which of them a piece
  // moves or is marked (what it is about), and which have a mark at all.
  window.watchBeats = () => {
    const told = [];
    let [were, open] = before;
    while (!document.getElementById("beat").hidden) {
      const are = look();
      const changed = areas().filter(({ id }) => were.get(id)[0] !== are.get(id)[0]);
      const about = changed.filter((area) => were.get(area.id)[1] !== are.get(area.id)[1] || area.querySelector(".ring-last"));
      told.push({
        text: document.getElementById("beat-words").textContent, before: open, now: shown(),
        changed: sheets(changed), about: sheets(about), marked: sheets(areas().filter((area) => area.querySelector(".ring-last"))),
      });
      [were, open] = [are, shown()];
      document.getElementById("beat-next").click();
    }
    return told;
  };
})();
