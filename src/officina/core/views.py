"""The part of a view that all games share."""

from __future__ import annotations

from typing import Any

import msgspec

from officina.core.position import Position


class TableView(msgspec.Struct):
    """What everybody at the table sees of any game; a game's view adds its own fields.

    A score that the seat may not know (hidden money) is None; the game's view then sets ``scores`` itself.
    """

    game: str
    players: int
    options: dict[str, int | str]
    seat: int | None
    to_act: list[int]
    over: bool
    scores: list[int | None]
    winners: list[int]


def common(p: Position, seat: int | None) -> dict[str, Any]:
    """The shared fields of a view."""
    return {
        "game": p.game.name,
        "players": p.seats,
        "options": dict(p.table_options),
        "seat": seat,
        "to_act": list(p.to_act),
        "over": p.over,
        "scores": p.scores(),
        "winners": p.winners(),
    }
