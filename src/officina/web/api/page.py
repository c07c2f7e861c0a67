"""``/api``: what programs can do here, for the people who write them. Drawn from the table of operations."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from officina.core.text import Message
from officina.messages import ErrorDetail, Failure
from officina.web.api.calls import Operation
from officina.web.api.examples import ANSWERS, EXAMPLES
from officina.web.api.openapi import GAME_NAME, TABLE_NAME, error_statuses
from officina.web.api.operations import OPERATIONS, PREFIX
from officina.web.limits import Limits
from officina.web.pages.rendering import html
from officina.web.requests import language_of
from officina.web.words import PageWords

EXAMPLE = Failure(ErrorDetail("illegal", "That tile is behind you (KW-21).", "KW-21", ["tile 3", "tile 4"]))


async def api_page(request: Request) -> Response:
    """The page."""
    words = PageWords(language_of(request))
    return html(
        request,
        "programs.html",
        words,
        label=lambda name: words.tell(Message(f"api.page.{name}")),
        limits=words.tell(
            Message("api.page.limits", requests=Limits.PER_MINUTE["request"] // 60, burst=Limits.BURST["request"])
        ),
        operations=[shown(operation, words) for operation in OPERATIONS],
        failure=pretty(EXAMPLE),
        document=f"{PREFIX}/openapi.json",
    )


def shown(operation: Operation, words: PageWords) -> dict[str, Any]:
    """One operation in words."""
    return {
        "name": operation.name,
        "method": operation.method,
        "path": PREFIX + operation.path,
        "summary": words.tell(Message(f"api.operation.{operation.name}")),
        "who": words.tell(Message(f"api.who.{operation.who}")),
        "fields": fields(operation),
        "asks": pretty(EXAMPLES[operation.body]) if operation.body is not None else "",
        "answers": pretty(ANSWERS.get(operation.name) or EXAMPLES[operation.answer]),
        "answer": operation.answer.__name__,
        "status": operation.status,
        "refusals": error_statuses(operation),
    }


def fields(operation: Operation) -> list[dict[str, Any]]:
    """Everything that can be given: in the address, after it, in the body."""
    found = [
        {"name": name, "where": "path", "type": type_name(TABLE_NAME if name == "table" else GAME_NAME), "required": True}
        for name in re.findall(r"{(\w+)}", operation.path)
    ]
    for where, kind in (("query", operation.query), ("body", operation.body)):
        if kind is not None:
            schemas, components = msgspec.json.schema_components([kind], ref_template="{name}")
            schema = components[schemas[0]["$ref"]]
            found += [
                {"name": name, "where": where, "type": type_name(field), "required": name in schema.get("required", [])}
                for name, field in schema["properties"].items()
            ]
    return found


def type_name(schema: dict[str, Any]) -> str:
    """A type in a few letters, with its bounds."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(type_name(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"[{type_name(schema.get('items', {}))}]"
    if kind == "object":
        return "{string: " + type_name(schema.get("additionalProperties") or {}) + "}"
    bounds = {"minimum": "≥", "maximum": "≤", "maxLength": "≤"}
    told = [f"{sign} {schema[name]}" for name, sign in bounds.items() if name in schema]
    return f"{kind} ({', '.join(told)})" if told else str(kind)


def pretty(message: msgspec.Struct) -> str:
    """A message as people like to read it."""
    return json.dumps(msgspec.to_builtins(message), indent=2, ensure_ascii=False)
