// Every page: the service worker, which knows the page for a lost connection, and the language in which to show it.
"use strict";
(() => {
  if (!("serviceWorker" in navigator)) return; // an address without https
  addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register("/worker.js");
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ language: document.documentElement.lang });
    } catch { /* a browser that does not want one: everything else works */ }
  });
})();
