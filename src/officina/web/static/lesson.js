// A guided game: the coach's card stands beside what it points at, an arrow touches that, a veil lies over the rest.
"use strict";
(() => {
  const main = document.getElementById("main"), holder = document.getElementById("lesson"), veil = document.getElementById("lesson-veil");
  const stage = document.getElementById("stage"), ask = document.getElementById("ask");
  const MARGIN = 10, GAP = 34, PAD = 6, TIP = 15, STRIDE = 24;
  let shown = "", said = "", arrow = null, wanted = true;

  const card = () => holder.querySelector(".coach");
  const list = (text) => (text ? text.split("|") : []);
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => { const found = box(element); return found.width > 0 && found.height > 0; };

  // --- what it is about

  function stands(notation) {
    const found = (scope) => [...document.querySelectorAll(`${scope} [data-choice]`)].filter((thing) => thing.dataset.choice.split("|").includes(notation));
    const board = found("#board");
    return board.length ? board : found("#answers");
  }

  // The things on the page that one name means: an element by its id, an area of the board, or what stands for a choice.
  function named(name) {
    const element = document.getElementById(`board-${name}`) || document.getElementById(name);
    return element ? [element] : stands(name);
  }

  // Where the stage has tabs, or something opens over it, it turns to what is meant.
  function turnTo(thing) {
    const sheet = thing.closest("[data-sheet]"), detail = thing.closest("[data-detail]");
    if (detail) { if (detail.hidden) officina.showDetail(detail.dataset.detail); return; }
    if (!sheet) return;
    officina.showDetail("");
    if (sheet.hidden) officina.showTab(sheet.dataset.sheet);
  }

  function targets(coach) {
    for (const name of list(coach.dataset.points)) {
      const things = named(name);
      if (!things.length) continue;
      const free = things.find((thing) => !thing.closest("[data-detail]")) || things[0];
      const turns = shown === coach.id ? !things.some(seen) : !seen(free); // a new card begins where it happens, not where one was
      if (turns && wanted) turnTo(free);
      const visible = things.filter(seen);
      if (visible.length) return visible;
    }
    const listed = list(coach.dataset.answers).map((answer) => document.querySelector(`#choices .choice[data-choice="${CSS.escape(answer)}"]`)).filter(Boolean);
    if (coach.hasAttribute("data-asks") && listed.length) {
      officina.showList(true);
      return listed.filter(seen).slice(0, 1);
    }
    return [];
  }

  // What goes on, wherever it is on the page: that is lit, and nothing else.
  function light(coach) {
    const answers = coach && coach.hasAttribute("data-asks") ? list(coach.dataset.answers) : [];
    main.classList.toggle("guided", Boolean(coach));
    for (const thing of document.querySelectorAll("#board [data-choice]")) {
      thing.classList.toggle("goes-on", thing.dataset.choice.split("|").some((notation) => answers.includes(notation)));
    }
    const words = new Set(answers.flatMap((answer) => answer.split(" ")));
    for (const thing of document.querySelectorAll("#board [data-pick]")) thing.classList.toggle("goes-on", words.has(thing.dataset.pick));
  }

  function lit(coach, first) {
    const pointed = [...first, ...list(coach.dataset.also).flatMap(named).filter(seen)];
    if (!coach.hasAttribute("data-asks")) return pointed;
    return [...new Set([...pointed, ...[...document.querySelectorAll("#board .goes-on")].filter(seen)])];
  }

  // --- veil, card, arrow

  const rounded = (x, y, w, h, r) => `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;

  // Holes that overlap would cancel each other out: they become one.
  function joined(boxes) {
    const left = [...boxes];
    for (let again = true; again;) {
      again = false;
      for (let a = 0; a < left.length && !again; a += 1) for (let b = a + 1; b < left.length && !again; b += 1) {
        const one = left[a], two = left[b];
        if (one.left >= two.right || two.left >= one.right || one.top >= two.bottom || two.top >= one.bottom) continue;
        left[a] = { left: Math.min(one.left, two.left), top: Math.min(one.top, two.top), right: Math.max(one.right, two.right), bottom: Math.max(one.bottom, two.bottom) };
        left.splice(b, 1);
        again = true;
      }
    }
    return left;
  }

  function cover(things) {
    const whole = box(stage);
    const holes = joined(things.map(box).map((found) => ({
      left: Math.max(found.left - PAD - whole.left, 2), top: Math.max(found.top - PAD - whole.top, 2),
      right: Math.min(found.right + PAD - whole.left, whole.width - 2), bottom: Math.min(found.bottom + PAD - whole.top, whole.height - 2),
    })).filter((hole) => hole.right - hole.left > 4 && hole.bottom - hole.top > 4));
    const cut = holes.map((hole) => {
      const w = hole.right - hole.left, h = hole.bottom - hole.top;
      return rounded(hole.left, hole.top, w, h, Math.min(12, w / 2, h / 2));
    });
    veil.querySelector("path").setAttribute("d", `M0 0H${whole.width}V${whole.height}H0Z${cut.join("")}`);
    veil.removeAttribute("hidden");
  }

  const over = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

  const grown = (found, by) => ({ left: found.left - by, top: found.top - by, right: found.right + by, bottom: found.bottom + by });

  // The card stands beside the piece: never over it, nor over the question or the rail; of what is left, it covers least of what is lit.
  function place(coach, piece, others) {
    const width = coach.offsetWidth, height = coach.offsetHeight;
    const rail = document.querySelector(".rail"), edge = rail && seen(rail) ? box(rail).left : innerWidth;
    const dock = document.getElementById("dock"), foot = dock && seen(dock) ? box(dock).top : innerHeight;
    const bar = box(ask), below = bar.top > innerHeight / 2;
    const told = box(document.getElementById("foreseen")); // what would happen may need more room than the bar has
    const top = below ? box(stage).top + MARGIN : Math.max(bar.bottom, told.bottom) + MARGIN, bottom = (below ? bar.top : foot) - MARGIN;
    const limit = (x, y) => ({ left: Math.max(MARGIN, Math.min(x, edge - width - MARGIN)), top: Math.max(top, Math.min(y, bottom - height)) });
    const middle = { x: (piece.left + piece.right) / 2, y: (piece.top + piece.bottom) / 2 };
    const beside = [
      limit(piece.right + GAP, middle.y - height / 2), limit(piece.left - GAP - width, middle.y - height / 2),
      limit(middle.x - width / 2, piece.bottom + GAP), limit(middle.x - width / 2, piece.top - GAP - height),
    ];
    const across = [], down = [];
    for (let x = MARGIN; x <= Math.max(MARGIN, edge - width - MARGIN); x += STRIDE) across.push(x);
    for (let y = top; y <= Math.max(top, bottom - height); y += STRIDE) down.push(y);
    const corners = [limit(edge, top), limit(MARGIN, bottom), limit(edge, bottom)];
    const spots = [...beside, ...corners, ...across.flatMap((x) => down.map((y) => limit(x, y)))].map((spot) => ({ ...spot, right: spot.left + width, bottom: spot.top + height }));
    const heart = grown({ left: middle.x, top: middle.y, right: middle.x, bottom: middle.y }, 2 * PAD); // where one would click
    const wide = grown(piece, PAD), near = grown(piece, GAP / 2), lit = others.map((other) => grown(other, PAD));
    const far = (spot) => Math.hypot((spot.left + spot.right) / 2 - middle.x, (spot.top + spot.bottom) / 2 - middle.y);
    const drawer = box(document.getElementById("drawer"));
    const bad = (spot) => 1e6 * over(spot, heart) + 1000 * over(spot, wide) + over(spot, near) + 100 * over(spot, bar) + 50 * over(spot, drawer) + 3 * lit.reduce((sum, other) => sum + over(spot, other), 0) + far(spot);
    const best = spots.reduce((one, two) => (bad(two) < bad(one) ? two : one));
    Object.assign(coach.style, { left: `${best.left}px`, top: `${best.top}px`, bottom: "auto", transform: "none" });
    return best;
  }

  // From the middle of the card's nearest edge to the piece's own edge; to a button of the action bar by itself, or it would lie over the question.
  function point(spot, piece, apart) {
    if (!arrow) {
      arrow = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      arrow.setAttribute("class", "coach-arrow");
      arrow.setAttribute("aria-hidden", "true");
      arrow.innerHTML = '<path class="shaft"></path><path class="mouth"></path>';
    }
    const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
    const touches = over(spot, piece) > 0;
    let shaft = "", mouth = "";
    if (apart) {
      const x = (piece.left + piece.right) / 2, above = box(ask).top > innerHeight / 2;
      const tip = above ? piece.top - 1 : piece.bottom + 1, end = above ? tip - TIP : tip + TIP;
      shaft = `M${x - TIP} ${end}L${x} ${tip}L${x + TIP} ${end}Z`;
    } else if (!touches) {
      const beside = piece.left >= spot.right || piece.right <= spot.left;
      const x = beside ? (piece.left >= spot.right ? spot.right : spot.left) : clamp((Math.max(piece.left, spot.left) + Math.min(piece.right, spot.right)) / 2, spot.left + 26, spot.right - 26);
      const y = beside ? clamp((Math.max(piece.top, spot.top) + Math.min(piece.bottom, spot.bottom)) / 2, spot.top + 26, spot.bottom - 26) : piece.top >= spot.bottom ? spot.bottom : spot.top;
      const tip = beside
        ? { x: x === spot.right ? piece.left - 2 : piece.right + 2, y: clamp(y, piece.top + 2, piece.bottom - 2) }
        : { x: clamp(x, piece.left + 2, piece.right - 2), y: y === spot.bottom ? piece.top - 2 : piece.bottom + 2 };
      const broad = clamp((4 * TIP * TIP) / Math.hypot(tip.x - x, tip.y - y), 3, TIP); // a long one would lie over much
      const a = beside ? { x, y: y - broad } : { x: x - broad, y }, b = beside ? { x, y: y + broad } : { x: x + broad, y };
      shaft = `M${a.x} ${a.y}L${tip.x} ${tip.y}L${b.x} ${b.y}`;
      mouth = beside ? `M${x} ${a.y + 2}V${b.y - 2}` : `M${a.x + 2} ${y}H${b.x - 2}`;
    }
    arrow.querySelector(".shaft").setAttribute("d", shaft);
    arrow.querySelector(".mouth").setAttribute("d", mouth);
    holder.append(arrow);
  }

  function hide() {
    veil.setAttribute("hidden", "");
    if (arrow) arrow.remove();
  }

  // What has been proposed and would go on: only the word of the action bar is wanting, and the card says so.
  function proposed(coach) {
    const yes = document.getElementById("sure-yes"), right = coach.hasAttribute("data-asks") && seen(yes) && list(coach.dataset.answers).includes(yes.dataset.answer);
    const deed = coach.querySelector(".coach-deed:not(.coach-sure)"), sure = coach.querySelector(".coach-sure");
    if (deed) deed.hidden = right;
    if (sure) sure.hidden = !right;
    return right ? [yes] : [];
  }

  function draw() {
    const coach = card();
    light(coach);
    if (!coach) { shown = ""; return hide(); }
    if (main.classList.contains("beating")) return hide(); // what happened is being shown: the board is not the one that the card means
    const yes = proposed(coach), things = yes.length ? yes : targets(coach);
    const choices = document.getElementById("choices");
    if (shown !== coach.id && things.length && !choices.contains(things[0]) && over(box(choices), box(things[0])) > 0) officina.showList(false);
    const boxes = things.map(box);
    const piece = boxes[0] || { left: innerWidth / 2, right: innerWidth / 2, top: innerHeight * 0.8, bottom: innerHeight * 0.8 };
    cover(lit(coach, things));
    const others = lit(coach, things).slice(0, 40).map(box);
    const spot = place(coach, piece, others);
    if (things.length) point(spot, piece, things[0].closest("#ask"));
    else if (arrow) arrow.remove();
    coach.dataset.at = things.length ? things[0].id || things[0].dataset.choice || "" : "";
    for (const thing of document.querySelectorAll(".pointed-at")) thing.classList.remove("pointed-at");
    if (things.length) things[0].classList.add("pointed-at");
    if (shown !== coach.id) {
      shown = coach.id;
      coach.classList.remove("fresh");
      void coach.offsetWidth;
      coach.classList.add("fresh");
      speak(coach);
      const busy = document.activeElement?.closest?.("#drawer, dialog, input, textarea");
      if (!busy) (coach.querySelector("#coach-next") || coach).focus({ preventScroll: true });
    }
    // Pieces on their way are pointed at where they arrive: until then a light would lie on another place.
    const moving = document.getAnimations().filter((each) => each.playState === "running" && each.effect?.getTiming().iterations !== Infinity && each.effect?.target?.closest?.("#board"));
    if (moving.length) {
      hide();
      Promise.allSettled(moving.map((each) => each.finished)).then(soon);
    } else coach.dataset.ready = "1";
  }

  // Whoever does not see the card hears it: it is read where the news are read.
  function speak(coach) {
    const words = [".u", ".coach-fact", ".coach-deed"].map((name) => coach.querySelector(name)?.textContent.trim()).filter(Boolean).join(" ");
    if (words === said) return;
    said = words;
    const line = document.getElementById("lesson-spoken");
    line.textContent = words;
  }

  let frame = 0;
  function soon() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => { frame = requestAnimationFrame(draw); });
  }

  // --- a wrong answer costs nothing: the card says why, and stays

  document.addEventListener("officina-refused", (event) => {
    const coach = card(), wrong = coach && coach.querySelector(".coach-wrong");
    if (!wrong) return;
    event.preventDefault();
    wrong.textContent = event.detail.text;
    wrong.hidden = false;
    delete coach.dataset.ready;
    requestAnimationFrame(() => card()?.focus({ preventScroll: true })); // the page has just sent it to the question
    soon();
  });

  document.addEventListener("officina-state", () => { wanted = true; soon(); });
  document.addEventListener("officina-drawer", soon);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-tab], [data-opens], [data-shut]")) wanted = false; // one may look elsewhere meanwhile
    soon();
  });
  stage.addEventListener("scroll", soon, true);
  addEventListener("resize", soon);
  for (const each of [main, ask]) new MutationObserver(soon).observe(each, { attributes: true, attributeFilter: ["class"] });
  document.fonts?.ready.then(soon);

  const line = document.createElement("p");
  Object.assign(line, { id: "lesson-spoken", className: "unseen" });
  line.setAttribute("aria-live", "polite");
  main.append(line);
  if (main.dataset.screen === "wide" && innerWidth >= 1500) officina.showDrawer("lesson");
  soon();
})();
