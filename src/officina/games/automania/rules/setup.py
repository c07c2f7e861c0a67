"""Set-up: AM-01 to AM-16, and the choice of factories in the advanced game, AM-160 to AM-164."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automania import events as ev
from officina.games.automania import nouns
from officina.games.automania.components import CONTRACTS, FEATURES, NO_CAR, SIDE_A, START_CONTRACTS
from officina.games.automania.rules.dealing import deal_tiles
from officina.games.automania.rules.rounds import BeginRound
from officina.games.automania.state import DEMANDS, NO_TILE, NOBODY, SLOTS, START, Automania
from officina.games.automania.vocabulary import FACTORY


def opening() -> list[Step[Any]]:
    """AM-15, R-23: turn order, piles, demand, contracts, start contracts; then the factories are chosen."""
    return [DrawOrder(), ShufflePiles(), DealDemand(), DealContracts(), DealStartCards(), ChooseFactories(), BeginRound()]


class DrawOrder(Step[Automania]):
    """AM-09 to AM-11: turn order is random; later positions start with more money and victory points."""

    def run(self, p: Automania) -> list[Step[Any]]:
        seats = list(range(p.seats))
        p.rng.shuffle(seats)
        p.order = tuple(seats)
        p.tell(ev.ORDER_DRAWN, NOBODY, p.order)
        for place in range(p.seats):
            seat = seats[place]
            p.earn(seat, p.parts.start_money[place])
            p.score(seat, p.parts.start_vp[place], START)
            p.tell(ev.STARTED, seat, (p.parts.start_money[place], p.parts.start_vp[place]))
        return NOTHING


class ShufflePiles(Step[Automania]):
    """AM-03: piles A and B are shuffled on their own; the first 18 tiles of A are dealt."""

    def run(self, p: Automania) -> list[Step[Any]]:
        per_pile = p.parts.per_pile
        pile = list(range(per_pile))
        p.rng.shuffle(pile)
        p.pile_a = tuple(pile)
        pile = list(range(per_pile, 2 * per_pile))
        p.rng.shuffle(pile)
        p.pile_b = tuple(pile)
        deal_tiles(p)
        return NOTHING


class DealDemand(Step[Automania]):
    """AM-05, AM-06: one demand tile to each space; again as long as both markets want the same."""

    def run(self, p: Automania) -> list[Step[Any]]:
        while True:
            tiles: list[int] = []
            for feature in range(len(FEATURES)):
                tiles += [feature] * p.parts.demand_per_feature
            p.rng.shuffle(tiles)
            if sorted(tiles[:SLOTS]) != sorted(tiles[DEMANDS : DEMANDS + SLOTS]):
                break
        p.demand = tuple(tiles)
        for market in range(2):
            p.tell(ev.DEMAND_DEALT, NOBODY, (market, *p.demand[market * DEMANDS : (market + 1) * DEMANDS]))
        return NOTHING


class DealContracts(Step[Automania]):
    """AM-07: the normal contracts are shuffled; the first three are the display."""

    def run(self, p: Automania) -> list[Step[Any]]:
        deck = list(range(CONTRACTS))
        p.rng.shuffle(deck)
        p.display = tuple(deck[: p.parts.display])
        p.deck = tuple(deck[p.parts.display :])
        for card in p.display:
            p.tell(ev.CARD_SHOWN, NOBODY, (card,))
        return NOTHING


class DealStartCards(Step[Automania]):
    """AM-12: one of the four S contracts to each player; the others leave the game unseen."""

    def run(self, p: Automania) -> list[Step[Any]]:
        cards = list(range(CONTRACTS, CONTRACTS + START_CONTRACTS))
        p.rng.shuffle(cards)
        for seat in range(p.seats):
            p.players[seat].hand = 1 << cards[seat]
            p.whisper(seat, ev.START_CARD, seat, (cards[seat],))
        p.spare_cards = tuple(cards[p.seats :])
        return NOTHING


class ChooseFactories(Step[Automania]):
    """AM-13, AM-160: side A for everybody; in the advanced game side B, chosen from last to first in turn order."""

    def run(self, p: Automania) -> list[Step[Any]]:
        if not p.advanced:
            return NOTHING
        return [ChooseFactory(seat) for seat in reversed(p.order)]


class ChooseFactory(Step[Automania]):
    """AM-160 to AM-162, AM-164, AM-170: a factory that nobody has taken, with its oval car tile and its offices."""

    kind = FACTORY
    rule = "AM-160"

    def options(self, p: Automania) -> list[int]:
        taken = [player.factory for player in p.players]
        return [option for option in range(len(p.parts.factories) - 1) if option + 1 not in taken]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        player = p.players[self.seat]
        player.factory = SIDE_A + 1 + option
        factory = p.factory(self.seat)
        player.managers = (NO_TILE,) * len(factory.office_costs)
        if factory.extra_car != NO_CAR:
            player.cars[factory.extra_car] += 1
        p.tell(ev.FACTORY_CHOSEN, self.seat, (player.factory,))
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        factory = SIDE_A + 1 + option
        taker = [player.factory for player in p.players].index(factory)
        name = nouns.FACTORY.say(factory, p.parts)
        return Reason("automania.refuse.factory_taken", "AM-160", factory=name, taker=nouns.SEAT.say(taker, p.parts))
