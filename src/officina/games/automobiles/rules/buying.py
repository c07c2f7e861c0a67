"""Buy phase: AU-70 to AU-75; the purchases on the grid follow the same prices (AU-08)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import FLAG
from officina.core.step import NOTHING, TABLE, Step
from officina.core.text import Reason
from officina.games.automobiles.components import MOST_PLAYERS
from officina.games.automobiles.cubes import COLOURS, CUBE, count
from officina.games.automobiles.events import BOUGHT, GRID_BOUGHT, MONEY
from officina.games.automobiles.nouns import COLOUR
from officina.games.automobiles.state import BUY_PHASE, Automobiles
from officina.games.automobiles.vocabulary import BUY, END, GRID_BUY


def affordable(p: Automobiles, money: int) -> list[int]:
    """AU-71, AU-73, AU-75: colours in stock, wear included, that cost no more than the money."""
    found: list[int] = []
    for colour in range(COLOURS):
        if p.costs[colour] <= money and count(p.stock, colour):
            found.append(colour)
    return found


def why_not_affordable(p: Automobiles, colour: int, money: int, rule: str) -> Reason:
    """Why a cube cannot be bought or gained for that much."""
    name = COLOUR.say(colour, p.parts)
    if not count(p.stock, colour):
        return Reason("automobiles.refuse.sold_out", "AU-73", cube=name)
    return Reason("automobiles.refuse.too_dear", rule, cube=name, cost=p.costs[colour], money=money)


class BeginBuying(Step[Automobiles]):
    """AU-70: every cube still in active is money; the cubes stay there until the End phase."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.phase = BUY_PHASE
        p.money = p.worth(p.active[self.seat])
        if p.events is not None:
            p.tell(MONEY, self.seat, (p.money,))
        return PURCHASE[self.seat]


class Buy(Step[Automobiles]):
    """AU-71 to AU-74: one cube after the other into used; money that is not spent is lost.

    AU-08, AU-09: with the money of the own ``grid`` cell, before the race, into the bag.
    """

    kind = BUY
    rule = "AU-71"
    takes = {"grid": FLAG}

    def __init__(self, seat: int = TABLE, args: tuple[int, ...] = ()) -> None:
        super().__init__(seat, args)
        if args:
            self.kind = GRID_BUY
            self.rule = "AU-08"

    def options(self, p: Automobiles) -> list[int]:
        found = affordable(p, p.money)
        found.append(END)
        return found

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            p.money = 0
            return NOTHING
        on_grid = self.kind == GRID_BUY
        p.stock -= CUBE[option]
        if on_grid:
            p.bag[self.seat] += CUBE[option]
        else:
            p.used[self.seat] += CUBE[option]
        p.money -= p.costs[option]
        if p.events is not None:
            p.tell(GRID_BOUGHT if on_grid else BOUGHT, self.seat, (option, p.costs[option], p.money))
        return GRID_PURCHASE[self.seat] if on_grid else PURCHASE[self.seat]

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return why_not_affordable(p, option, p.money, self.rule)


GRID_PURCHASE: Final[list[list[Step[Any]]]] = [[Buy(seat, (1,))] for seat in range(MOST_PLAYERS)]
PURCHASE: Final[list[list[Step[Any]]]] = [[Buy(seat)] for seat in range(MOST_PLAYERS)]
