"""SIGKILL at random moments (all of them: ``python -m tests.tables.kill --times 200``, and with ``--workers 2``)."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from officina import GAMES
from tests.postgres import PostgresServer
from tests.seeds import number_of
from tests.small_disk import KINDS, small_disk
from tests.tables.common import Friends, open_tables
from tests.tables.kill import Child, kill_many
from tests.tables.kill_server import kill_server

TIMES = 15
TIMES_WORKERS = 4
TIMES_DISK = 2


def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    driver = kill_many(tmp_path / "killed.sqlite", TIMES, seed=number_of(6))
    assert len(driver.acknowledged) > TIMES
    assert driver.unanswered >= driver.repeated > 0


def test_nothing_is_lost_when_workers_or_the_whole_server_are_killed(tmp_path: Path) -> None:
    driver = asyncio.run(kill_server(tmp_path, TIMES_WORKERS, workers=2, seed=number_of(4)))
    assert set(driver.kills) == {"worker", "server"}
    assert driver.acknowledged >= 2 * TIMES_WORKERS


def test_nothing_is_lost_when_workers_or_the_database_are_killed(tmp_path: Path, postgres_server: PostgresServer) -> None:
    driver = asyncio.run(kill_server(tmp_path, TIMES_WORKERS, workers=2, seed=number_of(6), postgres=postgres_server))
    assert set(driver.kills) == {"worker", "database"}
    assert driver.acknowledged >= 2 * TIMES_WORKERS


@pytest.mark.parametrize("kind", KINDS[-1:])
def test_nothing_is_lost_when_the_disk_fills_up_and_is_freed(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    with small_disk(kind, folder) as disk:
        driver = asyncio.run(kill_server(tmp_path, TIMES_DISK, workers=2, seed=number_of(9), disk=disk))
    assert driver.acknowledged >= TIMES_DISK
    assert driver.unsaved > 0


def alive(pid: int) -> bool:
    """Whether the process still runs (one that only waits to be buried does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_workers_go_when_their_server_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"

    async def meet() -> str:
        async with open_tables(path, bot_delay=60.0) as tables:
            game = next(iter(GAMES.values()))
            return (await Friends.meet(tables, game, 0, game.players[0], "heuristic")).id

    table = asyncio.run(meet())
    child = Child(path)
    workers: list[int] = []
    try:
        for _ in range(500):
            workers = child.ask(op="workers", table=table)
            if workers:
                break
            time.sleep(0.01)
    finally:
        child.bury()
    assert workers
    for _ in range(500):
        if not any(alive(pid) for pid in workers):
            return
        time.sleep(0.01)
    raise AssertionError("a worker outlives its server")
