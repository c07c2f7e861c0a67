"""Nothing hidden leaves the table: what a viewer is given does not change when what it cannot know is drawn anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from officina import Game
from officina.tables import LiveTable
from officina.tables.storage.interface import OVER
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.worlds import in_two_worlds, shown, twin_of


@pytest.mark.parametrize("number", range(4))
def test_hidden_parts_drawn_anew_change_nothing(tmp_path: Path, game: Game, number: int) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            rng = seeded(f"hidden {game.name} {number}")
            players, options = random_setting(game, rng)
            friends = await Friends.meet(tables, game, players, options=options)
            for _ in range(120):
                live = await friends.live()
                if live.row.state == OVER:
                    break
                await friends.one_choice(rng)
                if live.row.state == OVER or rng.below(4):
                    continue
                record = live.playing()
                for seat in [None, *range(players)]:
                    known = shown(live, seat)
                    live.record = twin_of(record, seat, rng)
                    assert shown(live, seat) == known
                    live.record = record

    run(main())


@pytest.mark.parametrize("number", range(3))
def test_hidden_answers_leave_no_trace_until_they_are_shown(tmp_path: Path, game: Game, number: int) -> None:
    """One seat answers a simultaneous question in two worlds, quickly in one, with many changes of mind in the other."""

    async def look(friends: Friends, seat: int) -> list[str]:
        live = await friends.live()
        viewers = [None, *(viewer for viewer in range(live.info.players) if viewer != seat)]
        return [timeless(shown(live, viewer), live) for viewer in viewers]

    async def main() -> None:
        seen = await in_two_worlds(tmp_path, game, seeded(f"answers {game.name} {number}"), look)
        assert seen[:1] == seen[1:]
        assert seen or game is not FUORI

    run(main())


def timeless(text: str, live: LiveTable) -> str:
    """Without the time of the last public entry, which differs between two worlds by nature."""
    return text.replace(json.dumps(live.info.updated), "now")


def test_there_are_hidden_answers_to_test() -> None:
    assert any(kind.secret for kind in FUORI.vocabulary.kinds)
