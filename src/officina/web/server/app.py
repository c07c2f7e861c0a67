"""The application: all routes, and the state that handlers share."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
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
from officina.tables.actions.attendance import Attendance
from officina.tables.club.club import Club
from officina.tables.housekeeping import Housekeeping
from officina.tables.notices.notices import Notifier
from officina.tables.people.people import People
from officina.tables.people.recovery import Recovery
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.retention import Keep
from officina.web.api.operations import api
from officina.web.api.page import api_page
from officina.web.lanes import Lanes
from officina.web.limits import Limits
from officina.web.live.frames import FrameCache
from officina.web.live.previews import PreviewCache
from officina.web.live.render_cache import RenderCache
from officina.web.live.socket import table_socket
from officina.web.metrics import Metrics, metrics
from officina.web.pages import (
    analysis,
    boxes,
    club,
    club_sheets,
    glossary,
    home,
    learn,
    looks,
    me,
    me_data,
    new_table,
    pocket,
    push,
    seat_forms,
    table_pages,
    tracks,
)
from officina.web.pages.rendering import for_company
from officina.web.server.guard import PATIENCE, Guard, http_error, officina_error

STATIC: Final = Path(__file__).parent.parent / "static"
mimetypes.add_type("font/woff2", ".woff2")  # which types are known depends on the machine


async def alive(_request: Request) -> Response:
    """``/alive``: the server answers, whatever its database does."""
    return PlainTextResponse("officina")


async def ready(request: Request) -> Response:
    """``/ready``: the database can be read and written; 503 if it cannot."""
    tables: Tables = request.app.state.tables
    if await tables.readiness.look():
        return PlainTextResponse("ready")
    return PlainTextResponse("not ready", 503)


class VersionedFiles(StaticFiles):
    """Static files; URLs with the version of this program, or with a file's own hash, are cached for ever.

    While two versions stand behind one address, a page of one may fetch a file from the other: nobody keeps that.
    """

    def __init__(self, directory: Path, version: str) -> None:
        super().__init__(directory=directory)
        self.versions = {version, *(short_hash(path.read_bytes()) for path in directory.rglob("*") if path.is_file())}

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        _, _, version = scope.get("query_string", b"").decode("latin-1").partition("v=")
        kept = (
            "public, max-age=31536000, immutable"
            if version in self.versions
            else "no-store"
            if version
            else "public, max-age=300"
        )
        response.headers["Cache-Control"] = kept
        return response


def short_hash(data: bytes) -> str:
    """By what a file's content is known in its URL."""
    return hashlib.sha256(data).hexdigest()[:10]


class SmallNumber(IntegerConvertor):
    """``{step:small}``: a number of at most six digits; longer ones are not found."""

    regex = "[0-9]{1,6}"


register_url_convertor("small", SmallNumber())


def routes(assets: str) -> list[Route | WebSocketRoute | Mount]:
    """All routes; ``assets``: the version of the static files."""
    get, post = ["GET"], ["POST"]
    for_drawing = [Route("/looks", looks.looks, methods=get), Route("/looks/themes.css", looks.themes, methods=get)]
    return [
        Route("/", home.home, methods=get),
        Route("/alive", alive, methods=get),
        Route("/ready", ready, methods=get),
        Route("/metrics", metrics, methods=get),
        Route("/manifest.webmanifest", pocket.manifest, methods=get),
        Route("/worker.js", pocket.worker, methods=get),
        Route("/offline", pocket.offline, methods=get),
        Route("/push", push.subscribe, methods=post),
        Route("/push/key", push.key, methods=get),
        Route("/push/again", push.again, methods=post),
        Route("/push/off", push.off, methods=post),
        Route("/api", api_page, methods=get),
        api(),
        Route("/language", home.language, methods=post),
        Route("/play/{game}", new_table.play, methods=post),
        Route("/learn/{game}", learn.learn, methods=post),
        Route("/new/{game}", new_table.new, methods=["GET", "POST"]),
        Route("/box", boxes.games, methods=get),
        Route("/box/{game}", boxes.shelf, methods=get),
        Route("/box/{game}", boxes.make, methods=post),
        Route("/box/{game}/import", boxes.receive, methods=post),
        Route("/box/{game}/{box}", boxes.editor, methods=get),
        Route("/box/{game}/{box}", boxes.change, methods=post),
        Route("/box/{game}/{box}/file", boxes.file, methods=get),
        Route("/box/{game}/{box}/track", tracks.editor, methods=get),
        Route("/box/{game}/{box}/track/draw", tracks.draw, methods=post),
        Route("/box/{game}/{box}/track/open", tracks.open_file, methods=post),
        Route("/box/{game}/{box}/track/drive", tracks.drive, methods=post),
        Route("/box/{game}/{box}/track/keep", tracks.keep, methods=post),
        Route("/box/{game}/{box}/track/file", tracks.file, methods=post),
        Route("/box/{game}/{box}/track/{name}.svg", tracks.picture, methods=get),
        Route("/records", home.records, methods=get),
        Route("/import", home.import_record, methods=post),
        Route("/me", me.me, methods=["GET", "POST"]),
        Route("/me/seats", me.join_seats, methods=post),
        Route("/me/device", me.device, methods=post),
        Route("/me/join/{code}", me.join, methods=["GET", "POST"]),
        Route("/me/leave", me.leave, methods=post),
        Route("/me/recover", me_data.recover, methods=["GET", "POST"]),
        Route("/me/mail", me_data.set_email, methods=post),
        Route("/me/mail/{person}/{purpose}/{code}", me_data.mail_link, methods=["GET", "POST"]),
        Route("/me/history.csv", me_data.history_file, methods=get),
        Route("/me/export", me_data.export, methods=get),
        Route("/me/erase", me_data.erase, methods=post),
        Route("/club", club.club, methods=get),
        Route("/club/join", club.join, methods=post),
        Route("/club/leave", club.leave, methods=post),
        Route("/club/evening/{table}", club_sheets.evening, methods=get),
        Route("/club/member/{person}", club_sheets.member, methods=get),
        Route("/rules", home.rule_books, methods=get),
        Route("/rules/{game}", table_pages.rules, methods=get),
        Route("/glossary/{game}", glossary.things, methods=get),
        Route("/board/{game}.css", table_pages.board_style, methods=get),
        Route("/t/{table}", table_pages.table, methods=get),
        Route("/t/{table}/at/{step:small}", for_company(table_pages.past), methods=get),
        Route("/t/{table}/at/{step:small}/play", for_company(new_table.play_on), methods=post),
        Route("/t/{table}/log", for_company(table_pages.whole_log), methods=get),
        Route("/t/{table}/why", for_company(table_pages.why), methods=get),
        Route("/t/{table}/hint", for_company(analysis.hint), methods=get),
        Route("/t/{table}/view", for_company(table_pages.view), methods=get),
        Route("/t/{table}/record", for_company(table_pages.record), methods=get),
        Route("/t/{table}/box", for_company(boxes.of_table), methods=get),
        Route("/t/{table}/analysis", for_company(analysis.page), methods=get),
        Route("/t/{table}/analysis", for_company(analysis.ask), methods=post),
        Route("/t/{table}/personal", seat_forms.personal, methods=get),
        Route("/t/{table}/mine", table_pages.my_seat, methods=get),
        Route("/t/{table}/join/{seat:small}/{invitation}", table_pages.join, methods=get),
        Route("/t/{table}/seat/{token}", table_pages.seat_link, methods=get),
        Route("/turns", seat_forms.turns, methods=get),
        Route("/t/{table}/mail/{seat:small}/{purpose}/{code}", seat_forms.mail_link, methods=["GET", "POST"]),
        *seat_forms.forms(),
        *(for_drawing if looks.in_development() else []),
        WebSocketRoute("/t/{table}/socket", table_socket),
        Mount("/static", VersionedFiles(STATIC, assets)),
    ]


def fingerprint() -> str:
    """A hash of all static files, part of their URLs: so old and new versions are never mixed."""
    whole = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            whole.update(path.read_bytes())
    return whole.hexdigest()[:10]


def make_app(
    tables: Tables,
    *,
    public_origin: str = "",
    lan_origin: str = "",
    limits: Limits | None = None,
    at_start: Callable[[Tables], Awaitable[list[str]]] | None = None,
    figures: Metrics | None = None,
    patience: float = PATIENCE,
    notifier: Notifier | None = None,
    lanes: Lanes | None = None,
    keep: Keep | None = None,
) -> Starlette:
    """The application over tables that it opens and closes itself.

    ``public_origin`` is the address that all links have, if one was named; ``lan_origin`` the one that others in the same
    network can reach, for links that are made on this machine; ``at_start`` may open tables that the first page then shows;
    ``figures`` are the metrics; a client that is slower than ``patience`` is refused; ``lanes`` are the limits by cost;
    ``keep`` says what is deleted when.
    """
    limits = limits or Limits()
    figures = figures or Metrics()
    lanes = lanes or Lanes(factor=limits.factor)
    housekeeping = Housekeeping(tables.storage, keep)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with tables, housekeeping, app.state.attendance, app.state.notifier, figures.measuring(tables):
            await app.state.club.look()
            if at_start is not None:
                app.state.on_show = await at_start(tables)
            yield

    assets = fingerprint()
    app = Starlette(
        routes=routes(assets),
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, limits=limits, metrics=figures, patience=patience, lanes=lanes, blocklist=housekeeping.blocklist),
        ],
        exception_handlers={OfficinaError: officina_error, HTTPException: http_error},
    )
    app.state.tables = tables
    app.state.housekeeping = housekeeping
    app.state.attendance = Attendance(tables.registry)
    app.state.notifier = notifier or Notifier(tables.registry)
    app.state.people = People(tables.registry)
    app.state.recovery = Recovery(app.state.people, app.state.notifier.mailer)
    app.state.scorebook = ScoreBook(tables.storage)
    app.state.club = Club(tables.storage, app.state.scorebook)
    app.state.on_show = []
    app.state.render_cache = RenderCache(tables)
    app.state.previews = PreviewCache()
    app.state.frames = FrameCache()
    app.state.limits = limits
    app.state.lanes = lanes
    app.state.metrics = figures
    app.state.patience = patience
    figures.know(app.routes)
    app.state.public_origin, app.state.lan_origin = public_origin, lan_origin
    app.router.redirect_slashes = False  # Starlette would build the address from what the request says it is
    app.state.assets = assets
    return app
