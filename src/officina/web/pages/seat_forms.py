"""Forms of a seat: one for each action that has a form, and the notification settings.

A script gets JSON and stays on the page; a browser without scripts is redirected to the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.games import GAMES
from officina.messages import Fill, Ready
from officina.tables import Created, Illegal, Stale, TableError, WrongLink
from officina.tables.actions.action import Action, Result
from officina.tables.actions.catalogue import ACTIONS
from officina.tables.errors import UnknownTable
from officina.tables.notices.notices import Notifier
from officina.tables.storage.retention import personal_data
from officina.web.limits import Limits, seat_key
from officina.web.live.scene import seat_names
from officina.web.pages.persons import my_tables, seat_taken
from officina.web.pages.rendering import check_mails, check_often, check_tries, html, tables_of
from officina.web.pages.waiting import is_turn
from officina.web.requests import keep_name, keep_seat, language_of, name_of, own_origin, viewer, whole_number
from officina.web.words import PageWords

NAMING: Final = ("sit", "takeover", "rename")
"""Forms with which a person says a name: it is remembered for the next table."""
FormHandler = Callable[[Request, str, str, Mapping[str, str]], Awaitable[Result | None]]


def notifier_of(request: Request) -> Notifier:
    """The notifier."""
    found: Notifier = request.app.state.notifier
    return found


def form_of(action: Action[Any]) -> Route:
    """The form of an action: ``/t/ID/talk`` and so on."""

    async def handle(request: Request, table_id: str, token: str, given: Mapping[str, str]) -> Result | None:
        return await tables_of(request).do(table_id, token, read_form(action, given))

    return form_route(action.form, action.limit, handle, action.who != "anybody")


async def is_there(request: Request, table_id: str) -> bool:
    """Whether there is still such a table: it may just have been deleted."""
    try:
        await tables_of(request).live(table_id)
    except UnknownTable:
        return False
    return True


async def personal(request: Request) -> Response:
    """``/t/ID/personal``: everything that is stored of the person on the seat, as a file."""
    tables, table_id = tables_of(request), request.path_params["table"]
    seat, _ = await viewer(request, tables, table_id)
    if seat is None:
        raise WrongLink
    found = await personal_data(tables.storage, table_id, seat)
    headers = {"Content-Disposition": f'attachment; filename="{table_id}-{seat + 1}.json"'}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


def form_route(name: str, limit: str, handle: FormHandler, seated: bool = True) -> Route:
    """A form that counts as that limit; ``seated``: only for those who hold a seat."""

    async def endpoint(request: Request) -> Response:
        table_id, limits = request.path_params["table"], request.app.state.limits
        try:
            if limit not in Limits.BY_SEAT:
                check_often(request, limit)
            seat, token = await viewer(request, tables_of(request), table_id)
            if seat is None and seated:
                raise WrongLink
            if limit in Limits.BY_SEAT:
                limits.check(seat_key(table_id, seat or 0), limit)
            form = await request.form()
            given = {field: value for field, value in form.items() if isinstance(value, str)}
            if name in ("sit", "takeover") and not given.get("name", "").strip():
                given["name"] = name_of(request)
            result = await handle(request, table_id, token, given)
            if isinstance(result, Illegal):
                raise TableError(result.reason)
            if isinstance(result, Stale):
                raise TableError(Message("web.table.stale"))
        except OfficinaError as error:
            if not wants_short(request):
                raise
            return JSONResponse({"text": await told(request, table_id, error.message)}, 409)
        if isinstance(result, Created):
            table_id, seat = result.table_id, next(iter(result.tokens))
        here = f"/t/{table_id}?seat={(seat or 0) + 1}"
        response: Response = RedirectResponse(here if await is_there(request, table_id) else "/", 303)
        if wants_short(request):
            response = JSONResponse({"done": True})
        if isinstance(result, Created):
            keep_seat(request, response, result.table_id, result.token)
            await seat_taken(request, response, result.table_id, result.token, given.get("name", ""))
        if name in NAMING:
            keep_name(response, given.get("name", ""))
        return response

    return Route(f"/t/{{table}}/{name}", endpoint, methods=["POST"], name=name)


def read_form(action: Action[Any], given: Mapping[str, str]) -> msgspec.Struct:
    """The fields of a form as the action's structure, whose bounds are those of the API; TableError if they are not kept.

    A field that is not there, or a number that is none, stands for its default where it has one.
    """
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(action.asks):
        text = given.get(action.fields.get(field.name, field.name))
        if field.name == "action_id":
            found[field.name] = text or secrets.token_hex(8)
        elif field.type is bool:
            found[field.name] = text == "1"
        elif isinstance(field.default, int):
            found[field.name] = whole_number(text, field.default)
        elif text is not None or field.default in (msgspec.NODEFAULT, None):
            found[field.name] = (text or "").replace("\r\n", "\n")
    try:
        return msgspec.convert(found, action.asks, strict=False)
    except msgspec.ValidationError:
        raise TableError(action.misread) from None


async def set_notices(request: Request, table_id: str, token: str, given: Mapping[str, str]) -> None:
    """The seat's notification settings."""
    notifier = notifier_of(request)
    origin = own_origin(request, request.app.state.public_origin)
    if given.get("what") == "email":
        email = given.get("email", "").strip().lower()
        # By the address, whichever seat asks, and even if the seat has taken it back: nobody's mailbox is filled from here.
        await check_mails(request, email)
        # Links in mails lead to the address that whoever runs the server named, never to one that a request names.
        await notifier.set_email(table_id, token, email, language_of(request), request.app.state.public_origin)
    elif given.get("what") == "digest":
        hours = whole_number(given.get("hours"), -1)
        await notifier.set_digest(table_id, token, hours, language_of(request), origin)
    else:
        await notifier.set_webhook(table_id, token, given.get("webhook", "").strip(), language_of(request), origin)


async def begin(request: Request, table_id: str, token: str, _given: Mapping[str, str]) -> None:
    """The host fills the free chairs with bots and is ready: if everybody else is, the game begins."""
    tables = tables_of(request)
    for seat in (await tables.live(table_id)).info.seats:
        if seat.kind != "bot" and not seat.taken:
            await tables.do(table_id, token, Fill(seat.seat))
    await tables.do(table_id, token, Ready(True))


def forms() -> list[Route]:
    """All forms of seats."""
    made = [form_of(action) for action in ACTIONS.values() if action.form]
    return [*made, form_route("notices", "notices", set_notices), form_route("begin", "seat", begin)]


def wants_short(request: Request) -> bool:
    """Whether a script sent the form and wants JSON."""
    return "application/json" in request.headers.get("accept", "")


async def told(request: Request, table_id: str, message: Message) -> str:
    """A sentence for the person who asked, with people's names."""
    language = language_of(request)
    live = tables_of(request).tables.get(table_id)
    return PageWords(language, seat_names(live, language) if live is not None else ()).tell(message)


async def turns(request: Request) -> Response:
    """``/turns``: the tables that wait for this person, those that have waited longest first."""
    words = PageWords(language_of(request))
    mine = await my_tables(request)
    return JSONResponse([{"table": info.id, "name": words.tell(GAMES[info.game].title())} for info in mine if is_turn(info)])


async def mail_link(request: Request) -> Response:
    """``/t/ID/mail/SEAT/PURPOSE/CODE``: a link in a mail. GET changes nothing: mail scanners follow links, too."""
    await check_tries(request, "mail")
    path = request.path_params
    purpose = path["purpose"]
    if purpose not in ("confirm", "stop"):
        raise WrongLink
    notifier = notifier_of(request)
    if request.method == "POST":
        act = notifier.confirm if purpose == "confirm" else notifier.stop
        await act(path["table"], path["seat"], path["code"])
    else:
        await notifier.by_code(path["table"], path["seat"], path["code"], purpose)
    words = PageWords(language_of(request))
    return html(request, "mail.html", words, table=path["table"], purpose=purpose, done=request.method == "POST")
