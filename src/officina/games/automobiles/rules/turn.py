"""Rounds and turns: AU-20 to AU-24, AU-110 to AU-123, AU-141 to AU-145."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.games.automobiles import events as ev
from officina.games.automobiles.components import MOST_PLAYERS
from officina.games.automobiles.cubes import CUBE, NO_CUBES, WEAR, count, of
from officina.games.automobiles.rules.action import Action
from officina.games.automobiles.rules.buying import BeginBuying
from officina.games.automobiles.rules.driving import Decline, MoveCar, momentum
from officina.games.automobiles.rules.movement import start_path
from officina.games.automobiles.rules.performance import LateBoosts
from officina.games.automobiles.scoring import race_order
from officina.games.automobiles.state import ACTION_PHASE, END_PHASE, ENDED, NO_CUBE, NOBODY, TURN, Automobiles
from officina.games.automobiles.vocabulary import PIT_STOP, STANDARD, TURN_TYPE

A_CAR_HAS_FINISHED: Final = 0
TOO_MANY_ROUNDS: Final = 1


class BeginRound(Step[Automobiles]):
    """AU-20, AU-116: in each round everybody takes one turn, clockwise from the first player."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        p.round += 1
        p.tell(ev.ROUND_BEGAN, NOBODY, (p.round,))
        turns: list[Step[Any]] = [TakeTurn(seat) for seat in p.in_turn_order()]
        turns.append(EndRound())
        return turns


class TakeTurn(Step[Automobiles]):
    """AU-21, AU-141, AU-187: stored Boosts first, then the kind of turn; what only lasts a turn is cleared (AU-24)."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        seat = self.seat
        p.current = seat
        p.phase = TURN
        p.start_rank = p.rank(seat)
        p.aero = False
        start_path(p, seat)
        if p.events is not None:
            p.tell(ev.TURN_BEGAN, seat, (p.start_rank, p.laps_to_go(seat)))
        if p.pending[seat]:
            return [LateBoosts(seat), TurnType(seat)]
        return TURN_TYPES[seat]


class TurnType(Step[Automobiles]):
    """AU-21, AU-22, AU-120, AU-123: a standard turn or a pit stop; the choice cannot be changed afterwards."""

    kind = TURN_TYPE
    rule = "AU-21"

    def options(self, p: Automobiles) -> list[int]:
        return [STANDARD, PIT_STOP]

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == PIT_STOP:
            return PIT_STOPS[self.seat]
        p.phase = ACTION_PHASE
        return STANDARD_TURNS[self.seat]


class PitStop(Step[Automobiles]):
    """AU-120 to AU-122: all wear in active goes back to the stock; nothing else happens before the End phase."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        number = count(p.active[self.seat], WEAR)
        wear = of(WEAR, number)
        p.active[self.seat] -= wear
        p.stock += wear
        p.tell(ev.PIT_STOP_TAKEN, self.seat, (number,))
        return NOTHING


class EndPhase(Step[Automobiles]):
    """AU-110 to AU-115: all own cubes to the discard, momentum of all cars, and a new hand."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        seat = self.seat
        p.phase = END_PHASE
        p.discard[seat] += p.active[seat] + p.used[seat]
        p.active[seat] = NO_CUBES
        p.used[seat] = NO_CUBES
        momentum(p)
        start_path(p, seat)
        draw_hand(p, seat)
        return NOTHING


def draw_hand(p: Automobiles, seat: int) -> None:
    """AU-09, AU-114, AU-130 to AU-134: seven cubes into active, fewer if there are no more."""
    hand = NO_CUBES
    for _ in range(p.parts.hand):
        colour = p.draw(seat)
        if colour == NO_CUBE:
            break
        hand += CUBE[colour]
    p.active[seat] += hand
    if p.events is not None:
        p.tell(ev.DREW_HAND, seat, (hand,))


class EndRound(Step[Automobiles]):
    """AU-142 to AU-145: after the round in which a car has finished the race is over, or after too many rounds."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        if not p.finish and p.round < p.parts.max_rounds:
            return NEXT_ROUND
        p.phase = ENDED
        p.current = NOBODY
        if p.events is not None:
            p.tell(ev.RACE_ENDED, NOBODY, (A_CAR_HAS_FINISHED if p.finish else TOO_MANY_ROUNDS,))
            order = race_order(p)
            for place in range(len(order)):
                seat = order[place]
                p.tell(ev.CLASSIFIED, seat, (place + 1, p.lap[seat], p.track.position_of(p.spot[seat])))
        return NOTHING


NEXT_ROUND: Final[list[Step[Any]]] = [BeginRound()]
TURN_TYPES: Final[list[list[Step[Any]]]] = [[TurnType(seat)] for seat in range(MOST_PLAYERS)]
STANDARD_TURNS: Final[list[list[Step[Any]]]] = [
    [Action(seat), BeginBuying(seat), MoveCar(seat), Decline(seat), EndPhase(seat)] for seat in range(MOST_PLAYERS)
]
PIT_STOPS: Final[list[list[Step[Any]]]] = [[PitStop(seat), EndPhase(seat)] for seat in range(MOST_PLAYERS)]
