"""Writes a database with a table of each registered game in the middle of play: ``python -m tests.tables.write_fixture``.

Run it once a released version (the file is named by it) and keep the file for ever: later versions must load and finish it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

from officina import GAMES, Rng, __version__
from officina.tables.model import OVER
from tests.tables.common import Friends, open_tables

FIXTURES = Path(__file__).parent / "fixtures"
CHOICES = 45
"""Two snapshots and a tail; fewer where the game would end."""


async def half_played(friends: Friends, most: int) -> dict[str, Any]:
    """Play with some undos; the tokens, and what seat 1 saw on the way."""
    rng = Rng(friends.id)
    live = await friends.live()
    views: dict[int, Any] = {}
    for _ in range(most):
        seat = await friends.one_choice(rng)
        assert live.row.state != OVER
        if rng.below(5) == 0 and live.why_no_undo(seat) is None:
            await friends.undo(seat)
    for number in range(0, len(live.playing().moves) + 1, 7):
        views[number] = (await live.position_at(number)).view(0)
    return {"tokens": friends.tokens, "choices": len(live.playing().moves), "views": views}


async def write(path: Path) -> None:
    """All games into one file, and beside it what is needed to play on."""
    written: dict[str, Any] = {}
    async with open_tables(path) as tables:
        for game in GAMES.values():
            players = min(3, game.players[-1])
            friends = await Friends.meet(tables, game, players)
            written[friends.id] = await half_played(friends, CHOICES // (1 if len(game.players) < 5 else 2))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")  # one file, without its write-ahead log
    connection.execute("VACUUM")
    connection.close()
    path.with_suffix(".json").write_text(json.dumps(written, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    FIXTURES.mkdir(exist_ok=True)
    fresh = FIXTURES / f"{__version__}.sqlite"
    fresh.unlink(missing_ok=True)
    asyncio.run(write(fresh))
    print(f"{fresh}: {', '.join(GAMES)}")
