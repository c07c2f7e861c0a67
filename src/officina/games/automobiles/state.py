"""The table of Automobiles: nouns and small verbs, no decisions.

Piles of cubes are ints (cubes.py), places on the track are segments (track.py). A car is where its segment and its laps say:
distance = laps x positions + position.
"""

from __future__ import annotations

from typing import Final

from officina.core.game import Game
from officina.core.position import Position
from officina.games.automobiles.components import CARD_COLOURS, FIRST_CARD_COLOUR, FIRST_GEAR_CARD, GEARBOX, WEAR_CARD, Parts
from officina.games.automobiles.cubes import COLOURS, CUBE, GEARS, NO_CUBES, WEAR, colour_at, count, of, size
from officina.games.automobiles.events import CARD_WEAR, REFILLED
from officina.games.automobiles.track import Track
from officina.games.automobiles.vocabulary import StepOptions

NOBODY: Final = -1
NO_CARD: Final = -1
NO_CUBE: Final = -1
OFF_TRACK: Final = -1
BLOCKED: Final = -1

SETUP: Final = 0
TURN: Final = 1
ACTION_PHASE: Final = 2
BUY_PHASE: Final = 3
CAR_PHASE: Final = 4
DECLINE_PHASE: Final = 5
END_PHASE: Final = 6
ENDED: Final = 7
PHASES: Final = ("setup", "turn", "action", "buy", "car", "decline", "end", "over")

GRID_RANDOM: Final = 1
GRID_CHOSEN: Final = 2
GRIDS: Final = ("turn_order", "random", "chosen")

BAGS_ALL: Final = 0
BAGS_OWN: Final = 1
VISIBLE_BAGS: Final = ("all", "own", "none")

LANDING: Final = 3
"""Ints a landing in a path: segment, lap, and the cube that lies there (NO_CUBE once it has moved on)."""


class Agreed:
    """What the table agreed on; shared by all copies. An empty ``cards`` list means that chance chooses them."""

    def __init__(self, cards: list[int], laps: int, grid: int, first: int) -> None:
        self.cards = cards
        self.laps = laps
        self.grid = grid
        self.first = first
        self.draft_segment = False
        self.visible_bags = BAGS_ALL
        self.accelerated = False
        self.weaving = False


class Automobiles(Position):
    """A race."""

    def __init__(self, game: Game, seats: int, parts: Parts) -> None:
        super().__init__(game, seats)
        self.parts = parts

    def clear(self, track: Track, steps: StepOptions, agreed: Agreed) -> None:
        """An empty table with these options: all cubes in the stock but the starting bags (AU-02, AU-07)."""
        self.track: Track = track
        self.steps: StepOptions = steps
        self.agreed: Agreed = agreed
        self.card_of: list[int] = [NO_CARD] * COLOURS  # of each colour: its card in play; shared once settled, as the next two
        self.costs: list[int] = [0] * COLOURS  # of each colour
        self.values: list[int] = [0] * COLOURS
        if agreed.cards:
            self.settle_cards(agreed.cards)
        self.first: int = agreed.first  # the first player, NOBODY until it is known
        self.slots: list[int] = [NOBODY] * self.seats  # of each seat: its cell of the grid; replaced, never changed
        self.stock: int = self.parts.cubes - self.parts.start * self.seats
        self.bag: list[int] = [self.parts.start] * self.seats  # of each seat: its pile
        self.active: list[int] = [NO_CUBES] * self.seats
        self.used: list[int] = [NO_CUBES] * self.seats
        self.discard: list[int] = [NO_CUBES] * self.seats
        self.spot: list[int] = [OFF_TRACK] * self.seats  # of each seat: the segment of its car
        self.lap: list[int] = [0] * self.seats
        self.pending: list[int] = [0] * self.seats  # of each seat: Boost draws it may still take (AU-187)
        self.round: int = 0
        self.phase: int = SETUP
        self.current: int = NOBODY  # whose turn it is
        self.start_rank: int = 0  # AU-141
        self.money: int = 0  # of the current buyer
        self.held: int = NO_CUBES  # cubes drawn by Nitro and not yet placed
        self.aero: bool = False  # Aerodynamics was played this turn
        self.finish: bool = False  # a car has finished: this is the last round
        self.path: tuple[int, ...] = ()  # this turn's landings, LANDING ints each
        self.head: int = OFF_TRACK  # where the path ends
        self.head_lap: int = 0
        self.head_entry: int = OFF_TRACK  # where the last step entered its space; only a weaving race needs it

    def copy(self) -> Automobiles:
        other = Automobiles(self.game, self.seats, self.parts)
        other.track = self.track
        other.steps = self.steps
        other.agreed = self.agreed
        other.card_of = self.card_of
        other.costs = self.costs
        other.values = self.values
        other.first = self.first
        other.slots = self.slots
        other.stock = self.stock
        other.bag = self.bag[:]
        other.active = self.active[:]
        other.used = self.used[:]
        other.discard = self.discard[:]
        other.spot = self.spot[:]
        other.lap = self.lap[:]
        other.pending = self.pending[:]
        other.round = self.round
        other.phase = self.phase
        other.current = self.current
        other.start_rank = self.start_rank
        other.money = self.money
        other.held = self.held
        other.aero = self.aero
        other.finish = self.finish
        other.path = self.path
        other.head = self.head
        other.head_lap = self.head_lap
        other.head_entry = self.head_entry
        return other

    def settle_cards(self, cards: list[int]) -> None:
        """AU-03: one card of each colour is in play; the gear and wear cards always are."""
        self.card_of = [FIRST_GEAR_CARD + colour for colour in range(GEARS)] + [WEAR_CARD] + cards
        self.costs = [self.parts.costs[card] for card in self.card_of]
        self.values = [self.parts.values[card] for card in self.card_of]

    @property
    def cards(self) -> list[int]:
        """The five coloured cards in play, in the order of the colours; NO_CARD before they are drawn."""
        return self.card_of[FIRST_CARD_COLOUR : FIRST_CARD_COLOUR + CARD_COLOURS]

    @cards.setter
    def cards(self, cards: list[int]) -> None:
        self.card_of = [NO_CARD] * FIRST_CARD_COLOUR + cards

    # --- seats

    def in_turn_order(self) -> list[int]:
        """AU-04: all seats clockwise from the first player."""
        return [(self.first + place) % self.seats for place in range(self.seats)]

    def opponents(self, seat: int) -> list[int]:
        """The other seats, clockwise from the left of that one."""
        return [(seat + place) % self.seats for place in range(1, self.seats)]

    def put_on_grid(self, seat: int, slot: int) -> None:
        """AU-06, AU-86: a car goes to a cell of the grid."""
        slots = self.slots[:]
        slots[seat] = slot
        self.slots = slots
        cell = self.track.grid[slot]
        self.spot[seat] = cell.segment
        self.lap[seat] = cell.lap

    # --- the race

    def place(self, segment: int) -> tuple[int, int]:
        """Lane, from 1, and position of a segment."""
        return (segment // self.track.positions + 1, segment % self.track.positions)

    def distance(self, seat: int) -> int:
        """How far a car has come since the line, laps included."""
        return self.lap[seat] * self.track.positions + self.spot[seat] % self.track.positions

    def race_key(self, seat: int) -> int:
        """AU-140: larger is further ahead: distance, then the inner lane."""
        return (self.distance(seat) + 1) * self.track.lanes - self.spot[seat] // self.track.positions

    def rank(self, seat: int) -> int:
        """The race position of a car, from 1."""
        key = self.race_key(seat)
        ahead = 1
        for other in range(self.seats):
            if self.race_key(other) > key:
                ahead += 1
        return ahead

    def laps_to_go(self, seat: int) -> int:
        """AU-83: where the lap marker stands: 1 is the final lap, 0 is Finish."""
        return max(0, self.agreed.laps - max(0, self.lap[seat]))

    def landing(self, seat: int, entry: int) -> int:
        """AU-54 to AU-57: where a step that enters there ends; BLOCKED if an opponent's car stands on the entry."""
        last = self.track.front_of[entry]
        spots = self.spot
        for other in range(self.seats):
            if other != seat:
                spot = spots[other]
                if entry <= spot and spot <= last:
                    if spot == entry:
                        return BLOCKED
                    last = spot - 1
        return last

    # --- cubes

    def draw(self, seat: int) -> int:
        """AU-130 to AU-134: one cube out of the bag, refilled first if it is empty; its colour, or NO_CUBE if there is none."""
        if not self.bag[seat]:
            if not self.discard[seat]:
                return NO_CUBE
            self.bag[seat] = self.discard[seat]
            self.discard[seat] = NO_CUBES
            if self.events is not None:
                self.tell(REFILLED, seat, (size(self.bag[seat]),))
        bag = self.bag[seat]
        colour = colour_at(bag, self.rng.below(size(bag)))
        self.bag[seat] = bag - CUBE[colour]
        return colour

    def can_draw(self, seat: int) -> bool:
        """Whether bag or discard hold a cube."""
        return self.bag[seat] > 0 or self.discard[seat] > 0

    def gain_wear(self, seat: int, number: int) -> int:
        """AU-36, AU-37, AU-97: wear from the stock to used, as far as there is any; returns how many came."""
        gained = min(number, count(self.stock, WEAR))
        wear = of(WEAR, gained)
        self.stock -= wear
        self.used[seat] += wear
        return gained

    def card_wear(self, seat: int, card: int) -> None:
        """The wear that a card gives."""
        asked = self.parts.wears[card]
        gained = self.gain_wear(seat, asked)
        if self.events is not None:
            self.tell(CARD_WEAR, seat, (gained, asked))

    def worth(self, pile: int) -> int:
        """AU-70: the money that a pile stands for."""
        money = 0
        for colour in range(COLOURS):
            money += count(pile, colour) * self.values[colour]
        return money

    def gearbox_steps(self) -> int:
        """AU-165: as many spaces as the race position at the start of the turn, more for the last car."""
        return self.start_rank + (self.parts.figures[GEARBOX] if self.start_rank == self.seats else 0)
