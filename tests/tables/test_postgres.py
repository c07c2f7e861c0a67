"""PostgreSQL alone: what is said when it cannot be used, and what happens while it is away."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path

import httpx
import pytest

from officina import render
from officina.cli.app import run as command
from officina.core.text import LANGUAGES
from officina.messages import Rename, Say
from officina.tables import Ok, TableError, Tables
from officina.tables.errors import NotSaved, NotSure, WrongLink
from officina.tables.notices.notices import Notifier
from officina.tables.storage import postgres
from officina.tables.storage.interface import OVER, Change
from officina.tables.storage.postgres import PostgresStorage
from officina.tables.storage.seat_data import VisitRow
from officina.web import make_app
from tests.postgres import PostgresServer
from tests.seeds import chance_of, seeded
from tests.tables.common import FUORI, Friends, run
from tests.tables.test_restart import everything
from tests.tables.test_several import until


def test_databases_that_cannot_be_used(postgres_server: PostgresServer, capsys: pytest.CaptureFixture[str]) -> None:
    """One clear sentence each, and no password in it."""
    cases = {
        "nonsense": "given as postgresql://",
        "mysql://anna:secret@127.0.0.1/officina": "given as postgresql://",
        "postgresql://anna:secret@127.0.0.1": "given as postgresql://",
        "postgresql://anna:secret@127.0.0.1:1/officina": "cannot be used: ",
        "postgresql://anna:secret@/officina?host=/nowhere": "cannot be used: ",
        postgres_server.address("nowhere"): "does not exist",
        postgres_server.address().replace("postgres@", "anna:secret@"): "does not exist",
    }
    for address, expected in cases.items():
        for words in (["serve", "--port", "0"], ["backup", "x.gz"], ["doctor"]):
            assert command([*words, "--database", address]) == 2
            told = capsys.readouterr().err
            assert expected in told, (words, address)
            assert len(told.splitlines()) == 1
            assert "secret" not in told


def test_without_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "find_spec", lambda name: None if name == "psycopg" else importlib.util.find_spec(name))
    with pytest.raises(TableError) as refused:
        PostgresStorage("postgresql://anna@127.0.0.1/officina")
    assert all("officina[postgres]" in render(refused.value.message, language) for language in LANGUAGES)


def test_text_that_postgres_cannot_store_is_refused_as_such(postgres_server: PostgresServer) -> None:
    """A zero in a text is an error of PostgreSQL's; nothing of that kind gets as far as there."""

    async def main() -> None:
        async with Tables(PostgresStorage(postgres_server.new_database()), bot_delay=0, chance=chance_of("tables")) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            for name in ("a\0b", "\ud800", "x" * 41, ""):
                with pytest.raises(TableError, match="no such table"):
                    await tables.live(name)
                assert await tables.mine({name: "x" * 30}) == []
            with pytest.raises(TableError, match="needs an id"):
                await friends.choose(0, "x", None, "a\0b")
            with pytest.raises(TableError, match="needs an id"):
                await tables.do(friends.id, friends.tokens[0], Say("a\0b", "hello"))
            with pytest.raises(WrongLink):
                await Notifier(tables.registry).confirm("a\0b", 0, "x")
            assert not isinstance(await friends.choose(0, "a\0b"), Ok)
            await tables.do(friends.id, friends.tokens[0], Rename("a\0b"))
            assert (await friends.live()).seats[0].name == "a b"

    run(main())


def test_while_the_database_is_away_nothing_is_acknowledged_and_nothing_lost(postgres_server: PostgresServer) -> None:
    async def main() -> None:
        address = postgres_server.new_database()
        async with (
            Tables(PostgresStorage(address), bot_delay=0, chance=chance_of("tables"), process="a") as one,
            Tables(PostgresStorage(address), bot_delay=0, chance=chance_of("tables"), process="b") as other,
        ):
            friends = await Friends.meet(one, FUORI, 2)  # no bot: nothing moves by itself
            await other.live(friends.id)
            rng = seeded(1)
            for number in range(3):
                await friends.play(rng, 5)
                before = everything(await friends.live())
                await asyncio.to_thread(postgres_server.kill)
                live = await friends.live()
                waiting = [seat for seat in live.playing().position.to_act if seat in friends.tokens]
                if live.row.state == OVER or not waiting:
                    await asyncio.to_thread(postgres_server.start)
                    break
                question = live.question(waiting[0])
                assert question is not None
                notation, base = question.options[0].notation, live.version_for(waiting[0])
                for _ in range(3):
                    with pytest.raises(NotSaved, match="try again"):
                        await friends.choose(waiting[0], notation, base, f"once {number}")
                assert everything(await friends.live()) == before, "what was shown before is still shown"
                cookies = {f"seat-{friends.id}": friends.tokens[waiting[0]]}
                transport = httpx.ASGITransport(app=make_app(one))
                async with httpx.AsyncClient(transport=transport, base_url="http://officina", cookies=cookies) as browser:
                    page = await browser.get(f"/t/{friends.id}")
                assert (page.status_code, "note-form" in page.text) == (200, False), "the page, but no empty note to be saved"
                await asyncio.to_thread(postgres_server.start)
                answer = await friends.choose(waiting[0], notation, base, f"once {number}")
                assert answer == Ok(base + 1)
                assert await friends.choose(waiting[0], notation, base, f"once {number}") == answer

                async def same() -> bool:
                    return other.tables[friends.id].version == (await friends.live()).version

                await until(same, "what the other process missed")
            assert (await friends.play(rng)).row.state == OVER

    run(main())


def test_an_answer_that_got_lost_on_the_way_is_found_again(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database has stored it, and the connection breaks before that is known: asking again tells, and nothing is twice."""

    async def main() -> None:
        async with Tables(PostgresStorage(postgres_server.new_database()), bot_delay=0, chance=chance_of("tables")) as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            question = live.question(seat)
            assert question is not None
            notation, base, version = question.options[0].notation, live.version_for(seat), live.version
            commit = tables.storage.commit

            async def lost(change: Change) -> None:
                await commit(change)
                raise NotSure

            with monkeypatch.context() as patch:
                patch.setattr(tables.storage, "commit", lost)
                with pytest.raises(NotSure, match="not done twice"):
                    await friends.choose(seat, notation, base, "once")
            assert live.version == version, "what is not known to be stored is not shown"

            async def looked() -> bool:
                return live.version == version + 1

            await until(looked, "a look at what was really stored")
            assert await friends.choose(seat, notation, base, "once") == Ok(base + 1)
            assert (await friends.live()).version == version + 1
            stored = await tables.storage.load(friends.id)
            assert stored is not None
            assert len(stored.entries) == version + 1

    run(main())


def test_a_server_on_postgres_answers(tmp_path: Path, postgres_server: PostgresServer) -> None:
    """The command itself, with the address in the environment, where no list of processes shows it."""
    import httpx

    from tests.tables.kill_server import Served

    served = Served(tmp_path, 1, postgres_server.new_database())
    try:
        answer = httpx.get(f"http://127.0.0.1:{served.port}/")
        assert answer.status_code == 200
    finally:
        served.stop()
    assert not list(tmp_path.glob("*.sqlite")), "nothing is kept in the data folder"


def test_two_processes_write_the_same_seats_in_any_order(postgres_server: PostgresServer) -> None:
    """Every process writes down who looks at the tables that it has in memory: none waits for one that waits for it."""

    async def main() -> None:
        address = postgres_server.new_database()
        async with (
            Tables(PostgresStorage(address), bot_delay=0, chance=chance_of("tables"), process="a") as one,
            Tables(PostgresStorage(address), bot_delay=0, chance=chance_of("tables"), process="b") as other,
        ):
            tables = [(await Friends.meet(one, FUORI, 1, bots=1)).id for _ in range(15)]
            for round_ in range(4):
                rows = [VisitRow(table, 0, 100.0 + round_, round_) for table in tables]
                await asyncio.gather(one.storage.keep_visits(rows), other.storage.keep_visits(rows[::-1]))
            for table in tables:
                assert (await one.storage.visits(table))[0].step == 3

    run(main())
