"""PettingZoo's agent environment cycle: one seat after the other decides.

Of a simultaneous question the seats are asked in turn; none learns what another has answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv

from officina.core.game import Game
from officina.rl.seated import Seated
from officina.rl.table import RENDER_MODES, Bytes, Table


class TurnEnv(Seated, AECEnv):  # type: ignore[misc]
    """A game for learning agents ``player_0``, ``player_1``, ...: observation and action mask of whoever has to decide.

    An action that the mask forbids raises IllegalChoice. After ``max_cycles`` decisions the game is cut off.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        rewards: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        table = Table(game, players, options=options, rewards=rewards, render_mode=render_mode)
        self.sit(table, table.actions)
        self.metadata = {
            "name": f"officina_{self.table.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.decisions = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. The same seed deals the same ones."""
        self.table.seed(seed)
        self.position = self.table.deal()
        self.decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_act[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know and do."""
        seat = self.seats[agent]
        return {"observation": self.table.observe(self.p, seat), "action_mask": self.table.mask(self.p, seat)}

    def state(self) -> Bytes:
        """What all agents together know."""
        return self.table.state(self.p)

    def step(self, action: int | None) -> None:
        """The selected agent takes its decision; None once it is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that plays has to act")
        p = self.p
        p.apply_action(self.seats[agent], int(action))
        self.decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if p.over:
            for seat, reward in enumerate(self.table.rewards(p)):
                self.rewards[self.possible_agents[seat]] = reward
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if p.to_act:
            self.agent_selection = self.possible_agents[p.to_act[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return self.table.render(self.p)

    def close(self) -> None:
        """Nothing is held open."""
