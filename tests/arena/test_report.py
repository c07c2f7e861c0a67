"""The report: figures that hold the truth, one page in both languages that needs nothing else, clear words for bad files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from officina import GAMES, OptionError
from officina.arena import tournament
from officina.arena.rows import Row, read_rows
from officina.arena.simulate import plan_simulation, simulate
from officina.arena.study import Group, Mean, Ratio, Share, read_study
from officina.cli.app import main
from officina.cli.report_page import command, page_of
from tests.seeds import seed_of, seeded

CRAZY = GAMES["crazy_race"]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "rows.jsonl"
    plan = plan_simulation(CRAZY, 3, ["random", "novice"], {}, seed_of("report"), vary=["sets"])
    simulate(plan, 20, path=path)
    return path


def test_intervals_hold_the_truth() -> None:
    """Nine in ten of 95 % intervals at least; a wrong formula misses far more often."""
    rng = seeded("intervals")
    held = [0, 0, 0]
    for _ in range(200):
        share, mean, ratio = Share(), Mean(), Ratio()
        for _ in range(60):
            share.add(1.0 if rng.unit() < 0.25 else 0.0)
            mean.add(rng.unit())
            times = 1 + int(rng.below(5))
            ratio.add(times, sum(rng.unit() for _ in range(times)))
        found = (share.estimate(), mean.estimate(), ratio.estimate())
        for place, truth in enumerate((0.25, 0.5, 0.5)):
            held[place] += not found[place].apart_from(truth)
    assert all(180 <= times <= 199 for times in held), held


def test_a_study_counts_what_the_rows_say(rows: Path) -> None:
    study = read_study([rows])
    games = list(read_rows(rows))
    group = study.groups[3]
    assert study.games == len(games) == group.games == 20
    assert sum(share.won for share in group.seats) == pytest.approx(20)
    assert group.turns.estimate().value == pytest.approx(sum(row.turns for row in games) / 20)
    by_set = study.options["", 3]
    assert {name: found.games for name, found in by_set.items()} == {"printed": 8, "lean": 6, "wild": 6}
    probed = [row for row in games if row.choices]
    assert [row.number for row in probed] == [0, 19]
    assert sum(times for row in probed for times, _, _ in row.choices.values()) == sum(row.decisions for row in probed)


def test_a_seat_that_wins_too_often_stands_out_and_no_other() -> None:
    group = Group(2)
    for number in range(400):
        places = [1, 2] if number % 10 < 7 else [2, 1]
        group.add(Row(number, ["random"] * 2, [3 - place for place in places], places, 10, 5))
    first, second = (share.estimate() for share in group.seats)
    assert first.apart_from(group.fair)
    assert second.apart_from(group.fair)
    assert 0.65 < first.least < 0.7 < first.most < 0.75


def test_the_page_needs_nothing_else_and_speaks_both_languages(rows: Path, tmp_path: Path) -> None:
    page = page_of(read_study([rows]), "it")
    assert not re.search(r"<script|<link|<img|https?://|@import|url\(", page)
    assert '<html lang="it">' in page
    assert 'id="it" checked' in page
    for text in ("Vittorie per posto, 3 giocatori", "Wins by seat, 3 players", "Wins by bot", "Sets of options: wins by seat",
                 "Parts of the score", "Length and scores", "place_card: undecided", "come stampato", "· n 20"):  # fmt: skip
        assert text in page, text
    assert page.count("<svg") > 60
    plan = plan_simulation(CRAZY, 3, ["random", "novice"], {}, seed_of("report"), vary=["sets"])
    assert command(plan).endswith("--vary sets")
    target = tmp_path / "report.html"
    with pytest.raises(SystemExit) as left:
        main(["report", str(rows), "-w", str(target), "--lang", "it"])
    assert not left.value.code
    assert target.read_text(encoding="utf-8") == page


def test_tournaments_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    plan = tournament.plan_tournament(GAMES["fuori_di_rotella"], ["random", "novice"], [2], 2, {}, seed_of("report"))
    tournament.run(plan, path)
    page = page_of(read_study([path]), "en")
    assert "Ratings of the bots" in page
    assert "novice among random, 2 players" in page


def test_files_that_are_something_else(rows: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd.jsonl"
    odd.write_text("hello\n", encoding="utf-8")
    with pytest.raises(OptionError, match="no games"):
        read_study([odd])
    with pytest.raises(OptionError, match="No such file"):
        read_study([tmp_path / "none.jsonl"])
    other = tmp_path / "other.jsonl"
    simulate(plan_simulation(GAMES["fuori_di_rotella"], 2, ["random"], {}, "1"), 1, path=other)
    with pytest.raises(OptionError, match="one report is about one game"):
        read_study([rows, other])
    other.write_bytes(rows.read_bytes() + b"{}\n")
    with pytest.raises(OptionError, match="line 22 is no game"):
        read_study([other])


def test_a_match_that_is_decided_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two matches the clear one is looked at once, the even one is played to its end."""

    def play(plan: tournament.Plan, match: tournament.Match, deal: int, seat: int, _around: object) -> tournament.Played:
        won = match.one == "club" or (deal + seat) % 2 == 0
        places = [1 if (place == seat) == won else 2 for place in range(2)]
        return tournament.Played(plan.game, plan.seed, match.one, match.other, 2, deal, seat, places, 1, 0.0)

    monkeypatch.setattr(tournament, "play", play)
    plan = tournament.plan_tournament(GAMES["kraftwagen"], ["club", "random"], [2], 20, {}, "1")
    rows = tournament.run(plan, None, until_decided=True)
    deals = {one: max(row.deal for row in rows if row.one == one) + 1 for one in ("club", "random")}
    assert deals == {"club": 8, "random": 20}
    assert max(row.deal for row in tournament.run(plan, None)) == 19


def test_equals_are_seldom_told_apart() -> None:
    """All looks together err in one match of twenty at most; here each of 200 matches of equals is looked at five times."""
    rng = seeded("equals")
    wrong = 0
    for _ in range(200):
        rows: list[tournament.Played] = []
        decided = False
        for number, look in enumerate(tournament.looks(200)[:-1], 1):
            for deal in range(len(rows) // 2, look):
                for seat in (0, 1):
                    places = [1, 2] if rng.unit() < 0.5 else [2, 1]
                    rows.append(tournament.Played("x", "1", "one", "other", 2, deal, seat, places, 1, 0.0))
            decided = decided or tournament.is_decided(rows, look, number)
        wrong += decided
    assert wrong <= 18, wrong
