"""What a sensible player values, in points. Called on a determinised position, so it cannot see what the seat cannot.

An action has a worth that depends on the round and on what the player lacks; a tile is the sum of its actions less the turns it
gives away; a car is worth what it would bring in a few sampled markets.
"""

from __future__ import annotations

from math import exp
from typing import Final

from officina.core.rng import Rng
from officina.games.kraftwagen import components as c
from officina.games.kraftwagen import vocabulary as v
from officina.games.kraftwagen.prospects import Prospects
from officina.games.kraftwagen.state import NOBODY, PIT_LANE, Kraftwagen, without
from officina.games.kraftwagen.values import Values

LASTING: Final[list[bool]] = [True, False, False, False, False, False, False, True, False]
"""Engineers whose worth lies in the rounds to come."""


def weights(p: Kraftwagen, seat: int, rng: Rng, values: Values) -> list[float]:
    """How much a sensible player likes each option."""
    kind = p.kind(seat)
    options = p.options(seat)
    thinker = Thinker(p, seat, rng, values)
    gains = [thinker.gain(kind, option) for option in options]
    best = max(gains)
    if kind in (v.PICK_TILE, v.PICK_START_TILE):
        return [exp((gain - best) / values.temperature) for gain in gains]
    if values.softness:
        return [exp(max(-30.0, (gain - best) / values.softness)) for gain in gains]
    return [1.0 if gain == best else 0.0 for gain in gains]


class Thinker:
    """One decision of one player."""

    def __init__(self, p: Kraftwagen, seat: int, rng: Rng, values: Values) -> None:
        self.p = p
        self.seat = seat
        self.player = p.players[seat]
        self.values = values
        self.future: float = values.future[p.round]
        self.prospects = Prospects(p, seat, rng, values)

    def gain(self, kind: int, option: int) -> float:
        """The worth of one option."""
        if kind == v.PICK_TILE:
            return self.tile_gain(option)
        if kind == v.PICK_START_TILE:
            return self.actions_gain(self.p.parts.start_tiles[option].actions)
        if kind == v.PICK_ACTION:
            return self.action_order(option)
        if kind == v.TAKE_CARD:
            return self.card_gain(option, self.player.canteen)
        if kind == v.ACTIVATE:
            return 1.0 if self.p.parts.card_part[option] == c.NO_PART else 0.0
        if kind == v.PLACE_BODY:
            return self.place_gain(c.BODY, option, v.BODY_DECLINE)
        if kind == v.PLACE_ENGINE:
            return self.place_gain(c.ENGINE, option, v.ENGINE_DECLINE)
        if kind == v.PICK_BUYER:
            return self.buyer_gain(option)
        if kind == v.PICK_PART:
            return 0.0 if self.player.values(option) else 1.0
        if kind == v.BENZ_BUYER:
            return self.benz_gain(option)
        return self.market_gain(kind, option)

    # --- tiles and actions

    def tile_gain(self, option: int) -> float:
        """KW-39: what the tile's actions are worth, less what the turns of the players passed are worth to them."""
        p = self.p
        if option == v.TILE_USE_DAIMLER:
            return self.daimler_gain()
        if option == v.TILE_USE_DIESEL:
            return self.diesel_gain()
        passed = 0
        for entry in p.chain[1 : p.chain.index(option)]:
            if entry >= c.TILES:
                passed += 1
        return self.actions_gain(p.parts.tiles[option].actions) - self.values.turn_cost * passed

    def actions_gain(self, actions: tuple[int, ...]) -> float:
        """All actions of a tile together; a worker hired first helps research."""
        canteen = self.player.canteen
        total = 0.0
        for action in actions:
            total += self.action_gain(action, canteen)
            if action == c.WORKER and self.player.supply:
                canteen += 1
        return total

    def action_gain(self, action: int, canteen: int) -> float:
        """One action."""
        if action == c.WORKER:
            return self.hire_gain(1, canteen)
        if action == c.RESEARCH:
            best = 0.0
            for card in self.p.face_up:
                best = max(best, self.card_gain(card, canteen))
            return best
        if action == c.BODY_ACTION:
            return self.part_gain(c.BODY, self.p.level(self.seat, c.BODY))
        if action == c.ENGINE_ACTION:
            return self.part_gain(c.ENGINE, self.p.level(self.seat, c.ENGINE))
        if action == c.GRAND_PRIX:
            return self.race_gain(self.player.race_engine)
        if action == c.BUYER:
            return self.buyer_action_gain()
        return self.values.car_to if action == c.CAR_TO else self.values.other_action

    def action_order(self, option: int) -> float:
        """Which action first: a worker for the research, levels before parts, parts before the race, buyers last."""
        if option == v.ACTION_USE_DAIMLER:
            return 10.0 * self.daimler_gain()
        if option == v.ACTION_USE_DIESEL:
            return 10.0 * self.diesel_gain()
        if option == c.WORKER:
            return 9.0 if not self.player.canteen else 4.0
        if option == c.RESEARCH:
            return 8.0
        if option == c.ENGINE_ACTION:
            return 7.0
        return 6.0 if option == c.BODY_ACTION else 5.0 - 0.1 * option

    def hire_gain(self, count: int, canteen: int) -> float:
        """Workers, the first ones most; the last of the supply wins an award."""
        player = self.player
        values = self.values
        count = min(count, player.supply)
        gain = 0.0
        inactive = len(player.inactive)
        for _ in range(count):
            if inactive:
                inactive -= 1
                gain += values.point * values.activation * self.future
            else:
                gain += values.worker[min(canteen, len(values.worker) - 1)] * (
                    values.worker_now + values.worker_later * self.future
                )
                canteen += 1
        award = self.p.parts.awards[c.WORKERS_AWARD].points
        if self.p.awards[c.WORKERS_AWARD] == NOBODY and count:
            left = player.supply - count
            gain += award if not left else award * count / (player.supply * values.workers_award)
        return gain

    def part_gain(self, part: int, value: int) -> float:
        """A body or engine: most when it is missing for a car; awards; an engine may also go on the race car."""
        player = self.player
        values = self.values
        gain = self.award_gain(part, value)
        is_full = player.used_workshops() >= self.p.parts.workshops
        have = player.values(part)
        if not have:
            gain += 0.3 if is_full and not player.values(1 - part) else values.part_of_car + values.part_value * value
        elif is_full:
            gain += max(0.0, values.better_part * (value - have[0]))
        else:
            gain += values.spare_part + values.better_spare * max(0, value - have[-1])
        if self.p.round == 3 and not player.canteen:
            gain *= values.no_worker
        if part == c.ENGINE:
            gain = max(gain, self.race_engine_gain(value))
        return gain

    def award_gain(self, part: int, value: int) -> float:
        """The awards that a part would win in a workshop."""
        gain = 0.0
        for award in c.PART_AWARDS[part]:
            if self.p.awards[award] == NOBODY and value >= self.p.parts.awards[award].needs:
                gain += self.p.parts.awards[award].points
        return gain

    def race_engine_gain(self, value: int) -> float:
        """A better engine serves every later race; with Bugatti it drives at once."""
        more = value - self.player.race_engine
        if more <= 0:
            return 0.0
        gain = self.values.race_engine * more * self.future
        if self.player.has(c.BUGATTI):
            gain += self.race_gain(value)
        return gain

    def race_gain(self, points: int) -> float:
        """A Grand Prix move: the spaces, the cars overtaken, the awards for laps."""
        p = self.p
        player = self.player
        if player.has(c.PORSCHE):
            points += p.parts.porsche_spaces
        length = p.parts.lap_spaces
        here = player.laps * length + player.space
        there = here + points
        gain = self.values.space * points
        for other in range(p.seats):
            rival = p.players[other]
            if other != self.seat and rival.space != PIT_LANE:
                ahead = rival.laps * length + rival.space
                if here < ahead <= there:
                    gain += self.values.overtaking
        if player.space == PIT_LANE:
            gain += self.values.first_start
        laps = (there - 1) // length
        for award in c.GP_AWARDS:
            if p.awards[award] == NOBODY and laps >= p.parts.awards[award].needs:
                gain += p.parts.awards[award].points
        return gain

    # --- research

    def card_gain(self, card: int, canteen: int) -> float:
        """A research card."""
        parts = self.p.parts
        if card >= parts.first_engineer:
            return self.engineer_gain(card - parts.first_engineer, canteen)
        if card >= parts.developments:
            instant = card - parts.developments
            amount = parts.instant_amount[instant]
            if instant == c.HIRE_INSTANT:
                return self.hire_gain(amount, canteen)
            if instant == c.RACE_INSTANT:
                return self.race_gain(amount)
            body = self.part_gain(c.BODY, self.p.level(self.seat, c.BODY))
            return body + self.part_gain(c.ENGINE, self.p.level(self.seat, c.ENGINE))
        gain = 0.0
        for part in (c.BODY, c.ENGINE):
            level = self.p.level(self.seat, part)
            more = min(parts.card_points[card][part], parts.highest_part - level)
            gain += self.values.point * more * self.future
            if parts.card_part[card] == part:
                gain += self.part_gain(part, level + more)
        if not canteen:
            gain *= self.values.no_researcher
        return gain - (self.values.last_researcher if canteen == 1 else self.values.researcher)

    def engineer_gain(self, engineer: int, canteen: int) -> float:
        """An engineer, and the award for the third one."""
        gain: float = self.values.engineer[engineer]
        if LASTING[engineer]:
            gain *= self.future
        elif engineer == c.OTTO:
            gain = self.hire_gain(self.p.parts.otto_workers, canteen) + self.values.otto * self.future
        held = self.player.engineers.bit_count()
        if self.p.awards[c.ENGINEERS_AWARD] == NOBODY:
            missing = self.p.parts.awards[c.ENGINEERS_AWARD].needs - held
            points = self.p.parts.awards[c.ENGINEERS_AWARD].points
            if missing == 1:
                gain += points
            elif missing == 2:
                gain += self.values.second_engineer * points * self.future
        return gain

    def place_gain(self, part: int, option: int, decline: int) -> float:
        """Where a part goes: keep a body and an engine, the best ones; the race car early."""
        value = self.p.level(self.seat, part)
        bodies = self.player.bodies
        engines = self.player.engines
        if part == c.ENGINE and option == v.ENGINE_RACE_CAR:
            return self.race_engine_gain(value) + stock_worth(bodies, engines, self.values)
        if option == decline:
            return stock_worth(bodies, engines, self.values)
        wasted = 0.0
        if option != v.WORKSHOP:
            wasted = self.values.waste
            old = option - decline - 1
            old_value = old % self.p.parts.highest_part + 1
            if old < self.p.parts.highest_part:
                bodies = without(bodies, old_value)
            else:
                engines = without(engines, old_value)
        if part == c.BODY:
            bodies = (*bodies, value)
        else:
            engines = (*engines, value)
        return self.award_gain(part, value) + stock_worth(bodies, engines, self.values) - wasted

    # --- buyers and market

    def buyer_action_gain(self) -> float:
        """A Buyer action: the best buyer, or the pawn's step when all slots are taken."""
        p = self.p
        if len(p.buyers) < p.parts.slots[p.seats]:
            best = 0.0
            for preference in p.waiting_preferences():
                best = max(best, self.buyer_gain(preference))
            return best
        if p.pawn == 1:
            return self.values.last_pawn * self.prospects.lead()
        return self.values.pawn * self.prospects.lead()

    def buyer_gain(self, preference: int) -> float:
        """White money, a car of ours that this buyer would like, the award for the second of a kind."""
        p = self.p
        gain = p.bonus[preference] + self.values.buyer * self.prospects.buyer_gain(preference)
        if p.awards[c.BUYER_AWARD] == NOBODY and p.buyers.count(preference) == 1:
            gain += p.parts.awards[c.BUYER_AWARD].points
        return gain

    def benz_gain(self, option: int) -> float:
        """KW-98: now, if a car of ours would be sold by it; otherwise keep the marker for a later round."""
        p = self.p
        if option == v.BENZ_PASS:
            return self.values.benz * self.future if p.round < len(p.parts.rounds) else 0.0
        preference = option - 1
        gain = float(self.prospects.sure_gain([*p.buyers, preference], [*p.daimler, 0]))
        if p.awards[c.BUYER_AWARD] == NOBODY and p.buyers.count(preference) == 1:
            gain += p.parts.awards[c.BUYER_AWARD].points
        return gain

    def market_gain(self, kind: int, option: int) -> float:
        """Phase 2: the car that is worth most, and the engineers' markers."""
        p = self.p
        figures = p.stack[-1].args
        prospects = self.prospects
        if kind == v.MARKET_STEP:
            if option == v.PLACE_CAR:
                return prospects.best_car()
            if option == v.MARKET_USE_DAIMLER:
                return self.daimler_gain()
            if option == v.MARKET_USE_DIESEL:
                return self.diesel_gain()
            return self.values.wait
        if kind == v.CAR_BODY:
            return prospects.best_of((option + 1,))
        if kind in (v.CAR_ENGINE, v.CAR_PRICE, v.CAR_WORKERS):
            return prospects.best_of((*figures, option + 1))
        if kind == v.CAR_ENGINEER:
            return prospects.marker_gain(figures, option)
        if kind == v.DAIMLER_MARKER:
            return float(option)
        if kind == v.DAIMLER_BUYER:
            return prospects.daimler_gain(option)
        if kind == v.DIESEL_CAR:
            return prospects.diesel_car(option + 1)
        if kind == v.DIESEL_WHAT:
            (price,) = figures
            return prospects.diesel_change(price, option)
        price, what = figures
        return prospects.diesel_value(price, what, option + 1)

    def daimler_gain(self) -> float:
        """Late in a round, on a buyer that is likely to buy our car; otherwise later."""
        if not self.prospects.is_late():
            return -100.0
        best = 0.0
        for slot in range(len(self.p.buyers)):
            if not self.p.daimler[slot]:
                best = max(best, self.prospects.daimler_gain(slot))
        return 100.0 * best if best > self.values.daimler else -100.0

    def diesel_gain(self) -> float:
        """Late in a round, for a change that sells a car."""
        if not self.prospects.is_late():
            return -100.0
        best = 0.0
        for car in self.p.market:
            if car.owner == self.seat:
                best = max(best, self.prospects.diesel_car(car.price))
        return 100.0 * best if best >= self.values.diesel else -100.0


def stock_worth(bodies: tuple[int, ...], engines: tuple[int, ...], values: Values) -> float:
    """What lies in the workshops: the best body and the best engine make a car, the rest is spare."""
    worth = 0.0
    if bodies:
        worth += values.part_of_car + values.stock_value * max(bodies)
    if engines:
        worth += values.part_of_car + values.stock_value * max(engines)
    return worth + values.stock_sum * (sum(bodies) + sum(engines)) + values.spare_part * max(0, len(bodies) + len(engines) - 2)
