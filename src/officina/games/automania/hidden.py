"""What a seat cannot know, drawn anew: the orders of deck and piles, start contracts, others' cards and money.

Cards that others took from the display were seen by everybody and stay. Others' money is hidden behind their hand: payments and
incomes were open, but nobody adds them up, so any amount that a player could have after spending something will do.
"""

from __future__ import annotations

from typing import Any, Final

from officina.core.rng import Rng
from officina.core.step import Step
from officina.games.automania.components import CARDS, CONTRACTS
from officina.games.automania.rules.popularity import fitting_cards
from officina.games.automania.rules.production import ChooseMarket, PlayContract
from officina.games.automania.rules.workers import own_fund
from officina.games.automania.state import ENDED, Automania

LIKELY_MONEY: Final = 8
"""Others' money is drawn as the sum of two numbers below this."""
TRIES: Final = 12
UNLIKELY: Final = 0.02
"""How likely amounts are that the two numbers do not reach."""


def redraw(p: Automania, seat: int, rng: Rng) -> None:
    """Everything the seat (-1: a spectator) cannot know, changed to something it could just as well be."""
    p.pile_a = shuffled(p.pile_a, rng)
    p.pile_b = shuffled(p.pile_b, rng)
    redraw_hands(p, seat, rng)
    if p.hidden_money and p.phase != ENDED:
        for other in range(p.seats):
            if other != seat:
                redraw_money(p, other, rng)


def shuffled(items: tuple[int, ...], rng: Rng) -> tuple[int, ...]:
    """The same items in another order; sorted first, so that nothing of the true order is left."""
    mixed = list(items)
    mixed.sort()
    rng.shuffle(mixed)
    return tuple(mixed)


def asked_step(p: Automania, seat: int) -> Step[Any] | None:
    """The question that the seat is being asked; None if it is not."""
    step = p.stack[-1] if p.stack else None
    return step if step is not None and step.kind > 0 and step.seat == seat else None


# --- cards


def redraw_hands(p: Automania, seat: int, rng: Rng) -> None:
    """The deck, the start contracts and all cards of others that nobody saw.

    A player who is asked about a contract may as well be placing the car already: to the others both are one decision (R-24).
    Where placing the car would leave no choice, they know that a card fits, so hands are drawn until one does.
    """
    asked = -1
    for other in range(p.seats):
        if other != seat and isinstance(asked_step(p, other), PlayContract):
            asked = other
    for _ in range(TRIES):
        before = [player.hand for player in p.players]
        deck, spare = p.deck, p.spare_cards
        deal_unseen(p, seat, rng)
        if asked < 0:
            return
        type_, _, _, stars = p.stack[-1].args
        if fitting_cards(p, asked, type_, stars):
            return
        if len(p.stack[-2].options(p)) > 1:
            p.stack.pop()
            return
        for other in range(p.seats):
            p.players[other].hand = before[other]
        p.deck, p.spare_cards = deck, spare
    type_, _, _, stars = p.stack[-1].args
    deal_unseen(p, seat, rng, asked, rng.pick(possible_fits(p, seat, asked, type_, stars)))


def possible_fits(p: Automania, seat: int, asked: int, type_: int, stars: int) -> list[int]:
    """The cards that the seat has not seen, that the asked player may hold, and that the produced car meets."""
    unseen = 0
    for card in p.deck:
        unseen |= 1 << card
    for card in p.spare_cards:
        unseen |= 1 << card
    for other in range(p.seats):
        if other != seat:
            player = p.players[other]
            unseen |= player.hand & ~player.open_hand
    player = p.players[asked]
    held = player.hand & ~player.open_hand
    true = player.hand
    player.hand = unseen
    found = fitting_cards(p, asked, type_, stars)
    player.hand = true
    starts = held >> CONTRACTS != 0
    others = held & ((1 << CONTRACTS) - 1) != 0
    return [card for card in found if (starts if card >= CONTRACTS else others)]


def deal_unseen(p: Automania, seat: int, rng: Rng, asked: int = -1, wanted: int = -1) -> None:
    """One deal of the cards that the seat has not seen; a card that is ``wanted`` goes to the player who is ``asked``."""
    pool = list(p.deck)
    starts = list(p.spare_cards)
    unseen = [0] * p.seats
    for other in range(p.seats):
        if other != seat:
            player = p.players[other]
            for card in range(CARDS):
                if (player.hand & ~player.open_hand) >> card & 1:
                    if card < CONTRACTS:
                        pool.append(card)
                        unseen[other] += 1
                    else:
                        starts.append(card)
    pool.sort()
    starts.sort()
    rng.shuffle(pool)
    rng.shuffle(starts)
    if wanted >= CONTRACTS:
        starts.remove(wanted)
    elif wanted >= 0:
        pool.remove(wanted)
    dealt = 0
    for other in range(p.seats):
        if other != seat:
            player = p.players[other]
            has_start = player.hand >> CONTRACTS
            player.hand = player.open_hand
            if has_start:
                player.hand |= 1 << (wanted if other == asked and wanted >= CONTRACTS else starts.pop())
            for number in range(unseen[other]):
                if number == 0 and other == asked and 0 <= wanted < CONTRACTS:
                    player.hand |= 1 << wanted
                    continue
                player.hand |= 1 << pool[dealt]
                dealt += 1
    p.deck = tuple(pool[dealt:])
    p.spare_cards = tuple(starts)


# --- money


def redraw_money(p: Automania, seat: int, rng: Rng) -> None:
    """A player who has spent nothing yet has what everybody saw coming; otherwise some amount with which the game goes on.

    The question the player is being asked must stay a real one, and its cost payable.
    """
    player = p.players[seat]
    if player.money == player.income:
        return
    likely = [0.0] * player.income
    for one in range(LIKELY_MONEY):
        for other in range(LIKELY_MONEY):
            likely[min(player.income - 1, one + other)] += 1.0
    true = player.money
    possible = [0.0] * player.income
    for money in range(player.income):
        player.money = money
        possible[money] = likely[money] + UNLIKELY if goes_on(p, seat) else 0.0
    player.money = true
    player.money = rng.weighted(possible)


def goes_on(p: Automania, seat: int) -> bool:
    """Whether the player's pending question, if any, still has a choice and can be paid."""
    step = asked_step(p, seat)
    if step is None:
        return True
    if isinstance(step, ChooseMarket) and own_fund(p, seat) < step.cost(p):
        return False
    return step.always_asks or len(step.options(p)) > 1
