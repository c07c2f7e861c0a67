"""A new server on the same file loses nothing: mid-game, after undos, in the lobby; and files of earlier versions play on."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from officina import Game
from officina.messages import Ready, TakeSeat
from officina.tables import Illegal, Ok, PlannedSeat, TableError
from officina.tables.storage.interface import OVER
from officina.tables.table.draft import SNAPSHOT_EVERY
from officina.tables.table.live import LiveTable
from officina.tables.table.moves import KEPT
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, fewest, open_tables, run

FIXTURES = Path(__file__).parent / "fixtures"


def everything(live: LiveTable) -> str:
    """All that a table is, as text."""
    record = live.record
    seats = list(range(live.info.players))
    parts: list[object] = [
        repr(live.row),
        repr(live.seats),
        [live.version_for(seat) for seat in seats],
        live.version_for(None),
        live.asked_at,
        live.audiences,
        repr(live.notes),
    ]
    if record is not None:
        parts += [record.dump(), record.position.to_json(), [repr(record.events(seat)) for seat in [None, *seats]]]
        parts += [repr([(move.seat, move.kind, move.option, move.barrier, move.hidden) for move in record.moves])]
    return json.dumps(parts)


def test_a_restart_in_the_middle_changes_nothing(tmp_path: Path, game: Game) -> None:
    async def sitting(friends: Friends | None, number: int, known: str) -> tuple[Friends, str]:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, fewest(game)) if friends is None else friends.at(tables)
            live = await friends.live()
            if known:
                assert everything(live) == known
            rng = seeded(number)
            for _ in range(rng.below(2 * SNAPSHOT_EVERY)):
                if live.row.state == OVER:
                    break
                seat = await friends.one_choice(rng)
                if rng.below(4) == 0 and live.why_no_undo(seat) is None:
                    assert isinstance(await friends.undo(seat), Ok)
            return friends, everything(live)

    friends, known = None, ""
    for number in range(12):
        friends, known = run(sitting(friends, number, known))


def test_undo_goes_back_over_a_restart_and_further_than_what_is_kept(tmp_path: Path) -> None:
    async def restarted(friends: Friends, choice: str) -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = friends.at(tables)
            live = await friends.live()
            before = live.playing().position.to_json()
            answer = await friends.undo(0)
            assert isinstance(answer, Ok)
            assert live.playing().position.drafts[0] == ()
            assert isinstance(await friends.choose(0, choice), Ok)
            assert live.playing().position.to_json() == before

    async def main() -> tuple[Friends, str]:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2, options={"robots_per_player": 2})
            rng = seeded(1)
            while len((await friends.live()).playing().position.to_act) < 2:
                await friends.one_choice(rng)
            live = await friends.live()
            question = live.question(0)
            assert question is not None
            choice = question.options[0].notation
            assert isinstance(await friends.choose(0, choice), Ok)
            assert live.playing().position.drafts[0]
            # The other seat changes its mind for a long time; the begun answer of the first one can still be taken back.
            count = 0
            while count < KEPT + 5:
                other = live.question(1)
                assert other is not None
                assert isinstance(await friends.choose(1, rng.pick(other.options).notation), Ok)
                count += 1
            while live.playing().position.drafts[1]:
                assert isinstance(await friends.undo(1), Ok)
            assert live.why_no_undo(0) is None
            assert isinstance(await friends.undo(0), Ok)
            assert isinstance(await friends.choose(0, choice), Ok)
            return friends, choice

    run(restarted(*run(main())))


def test_the_lobby_survives(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            created = await tables.create(FUORI.name, 3, {}, [PlannedSeat("person", "Anna"), PlannedSeat(), PlannedSeat("bot")])
            anna = created.tokens[0]
            bruno = (await tables.do(created.table_id, "", TakeSeat(1, "Bruno"))).token
            await tables.do(created.table_id, bruno, Ready(True))
            known = everything(await tables.live(created.table_id))
        async with open_tables(tmp_path / "t.sqlite") as tables:
            assert everything(await tables.live(created.table_id)) == known
            await tables.do(created.table_id, anna, Ready(True))
            assert (await tables.live(created.table_id)).record is not None

    run(main())


def test_a_repeated_choice_gets_its_answer_after_a_restart(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, fewest(game))
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            question = live.question(seat)
            assert question is not None
            base = live.version_for(seat)
            done = await friends.choose(seat, question.options[0].notation, base, "once")
            refused = await friends.choose(seat, "dance", None, "never")
            assert isinstance(done, Ok)
            assert isinstance(refused, Illegal)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = friends.at(tables)
            assert await friends.choose(seat, question.options[0].notation, base, "once") == done
            assert await friends.choose(seat, question.options[0].notation, base, "never") == refused
            assert (await friends.live()).version == live.version

    run(main())


def test_bots_play_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite", bot_delay=0.05) as tables:
            friends = await Friends.meet(tables, FUORI, 0, 3)
            await asyncio.sleep(0.2)
            assert (await friends.live()).row.state != OVER
            version = (await friends.live()).version
        async with open_tables(tmp_path / "t.sqlite") as tables:
            for _ in range(200):
                await asyncio.sleep(0.02)
                stored = await tables.storage.find([friends.id])
                if stored[0].table.version > version + 3:
                    return
            raise AssertionError("the bots did not go on")

    run(main())


def test_only_tables_at_which_a_bot_has_to_decide_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            monkeypatch.setattr(tables.cluster, "owns", lambda _table: False)  # nobody thinks for the bots
            bots = [await Friends.meet(tables, FUORI, 0, bots=3) for _ in range(2)]
            mixed = [await Friends.meet(tables, FUORI, 1, bots=3) for _ in range(4)]
            await Friends.meet(tables, FUORI, 2)
            wanted = [each.id for each in (*bots, *mixed) if (await each.live()).bot_to_move() is not None]
            assert wanted[:2] == [each.id for each in bots]
            assert sorted(await tables.storage.waiting_for_bots(10)) == sorted(wanted)
            assert await tables.storage.waiting_for_bots(1) == wanted[-1:]

    run(main())


def test_two_servers_on_one_file_never_fork_a_game(tmp_path: Path) -> None:
    """Not a way to run Officina, but an accident that must do no harm: the log has one entry a number."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as one, open_tables(tmp_path / "t.sqlite") as other:
            friends = await Friends.meet(one, FUORI, 2)
            twins = friends.at(other)
            assert everything(await friends.live()) == everything(await twins.live())
            rng = seeded(1)
            for _ in range(30):
                for side in (friends, twins):
                    live = await side.live()
                    if live.row.state == OVER:
                        continue
                    seat = live.playing().position.to_act[0]
                    question = live.question(seat)
                    assert question is not None
                    await side.choose(seat, rng.pick(question.options).notation)
            stored = await one.storage.load(friends.id)
            assert stored is not None
            assert [entry.n for entry in stored.entries] == list(range(1, stored.table.version + 1))
        async with open_tables(tmp_path / "t.sqlite") as tables:
            assert (await tables.live(friends.id)).version == stored.table.version

    run(main())


@pytest.mark.sqlite_only
def test_tables_that_this_program_cannot_play(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"

    async def make() -> str:
        async with open_tables(path) as tables:
            return (await Friends.meet(tables, FUORI, 2)).id

    async def look(table_id: str) -> None:
        async with open_tables(path) as tables:
            await tables.live(table_id)

    def change(*statements: str) -> None:
        connection = sqlite3.connect(path)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()

    table_id = run(make())
    change("UPDATE game_tables SET rules_version = 99")
    with pytest.raises(TableError, match="rules version 99"):
        run(look(table_id))
    change(
        "UPDATE game_tables SET rules_version = 1", "UPDATE snapshots SET position = replace(position, 'reserve', 'reverse')"
    )
    with pytest.raises(TableError, match="cannot be played on"):
        run(look(table_id))
    change("UPDATE alembic_version SET version_num = '9999'", "UPDATE works_with SET oldest = '9999'")
    with pytest.raises(TableError, match="newer version"):
        run(look(table_id))


@pytest.mark.sqlite_only
@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.sqlite")), ids=lambda path: path.stem)
def test_tables_of_every_version_load_and_finish(tmp_path: Path, path: Path) -> None:
    async def main() -> None:
        copy = tmp_path / path.name
        shutil.copy(path, copy)
        written = json.loads(path.with_suffix(".json").read_text())
        async with open_tables(copy) as tables:
            for table_id, saved in written.items():
                friends = Friends(tables, table_id, {int(seat): token for seat, token in saved["tokens"].items()})
                live = await friends.live()
                assert live.record is not None
                assert len(live.record.moves) >= saved["choices"]
                for number, view in saved["views"].items():
                    now = (await live.position_at(int(number))).view(0)
                    assert {name: now[name] for name in view} == view, "views may grow, what they told stays"
                live = await friends.play(seeded(1))
                assert live.info.state == OVER

    run(main())


@pytest.mark.sqlite_only
def test_there_is_a_fixture(game: Game) -> None:
    assert list(FIXTURES.glob(f"*-{game.name}.sqlite")), "write one with python -m tests.tables.write_fixture"
