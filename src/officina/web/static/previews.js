// What would happen: while one rests on a choice, its sentences stand in the action bar and the board is shown as it would be.
// That board lies over the real one and takes no clicks: the real one keeps its place, its choices and the focus.
"use strict";
window.previews = (() => {
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const REST = 350, PRESS = 500, MOST = 60;
  const PAD = 3, MUCH = 0.6; // an edge round more than this part of an area would say nothing
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

  function foretell(texts) {
    $("foretold").textContent = texts.join(" ");
    // At a desk it ends where the buttons begin; on a phone they stand below it.
    const bar = $("ask").getBoundingClientRect();
    const buttons = [...$("ask").querySelectorAll("button")].map((button) => button.getBoundingClientRect());
    const lefts = buttons.filter((box) => box.width).map((box) => box.left);
    $("foreseen").style.right = innerWidth < 720 || !lefts.length ? "" : `${bar.right - Math.min(...lefts) + 6}px`;
    $("foreseen").hidden = texts.length === 0;
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
      found.push(box);
    }
    return found;
  }

  // What would lie there no longer, still to be seen, but hardly.
  function went(area, layer, gone) {
    const found = [];
    for (const id of gone) {
      const piece = $(id);
      if (!piece || !area.contains(piece)) continue;
      if (gone.some((other) => other !== id && $(other)?.contains(piece))) continue; // it goes with what it lies on
      const box = piece.getBoundingClientRect();
      if (box.width < 2) continue;
      copy(layer, piece.parentNode, piece.cloneNode(true)).classList.add("would-go");
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
        if (other.left > box.right || other.right < box.left || other.top > box.bottom || other.bottom < box.top) { place += 1; continue; }
        box = { left: Math.min(box.left, other.left), top: Math.min(box.top, other.top), right: Math.max(box.right, other.right), bottom: Math.max(box.bottom, other.bottom) };
        found.splice(place, 1);
        place = 0;
      }
      found.push(box);
    }
    return found;
  }

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
