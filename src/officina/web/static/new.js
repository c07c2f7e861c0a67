// The form of a new table: only the seats of the chosen number of players are shown.
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
})();
