"""Error responses: a page for people, JSON for programs. Never a traceback."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from officina.core.errors import (
    IllegalChoice,
    NotationError,
    OfficinaError,
    OptionError,
    RecordError,
    SaveError,
    UndoError,
    UnknownGame,
)
from officina.core.text import Message
from officina.messages import ErrorDetail
from officina.tables.errors import Malformed
from officina.web.api.answers import Refused, api_language, failure
from officina.web.limits import TooOften
from officina.web.pages.rendering import sorry
from officina.web.words import PageWords, first_rule

API: Final = "/api/"
STATUS: Final = {
    "unknown_table": 404,
    "unknown": 404,
    "unknown_near": 404,
    "wrong_link": 403,
    "not_your_view": 403,
    "not_host": 403,
    "locked": 403,
    "no_token": 401,
    "too_often": 429,
    "not_saved": 503,
    "not_sure": 503,
    "unreadable": 503,
}
"""HTTP status by the last part of the error's text key; 409 for all others."""

KINDS: Final[tuple[tuple[type[OfficinaError], str, int], ...]] = (
    (UnknownGame, "unknown_game", 404),
    (OptionError, "bad_option", 422),
    (NotationError, "notation", 422),
    (IllegalChoice, "illegal", 422),
    (UndoError, "undo", 409),
    (RecordError, "record", 422),
    (SaveError, "save", 422),
    (Malformed, "malformed", 422),
)
"""Code and HTTP status of errors for programs, by class."""


LISTS: Final = ("values", "options", "games", "bots", "examples", "kinds")
"""The arguments of error messages that list what is allowed."""


def is_api(request: HTTPConnection) -> bool:
    """Whether the request is for the API and gets JSON."""
    return str(request.scope["path"]).startswith(API)


def refuse(
    request: Request, message: Message, status: int, code: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """An error response as a page or as JSON."""
    if is_api(request):
        words = PageWords(api_language(request)).tell(message)
        response = failure(ErrorDetail(code or message.key.rpartition(".")[2], words), status)
    else:
        response = sorry(request, message, status)
    response.headers.update(headers or {})
    return response


def told(request: Request, error: OfficinaError) -> Response:
    """The response to an error of ours."""
    if isinstance(error, TooOften):
        return too_often(request, error.seconds)
    if isinstance(error, Refused):
        return failure(error.detail, error.status)
    code = error.message.key.rpartition(".")[2]
    status = STATUS.get(code, 409)
    if not is_api(request):
        return sorry(request, error, status)
    for kind, word, number in KINDS:
        if isinstance(error, kind):
            code, status = word, number
    detail = ErrorDetail(code, PageWords(api_language(request)).tell(error.message), allowed=allowed(error.message))
    if isinstance(error, IllegalChoice):
        detail.rule = first_rule(error.rule)
    if status == 401:
        return failure(detail, status, {"WWW-Authenticate": "Bearer"})
    return failure(detail, status)


def allowed(message: Message) -> list[str]:
    """The values that the error message names as allowed."""
    least, most = message.args.get("least"), message.args.get("most")
    if isinstance(least, int) and isinstance(most, int):
        return [str(number) for number in range(least, most + 1)]
    lists = [message.args.get(name) for name in LISTS]
    found = next((values for values in lists if isinstance(values, tuple)), ())
    return [str(item) for item in found]


def too_often(request: Request, seconds: float) -> Response:
    """429, with Retry-After."""
    return refuse(request, Message("web.error.too_often"), 429, headers={"Retry-After": str(max(1, math.ceil(seconds)))})
