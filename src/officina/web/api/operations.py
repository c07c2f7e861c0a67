"""The table of operations: what is routed, documented and shown comes from here and nowhere else."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router

from officina.client import messages as m
from officina.web.api import examples, handlers
from officina.web.api.answers import api_language
from officina.web.api.asking import Operation, endpoint
from officina.web.api.openapi import document

VERSION: Final = "/v1"
PREFIX: Final = f"/api{VERSION}"

OPERATIONS: Final = (
    Operation("games", "GET", "/games", handlers.games, m.GameList, answers=examples.GAMES),
    Operation("game", "GET", "/games/{game}", handlers.game, m.GameInfo, errors=(404,), answers=examples.GAME),
    Operation("tables", "GET", "/tables", handlers.tables, m.TableList, answers=examples.TABLES),
    Operation(
        name="create",
        method="POST",
        path="/tables",
        handler=handlers.create,
        body=m.NewTable,
        answer=m.NewTableAnswer,
        status=201,
        errors=(404, 409),
        asks=examples.NEW_TABLE,
        answers=examples.CREATED,
    ),
    Operation("table", "GET", "/tables/{table}", handlers.table, m.Table, who="viewer", answers=examples.TABLE),
    Operation(
        name="sit",
        method="POST",
        path="/tables/{table}/seats",
        handler=handlers.sit,
        body=m.TakeSeat,
        answer=m.SeatTaken,
        status=201,
        errors=(403, 409),
        asks=examples.TAKE_SEAT,
        answers=examples.SEAT_TAKEN,
    ),
    Operation(
        name="ready",
        method="POST",
        path="/tables/{table}/ready",
        handler=handlers.ready,
        body=m.Ready,
        answer=m.Table,
        who="seat",
        errors=(409,),
        asks=m.Ready(True),
        answers=examples.TABLE,
    ),
    Operation(
        name="view",
        method="GET",
        path="/tables/{table}/view",
        handler=handlers.view,
        answer=m.ViewAnswer,
        who="viewer",
        errors=(409,),
        answers=examples.VIEW,
    ),
    Operation(
        name="question",
        method="GET",
        path="/tables/{table}/question",
        handler=handlers.question,
        answer=m.QuestionAnswer,
        who="seat",
        answers=examples.QUESTION,
    ),
    Operation(
        name="why",
        method="GET",
        path="/tables/{table}/why",
        handler=handlers.why,
        query=m.WhyQuery,
        answer=m.WhyAnswer,
        who="seat",
        errors=(409,),
        answers=examples.WHY,
    ),
    Operation(
        name="choose",
        method="POST",
        path="/tables/{table}/choices",
        handler=handlers.choose,
        body=m.Choose,
        answer=m.Done,
        who="seat",
        errors=(409,),
        asks=examples.CHOOSE,
        answers=m.Done(13),
    ),
    Operation(
        name="undo",
        method="POST",
        path="/tables/{table}/undo",
        handler=handlers.undo,
        body=m.Undo,
        answer=m.Done,
        who="seat",
        errors=(409,),
        asks=examples.UNDO,
        answers=m.Done(14),
    ),
    Operation(
        name="events",
        method="GET",
        path="/tables/{table}/events",
        handler=handlers.events,
        query=m.EventsQuery,
        answer=m.EventsAnswer,
        who="viewer",
        answers=examples.EVENTS,
    ),
    Operation(
        name="record",
        method="GET",
        path="/tables/{table}/record",
        handler=handlers.record,
        answer=m.RecordAnswer,
        who="viewer",
        errors=(409,),
        answers=examples.RECORD,
    ),
)


async def openapi(request: Request) -> Response:
    """``/api/v1/openapi.json``: the description of all this, for programs."""
    return Response(document(OPERATIONS, PREFIX, api_language(request)), media_type="application/json")


def api() -> Mount:
    """Everything under ``/api``. An address with one slash too many is another address: nothing is redirected."""
    routes = [Route(VERSION + one.path, endpoint(one), methods=[one.method], name=one.name) for one in OPERATIONS]
    documentation = Route(f"{VERSION}/openapi.json", openapi, methods=["GET"])
    return Mount("/api", app=Router([*routes, documentation], redirect_slashes=False))
