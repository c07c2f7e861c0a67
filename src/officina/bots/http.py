"""A bot that answers over HTTP on this machine: a seat of a simulation or tournament served by a program in any language.

For every decision it is sent (POST, JSON) what its seat may see and what it is asked, and answers with the notation of its
choice: ``{"choice": "pick_tile 3"}``. Only this machine's own addresses are asked: at a distance a game would take minutes, and
whoever can name an address must not be able to make this program call others. At tables such a program sits down through the
API instead (``examples/http_bot.py``).
"""

from __future__ import annotations

import http.client
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from officina.bots.bot import Bot
from officina.core.errors import OptionError
from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import Message, render
from officina.core.vocabulary import shown

HOSTS: Final = ("127.0.0.1", "localhost", "::1")
SECONDS: Final = 10.0
MOST_ANSWER: Final = 10_000


class Answer(msgspec.Struct):
    """What the program answers."""

    choice: str


def is_address(name: str) -> bool:
    """Whether a bot is named by an address."""
    return name.lower().startswith(("http://", "https://"))


@cache
def read_address(name: str) -> tuple[str, int, str]:
    """Host, port and path; OptionError for an address that is not asked."""
    try:
        parts = urlsplit(name)
        host, port = parts.hostname or "", parts.port or 80
    except ValueError:
        raise OptionError(Message("kernel.bot.address", address=shown(name))) from None
    if parts.scheme.lower() != "http" or host not in HOSTS or parts.username is not None:
        raise OptionError(Message("kernel.bot.address", address=shown(name)))
    return host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


class HttpBot(Bot):
    """Asks a program at an address; one connection serves a whole game."""

    def __init__(self, address: str) -> None:
        self.name = address
        host, port, self.path = read_address(address)
        self.line = http.client.HTTPConnection(host, port, timeout=SECONDS)

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        world = p.determinize(seat, rng)
        asked = asking(world, seat, rng.below(2**31))
        try:
            answer = self.ask(msgspec.json.encode(asked))
        except http.client.RemoteDisconnected:  # it may hang up between two decisions
            answer = self.ask(msgspec.json.encode(asked))
        return world.option_of(seat, msgspec.json.decode(answer, type=Answer).choice)

    def leave(self) -> None:
        self.line.close()

    def ask(self, body: bytes) -> bytes:
        """One question and its answer."""
        try:
            self.line.request("POST", self.path, body, {"Content-Type": "application/json"})
            answer = self.line.getresponse()
            text = answer.read(MOST_ANSWER)
        except BaseException:
            self.line.close()
            raise
        if answer.status != 200:
            self.line.close()
            raise ConnectionError(f"HTTP {answer.status} {answer.reason}")
        return text


def asking(p: Position, seat: int, seed: int) -> dict[str, Any]:
    """What the program is sent. ``seed``: chance of its own that makes its games repeatable."""
    question = p.question(seat)
    return {
        "game": p.game.name,
        "seat": seat,
        "seed": seed,
        "view": p.view(seat),
        "question": {
            "kind": question.kind,
            "options": [{"notation": option.notation, "text": render(option.message, "en")} for option in question.options],
        },
    }
