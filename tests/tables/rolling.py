"""A rolling upgrade under load: ``python -m tests.tables.rolling --seconds 30``.

Two hosts of an earlier version (``--version``: a commit; by default 0.2.0) stand behind one address on one PostgreSQL, and
people play. One host is stopped and comes again with this version, which migrates the database; for a while both versions
serve the same tables, old and new ones; then the other host follows. No choice may fail: what was cut off is sent again, at
whichever host, and is taken. At the end the database is looked into as after a kill.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import tarfile
import tempfile
import time
from io import BytesIO
from pathlib import Path

from tests.postgres import PostgresServer
from tests.tables.kill_server import ROOT, TABLES, Driver

RELEASE = "c9930a3"
"""The last commit of 0.2.0."""


def checkout(version: str, folder: Path) -> Path:
    """The sources of that version, in a folder of their own."""
    packed = subprocess.run(["git", "archive", version, "src", "pyproject.toml"], cwd=ROOT, check=True, capture_output=True)
    tree = folder / "earlier"
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(tree, filter="data")
    return tree


class Upgrade(Driver):
    """Everybody at the tables, and whoever brings the new version."""

    async def for_a_while(self, seconds: float, inspect: bool = True) -> None:
        """Play at all tables; when a game is over, the next begins. ``inspect``: at the end the database is looked into."""
        end = time.monotonic() + seconds
        self.gate.set()
        while time.monotonic() < end:
            while sum(not self.is_over(table) for table in self.players) < TABLES:
                await self.meet()
            await self.until_done(self.acknowledged + 1)
            await asyncio.sleep(0.1)
        self.gate.clear()
        await self.until(lambda: all(player.resting for player in self.everybody()), "the last answer")
        if inspect:
            await self.inspect()

    async def until_done(self, number: int) -> None:
        """Until so many choices have been taken, or there is nothing to choose."""
        await self.until(lambda: self.acknowledged >= number or all(map(self.is_over, self.players)), "a choice")

    async def bring(self, number: int, tree: Path) -> None:
        """Stop a host as its owner would, during play, and start it with that version on the same port."""
        host = self.hosts[number]
        self.gate.set()
        await asyncio.to_thread(host.stop)
        await asyncio.sleep(random.Random(number).uniform(0.5, 1.5))  # the others carry on alone
        host.tree = tree
        await asyncio.to_thread(host.start)


def told(driver: Upgrade, what: str) -> None:
    """One line."""
    print(
        f"{what}: {driver.acknowledged} choices taken, {driver.unanswered} cut off and sent again, {driver.stale} answered as "
        f"stale, {driver.unsaved} not stored at first, {driver.made} tables, {driver.finished} games finished",
        flush=True,
    )


async def upgrade(folder: Path, version: str, seconds: float, seed: int, postgres: PostgresServer) -> Upgrade:
    """Old, both, new."""
    tree = checkout(version, folder)
    driver = Upgrade(folder, 2, seed, postgres, hosts=2, tree=tree)
    try:
        await driver.open()
        await driver.for_a_while(seconds, inspect=False)  # it has not its later form yet
        told(driver, f"both hosts {version}")
        await driver.bring(1, ROOT)
        await driver.for_a_while(2 * seconds)
        told(driver, "one of each")
        await driver.bring(0, ROOT)
        await driver.for_a_while(seconds)
        told(driver, "both hosts new")
    finally:
        await driver.close()
    return driver


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", default=RELEASE)
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="with the old version, and with the new one; both: twice that"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    postgres = PostgresServer(sync=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            print(f"seed {arguments.seed}, from {arguments.version}")
            driver = asyncio.run(upgrade(Path(folder), arguments.version, arguments.seconds, arguments.seed, postgres))
        assert not driver.unsaved
        print("no choice failed, nothing lost, nothing doubled")
    finally:
        postgres.stop()


if __name__ == "__main__":
    main()
