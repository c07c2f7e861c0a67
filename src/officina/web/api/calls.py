"""One call of the API: the caller by the seat's token, the language, the validated body and query."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from officina.core.text import Message
from officina.messages import Language
from officina.tables import LiveTable, TableError, Tables
from officina.tables.errors import Locked, Malformed
from officina.web.api.answers import JSON, answer, api_language
from officina.web.limits import Limits, address_of, seat_key
from officina.web.live import scene
from officina.web.words import PageWords

BEARER: Final = "bearer "
MOST_DETAIL: Final = 200

Who = Literal["anybody", "viewer", "seat"]


@dataclass
class ApiCall:
    """A validated call of the API."""

    request: Request
    tables: Tables
    limits: Limits
    language: str
    body: Any = None
    query: Any = None
    seat: int | None = None
    token: str = ""

    @property
    def table_id(self) -> str:
        """The table in the address."""
        found: str = self.request.path_params["table"]
        return found

    @property
    def address(self) -> str:
        """The key of rate limits."""
        return address_of(self.request)

    @property
    def own_seat(self) -> int:
        """The caller's seat; only for operations that need one."""
        assert self.seat is not None
        return self.seat

    async def live(self) -> LiveTable:
        """The table asked about."""
        return await self.tables.live(self.table_id)

    def words(self, live: LiveTable | None = None) -> PageWords:
        """Sentences in the language asked for, with the players' names."""
        return PageWords(self.language, scene.seat_names(live, self.language) if live is not None else ())


Handler = Callable[[ApiCall], Awaitable[msgspec.Struct]]


@dataclass(frozen=True, eq=False)
class Operation:
    """One operation: everything that routes, checks, documents and shows it. ``limit``: as what it is counted."""

    name: str
    method: str
    path: str
    handler: Handler
    answer: type[msgspec.Struct]
    body: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] = Language
    who: Who = "anybody"
    status: int = 200
    errors: tuple[int, ...] = ()
    limit: str = ""


def endpoint(operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    """The operation as the server calls it."""

    async def handle(request: Request) -> Response:
        state = request.app.state
        call = ApiCall(request, state.tables, state.limits, api_language(request))
        if operation.limit and operation.limit not in Limits.BY_SEAT:  # before the body is read: it may be long
            call.limits.check(call.address, operation.limit)
        call.query = read_query(request, operation.query)
        if "table" in request.path_params:
            await identify(call, operation.who)
        if operation.body is not None:
            call.body = await read_body(request, operation.body)
        if operation.limit in Limits.BY_SEAT:
            call.limits.check(seat_key(call.table_id, call.own_seat), operation.limit)
        return answer(await operation.handler(call), operation.status)

    handle.__name__ = operation.name
    return handle


async def identify(call: ApiCall, who: Who) -> None:
    """Identify the caller by the bearer token. A wrong one is refused even where none is needed."""
    await call.live()
    given = call.request.headers.get("authorization", "")
    if given[: len(BEARER)].lower() == BEARER:
        call.token = given[len(BEARER) :].strip()
    if who == "seat" and not call.token:
        raise TableError(Message("api.error.no_token"))
    if who != "anybody":
        await admit(call)


async def admit(call: ApiCall) -> None:
    """Find the caller's seat; TableError if the token is none of this table's, or a locked one has no seat of the caller's."""
    if call.token:
        call.seat = await call.tables.identify(call.table_id, call.token)
    elif (await call.live()).row.locked:
        raise Locked


async def read_body(request: Request, wanted: type[msgspec.Struct]) -> Any:
    """The body as a checked message."""
    kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if kind != JSON:
        raise HTTPException(415)
    try:
        return msgspec.json.decode(await request.body(), type=wanted)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Malformed(Message("api.error.body", detail=detail_of(error))) from None


def read_query(request: Request, wanted: type[msgspec.Struct]) -> Any:
    """The parameters of the address as a checked message; those that are not known are left alone."""
    try:
        return msgspec.convert(dict(request.query_params), wanted, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(Message("api.error.query", detail=detail_of(error))) from None


def detail_of(error: Exception) -> str:
    """The validation error as one short line."""
    return " ".join(str(error).split())[:MOST_DETAIL]
