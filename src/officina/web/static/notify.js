// Being told that it is one's turn: by the page while it is open and out of sight, and where the server pushes (data-key) also
// when no page is open. One switch for both, on the table's page, in its menu and on one's own page.
"use strict";
(() => {
  const settings = document.getElementById("notify");
  const words = settings.dataset, main = document.getElementById("main");
  const { table, as: seat } = main.dataset, key = words.key || "";
  const switches = document.querySelectorAll("[data-notify]");
  const able = "Notification" in window;
  const reachable = key && "serviceWorker" in navigator && "PushManager" in window;
  const wanted = () => able && Notification.permission === "granted" && localStorage.getItem("officina.notify") === "on";

  function tell(text) {
    if (window.officina) window.officina.notice(text, "");
    else document.getElementById("notify-told").textContent = text;
  }

  // --- the push service of the browser's maker

  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const bytes = (letters) => Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

  async function post(path, fields) {
    const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } });
    return answer.ok ? "" : (await answer.json()).text;
  }

  async function manager() {
    await navigator.serviceWorker.register("/worker.js");
    return (await navigator.serviceWorker.ready).pushManager;
  }

  // Subscribed with the server's present key, and the server knows it, for this table, too; what is wrong, else nothing.
  async function subscribe() {
    const pushes = await manager();
    let found = await pushes.getSubscription();
    const old = found && text(found.options.applicationServerKey) !== key ? found : null;
    if (old) { await old.unsubscribe(); found = null; }
    if (!found) found = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const fields = { endpoint: found.endpoint, ...found.toJSON().keys, key };
    if (old) await post("/push/again", { ...fields, old: old.endpoint });
    const place = `officina.push.${table || "me"}.${seat || ""}`, today = new Date().toISOString().slice(0, 10);
    const told = [found.endpoint, key, document.documentElement.lang, today].join(" ");
    if (localStorage.getItem(place) === told) return "";
    const wrong = await post("/push", seat ? { ...fields, table, seat: Number(seat) + 1 } : fields);
    if (!wrong) localStorage.setItem(place, told);
    return wrong;
  }

  async function unsubscribe() {
    for (const name of Object.keys(localStorage)) if (name.startsWith("officina.push.")) localStorage.removeItem(name);
    const found = await (await manager()).getSubscription();
    if (!found) return;
    await found.unsubscribe();
    await post("/push/off", { endpoint: found.endpoint });
  }

  // --- the switch

  function show() {
    for (const one of switches) one.setAttribute("aria-pressed", String(wanted()));
  }

  async function turn() {
    if (wanted()) {
      localStorage.setItem("officina.notify", "off");
      show();
      if (reachable) await unsubscribe().catch(() => {});
      return;
    }
    if (!able || (await Notification.requestPermission()) !== "granted") return tell(words.denied);
    localStorage.setItem("officina.notify", "on");
    show();
    if (key && !reachable) return tell(words.unreachable);
    const wrong = reachable ? await subscribe().catch(() => words.unreachable) : "";
    if (wrong) tell(wrong);
    else if (words.on) tell(words.on);
  }

  for (const one of switches) one.addEventListener("click", turn);
  show();
  if (reachable && wanted() && (seat || !table)) subscribe().catch(() => {}); // a new table, a new key: the browser keeps up by itself

  // --- while the page is open and nobody looks at it; one a table

  let mine = null;
  document.addEventListener("officina-state", async (event) => {
    const begun = event.detail.turn && mine === false;
    mine = event.detail.turn;
    if (!begun || !document.hidden || !wanted()) return;
    const more = { tag: `officina-${table}`, icon: "/static/icon-turn.svg" };
    try {
      const shown = new Notification(words.turn, more);
      shown.onclick = () => { window.focus(); shown.close(); };
    } catch { // phones let only the service worker show one
      const worker = await navigator.serviceWorker?.getRegistration();
      await worker?.showNotification(words.turn, { ...more, data: { url: location.pathname + location.search } });
    }
  });
})();
