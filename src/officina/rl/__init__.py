"""Environments for learning agents (``pip install officina[rl]``).

>>> from officina import rl
>>> env = rl.env("kraftwagen", players=3)
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> int(observation["action_mask"].sum()), env.agent_selection
(4, 'player_2')

==================  ========================================================================================
:func:`env`         PettingZoo, one agent after the other; an illegal action loses
:func:`raw_env`     the same without wrappers; an illegal action raises IllegalChoice
:func:`parallel_env`  PettingZoo, all agents at once: simultaneous questions in one step
:func:`cycle_env`   the parallel one as a cycle of agents, in which everybody acts each time
:class:`SeatEnv`    Gymnasium, one seat against named bots (also ``gymnasium.make("officina/kraftwagen-v0")``)
:class:`SelfPlayEnv`  Gymnasium's vector environment: many games at once
==================  ========================================================================================

``officina.rl.openspiel`` registers the games with OpenSpiel.
"""

from __future__ import annotations

from typing import Any

import gymnasium
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from officina.games import GAMES
from officina.rl.aec import TurnEnv
from officina.rl.parallel import TogetherEnv
from officina.rl.single import SeatEnv
from officina.rl.table import REWARDS, Table
from officina.rl.vector import SelfPlayEnv

__all__ = ["REWARDS", "SeatEnv", "SelfPlayEnv", "Table", "cycle_env", "env", "parallel_env", "raw_env"]

raw_env = TurnEnv
parallel_env = TogetherEnv

ILLEGAL = -1.0


def env(*args: Any, **kwargs: Any) -> Any:
    """As :class:`officina.rl.aec.TurnEnv`; an illegal action ends the game and costs its agent 1."""
    inner = wrappers.TerminateIllegalWrapper(TurnEnv(*args, **kwargs), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def cycle_env(*args: Any, **kwargs: Any) -> Any:
    """As :class:`officina.rl.parallel.TogetherEnv`, one agent after the other."""
    return parallel_to_aec(TogetherEnv(*args, **kwargs))


for _name in GAMES:
    gymnasium.register(f"officina/{_name}-v0", entry_point="officina.rl.single:SeatEnv", kwargs={"game": _name})
