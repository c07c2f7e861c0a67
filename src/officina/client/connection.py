"""One connection to a server, kept open between requests; lost, it is made anew. Nothing but the standard library."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from officina.messages import ErrorDetail, Failure

T = TypeVar("T")

TRIES: Final = 8
FIRST_PAUSE: Final = 0.1
MOST_PAUSE: Final = 5.0
LOST: Final = (http.client.HTTPException, ConnectionError, TimeoutError, socket.gaierror, OSError)
BUSY: Final = (429, 503)
NOT_SURE: Final = "not_sure"
"""Perhaps it was done: only what may be sent twice is sent again."""
PREFIX: Final = "/api/v1"


class ApiError(Exception):
    """The server refused. ``code`` is a stable word for programs, ``rule`` names the game's rule if there is one."""

    def __init__(self, status: int, detail: ErrorDetail) -> None:
        super().__init__(f"{detail.code}: {detail.message}")
        self.status = status
        self.code = detail.code
        self.message = detail.message
        self.rule = detail.rule
        self.allowed = detail.allowed
        self.version = detail.version


class Unreachable(Exception):
    """The server did not answer, however often it was asked."""


class Connection:
    """Asks, and asks again when the connection breaks or the server is busy."""

    def __init__(self, base_url: str, language: str, timeout: float) -> None:
        found = urlsplit(base_url)
        if found.scheme not in ("http", "https") or not found.hostname:
            raise ValueError(f"no address of a server: {base_url!r} (such as http://127.0.0.1:8484)")
        self.secure = found.scheme == "https"
        self.host = found.hostname
        self.port = found.port
        self.prefix = found.path.rstrip("/") + PREFIX
        self.language = language
        self.timeout = timeout
        self.connection: http.client.HTTPConnection | None = None

    def get(self, wanted: type[T], path: str, token: str = "", query: Mapping[str, Any] | None = None, wait: float = 0.0) -> T:
        """Ask for something; the answer may take ``wait`` seconds longer than usual."""
        return self.ask(wanted, "GET", f"{path}?{urlencode(query)}" if query else path, b"", token, wait)

    def post(self, wanted: type[T], path: str, body: msgspec.Struct | None = None, token: str = "", again: bool = True) -> T:
        """Do something. ``again``: it may be sent twice without being done twice."""
        return self.ask(wanted, "POST", path, b"" if body is None else msgspec.json.encode(body), token, again=again)

    def put(self, wanted: type[T], path: str, body: msgspec.Struct, token: str = "") -> T:
        """Replace something."""
        return self.ask(wanted, "PUT", path, msgspec.json.encode(body), token)

    def ask(
        self, wanted: type[T], method: str, path: str, body: bytes, token: str, wait: float = 0.0, *, again: bool = True
    ) -> T:
        """Ask until there is an answer; ApiError if it is a refusal, Unreachable if there is none."""
        if not again:  # the server hangs up on idle connections: what is sent only once goes over a new one
            self.close()
        pause = FIRST_PAUSE
        why: Exception | None = None
        for _ in range(TRIES):
            try:
                status, headers, content = self.once(method, path, body, token, wait)
            except LOST as error:
                self.close()
                if not again:
                    raise Unreachable(f"{self.host}: {error}") from error
                why = error
                time.sleep(pause)
                pause = min(MOST_PAUSE, pause * 2)
                continue
            if status < 400:
                return msgspec.json.decode(content, type=wanted)
            refused = ApiError(status, read_failure(status, content))
            if status not in BUSY or (refused.code == NOT_SURE and not again):
                raise refused
            why = refused
            time.sleep(seconds_of(headers.get("Retry-After", ""), pause))
            pause = min(MOST_PAUSE, pause * 2)
        if isinstance(why, ApiError):
            raise why
        raise Unreachable(f"{self.host}: {why}")

    def once(self, method: str, path: str, body: bytes, token: str, wait: float) -> tuple[int, http.client.HTTPMessage, bytes]:
        """One request and its answer."""
        if self.connection is None:
            self.connection = self.open()
        if self.connection.sock is not None:
            self.connection.sock.settimeout(self.timeout + wait)
        headers = {"Accept-Language": self.language, "Accept": "application/json"}
        if body:
            headers["Content-Type"] = "application/json"
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.connection.request(method, self.prefix + path, body or None, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def open(self) -> http.client.HTTPConnection:
        """A new connection."""
        if self.secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self.host, self.port, timeout=self.timeout, context=context)
        return http.client.HTTPConnection(self.host, self.port, timeout=self.timeout)

    def close(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def read_failure(status: int, content: bytes) -> ErrorDetail:
    """What the server says went wrong; something between us and it may say it in another form."""
    try:
        return msgspec.json.decode(content, type=Failure).error
    except msgspec.MsgspecError:
        return ErrorDetail("http", f"HTTP {status}")


def seconds_of(retry_after: str, otherwise: float) -> float:
    """How long the server asks us to wait."""
    return min(MOST_PAUSE, float(retry_after)) if retry_after.isdecimal() else otherwise
