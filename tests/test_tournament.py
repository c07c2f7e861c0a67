"""Tournaments: paired deals, every seat, resumable; shares and ratings with intervals that hold the truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import GAMES, OptionError
from officina.arena import tournament as arena
from tests.seeds import seed_of, seeded

GAME = GAMES["fuori_di_rotella"]


def plan(deals: int = 2, bots: tuple[str, ...] = ("random", "heuristic-0.1")) -> arena.Plan:
    return arena.plan_tournament(GAME, bots, [3], deals, {}, str(seed_of("tournament")))


def test_every_bot_meets_every_other_in_every_seat_with_the_same_deals() -> None:
    rows = arena.run(plan(), None)
    for match in plan().matches():
        mine = [row for row in rows if (row.one, row.other) == (match.one, match.other)]
        assert sorted((row.deal, row.seat) for row in mine) == [(deal, seat) for deal in range(2) for seat in range(3)]
    assert {cell.match for cell in arena.cells(rows)} == set(plan().matches())
    assert all(cell.seconds >= 0 and 0 < cell.margin <= 1 for cell in arena.cells(rows))


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    whole = arena.run(plan(), path)
    text = path.read_bytes()
    lines = text.split(b"\n")
    path.write_bytes(b"\n".join(lines[:5]) + b"\n" + lines[5][:20])
    again = arena.run(plan(), path)
    assert sorted(row.key for row in again) == sorted(row.key for row in whole)
    assert {row.key: row.places for row in again} == {row.key: row.places for row in whole}
    assert not arena.missing(plan(), arena.read_rows(path))
    assert len(arena.read_rows(path)) == len(whole), "nothing counts twice"


def made_up(chance: float, games: int) -> list[arena.Played]:
    """Games of two in which the one bot wins that often."""
    rng = seeded("made up")
    rows = []
    for number in range(games):
        won = rng.unit() < chance
        seat = number % 2
        places = [1, 2] if won == (seat == 0) else [2, 1]
        rows.append(arena.Played("x", "1", "strong", "weak", 2, number // 2, seat, places, 10, 0.5))
    return rows


def test_intervals_hold_the_truth() -> None:
    rows = made_up(0.75, 400)
    (cell,) = arena.cells(rows)
    assert abs(cell.share - 0.75) < 2 * cell.margin
    assert 0.03 < cell.margin < 0.06
    assert cell.seconds == pytest.approx(0.05)
    strong, weak = arena.ratings(rows)
    assert (strong.bot, weak.bot) == ("strong", "weak")
    assert strong.least <= strong.rating <= strong.most
    assert strong.least - 40 < 191 / 2 < strong.most + 40  # 3 to 1 are 191 points


def test_nothing_is_sure_after_a_few_games() -> None:
    (cell,) = arena.cells(made_up(1.0, 4))
    assert cell.share == 1.0
    assert cell.margin > 0.2


def test_a_tournament_wants_two_bots_and_knows_them() -> None:
    with pytest.raises(OptionError, match="two"):
        plan(bots=("random", "random"))
    with pytest.raises(OptionError, match="genius"):
        plan(bots=("random", "genius"))
