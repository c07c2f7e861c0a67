"""The first page, recorded games, the language."""

from __future__ import annotations

import time
from typing import Any, Final

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.core.boxes import HEAVIEST, box_of, light_first
from officina.core.errors import OfficinaError
from officina.core.game import Game
from officina.core.lessons import lesson_of
from officina.core.record import MOST_BYTES
from officina.core.text import LANGUAGES
from officina.games import GAMES
from officina.tables import TableInfo
from officina.tables.errors import NotSaved
from officina.web.live.chairs import chair_looks
from officina.web.live.scene import seat_names
from officina.web.pages.persons import member_of, my_tables, people_of, person_of
from officina.web.pages.rendering import check_often, html, tables_of
from officina.web.pages.waiting import is_turn, since
from officina.web.requests import (
    MOST_SEAT_COOKIES,
    SEAT_COOKIE,
    held_tokens,
    keep_language,
    language_of,
)
from officina.web.words import PageWords

MOST_OPEN: Final = 30
MOST_MINE: Final = 6
"""So many of one's own tables are on the first page; all are on the page of recorded games."""


async def home(request: Request) -> Response:
    """``/``: my tables, the five boxes, free chairs."""
    words = PageWords(language_of(request))
    held = held_tokens(request)
    mine = await my_tables(request)
    open_tables = await tables_of(request).open_tables()
    inside = await member_of(request) is not None
    of_club = await tables_of(request).open_tables(club=True) if inside else []
    known = {info.id for info in mine}
    running = [info for info in mine if info.state != "closed"]
    games = sorted(GAMES.values(), key=light_first)
    latest = max(mine, key=lambda info: info.updated).game if mine else games[0].name
    response = html(
        request,
        "home.html",
        words,
        games=[box(game) for game in games],
        open_box=latest,
        heaviest=HEAVIEST,
        mine=[card(info, words) for info in running][:MOST_MINE],
        more=len(running) > MOST_MINE,
        on_show=[card(info, words) for info in await shown(request)],
        of_club=[card(info, words) for info in of_club if info.id not in known][:MOST_OPEN],
        open=[card(info, words) for info in open_tables if info.id not in known][:MOST_OPEN],
    )
    forget_seats(response, held, mine)
    return response


async def shown(request: Request) -> list[TableInfo]:
    """The tables that whoever runs the server put on show."""
    return [(await tables_of(request).live(table_id)).info for table_id in request.app.state.on_show]


async def records(request: Request, error: str = "", status: int = 200) -> Response:
    """``/records``: all my tables, those that are over among them, and a record to watch."""
    words = PageWords(language_of(request))
    mine = await my_tables(request)
    cards = [card(info, words) for info in mine if info.state != "closed"]
    return html(request, "records.html", words, status, error=error, mine=cards)


async def rule_books(request: Request) -> Response:
    """``/rules``: the rules of all games."""
    games = [box(game) for game in sorted(GAMES.values(), key=light_first)]
    return html(request, "rule_books.html", PageWords(language_of(request)), games=games)


def box(game: Game) -> dict[str, Any]:
    """A game with what its box says."""
    return {"name": game.name, "title": game.title(), "players": game.players, "box": box_of(game), "lesson": lesson_of(game)}


def card(info: TableInfo, words: PageWords) -> dict[str, Any]:
    """A table in a list."""
    names = seat_names(info, words.language)
    return {
        "info": info,
        "title": GAMES[info.game].title(),
        "box": box_of(GAMES[info.game]),
        "names": [names[seat.seat] for seat in info.seats if seat.taken or seat.kind == "bot"],
        "looks": chair_looks(info.game),
        "turn": is_turn(info),
        "since": since(info, time.time()),
        "free": sum(1 for seat in info.seats if not seat.taken and seat.kind != "bot"),
        "waiting": [names[seat] for seat in info.waiting],
    }


def forget_seats(response: Response, held: dict[str, str], mine: list[TableInfo]) -> None:
    """Browsers limit cookies: delete those of finished tables, oldest first, before the browser drops others."""
    too_many = len(held) - MOST_SEAT_COOKIES
    finished = [info.id for info in mine if info.state in ("over", "closed")]
    for table_id in finished[-too_many:] if too_many > 0 else []:
        response.delete_cookie(SEAT_COOKIE + table_id)


async def language(request: Request) -> Response:
    """Switch the language and come back."""
    form = await request.form()
    back = str(form.get("back", "/"))
    if not back.startswith("/") or back.startswith(("//", "/\\")):
        back = "/"
    response = RedirectResponse(back, 303)
    chosen = str(form.get("language", ""))
    if chosen in LANGUAGES:
        keep_language(response, chosen)
        person = await person_of(request)
        if person is not None:
            await people_of(request).change(person, person.name, person.colour, chosen)
    return response


async def import_record(request: Request) -> Response:
    """A record to watch."""
    check_often(request, "import")
    words = PageWords(language_of(request))
    form = await request.form(max_files=1, max_fields=4)
    file = form.get("record")
    content = await file.read(MOST_BYTES + 1) if isinstance(file, UploadFile) else b""
    try:
        table_id = await tables_of(request).import_record(content)
    except NotSaved:
        raise
    except OfficinaError as error:
        return await records(request, words.tell(error.message), 422)
    return RedirectResponse(f"/t/{table_id}/at/0", 303)
