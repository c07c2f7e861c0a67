"""The table of Automania: nouns and small verbs, no decisions.

Cells, spaces, stations, tiles and cards are numbered from 0 in the order of components.toml. A car on a ship or in a market is
one int: seat x 4 + car tile. Hands and played contracts are bit masks of cards.
"""

from __future__ import annotations

from typing import Final

from officina.core.game import Game
from officina.core.position import Position
from officina.games.automania.components import (
    CELLS,
    CORNER,
    ELECTRIC,
    GENERAL,
    NO_CAR,
    NO_LIMIT,
    OFFICE_TILES,
    RESEARCHER,
    SALES,
    SALES_PER_MARKET,
    SHIP_SPACES,
    SIDE_A,
    SPACES,
    STATIONS,
    STYLES,
    TOP,
    TYPES,
    Factory,
    Parts,
)

NOBODY: Final = -1
NO_TILE: Final = -1
NO_OFFICE: Final = -1

BEFORE: Final = 0
ACTION: Final = 1
SALES_PHASE: Final = 2
NEW_ROUND: Final = 3
ENDED: Final = 4
PHASES: Final = ("setup", "action", "sales", "new_round", "end")

# Where victory points come from
START: Final = 0
TILES: Final = 1
GOLD: Final = 2
YACHTS: Final = 3
SOLD_CARS: Final = 4
NO_CARDS_LEFT: Final = 5
LEFTOVER_CARS: Final = 6
CONTRACT_MEDALS: Final = 7
TILE_MEDALS: Final = 8
MONEY_RANK: Final = 9
SOURCES: Final = (
    "start", "tiles", "gold", "yachts", "sales", "no_cards", "leftovers", "contracts", "tile_medals", "money",
)  # fmt: skip

SLOTS: Final = 3
WAITING: Final = 3
DEMANDS: Final = 5
"""Of each market: three active slots, then the left and the right waiting space."""

SHIP: Final = SHIP_SPACES + 1
YACHT_PLACE: Final = SHIP_SPACES
"""Of each market: places 0-16 are the ship spaces 1-17, place 17 is the yacht."""

CAR_KINDS: Final = ELECTRIC + 1
CARS: Final = 16
"""A sale is one int: sale space x CARS + car."""

ALL_CELLS: Final[list[int]] = list(range(CELLS))


def changed(items: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one item changed. Factories change seldom and are copied often, so they are tuples."""
    return items[:index] + (value,) + items[index + 1 :]


class Player:
    """What one seat owns."""

    factory: int
    money: int
    income: int  # the starting money and all money ever received: public, as every payment is
    vp: int
    points: tuple[int, ...]  # vp by source
    workers: int  # free ones of the own colour
    neutral: int  # free neutral ones
    sponsor: int  # own workers on sponsor
    sponsor_neutral: int
    marketing: int
    marketing_neutral: int
    passed: bool
    office: int  # the sales office of this round
    sold: int  # cars sold in this sales phase
    hand: int
    open_hand: int  # cards of the hand that everybody saw being taken from the display
    played: int
    stations: tuple[int, ...]  # a tile or NO_TILE
    managers: tuple[int, ...]
    styles: tuple[int, ...]  # of each type: spoiler, exhaust, dice
    cars: list[int]  # car tiles in supply, by kind

    def copy(self) -> Player:
        """An independent copy."""
        other = Player()
        other.factory = self.factory
        other.money = self.money
        other.income = self.income
        other.vp = self.vp
        other.points = self.points
        other.workers = self.workers
        other.neutral = self.neutral
        other.sponsor = self.sponsor
        other.sponsor_neutral = self.sponsor_neutral
        other.marketing = self.marketing
        other.marketing_neutral = self.marketing_neutral
        other.passed = self.passed
        other.office = self.office
        other.sold = self.sold
        other.hand = self.hand
        other.open_hand = self.open_hand
        other.played = self.played
        other.stations = self.stations
        other.managers = self.managers
        other.styles = self.styles
        other.cars = self.cars[:]
        return other

    def free(self) -> int:
        """Free workers, of the own colour and neutral."""
        return self.workers + self.neutral

    def style_on(self, type_: int, kind: int) -> int:
        """The tile of a style on a car type; NO_TILE if there is none."""
        return self.styles[type_ * len(STYLES) + kind]

    def styles_on(self, type_: int) -> int:
        """How many styles a car type has."""
        count = 0
        for kind in range(len(STYLES)):
            if self.styles[type_ * len(STYLES) + kind] != NO_TILE:
                count += 1
        return count

    def new_office(self) -> int:
        """AM-47: the cheapest empty office slot; -1 if all are taken. Slots are filled from the lowest up."""
        for slot in range(len(self.managers)):
            if self.managers[slot] == NO_TILE:
                return slot
        return -1


class Automania(Position):
    """A game of Automania."""

    parts: Parts
    advanced: bool
    hidden_money: bool
    corner_any: bool
    slot_stars: tuple[int, ...]
    slots_by_stars: tuple[int, ...]  # the slots, most stars first
    players: list[Player]
    order: tuple[int, ...]  # seats in turn order
    round: int
    phase: int
    pile_a: tuple[int, ...]  # tiles in drawing order, hidden
    pile_b: tuple[int, ...]
    deck: tuple[int, ...]  # contracts in drawing order, hidden
    display: tuple[int, ...]
    spare_cards: tuple[int, ...]  # start contracts that nobody got, hidden
    grid: list[int]
    office_tiles: tuple[int, ...]
    demand: tuple[int, ...]  # features; market x 5 + slot
    ships: list[int]  # cars; market x 18 + place
    sold: tuple[int, ...]  # this round's sales
    copied: bool  # Miao has copied in this sales phase
    space_owner: list[int]
    space_workers: list[int]  # of the owner's colour
    space_neutral: list[int]
    neutral_supply: int
    bonus_paid: int  # general-manager bonus that the active player has had this turn

    def __init__(self, game: Game, seats: int, parts: Parts) -> None:
        super().__init__(game, seats)
        self.parts = parts

    def copy(self) -> Automania:
        other = Automania(self.game, self.seats, self.parts)
        other.advanced = self.advanced
        other.hidden_money = self.hidden_money
        other.corner_any = self.corner_any
        other.slot_stars = self.slot_stars
        other.slots_by_stars = self.slots_by_stars
        other.players = [player.copy() for player in self.players]
        other.order = self.order
        other.round = self.round
        other.phase = self.phase
        other.pile_a = self.pile_a
        other.pile_b = self.pile_b
        other.deck = self.deck
        other.display = self.display
        other.spare_cards = self.spare_cards
        other.grid = self.grid[:]
        other.office_tiles = self.office_tiles
        other.demand = self.demand
        other.ships = self.ships[:]
        other.sold = self.sold
        other.copied = self.copied
        other.space_owner = self.space_owner[:]
        other.space_workers = self.space_workers[:]
        other.space_neutral = self.space_neutral[:]
        other.neutral_supply = self.neutral_supply
        other.bonus_paid = self.bonus_paid
        return other

    def clear(self, advanced: bool, hidden_money: bool, corner_any: bool, slot_stars: tuple[int, ...]) -> None:
        """AM-01, AM-04, AM-08, AM-13: an empty table with these options."""
        self.advanced = advanced
        self.hidden_money = hidden_money
        self.corner_any = corner_any
        self.slot_stars = slot_stars
        self.slots_by_stars = slots_by_stars(slot_stars)
        self.players = [new_player(self.parts) for _ in range(self.seats)]
        self.order = tuple(range(self.seats))
        self.round = 1
        self.phase = BEFORE
        self.pile_a = ()
        self.pile_b = ()
        self.deck = ()
        self.display = ()
        self.spare_cards = ()
        self.grid = [NO_TILE] * CELLS
        self.office_tiles = (NO_TILE,) * OFFICE_TILES
        self.demand = ()
        self.ships = [NO_CAR] * (2 * SHIP)
        self.sold = ()
        self.copied = False
        self.space_owner = [NOBODY] * SPACES
        self.space_workers = [0] * SPACES
        self.space_neutral = [0] * SPACES
        self.neutral_supply = self.parts.neutral_workers
        self.bonus_paid = 0

    # --- money and points

    def earn(self, seat: int, money: int) -> None:
        """AM-02: money from the bank."""
        player = self.players[seat]
        player.money += money
        player.income += money

    def pay(self, seat: int, money: int) -> None:
        """AM-02: money to the bank."""
        self.players[seat].money -= money

    def score(self, seat: int, vp: int, source: int) -> None:
        """AM-155: victory points at once, remembered by where they came from."""
        player = self.players[seat]
        player.vp += vp
        player.points = changed(player.points, source, player.points[source] + vp)

    # --- factories

    def factory(self, seat: int) -> Factory:
        """The seat's factory board."""
        return self.parts.factories[self.players[seat].factory]

    def manager_value(self, seat: int, kind: int) -> int:
        """AM-49: the values of all own managers of a kind."""
        total = 0
        for tile in self.players[seat].managers:
            if tile != NO_TILE:
                face = self.parts.tiles[tile]
                if face.kind == kind:
                    total += face.value
        return total

    def researcher_stars(self, seat: int) -> int:
        """AM-50: the stars on all own researchers."""
        total = 0
        for tile in self.players[seat].managers:
            if tile != NO_TILE:
                face = self.parts.tiles[tile]
                if face.kind == RESEARCHER:
                    total += face.stars
        return total

    def sales_limit(self, seat: int) -> int:
        """AM-130: how many cars the seat may sell in this sales phase; NO_LIMIT for any number."""
        limit = self.parts.office_limits[self.players[seat].office]
        return limit if limit == NO_LIMIT else limit + self.manager_value(seat, SALES)

    def open_bonus(self, seat: int) -> int:
        """AM-108: the general-manager bonus that the next sponsor placement of this turn would pay."""
        return max(0, self.manager_value(seat, GENERAL) - self.bonus_paid)

    # --- workers

    def take_workers(self, seat: int, count: int) -> int:
        """AM-37: free workers leave the supply, neutral ones first; returns how many of them were neutral."""
        player = self.players[seat]
        neutral = min(count, player.neutral)
        player.neutral -= neutral
        player.workers -= count - neutral
        return neutral

    def workers_on(self, space: int) -> int:
        """The workers on an action space."""
        return self.space_workers[space] + self.space_neutral[space]

    def line(self, space: int) -> list[int]:
        """AM-40: the cells whose tiles an action space gives."""
        return ALL_CELLS if self.corner_any and space == CORNER else self.parts.spaces[space].cells

    # --- ships and markets

    def own_cars(self, seat: int) -> list[int]:
        """The places (market x 17 + space - 1) of the seat's cars on ships, yachts not counted."""
        found: list[int] = []
        for market in range(2):
            for space in range(SHIP_SPACES):
                car = self.ships[market * SHIP + space]
                if car != NO_CAR and car // CAR_KINDS == seat:
                    found.append(market * SHIP_SPACES + space)
        return found

    def cars_in(self, market: int, seat: int) -> int:
        """How many cars the seat has on the ships of a market."""
        count = 0
        for place in range(market * SHIP, market * SHIP + SHIP_SPACES):
            car = self.ships[place]
            if car != NO_CAR and car // CAR_KINDS == seat:
                count += 1
        return count

    def cars_on(self, space: int) -> list[int]:
        """The cars on a sale space, in the order in which they were sold."""
        return [sale % CARS for sale in self.sold if sale // CARS == space]

    def row_used(self, space: int) -> bool:
        """AM-134: whether a car was sold in the row of a sale space."""
        row = self.parts.sale_spaces[space].row
        for sale in self.sold:
            other = sale // CARS
            if other // SALES_PER_MARKET == space // SALES_PER_MARKET and self.parts.sale_spaces[other].row == row:
                return True
        return False

    def is_top(self, space: int) -> bool:
        """AM-129: whether a sale space takes any number of cars."""
        return space % SALES_PER_MARKET == TOP


def slots_by_stars(stars: tuple[int, ...]) -> tuple[int, ...]:
    """The active slots, most stars first."""
    pairs = sorted([(-stars[slot], slot) for slot in range(SLOTS)])
    return tuple([pair[1] for pair in pairs])


def new_player(parts: Parts) -> Player:
    """AM-08: an empty factory of side A, seven cars, six workers."""
    player = Player()
    player.factory = SIDE_A
    player.money = 0
    player.income = 0
    player.vp = 0
    player.points = (0,) * len(SOURCES)
    player.workers = parts.workers
    player.neutral = 0
    player.sponsor = 0
    player.sponsor_neutral = 0
    player.marketing = 0
    player.marketing_neutral = 0
    player.passed = False
    player.office = NO_OFFICE
    player.sold = 0
    player.hand = 0
    player.open_hand = 0
    player.played = 0
    player.stations = (NO_TILE,) * STATIONS
    player.managers = (NO_TILE,) * len(parts.factories[SIDE_A].office_costs)
    player.styles = (NO_TILE,) * (len(TYPES) * len(STYLES))
    player.cars = [*parts.cars, 0]
    return player
