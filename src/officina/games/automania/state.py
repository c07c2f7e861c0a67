"""The table of Automania: nouns and small verbs, no decisions.

Cells, spaces, stations, tiles and cards are numbered from 0 in the order of components.toml. A car on a ship or in a market is
one int: seat x 4 + car tile. Hands and played contracts are bit masks of cards.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from officina.core.game import Game
from officina.core.position import Position
from officina.games.automania import components as c
from officina.games.automania.components import Factory, Parts

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

SHIP: Final = c.SHIP_SPACES + 1
YACHT_PLACE: Final = c.SHIP_SPACES
"""Of each market: places 0-16 are the ship spaces 1-17, place 17 is the yacht."""

CAR_KINDS: Final = c.ELECTRIC + 1
CARS: Final = 16
"""A sale is one int: sale space x CARS + car."""

ALL_CELLS: Final[list[int]] = list(range(c.CELLS))


def changed(items: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one item changed. Factories change seldom and are copied often, so they are tuples."""
    return items[:index] + (value,) + items[index + 1 :]


def cards_of(mask: int) -> list[int]:
    """The cards of a bit mask."""
    return [card for card in range(c.CARDS) if mask >> card & 1]


class Player:
    """What one seat owns."""

    def clear(self, parts: Parts) -> None:
        """AM-08: an empty factory of side A, seven cars, six workers."""
        self.factory: int = c.SIDE_A
        self.money: int = 0
        self.income: int = 0  # the starting money and all money ever received: public, as every payment is
        self.vp: int = 0
        self.points: tuple[int, ...] = (0,) * len(SOURCES)  # vp by source
        self.workers: int = parts.workers  # free ones of the own colour
        self.neutral: int = 0  # free neutral ones
        self.sponsor: int = 0  # own workers on sponsor
        self.sponsor_neutral: int = 0
        self.marketing: int = 0
        self.marketing_neutral: int = 0
        self.passed: bool = False
        self.office: int = NO_OFFICE  # the sales office of this round
        self.sold: int = 0  # cars sold in this sales phase
        self.hand: int = 0
        self.open_hand: int = 0  # cards of the hand that everybody saw being taken from the display
        self.played: int = 0
        self.stations: tuple[int, ...] = (NO_TILE,) * c.STATIONS  # a tile or NO_TILE
        self.managers: tuple[int, ...] = (NO_TILE,) * len(parts.factories[c.SIDE_A].office_costs)
        self.styles: tuple[int, ...] = (NO_TILE,) * (len(c.TYPES) * len(c.STYLES))  # of each type: spoiler, exhaust, dice
        self.cars: list[int] = [*parts.cars, 0]  # car tiles in supply, by kind

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
        return self.styles[type_ * len(c.STYLES) + kind]

    def styles_on(self, type_: int) -> int:
        """How many styles a car type has."""
        count = 0
        for kind in range(len(c.STYLES)):
            if self.styles[type_ * len(c.STYLES) + kind] != NO_TILE:
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

    def __init__(self, game: Game, seats: int, parts: Parts) -> None:
        super().__init__(game, seats)
        self.parts = parts

    def clear(self, advanced: bool, hidden_money: bool, corner_any: bool, slot_stars: tuple[int, ...]) -> None:
        """AM-01, AM-04, AM-08, AM-13: an empty table with these options."""
        self.advanced: bool = advanced
        self.hidden_money: bool = hidden_money
        self.corner_any: bool = corner_any
        self.slot_stars: tuple[int, ...] = slot_stars
        self.slots_by_stars: tuple[int, ...] = slots_by_stars(slot_stars)  # the slots, most stars first
        self.players: list[Player] = [new_player(self.parts) for _ in range(self.seats)]
        self.order: tuple[int, ...] = tuple(range(self.seats))  # seats in turn order
        self.round: int = 1
        self.phase: int = BEFORE
        self.pile_a: tuple[int, ...] = ()  # tiles in drawing order, hidden
        self.pile_b: tuple[int, ...] = ()
        self.deck: tuple[int, ...] = ()  # contracts in drawing order, hidden
        self.display: tuple[int, ...] = ()
        self.spare_cards: tuple[int, ...] = ()  # start contracts that nobody got, hidden
        self.grid: list[int] = [NO_TILE] * c.CELLS
        self.office_tiles: tuple[int, ...] = (NO_TILE,) * c.OFFICE_TILES
        self.demand: tuple[int, ...] = ()  # features; market x 5 + slot
        self.ships: list[int] = [c.NO_CAR] * (2 * SHIP)  # cars; market x 18 + place
        self.sold: tuple[int, ...] = ()  # this round's sales
        self.copied: bool = False  # Miao has copied in this sales phase
        self.space_owner: list[int] = [NOBODY] * c.SPACES
        self.space_workers: list[int] = [0] * c.SPACES  # of the owner's colour
        self.space_neutral: list[int] = [0] * c.SPACES
        self.neutral_supply: int = self.parts.neutral_workers
        self.bonus_paid: int = 0  # general-manager bonus that the active player has had this turn

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
                if face.kind == c.RESEARCHER:
                    total += face.stars
        return total

    def sales_limit(self, seat: int) -> int:
        """AM-130: how many cars the seat may sell in this sales phase; NO_LIMIT for any number."""
        limit = self.parts.office_limits[self.players[seat].office]
        return limit if limit == c.NO_LIMIT else limit + self.manager_value(seat, c.SALES)

    def open_bonus(self, seat: int) -> int:
        """AM-108: the general-manager bonus that the next sponsor placement of this turn would pay."""
        return max(0, self.manager_value(seat, c.GENERAL) - self.bonus_paid)

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
        return ALL_CELLS if self.corner_any and space == c.CORNER else self.parts.spaces[space].cells

    # --- ships and markets

    def own_cars(self, seat: int, first_place: int) -> list[int]:
        """The places (market x 17 + space - 1, counted from a number) of the seat's cars on ships, yachts not counted."""
        found: list[int] = []
        first: i64 = seat * CAR_KINDS
        place: i64 = -1
        car: i64
        for car in self.ships:
            place += 1
            if first <= car < first + CAR_KINDS and place % SHIP != YACHT_PLACE:
                found.append(first_place + place - place // SHIP)
        return found

    def cars_in(self, market: int, seat: int) -> int:
        """How many cars the seat has on the ships of a market."""
        count = 0
        for place in range(market * SHIP, market * SHIP + c.SHIP_SPACES):
            car = self.ships[place]
            if car != c.NO_CAR and car // CAR_KINDS == seat:
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
            if other // c.SALES_PER_MARKET == space // c.SALES_PER_MARKET and self.parts.sale_spaces[other].row == row:
                return True
        return False

    def is_top(self, space: int) -> bool:
        """AM-129: whether a sale space takes any number of cars."""
        return space % c.SALES_PER_MARKET == c.TOP


def slots_by_stars(stars: tuple[int, ...]) -> tuple[int, ...]:
    """The active slots, most stars first."""
    pairs = sorted([(-stars[slot], slot) for slot in range(SLOTS)])
    return tuple([pair[1] for pair in pairs])


def new_player(parts: Parts) -> Player:
    """A player at the start."""
    player = Player()
    player.clear(parts)
    return player
