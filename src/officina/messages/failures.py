"""What can go wrong: the one form of every error."""

from __future__ import annotations

import msgspec


class ErrorDetail(msgspec.Struct, omit_defaults=True):
    """What went wrong. ``code`` is for programs, ``message`` for people, in the language asked for."""

    code: str
    message: str
    rule: str = ""
    allowed: list[str] = []
    version: int | None = None


class Failure(msgspec.Struct):
    """The one form of every error."""

    error: ErrorDetail
