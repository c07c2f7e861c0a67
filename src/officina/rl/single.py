"""A Gymnasium environment of one seat: the other seats are bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from officina.bots import Bot, make_bot
from officina.core.game import Game
from officina.core.position import Position
from officina.core.rng import Rng
from officina.rl.table import RENDER_MODES, Bytes, Table

LOST = -1.0


class SeatEnv(gymnasium.Env[Bytes, np.int64]):
    """One seat learns, bots play the others: a name for all of them, or one for each other seat in the order of the seats.

    ``seat`` None takes another seat each game. What is allowed stands in ``info["action_mask"]`` and is what
    :meth:`action_masks` says (as maskable algorithms ask for it); what is not ends the game as lost, with ``info["illegal"]``.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int | None = None,
        bots: str | Sequence[str] = "heuristic",
        options: Mapping[str, Any] | None = None,
        rewards: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, players, options=options, rewards=rewards, render_mode=render_mode)
        self.render_mode = render_mode
        others = self.table.players - 1
        names = [bots] * others if isinstance(bots, str) else list(bots)
        if len(names) != others:
            raise ValueError(f"{others} other seats need as many bots, not {len(names)}")
        self.bots: list[Bot] = [make_bot(name) for name in names]
        self.always = seat
        self.seat = seat or 0
        self.observation_space: spaces.Space[Any] = self.table.observation_space()
        self.action_space = spaces.Discrete(self.table.actions)
        self.position: Position | None = None

    @property
    def p(self) -> Position:
        """The game being played."""
        if self.position is None:
            raise RuntimeError("reset() deals the first game")
        return self.position

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Deal a game and play on until the seat has to decide."""
        super().reset(seed=seed)
        self.table.seed(seed)
        chance = self.table.chance
        while True:
            self.position = self.table.deal()
            self.seat = chance.below(self.table.players) if self.always is None else self.always
            self.bot_chance = Rng(f"bots {chance.word()} {chance.word()}")
            self.play_on()
            if not self.position.over:
                return self.table.observe(self.position, self.seat), self.info()

    def play_on(self) -> None:
        """The bots decide until it is the seat's turn."""
        p = self.p
        while p.to_act and self.seat not in p.to_act:
            other = p.to_act[0]
            bot = self.bots[other - 1 if other > self.seat else other]
            p.apply(other, bot.choose(p, other, self.bot_chance))

    def info(self) -> dict[str, Any]:
        """What stands beside an observation."""
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed now."""
        return self.table.mask(self.p, self.seat).astype(np.bool_)

    def step(self, action: np.int64 | int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """The seat's decision, and what the bots do until its next one."""
        p = self.p
        if p.over:
            raise RuntimeError("the game is over: reset() deals the next one")
        if int(action) not in p.action_ids(self.seat):
            return self.table.observe(p, self.seat), LOST, True, False, {**self.info(), "illegal": True}
        p.apply_action(self.seat, int(action))
        self.play_on()
        reward = self.table.rewards(p)[self.seat] if p.over else 0.0
        if self.render_mode == "human":
            self.render()
        return self.table.observe(p, self.seat), reward, p.over, False, self.info()

    def render(self) -> Any:
        """The table as the seat sees it."""
        return self.table.render(self.p, self.seat)
