"""How a refusal is told: a page for a person, the one JSON form for a program. Never a traceback, never silence."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from officina.client.messages import ErrorDetail
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
from officina.web import pages
from officina.web.api.answers import Malformed, Refused, api_language, failure
from officina.web.limits import TooOften
from officina.web.words import Words, first_rule

API: Final = "/api/"
STATUS: Final = {
    "unknown_table": 404,
    "unknown": 404,
    "unknown_near": 404,
    "wrong_link": 403,
    "not_your_view": 403,
    "not_host": 403,
    "no_token": 401,
    "too_often": 429,
    "not_saved": 503,
    "not_sure": 503,
}
"""HTTP's number for a mistake, by the last word of its sentence's key; 409 for all others."""

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
"""What a program is told of each sort of mistake: a word and HTTP's number."""


LISTS: Final = ("values", "options", "games", "bots", "examples", "kinds")
"""How sentences call their lists of what is allowed."""


def is_api(request: HTTPConnection) -> bool:
    """Whether a program asks, and wants JSON."""
    return str(request.scope["path"]).startswith(API)


def refuse(
    request: Request, message: Message, status: int, code: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """A refusal in the form that whoever asks can read."""
    if is_api(request):
        words = Words(api_language(request)).tell(message)
        response = failure(ErrorDetail(code or message.key.rpartition(".")[2], words), status)
    else:
        response = pages.sorry(request, message, status)
    response.headers.update(headers or {})
    return response


def told(request: Request, error: OfficinaError) -> Response:
    """A mistake with a sentence of its own."""
    if isinstance(error, TooOften):
        return too_often(request, error.seconds)
    if isinstance(error, Refused):
        return failure(error.detail, error.status)
    code = error.message.key.rpartition(".")[2]
    status = STATUS.get(code, 409)
    if not is_api(request):
        return pages.sorry(request, error, status)
    for kind, word, number in KINDS:
        if isinstance(error, kind):
            code, status = word, number
    detail = ErrorDetail(code, Words(api_language(request)).tell(error.message), allowed=allowed(error.message))
    if isinstance(error, IllegalChoice):
        detail.rule = first_rule(error.rule)
    if status == 401:
        return failure(detail, status, {"WWW-Authenticate": "Bearer"})
    return failure(detail, status)


def allowed(message: Message) -> list[str]:
    """What the sentence names as allowed."""
    args = message.args
    if isinstance(args.get("least"), int) and isinstance(args.get("most"), int):
        return [str(number) for number in range(args["least"], args["most"] + 1)]
    found = next((args[name] for name in LISTS if isinstance(args.get(name), tuple)), ())
    return [str(item) for item in found]


def too_often(request: Request, seconds: float) -> Response:
    """Too many requests: when to come again."""
    return refuse(request, Message("web.error.too_often"), 429, headers={"Retry-After": str(max(1, math.ceil(seconds)))})
