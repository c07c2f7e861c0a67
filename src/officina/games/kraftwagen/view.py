"""What a seat may see: everything but the order of the deck and other players' money."""

from __future__ import annotations

import msgspec

from officina.core.views import TableView, common
from officina.games.kraftwagen.components import ACTIONS, BODY, ENGINE, ENGINEERS, PARTS, PREFERENCES, TILES
from officina.games.kraftwagen.nouns import marker_names
from officina.games.kraftwagen.scoring import NO_CAR, breakdown, income, lap_points, purchases
from officina.games.kraftwagen.state import NO_TILE, NOBODY, PHASES, Car, Kraftwagen


class ChainView(msgspec.Struct):
    """An entry of the chain: an action tile with its actions, or a worker."""

    tile: str | None
    actions: list[str]
    seat: int | None


class TileView(msgspec.Struct):
    """A start tile on offer."""

    tile: str
    actions: list[str]


class PartView(msgspec.Struct):
    """A part in a workshop."""

    part: str
    value: int


class PlayerView(msgspec.Struct):
    """A player's things. Money and its parts are None while the seat may not know them."""

    seat: int
    colour: str
    canteen: int
    supply: int
    workshops: list[PartView]
    race_engine: int
    space: int
    laps: int
    next_lap_points: int
    body_level: int
    engine_level: int
    start_tile: str | None
    developments: list[str]
    inactive: list[str]
    engineers: list[str]
    markers: list[str]
    awards: list[str]
    money: int | None
    breakdown: dict[str, int] | None


class StackView(msgspec.Struct):
    """A buyer stack with the white money beside it."""

    preference: str
    buyers: int
    money: int


class BuyerView(msgspec.Struct):
    """An active buyer and what would happen if it bought now: the price of the car, and the money it would pay."""

    preference: str
    daimler: int
    would_buy: int | None
    would_pay: int


class CarView(msgspec.Struct):
    """A car for sale."""

    seat: int
    body: int
    engine: int
    workers: int
    price: int
    body_bonus: int
    engine_bonus: int


class AwardView(msgspec.Struct):
    """An award and who has it."""

    award: str
    points: int
    seat: int | None


class View(TableView):
    """A table of Kraftwagen."""

    round: int
    phase: str
    turn: int
    price_colour: str | None
    chain: list[ChainView]
    chain_offset: int
    track_spaces: int
    start_tiles: list[TileView]
    face_up: list[str]
    deck: int
    discard: list[str]
    resolving: str | None
    lap_spaces: int
    neutral_cars: list[int]
    stacks: list[StackView]
    slots: int
    buyers: list[BuyerView]
    pawn: int
    pawn_space: str
    capacity: int
    market: list[CarView]
    price_row: list[int]
    awards: list[AwardView]
    quiet_turns: int
    marker_used: bool
    daimler_used: bool
    car_placed: bool
    buyer_acted: bool
    seats: list[PlayerView]
    ranks: list[int]


def view(p: Kraftwagen, seat: int | None) -> View:
    """The table as the seat (None: a spectator) sees it."""
    shared = common(p, seat)
    if not p.over:
        shared["scores"] = [score if other == seat else None for other, score in enumerate(p.scores())]
    codes = p.parts.card_codes
    return View(
        **shared,
        round=p.round,
        phase=PHASES[p.phase],
        turn=p.turn,
        price_colour=p.parts.rounds[p.round - 1].colour if p.round else None,
        chain=[chain_view(p, entry) for entry in p.chain],
        chain_offset=p.offset,
        track_spaces=p.parts.action_spaces,
        start_tiles=[
            TileView(p.parts.start_tiles[tile].code, action_codes(p.parts.start_tiles[tile].actions)) for tile in p.offer_tiles
        ],
        face_up=[codes[card] for card in p.face_up],
        deck=len(p.deck),
        discard=[codes[card] for card in p.discard],
        resolving=codes[p.resolving] if p.resolving >= 0 else None,
        lap_spaces=p.parts.lap_spaces,
        neutral_cars=list(p.parts.neutral_cars[p.seats]),
        stacks=[StackView(name, p.in_stack(index), p.bonus[index]) for index, name in enumerate(PREFERENCES)],
        slots=p.parts.slots[p.seats],
        buyers=buyer_views(p),
        pawn=p.pawn,
        pawn_space=p.parts.pawn_spaces[p.pawn],
        capacity=p.parts.capacity[p.seats],
        market=[car_view(car) for car in p.market],
        price_row=list(p.price_row),
        awards=[
            AwardView(award.code, award.points, None if p.awards[index] == NOBODY else p.awards[index])
            for index, award in enumerate(p.parts.awards)
        ],
        quiet_turns=p.quiet,
        marker_used=p.marker_used,
        daimler_used=p.daimler_used,
        car_placed=p.car_placed,
        buyer_acted=p.buyer_acted,
        seats=[player_view(p, other, p.over or other == seat) for other in range(p.seats)],
        ranks=shared["places"],
    )


def action_codes(actions: tuple[int, ...]) -> list[str]:
    """Actions by name."""
    return [ACTIONS[action] for action in actions]


def chain_view(p: Kraftwagen, entry: int) -> ChainView:
    """A tile or a worker."""
    if entry >= TILES:
        return ChainView(None, [], entry - TILES)
    return ChainView(p.parts.tiles[entry].code, action_codes(p.parts.tiles[entry].actions), None)


def car_view(car: Car) -> CarView:
    """A car for sale."""
    return CarView(car.owner, car.body, car.engine, car.workers, car.price, car.body_bonus, car.engine_bonus)


def buyer_views(p: Kraftwagen) -> list[BuyerView]:
    """The active buyers with the cars they would buy if the round ended now."""
    views: list[BuyerView] = []
    for slot, place in enumerate(purchases(p.market, p.buyers)):
        preference = p.buyers[slot]
        price, pay = None, 0
        if place != NO_CAR:
            car = p.market[place]
            price, pay = car.price, income(p, car, preference, p.daimler[slot])
        views.append(BuyerView(PREFERENCES[preference], p.daimler[slot], price, pay))
    return views


def player_view(p: Kraftwagen, seat: int, is_open: bool) -> PlayerView:
    """One player; the money only if it may be seen."""
    player = p.players[seat]
    codes = p.parts.card_codes
    return PlayerView(
        seat=seat,
        colour=p.parts.colours[seat],
        canteen=player.canteen,
        supply=player.supply,
        workshops=[PartView(PARTS[part], value) for part in (BODY, ENGINE) for value in player.values(part)],
        race_engine=player.race_engine,
        space=player.space,
        laps=player.laps,
        next_lap_points=lap_points(p.parts, player.laps + 1),
        body_level=p.level(seat, BODY),
        engine_level=p.level(seat, ENGINE),
        start_tile=None if player.start_tile == NO_TILE else p.parts.start_tiles[player.start_tile].code,
        developments=[codes[card] for card in player.developments],
        inactive=[codes[card] for card in player.inactive],
        engineers=[code for engineer, code in enumerate(ENGINEERS) if player.has(engineer)],
        markers=[name for bit, name in enumerate(marker_names(p.parts)) if player.markers >> bit & 1],
        awards=[award.code for index, award in enumerate(p.parts.awards) if p.awards[index] == seat],
        money=player.money() if is_open else None,
        breakdown=dict(breakdown(p, seat)) if is_open else None,
    )
