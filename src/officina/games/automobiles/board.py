"""The table of Automobiles in the browser: phases, circuit, one's own sheet, the stock with its cards, the other drivers.

The road is black, white and grey; every shade, cube and car also has a mark or a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import Board, classes, lit, rule, tag
from officina.core.position import Question
from officina.games.automobiles.board_circuit import circuit, lap_track, shade_style
from officina.games.automobiles.board_parts import Table, cube_symbols, disc
from officina.games.automobiles.board_sheets import other_sheets, own_sheet, stock
from officina.games.automobiles.board_track import NOBODY, course, printed, track_style
from officina.games.automobiles.components import Parts
from officina.games.automobiles.track import Track

PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")
PHASES: Final = ("action", "buy", "car", "decline", "end")
ENDS: Final = {"buy": ("action", "done"), "car": ("buy", "done"), "action": ("turn_type", "standard")}
"""A phase is entered by this answer to this question."""
AGREED: Final = {"weaving": "on", "draft": "segment", "boost": "accelerated"}
"""Options that the table should not forget, with the value that is not the usual one."""


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
    """The whole table as the view's seat sees it."""
    track = parts.tracks[view["track"]]
    table = Table(parts, track, view, question, language)
    regions = {
        "head": head(table),
        "laps": lap_track(table),
        "circuit": circuit(table),
        "sheet": own_sheet(table),
        "stock": stock(table),
        "rivals": other_sheets(table),
    }
    return Board(symbols(parts, track), regions, style(parts, track))


@lru_cache(maxsize=16)
def symbols(parts: Parts, track: Track) -> str:
    """Cubes, cars and the road, defined once and used by name."""
    return tag("svg", cube_symbols(parts), printed(track, parts), cls="symbols", aria_hidden="true", width=0, height=0)


@lru_cache(maxsize=16)
def style(parts: Parts, track: Track) -> str:
    """The style sheet: the plain part, colours of cars and shades, places on the track."""
    colours = "".join(rule(f".au-of-{seat}", border_left_color=hex) for seat, hex in enumerate(parts.car_hexes))
    colours += "".join(rule(f".au-rim-{seat}", border_color=hex) for seat, hex in enumerate(parts.car_hexes))
    colours += "".join(rule(name, background=ground, color=ink) for name, ground, ink in shade_style())
    letter = course(track, parts).road.letter
    letters = rule(".au-number,.au-badge-text", font_size=f"{letter:.1f}px") + rule(
        ".au-far", font_size=f"{letter * 2.6:.1f}px"
    )
    return PLAIN_STYLE + colours + letters + track_style(track, parts)


def head(table: Table) -> str:
    """Round, whose turn, the phases (lit where an answer enters one), and what counts in this turn."""
    view = table.view
    title = table.say("phase.over" if view["over"] else "phase.setup") if not view["round"] or view["over"] else ""
    title = title or table.say("board.round", round=view["round"])
    found = [tag("strong", title)]
    if table.current != NOBODY and not view["over"]:
        found.append(tag("span", disc(table.current), " ", table.who(table.current), cls="au-turn"))
    if view["last_round"] and not view["over"]:
        found.append(tag("span", table.say("terminal.last_round"), cls="au-last"))
    found += [tag("span", words) for words in notes(table)]
    return tag("div", tag("div", *found, cls="au-facts"), phases(table), cls="au-head")


def phases(table: Table) -> str:
    """The phase bar; nothing before and after the race."""
    view = table.view
    if not view["round"] or view["over"]:
        return ""
    found = []
    for name in PHASES:
        kind, answer = ENDS.get(name, ("", ""))
        light = table.lights.on(answer) if kind and table.kind == kind else {}
        now = view["phase"] == name
        cls = classes("au-phase", now and "now", lit(light))
        current = "step" if now else None
        found.append(tag("li", table.say(f"phase.{name}"), id=f"phase-{name}", cls=cls, aria_current=current, **light))
    if table.kind == "turn_type":
        light = table.lights.on("pit_stop")
        found.append(tag("li", table.say("board.pit_stop"), id="phase-pit", cls=classes("au-phase", lit(light)), **light))
    return tag("ol", *found, cls="au-phases", aria_label=table.plain("board.phases"))


def notes(table: Table) -> list[str]:
    """What counts in this turn: money, position at its start, wear if the car stopped now; then unusual agreements."""
    view = table.view
    found = []
    if view["money"]:
        found.append(table.say("terminal.money", money=view["money"]))
    if view["phase"] == "action" and table.current != NOBODY:
        active = table.players[table.current]["active"]
        found.append(table.say("board.start_rank", rank=view["start_rank"]))
        worth = sum(number * stack["value"] for number, stack in zip(active, view["stacks"], strict=True))
        found.append(table.say("board.worth", money=worth))
    if view["phase"] in ("action", "buy") and table.path:
        wear, ahead = table.wear_at(table.head, table.path)
        if view["aero"]:
            found.append(table.say("terminal.aero"))
        elif ahead != NOBODY:
            found.append(table.say("board.drafting", leader=table.driver(ahead)))
        else:
            found.append(table.say("board.wear", n=wear))
    elif view["aero"] and not view["over"]:
        found.append(table.say("terminal.aero"))
    found += [table.say(f"board.agreed.{name}") for name, value in AGREED.items() if view["options"][name] == value]
    return found
