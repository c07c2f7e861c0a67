"""What all environments share: a table's spaces, what a seat observes as arrays, rewards, and how it is shown."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from rich.console import Console

from officina.core.game import Game
from officina.core.position import Position
from officina.core.rng import Rng
from officina.games import GAMES

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]

RENDER_MODES: Final = ("human", "ansi", "svg")
WIDTH: Final = 120
"""Columns of a table that is shown as text."""


class Table:
    """A game with a number of players and options, as an environment needs it."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        rewards: str = "win",
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        self.game = GAMES[game] if isinstance(game, str) else game
        chosen = self.game.read_option_values(options or {})
        self.players = self.game.players_for(chosen)[-1] if players is None else players
        self.options = self.game.read_options(self.players, chosen)
        self.layout = self.game.layout(self.players, self.options)
        self.actions = len(self.game.actions)
        if rewards not in REWARDS:
            raise ValueError(f"rewards is one of {', '.join(REWARDS)}, not {rewards!r}")
        self.reward_name = rewards
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self.language = language
        self.chance = Rng("officina environment")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made of; its stream of deals begins anew."""
        return (table_of, (self.game, self.players, self.options, self.reward_name, self.render_mode, self.language))

    def __deepcopy__(self, _memo: Any) -> Table:
        """A table is shared by all states that OpenSpiel copies."""
        return self

    def seed(self, seed: int | None) -> None:
        """Let the next games follow from the seed; None goes on as before."""
        if seed is not None:
            self.chance = Rng(seed)

    def deal(self) -> Position:
        """The next game."""
        return self.game.deal(self.players, self.options, f"{self.chance.word()} {self.chance.word()}")

    # --- spaces

    def observation_space(self) -> spaces.Box:
        """The bytes of an observation, each in its own range."""
        high = np.zeros(self.layout.size, np.uint8)
        for field in self.layout.fields:
            high[field.offset : field.offset + field.size] = max(1, field.most)
        return spaces.Box(np.zeros(self.layout.size, np.uint8), high, dtype=np.uint8)

    def masked_space(self, actions: int) -> spaces.Dict:
        """An observation with the mask of so many actions."""
        mask = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({"observation": self.observation_space(), "action_mask": mask})

    # --- seats

    def observe(self, p: Position, seat: int) -> Bytes:
        """What the seat may know."""
        out = bytearray(self.layout.size)
        p.encode(seat, out)
        return np.frombuffer(out, np.uint8)

    def mask(self, p: Position, seat: int, more: int = 0) -> Mask:
        """What the seat may do; with so many zeros more at the end."""
        out = bytearray(self.actions + more)
        p.write_mask(seat, out)
        return np.frombuffer(out, np.int8)

    def state(self, p: Position) -> Bytes:
        """What all seats together know: their observations one after the other."""
        out = bytearray(self.layout.size * self.players)
        for seat in range(self.players):
            p.encode(seat, out, seat * self.layout.size)
        return np.frombuffer(out, np.uint8)

    def state_space(self) -> spaces.Box:
        """The space of :meth:`state`."""
        one = self.observation_space()
        return spaces.Box(np.tile(one.low, self.players), np.tile(one.high, self.players), dtype=np.uint8)

    def rewards(self, p: Position) -> list[float]:
        """What every seat gets at the end of a game."""
        return REWARDS[self.reward_name](p)

    # --- pictures

    def render(self, p: Position, seat: int | None = None) -> str | None:
        """The table as the seat (None: a spectator) sees it: printed, as text or as a picture, as the render mode says."""
        if self.render_mode is None:
            return None
        drawing = self.game.terminal(p.view(seat), self.language)
        if self.render_mode == "human":
            Console(width=WIDTH).print(drawing)
            return None
        console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
        console.print(drawing)
        if self.render_mode == "ansi":
            return console.export_text(styles=True)
        return console.export_svg(title=self.game.name)


def table_of(
    game: Game, players: int, options: Mapping[str, Any], rewards: str, render_mode: str | None, language: str
) -> Table:
    """The table that was pickled."""
    return Table(game, players, options=options, rewards=rewards, render_mode=render_mode, language=language)


# --- rewards


def win_share(p: Position) -> list[float]:
    """1 for the winner, shared among several; 0 for the others."""
    winners = p.winners()
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(p.seats)]


def by_place(p: Position) -> list[float]:
    """From 1 for the first to -1 for the last in even steps; equals share theirs. They add up to 0."""
    places = [standing.place for standing in p.places()]
    middle = (p.seats - 1) / 2
    return [1.0 - (place - 1 + (places.count(place) - 1) / 2) / middle for place in places]


def margin(p: Position) -> list[float]:
    """How far the own score is above the mean of the others', in points of the game."""
    scores = p.scores()
    total = sum(scores)
    return [score - (total - score) / (len(scores) - 1) for score in scores]


REWARDS: Final = {"win": win_share, "place": by_place, "margin": margin}
"""What the end of a game is worth to each seat; on the way there is nothing."""
