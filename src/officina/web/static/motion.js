// Pieces that changed their place go there: along their way (a road, a chain) where they have one, else straight.
"use strict";
window.motion = (() => {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const STRAIGHT = 400, LONGEST = 1400, PER_UNIT = 1.5, STRIDE = 10;
  const TAKEN_BACK = 0.75; // of a round: nobody goes so far forward, it was undone

  // Where everything is before the table changes.
  function look() {
    const found = new Map();
    for (const piece of document.querySelectorAll("[data-flip], [data-way]")) {
      found.set(piece.id, { key: piece.dataset.flip, at: piece.dataset.at, laps: piece.dataset.laps, box: piece.getBoundingClientRect(), spot: spot(piece) });
    }
    return found;
  }

  // The middle of a piece in the units of what it stands on: a window that follows a car moves, the road does not.
  function spot(piece) {
    const ground = piece.dataset.way && piece.parentNode.getScreenCTM?.();
    if (!ground) return null;
    const box = piece.getBoundingClientRect();
    return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(ground.inverse());
  }

  // From there to here; a piece that is new comes from where one of the same sort has gone.
  function go(before) {
    if (!before.size) return;
    const now = [...document.querySelectorAll("[data-flip], [data-way]")];
    const here = new Set(now.map((piece) => piece.id));
    const gone = [...before].filter(([id]) => !here.has(id)).map(([, piece]) => piece);
    for (const piece of now) {
      let from = before.get(piece.id);
      if (!from && piece.dataset.flip) {
        const place = gone.findIndex((other) => other.key === piece.dataset.flip);
        if (place >= 0) from = gone.splice(place, 1)[0];
        piece.classList.add("moved");
      }
      if (!from || calm.matches || !piece.animate) continue;
      if (piece.dataset.way && from.at !== undefined) travel(piece, from);
      else slide(piece, from);
    }
  }

  function slide(piece, from) {
    const to = piece.getBoundingClientRect();
    if (!to.width || !from.box.width) return; // on a sheet that is not shown: there is nothing to slide from or to
    const x = from.box.x - to.x, y = from.box.y - to.y;
    if (Math.abs(x) + Math.abs(y) < 2) return;
    const scale = piece.ownerSVGElement ? to.width / (piece.getBBox().width || to.width) : 1;
    piece.animate([{ transform: `translate(${x / scale}px,${y / scale}px)` }, { transform: "none" }],
      { duration: STRAIGHT, easing: "ease-in-out" });
  }

  // Along its way; how far beside the line it is changes evenly from the first place to the last.
  function travel(piece, from) {
    const road = document.getElementById(piece.dataset.way), to = spot(piece);
    if (!road || !from.spot || !to || from.at === undefined || from.at === piece.dataset.at) return;
    const length = road.getTotalLength(), open = !/z\s*$/i.test(road.getAttribute("d"));
    const part = stretch(piece.dataset, from, open);
    const turning = piece.querySelector("[data-turns]") !== null;
    const steps = Math.max(4, Math.ceil((Math.abs(part) * length) / STRIDE));
    const line = [...Array(steps + 1).keys()].map((step) => place(road, (Number(from.at) + (part * step) / steps) * length, length, open));
    const first = beside(from.spot, line[0], turning), last = beside(to, line[steps], turning);
    const ways = [], turns = [], backs = [];
    let turned = 0;
    for (let step = steps; step >= 0; step -= 1) {
      const here = line[step], along = step / steps;
      const off = { x: first.x + (last.x - first.x) * along, y: first.y + (last.y - first.y) * along };
      const cos = turning ? Math.cos(here.angle) : 1, sin = turning ? Math.sin(here.angle) : 0;
      const x = here.x + off.x * cos - off.y * sin - to.x, y = here.y + off.x * sin + off.y * cos - to.y;
      if (step < steps) turned += turnBetween(line[step + 1].angle, here.angle);
      ways.unshift({ translate: `${x}px ${y}px` });
      turns.unshift({ rotate: `${turned}rad` });
      backs.unshift({ rotate: `${-turned}rad` });
    }
    const timing = { duration: Math.min(LONGEST, STRAIGHT + Math.abs(part) * length * PER_UNIT), easing: "ease-in-out" };
    piece.animate(ways, timing);
    for (const inner of piece.querySelectorAll("[data-turns]")) inner.animate(inner.dataset.turns === "back" ? backs : turns, timing);
  }

  // Which part of the way, forward as far as one can tell: a closed way leads on, a round that is counted is driven.
  function stretch(now, from, open) {
    const part = Number(now.at) - Number(from.at);
    if (open || from.at === now.at) return part;
    const laps = now.laps === undefined || from.laps === undefined ? null : Number(now.laps) - Number(from.laps);
    if (laps !== null && part + laps > 0) return part + laps;
    const forward = part - Math.floor(part);
    return laps === null && forward > TAKEN_BACK ? forward - 1 : forward;
  }

  function place(road, distance, length, open) {
    const along = open ? Math.max(0, Math.min(distance, length)) : ((distance % length) + length) % length;
    const here = road.getPointAtLength(along), ahead = road.getPointAtLength(open ? along + 1 : (along + 1) % length);
    return { x: here.x, y: here.y, angle: Math.atan2(ahead.y - here.y, ahead.x - here.x) };
  }

  function beside(point, here, turning) {
    const x = point.x - here.x, y = point.y - here.y;
    if (!turning) return { x, y };
    const cos = Math.cos(here.angle), sin = Math.sin(here.angle);
    return { x: x * cos + y * sin, y: -x * sin + y * cos };
  }

  function turnBetween(from, to) {
    const turn = to - from;
    return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  }

  return { look, go };
})();
