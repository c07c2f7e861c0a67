"""What a seat cannot know, drawn anew: the stages to come, covered points cards, and the others' face-down driver cards.

Every card that was ever evaluated lay open, so each player's cards are known but for one thing: which of them lie face down
beside the stage card and which are still in hand.
"""

from __future__ import annotations

from officina.core.piles import EMPTY as NO_CARDS
from officina.core.piles import UNIT as CARD
from officina.core.piles import pieces as cards_in
from officina.core.piles import pile_of
from officina.core.rng import Rng
from officina.games.crazy_race.rules.placing import PLACE_CARD_OF, PlaceSide
from officina.games.crazy_race.state import AT_FINISH, ON_TURNTABLE, CrazyRace, card_of, laid_card, owner_of, side_of


def redraw(p: CrazyRace, seat: int, rng: Rng) -> None:
    """Everything the seat (-1: a spectator) cannot know, changed to something it could just as well be."""
    coming = list(p.deck[p.stage :])
    coming.sort()  # nothing of the true order is left
    rng.shuffle(coming)
    p.deck = p.deck[: p.stage] + tuple(coming)
    if p.variants.shuffled_points:
        p.points = [redrawn_pile(p, ON_TURNTABLE, rng), redrawn_pile(p, AT_FINISH, rng)]
    for other in range(p.seats):
        if other != seat:
            redraw_face_down(p, other, rng)
    forget_chosen_card(p, seat)


def redrawn_pile(p: CrazyRace, pile: int, rng: Rng) -> tuple[int, ...]:
    """CR-102: the order below the top card is hidden from all."""
    seen = p.points_taken[pile] + 1
    covered = list(p.points[pile][seen:])
    covered.sort()
    rng.shuffle(covered)
    return p.points[pile][:seen] + tuple(covered)


def forget_chosen_card(p: CrazyRace, seat: int) -> None:
    """Nobody else knows that a card is chosen before it lies on the table: its owner is back at the choice."""
    step = p.stack[-1] if p.stack else None
    if isinstance(step, PlaceSide) and step.seat != seat:
        p.stack[-1] = PLACE_CARD_OF[step.seat][0]


def redraw_face_down(p: CrazyRace, owner: int, rng: Rng) -> None:
    """A player's hand and face-down cards are mixed and dealt anew; nobody lays a card before taking it back."""
    hidden = [place for place in range(len(p.laid)) if owner_of(p.laid[place]) == owner and side_of(p.laid[place]) >= p.shown]
    if not hidden:
        return
    pool = p.hands[owner]
    for place in hidden:
        pool += CARD[card_of(p.laid[place])]
    before = 0
    held_before = pool
    for seat, laid_then, taken_back in p.retakes:
        if seat == owner:
            before = laid_then
            held_before = held_at_retake(p, owner, laid_then, taken_back, pool)
    laid = list(p.laid)
    for place in hidden:
        available = cards_in(held_before if place < before else pool)
        card = rng.pick(available)
        laid[place] = laid_card(owner, side_of(laid[place]), card)
        pool -= CARD[card]
        held_before -= CARD[card] if place < before else NO_CARDS
    p.laid = tuple(laid)
    p.hands[owner] = pool


def held_at_retake(p: CrazyRace, owner: int, laid_then: int, taken_back: int, pool: int) -> int:
    """The cards that may lie face down since before the owner's take-back: held then, and not shown since."""
    held = p.full_hand() - taken_back
    for place in range(laid_then):
        if owner_of(p.laid[place]) == owner and side_of(p.laid[place]) < p.shown:
            held -= CARD[card_of(p.laid[place])]
    possible: list[int] = []
    for card in range(p.parts.no_card):
        possible += [card] * min(held // CARD[card] & 15, pool // CARD[card] & 15)
    return pile_of(possible)
