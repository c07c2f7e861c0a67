"""New tables: at once against bots, or by the form with its three questions."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.bots import USUAL_LEVEL, offered_bots
from officina.core.boxes import PRINTED, box_of
from officina.core.errors import OfficinaError
from officina.core.game import Game, OptionValue, TableOption
from officina.core.own_box import BoxError
from officina.core.text import Message, has
from officina.games import GAMES
from officina.messages import Ready
from officina.tables import PlannedSeat
from officina.tables.errors import NotSaved
from officina.tables.table.clock import BANK, NO_CLOCK, OPTIONS, WINDOW, ClockRule, read_clock
from officina.tables.table.model import MOST_NAME
from officina.web.live.chairs import chair_looks
from officina.web.live.lobby import own_track
from officina.web.pages.persons import member_of, own_name, seat_taken, shelf_of
from officina.web.pages.rendering import check_often, html, tables_of
from officina.web.requests import (
    checked_name,
    keep_colour,
    keep_name,
    keep_seat,
    language_of,
    maker_token,
    whole_number,
    wished_seat,
)
from officina.web.words import PageWords, value_words

USUAL_PLAYERS: Final = 4
FEW_PLAYERS: Final = 3
"""At a game that is not light, whoever plays at once shall not wait long for the bots."""
OWN: Final = "own"
"""The set of options that somebody put together."""
ME: Final = "me"
OPEN: Final = "open"
INSIDE: Final = "inside"
OUTSIDE: Final = "outside"
"""Whether a member's table counts in the club."""


async def play(request: Request) -> Response:
    """``/play/GAME``: a table with bots, begun at once, under the name of the table before."""
    game = GAMES[request.path_params["game"]]
    check_often(request, "create")
    name = await own_name(request) or PageWords(language_of(request)).say("seat.guest")
    usual = USUAL_PLAYERS if box_of(game).weight == 1 else FEW_PLAYERS
    players = min(max(usual, game.players[0]), game.players[-1])
    mine = wished_seat(request, [paint for paint, _ in chair_looks(game.name)[:players]])
    plans = [PlannedSeat("person", name) if seat == mine else PlannedSeat("bot", "", USUAL_LEVEL) for seat in range(players)]
    return await opened(request, game, {}, plans, NO_CLOCK, mine, await own_name(request))


async def play_on(request: Request) -> Response:
    """``/t/ID/at/N/play``: a new table that begins there, with oneself on the seat that was looked through, and bots."""
    tables = tables_of(request)
    live = await tables.live(request.path_params["table"])
    check_often(request, "create")
    form = await request.form()
    wanted = whole_number(str(form.get("seat", ""))) - 1
    mine = wanted if 0 <= wanted < live.info.players else 0
    name = await own_name(request) or PageWords(language_of(request)).say("seat.guest")
    plans = [
        PlannedSeat("person", name) if seat == mine else PlannedSeat("bot", "", USUAL_LEVEL)
        for seat in range(live.info.players)
    ]
    created = await tables.play_on(live.id, request.path_params["step"], plans)
    response = RedirectResponse(f"/t/{created.table_id}", 303)
    keep_seat(request, response, created.table_id, created.token)
    await seat_taken(request, response, created.table_id, created.token, await own_name(request))
    return response


async def opened(
    request: Request,
    game: Game,
    options: dict[str, OptionValue],
    plans: list[PlannedSeat],
    clock: ClockRule,
    host: int | None,
    name: str,
    box: str = "",
    club: bool = False,
) -> Response:
    """Open the table; its creator sits on the seat ``host``, if on any, under that name. ``club``: it counts there.

    Alone with bots, the game begins at once.
    """
    tables = tables_of(request)
    created = await tables.create(game.name, len(plans), options, plans, clock, host, box, club)
    response = RedirectResponse(f"/t/{created.table_id}", 303)
    for seat, token in created.tokens.items():
        keep_seat(request, response, created.table_id, token)
        keep_colour(response, chair_looks(game.name)[seat][0])
        await seat_taken(request, response, created.table_id, token, name)
        if sum(plan.kind != "bot" for plan in plans) == 1:
            await tables.do(created.table_id, token, Ready(True))
    return response


async def new(request: Request) -> Response:
    """``/new/GAME``: the form of a new table, and the table itself. ``?with=friends``: the other chairs are free at first."""
    game = GAMES[request.path_params["game"]]
    if request.method != "POST":
        return await new_form(request, game, {"name": await own_name(request), "box": request.query_params.get("box", "")})
    form = await request.form()
    check_often(request, "create")
    try:
        return await create(request, game, form)
    except NotSaved:
        raise
    except OfficinaError as error:
        words = PageWords(language_of(request))
        kept = {name: str(value) for name, value in form.items()}
        return await new_form(request, game, kept, words.tell(error.message))


async def create(request: Request, game: Game, form: FormData) -> Response:
    """The table that the form describes."""
    name = checked_name(str(form.get("name", "")))
    players = whole_number(str(form.get("players", "")))
    box = str(form.get("box", ""))
    game = await tables_of(request).game_with_box(game.name, box)
    options = chosen_options(game, form)
    clock = read_clock({option.name: str(form[f"c-{option.name}"]) for option in OPTIONS if f"c-{option.name}" in form})
    game.read_options(players, options)
    chosen = [str(form.get(f"seat-{seat}", f"bot {USUAL_LEVEL}")) for seat in range(players)]
    if ME not in chosen and any(form.get(f"seat-{seat}") == ME for seat in range(players, game.players[-1])):
        chosen[-1] = ME  # their chair was taken away: they move up, and do not lose their seat
    plans = [seat_plan(kind, name) for kind in chosen]
    inside = str(form.get("club", "")) == INSIDE and await member_of(request) is not None
    host = chosen.index(ME) if ME in chosen else None
    response = await opened(request, game, options, plans, clock, host, name, box, inside)
    keep_name(response, name)
    return response


def chosen_options(game: Game, form: FormData) -> dict[str, OptionValue]:
    """The options of the form: those of the chosen set, and what was changed besides; of one's own set all as they stand."""
    given = {name: str(form.get(f"own-{name}") or form.get(f"o-{name}", "")).strip() for name in game.options}
    base = {PRINTED: {}, **box_of(game).sets}.get(str(form.get("set", OWN)))
    if base is None:
        return {name: value for name, value in given.items() if value}
    changed = {name: value for name, value in given.items() if value and value != str(game.options[name].default)}
    return {**base, **changed}


def seat_plan(chosen: str, name: str) -> PlannedSeat:
    """Who shall sit on a seat, as the form says it."""
    kind, _, bot = chosen.partition(" ")
    if kind == ME:
        return PlannedSeat("person", name)
    if kind == "bot":
        return PlannedSeat("bot", "", bot or USUAL_LEVEL)
    return PlannedSeat("person" if kind == "invited" else "open")


async def new_form(request: Request, game: Game, form: dict[str, str], error: str = "") -> Response:
    """The form, with what was filled in before and what was wrong with it."""
    words = PageWords(language_of(request))
    boxes = await box_choices(request, game, form.get("box", ""))
    if form.get("box") in [box_id for box_id, _ in boxes]:  # its own tracks, card sets, numbers of cards
        game = await tables_of(request).game_with_box(game.name, form["box"])
    kinds = [(kind, words.say(f"new.kind.{kind}")) for kind in (ME, OPEN, "invited")]
    kinds += [(f"bot {name}", words.say("new.kind.bot", bot=words.bot(name))) for name in offered_bots()]
    options = [option_field(game, option, words) for option in game.options.values() if len(option.values) > 1]
    looks = chair_looks(game.name)
    players = min(USUAL_PLAYERS, game.players[-1])
    others = OPEN if request.query_params.get("with") == "friends" else f"bot {USUAL_LEVEL}"
    mine = wished_seat(request, [paint for paint, _ in looks[:players]])
    return html(
        request,
        "new.html",
        words,
        422 if error else 200,
        game=game,
        box=box_of(game),
        form=form,
        error=error,
        seat_kinds=kinds,
        speech=words,
        levels=offered_bots(),
        seats=[(look, form.get(f"seat-{seat}", ME if seat == mine else others)) for seat, look in enumerate(looks)],
        sets=option_sets(game, words),
        chosen_set=form.get("set", PRINTED),
        options=options,
        clock_options=clock_options(words),
        default_players=players,
        most_name=MOST_NAME,
        boxes=boxes,
        own_track=own_track(game, {name: option.default for name, option in game.options.items()}, words),
        places=(INSIDE, OUTSIDE) if await member_of(request) is not None else (),
    )


async def box_choices(request: Request, game: Game, asked: str) -> list[tuple[str, str]]:
    """The owners' boxes that a table can be opened with: this browser's own that are ready, and the one that a link names."""
    shelf = await shelf_of(request)
    rows = [row for row in await shelf.mine(maker_token(request), game.name) if row.ready]
    if asked and asked not in [row.id for row in rows]:
        with suppress(BoxError):
            rows += [row for row in [await shelf.find(asked, game.name)] if row.ready]
    return [(row.id, row.name) for row in rows]


def option_sets(game: Game, words: PageWords) -> list[dict[str, Any]]:
    """The named sets, as printed first: what each is called, what it is about, and its values of all options."""
    usual = {name: "" if option.advised else str(option.default) for name, option in game.options.items()}
    found = [(PRINTED, words.say("new.printed"), words.say("new.printed_help"), usual)]
    for name, values in box_of(game).sets.items():
        title, about = (words.tell(Message(f"{game.name}.{kind}.{name}")) for kind in ("set_name", "set_help"))
        found.append((name, title, about, {**usual, **{option: str(value) for option, value in values.items()}}))
    return [{"name": name, "title": title, "about": about, "options": values} for name, title, about, values in found]


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
