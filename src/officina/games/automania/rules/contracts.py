"""Drawing contracts: AM-95, AM-96, AM-101."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automania import nouns
from officina.games.automania.events import CARD_DRAWN, CARD_SEEN, CARD_SHOWN, CARD_TAKEN, NO_CARDS
from officina.games.automania.rules.workers import sponsor, sponsor_options, sponsor_reason
from officina.games.automania.state import NO_CARDS_LEFT, NOBODY, Automania
from officina.games.automania.vocabulary import DRAW_CONTRACT, DRAW_SPONSOR, FROM_DECK


def take_from_display(p: Automania, seat: int, card: int) -> None:
    """AM-95, AM-96: the card goes to the hand, seen by all; the next one of the deck takes its place."""
    player = p.players[seat]
    player.hand |= 1 << card
    player.open_hand |= 1 << card
    place = p.display.index(card)
    p.tell(CARD_TAKEN, seat, (card,))
    if p.deck:
        shown = p.deck[0]
        p.display = p.display[:place] + (shown,) + p.display[place + 1 :]
        p.deck = p.deck[1:]
        p.tell(CARD_SHOWN, NOBODY, (shown,))
    else:
        p.display = p.display[:place] + p.display[place + 1 :]


def point_instead(p: Automania, seat: int) -> None:
    """AM-96, AM-118: no card to take, a victory point instead."""
    p.score(seat, p.parts.no_card_vp, NO_CARDS_LEFT)
    p.tell(NO_CARDS, seat, (p.parts.no_card_vp,))


class ContractAction(Step[Automania]):
    """AM-96: with no card anywhere the action gives a victory point."""

    def run(self, p: Automania) -> list[Step[Any]]:
        if p.display or p.deck:
            return [DrawContract(self.seat)]
        point_instead(p, self.seat)
        return NOTHING


class DrawContract(Step[Automania]):
    """AM-95: a face-up card or, unseen, the top card of the deck; before that workers may go to sponsor (AM-107)."""

    kind = DRAW_CONTRACT
    rule = "AM-95"

    def options(self, p: Automania) -> list[int]:
        found = sorted(p.display)
        if p.deck:
            found.append(FROM_DECK)
        return found + sponsor_options(p, self.seat, DRAW_SPONSOR)

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option > DRAW_SPONSOR:
            sponsor(p, self.seat, option - DRAW_SPONSOR)
            return [self]
        if option == FROM_DECK:
            card = p.deck[0]
            p.deck = p.deck[1:]
            p.players[self.seat].hand |= 1 << card
            p.tell(CARD_DRAWN, self.seat)
            p.whisper(self.seat, CARD_SEEN, self.seat, (card,))
        else:
            take_from_display(p, self.seat, option)
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        if option > DRAW_SPONSOR:
            return sponsor_reason(p, self.seat, option - DRAW_SPONSOR)
        if option == FROM_DECK:
            return Reason("automania.refuse.deck_empty", "AM-96")
        return Reason("automania.refuse.not_on_display", "AM-95", card=nouns.CARD_IN_SHORT.say(option, p.parts))
