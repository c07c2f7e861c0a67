"""Places in every game: they follow scores and tie rules, winners follow from them, and all who show them agree."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from officina import GAMES, Game, Record, RecordError, render
from officina.cli.app import run as command
from officina.cli.common import Language, console
from officina.cli.seat import SeatDialog
from officina.core.places import TieBreak, Ties, ranked
from officina.core.position import Position
from officina.core.text import LANGUAGES, has
from tests.invariants import check_places
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting

FR = "fuori_di_rotella"


def played(game: Game, number: int) -> Record:
    """A random game to its end."""
    players, options = numbered_setting(game, number)
    record = Record.start(game, players, seed_of(f"places {number}"), options)
    rng = seeded(f"places {number}")
    while record.position.to_act:
        seat = record.position.to_act[0]
        record.apply(seat, rng.pick(record.position.options(seat)))
    return record


def tied(name: str) -> Record:
    """A game of Fuori di Rotella in which a tie-break decided below the first place."""
    for number in range(7, 60):
        record = played(GAMES[name], number)
        if any(place.tie is not None and place.place > 1 and not place.shared for place in record.position.places()):
            return record
    raise AssertionError("no tie in many games")


@pytest.mark.parametrize("number", range(3))
def test_places_follow_scores_and_ties(game: Game, number: int) -> None:
    check_places(played(game, number).position)


def test_every_tie_break_has_its_sentence(game: Game) -> None:
    tie_rules = game.options["tie_rule"].values if "tie_rule" in game.options else ("",)
    for value in tie_rules:
        p = game.start(game.players[0], "ties", {"tie_rule": value} if value else {})
        for tie in game.ties(p).breaks:
            for key in [tie.name, *([f"{tie.name}_past"] if tie.overrules else [])]:
                assert all(has(f"{game.name}.tie.{key}", language) for language in LANGUAGES)


def column(rows: Sequence[tuple[int, ...]], n: int) -> Callable[[Position, int], int]:
    """A figure that stands in a table."""
    return lambda _p, seat: rows[seat][n]


def stand(*rows: tuple[int, ...]) -> list[tuple[int, list[str], bool]]:
    """Places by (score, then what decides), with tie-breaks called first, second, ..."""
    p = GAMES[FR].start(2, "stand")
    names = ("first", "second", "third")
    breaks = [TieBreak(name, name, column(rows, n)) for n, name in enumerate(names[: len(rows[0]) - 1], 1)]
    found = ranked(p, [row[0] for row in rows], Ties(*breaks, shared="together"))
    return [(place.place, place.by, place.shared) for place in found]


def test_a_place_names_every_tie_break_that_was_needed_for_it() -> None:
    assert stand((3,), (5,), (4,)) == [(3, [], False), (1, [], False), (2, [], False)]
    assert stand((5,), (5,), (4,)) == [(1, [], True), (1, [], True), (3, [], False)]
    assert stand((5, 1), (5, 2), (9, 0)) == [(3, ["first"], False), (2, ["first"], False), (1, [], False)]
    assert stand((5, 2, 1), (5, 2, 3), (5, 7, 0)) == [
        (3, ["first", "second"], False),
        (2, ["first", "second"], False),
        (1, ["first"], False),
    ]
    assert stand((5, 2), (5, 2), (5, 1)) == [(1, ["first"], True), (1, ["first"], True), (3, ["first"], False)]


def test_an_unfinished_game_has_no_places(game: Game) -> None:
    p = game.start(game.players[0], seed_of("none"))
    assert (p.places(), p.winners()) == ([], [])
    view = p.view(0)
    assert (view["places"], view["ties"]) == ([], [])


def test_a_record_keeps_the_places_and_older_ones_load(game: Game) -> None:
    record = played(game, 1)
    lines = record.dump().splitlines()
    trailer = json.loads(lines[-1])
    assert trailer["places"] == [found.place for found in record.position.places()]
    trailer["places"][0] += 1
    with pytest.raises(RecordError, match="places"):
        Record.load("\n".join([*lines[:-1], json.dumps(trailer)]) + "\n", GAMES.__getitem__)
    del trailer["places"]
    old = Record.load("\n".join([*lines[:-1], json.dumps(trailer)]) + "\n", GAMES.__getitem__)
    assert old.position.winners() == record.position.winners()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_lists_by_place_and_says_what_decided(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tied(FR)
    record.header.seats = ["random"] * record.position.seats
    monkeypatch.setattr(console, "width", 200)
    monkeypatch.setattr(Language, "code", language)
    SeatDialog(record, [], lambda: None).show_end()
    table = capsys.readouterr().out.split("Punteggio finale" if language == "it" else "Final scores")[-1]
    rows = re.findall(r"^│ +(\d+) │ (\d+) ", table, re.MULTILINE)
    places = [place.place for place in record.position.places()]
    assert [int(place) for place, _ in rows] == sorted(places)
    assert all(places[int(seat) - 1] == int(place) for place, seat in rows)
    for place in record.position.places():
        if place.tie is not None:
            assert render(place.tie, language) in table


def test_a_simulation_tells_mean_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", FR, "-n", "12", "-p", "3", "-b", "random", "--seed", "3"]
    assert command([*arguments, "--csv", "-"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert all((row["place"] == "1") == (row["won"] == "1") for row in rows)
    assert command([*arguments, "--json", str(tmp_path / "s.json")]) == 0
    printed = capsys.readouterr().out
    summary = json.loads((tmp_path / "s.json").read_text())
    for seat in summary["seats"]:
        mean = sum(int(row["place"]) for row in rows if row["seat"] == str(seat["seat"])) / 12
        assert seat["places"]["mean"] == pytest.approx(mean)
        assert f"{mean:.2f}" in printed


def views_agree(p: Position) -> None:
    """The view says the same to everybody."""
    places = [found.place for found in p.places()]
    for seat in [*range(p.seats), None]:
        view = p.view(seat)
        assert view["places"] == places
        assert view["winners"] == p.winners()


def test_views_say_the_places(game: Game) -> None:
    views_agree(played(game, 2).position)
