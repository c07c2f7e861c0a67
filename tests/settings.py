"""Tables to play at: player counts and options of any game."""

from __future__ import annotations

from contextlib import suppress

from officina import Game, Rng
from officina.core.errors import OptionError
from officina.core.game import OptionValue
from tests.seeds import seeded

Setting = tuple[int, dict[str, OptionValue]]


def random_setting(game: Game, rng: Rng) -> Setting:
    """A random player count with random options, every allowed combination possible."""
    while True:  # options may exclude each other: a track of somebody's own may have no room for the fifth to begin
        options = {name: rng.pick(list(option.values)) for name, option in game.options.items()}
        with suppress(OptionError):
            return rng.pick(list(game.players_for(options))), options


def numbered_setting(game: Game, number: int) -> Setting:
    """Setting number ``number``: the first ones walk through all player counts, then through all values of each option."""
    simple: list[Setting] = [(players, {}) for players in game.players]
    for name, option in game.options.items():
        for value in option.values:
            options = {name: value}
            allowed = game.players_for(game.read_option_values(options))
            simple.append((allowed[number % len(allowed)], dict(options)))
    if number < len(simple):
        return simple[number]
    return random_setting(game, seeded(f"setting {number}"))
