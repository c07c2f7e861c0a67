"""What a sensible player values. Called on a determinised position, so it cannot see what the seat cannot.

Everything is counted in positions of the track. A dollar buys cubes that will still be drawn, a wear spoils hands that will
still be drawn: both are worth less the nearer the end is, and nothing in the last round. Paths are searched (planning.py);
other cards are played before the path when their rough worth is more than the money they stand for.
"""

from __future__ import annotations

from math import exp
from typing import Final

from officina.core.rng import Rng
from officina.games.automobiles import components as c
from officina.games.automobiles import vocabulary as v
from officina.games.automobiles.cubes import BLACK, COLOURS, ENGINE, GARAGE, GEARS, LIGHT, PIT, WEAR, WHITE, count, of, size
from officina.games.automobiles.planning import MOST_STEPS, Planner
from officina.games.automobiles.rules.garage import CarChief
from officina.games.automobiles.state import NOBODY, Automobiles
from officina.games.automobiles.values import Values

TINY: Final = 0.001


class Outlook:
    """What the rest of the race makes of things: rounds left, uses left of a cube bought now, worth of a dollar and a wear."""

    def __init__(self, p: Automobiles, seat: int, values: Values) -> None:
        self.values = values
        leader = 0
        for other in range(p.seats):
            leader = max(leader, p.distance(other))
        lap = p.track.positions
        expected = min((p.agreed.laps * lap - leader) / values.pace, p.agreed.laps * lap / values.pace - p.round)
        self.rounds = 0.0 if p.finish else max(1.0, expected)
        self.owned = p.bag[seat] + p.active[seat] + p.used[seat] + p.discard[seat]
        cubes = max(1, size(self.owned))
        delay = 1.0 + size(p.bag[seat]) / p.parts.hand
        self.uses = max(0.0, self.rounds - delay) * p.parts.hand / cubes
        self.wear = min(values.most_wear, values.wear * self.uses)
        total = 0.0
        for colour in range(COLOURS):
            total += count(self.owned, colour) * values.strength[p.card_of[colour]]
        self.average = total / cubes
        self.dollar = 0.0
        for colour in range(COLOURS):
            if count(p.stock, colour):
                better = strength(p, colour, self.owned, values) - max(values.least_strength, self.average)
                self.dollar = max(self.dollar, values.dollar * self.uses * better / max(1, p.costs[colour]))
        self.dollar = min(values.most_dollar, self.dollar)

    def riddance(self, p: Automobiles, colour: int) -> float:
        """What it is worth to be rid of a cube: better ones are drawn in its place."""
        if colour == WEAR:
            return self.wear
        if colour < GEARS and count(self.owned, colour) <= self.values.needed[colour]:
            return -1.0
        values = self.values
        return values.riddance * self.uses * (self.average - values.strength[p.card_of[colour]] - values.junk)

    def junk(self, p: Automobiles, pile: int, number: int) -> float:
        """What it is worth to be rid of the worst cubes of a pile, at most so many."""
        total = 0.0
        for colour in (WEAR, WHITE, GARAGE, LIGHT):
            worth = self.riddance(p, colour)
            if worth > 0.0:
                removed = min(number, count(pile, colour))
                if colour < GEARS:
                    removed = min(removed, count(self.owned, colour) - self.values.needed[colour])
                number -= removed
                total += removed * worth
        return total

    def upgrade(self, p: Automobiles, gear: int) -> float:
        """What it is worth to have the next darker gear instead."""
        if gear == BLACK or not count(p.stock, gear + 1):
            return -1.0
        values = self.values
        return values.riddance * self.uses * (strength(p, gear + 1, self.owned, values) - values.strength[p.card_of[gear]])

    def draw(self, p: Automobiles, seat: int) -> float:
        """What a cube drawn now is worth, on average."""
        pile = p.bag[seat] or p.discard[seat]
        total = 0.0
        for colour in range(COLOURS):
            number = count(pile, colour)
            if number:
                total += number * max(0.0, keep_worth(p, colour, self))
        return total / max(1, size(pile))


def weights(p: Automobiles, seat: int, _rng: Rng, values: Values) -> list[float]:
    """How much a sensible player likes each option: the best ones share everything."""
    kind = p.kind(seat)
    options = p.options(seat)
    gains = option_gains(p, seat, kind, options, values)
    best = max(gains)
    if values.softness:
        return [exp(max(-30.0, (gain - best) / values.softness)) for gain in gains]
    return [1.0 if gain == best else 0.0 for gain in gains]


def option_gains(p: Automobiles, seat: int, kind: int, options: list[int], values: Values) -> list[float]:
    """The worth of every option of a decision."""
    if kind == v.GRID_PICK:
        return [float(-option) for option in options]
    outlook = Outlook(p, seat, values)
    if kind in (v.ACTION, v.STEP, v.HYBRID_COLOUR, v.PICK_ACTIVE_GEAR, v.PICK_DISCARD_GEAR):
        planner = Planner(p, seat, outlook.dollar, outlook.wear)
        return [moving_gain(p, seat, kind, option, outlook, planner) for option in options]
    if kind == v.TURN_TYPE:
        return turn_gains(p, seat, outlook, options)
    if kind in (v.GRID_BUY, v.BUY):
        return [buying_gain(p, option, outlook) for option in options]
    return [cube_gain(p, seat, kind, option, outlook) for option in options]


# --- buying


def strength(p: Automobiles, colour: int, owned: int, values: Values) -> float:
    """What one more cube of a colour brings each time it is drawn."""
    worth = values.strength[p.card_of[colour]]
    number = count(owned, colour)
    surplus = number - values.enough[p.card_of[colour]] + 1
    if surplus > 0:
        return worth * values.surplus**surplus if worth > 0.0 else worth
    return worth + values.shortage if colour < GEARS and number < values.needed[colour] else worth


def buying_gain(p: Automobiles, option: int, outlook: Outlook) -> float:
    """A cube must be better than the cubes it dilutes, and come up again before the end."""
    if option == v.END:
        return 0.0
    values = outlook.values
    if outlook.uses < values.least_uses:
        return -1.0
    return strength(p, option, outlook.owned, values) - max(values.least_strength, outlook.average)


# --- the kind of turn


def turn_gains(p: Automobiles, seat: int, outlook: Outlook, options: list[int]) -> list[float]:
    """A pit stop only with a hand full of wear and nowhere to go."""
    wear = count(p.active[seat], WEAR)
    if wear < outlook.values.pit_stop:
        return [1.0 if option == v.STANDARD else 0.0 for option in options]
    planner = Planner(p, seat, outlook.dollar, outlook.wear)
    standard = planner.best(p.head, NOBODY, 0, 0) + p.worth(p.active[seat]) * outlook.dollar
    return [standard if option == v.STANDARD else wear * outlook.wear for option in options]


# --- moving


def moving_gain(p: Automobiles, seat: int, kind: int, option: int, outlook: Outlook, planner: Planner) -> float:
    """The worth of a decision that is part of a path."""
    darkest = planner.darkest
    planner.states_left = outlook.values.states
    step = p.stack[-1]
    if kind == v.ACTION:
        if option == v.END:
            return planner.end(p.head, darkest)
        if planner.steps[option]:
            return planner.play(option, p.head, darkest)
        return planner.best(p.head, darkest, 0, 0) + support_gain(p, seat, option, outlook)
    if kind == v.STEP:
        if option == v.STOP:
            return planner.best(p.head, darkest, 0, 0)
        track = p.track
        landing = p.steps.landing[option]
        gained = (track.position_of(landing) - track.position_of(p.head)) % track.positions
        colours, spaces, *_ = step.args
        left = min(MOST_STEPS, spaces) - 1
        return gained + planner.best(landing, max(darkest, track.darkest_of[landing]), colours, left)
    if kind == v.HYBRID_COLOUR:
        if option == v.NO_COLOUR:
            return planner.best(p.head, darkest, 0, 0)
        return planner.best_step(p.head, darkest, 1 << option, p.parts.figures[c.HYBRID_ENGINE])
    if kind == v.PICK_ACTIVE_GEAR:
        planner.numbers[option] -= 1
        value = planner.best_step(p.head, darkest, 1 << (option - 1), p.parts.figures[c.STEERING])
        planner.numbers[option] += 1
        return value - p.values[option] * outlook.dollar
    if isinstance(step, CarChief):
        return outlook.upgrade(p, option)
    return planner.best_step(p.head, darkest, 1 << option, 1)


def support_gain(p: Automobiles, seat: int, colour: int, outlook: Outlook) -> float:
    """What a card that does not move the car brings, less the money that its cube stands for."""
    card = p.card_of[colour]
    values = outlook.values
    active, discard = p.active[seat], p.discard[seat]
    price = p.values[colour] * outlook.dollar
    if card == c.WEAR_CARD:
        return wear_gain(p, seat)
    if card == c.AERODYNAMICS:
        return -TINY
    if card == c.CAR_CHIEF:
        return max([outlook.upgrade(p, gear) for gear in range(BLACK) if count(discard, gear)], default=0.0) - price
    if card == c.ENGINEER:
        moved = min(p.parts.figures[c.ENGINEER], count(active, WEAR))
        return outlook.junk(p, discard + of(WEAR, moved), moved) - price
    if card == c.MANAGER:
        return (outlook.wear if count(active, WEAR) else 0.0) + values.rebag * best_strength(p, discard, values) - price
    if card == c.MECHANIC:
        return (outlook.junk(p, discard, p.parts.figures[c.MECHANIC]) if count(active, WEAR) else 0.0) - price
    if card == c.CREW_CHIEF:
        cleaned = count(discard, WEAR) * outlook.wear if p.bag[seat] else 0.0
        return outlook.draw(p, seat) + cleaned - price
    if card == c.PIT_CAPTAIN:
        return outlook.junk(p, discard, p.parts.figures[c.PIT_CAPTAIN]) - price
    if card == c.PIT_CREW:
        return max(count(discard, WEAR) * outlook.wear, outlook.junk(p, discard, p.parts.figures[c.PIT_CREW])) - price
    if card == c.PIT_TEAM:
        return values.pit_team * outlook.junk(p, discard, p.parts.figures[c.PIT_TEAM]) - price
    if card == c.BOOST:
        return p.parts.figures[c.BOOST] * (outlook.draw(p, seat) - outlook.wear) - price
    if card == c.NITRO:
        return values.nitro * outlook.draw(p, seat) - price
    if card == c.SUPERCHARGED:
        return values.supercharged * values.turn * best_strength(p, discard, values) - outlook.wear - price
    return -price - 1.0


def wear_gain(p: Automobiles, seat: int) -> float:
    """Wear goes to the discard when a cube in hand can remove it there, and a garage cube does not want it in hand."""
    active = p.active[seat]
    if count(active, GARAGE) and p.card_of[GARAGE] != c.CAR_CHIEF:
        return -TINY
    rotary = p.card_of[ENGINE] == c.ROTARY_ENGINE and count(active, ENGINE) and not count(p.discard[seat], WEAR)
    return TINY if count(active, PIT) or rotary else -TINY


def best_strength(p: Automobiles, pile: int, values: Values) -> float:
    """The strength of the best cube in a pile."""
    return max([values.strength[p.card_of[colour]] for colour in range(COLOURS) if count(pile, colour)], default=0.0)


# --- single cubes


def cube_gain(p: Automobiles, seat: int, kind: int, option: int, outlook: Outlook) -> float:
    """The worth of one option of a decision about a cube or a draw."""
    if kind in (v.BOOST_OFFER, v.BOOST_LATE):
        return 1.0 if option == v.DRAW else 0.0
    if kind == v.BOOST_DRAW:
        return outlook.draw(p, seat) - outlook.wear if option == v.DRAW else 0.0
    if kind == v.PIT_CREW_MODE:
        discard = p.discard[seat]
        return count(discard, WEAR) * outlook.wear if option == v.ALL_WEAR else outlook.junk(p, discard, 2)
    if kind == v.MANAGER_REBAG:
        if option == v.REBAG_SKIP:
            return 0.0
        values = outlook.values
        return values.rebag * (values.strength[p.card_of[option % COLOURS]] - outlook.average) if option >= COLOURS else -1.0
    if option == v.END:
        return 0.0
    if kind == v.PIT_TEAM_GAIN:
        return strength(p, option, outlook.owned, outlook.values)
    if kind == v.REMOVE_DISCARD:
        return outlook.riddance(p, option)
    if kind in (v.NITRO_KEEP, v.SUPERCHARGE_TAKE):
        return keep_worth(p, option, outlook)
    if option == WEAR:
        return 1.0
    return -1.0 - keep_worth(p, option, outlook)


def keep_worth(p: Automobiles, colour: int, outlook: Outlook) -> float:
    """What a cube in hand is worth this turn: played or as money."""
    return max(outlook.values.turn * outlook.values.strength[p.card_of[colour]], p.values[colour] * outlook.dollar)
