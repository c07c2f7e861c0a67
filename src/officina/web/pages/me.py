"""``/me``: who one is here, one's tables and games, and the way to another browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.core.boxes import box_of
from officina.core.text import Message
from officina.games import GAMES
from officina.looks import SEAT_PAINTS
from officina.tables.errors import TableError
from officina.tables.people.history import Filter, Line, history
from officina.tables.storage.people import PAIRING_SECONDS, PersonRow
from officina.tables.table.model import MOST_NAME
from officina.web.live.lobby import qr_drawing
from officina.web.live.scene import called
from officina.web.pages.home import card
from officina.web.pages.persons import my_tables, people_of, person_of, remember
from officina.web.pages.push import push_key
from officina.web.pages.rendering import check_often, check_tries, html, tables_of
from officina.web.requests import (
    KEY_COOKIE,
    checked_name,
    held_tokens,
    is_local,
    key_of,
    language_of,
    name_of,
    own_origin,
)
from officina.web.words import PageWords

MOST_TABLES: Final = 12
MOST_LINES: Final = 100
"""Games on the page; the file has all of them."""
RESULTS: Final = ("won", "lost")


async def needed(request: Request) -> PersonRow:
    """The person who asks; TableError if the browser knows nobody."""
    person = await person_of(request)
    if person is None:
        raise NobodyHere
    return person


class NobodyHere(TableError):
    """This browser keeps no key (any more)."""

    def __init__(self) -> None:
        super().__init__(Message("web.me.nobody"))


async def me(request: Request) -> Response:
    """``/me``: the page; its form changes name, colour and language, or makes a person of somebody new."""
    if request.method == "POST":
        return await change(request)
    person = await person_of(request)
    words = PageWords(language_of(request))
    if person is None:
        return html(request, "me_new.html", words, name=name_of(request), most_name=MOST_NAME, mail=can_mail(request))
    tables = [info for info in await my_tables(request) if info.state in ("lobby", "playing")]
    lines = await history(people_of(request), request.app.state.scorebook, person)
    wanted = filter_of(request)
    found = [line for line in lines if wanted.wants(line)]
    return html(
        request,
        "me.html",
        words,
        person=person,
        paints=SEAT_PAINTS,
        most_name=MOST_NAME,
        mine=[card(info, words) for info in tables][:MOST_TABLES],
        loose=await loose_seats(request, person),
        lines=[shown(line, words) for line in found[:MOST_LINES]],
        found=len(found),
        all=len(lines),
        summary=summary(found),
        filter=wanted,
        query=request.url.query,
        choices=choices(lines),
        browsers=await people_of(request).browsers(person),
        mail=can_mail(request),
        push_key=push_key(request),
    )


def can_mail(request: Request) -> bool:
    """Whether the server sends mail."""
    return request.app.state.notifier.mailer is not None


async def change(request: Request) -> Response:
    """What the form says."""
    check_often(request, "person")
    form = await request.form()
    name = checked_name(str(form.get("name", "")))
    colour = str(form.get("colour", ""))
    colour = colour if colour in SEAT_PAINTS else ""
    person = await person_of(request)
    response = RedirectResponse("/me", 303)
    if person is None:
        made, key = await people_of(request).make(name, colour, language_of(request))
        remember(request, response, made, key)
    else:
        remember(request, response, await people_of(request).change(person, name, colour, language_of(request)))
    return response


def filter_of(request: Request) -> Filter:
    """Which games the address asks for; what cannot be is no filter."""
    given = request.query_params
    game, result = given.get("game", ""), given.get("result", "")
    return Filter(
        game if game in GAMES else "",
        given.get("year", "")[:4],
        given.get("opponent", "")[:MOST_NAME],
        result if result in RESULTS else "",
        given.get("box", "")[:MOST_NAME],
    )


def choices(lines: Sequence[Line]) -> dict[str, list[Any]]:
    """What can be filtered by."""
    boxes = {line.box.key: line.box.name for line in reversed(lines) if line.box}
    return {
        "boxes": sorted(((key, name) for key, name in boxes.items()), key=lambda one: (one[1], one[0])),
        "games": [name for name in GAMES if any(line.played.game == name for line in lines)],
        "years": sorted({line.year for line in lines}, reverse=True),
        "opponents": sorted({seat.name for line in lines for seat in line.opponents if seat.name and seat.kind != "bot"}),
    }


def summary(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """By game, and within it by box, the printed one first: how many were played, how many won, and the most points."""
    found = []
    for name, game in GAMES.items():
        whole = [line for line in lines if line.played.game == name and line.own.place]
        names = {line.box.key: line.box.name for line in reversed(whole)}
        for key, called_so in sorted(names.items(), key=lambda one: (bool(one[0]), one[1], one[0])):
            own = [line for line in whole if line.box.key == key]
            won, best = sum(line.own.place == 1 for line in own), max(line.own.score for line in own)
            tally = {"n": len(own), "won": won, "best": best, "own_box": called_so}
            found.append({"title": game.title(), "box": box_of(game), **tally})
    return found


def shown(line: Line, words: PageWords) -> dict[str, Any]:
    """A game as a row."""
    others = sorted(line.opponents, key=lambda seat: (line.scores[seat.seat].place, seat.seat))
    return {
        "line": line,
        "title": GAMES[line.played.game].title(),
        "box": box_of(GAMES[line.played.game]),
        "others": [called(seat, words) for seat in others],
        "shared": sum(score.place == line.own.place for score in line.scores) > 1,
    }


async def loose_seats(request: Request, person: PersonRow) -> list[str]:
    """Tables at which this browser holds a seat that is not the person's: their names in the addresses."""
    held = await tables_of(request).mine(held_tokens(request))
    mine = {info.id for info in await people_of(request).tables(person)}
    return [info.id for info in held if info.id not in mine and info.state != "closed"]


async def join_seats(request: Request) -> Response:
    """The seats that this browser holds become the person's."""
    check_often(request, "person")
    person = await needed(request)
    held = held_tokens(request)
    for table_id in await loose_seats(request, person):
        await people_of(request).join_seat(person, table_id, held[table_id])
    return RedirectResponse("/me", 303)


# --- another browser


async def device(request: Request) -> Response:
    """A code for another browser, to be photographed or copied: once, and soon."""
    check_often(request, "person")
    person = await needed(request)
    code = await people_of(request).pairing(person)
    origin = own_origin(request, request.app.state.public_origin)
    link = f"{origin}/me/join/{code}"
    words, minutes, local = PageWords(language_of(request)), int(PAIRING_SECONDS // 60), is_local(origin)
    return html(request, "me_device.html", words, person=person, link=link, qr=qr_drawing(link), local=local, minutes=minutes)


async def join(request: Request) -> Response:
    """``/me/join/CODE``: this browser becomes somebody's. GET only asks: what reads ahead must not use the code up."""
    await check_tries(request, "claim")
    code = request.path_params["code"]
    if request.method != "POST":
        person = await people_of(request).whose(code)
        words = PageWords(language_of(request))
        return html(request, "me_join.html", words, person=person, before=await person_of(request))
    person, key = await people_of(request).pair(code)
    response = RedirectResponse("/me", 303)
    remember(request, response, person, key)
    return response


async def leave(request: Request) -> Response:
    """This browser forgets the person; with ``others`` all other browsers do."""
    check_often(request, "person")
    person = await needed(request)
    others = (await request.form()).get("others") == "1"
    await people_of(request).leave(person, key_of(request), others)
    response = RedirectResponse("/me" if others else "/", 303)
    if not others:
        response.delete_cookie(KEY_COOKIE)
    return response
