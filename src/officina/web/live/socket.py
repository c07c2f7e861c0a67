"""One WebSocket a page: changed regions go out, choices come in, and every choice gets an answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from officina.core.errors import OfficinaError
from officina.core.tips import tip
from officina.messages import MOST_NOTATION, MOST_VERSION, Choose, Undo
from officina.tables import Confirm, Illegal, Ok, Tables, tokens
from officina.tables.actions.action import Result
from officina.tables.actions.attendance import NEVER, Attendance
from officina.tables.actions.pipeline import MOST_ACTION_ID
from officina.tables.effort import aside
from officina.web.lanes import Lane, Paced
from officina.web.limits import Limits, address_of, seat_key
from officina.web.live import scene
from officina.web.live.catch_up import last_turn
from officina.web.live.frames import DrawnFrame, FrameCache, message_with, went_on
from officina.web.live.previews import PreviewCache
from officina.web.live.render_cache import RenderCache, Rendered
from officina.web.metrics import Metrics
from officina.web.requests import check_lock, language_of, own_origin, same_origin, screen_of, seats_of, viewer
from officina.web.words import PageWords, first_rule

log = logging.getLogger(__name__)

MOST_BYTES: Final = 8_000
REFUSED: Final = 4403
UNKNOWN: Final = 4404
NO_TEXT: Final = 1003
TOO_LONG: Final = 1009
COME_AGAIN: Final = 1012


MOST_REGIONS: Final = 200
Word = Annotated[str, Meta(max_length=60)]


class PageMessage(msgspec.Struct):
    """What a page sends: ``do`` is hello, choose, undo, preview, tip, beats or here. ``have``: its regions' fingerprints.

    ``beats``: whether the page wants to see what happens beat by beat.
    """

    do: Word
    id: Annotated[str, Meta(max_length=MOST_ACTION_ID)] = ""
    base: Annotated[int, Meta(ge=-1, le=MOST_VERSION)] = -1
    say: Annotated[str, Meta(max_length=MOST_NOTATION)] = ""
    sure: bool = False
    past: bool = False
    beats: bool = False
    have: Annotated[dict[Word, Word], Meta(max_length=MOST_REGIONS)] = {}


class Page:
    """One open page of a table."""

    def __init__(self, socket: WebSocket, tables: Tables, cache: RenderCache, attendance: Attendance, table_id: str) -> None:
        self.socket = socket
        self.limits: Limits = socket.app.state.limits
        self.lane: Lane = socket.app.state.lanes.of(address_of(socket))
        self.metrics: Metrics = socket.app.state.metrics
        self.frames: FrameCache = socket.app.state.frames
        self.previews: PreviewCache = socket.app.state.previews
        self.patience: float = socket.app.state.patience
        self.tables = tables
        self.attendance = attendance
        self.cache = cache
        self.table_id = table_id
        self.seat: int | None = None
        self.token = ""
        self.language = language_of(socket)
        self.screen = screen_of(socket)
        self.origin = ""
        self.past = False
        self.beats = False
        self.since = -1
        self.seen = NEVER
        self.stranger = True
        """Nobody of this browser sits at the table."""
        self.known: dict[str, str] = {}
        self.held: dict[str, str] = {}
        """The regions that this socket has sent: the page has their markup, and needs to be told only what changes in it."""
        self.shown: tuple[int, bool] | None = None
        self.sending = asyncio.Lock()

    @property
    def key(self) -> str:
        """The key of rate limits: the seat, or a spectator's address."""
        return address_of(self.socket) if self.seat is None else seat_key(self.table_id, self.seat)

    async def run(self) -> None:
        """Serve the page until it is closed."""
        try:
            hello = await asyncio.wait_for(self.receive(), self.patience)
        except TimeoutError:
            self.metrics.cut_off["silent"] += 1
            return
        self.known = {name[:40]: found[:40] for name, found in hello.have.items()}
        self.past = hello.past
        self.beats, self.since = hello.beats and not hello.past, hello.base
        live = await self.tables.live(self.table_id)  # it may have been let go while the page was silent
        if self.beats and self.seat is not None:
            self.seen = await self.attendance.seen_by(live, self.seat)
        self.tables.connected(self.table_id, self.seat, 1)
        watching = asyncio.create_task(self.watch())
        try:
            await self.tell_time()
            while True:
                ask = await self.receive()
                # A page that sends too fast waits: it need not know of limits.
                while seconds := self.limits.wait(self.key, "act"):
                    await asyncio.sleep(seconds)
                await Paced(self.answer(ask), self.lane)
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await watching
            self.tables.connected(self.table_id, self.seat, -1)
            if self.seat is not None:
                self.attendance.left()

    async def receive(self) -> PageMessage:
        """The next message; one that cannot be read closes the page."""
        if self.socket.application_state is not WebSocketState.CONNECTED:  # gone while the message before was answered
            raise WebSocketDisconnect
        try:
            text = await self.socket.receive_text()
        except KeyError:  # bytes
            raise WebSocketDisconnect(NO_TEXT) from None
        if len(text) > MOST_BYTES:
            raise WebSocketDisconnect(TOO_LONG)
        try:
            return msgspec.json.decode(text, type=PageMessage)
        except (msgspec.MsgspecError, RecursionError):
            raise WebSocketDisconnect(NO_TEXT) from None

    async def watch(self) -> None:
        """Push changed regions while the page is open.

        Whatever goes wrong, a page never stays open without being told of what happens: it is closed, and comes again.
        """
        try:
            async for _ in self.tables.changes(self.table_id):
                await Paced(self.push(), self.lane)
        except WebSocketDisconnect:
            return
        except Exception:
            if not self.connected:
                return
            log.exception("cannot render a page of table %s", self.table_id)
        with contextlib.suppress(Exception):
            await self.socket.close(COME_AGAIN)

    @property
    def connected(self) -> bool:
        """Whether both ends are still open."""
        return self.socket.application_state is self.socket.client_state is WebSocketState.CONNECTED

    async def push(self) -> None:
        """Bring the page up to date; nothing is sent if nothing that it may see has changed."""
        await self.check_seat()
        async with self.sending:
            now = await self.cache.render(self.table_id, self.seat, self.language, self.token, self.origin, self.screen)
            known = now.digests if self.past else self.known
            if self.shown == (now.base, now.turn) and known == now.digests:
                return
            await self.send(await self.message(now, known))
            self.held.update((name, now.regions[name]) for name in (*now.changed(known), *self.held) if name in now.regions)
            self.known = now.digests
            self.shown = (now.base, now.turn)
            self.since = now.base
            if self.seat is not None:
                self.attendance.saw(await self.tables.live(self.table_id), self.seat)

    async def check_seat(self) -> None:
        """Close the page of somebody who may not see any more what it shows: the seat is another's now, or the table locked."""
        live = await self.tables.live(self.table_id)
        why = ""
        if self.seat is not None and not tokens.matches(self.token, live.seats[self.seat].token):
            why = "unseated.freed" if live.record is None else "unseated.taken_over"
        elif self.stranger and live.row.locked:
            why = "unseated.locked"
        if why:
            await self.tell({"is": "unseated", "text": PageWords(self.language).say(why)})
            await self.socket.close(REFUSED)
            raise WebSocketDisconnect(REFUSED)

    async def message(self, now: Rendered, known: Mapping[str, str]) -> str:
        """How the table is now, and if the page wants it, what led there: to who comes back, the last turn."""
        live, frames, went = await self.tables.live(self.table_id), list[DrawnFrame](), list[str]()
        seen, self.seen = self.seen, NEVER
        if self.beats and 0 <= self.since < now.base:
            frames = await self.frames.between(live, self.seat, self.since, now, self.language, self.screen)
            went = went_on(live, self.seat, self.since, now, self.language)
        if not frames and self.beats and self.seat is not None and 0 <= seen < live.steps:
            frames = await last_turn(live, self.seat, seen, self.language, self.screen)
        return message_with(frames, now, known, self.held, went) if frames or went else now.message(known, self.held)

    # --- choices

    async def answer(self, ask: PageMessage) -> None:
        """Carry out a message, update the page, then send the outcome."""
        await self.check_seat()
        if ask.do == "here":
            await self.tell_time()
            return
        if ask.do == "beats":
            self.beats = ask.beats and not self.past
            return
        if ask.do == "preview":
            await self.foresee(ask)
            return
        if ask.do == "tip":
            await self.give_tip(ask)
            return
        words = PageWords(self.language)
        reply: dict[str, Any]
        try:
            reply = await self.act(ask)
        except OfficinaError as error:
            code = error.message.key.rpartition(".")[2]
            reply = {"outcome": "illegal", "text": words.tell(error.message), "code": code}
        await self.push()
        await self.tell({"is": "answer", "id": ask.id, **reply})

    async def foresee(self, ask: PageMessage) -> None:
        """What a choice would bring, in words and as a board; nothing if it cannot be made now."""
        if self.seat is None:
            return
        live = await self.tables.live(self.table_id)
        if ask.base != live.version_for(self.seat):
            return
        try:
            found = await self.previews.drawn(live, self.seat, ask.say, self.language, self.screen)
        except OfficinaError:
            return
        await self.tell(found.message(ask.base, ask.say, self.held))

    async def give_tip(self, ask: PageMessage) -> None:
        """One line about the question that the seat is asked now; none if it is asked nothing."""
        live = await self.tables.live(self.table_id)
        if self.seat is None or live.record is None or live.why_frozen(self.seat) is not None:
            return
        seat, position = self.seat, live.playing().position
        if seat not in position.to_act:
            return
        found = await aside(lambda: tip(position, seat))
        words = PageWords(self.language, self.names())
        await self.tell({"is": "tip", "base": ask.base, "text": words.tell(found) if found is not None else ""})

    async def tell_time(self) -> None:
        """The server's time; it also tells a page that asks whether the connection still stands."""
        await self.tell({"is": "time", "now": self.tables.registry.clock()})

    async def tell(self, message: dict[str, Any]) -> None:
        """Send a message other than regions."""
        async with self.sending:
            await self.send(msgspec.json.encode(message).decode())

    async def send(self, text: str) -> None:
        """To a page that is still there: it may have gone while something was worked out for it."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect
        try:
            await self.socket.send_text(text)
        except RuntimeError:  # closed below us, for a frame that is none: nobody has told us yet
            raise WebSocketDisconnect from None

    async def act(self, ask: PageMessage) -> dict[str, Any]:
        """The outcome of a choice or an undo."""
        if self.seat is None:
            return {"outcome": "illegal", "text": PageWords(self.language).say("table.spectator")}
        asked: Choose | Undo
        if ask.do == "choose":
            asked = Choose(ask.base, ask.id, ask.say)
        elif ask.do == "undo":
            asked = Undo(ask.base, ask.id)
        else:
            return {"outcome": "illegal", "text": PageWords(self.language).say("table.failed")}
        return self.outcome(await self.tables.do(self.table_id, self.token, asked, sure=ask.sure))

    def outcome(self, answer: Result) -> dict[str, Any]:
        """An answer of the table in the page's words."""
        if isinstance(answer, Ok):
            return {"outcome": "ok"}
        if isinstance(answer, Illegal):
            names = self.names()
            words = PageWords(self.language, names).tell(answer.reason)
            return {"outcome": "illegal", "text": words, "rule": first_rule(answer.rule)}
        return {"outcome": "confirm" if isinstance(answer, Confirm) else "stale"}

    def names(self) -> list[str]:
        """The players' names."""
        live = self.tables.tables.get(self.table_id)
        return [] if live is None else scene.seat_names(live, self.language)


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
    page = Page(socket, tables, state.render_cache, state.attendance, socket.path_params["table"])
    page.origin = own_origin(socket, socket.app.state.public_origin)
    try:
        page.seat, page.token = await Paced(viewer(socket, tables, page.table_id), page.lane)
        page.stranger = not await seats_of(socket, tables, page.table_id)
        await check_lock(socket, tables, page.table_id)
    except OfficinaError:
        limits.wait(address_of(socket), "unknown")
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may have gone meanwhile
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
        log.exception("cannot answer a message from a page of table %s", page.table_id)
        code = COME_AGAIN
    finally:
        page.metrics.sockets -= 1
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)
