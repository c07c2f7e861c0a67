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

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
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


class Http(H11Protocol):
    """HTTP with timeouts."""

    gate: Gate
    timer: Timer
    host = ""
    inside = False
    upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
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
        if self.inside:
            self.inside = False
            self.gate.leave(self.host)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.upgraded:
            return
        if self.conn.their_state is h11.IDLE:
            self.timer.start("headers")
        else:
            self.timer.stop("headers")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # The response is sent; the rest of the body is discarded for a while, so that the client gets the response.
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            self.timer.start("unwanted")

    def handle_events(self) -> None:
        super().handle_events()
        if not self.upgraded and self.conn.their_state is not h11.SEND_BODY:
            self.timer.stop("unwanted")

    def pause_writing(self) -> None:
        super().pause_writing()
        self.timer.start("unread")

    def resume_writing(self) -> None:
        super().resume_writing()
        self.timer.stop("unread")

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.upgraded = True
        self.timer.stop_all()
        # From here on the WebSocket protocol owns the connection and its place in the count.
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Malformed HTTP is answered with the same headers as everything else."""
        headers = guarded([(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")])
        events = (h11.Response(status_code=400, headers=headers, reason=b"Bad Request"), h11.Data(data=msg.encode("ascii")))
        with contextlib.suppress(h11.LocalProtocolError):
            for part in (*events, h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
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
