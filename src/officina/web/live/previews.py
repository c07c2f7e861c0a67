"""What a choice would bring, worked out and drawn once for each position, seat and choice.

The board as it would be is drawn by the same code as the board as it is, from what the seat may see of the preview's position.
Whatever is drawn otherwise there is marked (``data-would``), and pieces that would lie there no longer are named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from officina.core.events import FORCED
from officina.core.position import Position, Preview
from officina.tables import LiveTable, TableError
from officina.tables.effort import aside
from officina.web.byte_cache import MB, OVERHEAD, ByteCache, size_of
from officina.web.live.patches import packed, pieces_of
from officina.web.live.regions import board_regions
from officina.web.live.scene import TableScene, seat_names
from officina.web.live.sentences import beat_words
from officina.web.words import PageWords

MOST_BYTES: Final = 16 * MB
MOST_DRAWN: Final = 16 * MB
ABOUT: Final = 24_000
"""Bytes that a preview takes: two positions and some events."""
MOST_TOLD: Final = 6
"""Sentences of a preview: there is one line for them."""

UNSEEN: Final = re.compile(r' (?:aria-[a-z]+|data-[a-z]+|role|tabindex)="[^"]*"|</[a-zA-Z]+>')
"""What of a piece of markup is not seen on the board."""
PAINTED: Final = re.compile(r'^(<(?:rect|circle|path|line|text))( [^>]*?)? class="[^"]*"')
"""How a shape that stays where it is gets painted does not count, either: it tells whose turn it is, say."""
PIECE: Final = re.compile(r'^<[a-z]+(?=[^>]* data-(?:flip|way|thing)=)[^>]* id="([^"]+)"')
AROUND: Final = (re.compile(r' id="([^"]*)"'), re.compile(r' transform="([^"]*)"'))
"""How a group tells where things lie in it: by its name, else by what moves it."""
NAME: Final = re.compile(r"<[a-zA-Z]+")


class Drawn(msgspec.Struct, frozen=True):
    """A preview as a page shows it: its sentences, those areas of the board that would change, and the pieces that would go."""

    texts: list[str]
    areas: dict[str, str]
    gone: list[str]

    def message(self, base: int, say: str, held: Mapping[str, str]) -> dict[str, Any]:
        """For a page that has sent for it and holds some regions."""
        areas = {name: packed(markup, held.get(name)) for name, markup in self.areas.items()}
        return {"is": "preview", "base": base, "say": say, "texts": self.texts, "areas": areas, "gone": self.gone}


class PreviewCache:
    """Previews by table, seat and choice. A position once handed out never changes, so one that is the same has the same."""

    def __init__(self, most: int = MOST_BYTES, drawn: int = MOST_DRAWN) -> None:
        self.kept: ByteCache[tuple[str, int, int], tuple[Position, Preview]] = ByteCache(most)
        self.drawings: ByteCache[tuple[str, int, str, str, int], tuple[Position, Drawn]] = ByteCache(drawn)
        self.boards: ByteCache[tuple[str, int, str, str], tuple[Position, dict[str, str]]] = ByteCache(drawn)

    async def preview(self, live: LiveTable, seat: int, notation: str) -> Preview:
        """What the choice would bring; IllegalChoice, NotationError or TableError if it cannot be made now."""
        frozen = live.why_frozen(seat)
        if frozen is not None:
            raise TableError(frozen)
        position = live.playing().position
        option = position.option_of(seat, notation)
        key = (live.id, seat, option)
        found = self.kept.get(key)
        if found is None or found[0] is not position:
            found = (position, await aside(lambda: position.preview(seat, option)))
            self.kept.put(key, found, ABOUT)
        return found[1]

    async def drawn(self, live: LiveTable, seat: int, notation: str, language: str, screen: str) -> Drawn:
        """The same in words and as a board; the same errors."""
        position = live.playing().position
        preview = await self.preview(live, seat, notation)
        key = (live.id, seat, language, screen, position.option_of(seat, notation))
        found = self.drawings.get(key)
        if found is None or found[0] is not position:
            now = await self.board(live, position, seat, language, screen)
            then = TableScene(live.info, seat, language, position=preview.position, screen=screen)
            texts = foretold(live, seat, preview, language)
            found = (position, await aside(lambda: drawn(texts, now, board_regions(then))))
            self.drawings.put(key, found, size_of([*texts, *found[1].areas.values()]) + OVERHEAD)
        return found[1]

    async def board(self, live: LiveTable, position: Position, seat: int, language: str, screen: str) -> dict[str, str]:
        """The board as it is, without what may be chosen."""
        key = (live.id, seat, language, screen)
        found = self.boards.get(key)
        if found is None or found[0] is not position:
            scene = TableScene(live.info, seat, language, position=position, screen=screen)
            found = (position, await aside(lambda: board_regions(scene)))
            self.boards.put(key, found, size_of(found[1].values()) + OVERHEAD)
        return found[1]


def foretold(live: LiveTable, seat: int, preview: Preview, language: str) -> list[str]:
    """The sentences of a preview, of many those about the seat; that somebody had no choice is not worth one."""
    told = [event for event in preview.events if event.code != FORCED]
    kinds = live.game.event_kinds
    by_weight = sorted(told, key=lambda event: (event.seat != seat, -kinds[event.code].beat))  # one's own first
    most = {id(event) for event in by_weight[:MOST_TOLD]}
    texts = [beat_words(live, event, language) for event in told if id(event) in most]
    words = PageWords(language, seat_names(live, language))
    if preview.supposed is not None:
        texts.append(words.tell(preview.supposed))
    elif preview.open and texts:
        texts.append(words.say("beats.open"))
    return texts


def drawn(texts: list[str], now: Mapping[str, str], then: Mapping[str, str]) -> Drawn:
    """What differs between the board as it is and as it would be."""
    areas = {name: marked(now[name], markup) for name, markup in then.items() if seen(now[name]) != seen(markup)}
    left = {piece for markup in then.values() for piece in pieces_in(markup)}
    gone = [piece for name in areas for piece in pieces_in(now[name]) if piece not in left]
    return Drawn(texts, areas, gone)


def marked(now: str, then: str) -> str:
    """The markup of a region as it would be: what is drawn there and is not now carries ``data-would``.

    >>> marked('<g aria-label="3"><text x="1">3</text></g>', '<g aria-label="4"><text x="1">4</text></g>')
    '<g aria-label="4"><text data-would x="1">4</text></g>'
    """
    known = Counter(place for _, place in placed(now))
    told = []
    for piece, place in placed(then):
        if known[place]:
            known[place] -= 1
        else:
            piece = NAME.sub(lambda name: f"{name[0]} data-would", piece, count=1)
        told.append(piece)
    return "".join(told)


def placed(markup: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The pieces of a drawing, each with how it is drawn and where: two equal discs in two places are not the same.

    >>> [place for _, place in placed('<g transform="a"><use href="#disc"/></g><use href="#disc"/>')]
    [('<g transform="a">',), ('a', '<use href="#disc"/>'), ('<use href="#disc"/>',)]
    """
    around: list[str] = []
    for piece in pieces_of(markup):
        tag, _, rest = piece.partition(">")
        yield piece, (*filter(None, around), drawing_of(piece))
        if not tag.endswith("/"):
            around.append(next((found[1] for kind in AROUND if (found := kind.search(tag))), ""))
        del around[max(0, len(around) - rest.count("</")) :]


def seen(markup: str) -> list[str]:
    """The elements of a drawing without what is not seen of them."""
    return [drawing_of(piece) for piece in pieces_of(markup)]


def drawing_of(piece: str) -> str:
    """What of a piece of markup counts."""
    return PAINTED.sub(r"\1\2", UNSEEN.sub("", piece))


def pieces_in(markup: str) -> list[str]:
    """The pieces that lie somewhere in a drawing, by their ids."""
    return [found[1] for piece in pieces_of(markup) if (found := PIECE.match(piece))]
