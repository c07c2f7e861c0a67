"""What all pages share: templates, the page of a refusal, the tables, limits by address."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.looks import sheet_for
from officina.tables import TableError, Tables
from officina.tables.notices.mail import MOST_LETTERS as MOST_MAIL
from officina.web.limits import TooOften, address_of
from officina.web.live import templates
from officina.web.requests import check_lock, language_of
from officina.web.words import PageWords

SYMBOLS: Final = "<!-- symbols -->"
"""Where a page wants the parts that it draws with."""


def html(request: Request, template: str, words: PageWords, status: int = 200, **more: Any) -> HTMLResponse:
    """A whole page."""
    content: str = templates.environment.get_template(template).render(
        say=words.say,
        tell=words.tell,
        text=lambda key: words.tell(Message(key)),
        language=words.language,
        path=local_path(request),
        assets=request.app.state.assets,
        club=request.app.state.club.row,
        day=lambda moment: day_words(moment, words),
        iso=lambda moment: time.strftime("%Y-%m-%d", time.localtime(moment)),
        **more,
    )
    if SYMBOLS in content:
        content = content.replace(SYMBOLS, sheet_for(content), 1)
    return HTMLResponse(content, status)


def day_words(moment: float, words: PageWords) -> str:
    """A day as people write it."""
    found = time.localtime(moment)
    return words.say("date", day=found.tm_mday, month=words.say(f"month.{found.tm_mon}"), year=found.tm_year)


def local_path(request: Request) -> str:
    """Where the person is, to come back to."""
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def sorry(request: Request, error: OfficinaError | Message, status: int = 404) -> HTMLResponse:
    """A page that says what cannot be done."""
    words = PageWords(language_of(request))
    message = error if isinstance(error, Message) else error.message
    return html(request, "message.html", words, status, title=words.say("frame.sorry"), reason=words.tell(message))


def tables_of(request: Request) -> Tables:
    """The tables."""
    found: Tables = request.app.state.tables
    return found


def for_company(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A page of a table that shows something of it: of a locked one, to those who sit there alone."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        await check_lock(request, tables_of(request), request.path_params["table"])
        return await handler(request)

    return guarded


def check_often(request: Request, what: str) -> None:
    """TooOften if this address has done it too often in the last minute."""
    request.app.state.limits.check(address_of(request), what)


async def check_tries(request: Request, what: str, who: str = "") -> None:
    """As :func:`check_often`, counted over all processes and hosts; ``who``: by something else than the address."""
    await request.app.state.limits.check_everywhere(tables_of(request).storage, who or address_of(request), what)


async def check_mails(request: Request, email: str) -> None:
    """Nobody's mailbox is filled from here, whoever asks, at whichever host."""
    if email:
        try:
            await check_tries(request, "confirm", email[:MOST_MAIL])
        except TooOften:
            raise TableError(Message("tables.error.email_often")) from None
