"""The table of operations: the single source of routes, documentation and examples. Actions bring their own."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router

from officina import messages as m
from officina.tables.actions.catalogue import ACTIONS
from officina.web.api import company_handlers, handlers
from officina.web.api.action_handlers import operation_of
from officina.web.api.answers import api_language
from officina.web.api.calls import Operation, endpoint
from officina.web.api.openapi import document

VERSION: Final = "/v1"
PREFIX: Final = f"/api{VERSION}"

OPERATIONS: Final = (
    Operation("games", "GET", "/games", handlers.games, m.GameList),
    Operation("game", "GET", "/games/{game}", handlers.game, m.GameInfo, errors=(404,)),
    Operation("tables", "GET", "/tables", handlers.tables, m.TableList),
    Operation(
        "create",
        "POST",
        "/tables",
        handlers.create,
        m.NewTableAnswer,
        body=m.NewTable,
        status=201,
        errors=(404, 409),
        limit="create",
    ),
    Operation("table", "GET", "/tables/{table}", handlers.table, m.Table, who="viewer"),
    Operation(
        "invitations", "GET", "/tables/{table}/invitations", handlers.invitations, m.InvitationList, who="seat", errors=(503,)
    ),
    Operation("view", "GET", "/tables/{table}/view", handlers.view, m.ViewAnswer, who="viewer", errors=(409,)),
    Operation("question", "GET", "/tables/{table}/question", handlers.question, m.QuestionAnswer, who="seat"),
    Operation("why", "GET", "/tables/{table}/why", handlers.why, m.WhyAnswer, query=m.WhyQuery, who="seat", errors=(409,)),
    Operation(
        "preview",
        "GET",
        "/tables/{table}/preview",
        handlers.preview,
        m.PreviewAnswer,
        query=m.WhyQuery,
        who="seat",
        errors=(409,),
    ),
    Operation("hint", "GET", "/tables/{table}/hint", handlers.hint, m.HintAnswer, who="seat", errors=(409,), limit="hint"),
    Operation("events", "GET", "/tables/{table}/events", handlers.events, m.EventsAnswer, query=m.EventsQuery, who="viewer"),
    Operation("beats", "GET", "/tables/{table}/beats", handlers.beats, m.BeatsAnswer, query=m.BeatsQuery, who="viewer"),
    Operation("record", "GET", "/tables/{table}/record", handlers.record, m.RecordAnswer, who="viewer", errors=(409,)),
    Operation("company", "GET", "/tables/{table}/company", company_handlers.company, m.CompanyAnswer, who="viewer"),
    Operation("talk", "GET", "/tables/{table}/talk", company_handlers.talk, m.TalkAnswer, query=m.TalkQuery, who="viewer"),
    Operation("note", "GET", "/tables/{table}/note", company_handlers.note, m.Note, who="seat"),
    Operation("personal", "GET", "/tables/{table}/personal", company_handlers.personal, m.PersonalData, who="seat"),
    *(operation_of(action) for action in ACTIONS.values() if action.operation),
    Operation(
        "import_record",
        "POST",
        "/records",
        handlers.import_record,
        m.Table,
        body=m.ImportRecord,
        status=201,
        errors=(409,),
        limit="import",
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
