"""What PettingZoo's two kinds of environment share: agents on the seats of a table, their spaces, the game being played."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from officina.core.position import Position
from officina.rl.table import Table


class Seated:
    """Agents ``player_0``, ``player_1``, ... at a table, each with the same number of actions."""

    def sit(self, table: Table, actions: int) -> None:
        """Put an agent on every seat; nothing is dealt yet."""
        self.table = table
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self._observations = {agent: table.masked_space(actions) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = dict(self._observations)
        self.action_spaces = dict(self._actions)
        self.state_space = table.state_space()
        self.position: Position | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    @property
    def p(self) -> Position:
        """The game being played."""
        if self.position is None:
            raise RuntimeError("reset() deals the first game")
        return self.position
