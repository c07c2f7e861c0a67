"""What is read from a request: language, seats by cookie, origin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from officina.core.drawing import SCREENS
from officina.core.text import LANGUAGES, Message
from officina.tables import TableError, Tables
from officina.tables.errors import Locked
from officina.tables.table.model import MOST_NAME, clean_name
from officina.web.words import preferred_language

SEAT_COOKIE: Final = "seat-"
LANGUAGE_COOKIE: Final = "language"
SCREEN_COOKIE: Final = "screen"
NAME_COOKIE: Final = "name"
MAKER_COOKIE: Final = "box-maker"
COLOUR_COOKIE: Final = "colour"
KEY_COOKIE: Final = "me"
YEAR: Final = 365 * 24 * 3600
MOST_SEAT_COOKIES: Final = 100
MOST_SEATS: Final = 8
"""A browser holds at most so many seats of one table. Whoever claims more makes work: each is compared with all seats."""
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
MOST_HOST: Final = 260
"""Letters of a host's name with its port."""
LOCAL_NAMES: Final = ("127.0.0.1", "localhost", "[::1]", "0.0.0.0")


def language_of(request: HTTPConnection) -> str:
    """The language of the query (a WebSocket's page), else of the cookie, else of Accept-Language."""
    chosen = request.query_params.get("language", "") or request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else preferred_language(request.headers.get("accept-language", ""))


def screen_of(request: HTTPConnection) -> str:
    """The screen to draw for: of the query (a WebSocket's page), else of the cookie that the page keeps, else guessed."""
    chosen = request.query_params.get("screen", "") or request.cookies.get(SCREEN_COOKIE, "")
    if chosen in SCREENS:
        return chosen
    mobile = request.headers.get("sec-ch-ua-mobile") == "?1" or "Mobi" in request.headers.get("user-agent", "")
    return "phone" if mobile else SCREENS[0]


def tokens_of(request: HTTPConnection, table_id: str) -> list[str]:
    """The seat tokens that this browser holds for a table, the latest first (several people may share a browser)."""
    claimed = request.cookies.get(SEAT_COOKIE + table_id, "").split(".", MOST_SEATS)[:MOST_SEATS]
    return [token for token in claimed if TOKEN.fullmatch(token)]


def held_tokens(request: HTTPConnection) -> dict[str, str]:
    """The latest seat token by table."""
    found = {}
    for name in request.cookies:
        if name.startswith(SEAT_COOKIE):
            tokens = tokens_of(request, name.removeprefix(SEAT_COOKIE))
            if tokens:
                found[name.removeprefix(SEAT_COOKIE)] = tokens[0]
    return found


def whole_number(text: str | None, otherwise: int = 0) -> int:
    """A small number from a form or a URL; ``otherwise`` for anything else."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 7 else otherwise


async def seats_of(request: HTTPConnection, tables: Tables, table_id: str) -> dict[int, str]:
    """Seat by seat, the tokens that this browser holds for a table, the latest first."""
    found: dict[int, str] = {}
    for token in tokens_of(request, table_id):
        try:
            found.setdefault(await tables.identify(table_id, token), token)
        except TableError:
            continue
    return found


async def viewer(request: HTTPConnection, tables: Tables, table_id: str) -> tuple[int | None, str]:
    """The seat that is asked for (``?seat=2``, if this browser holds it), else the latest one; None: a spectator."""
    seats = await seats_of(request, tables, table_id)
    asked = request.query_params.get("seat", "")
    wanted = whole_number(asked) - 1
    if wanted in seats:
        return wanted, seats[wanted]
    if asked == "0" or not seats:
        return None, ""
    seat = next(iter(seats))
    return seat, seats[seat]


async def check_lock(request: HTTPConnection, tables: Tables, table_id: str) -> None:
    """Locked if nobody of this browser sits at the table and it is shown to nobody else."""
    if (await tables.live(table_id)).row.locked and not await seats_of(request, tables, table_id):
        raise Locked


def keep_seat(request: HTTPConnection, response: Response, table_id: str, token: str) -> None:
    """Set the seat's cookie (HttpOnly, SameSite)."""
    tokens = [token, *(other for other in tokens_of(request, table_id) if other != token)][:MOST_SEATS]
    response.set_cookie(
        SEAT_COOKIE + table_id,
        ".".join(tokens),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme in ("https", "wss"),
    )


def key_of(request: HTTPConnection) -> str:
    """The key of the person that this browser keeps; empty if there is none."""
    key = request.cookies.get(KEY_COOKIE, "")
    return key if TOKEN.fullmatch(key) else ""


def keep_key(request: HTTPConnection, response: Response, key: str) -> None:
    """Keep the person's key (HttpOnly, SameSite): no script can read it."""
    secure = request.url.scheme in ("https", "wss")
    response.set_cookie(KEY_COOKIE, key, max_age=2 * YEAR, httponly=True, samesite="lax", secure=secure)


def keep_language(response: Response, language: str) -> None:
    """Remember the language."""
    response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax")


def maker_token(request: HTTPConnection) -> str:
    """The token of a browser that makes boxes; empty if it has made none yet."""
    found = request.cookies.get(MAKER_COOKIE, "")
    return found if TOKEN.fullmatch(found) else ""


def keep_maker(request: HTTPConnection, response: Response, token: str) -> None:
    """Let this browser edit the boxes that it made."""
    secure = request.url.scheme in ("https", "wss")
    response.set_cookie(MAKER_COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def name_of(request: HTTPConnection) -> str:
    """The name that the person had at the table before; empty if there was none, or if it is none."""
    return clean_name(unquote(request.cookies.get(NAME_COOKIE, "")))


def keep_name(response: Response, name: str) -> None:
    """Remember the name for the next table. It is no secret: the page's script reads it, too."""
    name = clean_name(name)
    if name:
        response.set_cookie(NAME_COOKIE, quote(name), max_age=YEAR, samesite="lax")


def checked_name(given: str) -> str:
    """A name that somebody filled in; TableError if it could not be shown as it is."""
    name = clean_name(given)
    if name != " ".join(given.split()):
        raise TableError(Message("web.error.name", most=MOST_NAME))
    return name


def wished_seat(request: HTTPConnection, paints: Sequence[str]) -> int:
    """The seat in the paint that the person had before; the first one if there is none such."""
    wish = request.cookies.get(COLOUR_COOKIE, "")
    return paints.index(wish) if wish in paints else 0


def keep_colour(response: Response, paint: str) -> None:
    """Remember the paint for the next table."""
    response.set_cookie(COLOUR_COOKIE, paint, max_age=YEAR, samesite="lax")


def is_local(origin: str) -> bool:
    """Whether only this computer can open links of that origin."""
    host = origin.partition("://")[2]  # from a request: not always what a URL may hold
    return (host if host.endswith("]") else host.rsplit(":", 1)[0]) in LOCAL_NAMES


def same_origin(request: HTTPConnection) -> bool:
    """Whether the request has our own origin. Browsers always send Origin on a POST and on a WebSocket.

    It is compared with the host that was asked; where the server's public address was named, that one is good, too, whatever
    a proxy made of the host.
    """
    origin = request.headers.get("origin")
    if origin is None:
        return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if origin == request.app.state.public_origin:
        return True
    try:
        return urlsplit(origin).netloc == request.headers.get("host", "")
    except ValueError:  # not a URL, such as "http://["
        return False


def own_origin(request: HTTPConnection, public: str) -> str:
    """The origin for links: the public one that was named at the start, whatever host a request names.

    Where none was named, that of the browser, for it came by it; on this machine the one for others in the same network.
    """
    if public:
        return public
    host = request.headers.get("host", "")[:MOST_HOST]
    lan: str = request.app.state.lan_origin
    if lan and host.rsplit(":", 1)[0] in LOCAL_NAMES:
        return lan
    scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
    return f"{scheme}://{host}"
