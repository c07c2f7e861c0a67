// The form of a new table: as many chairs as players, what belongs to the chosen clock, folds that say their values,
// named sets of options. Without this script the form works all the same: the server reads what it says.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const players = $("players"), row = document.querySelector(".setrow");

  const show = () => {
    row.className = row.className.replace(/\bn\d+/, `n${players.value}`);
    for (const chair of document.querySelectorAll(".seat-row")) {
      chair.hidden = Number(chair.dataset.seat) >= Number(players.value);
      chair.querySelector("select").disabled = chair.hidden;
    }
    // Whoever sat on a chair that is taken away moves up.
    const gone = [...document.querySelectorAll(".seat-row[hidden] select")].find((select) => select.value === "me");
    if (gone) {
      const last = [...document.querySelectorAll(".seat-row:not([hidden]) select")].at(-1);
      gone.value = last.value;
      last.value = "me";
      last.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const step of document.querySelectorAll("[data-step]")) {
      const next = players.options[players.selectedIndex + Number(step.dataset.step)];
      step.hidden = players.options.length < 2;
      step.disabled = !next;
    }
  };
  for (const step of document.querySelectorAll("[data-step]")) {
    step.addEventListener("click", () => {
      players.selectedIndex += Number(step.dataset.step);
      show();
    });
  }
  players.addEventListener("change", show);
  show();

  // One person sits on one chair: whoever takes another one frees the first.
  document.addEventListener("change", (event) => {
    if (!event.target.matches(".seat-row select") || event.target.value !== "me") return;
    for (const other of document.querySelectorAll(".seat-row select")) {
      if (other !== event.target && other.value === "me") other.value = "open";
    }
  });

  // Only what belongs to the chosen clock is shown; times are those of where the person is.
  const clock = $("c-clock");
  const showClock = () => {
    for (const field of document.querySelectorAll("[data-clock]")) {
      field.hidden = field.dataset.clock !== "" && field.dataset.clock !== clock.value;
    }
  };
  clock.addEventListener("change", showClock);
  showClock();
  const zone = $("c-zone");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (here && zone.value === zone.defaultValue && !document.querySelector(".error")) zone.value = here;

  // Each fold says its value.
  for (const value of document.querySelectorAll("[data-of]")) {
    const field = $(value.dataset.of);
    field.addEventListener("change", () => { value.textContent = field.selectedOptions[0].textContent; });
  }

  // A named set fills in the house rules; a change there makes the set one's own.
  const told = $("value-options"), own = document.querySelector("[name=set][value=own]");
  const tell = () => {
    const chosen = document.querySelector("[name=set]:checked");
    if (told && chosen) told.textContent = chosen === own ? told.dataset.own : chosen.parentElement.querySelector("b").textContent;
  };
  for (const set of document.querySelectorAll("[name=set]")) {
    set.addEventListener("change", () => {
      const values = set.dataset.options ? JSON.parse(set.dataset.options) : {};
      for (const [name, value] of Object.entries(values)) if ($(`o-${name}`)) $(`o-${name}`).value = value;
      if (set.dataset.options) for (const field of document.querySelectorAll("input[data-option]")) field.value = "";
      tell();
    });
  }
  for (const field of document.querySelectorAll("[data-option]")) {
    field.addEventListener("input", () => { own.checked = true; tell(); });
  }
})();
