"""Structured logs: one JSON object a line. Never a token, an invitation, a name, or chat."""

from __future__ import annotations

import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

SECRET: Final = re.compile(r"(?<![\w-])(?=[\w-]*\d|[\w-]*[A-Z])[A-Za-z0-9_-]{32,}(?![\w-])")
"""What looks like a token or an invitation (32 letters of their alphabet) or like the hash of one."""
MASK: Final = "***"
MOST_FRAMES: Final = 12
LOGGERS: Final = ("officina", "uvicorn.error")


class JsonLines(logging.Formatter):
    """One JSON line an event. Of an error only class and traceback: its message may quote user input."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "source": record.name,
            "event": masked(record.getMessage()),
        }
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])[-MOST_FRAMES:]
            line["where"] = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
        return msgspec.json.encode(line).decode()


def masked(text: str) -> str:
    """The text without anything that looks like a key."""
    return SECRET.sub(MASK, text)


def log_json(stream: Any = None) -> None:
    """Write every event and every request as a line of JSON, to standard error unless told otherwise."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("officina").setLevel(logging.INFO)
