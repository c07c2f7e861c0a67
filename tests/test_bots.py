"""Bots: legal, reproducible, blind to what their seat cannot see; the heuristic one is better than chance."""

from __future__ import annotations

import pytest

from officina import GAMES, Game, OptionError
from officina.arena.simulate import plan_simulation, play_one, simulate
from officina.arena.summary import Summary, spread
from officina.bots import BOTS, make_bot
from officina.bots.searching import SearchBot
from tests.seeds import seed_of, seeded


def test_unknown_bot() -> None:
    with pytest.raises(OptionError, match=r"random, heuristic-0\.1, heuristic"):
        make_bot("genius")


@pytest.mark.parametrize("name", [name for name in BOTS if name not in ("club", "master")])
def test_bots_choose_legally_and_reproducibly(game: Game, name: str) -> None:
    bot = make_bot(name)
    if isinstance(bot, SearchBot):
        bot.iterations = 2
    p = game.start(game.players[0], seed_of("bots"))
    for number in range(6 if isinstance(bot, SearchBot) else 120):
        if not p.to_act:
            break
        seat = p.to_act[0]
        before = p.to_json()
        choice = bot.choose(p, seat, seeded(number))
        assert choice == bot.choose(p.clone(), seat, seeded(number))
        assert p.to_json() == before
        p.apply(seat, choice)


def test_weights_fit_the_options(game: Game) -> None:
    p = game.start(game.players[0], seed_of("weights"))
    rng = seeded(1)
    for _ in range(150):
        if not p.to_act:
            break
        seat = p.to_act[0]
        weights = game.weights(p.determinize(seat, rng), seat, rng)
        assert len(weights) == len(p.options(seat))
        assert min(weights) >= 0
        assert sum(weights) > 0
        p.apply(seat, rng.pick(p.options(seat)))


def test_a_game_that_says_itself_what_it_likes_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without figures may say what it likes in game.py, as the one of ``officina new-game`` does."""
    game = GAMES["kraftwagen"]
    monkeypatch.setattr(game, "values", lambda _name="": None)
    monkeypatch.setattr(game, "weights", lambda p, seat, _rng: [0.0] * (len(p.options(seat)) - 1) + [1.0])
    p = game.start(2, seed_of("own weights"))
    for number in range(12):
        seat = p.to_act[0]
        assert make_bot("heuristic").choose(p, seat, seeded(number)) == p.options(seat)[-1]
        p.apply(seat, p.options(seat)[-1])


def test_the_heuristic_bot_beats_random_ones(game: Game) -> None:
    players = min(4, game.players[-1])
    plan = plan_simulation(game, players, ["heuristic"] + ["random"] * (players - 1), {}, seed_of("strength"))
    summary = simulate(plan, 24)
    assert summary.bot_wins["heuristic"] > 24 / players * 1.5


def test_games_of_a_plan_are_always_the_same(game: Game) -> None:
    plan = plan_simulation(game, game.players[0], ["random"], {}, seed_of("same"))
    assert play_one(game, plan, 3) == play_one(game, plan, 3)
    assert play_one(game, plan, 3) != play_one(game, plan, 4)


def test_bots_change_seats_from_game_to_game() -> None:
    game = GAMES["fuori_di_rotella"]
    plan = plan_simulation(game, 3, ["heuristic", "random"], {}, 1)
    assert plan.bots == ("heuristic", "random", "heuristic")
    assert [play_one(game, plan, number).bots.index("random") for number in range(3)] == [1, 0, 2]


def test_summaries_add_up() -> None:
    game = GAMES["fuori_di_rotella"]
    plan = plan_simulation(game, 2, ["random"], {}, 1)
    summary = Summary(plan)
    rows = [play_one(game, plan, number) for number in range(8)]
    for row in rows:
        summary.add(row)
    figures = spread(summary.lengths)
    lengths = sorted(row.decisions for row in rows)
    assert figures["least"] == lengths[0]
    assert figures["most"] == lengths[-1]
    assert figures["mean"] == pytest.approx(sum(lengths) / 8)
    assert figures["median"] in (lengths[3], lengths[4])
    assert summary.to_json()["games"] == 8
