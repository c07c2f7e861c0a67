// Before the game: links can be copied by a button, and whoever sits down has the name of the table before.
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
})();
