"""One WebSocket a page: changed regions go out, choices come in, and every choice gets an answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from officina.core.errors import OfficinaError
from officina.tables import Answer, Illegal, LiveTable, Ok, Tables
from officina.tables.company import Attendance
from officina.web import scene
from officina.web.limits import Limits, address_of, seat_key
from officina.web.metrics import Metrics
from officina.web.people import language_of, own_origin, same_origin, viewer
from officina.web.sharing import Gallery
from officina.web.words import Words, first_rule

log = logging.getLogger(__name__)

MOST_BYTES: Final = 8_000
REFUSED: Final = 4403
UNKNOWN: Final = 4404
NO_TEXT: Final = 1003
TOO_LONG: Final = 1009
COME_AGAIN: Final = 1012


class Ask(msgspec.Struct):
    """What a page sends: ``do`` is hello, choose or undo. ``have``: its regions' fingerprints."""

    do: str
    id: str = ""
    base: int = -1
    say: str = ""
    sure: bool = False
    past: bool = False
    have: dict[str, str] = {}


class Page:
    """One open page of a table."""

    def __init__(self, socket: WebSocket, tables: Tables, gallery: Gallery, attendance: Attendance, table_id: str) -> None:
        self.socket = socket
        self.limits: Limits = socket.app.state.limits
        self.metrics: Metrics = socket.app.state.metrics
        self.patience: float = socket.app.state.patience
        self.tables = tables
        self.attendance = attendance
        self.gallery = gallery
        self.table_id = table_id
        self.seat: int | None = None
        self.token = ""
        self.language = language_of(socket)
        self.origin = ""
        self.past = False
        self.known: dict[str, str] = {}
        self.shown: tuple[int, bool] | None = None
        self.sending = asyncio.Lock()

    @property
    def key(self) -> str:
        """Whom limits count: the seat, or where a spectator looks from."""
        return address_of(self.socket) if self.seat is None else seat_key(self.table_id, self.seat)

    async def run(self) -> None:
        """Until the page is closed."""
        try:
            hello = await asyncio.wait_for(self.receive(), self.patience)
        except TimeoutError:
            self.metrics.cut_off["silent"] += 1
            return
        self.known = {name[:40]: found[:40] for name, found in hello.have.items()}
        self.past = hello.past
        await self.tables.live(self.table_id)  # it may have been let go while the page was silent
        self.tables.connected(self.table_id, self.seat, 1)
        await self.tell({"is": "time", "now": time.time()})
        watching = asyncio.create_task(self.watch())
        try:
            while True:
                ask = await self.receive()
                # A page that sends too fast waits: it need not know of limits.
                while seconds := self.limits.wait(self.key, "act"):
                    await asyncio.sleep(seconds)
                await self.answer(ask)
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await watching
            self.tables.connected(self.table_id, self.seat, -1)
            if self.seat is not None:
                self.attendance.left()

    async def receive(self) -> Ask:
        """The next message; one that cannot be read closes the page."""
        try:
            text = await self.socket.receive_text()
        except KeyError:  # bytes
            raise WebSocketDisconnect(NO_TEXT) from None
        if len(text) > MOST_BYTES:
            raise WebSocketDisconnect(TOO_LONG)
        try:
            return msgspec.json.decode(text, type=Ask)
        except (msgspec.MsgspecError, RecursionError):
            raise WebSocketDisconnect(NO_TEXT) from None

    async def watch(self) -> None:
        """Send what changes, as long as the page is open."""
        try:
            async for _ in self.tables.changes(self.table_id):
                await self.push()
        except (WebSocketDisconnect, RuntimeError):
            return
        except OfficinaError:
            log.exception("a page of table %s cannot be shown", self.table_id)
        with contextlib.suppress(Exception):
            await self.socket.close(COME_AGAIN)

    async def push(self) -> None:
        """Bring the page up to date; nothing is sent if nothing that it may see has changed."""
        async with self.sending:
            now = await self.gallery.render(self.table_id, self.seat, self.language, self.token, self.origin)
            known = now.digests if self.past else self.known
            if self.shown == (now.base, now.turn) and known == now.digests:
                return
            await self.socket.send_text(now.message(known))
            self.known = now.digests
            self.shown = (now.base, now.turn)
            if self.seat is not None:
                self.attendance.saw(await self.tables.live(self.table_id), self.seat)

    # --- choices

    async def answer(self, ask: Ask) -> None:
        """Do what is asked, bring the page up to date, then say how it went."""
        words = Words(self.language)
        reply: dict[str, Any]
        try:
            reply = await self.act(ask)
        except OfficinaError as error:
            code = error.message.key.rpartition(".")[2]
            reply = {"outcome": "illegal", "text": words.tell(error.message), "code": code}
        await self.push()
        await self.tell({"is": "answer", "id": ask.id, **reply})

    async def tell(self, message: dict[str, Any]) -> None:
        """Send something that is no region."""
        async with self.sending:
            await self.socket.send_text(msgspec.json.encode(message).decode())

    async def act(self, ask: Ask) -> dict[str, Any]:
        """The outcome of a choice or an undo."""
        if self.seat is None:
            return {"outcome": "illegal", "text": Words(self.language).say("table.spectator")}
        if ask.do == "choose":
            if not ask.sure and ends_turn(await self.tables.live(self.table_id), self.seat, ask.say):
                return {"outcome": "confirm"}
            return self.outcome(await self.tables.choose(self.table_id, self.token, ask.base, ask.id, ask.say))
        if ask.do == "undo":
            return self.outcome(await self.tables.undo(self.table_id, self.token, ask.base, ask.id))
        return {"outcome": "illegal", "text": Words(self.language).say("table.failed")}

    def outcome(self, answer: Answer) -> dict[str, Any]:
        """An answer of the table in the page's words."""
        if isinstance(answer, Ok):
            return {"outcome": "ok"}
        if isinstance(answer, Illegal):
            names = self.names()
            words = Words(self.language, names).tell(answer.reason)
            return {"outcome": "illegal", "text": words, "rule": first_rule(answer.rule)}
        return {"outcome": "stale"}

    def names(self) -> list[str]:
        """The players' names."""
        live = self.tables.tables.get(self.table_id)
        return [] if live is None else scene.seat_names(live, self.language)


def ends_turn(live: LiveTable, seat: int, notation: str) -> bool:
    """Whether the choice would end a turn of several choices that could all still be taken back: then the page asks first."""
    record = live.record
    if record is None or not record.moves or record.moves[-1].seat != seat or record.moves[-1].barrier:
        return False
    position = record.position
    if position.to_act != (seat,) or position.answers:
        return False
    try:
        kind, option = live.game.vocabulary.parse(notation, position.kind(seat))
        if kind != position.kind(seat) or option not in position.options(seat):
            return False
    except OfficinaError:
        return False
    after = position.clone()
    after.events = []
    after.apply(seat, option)
    barrier = any(live.game.event_kinds[event.code].barrier for event in after.events or [])
    return seat not in after.to_act and not barrier


async def table_socket(socket: WebSocket) -> None:
    """The endpoint ``/t/ID/socket``."""
    tables: Tables = socket.app.state.tables
    limits: Limits = socket.app.state.limits
    guessing = limits.wait(address_of(socket), "unknown", 0)
    if not same_origin(socket) or guessing or not limits.allow(socket, "socket"):
        await socket.close(REFUSED)
        return
    await socket.accept()
    state = socket.app.state
    page = Page(socket, tables, state.gallery, state.attendance, socket.path_params["table"])
    page.origin = own_origin(socket, socket.app.state.public_origin)
    try:
        page.seat, page.token = await viewer(socket, tables, page.table_id)
        await tables.live(page.table_id)
    except OfficinaError:
        limits.wait(address_of(socket), "unknown")
        await socket.close(UNKNOWN)
        return
    page.metrics.sockets += 1
    code = 1000
    try:
        with contextlib.suppress(TimeoutError):
            await page.run()
    except WebSocketDisconnect as closed:
        if closed.code in (NO_TEXT, TOO_LONG):  # what the page sent cannot be read: it is told so
            code = closed.code
    except OfficinaError:
        log.exception("a page of table %s cannot be answered", page.table_id)
        code = COME_AGAIN
    finally:
        page.metrics.sockets -= 1
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)
