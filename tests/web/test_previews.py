"""What would happen, as pages get it: no byte of it tells a secret, nothing at the table changes, and what is marked is new."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec

from officina import GAMES, Game, Rng
from officina.core.drawing import SCREENS, mark_choices
from officina.core.events import Event
from officina.core.position import Preview
from officina.core.text import LANGUAGES
from officina.tables import LiveTable
from officina.web.live.patches import unpacked
from officina.web.live.previews import MOST_TOLD, Drawn, PreviewCache, foretold, marked, pieces_in
from officina.web.live.regions import board_regions
from officina.web.live.scene import live_scene
from officina.web.live.sentences import beat_words
from tests.invariants import plain
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import Friends, open_tables, run
from tests.tables.worlds import twin_of

MOST_TABLES = 6
"""Not every table's first choices change what is drawn."""
CHOICES = 60


def state(live: LiveTable) -> str:
    """All that a preview must leave alone."""
    record = live.playing()
    versions = [live.version_for(seat) for seat in range(live.row.players)]
    return plain([versions, len(record.moves), record.position.to_json(), record.position.rng.state(), record.position.to_act])


async def check_bytes(live: LiveTable, seat: int, notation: str, rng: Rng, found: Counter[str]) -> None:
    """The same bytes in a world that the seat cannot tell apart; asked for again, the very same."""
    language, screen = rng.pick(list(LANGUAGES)), rng.pick(list(SCREENS))
    record, before, cache = live.playing(), state(live), PreviewCache()
    here = await cache.drawn(live, seat, notation, language, screen)
    assert await cache.drawn(live, seat, notation, language, screen) is here, "it is worked out once"
    assert state(live) == before, "a preview changes nothing"
    held = board_regions(live_scene(live, seat, language, screen=screen))
    live.record = twin_of(record, seat, rng)
    there = await cache.drawn(live, seat, notation, language, screen)
    live.record = record
    assert here is not there
    assert sent(here, held) == sent(there, held), f"{live.game.name}, {notation}: it tells a secret"
    told = msgspec.json.decode(sent(here, held))["areas"]
    assert {name: unpacked(markup, held[name]) for name, markup in told.items()} == here.areas
    assert not mark_choices(here.areas.values()), "nothing can be chosen there"
    # a board with a question may draw something else in the place of a piece: then there is nothing to fade
    unasked = await cache.board(live, live.playing().position, seat, language, screen)
    now = {piece for markup in (*held.values(), *unasked.values()) for piece in pieces_in(markup)}
    left = {piece for markup in here.areas.values() for piece in pieces_in(markup)}
    assert now.issuperset(here.gone), "only what lies there can go"
    assert left.isdisjoint(here.gone), "what is still to be seen has not gone"
    found["compared"] += 1
    found["changed"] += any("data-would" in markup for markup in here.areas.values())


def sent(found: Drawn, held: dict[str, str]) -> bytes:
    return msgspec.json.encode(found.message(7, "x", held))


async def look_ahead(friends: Friends, rng: Rng, found: Counter[str]) -> None:
    """A game's first choices, some of them looked at beforehand."""
    for turn in range(CHOICES):
        live = await friends.live()
        if live.revealed:
            break
        if turn % 6 == 3:
            seat = rng.pick(list(live.playing().position.to_act))
            question = live.question(seat)
            assert question is not None
            await check_bytes(live, seat, rng.pick(question.options).notation, rng, found)
        await friends.one_choice(rng)


def test_the_board_as_it_would_be_tells_no_secret(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        rng = seeded(f"tinted {game.name}")
        found: Counter[str] = Counter()
        async with open_tables(tmp_path / "t.sqlite") as tables:
            for _ in range(MOST_TABLES):
                players, options = random_setting(game, rng)
                await look_ahead(await Friends.meet(tables, game, players, options=options), rng, found)
                if found["compared"] > 4 and found["changed"]:
                    break
        assert found["compared"] > 4
        assert found["changed"]

    run(main())


def test_of_two_equal_things_the_new_one_is_marked() -> None:
    """A disc on the second tile is new although one like it lies on another tile already, whichever comes first."""
    disc = '<use href="#disc"/>'
    for old, new, name in ((0, 1, "transform"), (1, 0, "transform"), (0, 1, "id"), (1, 0, "id")):
        tiles = [f'<g {name}="{place}"><rect x="2"/>{{}}</g>' for place in ("one", "two")]
        now = "".join(tile.format(disc if place == old else "") for place, tile in enumerate(tiles))
        then = "".join(tile.format(disc) for tile in tiles)
        marks = [disc, disc]
        marks[new] = '<use data-would href="#disc"/>'
        assert marked(now, then) == "".join(tile.format(mark) for tile, mark in zip(tiles, marks, strict=True))


def test_what_is_not_drawn_now_is_marked() -> None:
    """A label is heard, not seen; a piece that came, another number and another place are seen."""
    now = '<g id="a" class="at-1" aria-label="one"><use href="#x"></use></g><text x="2">7</text>'
    same = now.replace("one", "two")
    assert marked(now, same) == same
    then = '<g id="a" class="at-2" aria-label="one"><use href="#x"></use></g><text x="2">8</text><g id="b"></g>'
    assert marked(now, then) == then.replace("<g", "<g data-would").replace("<text", "<text data-would")


def test_of_many_sentences_those_about_oneself_are_told(tmp_path: Path) -> None:
    """A choice that ends the round tells more than there is room for: what others do gives way, and the order stays."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, GAMES["kraftwagen"], 2)
            live = await friends.live()
            game = live.game
            codes = {kind.name: kind.code for kind in game.event_kinds if kind is not None}
            neutral = [Event(codes["neutral_placed"], -1, (place, 4)) for place in range(1, 8)]
            sold = [Event(codes["sold"], 0, (slot, 0, 9, 9)) for slot in (1, 2)]
            preview = cast(Preview, SimpleNamespace(events=[*neutral, *sold], supposed=None, open=False))
            told = foretold(live, 0, preview, "en")
            assert len(told) == MOST_TOLD
            assert told[-2:] == [beat_words(live, event, "en") for event in sold]

    run(main())
