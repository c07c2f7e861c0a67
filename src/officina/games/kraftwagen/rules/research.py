"""Research: KW-53 to KW-64, KW-88, KW-97, KW-133."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import BODY, ENGINEERS_AWARD, HIRE_INSTANT, OTTO, RACE_INSTANT
from officina.games.kraftwagen.events import CARD_TAKEN, DEVELOPMENT_INACTIVE
from officina.games.kraftwagen.rules.hiring import Hire, activate
from officina.games.kraftwagen.rules.parts import PlaceBody, PlaceEngine, grand_prix
from officina.games.kraftwagen.state import MARKERS_WITH, NO_CARD, Kraftwagen, inserted
from officina.games.kraftwagen.vocabulary import PICK_PART, TAKE_CARD


class TakeCard(Step[Kraftwagen]):
    """KW-53: take one of the face-up cards; the other is discarded, new ones are turned up, then the card takes effect."""

    kind = TAKE_CARD
    rule = "KW-53"

    def options(self, p: Kraftwagen) -> list[int]:
        cards = p.face_up
        if len(cards) == 1 or cards[0] == cards[1]:
            return [cards[0]]
        return [cards[0], cards[1]] if cards[0] < cards[1] else [cards[1], cards[0]]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        rejected = NO_CARD
        if len(p.face_up) > 1:
            rejected = p.face_up[1] if p.face_up[0] == option else p.face_up[0]
            p.discard = p.discard + (rejected,)
        p.face_up = ()
        if p.events is not None:
            p.tell(CARD_TAKEN, self.seat, (option, rejected))
        p.turn_up()
        if option < p.parts.developments:
            return take_development(p, self.seat, option)
        if option < p.parts.first_engineer:
            return play_instant(p, self.seat, option)
        return take_engineer(p, self.seat, option - p.parts.first_engineer)

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return nouns.refuse("not_face_up", "KW-53", card=nouns.card(p.parts, option), cards=nouns.cards(p.parts, p.face_up))


def take_development(p: Kraftwagen, seat: int, card: int) -> list[Step[Any]]:
    """KW-56, KW-58, KW-59: a worker of the canteen must go on it; without one it stays inactive."""
    player = p.players[seat]
    if player.canteen:
        return activate(p, seat, card)
    player.inactive = inserted(player.inactive, card)
    p.tell(DEVELOPMENT_INACTIVE, seat, (card,))
    return NOTHING


def play_instant(p: Kraftwagen, seat: int, card: int) -> list[Step[Any]]:
    """KW-56, KW-62 to KW-64: an instant is resolved, then discarded."""
    p.resolving = card
    instant = card - p.parts.developments
    amount = p.parts.instant_amount[instant]
    if instant == HIRE_INSTANT:
        return [Hire(seat, (amount,)), DiscardInstant(seat)]
    if instant == RACE_INSTANT:
        grand_prix(p, seat, amount)
        return [DiscardInstant(seat)]
    return [PickPart(seat), DiscardInstant(seat)]


class PickPart(Step[Kraftwagen]):
    """KW-64: a body and an engine, in the order the player likes."""

    kind = PICK_PART
    rule = "KW-64"

    def options(self, p: Kraftwagen) -> list[int]:
        return [0, 1]

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        if option == BODY:
            return [PlaceBody(self.seat), PlaceEngine(self.seat)]
        return [PlaceEngine(self.seat), PlaceBody(self.seat)]


class DiscardInstant(Step[Kraftwagen]):
    """KW-55, KW-56: the instant reaches the discard; if too few cards lie face up, it may be turned up again."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.discard = p.discard + (p.resolving,)
        p.resolving = NO_CARD
        p.turn_up()
        return NOTHING


def take_engineer(p: Kraftwagen, seat: int, engineer: int) -> list[Step[Any]]:
    """KW-88, KW-133: he stays to the end and brings his markers; the third one wins an award.

    KW-97: Otto, once: hire up to two, then another Research with the new cards, if there are any.
    """
    player = p.players[seat]
    player.engineers |= 1 << engineer
    player.markers |= MARKERS_WITH[engineer]
    if player.engineers.bit_count() == p.parts.awards[ENGINEERS_AWARD].needs:
        p.grant(seat, ENGINEERS_AWARD)
    if engineer != OTTO:
        return NOTHING
    hire = Hire(seat, (p.parts.otto_workers,))
    return [hire, TakeCard(seat)] if p.face_up else [hire]
