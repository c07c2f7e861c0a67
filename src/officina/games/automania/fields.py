"""The fields of a table, and what must add up."""

from __future__ import annotations

from typing import Final

from officina.core.fields import Fields, Group
from officina.core.nouns import FLAG, NUMBER, ByName, ListOf, Names, Number, Place, SetOf
from officina.core.text import Message
from officina.games.automania import components as c
from officina.games.automania import nouns
from officina.games.automania import state as st
from officina.games.automania.nouns import numbered, say
from officina.games.automania.state import Automania, cards_of, new_player

FEW: Final = Number(0, 99)
WORKERS: Final = Number(0, c.MOST_WORKERS)
TILE_OR_NONE: Final = nouns.TILE.or_none()
HAND: Final = SetOf(nouns.CARD)
PILE: Final = ListOf(nouns.TILE, make=tuple).secret()
CAR: Final = Names([f"{colour} {tile}" for colour in c.COLOURS for tile in c.CAR_TILES], absent=True)
SALE: Final = Names(lambda parts: [f"{space} {car}" for space in nouns.SALE_SPACE.names(parts) for car in CAR.names(parts)])
SHIP_PLACE: Final = Names([f"{market} {place}" for market in c.MARKETS for place in (*numbered(c.SHIP_SPACES), "yacht")])
DEMAND_PLACE: Final = Names([f"{market} {place}" for market in c.MARKETS for place in ("1", "2", "3", "left", "right")])
STYLE_PLACE: Final = Names([f"{type_} {style}" for type_ in c.TYPES for style in c.STYLES])

PLAYER: Final = Fields(
    factory=nouns.FACTORY,
    money=NUMBER,
    income=NUMBER,
    points=ByName(Names(st.SOURCES), NUMBER, empty=0, make=tuple),
    workers=WORKERS,
    neutral=WORKERS,
    sponsor=WORKERS,
    sponsor_neutral=WORKERS,
    marketing=WORKERS,
    marketing_neutral=WORKERS,
    passed=FLAG,
    office=Place(c.OFFICES, absent=True),
    sold=FEW,
    hand=HAND,
    open_hand=HAND,
    played=HAND,
    stations=ByName(nouns.STATION, TILE_OR_NONE, empty=st.NO_TILE, make=tuple),
    managers=ListOf(TILE_OR_NONE, most=c.MOST_MANAGERS, make=tuple),
    styles=ByName(STYLE_PLACE, TILE_OR_NONE, empty=st.NO_TILE, make=tuple),
    cars=ByName(nouns.CAR_TILE, FEW),
)

FIELDS: Final = Fields(
    players=ListOf(Group(new_player, PLAYER), most=c.PLAYERS),
    order=ListOf(nouns.SEAT, most=c.PLAYERS, make=tuple),
    round=Number(1, 4),
    phase=Names(st.PHASES),
    pile_a=PILE,
    pile_b=PILE,
    deck=ListOf(nouns.CONTRACT, make=tuple).secret(),
    display=ListOf(nouns.CONTRACT, make=tuple),
    spare_cards=ListOf(nouns.CARD, make=tuple).secret(),
    grid=ByName(nouns.CELL, TILE_OR_NONE, empty=st.NO_TILE),
    office_tiles=ListOf(TILE_OR_NONE, c.OFFICE_TILES, make=tuple),
    demand=ByName(DEMAND_PLACE, nouns.FEATURE, make=tuple),
    ships=ByName(SHIP_PLACE, CAR, empty=c.NO_CAR),
    sold=ListOf(SALE, make=tuple),
    copied=FLAG,
    space_owner=ByName(nouns.SPACE, nouns.SEAT.or_none(), empty=st.NOBODY),
    space_workers=ByName(nouns.SPACE, WORKERS, empty=0),
    space_neutral=ByName(nouns.SPACE, WORKERS, empty=0),
    neutral_supply=WORKERS,
    bonus_paid=FEW,
)


def settle(p: Automania) -> None:
    """A player's points are the sum of their sources."""
    for player in p.players:
        player.vp = sum(player.points)


def problem(key: str, **args: object) -> Message:
    """What is wrong with a table."""
    return say(f"check.{key}", **args)


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
    offices = [player.office for player in p.players if player.office != st.NO_OFFICE]
    if len(set(offices)) != len(offices):
        return problem("offices")
    for seat, player in enumerate(p.players):
        if player.office != st.NO_OFFICE and not player.passed:
            return problem("not_passed", who=nouns.SEAT.say(seat, p.parts), office=player.office + 1)
        if player.money > player.income:
            return problem("money", who=nouns.SEAT.say(seat, p.parts), money=player.money, income=player.income)
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
                return problem("tile_twice", tile=nouns.TILE.say(tile, p.parts))
            if tile != st.NO_TILE:
                seen.add(tile)
    dealt = p.round - (1 if p.phase == st.NEW_ROUND else 0)
    per_round = c.CELLS + c.OFFICE_TILES
    per_pile = p.parts.per_pile
    for pile, rounds, first in ((p.pile_a, min(dealt, 2), 0), (p.pile_b, max(dealt - 2, 0), per_pile)):
        wanted = per_pile - rounds * per_round
        if len(pile) != wanted or any(not first <= tile < first + per_pile for tile in pile):
            return problem("pile", pile="B" if first else "A", found=len(pile), wanted=wanted)
    return None


def check_factories(p: Automania) -> Message | None:
    """Boards, and each tile where a tile of its sort may be."""
    boards = [player.factory for player in p.players if player.factory != c.SIDE_A]
    if len(set(boards)) != len(boards) or (boards and not p.advanced):
        return problem("factories")
    if p.copied and c.MIAO not in boards:
        return problem("copied")
    tiles = p.parts.tiles
    for seat, player in enumerate(p.players):
        if len(player.managers) != len(p.factory(seat).office_costs):
            return problem("office_count", who=nouns.SEAT.say(seat, p.parts), n=len(player.managers))
        for family, places in ((c.MACHINE, player.stations), (c.MANAGER, player.managers), (c.STYLE, player.styles)):
            for index, tile in enumerate(places):
                misplaced = tile != st.NO_TILE and (
                    tiles[tile].family != family or (family == c.STYLE and tiles[tile].kind != index % len(c.STYLES))
                )
                if misplaced:
                    return problem("tile_place", who=nouns.SEAT.say(seat, p.parts), tile=nouns.TILE.say(tile, p.parts))
    return None


def check_cards(p: Automania) -> Message | None:
    """Every contract exactly once; one start contract a seat."""
    found = [*p.deck, *p.display, *p.spare_cards]
    for seat, player in enumerate(p.players):
        if player.open_hand & ~player.hand or player.hand & player.played:
            return problem("hand", who=nouns.SEAT.say(seat, p.parts))
        found += cards_of(player.hand | player.played)
        if len([card for card in cards_of(player.hand | player.played) if card >= c.CONTRACTS]) != 1:
            return problem("start_card", who=nouns.SEAT.say(seat, p.parts))
    for card in range(c.CARDS):
        if found.count(card) != 1:
            return problem("card", card=nouns.CARD_IN_SHORT.say(card, p.parts), found=found.count(card))
    return None


def check_demand(p: Automania) -> Message | None:
    """Two demand tiles of each feature."""
    wanted = p.parts.demand_per_feature
    for feature in range(len(c.FEATURES)):
        found = p.demand.count(feature)
        if found != wanted:
            return problem("demand", feature=nouns.FEATURE.say(feature, p.parts), found=found, wanted=wanted)
    return None


def check_cars(p: Automania) -> Message | None:
    """Every car tile in its owner's supply, on a ship or sold; at most one car on a sale space, but for a copy."""
    placed = [car for car in p.ships if car != c.NO_CAR] + [sale % st.CARS for sale in p.sold]
    if any(car // st.CAR_KINDS >= p.seats for car in placed):
        return problem("car_of_nobody")
    for seat, player in enumerate(p.players):
        extra = p.factory(seat).extra_car
        for kind in range(st.CAR_KINDS):
            wanted = (p.parts.cars[kind] if kind < len(c.TYPES) else 0) + (1 if kind == extra else 0)
            found = player.cars[kind] + placed.count(seat * st.CAR_KINDS + kind)
            if found != wanted:
                return problem(
                    "cars", who=nouns.SEAT.say(seat, p.parts), car=nouns.CAR_TILE.say(kind, p.parts), found=found, wanted=wanted
                )
        if player.sold != len([sale for sale in p.sold if sale % st.CARS // st.CAR_KINDS == seat]):
            return problem("sold", who=nouns.SEAT.say(seat, p.parts), n=player.sold)
    doubled = 0
    for space in range(2 * c.SALES_PER_MARKET):
        if not p.is_top(space):
            doubled += max(0, len(p.cars_on(space)) - 1)
    if doubled > (1 if p.copied else 0):
        return problem("sale_spaces")
    return None


def check_workers(p: Automania) -> Message | None:
    """Six workers of each colour, ten neutral ones."""
    neutral = p.neutral_supply + sum(p.space_neutral)
    for space in range(c.SPACES):
        owner = p.space_owner[space]
        if owner >= p.seats or (owner == st.NOBODY) != (p.workers_on(space) == 0):
            return problem("space", space=p.parts.spaces[space].code.upper())
    for seat, player in enumerate(p.players):
        found = player.workers + player.sponsor + player.marketing
        found += sum(p.space_workers[space] for space in range(c.SPACES) if p.space_owner[space] == seat)
        if found != p.parts.workers:
            return problem("workers", who=nouns.SEAT.say(seat, p.parts), found=found, wanted=p.parts.workers)
        neutral += player.neutral + player.sponsor_neutral + player.marketing_neutral
    if neutral != p.parts.neutral_workers:
        return problem("neutral", found=neutral, wanted=p.parts.neutral_workers)
    return None
