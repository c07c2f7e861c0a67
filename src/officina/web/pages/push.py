"""Browsers that want to be told of turns while no page is open: subscribed by a switch on the table's page or on ``/me``.

Whoever knows a browser's address at its push service is that browser: nobody else is ever told it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.tables import TableError, WrongLink
from officina.tables import tokens as keys
from officina.tables.notices.push import MOST_ENDPOINT, Push, Subscription
from officina.web.pages.persons import person_of
from officina.web.pages.rendering import check_often, tables_of
from officina.web.requests import key_of, language_of, seats_of, whole_number
from officina.web.words import PageWords

FIELDS: Final = tuple(Subscription.__struct_fields__)


def push_of(request: Request) -> Push:
    """What sends messages to browsers; TableError where there is none."""
    push: Push | None = request.app.state.notifier.push
    if push is None or not push.key:
        raise TableError(Message("tables.error.push_none"))
    return push


def push_key(request: Request) -> str:
    """The public key that a page subscribes with; empty: push is not offered."""
    push: Push | None = request.app.state.notifier.push
    return push.key if push is not None else ""


def read_subscription(given: Mapping[str, str]) -> Subscription:
    """What a browser says of itself; TableError if it cannot be."""
    try:
        return msgspec.convert({name: given.get(name, "") for name in FIELDS}, Subscription)
    except msgspec.ValidationError:
        raise TableError(Message("tables.error.push")) from None


def form(handle: Callable[[Request, Push, Mapping[str, str]], Awaitable[None]]) -> Callable[[Request], Awaitable[Response]]:
    """A form that only scripts send: answered with JSON, a refusal with its sentence."""

    async def endpoint(request: Request) -> Response:
        try:
            check_often(request, "push")
            push = push_of(request)
            given = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
            await handle(request, push, given)
        except OfficinaError as error:
            return JSONResponse({"text": PageWords(language_of(request)).tell(error.message)}, 409)
        return JSONResponse({"done": True})

    return endpoint


async def key(request: Request) -> Response:
    """``/push/key``: what a browser subscribes with."""
    return JSONResponse({"key": push_of(request).key})


@form
async def subscribe(request: Request, push: Push, given: Mapping[str, str]) -> None:
    """Tell this browser of its person's turns, and of those of the seat whose page it shows and whose link it holds."""
    asked = read_subscription(given)
    person = await person_of(request)
    seat = await asked_seat(request, given)
    if person is None and seat is None:
        raise TableError(Message("tables.error.push_nobody"))
    await push.subscribe(asked, language_of(request), keys.hashed(key_of(request)) if person is not None else "", seat)


async def asked_seat(request: Request, given: Mapping[str, str]) -> tuple[str, int] | None:
    """The seat of the page that asks; WrongLink if this browser does not hold it."""
    table_id = given.get("table", "")
    if not table_id:
        return None
    seat = whole_number(given.get("seat")) - 1
    if not keys.is_table_id(table_id) or seat not in await seats_of(request, tables_of(request), table_id):
        raise WrongLink
    return table_id, seat


@form
async def again(request: Request, push: Push, given: Mapping[str, str]) -> None:
    """A browser that had another address before. Nobody knows that one but the browser itself."""
    asked = read_subscription(given)
    old = given.get("old", "")[:MOST_ENDPOINT]
    if not old or not await push.renew(old, asked, language_of(request)):
        raise TableError(Message("tables.error.push_nobody"))


@form
async def off(_request: Request, push: Push, given: Mapping[str, str]) -> None:
    """Tell that browser nothing any more. The answer is the same whether it was known or not."""
    await push.unsubscribe(given.get("endpoint", "")[:MOST_ENDPOINT])
