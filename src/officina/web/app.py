"""The application: addresses, headers that every answer carries, and one clear page for every mistake."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from officina.core.errors import OfficinaError
from officina.core.record import MOST_BYTES
from officina.core.text import Message
from officina.tables import Tables
from officina.tables.company import Attendance
from officina.tables.notices import Notifier
from officina.web import home, pages, seatforms
from officina.web.people import Limits, same_origin
from officina.web.sharing import Gallery
from officina.web.socket import table_socket

STATIC: Final = Path(__file__).parent / "static"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FORM_BYTES: Final = 64 * 1024
STATUS: Final = {
    "unknown_table": 404,
    "unknown": 404,
    "unknown_near": 404,
    "wrong_link": 403,
    "not_your_view": 403,
    "not_host": 403,
    "too_often": 429,
}
"""HTTP's number for a mistake, by the last word of its sentence's key; 409 for all others."""


class Guard:
    """Headers on every answer; no foreign POST; no body that is too large."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: ASGIMessage) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                headers += [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        request = Request(scope)
        if request.method not in ("GET", "HEAD"):
            most = MOST_BYTES + FORM_BYTES if request.url.path == "/import" else FORM_BYTES
            refusal = refused(request, most)
            if refusal is not None:
                await refusal(scope, receive, send_guarded)
                return
            receive = bounded(receive, most)
        await self.app(scope, receive, send_guarded)


def refused(request: Request, most: int) -> Response | None:
    """Why a form is not even read; None if it may be."""
    if not same_origin(request):
        return pages.sorry(request, Message("web.error.foreign"), 403)
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        return pages.sorry(request, Message("web.error.too_large", most=most // 1024), 413)
    return None


def bounded(receive: Receive, most: int) -> Receive:
    """A body sent in pieces is counted too."""
    seen = 0

    async def receive_bounded() -> ASGIMessage:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413)
        return message

    return receive_bounded


async def officina_error(request: Request, error: Exception) -> Response:
    """A mistake with a sentence of its own."""
    assert isinstance(error, OfficinaError)
    code = error.message.key.rpartition(".")[2]
    return pages.sorry(request, error, STATUS.get(code, 409))


async def http_error(request: Request, error: Exception) -> Response:
    """An address that does not exist, or a wrong way to ask."""
    assert isinstance(error, HTTPException)
    key = {404: "web.error.no_page", 413: "web.error.too_large"}.get(error.status_code, "web.error.request")
    return pages.sorry(request, Message(key, most=FORM_BYTES // 1024), error.status_code)


async def alive(_request: Request) -> Response:
    """``/alive``: the server answers."""
    return PlainTextResponse("officina")


class LastingFiles(StaticFiles):
    """Static files; an address with a version may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        versioned = b"v=" in scope.get("query_string", b"")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if versioned else "public, max-age=300"
        return response


def routes() -> list[Route | WebSocketRoute | Mount]:
    """Every address."""
    get, post = ["GET"], ["POST"]
    return [
        Route("/", home.home, methods=get),
        Route("/alive", alive, methods=get),
        Route("/language", home.language, methods=post),
        Route("/new/{game}", home.new, methods=["GET", "POST"]),
        Route("/import", home.import_record, methods=post),
        Route("/rules/{game}", pages.rules, methods=get),
        Route("/board/{game}.css", pages.board_style, methods=get),
        Route("/t/{table}", pages.table, methods=get),
        Route("/t/{table}/at/{step:int}", pages.past, methods=get),
        Route("/t/{table}/log", pages.whole_log, methods=get),
        Route("/t/{table}/why", pages.why, methods=get),
        Route("/t/{table}/view", pages.view, methods=get),
        Route("/t/{table}/record", pages.record, methods=get),
        Route("/t/{table}/mine", pages.my_seat, methods=get),
        Route("/t/{table}/join/{seat:int}/{invitation}", pages.join, methods=get),
        Route("/t/{table}/seat/{token}", pages.seat_link, methods=get),
        Route("/t/{table}/sit", pages.sit, methods=post),
        Route("/t/{table}/rematch", pages.rematch, methods=post),
        Route("/turns", seatforms.turns, methods=get),
        Route("/t/{table}/mail/{seat:int}/{purpose}/{code}", seatforms.mail_link, methods=["GET", "POST"]),
        *(Route(f"/t/{{table}}/{name}", seatforms.seat_form, methods=post, name=name) for name in seatforms.FORMS),
        Route("/t/{table}/{what}", pages.seat_action, methods=post),
        WebSocketRoute("/t/{table}/socket", table_socket),
        Mount("/static", LastingFiles(directory=STATIC)),
    ]


def fingerprint() -> str:
    """A short name of the static files' content: pages ask for them by it, so a new version is never mixed with an old one."""
    whole = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            whole.update(path.read_bytes())
    return whole.hexdigest()[:10]


def make_app(
    tables: Tables,
    *,
    public_origin: str = "",
    limits: Limits | None = None,
    at_start: Callable[[Tables], Awaitable[list[str]]] | None = None,
    notifier: Notifier | None = None,
) -> Starlette:
    """The application over tables that it opens and closes itself.

    ``public_origin`` is the address that others can reach; ``at_start`` may open tables that the first page then shows.
    """

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with tables, app.state.attendance, app.state.notifier:
            if at_start is not None:
                app.state.on_show = await at_start(tables)
            yield

    app = Starlette(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(Guard)],
        exception_handlers={OfficinaError: officina_error, HTTPException: http_error},
    )
    app.state.tables = tables
    app.state.attendance = Attendance(tables)
    app.state.notifier = notifier or Notifier(tables)
    app.state.on_show = []
    app.state.gallery = Gallery(tables)
    app.state.limits = limits or Limits()
    app.state.public_origin = public_origin
    app.state.assets = fingerprint()
    return app
