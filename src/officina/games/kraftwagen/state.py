"""The table of Kraftwagen: nouns and small verbs, no decisions.

The chain is a tuple from tail to head; an entry below TILES is an action tile, TILES + seat is that seat's worker. Cars for
sale are immutable, so that copies of a position share them. Sets of engineers and markers are bit masks.
"""

from __future__ import annotations

from typing import Final

from officina.core.game import Game
from officina.core.position import Position
from officina.games.kraftwagen.components import BODY, BUYER_AWARD, ENGINE, GP_AWARDS, PREFERENCES, TILES, Parts
from officina.games.kraftwagen.events import AWARD_WON, CARDS_TURNED, DECK_SHUFFLED, DROVE, TILES_SWEPT
from officina.games.kraftwagen.vocabulary import WHAT_BODY, WHAT_ENGINE, WHAT_WORKERS

NOBODY: Final = -1
NO_CARD: Final = -1
NO_TILE: Final = -1

PIT_LANE: Final = 0
"""The space of a race car that has not started."""

SETUP: Final = 0
ACTION_PHASE: Final = 1
SCORING: Final = 2
ENDED: Final = 3
PHASES: Final = ("setup", "actions", "scoring", "end")

# Engineer markers: the bits of ``Player.markers``.
FIRST_DAIMLER: Final = 0
FIRST_HORCH: Final = 2
FIRST_MAYBACH: Final = 4
FIRST_DIESEL: Final = 6
ALL_DAIMLER: Final = 0b000000011
ALL_PLACED: Final = 0b000111100
"""The markers that go on a car: Horch's and Maybach's."""
ALL_DIESEL: Final = 0b011000000
ALL_BENZ: Final = 0b100000000
MARKERS_WITH: Final = (0, 0b000000011, 0, 0b000001100, 0, 0b100000000, 0b011000000, 0, 0b000110000)
"""The markers that come with each engineer (KW-06)."""


class Car:
    """A car for sale. Its price is unlike that of any other car, so it also serves as its name."""

    def __init__(
        self, owner: int, body: int, engine: int, workers: int, price: int, body_bonus: int = 0, engine_bonus: int = 0
    ) -> None:
        self.owner = owner
        self.body = body
        self.engine = engine
        self.workers = workers
        self.price = price
        self.body_bonus = body_bonus  # of a Maybach marker
        self.engine_bonus = engine_bonus  # of a Horch marker

    def figure(self, what: int) -> int:
        """One of the things that Diesel can change."""
        if what == WHAT_BODY:
            return self.body
        if what == WHAT_ENGINE:
            return self.engine
        return self.workers if what == WHAT_WORKERS else self.price

    def changed(self, what: int, value: int) -> Car:
        """The same car with another body, engine, number of workers or price; its marker stays (KW-101)."""
        other = Car(self.owner, self.body, self.engine, self.workers, self.price, self.body_bonus, self.engine_bonus)
        if what == WHAT_BODY:
            other.body = value
        elif what == WHAT_ENGINE:
            other.engine = value
        elif what == WHAT_WORKERS:
            other.workers = value
        else:
            other.price = value
        return other


class Player:
    """A player's board, race car, cards and money."""

    def clear(self, parts: Parts) -> None:
        """KW-18, KW-19, KW-21: the board at the start; a worker counts laps and another stands in the chain."""
        self.canteen: int = parts.start_canteen
        self.supply: int = parts.workers - parts.start_canteen - 2
        self.bodies: tuple[int, ...] = ()  # values in the workshops, ascending
        self.engines: tuple[int, ...] = ()
        self.race_engine: int = parts.first_race_engine
        self.space: int = PIT_LANE  # of the race car; PIT_LANE before it starts
        self.laps: int = 0
        self.start_tile: int = NO_TILE
        self.developments: tuple[int, ...] = ()  # active cards
        self.inactive: tuple[int, ...] = ()  # cards without a worker
        self.body_points: int = parts.first_points[BODY]  # of the start tile and the active developments
        self.engine_points: int = parts.first_points[ENGINE]
        self.engineers: int = 0
        self.markers: int = 0  # not used yet
        self.bonuses: int = 0  # white money from buyer stacks
        self.prizes: int = 0  # money from races
        self.sales: int = 0  # money from cars sold

    def copy(self) -> Player:
        """An independent copy."""
        other = Player()
        other.canteen = self.canteen
        other.supply = self.supply
        other.bodies = self.bodies
        other.engines = self.engines
        other.race_engine = self.race_engine
        other.space = self.space
        other.laps = self.laps
        other.start_tile = self.start_tile
        other.developments = self.developments
        other.inactive = self.inactive
        other.body_points = self.body_points
        other.engine_points = self.engine_points
        other.engineers = self.engineers
        other.markers = self.markers
        other.bonuses = self.bonuses
        other.prizes = self.prizes
        other.sales = self.sales
        return other

    def money(self) -> int:
        """All price markers taken so far."""
        return self.bonuses + self.prizes + self.sales

    def has(self, engineer: int) -> bool:
        """Whether the player holds an engineer's card."""
        return bool(self.engineers >> engineer & 1)

    def values(self, part: int) -> tuple[int, ...]:
        """The values of the bodies or engines in the workshops, ascending."""
        return self.bodies if part == BODY else self.engines

    def used_workshops(self) -> int:
        """How many workshops hold a part."""
        return len(self.bodies) + len(self.engines)

    def store(self, part: int, value: int) -> None:
        """A part comes into a workshop."""
        if part == BODY:
            self.bodies = inserted(self.bodies, value)
        else:
            self.engines = inserted(self.engines, value)

    def unstore(self, part: int, value: int) -> None:
        """A part leaves its workshop."""
        if part == BODY:
            self.bodies = without(self.bodies, value)
        else:
            self.engines = without(self.engines, value)


class Kraftwagen(Position):
    """A game of Kraftwagen."""

    def __init__(self, game: Game, seats: int, parts: Parts) -> None:
        super().__init__(game, seats)
        self.parts = parts

    def clear(self) -> None:
        """KW-15 to KW-19: everything that needs no chance in its place."""
        self.players: list[Player] = []
        for _ in range(self.seats):
            player = Player()
            player.clear(self.parts)
            self.players.append(player)
        self.round: int = 0
        self.phase: int = SETUP
        self.turn: int = 0  # turns begun so far
        self.chain: tuple[int, ...] = ()
        self.offset: int = 0  # the cell of the action track where the tail lies, for drawing only
        self.deck: tuple[int, ...] = ()  # in drawing order, hidden
        self.face_up: tuple[int, ...] = ()
        self.discard: tuple[int, ...] = ()  # oldest first
        self.resolving: int = NO_CARD  # an instant between its being taken and the discard
        self.offer_tiles: tuple[int, ...] = ()  # start tiles still to be chosen
        self.buyers: list[int] = []  # preferences of the active buyers, in slot order
        self.daimler: list[int] = []  # value of the marker on each of them, 0 without one
        self.bonus: list[int] = [0] * len(PREFERENCES)  # white money beside each stack
        self.pawn: int = self.parts.pawn_start[self.seats]  # steps left to 0
        self.price_row: tuple[int, ...] = ()
        self.market: tuple[Car, ...] = ()
        self.awards: list[int] = [NOBODY] * len(self.parts.awards)  # of each award: who has it
        self.quiet: int = 0  # turns in a row without a Buyer action and without a new car
        self.marker_used: bool = False  # an engineer marker in this phase of the turn
        self.daimler_used: bool = False  # Daimler in this turn
        self.car_placed: bool = False  # in this turn
        self.buyer_acted: bool = False  # in this turn

    def copy(self) -> Kraftwagen:
        other = Kraftwagen(self.game, self.seats, self.parts)
        other.players = [player.copy() for player in self.players]
        other.round = self.round
        other.phase = self.phase
        other.turn = self.turn
        other.chain = self.chain
        other.offset = self.offset
        other.deck = self.deck
        other.face_up = self.face_up
        other.discard = self.discard
        other.resolving = self.resolving
        other.offer_tiles = self.offer_tiles
        other.buyers = self.buyers[:]
        other.daimler = self.daimler[:]
        other.bonus = self.bonus[:]
        other.pawn = self.pawn
        other.price_row = self.price_row
        other.market = self.market
        other.awards = self.awards[:]
        other.quiet = self.quiet
        other.marker_used = self.marker_used
        other.daimler_used = self.daimler_used
        other.car_placed = self.car_placed
        other.buyer_acted = self.buyer_acted
        return other

    # --- chain

    def tail_seat(self) -> int:
        """KW-38: who owns the worker at the tail."""
        return self.chain[0] - TILES

    def take_tile(self, tile: int) -> None:
        """KW-40: the tail worker takes the place of the tile, which becomes the new head."""
        chain = list(self.chain)
        place = 1
        while chain[place] != tile:
            place += 1
        chain[place] = chain[0]
        chain.append(tile)
        chain.pop(0)
        self.chain = tuple(chain)
        self.offset = (self.offset + 1) % self.parts.action_spaces

    def sweep(self) -> None:
        """KW-42: tiles at the tail go to the head, one at a time, until a worker is at the tail."""
        chain = self.chain
        count = 0
        while chain[count] < TILES:
            count += 1
        if count:
            self.chain = chain[count:] + chain[:count]
            self.offset = (self.offset + count) % self.parts.action_spaces
            if self.events is not None:
                self.tell(TILES_SWEPT, NOBODY, chain[:count])

    # --- levels and awards

    def level(self, seat: int, part: int) -> int:
        """KW-57: the points of a category, at most the highest value printed."""
        player = self.players[seat]
        points = player.body_points if part == BODY else player.engine_points
        return min(points, self.parts.highest_part)

    def grant(self, seat: int, award: int) -> None:
        """KW-125: an award goes to the first who meets it."""
        if self.awards[award] == NOBODY:
            self.awards[award] = seat
            if self.events is not None:
                self.tell(AWARD_WON, seat, (award, self.parts.awards[award].points))

    # --- buyers and market

    def in_stack(self, preference: int) -> int:
        """How many buyers of a preference wait in their stack."""
        return self.parts.buyers_of_each - self.buyers.count(preference)

    def waiting_preferences(self) -> list[int]:
        """The preferences with a buyer in their stack."""
        return [preference for preference in range(len(PREFERENCES)) if self.in_stack(preference) > 0]

    def add_buyer(self, preference: int) -> None:
        """A buyer goes on the next slot."""
        self.buyers.append(preference)
        self.daimler.append(0)

    def award_buyer(self, seat: int, preference: int) -> None:
        """KW-127: the second buyer of a preference wins an award."""
        if self.buyers.count(preference) == 2:
            self.grant(seat, BUYER_AWARD)

    def market_is_full(self) -> bool:
        """KW-87, KW-137: the round ends after this turn."""
        return len(self.market) >= self.parts.capacity[self.seats]

    def own_cars(self, seat: int) -> list[Car]:
        """A seat's cars for sale."""
        return [car for car in self.market if car.owner == seat]

    def car_of_price(self, price: int) -> Car:
        """The car with that price."""
        for car in self.market:
            if car.price == price:
                return car
        raise KeyError(price)

    def swap_car(self, old: Car, new: Car) -> None:
        """A car changes its figures and keeps its place."""
        self.market = tuple([new if car is old else car for car in self.market])

    # --- race

    def occupied(self, seat: int) -> int:
        """The track spaces with a car other than the seat's, as a bit mask."""
        spaces = 0
        for space in self.parts.neutral_cars[self.seats]:
            spaces |= 1 << space
        for other in range(self.seats):
            if other != seat:
                spaces |= 1 << self.players[other].space
        return spaces

    def drive(self, seat: int, points: int) -> None:
        """KW-77 to KW-79, KW-126: space by space, jumping over occupied ones; each passage over the line is a lap."""
        player = self.players[seat]
        occupied = self.occupied(seat)
        last = self.parts.lap_spaces
        space = player.space
        laps = 0
        for _ in range(points):
            space += 1
            if space > last:
                space = 1
                laps += 1
            while occupied >> space & 1:
                space += 1
                if space > last:
                    space = 1
                    laps += 1
        player.space = space
        player.laps += laps
        if self.events is not None:
            self.tell(DROVE, seat, (points, space, player.laps))
        if laps:
            for award in GP_AWARDS:
                if player.laps >= self.parts.awards[award].needs:
                    self.grant(seat, award)

    # --- research

    def turn_up(self) -> None:
        """KW-53 to KW-55: cards are turned up until two lie there; the discard is shuffled when the deck has run out."""
        turned: list[int] = []
        deck = self.deck
        taken = 0
        while len(self.face_up) + len(turned) < self.parts.face_up:
            if taken == len(deck):
                if not self.discard:
                    break
                cards = list(self.discard)
                self.rng.shuffle(cards)
                self.deck = deck = tuple(cards)
                taken = 0
                self.discard = ()
                self.tell(DECK_SHUFFLED, NOBODY, (len(cards),))
            turned.append(deck[taken])
            taken += 1
        if turned:
            self.deck = deck[taken:]
            self.face_up = self.face_up + tuple(turned)
            if self.events is not None:
                self.tell(CARDS_TURNED, NOBODY, tuple(turned))


def inserted(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """An ascending tuple with one more value in its place."""
    place = 0
    while place < len(values) and values[place] < value:
        place += 1
    return values[:place] + (value,) + values[place:]


def without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """A tuple without the first occurrence of a value."""
    found: list[int] = []
    wanted = True
    for each in values:
        if wanted and each == value:
            wanted = False
        else:
            found.append(each)
    return tuple(found)


def different(values: tuple[int, ...]) -> list[int]:
    """The different values of an ascending tuple, ascending."""
    found: list[int] = []
    for value in values:
        if not found or found[-1] != value:
            found.append(value)
    return found
