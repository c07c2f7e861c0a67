// The table's page: one WebSocket, regions morphed in place, choices sent until they are answered.
"use strict";
(() => {
  const main = document.getElementById("main");
  const words = document.getElementById("words").dataset;
  const $ = (id) => document.getElementById(id);
  const past = main.dataset.step !== undefined;
  const seat = main.dataset.as;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let base = Number(main.dataset.base);
  let turn = main.dataset.turn === "1";

  // --- regions

  function show(regions) {
    const before = pieces();
    for (const [name, [hash, markup]] of Object.entries(regions)) {
      let element = $(name);
      if (!element) {
        element = document.createElement("div");
        element.id = name;
        $("board").append(element);
      }
      const typing = document.activeElement instanceof HTMLInputElement;
      Idiomorph.morph(element, markup, { morphStyle: "innerHTML", ignoreActiveValue: typing });
      element.dataset.hash = hash;
    }
    slide(before);
    const offered = new Set([...document.querySelectorAll("#choices .choice")].map((choice) => choice.dataset.choice));
    if ([...$("menu").children].some((choice) => !offered.has(choice.dataset.choice))) closeMenu();
  }

  // Pieces that changed their place slide there: by id, else from where a piece of the same sort has gone.
  function pieces() {
    const found = new Map();
    for (const piece of document.querySelectorAll("[data-flip]")) {
      found.set(piece.id, { key: piece.dataset.flip, box: piece.getBoundingClientRect() });
    }
    return found;
  }

  function slide(before) {
    if (!before.size) return;
    const now = [...document.querySelectorAll("[data-flip]")];
    const here = new Set(now.map((piece) => piece.id));
    const gone = [...before].filter(([id]) => !here.has(id)).map(([, piece]) => piece);
    for (const piece of now) {
      let from = before.get(piece.id);
      if (!from) {
        const place = gone.findIndex((other) => other.key === piece.dataset.flip);
        if (place >= 0) from = gone.splice(place, 1)[0];
        piece.classList.add("moved");
      }
      if (!from || calm.matches || !piece.animate) continue;
      const to = piece.getBoundingClientRect();
      const x = from.box.x - to.x, y = from.box.y - to.y;
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      const scale = piece.ownerSVGElement ? to.width / (piece.getBBox().width || to.width) : 1;
      piece.animate([{ transform: `translate(${x / scale}px,${y / scale}px)` }, { transform: "none" }],
        { duration: 400, easing: "ease-in-out" });
    }
  }

  function mark(state) {
    document.title = state.title;
    $("favicon").href = state.turn ? "/static/icon-turn.svg" : "/static/icon.svg";
    if (state.turn && !turn) {
      chime();
      if (past) notice(state.title, "", [], true);
    }
    turn = state.turn;
  }

  // --- the socket

  let socket = null, tries = 0, waiting = null;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = `?seat=${seat === "" ? 0 : Number(seat) + 1}&language=${document.documentElement.lang}`;
    socket = new WebSocket(`${scheme}//${location.host}/t/${main.dataset.table}/socket${query}`);
    socket.onopen = () => {
      tries = 0;
      $("banner").hidden = true;
      const have = {};
      for (const region of document.querySelectorAll("[data-hash]")) have[region.id] = region.dataset.hash;
      socket.send(JSON.stringify({ do: "hello", past, have }));
      if (waiting) socket.send(JSON.stringify(waiting));
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.is === "state") {
        base = message.base;
        if (!past) show(message.regions);
        mark(message);
        main.dataset.live = String(base);
        document.dispatchEvent(new CustomEvent("officina-state", { detail: message }));
      } else if (message.is === "time") {
        document.dispatchEvent(new CustomEvent("officina-time", { detail: message.now }));
      } else if (message.is === "answer") {
        answered(message);
      }
    };
    socket.onclose = (event) => {
      if (event.code === 4404 || event.code === 4403) {
        notice(words.failed, "");
        return;
      }
      if (tries > 0) $("banner").hidden = false;
      else setTimeout(() => { if (socket.readyState !== 1) $("banner").hidden = false; }, 400);
      const wait = Math.min(3000, 150 * 2 ** tries) * (0.6 + 0.4 * Math.random());
      tries += 1;
      setTimeout(connect, wait);
    };
  }

  function ask(message) {
    if (waiting || past) return;
    waiting = { id: crypto.getRandomValues(new Uint32Array(4)).join("-"), base, ...message };
    $("choices").setAttribute("aria-busy", "true");
    hideNotice();
    if (socket && socket.readyState === 1) socket.send(JSON.stringify(waiting));
  }

  function answered(message) {
    if (!waiting || message.id !== waiting.id) return;
    const asked = waiting;
    waiting = null;
    $("choices").removeAttribute("aria-busy");
    if (message.outcome === "ok") {
      click();
      focusQuestion();
    } else if (message.outcome === "confirm") {
      confirmTurn(asked);
    } else {
      notice(message.outcome === "stale" ? words.stale : message.text, message.rule || "");
      focusQuestion();
    }
  }

  // After one's move the focus goes where the game goes on: the first choice, else the status line.
  function focusQuestion() {
    const first = turn ? document.querySelector("#choices .choice") : null;
    (first || $("status-line") || main).focus({ preventScroll: !first });
  }

  function confirmTurn(asked) {
    const go = () => ask({ do: "choose", say: asked.say, sure: true });
    if (localStorage.getItem("officina.confirm") === "off") return go();
    notice(words.confirm, "", [[words.yes, go], [words.no, focusQuestion]]);
  }

  // --- notices, panel, menu

  function notice(text, rule, buttons, info) {
    const box = $("notice");
    box.classList.toggle("info", Boolean(info || (buttons && buttons.length)));
    box.replaceChildren(document.createTextNode(text + " "));
    if (rule && !text.includes(rule)) {
      const link = document.createElement("a");
      Object.assign(link, { href: `/rules/${main.dataset.game}#rule-${rule}`, textContent: rule, className: "rule" });
      link.dataset.rule = rule;
      box.append(link);
    }
    for (const [label, action] of buttons || []) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "button", textContent: label });
      button.addEventListener("click", () => { hideNotice(); action(); });
      box.append(" ", button);
    }
    box.hidden = false;
    if (buttons && buttons.length) box.querySelector("button").focus();
  }

  // What one cannot take back alone, one can ask the others for.
  function askTable() {
    $("pact-box").open = true;
    $("back-to").focus();
  }

  function hideNotice() { $("notice").hidden = true; }

  async function panel(title, address, rule) {
    const dialog = $("panel"), body = $("panel-body");
    if (body.dataset.address !== address || !address.startsWith("/rules")) {
      const markup = await fetch(address, { headers: { Accept: "text/html" } })
        .then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
      if (markup === null) return notice(words.failed, "");
      body.innerHTML = markup;
      body.dataset.address = address;
    }
    $("panel-title").textContent = title;
    dialog.querySelector(".search").hidden = !address.startsWith("/rules");
    if (!dialog.open) dialog.showModal();
    search("");
    const item = rule && $(`rule-${rule}`);
    for (const old of body.querySelectorAll(".cited")) old.classList.remove("cited");
    if (item) {
      item.classList.add("cited");
      item.scrollIntoView({ block: "center" });
      item.focus();
    }
  }

  function openRules(rule) {
    return panel(words.rules, `/rules/${main.dataset.game}?part=1`, rule);
  }

  function search(text) {
    $("rule-search").value = text;
    const wanted = text.trim().toLowerCase();
    const body = $("panel-body");
    body.classList.toggle("searching", wanted !== "");
    for (const item of body.querySelectorAll("li, p, tr, h2, h3, blockquote")) {
      item.classList.toggle("hit", wanted !== "" && item.textContent.toLowerCase().includes(wanted));
    }
  }

  function closeMenu() { $("menu").hidden = true; }

  // A thing on the board that stands for several choices opens a small menu with their words.
  function openMenu(notations, event) {
    const menu = $("menu");
    menu.replaceChildren();
    for (const choice of document.querySelectorAll("#choices .choice")) {
      if (!notations.includes(choice.dataset.choice)) continue;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "choice", textContent: choice.lastElementChild.textContent });
      button.dataset.choice = choice.dataset.choice;
      menu.append(button);
    }
    menu.hidden = false;
    const width = menu.offsetWidth, height = menu.offsetHeight;
    menu.style.left = `${Math.max(8, Math.min(event.clientX - width / 2, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(event.clientY + 10, innerHeight - height - 8))}px`;
    menu.querySelector("button").focus();
  }

  // --- clicks and keys

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const chosen = target.closest("[data-choice]");
    const rule = target.closest("a.rule");
    if (!target.closest("#menu")) closeMenu();
    if (rule) {
      event.preventDefault();
      openRules(rule.dataset.rule);
    } else if (target.closest("[data-rules]")) {
      event.preventDefault();
      openRules("");
    } else if (target.closest("[data-close]")) {
      $("panel").close();
    } else if (target.closest("#undo")) {
      const button = target.closest("#undo");
      if (button.getAttribute("aria-disabled") === "true") notice(button.dataset.why, "", $("back-to") ? [[words.pact, askTable]] : []);
      else ask({ do: "undo" });
    } else if (target.closest("#why")) {
      panel(words.why, `/t/${main.dataset.table}/why?seat=${Number(seat) + 1}`, "");
    } else if (chosen) {
      const notations = chosen.dataset.choice.split("|");
      if (notations.length === 1) ask({ do: "choose", say: notations[0] });
      else openMenu(notations, event);
      event.stopPropagation();
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || $("panel").open) return;
    if (event.target.closest("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey) {
      if (key === "z" && $("undo")) { event.preventDefault(); $("undo").click(); }
      return;
    }
    if (key === "escape") { closeMenu(); hideNotice(); }
    if (past) return pastKey(event);
    const choice = document.querySelector(`#choices [data-key="${CSS.escape(key)}"]`);
    const list = [...document.querySelectorAll("#choices .choice")];
    const at = list.indexOf(document.activeElement);
    if (choice && $("menu").hidden) { event.preventDefault(); choice.focus(); choice.click(); }
    else if (at >= 0 && (key === "arrowdown" || key === "arrowright")) { event.preventDefault(); list[(at + 1) % list.length].focus(); }
    else if (at >= 0 && (key === "arrowup" || key === "arrowleft")) { event.preventDefault(); list.at(at - 1).focus(); }
    else if (key === "?" && $("why")) $("why").click();
    else if (key === "/") { event.preventDefault(); openRules("").then(() => $("rule-search").focus()); }
  });

  $("rule-search").addEventListener("input", (event) => search(event.target.value));

  // --- looking back

  let playing = null;

  async function go(step) {
    const mine = main.dataset.query || "?";
    const state = await fetch(`/t/${main.dataset.table}/at/${step}${mine}&part=1`)
      .then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (!state) return notice(words.failed, "");
    show(state.regions);
    main.dataset.step = state.step;
    main.dataset.last = state.last;
    history.replaceState(null, "", `/t/${main.dataset.table}/at/${state.step}${main.dataset.query || ""}`);
    if (playing && state.step >= state.last) play();
  }

  function play() {
    if (playing) { clearInterval(playing); playing = null; }
    else playing = setInterval(() => go(Number(main.dataset.step) + 1), 900);
    $("play").setAttribute("aria-pressed", String(playing !== null));
  }

  function pastKey(event) {
    const step = Number(main.dataset.step), last = Number(main.dataset.last);
    const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: last }[event.key];
    if (to !== undefined && to >= 0 && to <= last) { event.preventDefault(); go(to); }
    else if (event.key === " " && event.target === document.body) { event.preventDefault(); play(); }
  }

  if (past) {
    document.addEventListener("click", (event) => {
      const link = event.target.closest("#to-first, #to-before, #to-next, #to-last");
      if (link) { event.preventDefault(); go(Number(link.pathname.split("/").pop())); }
      else if (event.target.closest("#play")) play();
    });
    document.addEventListener("change", (event) => { if (event.target.id === "view-of") event.target.form.requestSubmit(); });
  }

  // --- sounds: short and quiet, off until switched on

  let audio = null;
  const sound = $("sound");

  function tone(pitch, length, loud) {
    if (localStorage.getItem("officina.sound") !== "on") return;
    audio = audio || new AudioContext();
    const oscillator = audio.createOscillator(), gain = audio.createGain(), now = audio.currentTime;
    oscillator.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(now);
    oscillator.stop(now + length);
  }
  const chime = () => { tone(660, 0.25, 0.06); setTimeout(() => tone(880, 0.35, 0.05), 120); };
  const click = () => tone(320, 0.07, 0.04);
  const showSound = () => sound.setAttribute("aria-pressed", String(localStorage.getItem("officina.sound") === "on"));
  sound.addEventListener("click", () => {
    localStorage.setItem("officina.sound", localStorage.getItem("officina.sound") === "on" ? "off" : "on");
    showSound();
    click();
  });
  showSound();

  mark({ title: document.title, turn });
  window.officina = { notice, words, table: main.dataset.table, seat, past };
  connect();
  if (past && location.hash === "#play") play();
})();
