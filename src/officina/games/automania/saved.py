"""The game's own part of a saved position: typed, bounded, checked."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from officina.core.saves import read
from officina.core.text import Message
from officina.games.automania.components import (
    CARDS,
    CELLS,
    CONTRACTS,
    FACTORIES,
    FEATURES,
    MACHINE,
    MANAGER,
    MIAO,
    MOST_MANAGERS,
    NO_CAR,
    OFFICE_TILES,
    OFFICES,
    PLAYERS,
    SALES_PER_MARKET,
    SIDE_A,
    SPACES,
    STATIONS,
    STYLE,
    STYLES,
    TYPES,
)
from officina.games.automania.names import car_name, card_name, seat_name, tile_name
from officina.games.automania.state import (
    CAR_KINDS,
    CARS,
    DEMANDS,
    ENDED,
    NEW_ROUND,
    NO_OFFICE,
    NO_TILE,
    NOBODY,
    SHIP,
    SOURCES,
    Automania,
    Player,
)

ALL_TILES: Final = 72
MOST: Final = 100_000

Seat = Annotated[int, msgspec.Meta(ge=0, lt=PLAYERS)]
SeatOrNobody = Annotated[int, msgspec.Meta(ge=NOBODY, lt=PLAYERS)]
Tile = Annotated[int, msgspec.Meta(ge=0, lt=ALL_TILES)]
Place = Annotated[int, msgspec.Meta(ge=NO_TILE, lt=ALL_TILES)]
Card = Annotated[int, msgspec.Meta(ge=0, lt=CARDS)]
Normal = Annotated[int, msgspec.Meta(ge=0, lt=CONTRACTS)]
Car = Annotated[int, msgspec.Meta(ge=NO_CAR, lt=CARS)]
Sale = Annotated[int, msgspec.Meta(ge=0, lt=2 * SALES_PER_MARKET * CARS)]
Feature = Annotated[int, msgspec.Meta(ge=0, lt=len(FEATURES))]
Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Workers = Annotated[int, msgspec.Meta(ge=0, le=16)]
Few = Annotated[int, msgspec.Meta(ge=0, le=99)]
Hand = Annotated[list[Card], msgspec.Meta(max_length=CARDS)]


class PlayerState(msgspec.Struct, forbid_unknown_fields=True):
    """All fields of a player; hands as lists of cards."""

    factory: Annotated[int, msgspec.Meta(ge=SIDE_A, lt=len(FACTORIES))]
    money: Amount
    income: Amount
    points: Annotated[list[Amount], msgspec.Meta(min_length=len(SOURCES), max_length=len(SOURCES))]
    workers: Workers
    neutral: Workers
    sponsor: Workers
    sponsor_neutral: Workers
    marketing: Workers
    marketing_neutral: Workers
    passed: bool
    office: Annotated[int, msgspec.Meta(ge=NO_OFFICE, lt=OFFICES)]
    sold: Few
    hand: Hand
    open_hand: Hand
    played: Hand
    stations: Annotated[list[Place], msgspec.Meta(min_length=STATIONS, max_length=STATIONS)]
    managers: Annotated[list[Place], msgspec.Meta(min_length=1, max_length=MOST_MANAGERS)]
    styles: Annotated[list[Place], msgspec.Meta(min_length=len(TYPES) * len(STYLES), max_length=len(TYPES) * len(STYLES))]
    cars: Annotated[list[Few], msgspec.Meta(min_length=CAR_KINDS, max_length=CAR_KINDS)]


class State(msgspec.Struct, forbid_unknown_fields=True):
    """All fields of the table."""

    players: Annotated[list[PlayerState], msgspec.Meta(min_length=2, max_length=PLAYERS)]
    order: Annotated[list[Seat], msgspec.Meta(min_length=2, max_length=PLAYERS)]
    round: Annotated[int, msgspec.Meta(ge=1, le=4)]
    phase: Annotated[int, msgspec.Meta(ge=0, le=ENDED)]
    pile_a: Annotated[list[Tile], msgspec.Meta(max_length=ALL_TILES)]
    pile_b: Annotated[list[Tile], msgspec.Meta(max_length=ALL_TILES)]
    deck: Annotated[list[Normal], msgspec.Meta(max_length=CONTRACTS)]
    display: Annotated[list[Normal], msgspec.Meta(max_length=CONTRACTS)]
    spare_cards: Hand
    grid: Annotated[list[Place], msgspec.Meta(min_length=CELLS, max_length=CELLS)]
    office_tiles: Annotated[list[Place], msgspec.Meta(min_length=OFFICE_TILES, max_length=OFFICE_TILES)]
    demand: Annotated[list[Feature], msgspec.Meta(min_length=2 * DEMANDS, max_length=2 * DEMANDS)]
    ships: Annotated[list[Car], msgspec.Meta(min_length=2 * SHIP, max_length=2 * SHIP)]
    sold: Annotated[list[Sale], msgspec.Meta(max_length=2 * SHIP)]
    copied: bool
    space_owner: Annotated[list[SeatOrNobody], msgspec.Meta(min_length=SPACES, max_length=SPACES)]
    space_workers: Annotated[list[Workers], msgspec.Meta(min_length=SPACES, max_length=SPACES)]
    space_neutral: Annotated[list[Workers], msgspec.Meta(min_length=SPACES, max_length=SPACES)]
    neutral_supply: Workers
    bonus_paid: Few


def cards_of(mask: int) -> list[int]:
    """The cards of a bit mask."""
    return [card for card in range(CARDS) if mask >> card & 1]


def mask_of(cards: list[int]) -> int:
    """The bit mask of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def to_json(p: Automania) -> dict[str, Any]:
    """The table as plain data."""
    state = State(
        players=[player_to_json(player) for player in p.players],
        order=list(p.order),
        round=p.round,
        phase=p.phase,
        pile_a=list(p.pile_a),
        pile_b=list(p.pile_b),
        deck=list(p.deck),
        display=list(p.display),
        spare_cards=list(p.spare_cards),
        grid=p.grid,
        office_tiles=list(p.office_tiles),
        demand=list(p.demand),
        ships=p.ships,
        sold=list(p.sold),
        copied=p.copied,
        space_owner=p.space_owner,
        space_workers=p.space_workers,
        space_neutral=p.space_neutral,
        neutral_supply=p.neutral_supply,
        bonus_paid=p.bonus_paid,
    )
    plain: dict[str, Any] = msgspec.to_builtins(state)
    return plain


def player_to_json(player: Player) -> PlayerState:
    """One player as typed data."""
    return PlayerState(
        factory=player.factory,
        money=player.money,
        income=player.income,
        points=list(player.points),
        workers=player.workers,
        neutral=player.neutral,
        sponsor=player.sponsor,
        sponsor_neutral=player.sponsor_neutral,
        marketing=player.marketing,
        marketing_neutral=player.marketing_neutral,
        passed=player.passed,
        office=player.office,
        sold=player.sold,
        hand=cards_of(player.hand),
        open_hand=cards_of(player.open_hand),
        played=cards_of(player.played),
        stations=list(player.stations),
        managers=list(player.managers),
        styles=list(player.styles),
        cars=player.cars,
    )


def from_json(p: Automania, data: object) -> None:
    """Set the table from plain data; SaveError if it has another shape."""
    state: State = read(State, data)
    p.players = [player_from_json(player) for player in state.players]
    p.order = tuple(state.order)
    p.round = state.round
    p.phase = state.phase
    p.pile_a = tuple(state.pile_a)
    p.pile_b = tuple(state.pile_b)
    p.deck = tuple(state.deck)
    p.display = tuple(state.display)
    p.spare_cards = tuple(state.spare_cards)
    p.grid = state.grid
    p.office_tiles = tuple(state.office_tiles)
    p.demand = tuple(state.demand)
    p.ships = state.ships
    p.sold = tuple(state.sold)
    p.copied = state.copied
    p.space_owner = state.space_owner
    p.space_workers = state.space_workers
    p.space_neutral = state.space_neutral
    p.neutral_supply = state.neutral_supply
    p.bonus_paid = state.bonus_paid


def player_from_json(state: PlayerState) -> Player:
    """One player from typed data."""
    player = Player()
    player.factory = state.factory
    player.money = state.money
    player.income = state.income
    player.vp = sum(state.points)
    player.points = tuple(state.points)
    player.workers = state.workers
    player.neutral = state.neutral
    player.sponsor = state.sponsor
    player.sponsor_neutral = state.sponsor_neutral
    player.marketing = state.marketing
    player.marketing_neutral = state.marketing_neutral
    player.passed = state.passed
    player.office = state.office
    player.sold = state.sold
    player.hand = mask_of(state.hand)
    player.open_hand = mask_of(state.open_hand)
    player.played = mask_of(state.played)
    player.stations = tuple(state.stations)
    player.managers = tuple(state.managers)
    player.styles = tuple(state.styles)
    player.cars = state.cars
    return player


# --- checks


def problem(key: str, **args: object) -> Message:
    """What is wrong with a table."""
    return Message(f"automania.check.{key}", **args)


def check(p: Automania) -> Message | None:
    """What is wrong with a table: tiles, cards, cars or workers lost or found, money from nowhere."""
    for look in (check_seats, check_tiles, check_factories, check_cards, check_demand, check_cars, check_workers):
        wrong = look(p)
        if wrong is not None:
            return wrong
    return None


def check_seats(p: Automania) -> Message | None:
    """The turn order, the sales offices, money and points."""
    if len(p.players) != p.seats or sorted(p.order) != list(range(p.seats)):
        return problem("order", n=p.seats)
    offices = [player.office for player in p.players if player.office != NO_OFFICE]
    if len(set(offices)) != len(offices):
        return problem("offices")
    for seat, player in enumerate(p.players):
        if player.office != NO_OFFICE and not player.passed:
            return problem("not_passed", who=seat_name(seat), office=player.office + 1)
        if player.money > player.income:
            return problem("money", who=seat_name(seat), money=player.money, income=player.income)
    return None


def check_tiles(p: Automania) -> Message | None:
    """No tile twice, and as many left in the piles as the rounds leave."""
    seen: set[int] = set()
    places = [p.pile_a, p.pile_b, p.grid, p.office_tiles]
    for player in p.players:
        places += [player.stations, player.managers, player.styles]
    for place in places:
        for tile in place:
            if tile in seen:
                return problem("tile_twice", tile=tile_name(p.parts, tile))
            if tile != NO_TILE:
                seen.add(tile)
    dealt = p.round - (1 if p.phase == NEW_ROUND else 0)
    per_round = CELLS + OFFICE_TILES
    per_pile = p.parts.per_pile
    for pile, rounds, first in ((p.pile_a, min(dealt, 2), 0), (p.pile_b, max(dealt - 2, 0), per_pile)):
        wanted = per_pile - rounds * per_round
        if len(pile) != wanted or any(not first <= tile < first + per_pile for tile in pile):
            return problem("pile", pile="B" if first else "A", found=len(pile), wanted=wanted)
    return None


def check_factories(p: Automania) -> Message | None:
    """Boards, and each tile where a tile of its sort may be."""
    boards = [player.factory for player in p.players if player.factory != SIDE_A]
    if len(set(boards)) != len(boards) or (boards and not p.advanced):
        return problem("factories")
    if p.copied and MIAO not in boards:
        return problem("copied")
    tiles = p.parts.tiles
    for seat, player in enumerate(p.players):
        if len(player.managers) != len(p.factory(seat).office_costs):
            return problem("office_count", who=seat_name(seat), n=len(player.managers))
        for family, places in ((MACHINE, player.stations), (MANAGER, player.managers), (STYLE, player.styles)):
            for index, tile in enumerate(places):
                misplaced = tile != NO_TILE and (
                    tiles[tile].family != family or (family == STYLE and tiles[tile].kind != index % len(STYLES))
                )
                if misplaced:
                    return problem("tile_place", who=seat_name(seat), tile=tile_name(p.parts, tile))
    return None


def check_cards(p: Automania) -> Message | None:
    """Every contract exactly once; one start contract a seat."""
    found = [*p.deck, *p.display, *p.spare_cards]
    for seat, player in enumerate(p.players):
        if player.open_hand & ~player.hand or player.hand & player.played:
            return problem("hand", who=seat_name(seat))
        found += cards_of(player.hand | player.played)
        if len([card for card in cards_of(player.hand | player.played) if card >= CONTRACTS]) != 1:
            return problem("start_card", who=seat_name(seat))
    for card in range(CARDS):
        if found.count(card) != 1:
            return problem("card", card=card_name(p.parts, card), found=found.count(card))
    return None


def check_demand(p: Automania) -> Message | None:
    """Two demand tiles of each feature."""
    for feature, name in enumerate(FEATURES):
        found = p.demand.count(feature)
        if found != p.parts.demand_per_feature:
            return problem(
                "demand", feature=Message(f"automania.feature.{name}"), found=found, wanted=p.parts.demand_per_feature
            )
    return None


def check_cars(p: Automania) -> Message | None:
    """Every car tile in its owner's supply, on a ship or sold; at most one car on a sale space, but for a copy."""
    placed = [car for car in p.ships if car != NO_CAR] + [sale % CARS for sale in p.sold]
    if any(car // CAR_KINDS >= p.seats for car in placed):
        return problem("car_of_nobody")
    for seat, player in enumerate(p.players):
        extra = p.factory(seat).extra_car
        for kind in range(CAR_KINDS):
            wanted = (p.parts.cars[kind] if kind < len(TYPES) else 0) + (1 if kind == extra else 0)
            found = player.cars[kind] + placed.count(seat * CAR_KINDS + kind)
            if found != wanted:
                return problem("cars", who=seat_name(seat), car=car_name(kind), found=found, wanted=wanted)
        if player.sold != len([sale for sale in p.sold if sale % CARS // CAR_KINDS == seat]):
            return problem("sold", who=seat_name(seat), n=player.sold)
    doubled = 0
    for space in range(2 * SALES_PER_MARKET):
        if not p.is_top(space):
            doubled += max(0, len(p.cars_on(space)) - 1)
    if doubled > (1 if p.copied else 0):
        return problem("sale_spaces")
    return None


def check_workers(p: Automania) -> Message | None:
    """Six workers of each colour, ten neutral ones."""
    neutral = p.neutral_supply + sum(p.space_neutral)
    for space in range(SPACES):
        owner = p.space_owner[space]
        if owner >= p.seats or (owner == NOBODY) != (p.workers_on(space) == 0):
            return problem("space", space=p.parts.spaces[space].code.upper())
    for seat, player in enumerate(p.players):
        found = player.workers + player.sponsor + player.marketing
        found += sum(p.space_workers[space] for space in range(SPACES) if p.space_owner[space] == seat)
        if found != p.parts.workers:
            return problem("workers", who=seat_name(seat), found=found, wanted=p.parts.workers)
        neutral += player.neutral + player.sponsor_neutral + player.marketing_neutral
    if neutral != p.parts.neutral_workers:
        return problem("neutral", found=neutral, wanted=p.parts.neutral_workers)
    return None
