"""Advice: where a finished game was won and lost, and a hint during play. Both are worked out in helper processes."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from officina.core.text import Message
from officina.tables import LiveTable, TableError
from officina.tables.effort import aside
from officina.tables.processes.analyses import Looking
from officina.web.live.chairs import looks_of
from officina.web.live.lookback import report
from officina.web.live.previews import PreviewCache, foretold
from officina.web.live.render_cache import RenderCache
from officina.web.live.scene import seat_names
from officina.web.pages.rendering import check_often, html, tables_of
from officina.web.requests import language_of, screen_of, viewer
from officina.web.words import PageWords


async def finished(request: Request) -> LiveTable:
    """The table, if its game was played to its end; TableError otherwise."""
    live = await tables_of(request).live(request.path_params["table"])
    if live.record is None or not live.revealed or not live.playing().position.over:
        raise TableError(Message("web.error.analysis_later"))
    return live


def key_of(live: LiveTable) -> str:
    """What an analysis is kept under: a game that was taken back and played on is another one."""
    return f"{live.id} {live.row.version}"


async def begin(request: Request, live: LiveTable) -> Looking:
    """Have this process look back at the game, unless it does or did."""
    check_often(request, "analyse")
    return tables_of(request).analyst.begin(key_of(live), await aside(live.record_text))


async def ask(request: Request) -> Response:
    """The button: begin, and go to the page that shows how far it is."""
    live = await finished(request)
    await begin(request, live)
    return RedirectResponse(f"/t/{live.id}/analysis?asked=1", 303)


async def page(request: Request) -> Response:
    """How far it is, or what was found; with ``?part=1`` the former as data, for the page's script.

    ``?asked=1``: somebody pressed the button. Of several processes another one may have been asked: then this one begins, too.
    """
    live = await finished(request)
    found = tables_of(request).analyst.known(key_of(live))
    if found is None and "asked" in request.query_params:
        found = await begin(request, live)
    if "part" in request.query_params:
        return JSONResponse(progress(found))
    language = language_of(request)
    words = PageWords(language, seat_names(live, language))
    shown: dict[str, Any] = {}
    if found is not None and found.analysis is not None:
        cache: RenderCache = request.app.state.render_cache
        course = await cache.courses.course(live)
        looks = looks_of(live.game, live.playing().position)
        shown = await aside(partial(report, found.analysis, live, course, looks, words, screen_of(request)))
    return html(request, "analysis.html", words, info=live.info, game=live.game, **progress(found), **shown)


def progress(found: Looking | None) -> dict[str, Any]:
    """Whether it was begun, is done or given up, and how far it is."""
    if found is None:
        return {"state": "none", "done": 0, "of": 1}
    state = "done" if found.analysis is not None else "failed" if found.failed else "running"
    return {"state": state, "done": found.done, "of": found.of}


async def hint(request: Request) -> Response:
    """``/t/ID/hint``: what a strong player would choose now, for the panel; why not, where the table allows no hints."""
    tables = tables_of(request)
    live = await tables.live(request.path_params["table"])
    seat, _ = await viewer(request, tables, live.id)
    if seat is None:
        raise TableError(Message("tables.error.wrong_link"))
    check_often(request, "hint")
    language = language_of(request)
    words = PageWords(language, seat_names(live, language))
    try:
        option = await tables.hints.hint(live, seat)
    except TableError as error:
        return html(request, "hint.html", words, refused=words.tell(error.message))
    position = live.playing().position
    kind = position.kind(seat)
    cache: PreviewCache = request.app.state.previews
    found = await cache.preview(live, seat, live.game.vocabulary.text(kind, option))
    text = words.tell(live.game.option_text(position, seat, kind, option))
    return html(request, "hint.html", words, refused="", choice=text, told=foretold(live, seat, found, language))
