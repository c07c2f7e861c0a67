"""Nothing that comes from outside is without bounds: every field of every structure says how long and how large it may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from officina import GAMES
from officina.core import record
from officina.core.record import MOST_CHOICE, Entry, Header, Trailer
from officina.games.automobiles.traced import Tracing
from officina.games.automobiles.traceedits import TrackEdit
from officina.tables.actions.catalogue import ACTIONS
from officina.tables.notices.push import Subscription
from officina.web.api.operations import OPERATIONS
from officina.web.live.socket import MOST_BYTES, PageMessage

RECORDS = (Header, Trailer, Entry)


def from_outside() -> list[type[msgspec.Struct]]:
    """What forms, the API, pages' sockets and records are read into: bodies, queries, frames, lines."""
    found: dict[type[msgspec.Struct], None] = dict.fromkeys((*RECORDS, PageMessage, Subscription, Tracing, TrackEdit))
    for operation in OPERATIONS:
        found.update(dict.fromkeys(kind for kind in (operation.body, operation.query) if kind is not None))
    found.update({kind: None for kind, action in ACTIONS.items() if action.operation or action.form})
    return list(found)


def unbounded(kind: inspect.Type, where: str) -> Iterator[str]:
    """What has no bounds in a type, and in what it is made of."""
    if isinstance(kind, inspect.Metadata):
        yield from unbounded(kind.type, where)
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from unbounded(field.type, f"{where}.{field.name}")
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from unbounded(one, where)
    elif isinstance(kind, inspect.StrType):
        pattern = kind.pattern or ""
        if kind.max_length is None and not (pattern.endswith("}$") and pattern.startswith("^")):
            yield f"{where}: text of any length"
    elif isinstance(kind, (inspect.IntType, inspect.FloatType)):
        if kind.ge is None or kind.le is None:
            yield f"{where}: any number"
    elif isinstance(kind, inspect.ListType):
        if kind.max_length is None:
            yield f"{where}: a list of any length"
        yield from unbounded(kind.item_type, f"{where}[]")
    elif isinstance(kind, inspect.TupleType):
        for one in kind.item_types:
            yield from unbounded(one, f"{where}[]")
    elif isinstance(kind, inspect.DictType):
        if kind.max_length is None:
            yield f"{where}: any number of entries"
        yield from unbounded(kind.key_type, f"{where} (key)")
        yield from unbounded(kind.value_type, f"{where}{{}}")
    elif not isinstance(kind, (inspect.BoolType, inspect.NoneType, inspect.LiteralType, inspect.CustomType)):
        yield f"{where}: {type(kind).__name__}"


@pytest.mark.parametrize("structure", from_outside(), ids=lambda structure: structure.__name__)
def test_everything_from_outside_has_bounds(structure: type[msgspec.Struct]) -> None:
    assert list(unbounded(inspect.type_info(structure), structure.__name__)) == []


class Inner(msgspec.Struct):
    """One list of many."""

    names: list[str]


class Loose(msgspec.Struct):
    """Nothing has bounds."""

    number: int
    inner: Inner
    more: dict[str, Any]
    rate: float | None = None


def test_the_walk_finds_what_has_none() -> None:
    found = list(unbounded(inspect.type_info(Loose), "Loose"))
    assert len(found) == 7
    assert "Loose.inner.names[]: text of any length" in found


def test_frames_are_read_within_bounds_only() -> None:
    for text in (
        {"do": "x" * 100},
        {"do": "choose", "id": "x" * 1000},
        {"do": "choose", "base": 2**40},
        {"do": "choose", "say": "x" * 1000},
        {"do": "hello", "have": {str(number): "" for number in range(500)}},
        {"do": "hello", "have": {"x": "y" * 500}},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text, PageMessage)
    assert MOST_BYTES < 16_384


def test_every_notation_and_every_option_fits() -> None:
    """What the games themselves write is well within the bounds of what is read."""
    for game in GAMES.values():
        for kind in game.vocabulary.kinds:
            assert all(len(f"{kind.name} {word}") < MOST_CHOICE // 2 for word in kind.words)
        for players in game.players:
            header = record.Record.start(game, players, 1, seats=["heuristic"] * players).header
            assert msgspec.convert(msgspec.to_builtins(header), Header) == header
