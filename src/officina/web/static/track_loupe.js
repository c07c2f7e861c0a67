// What lies under a finger, larger and beside it: shown while a mark is dragged by touch.
"use strict";
(() => {
  const TIMES = 2.5;
  const stage = document.getElementById("stage"), sheet = document.getElementById("sheet"), loupe = document.getElementById("loupe");
  let copy = null;

  const begin = () => {
    copy = sheet.cloneNode(true);
    for (const each of [copy, ...copy.querySelectorAll("[id], [tabindex]")]) {
      each.removeAttribute("id");
      each.removeAttribute("tabindex");
    }
    const photo = sheet.querySelector("canvas"), seen = copy.querySelector("canvas");
    if (!photo.hidden) seen.getContext("2d").drawImage(photo, 0, 0);  // a copy of a canvas is empty
    copy.querySelector('[data-layer="marks"]').replaceChildren();  // the mark itself would hide what it is put on
    loupe.replaceChildren(copy);
  };
  // x, y: a place on the sheet in pixels, and whether the finger is in the left half of the stage.
  const follow = (x, y, clientX) => {
    if (!copy) begin();
    const box = stage.getBoundingClientRect();
    loupe.classList.toggle("right", clientX < box.left + box.width / 2);
    loupe.style.setProperty("top", `${stage.offsetTop + 8}px`);
    loupe.hidden = false;
    copy.style.setProperty("transform", `translate(${loupe.clientWidth / 2 - x * TIMES}px, ${loupe.clientHeight / 2 - y * TIMES}px) scale(${TIMES})`);
  };
  const end = () => {
    copy = null;
    loupe.hidden = true;
    loupe.replaceChildren();
  };

  window.TrackLoupe = { follow, end };
})();
