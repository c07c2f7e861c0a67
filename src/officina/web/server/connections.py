"""Limits of connections: a number of them by address, and timeouts for slow clients.

uvicorn's settings close a connection that is idle between requests and bound the number of all. What they leave open is closed
here: headers that do not come to an end, the rest of a refused body, a response or a WebSocket message that the client does not
read. This stands on the inside of uvicorn and websockets, so pyproject.toml bounds them to the versions it is tested with.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any, Final

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Response

from officina.web.limits import Limits, counted
from officina.web.metrics import Metrics
from officina.web.server.guard import PATIENCE, guarded

CONNECTION: Final = "connection"
MOST_FILES: Final = 65_536
SPARE_FILES: Final = 100
"""File descriptors reserved for everything but connections."""
MOST_HEAD: Final = 16 * 1024
"""Bytes of a request's line and headers, and of what stands between pieces of its body or after the last."""
VERSIONS: Final = ("1.1", "1.0")
PIECE: Final = 4096
"""So much is read at once: a few hundred requests at most."""
HEAD: Final = 0
BODY: Final = 1
DONE: Final = 2
"""How far a request has been read."""


class Gate:
    """Counts connections and holds their limits. ``trusted`` are proxies, which carry many clients' connections."""

    def __init__(self, limits: Limits, metrics: Metrics, patience: float = PATIENCE, trusted: Sequence[str] = ()) -> None:
        self.limits = limits
        self.metrics = metrics
        self.patience = patience
        self.trusted = [ip_network(network) for network in trusted]
        self.most = raise_file_limit() - SPARE_FILES
        self.open = 0

    def enter(self, host: str) -> bool:
        """Whether one more connection of that address may be open; then :meth:`leave` must follow."""
        if self.open >= self.most or (not self.trusts(host) and not self.limits.enter(counted(host), CONNECTION)):
            self.metrics.cut_off["too_many"] += 1
            return False
        self.open += 1
        return True

    def trusts(self, host: str) -> bool:
        """Whether the connection comes from a proxy of ours."""
        return bool(self.trusted) and any(ip_address(host) in network for network in self.trusted)

    def leave(self, host: str) -> None:
        """A connection was closed."""
        self.open -= 1
        if not self.trusts(host):
            self.limits.leave(counted(host), CONNECTION)


class Timer:
    """Timeouts of a connection: it is aborted unless they are stopped in time."""

    def __init__(self, gate: Gate, transport: asyncio.Transport) -> None:
        self.gate = gate
        self.transport = transport
        self.handles: dict[str, asyncio.TimerHandle] = {}

    def start(self, why: str) -> None:
        """Start a timeout unless it runs already."""
        if why not in self.handles:
            loop = asyncio.get_running_loop()
            self.handles[why] = loop.call_later(self.gate.patience, self.cut, why)

    def stop(self, why: str) -> None:
        """Stop a timeout."""
        handle = self.handles.pop(why, None)
        if handle is not None:
            handle.cancel()

    def stop_all(self) -> None:
        """The connection is closed."""
        for why in list(self.handles):
            self.stop(why)

    def cut(self, why: str) -> None:
        """Abort a connection whose timeout is over."""
        self.gate.metrics.cut_off[why] += 1
        self.stop_all()
        self.transport.abort()


class Flow(FlowControl):
    """Nothing more is read while something that was read waits for the requests before it."""

    behind = False

    def resume_reading(self) -> None:
        if not self.behind:
            super().resume_reading()


class Http(HttpToolsProtocol):
    """HTTP with timeouts, and with bounds for what the parser in C leaves open: long headers, requests sent ahead."""

    gate: Gate
    timer: Timer
    flow: Flow
    host = ""
    inside = False
    upgraded = False
    stage = HEAD
    """What of a request is being read."""
    around = 0
    """How many bytes of it say nothing so far: its headers, or what came after the last piece of its body."""
    held = b""
    """What was read of later requests while earlier ones have no answer yet."""
    spoilt = False
    """Something was sent that is no HTTP: nothing is read any more."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = Flow(transport)
        self.timer = Timer(self.gate, transport)
        self.host = self.client[0] if self.client else ""
        self.inside = self.gate.enter(self.host)
        if not self.inside:
            transport.abort()
            return
        self.timer.start("headers")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.timer.stop_all()
        self.held = b""
        if self.inside:
            self.inside = False
            self.gate.leave(self.host)

    def data_received(self, data: bytes) -> None:
        self.held = self.held + data if self.held else data
        self.feed()

    def feed(self) -> None:
        """Read requests, but no more while some that were sent ahead wait for their turn."""
        while self.held and not (self.pipeline or self.upgraded or self.spoilt or self.transport.is_closing()):
            piece, self.held = self.held[:PIECE], self.held[PIECE:]
            stage = self.stage
            self.parse(piece)
            if self.stage == stage:
                self.around += len(piece)
                if self.around > MOST_HEAD:
                    self.refuse()
        self.flow.behind = bool(self.held)
        if self.upgraded:
            return
        if self.held:
            self.flow.pause_reading()
        if not self.held and (self.stage == HEAD or (self.stage == DONE and self.is_idle)):
            self.timer.start("headers")
        else:
            self.timer.stop("headers")

    def parse(self, piece: bytes) -> None:
        """Read a piece of the requests."""
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserError:
            self.refuse()
        except httptools.HttpParserUpgrade as upgrade:
            if not self._should_upgrade():
                (end,) = upgrade.args
                self.ignore_upgrade(piece[end:])
            elif self.is_idle:
                self.handle_websocket_upgrade()
            else:  # the socket would take the connection away from answers under way: they would never learn of its end
                self.refuse()

    def refuse(self) -> None:
        """What was sent is no HTTP: it is told so after the answers to what was sent before."""
        self.spoilt = True
        if self.transport.is_closing() or self.pipeline or not (self.stage == BODY or self.is_idle):
            return
        self.logger.warning("Invalid HTTP request received.")
        if self.stage != BODY or not self.cycle.response_started:  # a request has one answer
            self.send_400_response("Invalid HTTP request received.")
        self.transport.close()

    @property
    def is_idle(self) -> bool:
        """Whether no answer is under way."""
        return self.cycle is None or self.cycle.response_complete

    def ignore_upgrade(self, rest: bytes) -> None:
        """Read a request again without its wish for a protocol that is not ours: the parser would take its body for that."""
        line = b"%s %s HTTP/%s\r\n" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())
        others = [b"%s: %s\r\n" % header for header in self.headers if header[0] != b"upgrade"]
        self.held = b"".join([line, *others, b"\r\n", rest, self.held])
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self.stage = HEAD

    # --- what the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.stage, self.around = HEAD, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.stage == HEAD:  # what comes after a body is no header of it
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        hosts, version = sum(name == b"host" for name, _ in self.headers), self.parser.get_http_version()
        if hosts > 1 or (not hosts and version == "1.1") or version not in VERSIONS or self.parser.get_method() == b"CONNECT":
            raise httptools.HttpParserError("one host, no tunnel to another, and no other protocol")
        if not self.parser.should_upgrade() or self._should_upgrade():
            super().on_headers_complete()
        self.stage, self.around = BODY, 0
        self.timer.stop("headers")

    def on_body(self, body: bytes) -> None:
        self.around = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.stage = DONE
        self.timer.stop("unwanted")
        if not self.parser.should_upgrade():
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.spoilt:
            self.refuse()
        if self.held:
            self.feed()
        # The response is sent; the rest of the body is discarded for a while, so that the client gets the response.
        if self.stage == BODY and self.is_idle:
            self.timer.start("unwanted")

    def pause_writing(self) -> None:
        super().pause_writing()
        self.timer.start("unread")

    def resume_writing(self) -> None:
        super().resume_writing()
        self.timer.stop("unread")

    def handle_websocket_upgrade(self) -> None:
        self.upgraded = True
        self.timer.stop_all()
        # From here on the WebSocket protocol owns the connection and its place in the count.
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Malformed HTTP is answered with the same headers as everything else."""
        headers = guarded([(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")])
        headers += [*self.server_state.default_headers, (b"content-length", str(len(msg)).encode())]
        lines = [b"%s: %s\r\n" % header for header in headers]
        self.transport.write(b"".join([STATUS_LINE[HTTPStatus.BAD_REQUEST], *lines, b"\r\n", msg.encode("ascii")]))
        self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """WebSockets with timeouts and backpressure: while the client does not read, nothing more is read from it."""

    gate: Gate
    timer: Timer
    host = ""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.close_timeout = self.gate.patience
        self.answer = self.conn.send_response
        self.conn.send_response = self.answer_guarded  # type: ignore[method-assign]  # every answer to a handshake passes there

    def answer_guarded(self, response: Response) -> None:
        """A refused handshake, whoever refused it, is answered with the same headers as everything else."""
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            present = {name.lower() for name, _ in response.headers.raw_items()}
            for name, value in guarded([]):
                if name.decode() not in present:
                    response.headers[name.decode()] = value.decode()
        self.answer(response)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.timer = Timer(self.gate, self.transport)
        self.host = self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.timer.stop_all()
        self.gate.leave(self.host)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except InvalidState:  # a second frame that cannot be read, while the close that the first one earned is under way
            self.transport.abort()
            return
        if not self.writable.is_set():
            self.transport.pause_reading()  # pings are answered: a client that does not read the answers must not send more

    def pause_writing(self) -> None:
        super().pause_writing()
        self.timer.start("unread")
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.timer.stop("unread")
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()


def is_of_us(record: logging.LogRecord) -> bool:
    """Whether a line of the log is about us: a frame that is no text says something about its sender only."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


def protocols(gate: Gate) -> dict[str, Any]:
    """The settings of uvicorn that install these protocols."""
    logging.getLogger("uvicorn.error").addFilter(is_of_us)  # anybody could fill the log with tracebacks
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # ... and with complaints about their own forms
    settings = {"gate": gate}
    return {"http": type("GatedHttp", (Http,), settings), "ws": type("GatedSocket", (Socket,), settings)}


def raise_file_limit() -> int:
    """Raise this process's limit of open files (connections are files) as far as allowed; the new limit."""
    try:
        import resource
    except ImportError:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return soft
