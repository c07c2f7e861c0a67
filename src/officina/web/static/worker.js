// The service worker. It never keeps a page of a game: only the one that says that there is no connection (KEPT, put in front by
// the server). And it shows what the server pushes while no page is open.
"use strict";
const CACHE = `officina-${VERSION}`;
const LANGUAGE = "/offline/language"; // not an address of the server: where the person's language is remembered

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const language = await caches.match(LANGUAGE);
    if (language) await (await caches.open(CACHE)).put(LANGUAGE, language);
    const old = (await caches.keys()).filter((name) => name.startsWith("officina-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

// Every page says in which language it is.
self.addEventListener("message", (event) => {
  const { language } = event.data || {};
  if (typeof language !== "string") return;
  event.waitUntil(caches.open(CACHE).then((cache) => cache.put(LANGUAGE, new Response(language))));
});

async function noConnection() {
  const told = await caches.match(LANGUAGE);
  const language = told ? await told.text() : navigator.language.slice(0, 2);
  return (await caches.match(`/offline?language=${language}`)) || (await caches.match("/offline?language=en")) || Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const here = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(noConnection));
  else if (here.origin === location.origin && KEPT.includes(here.pathname + here.search))
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) || Response.error()));
});

// --- what the server pushes

const post = (path, fields) => fetch(path, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } });
const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const bytes = (key) => Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

// The server has another key, or the browser another address: subscribe anew and say which one it was before.
async function again(before, key) {
  if (before) await before.unsubscribe();
  const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { p256dh, auth } = made.toJSON().keys;
  await post("/push/again", { old: before ? before.endpoint : "", endpoint: made.endpoint, p256dh, auth, key });
}

self.addEventListener("push", (event) => {
  const tell = async () => {
    let told = {};
    try { told = event.data.json(); } catch { /* shown all the same: browsers want every message to be shown */ }
    await self.registration.showNotification(told.title || "Officina", {
      body: told.body || "", tag: told.tag || "officina", data: { url: told.url || "/" },
      icon: "/static/icons/icon-192.png", badge: "/static/icons/badge-96.png",
    });
    const before = await self.registration.pushManager.getSubscription();
    if (before && told.key && text(before.options.applicationServerKey) !== told.key) await again(before, told.key);
  };
  event.waitUntil(tell());
});

self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const answer = await fetch("/push/key");
    if (answer.ok) await again(event.oldSubscription, (await answer.json()).key);
  };
  event.waitUntil(renew());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, location.origin);
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
    if (there) return there.focus();
    return self.clients.openWindow(url.href);
  };
  if (url.origin === location.origin) event.waitUntil(open());
});
