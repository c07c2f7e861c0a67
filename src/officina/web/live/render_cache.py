"""The cache of rendered tables, shared by pages and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import msgspec

from officina.tables import LiveTable, Tables
from officina.tables.effort import aside
from officina.web.live.chart import score_chart
from officina.web.live.regions import TableScene, digest, live_scene, regions, seat_names
from officina.web.words import PageWords

MOST_TABLES: Final = 200
MOST_VIEWS: Final = 64
"""At most this many renderings of a table are cached: every seat in every language, at origins that clients choose."""
MOST_MESSAGES: Final = 16
"""At most this many messages of a rendering are cached: which regions a page has is up to the client."""


@dataclass
class Rendered:
    """A table as one viewer sees it, ready to be sent."""

    key: object
    regions: dict[str, str]
    digests: dict[str, str]
    base: int
    turn: bool
    title: str
    messages: dict[tuple[str, ...], str] = field(default_factory=dict)

    def message(self, known: Mapping[str, str]) -> str:
        """The message with all regions that differ from the ``known`` fingerprints of a page."""
        changed = tuple(name for name, found in self.digests.items() if known.get(name) != found)
        told = self.messages.get(changed)
        if told is None:
            state = {
                "is": "state",
                "base": self.base,
                "turn": self.turn,
                "title": self.title,
                "regions": {name: [self.digests[name], self.regions[name]] for name in changed},
            }
            told = msgspec.json.encode(state).decode()
            if len(self.messages) < MOST_MESSAGES:
                self.messages[changed] = told
        return told


class RenderCache:
    """Renderings by table, viewer and language: two hundred spectators of a table cost one rendering a move."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.kept: dict[str, dict[tuple[int | None, str, str], Rendered]] = {}
        self.charts: dict[tuple[str, str], asyncio.Task[str]] = {}

    async def render(self, table_id: str, seat: int | None, language: str, token: str, origin: str) -> Rendered:
        """The table as it is now."""
        live = await self.tables.live(table_id)
        kept = self.kept.setdefault(table_id, {})
        found = kept.get((seat, language, origin))
        base = live.version_for(seat)
        seen = [live.seen.get(number) for number in range(live.row.players) if not live.pages.get(number)]
        key = (base, live.row, live.public, live.seats[:], live.pages.copy(), seen)
        if found is not None and found.key == key:
            return found
        scene = await self.scene(live, seat, language, token, origin)
        found = kept.get((seat, language, origin))
        if found is not None and found.key == key:  # two hundred waited for the same chart: one renders it
            return found
        found = rendered(scene, base, key)
        kept.pop((seat, language, origin), None)
        kept[seat, language, origin] = found  # the latest rendered stand last
        if len(kept) > MOST_VIEWS:
            del kept[next(iter(kept))]
        self.make_room(table_id)
        return found

    async def scene(self, live: LiveTable, seat: int | None, language: str, token: str, origin: str) -> TableScene:
        """What the viewer sees now, with the host's invitations before the game and the chart after it."""
        more: dict[str, Any] = {"origin": origin}
        if live.record is None and seat is not None:
            more["invitations"] = await self.tables.invitations(live.id, token)
        elif live.record is not None and (live.record.position.over or live.row.ended):
            more["chart"] = await self.chart(live, language)
        return live_scene(live, seat, language, **more)

    async def chart(self, live: LiveTable, language: str) -> str:
        """The chart of scores over time, drawn once. The game is replayed for it in a thread, not to block the event loop."""
        key = (live.id, language)
        if key not in self.charts:
            names = seat_names(live, language)
            work = aside(partial(score_chart, live.playing(), names, PageWords(language)))
            self.charts[key] = asyncio.create_task(work)
        drawing = self.charts[key]
        try:
            return await asyncio.shield(drawing)
        finally:
            if drawing.done() and (drawing.cancelled() or drawing.exception() is not None) and self.charts.get(key) is drawing:
                del self.charts[key]  # whoever looks next tries again

    def make_room(self, table_id: str) -> None:
        """Drop the oldest tables."""
        self.kept[table_id] = self.kept.pop(table_id)
        while len(self.kept) > MOST_TABLES:
            self.forget(next(iter(self.kept)))

    def forget(self, table_id: str) -> None:
        """Drop all renderings of a table."""
        self.kept.pop(table_id, None)
        for key in [key for key in self.charts if key[0] == table_id]:
            del self.charts[key]


def rendered(scene: TableScene, base: int, key: object = None) -> Rendered:
    """Render a scene. Renderings with the same key are equal."""
    found = regions(scene)
    return Rendered(
        key=key,
        regions=found,
        digests={name: digest(markup) for name, markup in found.items()},
        base=base,
        turn=scene.my_turn,
        title=title(scene),
    )


def title(scene: TableScene) -> str:
    """The tab's title: it says when it is one's turn."""
    words = PageWords(scene.language)
    name = words.tell(scene.game.title())
    return words.say("title.turn", game=name) if scene.my_turn else words.say("title.other", game=name)
