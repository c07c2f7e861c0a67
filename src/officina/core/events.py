"""What happened: for the log, the animation and the undo barrier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from officina.core.nouns import Noun

EVERYBODY: Final = -1
NOBODY: Final = -1

SHORT: Final = 1
"""The beats of something small, often one of several of its sort: a gear drawn, a space driven."""
PLAIN: Final = 2
"""The beats of most things that people want to see happen."""
PRIZE: Final = 3
"""The beats of what somebody wins on the way: shown also to whoever alone did all that happened."""
LONG: Final = 4
"""The beats of what a turn was about."""
SPEEDS: Final = {"calm": 600, "normal": 400, "brisk": 200, "none": 0}
"""How long one beat lasts, in milliseconds, at each speed that people can choose."""
READ: Final = 20
"""Letters that people read in one beat while they look at the table."""
LONGER: Final = 1.5
"""A long sentence is shown so much longer at most."""
REPEATED: Final = 2.0
"""A sentence like the one before is read so much faster: only its names and figures are new."""


def beats_shown(beats: int, sentence: str, repeated: bool = False) -> float:
    """How many beats something is shown that wants so many and is told in this sentence.

    ``repeated``: something of the same kind was shown just before.

    >>> beats_shown(2, "Bolt: Attack Valve."), beats_shown(2, "x" * 50), beats_shown(2, "x" * 90)
    (2.0, 2.5, 3.0)
    >>> beats_shown(2, "x" * 50, repeated=True), beats_shown(2, "x" * 90, repeated=True)
    (2.0, 2.25)
    """
    letters = READ * REPEATED if repeated else READ
    return min(LONGER * beats, max(float(beats), len(sentence) / letters))


class Event:
    """Something that happened in a game: what, to whom, with which figures; ``audience`` is a seat or EVERYBODY."""

    def __init__(self, code: int, seat: int, args: tuple[int, ...], audience: int = EVERYBODY) -> None:
        self.code = code
        self.seat = seat
        self.args = args
        self.audience = audience

    def seen_by(self, seat: int | None) -> bool:
        """Whether that seat (None: a spectator) may know of it."""
        return self.audience == EVERYBODY or self.audience == seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def key(self) -> tuple[int, int, tuple[int, ...], int]:
        """Everything that makes two events equal."""
        return (self.code, self.seat, self.args, self.audience)

    def __repr__(self) -> str:
        return f"Event{self.key()}"


class EventKind:
    """A sort of event: its code, its name and what each of its figures means, in order.

    One that reveals hidden information or used chance is a barrier to undo. That nothing of a sort was there to be shown
    reveals something, too. ``added``: earlier versions of the same rules did not tell it, so it may be missing in their logs.
    One with a ``beat`` is shown by itself at a table, for so many beats (:data:`SHORT`, :data:`PLAIN`, :data:`PRIZE`,
    :data:`LONG`): while somebody watches, the position at that moment is kept (:class:`officina.core.position.Frame`).
    A last noun :class:`ListOf` takes all figures that are left. An event's log line is ``event.<name>``, with the figures by
    name and ``who`` for its seat.
    """

    def __init__(
        self,
        code: int,
        name: str,
        /,
        *,
        reveals: bool = False,
        chance: bool = False,
        added: bool = False,
        beat: int = 0,
        **nouns: Noun,
    ) -> None:
        self.code = code
        self.name = name
        self.reveals = reveals
        self.chance = chance
        self.added = added
        self.beat = beat
        self.nouns: dict[str, Noun] = nouns

    @property
    def barrier(self) -> bool:
        """Whether what it told cannot be untold."""
        return self.reveals or self.chance


def by_code(kinds: list[EventKind]) -> tuple[EventKind, ...]:
    """The kernel's and a game's kinds, each at the place that its code says."""
    found = (*KERNEL_EVENTS, *kinds)
    for code, kind in enumerate(found):
        if kind.code != code:
            raise ValueError(f"event {kind.name} has code {kind.code}, but is number {code} of the list")
    return found


FORCED: Final = 0
"""Event code of the kernel's own event: a decision with a single option was taken; args = (kind, option)."""

KERNEL_EVENTS: Final = (EventKind(FORCED, "forced"),)
