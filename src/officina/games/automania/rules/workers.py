"""Workers: AM-31 to AM-39 and AM-105 to AM-108; sponsor, recalls and what a player can still pay."""

from __future__ import annotations

from officina.core.step import options_from
from officina.core.text import Reason
from officina.games.automania import nouns
from officina.games.automania.components import NO_CAR, SHIP_SPACES
from officina.games.automania.events import DISPLACED, RECALLED, SPONSORED, WORKERS_PLACED
from officina.games.automania.state import CAR_KINDS, NOBODY, SHIP, Automania


def occupy(p: Automania, seat: int, space: int) -> None:
    """AM-31 to AM-33, AM-37: one worker more than are there; those go home to their owner at once."""
    displaced = p.workers_on(space)
    owner = p.space_owner[space]
    if owner != NOBODY:
        loser = p.players[owner]
        loser.workers += p.space_workers[space]
        loser.neutral += p.space_neutral[space]
    needed = displaced + 1
    neutral = p.take_workers(seat, needed)
    p.space_owner[space] = seat
    p.space_neutral[space] = neutral
    p.space_workers[space] = needed - neutral
    if p.events is not None:
        p.tell(WORKERS_PLACED, seat, (space, needed))
        if owner != NOBODY:
            p.tell(DISPLACED, owner, (space, displaced))


# --- sponsor


def sponsor(p: Automania, seat: int, count: int) -> None:
    """AM-106, AM-108, AM-113: money for each worker, and the general-manager bonus once a turn."""
    bonus = p.open_bonus(seat)
    player = p.players[seat]
    neutral = p.take_workers(seat, count)
    player.sponsor_neutral += neutral
    player.sponsor += count - neutral
    p.bonus_paid += bonus
    money = count * p.parts.sponsor_money + bonus
    p.earn(seat, money)
    p.tell(SPONSORED, seat, (count, money))


def sponsor_options(p: Automania, seat: int, first: int) -> list[int]:
    """AM-107: any number of free workers; option ``first`` + k is k workers."""
    return options_from(first + 1, first + 1 + p.players[seat].free())


def sponsor_reason(p: Automania, seat: int, count: int) -> Reason:
    """Why so many workers cannot go to sponsor."""
    return Reason("automania.refuse.free_workers", "AM-106", n=count, free=p.players[seat].free())


# --- recalls


def recall(p: Automania, seat: int, place: int) -> None:
    """AM-85: a car comes back from a ship; what it scored is kept, its space is free at once."""
    market = place // SHIP_SPACES
    space = place % SHIP_SPACES
    car = p.ships[market * SHIP + space]
    p.ships[market * SHIP + space] = NO_CAR
    p.players[seat].cars[car % CAR_KINDS] += 1
    p.tell(RECALLED, seat, (car % CAR_KINDS, market, space + 1))


def recall_options(p: Automania, seat: int, first: int) -> list[int]:
    """AM-85: every own car on a ship."""
    return p.own_cars(seat, first)


def recall_reason(p: Automania, place: int) -> Reason:
    """Why there is nothing to recall from a ship space."""
    market = place // SHIP_SPACES
    space = place % SHIP_SPACES
    car = p.ships[market * SHIP + space]
    where = nouns.MARKET.say(market, p.parts)
    if car == NO_CAR:
        return Reason("automania.refuse.no_car_there", "AM-85", market=where, space=space + 1)
    owner, tile = nouns.SEAT.say(car // CAR_KINDS, p.parts), nouns.CAR_TILE.say(car % CAR_KINDS, p.parts)
    return Reason("automania.refuse.not_your_car", "AM-85", market=where, space=space + 1, owner=owner, car=tile)


# --- solvency


def fund(cash: int, free: int, bonus: int) -> int:
    """AM-39: cash, and what sponsor would still pay this turn: one for each free worker, and the open bonus with the first."""
    return cash + free + bonus if free else cash


def own_fund(p: Automania, seat: int) -> int:
    """AM-39: what the player could pay now."""
    player = p.players[seat]
    return fund(player.money, player.free(), p.open_bonus(seat))
