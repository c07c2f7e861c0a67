// The board that is drawn on: how large it is shown, marks that are dragged or moved by arrow keys, the segment under a finger.
// Places are in units of the picture, y downwards.
"use strict";
(() => {
  const stage = document.getElementById("stage"), sheet = document.getElementById("sheet");
  const drawing = document.getElementById("drawing"), marks = document.getElementById("marks");
  const SVG = "http://www.w3.org/2000/svg";
  const TARGET = 44;  // pixels: what a finger hits
  const NEAREST = 8, FURTHEST = 0.05, SMALL = 0.5;
  let view = [0, 0, 1200, 750], scale = 1, dragged = null;
  let placed = () => {}, looked = () => null;

  const size = () => {
    const width = view[2] * scale, height = view[3] * scale;
    sheet.style.setProperty("width", `${width}px`);
    sheet.style.setProperty("height", `${height}px`);
    marks.setAttribute("viewBox", view.join(" "));
    TrackPhoto.fit(width, height);
    placed();
  };
  const whole = () => {
    scale = Math.max(FURTHEST, Math.min((stage.clientWidth - 2) / view[2], (stage.clientHeight - 2) / view[3]));
    size();
  };
  // What is seen at a place of the screen stays there. Without a place: what one works on, if it is in sight, else the middle.
  const zoom = (by, at = inSight(looked())) => {
    const box = stage.getBoundingClientRect(), [x, y] = at ?? [box.left + box.width / 2, box.top + box.height / 2];
    const unit = unitAt(x, y);
    scale = Math.min(NEAREST, Math.max(FURTHEST, scale * by));
    size();
    const sheetBox = sheet.getBoundingClientRect();
    stage.scrollBy(sheetBox.left + (unit[0] - view[0]) * scale - x, sheetBox.top + (unit[1] - view[1]) * scale - y);
  };
  const inSight = (unit) => {
    if (!unit) return null;
    const box = stage.getBoundingClientRect(), sheetBox = sheet.getBoundingClientRect();
    const x = sheetBox.left + (unit[0] - view[0]) * scale, y = sheetBox.top + (unit[1] - view[1]) * scale;
    return x > box.left && x < box.right && y > box.top && y < box.bottom ? [x, y] : null;
  };
  const show = ([x, y]) => {  // in the middle of the stage
    stage.scrollTo((x - view[0]) * scale - stage.clientWidth / 2, (y - view[1]) * scale - stage.clientHeight / 2);
  };
  const unitAt = (x, y) => {
    const box = sheet.getBoundingClientRect();
    return [(x - box.left) / scale + view[0], (y - box.top) / scale + view[1]];
  };

  const draw = (svg, fresh) => {
    const changed = fresh.join() !== view.join();
    view = fresh;
    const page = svg ? new DOMParser().parseFromString(svg, "image/svg+xml").documentElement : null;
    drawing.replaceChildren(...(page && page.localName === "svg" ? [document.importNode(page, true)] : []));
    if (changed) whole(); else size();
  };

  const element = (name, attributes, ...inside) => {
    const found = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
    found.append(...inside);
    return found;
  };

  // A mark that can be dragged, tapped, and moved by arrow keys; it is as large on every scale.
  const mark = ({ kind, at, label, sign = "", index, step, moved, chosen }) => {
    const px = 1 / scale, small = scale < SMALL ? 0.65 : 1;  // seen from far away, marks must not hide the road
    const body = element("g", { class: `mark ${kind}`, tabindex: 0, role: "button", "aria-label": label, "data-index": index });
    body.append(element("circle", { class: "hit", r: TARGET / 2 * px }), element("circle", { class: "ringed", r: 12 * px * small }), element("circle", { class: "dot", r: 7 * px * small }));
    // Words stand below their mark, for above it the board has its own, and towards the middle, for the sheet ends at its edge.
    const words = sign ? [element("text", { y: 21 * px * small, "font-size": 13 * px * small }, sign)] : [];
    body.append(...words);
    const place = ([x, y]) => {
      body.setAttribute("transform", `translate(${x} ${y})`);
      const part = (x - view[0]) / view[2];
      for (const each of words) each.setAttribute("text-anchor", part > 0.8 ? "end" : part < 0.2 ? "start" : "middle");
    };
    place(at);
    body.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      body.setPointerCapture(event.pointerId);
      body.focus({ preventScroll: true });
      const [x, y] = unitAt(event.clientX, event.clientY);
      dragged = { by: [at[0] - x, at[1] - y], from: [event.clientX, event.clientY], to: at, far: false };
    });
    body.addEventListener("pointermove", (event) => {
      if (!dragged) return;
      const [x, y] = unitAt(event.clientX, event.clientY);
      dragged.far ||= Math.hypot(event.clientX - dragged.from[0], event.clientY - dragged.from[1]) > 3;
      dragged.to = [x + dragged.by[0], y + dragged.by[1]];
      if (!dragged.far) return;
      place(dragged.to);
      if (event.pointerType === "touch") TrackLoupe.follow((dragged.to[0] - view[0]) * scale, (dragged.to[1] - view[1]) * scale, event.clientX);
    });
    body.addEventListener("pointerup", () => {
      const done = dragged;
      dragged = null;
      TrackLoupe.end();
      if (done && done.far) moved(done.to); else if (done && chosen) chosen();
    });
    body.addEventListener("pointercancel", () => { dragged = null; TrackLoupe.end(); place(at); });
    body.addEventListener("click", (event) => event.stopPropagation());
    body.addEventListener("keydown", (event) => {
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const way = ways[event.key], far = event.shiftKey ? 1 : step();
      if (way) moved([at[0] + way[0] * far, at[1] + way[1] * far]);
      else if ((event.key === "Enter" || event.key === " ") && chosen) chosen();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return body;
  };

  // Marks are drawn anew after each change; whichever had the focus has it again.
  const put = (...shapes) => {
    const held = document.activeElement && marks.contains(document.activeElement) ? document.activeElement : null;
    const [kind, index] = held ? [held.classList[1], held.dataset.index] : [];
    marks.replaceChildren(...shapes);
    if (held) marks.querySelector(`.${kind}[data-index="${index}"]`)?.focus({ preventScroll: true });
  };

  const nearest = (rows, [x, y], within) => {
    let found = null, best = within;
    rows.forEach((row, lane) => row.forEach((point, position) => {
      const far = Math.hypot(point[0] - x, point[1] - y);
      if (far < best) { best = far; found = { lane, position }; }
    }));
    return found;
  };

  // A drag on empty ground moves the view (a finger's does so by itself), and is no tap in any case.
  const FAR = 5;  // pixels: a hand that holds still moves less
  let held = null;
  stage.addEventListener("pointerdown", (event) => {
    held = event.target.closest(".mark") || event.button > 1 ? null : { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop, far: false };
  });
  stage.addEventListener("pointermove", (event) => {
    if (!held || !event.buttons || dragged) return;
    const right = event.clientX - held.x, down = event.clientY - held.y;
    if (!held.far && Math.hypot(right, down) > FAR) {
      held.far = true;
      if (event.pointerType !== "touch") stage.setPointerCapture(event.pointerId);
    }
    if (held.far && event.pointerType !== "touch") {
      stage.classList.add("held");
      stage.scrollTo(held.left - right, held.top - down);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => stage.classList.remove("held"));
  stage.addEventListener("click", (event) => {
    if (held?.far) event.stopPropagation();
    held = null;
  }, true);
  stage.addEventListener("wheel", (event) => {
    if (!event.deltaY) return;
    event.preventDefault();
    zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 400), [event.clientX, event.clientY]);
  }, { passive: false });

  new ResizeObserver(() => { if (sheet.clientWidth < stage.clientWidth && sheet.clientHeight < stage.clientHeight) whole(); }).observe(stage);
  document.getElementById("closer").addEventListener("click", () => zoom(1.5));
  document.getElementById("further").addEventListener("click", () => zoom(1 / 1.5));
  document.getElementById("whole").addEventListener("click", whole);

  window.TrackStage = {
    draw, whole, zoom, show, unitAt, element, mark, put, nearest, size,
    get scale() { return scale; },
    get view() { return view; },
    set onPlaced(work) { placed = work; },
    set lookedAt(where) { looked = where; },
  };
})();
