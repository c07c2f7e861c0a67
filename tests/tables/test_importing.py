"""Records from outside are replayed in a process of their own: late, greedy or mad ones are refused, and the next is read."""

from __future__ import annotations

import os
import re
import resource
import sys
from pathlib import Path

import pytest

from officina import GAMES, Game, Record
from officina.core import own_box
from officina.core.components import read_toml
from officina.core.errors import RecordError
from officina.core.own_box import BoxError, OwnBox
from officina.tables import TableError
from officina.tables.processes.imports import MOST_MEMORY, MOST_WAITING, Importer
from officina.tables.table.record_import import read_import
from tests.seeds import seed_of, seeded
from tests.tables.common import FUORI, open_tables, run

RECORDS = Path(__file__).parent.parent / "records"
MB = 1024 * 1024


def played(game: Game, choices: int) -> bytes:
    record = Record.start(game, game.players[0], seed_of("imported"))
    rng = seeded(1)
    while record.position.to_act and len(record.moves) < choices:
        seat = rng.pick(list(record.position.to_act))
        record.apply(seat, rng.pick(record.position.options(seat)))
    return record.dump().encode()


def test_the_process_reads_what_we_would_read(game: Game) -> None:
    async def main() -> None:
        importer = Importer()
        try:
            record = played(game, 60)
            there, here = await importer.read(record), read_import(record)
            assert there.table.id == here.table.id
            assert there.table.header == here.table.header
            assert [(row.n, row.seat, row.text, row.events, row.audience) for row in there.entries] == [
                (row.n, row.seat, row.text, row.events, row.audience) for row in here.entries
            ]
            assert there.seats == here.seats
            assert there.snapshot == here.snapshot
            with pytest.raises(RecordError, match="not an Officina record"):
                await importer.read(b"nonsense")
            with pytest.raises(RecordError, match="cut off"):
                await importer.read(record[: len(record) // 2].rpartition(b"\n")[0] + b"\n")
            assert len(importer.all) == 1, "a refusal costs no process"
        finally:
            await importer.close()

    run(main())


def test_a_late_one_is_ended_and_the_next_is_read() -> None:
    async def main() -> None:
        importer = Importer(seconds=0.05)
        long = (RECORDS / "automobiles" / "all-options-5-players.officina").read_bytes()
        short = played(GAMES["fuori_di_rotella"], 2)
        try:
            importer.idle.append(await importer.start())
            pids = [process.pid for process in importer.all]
            with pytest.raises(RecordError, match="takes longer than"):
                await importer.read(long)
            for pid in pids:
                with pytest.raises(ProcessLookupError):
                    os.kill(pid, 0)
            importer.seconds = 10.0
            assert (await importer.read(short)).table.imported
        finally:
            await importer.close()

    run(main())


def test_a_box_that_takes_long_costs_its_process_alone() -> None:
    async def main() -> None:
        importer, game = Importer(), GAMES["automobiles"]
        track = read_toml(game.folder / "tracks" / "monza.toml")
        eight = {f"my_{number}": {**track, "id": f"my_{number}"} for number in range(own_box.MOST_TRACKS)}
        file = own_box.dump_file(game, OwnBox("Mine", tracks=eight)).encode()
        try:
            importer.idle.append(await importer.start())
            (late,) = importer.all
            importer.seconds = 0.001
            with pytest.raises(BoxError, match="takes too long"):
                await importer.read_box(file)
            with pytest.raises(ProcessLookupError):
                os.kill(late.pid, 0)
            importer.seconds = 60.0
            assert (await importer.read_box(file)).game == game.name
        finally:
            await importer.close()

    run(main())


def test_a_process_that_died_idle_is_replaced() -> None:
    async def main() -> None:
        importer = Importer()
        try:
            importer.idle.append(await importer.start())
            for process in importer.all:
                process.kill()
                await process.wait()
            assert (await importer.read(played(GAMES["fuori_di_rotella"], 2))).table.imported
        finally:
            await importer.close()

    run(main())


def test_a_greedy_one_is_refused_and_the_next_is_read(tmp_path: Path) -> None:
    """The process may have a few megabytes more than its program takes: enough for a game, not for a line of twelve.

    That is so on Linux; other systems do not bound a process's memory, and the record is refused for its nonsense there.
    """
    bounded = sys.platform == "linux"

    async def main() -> None:
        short = played(FUORI, 2)
        greedy = short.replace(b"\n", b'\n[0, "' + b"x" * (12 * MB) + b'"]\n', 1)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            process = await tables.importer.start()
            tables.importer.idle.append(process)
            if bounded:
                assert resource.prlimit(process.pid, resource.RLIMIT_AS) == (MOST_MEMORY, MOST_MEMORY)
                pages = int(Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[0])
                little = pages * resource.getpagesize() + 8 * MB
            with pytest.raises(RecordError) as usual:
                await tables.import_record(greedy)
            assert "memory" not in str(usual.value), "with the usual memory something else is found to be wrong"
            await tables.importer.close()

            tables.importer.memory = little if bounded else MOST_MEMORY
            why = "needs more memory than a game can need" if bounded else str(usual.value)
            with pytest.raises(RecordError, match=re.escape(why)):
                await tables.import_record(greedy)
            assert await tables.import_record(short), "the next one is read"

    run(main())


def test_a_queue_has_an_end() -> None:
    async def main() -> None:
        importer = Importer()
        importer.waiting = MOST_WAITING
        with pytest.raises(TableError) as busy:
            await importer.read(b"x")
        assert busy.value.code == "import_busy"

    run(main())
