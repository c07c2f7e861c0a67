"""Many games at once for learning programs: one call plays a decision in each and writes what the next seats may know.

Observations and masks go into buffers that stay the same for ever, so that an array over them (``numpy.frombuffer``) needs no
copy. A game that is over is dealt anew at once. The same seed gives the same games for the same actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from officina.core.encoder import Encoder
from officina.core.position import Position

if TYPE_CHECKING:
    from officina.core.game import Game


class Batch:
    """``count`` tables of one game. In each of them the seat of ``seats`` has to act; its action is one of its row of masks.

    ``observations``: a row of ``width`` bytes a table, as the game's layout says. ``masks``: a row of ``actions`` bytes.
    ``seats``: who has to act. ``done``: 1 where the last action ended a game; then ``places`` has a byte for each seat with
    its place in that game, and ``scores`` its scores. ``decisions`` counts each table's decisions in the present game.
    """

    def __init__(
        self, game: Game, count: int, players: int, seed: int | str = 0, options: Mapping[str, Any] | None = None
    ) -> None:
        self.game = game
        self.count = count
        self.players = players
        self.options = game.read_options(players, options or {})
        self.width = game.layout(players, options).size
        self.actions = len(game.actions)
        self.observations = bytearray(count * self.width)
        self.masks = bytearray(count * self.actions)
        self.encoder = Encoder(self.observations, 0, 0, players)
        self.first_action = game.first_action
        self.seats = bytearray(count)
        self.done = bytearray(count)
        self.places = bytearray(count * players)
        self.scores: list[list[int]] = [[] for _ in range(count)]
        self.decisions: list[int] = [0] * count
        self.blank_observation = bytes(self.width)
        self.blank_mask = bytes(self.actions)
        self.blank_places = bytes(players)
        self.positions: list[Position] = []
        self.games: list[int] = []
        self.seed = str(seed)
        self.reset(seed)

    def reset(self, seed: int | str) -> None:
        """Deal all tables anew."""
        self.seed = str(seed)
        self.games = [0] * self.count
        self.positions = [self.deal(table) for table in range(self.count)]
        for table in range(self.count):
            self.done[table] = 0
            self.decisions[table] = 0
            self.show(table)

    def deal(self, table: int) -> Position:
        """The next game of a table."""
        self.games[table] += 1
        return self.game.deal(self.players, self.options, f"{self.seed}/{table}/{self.games[table]}")

    def step(self, actions: list[int]) -> None:
        """Play one action at every table, in the order of the tables. IllegalChoice for one that is not in its mask."""
        done = self.done
        for table in range(self.count):
            p = self.positions[table]
            if done[table]:
                done[table] = 0
                start = table * self.players
                self.places[start : start + self.players] = self.blank_places
            seat = self.seats[table]
            action = actions[table]
            if 0 <= action < self.actions and self.masks[table * self.actions + action]:
                p.take(seat, action - self.first_action[p.kind(seat)])
            else:
                p.apply_action(seat, action)  # which says why not
            self.decisions[table] += 1
            if not p.to_act:
                self.close(table, p)
            self.show(table)

    def close(self, table: int, p: Position) -> None:
        """A game is over: its places and scores, and the next one is dealt."""
        self.done[table] = 1
        at = table * self.players
        for standing in p.places():
            self.places[at] = standing.place
            at += 1
        self.scores[table] = p.scores()
        self.positions[table] = self.deal(table)
        self.decisions[table] = 0

    def show(self, table: int) -> None:
        """Write what the seat to act may know and do."""
        p = self.positions[table]
        seat = p.to_act[0]
        self.seats[table] = seat
        start = table * self.width
        self.observations[start : start + self.width] = self.blank_observation
        encoder = self.encoder
        encoder.at = start
        encoder.viewer = seat
        p.encode_with(encoder)
        start = table * self.actions
        self.masks[start : start + self.actions] = self.blank_mask
        p.write_mask(seat, self.masks, start)
