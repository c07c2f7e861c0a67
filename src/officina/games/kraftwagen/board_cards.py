"""The faces of Kraftwagen's research cards, large on the table and small in front of a player."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from officina.core.drawing import tag
from officina.games.kraftwagen.board_pen import action_sign, box, card, fitted, fixed, icon, last_name, part_tile, told
from officina.games.kraftwagen.components import BODY, ENGINE, NO_PART, PARTS, Parts
from officina.looks import number, paint, part, words

BOLT: Final = "M24 8L10 28H19L15 42L31 20H22Z"
LARGE: Final = (150.0, 104.0)
SMALL: Final = (44.0, 58.0)


def portrait(x: float, y: float, size: float) -> str:
    """An engineer's head and shoulders."""
    return paint("black", part("engineer", x, y, size, size))


@lru_cache(maxsize=64)
def does(parts: Parts, code: str) -> tuple[tuple[str, ...], str]:
    """What an engineer does, in signs and a figure; with markers the figures are theirs."""
    return {
        "eng_porsche": (("gp",), f"+{parts.porsche_spaces}"),
        "eng_daimler": (("buyer",), _values(parts.daimler_values)),
        "eng_opel": (("price",), f"×{parts.opel_times}"),
        "eng_horch": (("engine",), _values(parts.horch_values)),
        "eng_otto": (("worker", "research"), f"+{parts.otto_workers}"),
        "eng_benz": (("buyer",), "+1"),
        "eng_diesel": (("i-wrench", "market"), ""),
        "eng_bugatti": (("engine", "i-arr", "gp"), ""),
        "eng_maybach": (("body",), _values(parts.maybach_values)),
    }[code]


def _values(values: list[int]) -> str:
    return " ".join(f"+{value}" for value in values)


@lru_cache(maxsize=128)
def does_in_signs(parts: Parts, code: str, x: float, y: float, size: float, room: float) -> str:
    """What an engineer does, from x on; a figure stands after the first sign."""
    signs, figure = does(parts, code)
    letters = 17 if size >= 26 and room >= 70 else 13
    size = min(size, (room - len(figure) * letters * 0.6) / len(signs) - 3)
    found, left = [], x
    for place, sign in enumerate(signs):
        side = size * (0.55 if sign == "i-arr" else 1)
        found.append(icon(sign, left, y + (size - side) / 2, side))
        left += side + 3
        if figure and not place:
            wide = len(figure) * letters * 0.6
            found.append(words(figure, left - 1, y + size / 2 + letters * 0.36, letters, "sign"))
            left += wide
    return "".join(found)


@lru_cache(maxsize=256)
def large_face(parts: Parts, code: str, language: str) -> str:
    """A research card as it lies on the table, from (0, 0)."""
    width, height = LARGE
    number_ = parts.card_codes.index(code)
    drawn = card(0, 0, width, height)
    if number_ >= parts.first_engineer:
        drawn += box(6, 6, 56, 92, "kw-portrait", 5) + portrait(7, 43, 54)
        drawn += fitted(last_name(code, language), 68, 27, 78, 17)
        drawn += does_in_signs(parts, code, 68, 40, 28, 78)
        return drawn + words(fixed("board.engineer", language), 68, 92, 13, "kw-soft")
    if number_ >= parts.developments:
        drawn += tag("path", cls="kw-bolt", d=BOLT)
        return drawn + instant(parts, code, language)
    drawn += words(fixed("board.development", language), 10, 20, 13, "kw-soft")
    given = parts.card_part[number_]
    signs = point_signs(parts, number_)
    pitch = 56
    top = 30 if given == NO_PART else 24
    left = width / 2 - pitch * len(signs) / 2
    drawn += "".join(icon(sign, left + pitch * place + 4, top, 48) for place, sign in enumerate(signs))
    if given != NO_PART:
        drawn += box(1, 72, width - 2, 31, "kw-strip", 6)
        drawn += words("+", 30, 94, 18, "sign") + icon(PARTS[given], 44, 74, 27)
        drawn += words(fixed("board.at_once", language), 78, 92, 13, "kw-b")
    else:
        drawn += words(fixed("board.for_good", language), width / 2, 96, 13, "kw-soft kw-mid")
    return drawn


def instant(parts: Parts, code: str, language: str) -> str:
    """What an instant does, in pieces and in words."""
    amount = parts.instant_amount[parts.card_codes.index(code) - parts.developments]
    drawn = ""
    if code == "inst_workers":
        step = min(34.0, 100 / max(1, amount))
        left = 90 - (48 + step * (amount - 1)) / 2
        drawn = "".join(paint("grey", part("worker", left + step * each, 24, 48, 48)) for each in range(amount))
    elif code == "inst_gp":
        drawn = paint("grey", part("racer", 38, 24, 72, 36)) + icon("gp", 112, 20, 28) + number(f"+{amount}", 126, 66, 20)
    else:
        drawn = part_tile("body", "", 36, 18, 52) + part_tile("engine", "", 92, 18, 52)
    return drawn + words(told(f"board.{code}", (("n", amount),), language), 75, 94, 13, "kw-b kw-mid")


def point_signs(parts: Parts, number_: int) -> list[str]:
    """A sign a point of a development."""
    return [PARTS[each] for each in (BODY, ENGINE) for _ in range(parts.card_points[number_][each])]


@lru_cache(maxsize=256)
def small_face(parts: Parts, code: str, idle: bool) -> str:
    """A card in little room, 44 by 58 from (0, 0): a development by its signs, the others by theirs."""
    width, height = SMALL
    number_ = parts.card_codes.index(code)
    drawn = box(1, 3, width, height, "kw-card-s", 5) + box(0, 0, width, height, "kw-card kw-idle" if idle else "kw-card", 5)
    if number_ >= parts.first_engineer:
        return drawn + portrait(4, 9, 36)
    if number_ >= parts.developments:
        drawn += tag("path", cls="kw-bolt", d=BOLT, transform="translate(-4 -4) scale(.7)")
        kind = {"inst_workers": "worker", "inst_gp": "gp"}.get(code)
        if kind is not None:
            return drawn + icon(kind, 12, 24, 27)
        return drawn + icon("body", 16, 8, 23) + icon("engine", 16, 31, 23)
    given = parts.card_part[number_]
    signs = point_signs(parts, number_)
    if given == NO_PART:
        step = min(27.0, 54 / max(1, len(signs)))
        return drawn + "".join(icon(sign, 4, 3 + step * place, 25) for place, sign in enumerate(signs))
    drawn += icon(signs[0], 4, 2, 25)
    drawn += box(0.8, 30, width - 1.6, 27, "kw-strip", 4)
    return drawn + words("+", 3, 49, 16, "sign") + icon(PARTS[given], 13, 33, 22)


@lru_cache(maxsize=64)
def start_card(parts: Parts) -> str:
    """The back of a start tile, which counts as the first development."""
    drawn = box(1, 3, *SMALL, "kw-card-s", 5) + box(0, 0, *SMALL, "kw-start", 5)
    drawn += action_sign(parts, "body", 3, 4, 23) + action_sign(parts, "engine", 3, 31, 23)
    for value, y in zip(parts.first_points, (22, 49), strict=True):
        drawn += number(value, 35, y, 15)
    return drawn
