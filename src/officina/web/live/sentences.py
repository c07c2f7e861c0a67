"""The log: what happened, in sentences with icons. Pure but for a cache of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from officina.core.events import FORCED, Event
from officina.core.game import Game
from officina.core.text import Message
from officina.tables import LiveTable
from officina.web.byte_cache import MB, OVERHEAD, ByteCache, size_of
from officina.web.live.ending import seat_sign
from officina.web.live.scene import LogLine, TableScene, seat_looks, seat_names
from officina.web.live.templates import part
from officina.web.words import PageWords


def log(scene: TableScene, words: PageWords, lines: Sequence[LogLine]) -> str:
    """The log, newest first."""
    return part("log", scene, words, lines=[(line.step, told(scene, words, line)) for line in lines])


_told: Final[ByteCache[tuple[object, ...], Markup]] = ByteCache(16 * MB)


def told(scene: TableScene, words: PageWords, line: LogLine) -> Markup:
    """The sentences of one choice's events, newest first as the whole log; who did it, by the own sign, else an icon.

    Cached: every page shows them many times.
    """
    seat = scene.seat if line.events else None
    looks = seat_looks(scene)
    key = (line.source, len(line.events), seat, scene.language, tuple(words.names), tuple(looks), len(line.notes))
    found = _told.get(key) if line.source is not None else None
    if found is None:
        game = scene.game
        sentences = [
            (seat_sign(looks[event.seat], "small") if event.seat >= 0 else icon(event_icon(game, event), words),
             event_words(game, event, words))
            for event in line.events
        ]  # fmt: skip
        sentences += [(icon(note_icon(note), words), words.tell(note)) for note in line.notes]
        found = Markup("").join(Markup("<p>{}<span>{}</span></p>").format(*each) for each in reversed(sentences))
        if line.source is not None:
            _told.put(key, found, size_of([found, *words.names]) + OVERHEAD)
    return found


def event_words(game: Game, event: Event, words: PageWords) -> str:
    """A line of the log."""
    return words.tell(game.event_text(event))


def beat_words(live: LiveTable, event: Event, language: str) -> str:
    """What happened at a beat, or would happen, as the log says it."""
    return event_words(live.game, event, PageWords(language, seat_names(live, language)))


def note_icon(note: Message) -> str:
    """The icon of a table's own note."""
    return "bot" if note.key in ("tables.note.bot_failed", "tables.note.bot_late", "tables.note.bot_back") else "table"


def icon(name: str, words: PageWords) -> Markup:
    """A sign for what nobody did, with its meaning."""
    return Markup('<span class="icon {}" title="{}" aria-hidden="true"></span>').format(name, words.say(f"log.icon.{name}"))


def event_icon(game: Game, event: Event) -> str:
    """The icon of a line of the log."""
    kind = game.event_kinds[event.code]
    if event.code == FORCED:
        return "forced"
    if kind.chance:
        return "chance"
    if kind.reveals:
        return "eye"
    return "dot"
