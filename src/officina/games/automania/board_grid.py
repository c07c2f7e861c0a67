"""The grid of Automania: sixteen tiles, nine action spaces around them, sponsor and marketing below."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from officina.core.drawing import classes, tag
from officina.games.automania import board_parts as draw
from officina.games.automania.components import CORNER, Parts

GRID: Final = 4
CROWDS: Final = ("sponsor", "marketing")


def grid(parts: Parts, view: Mapping[str, Any], lit: Mapping[str, str], language: str) -> str:
    """The grid as the view shows it; ``lit`` has what may be chosen there now."""
    crowds = {key: [player[key] for player in view["seats"]] for key in CROWDS}
    scene = {"spaces": view["spaces"], "grid": view["grid"], "lit": lit, **crowds}
    return drawn(parts, msgspec.json.encode(scene), language)


@lru_cache(maxsize=512)
def drawn(parts: Parts, scene: bytes, language: str) -> str:
    """The drawing of a scene."""
    return GridDrawing(parts, msgspec.json.decode(scene), language).draw()


class GridDrawing(draw.Drawing):
    """The middle of the table."""

    def draw(self) -> str:
        """The 4x4 grid with the action spaces above, beside and in the corner."""
        spaces = self.scene["spaces"]
        lines: dict[int, list[str]] = {}
        for space in spaces:
            for cell in space["cells"]:
                lines.setdefault(cell, []).append(f"am-in-{space['code']}")
        found = [self.space(spaces[CORNER])]
        found += [self.space(space) for space in spaces[GRID : 2 * GRID]]
        for row in range(GRID):
            found.append(self.space(spaces[row]))
            for column in range(GRID):
                cell = row * GRID + column + 1
                found.append(self.cell(cell, lines.get(cell, [])))
        return tag("div", tag("h3", self.say("terminal.grid"), cls="unseen"), tag("div", *found, cls="am-grid"), self.crowds())

    def space(self, space: Mapping[str, Any]) -> str:
        """An action space: action and cost, who stands there, how many workers it takes now."""
        code, action = space["code"], space["action"]
        choice = self.light(f"space {code}")
        sign = draw.icon("contract") if action == "contract" else draw.outline(action)
        costs = [space["cost"]] if action != "any" else self.parts.cost
        price = tag("span", "/".join(str(cost) for cost in costs) + " $", cls="am-price") if space["cost"] else ""
        there = ""
        if space["seat"] is not None:
            # a grey worker does not tell whose it is
            whose = draw.disc(space["seat"], self.language) if space["neutral"] else ""
            there = whose + draw.crowd(f"am-on-{code}", space["seat"], space["workers"], space["neutral"], self.language)
        needs = draw.counted("board.needs", space["needs"], self.language)
        return tag(
            "div",
            tag("div", tag("b", code.upper(), cls="am-code"), sign, cls="am-space-head"),
            tag("div", self.say(f"terminal.action.{action}"), " ", price, cls="am-do"),
            tag(
                "div",
                there,
                tag("span", self.say("board.workers", n=space["needs"]), cls="am-needs", title=needs),
                cls="am-crowd",
            ),
            id=f"am-space-{code}",
            data_choice=choice,
            cls=classes("am-space", choice and "lit"),
        )

    def cell(self, cell: int, lines: list[str]) -> str:
        """A cell of the grid: its tile, or its number alone."""
        face = self.scene["grid"][cell - 1]
        choice = self.light(str(cell))
        inner = draw.tile(f"cell-{cell}", face, None, self.language) if face is not None else ""
        number = tag("span", str(cell), cls="am-number")
        return tag(
            "div", number, inner, id=f"am-cell-{cell}", data_choice=choice, cls=classes("am-cell", *lines, choice and "lit")
        )

    def crowds(self) -> str:
        """Sponsor and marketing with their crowds of workers."""
        found = []
        for key in CROWDS:
            choice = self.light(*(words for words in self.lit if words.startswith(key)))
            there = []
            for seat, workers in enumerate(self.scene[key]):
                if workers:
                    worker = draw.worker(f"am-{key}-{seat}", seat, False, self.language)
                    there.append(tag("span", worker, f"×{workers}", cls="am-many"))
            label = draw.icon(key) + tag("b", self.say(f"board.{key}"))
            found.append(
                tag("div", label, *there, id=f"am-{key}", data_choice=choice, cls=classes("am-place-of", choice and "lit"))
            )
        return tag("div", *found, cls="am-crowds")
