"""The figures that a game's heuristics go by: a data file beside them, so that they can be tuned, compared and kept.

``policy.toml`` of a game's folder is what its sensible player values now, ``policy-0.1.toml`` what it valued in version 0.1,
kept unchanged as a yardstick. The heuristics of a game read them once, into a class of their own (``Values``). ``search.toml``
says how a search plays the game, and which figures differ where the heuristics serve it (``[figures.quick]``: cheap ones, for
playing on; ``[figures.prior]``: which options deserve a look) or a beginner (``[figures.novice]``).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from officina.core.errors import ComponentsError
from officina.core.text import Message

TUNED: Final = ""
"""The set that is played with unless another one is named."""
FIRST: Final = "0.1"
SETS: Final = (TUNED, FIRST)
QUICK: Final = "quick"
PRIOR: Final = "prior"
NOVICE: Final = "novice"
SEARCH_FILE: Final = "search.toml"


def file_name(name: str) -> str:
    """The file of a set in its game's folder."""
    return f"policy-{name}.toml" if name else "policy.toml"


class Figures:
    """Named figures, each a number or a list of numbers. Whole numbers are counts and switches: tuning leaves them alone."""

    def __init__(self, figures: dict[str, Any], source: str = "?") -> None:
        self.figures = figures
        self.source = source

    @classmethod
    def load(cls, path: Path) -> Figures:
        """The figures of a file."""
        with path.open("rb") as file:
            return cls(tomllib.load(file)["figures"], path.name)

    def one(self, name: str) -> float:
        """A single figure."""
        value = self.figures.get(name)
        if not isinstance(value, int | float):
            raise ComponentsError(Message("kernel.policy.figure", file=self.source, name=name))
        return float(value)

    def count(self, name: str) -> int:
        """A whole number."""
        value = self.figures.get(name)
        if not isinstance(value, int):
            raise ComponentsError(Message("kernel.policy.figure", file=self.source, name=name))
        return value

    def many(self, name: str, number: int) -> list[float]:
        """A list of so many figures."""
        value = self.figures.get(name)
        if not isinstance(value, list) or len(value) != number:
            raise ComponentsError(Message("kernel.policy.figures", file=self.source, name=name, number=number))
        return [float(figure) for figure in value]

    def counts(self, name: str, number: int) -> list[int]:
        """A list of so many whole numbers."""
        return [int(figure) for figure in self.many(name, number)]

    def changed(self, others: dict[str, Any]) -> Figures:
        """The same figures but for some."""
        return Figures({**self.figures, **others}, self.source)

    # --- for tuning

    def vector(self) -> list[float]:
        """All figures that can be tuned, in the order of the file."""
        found: list[float] = []
        for value in self.figures.values():
            found += [figure for figure in (value if isinstance(value, list) else [value]) if is_tunable(figure)]
        return found

    def with_vector(self, vector: list[float]) -> Figures:
        """The same figures with others in place of those of :meth:`vector`."""
        rest = iter(vector)

        def put(figure: Any) -> Any:
            return next(rest) if is_tunable(figure) else figure

        changed = {
            name: [put(figure) for figure in value] if isinstance(value, list) else put(value)
            for name, value in self.figures.items()
        }
        return Figures(changed, self.source)


def load_set(folder: Path, name: str) -> Figures:
    """A set by its name: a file of its own, or the tuned figures but for those that ``search.toml`` changes."""
    if name in SETS:
        return Figures.load(folder / file_name(name))
    return Figures.load(folder / file_name(TUNED)).changed(search_settings(folder).get("figures", {}).get(name, {}))


def search_settings(folder: Path) -> dict[str, Any]:
    """``search.toml`` of a game's folder; nothing if there is none."""
    path = folder / SEARCH_FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def is_tunable(figure: Any) -> bool:
    """Whether a figure is a matter of degree: not a count, and not zero (which says that something is not thought of)."""
    return isinstance(figure, float) and figure != 0.0


def as_toml(figures: dict[str, Any], comments: list[str], places: int = 4) -> str:
    """A policy file."""

    def text(value: Any) -> str:
        if isinstance(value, list):
            return "[" + ", ".join(text(figure) for figure in value) + "]"
        return str(value) if isinstance(value, int) else repr(round(value, places))

    lines = [f"# {comment}".rstrip() for comment in comments]
    return "\n".join([*lines, "[figures]", *(f"{name} = {text(value)}" for name, value in figures.items()), ""])
