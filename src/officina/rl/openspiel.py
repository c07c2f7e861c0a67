"""The games for OpenSpiel (``pip install open_spiel``): importing this module registers ``officina_<game>``.

>>> import pyspiel  # doctest: +SKIP
>>> import officina.rl.openspiel  # doctest: +SKIP
>>> pyspiel.load_game("officina_crazy_race(players=3)").new_initial_state().is_chance_node()  # doctest: +SKIP
True

A game begins with one chance node, which of so many ``deals``; all that is drawn follows from that and from ``seed``, so a
state is its history. Simultaneous questions are answered in turn, without knowledge of each other. The parameters are
``players``, ``seed``, ``deals``, ``rewards`` (``place`` or ``win``) and the options of the game. An observation is what the
encoder writes; an information state is the observation and the own choices so far.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from officina.core.game import Game
from officina.core.position import Position
from officina.games import GAMES
from officina.rl.table import Table

DEALS: Final = 1000
PREFIX: Final = "officina_"
SUM_OF_SHARES: Final = 1.0


def game_type(game: Game) -> Any:
    """What OpenSpiel needs to know of a game before it is loaded."""
    parameters: dict[str, Any] = {"players": game.players[-1], "seed": 0, "deals": DEALS, "rewards": "place"}
    for name, option in game.options.items():
        parameters[name] = option.default
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.name.replace("_", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class OfficinaGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """One of our games with its parameters."""

    def __init__(self, game: Game, kind: Any, params: dict[str, Any] | None) -> None:
        given = dict(params or {})
        rewards = given.get("rewards", "place")
        if rewards not in ("place", "win"):
            raise ValueError(f"rewards is place or win, not {rewards!r}")
        options = {name: given[name] for name in game.options if name in given}
        self.table = Table(game, given.get("players", game.players[-1]), options=options, rewards=rewards)
        self.seed = given.get("seed", 0)
        self.deals = given.get("deals", DEALS)
        by_place = rewards == "place"
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=self.deals,
            num_players=self.table.players,
            min_utility=-1.0 if by_place else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if by_place else SUM_OF_SHARES,
            max_game_length=game.longest(self.table.players, options),
        )
        super().__init__(kind, info, given)

    def new_initial_state(self, *_: Any) -> OfficinaState:
        """Before the deal."""
        return OfficinaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OfficinaObserver:
        """What looks at a state for one player."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return OfficinaObserver(self.table, recall)


class OfficinaState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A position, None before the deal."""

    def __init__(self, game: OfficinaGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.seed = game.seed
        self.deals = game.deals
        self.position: Position | None = None
        self.chosen: list[list[int]] = [[] for _ in range(self.table.players)]

    def current_player(self) -> int:
        """Who has to decide: chance, a player, or nobody any more."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.to_act[0] if self.position.to_act else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.position is None else self.position.action_ids(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals are equally likely."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        table = self.table
        if self.position is None:
            self.position = table.game.deal(table.players, table.options, f"{self.seed}/{action}")
            return
        seat = self.position.to_act[0]
        self.position.apply_action(seat, action)
        self.chosen[seat].append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.table.game.actions[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.over

    def returns(self) -> list[float]:
        """What each player gets; nothing before the end."""
        if self.position is None or not self.position.over:
            return [0.0] * self.table.players
        return self.table.rewards(self.position)

    def __str__(self) -> str:
        """All choices so far in notation."""
        return "; ".join(self.action_to_string(step.player, step.action) for step in self.full_history()) or "not dealt"


class OfficinaObserver:
    """What one player may know of a state, as OpenSpiel's observers tell it."""

    def __init__(self, table: Table, recall: bool) -> None:
        self.table = table
        self.recall = recall
        self.high = table.observation_space().high.astype(np.float32)
        self.tensor = np.zeros(table.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OfficinaState, player: int) -> None:
        """Write the player's observation, each byte as a share of its range."""
        self.tensor.fill(0.0)
        if state.position is not None:
            self.tensor[:] = self.table.observe(state.position, player) / self.high

    def string_from(self, state: OfficinaState, player: int) -> str:
        """The same as a text; with perfect recall the player's own choices before it."""
        seen = "not dealt" if state.position is None else self.table.observe(state.position, player).tobytes().hex()
        return f"{state.chosen[player]} {seen}" if self.recall else seen


def register(game: Game) -> None:
    """Make a game known to ``pyspiel.load_game``."""
    kind = game_type(game)

    class Registered(OfficinaGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, kind, params)

    pyspiel.register_game(kind, Registered)


for _game in GAMES.values():
    register(_game)
