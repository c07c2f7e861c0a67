"""From an empty room to the deal, and from one game to the next: seats, links, hosts, rematches, imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import Game, OptionError, RecordError, UnknownGame
from officina.messages import Choose, Fill, Leave, Ready, Rematch, Rename, TakeSeat
from officina.tables import PlannedSeat, SqliteStorage, TableError, Tables, WrongLink
from officina.tables.storage.interface import LOBBY, OVER, PLAYING
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, fewest, open_tables, run

NAME = FUORI.name
PLANS = [PlannedSeat("person", "Anna"), PlannedSeat("person", "Bruno"), PlannedSeat("open"), PlannedSeat("bot", bot="random")]


def test_from_the_lobby_to_the_deal(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            created = await tables.create(NAME, 4, {"upgrades": "on"}, PLANS)
            assert list(created.tokens) == [0]
            anna = created.tokens[0]
            info = (await tables.live(created.table_id)).info
            assert (info.state, info.players, info.options["upgrades"]) == (LOBBY, 4, "on")
            assert [seat.kind for seat in info.seats] == ["person", "person", "open", "bot"]
            assert [seat.taken for seat in info.seats] == [True, False, False, True]
            assert [table.id for table in await tables.open_tables()] == [created.table_id]
            invitations = await tables.invitations(created.table_id, anna)
            assert list(invitations) == [1, 2]
            assert invitations == await tables.invitations(created.table_id, anna)
            bruno = (await tables.do(created.table_id, "", TakeSeat(1, "  Bruno\n\x07 di  Milano ", invitations[1]))).token
            carla = (await tables.do(created.table_id, "", TakeSeat(2, "Carla"))).token
            assert await tables.invitations(created.table_id, bruno) == {}
            assert [await tables.identify(created.table_id, token) for token in (anna, bruno, carla)] == [0, 1, 2]
            assert await tables.open_tables() == []
            await tables.do(created.table_id, carla, Rename("Carlotta"))
            for token in (anna, bruno, carla):
                assert (await tables.live(created.table_id)).info.state == LOBBY
                await tables.do(created.table_id, token, Ready(True))
            info = (await tables.live(created.table_id)).info
            assert [seat.name for seat in info.seats] == ["Anna", "Bruno di Milano", "Carlotta", ""]
            assert info.state == PLAYING
            assert info.seed is None
            assert len(info.commitment) == 64
            mine = await tables.mine({created.table_id: bruno, "nothing": bruno})
            assert [(table.id, table.seat) for table in mine] == [(created.table_id, 1)]

    run(main())


def test_what_cannot_be_in_the_lobby(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            with pytest.raises(UnknownGame):
                await tables.create("chess", 2, {}, [])
            with pytest.raises(OptionError):
                await tables.create(NAME, 99, {}, [])
            with pytest.raises(OptionError):
                await tables.create(NAME, 2, {"colour": "red"}, [PlannedSeat()] * 2)
            with pytest.raises(OptionError):
                await tables.create(NAME, 2, {}, [PlannedSeat("person"), PlannedSeat("bot", bot="genius")])
            with pytest.raises(TableError, match="3 seats are planned"):
                await tables.create(NAME, 2, {}, [PlannedSeat()] * 3)
            with pytest.raises(TableError, match="not “chair”"):
                await tables.create(NAME, 2, {}, [PlannedSeat("chair")] * 2)  # type: ignore[arg-type]
            created = await tables.create(NAME, 4, {}, PLANS)
            other = await tables.create(NAME, 4, {}, PLANS)
            anna = created.tokens[0]
            for token in (other.tokens[0], "", "x" * 10_000, (await tables.invitations(created.table_id, anna))[1]):
                with pytest.raises(WrongLink):
                    await tables.identify(created.table_id, token)
                with pytest.raises(WrongLink):
                    await tables.do(created.table_id, token, Ready(True))
            with pytest.raises(WrongLink):
                await tables.do(created.table_id, "", TakeSeat(1, "Thief"))
            with pytest.raises(WrongLink):
                await tables.do(
                    created.table_id, "", TakeSeat(1, "Thief", (await tables.invitations(created.table_id, anna))[2])
                )
            for seat, message in ((0, "taken"), (3, "taken"), (4, "no seat 5"), (-1, "no seat 0")):
                with pytest.raises(TableError, match=message):
                    await tables.do(created.table_id, "", TakeSeat(seat, "Thief"))
            for missing in ("nothing", "", "x" * 10_000):
                with pytest.raises(TableError, match="no such table"):
                    await tables.live(missing)
            with pytest.raises(TableError, match="not begun"):
                await tables.do(created.table_id, anna, Choose(0, "a", "program attack 1"))
            with pytest.raises(TableError, match="not over"):
                await tables.do(created.table_id, anna, Rematch())
            assert (await tables.live(created.table_id)).version == 0

    run(main())


def test_the_host_moves_bots_and_leaves(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            created = await tables.create(NAME, 4, {}, PLANS)
            table, anna = created.table_id, created.tokens[0]
            carla = (await tables.do(table, "", TakeSeat(2, "Carla"))).token
            with pytest.raises(TableError, match="Only the host"):
                await tables.do(table, carla, Fill(1))
            with pytest.raises(TableError, match="taken"):
                await tables.do(table, anna, Fill(2))
            await tables.do(table, anna, Fill(1, "heuristic"))
            await tables.do(table, anna, Fill(3, ""))
            info = (await tables.live(table)).info
            assert [(seat.kind, seat.bot) for seat in info.seats] == [
                ("person", ""),
                ("bot", "heuristic"),
                ("person", ""),
                ("open", ""),
            ]
            await tables.do(table, anna, Leave())
            info = (await tables.live(table)).info
            assert [seat.host for seat in info.seats] == [False, False, True, False]
            with pytest.raises(WrongLink):
                await tables.identify(table, anna)
            invitations = await tables.invitations(table, carla)
            dora = (await tables.do(table, "", TakeSeat(0, "Dora", invitations[0]))).token
            await tables.do(table, carla, Fill(3))
            await tables.do(table, dora, Ready(True))
            await tables.do(table, carla, Ready(True))
            assert (await tables.live(table)).info.state == PLAYING
            for change in (
                tables.do(table, dora, Ready(False)),
                tables.do(table, dora, Leave()),
                tables.do(table, carla, Fill(3)),
            ):
                with pytest.raises(TableError, match="has begun"):
                    await change
            await tables.do(table, dora, Rename("Dorotea"))
            assert (await tables.live(table)).info.seats[0].name == "Dorotea"

    run(main())


@pytest.mark.sqlite_only
def test_no_token_is_stored(tmp_path: Path) -> None:
    async def main() -> list[str]:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            created = await tables.create(NAME, 4, {}, PLANS)
            invitations = await tables.invitations(created.table_id, created.tokens[0])
            return [
                created.tokens[0],
                *invitations.values(),
                (await tables.do(created.table_id, "", TakeSeat(2, "Carla"))).token,
            ]

    secret = run(main())
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.name.startswith("t.sqlite"))
    assert len(stored) > 1000
    assert not [token for token in secret if token.encode() in stored]


def test_a_rematch_rotates_the_seats(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            people = min(2, fewest(game))
            friends = await Friends.meet(tables, game, people, max(1, fewest(game) - people))
            live = await friends.play(seeded(3))
            assert live.info.state == OVER
            players = live.info.players
            first = await tables.do(friends.id, friends.tokens[1], Rematch())
            assert list(first.tokens) == [2 % players]
            second = await tables.do(friends.id, friends.tokens[0], Rematch())
            assert second.table_id == first.table_id == (await friends.live()).info.rematch
            assert second == await tables.do(friends.id, friends.tokens[0], Rematch())
            assert list(second.tokens) == [1]
            info = (await tables.live(first.table_id)).info
            assert info.state == LOBBY
            assert info.game == game.name
            assert [info.seats[1].name, info.seats[2 % players].name] == ["Anna", "Friend 1"]
            assert info.seats[2 % players].host
            for created in (first, second):
                for token in created.tokens.values():
                    await tables.do(created.table_id, token, Ready(True))
            assert (await tables.live(first.table_id)).info.state in (PLAYING, OVER)

    run(main())


def test_records_are_imported_to_look_at(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, fewest(game))
            half = await friends.play(seeded(5), 15)
            assert half.record is not None
            unfinished = half.record.dump().encode()
            live = await friends.play(seeded(6))
            assert live.record is not None
            finished = live.record.dump().encode()
            for text, over in ((unfinished, False), (finished, True)):
                imported = await tables.import_record(text)
                assert imported == await tables.import_record(text)
                shown = await tables.live(imported)
                assert shown.record is not None
                assert shown.record.dump().encode() == text
                assert (shown.info.state == OVER) == over
                assert shown.info.imported
                assert shown.revealed
                assert shown.info.seed == live.info.seed
                assert shown.question(0) is None
                assert shown.steps == sum(not move.hidden for move in shown.record.moves)
                with pytest.raises(WrongLink):
                    await tables.do(imported, friends.tokens[0], Choose(1, "a", "x"))
            for bad in (b"", b"\xff\xfe", b"{}", finished[:-20], finished.replace(b'"entries"', b'"entires"')):
                with pytest.raises(RecordError):
                    await tables.import_record(bad)

    run(main())


@pytest.mark.sqlite_only
def test_files_that_are_no_storage(tmp_path: Path) -> None:
    async def open_and_close(path: Path) -> None:
        async with Tables(SqliteStorage(path)):
            pass

    text = tmp_path / "text.sqlite"
    text.write_text("this is no database, and long enough to be looked at as if it were one " * 20)
    with pytest.raises(TableError, match="cannot be used"):
        run(open_and_close(text))
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(TableError, match="cannot be used"):
        run(open_and_close(folder))
    with pytest.raises(TableError, match="cannot be used"):
        run(open_and_close(text / "inside" / "t.sqlite"))
    assert text.read_text().startswith("this is no database")
