// The table's page: one WebSocket, regions morphed in place, choices sent until they are answered.
"use strict";
(() => {
  const main = document.getElementById("main");
  const words = document.getElementById("words").dataset;
  const $ = (id) => document.getElementById(id);
  const past = main.dataset.step !== undefined;
  const seat = main.dataset.as;
  let base = Number(main.dataset.base);
  let turn = main.dataset.turn === "1";

  // --- regions

  function show(regions) {
    // The cards have been dealt: the stage is laid out anew. Nothing is shown before, so that a page is one or the other.
    if (Object.keys(regions).some((name) => name.startsWith("board-") && !$(name))) return location.reload();
    previews.forget();
    const before = motion.look();
    for (const [name, [hash, markup]] of Object.entries(regions)) {
      const element = $(name);
      if (!element) continue;
      const typing = document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement;
      const content = element instanceof SVGElement ? drawn(markup) : markup;
      if (name === "choices" && anotherQuestion(element, markup)) element.innerHTML = markup;
      else Idiomorph.morph(element, content, { morphStyle: "innerHTML", ignoreActiveValue: typing, callbacks: { beforeNodeMorphed: rewrite } });
      element.dataset.hash = hash;
    }
    motion.go(before);
    if (regions.choices || regions.actions || regions.status) asked();
    else light();
  }

  // The answers to another question are others: none of them grows out of an old one and goes to its place.
  function anotherQuestion(element, markup) {
    const made = document.createElement("template");
    made.innerHTML = markup;
    const asks = (root) => [root.querySelector("#question")?.textContent, ...[...root.querySelectorAll(".choice")].map((choice) => choice.dataset.choice)].join("|");
    return asks(element) !== asks(made.content);
  }

  // Of a region that this socket has sent before, only what changed in it is told: new text, and [first, count] of its pieces.
  const markups = new Map();

  function whole(name, told) {
    if (typeof told === "string") return told;
    const pieces = markups.get(name).split(/(?=<[a-z])/);
    return told.map((part) => (typeof part === "string" ? part : pieces.slice(part[0], part[0] + part[1]).join(""))).join("");
  }

  function unpack(message) {
    for (const { regions } of message.frames || []) for (const name in regions) regions[name][1] = whole(name, regions[name][1]);
    for (const name in message.regions) message.regions[name][1] = whole(name, message.regions[name][1]);
    for (const name in message.regions) markups.set(name, message.regions[name][1]);
  }

  // Markup of a drawing has to be read as one: outside of an svg element its tags would mean nothing.
  function drawn(markup) {
    const holder = document.createElement("template");
    holder.innerHTML = `<svg>${markup}</svg>`;
    return [...holder.content.firstChild.childNodes];
  }

  // Words that wrap inside a drawing come new when they change: other words in the same lines would seem to move.
  function rewrite(old, fresh) {
    if (old.localName !== "foreignObject" || old.innerHTML === fresh.innerHTML) return true;
    for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
    old.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
    return false;
  }

  function mark(state) {
    document.title = state.title;
    $("favicon").href = state.turn ? "/static/icon-turn.svg" : "/static/icon.svg";
    if (state.turn && !turn) {
      sounds.chime();
      if (past) notice(state.title, "", [], true);
    }
    turn = state.turn;
  }

  // The table is as the message says. With ``more``, other things happen at once: nobody is called to a question yet.
  function finish(message, more) {
    base = message.base;
    if (!more) mark(message);
    if (!past) show(message.regions);
    if (!more) sayAside(message.aside || []);
    main.dataset.live = String(base);
    document.dispatchEvent(new CustomEvent("officina-state", { detail: message }));
  }

  // --- the socket

  const EVERY = 20_000, PATIENCE = 8_000; // how often a page asks whether it is still heard, and how long it waits
  let socket = null, tries = 0, waiting = null, heard = 0;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = `?seat=${seat === "" ? 0 : Number(seat) + 1}&language=${document.documentElement.lang}&screen=${main.dataset.screen}`;
    socket = new WebSocket(`${scheme}//${location.host}/t/${main.dataset.table}/socket${query}`);
    socket.onopen = () => {
      $("banner").hidden = true;
      markups.clear();
      beats.skip();
      const have = {};
      for (const region of document.querySelectorAll("[data-hash]")) have[region.id] = region.dataset.hash;
      socket.send(JSON.stringify({ do: "hello", past, have, base, beats: beats.wanted() }));
      if (waiting) socket.send(JSON.stringify(waiting));
    };
    socket.onmessage = (event) => {
      heard = performance.now();
      const message = JSON.parse(event.data);
      if (message.is === "state") {
        tries = 0;
        try {
          unpack(message);
          if (past) finish(message);
          else beats.arrive(message);
        } catch (error) {
          again(error);
        }
      } else if (message.is === "preview") {
        previews.told(message);
      } else if (message.is === "tip") {
        document.dispatchEvent(new CustomEvent("officina-tip", { detail: message }));
      } else if (message.is === "unseated") {
        document.dispatchEvent(new CustomEvent("officina-unseated", { detail: message.text }));
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
      lost();
    };
  }

  function lost() {
    if (tries > 0) $("banner").hidden = false;
    else setTimeout(() => { if (socket.readyState !== 1) $("banner").hidden = false; }, 400);
    const wait = Math.min(3000, 150 * 2 ** tries) * (0.6 + 0.4 * Math.random());
    tries += 1;
    setTimeout(connect, wait);
  }

  // A connection may be dead without a word (a phone that slept, another network): the page asks, and comes again if nobody answers.
  function check() {
    if (document.hidden || !socket || socket.readyState !== 1) return;
    const asked = socket, since = performance.now();
    asked.send(JSON.stringify({ do: "here" }));
    setTimeout(() => {
      if (socket !== asked || asked.readyState !== 1 || heard >= since) return;
      asked.onclose = asked.onmessage = null;
      asked.close();
      lost();
    }, PATIENCE);
  }

  setInterval(check, EVERY);
  addEventListener("online", check);
  document.addEventListener("visibilitychange", check);

  // What cannot be shown is no reason to stand still: the page is read anew, though not over and over.
  function again(error) {
    console.error(error);
    const key = "officina.again", last = Number(sessionStorage.getItem(key) ?? -Infinity);
    if (Date.now() - last < EVERY) return;
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  }

  function ask(message) {
    if (waiting || past || beats.playing()) return;
    waiting = { id: crypto.getRandomValues(new Uint32Array(4)).join("-"), base, ...message };
    $("choices").setAttribute("aria-busy", "true");
    hideNotice();
    if (socket && socket.readyState === 1) socket.send(JSON.stringify(waiting));
  }

  function answered(message) {
    if (!waiting || message.id !== waiting.id) return;
    const said = waiting;
    waiting = null;
    $("choices").removeAttribute("aria-busy");
    if (message.outcome === "ok") {
      settle();
      sounds.click();
      focusQuestion();
      instead.answered(said, true);
      instead.go();
    } else if (message.outcome === "confirm") {
      propose(said.say, true);
    } else {
      settle();
      instead.answered(said, false);
      const text = message.outcome === "stale" ? words.stale : message.text;
      const told = new CustomEvent("officina-refused", { detail: { text, say: said.say }, cancelable: true });
      if (document.dispatchEvent(told)) notice(text, message.rule || ""); // a lesson says it on its card
      focusQuestion();
    }
  }

  // After one's move the focus goes where the game goes on: the first choice of the open list, else the status line.
  function focusQuestion() {
    const first = turn && !$("choices").hidden ? document.querySelector("#choices .choice") : null;
    (first || $("status-line") || main).focus({ preventScroll: true });
  }

  // --- choosing: a thing on the board may stand for several answers; a thing with data-pick narrows them (an action card and a
  // number). What was chosen is shown and can be changed until it is sent.

  const touch = window.matchMedia("(pointer: coarse)");
  let changed = -Infinity, question = null, narrow = "", held = null, proposed = null, touched = "", named = -Infinity, stood = -Infinity;

  function guard() { return Number(localStorage.getItem("officina.guard") ?? 400); }

  // A click that was meant for what stood there before is no answer to this question: whoever makes one is shown that.
  function tooSoon(thing, since = changed) {
    const left = guard() - (performance.now() - since);
    if (left > 0) notYet(thing, left);
    return left > 0;
  }

  function notYet(thing, left) {
    thing?.classList.add("not-yet");
    setTimeout(() => thing?.classList.remove("not-yet"), left);
  }

  function offered() { return [...document.querySelectorAll("#choices .choice")].map((choice) => choice.dataset.choice); }

  function option(notation) {
    const found = document.querySelector(`#choices .choice[data-choice="${CSS.escape(notation)}"]`);
    return found ? found.lastElementChild.textContent : notation;
  }

  // The question may have changed: what was half chosen is forgotten if it is no answer any more.
  function asked() {
    const now = offered().join("|");
    if (now !== question) {
      if (question !== null) changed = performance.now(); // the first one of a page replaces nothing
      question = now;
      main.classList.remove("hinted");
      settle();
      closeMenu();
      showList(listWanted());
      if (turn && !beats.playing()) comeBack();
    }
    light();
    instead.mark();
    if (!waiting && !beats.playing()) instead.go();
  }

  function settle() {
    narrow = ""; held = null; proposed = null; touched = "";
    previews.forget();
    $("sure").hidden = true;
    $("ask").classList.remove("deciding");
    light();
  }

  function fits(notation) { return !narrow || notation.split(" ").includes(narrow); }

  // Bulbs where one may choose, a plain ring round what is chosen: of equal pieces, round the one that was touched.
  function light() {
    const other = (thing) => touched && thing.id !== touched && document.getElementById(touched)?.dataset.choice === thing.dataset.choice;
    for (const thing of document.querySelectorAll("#board [data-choice]")) {
      const notations = thing.dataset.choice.split("|");
      const chosen = proposed ? notations.includes(proposed) : held !== null && thing.dataset.choice === held.join("|");
      thing.classList.toggle("unlit", !notations.some(fits));
      thing.classList.toggle("picked", chosen && !other(thing));
    }
    for (const thing of document.querySelectorAll("#board [data-pick]")) {
      const word = thing.dataset.pick;
      thing.classList.toggle("picked", narrow === word || (proposed !== null && proposed.split(" ").includes(word)));
    }
    // What is drawn only while something is meant: the number on the card that is still to be taken from the board.
    const meant = narrow && !proposed ? [narrow] : proposed ? [proposed] : held || [];
    for (const thing of document.querySelectorAll("#board [data-when]")) {
      thing.classList.toggle("is", meant.some((notation) => thing.dataset.when.split("|").includes(notation)));
    }
    for (const tab of document.querySelectorAll("#dock [data-tab]")) {
      const lit = turn ? document.querySelectorAll(`[data-sheet="${tab.dataset.tab}"] [data-choice]:not(.unlit)`).length : 0;
      const badge = tab.querySelector(".badge");
      badge.hidden = lit === 0;
      badge.textContent = String(lit);
    }
    for (const area of document.querySelectorAll("#board [data-opens]")) {
      const inside = document.querySelector(`[data-detail="${area.dataset.opens}"] [data-choice]:not(.unlit)`);
      area.classList.toggle("holds", Boolean(inside) && turn);
    }
  }

  function pick(thing, event) {
    if (waiting || beats.playing() || tooSoon(thing)) return;
    if (thing.dataset.pick !== undefined) {
      const word = thing.dataset.pick;
      narrow = narrow === word ? "" : word;
      const number = proposed && proposed.split(" ").at(-1);
      const again = narrow && number ? offered().filter((notation) => fits(notation) && notation.split(" ").at(-1) === number) : [];
      const left = (held || []).filter(fits);
      if (again.length === 1) return propose(again[0]);
      if (left.length === 1 && narrow) return propose(left[0]);
      hideSure();
      return light();
    }
    const twice = touched === thing.id;
    touched = thing.id;
    let notations = thing.dataset.choice.split("|");
    if (notations.some(fits)) notations = notations.filter(fits);
    else narrow = "";
    if (twice && meantTwice(notations)) return send(proposed);
    const parts = document.querySelector("#board [data-pick]");
    if (notations.length === 1) return touch.matches || proposed || parts ? propose(notations[0]) : send(notations[0]);
    if (parts) {
      held = thing.dataset.choice.split("|");
      hideSure();
      light();
    } else openMenu(notations, event);
  }

  function send(notation, sure) {
    if (beats.playing()) return;
    closeMenu();
    previews.forget();
    instead.remember(notation);
    proposed = notation;
    light();
    ask({ do: "choose", say: notation, ...(sure ? { sure: true } : {}) });
  }

  const instead = window.officinaInstead({
    turn: () => turn, offered, words, undo: () => ask({ do: "undo" }), choose: (notation) => (touch.matches ? propose : send)(notation),
  });

  function hideSure() {
    proposed = null;
    previews.forget();
    $("sure").hidden = true;
    $("ask").classList.remove("deciding");
  }

  const LONG_ANSWER = 40; // letters that are written smaller on half the width of a phone

  // A second tap on what is proposed does it, unless it cannot be taken back: that has a button of its own.
  function meantTwice(notations) {
    const calm = performance.now() - named > guard() && !$("sure-yes").dataset.sure;
    return touch.matches && calm && notations.length === 1 && notations[0] === proposed;
  }

  // The choice by its name, and one button that does it: on a phone always, at a desk for what cannot be taken back.
  function propose(notation, known) {
    if (known && localStorage.getItem("officina.confirm") === "off") return send(notation, true);
    if (proposed !== notation) named = performance.now();
    proposed = notation;
    if (known) stood = performance.now(); // where it stands may have been the button of the choice itself
    if (known && !$("sure").hidden) notYet($("sure-yes"), guard());
    $("sure-words").textContent = known ? words.confirm : "";
    const label = document.createElement("span");
    label.textContent = option(notation);
    $("sure-yes").replaceChildren(label);
    $("sure-yes").classList.toggle("wordy", label.textContent.length > LONG_ANSWER);
    Object.assign($("sure-yes").dataset, { sure: known ? "1" : "", answer: notation });
    $("sure").hidden = false;
    $("ask").classList.add("deciding");
    closeMenu();
    light();
    $("sure-yes").focus({ preventScroll: true });
    previews.foresee(notation);
  }

  // Whoever presses this has read the choice by its name, and is not asked once more.
  $("sure-yes").addEventListener("click", () => {
    if (proposed && !waiting && !tooSoon($("sure-yes"), stood)) send(proposed, true);
  });
  $("sure-no").addEventListener("click", () => { settle(); focusQuestion(); });

  // --- the stage: tabs of a phone, sheets that open over it, the list, the drawer

  let looked = -Infinity;
  const sheets = () => [...document.querySelectorAll("[data-sheet]")];
  const lit = (sheet) => sheet.querySelector("[data-choice]:not(.quiet)");

  function showTab(name) {
    for (const sheet of sheets()) sheet.hidden = sheet.dataset.sheet !== name;
    for (const tab of document.querySelectorAll("#dock [data-tab]")) {
      if (tab.dataset.tab === name) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  function showDetail(name) {
    for (const detail of document.querySelectorAll("[data-detail]")) detail.hidden = detail.dataset.detail !== name;
  }

  // The stage shows by itself what can be chosen, unless the person has just turned to something else.
  function lookThere() {
    if (!turn || beats.playing() || performance.now() - looked < 4000) return;
    const here = sheets().find((sheet) => !sheet.hidden);
    if (here && lit(here)) return showDetail("");
    const there = sheets().find(lit);
    if (there) { showDetail(""); return showTab(there.dataset.sheet); }
    const detail = [...document.querySelectorAll("[data-detail]")].find(lit);
    if (detail) showDetail(detail.dataset.detail);
  }

  // On a phone what happens is seen where it happens; afterwards the person is where they
  // were, or where they can choose, unless they turned elsewhere.
  const QUIET = 2500; // milliseconds after which nobody seems to go on
  let left = "", coming = 0;

  function follow(changed, shown) {
    const here = sheets().find((sheet) => !sheet.hidden);
    if (sheets().length < 2 || !here || performance.now() - looked < 4000) return;
    const there = where.best(here, changed, shown);
    clearTimeout(coming);
    if (there === here) return;
    left ||= here.dataset.sheet;
    showDetail("");
    showTab(there.dataset.sheet);
  }

  // While others go on, one move after the other, the page stays with them.
  function comeBack() {
    clearTimeout(coming);
    if (turn || !left) goBack();
    else coming = setTimeout(goBack, QUIET);
  }

  function goBack() {
    if (left) showTab(left);
    left = "";
    lookThere();
  }

  function listWanted() {
    if (localStorage.getItem("officina.list") === "open" && document.querySelector("#choices .choice")) return true;
    const handle = $("list-handle");
    return Boolean(turn && handle && handle.hasAttribute("data-listed") && !document.querySelector("#board [data-choice]"));
  }

  // Who answers on the board needs no list over it: it stays open for those who answer in it.
  function listUsed(there) {
    if (!there && !$("choices").hidden) localStorage.setItem("officina.list", "closed");
  }

  function showList(open) {
    const handle = $("list-handle");
    $("choices").hidden = !open || past;
    if (handle) handle.setAttribute("aria-expanded", String(open));
  }

  function showDrawer(name) {
    const drawer = $("drawer");
    drawer.hidden = !name;
    for (const page of drawer.querySelectorAll(".drawer-page")) page.hidden = page.dataset.page !== name;
    for (const tab of document.querySelectorAll(".rail [data-drawer]")) {
      tab.setAttribute("aria-expanded", String(tab.dataset.drawer === name));
      if (tab.dataset.drawer === name) $("drawer-title").textContent = tab.querySelector("span").textContent;
    }
    for (const tab of drawer.querySelectorAll("[data-page-tab]")) tab.setAttribute("aria-pressed", String(tab.dataset.pageTab === name));
    localStorage.setItem("officina.drawer", name);
    document.dispatchEvent(new CustomEvent("officina-drawer", { detail: name }));
  }

  // --- notices, panel, menu

  function notice(text, rule, buttons, info) {
    const box = $("notice");
    box.classList.toggle("info", Boolean(info || (buttons && buttons.length)));
    box.replaceChildren(document.createTextNode(text + " "));
    if (rule) {
      const link = document.createElement("a");
      Object.assign(link, { href: `/rules/${main.dataset.game}#rule-${rule}`, textContent: "§", className: "rule rule-sign", ariaLabel: rule });
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
    showDrawer("notes");
    $("pact-box").open = true;
    $("back-to").focus();
  }

  // Whoever taps what cannot be chosen is told so, and why: the reason that names this very thing, or the only one there is.
  async function sayWhy(thing) {
    const asked = base;
    const markup = await fetch(`/t/${main.dataset.table}/why?seat=${Number(seat) + 1}`, { headers: { Accept: "text/html" } })
      .then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
    const told = document.createElement("template");
    told.innerHTML = markup;
    for (const sign of told.content.querySelectorAll("dt a, dd > span")) sign.remove();
    const reasons = [...told.content.querySelectorAll("dt")], label = (thing.getAttribute("aria-label") || "").toLowerCase();
    const names = (reason) => (reason.nextElementSibling?.matches("dd") ? reason.nextElementSibling.textContent.toLowerCase().split(" · ") : []);
    const its = reasons.find((reason) => label && names(reason).some((name) => name.trim() && label.startsWith(name.trim())));
    const because = its || (reasons.length === 1 ? reasons[0] : null);
    if (base === asked && !waiting) sayAside([words.unlit, ...(because ? [because.textContent.trim()] : [])]);
  }

  function hideNotice() { $("notice").hidden = true; $("aside").hidden = true; }

  // What the game did by itself: a line that takes no clicks and goes by itself, or with the next choice.
  const ASIDE = 6000; // milliseconds
  let asideEnds = 0;

  function sayAside(sentences) {
    if (!sentences.length) return;
    clearTimeout(asideEnds);
    $("aside").textContent = sentences.join(" ");
    $("aside").hidden = false;
    asideEnds = setTimeout(() => { $("aside").hidden = true; }, ASIDE);
  }

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
    const box = $("panel-found");
    window.officinaRules?.find($("panel-body"), box, text, box.dataset, (item) => {
      search("");
      for (const old of $("panel-body").querySelectorAll(".cited")) old.classList.remove("cited");
      item.classList.add("cited");
      item.scrollIntoView({ block: "center" });
    });
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
    if (!event.clientX && !event.clientY) {
      const box = event.target.getBoundingClientRect();
      event = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    }
    menu.style.left = `${Math.max(8, Math.min(event.clientX - width / 2, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(event.clientY + 10, innerHeight - height - 8))}px`;
    menu.querySelector("button").focus();
  }

  // --- clicks and keys

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const thing = target.closest("[data-choice], [data-pick]");
    const rule = target.closest("a.rule");
    if (!target.closest("#menu")) closeMenu();
    if (!target.closest("#burger")) $("burger").open = false;
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
    } else if (target.closest("#hint")) {
      main.classList.add("hinted"); // one voice at a time: the tip goes
      panel(words.hint, `/t/${main.dataset.table}/hint?seat=${Number(seat) + 1}`, "");
    } else if (target.closest("#list-handle")) {
      const open = $("choices").hidden;
      localStorage.setItem("officina.list", open ? "open" : "closed");
      showList(open);
      if (open) focusQuestion();
    } else if (target.closest("[data-tab]")) {
      looked = performance.now();
      left = "";
      showDetail("");
      showDrawer("");
      showTab(target.closest("[data-tab]").dataset.tab);
    } else if (target.closest("[data-drawer]")) {
      const name = target.closest("[data-drawer]").dataset.drawer;
      showDrawer(!$("drawer").hidden && localStorage.getItem("officina.drawer") === name ? "" : name);
    } else if (target.closest("[data-page-tab]")) {
      showDrawer(target.closest("[data-page-tab]").dataset.pageTab);
    } else if (target.closest("[data-shut-drawer]")) {
      showDrawer("");
    } else if (target.closest("[data-shut]")) {
      showDetail("");
    } else if (thing && !thing.classList.contains("unlit")) {
      listUsed(thing.closest("#choices"));
      if (thing.closest("#board")) pick(thing, event);
      else if (!waiting && !tooSoon(thing)) send(thing.dataset.choice);
      event.stopPropagation();
    } else if (target.closest("[data-instead]")) {
      const other = target.closest("[data-instead]");
      if (!waiting && !beats.playing() && !tooSoon(other)) instead.take(other);
    } else if (target.closest("[data-opens]")) {
      looked = performance.now();
      showDetail(target.closest("[data-opens]").dataset.opens);
    } else if (target.closest("#board [data-thing]") && turn && !past && !waiting && !beats.playing() && offered().length) {
      sayWhy(target.closest("[data-thing]"));
    }
  });

  // A key may be a letter and a number ("a3"): what was typed is kept for a moment, and a letter alone narrows the board.
  let keys = "", lastKey = 0;

  function typed(key, list) {
    const now = performance.now();
    keys = now - lastKey < 1500 ? keys + key : key;
    lastKey = now;
    for (const tried of [keys, key]) {
      const found = list.find((choice) => choice.dataset.key === tried);
      if (found) { keys = ""; return found; }
    }
    const card = [...document.querySelectorAll("#board [data-pick]")].find((thing) => thing.dataset.pick[0] === key);
    if (card) { narrow = card.dataset.pick; light(); }
    return null;
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || $("panel").open) return;
    const key = event.key.toLowerCase();
    if (key === "escape" && event.target.closest("#drawer")) { showDrawer(""); return focusQuestion(); }
    if (event.target.closest("input, select, textarea")) return;
    if (event.ctrlKey) {
      if (key === "z" && $("undo")) { event.preventDefault(); $("undo").click(); }
      return;
    }
    if (key === "escape") { closeMenu(); hideNotice(); showDetail(""); showDrawer(""); $("burger").open = false; if (!$("sure").hidden) { settle(); focusQuestion(); } }
    if (past) return; // replay.js has the keys
    if ((key === "enter" || key === " ") && event.target.matches && event.target.matches("[role=button]")) {
      event.preventDefault();
      return event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    const list = [...document.querySelectorAll("#choices .choice")];
    const at = list.indexOf(document.activeElement);
    const choice = $("menu").hidden && key.length === 1 ? typed(key, list) : null;
    if (choice) { event.preventDefault(); if (!waiting && !tooSoon(choice)) send(choice.dataset.choice); }
    else if (at >= 0 && (key === "arrowdown" || key === "arrowright")) { event.preventDefault(); list[(at + 1) % list.length].focus(); }
    else if (at >= 0 && (key === "arrowup" || key === "arrowleft")) { event.preventDefault(); list.at(at - 1).focus(); }
    else if (key === "?" && $("why")) $("why").click();
    else if (key === "/") { event.preventDefault(); openRules("").then(() => $("rule-search").focus()); }
  });

  $("rule-search").addEventListener("input", (event) => search(event.target.value));

  const guarding = $("guard");
  const showGuard = () => guarding.setAttribute("aria-pressed", String(guard() > 0));
  guarding.addEventListener("click", () => { localStorage.setItem("officina.guard", guard() > 0 ? "0" : "400"); showGuard(); });
  showGuard();

  const say = (message) => { if (socket && socket.readyState === 1) socket.send(JSON.stringify(message)); };
  beats.begin({
    show, finish, follow, comeBack, say, guard, notice: (text, buttons) => notice(text, "", buttons, true),
    held: (names) => Object.fromEntries(names.filter($).map((name) => [name, [$(name).dataset.hash, $(name).innerHTML]])),
  });
  previews.begin({
    base: () => base, whole, drawn, say, proposed: () => proposed, idle: () => !past && !waiting && !beats.playing(),
    meant: (thing) => (thing.dataset.choice || "").split("|").filter((notation) => notation && fits(notation)),
  });
  mark({ title: document.title, turn });
  window.officina = { notice, words, table: main.dataset.table, seat, past, showDrawer, showTab, showDetail, showList, show, say, base: () => base };
  asked();
  if (main.dataset.screen === "wide" && innerWidth >= 1500) showDrawer(localStorage.getItem("officina.drawer") || "");
  connect();
})();
