"""Buyer: KW-72 to KW-75, KW-127."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.events import BUYER_ACTIVATED, PAWN_MOVED
from officina.games.kraftwagen.state import Kraftwagen
from officina.games.kraftwagen.vocabulary import PICK_BUYER


def buyer_action(p: Kraftwagen, seat: int) -> list[Step[Any]]:
    """KW-72, KW-73: choose a buyer while a slot is free; after that the pawn moves one step."""
    p.buyer_acted = True
    if len(p.buyers) < p.parts.slots[p.seats]:
        return [PickBuyer(seat)]
    p.pawn -= 1
    p.tell(PAWN_MOVED, seat, (p.pawn,))
    return NOTHING


class PickBuyer(Step[Kraftwagen]):
    """KW-72, KW-75: a buyer goes from its stack to the lowest free slot; the white money beside the stack is taken."""

    kind = PICK_BUYER
    rule = "KW-72"

    def options(self, p: Kraftwagen) -> list[int]:
        return p.waiting_preferences()

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        money = p.bonus[option]
        p.bonus[option] = 0
        p.players[self.seat].bonuses += money
        p.add_buyer(option)
        if p.events is not None:
            p.tell(BUYER_ACTIVATED, self.seat, (option, len(p.buyers), money))
        p.award_buyer(self.seat, option)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("stack_empty", "KW-72", preference=nouns.PREFERENCE.say(option, p.parts), n=p.parts.buyers_of_each)
