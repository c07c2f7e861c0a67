// Every piece explains itself: after a moment of rest, on focus, on a long press. One card, beside the piece, never over it.
(() => {
  "use strict";
  const REST = 400, CHOICE = 1600, PRESS = 500, LEAVE = 220, EDGE = 8, GAP = 10, WIDTH = 276, STRIDE = 24;
  const main = document.getElementById("main");
  if (!main || !main.dataset.game) return;
  let entries = null, timer = 0, leaving = 0, shown = null, pressed = false;

  const card = document.createElement("aside");
  card.id = "thing-card";
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  const piece = document.createElement("div"), told = document.createElement("div");
  piece.className = "thing-piece";
  told.className = "thing-words";
  card.append(piece, told);
  document.body.append(card);

  function load() {
    const box = main.dataset.box ? `?table=${main.dataset.table}` : "";  // figures of an owner's own box
    entries ??= fetch(`/glossary/${main.dataset.game}${box}`).then((answer) => (answer.ok ? answer.json() : {})).catch(() => ({}));
    return entries;
  }

  function thingAt(target) {
    const found = target instanceof Element ? target.closest("[data-thing]") : null;
    return found && found.closest("#board, #ask, #strip, .sheet-over") ? found : null;
  }

  function busy() { // a beat is playing, a menu or a dialog is open: not now
    const beat = document.getElementById("beat"), menu = document.getElementById("menu");
    return Boolean((beat && !beat.hidden) || (menu && !menu.hidden) || document.querySelector("dialog[open]"));
  }

  async function show(element) {
    const entry = (await load())[element.dataset.thing];
    if (!entry || !element.isConnected || busy()) return;
    hide();
    shown = element;
    const name = document.createElement("h3"), text = document.createElement("p");
    name.textContent = entry.name;
    text.textContent = upper(entry.text);
    told.replaceChildren(name, ...thisOne(element, entry), text);
    if (entry.rule) {
      const way = document.createElement("a");
      Object.assign(way, { className: "rule thing-more", href: `/rules/${main.dataset.game}#rule-${entry.rule}`, textContent: entry.sign });
      way.dataset.rule = entry.rule;
      told.append(way);
    }
    drawPiece(element);
    card.className = `coming${piece.firstChild ? "" : " plain"}`;
    card.hidden = false;
    place(element.getBoundingClientRect());
    element.setAttribute("aria-describedby", card.id);
    requestAnimationFrame(() => card.classList.remove("coming"));
  }

  const upper = (words) => words[0].toUpperCase() + words.slice(1);

  // What this very piece is, as its label has it: which feature a tile has, what a space pays; nothing is said twice.
  function thisOne(element, { name, text }) {
    const around = element.parentElement?.closest("[data-thing][aria-label]"); // a tile in its space has the space's label
    const labelled = !element.hasAttribute("aria-label") && around?.dataset.thing === element.dataset.thing ? around : element;
    const whole = (labelled.getAttribute("aria-label") || "").trim();
    const label = (whole.startsWith(`${name}: `) ? whole.slice(name.length + 2) : whole).trim();
    if (!label || [name, text].some((told) => told.toLowerCase() === label.toLowerCase())) return [];
    const line = document.createElement("div");
    line.className = "thing-this";
    line.textContent = upper(label);
    return [line];
  }

  // The piece itself, small, without its rings.
  function drawPiece(element) {
    piece.replaceChildren();
    if (!(element instanceof SVGGraphicsElement)) return;
    const box = element.getBBox();
    if (!box.width || !box.height || box.width > 420 || box.height > 420) return;
    const copy = element.cloneNode(true);
    for (const part of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of ["id", "tabindex", "role", "aria-label", "data-choice", "data-pick", "data-flip", "data-thing", "aria-describedby"]) part.removeAttribute(name);
    }
    copy.removeAttribute("transform");
    copy.style.transform = "none";
    copy.classList.remove("lit");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
    svg.setAttribute("aria-hidden", "true");
    svg.append(copy);
    piece.append(svg);
  }

  const over = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const drawn = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect()).filter((each) => each.width && each.height);

  // Beside the piece, as near as can be without lying over it, the question, or anything that can be chosen or is foreseen.
  // Where no place is free, it lets every click through.
  function place(at) {
    const width = card.offsetWidth || WIDTH, height = card.offsetHeight, right = innerWidth - width - EDGE, low = innerHeight - height - EDGE;
    const own = { left: at.left - GAP + 1, right: at.right + GAP - 1, top: at.top - GAP + 1, bottom: at.bottom + GAP - 1 };
    const taken = [...drawn("#board [data-choice]:not(.unlit), #board [data-pick]:not(.unlit), #answers [data-choice], #ask, #foreseen, .coach"), own];
    const foreseen = drawn("#board .ring-ghost, #board .would-be, #board .would-go");
    const whole = (at.right - at.left) * (at.bottom - at.top) > 0.3 * innerWidth * innerHeight; // the board itself: any place lies over it
    const spot = (x, y) => { const left = Math.max(EDGE, Math.min(x, right)), top = Math.max(EDGE, Math.min(y, low)); return { left, top, right: left + width, bottom: top + height }; };
    const away = (one) => Math.hypot(Math.max(0, one.left - at.right, at.left - one.right), Math.max(0, one.top - at.bottom, at.top - one.bottom));
    const hit = (one) => taken.reduce((sum, other) => sum + (other === own && whole ? 0 : over(one, other)), 0);
    const bad = (one) => 100 * hit(one) + foreseen.reduce((sum, other) => sum + over(one, other), 0) + away(one) * 4;
    const middle = (at.left + at.right - width) / 2, level = (at.top + at.bottom - height) / 2;
    const spots = [spot(at.right + GAP, level), spot(at.left - GAP - width, level), spot(middle, at.bottom + GAP), spot(middle, at.top - GAP - height)];
    for (let x = EDGE; x <= right; x += STRIDE) for (let y = EDGE; y <= low; y += STRIDE) spots.push(spot(x, y));
    const best = spots.reduce((one, two) => (bad(two) < bad(one) ? two : one));
    card.style.left = `${best.left}px`;
    card.style.top = `${best.top}px`;
    card.classList.toggle("through", hit(best) > 0);
  }

  function hide() {
    clearTimeout(timer);
    shut();
  }

  // The next one may be on its way: the pointer left this piece for another, and rests there.
  function shut() {
    clearTimeout(leaving);
    card.hidden = true;
    if (shown) shown.removeAttribute("aria-describedby");
    shown = null;
  }

  // Who rests on a choice is shown first what it would bring; the card would lie over it.
  const rest = (element) => (element.closest("[data-choice]:not(.unlit)") ? CHOICE : REST);

  function soon(element, after) {
    clearTimeout(timer);
    clearTimeout(leaving);
    if (element !== shown) timer = setTimeout(() => show(element), after);
  }

  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    if (event.target instanceof Element && event.target.closest("#thing-card")) return clearTimeout(leaving);
    const element = thingAt(event.target);
    if (element && element === shown) return clearTimeout(leaving);
    clearTimeout(timer);
    if (shown) {
      clearTimeout(leaving);
      leaving = setTimeout(shut, LEAVE);
    }
    if (element) timer = setTimeout(() => show(element), rest(element)); // it begins again with every movement: only rest counts
  }, { passive: true });

  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest("#thing-card")) return;
    pressed = false;
    hide();
    const element = event.pointerType === "touch" ? thingAt(event.target) : null;
    if (element) timer = setTimeout(() => { pressed = true; show(element); }, PRESS);
  }, { passive: true });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, (event) => { if (event.pointerType === "touch") clearTimeout(timer); }, { passive: true });
  document.addEventListener("touchmove", () => clearTimeout(timer), { passive: true });
  document.addEventListener("contextmenu", (event) => { if (pressed) event.preventDefault(); });
  document.addEventListener("click", (event) => { // the click of a long press chooses nothing
    if (!pressed) return;
    pressed = false;
    if (event.target instanceof Element && event.target.closest("#thing-card")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("focusin", (event) => {
    const element = thingAt(event.target);
    if (element && event.target.matches(":focus-visible")) soon(element, rest(element));
    else if (!(event.target instanceof Element && event.target.closest("#thing-card"))) hide();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" || event.key === "Enter" || event.key === " ") hide(); });
  document.addEventListener("scroll", hide, true);
  addEventListener("resize", hide);
  new MutationObserver(() => { if (shown && !shown.isConnected) hide(); }).observe(document.getElementById("board") || main, { childList: true, subtree: true });
})();
