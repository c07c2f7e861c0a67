"""What several cards ask and do: choose a cube of a pile; return cubes from the own discard to the stock (AU-136)."""

from __future__ import annotations

from typing import Any

from officina.core.nouns import FLAG, NUMBER
from officina.core.step import NOTHING, Judged, Step
from officina.games.automobiles.cubes import CUBE, count
from officina.games.automobiles.events import FROM_DISCARD, REMOVED
from officina.games.automobiles.nouns import COLOUR
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import END, REMOVE_DISCARD


class OfCubes(Judged[Automobiles]):
    """A question about a colour of cubes: what bars it is said of that colour."""

    def facts(self, p: Automobiles, option: int) -> dict[str, Any]:
        return {"cube": COLOUR.say(option, p.parts)}


class FromActive(OfCubes):
    """A question about a cube in the own active; done, stop or skip are always possible."""

    def verdict(self, p: Automobiles, option: int) -> str:
        return "" if option == END or count(p.active[self.seat], option) else "not_in_active"


class FromDiscard(OfCubes):
    """A question about a cube in the own discard; done, stop or skip are always possible."""

    def verdict(self, p: Automobiles, option: int) -> str:
        return "" if option == END or count(p.discard[self.seat], option) else "not_in_discard"


class RemoveDiscard(FromDiscard):
    """AU-136: n more cubes from the own discard go back to the stock; ``may_stop`` says whether fewer are enough.

    Engineer exactly as many as it moved (AU-151), Mechanic up to 2 (AU-153), Pit Captain up to 6 (AU-155), Pit Crew exactly 2
    (AU-156).
    """

    kind = REMOVE_DISCARD
    rule = "AU-136"
    takes = {"n": NUMBER, "may_stop": FLAG}

    @property
    def may_stop(self) -> int:
        """Whether one may stop before the last cube."""
        return self.args[1]

    def verdict(self, p: Automobiles, option: int) -> str:
        if option == END:
            return "" if self.may_stop else "must_remove AU-33"
        return super().verdict(p, option)

    def facts(self, p: Automobiles, option: int) -> dict[str, Any]:
        return {"n": self.args[0]} if option == END else super().facts(p, option)

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            return NOTHING
        remove(p, self.seat, option)
        return remove_more(self.seat, self.args[0] - 1, self.may_stop)


def remove(p: Automobiles, seat: int, colour: int) -> None:
    """AU-136: one cube from the discard to the stock."""
    p.discard[seat] -= CUBE[colour]
    p.stock += CUBE[colour]
    if p.events is not None:
        p.tell(REMOVED, seat, (CUBE[colour], FROM_DISCARD))


def remove_more(seat: int, number: int, may_stop: int) -> list[Step[Any]]:
    """So many cubes more are returned from the discard."""
    return [RemoveDiscard(seat, (number, may_stop))] if number > 0 else NOTHING
