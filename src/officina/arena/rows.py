"""The games of a simulation as rows: what one holds, and the file that a run is kept in.

The file's first line is the plan, every other line a game, in the order of their numbers. So it holds the beginning of the run
at any moment, is the same byte for byte whoever plays, and a run that was killed goes on after its last whole line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from officina.arena.playing import Fall
from officina.core.errors import OptionError
from officina.core.text import Message

KIND: Final = "officina simulate"


class Variant(msgspec.Struct, frozen=True):
    """One of the ways in which a run deals: what is otherwise than in the plan, and the named set that it is, if it is one."""

    changed: dict[str, int | str] = {}
    set: str = ""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate; plain data, so that it can be handed to another process.

    ``box``: an owner's box, as a record carries it; ``digest``: of the figures that are played with, whoever's they are.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    options: dict[str, int | str]
    seed: str
    components: str | None = None
    track: str | None = None
    variants: tuple[Variant, ...] = (Variant(),)
    box: str = ""
    digest: str = ""


class Row(msgspec.Struct, omit_defaults=True):
    """One finished game: bots, scores, places and parts of the scores by seat, length in decisions and in turns.

    ``choices`` (of some games only): by kind of decision how many there were, and the sums over them of the bits of all options
    and of those of what a sensible player would choose.
    """

    number: int
    bots: list[str]
    scores: list[int]
    places: list[int]
    decisions: int
    turns: int
    parts: list[dict[str, int]] = []
    variant: int = 0
    choices: dict[str, tuple[int, float, float]] = {}
    falls: list[Fall] = []

    @property
    def winners(self) -> list[int]:
        """The seats in the first place."""
        return [seat for seat, place in enumerate(self.places) if place == 1]


class Header(msgspec.Struct):
    """The first line of a file."""

    kind: str
    plan: Plan


class RowFile:
    """The file of a run: what is in it already, and what is added."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.known = 0
        """Games that the file has."""

    def open(self) -> BinaryIO:
        """Open it to be added to, cutting off what a kill has left half written; OptionError if it is of another run."""
        header = msgspec.json.encode(Header(KIND, self.plan)) + b"\n"
        try:
            file = self.path.open("r+b") if self.path.exists() else self.path.open("w+b")
        except OSError as error:
            raise unwritable(self.path, error) from None
        if not locked(file):
            file.close()
            raise OptionError(Message("kernel.arena.in_use", file=str(self.path)))
        first = file.readline()
        if first != header and first.endswith(b"\n"):
            file.close()
            raise OptionError(Message("kernel.arena.other_run", file=str(self.path)))
        if first != header:
            whole = 0
        else:
            whole = len(header)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                self.known += 1
        file.seek(whole)
        file.truncate()
        if whole == 0:
            file.write(header)
            file.flush()
        return file


def locked(file: BinaryIO) -> bool:
    """Whether this run alone writes the file from now on; where the system has no such locks, one has to take care oneself."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def unwritable(path: Path, error: OSError) -> OptionError:
    """A file that cannot be opened, in words."""
    return OptionError(Message("kernel.arena.file", file=str(path), why=error.strerror or type(error).__name__))


def read_plan(path: Path) -> Plan | None:
    """The plan of a file of rows; None if it is no such file."""
    try:
        with path.open("rb") as file:
            header = msgspec.json.decode(file.readline(), type=Header)
    except OSError as error:
        raise unwritable(path, error) from None
    except msgspec.MsgspecError:
        return None
    return header.plan if header.kind == KIND else None


def read_rows(path: Path, most: int | None = None) -> Iterator[Row]:
    """The games of a file in order, a line that a kill has cut off left out."""
    decoder = msgspec.json.Decoder(Row)
    with path.open("rb") as file:
        file.readline()
        for number, line in enumerate(file):
            if not line.endswith(b"\n") or (most is not None and number >= most):
                return
            try:
                yield decoder.decode(line)
            except msgspec.MsgspecError:
                raise OptionError(Message("kernel.arena.line", file=str(path), n=number + 2)) from None


def flat(plan: Plan, row: Row, parts: list[str]) -> Iterator[dict[str, Any]]:
    """A game as lines of a table, one a seat."""
    fallen = {fall.seat: fall.why for fall in row.falls}
    for seat, bot in enumerate(row.bots):
        yield {
            "game": row.number,
            "seat": seat + 1,
            "bot": bot,
            "score": row.scores[seat],
            "won": int(row.places[seat] == 1),
            "decisions": row.decisions,
            "turns": row.turns,
            "place": row.places[seat],
            "replaced": fallen.get(seat, ""),
            "variant": variant_name(plan.variants[row.variant]),
            "box": plan.digest,
            **{f"part_{part}": row.parts[seat].get(part, 0) if row.parts else 0 for part in parts},
        }


def variant_name(variant: Variant) -> str:
    """How a variant is called in a table: its set, or what is otherwise."""
    return variant.set or " ".join(f"{name}={value}" for name, value in variant.changed.items())
