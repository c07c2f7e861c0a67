"""One visitor does not stop the others: whatever is read is bounded, read beside the writers, and paid for in a lane."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from starlette.applications import Starlette

from officina.messages import Say
from officina.tables import Tables
from officina.tables.effort import aside, present
from officina.tables.storage.interface import EntryRow
from officina.tables.table.history import MOST_AT_ONCE, entries_since, known
from officina.web import make_app
from officina.web.lanes import BURST, QUANTUM, SHARE, Lane, Lanes, Ledger, Paced
from officina.web.limits import Limits
from officina.web.live import scene
from officina.web.pages.table_pages import MOST_LOG_LINES
from officina.web.requests import MOST_SEATS
from tests.patience import LONG
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.web.siege import Besieged, Handle, Target, long_record, targets
from tests.web.test_actions import AsgiPage

LINES = 2_500
VISITOR = "192.0.2.7"
LONGEST = 1_000_000
"""Bytes of an answer that is not a whole record."""


class Clock:
    """Time that stands still unless it is told otherwise."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def visitor(app: Starlette) -> httpx.AsyncClient:
    """Somebody at an address of their own."""
    transport = httpx.ASGITransport(app=app, client=(VISITOR, 4000))
    return httpx.AsyncClient(transport=transport, base_url="http://here", timeout=LONG, headers={"Accept-Language": "en"})


class Statements:
    """What the database is asked, and by which threads."""

    def __init__(self, tables: Tables) -> None:
        self.seen: list[tuple[str, str]] = []
        event.listen(tables.storage.engine, "before_cursor_execute", self.note)

    def note(self, _connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        self.seen.append((threading.current_thread().name, statement))


@asynccontextmanager
async def besieged_app(path: Path) -> AsyncIterator[tuple[Starlette, Tables, Besieged]]:
    """An application with a long record and a table of the visitor's own; the clock of its lanes stands still."""
    tables = open_tables(path / "t.sqlite")
    app = make_app(tables, limits=Limits(1000), lanes=Lanes(clock=Clock()))
    async with app.router.lifespan_context(app):
        record = await tables.import_record(long_record(LINES).encode())
        await tables.live(record)
        friends = await Friends.meet(tables, FUORI, 1, 1)
        yield app, tables, Besieged(record, Handle(friends.id, friends.tokens[0]), 300)


async def ask(client: httpx.AsyncClient, target: Target, besieged: Besieged) -> httpx.Response:
    """One request, as a siege makes it."""
    raw = target.request(besieged, "here").decode()
    head, _, body = raw.partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return await client.request(target.method, first.split(" ")[1], headers=headers, content=body.encode() or None)


def test_every_question_is_bounded_and_paid_for(tmp_path: Path) -> None:
    """Whatever can be asked for: rows read in pages, not in the thread that writes; a bounded answer; its cost is counted."""

    async def check() -> None:
        async with besieged_app(tmp_path) as (app, tables, besieged), visitor(app) as client:
            statements, wrong = Statements(tables), list[str]()
            for target in targets():
                for _ in target.query:
                    wrong += [f"{target.name}: {what}" for what in await faults(app, client, statements, target, besieged)]
            assert wrong == [], "\n".join(wrong)

    run(check())


async def faults(
    app: Starlette, client: httpx.AsyncClient, statements: Statements, target: Target, besieged: Besieged
) -> list[str]:
    """What is wrong with the answer to one question."""
    ledger: Ledger = app.state.lanes.ledger
    account = ledger.account(VISITOR)
    before = ledger.used(account)
    statements.seen.clear()
    answer = await ask(client, target, besieged)
    found = []
    if answer.status_code >= 500:
        found.append(f"status {answer.status_code}")
    if ledger.used(account) <= before:
        found.append("it cost nothing")
    # Whether anything can be stored, /ready finds out by storing, once a second at most, whoever asks.
    if (
        target.method == "GET"
        and target.name != "GET /ready"
        and any(thread.startswith("officina-storage") for thread, _ in statements.seen)
    ):
        found.append("it is read in the thread that writes")
    if any("FROM entries" in text and "LIMIT" not in text for _, text in statements.seen):
        found.append("it reads a whole log at once")
    if len(answer.content) > LONGEST and "record" not in target.path:
        found.append(f"{len(answer.content)} bytes")
    if answer.text.count('<li id="log-') > 2 * MOST_LOG_LINES:
        found.append("it renders a whole log")
    if target.path.endswith("/events") and len(answer.json()["entries"]) > MOST_AT_ONCE:
        found.append("it tells a whole log")
    return found


def test_whoever_claims_hundreds_of_seats_is_looked_up_for_as_many_as_a_browser_holds(tmp_path: Path) -> None:
    """A cookie may be long, and each token in it is compared with all seats of the table, on the event loop."""

    async def check() -> None:
        async with besieged_app(tmp_path) as (app, tables, besieged), visitor(app) as client:
            looked_up: list[str] = []
            identify = tables.identify

            async def counted(table_id: str, token: str) -> int:
                looked_up.append(token)
                return await identify(table_id, token)

            tables.identify = counted
            claimed = ".".join(f"{number:032}" for number in range(450))
            most = dict[str, int]()
            for target in targets():
                table = besieged.mine.table_id if target.own else besieged.record
                client.headers["Cookie"] = f"seat-{table}={claimed}; language=en"
                looked_up.clear()
                await ask(client, target, besieged)
                most[target.name] = len(looked_up)
            assert {name: count for name, count in most.items() if count > 4 * MOST_SEATS} == {}
            assert most["GET /t/{table}/log"] > 1, "they are looked up at all"

    run(check())


ANSWERS = {"here": "time", "tip": "tip", "preview": "preview", "undo": "answer", "choose": "answer"}
"""What a page sends, and what it gets."""


def test_what_a_page_sends_is_paid_for_as_requests_are(tmp_path: Path) -> None:
    """A limit by seat is none for somebody who holds all seats of many tables: each message is answered in the lane."""

    async def check() -> None:
        async with besieged_app(tmp_path) as (app, tables, besieged):
            table, token = besieged.mine.table_id, besieged.mine.token
            ledger: Ledger = app.state.lanes.ledger
            account = ledger.account("127.0.0.1")
            page = AsgiPage(app, table, token)
            page.send(do="hello")
            base = (await told(page, "state"))["base"]
            asked = (await tables.live(table)).question(0)
            assert asked is not None
            say = asked.options[0].notation
            for do, answer in ANSWERS.items():
                before = ledger.used(account)
                page.send(do=do, id=do, base=base, say=say, sure=True)
                await told(page, answer)
                assert ledger.used(account) > before, f"{do} cost nothing"
            await quiet(page)
            before = ledger.used(account)
            await tables.do(table, token, Say("hello", "hello"))
            await told(page, "state")
            assert ledger.used(account) > before, "what is drawn for a page cost nothing"
            lane: Lane = app.state.lanes.of("127.0.0.1")
            await quiet(page)
            moving, lane.move_on = lane.move_on, lambda: None  # type: ignore[method-assign]
            lane.spend(QUANTUM)
            page.send(do="here")
            await asyncio.sleep(0.05)
            assert page.outbox.empty(), "it stands in line"
            lane.now, lane.move_on = 0.0, moving  # type: ignore[method-assign]
            lane.move_on()
            assert (await told(page, "time"))["now"]
            await page.close()

    async def quiet(page: AsgiPage) -> None:
        """Until nothing more comes."""
        with suppress(TimeoutError):
            while True:
                await asyncio.wait_for(page.outbox.get(), 0.2)

    async def told(page: AsgiPage, what: str) -> dict[str, Any]:
        """The next message of that kind."""
        while True:
            message = json.loads((await asyncio.wait_for(page.outbox.get(), LONG)).get("text", "{}"))
            if message.get("is") == what:
                return dict(message)

    run(check())


def test_new_routes_are_besieged_by_themselves() -> None:
    names = [target.name for target in targets()]
    assert len(names) == len(set(names))
    for one in ("GET /", "GET /t/{table}/log", "GET /api/v1/tables/{table}/events", "POST /api/v1/tables/{table}/choices"):
        assert one in names


def test_the_whole_log_in_pages(tmp_path: Path) -> None:
    """The pages together are the whole log, in its order, for everybody; no line twice."""

    async def check() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 3, options={"robots_per_player": 2})
            live = await friends.play(seeded("pages"), 40)
            assert any(audience >= 0 for audience in live.audiences), "hidden choices, too"
            for seat in (None, 0, 1, 2):
                moves = len(live.playing().moves)
                whole, end = scene.log_page(live, seat, moves, 10**6)
                assert end == 0
                lines, older = scene.log_page(live, seat, moves, 7)
                while older:
                    page, older = scene.log_page(live, seat, live.choices_at(older) - 1, 7)
                    lines += page
                assert lines == whole

    run(check())


def test_the_log_of_the_api_in_pages(tmp_path: Path) -> None:
    """Asked from any version on, each viewer gets what it may know, numbered without gaps, a page at a time."""

    async def check() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 3)
            live = await friends.play(seeded("log"), 90)
            stored = await tables.storage.load(friends.id)
            assert stored is not None
            for seat in (None, 0, 1, 2):
                everything = known(stored.entries, seat, live.version_for(seat))
                for since in range(live.version_for(seat) + 1):
                    found = await entries_since(tables.storage, live, seat, since)
                    assert found == everything[since:][:MOST_AT_ONCE]
            rows = await tables.storage.log_page(friends.id, 1, 3, live.version, 4)
            assert len(rows) == 4
            assert all(isinstance(row, EntryRow) for row in rows)

    run(check())


# --- lanes


def test_what_is_used_is_known_to_all_workers(tmp_path: Path) -> None:
    clock = Clock()
    one, other = Ledger(str(tmp_path), clock=clock), Ledger(str(tmp_path), clock=clock)
    account = one.account("a")
    one.spend(account, 0.75)
    other.spend(other.account("a"), 0.5)
    assert one.used(account) == other.used(other.account("a")) == pytest.approx(1.25)
    assert one.used(one.account("b")) == 0
    assert not one.others(account)
    other.spend(other.account("b"), 0.1)
    assert one.others(account), "somebody is at another worker"
    clock.now += 5
    assert one.used(account) == pytest.approx(1.25 - 5 * SHARE)
    assert not one.others(account)


def test_a_clock_that_jumps_forgives(tmp_path: Path) -> None:
    """A sum of the future means nothing, and nobody waits for it."""
    clock = Clock()
    ledger = Ledger(str(tmp_path), clock=clock)
    ledger.spend(ledger.account("a"), 5.0)
    ledger.spend(ledger.account("b"), 5.0)
    clock.now -= 500
    assert ledger.used(ledger.account("a")) == 0
    assert not ledger.others(ledger.account("a"))
    clock.now += 10**9
    assert ledger.used(ledger.account("a")) == 0


def test_the_ledger_does_not_grow() -> None:
    ledger = Ledger(clock=Clock())
    size = len(ledger.memory)
    for number in range(5_000):
        ledger.spend(ledger.account(f"address {number}"), 0.01)
    assert len(ledger.memory) == size
    assert ledger.used(ledger.account("somebody else")) < 1.0


def test_alone_one_gets_everything() -> None:
    async def check() -> None:
        clock = Clock()
        lanes = Lanes(clock=clock)
        lane = lanes.of("a")
        lane.now = 0.1
        lanes.ledger.spend(lane.account, 10 * BURST)
        assert lane.pause() == 0
        lanes.ledger.spend(lanes.ledger.account("b"), 0.001)
        assert lane.pause() == pytest.approx(0.1 * (1 / SHARE - 1)), "others are there"
        clock.now += 100
        lanes.ledger.spend(lane.account, BURST / 2)
        lanes.ledger.spend(lanes.ledger.account("b"), 0.001)
        assert lane.pause() == 0, "not yet more than its share"
        generous = Lanes(factor=1000, clock=clock).of("a")
        generous.now = 1.0
        assert generous.pause() == 0

    run(check())


def steps(lane: Lane, name: str, count: int, told: list[str]) -> Paced[str]:
    """Work of so many steps, each of which takes a quantum."""
    clock = Clock()

    async def work() -> str:
        for _ in range(count):
            clock.now += QUANTUM
            told.append(name)
            await asyncio.sleep(0)
        return name

    return Paced(work(), lane, clock=clock)


def test_forty_of_one_address_are_one_for_the_others() -> None:
    """Between two steps of a player, however many requests an address has open, it gets a few steps, not forty."""

    async def check() -> None:
        lanes = Lanes(clock=Clock())
        told: list[str] = []

        async def one(address: str, count: int) -> str:
            return await steps(lanes.of(address), address, count, told)

        crowd = [asyncio.create_task(one("visitor", 25)) for _ in range(40)]
        player = asyncio.create_task(one("player", 100))
        assert await player == "player"
        places = [number for number, name in enumerate(told) if name == "player"]
        gaps = [after - before - 1 for before, after in itertools.pairwise(places[1:])]
        assert max(gaps) <= 2, gaps
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    run(check())


def test_work_in_a_lane_ends_as_it_would_elsewhere() -> None:
    """Answers and errors come through; what is cancelled in the line is told, and the line goes on."""

    async def check() -> None:
        lanes = Lanes(clock=Clock())
        lane, told = lanes.of("a"), list[str]()

        async def fails() -> None:
            await asyncio.sleep(0)
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await Paced(fails(), lane)

        async def cleans_up() -> None:
            try:
                await asyncio.sleep(0)
                await asyncio.sleep(LONG)
            finally:
                told.append("cleaned")

        async def paced_cleaning() -> None:
            await Paced(cleans_up(), lane)

        waiting = asyncio.create_task(paced_cleaning())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert told == ["cleaned"]
        lane.closed = True
        late = asyncio.create_task(paced_cleaning())
        await asyncio.sleep(0)
        late.cancel()
        with pytest.raises(asyncio.CancelledError):
            await late
        lane.move_on()
        assert not lane.closed
        assert await steps(lane, "x", 5, told) == "x"

    run(check())


def test_work_aside_is_done_one_piece_at_a_time_for_each() -> None:
    """And what a thread worked is paid for, too."""

    async def check() -> None:
        lanes = Lanes(clock=Clock())
        at_once, most = 0, 0

        def work() -> None:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            sum(range(20_000))
            at_once -= 1

        async def one() -> None:
            present.set(lanes.of("a"))
            await aside(work)

        lane = lanes.of("a")
        await asyncio.gather(*(one() for _ in range(20)))
        assert most == 1
        assert lanes.ledger.used(lane.account) > 0

    run(check())


def test_a_page_of_the_log_leads_to_the_next(tmp_path: Path) -> None:
    """By its links one comes to the first line of a long game."""

    async def check() -> None:
        async with besieged_app(tmp_path) as (app, _, besieged), visitor(app) as client:
            path, pages, seen = f"/t/{besieged.record}/log", 0, list[int]()
            while path:
                page = (await client.get(path)).text
                seen += [int(step) for step in re.findall(r'<li id="log-(\d+)-', page)]
                following = re.search(r'href="([^"]*)" rel="next"', page)
                path = following.group(1).replace("&amp;", "&") if following else ""
                pages += 1
            assert pages > 5
            assert seen == sorted(seen, reverse=True)
            assert seen[-1] in (0, 1)

    run(check())
