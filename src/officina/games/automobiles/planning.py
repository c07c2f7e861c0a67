"""The best path through what is left of a turn: a depth-first search over movement cubes and lanes, remembered by state.

The value of a path is the distance it gains, less what the cubes played would have been worth as money, less the wear it costs.
Opponents' cars stand still during a turn, so the search is exact but for cubes still to be drawn and for weaving.
"""

from __future__ import annotations

from typing import Final

from officina.games.automobiles import components as c
from officina.games.automobiles import cubes
from officina.games.automobiles.cubes import count, gear_mask
from officina.games.automobiles.rules.driving import darkest_entered, drafted_behind
from officina.games.automobiles.rules.engines import blue_cubes, diesel_steps, most_blue_discarded, rotary_steps
from officina.games.automobiles.rules.performance import turbo_steps
from officina.games.automobiles.state import BLOCKED, NOBODY, Automobiles

MOST_STEPS: Final = 15
MOST_CUBES: Final = 7
"""More steps of one effect, or more cubes of one colour, are not looked at: they do not fit the memory's key."""

USUAL_STATES: Final = 3000
"""New states looked at unless the caller says so; a very large hand is searched only in part, the strongest cubes first."""

MOVERS: Final[list[int]] = [cubes.ENGINE, cubes.PERFORMANCE, cubes.HANDLING, cubes.BLACK, cubes.DARK, cubes.LIGHT, cubes.WHITE]
"""The colours whose cubes may move the car, the strongest first."""


class Planner:
    """What the rest of a turn can bring, given what a position, a dollar and a wear are worth."""

    def __init__(self, p: Automobiles, seat: int, dollar: float, wear: float) -> None:
        self.p = p
        self.seat = seat
        self.dollar = dollar
        self.wear = wear
        self.memory: dict[int, float] = {}
        self.resting: dict[int, float] = {}
        self.landings: dict[int, int] = {}
        self.states_left = USUAL_STATES
        self.numbers = [min(MOST_CUBES, count(p.active[seat], colour)) for colour in range(cubes.COLOURS)]
        self.steps = [0] * cubes.COLOURS
        self.shades = [0] * cubes.COLOURS
        self.prices = [p.values[colour] * dollar + p.parts.wears[p.card_of[colour]] * wear for colour in range(cubes.COLOURS)]
        for gear in range(cubes.GEARS):
            self.steps[gear] = 1
            self.shades[gear] = 1 << gear
        for colour in (cubes.HANDLING, cubes.PERFORMANCE, cubes.ENGINE):
            self.look_up(colour, p.card_of[colour])
        self.can_spare = p.aero
        self.spare_price = 0.0
        if p.card_of[cubes.HANDLING] == c.AERODYNAMICS and self.numbers[cubes.HANDLING] and not p.aero:
            self.can_spare = True
            self.spare_price = p.values[cubes.HANDLING] * dollar
        self.darkest = darkest_entered(p) if p.path else NOBODY

    def look_up(self, colour: int, card: int) -> None:
        """How many spaces of which shades a card would give now."""
        p, seat = self.p, self.seat
        if card == c.SUSPENSION:
            self.steps[colour] = 1
            self.shades[colour] = gear_mask(p.discard[seat])
        elif card == c.TIRES:
            self.steps[colour] = 1
        elif card == c.STEERING:
            self.steps[colour] = p.parts.figures[c.STEERING]
        elif card == c.GEARBOX:
            self.steps[colour] = p.gearbox_steps()
            self.shades[colour] = 1 << cubes.LIGHT
        elif card == c.TURBO:
            self.steps[colour] = turbo_steps(p)
            self.shades[colour] = 1 << cubes.LIGHT
        elif card == c.DIESEL_ENGINE:
            self.steps[colour] = diesel_steps(p, seat)
            self.shades[colour] = 1 << cubes.DARK
        elif card == c.ROTARY_ENGINE:
            self.steps[colour] = rotary_steps(p, seat)
            self.shades[colour] = 1 << cubes.WHITE
        elif card == c.HYBRID_ENGINE:
            self.steps[colour] = p.parts.figures[c.HYBRID_ENGINE] if blue_cubes(p, seat) > most_blue_discarded(p, seat) else 0
        self.steps[colour] = min(MOST_STEPS, self.steps[colour])

    # --- the worth of where a path ends

    def rest(self, head: int, darkest: int) -> float:
        """What it costs to end there: wear for the darkest space unless drafting, or spared by Aerodynamics in hand."""
        if darkest == NOBODY:
            return 0.0
        key = head * cubes.GEARS + darkest
        known = self.resting.get(key)
        if known is None:
            known = self.end(head, darkest)
            if self.can_spare:
                known = max(known, -self.spare_price)
            self.resting[key] = known
        return known

    def end(self, head: int, darkest: int) -> float:
        """What it costs to end there with the cubes played so far."""
        p = self.p
        if darkest == NOBODY or p.aero or drafted_behind(p, self.seat, head) != NOBODY:
            return 0.0
        return -self.wear * p.parts.wear_chart[darkest]

    # --- the search

    def landing(self, entry: int) -> int:
        """Where a step that enters there ends, remembered."""
        known = self.landings.get(entry)
        if known is None:
            known = self.p.landing(self.seat, entry)
            self.landings[entry] = known
        return known

    def best(self, head: int, darkest: int, shades: int, left: int) -> float:
        """The best value from here on, in the middle of an effect (steps left in these shades) or between two (left = 0)."""
        key = 0
        for colour in MOVERS:
            key = key << 3 | self.numbers[colour]
        key = ((key << 4 | left) << 4 | shades) << 3 | (darkest + 1)
        key = key * self.p.track.segments + head
        known = self.memory.get(key)
        if known is not None:
            return known
        value = self.rest(head, darkest)
        if not self.states_left:
            return value
        self.states_left -= 1
        if left:
            value = max(value, self.best_step(head, darkest, shades, left))
        value = max(value, self.best_cube(head, darkest))
        self.memory[key] = value
        return value

    def best_step(self, head: int, darkest: int, shades: int, left: int) -> float:
        """The best value of entering one more space of these shades; very bad if there is none."""
        track = self.p.track
        best = IMPOSSIBLE
        for entry in track.ahead[head]:
            if track.colours_of[entry] & shades:
                landing = self.landing(entry)
                if landing != BLOCKED:
                    gained = 1 + landing - entry
                    value = gained + self.best(landing, max(darkest, track.darkest_of[landing]), shades, left - 1)
                    best = max(best, value)
        return best

    def best_cube(self, head: int, darkest: int) -> float:
        """The best value of playing one more cube; very bad if there is none."""
        best = IMPOSSIBLE
        for colour in MOVERS:
            if self.numbers[colour]:
                best = max(best, self.play(colour, head, darkest))
        return best

    def play(self, colour: int, head: int, darkest: int) -> float:
        """The best value of playing a cube of that colour now; very bad if it cannot move the car."""
        if not self.steps[colour]:
            return IMPOSSIBLE
        card = self.p.card_of[colour]
        self.numbers[colour] -= 1
        if card == c.STEERING:
            value = self.steer(colour, head, darkest)
        elif card == c.HYBRID_ENGINE:
            value = IMPOSSIBLE
            for gear in range(cubes.GEARS):
                value = max(value, self.best_step(head, darkest, 1 << gear, self.steps[colour]))
        elif card == c.TIRES:
            value = self.best_step(head, darkest, self.lighter(), 1)
        else:
            value = self.best_step(head, darkest, self.shades[colour], self.steps[colour])
        self.numbers[colour] += 1
        return value - self.prices[colour]

    def steer(self, colour: int, head: int, darkest: int) -> float:
        """AU-162: the best gear to discard for steps one shade lighter."""
        best = IMPOSSIBLE
        for gear in range(cubes.LIGHT, cubes.BLACK + 1):
            if self.numbers[gear]:
                self.numbers[gear] -= 1
                value = self.best_step(head, darkest, 1 << (gear - 1), self.steps[colour])
                self.numbers[gear] += 1
                best = max(best, value - self.p.values[gear] * self.dollar)
        return best

    def lighter(self) -> int:
        """AU-161: the shades lighter than the darkest gear still in hand."""
        for gear in range(cubes.BLACK, cubes.WHITE, -1):
            if self.numbers[gear]:
                return (1 << gear) - 1
        return 0


IMPOSSIBLE: Final = -1000.0
