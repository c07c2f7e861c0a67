"""Set-up: AU-01 to AU-10, AU-182 to AU-184."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Judged, Step
from officina.games.automobiles import events as ev
from officina.games.automobiles.components import CARD_COLOURS, CARDS_PER_COLOUR
from officina.games.automobiles.nouns import CAR
from officina.games.automobiles.rules.buying import GRID_PURCHASE
from officina.games.automobiles.rules.turn import BeginRound, draw_hand
from officina.games.automobiles.state import GRID_CHOSEN, GRID_RANDOM, NOBODY, Automobiles
from officina.games.automobiles.vocabulary import GRID_PICK


def opening() -> list[Step[Any]]:
    """The order of set-up: cards, first player, grid, purchases, first hands, first round."""
    return [LayOutCards(), FirstPlayer(), StartingGrid(), Purchases(), FirstHands(), BeginRound()]


class LayOutCards(Step[Automobiles]):
    """AU-03, AU-182: the cards agreed on, or one of each colour by lot."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        if p.agreed.cards:
            p.tell(ev.CARDS_AGREED, NOBODY, tuple(p.agreed.cards))
            return NOTHING
        cards = [place * CARDS_PER_COLOUR + p.rng.below(CARDS_PER_COLOUR) for place in range(CARD_COLOURS)]
        p.settle_cards(cards)
        p.tell(ev.CARDS_DRAWN, NOBODY, tuple(cards))
        return NOTHING


class FirstPlayer(Step[Automobiles]):
    """AU-04, AU-184: the first player is drawn by lot or agreed on, and stays it all game."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        if p.first == NOBODY:
            p.first = p.rng.below(p.seats)
            p.tell(ev.FIRST_PLAYER_DRAWN, p.first)
        else:
            p.tell(ev.FIRST_PLAYER_AGREED, p.first)
        return NOTHING


class StartingGrid(Step[Automobiles]):
    """AU-06, AU-183: cells P1 to Pn in turn order, by lot, or picked by the players, last in turn order first."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        order = p.in_turn_order()
        if p.agreed.grid == GRID_CHOSEN:
            order.reverse()
            return [GridPick(seat) for seat in order]
        cells = list(range(p.seats))
        by_lot = p.agreed.grid == GRID_RANDOM
        if by_lot:
            p.rng.shuffle(cells)
        for place in range(p.seats):
            line_up(p, order[place], cells[place], ev.DRAWN_ON_GRID if by_lot else ev.ON_GRID)
        return NOTHING


def line_up(p: Automobiles, seat: int, slot: int, event: int) -> None:
    """A car takes its cell of the grid."""
    p.put_on_grid(seat, slot)
    cell = p.track.grid[slot]
    p.tell(event, seat, (slot, *p.place(cell.segment), cell.money))


class GridPick(Judged[Automobiles]):
    """AU-183: pick a free cell among P1 to Pn."""

    kind = GRID_PICK
    rule = "AU-183"

    def verdict(self, p: Automobiles, option: int) -> str:
        if option >= p.seats:
            return "cell_unused AU-06"
        return "cell_taken" if option in p.slots else ""

    def facts(self, p: Automobiles, option: int) -> dict[str, Any]:
        taker = CAR.say(p.slots.index(option), p.parts) if option in p.slots else ""
        return {"cell": option + 1, "n": p.seats, "who": taker}

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        line_up(p, self.seat, option, ev.ON_GRID)
        return NOTHING


class Purchases(Step[Automobiles]):
    """AU-08: from the first player clockwise, each completes the purchases before the next."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [GridMoney(seat) for seat in p.in_turn_order()]


class GridMoney(Step[Automobiles]):
    """AU-08: the money printed on the own cell of the grid."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.current = self.seat
        p.money = p.track.grid[p.slots[self.seat]].money
        return GRID_PURCHASE[self.seat]


class FirstHands(Step[Automobiles]):
    """AU-09, AU-10: when all have bought, everybody draws seven cubes, from the first player."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        for seat in p.in_turn_order():
            draw_hand(p, seat)
        return NOTHING
