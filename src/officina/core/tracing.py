"""Drawing a track of one's own: what a game whose tracks are files offers to an editor.

A tracing is the content of a track file, as JSON knows it. Each edit makes the next one; the game says what is wrong with it,
and draws it as it draws its own.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from officina.core.position import Position
from officina.core.text import Message

Content = dict[str, Any]


class Wrong(msgspec.Struct):
    """What the format's own checks say, and where: a segment by lane and position, if it is about one.

    ``mend``: the edit that would mend it, if one does.
    """

    message: Message
    lane: int = -1
    position: int = -1
    mend: str = ""


class Sketch(msgspec.Struct):
    """A tracing as it is seen. Places are in units of its picture, y downwards.

    ``segments`` and ``edges``: of each lane, the middle of each segment, and of its rear edge, where a space can be cut.
    ``svg``: empty while there is no road yet.
    """

    svg: str
    view: tuple[float, float, float, float]
    segments: list[list[tuple[float, float]]]
    edges: list[list[tuple[float, float]]]
    wrong: list[Wrong]


class Tracer(Protocol):
    """What one can do with tracings of a game. Whatever is no tracing is refused (BoxError, ComponentsError)."""

    def blank(self) -> Content:
        """A tracing without a road."""

    def opened(self, content: Content) -> Content:
        """A sound track file as a tracing."""

    def changed(self, content: object, edit: object) -> Content:
        """The tracing after an edit (None: as it is, in its usual form)."""

    def sketch(self, content: object, language: str) -> Sketch:
        """How it looks, and what is wrong with it."""

    def test_race(self, name: str) -> dict[str, int | str]:
        """The options of a short race on that track."""

    def finished(self, position: Position) -> int:
        """How many got round in such a race."""

    def text(self, content: object) -> str:
        """The track file."""
