"""Clocks that jump, forward and back: nobody is locked out, nobody gains for ever, nothing is negative, nothing is lost."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy import func, select

from officina.messages import HandOver, Propose, Say, TakeBack, Vote
from officina.tables import Illegal, Ok, Tables
from officina.tables.notices.notices import Notifier
from officina.tables.processes.cluster import LEASE_SECONDS
from officina.tables.storage.retention import Keep, sweep
from officina.tables.storage.schema import REFUSALS
from officina.tables.storage.sql import MOST_REFUSALS, REFUSAL_SECONDS
from officina.tables.table.clock import BANK, WINDOW, ClockRule, SeatTime, deadline, left, overtime, stopped
from officina.web.limits import Limits
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run

DAY = 86_400.0
JUMPS = [3600.0, -3600.0, 400 * DAY, -800 * DAY, 0.0, 30 * 365 * DAY]
NOW = 1_800_000_000.0


class Clock:
    """The time of people, which may be set."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Everybody's clock."""
    found = Clock()
    monkeypatch.setattr(time, "time", found)
    return found


@pytest.mark.parametrize("kind", [BANK, WINDOW])
def test_a_seats_time_is_never_less_than_nothing(kind: str) -> None:
    """Whatever jumps between two choices: what was used up does not shrink, and a deadline can be told."""
    rule = ClockRule(kind=kind, zone="Europe/Rome")
    rng = seeded(f"jumps {kind}")
    for _ in range(60):
        now = NOW
        seat = SeatTime(began=now, since=now)
        for _ in range(6):
            now = max(0.0, now + rng.pick(JUMPS) + int(rng.below(1000)))
            after = stopped(rule, seat, now)
            assert after.used >= seat.used
            assert left(rule, seat, now) <= rule.allowance - seat.used
            assert deadline(rule, seat) is not None
            assert overtime(rule, seat, now) == (left(rule, seat, now) < 0)
            seat = SeatTime(used=min(after.used, rule.allowance), since=now or 1.0, began=now or 1.0)


@pytest.mark.parametrize("kind", [BANK, WINDOW])
def test_play_goes_on_whatever_the_clock_does(kind: str, clock: Clock, tmp_path: Path) -> None:
    """Choices, talk, questions and bots that stand in, with jumps between them; after a restart all is as it was."""
    rng = seeded(f"play {kind}")

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2, clock=ClockRule(kind=kind))
            for number in range(24):
                clock.now = max(DAY, clock.now + rng.pick(JUMPS))
                if await friends.one_choice(rng) < 0:
                    break
                said = await tables.do(friends.id, friends.tokens[number % 2], Say(f"say{number}", "hello"))
                assert isinstance(said, Ok), said
                live = await friends.live()
                assert all(seat.used >= -(number + 1) * live.rule.increment for seat in live.times), (
                    "time is given by turns only"
                )
            token = friends.tokens[0]
            assert isinstance(await tables.do(friends.id, token, HandOver("h")), Ok)
            clock.now -= 5 * DAY
            assert isinstance(await tables.do(friends.id, token, TakeBack("b")), Ok)
            live = await friends.live()
            assert left(live.rule, live.times[0], clock.now) >= min(60.0, live.rule.allowance), "and has some time again"
            before = (live.row.version, live.row.times)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            live = await tables.live(friends.id)
            assert (live.row.version, live.row.times) == before

    run(main())


def test_who_was_refused_may_ask_again_when_the_clock_was_set_back(clock: Clock, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            assert isinstance(await tables.do(friends.id, friends.tokens[0], Propose("p1", "pause")), Ok)
            assert isinstance(await tables.do(friends.id, friends.tokens[1], Vote("v1", 1, False)), Ok)
            assert isinstance(await tables.do(friends.id, friends.tokens[0], Propose("p2", "pause")), Illegal), "not at once"
            clock.now -= 30 * DAY
            assert isinstance(await tables.do(friends.id, friends.tokens[0], Propose("p3", "pause")), Ok)

    run(main())


def test_who_talked_is_not_silenced_by_a_clock_that_was_set_back(clock: Clock, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            answers = [await tables.do(friends.id, friends.tokens[0], Say(f"s{number}", "x")) for number in range(8)]
            assert isinstance(answers[-1], Illegal), "too fast"
            clock.now -= 30 * DAY
            assert isinstance(await tables.do(friends.id, friends.tokens[0], Say("later", "x")), Ok)

    run(main())


def test_limits_forgive_after_a_jump() -> None:
    now = [1000.0]
    limits = Limits(clock=lambda: now[0])
    for _ in range(40):
        assert limits.wait("a", "create") == 0
    assert limits.wait("a", "create") > 0
    now[0] -= 900
    assert 0 < limits.wait("a", "create") <= 60 / 40 + 0.01, "the wait does not grow"
    now[0] += 2
    assert limits.wait("a", "create") == 0
    now[0] += 10**9
    assert sum(limits.wait("a", "create") == 0 for _ in range(100)) == 40, "no more than a burst is saved up"


def test_a_lease_ends_whatever_the_clock_does(tmp_path: Path) -> None:
    """A process that died does not count as alive until the clock has caught up; one that lives comes again."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite", shared=True, process="me") as tables:
            storage, now = tables.storage, [NOW]
            storage.clock = lambda connection: now[0]  # type: ignore[method-assign]
            await storage.beat("me", LEASE_SECONDS)
            await storage.beat("dead", LEASE_SECONDS)
            assert (await storage.beat("me", LEASE_SECONDS)).names == ("dead", "me")
            now[0] -= 3 * DAY
            await storage.beat("me", LEASE_SECONDS)
            assert (await storage.beat("me", LEASE_SECONDS)).names == ("me",)
            assert (await storage.beat("alive", LEASE_SECONDS)).names == ("alive", "me")
            now[0] += 3 * DAY
            assert "dead" not in (await storage.beat("me", LEASE_SECONDS)).names
            await storage.beat("alive", LEASE_SECONDS)
            assert (await storage.beat("me", LEASE_SECONDS)).names == ("alive", "me")

    run(main())


def test_leases_do_not_hang_on_the_time_of_people(clock: Clock, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite", shared=True, process="me") as tables:
            await tables.storage.beat("other", LEASE_SECONDS)
            for jump in JUMPS:
                clock.now += jump
                assert (await tables.storage.beat("me", LEASE_SECONDS)).names == ("me", "other")
                await tables.storage.beat("other", LEASE_SECONDS)

    run(main())


def test_a_notice_is_due_after_the_clock_was_set_back(clock: Clock, tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            notifier = Notifier(tables.registry, grace=60.0)
            live = await friends.live()
            seat = live.row.waiting[0]
            await notifier.set_webhook(friends.id, friends.tokens[seat], "", "en", "http://here")
            row = await notifier.wishes(friends.id, friends.tokens[seat])
            from dataclasses import replace

            await tables.storage.keep_notice(replace(row, webhook="https://example.org/"))
            waiting = (await tables.storage.waiting_seats())[0]
            assert notifier.due(waiting, clock.now) is None, "just begun"
            assert notifier.due(waiting, clock.now + 100) is not None
            assert notifier.due(waiting, clock.now - DAY) is not None

    run(main())


def test_refusals_are_kept_for_a_while_only(tmp_path: Path) -> None:
    """As long as somebody may ask again because the answer was lost: not for ever, and not any number of them."""

    async def kept(tables: Tables) -> int:
        count = select(func.count()).select_from(REFUSALS)
        return int(await tables.storage.read(lambda connection: connection.execute(count).scalar_one()))

    async def main() -> None:
        now = [NOW]
        async with open_tables(tmp_path / "t.sqlite") as tables:
            tables.storage.clock = lambda connection: now[0]  # type: ignore[method-assign]
            friends = await Friends.meet(tables, FUORI, 2)
            live = await friends.live()
            seat = live.row.waiting[0]
            base, question = live.version_for(seat), live.question(seat)
            assert question is not None
            for number in range(MOST_REFUSALS + 20):
                assert isinstance(await friends.choose(seat, "choose_robot nonsense", base, f"bad{number}"), Illegal)
            assert await kept(tables) == MOST_REFUSALS, "even while the clock stands still"
            last = f"bad{number}"
            first = await friends.choose(seat, "choose_robot nonsense", base, last)
            assert await friends.choose(seat, question.options[0].notation, base, last) == first, "the same id, the same answer"
            assert (await friends.live()).version == live.version
            for jump in (REFUSAL_SECONDS + 1, -3 * REFUSAL_SECONDS):
                now[0] += jump
                assert isinstance(await friends.choose(seat, "choose_robot nonsense", base, f"after{jump}"), Illegal)
                assert await kept(tables) == 1
        async with open_tables(tmp_path / "t.sqlite") as tables:
            await sweep(tables.storage, Keep(), time.time())
            assert await kept(tables) == 0, "the daily sweep leaves none that is old"

    run(main())
