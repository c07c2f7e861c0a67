// What a page is drawn for. Every page keeps it in a cookie, so that a table is drawn right at once; a table that was not is read anew.
"use strict";
(() => {
  const drawn = () => document.getElementById("main")?.dataset.screen;
  const now = () => (innerWidth >= 1200 ? "wide" : innerWidth >= 720 ? "middle" : "phone");

  function keep() {
    const screen = now();
    if (!document.cookie.includes(`screen=${screen}`)) document.cookie = `screen=${screen};path=/;max-age=31536000;samesite=lax`;
    if (drawn() && drawn() !== screen && document.cookie.includes(`screen=${screen}`)) location.reload();
  }

  let resizing = 0;
  addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(keep, 300); });
  keep();
})();
