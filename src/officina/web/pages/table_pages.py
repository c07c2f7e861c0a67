"""The pages of a table: playing, looking back, the whole log, the rules, the record, one's seat."""

from __future__ import annotations

import json
from typing import Any, Final, get_args
from urllib.parse import quote, urlencode

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from officina.core.boxes import box_of
from officina.core.events import SPEEDS, beats_shown
from officina.core.text import Message
from officina.core.tips import FIRST_GAMES
from officina.games import GAMES
from officina.looks import sheet
from officina.messages import MOST_LINE, MOST_NOTE, Sign
from officina.tables import LiveTable, TableError
from officina.tables.effort import aside
from officina.tables.errors import NotSaved
from officina.tables.storage.seat_data import DIGESTS
from officina.tables.table.model import MOST_NAME
from officina.web.live import lobby, question, regions, replay, scene, sentences, templates
from officina.web.live.catch_up import news
from officina.web.live.chairs import chair_looks
from officina.web.live.course import Course
from officina.web.live.ending import decided
from officina.web.live.frames import beat_scene
from officina.web.live.render_cache import RenderCache, Rendered, rendered
from officina.web.pages.persons import own_seat
from officina.web.pages.push import push_key
from officina.web.pages.rendering import check_often, html, tables_of
from officina.web.pages.rule_pictures import moments
from officina.web.pages.rulebook import rulebook, rules_part
from officina.web.requests import (
    check_lock,
    is_local,
    keep_seat,
    language_of,
    name_of,
    own_origin,
    screen_of,
    seats_of,
    viewer,
    whole_number,
)
from officina.web.words import PageWords, agreed

MOST_LOG_LINES: Final = 200
"""About so many sentences are on a page of the whole log."""


# --- the table


async def table(request: Request) -> Response:
    """``/t/ID``: the table as it is."""
    cache: RenderCache = request.app.state.render_cache
    table_id = request.path_params["table"]
    live = await tables_of(request).live(table_id)
    seat, token = await viewer(request, tables_of(request), table_id)
    if seat is None and request.query_params.get("seat") != "0":
        here = await own_seat(request, table_id)
        if here is not None:
            return here
    await check_lock(request, tables_of(request), table_id)
    language = language_of(request)
    origin = own_origin(request, request.app.state.public_origin)
    screen = screen_of(request)
    now = await cache.render(table_id, seat, language, token, origin, screen)
    look = await cache.scene(live, seat, language, token, origin, screen)
    own = await own_things(request, live, seat, token) if seat is not None else {}
    return table_page(request, look, now, [], **own)


async def own_things(request: Request, live: LiveTable, seat: int, token: str) -> dict[str, Any]:
    """What only the seat itself sees: its note, its notification settings, how many choices it missed.

    Nothing while the storage fails: the table can be viewed all the same, and an empty note must not replace the real one.
    """
    try:
        return await kept_things(request, live, seat, token)
    except NotSaved:
        return {}


async def kept_things(request: Request, live: LiveTable, seat: int, token: str) -> dict[str, Any]:
    """What the storage keeps for that seat alone."""
    tables = tables_of(request)
    seen = await request.app.state.attendance.seen_by(live, seat)
    missed = live.steps - seen if 0 <= seen < live.steps else 0
    return {
        "note": await tables.note(live.id, token),
        "wishes": await request.app.state.notifier.wishes(live.id, token),
        "missed": missed,
        "news": await news(live, seat, seen, language_of(request)) if missed else [],
    }


async def past(request: Request) -> Response:
    """``/t/ID/at/N``: the table as it was. Before the end, from one's own seat or a spectator's; afterwards from any.

    With ``?beat=K`` as it was at the K-th beat of what led there.
    """
    table_id = request.path_params["table"]
    live = await tables_of(request).live(table_id)
    if live.record is None:
        raise TableError(Message("tables.error.not_started"))
    seat, views = await point_of_view(request, live)
    last = live.steps
    step = min(request.path_params["step"], last)
    cache: RenderCache = request.app.state.render_cache
    course = await cache.courses.course(live)
    look = await scene.past_scene(live, seat, language_of(request), step, screen=screen_of(request), course=course)
    look = await beat_scene(live, look, whole_number(request.query_params.get("beat")))
    now = rendered(look, live.version_for(seat))
    words = PageWords(look.language, look.names())
    query = "" if seat is None and not views else f"?seat={0 if seat is None else seat + 1}"
    for name, markup in replay.replay_regions(look, words, views, query).items():
        now.regions[name], now.digests[name] = markup, templates.digest(markup)
    if "part" in request.query_params:
        found = {name: [now.digests[name], markup] for name, markup in now.regions.items()}
        length = 0.0
        if look.happened is not None:
            told = sentences.event_words(live.game, look.happened, words)
            length = beats_shown(live.game.event_kinds[look.happened.code].beat, told, look.repeated)
        state = {"step": step, "last": last, "beat": look.beat, "beats": look.beats, "length": length, "regions": found}
        return Response(msgspec.json.encode(state), media_type="application/json")
    pins = pinned(live, course)
    bar = replay.replay_bar(look, words, now.regions["replay-keys"], query, pins)
    return table_page(request, look, now, views, query, replay_bar=bar)


def pinned(live: LiveTable, course: Course) -> dict[int, int]:
    """The numbers of the turning points by the step that shows them; none before everything may be shown."""
    position = live.playing().position
    if not position.over:
        return {}
    return {found.step: number for number, found in enumerate(decided(course, position.winners()), 1)}


async def point_of_view(request: Request, live: LiveTable) -> tuple[int | None, list[int]]:
    """The seat to view as, and the seats that would be allowed."""
    mine = await seats_of(request, tables_of(request), live.id)
    views = list(range(live.info.players)) if live.revealed else sorted(mine)
    asked = request.query_params.get("seat")
    if asked is None:
        return (next(iter(mine)) if mine else None), views
    wanted = whole_number(asked) - 1
    if wanted >= 0 and wanted not in views:
        raise TableError(Message("web.error.not_your_view"))
    return (wanted if wanted >= 0 else None), views


def table_page(
    request: Request, look: scene.TableScene, now: Rendered, views: list[int], query: str = "", **own: Any
) -> HTMLResponse:
    """The page of a table."""
    words = PageWords(look.language, look.names())
    own = {"note": "", "wishes": None, "missed": 0, "news": [], "replay_bar": "", **own}
    return html(
        request,
        "table.html",
        words,
        scene=look,
        info=look.info,
        names=words.names,
        regions=now.regions,
        digests=now.digests,
        base=now.base,
        board=now.board,
        box=box_of(look.game),
        symbols=Markup(sheet()),
        title=now.title,
        plain_title=words.say("title.other", game=words.tell(look.game.title())),
        board_style=board_style_address(look),
        views=views,
        agreed=agreed(look.game, look.info.options, words) + counting(look, words),
        query=query or ("" if look.seat is None else f"?seat={look.seat + 1}"),
        mail=request.app.state.notifier.mailer is not None,
        push_key=push_key(request),
        paces=DIGESTS,
        most_line=MOST_LINE,
        all_signs=get_args(Sign),
        most_note=MOST_NOTE,
        speeds=json.dumps(SPEEDS),
        first_games=FIRST_GAMES,
        **own,
    )


def counting(look: scene.TableScene, words: PageWords) -> list[tuple[str, str]]:
    """Whose box is played with, and whether the game counts in the club, as things that the table agreed on."""
    box = [(words.say("new.box"), look.info.box)] if look.info.box else []
    return box + ([(words.say("club.short"), words.say("club.inside"))] if look.info.club else [])


def board_style_address(look: scene.TableScene) -> str:
    """Where the style sheet of the board is; the address changes when its content does."""
    options = tuple(sorted(look.info.options.items()))
    style = regions.board_style(look.game, look.info.players, options)
    if look.game.own_box is not None:
        return f"/board/{look.info.game}.css?v={templates.digest(style)}&table={look.info.id}"
    chosen = urlencode({"players": look.info.players, **{f"o-{name}": value for name, value in options}})
    return f"/board/{look.info.game}.css?v={templates.digest(style)}&{chosen}"


async def board_style(request: Request) -> Response:
    """``/board/GAME.css``: the style sheet of a game's board."""
    game = GAMES[request.path_params["game"]]
    given = request.query_params
    if "table" in given:
        live = await tables_of(request).live(given["table"])
        await check_lock(request, tables_of(request), live.id)
        style = regions.board_style(live.game, live.row.players, tuple(sorted(live.row.options.items())))
        return style_sheet(style, given.get("v"), "private")
    options = {name[2:]: value for name, value in given.items() if name.startswith("o-")}
    players = whole_number(given.get("players"), game.players[0])
    chosen = game.read_options(players, options)
    return style_sheet(regions.board_style(game, players, tuple(sorted(chosen.items()))), given.get("v"))


def style_sheet(style: str, version: str | None, whose: str = "public") -> Response:
    """A style sheet, kept for ever under an address that names it; under one that names another, nobody keeps it."""
    kept = f"{whose}, max-age=31536000, immutable" if version == templates.digest(style) else "no-store"
    return Response(style, media_type="text/css", headers={"Cache-Control": kept})


async def why(request: Request) -> Response:
    """``/t/ID/why``: the reasons for everything that is not offered now."""
    live = await tables_of(request).live(request.path_params["table"])
    seat, _ = await viewer(request, tables_of(request), live.id)
    return HTMLResponse(question.reasons(scene.live_scene(live, seat, language_of(request))))


async def whole_log(request: Request) -> Response:
    """``/t/ID/log``: all that happened, as far as the viewer may know it, in pages (``?before=STEP``), newest first."""
    live = await tables_of(request).live(request.path_params["table"])
    seat, _ = await viewer(request, tables_of(request), live.id)
    language = language_of(request)
    words = PageWords(language, scene.seat_names(live, language))
    look = scene.TableScene(live.info, seat, language, table_game=live.game)
    before = whole_number(request.query_params.get("before"))
    moves = live.choices_at(before) - 1 if 0 < before <= live.steps else len(live.playing().moves)
    lines, older = scene.log_page(live, seat, moves, MOST_LOG_LINES)
    log = sentences.log(look, words, lines)
    query = "" if seat is None else f"seat={seat + 1}"
    return html(request, "whole_log.html", words, info=live.info, game=look.game, log=log, older=older, query=query)


async def record(request: Request) -> Response:
    """``/t/ID/record``: the record as a file, once nothing in it is secret any more."""
    live = await tables_of(request).live(request.path_params["table"])
    if not live.revealed:
        raise TableError(Message("web.error.record_later"))
    name = quote(f"{live.info.game}-{live.id}.officina")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return PlainTextResponse(await aside(live.record_text), headers=headers)


async def rules(request: Request) -> Response:
    """``/rules/GAME``: the rules; with ``?part=1`` alone, for the panel."""
    game = GAMES[request.path_params["game"]]
    language = language_of(request)
    if "part" in request.query_params:
        return HTMLResponse(rules_part(game.name, language))
    book = await aside(lambda: rulebook(game.name, language))
    shown = moments(game.name)
    players = shown[0][2].seats if shown else game.players[0]
    style = regions.board_style(game, players, tuple(sorted(game.read_options(players, {}).items())))
    address = f"/board/{game.name}.css?v={templates.digest(style)}&players={players}"
    return html(request, "rules.html", PageWords(language), game=game, box=box_of(game), book=book, board_style=address)


async def view(request: Request) -> Response:
    """``/t/ID/view``: what the seat may see, as plain data, for clients of another kind."""
    live = await tables_of(request).live(request.path_params["table"])
    seat, _ = await viewer(request, tables_of(request), live.id)
    question = live.question(seat) if seat is not None else None
    asked = None
    if question is not None:
        asked = {"kind": question.kind, "options": [option.notation for option in question.options], "rule": question.rule}
    return JSONResponse({"version": live.version_for(seat), "seat": seat, "view": live.view(seat), "question": asked})


# --- seats


async def join(request: Request) -> Response:
    """``/t/ID/join/SEAT/INVITATION``: an invitation; whoever follows it gives a name and sits down."""
    live = await tables_of(request).live(request.path_params["table"])
    seat = request.path_params["seat"]
    offered = seat in live.offers and live.row.state == "playing"
    if live.info.state != "lobby" and not offered:
        return RedirectResponse(f"/t/{live.id}", 303)
    words = PageWords(language_of(request))
    return html(
        request,
        "join.html",
        words,
        table=live.id,
        seat=seat,
        invitation=request.path_params["invitation"],
        game=GAMES[live.info.game],
        box=box_of(GAMES[live.info.game]),
        look=chair_looks(live.info.game)[min(seat, live.info.players - 1)],
        form="takeover" if offered else "sit",
        name=name_of(request),
        most_name=MOST_NAME,
        error="",
    )


async def seat_link(request: Request) -> Response:
    """``/t/ID/seat/TOKEN``: a seat's own link, for another device of the same person."""
    table_id, token = request.path_params["table"], request.path_params["token"]
    check_often(request, "seat")
    seat = await tables_of(request).identify(table_id, token)
    response = RedirectResponse(f"/t/{table_id}?seat={seat + 1}", 303)
    keep_seat(request, response, table_id, token)
    return response


async def my_seat(request: Request) -> Response:
    """``/t/ID/mine``: the link of one's own seat, for one's phone or another browser."""
    table_id = request.path_params["table"]
    seat, token = await viewer(request, tables_of(request), table_id)
    if seat is None:
        raise TableError(Message("tables.error.wrong_link"))
    link = f"{own_origin(request, request.app.state.public_origin)}/t/{table_id}/seat/{token}"
    words = PageWords(language_of(request))
    code, local = lobby.qr_drawing(link), is_local(link.partition("/t/")[0])
    return html(request, "mine.html", words, table=table_id, number=seat + 1, link=link, qr=code, local=local)
