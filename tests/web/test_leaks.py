"""Nothing leaked: every byte that a seat or a spectator is sent stays the same when what it cannot know is drawn anew.

The bytes are those of the application itself: the page, the regions of the socket, the log, the reasons, the plain view, and
the game looked back at, asked for with each seat's own cookie. No browser is needed.
"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from officina import Game, Position, Rng
from officina.core.position import Frame
from officina.core.text import LANGUAGES
from officina.tables import LiveTable
from officina.web import make_app
from officina.web.limits import Limits
from officina.web.live import frames
from officina.web.live.regions import regions
from officina.web.live.scene import live_scene
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import Friends, open_tables, run
from tests.tables.worlds import twin_of


class Worlds:
    """A table whose hidden parts can be drawn anew, and everything that is sent about it."""

    def __init__(self, app: Starlette, friends: Friends, live: LiveTable) -> None:
        self.app = app
        self.friends = friends
        self.live = live

    async def sent(self, seat: int | None, language: str, steps: list[int]) -> dict[str, str]:
        """By address, everything that the viewer can get."""
        table = self.live.id
        cookies = {"language": language}
        if seat is not None:
            cookies[f"seat-{table}"] = self.friends.tokens[seat]
        self.app.state.render_cache.forget(table)
        found = {}
        transport = httpx.ASGITransport(app=self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://officina", cookies=cookies) as client:
            paths = [
                "",
                "/log",
                "/why",
                "/view",
                "/record",
                *(f"/at/{step}{beat}" for step in steps for beat in ("", "?beat=1")),
            ]
            for path in paths:
                answer = await client.get(f"/t/{table}{path}")
                found[path] = f"{answer.headers}\n{answer.text}"
                assert answer.status_code == (409 if path == "/record" else 200), f"{path}: {answer.text}"
        token = self.friends.tokens[seat] if seat is not None else ""
        rendered = await self.app.state.render_cache.render(table, seat, language, token, "http://officina")
        found["socket"] = rendered.message({})
        return found

    async def redrawn(self, seat: int | None, language: str, steps: list[int], rng: Rng) -> dict[str, str]:
        """The same, with everything that the viewer cannot know drawn anew, now and in the past.

        How many beats led to a step is taken from what happened: a move that was made in secret has no place in a past drawn
        anew. What beats show is compared in ``test_frames.py``.
        """
        live, true = self.live, self.live.playing()
        blind = -1 if seat is None else seat
        twin = twin_of(true, seat, rng)
        past, step_frames = LiveTable.position_at, frames.step_frames

        async def position_at(table: LiveTable, choices: int) -> Position:
            table.record = true
            found = (await past(table, choices)).determinize(blind, rng)
            table.record = twin
            return found

        async def true_frames(live: LiveTable, step: int, seat: int | None) -> list[Frame]:
            live.record = true
            LiveTable.position_at = past  # type: ignore[method-assign]
            found = await step_frames(live, step, seat)
            LiveTable.position_at = position_at  # type: ignore[method-assign, assignment]
            live.record = twin
            return found

        live.record = twin
        LiveTable.position_at = position_at  # type: ignore[method-assign, assignment]
        frames.step_frames = true_frames
        try:
            return await self.sent(seat, language, steps)
        finally:
            live.record = true
            LiveTable.position_at = past  # type: ignore[method-assign]
            frames.step_frames = step_frames


@pytest.mark.parametrize("number", range(2))
def test_hidden_parts_drawn_anew_change_no_byte(tmp_path: Path, game: Game, number: int) -> None:
    async def main() -> None:
        rng = seeded(f"leaks {game.name} {number}")
        players, options = random_setting(game, rng)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, players, options=options)
            app = make_app(tables, limits=Limits(1000))
            compared = 0
            for turn in range(160):
                live = await friends.live()
                if live.revealed:
                    break
                worlds = Worlds(app, friends, live)
                if turn % 20 == 7:
                    viewer = rng.pick([None, *range(players)])
                    language = rng.pick(list(LANGUAGES))
                    steps = [rng.below(live.steps + 1)]
                    before = await worlds.sent(viewer, language, steps)
                    assert await worlds.redrawn(viewer, language, steps, rng) == before
                    compared += 1
                await friends.one_choice(rng)
            assert compared > 1

    run(main())


@pytest.mark.parametrize("number", range(1))
def test_every_decision_of_a_stretch(tmp_path: Path, game: Game, number: int) -> None:
    """A secret may be open for one decision only: a stretch of a game is looked at choice by choice, by every viewer."""

    async def main() -> None:
        rng = seeded(f"stretch {game.name} {number}")
        players, options = random_setting(game, rng)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, players, options=options)
            for _ in range(number * 40):
                await friends.one_choice(rng)
            for _ in range(24):
                live = await friends.live()
                if live.revealed:
                    return
                record = live.playing()
                for viewer in [None, *range(players)]:
                    known = regions(live_scene(live, viewer, "it"))
                    live.record = twin_of(record, viewer, rng)
                    assert regions(live_scene(live, viewer, "it")) == known
                    live.record = record
                await friends.one_choice(rng)

    run(main())


def test_the_test_would_notice(tmp_path: Path) -> None:
    """What another seat may see does change: the comparison is not blind."""
    from officina import GAMES

    async def main() -> None:
        rng = seeded("notice")
        game = GAMES["fuori_di_rotella"]
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, 3)
            app = make_app(tables)
            for _ in range(30):
                await friends.one_choice(rng)
            live = await friends.live()
            while len(live.playing().position.to_act) != 2:
                await friends.one_choice(rng)
            ready = next(seat for seat in range(3) if live.playing().position.answers[seat])
            worlds = Worlds(app, friends, live)
            before = await worlds.sent(ready, "en", [])
            changed = 0
            for _ in range(10):
                true = live.playing()
                live.record = twin_of(true, (ready + 1) % 3, rng)
                changed += await worlds.sent(ready, "en", []) != before
                live.record = true
            assert changed

    run(main())
