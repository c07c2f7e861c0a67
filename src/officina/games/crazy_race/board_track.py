"""The upper half of the table of Crazy Race: name plates, tracks with their locomotives, the two piles of points cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import classes, tag
from officina.core.text import render
from officina.games.crazy_race.board_parts import (
    SEAT_SIGNS,
    SHAPES,
    Table,
    copies,
    loco_words,
    locomotive,
    points_card,
    reached,
)
from officina.games.crazy_race.components import FINISH, MODELS, SPACES, TURNTABLE
from officina.looks import mark, moved, part, spot, words

LETTERS: Final = 11
"""Of a name on its plate; a longer one is shortened."""
LOW: Final = 46.0
"""The height of a card in the lower part of a pile."""
NOTE: Final = 6.1
"""The width of a letter of a note: one that does not fit is left out."""


class Course:
    """Where everything stands on a track: its left end, the zone of start and finish, a space's width, a row's height."""

    def __init__(self, zone: float, space: float, row: float, top: float, loco: float) -> None:
        self.zone = zone
        self.space = space
        self.row = row
        self.top = top
        self.loco = loco

    @property
    def width(self) -> float:
        """The whole length of a track."""
        return self.zone + SPACES * self.space

    def middle(self, place: int) -> float:
        """The middle of a place: 0 to 2 in the zone (one a model), then spaces 1 to 6."""
        if place < MODELS:
            return self.loco / 2 + place * (self.zone - self.loco) / (MODELS - 1)
        return self.zone + self.space * (place - MODELS + 0.5)

    def rail(self, row: int) -> float:
        """The height of a row's rails."""
        return self.top + row * self.row + self.row - 16


def way_of(course: Course, row: int, model: int, id: str) -> str:
    """The line of a locomotive: from its place in the zone to the turntable and back."""
    first, last = course.middle(model), course.middle(place_of(model, TURNTABLE))
    return tag("path", id=id, cls="way", d=f"M{first:g} {course.rail(row):g}H{last:g}H{first:g}")


def driven(course: Course, model: int, progress: int) -> str:
    """Which part of its line a locomotive has driven."""
    first, last = course.middle(model), course.middle(place_of(model, TURNTABLE))
    part = (course.middle(place_of(model, progress)) - first) / (last - first) / 2
    return f"{part if progress <= TURNTABLE else 1 - part:.4g}"


def place_of(model: int, progress: int) -> int:
    """The place of a track that a progress stands for; in the zone every model has its own."""
    if progress in (0, FINISH):
        return model
    return MODELS - 1 + min(progress, FINISH - progress)


def tracks(scene: Table, course: Course) -> str:
    """A row a player: rails, turntable, locomotives, and on one's own the places that a choice would reach."""
    players = scene.view["table"]
    height = course.row * len(players)
    zone = {"x": 0, "y": course.top, "width": course.zone, "height": height + 4, "rx": 8}
    found = [tag("rect", cls="cr-zone", **zone), heads(scene, course)]
    found += [ground(scene, course, row, players[row]["seat"] == scene.seat) for row in range(len(players))]
    found += [engines(scene, course, row, player) for row, player in enumerate(players)]
    return "".join(found)


def heads(scene: Table, course: Course) -> str:
    """What the columns are."""
    found = [words(scene.say("board.zone"), course.zone / 2, course.top - 6, 14, "bold cream", "middle")]
    for space in range(1, SPACES):
        found.append(words(str(space), course.middle(MODELS - 1 + space), course.top - 6, 14, "bold cream", "middle"))
    if course.space > 80:
        found.append(
            words(scene.say("board.turntable"), course.middle(MODELS - 1 + SPACES), course.top - 6, 14, "bold cream", "middle")
        )
    else:  # a phone has the piles on another sheet: here what the next one there brings
        found[0] = next_points(scene, "finish", 2, course.top - 21)
        found[0] += words(scene.say("board.finish"), 24, course.top - 6, 14, "bold cream", room=course.zone - 24)
        found.append(next_points(scene, "turntable", course.width - 24, course.top - 21))
    return "".join(found)


def next_points(scene: Table, name: str, x: float, y: float) -> str:
    """The value of the topmost card of a pile, on a small plate."""
    cards = scene.view[f"{name}_pile"]["cards"]
    label = scene.plain(f"board.{name}_card", value=cards[0]) if cards else scene.plain("terminal.empty")
    face = tag("rect", cls="cr-face", x=x, y=y, width=20, height=19, rx=4)
    drawn = face + words(str(cards[0]) if cards else "–", x + 10, y + 15, 15, "sign", "middle")
    return tag("g", drawn, cls=f"cr-{name}", role="img", aria_label=label, data_thing=f"{name}_card")


def ground(scene: Table, course: Course, row: int, mine: bool) -> str:
    """Ballast, sleepers, rails and turntable of a row."""
    y = course.rail(row)
    end = course.width - course.space * 0.75
    deck = min(course.row * 0.94, course.space * 0.62)
    sleepers = "".join(f"M{x} {y - 7}v16" for x in range(12, int(end), 20))
    cuts = "".join(f"M{course.zone + course.space * space:.1f} {y - course.row + 26}V{y + 10}" for space in range(SPACES))
    own = {"x": -6, "y": y - course.row + 18, "width": course.width + 10, "height": course.row - 2, "rx": 8}
    turn = (course.middle(MODELS - 1 + SPACES) - deck / 2, y + 8 - deck)
    return tag(
        "g",
        tag("rect", cls="cr-own-row", **own) if mine else "",
        tag("rect", cls="ballast", x=2, y=y - 9, width=end, height=20, rx=4),
        tag("path", cls="tie", d=sleepers),
        tag("path", cls="rail-b", d=f"M6 {y - 4}H{end:.0f}M6 {y + 5}H{end:.0f}"),
        tag("path", cls="rail-l", d=f"M6 {y - 4.8}H{end:.0f}M6 {y + 4.2}H{end:.0f}"),
        tag("path", cls="cr-cut", d=cuts),
        tag("g", part("turntable", *turn, deck, deck), role="img", aria_label=scene.plain("board.turntable")),
        data_thing="track",
    )


def engines(scene: Table, course: Course, row: int, player: Mapping[str, Any]) -> str:
    """The locomotives of a player, those that may be chosen lit, and where a choice would lead."""
    seat = player["seat"]
    mine = seat == scene.seat
    aims = goals(scene) if mine else {}
    bottom = course.rail(row) + 4
    width = course.loco
    found = [way_of(course, row, model, f"cr-way-{seat}-{model}") for model in range(MODELS)]
    for model, loco in enumerate(player["locomotives"]):
        place = place_of(model, loco["progress"])
        x = course.middle(place) - width / 2
        light: dict[str, str | None] = {}
        if mine and place not in aims:
            light = scene.on("free_loco", loco["model"]) or scene.on("split_loco", loco["model"])
        drawn = locomotive(scene, model, scene.paint_of(seat), x, bottom - width / 2, width, loco["heading"] == "back")
        if loco["heading"] == "home":
            drawn = tag("g", drawn, cls="cr-home")
        box = (x, bottom - width / 2 - 2, width, width / 2 + 4)
        chosen = mine and loco["model"] == scene.moving
        told = scene.beat["name"] == "moved" and (scene.beat["seat"], scene.beat["model"]) == (seat, model)
        drawn += moved(*box) if told else ""
        found.append(
            spot(
                light,
                loco_words(scene, seat, loco),
                box,
                drawn,
                cls=classes(chosen and "cr-moving"),
                thing=SHAPES[model].removeprefix("loco-"),
                id=f"cr-loco-{seat}-{loco['model']}",
                data_way=f"cr-way-{seat}-{model}",
                data_at=driven(course, model, loco["progress"]),
            )
        )
    for place, (shown, choice, title) in aims.items():
        x = course.middle(place)
        y = bottom - course.row + 20
        half = min(24.0, course.space / 2 - 2)
        sign = tag("rect", cls="cr-goal", x=x - half, y=y, width=2 * half, height=course.row - 22, rx=8)
        sign += tag("circle", cls="cr-steps", cx=x, cy=y + 16, r=13) + words(shown, x, y + 21, 14, "bold cr-on-blue", "middle")
        box = (x - half - 2, y - 2, 2 * half + 4, course.row - 18)
        found.append(spot({"data_choice": choice}, title, box, sign, thing="goal", id=f"cr-goal-{place}"))
    return "".join(found)


# --- name plates


def plates(scene: Table, course: Course, width: float) -> str:
    """Who plays on each row: sign, name, points, cards won, and what everybody knows of the hand."""
    return "".join(plate(scene, player, course.top + row * course.row + 4, width, course.row - 7)
                   for row, player in enumerate(scene.view["table"]))  # fmt: skip


def plate(scene: Table, player: Mapping[str, Any], y: float, width: float, height: float) -> str:
    """One name plate; a rival to steal from is lit."""
    seat = player["seat"]
    light = scene.on("finish_reward", f"steal {scene.parts.colours[seat].code}")
    now = seat in scene.view["to_act"]
    box = {"width": width, "height": height, "rx": 8}
    drawn = tag("rect", cls="cr-under", x=2, y=y + 3, **box) + tag(
        "rect", cls=classes("cr-plate", now and "now"), x=0, y=y, **box
    )
    drawn += mark(SEAT_SIGNS[seat], scene.paint_of(seat), 7, y + 4, 22)
    drawn += words(scene.who(seat, LETTERS), 35, y + 24, 16 if width > 145 else 15, "bold")
    drawn += words(str(player["score"]), width - 7, y + 26, 21, "sign", "end")
    drawn += moved(2, y + 2, width - 4, height - 4) if scene.told_player() == seat else ""
    label = scene.plain("board.player", who=scene.colour(seat), n=player["score"])
    return spot(light, label, (0, y, width, height), drawn, thing="player", id=f"cr-player-{seat}") + goods(
        scene, player, y, width, height
    )


def goods(scene: Table, player: Mapping[str, Any], y: float, width: float, height: float) -> str:
    """The cards won, as small as they may be, and the flags."""
    seat = player["seat"]
    found = []
    won = won_cards(player)
    won += [("discarded", value, copy) for value, copy in copies(player["discarded"])]
    card = min(32.0, (height - 33) * 3 / 4)
    step = min(card + 3, (width - card - 12) / max(1, len(won) - 1))
    for place, (pile, value, copy) in enumerate(won):
        id = f"cr-won-{seat}-{pile}-{value}-{copy}"
        found.append(points_card(scene, pile, value, 7 + place * step, y + height - card * 4 / 3 - 3, card, id))
    notes = []
    if scene.view["places"]:
        notes.append(scene.say("terminal.place", place=scene.view["places"][seat]))
    if seat == scene.view["first_player"] and not scene.view["over"]:
        notes.append(scene.say("board.first"))
    if player["hand_empty"]:
        notes.append(scene.say("board.hand_empty"))
    elif player["retake_used"]:
        notes.append(scene.say("board.took_back"))
    left = 9 + len(won) * step
    while notes and len(", ".join(notes)) * NOTE > width - left:
        notes.pop()
    found.append(words(", ".join(notes), left, y + height - 10, 13, "soft"))
    return "".join(found)


def won_cards(player: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    """The points cards of a player: the pile of each, its value and which of that value it is."""
    won = [("turntable", value, copy) for value, copy in copies(player["turntable_cards"])]
    return won + [("finish", value, copy) for value, copy in copies(player["finish_cards"])]


# --- the piles


def pile(scene: Table, name: str, width: float, height: float) -> str:
    """One pile of points cards: the top card large, the others below it, two in a row."""
    left = scene.view[f"{name}_pile"]
    light = scene.on("finish_reward", "pile") if name == "finish" else {}
    title = words(scene.say("board.points"), width / 2, 16, 14, "bold cream", "middle")
    found = [title]
    top = 64.0
    below = 24 + top * 4 / 3 + 6
    lines = -(-(len(left["cards"]) - 1) // 2)
    step = min(52.0, (height - below - LOW) / max(1, lines - 1))
    for depth, value in reversed(list(enumerate(left["cards"]))):  # where they overlap, every value is seen
        id = f"cr-{name}-{left['size'] - depth}"
        if not depth:
            found.append(points_card(scene, name, value, (width - top) / 2, 24, top, id, light))
        else:
            column, line = (depth - 1) % 2, (depth - 1) // 2
            found.append(
                points_card(
                    scene,
                    name,
                    value,
                    width / 2 - 37 + column * 39,
                    below + line * step,
                    34,
                    id,
                )
            )
    covered = left["size"] - len(left["cards"])
    if covered:
        found.append(words(scene.say("terminal.covered", n=covered), width / 2, below + 16, 13, "bold cream", "middle"))
    if not left["size"]:
        hole = {"x": (width - top) / 2, "y": 24, "width": top, "height": top * 4 / 3, "rx": 6}
        found.append(
            tag("rect", cls="cr-hole", **hole) + words(scene.say("terminal.empty"), width / 2, 78, 13, "bold cream", "middle")
        )
    return "".join(found)


def goals(scene: Table) -> dict[int, tuple[str, str, str]]:
    """The places of the own track that a choice would reach: what is written there, the choices, and all in words."""
    found: dict[int, tuple[str, str, str]] = {}
    models = [model.code for model in scene.parts.models]
    moving = scene.moving
    for option in scene.options("free_loco", "split_steps"):
        assert scene.seat is not None
        word = option.notation.partition(" ")[2]
        model = moving or word
        points = int(word) if moving else scene.view["stage_card"]["sides"][scene.view["evaluating"]]["distance"]
        end = reached(scene.view["table"][scene.seat]["locomotives"], model, points)
        place = place_of(models.index(model), end)
        shown, title = (f"+{word}" if moving else str(points)), render(option.message, scene.language)
        if place in found:
            before = found[place]
            found[place] = (before[0], f"{before[1]}|{option.notation}", f"{before[2]}; {title}")
        else:
            found[place] = (shown, option.notation, title)
    return found


def earns(scene: Table, start: int, end: int) -> int:
    """The points cards that a move between these would bring now."""
    won = 0
    for name, line in (("turntable", TURNTABLE), ("finish", FINISH)):
        cards = scene.view[f"{name}_pile"]["cards"]
        if start < line <= end and cards:
            won += cards[0]
    return won
