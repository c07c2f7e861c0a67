// The form of a new table: only the seats of the chosen number of players are shown, and what belongs to the chosen clock.
"use strict";
(() => {
  const players = document.getElementById("players");
  const show = () => {
    for (const row of document.querySelectorAll(".seat-row")) {
      row.hidden = Number(row.dataset.seat) >= Number(players.value);
      row.querySelector("select").disabled = row.hidden;
    }
  };
  players.addEventListener("change", show);
  show();

  // Only what belongs to the chosen clock is shown; times are those of where the person is.
  const clock = document.getElementById("c-clock");
  const showClock = () => {
    for (const row of document.querySelectorAll("[data-clock]")) {
      row.hidden = row.dataset.clock !== "" && row.dataset.clock !== clock.value;
    }
  };
  clock.addEventListener("change", showClock);
  showClock();
  const zone = document.getElementById("c-zone");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (here && zone.value === zone.defaultValue && !document.querySelector(".error")) zone.value = here;
})();
