"""What several cards do: return cubes from the own discard to the stock (AU-136)."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Message, Reason
from officina.games.automobiles.cubes import COLOUR_NAMES, CUBE, colours
from officina.games.automobiles.events import FROM_DISCARD, REMOVED
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import END, REMOVE_DISCARD


def cube_name(colour: int) -> Message:
    """A cube in words."""
    return Message(f"automobiles.cube.{COLOUR_NAMES[colour]}")


def not_in_active(colour: int, rule: str) -> Reason:
    """The reason that a colour is not in active."""
    return Reason("automobiles.refuse.not_in_active", rule, cube=cube_name(colour))


def not_in_discard(colour: int, rule: str) -> Reason:
    """The reason that a colour is not in the discard."""
    return Reason("automobiles.refuse.not_in_discard", rule, cube=cube_name(colour))


class RemoveDiscard(Step[Automobiles]):
    """AU-136: cubes from the own discard go back to the stock; args: how many more, whether one may stop before that.

    Engineer exactly as many as it moved (AU-151), Mechanic up to 2 (AU-153), Pit Captain up to 6 (AU-155), Pit Crew exactly 2
    (AU-156).
    """

    kind = REMOVE_DISCARD
    rule = "AU-136"

    def options(self, p: Automobiles) -> list[int]:
        found = colours(p.discard[self.seat])
        if self.args[1]:
            found.append(END)
        return found

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            return NOTHING
        remove(p, self.seat, option)
        return remove_more(self.seat, self.args[0] - 1, self.args[1])

    def why_not(self, p: Automobiles, option: int) -> Reason:
        if option == END:
            return Reason("automobiles.refuse.must_remove", "AU-33", n=self.args[0])
        return not_in_discard(option, "AU-136")


def remove(p: Automobiles, seat: int, colour: int) -> None:
    """AU-136: one cube from the discard to the stock."""
    p.discard[seat] -= CUBE[colour]
    p.stock += CUBE[colour]
    if p.events is not None:
        p.tell(REMOVED, seat, (CUBE[colour], FROM_DISCARD))


def remove_more(seat: int, number: int, may_stop: int) -> list[Step[Any]]:
    """So many cubes more are returned from the discard."""
    return [RemoveDiscard(seat, (number, may_stop))] if number > 0 else NOTHING
