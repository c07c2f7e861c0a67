"""The upper half of the table of Crazy Race: the two piles of points cards, and a lane a player with track and won cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from officina.core.drawing import classes, lit, rule, tag
from officina.core.text import Message, render
from officina.games.crazy_race import board_parts as draw
from officina.games.crazy_race.board_parts import Table
from officina.games.crazy_race.components import FINISH, MODELS, SPACES, TURNTABLE
from officina.games.crazy_race.nouns import GAME, place_words

SLOT: Final = 10.0
SPACE: Final = (100 - MODELS * SLOT) / SPACES
"""Widths in hundredths of a track: a place of the zone at the left, and a space."""


def middles() -> list[float]:
    """The middle of each place of a track: the zone's (one a model), then spaces 1 to 6."""
    zone = [SLOT * (slot + 0.5) for slot in range(MODELS)]
    return zone + [MODELS * SLOT + SPACE * (space + 0.5) for space in range(SPACES)]


def track_style() -> str:
    """One class a place; a change of class slides."""
    return "".join(rule(f".cr-at-{place}", left=f"{middle:.2f}%") for place, middle in enumerate(middles()))


def place_of(model: int, progress: int) -> int:
    """The place of a track that a progress stands for; in the zone every model has its own."""
    if progress in (0, FINISH):
        return model
    return MODELS - 1 + min(progress, FINISH - progress)


def tracks(scene: Table) -> str:
    """Both piles above, then the lanes."""
    lanes = [lane(scene, player) for player in scene.view["table"]]
    return tag("div", piles(scene), *lanes, cls="cr-tracks")


# --- the piles


def piles(scene: Table) -> str:
    """The finish pile at the left, the turntable pile at the right: top card large, the others behind it."""
    return tag("div", pile(scene, "finish"), pile(scene, "turntable"), cls="cr-piles")


def pile(scene: Table, name: str) -> str:
    """One pile of points cards."""
    left = scene.view[f"{name}_pile"]
    light = scene.on("finish_reward", "pile") if name == "finish" else {}
    cards = []
    for depth, value in enumerate(left["cards"]):
        words = scene.plain(f"board.{name}_card", value=value)
        cards.append(draw.points_card(f"cr-{name}-{left['size'] - depth}", name, value, "" if depth else "top", words))
    covered = left["size"] - len(left["cards"])
    if covered:
        cards.append(tag("span", f"+{covered}", cls="cr-covered", title=scene.plain("terminal.covered", n=covered)))
    if not left["size"]:
        cards.append(tag("span", scene.say("terminal.empty"), cls="cr-none"))
    label = tag(
        "span", scene.say(f"terminal.{name}_pile"), tag("small", scene.say("board.left", n=left["size"])), cls="cr-label"
    )
    return tag(
        "div",
        label,
        tag("span", *cards, cls="cr-fan"),
        id=f"cr-pile-{name}",
        cls=classes("cr-pile", f"cr-pile-{name}", lit(light)),
        **light,
    )


# --- the lanes


def lane(scene: Table, player: Mapping[str, Any]) -> str:
    """One player: name and cards, then the track."""
    seat = player["seat"]
    acting = seat in scene.view["to_act"]
    names = classes("cr-lane", f"cr-of-{seat}", seat == scene.seat and "mine", acting and "acting")
    return tag("section", panel(scene, player, acting), track(scene, player), id=f"cr-lane-{seat}", cls=names)


def panel(scene: Table, player: Mapping[str, Any], acting: bool) -> str:
    """Who it is, the score, the cards won, and what everybody knows of the driver cards."""
    seat = player["seat"]
    colour = scene.parts.colours[seat]
    light = scene.on("finish_reward", f"steal {colour.code}")
    names = scene.view.get("names")
    first = seat == scene.view["first_player"] and not scene.view["over"]
    star = tag("span", " ★", cls="cr-turn", title=scene.plain("terminal.first")) if first else ""
    under = [scene.say(f"colour.{colour.code}")] if names else []
    if seat == scene.seat:
        under.append(scene.say("terminal.you"))
    badge = tag("span", colour.letter, cls="cr-badge", aria_hidden="true")
    who = tag(
        "h3", tag("span", "▶ ", cls="cr-turn", title=scene.plain("board.acting")) if acting else "", scene.who(seat), star
    )
    colour_line = tag("div", ", ".join(under), cls="cr-small") if under else ""
    score = tag("div", str(player["score"]), tag("small", scene.say("terminal.score")), cls="cr-score")
    return tag(
        "div",
        tag("header", badge, tag("div", who, colour_line), score),
        tag("div", won(scene, player), flags(scene, player), cls="cr-goods"),
        id=f"cr-player-{seat}",
        cls=classes("cr-panel", lit(light)),
        **light,
    )


def won(scene: Table, player: Mapping[str, Any]) -> str:
    """The points cards of a player, and those a penalty took."""
    seat = player["seat"]
    cards = []
    for name in ("turntable", "finish"):
        for value, copy in draw.copies(player[f"{name}_cards"]):
            light = scene.on("penalty_discard", str(value)) if seat == scene.seat else {}
            words = scene.plain(f"board.{name}_card", value=value)
            cards.append(
                draw.points_card(f"cr-won-{seat}-{name}-{value}-{copy}", name, value, "", words, light.get("data_choice"))
            )
    for value, copy in draw.copies(player["discarded"]):
        words = scene.plain("board.discarded_card", value=value)
        cards.append(draw.points_card(f"cr-lost-{seat}-{value}-{copy}", "discarded", value, "", words))
    if not cards:
        cards.append(tag("span", "–", cls="cr-none", title=scene.plain("board.no_points")))
    return tag("span", *cards, cls="cr-won")


def flags(scene: Table, player: Mapping[str, Any]) -> str:
    """Take-back, empty hand; at the end, the place."""
    found = []
    seat = player["seat"]
    if scene.view["places"]:
        found.append(tag("b", scene.say("terminal.place", place=scene.view["places"][seat]), cls="cr-flag cr-strong"))
    used = "used" if player["retake_used"] else "free"
    found.append(
        tag(
            "span",
            f"↺ {scene.say(f'board.retake_{used}')}",
            cls=classes("cr-flag", used == "used" and "cr-spent"),
            title=scene.plain(f"board.retake_{used}_long"),
        )
    )
    if player["hand_empty"]:
        found.append(tag("b", scene.say("board.hand_empty"), cls="cr-flag cr-strong"))
    return tag("span", *found, cls="cr-flags")


@lru_cache(maxsize=8)
def spaces(language: str) -> str:
    """The printed track: the zone, five spaces, the turntable."""
    zone = tag("span", tag("small", draw.fixed("board.zone", language)), cls="cr-zone")
    plain = [tag("span", tag("small", str(space)), cls="cr-space") for space in range(1, SPACES)]
    table = tag("span", tag("small", str(SPACES)), cls="cr-space cr-turntable", title=draw.fixed("place.turntable", language))
    return tag("div", zone, *plain, table, cls="cr-spaces")


def track(scene: Table, player: Mapping[str, Any]) -> str:
    """A track with its locomotives, and on one's own the places that a choice would reach."""
    mine = player["seat"] == scene.seat
    aims = goals(scene) if mine else {}
    chosen = scene.moving if mine else ""
    pieces = [spaces(scene.language)]
    for index, loco in enumerate(player["locomotives"]):
        light: dict[str, str | None] = {}
        if mine and place_of(index, loco["progress"]) not in aims:
            light = scene.on("free_loco", loco["model"]) or scene.on("split_loco", loco["model"])
        choice = light.get("data_choice")
        pieces.append(locomotive(scene, player["seat"], index, loco, loco["model"] == chosen, choice))
    for place, (words, choice, titles) in aims.items():
        pieces.append(
            tag(
                "div",
                tag("span", words, cls="cr-steps"),
                id=f"cr-goal-{place}",
                cls=f"cr-goal lit cr-at-{place}",
                title=titles,
                data_choice=choice,
            )
        )
    return tag("div", *pieces, cls="cr-track")


def locomotive(scene: Table, seat: int, index: int, loco: Mapping[str, Any], chosen: bool, choice: str | None) -> str:
    """One locomotive; heading and steps still needed stand below it, the ring marks the last move."""
    place = place_of(index, loco["progress"])
    colour = scene.parts.colours[seat].code
    names = classes("cr-loco", f"cr-at-{place}", f"cr-{loco['heading']}", chosen and "cr-chosen", choice and "lit")
    inside = engine(seat, loco["model"], loco["progress"], loco["heading"], loco["need"], colour, scene.language)
    return tag("div", inside, id=f"cr-loco-{seat}-{loco['model']}", cls=names, data_choice=choice)


@lru_cache(maxsize=4096)
def engine(seat: int, model: str, progress: int, heading: str, need: int, colour: str, language: str) -> str:
    """What a locomotive looks like where it stands."""
    name, owner = Message(f"{GAME}.model.{model}"), Message(f"{GAME}.colour.{colour}")
    words = render(Message(f"{GAME}.board.loco", model=name, who=owner, place=place_words(progress), n=need), language)
    if heading == "home":
        words = render(Message(f"{GAME}.board.loco_home", model=name, who=owner), language)
    sign = draw.HEADINGS[heading]
    under = sign if heading == "home" else f"⌂{need} {sign}" if heading == "out" else f"{sign} ⌂{need}"
    return tag(
        "span",
        tag("span", id=f"cr-ring-{seat}-{model}-{progress}", cls="cr-ring", data_flip=f"ring-{seat}-{model}"),
        draw.picture(model, f"cr-of-{seat}"),
        tag("span", under, cls="cr-need"),
        cls="cr-stand",
        role="img",
        title=words,
        aria_label=words,
    )


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
        end = draw.reached(scene.view["table"][scene.seat]["locomotives"], model, points)
        place = place_of(models.index(model), end)
        words, title = (f"+{word}" if moving else draw.mark(model)), render(option.message, scene.language)
        if place in found:
            before = found[place]
            found[place] = (before[0] + words, f"{before[1]}|{option.notation}", f"{before[2]}; {title}")
        else:
            found[place] = (words, option.notation, title)
    return found


def earns(scene: Table, start: int, end: int) -> int:
    """The points cards that a move between these would bring now."""
    won = 0
    for name, line in (("turntable", TURNTABLE), ("finish", FINISH)):
        cards = scene.view[f"{name}_pile"]["cards"]
        if start < line <= end and cards:
            won += cards[0]
    return won
