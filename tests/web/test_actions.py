"""The list of actions: forms and API are made of it and agree; a choice is applied once, a view computed once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from officina import Game, Position
from officina.tables import TableError, Tables
from officina.tables.actions.action import Action
from officina.tables.actions.catalogue import ACTIONS
from officina.web import make_app
from officina.web.api.operations import OPERATIONS
from officina.web.limits import Limits
from officina.web.live.regions import regions
from officina.web.live.scene import live_scene
from officina.web.pages.seat_forms import forms, read_form
from tests.seeds import seeded
from tests.tables.common import Friends, open_tables, run

PUBLIC = [action for action in ACTIONS.values() if action.operation or action.form]
BOTH = [action for action in PUBLIC if action.operation and action.form]


def named(action: Action[Any]) -> str:
    return action.name


# --- one list


def test_every_action_is_asked_for_somewhere_and_every_limit_is_there() -> None:
    assert {route.name for route in forms()} == {action.form for action in PUBLIC if action.form} | {"notices", "begin"}
    assert {action.name for action in PUBLIC if not action.form} == {"choose", "undo"}, "those come over the page's socket"
    assert all(action.operation for action in PUBLIC)
    assert {action.limit for action in PUBLIC} <= set(Limits.PER_MINUTE)
    assert len({action.name for action in ACTIONS.values()}) == len(ACTIONS)


@pytest.mark.parametrize("action", PUBLIC, ids=named)
def test_an_operation_is_what_its_action_says(action: Action[Any]) -> None:
    (operation,) = [found for found in OPERATIONS if found.name == action.name]
    assert (operation.limit, operation.answer) == (action.limit, action.answer)
    assert operation.who == ("anybody" if action.who == "anybody" else "seat")
    assert operation.body is (action.asks if msgspec.structs.fields(action.asks) else None)


def bounds(action: Action[Any]) -> dict[str, dict[str, Any]]:
    """The schema of each field that has bounds."""
    _, components = msgspec.json.schema_components([action.asks])
    found = {}
    for name, schema in components[action.asks.__name__].get("properties", {}).items():
        parts = schema.get("anyOf", [schema])
        found[name] = next((part for part in parts if part.get("type") != "null"), schema)
    return found


def values(schema: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """Values within the bounds of a field and outside."""
    if "enum" in schema:
        return list(schema["enum"]), ["dance"]
    if "pattern" in schema:
        return ["an-id"], ["i" * 81, "an id\n"]
    if schema.get("type") == "string":
        good, bad = ["x" * max(1, schema.get("minLength", 0))], []
        if "maxLength" in schema:
            good.append("x" * schema["maxLength"])
            bad.append("x" * (schema["maxLength"] + 1))
        return good, bad
    if schema.get("type") == "integer":
        return [schema["minimum"], min(schema["maximum"], 999_999)], [schema["maximum"] + 1]
    return [True, False], []


@pytest.mark.parametrize("action", BOTH, ids=named)
def test_forms_and_api_have_the_same_bounds(action: Action[Any]) -> None:
    """Whatever the one takes the other takes, as the same; whatever the one refuses the other refuses."""
    fields = bounds(action)
    usual = {name: values(schema)[0][0] for name, schema in fields.items()}
    for name, schema in fields.items():
        good, bad = values(schema)
        for value in good:
            asked = {**usual, name: value}
            assert read_form(action, as_form(action, asked)) == msgspec.convert(asked, action.asks)
        # A number that a form cannot hold stands for its default, where it has one that is a number.
        for value in bad:
            asked = {**usual, name: value}
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert(asked, action.asks)
            if (
                schema.get("type") == "integer"
                and isinstance(action.asks(**usual), msgspec.Struct)
                and has_number(action, name)
            ):
                continue
            with pytest.raises(TableError):
                read_form(action, as_form(action, asked))


def as_form(action: Action[Any], asked: dict[str, Any]) -> dict[str, str]:
    """What a browser would send."""
    return {
        action.fields.get(name, name): ("1" if value else "0") if isinstance(value, bool) else str(value)
        for name, value in asked.items()
    }


def has_number(action: Action[Any], name: str) -> bool:
    return any(field.name == name and isinstance(field.default, int) for field in msgspec.structs.fields(action.asks))


# --- once


class AsgiPage:
    """The socket of a page, as the server hands it to the application."""

    def __init__(self, app: Any, table_id: str, token: str) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        path = f"/t/{table_id}/socket"
        headers = [(b"host", b"officina"), (b"origin", b"http://officina"), (b"cookie", f"seat-{table_id}={token}".encode())]
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("officina", 80),
            "subprotocols": [],
        }
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self.inbox.get, self.outbox.put))

    def send(self, **message: Any) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def answer(self) -> dict[str, Any]:
        """The next answer; whatever else comes is not looked at."""
        while True:
            message = json.loads((await self.outbox.get()).get("text", "{}"))
            if message.get("is") == "answer":
                return dict(message)

    async def close(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


def test_a_choice_in_the_middle_of_a_turn_is_applied_once(tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a page's socket, pages of all seats open: once; at the end of a turn at most once more, in a redrawn world."""
    applied: list[Position] = []
    apply = Position.apply

    def counted(position: Position, seat: int, option: int) -> None:
        applied.append(position)
        apply(position, seat, option)

    async def main(tables: Tables) -> dict[str, int]:
        rng = seeded(f"applied once {game.name}")
        friends = await Friends.meet(tables, game, game.players[0])
        app = make_app(tables, limits=Limits(1000))
        pages = {seat: AsgiPage(app, friends.id, token) for seat, token in friends.tokens.items()}
        for page in pages.values():
            page.send(do="hello")
        seen = {"middle": 0, "end": 0, "confirm": 0}
        monkeypatch.setattr(Position, "apply", counted)
        for number in range(80):
            live = await friends.live()
            if live.revealed:
                break
            seat = rng.pick(list(live.playing().position.to_act))
            question = live.question(seat)
            assert question is not None
            ask = {
                "do": "choose",
                "id": f"a{number}",
                "base": live.version_for(seat),
                "say": rng.pick(question.options).notation,
            }
            version = live.version
            applied.clear()
            pages[seat].send(**ask)
            outcome = (await pages[seat].answer())["outcome"]
            if outcome == "confirm":
                seen["confirm"] += 1
                assert len(applied) == 2
                assert live.version == version, "nothing is done until it is confirmed"
                applied.clear()
                pages[seat].send(**ask, sure=True)
                assert (await pages[seat].answer())["outcome"] == "ok"
                assert len(applied) == 1
            elif seat in live.playing().position.to_act:
                seen["middle"] += 1
                assert len(applied) == 1
            else:
                seen["end"] += 1
                assert len(applied) <= 2 or live.revealed, "the chart of a finished game is drawn from all of it"
        monkeypatch.setattr(Position, "apply", apply)
        for page in pages.values():
            await page.close()
        return seen

    async def whole() -> dict[str, int]:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            return await main(tables)

    seen = run(whole())
    assert seen["middle"] + seen["end"] + seen["confirm"] > 20, seen


def test_whether_a_page_asks_first_tells_nothing_hidden(game: Game) -> None:
    """Where a choice may end a turn that can be taken back, it ends it in every world that the seat cannot tell apart."""
    looked = 0
    for number in range(4):
        rng = seeded(f"asks first {game.name} {number}")
        position = game.start(rng.pick(list(game.players)), f"asks first {number}")
        before = (-1, True)
        for step in range(200):
            if position.over:
                break
            seat = rng.pick(list(position.to_act))
            option = rng.pick(position.options(seat))
            if position.to_act == (seat,) and not position.answers and before == (seat, False):
                worlds = [position.determinize(seat, seeded(f"{number} {step} {world}")) for world in range(3)]
                outcomes = [played(game, world, seat, option) for world in (position.clone(), *worlds)]
                looked += 1
                if (True, False) in outcomes:
                    assert {ends for ends, _ in outcomes} == {True}, (number, step)
            before = (seat, played(game, position, seat, option)[1])
    assert looked or game.name == "fuori_di_rotella", "there, every turn is one choice"


def played(game: Game, position: Position, seat: int, option: int) -> tuple[bool, bool]:
    """Whether the choice ended the seat's turn, and whether it cannot be taken back."""
    position.events = []
    position.apply(seat, option)
    return seat not in position.to_act, any(game.event_kinds[event.code].barrier for event in position.events)


def test_a_rendering_computes_the_view_once(tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int | None] = []
    view = Position.view

    def counted(position: Position, seat: int | None) -> dict[str, Any]:
        calls.append(seat)
        return view(position, seat)

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, game.players[0])
            await friends.play(seeded(f"view once {game.name}"), 10)
            live = await friends.live()
            monkeypatch.setattr(Position, "view", counted)
            for seat in (0, 1, None):
                calls.clear()
                regions(live_scene(live, seat, "en"))
                assert calls == [seat]

    run(main())
