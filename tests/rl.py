"""The environments before the judges of others: PettingZoo's and Gymnasium's own suites, and if they are installed OpenSpiel's
and Stable-Baselines3's.

``python -m tests.rl`` runs all of them for every game and player count (``--quick``: the fewest and the most players);
``make test`` runs the first two for one table of each game. ``pip install officina[peers]`` gets the others.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import time
import unittest
import warnings
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo import test as judges
from pettingzoo.test.performance_benchmark import performance_benchmark

from officina import GAMES, rl

CYCLES = 60
OF_DICTS = ".*(probably should be gymnasium.spaces.box|Observation is not a NumPy array)"
"""PettingZoo warns of its own way to give a mask beside an observation."""


@contextlib.contextmanager
def strictly() -> Iterator[None]:
    """Warnings are errors, but for those about masks; what the suites print is not shown."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", OF_DICTS)
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        yield


class Flat(rl.raw_env):
    """What ``bombardment_test`` takes for an environment: no masks, every action means something, a step gives what follows."""

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        both: Any = super().observation_space(agent)
        flat: gymnasium.spaces.Space[Any] = both["observation"]
        return flat

    def observe(self, agent: str) -> Any:
        return super().observe(agent)["observation"]

    def step(self, action: int | None) -> Any:
        allowed = self.p.action_ids(self.seats[self.agent_selection])
        super().step(None if action is None else allowed[int(action) % len(allowed)])
        return self.observe(self.agent_selection)


# --- PettingZoo


def pettingzoo_api(game: str, players: int) -> None:
    """One agent after the other."""
    judges.api_test(rl.env(game, players), num_cycles=CYCLES)
    judges.api_test(rl.raw_env(game, players, rewards="place"), num_cycles=CYCLES)


def pettingzoo_seed(game: str, players: int) -> None:
    """The same seed, the same game."""
    judges.seed_test(lambda: rl.env(game, players), num_cycles=CYCLES)


def pettingzoo_parallel(game: str, players: int) -> None:
    """All agents at once."""
    judges.parallel_api_test(rl.parallel_env(game, players), num_cycles=CYCLES)
    judges.parallel_seed_test(lambda: rl.parallel_env(game, players), num_cycles=CYCLES)


def pettingzoo_max_cycles(game: str, players: int) -> None:
    """Cut off after so many cycles."""
    module = SimpleNamespace(
        env=lambda **more: rl.cycle_env(game, players, **more),
        parallel_env=lambda **more: rl.parallel_env(game, players, **more),
    )
    judges.max_cycles_test(module)


def pettingzoo_render(game: str, players: int) -> None:
    """Every way to show a table."""
    judges.render_test(lambda **more: rl.env(game, players, **more), {"svg": lambda shown: "<svg" in shown})


def pettingzoo_state(game: str, players: int) -> None:
    """What all agents together know."""
    with contextlib.redirect_stderr(io.StringIO()):  # it plays without looking at masks, and is told so
        judges.state_test(rl.env(game, players), rl.parallel_env(game, players))


def pettingzoo_bombardment(game: str, players: int) -> None:
    """Many beginnings."""
    judges.bombardment_test(Flat(game, players), cycles=30)


def pettingzoo_speed(game: str, players: int) -> None:
    """PettingZoo's own benchmark runs (five seconds)."""
    performance_benchmark(rl.env(game, players))


# --- Gymnasium


def gymnasium_check(game: str, players: int) -> None:
    """One seat against bots."""
    env = gymnasium.make(f"officina/{game}-v0", players=players, bots="random")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "(?s).*")
        check_env(env.unwrapped)


def gymnasium_vector(game: str, players: int) -> None:
    """Many games at once: spaces, seeds, rewards at the end."""
    one, other = (rl.SelfPlayEnv(game, players, 8, rewards="place") for _ in range(2))
    rng, again = np.random.default_rng(5), np.random.default_rng(5)
    rows, _ = one.reset(seed=5)
    other.reset(seed=5)
    for _ in range(3 * CYCLES):
        assert one.observation_space.contains(rows)
        rows, rewards, done, cut, infos = one.step(one.sample(rng))
        twin, *_ = other.step(other.sample(again))
        assert np.array_equal(rows, twin)
        assert not cut.any()
        assert (infos["action_mask"].sum(axis=1) > 0).all()
        if done.any():
            assert np.allclose(infos["rewards"].sum(axis=1), 0)
            assert np.array_equal(rewards != 0, done & (rewards != 0))


IN_MAKE_TEST: list[Callable[[str, int], None]] = [
    pettingzoo_api,
    pettingzoo_seed,
    pettingzoo_parallel,
    pettingzoo_max_cycles,
    pettingzoo_state,
    gymnasium_check,
    gymnasium_vector,
]
LONG: list[Callable[[str, int], None]] = [*IN_MAKE_TEST, pettingzoo_render, pettingzoo_bombardment, pettingzoo_speed]


# --- OpenSpiel and Stable-Baselines3, if they are there


def openspiel_game(game: str, players: int) -> Any:
    """One of our games as OpenSpiel loads it; races are over after a lap, since a saved state is played from its beginning."""
    import pyspiel

    import officina.rl.openspiel  # noqa: F401 - registers the games

    short = ",laps=1" if game == "automobiles" else ""
    return pyspiel.load_game(f"officina_{game}(players={players},deals=50{short})")


def openspiel_sim(game: str, players: int) -> None:
    """OpenSpiel's random games: serialisation, masks, observers."""
    import pyspiel

    pyspiel.random_sim_test(openspiel_game(game, players), num_sims=20, serialize=True, verbose=False, mask_test=True)


def openspiel_api(game: str, players: int) -> None:
    """OpenSpiel's own test of games whose tree is too large to be walked: on some hundred states of it."""
    from open_spiel.integration_tests import api_test

    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc, unused-ignore]
        pass

    Checks.game, Checks.game_name = openspiel_game(game, players), f"officina_{game}"
    told = io.StringIO()
    done = unittest.TextTestRunner(told).run(unittest.defaultTestLoader.loadTestsFromTestCase(Checks))
    assert done.testsRun >= 5
    assert done.wasSuccessful(), told.getvalue()


def openspiel_bots(game: str, players: int) -> None:
    """A search of OpenSpiel's plays a game to its end against random ones."""
    from open_spiel.python.algorithms import evaluate_bots, mcts
    from open_spiel.python.bots import uniform_random

    found = openspiel_game(game, players)
    rng = np.random.RandomState(7)
    search = mcts.MCTSBot(found, 1.4, 3, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    others = [uniform_random.UniformRandomBot(seat, rng) for seat in range(1, players)]
    returns = evaluate_bots.evaluate_bots(found.new_initial_state(), [search, *others], rng)
    assert abs(sum(returns)) < 1e-9


def openspiel_learning(game: str, players: int) -> None:
    """External-sampling's little brother, tabular Q-learning, learns for a few games through OpenSpiel's environment."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    env = rl_environment.Environment(openspiel_game(game, players))
    size = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(player_id=seat, num_actions=size) for seat in range(players)]
    for _ in range(2):
        step = env.reset()
        while not step.last():
            seat = step.observations["current_player"]
            step = env.step([agents[seat].step(step).action])
        for agent in agents:
            agent.step(step)


def stable_baselines(game: str, players: int) -> None:
    """Stable-Baselines3 takes the single seat, and its maskable algorithms find the masks."""
    from sb3_contrib.common.maskable.utils import is_masking_supported
    from stable_baselines3.common.env_checker import check_env as check

    env = rl.SeatEnv(game, players, bots="random")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "(?s).*")
        check(env)
    assert is_masking_supported(env)


PEERS: list[Callable[[str, int], None]] = [openspiel_sim, openspiel_api, openspiel_bots, openspiel_learning, stable_baselines]


def main() -> int:
    """All suites for all games and player counts."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=[], help="all, unless some are named")
    parser.add_argument("--quick", action="store_true", help="only the fewest and the most players")
    parser.add_argument("--only", default="", help="suites whose name begins so")
    given = parser.parse_args()
    suites = [suite for suite in [*LONG, *PEERS] if suite.__name__.startswith(given.only)]
    failed = 0
    for name in given.games or GAMES:
        counts = GAMES[name].players
        for players in (counts[0], counts[-1]) if given.quick else counts:
            for suite in suites:
                start = time.monotonic()
                try:
                    with strictly() if suite not in PEERS else contextlib.nullcontext():
                        suite(name, players)
                    told = "passed"
                except ModuleNotFoundError as error:
                    told = f"left out: {error}"
                except Exception as error:
                    failed += 1
                    told = f"FAILED: {type(error).__name__}: {error}"
                print(f"{name} {players} {suite.__name__}: {told} ({time.monotonic() - start:.1f} s)", flush=True)
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
