"""The evaluation: chances that add up, weights that fit the features, a fit that goes on and finds what is there to find."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from officina import GAMES, Game, OptionError, Position
from officina.arena import fit
from officina.core.evaluation import LEFT, Evaluation, leads
from officina.core.folder import FolderGame
from officina.core.playout import play_on, play_out
from officina.core.policy import QUICK
from tests.seeds import seed_of, seeded


def some(game: Game, number: int = 6) -> list[Position]:
    """Positions from all over a random game, and its end."""
    p = game.start(game.players[-1], seed_of("evaluated"), {"laps": 1} if game.name == "automobiles" else {})
    rng = seeded("evaluated")
    found = []
    while p.to_act:
        found.append(p.clone())
        play_out(p, rng, 1)
    return [*found[:: max(1, len(found) // number)], p]


def test_chances_add_up_and_the_end_is_known(game: Game) -> None:
    assert isinstance(game, FolderGame)
    assert game.evaluation is not None, "evaluation.toml is missing, or was fitted for other features"
    features, left = game.hook("features", "features"), game.hook("features", "left")
    for p in some(game):
        before = p.to_json()
        chances, margins = game.evaluate(p), game.margins(p)
        assert sum(chances) == pytest.approx(1.0)
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        assert len(margins) == p.seats
        assert 0.0 <= left(p) <= 1.0
        assert all(len(features(p, seat)) == len(game.hook("features", "FEATURES")) for seat in range(p.seats))
        assert p.to_json() == before, "looking changes nothing"
    winners = p.winners()
    assert chances == [1 / len(winners) if seat in winners else 0.0 for seat in range(p.seats)]
    assert margins == leads([float(score) for score in p.scores()])


def test_a_fit_finds_weights_that_are_there() -> None:
    """Final scores that are made of two features, otherwise at each point of the game."""
    game = GAMES["fuori_di_rotella"]
    state = fit.State("made", "1", ["one", "other"], [[0.0] * 8 for _ in range(8)], [0.0] * 8)
    rng = seeded("made")
    p = game.start(4, seed_of("made"))
    for _ in range(400):
        counted = [[rng.unit(), rng.unit()] for _ in range(4)]
        left = rng.unit()
        features = fit.Features(game)
        features.names = state.names
        features.left = lambda _p, left=left: left  # type: ignore[misc]
        features.count = lambda _p, seat, counted=counted: counted[seat]  # type: ignore[misc]
        final = [100.0 * (one + 2.0 * left * other) for one, other in counted]
        fit.add_sample(state, features, p, final)  # type: ignore[arg-type]
    weights = fit.solved(state)
    for point, left in zip(weights, LEFT, strict=True):
        assert point == pytest.approx([100.0, 200.0 * left], abs=3.0)


def test_a_fit_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "BATCH", 2)
    game = GAMES["fuori_di_rotella"]
    through, stopped = fit.begin(game, "1"), fit.begin(game, "1")
    for _ in range(2):
        fit.step(game, through)
    fit.step(game, stopped)
    fit.save(stopped, tmp_path / "state.json")
    again = fit.load(tmp_path / "state.json", game)
    fit.step(game, again)
    assert (again.matrix, again.vector, again.games) == (through.matrix, through.vector, through.games)
    with pytest.raises(OptionError, match="another game"):
        fit.load(tmp_path / "state.json", GAMES["crazy_race"])
    (tmp_path / "state.json").write_text("nonsense")
    with pytest.raises(OptionError, match="not the state"):
        fit.load(tmp_path / "state.json", game)


def test_the_scale_of_chances_is_found() -> None:
    """Of two who are 10 points apart one wins three times of four: e to the power of 10 / 9.1 is 3."""
    seen = [fit.Seen(0.5, 0.0, [10.0, 0.0], [0, 0], [20, 10], [0] if number % 4 else [1]) for number in range(200)]
    narrow, _ = fit.scales_of(seen)
    assert narrow == pytest.approx(9.1, rel=0.15)
    moments = [msgspec.structs.replace(seen[1], part=part) for part in fit.MOMENTS]
    judged = fit.judged(moments, Evaluation(None, None, [], narrow, 0.0))
    assert [moment.part for moment in judged] == list(fit.MOMENTS)


def test_playing_on_is_cut_where_it_shall_be(game: Game) -> None:
    p = game.start(game.players[0], seed_of("cut"))
    policies = [game.values(QUICK)] * p.seats
    twin = p.clone()
    first = p.to_act[0]
    play_on(p, policies, seeded("cut"), changes=1)
    assert p.to_act[0] != first or not p.to_act
    play_on(twin, policies, seeded("cut"), round_=game.moment(twin)[0] + 1)
    assert not twin.to_act or game.moment(twin)[0] >= 1
