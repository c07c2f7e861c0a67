"""Who asks: the person whose key the browser keeps, and the seats that become theirs."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.tables import TableError, TableInfo
from officina.tables.boxes.shelf import Shelf
from officina.tables.club.club import Club
from officina.tables.people.people import People
from officina.tables.storage.people import PersonRow
from officina.web.pages.rendering import tables_of
from officina.web.pages.waiting import turn_first
from officina.web.requests import (
    COLOUR_COOKIE,
    held_tokens,
    keep_colour,
    keep_key,
    keep_language,
    keep_name,
    keep_seat,
    key_of,
    language_of,
    name_of,
)


def people_of(request: Request) -> People:
    """The people."""
    found: People = request.app.state.people
    return found


async def person_of(request: Request) -> PersonRow | None:
    """The person whose browser asks; None: nobody whom we know. Looked up once a request."""
    if not hasattr(request.state, "person"):
        key = key_of(request)
        request.state.person = await people_of(request).known(key) if key else None
    found: PersonRow | None = request.state.person
    return found


async def own_name(request: Request) -> str:
    """The name at the table before, or that of the person whom the browser keeps; empty: nobody whom we know."""
    person = None if name_of(request) else await person_of(request)
    return name_of(request) if person is None else person.name


async def shelf_of(request: Request) -> Shelf:
    """The owners' boxes, for the person whose browser asks."""
    person = await person_of(request)
    return tables_of(request).shelf.of("" if person is None else person.id)


def club_of(request: Request) -> Club:
    """The club."""
    found: Club = request.app.state.club
    return found


async def member_of(request: Request) -> PersonRow | None:
    """The member who asks; None: there is no club, or a stranger asks."""
    if await club_of(request).look() is None:
        return None
    person = await person_of(request)
    return person if person is not None and person.member else None


def remember(request: Request, response: Response, person: PersonRow, key: str = "") -> None:
    """What the browser keeps of a person: a new key, name, colour, language."""
    if key:
        keep_key(request, response, key)
    keep_name(response, person.name)
    keep_language(response, person.language)
    if person.colour:
        keep_colour(response, person.colour)


async def seat_taken(request: Request, response: Response, table_id: str, token: str, name: str) -> None:
    """The seat belongs to the person of this browser; who gives a name here for the first time becomes one, without a form.

    Whoever shares a browser and sits at the same table has only the link. Nothing of this may keep anybody from playing.
    """
    with suppress(TableError):
        person = await person_of(request)
        if person is None:
            if not name.strip():
                return
            colour = request.cookies.get(COLOUR_COOKIE, "")[:20]
            person, key = await people_of(request).make(name, colour, language_of(request))
            request.state.person = person
            keep_key(request, response, key)
        await people_of(request).join_seat(person, table_id, token)


async def my_tables(request: Request) -> list[TableInfo]:
    """The tables of this browser's seats and of its person's, those that wait for them first."""
    found = {info.id: info for info in await tables_of(request).mine(held_tokens(request))}
    person = await person_of(request)
    if person is not None:
        found |= {info.id: info for info in await people_of(request).tables(person) if info.id not in found}
    return turn_first(sorted(found.values(), key=lambda info: -info.updated))


async def own_seat(request: Request, table_id: str) -> Response | None:
    """The way to the person's seat at a table that this browser has no link to; None: there is none."""
    person = await person_of(request)
    if person is None:
        return None
    opened = await people_of(request).open_seat(person, table_id)
    if opened is None:
        return None
    seat, token = opened
    response = RedirectResponse(f"/t/{table_id}?seat={seat + 1}", 303)
    keep_seat(request, response, table_id, token)
    return response
