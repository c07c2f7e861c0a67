"""The pieces of a box as the editor shows them, drawn from the figures of a draft."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from officina.core.own_box import value_at
from officina.games.crazy_race.board_parts import PAINTS, SHAPES, Table, points_card
from officina.games.crazy_race.board_stage import face
from officina.games.crazy_race.components import Colour, Model
from officina.games.crazy_race.nouns import GAME
from officina.looks import number, paint, part

Picture = tuple[str, float, float]
WIDTH, HEIGHT = 316, 150


def scene_of(content: dict[str, Any], view: dict[str, Any], language: str) -> Table:
    """What the board draws with, for the colours and models of the draft."""
    colours = [Colour(row["code"], row["letter"], row["hex"]) for row in content["colours"]["colour"]]
    models = [Model(row["code"], row["symbol"]) for row in content["models"]["model"]]
    parts: Any = SimpleNamespace(colours=colours, models=models)
    return Table(parts, {"game": GAME, "seat": None, "evaluating": None, **view}, None, language)


def side_view(text: str) -> dict[str, Any]:
    """A side of a stage card as a view shows it."""
    letter, _, distance = text.partition(" ")
    model = None if letter == "J" else letter.lower()
    steps = None if distance == "?" else int(distance)
    return {"model": model, "distance": steps, "evaluated": False, "taboo": False}


def picture(place: str, content: dict[str, Any], language: str) -> Picture | None:
    """A piece as markup with its width and height; None for what has no picture."""
    table = place.partition(".")[0]
    if table == "stage_cards" and "[" in place:
        row = value_at(content, place)
        view = {"stage_card": {"card": row["number"], "sides": [side_view(side) for side in row["sides"]]}}
        return face(scene_of(content, view, language), WIDTH, HEIGHT, 3, 2), WIDTH + 8, HEIGHT + 10
    if table in ("turntable_cards", "finish_cards"):
        values, pile = content[table]["values"], table.removesuffix("_cards")
        scene = scene_of(content, {}, language)
        cards = [points_card(scene, pile, value, 4 + 46 * at, 4, 42, f"b-{pile}-{at}") for at, value in enumerate(values)]
        return "".join(cards), 46 * len(values) + 8, 66
    if table == "driver_cards":
        drawn = ""
        for at, value in enumerate(content[table]["values"]):
            drawn += paint("purple", part("card", 4 + 46 * at, 4, 42, 56), number(value, 24 + 46 * at, 50, 21))
        return drawn, 46 * len(content[table]["values"]) + 8, 66
    if table == "colours" and "[" in place:
        code = value_at(content, place)["code"]
        return paint(PAINTS.get(code, code), part(SHAPES[0], 2, 2, 96, 48)), 100, 52
    if table == "models" and "[" in place:
        row = value_at(content, place)
        shape = SHAPES["abc".index(row["code"])]
        return paint("grey", part(shape, 2, 2, 96, 48), part(f"mark-{row['symbol']}", 102, 14, 24, 24)), 130, 52
    return None
