"""Nothing that comes from outside is without bounds: every field of every structure says how long and how large it may be."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

import officina
from officina import GAMES, OfficinaError
from officina.core import own_box, record
from officina.core.own_box import BoxFile, OwnBox
from officina.core.record import MOST_CHOICE, Entry, Header, Trailer
from officina.games.automobiles.traced import Tracing
from officina.games.automobiles.traceedits import TrackEdit
from officina.tables.actions.catalogue import ACTIONS
from officina.tables.boxes.edits import Edit
from officina.tables.notices.push import Subscription
from officina.web.api.operations import OPERATIONS
from officina.web.live.socket import MOST_BYTES, PageMessage
from officina.web.pages.tracks import Asked

RECORDS = (Header, Trailer, Entry)
OTHERS = (PageMessage, Subscription, Asked, Edit, Tracing, TrackEdit)
KRAFTWAGEN = GAMES["kraftwagen"]


def a_box_file() -> dict[str, Any]:
    """A sound box as a file."""
    found = json.loads(own_box.dump_file(KRAFTWAGEN, OwnBox("Mine", maker="Anna"), ["rounds"]))
    assert isinstance(found, dict)
    return found


CHECKED: dict[type[msgspec.Struct], tuple[Callable[[], dict[str, Any]], Callable[[bytes], object]]] = {
    BoxFile: (a_box_file, lambda text: own_box.read_file(text, GAMES.__getitem__)),
    OwnBox: (lambda: {"name": "Mine", "changes": {}, "tracks": {}, "maker": "Anna"}, own_box.read_own_box),
}
"""What is read first and checked then, since people want to be told what is too much: a sound one, and its reader."""

READ_LATER: dict[str, type[msgspec.Struct]] = {"Asked.track": Tracing, "Asked.edit": TrackEdit}
"""What is first taken as it is, because a page does not know the game, and what the game reads it into."""

FROM_OUTSIDE = ("core", "games", "tables/actions", "tables/boxes", "web")
"""The rooms that read what somebody sent; the rest reads what the server itself has written."""


def from_outside() -> list[type[msgspec.Struct]]:
    """What forms, the API, pages' sockets and records are read into: bodies, queries, frames, lines."""
    found: dict[type[msgspec.Struct], None] = dict.fromkeys((*RECORDS, *OTHERS))
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
    elif isinstance(kind, inspect.AnyType) and where in READ_LATER:
        yield from unbounded(inspect.type_info(READ_LATER[where]), where)
    elif not isinstance(kind, (inspect.BoolType, inspect.NoneType, inspect.LiteralType, inspect.CustomType)):
        yield f"{where}: {type(kind).__name__}"


@pytest.mark.parametrize("structure", from_outside(), ids=lambda structure: structure.__name__)
def test_everything_from_outside_has_bounds(structure: type[msgspec.Struct]) -> None:
    assert list(unbounded(inspect.type_info(structure), structure.__name__)) == []


def read_somewhere() -> Iterator[tuple[str, type[msgspec.Struct]]]:
    """Every structure that is named where the rooms read something, with the place."""
    root = Path(officina.__file__).parent
    for path in sorted(path for room in FROM_OUTSIDE for path in (root / room).rglob("*.py")):
        module = ".".join(("officina", *path.relative_to(root).with_suffix("").parts))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) not in READERS:
                continue
            named = [*call.args[1:], *(word.value for word in call.keywords if word.arg == "type")]
            for name in (name.id for wanted in named for name in ast.walk(wanted) if isinstance(name, ast.Name)):
                found = getattr(import_module(module), name, None)
                if isinstance(found, type) and issubclass(found, msgspec.Struct):
                    yield f"{module}: {name}", found


READERS = ("msgspec.json.decode", "msgspec.convert")


def test_nothing_is_read_that_nobody_looked_at() -> None:
    known = {*from_outside(), *CHECKED}
    places = list(read_somewhere())
    assert {OwnBox, PageMessage, Subscription, TrackEdit} <= {kind for _, kind in places}
    assert [place for place, kind in places if kind not in known] == []


def too_much(kind: inspect.Type) -> Iterator[Any]:
    """Values of a type that no reader should take, small enough for the bound of the whole text."""
    if isinstance(kind, inspect.StrType):
        yield from ("x" * 100_000, "rounds" + "[1]" * 30_000)  # nothing, and a place in a box that goes on and on
    elif isinstance(kind, inspect.IntType):
        yield 10**15
    elif isinstance(kind, inspect.ListType):
        yield ["a"] * 30_000
        yield from ([value] for value in too_much(kind.item_type))
    elif isinstance(kind, inspect.DictType):
        yield {f"a{number}": 1 for number in range(10_000)}
        yield {"a" * 100_000: 1}
        yield from ({"a": value} for value in too_much(kind.value_type))
    elif isinstance(kind, inspect.AnyType):
        yield from ("x" * 100_000, 10**15, [0] * 30_000, [[[[[[[[[[[[]]]]]]]]]]]])
    else:
        raise AssertionError(f"nobody has thought of a {type(kind).__name__}")


@pytest.mark.parametrize("structure", CHECKED, ids=lambda structure: structure.__name__)
def test_what_is_checked_later_is_checked_in_every_field(structure: type[msgspec.Struct]) -> None:
    sound, read = CHECKED[structure]
    read(json.dumps(sound()).encode())
    described = inspect.type_info(structure)
    assert isinstance(described, inspect.StructType)
    for field in described.fields:
        for value in too_much(field.type):
            try:
                read(json.dumps({**sound(), field.name: value}).encode())
            except OfficinaError:
                continue
            pytest.fail(f"{structure.__name__}.{field.name} takes {str(value)[:40]}...")


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
