"""Step: one paragraph of a rulebook, which either acts or asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from officina.core.text import Reason

if TYPE_CHECKING:
    from officina.core.nouns import Noun
    from officina.core.position import Position

P = TypeVar("P", bound="Position")

RUNS: Final = 0
"""The kind of a step that acts by itself."""

TOGETHER: Final = -1
"""The kind of a step that asks several seats at once (each seat's own question has a kind of the vocabulary)."""

TABLE: Final = -1
"""The seat of a step that belongs to nobody."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[P]):
    """One rule that acts or asks. Immutable: what it must remember is in ``args``, and ``takes`` says what each of them means.

    A step that acts defines :meth:`run`. A step that asks sets ``kind`` to a kind of the game's vocabulary and defines
    :meth:`options` and :meth:`choose` (and :meth:`why_not`, to say why an option is missing). Both :meth:`run` and
    :meth:`choose` return the steps that follow, in natural order.
    """

    kind: int = RUNS
    rule: str = ""
    always_asks: bool = False
    takes: ClassVar[dict[str, Noun]] = {}
    private: ClassVar[bool] = False
    """Whether only the step's own seat may see in a view that it stands on the stack, and with which arguments."""

    def __init__(self, seat: int = TABLE, args: tuple[int, ...] = ()) -> None:
        self.seat = seat
        self.args = args

    def adopt(self, kind: int, rule: str, always_asks: bool) -> None:
        """What the class of a plain step says: compiled code looks for it in the instance (:mod:`officina.core.plain`)."""
        self.kind = kind
        self.rule = rule
        self.always_asks = always_asks

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

    # --- of a simultaneous decision (Together); here, so that the driver need not find out what sort of step it has

    def seats(self, p: P) -> list[int]:
        """The seats that are asked, ascending; not to be changed."""
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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and type(other) is type(self) and other.seat == self.seat and other.args == self.args

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.seat, self.args))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seat}, {self.args})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Judged(Step[P]):
    """A question whose legality is said once, option by option: for decisions with few options.

    :meth:`verdict` serves the options and the reasons alike. It is a plain string, made once, because it is asked for every
    option on the way of a decision: empty, or the key of the game's sentence and the rule, ``"no_workers AM-32"``.
    """

    def candidates(self, p: P) -> list[int]:
        """The options that are looked at, ascending; by default all of the kind, in a list made once."""
        return p.game.all_options[self.kind]

    def verdict(self, p: P, option: int) -> str:
        """What bars the option: the key below ``refuse`` and the rule; empty if it is legal."""
        raise TypeError(f"{type(self).__name__} does not judge its options")

    def facts(self, p: P, option: int) -> dict[str, Any]:
        """What the sentences of the verdicts need to know."""
        return {}

    def options(self, p: P) -> list[int]:
        found: list[int] = []
        for option in self.candidates(p):
            if not self.verdict(p, option):
                found.append(option)
        return found

    def why_not(self, p: P, option: int) -> Reason | None:
        key, _, rule = self.verdict(p, option).partition(" ")
        return Reason(f"{p.game.name}.refuse.{key}", rule or self.rule, **self.facts(p, option)) if key else None


def options_from(first: int, end: int) -> list[int]:
    """The options from one number up to another, that one not included: a range as a list, in a loop when compiled."""
    found: list[int] = []
    for option in range(first, end):
        found.append(option)  # noqa: PERF402 - a range that is made into a list is none for the compiler
    return found


NOTHING: Final[list[Step[Any]]] = []
"""No step follows. Shared and never changed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step[P]):
    """A decision that several seats take at once, in secret.

    Each asked seat gives an *answer*: a chain of one or more options, each with its own kind. A seat may answer in any
    order and replace its whole answer until the last seat's is complete; then :meth:`close` gets all answers. Until then
    nobody learns anything but who is ready. A replacement counts when its chain is complete; until then the old one stands.

    It defines :meth:`seats`, :meth:`next_kind`, :meth:`seat_options`, :meth:`seat_why_not` and :meth:`close`.
    """

    kind: int = TOGETHER
