"""The action phase and its turns: AM-21 to AM-26, AM-30 to AM-36, AM-112, AM-113."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Judged, Step
from officina.core.text import Reason
from officina.games.automania import nouns
from officina.games.automania.components import ANY, CONTRACT, PLAYERS, SPACES
from officina.games.automania.events import PASSED
from officina.games.automania.rules import workers
from officina.games.automania.rules.contracts import ContractAction
from officina.games.automania.rules.offices import ChooseOffice
from officina.games.automania.rules.production import CarType, ChooseMarket
from officina.games.automania.rules.tiles import TakeTile, line_has_tile, space_is_payable
from officina.games.automania.state import NOBODY, Automania
from officina.games.automania.vocabulary import PASS, TURN, TURN_RECALL, TURN_SPONSOR


class NextTurn(Step[Automania]):
    """AM-21: single turns in turn order, again and again, skipping players who passed, until all have passed."""

    takes = {"place": nouns.PLACE_IN_ORDER}

    def run(self, p: Automania) -> list[Step[Any]]:
        for ahead in range(p.seats):
            place = (self.args[0] + ahead) % p.seats
            seat = p.order[place]
            if not p.players[seat].passed:
                p.bonus_paid = 0
                return TURNS[seat][(place + 1) % p.seats]
        return NOTHING


class Turn(Judged[Automania]):
    """AM-22 to AM-25: act or pass; sponsor placements and recalls are free extras, after which the question comes again."""

    kind = TURN
    rule = "AM-22"
    always_asks = True

    def options(self, p: Automania) -> list[int]:
        bonus = p.open_bonus(self.seat)
        free = p.players[self.seat].free()
        found: list[int] = []
        for space in range(SPACES):
            if not space_verdict(p, self.seat, space, free, bonus):
                found.append(space)
        found.append(PASS)
        found += workers.sponsor_options(p, self.seat, TURN_SPONSOR)
        found += workers.recall_options(p, self.seat, TURN_RECALL)
        return found

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option < SPACES:
            return act(p, self.seat, option)
        if option == PASS:
            return drop_out(p, self.seat)
        if option < TURN_RECALL:
            workers.sponsor(p, self.seat, option - TURN_SPONSOR)
        else:
            workers.recall(p, self.seat, option - TURN_RECALL)
        return [self]

    def verdict(self, p: Automania, option: int) -> str:
        return space_verdict(p, self.seat, option, p.players[self.seat].free(), p.open_bonus(self.seat))

    def facts(self, p: Automania, option: int) -> dict[str, Any]:
        player, there = p.players[self.seat], p.workers_on(option)
        return {
            "space": nouns.SPACE.say(option, p.parts),
            "owner": nouns.SEAT_OR_NONE.say(p.space_owner[option], p.parts),
            "n": there,
            "needed": there + 1,
            "free": player.free(),
            "cost": p.parts.spaces[option].cost,
            "fund": workers.fund(player.money, max(0, player.free() - there - 1), p.open_bonus(self.seat)),
        }

    def why_not(self, p: Automania, option: int) -> Reason | None:
        if option >= TURN_RECALL:
            return workers.recall_reason(p, option - TURN_RECALL)
        return workers.sponsor_reason(p, self.seat, option - TURN_SPONSOR) if option > PASS else super().why_not(p, option)


def space_verdict(p: Automania, seat: int, space: int, free: int, bonus: int) -> str:
    """AM-31, AM-32, AM-34, AM-39: not where one's own workers stand, with one worker more than are there, and payable.

    What bars the space, as a verdict; free workers and bonus are those of the whole question, found once for all spaces.
    """
    owner = p.space_owner[space]
    if owner == seat:
        return "own_workers AM-34"
    needed = p.workers_on(space) + 1
    if needed > free:
        return "no_worker AM-31" if owner == NOBODY else "outbid AM-32"
    return "" if space_is_payable(p, seat, space, free - needed, bonus) else "space_unpayable AM-39"


def act(p: Automania, seat: int, space: int) -> list[Step[Any]]:
    """AM-23, AM-26, AM-42: workers, then a tile if the line has one, then the action of the space."""
    workers.occupy(p, seat, space)
    steps: list[Step[Any]] = [TakeTile(seat, (space,))] if line_has_tile(p, space) else []
    action = p.parts.spaces[space].action
    if action == CONTRACT:
        steps.append(ContractAction(seat))
    elif action == ANY:
        steps.append(CarType(seat))
    else:
        steps.append(ChooseMarket(seat, (action,)))
    return steps


def drop_out(p: Automania, seat: int) -> list[Step[Any]]:
    """AM-112 to AM-114: no more turns; all free workers go to sponsor, then a sales office is chosen."""
    player = p.players[seat]
    player.passed = True
    p.tell(PASSED, seat)
    if player.free():
        workers.sponsor(p, seat, player.free())
    return [ChooseOffice(seat)]


TURNS: Final[list[list[list[Step[Any]]]]] = [
    [[Turn(seat), NextTurn(args=(place,))] for place in range(PLAYERS)] for seat in range(PLAYERS)
]
"""By seat and the place in turn order that comes after it. Steps never change, so they are made once."""
