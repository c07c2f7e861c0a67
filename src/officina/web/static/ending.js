// The end of a game is counted up: part by part the scores grow, then the sum stands there. Any click or key shows it at once.
"use strict";
(() => {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const PART = 650;
  let shown = document.querySelector("#end .end") !== null; // whoever comes later sees the result

  document.addEventListener("officina-state", () => {
    const end = document.querySelector("#end .end");
    if (!end || shown) return;
    shown = true;
    if (!end.classList.contains("unplaced")) window.sounds.fanfare();
    if (!calm.matches && window.beats.wanted()) count(end);
  });

  function count(end) {
    const rows = [...end.querySelectorAll(".scores tbody tr")].map((row) => {
      const total = row.querySelector(".end-total strong");
      const parts = [...row.querySelectorAll("td:not(.end-place):not(.end-total):not(.end-tie)")];
      return { parts, points: parts.map((cell) => Number(cell.textContent)), total, sum: total.textContent };
    });
    const most = rows.length ? rows[0].parts.length : 0;
    const adds = (row) => row.points.reduce((a, b) => a + b, 0) === Number(row.sum); // not every result is a sum
    if (!most || !rows.every(adds)) return;
    end.classList.add("counting");
    let done = 0, timer = 0;

    function step() {
      for (const { parts, points, total } of rows) {
        parts.forEach((cell, place) => cell.classList.toggle("counted", place < done));
        total.textContent = String(points.slice(0, done).reduce((a, b) => a + b, 0));
      }
      if (done === most) return finish();
      done += 1;
      window.sounds.click();
      timer = setTimeout(step, PART);
    }

    function finish() {
      clearTimeout(timer);
      end.classList.remove("counting");
      for (const { total, sum } of rows) total.textContent = sum;
      removeEventListener("pointerdown", finish, true);
      removeEventListener("keydown", finish, true);
    }
    addEventListener("pointerdown", finish, true);
    addEventListener("keydown", finish, true);
    step();
  }
})();
