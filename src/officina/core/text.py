"""Every sentence a person reads is a key with arguments, rendered at the edge in Italian or English.

A *room* (the kernel, the command, each game) keeps its sentences in ``texts/it.toml`` and ``texts/en.toml``; the first part
of a key names the room: ``kernel.refuse.over``. An entry is a template with ``{name}`` places, or a table with a template for
each plural form of the language (``one`` and ``other`` in Italian and English), chosen by the argument ``n``; with a ``zero``,
too, where one says it in another way if there is none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("it", "en")
PLURAL_FORMS: Final = frozenset(("zero", "one", "two", "few", "many", "other"))
"""The names that Unicode's plural rules use."""


NONE: Final = "zero"


def one_or_other(n: object) -> str:
    """The plural rule of Italian and English."""
    return "one" if n == 1 else "other"


PLURAL_RULES: Final[dict[str, Callable[[object], str]]] = {"it": one_or_other, "en": one_or_other}
"""The plural form of a whole number by language; a new one brings its rule.

Babel knows the rules of all languages, but weighs 33 MB and costs a command 70 ms: too much for a line a language.
"""


class Message:
    """A sentence to be: a key and its arguments. Arguments may be messages themselves, or tuples of them (a list)."""

    __slots__ = ("args", "key")

    def __init__(self, key: str, **args: Any) -> None:
        self.key = key
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.key, str(self.to_json())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r}, {self.args})"

    def to_json(self) -> dict[str, Any]:
        """The message as plain data, for a client that renders by itself."""
        return {"key": self.key, "args": {name: _plain(value) for name, value in self.args.items()}}


class Reason(Message):
    """Why something is not allowed, with the rule that says so."""

    __slots__ = ("rule",)

    def __init__(self, key: str, rule: str = "", **args: Any) -> None:
        super().__init__(key, **args)
        self.rule = rule

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "rule": self.rule}


class Player(Message):
    """Somebody at the table, as the game calls them ("Red"), until a page knows the name of who sits there."""

    __slots__ = ("seat",)

    def __init__(self, key: str, seat: int, /, **args: Any) -> None:
        super().__init__(key, **args)
        self.seat = seat

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "player": self.seat}


def numbered_seat(seat: int) -> Player:
    """A seat that has no other name than its number."""
    return Player("kernel.seat", seat, seat=seat + 1)


def together(things: tuple[Any, ...]) -> Any:
    """Several things of a sentence, with "and" before the last; one as it is."""
    return Message("kernel.and", first=things[:-1], last=things[-1]) if len(things) > 1 else things


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return value.to_json()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


Catalogue = Mapping[str, str | Mapping[str, str]]

_folders: dict[str, Path] = {"kernel": Path(__file__).parent / "texts"}
_catalogues: dict[tuple[str, str], Catalogue] = {}


def add_room(room: str, folder: Path) -> None:
    """Tell where a room keeps its sentences (``it.toml`` and ``en.toml``)."""
    _folders[room] = folder


def rooms() -> dict[str, Path]:
    """Every room with its folder of sentences."""
    return dict(_folders)


def catalogue(room: str, language: str) -> Catalogue:
    """All sentences of a room in a language, by key without the room's name."""
    found = _catalogues.get((room, language))
    if found is None:
        path = _folders[room] / f"{language}.toml"
        found = dict(_flatten("", tomllib.loads(path.read_text(encoding="utf-8"))))
        _catalogues[room, language] = found
    return found


def _flatten(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    entries: list[tuple[str, Any]] = []
    for name, value in table.items():
        if isinstance(value, dict) and not is_plural(value):
            entries += _flatten(f"{prefix}{name}.", value)
        else:
            entries.append((prefix + name, value))
    return entries


def is_plural(table: Mapping[str, Any]) -> bool:
    """Whether a table holds the plural forms of one sentence, not several sentences."""
    return "other" in table and table.keys() <= PLURAL_FORMS


def has(key: str, language: str = "en") -> bool:
    """Whether there is a sentence of this key."""
    room, _, rest = key.partition(".")
    return room in _folders and rest in catalogue(room, language)


def render(message: Message, language: str, *, rules: bool = True) -> str:
    """The sentence, in Italian (``it``) or English (``en``); a refusal ends with its rule in brackets, unless not wanted."""
    room, _, rest = message.key.partition(".")
    template = catalogue(room, language).get(rest)
    if template is None:
        raise KeyError(f"no text {message.key!r} in {language}")
    if not isinstance(template, str):
        n = message.args.get("n")
        template = template[NONE if n == 0 and NONE in template else PLURAL_RULES[language](n)]
    text = template.format(**{name: _render_value(value, language, rules) for name, value in message.args.items()})
    if rules and isinstance(message, Reason) and message.rule:
        text = f"{text} ({message.rule})"
    return text


def _render_value(value: Any, language: str, rules: bool) -> Any:
    if isinstance(value, Message):
        return render(value, language, rules=rules)
    if isinstance(value, tuple):
        return ", ".join(str(_render_value(item, language, rules)) for item in value)
    return value
