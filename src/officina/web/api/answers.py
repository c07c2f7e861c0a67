"""Answers to programs: JSON, and the one form of every error."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from officina.core.errors import OfficinaError
from officina.core.text import LANGUAGES, Message, add_room
from officina.messages import ErrorDetail, Failure
from officina.web.words import preferred_language

JSON: Final = "application/json"

add_room("api", Path(__file__).parent / "texts")


class Refused(OfficinaError):
    """A choice or an undo that the table did not take: stale or illegal."""

    def __init__(self, detail: ErrorDetail, status: int) -> None:
        super().__init__(Message("api.error.refused"))
        self.detail = detail
        self.status = status


def api_language(request: HTTPConnection) -> str:
    """``?language=`` if it is one of ours, else what ``Accept-Language`` prefers. No cookie is looked at."""
    asked = request.query_params.get("language", "")
    return asked if asked in LANGUAGES else preferred_language(request.headers.get("accept-language", ""))


def answer(content: msgspec.Struct, status: int = 200) -> Response:
    """A message to a program."""
    return Response(msgspec.json.encode(content), status, media_type=JSON)


def failure(detail: ErrorDetail, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """What went wrong."""
    return Response(msgspec.json.encode(Failure(detail)), status, dict(headers or {}), media_type=JSON)
