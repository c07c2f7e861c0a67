"""The first page, new tables, imported records, the language."""

from __future__ import annotations

import time
from typing import Any, Final

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.bots import BOTS
from officina.core.errors import OfficinaError
from officina.core.game import Game, TableOption
from officina.core.record import MOST_BYTES
from officina.core.text import LANGUAGES, has
from officina.games import GAMES
from officina.messages import Ready
from officina.tables import PlannedSeat, TableInfo
from officina.tables.errors import NotSaved
from officina.tables.table.clock import BANK, OPTIONS, WINDOW, read_clock
from officina.web.live.regions import seat_names
from officina.web.pages.rendering import check_often, html, tables_of
from officina.web.pages.waiting import is_turn, since, turn_first
from officina.web.requests import (
    LANGUAGE_COOKIE,
    MOST_SEAT_COOKIES,
    SEAT_COOKIE,
    YEAR,
    held_tokens,
    keep_seat,
    language_of,
    whole_number,
)
from officina.web.words import PageWords, value_words

USUAL_PLAYERS: Final = 4
MOST_OPEN: Final = 30


async def home(request: Request, error: str = "", status: int = 200) -> Response:
    """``/``: my tables, a new one, free seats, a record to watch."""
    words = PageWords(language_of(request))
    held = held_tokens(request)
    mine = turn_first(await tables_of(request).mine(held))
    open_tables = await tables_of(request).open_tables()
    known = {info.id for info in mine}
    on_show = [(await tables_of(request).live(table_id)).info for table_id in request.app.state.on_show]
    response = html(
        request,
        "home.html",
        words,
        status,
        error=error,
        games=list(GAMES.values()),
        mine=[card(info, words.language) for info in mine if info.state != "closed"],
        on_show=[card(info, words.language) for info in on_show],
        open=[card(info, words.language) for info in open_tables if info.id not in known][:MOST_OPEN],
    )
    forget_seats(response, held, mine)
    return response


def card(info: TableInfo, language: str) -> dict[str, Any]:
    """A table in a list."""
    found = {"info": info, "title": GAMES[info.game].title(), "names": seat_names(info, language)}
    return {**found, "turn": is_turn(info), "since": since(info, time.time())}


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
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR, samesite="lax")
    return response


# --- new tables


async def new(request: Request) -> Response:
    """``/new/GAME``: the form of a new table, and the table itself."""
    game = GAMES[request.path_params["game"]]
    if request.method != "POST":
        return new_form(request, game, {})
    form = await request.form()
    check_often(request, "create")
    try:
        return await create(request, game, form)
    except NotSaved:
        raise
    except OfficinaError as error:
        words = PageWords(language_of(request))
        kept = {name: str(value) for name, value in form.items()}
        return new_form(request, game, kept, words.tell(error.message))


async def create(request: Request, game: Game, form: FormData) -> Response:
    """Create the table; its creator sits on the first person's seat. Alone with bots, the game begins at once."""
    tables = tables_of(request)
    players = whole_number(str(form.get("players", "")))
    given = {name: str(form.get(f"own-{name}") or form.get(f"o-{name}", "")).strip() for name in game.options}
    options = {name: value for name, value in given.items() if value}
    clock = read_clock({option.name: str(form[f"c-{option.name}"]) for option in OPTIONS if f"c-{option.name}" in form})
    game.read_options(players, options)
    plans = [seat_plan(str(form.get(f"seat-{seat}", "bot heuristic")), str(form.get("name", ""))) for seat in range(players)]
    created = await tables.create(game.name, players, options, plans, clock)
    response = RedirectResponse(f"/t/{created.table_id}", 303)
    for token in created.tokens.values():
        keep_seat(request, response, created.table_id, token)
        if sum(plan.kind != "bot" for plan in plans) == 1:
            await tables.do(created.table_id, token, Ready(True))
    return response


def seat_plan(chosen: str, name: str) -> PlannedSeat:
    """Who shall sit on a seat, as the form says it."""
    kind, _, bot = chosen.partition(" ")
    if kind == "me":
        return PlannedSeat("person", name.strip())
    if kind == "bot":
        return PlannedSeat("bot", "", bot or "heuristic")
    return PlannedSeat("person" if kind == "invited" else "open")


def new_form(request: Request, game: Game, form: dict[str, str], error: str = "") -> Response:
    """The form, with what was filled in before and what was wrong with it."""
    words = PageWords(language_of(request))
    kinds = [("me", words.say("new.kind.me")), ("open", words.say("new.kind.open")), ("invited", words.say("new.kind.invited"))]
    kinds += [(f"bot {name}", words.say("new.kind.bot", bot=words.say(f"bot.{name}"))) for name in reversed(BOTS)]
    options = [option_field(game, option, words) for option in game.options.values() if len(option.values) > 1]
    return html(
        request,
        "new.html",
        words,
        422 if error else 200,
        game=game,
        form=form,
        error=error,
        seat_kinds=kinds,
        options=options,
        clock_options=clock_options(words),
        default_players=min(USUAL_PLAYERS, game.players[-1]),
    )


def option_field(game: Game, option: TableOption, words: PageWords) -> dict[str, Any]:
    """An option as a field of the form: values with their words; one that is advised may be left open."""
    values = [(str(value), value_words(game, option.name, value, words)) for value in option.values]
    default = str(option.default)
    if option.advised:
        values.insert(0, ("", words.say("new.advised")))
        default = ""
    return {"name": option.name, "values": values, "default": default, "free": type(option) is not TableOption}


CLOCK_KINDS: Final = {"bank": BANK, "increment": BANK, "hours": WINDOW, "opens": WINDOW, "closes": WINDOW, "zone": WINDOW}
"""Which options belong to which clock; the others to all."""


def clock_options(words: PageWords) -> list[dict[str, Any]]:
    """The clock's options for the form."""
    return [
        {
            "name": option.name,
            "values": option.values,
            "default": option.default,
            "free": type(option) is not TableOption,
            "kinds": CLOCK_KINDS.get(option.name, ""),
            "help": has(f"web.clock_help.{option.name}", words.language),
        }
        for option in OPTIONS
    ]


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
        return await home(request, words.tell(error.message), 422)
    return RedirectResponse(f"/t/{table_id}/at/0", 303)
