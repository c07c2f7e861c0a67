"""What people do at a table besides playing, by forms: talk, ask and answer, hand a seat over, write notes, say how to be told.

A page's script gets a short answer and stays; a browser without one is sent back to the table.
"""

from __future__ import annotations

import secrets
from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.games import GAMES
from officina.tables import Answer, Illegal, Stale, TableError, WrongLink
from officina.tables.mail import MOST_LETTERS as MOST_MAIL
from officina.tables.notices import Notifier
from officina.web.pages import check_often, html, tables_of
from officina.web.people import held_tokens, language_of, own_origin, viewer, whole_number
from officina.web.scene import seat_names
from officina.web.waiting import is_turn, turn_first
from officina.web.words import Words

FORMS: Final = ("talk", "propose", "vote", "hand", "return", "note", "notices", "close")


def notifier_of(request: Request) -> Notifier:
    """Whoever tells people of their turn."""
    found: Notifier = request.app.state.notifier
    return found


async def seat_form(request: Request) -> Response:
    """``/t/ID/talk`` and so on: one form of a seat."""
    table_id, what = request.path_params["table"], request.url.path.rpartition("/")[2]
    try:
        check_often(request, what)
        seat, token = await viewer(request, tables_of(request), table_id)
        if seat is None:
            raise WrongLink
        answer = await do(request, what, table_id, token, await request.form())
        if isinstance(answer, Illegal):
            raise TableError(answer.reason)
        if isinstance(answer, Stale):
            raise TableError(Message("web.table.stale"))
    except OfficinaError as error:
        if not wants_short(request):
            raise
        return JSONResponse({"text": await told(request, table_id, error.message)}, 409)
    if wants_short(request):
        return JSONResponse({"done": True})
    return RedirectResponse(f"/t/{table_id}?seat={seat + 1}", 303)


async def do(request: Request, what: str, table_id: str, token: str, form: FormData) -> Answer | None:
    """What the form asks for."""
    tables = tables_of(request)
    given = {name: value for name, value in form.items() if isinstance(value, str)}
    action = given.get("id", "") or secrets.token_hex(8)
    if what == "talk":
        return await tables.say(table_id, token, action, given.get("text", ""))
    if what == "propose":
        return await tables.propose(table_id, token, action, given.get("what", ""), whole_number(given.get("step")))
    if what == "vote":
        return await tables.vote(table_id, token, action, whole_number(given.get("number")), given.get("agree") == "1")
    if what == "hand":
        return await tables.hand_over(table_id, token, action, whole_number(given.get("whose"), -1))
    if what == "return":
        return await tables.take_seat_back(table_id, token, action, whole_number(given.get("whose"), -1))
    if what == "note":
        await tables.keep_note(table_id, token, given.get("text", "").replace("\r\n", "\n"))
    elif what == "notices":
        await set_notices(request, table_id, token, given)
    else:
        await tables.close_table(table_id, token)
    return None


async def set_notices(request: Request, table_id: str, token: str, given: dict[str, str]) -> None:
    """How the seat wants to be told."""
    notifier = notifier_of(request)
    origin = own_origin(request, request.app.state.public_origin)
    if given.get("what") == "email":
        email = given.get("email", "").strip().lower()
        # By the address, whichever seat asks, and even if the seat has taken it back: nobody's mailbox is filled from here.
        if email and request.app.state.limits.wait(email[:MOST_MAIL], "confirm"):
            raise TableError(Message("tables.error.email_often"))
        # Links in mails lead to the address that whoever runs the server named, never to one that a request names.
        await notifier.set_email(table_id, token, email, language_of(request), request.app.state.public_origin)
    else:
        await notifier.set_webhook(table_id, token, given.get("webhook", "").strip(), language_of(request), origin)


def wants_short(request: Request) -> bool:
    """Whether a script asks, which shows the answer itself."""
    return "application/json" in request.headers.get("accept", "")


async def told(request: Request, table_id: str, message: Message) -> str:
    """A sentence for the person who asked, with people's names."""
    language = language_of(request)
    live = tables_of(request).tables.get(table_id)
    return Words(language, seat_names(live, language) if live is not None else ()).tell(message)


async def turns(request: Request) -> Response:
    """``/turns``: the tables that wait for whoever asks, those that have waited longest first."""
    words = Words(language_of(request))
    mine = turn_first(await tables_of(request).mine(held_tokens(request)))
    return JSONResponse([{"table": info.id, "name": words.tell(GAMES[info.game].title())} for info in mine if is_turn(info)])


async def mail_link(request: Request) -> Response:
    """``/t/ID/mail/SEAT/PURPOSE/CODE``: a link in a mail. Looking does nothing: programs that read mail follow links, too."""
    check_often(request, "mail")
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
    words = Words(language_of(request))
    return html(request, "mail.html", words, table=path["table"], purpose=purpose, done=request.method == "POST")
