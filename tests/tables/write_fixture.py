"""Writes databases with a table in the middle of play, one a registered game: ``python -m tests.tables.write_fixture``.

A file is named by the version that wrote it and is kept for ever: later versions must load and finish it. So files that are
there are left alone, and a new game or a new version adds new ones.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

from officina import GAMES, Game, Rng, __version__
from officina.tables.storage.interface import OVER
from tests.tables.common import Friends, open_tables

FIXTURES = Path(__file__).parent / "fixtures"
CHOICES = 35
"""Beyond a snapshot, and not just at one."""


async def half_played(friends: Friends) -> dict[str, Any]:
    """Play with some undos; the tokens, and what the first seat saw on the way."""
    rng = Rng(friends.id)
    live = await friends.live()
    views: dict[int, Any] = {}
    for _ in range(CHOICES):
        seat = await friends.one_choice(rng)
        assert live.row.state != OVER, "the game ended too early to be a fixture"
        if rng.below(5) == 0 and live.why_no_undo(seat) is None:
            await friends.undo(seat)
    for number in range(0, len(live.playing().moves) + 1, 7):
        views[number] = (await live.position_at(number)).view(0)
    return {"tokens": friends.tokens, "choices": len(live.playing().moves), "views": views}


async def write(path: Path, game: Game) -> None:
    """One game into one file, and beside it what is needed to play on."""
    written: dict[str, Any] = {}
    async with open_tables(path) as tables:
        friends = await Friends.meet(tables, game, min(3, game.players[-1]))
        written[friends.id] = await half_played(friends)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")  # one file, without its write-ahead log
    connection.execute("VACUUM")
    connection.close()
    path.with_suffix(".json").write_text(json.dumps(written, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    FIXTURES.mkdir(exist_ok=True)
    for one in GAMES.values():
        fresh = FIXTURES / f"{__version__}-{one.name}.sqlite"
        if not fresh.exists():
            asyncio.run(write(fresh, one))
            print(fresh)
