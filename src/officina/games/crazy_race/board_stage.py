"""The stage card with its four sides and the driver cards laid beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import classes, tag
from officina.core.text import Message
from officina.games.crazy_race.board_parts import SEAT_SIGNS, Table, driver_card, locomotive, reached
from officina.games.crazy_race.board_track import earns
from officina.games.crazy_race.components import FINISH, SIDES
from officina.games.crazy_race.nouns import GAME, place_words
from officina.looks import mark, moved, part, spot, words

FACE: Final = 150.0
"""The height that the stage card is drawn in; what is printed on it grows with it."""
EDGE: Final = 12.0
"""Between the stage card and what lies beside it."""
SUM: Final = (54, 24)
"""Of a sign with somebody's sum."""
WORDS: Final = 12
"""So many letters have room in a line at a flank of the stage card."""
NAMES: Final = ("top", "right", "bottom", "left")
ROOM: Final = 5
"""So many cards lie side by side before they overlap."""


def stage(scene: Table, width: float, height: float) -> str:
    """The stage card in the middle; rows of cards grow outward from each side."""
    scale = (height - 2 * EDGE - 6) / 280
    face_width, face_height = (316.0 if width > 700 else 236.0) * scale, FACE * scale
    x, y = (width - face_width) / 2, (height - face_height) / 2
    printed = face(scene, face_width / scale, FACE)
    found = [tag("g", printed, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.3f})")]
    card = 48.0 * scale
    deep = card * 4 / 3
    starts = ((x, y - deep - EDGE), (x + face_width + EDGE, y + (face_height - deep) / 2),
              (x, y + face_height + EDGE), (x - EDGE - card, y + (face_height - deep) / 2))  # fmt: skip
    rooms = (width - x - 8, width - x - face_width - 18, width - x - 8, x - 18)
    for side in range(SIDES):
        found.append(row(scene, side, *starts[side], rooms[side], card, -1 if side == 3 else 1))
    return "".join(found)


def face(scene: Table, width: float, height: float, x: float = 0.0, y: float = 0.0) -> str:
    """The printed card: the arrow, and at each edge what its winner moves."""
    card = scene.view["stage_card"]
    box = {"width": width, "height": height}
    cx, cy = x + width / 2, y + height / 2
    lines = f"M{x + 14} {y + 14}L{cx - 40} {cy - 22}M{x + width - 14} {y + 14}L{cx + 40} {cy - 22}"
    lines += f"M{x + 14} {y + height - 14}L{cx - 40} {cy + 22}M{x + width - 14} {y + height - 14}L{cx + 40} {cy + 22}"
    drawn = [
        tag("rect", cls="cr-under", x=x + 3, y=y + 5, rx=14, **box),
        tag("rect", cls="cr-card", x=x, y=y, rx=14, **box),
        tag("rect", cls="cr-card-in", x=x + 6, y=y + 6, width=width - 12, height=height - 12, rx=9),
        tag("path", cls="cr-card-line", d=lines),
        tag("circle", cls="cr-card-hub", cx=cx, cy=cy, r=22),
        tag("g", part("i-arrow", cx - 13, cy - 14, 26, 26), cls="cr-brass"),
    ]
    places = ((cx - 8, y + 28), (x + width - 50, cy), (cx - 8, y + height - 28), (x + 50, cy))
    corners = ((x + 15, y + 15), (x + width - 15, y + 15), (x + width - 15, y + height - 15), (x + 15, y + height - 15))
    for side in range(SIDES):
        drawn.append(moves(scene, card["sides"][side], *places[side], upright=side in (1, 3)))
        drawn.append(order(scene, side, *corners[side]))
    drawn.append(moved(x - 4, y - 4, width + 8, height + 8) if scene.beat["name"] == "stage_began" else "")
    return tag("g", *drawn, role="img", aria_label=scene.plain("board.stage_card", card=card["card"]), data_thing="stage_card")


def order(scene: Table, side: int, x: float, y: float) -> str:
    """In which order the sides are evaluated."""
    shown = scene.view["stage_card"]["sides"][side]
    now = side in (scene.view["evaluating"], scene.told_side())
    names = classes("cr-order", now and "now", not now and (shown["evaluated"] or shown["taboo"]) and "none")
    return tag("g", tag("circle", cx=x, cy=y, r=13), tag("text", str(side + 1), x=x, y=y + 5.5), cls=names)


def moves(scene: Table, shown: Mapping[str, Any], x: float, y: float, upright: bool) -> str:
    """What the winner of a side moves: a model and steps, any locomotive, or as many steps as cards lie there."""
    model = next((place for place, each in enumerate(scene.parts.models) if each.code == shown["model"]), -1)
    steps = "?" if shown["distance"] is None else str(shown["distance"])
    if model >= 0:
        engine = locomotive(scene, model, "grey", x - 38 if upright else x - 46, y - 34 if upright else y - 19, 76)
        return engine + words(steps, x if upright else x + 46, y + 32 if upright else y + 12, 30, "sign", "middle")
    told = scene.say("board.as_many" if shown["distance"] is None else "terminal.free")
    if upright:
        lines = told.rsplit(" ", 1) if len(told) > WORDS else [told]
        written = "".join(words(each, x, y + 20 + 15 * place, 13, "bold", "middle") for place, each in enumerate(lines))
        return words(steps, x, y, 32, "sign", "middle") + written
    return words(steps, x - 40, y + 12, 32, "sign", "middle") + words(told, x - 22, y + 6, 13, "bold")


def row(scene: Table, side: int, x: float, y: float, room: float, size: float, way: int) -> str:
    """The cards beside a side in laying order, then the place for the next one; at the end everybody's sum."""
    shown = scene.view["stage_card"]["sides"][side]
    light = scene.on("place_side", str(side))
    cards = shown["cards"]
    lit = bool(light.get("data_choice"))
    upright = side in (1, 3)
    summed = shown["evaluated"] and bool(cards)
    if summed and not upright:
        room -= 2 * SUM[0] + 10
    waiting = not (shown["evaluated"] or shown["taboo"])
    places = Spread(len(cards) + waiting, x, y, room, size, way, upright)
    width = places.card
    found = [laid(scene, card, *places.at(place), width, way) for place, card in enumerate(cards)]
    if lit:
        left, top = places.at(len(cards))
        name = scene.plain(f"board.at_{NAMES[side]}")
        hole = tag("rect", cls="cr-hole", x=left, y=top, width=width, height=width * 4 / 3, rx=5)
        box = (left - 2, top - 2, width + 4, width * 4 / 3 + 4)
        found.append(spot(light, f"{name}. {would_words(scene, shown)}", box, hole, thing="side", id=f"cr-side-{side}"))
    elif waiting:
        left, top = places.at(len(cards))
        found.append(tag("rect", cls="cr-next", x=left, y=top, width=width, height=width * 4 / 3, rx=5))
    elif shown["taboo"]:
        found.append(words(scene.say("terminal.taboo"), x + size / 2, y + size * 0.8, 14, "bold cream", "middle"))
    if cards and side == scene.told_side():
        ends = places.at(0), places.at(len(cards) - 1)
        first, last = min(ends), max(ends)
        found.append(moved(first[0] - 4, y - 4, last[0] - first[0] + width + 8, width * 4 / 3 + 8))
    if summed:
        low = places.at(len(cards) - 1)
        if upright:
            beside = min(2, len({card["seat"] for card in cards}))
            start = (x if way > 0 else x + size - beside * (SUM[0] + 4) + 4, low[1] + width * 4 / 3 + 3)
        else:
            start = (low[0] + width + 10, y + 6)
        found.append(sums(scene, cards, *start, across=2))
    return tag("g", *found, cls=classes("cr-row", shown["taboo"] and "cr-taboo", scene.view["evaluating"] == side and "cr-now"))


class Spread:
    """Where the cards of a side lie: side by side while there is room, then overlapping, at the flanks in two lines."""

    def __init__(self, count: int, x: float, y: float, room: float, card: float, way: int, flank: bool) -> None:
        self.x, self.y, self.way = x, y, way
        self.card = card
        self.line = max(1, count)
        self.step = self._step(room)
        if flank and self.step < card * 0.6:
            self.card = card * 5 / 6
            self.x += card - self.card if way < 0 else 0
            self.y -= card * 0.52
            self.line = (count + 1) // 2
            self.step = self._step(room)

    def _step(self, room: float) -> float:
        return min(self.card + 8, (room - self.card) / max(1, self.line - 1))

    def at(self, place: int) -> tuple[float, float]:
        """The upper left corner of a card."""
        line, column = divmod(place, self.line)
        return self.x + self.way * column * self.step, self.y + line * (self.card * 4 / 3 + 3)


def laid(scene: Table, card: Mapping[str, Any], x: float, y: float, width: float, way: int = 1) -> str:
    """A driver card beside the stage card: a back with its owner's sign, one's own value on a small disc, or turned up.

    The disc is at the side that the next card (``way``) does not cover.
    """
    seat, value = card["seat"], card["value"]
    mine = seat == scene.seat
    light = scene.on("consolation", str(value)) if mine and not card["taken_back"] else {}
    up = card["face_up"] or card["taken_back"]
    drawn = driver_card(scene, seat, value if up else None, x, y, width)
    if value is not None and not up:
        disc = (x + 8 if way > 0 else x + width - 8, y + width * 4 / 3 - 9)
        drawn += tag("circle", cls="plate", cx=disc[0], cy=disc[1], r=11) + words(
            str(value), disc[0], disc[1] + 6, 16, "sign", "middle"
        )
    if card["taken_back"]:
        drawn = tag("g", drawn, cls="cr-taken")
    state = "taken" if card["taken_back"] else "up" if card["face_up"] else "down"
    who = scene.colour(seat)
    label = (
        scene.plain("board.card_hidden", who=who) if value is None else scene.plain(f"board.card_{state}", who=who, value=value)
    )
    id = f"cr-laid-{scene.view['stage']}-{card['number']}"
    return spot(
        light,
        label,
        (x - 1, y - 1, width + 2, width * 4 / 3 + 2),
        drawn,
        thing="driver_card",
        id=id,
        data_flip=f"driver-{seat}-{value or ''}",
    )


def sums(scene: Table, cards: list[Mapping[str, Any]], x: float, y: float, across: int, width: float = SUM[0]) -> str:
    """Everybody's sum on a side that lies open, and who wins it: on equal sums the one who laid first (CR-40, CR-41)."""
    totals: dict[int, int] = {}
    for card in cards:
        totals[card["seat"]] = totals.get(card["seat"], 0) + card["value"]
    best = max(totals, key=lambda seat: totals[seat])
    tied = list(totals.values()).count(totals[best]) > 1
    found = []
    for place, (seat, total) in enumerate(totals.items()):
        left, top = x + place % across * (width + 4), y + place // across * (SUM[1] + 4)
        sign = tag("rect", cls=classes("cr-sum", seat == best and "win"), x=left, y=top, width=width, height=SUM[1], rx=6)
        sign += mark(SEAT_SIGNS[seat], scene.paint_of(seat), left + 3, top + 3, 18)
        sign += words(str(total), left + width / 2 + 11, top + 18.5, 17, "sign", "middle")
        label = f"{total}"
        if seat == best:
            label = scene.plain("board.wins_tie" if tied else "board.wins", who=scene.colour(seat), n=total)
        found.append(
            tag(
                "g",
                sign,
                cls=classes("cr-total", seat == best and f"cr-won-by-{seat}"),
                role="img",
                aria_label=label,
                data_thing="sum",
            )
        )
    return "".join(found)


def would_words(scene: Table, shown: Mapping[str, Any]) -> str:
    """Where winning a side would lead one's own locomotives, and the points cards on the way, in words."""
    if scene.seat is None or shown["distance"] is None:
        return ""
    locos = scene.view["table"][scene.seat]["locomotives"]
    found = []
    for loco in locos:
        if shown["model"] not in (None, loco["model"]):
            continue
        if loco["progress"] == FINISH:
            if shown["model"]:
                found.append(scene.plain("board.lost"))
            continue
        end = reached(locos, loco["model"], shown["distance"])
        name = Message(f"{GAME}.model.{loco['model']}")
        found.append(scene.plain("board.would", model=name, place=place_words(end), n=earns(scene, loco["progress"], end)))
    return "; ".join(found)


def tiles(scene: Table, width: float, height: float) -> str:
    """The sides as two by two tiles of a phone, clockwise."""
    found = []
    across, down = width / 2, height / 2
    for side, (column, line) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        shown = scene.view["stage_card"]["sides"][side]
        x, y = column * across + 4, line * down + 4
        wide, tall = across - 8, down - 8
        light = scene.on("place_side", str(side))
        paper = tag("rect", cls=classes("cr-tile", shown["taboo"] and "barred"), x=x, y=y, width=wide, height=tall, rx=9)
        paper += order(scene, side, x + 20, y + 22) + moves(scene, shown, x + 92, y + 24, upright=False)
        paper += moved(x + 3, y + 3, wide - 6, tall - 6) if side == scene.told_side() else ""
        name = scene.plain(f"board.at_{NAMES[side]}")
        cards = shown["cards"]
        summed = shown["evaluated"] and bool(cards)
        if not summed:
            paper += words(scene.say(f"board.at_{NAMES[side]}"), x + wide - 8, y + tall - 8, 13, "bold soft", "end")
        label = f"{name}. {would_words(scene, shown)}"
        found.append(spot(light, label, (x, y, wide, tall), paper, thing="side", id=f"cr-side-{side}"))
        step = min(42.0, (wide - 52) / max(1, len(cards) - 1))
        drawn = "".join(laid(scene, card, x + 8 + place * step, y + 46, 36) for place, card in enumerate(cards))
        if summed:
            drawn += sums(scene, cards, x + 5, y + tall - SUM[1] - 4, len(cards), 40)
        found.append(tag("g", drawn, cls="cr-through" if light.get("data_choice") else None))
    found.append(moved(3, 3, width - 6, height - 6) if scene.beat["name"] == "stage_began" else "")
    return "".join(found)
