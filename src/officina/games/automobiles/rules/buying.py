"""Buy phase: AU-70 to AU-75; the purchases on the grid follow the same prices (AU-08)."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Message, Reason
from officina.games.automobiles.components import MOST_PLAYERS
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, CUBE, count
from officina.games.automobiles.events import BOUGHT, GRID_BOUGHT, MONEY
from officina.games.automobiles.state import BUY_PHASE, Automobiles
from officina.games.automobiles.vocabulary import BUY, END, GRID_BUY


def affordable(p: Automobiles) -> list[int]:
    """AU-71, AU-73, AU-75: colours in stock, wear included, that cost no more than the money left; or to be done."""
    found: list[int] = []
    for colour in range(COLOURS):
        if p.costs[colour] <= p.money and count(p.stock, colour):
            found.append(colour)
    found.append(END)
    return found


def why_not_affordable(p: Automobiles, colour: int, money: int, rule: str) -> Reason:
    """Why a cube cannot be bought or gained for that much."""
    name = Message(f"automobiles.cube.{COLOUR_NAMES[colour]}")
    if not count(p.stock, colour):
        return Reason("automobiles.refuse.sold_out", "AU-73", cube=name)
    return Reason("automobiles.refuse.too_dear", rule, cube=name, cost=p.costs[colour], money=money)


class GridBuy(Step[Automobiles]):
    """AU-08, AU-09: with the money of the own grid cell, one cube after the other into the bag; what is left is lost."""

    kind = GRID_BUY
    rule = "AU-08"

    def options(self, p: Automobiles) -> list[int]:
        return affordable(p)

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            p.money = 0
            return NOTHING
        p.stock -= CUBE[option]
        p.bag[self.seat] += CUBE[option]
        p.money -= p.costs[option]
        if p.events is not None:
            p.tell(GRID_BOUGHT, self.seat, (option, p.costs[option], p.money))
        return GRID_PURCHASE[self.seat]

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return why_not_affordable(p, option, p.money, "AU-08")


class BeginBuying(Step[Automobiles]):
    """AU-70: every cube still in active is money; the cubes stay there until the End phase."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.phase = BUY_PHASE
        p.money = p.worth(p.active[self.seat])
        if p.events is not None:
            p.tell(MONEY, self.seat, (p.money,))
        return PURCHASE[self.seat]


class Buy(Step[Automobiles]):
    """AU-71 to AU-74: one cube after the other into used; money that is not spent is lost."""

    kind = BUY
    rule = "AU-71"

    def options(self, p: Automobiles) -> list[int]:
        return affordable(p)

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == END:
            p.money = 0
            return NOTHING
        p.stock -= CUBE[option]
        p.used[self.seat] += CUBE[option]
        p.money -= p.costs[option]
        if p.events is not None:
            p.tell(BOUGHT, self.seat, (option, p.costs[option], p.money))
        return PURCHASE[self.seat]

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return why_not_affordable(p, option, p.money, "AU-71")


GRID_PURCHASE: list[list[Step[Any]]] = [[GridBuy(seat)] for seat in range(MOST_PLAYERS)]
PURCHASE: list[list[Step[Any]]] = [[Buy(seat)] for seat in range(MOST_PLAYERS)]
