"""Looking back at a game: repeatable, honest, and it knows a blunder when it sees one."""

from __future__ import annotations

import msgspec
import pytest

from officina import GAMES, Game, Record
from officina.bots import analysis
from officina.bots.analysis import Judge, analyse
from officina.core.text import LANGUAGES, render
from officina.tables.table.model import load_message
from tests.seeds import seed_of, seeded


def played(game: Game, choices: int = 1_000_000) -> Record:
    record = Record.start(game, game.players[0], seed_of("analysed"), {"laps": 1} if game.name == "automobiles" else {})
    rng = seeded("analysed")
    while record.position.to_act and len(record.moves) < choices:
        seat = record.position.to_act[0]
        record.apply(seat, rng.pick(record.position.options(seat)))
    return record


def test_a_choice_is_judged_by_what_its_seat_could_know(game: Game) -> None:
    """The judgement is the same when everything that the seat cannot see is drawn anew."""
    record = played(game, 25)
    p = record.position
    seat = p.to_act[0]
    judge = Judge(game, "honest")
    options = judge.likely(p, seat, p.options(seat)[0])
    for number in range(2):
        other = p.determinize(seat, seeded(f"other world {number}"))
        assert judge.likely(other, seat, p.options(seat)[0]) == options
        assert judge.chances(other, seat, options, range(2)) == judge.chances(p, seat, options, range(2))


def test_an_analysis_is_repeatable_and_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "WORLDS", 2)
    monkeypatch.setattr(analysis, "MORE_WORLDS", 8)
    record = played(GAMES["fuori_di_rotella"])
    told: list[tuple[int, int]] = []
    found = analyse(record, lambda done, of: told.append((done, of)))
    assert msgspec.json.decode(msgspec.json.encode(found), type=analysis.Analysis) == analyse(record)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert len(found.curve) == len(record.moves) + 1
    assert found.curve[-1] == record.game.evaluate(record.position)
    costs = [found.decisions[place].cost for place in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) <= analysis.MISTAKES
    assert all(cost > analysis.WORTH_SAYING for cost in costs)
    for judged in found.decisions:
        for language in LANGUAGES:
            for sentence in (judged.prompt, judged.text, *(b.text for b in judged.better)):
                assert render(load_message(sentence), language)


ENOUGH = {"fuori_di_rotella": (8, 16), "crazy_race": (3, 4), "kraftwagen": (4, 4), "automobiles": (2, 4), "automania": (1, 4)}
"""Games, and worlds for each choice, that leave little to chance."""


def test_a_sensible_choice_is_judged_better_than_one_by_chance(game: Game) -> None:
    """At the same decisions. (Who plays by chance all along soon has no chance to win left that could be lost.)"""
    ahead = 0.0
    games, worlds = ENOUGH[game.name]
    for number in range(games):
        p = game.start(game.players[0], seed_of(f"blunders {number}"), {"laps": 1} if game.name == "automobiles" else {})
        rng = seeded(f"blunders {number}")
        for decision in range(40):
            if not p.to_act:
                break
            seat = p.to_act[0]
            world = p.determinize(seat, rng)
            options = world.options(seat)
            chosen = options[rng.weighted(game.weights(world, seat, rng))]
            if len(options) > 1:
                other = rng.pick([option for option in options if option != chosen])
                judge = Judge(game, f"blunders {number} {decision}")
                sensible, strange = judge.chances(p, seat, [chosen, other], range(worlds))
                ahead += (sum(sensible) - sum(strange)) / worlds
            p.apply(seat, chosen)
    assert ahead > 0.0
