"""PettingZoo's parallel environment: all agents act at once, those that have nothing to decide wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from pettingzoo import ParallelEnv

from officina.core.errors import IllegalChoice
from officina.core.game import Game
from officina.core.text import Reason
from officina.rl.seated import Seated
from officina.rl.table import RENDER_MODES, Bytes, Table

REPLACE: Final = "replace"
RAISE: Final = "raise"

Observations = dict[str, dict[str, Any]]
Answers = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class TogetherEnv(Seated, ParallelEnv):  # type: ignore[misc]
    """A game in which every agent gives an action each time; the last action of the space is to wait.

    Of a simultaneous question all asked seats answer in one step; otherwise one seat decides and the others wait. An action
    that the mask forbids raises IllegalChoice with ``illegal="raise"``; with ``"replace"`` action n counts as the seat's
    (n modulo their number)-th legal one, so that every number means something.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        rewards: str = "win",
        max_cycles: int | None = None,
        illegal: str = REPLACE,
        render_mode: str | None = None,
    ) -> None:
        if illegal not in (REPLACE, RAISE):
            raise ValueError(f"illegal is one of {REPLACE}, {RAISE}, not {illegal!r}")
        table = Table(game, players, options=options, rewards=rewards, render_mode=render_mode)
        self.wait = table.actions
        self.sit(table, self.wait + 1)
        self.metadata = {
            "name": f"officina_{self.table.game.name}_parallel_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Deal a game. The same seed deals the same ones."""
        self.table.seed(seed)
        self.position = self.table.deal()
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self.observed(), {agent: {} for agent in self.agents}

    def observed(self) -> Observations:
        """What every agent may know and do."""
        found: Observations = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.table.mask(self.p, seat, 1)
            if seat not in self.p.to_act:
                mask[self.wait] = 1
            found[agent] = {"observation": self.table.observe(self.p, seat), "action_mask": mask}
        return found

    def state(self) -> Bytes:
        """What all agents together know."""
        return self.table.state(self.p)

    def step(self, actions: dict[str, int]) -> Answers:
        """Those who must act do, in the order of the seats; none of them knows what another does."""
        p = self.p
        asked = p.to_act
        for seat in asked:
            p.apply_action(seat, self.legal(seat, int(actions[self.possible_agents[seat]])))
        self.cycles += 1
        rewards = dict.fromkeys(self.possible_agents, 0.0)
        if p.over:
            rewards = dict(zip(self.possible_agents, self.table.rewards(p), strict=True))
        cut = not p.over and self.max_cycles is not None and self.cycles >= self.max_cycles
        told = self.agents
        if p.over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self.observed(),
            rewards,
            dict.fromkeys(told, p.over),
            dict.fromkeys(told, cut),
            {agent: {} for agent in told},
        )

    def legal(self, seat: int, action: int) -> int:
        """The action, if the seat may take it; otherwise another one, or IllegalChoice."""
        allowed = self.p.action_ids(seat)
        if action in allowed:
            return action
        if self.illegal == RAISE:
            raise IllegalChoice(self.p.turn_reason(seat) or Reason("kernel.refuse.no_such_action", action=action))
        return allowed[action % len(allowed)]

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return self.table.render(self.p)

    def close(self) -> None:
        """Nothing is held open."""


def random_actions(observations: Observations, rng: np.random.Generator) -> dict[str, int]:
    """A random allowed action for each agent."""
    return {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()}
