"""Environments for learning agents (all games and player counts: ``python -m tests.rl``)."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest

from officina import GAMES, Game, IllegalChoice, rl
from officina.rl.parallel import random_actions
from officina.rl.table import by_place, margin, win_share
from tests.rl import IN_MAKE_TEST, strictly
from tests.seeds import number_of, seed_of, seeded

SEED = number_of(7)


@pytest.mark.parametrize("suite", IN_MAKE_TEST)
def test_the_suites_of_others_pass(game: Game, suite: Callable[[str, int], None]) -> None:
    with strictly():
        suite(game.name, game.players[0])


def test_an_agent_that_plays_by_its_mask_comes_to_an_end_with_rewards() -> None:
    env = rl.env("fuori_di_rotella", 3, rewards="place")
    env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_an_illegal_action_raises_raw_and_loses_wrapped() -> None:
    raw = rl.raw_env("kraftwagen", 3)
    raw.reset(seed=SEED)
    wrong = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalChoice):
        raw.step(wrong)
    env = rl.env("kraftwagen", 3)
    env.reset(seed=SEED)
    loser = env.agent_selection
    with strictly():
        env.step(wrong)
    assert env.terminations[loser]
    assert env.rewards[loser] == -1


def test_simultaneous_answers_are_one_step_of_the_parallel_environment() -> None:
    env = rl.parallel_env("fuori_di_rotella", 4)
    seen, _ = env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)
    together = 0
    while env.agents:
        asked = [agent for agent in env.agents if not seen[agent]["action_mask"][env.wait]]
        together = max(together, len(asked))
        assert len(asked) == len(env.p.to_act)
        seen, *_ = env.step(random_actions({agent: seen[agent] for agent in env.agents}, rng))
    assert together == 4


def test_a_forbidden_action_of_the_parallel_environment_is_replaced_or_refused() -> None:
    for illegal in ("replace", "raise"):
        env = rl.parallel_env("crazy_race", 3, illegal=illegal)
        seen, _ = env.reset(seed=SEED)
        actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"] == 0)[0]) for agent in env.agents}
        if illegal == "replace":
            env.step(actions)
        else:
            with pytest.raises(IllegalChoice):
                env.step(actions)


def test_rewards_of_a_finished_game() -> None:
    game = GAMES["crazy_race"]
    rng = seeded("rewards")
    p = game.start(4, seed_of("rewards"))
    while p.to_act:
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    places = [standing.place for standing in p.places()]
    assert sum(win_share(p)) == pytest.approx(1)
    assert [share > 0 for share in win_share(p)] == [place == 1 for place in places]
    assert sum(by_place(p)) == pytest.approx(0)
    assert sorted(range(4), key=lambda seat: -by_place(p)[seat]) == sorted(range(4), key=lambda seat: places[seat])
    assert sum(margin(p)) == pytest.approx(0)


def test_the_vector_environment_gives_the_rewards_of_single_games() -> None:
    for rewards in ("win", "place"):
        env = rl.SelfPlayEnv("fuori_di_rotella", 3, 4, rewards=rewards, seed=SEED)
        rng = np.random.default_rng(SEED)
        alone = [env.table.game.start(3, f"{SEED}/{table}/1") for table in range(4)]
        first = np.ones(4, bool)
        while first.any():
            actions = env.sample(rng)
            for table in np.flatnonzero(first):
                alone[table].apply_action(alone[table].to_act[0], int(actions[table]))
            acted = env.seats.copy()
            _, reward, done, _, infos = env.step(actions)
            for table in np.flatnonzero(done & first):
                wanted = env.table.rewards(alone[table])
                assert infos["rewards"][table] == pytest.approx(wanted)
                assert reward[table] == pytest.approx(wanted[acted[table]])
                first[table] = False


def test_a_seat_against_bots_plays_whole_games_from_every_seat() -> None:
    env = rl.SeatEnv("crazy_race", 3, bots=["heuristic", "random"])
    rng = np.random.default_rng(SEED)
    seats = set()
    _, info = env.reset(seed=SEED)
    for _ in range(12):
        done = False
        seats.add(info["seat"])
        while not done:
            assert info["seat"] in env.p.to_act
            _, reward, done, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert reward == env.table.rewards(env.p)[info["seat"]]
        _, info = env.reset()
    assert seats == {0, 1, 2}


def test_tables_and_layouts_can_be_pickled(game: Game) -> None:
    """Processes of a vector environment and OpenSpiel's states do it."""
    table = rl.Table(game.name, rewards="place")
    again = pickle.loads(pickle.dumps(table))
    assert (again.game.name, again.players, again.options, again.reward_name) == (
        game.name,
        table.players,
        table.options,
        "place",
    )
    layout = pickle.loads(pickle.dumps(table.layout))
    assert repr(layout.fields) == repr(table.layout.fields)
    env = pickle.loads(pickle.dumps(rl.raw_env(game.name)))
    env.reset(seed=SEED)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_tables_are_shown_as_text_and_as_pictures() -> None:
    for mode, sign in (("ansi", "\x1b["), ("svg", "<svg")):
        env = rl.raw_env("automania", 2, render_mode=mode)
        env.reset(seed=SEED)
        assert sign in env.render()
