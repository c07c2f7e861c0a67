"""4 Discarding and consolation: CR-70 to CR-76."""

from __future__ import annotations

from typing import Any

from officina.core.piles import UNIT as CARD
from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.crazy_race.events import CLEARED, CONSOLED, DECLINED
from officina.games.crazy_race.nouns import CARDS
from officina.games.crazy_race.state import TAKEN, CrazyRace, card_of, owner_of
from officina.games.crazy_race.vocabulary import CONSOLATION


def consolations(p: CrazyRace) -> list[Step[Any]]:
    """CR-72, CR-74: everybody who laid cards and moved nothing decides, first player first, before any card is discarded."""
    return [Consolation(seat) for seat in p.in_order() if not p.moved >> seat & 1 and p.has_laid(seat)]


class Consolation(Step[CrazyRace]):
    """CR-73, CR-75, CR-76: one of the cards laid in this stage may go back into hand."""

    kind = CONSOLATION
    rule = "CR-75"

    def options(self, p: CrazyRace) -> list[int]:
        laid = p.has_laid(self.seat)
        found = [card for card in range(p.parts.no_card) if laid & 15 * CARD[card]]
        found.append(p.parts.no_card)
        return found

    def choose(self, p: CrazyRace, option: int) -> list[Step[Any]]:
        if option == p.parts.no_card:
            p.tell(DECLINED, self.seat)
            return NOTHING
        for place in range(len(p.laid)):
            laid = p.laid[place]
            if owner_of(laid) == self.seat and card_of(laid) == option:
                p.laid = p.laid[:place] + (laid | TAKEN,) + p.laid[place + 1 :]
                break
        p.hands[self.seat] += CARD[option]
        p.tell(CONSOLED, self.seat, (p.parts.values[option],))
        return NOTHING

    def why_not(self, p: CrazyRace, option: int) -> Reason:
        laid = CARDS.say(p.has_laid(self.seat), p.parts)
        return Reason("crazy_race.refuse.not_laid", "CR-75", value=p.parts.values[option], laid=laid)


class ClearStage(Step[CrazyRace]):
    """CR-70, CR-71: all cards still beside the stage card go to their owners' played piles."""

    def run(self, p: CrazyRace) -> list[Step[Any]]:
        for laid in p.laid:
            if laid < TAKEN:
                p.played[owner_of(laid)] += CARD[card_of(laid)]
        cleared = len(p.laid)
        p.laid = ()
        p.used_sides = 0
        p.shown = 0
        p.moved = 0
        p.retakes = ()
        if cleared:
            p.tell(CLEARED)
        return NOTHING
