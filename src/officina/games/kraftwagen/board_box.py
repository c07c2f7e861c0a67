"""The pieces of a box as the editor shows them, drawn from the figures of a draft."""

from __future__ import annotations

from typing import Any

from officina.core.own_box import value_at
from officina.games.kraftwagen.board_cards import instant, large_face
from officina.games.kraftwagen.board_pen import action_tile, card, coin, part_tile, roundel
from officina.games.kraftwagen.components import ENGINEERS, INSTANTS, NO_PART, PARTS
from officina.looks import number

Picture = tuple[str, float, float]
LARGE = (150, 104)


class Drawn:
    """As much of a box as the cards are drawn from. Drawings are kept by what they are drawn from: it can be a key."""

    def __init__(self, **figures: Any) -> None:
        self.__dict__.update(figures)


def picture(place: str, content: dict[str, Any], language: str) -> Picture | None:
    """A piece as markup with its width and height; None for what has no picture."""
    table = place.partition(".")[0]
    if table == "parts":
        drawn = ""
        for line, (name, kind) in enumerate((("bodies", "body"), ("engines", "engine"))):
            for at, count in enumerate(content[table][name]):
                drawn += part_tile(kind, at + 1, 4 + 62 * at, 4 + 84 * line, 54)
                drawn += number(f"×{count}", 31 + 62 * at, 76 + 84 * line, 16)
        return drawn, 62 * max(len(content[table]["bodies"]), len(content[table]["engines"])) + 8, 172
    if place == "track":
        return race_track(content[table])
    if place == "race":
        return race_points(content[table])
    if "[" not in place:
        return None
    row = value_at(content, place)
    if table in ("action_tiles", "start_tiles"):
        figures: Any = Drawn(car_to=content["start_tiles"]["car_to"], start_race_engine=content["start_tiles"]["race_engine"])
        return action_tile(figures, tuple(row["actions"]), 2, 2, 92), 96, 96
    if table == "cards":
        return card_face(row, language)
    if table == "engineers":
        return engineer_face(row, content, language)
    if table == "rounds":
        drawn = "".join(roundel(price, 24 + 46 * at, 26, 20) for at, price in enumerate(row["prices"]))
        drawn += "".join(coin(value, 6 + 46 * at, 54, 38) for at, value in enumerate(row["bonus"]))
        return drawn, 46 * max(len(row["prices"]), len(row["bonus"])) + 8, 98
    if table == "awards":
        return card(2, 2, 92, 62) + coin(row["points"], 27, 10, 44), 98, 70
    return None


def race_track(track: dict[str, Any]) -> Picture:
    """The spaces of a lap in rows of ten, those of the neutral cars ringed."""
    drawn = ""
    for at in range(track["lap_spaces"]):
        x, y = 30 * (at % 10), 44 * (at // 10)
        drawn += card(x + 2, y + 2, 26, 38)
        ringed = at + 1 in track["neutral_of_two"]
        drawn += roundel(at + 1, x + 15, y + 21, 12) if ringed else number(str(at + 1), x + 15, y + 27, 15)
    return drawn, 30 * min(10, track["lap_spaces"]) + 2, 44 * -(-track["lap_spaces"] // 10)


def race_points(race: dict[str, Any]) -> Picture:
    """What the places are worth; below, what the laps are."""
    drawn = ""
    for line, points in enumerate((race["places"], race["laps"])):
        for at, value in enumerate(points):
            drawn += coin(value, 4 + 46 * at, 4 + 64 * line, 38)
            drawn += number(str(at + 1 - line), 23 + 46 * at, 58 + 64 * line, 14)  # places from 1, laps from 0
    return drawn, 46 * max(len(race["places"]), len(race["laps"])) + 4, 126


def card_face(row: dict[str, Any], language: str) -> Picture:
    """A development or an instant."""
    code = row["code"]
    if code in INSTANTS:
        figures: Any = Drawn(card_codes=list(INSTANTS), developments=0, instant_amount=[row["amount"]] * len(INSTANTS))
        return card(2, 2, *LARGE) + instant(figures, code, language), LARGE[0] + 6, LARGE[1] + 8
    part = ("none", *PARTS).index(row["part"]) - 1
    parts: Any = Drawn(
        card_codes=[code], first_engineer=1, developments=1, card_part=[part], card_points=[[row["body"], row["engine"]]]
    )
    return large_face.__wrapped__(parts, code, language), LARGE[0] + 4, LARGE[1] + 6


def engineer_face(row: dict[str, Any], content: dict[str, Any], language: str) -> Picture:
    """An engineer with what the card does."""
    table = content["engineers"]
    values = {each["code"]: each["markers"] for each in table["engineer"]}
    parts: Any = Drawn(
        card_codes=list(ENGINEERS),
        first_engineer=0,
        developments=0,
        card_part=[NO_PART] * len(ENGINEERS),
        porsche_spaces=table["porsche_spaces"],
        otto_workers=table["otto_workers"],
        opel_times=table["opel_times"],
        daimler_values=values["eng_daimler"],
        horch_values=values["eng_horch"],
        maybach_values=values["eng_maybach"],
    )
    return large_face.__wrapped__(parts, row["code"], language), LARGE[0] + 4, LARGE[1] + 6
