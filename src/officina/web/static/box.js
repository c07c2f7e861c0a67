// The editor of a box: a change is sent at once, and what the server answers is morphed in. Without this script every figure
// has a button of its own; all checks are the server's either way.
"use strict";
(() => {
  document.documentElement.classList.add("js");
  let line = Promise.resolve();

  // What one touched stays where it is on the screen, whatever becomes longer above it.
  let touched = "";
  const placeOf = () => document.getElementById(touched)?.getBoundingClientRect().top;
  document.addEventListener("pointerdown", (event) => { touched = event.target.closest("main [id]")?.id ?? ""; }, true);
  document.addEventListener("focusin", (event) => { touched = event.target.closest("main [id]")?.id ?? ""; });

  const show = (text, address) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.getElementById("main"), main = document.getElementById("main");
    if (!fresh || !fresh.dataset.box) { location.href = address; return; }
    const open = new Set([...main.querySelectorAll("details[open]")].map((each) => each.closest("section").id));
    for (const each of fresh.querySelectorAll("details")) if (open.has(each.closest("section").id)) each.open = true;
    const sheet = page.querySelector("svg.sheet"), known = document.querySelector("svg.sheet");
    if (sheet && known) known.replaceWith(sheet);  // a piece may be drawn with other parts now
    // Whoever writes on is not disturbed; a button that was pressed says what it does next.
    const writes = document.activeElement?.matches("input, select, textarea") ?? false;
    const before = placeOf();
    Idiomorph.morph(main, fresh, { morphStyle: "outerHTML", ignoreActiveValue: writes });
    const after = placeOf();
    if (before !== undefined && after !== undefined && Math.abs(after - before) > 1) scrollBy({ top: after - before, behavior: "instant" });
    document.getElementById("main").dataset.state = "still";
  };

  const state = (word) => {
    document.getElementById("main").dataset.state = word;
    document.getElementById("lost").hidden = word !== "lost";
  };

  // What could not be sent, or was not taken, waits in its order; it is sent again when one asks for it or the device is back in
  // the net. What was answered with another page was taken, whatever that page says.
  const LATER = [429, 502, 503, 504];
  const waiting = [];

  const deliver = async () => {
    while (waiting.length) {
      let answer, text;
      try {
        answer = await fetch(waiting[0].action, { method: "POST", body: waiting[0].data });
        if (!answer.redirected && LATER.includes(answer.status)) throw answer;
        text = await answer.text();
      } catch {
        state("lost");
        return;
      }
      waiting.shift();
      if (!waiting.length) show(text, answer.url);
    }
  };

  const send = (form) => {
    waiting.push({ action: form.action, data: new URLSearchParams(new FormData(form)) });
    document.getElementById("main").dataset.state = "busy";
    line = line.then(deliver);
  };

  addEventListener("online", () => { line = line.then(deliver); });
  addEventListener("beforeunload", (event) => { if (waiting.length) event.preventDefault(); });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-live]")) return;
    event.preventDefault();
    send(event.target);
  });
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-live]");
    if (form && event.target.name === "value") send(form);
  });
  document.addEventListener("click", (event) => {
    const jump = event.target.closest(".jump a, .verdict a"), there = jump && document.querySelector(jump.getAttribute("href"));
    const fold = there && (there.querySelector("details") || there.closest("details"));
    if (fold) fold.open = true;
    if (event.target.closest("#again")) line = line.then(deliver);
    const step = event.target.closest("[data-by]");
    if (!step) return;
    const field = step.form.elements.value, least = Number(field.dataset.least), most = Number(field.dataset.most);
    let next = (parseInt(field.value, 10) || 0) + Number(step.dataset.by);
    if (most > least) next = Math.min(most, Math.max(least, next));
    if (String(next) === field.value) return;
    field.value = String(next);
    send(step.form);
  });
})();
