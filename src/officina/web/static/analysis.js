// While a game is analysed: the bar moves on, and when it is done the page is read anew.
"use strict";

const bar = document.getElementById("an-progress");

async function look() {
  try {
    const answer = await fetch(bar.dataset.address, { headers: { Accept: "application/json" } });
    if (answer.ok) {
      const told = await answer.json();
      if (told.state !== "running") {
        location.reload();
        return;
      }
      bar.max = told.of;
      bar.value = told.done;
    }
  } catch {
    // The server is away for a moment: ask again.
  }
  setTimeout(look, 700);
}

if (bar) setTimeout(look, 300);
