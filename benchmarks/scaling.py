"""What grows with what: ``python -m benchmarks.server --scaling``. The figures of docs/scaling.md, but for the knee's.

Memory of a server with so many dealt tables at which four people sit (nobody looks), what opening one and what an idle one
costs; what a notice of another process's choice costs a process that has not the table, with so many processes.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from benchmarks.knee import HERE, OPENED_TOGETHER, Served
from benchmarks.load import memory
from benchmarks.players import open_table
from officina.tables.processes.cluster import Cluster
from officina.tables.storage.postgres import CHANNEL, PostgresStorage
from tests.postgres import PostgresServer

STEPS = 4
IDLE_SECONDS = 20.0
NOTICES = 4000
PROCESSES = (2, 20, 200)


async def fill(served: Served, tables: int) -> None:
    """Open tables, and leave them."""
    for _ in range(0, tables, OPENED_TOGETHER):
        for players in await asyncio.gather(*(open_table(served.port) for _ in range(OPENED_TOGETHER))):
            for player in players:
                player.person.leave()


def show_memory(folder: Path, tables: int) -> None:
    """Megabytes and seconds of the processor while tables are opened, and while nothing happens at them."""
    served = Served(HERE, folder / "idle", 1, "")
    try:
        print(f"a server of one worker at rest: {memory(served.process.pid):.0f} MB")
        for step in range(1, STEPS + 1):
            before = served.cpu()
            asyncio.run(fill(served, tables // STEPS))
            used = (served.cpu() - before) / (tables // STEPS)
            now = memory(served.process.pid)
            print(f"{tables * step // STEPS:6} tables: {now:6.0f} MB; {used * 1000:.1f} ms CPU to open and deal one")
        before = served.cpu()
        time.sleep(IDLE_SECONDS)
        print(f"{tables:6} tables, nobody there: {(served.cpu() - before) / IDLE_SECONDS:.1%} of a core")
        size = sum(path.stat().st_size for path in (folder / "idle").glob("tables.sqlite*"))
        print(f"{tables:6} tables, just dealt: {size / tables / 1024:.1f} kB of disk each")
    finally:
        served.stop()


async def notices(address: str, processes: int) -> float:
    """Seconds of the processor that a process spends on one notice of a table that it has not in memory."""
    storage = PostgresStorage(address)

    async def nothing() -> None: ...

    cluster = Cluster(storage, "host:8484/0", nothing)
    cluster.names = tuple(f"host:8484/{number}" for number in range(processes))
    hints = storage.changes()
    await anext(hints)

    async def listen() -> None:
        for _ in range(NOTICES):
            table_id = await anext(hints)
            assert table_id is not None
            cluster.owns(table_id)

    listening = asyncio.create_task(listen())
    command = [
        "psql",
        address,
        "-qAtc",
        f"SELECT pg_notify('{CHANNEL}', 'other tab' || n) FROM generate_series(1, {NOTICES}) AS n",
    ]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    before = time.process_time()
    await listening
    used = time.process_time() - before
    await process.wait()
    await hints.aclose()
    await storage.close()
    return used / NOTICES


def run_scaling(folder: Path, tables: int) -> None:
    """Print everything."""
    print(f"{os.cpu_count()} cores for all; load {os.getloadavg()[0]:.1f}")
    show_memory(folder, tables)
    postgres = PostgresServer()
    try:
        address = postgres.new_database()
        for processes in PROCESSES:
            used = asyncio.run(notices(address, processes))
            print(f"a notice of a foreign table, {processes} processes: {used * 1e6:.0f} us CPU")
    finally:
        postgres.stop()
