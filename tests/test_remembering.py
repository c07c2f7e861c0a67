"""A view remembers half-made choices (the long run: ``python -m tests.remembering``)."""

from __future__ import annotations

import pytest

from officina import GAMES, Game, Position
from tests.invariants import plain
from tests.remembering import check_game
from tests.seeds import number_of, seed_of, seeded

SAMPLES = {"automania": 3, "automobiles": 2, "crazy_race": 12, "fuori_di_rotella": 12, "kraftwagen": 5}
"""How many games of each are looked at here."""
SPAN = {"automobiles": 300}
EVERY = {"automobiles": 40, "automania": 20}


def test_what_looks_alike_goes_on_alike(game: Game) -> None:
    alike = 0
    for number in range(SAMPLES[game.name]):
        setting = number_of(number * 5 + 1)
        tally = check_game(game, setting, every=EVERY.get(game.name, 8), most=SPAN.get(game.name, 10_000))
        alike += tally["alike"] + tally["twins"]
    assert alike, "nothing was compared"


def find(name: str, kind: str, options: dict[str, int | str] | None = None) -> tuple[Position, int]:
    """A position in which a seat is asked for the decision of that name, by random play."""
    game = GAMES[name]
    for number in range(40):
        rng = seeded(f"find {kind} {number}")
        p = game.start(game.players[-1], seed_of(number), options or {})
        while p.to_act:
            seat = p.to_act[0]
            if game.vocabulary.kind_name(p.kind(seat)) == kind:
                return p, seat
            p.apply(seat, rng.pick(p.options(seat)))
    raise AssertionError(f"{kind} was never asked")


@pytest.mark.parametrize(
    ("name", "kind", "args"),
    [
        ("kraftwagen", "car_price", {"body", "engine"}),
        ("kraftwagen", "car_workers", {"body", "engine", "price"}),
        ("kraftwagen", "car_engineer", {"body", "engine", "price", "workers"}),
        ("kraftwagen", "daimler_buyer", {"value"}),
        ("kraftwagen", "diesel_what", {"price"}),
        ("automania", "place_tile", {"tile", "space"}),
        ("automania", "place_car", {"type", "market", "car", "popularity"}),
        ("crazy_race", "split_steps", {"points", "had", "model"}),
        ("crazy_race", "place_side", {"card"}),
        ("automobiles", "step", {"shades", "n", "cube", "may_stop", "moved"}),
    ],
)
def test_the_pending_question_says_what_was_chosen(name: str, kind: str, args: set[str]) -> None:
    p, seat = find(name, kind)
    first = p.view(seat)["pending"][0]
    assert first["seat"] == seat
    assert first["args"].keys() == args


@pytest.mark.parametrize(("name", "kind"), [("crazy_race", "place_side"), ("automania", "place_car")])
def test_a_private_step_is_shown_to_its_own_seat_only(name: str, kind: str) -> None:
    """CR-R: nobody knows of a chosen card; R-24: a production is one decision to the others."""
    p, seat = find(name, kind)
    step = type(p.stack[-1]).__name__
    assert p.view(seat)["pending"][0]["step"] == step
    for other in [*range(p.seats), None]:
        if other != seat:
            shown = p.view(other)["pending"]
            assert step not in {entry["step"] for entry in shown}
            assert plain(p.stack[-1].args) not in plain(shown)


def test_a_simultaneous_answer_is_shown_to_its_own_seat_only() -> None:
    game = GAMES["fuori_di_rotella"]
    p = game.start(2, seed_of("together"), {"robots_per_player": 2})
    while game.vocabulary.kind_name(p.kind(p.to_act[0])) != "program":
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    option = p.options(0)[3]
    p.apply(0, option)
    assert p.view(0)["pending"][0]["draft"] == [game.vocabulary.text(p.kind(0), option).removeprefix("program ")]
    assert p.view(1)["pending"][0]["draft"] == p.view(None)["pending"][0]["draft"] == []
    second = p.options(0)[1]
    p.apply(0, second)
    assert len(p.view(0)["pending"][0]["answer"]) == 2
    assert p.view(1)["pending"][0]["answer"] == []
