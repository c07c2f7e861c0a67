"""The cache of rendered tables, shared by pages and sockets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

import msgspec

from officina.core.drawing import SCREENS, Board
from officina.tables import LiveTable, Tables
from officina.web.byte_cache import ByteCache, size_of
from officina.web.live.course import Course, Courses
from officina.web.live.ending import Decided, Gains, decided, gains_of
from officina.web.live.patches import packed
from officina.web.live.regions import regions
from officina.web.live.scene import TableScene, live_scene
from officina.web.live.templates import digest
from officina.web.words import PageWords

MOST_BYTES: Final = 64 * 1024 * 1024
"""Renderings that are kept take at most so much together."""
MOST_DECISIONS: Final = 400
MOST_MESSAGES: Final = 16
"""At most this many messages of a rendering are cached: which regions a page has is up to the client."""
MESSAGES: Final = 2
"""And at most so many times the bytes of its regions."""

OVERHEAD: Final = 8_000
"""About what a rendering takes besides its markup."""

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

ViewKey = tuple[str, int | None, str, str, str]
"""Table, seat, language, origin."""


@dataclass
class Rendered:
    """A table as one viewer sees it, ready to be sent."""

    key: object
    regions: dict[str, str]
    digests: dict[str, str]
    base: int
    turn: bool
    title: str
    board: Board | None = None
    messages: dict[tuple[tuple[str, str], ...], str] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        """How many bytes the regions take."""
        return size_of(self.regions.values())

    @property
    def most(self) -> int:
        """How many bytes it may take, with the messages that are made of it."""
        return self.size * (1 + MESSAGES) + OVERHEAD

    def message(self, known: Mapping[str, str], held: Mapping[str, str] = NOTHING) -> str:
        """The message with all regions that differ from the ``known`` fingerprints of a page, which ``held`` some of them."""
        changed = tuple((name, known.get(name, "") if name in held else "") for name in self.changed(known))
        told = self.messages.get(changed)
        if told is None:
            state = {
                "is": "state",
                "base": self.base,
                "turn": self.turn,
                "title": self.title,
                "regions": {name: [self.digests[name], packed(self.regions[name], held.get(name))] for name, _ in changed},
            }
            told = msgspec.json.encode(state).decode()
            if len(self.messages) < MOST_MESSAGES and size_of([*self.messages.values(), told]) <= MESSAGES * self.size:
                self.messages[changed] = told
        return told

    def changed(self, known: Mapping[str, str]) -> list[str]:
        """The regions that differ from the fingerprints."""
        return [name for name, found in self.digests.items() if known.get(name) != found]


class RenderCache:
    """Renderings by table, viewer and language: two hundred spectators of a table cost one rendering a move."""

    def __init__(self, tables: Tables, most: int = MOST_BYTES) -> None:
        self.tables = tables
        self.kept: ByteCache[ViewKey, Rendered] = ByteCache(most)
        self.courses = Courses()
        self.decisions: dict[str, tuple[list[Decided], list[Gains]]] = {}

    async def render(
        self, table_id: str, seat: int | None, language: str, token: str, origin: str, screen: str = SCREENS[0]
    ) -> Rendered:
        """The table as it is now."""
        live = await self.tables.live(table_id)
        # By which name a client calls the server matters for links to free seats only.
        place = (table_id, seat, language, origin if live.record is None or live.offers else "", screen)
        base = live.version_for(seat)
        seen = [live.seen.get(row.seat) for row in live.seats if row.token and not live.pages.get(row.seat)]
        together = live.together if seen else 0.0
        key = (base, live.row, live.public, live.seats[:], live.pages.copy(), seen, together)
        found = self.kept.get(place)
        if found is not None and found.key == key:
            return found
        scene = await self.scene(live, seat, language, token, origin, screen)
        found = self.kept.get(place)
        if found is not None and found.key == key:  # two hundred waited for the same course: one renders it
            return found
        found = rendered(scene, base, key)
        self.kept.put(place, found, found.most)
        return found

    async def scene(self, live: LiveTable, seat: int | None, language: str, token: str, origin: str, screen: str) -> TableScene:
        """What the viewer sees now, with the host's invitations before the game and its course after it."""
        more: dict[str, Any] = {"origin": origin, "screen": screen}
        if seat is not None and (live.record is None or live.offers):
            more["invitations"] = await self.tables.invitations(live.id, token)
        if live.record is not None and (live.record.position.over or live.row.ended):
            more["course"] = course = await self.courses.course(live)
            more["decided"], more["gains"] = await self.decision(live, course)
        return live_scene(live, seat, language, **more)

    async def decision(self, live: LiveTable, course: Course) -> tuple[list[Decided], list[Gains]]:
        """What decided a finished game, found once; nothing of one that was ended by consent."""
        position = live.playing().position
        if not position.over:
            return [], []
        if live.id not in self.decisions:
            found = decided(course, position.winners())
            gains = [await gains_at(live, each) for each in found]
            self.decisions[live.id] = found, gains
            if len(self.decisions) > MOST_DECISIONS:
                del self.decisions[next(iter(self.decisions))]
            return found, gains
        return self.decisions[live.id]

    def forget(self, table_id: str) -> None:
        """Drop all renderings of a table."""
        for place in self.kept.known():
            if place[0] == table_id:
                self.kept.drop(place)
        self.courses.forget(table_id)
        self.decisions.pop(table_id, None)


async def gains_at(live: LiveTable, found: Decided) -> Gains:
    """What a turning point brought to the winner, by parts of the score."""
    before = await live.position_at(live.choices_at(found.before.step))
    after = await live.position_at(live.choices_at(found.point.step))
    return gains_of(before, after, found.turn.seat)


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
        board=scene.board,
    )


def title(scene: TableScene) -> str:
    """The tab's title: it says when it is one's turn."""
    words = PageWords(scene.language)
    name = words.tell(scene.game.title())
    return words.say("title.turn", game=name) if scene.my_turn else words.say("title.other", game=name)
