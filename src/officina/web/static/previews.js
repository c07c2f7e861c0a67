// What would happen: while one rests on a choice, its sentences stand in the action bar and the board is shown as it would be.
// That board lies over the real one and takes no clicks: the real one keeps its place, its choices and the focus.
"use strict";
window.previews = (() => {
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const REST = 350, PRESS = 500, MOST = 60;
  const PAD = 3, MUCH = 0.6; // an edge round more than this part of an area would say nothing
  const WIDER = 1.7; // two boxes become one unless it would be so many times larger: it would lie round what stays as it is
  const BESIDE = 20, NARROW = 320, EDGE = 7;
  const kept = new Map(); // what was told of the present question
  let table = null, resting = 0, over = null, of = null;

  function foresee(notation) {
    if (!notation || !table.idle()) return;
    over = notation;
    if (of !== table.base()) { kept.clear(); of = table.base(); }
    if (kept.has(notation)) return show(kept.get(notation));
    table.say({ do: "preview", say: notation, base: table.base() });
  }

  function told(message) {
    for (const name in message.areas) message.areas[name] = table.whole(name, message.areas[name]);
    if (message.base !== of) return;
    if (kept.size >= MOST) kept.clear();
    kept.set(message.say, message);
    if (message.say === over && message.base === table.base() && table.idle()) show(message);
  }

  function show(found) {
    clear();
    foretell(found.texts);
    draw(found);
  }

  function clear() {
    $("foreseen").hidden = true;
    $("ask").classList.remove("foretelling");
    $("stage").classList.remove("foreseeing");
    for (const layer of document.querySelectorAll(".foreseen-layer")) layer.remove();
    for (const area of document.querySelectorAll("#board .behind")) area.classList.remove("behind");
    for (const tab of document.querySelectorAll("#dock .would-change")) tab.classList.remove("would-change");
  }

  function forget() {
    clearTimeout(resting);
    over = null;
    clear();
  }

  // The pointer left: what was chosen and waits for its button is shown again.
  function leave() {
    forget();
    foresee(table.proposed());
  }

  // Beside the question, which stays; where that leaves no room, over it. Long ones grow over the stage: nothing is cut.
  function foretell(texts) {
    const box = $("foreseen"), bar = $("ask").getBoundingClientRect(), phone = innerWidth < 720;
    $("foretold").textContent = texts.join(" ");
    box.hidden = texts.length === 0;
    $("ask").classList.toggle("foretelling", !box.hidden);
    if (box.hidden) return;
    const buttons = [...$("ask").querySelectorAll("button")].map((button) => button.getBoundingClientRect()).filter((place) => place.width);
    const question = asked();
    const left = question.right - bar.left + BESIDE, right = bar.right - Math.min(bar.right, ...buttons.map((place) => place.left)) + 8;
    const beside = !phone && bar.width - left - right >= NARROW;
    const above = bar.bottom - Math.min(bar.bottom, ...buttons.map((place) => place.top));
    const below = bar.bottom - above - question.bottom - 2;
    Object.assign(box.style, phone ? { left: "0", right: "0", bottom: `${above}px`, minHeight: `${below}px` }
      : { left: `${beside ? left : EDGE}px`, right: `${right}px`, bottom: "", minHeight: "" });
    box.classList.toggle("beside", beside);
    if (phone && box.offsetHeight > below + 1) box.style.minHeight = `${bar.height - above - EDGE}px`; // the question with it
    box.classList.toggle("tall", box.offsetHeight > bar.height - (phone ? above : 0));
  }

  function asked() {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector("#status-line .said") || $("status"));
    return words.getBoundingClientRect();
  }

  // --- the board as it would be

  function draw(found) {
    const layers = new Map();
    for (const [name, markup] of Object.entries(found.areas)) {
      const area = $(name);
      if (!(area instanceof SVGElement)) continue; // a board of text: its sentences must do
      const layer = document.createElementNS(SVG, "g");
      layer.setAttribute("class", "foreseen-layer");
      layer.setAttribute("aria-hidden", "true");
      layer.append(...table.drawn(markup));
      stay(area, layer);
      quiet(layer);
      area.classList.add("behind");
      area.parentNode.append(layer);
      layers.set(area, layer);
      const sheet = area.closest("[data-sheet]");
      if (sheet) document.querySelector(`#dock [data-tab="${sheet.dataset.sheet}"]`)?.classList.add("would-change");
    }
    if (!layers.size) return;
    $("stage").classList.add("foreseeing");
    for (const [area, layer] of layers) {
      const whole = area.getBoundingClientRect();
      if (!whole.width) continue; // on a sheet that is not shown
      const edges = [...wouldBe(layer, whole), ...went(area, layer, found.gone)];
      for (const box of joined(edges)) layer.append(...edge(layer, box));
      lights(area, layer);
    }
  }

  // Who looks ahead stays where they are: a window that follows a piece shows the same stretch, with the same places lit.
  function stay(area, layer) {
    for (const [place, camera] of layer.querySelectorAll("[data-camera]").entries()) {
      const here = area.querySelectorAll("[data-camera]")[place];
      if (here) camera.setAttribute("class", here.getAttribute("class"));
    }
  }

  // Nothing of it can be found, focused or read twice.
  function quiet(layer) {
    for (const node of layer.querySelectorAll("*")) {
      if (!node.closest("defs, clipPath, linearGradient, radialGradient, pattern, mask")) node.removeAttribute("id");
      for (const { name } of [...node.attributes]) {
        if ((name.startsWith("data-") && name !== "data-would") || name === "tabindex" || name === "role" || name.startsWith("aria-")) node.removeAttribute(name);
      }
    }
  }

  // What is new or elsewhere is pale; the boxes of the outermost such things.
  function wouldBe(layer, whole) {
    const found = [];
    for (const node of layer.querySelectorAll("[data-would]")) {
      if (node.parentNode.closest(".would-be")) continue;
      const box = node.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || box.width * box.height > MUCH * whole.width * whole.height) continue;
      node.classList.add("would-be");
      if (!isLine(node)) found.push(box);
    }
    return found;
  }

  // A way is its own mark: a box round it would lie round everything it leads past.
  const isLine = (node) => node.matches("path, line, polyline") && getComputedStyle(node).fill === "none";

  // What would lie there no longer, still to be seen, but hardly.
  function went(area, layer, gone) {
    const found = [];
    for (const id of gone) {
      const piece = $(id);
      if (!piece || !area.contains(piece)) continue;
      if (gone.some((other) => other !== id && $(other)?.contains(piece))) continue; // it goes with what it lies on
      const box = piece.getBoundingClientRect();
      if (box.width < 2) continue;
      const chosen = (piece.dataset.choice || "").split("|").includes(over); // it is taken, not lost
      copy(layer, piece.parentNode, piece.cloneNode(true)).classList.add(chosen ? "would-be-taken" : "would-go");
      found.push(box);
    }
    return found;
  }

  // Other choices stay lit: one may go from one to the next.
  function lights(area, layer) {
    for (const thing of area.querySelectorAll(".spot[data-choice]:not(.unlit), .spot[data-pick]:not(.unlit)")) {
      const rings = [...thing.children].filter((part) => part.matches(".ring-rail, .ring-bulb, .ring-pick, .ring-pick-b, .tick"));
      const box = copy(layer, thing, ...rings.map((part) => part.cloneNode(true)));
      box.classList.add("spot", "lit");
      box.classList.toggle("picked", thing.classList.contains("picked"));
      box.classList.toggle("rested", (thing.dataset.choice || "").split("|").includes(over));
    }
  }

  // Nodes as they lie in some element, put into the layer.
  function copy(layer, ground, ...nodes) {
    const { a, b, c, d, e, f } = layer.getScreenCTM().inverse().multiply(ground.getScreenCTM());
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    group.append(...nodes);
    quiet(group);
    layer.append(group);
    return group;
  }

  // Boxes that touch become one: five gears that come are one box.
  function joined(boxes) {
    const found = [];
    for (const { left, top, right, bottom } of boxes) {
      let box = { left: left - PAD, top: top - PAD, right: right + PAD, bottom: bottom + PAD };
      for (let place = 0; place < found.length;) {
        const other = found[place];
        const both = { left: Math.min(box.left, other.left), top: Math.min(box.top, other.top), right: Math.max(box.right, other.right), bottom: Math.max(box.bottom, other.bottom) };
        const apart = other.left > box.right || other.right < box.left || other.top > box.bottom || other.bottom < box.top;
        if (apart || size(both) > WIDER * Math.max(size(box), size(other), (size(box) + size(other)) / 2)) { place += 1; continue; }
        box = both;
        found.splice(place, 1);
        place = 0;
      }
      found.push(box);
    }
    return found;
  }

  const size = (box) => (box.right - box.left) * (box.bottom - box.top);

  function edge(layer, box) {
    const back = layer.getScreenCTM().inverse();
    const from = new DOMPoint(box.left, box.top).matrixTransform(back), to = new DOMPoint(box.right, box.bottom).matrixTransform(back);
    return ["ring-ghost-b", "ring-ghost"].map((name) => {
      const rect = document.createElementNS(SVG, "rect");
      for (const [key, value] of Object.entries({ class: name, x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y, rx: 7 })) {
        rect.setAttribute(key, value);
      }
      return rect;
    });
  }

  // --- resting: the pointer on a thing, the focus, a long press

  function rested(event, after) {
    const thing = event.target instanceof Element ? event.target.closest("[data-choice]") : null;
    if (!thing || thing.classList.contains("unlit")) return;
    clearTimeout(resting);
    resting = setTimeout(() => {
      const meant = table.meant(thing);
      if (meant.length === 1 && thing.isConnected) foresee(meant[0]);
    }, after);
  }
  document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") rested(event, REST); });
  document.addEventListener("pointerout", (event) => {
    const from = event.target instanceof Element && event.target.closest("[data-choice]");
    const within = from && event.relatedTarget instanceof Element && event.relatedTarget.closest("[data-choice]") === from;
    if (event.pointerType === "mouse" && from && !within) leave();
  });
  document.addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse") rested(event, PRESS); });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => { if (event.pointerType !== "mouse") leave(); });
  }
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-choice]:focus-visible")) rested(event, REST); });
  document.addEventListener("focusout", (event) => { if (event.target.matches("[data-choice]")) leave(); });
  // Another tab of a phone: what would change there is shown, too.
  document.addEventListener("click", (event) => { if (event.target.closest("#dock") && over) leave(); });

  return { begin: (given) => { table = given; }, told, foresee, forget };
})();
