// Searching in rules and glossary, with the words around each hit; on the page of the rules and in the panel of a table.
(() => {
  "use strict";
  const AROUND = 60, MOST = 60;

  // The places where a text is told: each rule, thing, line of a table or paragraph, under its heading.
  function places(book) {
    let heading = "";
    const found = [];
    for (const each of book.querySelectorAll("h1, h2, h3, li, tr, p")) {
      if (/^H\d$/.test(each.tagName)) { heading = each.textContent; continue; }
      if (each.tagName === "P" && each.closest("li, td, details")) continue;
      if (each.tagName === "LI" && each.querySelector("li")) continue;
      found.push({ heading, item: each });
    }
    return found;
  }

  function plain(item) {
    const copy = item.cloneNode(true);
    for (const fold of copy.querySelectorAll("details.source, .printed-source")) fold.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  function snippet(text, at, length) {
    let start = Math.max(0, at - AROUND), end = Math.min(text.length, at + length + AROUND);
    if (start > 0) start = Math.min(at, text.indexOf(" ", start) + 1); // whole words
    if (end < text.length) end = Math.max(at + length, text.lastIndexOf(" ", end));
    const line = document.createElement("span"), hit = document.createElement("mark");
    hit.textContent = text.slice(at, at + length);
    line.append(start > 0 ? "… " : "", text.slice(start, at), hit, text.slice(at + length, end), end < text.length ? " …" : "");
    return line;
  }

  // Fills a box with the hits of a search in a book; an empty search shows the book again.
  function find(book, box, wanted, words, open) {
    const sought = wanted.trim().toLowerCase();
    box.hidden = sought === "";
    book.hidden = sought !== "";
    if (!sought) return box.replaceChildren();
    const list = document.createElement("ol");
    let count = 0;
    for (const { heading, item } of places(book)) {
      const text = plain(item), at = text.toLowerCase().indexOf(sought);
      if (at < 0) continue;
      count += 1;
      if (count > MOST) continue;
      const line = document.createElement("li"), way = document.createElement("button"), where = document.createElement("small");
      Object.assign(way, { type: "button", className: "rule-hit" });
      where.textContent = heading;
      way.append(where, snippet(text, at, sought.length));
      way.addEventListener("click", () => open(item));
      line.append(way);
      list.append(line);
    }
    const told = document.createElement("p");
    told.className = "rule-count";
    told.textContent = count === 0 ? words.nothing.replace("%s", wanted.trim()) : count === 1 ? words.one : words.many.replace("%s", count);
    box.replaceChildren(told, ...(count ? [list] : []));
  }

  window.officinaRules = { find };

  const book = document.getElementById("rule-book"), box = document.getElementById("rule-found"), field = document.getElementById("rule-search");
  if (!book || !box || !field) return;
  for (const stage of book.querySelectorAll(".picture-stage")) stage.className += ` stage ${book.dataset.stage}`;
  const show = (item) => {
    field.value = "";
    find(book, box, "", box.dataset, () => {});
    for (const old of book.querySelectorAll(".cited")) old.classList.remove("cited");
    item.classList.add("cited");
    item.scrollIntoView({ block: "center" });
    item.setAttribute("tabindex", "-1");
    item.focus();
  };
  field.addEventListener("input", () => find(book, box, field.value, box.dataset, show));
  addEventListener("hashchange", () => { field.value = ""; find(book, box, "", box.dataset, () => {}); });
  if (matchMedia("(max-width: 900px)").matches) document.querySelector(".rule-contents details").open = false;
  document.getElementById("print-rules").addEventListener("click", () => print());
})();
