"""Rounds and turns: KW-32 to KW-48, KW-80, KW-81, KW-106 to KW-109, KW-124."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import ListOf
from officina.core.step import NOTHING, Step
from officina.games.kraftwagen import components as c
from officina.games.kraftwagen import events as ev
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.rules.buyers import buyer_action
from officina.games.kraftwagen.rules.engineers import Menu, marker_options
from officina.games.kraftwagen.rules.hiring import Hire
from officina.games.kraftwagen.rules.market import PhaseTwo
from officina.games.kraftwagen.rules.parts import PlaceBody, PlaceEngine, fit_race_engine, grand_prix
from officina.games.kraftwagen.rules.research import TakeCard
from officina.games.kraftwagen.rules.round_end import SCORE_ROUND, benz_window
from officina.games.kraftwagen.state import ACTION_PHASE, ENDED, NOBODY, PIT_LANE, SCORING, Kraftwagen, without
from officina.games.kraftwagen.vocabulary import ACTION_USE_DAIMLER, CONTINUE, PICK_ACTION, PICK_TILE, TILE_USE_DAIMLER

ALL_TILES: Final[list[int]] = list(range(c.TILES))


class BeginRound(Step[Kraftwagen]):
    """KW-33 to KW-36: price markers of the round, white money beside the stacks, the pawn on its start; nothing else."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.round += 1
        p.phase = ACTION_PHASE
        printed = p.parts.rounds[p.round - 1]
        p.price_row = printed.prices
        for preference in range(len(c.PREFERENCES)):
            p.bonus[preference] += printed.bonus[preference]
        p.pawn = p.parts.pawn_start[p.seats]
        p.quiet = 0
        p.tell(ev.ROUND_BEGAN, NOBODY, (p.round,))
        return NEXT_TURN


class BeginTurn(Step[Kraftwagen]):
    """KW-38, KW-43, KW-44: the owner of the tail worker takes a turn: a tile and its actions, then the market."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.turn += 1
        p.marker_used = False
        p.daimler_used = False
        p.car_placed = False
        p.buyer_acted = False
        return TURN[p.tail_seat()]


class PickTile(Menu):
    """KW-39 to KW-41: the worker takes the place of any tile of the chain, and the tile becomes the new head."""

    kind = PICK_TILE
    rule = "KW-39"
    daimler = TILE_USE_DAIMLER

    def options(self, p: Kraftwagen) -> list[int]:
        markers = marker_options(p, self.seat, TILE_USE_DAIMLER)
        return ALL_TILES + markers if markers else ALL_TILES

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        if option >= TILE_USE_DAIMLER:
            return [self.use(option), self]
        p.take_tile(option)
        if p.events is not None:
            p.tell(ev.TILE_TAKEN, self.seat, (option,))
        return [Actions(self.seat, p.parts.tiles[option].actions)]


def bars_action(p: Kraftwagen, seat: int, action: int) -> str:
    """KW-47: only hiring without a worker in the supply and research without a card are impossible; as a verdict."""
    if action == c.WORKER and not p.players[seat].supply:
        return "no_worker_left KW-47"
    return "no_card_left KW-47" if action == c.RESEARCH and not p.face_up else ""


class Actions(Step[Kraftwagen]):
    """KW-45 to KW-47: all actions left on the tile must be done; impossible ones are skipped."""

    takes = {"actions": ListOf(nouns.ACTION)}

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        for action in self.args:
            if not bars_action(p, self.seat, action):
                return [PickAction(self.seat, self.args)]
        for action in self.args:
            p.tell(ev.ACTION_SKIPPED, self.seat, (action,))
        if marker_options(p, self.seat, ACTION_USE_DAIMLER):
            return [PickAction(self.seat)]
        return NOTHING


class PickAction(Menu):
    """KW-46: the player chooses which of the actions left comes next; each is finished before the next one."""

    kind = PICK_ACTION
    rule = "KW-46"
    takes = Actions.takes
    daimler = ACTION_USE_DAIMLER

    def options(self, p: Kraftwagen) -> list[int]:
        found: list[int] = []
        for action in self.args:
            if (not found or found[-1] != action) and not bars_action(p, self.seat, action):
                found.append(action)
        is_done = not found
        found += marker_options(p, self.seat, ACTION_USE_DAIMLER)
        if is_done:
            found.append(CONTINUE)
        return found

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        if option == CONTINUE:
            return NOTHING
        if option >= ACTION_USE_DAIMLER:
            return [self.use(option), Actions(self.seat, self.args)]
        following = carry_out(p, self.seat, option)
        rest = ACTIONS_DONE[self.seat]
        if len(self.args) > 1:
            rest = [Actions(self.seat, without(self.args, option))]
        return following + rest if following else rest

    def bars(self, p: Kraftwagen, option: int) -> str:
        if option == CONTINUE:
            return "actions_left KW-45"
        return bars_action(p, self.seat, option) if option in self.args else "not_on_tile KW-45"

    def facts(self, p: Kraftwagen, option: int) -> dict[str, Any]:
        facts = super().facts(p, option)
        facts["actions"] = nouns.actions(p.parts, self.args)
        if option < ACTION_USE_DAIMLER:
            facts["action"] = nouns.ACTION.say(option, p.parts)
        return facts


def carry_out(p: Kraftwagen, seat: int, action: int) -> list[Step[Any]]:
    """One action of a tile."""
    if action == c.WORKER:
        return HIRE_ONE[seat]
    if action == c.RESEARCH:
        return RESEARCH_ONE[seat]
    if action == c.BODY_ACTION:
        return BODY_ONE[seat]
    if action == c.ENGINE_ACTION:
        return ENGINE_ONE[seat]
    if action == c.BUYER:
        return buyer_action(p, seat)
    player = p.players[seat]
    if action == c.GRAND_PRIX:
        grand_prix(p, seat, player.race_engine)
    elif action == c.CAR_TO:
        set_out(p, seat)
    elif player.race_engine < p.parts.start_race_engine:
        fit_race_engine(p, seat, p.parts.start_race_engine)
    return NOTHING


def set_out(p: Kraftwagen, seat: int) -> None:
    """KW-80: from the pit lane straight to the printed space, or the next free one. It is not a move."""
    player = p.players[seat]
    if player.space != PIT_LANE:
        return
    occupied = p.occupied(seat)
    space = p.parts.car_to
    while occupied >> space & 1:
        space += 1
    player.space = space
    p.tell(ev.CAR_SET_OUT, seat, (space,))


class EndTurn(Step[Kraftwagen]):
    """KW-42, KW-106, KW-108: sweep the chain, count quiet turns, test for the end of the round."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.sweep()
        if p.car_placed or p.buyer_acted:
            p.quiet = 0
        else:
            p.quiet += 1
            if p.quiet >= p.parts.quiet_limit:
                p.pawn -= 1
                p.tell(ev.STALLED, NOBODY, (p.quiet, p.pawn))
                p.quiet = 0
        full = p.market_is_full()
        if not full and p.pawn > 0:
            return NEXT_TURN
        p.phase = SCORING
        p.tell(ev.ROUND_ENDED, NOBODY, (p.round, ev.MARKET_IS_FULL if full else ev.PAWN_AT_ZERO))
        return benz_window(p) + SCORE_ROUND + END_ROUND


class EndRound(Step[Kraftwagen]):
    """KW-32, KW-124: three rounds; after the last scoring the game is over."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        if p.round < len(p.parts.rounds):
            return NEXT_ROUND
        p.phase = ENDED
        p.tell(ev.GAME_ENDED)
        return NOTHING


# Steps that never differ are made once.
SEATS: Final = range(c.MOST_PLAYERS)
ACTIONS_DONE: Final[list[list[Step[Any]]]] = [[Actions(seat)] for seat in SEATS]
TURN: Final[list[list[Step[Any]]]] = [[PickTile(seat), PhaseTwo(seat), EndTurn(seat)] for seat in SEATS]
HIRE_ONE: Final[list[list[Step[Any]]]] = [[Hire(seat, (1,))] for seat in SEATS]
RESEARCH_ONE: Final[list[list[Step[Any]]]] = [[TakeCard(seat)] for seat in SEATS]
BODY_ONE: Final[list[list[Step[Any]]]] = [[PlaceBody(seat)] for seat in SEATS]
ENGINE_ONE: Final[list[list[Step[Any]]]] = [[PlaceEngine(seat)] for seat in SEATS]
NEXT_TURN: Final[list[Step[Any]]] = [BeginTurn()]
NEXT_ROUND: Final[list[Step[Any]]] = [BeginRound()]
END_ROUND: Final[list[Step[Any]]] = [EndRound()]
