"""The action track of Kraftwagen: the chain of tiles and workers in its tray, from the tail to the head."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from officina.core.drawing import classes, tag
from officina.games.kraftwagen import board_places as at
from officina.games.kraftwagen.board_pen import Pen, action_tile, actions_in_words, box, label_plate
from officina.looks import spot


class RingDrawing(Pen):
    """The chain of tiles and workers."""

    def ring(self, plan: at.RingPlan) -> str:
        """The track with its chain; pieces in one order whatever the chain, so that each keeps its element and slides."""
        view = self.view
        spaces = view["track_spaces"]
        self.way = at.chain_way(spaces, plan)
        cell = at.cell_size(plan, spaces)
        taken = [(view["chain_offset"] + place) % spaces for place in range(len(view["chain"]))]
        pieces = []
        for place, entry in zip(taken, view["chain"], strict=True):
            if entry["seat"] is None:
                pieces.append((entry["tile"], self.tile(entry, place, plan, cell)))
            else:
                pieces.append((f"~{entry['seat']}", self.worker_at(entry["seat"], place, plan, cell)))
        printed = [self.way.line, cells(spaces, plan), tray(tuple(taken), spaces, plan)]
        drawn = [*printed, *(piece for _, piece in sorted(pieces))]
        if taken:
            for key, place in (("tail", taken[0]), ("head", taken[-1])):
                words = self.say(f"board.{key}").upper()
                plate = label_plate(words, 0, cell * 0.5 - 14, 13 + 8.2 * len(words))
                drawn.append(tag("g", plate, id=f"kw-{key}", cls=f"kw-slide kw-c{plan.name}-{place}"))
        return "".join(drawn)

    def tile(self, entry: Mapping[str, Any], place: int, plan: at.RingPlan, cell: float) -> str:
        """An action tile: its actions by sign."""
        code = entry["tile"]
        size = cell * 82 / at.CELL
        half = size / 2 - 0.5
        return spot(
            self.on("pick_tile", code),
            actions_in_words(tuple(entry["actions"]), self.language),
            (-half, -half - 0.5, 2 * half, 2 * half),
            action_tile(self.parts, tuple(entry["actions"]), -size / 2, -size / 2 + 1, size),
            radius=9,
            cls=f"kw-tile kw-slide kw-c{plan.name}-{place}",
            thing="action_tile",
            id=f"kw-tile-{code}",
        )

    def worker_at(self, seat: int, place: int, plan: at.RingPlan, cell: float) -> str:
        """A player's worker; the cell of who decides now is lamp yellow."""
        acting = seat in self.view["to_act"]
        half = cell * 40 / at.CELL if acting else cell * 37 / at.CELL
        size = cell * 0.74
        return spot(
            {},
            self.plain("board.worker_of", name=self.name(seat)),
            (0, 0, 0, 0),
            box(-half, -half, 2 * half, 2 * half, classes("kw-tail-cell" if acting else "kw-worker-cell"), 9),
            self.worker(seat, -size / 2, -size / 2 - 2, size),
            cls=f"kw-worker kw-c{plan.name}-{place}",
            thing="worker",
            id=f"kw-worker-{seat}",
            data_way=self.way.id,
            data_at=self.way.at(place),
        )


def direction(index: int, spaces: int) -> int:
    """Where the way goes on from a cell: quarter turns from the right."""
    return index // (at.ring_side(spaces) - 1)


@lru_cache(maxsize=16)
def cells(spaces: int, plan: at.RingPlan) -> str:
    """The empty track: pressed cells; a chevron on every one shows the way."""
    found = []
    half = at.cell_size(plan, spaces) * 37 / at.CELL
    for index in range(spaces):
        x, y = at.ring_point(index, spaces, plan)
        turn = 90 * direction(index, spaces)
        found.append(box(x - half, y - half, 2 * half, 2 * half, "hole", 9))
        found.append(tag("path", d="M-6 -9L6 0L-6 9", transform=f"translate({x:g} {y:g}) rotate({turn})", cls="arrow"))
    return tag("g", *found, aria_hidden="true")


@lru_cache(maxsize=64)
def tray(taken: tuple[int, ...], spaces: int, plan: at.RingPlan) -> str:
    """The wooden tray under the chain: round at the tail, an arrow at the head."""
    if not taken:
        return ""
    cell = at.cell_size(plan, spaces)
    points = [at.ring_point(index, spaces, plan) for index in taken]
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    x, y = points[-1]
    arrow = f"M{cell / 2 - 1:g} -{cell / 4:g}L{cell * 0.73:g} 0L{cell / 2 - 1:g} {cell / 4:g}Z"
    turn = 90 * direction(taken[-1], spaces)
    return tag(
        "g",
        tag("path", cls="kw-tray-o", d=path, stroke_width=f"{cell:g}"),
        tag("path", cls="kw-head-arrow", d=arrow, transform=f"translate({x:g} {y:g}) rotate({turn})"),
        tag("path", cls="kw-tray-i", d=path, stroke_width=f"{cell - 4:g}"),
        aria_hidden="true",
    )
