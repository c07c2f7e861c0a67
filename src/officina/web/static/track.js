// Drawing a track: what a tap means with each tool, what is sent and what comes back, undo and redo. The server draws and checks
// (the tracing goes there after every edit); this script keeps the tracing and its past, and a copy for the next visit.
"use strict";
(() => {
  document.documentElement.classList.add("js");
  const $ = (id) => document.getElementById(id);
  const main = $("main"), stage = $("stage"), here = main.dataset.here, { say } = TrackPanels;
  const begin = JSON.parse($("start-data").value);
  const MOST_PAST = 200, KEPT_PAST = 20, FINE = 1, GRID = 5, SIGNS = ["wear_chart", "lap_track", "info"];
  const state = { track: begin.track, old: begin.old, chosen: -1, tool: "photo", cursor: { lane: 0, position: 0 }, marking: false, segments: [], edges: [], wrong: [] };
  const past = [], future = [];
  let line = Promise.resolve();

  const tell = (words) => { $("said").textContent = words; };
  const snap = () => ($("snap").checked ? GRID : FINE);

  // --- to the server and back, one after the other

  const ask = async (what, body) => {
    const answer = await fetch(`${here}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.refused || found.error || say("lost"));
    return found;
  };
  const queue = (work) => {
    main.dataset.state = "busy";
    line = line.then(work).catch((error) => tell(error instanceof TypeError ? say("lost") : error.message)).then(() => { main.dataset.state = "still"; });
    return line;
  };
  // A drawing is kept with the last steps of its past, apart for each track of the box.
  const OLDER = `officina.track.${main.dataset.box}`, room = () => `${OLDER}${location.search}`;
  const remember = () => {
    try {
      localStorage.setItem(room(), JSON.stringify({ track: state.track, old: state.old, from: location.search, past: past.slice(-KEPT_PAST) }));
    } catch { /* a browser that keeps nothing */ }
  };
  // What undo brings back: the drawing, and which track of the box it takes the place of.
  const now = () => JSON.stringify({ track: state.track, old: state.old });
  const step = (before) => {
    if (before === now()) return;
    past.push(before);
    if (past.length > MOST_PAST) past.shift();
    future.length = 0;
  };

  const accept = (found) => {
    state.track = found.track;
    state.segments = found.segments;
    state.edges = found.edges;
    state.wrong = found.wrong;
    state.chosen = Math.min(state.chosen, state.track.geometry.node.length - 1);
    TrackStage.draw(found.svg, found.view);
    verdict();
    TrackPanels.show(state);
    $("undo").disabled = !past.length;
    $("redo").disabled = !future.length;
    remember();
  };
  const edit = (change, after) => queue(async () => {
    const before = now(), found = await ask("draw", JSON.stringify({ track: state.track, edit: { ...change, snap: snap() } }));
    tell("");
    if (after) after(found);
    state.track = found.track;
    step(before);
    accept(found);
  });
  // Another drawing in place of this one, which is only one more step.
  const replace = (asked, old, words) => queue(async () => {
    const before = now(), found = await asked();
    state.track = found.track;
    state.old = old;
    state.chosen = -1;
    step(before);
    accept(found);
    tell(words);
  });
  const redraw = () => queue(async () => accept(await ask("draw", JSON.stringify({ track: state.track }))));
  const back = (from, to, words) => queue(async () => {
    if (!from.length) return;
    const wanted = JSON.parse(from[from.length - 1]), found = await ask("draw", JSON.stringify({ track: wanted.track }));
    to.push(now());
    from.pop();
    state.old = wanted.old;
    accept(found);
    tell(words);
  });

  const verdict = () => {
    const { make } = TrackPanels, sound = !state.wrong.length;
    const lap = state.track.positions ? ` ${say("lap", { positions: state.track.positions })}` : "";
    const begun = state.segments.length > 0, mends = new Set(state.wrong.map((each) => each.mend).filter(Boolean));
    const mend = (name) => {
      const found = make("button", { type: "button", class: "btn small", id: `mend-${name}` }, say(name));
      found.addEventListener("click", () => edit({ do: name }));
      return found;
    };
    $("verdict").className = `verdict ${sound ? "good" : begun ? "bad" : ""}`;
    $("verdict").replaceChildren(...(sound ? [make("p", {}, make("b", {}, say("sound")), lap)]
      : state.wrong.length === 1 ? [make("p", {}, state.wrong[0].words)] : [make("ul", {}, ...state.wrong.map((each) => make("li", {}, each.words)))]), ...[...mends].map(mend));
    for (const id of ["keep", "drive", "save-file"]) $(id).disabled = !sound;
    $("file-track").value = JSON.stringify({ track: state.track });
  };

  // --- marks over the drawing

  const upright = ([x, y]) => ({ x, y: -y });  // files count y upwards
  const nodes = () => state.track.geometry.node.map((node, index) => TrackStage.mark({
    kind: "node", index, at: [node.x, -node.y], sign: String(index + 1), step: snap,
    label: `${say("point", { number: index + 1, of: state.track.geometry.node.length })}. ${say("stretch_after", { positions: node.positions })}`,
    moved: (to) => { state.chosen = index; edit({ do: "move", index, ...upright(to) }); },
    chosen: () => choose(index),
  }));
  const signs = () => SIGNS.map((name, index) => {
    const [x, y] = state.track.render[name];
    return TrackStage.mark({ kind: "sign", index, at: [x, -y], sign: say(`sign_${name}`), label: say(`sign_${name}`), step: snap, moved: (to) => edit({ do: "sign", value: name, ...upright(to) }) });
  });
  const corners = () => {
    const [left, top, width, height] = TrackStage.view, part = TrackPhoto.flat(width, height);
    return TrackPhoto.corners.map(([x, y], index) => TrackStage.mark({
      kind: "corner", index, at: [left + x * part, top + y * part], sign: String(index + 1), label: say("corner", { number: index + 1 }), step: () => GRID,
      moved: (to) => { TrackPhoto.corners[index] = [(to[0] - left) / part, (to[1] - top) / part]; marks(); },
    }));
  };
  const ring = (name, { lane, position }) => {
    const at = state.segments[lane]?.[position], px = 1 / TrackStage.scale;
    return at ? [TrackStage.element("circle", { class: name, cx: at[0], cy: at[1], r: Math.max(9 * px, state.track.geometry.lane_width * 0.55) })] : [];
  };
  const thread = () => {
    const points = state.track.geometry.node.map((node) => `${node.x},${-node.y}`);
    return points.length > 1 ? [TrackStage.element(points.length > 2 ? "polygon" : "polyline", { class: "thread", points: points.join(" ") })] : [];
  };
  const marks = () => {
    const bad = state.wrong.flatMap((each) => (each.lane >= 0 ? ring("bad", each) : []));
    if (state.marking) return TrackStage.put(...corners());
    if (state.tool === "road") {
      TrackStage.put(...thread(), ...bad, ...nodes());
      $("marks").querySelectorAll(".node").forEach((each, index) => { each.classList.toggle("chosen", index === state.chosen); each.classList.toggle("first", index === 0); });
      return undefined;
    }
    const cursor = ["spaces", "start", "sections", "board"].includes(state.tool) ? ring("cursor", state.cursor) : [];
    return TrackStage.put(...bad, ...cursor, ...(state.tool === "board" ? signs() : []));
  };
  TrackStage.onPlaced = marks;
  TrackStage.lookedAt = () => {
    const node = state.tool === "road" && state.track.geometry.node[state.chosen];
    if (node) return [node.x, -node.y];
    return ["spaces", "start", "sections"].includes(state.tool) ? state.segments[state.cursor.lane]?.[state.cursor.position] : null;
  };
  const choose = (index) => {
    const count = state.track.geometry.node.length;
    state.chosen = count ? (index + count) % count : -1;
    TrackPanels.show(state);
    marks();
    if (state.chosen >= 0) tell(state.chosen ? $("chosen-name").value : `${$("chosen-name").value}. ${say("line")}`);
  };

  // --- a tap

  const space = ({ lane, position }) => {
    let first = 0;
    for (const token of state.track.lane[lane]?.spaces ?? []) {
      const length = Number(token.replace(/\D/g, ""));
      if (position < first + length) return { token, first, length };
      first += length;
    }
    return { token: "", first, length: 1 };
  };
  const describe = () => tell(say("segment", { lane: state.cursor.lane + 1, position: state.cursor.position, space: space(state.cursor).token }));
  const draw = (at) => {
    state.cursor = at;
    const { lane, position } = at;
    if (state.tool === "start") edit({ do: "start", lane, position });
    else if (state.tool === "sections") edit({ do: "section", lane, position });
    else if (state.tool === "board") edit({ do: "arrow", lane, position });
    else if (TrackPanels.way === "cut") edit({ do: "cut", lane, position });
    else if (TrackPanels.way === "paint") edit({ do: "paint", lane, position, value: TrackPanels.colours });
    else {
      const value = `${TrackPanels.colours}${TrackPanels.length}`;
      edit({ do: "lay", lane, position, value }, () => {
        state.cursor = { lane, position: (position + TrackPanels.length) % state.track.positions };
        tell(say("laid", { space: value, lane: lane + 1, position }));
      });
    }
  };
  $("sheet").addEventListener("click", (event) => {
    const at = TrackStage.unitAt(event.clientX, event.clientY);
    if (state.marking || state.tool === "photo" || state.tool === "file") return;
    if (state.tool === "road") {
      const count = state.track.geometry.node.length, index = state.chosen >= 0 && state.chosen < count - 1 ? state.chosen : -1;
      edit({ do: "add", index, ...upright(at) }, (found) => { state.chosen = index < 0 ? found.track.geometry.node.length - 1 : index + 1; });
      return;
    }
    const rows = state.tool === "spaces" && TrackPanels.way === "cut" ? state.edges : state.segments;
    const found = TrackStage.nearest(rows, at, state.track.geometry.lane_width * 1.6);
    if (found) draw(found); else tell(say("nothing_there"));
  });
  stage.addEventListener("keydown", (event) => {
    if (event.target !== stage || !state.segments.length || !["spaces", "start", "sections", "board"].includes(state.tool)) return;
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }, way = ways[event.key];
    if (way) {
      const lap = state.track.positions;
      state.cursor = { lane: Math.min(state.track.lanes - 1, Math.max(0, state.cursor.lane + way[0])), position: (state.cursor.position + way[1] + lap) % lap };
      describe();
      marks();
    } else if (event.key === "Enter" || event.key === " ") draw(state.cursor);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea");
    if ((event.ctrlKey || event.metaKey) && !typing && "zZyY".includes(event.key)) {
      event.preventDefault();
      (event.key.toLowerCase() === "y" || event.shiftKey ? $("redo") : $("undo")).click();
    } else if ((event.key === "Delete" || event.key === "Backspace") && !typing && state.tool === "road" && state.chosen >= 0) {
      event.preventDefault();
      $("remove-point").click();
    }
  });

  // --- buttons

  const tool = (name) => {
    state.tool = name;
    for (const each of document.querySelectorAll("[data-tool]")) {
      const on = each.dataset.tool === name;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      $(`panel-${each.dataset.tool}`).hidden = !on;
    }
    if (name !== "photo" && state.marking) straighten();
    marks();
  };
  const tools = [...document.querySelectorAll("[data-tool]")];
  tools.forEach((each, index) => {
    each.addEventListener("click", () => tool(each.dataset.tool));
    each.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const next = tools[(index + by + tools.length) % tools.length];
      next.focus();
      tool(next.dataset.tool);
    });
  });
  $("undo").addEventListener("click", () => back(past, future, say("undone")));
  $("redo").addEventListener("click", () => back(future, past, say("redone")));
  $("point-before").addEventListener("click", () => choose(state.chosen - 1));
  $("point-after").addEventListener("click", () => choose(state.chosen + 1));
  $("remove-point").addEventListener("click", () => state.chosen >= 0 && edit({ do: "remove", index: state.chosen }));
  // Without a finger or a mouse: a point between two others, or further along the road; arrow keys take it from there.
  $("add-point").addEventListener("click", () => {
    const points = state.track.geometry.node, count = points.length, index = state.chosen >= 0 && state.chosen < count - 1 ? state.chosen : -1;
    const last = points[count - 1], before = points[count - 2], [here, there] = [points[index], points[index + 1]];
    const at = index >= 0 ? { x: (here.x + there.x) / 2, y: (here.y + there.y) / 2 }
      : before ? { x: 2 * last.x - before.x, y: 2 * last.y - before.y } : { x: last ? last.x + 100 : 0, y: last ? last.y : -200 };
    edit({ do: "add", index, ...at }, (found) => { state.chosen = index < 0 ? found.track.geometry.node.length - 1 : index + 1; })
      .then(() => $("marks").querySelector(`.node[data-index="${state.chosen}"]`)?.focus());
  });
  $("drive").addEventListener("click", () => {
    tell(say("driving"));
    queue(async () => tell((await ask("drive", JSON.stringify({ track: state.track }))).words));
  });
  const figures = () => Object.fromEntries([...document.querySelectorAll(".wear")].filter((each) => each.value !== each.defaultValue).map((each) => [each.dataset.place, parseInt(each.value, 10) || 0]));
  $("keep").addEventListener("click", () => queue(async () => {
    const found = await ask("keep", JSON.stringify({ track: state.track, figures: figures(), old: state.old }));
    state.old = found.name;
    for (const each of document.querySelectorAll(".wear")) each.defaultValue = each.value;
    try { localStorage.removeItem(room()); } catch { /* nothing was kept */ }
    history.replaceState(null, "", `${here}?name=${encodeURIComponent(found.name)}`);
    remember();
    tell(found.words);
    $("said").append(" ", TrackPanels.make("a", { class: "btn small", id: "go-on", href: found.go }, found.go_words));
  }));
  $("track-file").addEventListener("change", () => {
    const file = $("track-file").files[0];
    if (!file) return;
    replace(async () => ask("open", await file.text()), "", say("begun")).then(() => { $("track-file").value = ""; });
  });
  for (const each of document.querySelectorAll("[data-begin]")) {
    each.addEventListener("click", () => replace(() => ask("draw", JSON.stringify({ track: state.track, begin: each.dataset.begin })), "", say("begun")));
  }
  $("start-over").addEventListener("click", () => replace(() => ask("draw", JSON.stringify({ track: begin.track })), begin.old, say("begun")));

  // --- the photo

  const see = () => $("drawing").style.setProperty("opacity", TrackPhoto.there ? (state.marking ? 0 : $("through").value / 100) : 1);
  const mark = () => {
    state.marking = true;
    TrackPhoto.straight = false;
    $("straighten").hidden = false;
    TrackStage.whole();
    see();
    tell(say("photo_ready"));
  };
  const straighten = () => {
    state.marking = false;
    TrackPhoto.straight = true;
    $("straighten").hidden = true;
    TrackStage.size();
    see();
    tell(say("straightened"));
  };
  $("photo-file").addEventListener("change", () => {
    const file = $("photo-file").files[0];
    if (file) queue(async () => {
      try { await TrackPhoto.load(file); } catch { throw new Error(say("no_photo")); }
      $("corners").disabled = false;
      mark();
    });
  });
  $("corners").addEventListener("click", mark);
  $("straighten").addEventListener("click", straighten);
  $("through").addEventListener("input", see);
  $("flip").addEventListener("change", () => { TrackPhoto.mirrored = $("flip").checked; TrackStage.size(); });

  // --- the beginning

  TrackPanels.listen(state, edit);
  try {
    const kept = JSON.parse(localStorage.getItem(room()) || localStorage.getItem(OLDER) || "null");
    if (kept && kept.from === location.search && JSON.stringify(kept.track) !== JSON.stringify(state.track)) {
      state.track = kept.track;
      state.old = kept.old;
      past.push(...(kept.past ?? []));
      queue(async () => tell(say("resumed")));
    }
  } catch { /* a browser that keeps nothing */ }
  tool("photo");
  TrackStage.whole();
  redraw();
})();
