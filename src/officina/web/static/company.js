// The company at the table: forms that stay on the page, clocks, talk, the private note, the next table.
"use strict";
(() => {
  const { notice, words, table, seat, past } = window.officina;
  const $ = (id) => document.getElementById(id);
  const lasting = (name) => `officina.${name}.${table}`;

  // --- forms: sent without leaving the page; a refusal is told where all others are

  async function send(form, more) {
    const data = new FormData(form);
    data.set("id", crypto.getRandomValues(new Uint32Array(4)).join("-"));
    for (const [name, value] of Object.entries(more || {})) data.set(name, value);
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data), headers: { Accept: "application/json" } })
      .catch(() => null);
    const told = answer ? await answer.json().catch(() => ({})) : {};
    return answer && answer.ok ? "" : told.text || words.failed;
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-quiet]");
    if (!form) return;
    event.preventDefault();
    if (form.hasAttribute("aria-busy")) return;
    form.setAttribute("aria-busy", "true");
    const button = event.submitter;
    const wrong = await send(form, button && button.name ? { [button.name]: button.value } : {});
    form.removeAttribute("aria-busy");
    if (wrong) return notice(wrong, "");
    if (form.hasAttribute("data-clear")) form.reset();
    for (const past of form.querySelectorAll("[data-until-saved]")) past.remove();
    if (form.dataset.done) notice(form.dataset.done, "", [], true);
  });

  // --- clocks: counted down here from the moments that the server stored, by the server's time

  const SIGN_SECONDS = 7;
  let ahead = 0;
  document.addEventListener("officina-time", (event) => { ahead = event.detail * 1000 - Date.now(); tick(); });

  function shortTime(seconds) {
    const whole = Math.floor(Math.abs(seconds)), hours = Math.floor(whole / 3600);
    const two = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(whole / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  }

  function tick() {
    const now = (Date.now() + ahead) / 1000;
    for (const clock of document.querySelectorAll("[data-deadline]")) {
      const left = Number(clock.dataset.deadline) - now;
      const shown = left < 0 ? `${words.late} ${shortTime(left)}` : shortTime(left);
      if (clock.textContent !== shown) clock.textContent = shown;
      clock.classList.toggle("late", left < 0);
      clock.title = new Date(Number(clock.dataset.deadline) * 1000).toLocaleString(document.documentElement.lang);
    }
    for (const form of document.querySelectorAll("[data-after]")) {
      form.hidden = Number(form.dataset.after) > now || Number(form.dataset.until || Infinity) <= now;
    }
    // A sign is on its maker's plate for a moment; who comes later finds it in the talk.
    for (const sign of document.querySelectorAll("[data-made]")) sign.hidden = Math.abs(now - Number(sign.dataset.made)) > SIGN_SECONDS;
  }
  setInterval(tick, 1000);
  document.addEventListener("officina-state", tick);
  tick();

  // --- the seat is somebody else's now, or the table is locked: what may be seen is shown by a page of its own, and why is said there

  const TOLD = "officina.unseated";
  document.addEventListener("officina-unseated", (event) => {
    sessionStorage.setItem(TOLD, event.detail);
    location.replace(`/t/${table}`);
  });
  const why = sessionStorage.getItem(TOLD);
  if (why) {
    sessionStorage.removeItem(TOLD);
    notice(why, "");
  }

  // --- talk: what has not been read is marked until the talk is opened

  const box = $("talk-box");
  function latest() {
    const line = document.querySelector("#talk [data-line]");
    return line ? Number(line.dataset.line) : 0;
  }
  function unread() {
    if (!box) return;
    const open = !box.hidden && !$("drawer").hidden;
    if (open) localStorage.setItem(lasting("read"), String(latest()));
    $("unread").hidden = latest() <= Number(localStorage.getItem(lasting("read")) || 0);
  }
  if (box) {
    document.addEventListener("officina-drawer", (event) => {
      unread();
      if (event.detail === "talk" && $("line")) $("line").focus({ preventScroll: true });
    });
    document.addEventListener("officina-state", unread);
    unread();
  }

  // --- links are copied by a button

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      else document.execCommand("copy"); // an address without https has no other way
    } catch { document.execCommand("copy"); }
    const words = button.querySelector("span");
    if (!button.dataset.words) button.dataset.words = words.textContent;
    words.textContent = button.dataset.copied;
    setTimeout(() => { words.textContent = button.dataset.words; }, 2500);
  });

  // --- the private note saves itself

  const note = $("note");
  let noting = null;
  async function saveNote() {
    clearTimeout(noting);
    noting = null;
    const state = $("note-state");
    state.textContent = (await send(note.form)) || state.dataset.saved;
  }
  if (note) {
    note.addEventListener("input", () => {
      $("note-state").textContent = "";
      clearTimeout(noting);
      noting = setTimeout(saveNote, 600);
    });
    note.addEventListener("blur", () => { if (noting) saveNote(); });
    note.form.addEventListener("submit", (event) => { event.preventDefault(); saveNote(); });
    addEventListener("pagehide", () => {
      if (noting) navigator.sendBeacon(note.form.action, new URLSearchParams({ text: note.value }));
    });
  }

  // --- another table that waits for the same person

  async function nextTable() {
    const link = $("next-table");
    if (!link || document.hidden) return;
    // The server may go away at any moment, in the middle of its answer, too.
    const turns = await fetch("/turns", { headers: { Accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json() : [])).catch(() => []);
    const waiting = turns.filter((other) => other.table !== table);
    // The link is in the menu, whose button gets a mark: in the bar it would push the players aside.
    link.hidden = $("elsewhere").hidden = waiting.length === 0;
    $("elsewhere").closest("summary").title = waiting.length ? link.textContent : "";
    if (waiting.length) {
      link.href = `/t/${waiting[0].table}`;
      link.title = waiting[0].name;
    }
  }
  let asked = 0, turn = null;
  function soon(event) {
    turn = event.detail.turn;
    if (turn || Date.now() - asked < 3000) return;
    asked = Date.now();
    nextTable();
  }
  document.addEventListener("officina-state", soon);
  document.addEventListener("visibilitychange", nextTable);
  setInterval(nextTable, 60000);
  if (seat !== "" || past) nextTable();
})();
