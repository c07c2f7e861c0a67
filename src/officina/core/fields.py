"""The fields of a position, or of one of its parts, declared once: saving, loading with checks and the default view follow.

>>> from types import SimpleNamespace
>>> from officina.core.nouns import Names, Number
>>> fields = Fields(round=Number(1, 4), phase=Names(("action", "sales")))
>>> table = SimpleNamespace(round=2, phase=1)
>>> fields.dump(table, None)
{'round': 2, 'phase': 'sales'}
>>> fields.load(table, {"round": 3, "phase": "action"}, Reading(None), "state")
>>> table.round, table.phase
(3, 0)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from officina.core.nouns import Noun, Reading, wrong


class Fields:
    """Names and nouns of an object's saved attributes. What can be computed from others is not among them."""

    def __init__(self, **nouns: Noun) -> None:
        self.nouns = nouns

    def dump(self, owner: Any, parts: Any) -> dict[str, Any]:
        """The attributes as plain, readable data."""
        return {name: noun.dump(getattr(owner, name), parts) for name, noun in self.nouns.items()}

    def load(self, owner: Any, data: object, reading: Reading, where: str) -> None:
        """Set the attributes; SaveError names the first one that is missing, unknown or wrong."""
        if not isinstance(data, dict):
            wrong(where, "an object", data)
        for name in data:
            if name not in self.nouns:
                wrong(where, f"no field {str(name)[:20]!r}", sorted(map(str, data)))
        for name, noun in self.nouns.items():
            if name not in data:
                wrong(where, f"a field {name!r}", sorted(data))
            setattr(owner, name, noun.load(data[name], reading, f"{where}.{name}"))

    def visible(self, owner: Any, parts: Any) -> dict[str, Any]:
        """The attributes that everybody may see."""
        shown = {name: noun for name, noun in self.nouns.items() if not noun.hidden}
        return {name: noun.dump(getattr(owner, name), parts) for name, noun in shown.items()}


class Group(Noun):
    """A part of the position with fields of its own (a player, a car for sale): ``make`` gives a new one for the box."""

    def __init__(self, make: Callable[[Any], Any], fields: Fields) -> None:
        self.make = make
        self.fields = fields

    def dump(self, value: Any, parts: Any) -> dict[str, Any]:
        return self.fields.dump(value, parts)

    def load(self, data: object, reading: Reading, where: str) -> Any:
        made = self.make(reading.parts)
        self.fields.load(made, data, reading, where)
        return made
