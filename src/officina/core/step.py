"""Step: one paragraph of a rulebook, which either acts or asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from officina.core.position import Position
    from officina.core.text import Reason

P = TypeVar("P", bound="Position")

RUNS: Final = 0
"""The kind of a step that acts by itself."""

TOGETHER: Final = -1
"""The kind of a step that asks several seats at once (each seat's own question has a kind of the vocabulary)."""

TABLE: Final = -1
"""The seat of a step that belongs to nobody."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[P]):
    """One rule that acts or asks. Immutable: what it needs to remember is in ``args``.

    A step that acts defines :meth:`run`. A step that asks sets ``kind`` to a kind of the game's vocabulary and defines
    :meth:`options` and :meth:`choose` (and :meth:`why_not`, to say why an option is missing). Both :meth:`run` and
    :meth:`choose` return the steps that follow, in natural order.
    """

    kind: int = RUNS
    rule: str = ""
    always_asks: bool = False

    def __init__(self, seat: int = TABLE, args: tuple[int, ...] = ()) -> None:
        self.seat = seat
        self.args = args

    def run(self, p: P) -> list[Step[Any]]:
        """Act, and return the steps that follow."""
        raise TypeError(f"{type(self).__name__} does not act")

    def options(self, p: P) -> list[int]:
        """The legal options, ascending; pure: may be asked at any time and changes nothing."""
        raise TypeError(f"{type(self).__name__} asks nothing: it has no options")

    def choose(self, p: P, option: int) -> list[Step[Any]]:
        """Do what was chosen, and return the steps that follow."""
        raise TypeError(f"{type(self).__name__} asks nothing: nothing can be chosen")

    def why_not(self, p: P, option: int) -> Reason | None:
        """Why an option of this kind is not among the legal ones; asked only for those that are not."""
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and type(other) is type(self) and other.seat == self.seat and other.args == self.args

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.seat, self.args))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seat}, {self.args})"


NOTHING: Final[list[Step[Any]]] = []
"""No step follows. Shared and never changed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step[P]):
    """A decision that several seats take at once, in secret.

    Each asked seat gives an *answer*: a chain of one or more options, each with its own kind. A seat may answer in any
    order and replace its whole answer until the last seat's is complete; then :meth:`close` gets all answers. Until then
    nobody learns anything but who is ready. A replacement counts when its chain is complete; until then the old one stands.
    """

    kind: int = TOGETHER

    def seats(self, p: P) -> list[int]:
        """The seats that are asked, ascending."""
        raise TypeError(f"{type(self).__name__} does not say whom it asks")

    def next_kind(self, p: P, seat: int, answer: tuple[int, ...]) -> int:
        """The kind of the seat's next question, given its answer so far; RUNS when the answer is complete."""
        raise TypeError(f"{type(self).__name__} does not say what it asks")

    def seat_options(self, p: P, seat: int, answer: tuple[int, ...]) -> list[int]:
        """The legal options of the seat's next question. They depend on nothing that other seats hide."""
        raise TypeError(f"{type(self).__name__} has no options for a seat")

    def seat_why_not(self, p: P, seat: int, answer: tuple[int, ...], option: int) -> Reason | None:
        """As :meth:`Step.why_not`, for one seat."""
        return None

    def close(self, p: P, answers: list[tuple[int, ...]]) -> list[Step[Any]]:
        """All answers are in (an empty one for a seat that was not asked): apply them."""
        raise TypeError(f"{type(self).__name__} does not say what follows from the answers")
