"""The clock: what counts, when a seat is over its time, and that it survives everything without a process that stays alive."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from officina import OptionError
from officina.messages import Propose, Ready, TakeSeat, Vote
from officina.tables import Illegal, Ok, PlannedSeat
from officina.tables.storage.interface import as_text
from officina.tables.table.clock import (
    BANK,
    HOUR,
    MINUTE,
    NO_CLOCK,
    OPTIONS,
    WINDOW,
    ClockRule,
    SeatTime,
    after_entry,
    deadline,
    given_back,
    left,
    load_rule,
    load_times,
    overtime,
    read_clock,
    stopped,
)
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run

ROME = ZoneInfo("Europe/Rome")


def moment(*when: int) -> float:
    return datetime(*when, tzinfo=ROME).timestamp()  # type: ignore[arg-type, misc]


def window(opens: int, closes: int, hours: float = 12) -> ClockRule:
    return ClockRule(kind=WINDOW, move=hours * HOUR, opens=opens, closes=closes, zone="Europe/Rome")


@pytest.mark.parametrize(
    ("opens", "closes", "start", "end", "hours"),
    [
        (8, 23, (2026, 5, 4, 10), (2026, 5, 4, 12), 2),
        (8, 23, (2026, 5, 4, 22), (2026, 5, 5, 9), 2),
        (8, 23, (2026, 5, 4, 23, 30), (2026, 5, 5, 7, 30), 0),
        (8, 23, (2026, 5, 4, 0), (2026, 5, 11, 0), 7 * 15),
        (22, 2, (2026, 5, 4, 0), (2026, 5, 5, 0), 4),
        (0, 24, (2026, 5, 4, 7), (2026, 5, 6, 7), 48),
        # Clocks are put forward on 29 March and back on 25 October: the days have 23 and 25 hours.
        (0, 24, (2026, 3, 29, 0), (2026, 3, 30, 0), 23),
        (0, 24, (2026, 10, 25, 0), (2026, 10, 26, 0), 25),
        (8, 23, (2026, 3, 28, 22), (2026, 3, 29, 9), 2),
    ],
)
def test_only_the_window_of_the_day_counts(
    opens: int, closes: int, start: tuple[int, ...], end: tuple[int, ...], hours: float
) -> None:
    assert window(opens, closes).counted(moment(*start), moment(*end)) == pytest.approx(hours * HOUR)


@given(
    st.integers(0, 23),
    st.integers(1, 24),
    st.floats(1_700_000_000, 1_900_000_000),
    st.floats(0, 40 * HOUR),
    st.sampled_from(["Europe/Rome", "Australia/Lord_Howe", "UTC", "America/St_Johns"]),
)
def test_the_deadline_is_when_so_much_has_counted(opens: int, closes: int, start: float, seconds: float, zone: str) -> None:
    rule = ClockRule(kind=WINDOW, opens=opens, closes=closes, zone=zone)
    end = rule.reached(start, seconds)
    assert end >= start
    assert rule.counted(start, end) == pytest.approx(seconds, abs=0.01)
    middle = (start + end) / 2
    assert rule.counted(start, middle) + rule.counted(middle, end) == pytest.approx(seconds, abs=0.01)


def test_the_bank_and_its_increment() -> None:
    rule = ClockRule(kind=BANK, bank=100, increment=10)
    everybody = lambda seat: True  # noqa: E731
    times = after_entry(rule, [SeatTime()] * 2, n=3, at=1000, waiting=(0,), mover=-1, forward=True, runs=everybody)
    assert deadline(rule, times[0]) == 1100
    assert deadline(rule, times[1]) is None
    assert (times[0].turn, times[0].began) == (3, 1000)
    # In the middle of a turn the time goes on; at its end there is the increment.
    times = after_entry(rule, times, n=4, at=1030, waiting=(0,), mover=0, forward=True, runs=everybody)
    assert left(rule, times[0], 1040) == 60
    assert (times[0].turn, times[0].began, times[0].moved) == (3, 1000, 1030)
    done = after_entry(rule, times, n=5, at=1040, waiting=(1,), mover=0, forward=True, runs=everybody)
    assert left(rule, done[0], 5000) == 70
    assert done[0].turn == 0
    # Taking the choice back takes the increment back: nobody gains time by changing his mind.
    back = after_entry(rule, done, n=6, at=1041, waiting=(0,), mover=0, forward=False, runs=everybody)
    assert left(rule, back[0], 1041) == 60
    assert left(rule, back[1], 9999) == 99
    assert overtime(rule, back[0], 1102)
    assert not overtime(rule, back[0], 1100)
    assert not overtime(rule, stopped(rule, back[0], 1102), 9999), "a clock that stands still is not over its time"
    assert left(rule, given_back(rule, stopped(rule, back[0], 1500), 2000), 2000) == 60


def test_simultaneous_decisions_run_for_everybody_who_has_not_answered() -> None:
    rule = ClockRule(kind=BANK, bank=100, increment=5)
    people = lambda seat: seat != 2  # noqa: E731
    times = after_entry(rule, [SeatTime()] * 3, n=1, at=10, waiting=(0, 1, 2), mover=-1, forward=True, runs=people)
    assert [time.since for time in times] == [10, 10, 0]
    times = after_entry(rule, times, n=2, at=30, waiting=(0, 2), mover=1, forward=True, runs=people)
    assert [left(rule, time, 40) for time in times] == [70, 85, 100]


def test_a_window_gives_each_move_its_own_time() -> None:
    rule = window(0, 24, 2)
    times = after_entry(rule, [SeatTime()], n=1, at=0, waiting=(0,), mover=-1, forward=True, runs=lambda seat: True)
    times = after_entry(rule, times, n=2, at=HOUR, waiting=(0,), mover=0, forward=True, runs=lambda seat: True)
    assert left(rule, times[0], 2 * HOUR) == HOUR


def test_rules_are_read_from_a_form_and_stored() -> None:
    rule = read_clock({"clock": "bank", "bank": "15", "increment": "30", "zone": "Europe/Rome", "absence": "1"})
    assert (rule.kind, rule.bank, rule.increment, rule.absence) == (BANK, 15 * MINUTE, 30, HOUR)
    assert load_rule(as_text(rule)) == rule
    assert load_rule("") == NO_CLOCK
    assert read_clock({}).kind == NO_CLOCK.kind
    assert {option.name for option in OPTIONS} >= {"clock", "bank", "increment", "hours", "opens", "closes", "zone", "absence"}
    for wrong in ({"clock": "sand"}, {"bank": "-1"}, {"zone": "Europe/Atlantis"}, {"zone": "../../etc/passwd"}, {"speed": "1"}):
        with pytest.raises(OptionError):
            read_clock(wrong)
    times = (SeatTime(1.5, 2, 3, 4, 5), SeatTime())
    assert load_times(as_text(times), 2, (), 0) == times
    assert [time.began for time in load_times("", 3, (1,), 7.0)] == [0, 7.0, 0]


def test_a_table_keeps_its_clock_over_restarts_and_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    rule = ClockRule(kind=BANK, bank=100, increment=10, absence=HOUR)
    path = tmp_path / "t.sqlite"

    async def meet() -> Friends:
        async with open_tables(path) as tables:
            plans = [PlannedSeat("person", "Anna"), PlannedSeat("open"), PlannedSeat("bot", bot="random")]
            created = await tables.create(FUORI.name, 3, {}, plans, rule)
            tokens = {0: created.tokens[0], 1: (await tables.do(created.table_id, "", TakeSeat(1, "Bruno"))).token}
            for token in tokens.values():
                await tables.do(created.table_id, token, Ready(True))
            return Friends(tables, created.table_id, tokens)

    friends = run(meet())

    async def sitting(friends: Friends) -> None:
        async with open_tables(path) as tables:
            friends = friends.at(tables)
            live = await friends.live()
            assert live.rule == rule
            seat = live.playing().position.to_act[0]
            other = 1 - seat
            assert left(rule, live.times[seat], now[0]) == 100
            now[0] += 30
            stale = live.version_for(seat)
            questions: tuple[tuple[int, Any], ...] = ((seat, "pause"), (other, "resume"))
            for voter, asked in questions:
                assert isinstance(await tables.do(friends.id, friends.tokens[voter], Propose(asked, asked)), Ok)
                assert not live.row.paused or asked == "resume"
                number = live.proposals.count
                answer = await tables.do(friends.id, friends.tokens[1 - voter], Vote(f"yes {asked}", number, True))
                assert isinstance(answer, Ok)
                if asked == "pause":
                    assert live.row.paused
                    assert live.question(seat) is None
                    refused = await friends.choose(seat, "choose_robot bolt")
                    assert isinstance(refused, Illegal)
                    assert refused.reason.key == "tables.refuse.paused"
                    assert deadline(rule, live.times[seat]) is None
                    now[0] += 100_000
            assert left(rule, live.times[seat], now[0]) == 70, "a pause costs nobody time"
            question = live.question(seat)
            assert question is not None
            now[0] += 20
            # Talk and questions make no choice stale: it was based on what the page showed before all that.
            assert isinstance(await friends.choose(seat, question.options[0].notation, stale), Ok)
            assert left(rule, live.times[seat], now[0]) == 60

    run(sitting(friends))

    async def later(friends: Friends) -> None:
        async with open_tables(path) as tables:
            live = await friends.at(tables).live()
            used = {seat: left(rule, live.times[seat], now[0]) for seat in (0, 1)}
            assert sorted(used.values()) in ([60, 100], [60, 60])

    run(later(friends))


def test_hidden_answers_leave_no_trace_in_the_times(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 3)
            rng = seeded(5)
            while len((await friends.live()).playing().position.to_act) < 3:
                await friends.one_choice(rng)
            live = await friends.live()
            first = live.question(0)
            assert first is not None
            await friends.choose(0, first.options[0].notation)
            known = live.row.times
            for option in first.options[1:4]:
                assert isinstance(await friends.choose(0, option.notation), Ok)
                assert live.row.times == known
            assert replace(live.row, times="") != live.row

    run(main())
