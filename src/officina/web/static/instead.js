// What was chosen last can be changed directly: while it can be taken back, the other answers to that question stay marked on
// the board (unlit bulbs, a plain ring round the one that was chosen). A click on one takes the last choice back and makes it.
"use strict";
window.officinaInstead = ({ turn, offered, undo, choose, words }) => {
  const SVG = "http://www.w3.org/2000/svg";
  let sent = null, made = null, wanted = null;

  // The things that stand for one answer each, by their ids, when an answer is sent.
  function remember(notation) {
    if (sent && sent.chosen === notation) return;
    const things = new Map();
    for (const thing of document.querySelectorAll("#board [data-choice][id]:not(.unlit)"))
      if (!thing.dataset.choice.includes("|")) things.set(thing.id, thing.dataset.choice);
    sent = { chosen: notation, question: offered().join("|"), things };
  }

  function clear() {
    for (const ring of document.querySelectorAll("#board .instead-ring")) ring.remove();
    for (const thing of document.querySelectorAll("#board [data-instead]")) {
      delete thing.dataset.instead;
      if (thing.dataset.choice) continue; // lit again by itself
      thing.setAttribute("role", "img");
      thing.removeAttribute("tabindex");
      thing.setAttribute("aria-label", (thing.getAttribute("aria-label") || "").replace(words.instead, "").trim());
    }
  }

  function ring(thing, ...names) {
    const { x, y, width, height } = thing.getBBox();
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "instead-ring");
    for (const name of names) {
      const rect = document.createElementNS(SVG, "rect");
      const places = { class: name, x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8 };
      for (const key in places) rect.setAttribute(key, places[key]);
      group.append(rect);
    }
    thing.append(group);
  }

  function mark() {
    clear();
    const now = offered();
    const can = made && turn() && document.querySelector("#undo:not([aria-disabled])") && !document.getElementById("lesson");
    if (!can || !now.length || now.join("|") === made.question) return;
    for (const [id, notation] of made.things) {
      const thing = document.getElementById(id);
      if (!thing || thing.dataset.choice || thing.dataset.pick || !thing.getBBox || !thing.getBBox().width) continue;
      if (notation === made.chosen) { ring(thing, "ring-pick-b", "ring-pick"); continue; }
      ring(thing, "hit", "ring-instead");
      thing.dataset.instead = notation;
      thing.setAttribute("role", "button");
      thing.setAttribute("tabindex", "0");
      thing.setAttribute("aria-label", `${words.instead} ${thing.getAttribute("aria-label") || ""}`);
    }
  }

  // Once the last choice is taken back, the other one is made.
  function go() {
    if (!wanted || !offered().includes(wanted)) return;
    const notation = wanted;
    wanted = null;
    choose(notation);
  }

  return {
    remember, mark, go,
    take(thing) { wanted = thing.dataset.instead; undo(); },
    answered(said, ok) {
      if (said.do === "choose") made = ok ? sent : made;
      else if (said.do === "undo") made = null;
      if (!ok) wanted = null;
      sent = null;
      mark();
    },
  };
};
