"""One's own data: the games as a file, everything that is stored, the mail address, and the way out."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.core.text import Message
from officina.tables import TableError, WrongLink
from officina.tables.people.export import person_data
from officina.tables.people.history import as_csv, history
from officina.tables.people.recovery import Recovery
from officina.web.pages.me import filter_of, needed
from officina.web.pages.persons import people_of
from officina.web.pages.rendering import check_mails, check_often, check_tries, html
from officina.web.requests import KEY_COOKIE, NAME_COOKIE, language_of
from officina.web.words import PageWords


def recovery_of(request: Request) -> Recovery:
    """What sends mails to people."""
    found: Recovery = request.app.state.recovery
    return found


async def history_file(request: Request) -> Response:
    """``/me/history.csv``: the games, filtered as on the page."""
    person = await needed(request)
    wanted = filter_of(request)
    lines = [line for line in await history(people_of(request), request.app.state.scorebook, person) if wanted.wants(line)]
    text = as_csv(lines, PageWords(language_of(request)).say("seat.former"))
    headers = {"Content-Disposition": 'attachment; filename="officina.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


async def export(request: Request) -> Response:
    """``/me/export``: everything that is stored of the person, as a file."""
    person = await needed(request)
    data = msgspec.json.format(msgspec.json.encode(await person_data(people_of(request), person)))
    headers = {"Content-Disposition": 'attachment; filename="officina-me.json"'}
    return Response(data, media_type="application/json", headers=headers)


async def erase(request: Request) -> Response:
    """The person is erased; whoever asks has ticked that this is meant."""
    check_often(request, "erase")
    person = await needed(request)
    if (await request.form()).get("sure") != "1":
        raise TableError(Message("web.me.tick_first"))
    await people_of(request).erase(person)
    words = PageWords(language_of(request))
    title, reason = words.say("me.erased"), words.say("me.erased_lead")
    response = html(request, "message.html", words, title=title, reason=reason)
    for name in (KEY_COOKIE, NAME_COOKIE):
        response.delete_cookie(name)
    return response


# --- mail


async def set_email(request: Request) -> Response:
    """The address for recovery; an empty one is forgotten."""
    check_often(request, "person")
    person = await needed(request)
    email = str((await request.form()).get("email", "")).strip().lower()
    await check_mails(request, email)
    await recovery_of(request).set_email(person, email, request.app.state.public_origin)
    return RedirectResponse("/me#mail", 303)


async def recover(request: Request) -> Response:
    """``/me/recover``: a mail that brings somebody back. The answer is the same whether the address is known or not."""
    words = PageWords(language_of(request))
    if request.method == "POST":
        await check_tries(request, "claim")
        email = str((await request.form()).get("email", "")).strip().lower()
        await check_mails(request, email)
        await recovery_of(request).recover(email, request.app.state.public_origin)
    return html(request, "me_recover.html", words, sent=request.method == "POST", mail=recovery_of(request).mailer is not None)


async def mail_link(request: Request) -> Response:
    """``/me/mail/PERSON/PURPOSE/CODE``: a link in a mail. GET changes nothing: mail scanners follow links, too."""
    await check_tries(request, "mail")
    path = request.path_params
    purpose, code, person = path["purpose"], path["code"], path["person"]
    if purpose not in ("confirm", "stop"):
        raise WrongLink
    recovery = recovery_of(request)
    if request.method == "POST":
        await (recovery.confirm if purpose == "confirm" else recovery.stop)(person, code)
    else:
        await recovery.by_code(person, code, purpose)
    words = PageWords(language_of(request))
    return html(request, "me_mail.html", words, purpose=purpose, done=request.method == "POST")
