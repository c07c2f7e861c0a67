"""2 Placing driver cards, the taboo side, the take-back: CR-16 to CR-37, CR-81, CR-82."""

from __future__ import annotations

from typing import Any, Final

from officina.core.piles import EMPTY as NO_CARDS
from officina.core.piles import MOST_KINDS, UNIT
from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.crazy_race.components import SEATS, SIDES
from officina.games.crazy_race.events import ALL_SPENT, HAND_EMPTY, LAID, LAID_VALUE, PASSED, RETOOK, TABOO
from officina.games.crazy_race.nouns import CARD, CARDS, side_name
from officina.games.crazy_race.state import NO_SIDE, CrazyRace, laid_card
from officina.games.crazy_race.vocabulary import PLACE_CARD, PLACE_SIDE


def next_turn(p: CrazyRace) -> list[Step[Any]]:
    """CR-16, CR-19, CR-20, CR-28: the next placing turn, clockwise; after three rounds, or once all is spent, none."""
    p.turn += 1
    if p.last_stage or p.turn == p.seats * p.parts.rounds:
        return NOTHING
    return PLACE_CARD_OF[(p.opener() + p.turn) % p.seats]


class PlaceCard(Step[CrazyRace]):
    """CR-17, CR-24, CR-26, CR-32 to CR-37: choose a card to lay, or pass; first the played pile may be taken back.

    The card stays in hand until its side is chosen, so that nobody can tell this question from the next.
    """

    kind = PLACE_CARD
    rule = "CR-17"
    private = True

    def options(self, p: CrazyRace) -> list[int]:
        hand = p.hands[self.seat]
        found: list[int] = []
        card = 0
        while hand:
            if hand & 15:
                found.append(card)
            hand >>= 4
            card += 1
        found.append(p.parts.no_card)
        if p.played[self.seat] and not p.retaken >> self.seat & 1:
            found.append(p.parts.retake)
        return found

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        if option < p.parts.no_card:
            return PLACE_SIDE_OF[self.seat][option]
        if option == p.parts.no_card:
            p.tell(PASSED, self.seat)
            return next_turn(p)
        p.retaken |= 1 << self.seat
        p.retakes = p.retakes + ((self.seat, len(p.laid), p.played[self.seat]),)
        p.hands[self.seat] += p.played[self.seat]
        p.played[self.seat] = NO_CARDS
        p.tell(RETOOK, self.seat)
        return PLACE_CARD_OF[self.seat]

    def why_not(self, p: CrazyRace, option: int) -> Reason:
        if option == p.parts.retake:
            if p.retaken >> self.seat & 1:
                return Reason("crazy_race.refuse.retake_used", "CR-32")
            return Reason("crazy_race.refuse.nothing_to_retake", "CR-35")
        if not p.hands[self.seat]:
            return Reason("crazy_race.refuse.hand_empty", "CR-24")
        held = CARDS.say(p.hands[self.seat], p.parts)
        return Reason("crazy_race.refuse.not_in_hand", "CR-17", value=p.parts.values[option], held=held)


class PlaceSide(Step[CrazyRace]):
    """CR-17, CR-18, CR-22, CR-23, CR-25, CR-29 to CR-31: the chosen card goes face down beside any side that is not taboo."""

    kind = PLACE_SIDE
    rule = "CR-18"
    private = True
    takes = {"card": CARD}

    def options(self, p: CrazyRace) -> list[int]:
        taboo = p.taboo_side()
        return ALL_SIDES if taboo == NO_SIDE else SIDES_BUT[taboo]

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        seat, card = self.seat, self.args[0]
        p.hands[seat] -= UNIT[card]
        p.laid = p.laid + (laid_card(seat, option, card),)
        was_empty = not p.used_sides >> option & 1
        p.used_sides |= 1 << option
        if p.events is not None:
            self.announce(p, option, was_empty)
        if not p.hands[seat] and all_spent(p):
            p.last_stage = True
            p.tell(ALL_SPENT)
        return next_turn(p)

    def announce(self, p: CrazyRace, side: int, was_empty: bool) -> None:
        """CR-22, CR-25, CR-29: what everybody may know, and the value for the owner alone."""
        p.tell(LAID, self.seat, (side,))
        p.whisper(self.seat, LAID_VALUE, self.seat, (side, p.parts.values[self.args[0]]))
        if was_empty and p.taboo_side() != NO_SIDE:
            p.tell(TABOO, args=(p.taboo_side(),))
        if not p.hands[self.seat]:
            p.tell(HAND_EMPTY, self.seat)

    def why_not(self, p: CrazyRace, option: int) -> Reason:
        return Reason("crazy_race.refuse.taboo", "CR-29", side=side_name(option))


def all_spent(p: CrazyRace) -> bool:
    """CR-81 to CR-83: everybody has used the take-back and holds no card."""
    return p.retaken == (1 << p.seats) - 1 and not any(p.hands)


ALL_SIDES: Final[list[int]] = list(range(SIDES))
SIDES_BUT: Final[list[list[int]]] = [[side for side in range(SIDES) if side != taboo] for taboo in range(SIDES)]
PLACE_CARD_OF: Final[list[list[Step[Any]]]] = [[PlaceCard(seat)] for seat in range(SEATS)]
"""The placing turn of each seat."""
PLACE_SIDE_OF: Final[list[list[list[Step[Any]]]]] = [
    [[PlaceSide(seat, (card,))] for card in range(MOST_KINDS)] for seat in range(SEATS)
]
"""By seat and card."""
