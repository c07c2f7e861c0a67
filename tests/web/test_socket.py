"""A page that is open is told of what happens, whatever goes wrong: it comes again rather than standing still."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import WebSocketRoute
from starlette.applications import Starlette

from officina.web import make_app
from officina.web.limits import Limits
from officina.web.live.socket import COME_AGAIN
from tests.patience import LONG
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.web.conftest import NewPage
from tests.web.driver import CHANGED, DEALT, Player, Server, start_table, wait_for_others, wait_until
from tests.web.test_beats import ASKED, answer

AFTER_PATIENCE = 10_000
"""Milliseconds after which a page gives up a connection that says nothing."""
FAILS_ONCE = """() => {
  const went = motion.go;
  motion.go = (before) => {
    if (!beats.playing()) return went(before);
    motion.go = went;
    throw new Error('on purpose');
  };
}"""
ONLINE = "() => { window.dispatchEvent(new Event('online')); }"


class PageOfPrograms:
    """A table's socket, as the server's side of the protocol sees it."""

    def __init__(self, app: Starlette, table_id: str) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.told: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.closed: Exception | None = None
        """What sending meets: closed by the protocol for a frame that is none, or the connection is gone."""
        self.refused = asyncio.Event()
        scope: MutableMapping[str, Any] = {
            "type": "websocket",
            "path": f"/t/{table_id}/socket",
            "query_string": b"seat=0&language=en&screen=wide",
            "headers": [(b"host", b"here"), (b"origin", b"http://here")],
            "client": ("192.0.2.7", 4000),
            "server": ("here", 80),
            "scheme": "ws",
            "subprotocols": [],
            "app": app,
        }
        self.said.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self.serve(app, scope))

    async def serve(self, app: Starlette, scope: MutableMapping[str, Any]) -> None:
        await app(scope, self.said.get, self.hear)

    async def hear(self, message: MutableMapping[str, Any]) -> None:
        if self.closed is not None:
            self.refused.set()
            raise self.closed
        await self.told.put(message)

    def say(self, **message: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(message).decode()})

    async def until(self, wanted: str) -> MutableMapping[str, Any]:
        """The next message of that sort: "state", "time", or of the protocol."""
        while True:
            message = await asyncio.wait_for(self.told.get(), LONG)
            content = msgspec.json.decode(message["text"]) if "text" in message else {}
            if wanted in (message["type"], content.get("is")):
                return content or message

    async def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, LONG)


@asynccontextmanager
async def table_with_a_page(folder: Path) -> AsyncIterator[tuple[Starlette, Friends, PageOfPrograms]]:
    """A server with a table of two, and a page of one of them that has said nothing yet."""
    tables = open_tables(folder / "t.sqlite")
    app = make_app(tables, limits=Limits(1000))
    async with app.router.lifespan_context(app):
        friends = await Friends.meet(tables, FUORI, 2)
        yield app, friends, PageOfPrograms(app, friends.id)


async def greeted(page: PageOfPrograms) -> None:
    """Until the page has the table and is heard."""
    page.say(do="hello")
    await page.until("state")
    page.say(do="here")
    await page.until("time")


@pytest.mark.parametrize("error", [KeyError("on purpose"), RuntimeError("dictionary changed size during iteration")], ids=repr)
def test_what_cannot_be_drawn_closes_the_page_so_that_it_comes_again(
    tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with table_with_a_page(tmp_path) as (app, friends, page):
            await greeted(page)
            with monkeypatch.context() as broken:
                broken.setattr(app.state.render_cache, "render", raises(error))
                await choose(friends)
                assert (await page.until("websocket.close"))["code"] == COME_AGAIN
                await page.leave()
            again = PageOfPrograms(app, friends.id)
            again.say(do="hello")
            assert (await again.until("state"))["base"] == (await friends.live()).public
            await again.leave()

    with caplog.at_level(logging.ERROR):
        run(story())
    assert "cannot render a page" in caplog.text


@pytest.mark.parametrize(
    "closed",
    [RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'."), OSError("gone")],
    ids=repr,
)
def test_a_page_that_was_closed_below_it_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, closed: Exception
) -> None:
    """A frame that is none closes the connection below the page, which learns of it only when it sends."""

    async def story() -> None:
        async with table_with_a_page(tmp_path) as (_, friends, page):
            await greeted(page)
            page.closed = closed
            await choose(friends)
            await asyncio.wait_for(page.refused.wait(), LONG)
            page.say(do="beats", beats=False)
            await page.leave()

    with caplog.at_level(logging.ERROR):
        run(story())
    assert not caplog.text


def test_a_page_that_goes_as_soon_as_it_has_come_is_not_counted_as_here(tmp_path: Path) -> None:
    """Nobody would ever be absent again on that seat, and its table would stay in memory for ever."""

    async def story() -> None:
        async with table_with_a_page(tmp_path) as (_, friends, page):
            await page.until("websocket.accept")
            page.closed = OSError("gone")
            page.say(do="hello")
            await asyncio.wait_for(page.refused.wait(), LONG)
            await page.leave()
            assert not any((await friends.live()).here.values())

    run(story())


async def choose(friends: Friends) -> None:
    """Any choice of somebody who has to make one."""
    live = await friends.live()
    position = live.playing().position
    seat = position.to_act[0]
    notation = position.game.vocabulary.text(position.kind(seat), position.options(seat)[0])
    await friends.choose(seat, notation)


def raises(error: Exception) -> Any:
    async def render(*_given: Any) -> Any:
        raise error

    return render


def test_a_page_whose_connection_died_without_a_word_comes_again(server: Server, new_page: NewPage) -> None:
    """As after a phone has slept: the connection looks open, and nothing goes through it."""
    page = new_page()
    page.clock.install()
    dead: list[WebSocketRoute] = []

    def route(asked: WebSocketRoute) -> None:
        there = asked.connect_to_server()
        asked.on_message(lambda text: None if asked in dead else there.send(text))
        there.on_message(lambda text: None if asked in dead else asked.send(text))
        routes.append(asked)

    routes: list[WebSocketRoute] = []
    page.route_web_socket("**/socket?*", route)
    table_id = start_table(page, server.address, "crazy_race", 3)
    player = Player(page, "dead connection", "list")
    player.play(1)
    dead.extend(routes)
    page.evaluate(ONLINE)
    page.clock.fast_forward(AFTER_PATIENCE)
    wait_until(lambda: page.evaluate("1") and len(routes) > len(dead))
    wait_for_others(page, server.address, table_id)
    live = page.get_attribute("#main", "data-live")
    player.play(2)  # a choice, and where it is asked for, its confirmation
    page.wait_for_function(CHANGED, arg=live)


def test_a_beat_that_cannot_be_shown_does_not_stop_the_queue(server: Server, new_page: NewPage) -> None:
    page = new_page(beats="brisk")
    table_id = start_table(page, server.address, "crazy_race", 3)
    page.wait_for_function(ASKED)
    page.evaluate(FAILS_ONCE)
    answer(page)
    wait_for_others(page, server.address, table_id)
    shown = page.get_attribute("#main", "data-live")
    page.reload()
    page.wait_for_selector(DEALT)
    assert page.get_attribute("#main", "data-live") == shown
