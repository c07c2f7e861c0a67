// The panels beside the drawing: figures with their buttons, the lists of the grid and of the stretches, names.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const spoken = JSON.parse($("spoken").value);
  const say = (key, figures = {}) => spoken[key].replace(/\{(\w+)\}/g, (_, name) => figures[name] ?? "");
  let edit = () => {};

  const make = (name, attributes = {}, ...inside) => {
    const found = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
    found.append(...inside);
    return found;
  };
  const button = (words, work) => {
    const found = make("button", { type: "button", class: "btn small" }, words);
    found.addEventListener("click", work);
    return found;
  };
  const field = (id, label, value, work, short = false) => {
    const found = make("input", { id, maxlength: 60, value, "aria-label": label, autocomplete: "off", ...(short ? { class: "short", inputmode: "numeric" } : {}) });
    found.addEventListener("change", () => work(found.value));
    return found;
  };
  const choice = (id, label, values, chosen, work) => {
    const found = make("select", { id, "aria-label": label });
    for (const [value, words] of values) {
      const option = make("option", { value }, words);
      option.selected = value === chosen;
      found.append(option);
    }
    found.addEventListener("change", () => work(found.value));
    return found;
  };
  const row = (...inside) => make("div", { class: "row" }, ...inside);
  // A list is drawn anew after each edit; a field that had the focus has it again.
  const fill = (list, items) => {
    const held = list.contains(document.activeElement) ? document.activeElement.id : "";
    list.replaceChildren(...items);
    if (held) $(held)?.focus();
  };

  const cells = (track) => fill($("cells"), track.grid.map((cell, index) => make("li", {},
    make("b", {}, say("cell", { slot: cell.slot, lane: cell.lane, position: cell.pos })),
    row(make("span", {}, say("money")), field(`money-${index}`, say("money"), cell.money, (value) => edit({ do: "cell", index, number: whole(value) }), true),
      choice(`lap-${index}`, say("lap_after"), [["after", say("lap_after")], ["before", say("lap_before")]], cell.lap < 0 ? "before" : "after", (value) => edit({ do: "cell", index, value })),
      button(say("remove_cell"), () => edit({ do: "start", lane: cell.lane - 1, position: cell.pos }))))));

  const kinds = ["straight", "bend", "chicane"];
  const sections = (track) => fill($("section-list"), track.section.map((section, index) => make("li", {},
    make("b", {}, `${section.from} – ${section.to}`),
    row(field(`section-${index}`, say("section_name"), section.key, (value) => edit({ do: "section_name", index, value })),
      choice(`kind-${index}`, say("section_kind"), kinds.map((kind) => [kind, say(kind)]), section.kind, (value) => edit({ do: "section_kind", index, value })),
      ...(track.section.length > 1 ? [button(say("remove_section"), () => edit({ do: "section", lane: 0, position: section.from }))] : [])))));

  const whole = (text) => { const found = parseInt(text, 10); return Number.isFinite(found) ? Math.max(-1, Math.min(2000, found)) : -1; };
  const set = (id, value) => { const found = $(id); if (found !== document.activeElement || found.type !== "text") found.value = value; else if (found.value !== String(value)) found.value = value; };

  // What the fields of one figure do.
  const figures = {
    segments: (state, number) => state.chosen >= 0 && edit({ do: "stretch", index: state.chosen, number }),
    lanes: (state, number) => edit({ do: "lanes", number }),
    "lane-width": (state, number) => edit({ do: "lane_width", number }),
    wide: (state, number) => edit({ do: "board", x: number, y: state.track.render.view[3] - state.track.render.view[1] }),
    high: (state, number) => edit({ do: "board", x: state.track.render.view[2] - state.track.render.view[0], y: number }),
    length: () => {},
  };

  const listen = (state, send) => {
    edit = send;
    for (const [id, work] of Object.entries(figures)) $(id).addEventListener("change", () => work(state, whole($(id).value)));
    document.addEventListener("click", (event) => {
      const step = event.target.closest("[data-step]");
      if (!step) return;
      const found = $(step.dataset.of), next = whole(found.value) + Number(step.dataset.step) * (["wide", "high"].includes(found.id) ? 10 : 1);
      found.value = Math.min(Number(found.dataset.most), Math.max(Number(found.dataset.least), next));
      found.dispatchEvent(new Event("change", { bubbles: true }));
    });
    ["name-id", "name-it", "name-en"].forEach((id, index) => $(id).addEventListener("change", () => edit({ do: "called", index, value: $(id).value })));
    $("copied").addEventListener("change", () => edit({ do: "status", value: $("copied").checked ? "IT" : "REC" }));
    $("straight").addEventListener("change", () => state.chosen >= 0 && edit({ do: "stretch", index: state.chosen, value: $("straight").checked ? "straight" : "bend" }));
    $("turn-round").addEventListener("click", () => edit({ do: "turn_round" }));
    for (const swatch of document.querySelectorAll("[name=colours]")) swatch.addEventListener("change", () => { $("length").value = swatch.dataset.length; });
    $("length").value = 1;
  };

  const show = ({ track, chosen }) => {
    const node = track.geometry.node[chosen], view = track.render.view;
    $("chosen").disabled = !node;
    $("chosen-name").value = node ? say("point", { number: chosen + 1, of: track.geometry.node.length }) : "–";
    set("segments", node ? node.positions : "");
    $("straight").checked = Boolean(node && node.kind === "straight");
    set("lanes", track.lanes);
    set("lane-width", track.geometry.lane_width);
    set("wide", view[2] - view[0]);
    set("high", view[3] - view[1]);
    set("name-id", track.id);
    set("name-it", track.name.it);
    set("name-en", track.name.en);
    $("copied").checked = track.status === "IT";
    cells(track);
    sections(track);
  };

  window.TrackPanels = {
    listen, show, say, make,
    get way() { return document.querySelector("[name=way]:checked").value; },
    get colours() { return document.querySelector("[name=colours]:checked").value; },
    get length() { return Math.max(1, Math.min(99, whole($("length").value))); },
  };
})();
