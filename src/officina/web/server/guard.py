"""Middleware: limits of rate, size and time, the check of the origin, and security headers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from officina.core.errors import OfficinaError
from officina.core.own_box import MOST_BYTES as BOX_BYTES
from officina.core.record import MOST_BYTES
from officina.core.text import Message
from officina.tables.effort import present
from officina.tables.housekeeping import Blocklist
from officina.tables.processes.cluster import begin_request
from officina.web.lanes import LONGEST_LINE, Lanes, Paced
from officina.web.limits import Limits, address_of
from officina.web.metrics import Metrics
from officina.web.requests import same_origin
from officina.web.server import refusals

log = logging.getLogger(__name__)
requests_log = logging.getLogger("officina.requests")

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FORM_BYTES: Final = 64 * 1024
PATIENCE: Final = 10.0
"""Timeout in seconds for a client's headers, for more of its body, and for reading what we send."""
LEAST_RATE: Final = 8 * 1024
"""A body may take longer than that if it arrives at this rate in bytes a second."""
SHORT: Final = 0.05
LATE: Final = 1.0
"""Grace for data that has already arrived."""
ONE_TABLE: Final = ("/t/", "/api/v1/tables/")
"""Addresses with a table's name in them."""
RECORDS: Final = ("/import", "/api/v1/records")
"""Addresses that take a record, which may be long."""


class Guard:
    """Refuses requests that break a limit, adds headers to every response, and counts requests."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        metrics: Metrics,
        patience: float = PATIENCE,
        lanes: Lanes | None = None,
        blocklist: Blocklist | None = None,
    ) -> None:
        self.blocklist = blocklist or Blocklist()
        self.app = app
        self.limits = limits
        self.lanes = lanes or Lanes()
        self.metrics = metrics
        self.patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin_request()
        if scope["type"] == "websocket" and self.blocks(scope):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        lane = self.lanes.of(address_of(HTTPConnection(scope)))
        present.set(lane)
        if scope["type"] != "http":
            await self.app(scope, receive, send)  # a page's socket: see live/socket.py
            return
        late = partial(self.respond, scope, receive, send, late=True)
        await Paced(self.respond(scope, receive, send), lane, late)

    async def respond(self, scope: Scope, receive: Receive, send: Send, late: bool = False) -> None:
        """Answer a request; ``late``: with a refusal, it stood in line for too long."""
        status = 0
        began = self.metrics.clock()

        async def send_guarded(message: ASGIMessage) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": guarded(message.get("headers", []))}
            await send(message)

        request = Request(scope, receive)
        try:
            refusal = refusals.too_often(request, LONGEST_LINE) if late else self.refusal(request)
            if refusal is not None:
                await refusal(scope, receive, send_guarded)
            else:
                if request.method not in ("GET", "HEAD"):
                    receive = bounded(receive, most_bytes(request), self.patience)
                await self.app(scope, receive, send_guarded)
        except ClientDisconnect:
            return  # it went away in the middle of what it said
        except Exception:
            # Details go to the log; the client only learns that the request failed.
            log.exception("unhandled error in a request")
            if status:
                raise
            await refusals.refuse(request, Message("web.error.failed"), 500)(scope, receive, send_guarded)
        finally:
            self.count(request, status, self.metrics.clock() - began)

    def refusal(self, request: Request) -> Response | None:
        """The response to a request that is refused unread; None if it may pass."""
        if self.blocks(request.scope):
            return refusals.refuse(request, Message("web.error.blocked"), 403, "blocked")
        address = address_of(request)
        seconds = self.limits.wait(address, "request")
        if request.url.path.startswith(ONE_TABLE):
            seconds = max(seconds, self.limits.wait(address, "unknown", 0))
        if seconds:
            return refusals.too_often(request, seconds)
        if request.method in ("GET", "HEAD"):
            return None
        # Under /api no cookie counts, so another site's page can do nothing there that anybody could not do.
        if not refusals.is_api(request) and not same_origin(request):
            return refusals.refuse(request, Message("web.error.foreign"), 403)
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > most_bytes(request):
            return too_large(request)
        # A form's parts are UTF-8 in every browser. Another alphabet may be one that makes no text of them, or none at all.
        kind = request.headers.get("content-type", "").lower()
        if kind.startswith("multipart/") and "charset" in kind:
            return refusals.refuse(request, Message("web.error.request"), 400, "request")
        return None

    def blocks(self, scope: Scope) -> bool:
        """Whether the request comes from an address that is not let in."""
        client = scope.get("client")
        return client is not None and self.blocklist.holds(str(client[0]))

    def count(self, request: Request, status: int, seconds: float) -> None:
        """Count and log a request by its route, never by its URL, which may hold a token."""
        if status == 404 and request.url.path.startswith(ONE_TABLE):
            self.limits.wait(address_of(request), "unknown")
        route = self.metrics.route_of(request.scope)
        self.metrics.answered(route, request.method, status, seconds)
        if requests_log.isEnabledFor(logging.INFO):
            fields = {"route": route, "method": request.method[:10], "status": status, "ms": round(seconds * 1000, 1)}
            requests_log.info("request", extra={"fields": fields})


def guarded(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """An answer's headers with those that every answer carries."""
    found = [*headers, *((name.lower().encode(), value.encode()) for name, value in HEADERS.items())]
    if not any(name == b"cache-control" for name, _ in headers):
        found.append((b"cache-control", b"no-store"))
    return found


def most_bytes(request: Request) -> int:
    """How large a body may be."""
    path = request.url.path
    if path.startswith("/box/") and (path.endswith("/import") or "/track/" in path):
        return 2 * BOX_BYTES + FORM_BYTES  # escaped in a form, it is longer
    return MOST_BYTES + FORM_BYTES if path in RECORDS else FORM_BYTES


def too_large(request: Request) -> Response:
    """The refusal of a body."""
    return refusals.refuse(request, Message("web.error.too_large", most=most_bytes(request) // 1024), 413)


def bounded(receive: Receive, most: int, patience: float, clock: Callable[[], float] = time.monotonic) -> Receive:
    """Limit a body's size and its rate of arrival. Only the time spent waiting for it counts."""
    seen = 0
    whole = False
    waited = 0.0

    async def receive_bounded() -> ASGIMessage:
        nonlocal seen, whole, waited
        if whole:
            return await receive()
        left = patience + seen / LEAST_RATE - waited
        if left < -LATE:  # a slow-drip client
            raise HTTPException(408)
        began = clock()
        try:
            message = await asyncio.wait_for(receive(), max(SHORT, left))
        except TimeoutError:
            raise HTTPException(408) from None
        waited += clock() - began
        seen += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if seen > most:
            raise HTTPException(413)
        return message

    return receive_bounded


# --- error handlers


async def officina_error(request: Request, error: Exception) -> Response:
    """The response to an error of ours."""
    assert isinstance(error, OfficinaError)
    return refusals.told(request, error)


PROTOCOL: Final[Mapping[int, tuple[str, str]]] = {
    404: ("web.error.no_page", "not_found"),
    405: ("api.error.method", "method"),
    408: ("api.error.slow", "slow"),
    415: ("api.error.media_type", "media_type"),
}
"""Text key and code of HTTP errors."""


async def http_error(request: Request, error: Exception) -> Response:
    """The response to an HTTP error, such as an unknown path or a wrong method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 413:
        return too_large(request)
    path = request.url.path
    slash = path.endswith("/") and path.strip("/") and not path.startswith("/api/")
    if error.status_code == 404 and request.method in ("GET", "HEAD") and slash:
        return RedirectResponse("/" + path.strip("/"))  # without the host: only a browser knows by which one it came
    key, code = PROTOCOL.get(error.status_code, ("web.error.request", "request"))
    headers: Mapping[str, Any] = error.headers or {}
    return refusals.refuse(request, Message(key), error.status_code, code, headers)
