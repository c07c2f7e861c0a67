"""Games as programs see them: options, decisions, how choices are numbered."""

from __future__ import annotations

import msgspec

from officina.messages.bounds import OptionValue


class GameOption(msgspec.Struct):
    """Something agreed before the game. ``free``: the values are suggestions, others are possible (see ``help``)."""

    name: str
    title: str
    help: str
    values: list[OptionValue]
    default: OptionValue
    free: bool


class ActionKind(msgspec.Struct):
    """One sort of decision: its action numbers run from ``first`` on."""

    name: str
    first: int
    size: int


class GameInfo(msgspec.Struct):
    """A game, its options, and how its choices are numbered."""

    name: str
    title: str
    tagline: str
    least_players: int
    most_players: int
    rules_version: int
    components: str
    options: list[GameOption]
    actions: int
    kinds: list[ActionKind]


class GameList(msgspec.Struct):
    """All games."""

    games: list[GameInfo]
