// Before the game: links are copied by a button, and whoever sits down has the name of the table before.
"use strict";
(() => {
  const remembered = () => {
    const found = document.cookie.match(/(?:^|; )name=([^;]*)/);
    try { return found ? decodeURIComponent(found[1]) : ""; } catch { return ""; }
  };
  const prepare = () => {
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
    for (const field of document.querySelectorAll("[data-remembered]")) {
      if (!field.dataset.filled) { field.dataset.filled = "1"; if (!field.value) field.value = remembered(); }
    }
  };
  prepare();
  new MutationObserver(prepare).observe(document.getElementById("lobby"), { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });

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
})();
