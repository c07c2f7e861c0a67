// Tips for one's first games: one line under the question. Which games of a title were the first is remembered here, in the
// browser; the switch in the menu shows tips always or never from then on.
"use strict";
(() => {
  const main = document.getElementById("main"), button = document.getElementById("tips");
  if (!button) return;
  const first = Number(button.dataset.games);
  const place = `officina.tips.${main.dataset.game}`;
  const told = new Map(); // by version: a table changes while nobody asks us anything new

  function games() {
    try {
      const kept = JSON.parse(localStorage.getItem(place) || "[]");
      return Array.isArray(kept) ? kept : [];
    } catch { return []; }
  }

  // A table counts as one of the first games once it asks us something.
  function wanted() {
    if (document.querySelector(".lesson-steps")) return false; // the coach says more
    const kept = localStorage.getItem("officina.tips");
    if (kept) return kept === "on";
    const known = games();
    if (known.includes(main.dataset.table)) return true;
    if (known.length >= first) return false;
    if (asked()) localStorage.setItem(place, JSON.stringify([...known, main.dataset.table]));
    return true;
  }

  const asked = () => Boolean(document.getElementById("tip") && document.querySelector("#choices .choice"));

  function show() {
    const on = wanted();
    main.classList.toggle("tips", on);
    button.setAttribute("aria-pressed", String(on));
    const line = document.getElementById("tip");
    if (!on || !asked()) return;
    const base = officina.base();
    if (told.has(base)) line.textContent = line.title = told.get(base);
    else officina.say({ do: "tip", base });
  }

  document.addEventListener("officina-tip", ({ detail }) => {
    if (told.size > 200) told.clear();
    told.set(detail.base, detail.text);
    if (detail.base === officina.base()) show();
  });
  document.addEventListener("officina-state", show);
  button.addEventListener("click", () => {
    localStorage.setItem("officina.tips", wanted() ? "off" : "on");
    show();
  });
  show();
})();
