"""The OpenAPI 3.1 document, made of the table of operations and the types of its messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

import msgspec

from officina.core.text import Message, render
from officina.games import GAMES
from officina.messages import Failure
from officina.web.api.calls import Operation

REFERENCE: Final = "#/components/schemas/{name}"
ALWAYS: Final = (422, 429)
WITH_BODY: Final = (408, 413, 415)
TABLE_NAME: Final = {"type": "string", "pattern": "^[A-Za-z0-9]{1,40}$"}
GAME_NAME: Final = {"type": "string", "enum": list(GAMES)}


@lru_cache(maxsize=8)
def document(operations: Sequence[Operation], prefix: str, language: str) -> bytes:
    """The whole document in a language."""
    types: list[Any] = [Failure]
    for operation in operations:
        types += [kind for kind in (operation.answer, operation.body, operation.query) if kind is not None]
    schemas, components = msgspec.json.schema_components(list(dict.fromkeys(types)), ref_template=REFERENCE)
    references = dict(zip(dict.fromkeys(types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in operations:
        described = describe(operation, references, components, language)
        paths.setdefault(prefix + operation.path, {})[operation.method.lower()] = described
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Officina",
                "version": "1",
                "description": render(Message("api.page.lead"), language),
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def describe(operation: Operation, references: dict[Any, Any], components: dict[str, Any], language: str) -> dict[str, Any]:
    """One operation."""
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": render(Message(f"api.operation.{operation.name}"), language),
        "parameters": parameters(operation, references, components),
        "responses": {
            str(operation.status): response(operation.status, references[operation.answer]),
            **{str(status): response(status, references[Failure]) for status in error_statuses(operation)},
        },
    }
    if operation.body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": references[operation.body]}}}
    if operation.who == "seat":
        found["security"] = [{"seat": []}]
    elif operation.who == "viewer":
        found["security"] = [{"seat": []}, {}]
    return found


def error_statuses(operation: Operation) -> list[int]:
    """Every refusal that may come."""
    found = {*operation.errors, *ALWAYS}
    if operation.body is not None:
        found.update(WITH_BODY)
    if "{table}" in operation.path:
        found.add(404)
    if operation.who != "anybody":
        found.add(403)
    if operation.who == "seat":
        found.add(401)
    if operation.method != "GET":
        found.add(503)
    return sorted(found)


def response(status: int, schema: Any) -> dict[str, Any]:
    """An answer of that status."""
    return {"description": HTTPStatus(status).phrase, "content": {"application/json": {"schema": schema}}}


def parameters(operation: Operation, references: dict[Any, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    """Parameters of path and query."""
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": TABLE_NAME if name == "table" else GAME_NAME}
        for name in re.findall(r"{(\w+)}", operation.path)
    ]
    query = components[references[operation.query]["$ref"].rpartition("/")[2]]
    in_query = [
        {"name": name, "in": "query", "required": name in query.get("required", []), "schema": schema}
        for name, schema in query["properties"].items()
    ]
    return in_path + in_query
