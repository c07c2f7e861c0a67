"""One question of a program: who asks (by the seat's token), in which language, with which checked words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from officina.client.messages import Language
from officina.core.text import Message
from officina.tables import LiveTable, TableError, Tables
from officina.web import scene
from officina.web.api.answers import JSON, Malformed, answer, api_language
from officina.web.limits import Limits, address_of
from officina.web.words import Words

BEARER: Final = "bearer "
MOST_DETAIL: Final = 200

Who = Literal["anybody", "viewer", "seat"]


@dataclass
class Ask:
    """A question, read and checked."""

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
        """Whom limits count."""
        return address_of(self.request)

    @property
    def own_seat(self) -> int:
        """The seat of whoever asks; only for operations that a seat alone may ask for."""
        assert self.seat is not None
        return self.seat

    async def live(self) -> LiveTable:
        """The table asked about."""
        return await self.tables.live(self.table_id)

    def words(self, live: LiveTable | None = None) -> Words:
        """Sentences in the language asked for, with the players' names."""
        return Words(self.language, scene.seat_names(live, self.language) if live is not None else ())


Handler = Callable[[Ask], Awaitable[msgspec.Struct]]


@dataclass(frozen=True, eq=False)
class Operation:
    """One operation: everything that routes, checks, documents and shows it. ``limit``: what it counts as, by address."""

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
    asks: msgspec.Struct | None = field(default=None, repr=False)
    answers: msgspec.Struct | None = field(default=None, repr=False)


def endpoint(operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    """The operation as the server calls it."""

    async def handle(request: Request) -> Response:
        state = request.app.state
        ask = Ask(request, state.tables, state.limits, api_language(request))
        if operation.limit:  # before the body is read: a record may be long
            ask.limits.check(ask.address, operation.limit)
        ask.query = read_query(request, operation.query)
        if "table" in request.path_params:
            await identify(ask, operation.who)
        if operation.body is not None:
            ask.body = await read_body(request, operation.body)
        return answer(await operation.handler(ask), operation.status)

    handle.__name__ = operation.name
    return handle


async def identify(ask: Ask, who: Who) -> None:
    """Find out whose token it is. A wrong one is refused, even where none is needed."""
    await ask.live()
    given = ask.request.headers.get("authorization", "")
    if given[: len(BEARER)].lower() == BEARER:
        ask.token = given[len(BEARER) :].strip()
    if who == "seat" and not ask.token:
        raise TableError(Message("api.error.no_token"))
    if who != "anybody" and ask.token:
        ask.seat = await ask.tables.identify(ask.table_id, ask.token)


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
    """What the reader of a message complains about, as one short line."""
    return " ".join(str(error).split())[:MOST_DETAIL]
