"""The application: every address, and what it is made of."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from officina.core.errors import OfficinaError
from officina.tables import Tables
from officina.tables.company import Attendance
from officina.tables.notices import Notifier
from officina.web import home, pages, seatforms
from officina.web.api.operations import api
from officina.web.api.page import api_page
from officina.web.guard import PATIENCE, Guard, http_error, officina_error
from officina.web.limits import Limits
from officina.web.metrics import Metrics, metrics
from officina.web.neighbours import Neighbours
from officina.web.sharing import Gallery
from officina.web.socket import table_socket

STATIC: Final = Path(__file__).parent / "static"


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


class SmallNumber(IntegerConvertor):
    """``{step:small}``: a number of at most six figures. Longer ones are no address of ours, and too long to be read at all."""

    regex = "[0-9]{1,6}"


register_url_convertor("small", SmallNumber())


def routes() -> list[Route | WebSocketRoute | Mount]:
    """Every address."""
    get, post = ["GET"], ["POST"]
    return [
        Route("/", home.home, methods=get),
        Route("/alive", alive, methods=get),
        Route("/metrics", metrics, methods=get),
        Route("/api", api_page, methods=get),
        api(),
        Route("/language", home.language, methods=post),
        Route("/new/{game}", home.new, methods=["GET", "POST"]),
        Route("/import", home.import_record, methods=post),
        Route("/rules/{game}", pages.rules, methods=get),
        Route("/board/{game}.css", pages.board_style, methods=get),
        Route("/t/{table}", pages.table, methods=get),
        Route("/t/{table}/at/{step:small}", pages.past, methods=get),
        Route("/t/{table}/log", pages.whole_log, methods=get),
        Route("/t/{table}/why", pages.why, methods=get),
        Route("/t/{table}/view", pages.view, methods=get),
        Route("/t/{table}/record", pages.record, methods=get),
        Route("/t/{table}/mine", pages.my_seat, methods=get),
        Route("/t/{table}/join/{seat:small}/{invitation}", pages.join, methods=get),
        Route("/t/{table}/seat/{token}", pages.seat_link, methods=get),
        Route("/t/{table}/sit", pages.sit, methods=post),
        Route("/t/{table}/rematch", pages.rematch, methods=post),
        Route("/turns", seatforms.turns, methods=get),
        Route("/t/{table}/mail/{seat:small}/{purpose}/{code}", seatforms.mail_link, methods=["GET", "POST"]),
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
    figures: Metrics | None = None,
    patience: float = PATIENCE,
    notifier: Notifier | None = None,
    neighbours: Neighbours | None = None,
) -> Starlette:
    """The application over tables that it opens and closes itself.

    ``public_origin`` is the address that others can reach; ``at_start`` may open tables that the first page then shows;
    ``figures`` are counted for ``/metrics``; a client that is slower than ``patience`` is refused;
    ``neighbours`` are the other workers of the same server.
    """
    limits = limits or Limits()
    figures = figures or Metrics()

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with tables, app.state.attendance, app.state.notifier, neighbours or nullcontext():
            if at_start is not None:
                app.state.on_show = await at_start(tables)
            yield

    app = Starlette(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(Guard, limits=limits, metrics=figures, patience=patience)],
        exception_handlers={OfficinaError: officina_error, HTTPException: http_error},
    )
    app.state.tables = tables
    app.state.attendance = Attendance(tables)
    app.state.notifier = notifier or Notifier(tables)
    app.state.on_show = []
    app.state.gallery = Gallery(tables)
    app.state.limits = limits
    app.state.metrics = figures
    app.state.patience = patience
    app.state.neighbours = neighbours
    if neighbours is not None:
        neighbours.tell = lambda: figures.figures(tables)
    figures.know(app.routes)
    app.state.public_origin = public_origin
    app.state.assets = fingerprint()
    return app
