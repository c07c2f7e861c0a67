"""The game's own part of a saved position: typed, bounded, checked."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from officina.core.saves import read
from officina.core.text import Message
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import (
    BODY,
    ENGINE,
    ENGINEERS,
    MOST_PLAYERS,
    PREFERENCES,
    START_TILES,
    TILES,
)
from officina.games.kraftwagen.nouns import say
from officina.games.kraftwagen.state import (
    ACTION_PHASE,
    ENDED,
    MARKERS_WITH,
    NO_CARD,
    NO_TILE,
    NOBODY,
    PIT_LANE,
    SCORING,
    SETUP,
    Car,
    Kraftwagen,
    Player,
    inserted,
)

ALL_ENGINEERS: Final = (1 << len(ENGINEERS)) - 1

Small = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Money = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Value = Annotated[int, msgspec.Meta(ge=1, le=99)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=MOST_PLAYERS)]
Holder = Annotated[int, msgspec.Meta(ge=NOBODY, lt=MOST_PLAYERS)]
ChainEntry = Annotated[int, msgspec.Meta(ge=0, lt=TILES + MOST_PLAYERS)]
Preference = Annotated[int, msgspec.Meta(ge=0, lt=len(PREFERENCES))]
StartTile = Annotated[int, msgspec.Meta(ge=NO_TILE, lt=START_TILES)]
Mask = Annotated[int, msgspec.Meta(ge=0, le=ALL_ENGINEERS)]


class CarState(msgspec.Struct, forbid_unknown_fields=True):
    """A car for sale."""

    owner: Seat
    body: Value
    engine: Value
    workers: Value
    price: Value
    body_bonus: Small
    engine_bonus: Small


class PlayerState(msgspec.Struct, forbid_unknown_fields=True):
    """A player's things; cards by code, engineers and markers as bit masks."""

    canteen: Small
    supply: Small
    bodies: list[Value]
    engines: list[Value]
    race_engine: Value
    space: Small
    laps: Small
    start_tile: StartTile
    developments: list[str]
    inactive: list[str]
    engineers: Mask
    markers: Mask
    bonuses: Money
    prizes: Money
    sales: Money


class State(msgspec.Struct, forbid_unknown_fields=True):
    """All fields of the table; cards by code, the chain as in state.py."""

    players: list[PlayerState]
    round: Small
    phase: Annotated[int, msgspec.Meta(ge=SETUP, le=ENDED)]
    turn: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    chain: list[ChainEntry]
    offset: Small
    deck: list[str]
    face_up: list[str]
    discard: list[str]
    resolving: str | None
    offer_tiles: list[StartTile]
    buyers: list[Preference]
    daimler: list[Small]
    bonus: Annotated[list[Small], msgspec.Meta(min_length=len(PREFERENCES), max_length=len(PREFERENCES))]
    pawn: Small
    price_row: list[Value]
    market: list[CarState]
    awards: list[Holder]
    quiet: Small
    marker_used: bool
    daimler_used: bool
    car_placed: bool
    buyer_acted: bool


def to_json(p: Kraftwagen) -> dict[str, Any]:
    """The table as plain data."""
    codes = p.parts.card_codes
    state = State(
        players=[_player_state(p, player) for player in p.players],
        round=p.round,
        phase=p.phase,
        turn=p.turn,
        chain=list(p.chain),
        offset=p.offset,
        deck=[codes[card] for card in p.deck],
        face_up=[codes[card] for card in p.face_up],
        discard=[codes[card] for card in p.discard],
        resolving=None if p.resolving == NO_CARD else codes[p.resolving],
        offer_tiles=list(p.offer_tiles),
        buyers=p.buyers,
        daimler=p.daimler,
        bonus=p.bonus,
        pawn=p.pawn,
        price_row=list(p.price_row),
        market=[
            CarState(car.owner, car.body, car.engine, car.workers, car.price, car.body_bonus, car.engine_bonus)
            for car in p.market
        ],
        awards=p.awards,
        quiet=p.quiet,
        marker_used=p.marker_used,
        daimler_used=p.daimler_used,
        car_placed=p.car_placed,
        buyer_acted=p.buyer_acted,
    )
    plain: dict[str, Any] = msgspec.to_builtins(state)
    return plain


def _player_state(p: Kraftwagen, player: Player) -> PlayerState:
    codes = p.parts.card_codes
    return PlayerState(
        canteen=player.canteen,
        supply=player.supply,
        bodies=list(player.bodies),
        engines=list(player.engines),
        race_engine=player.race_engine,
        space=player.space,
        laps=player.laps,
        start_tile=player.start_tile,
        developments=[codes[card] for card in player.developments],
        inactive=[codes[card] for card in player.inactive],
        engineers=player.engineers,
        markers=player.markers,
        bonuses=player.bonuses,
        prizes=player.prizes,
        sales=player.sales,
    )


def from_json(p: Kraftwagen, data: object) -> None:
    """Set the table from plain data; SaveError if it has another shape. Whether it adds up is for :func:`check`."""
    state: State = read(State, data)
    p.players = [_player(p, player) for player in state.players]
    p.round = state.round
    p.phase = state.phase
    p.turn = state.turn
    p.chain = tuple(state.chain)
    p.offset = state.offset
    p.deck = _cards(p, state.deck)
    p.face_up = _cards(p, state.face_up)
    p.discard = _cards(p, state.discard)
    p.resolving = NO_CARD if state.resolving is None else _cards(p, [state.resolving])[0]
    p.offer_tiles = tuple(state.offer_tiles)
    p.buyers = state.buyers
    p.daimler = state.daimler
    p.bonus = state.bonus
    p.pawn = state.pawn
    p.price_row = tuple(state.price_row)
    p.market = tuple(
        Car(car.owner, car.body, car.engine, car.workers, car.price, car.body_bonus, car.engine_bonus) for car in state.market
    )
    p.awards = state.awards
    p.quiet = state.quiet
    p.marker_used = state.marker_used
    p.daimler_used = state.daimler_used
    p.car_placed = state.car_placed
    p.buyer_acted = state.buyer_acted


def _player(p: Kraftwagen, state: PlayerState) -> Player:
    player = Player()
    player.clear(p.parts)
    player.canteen = state.canteen
    player.supply = state.supply
    player.bodies = tuple(sorted(state.bodies))
    player.engines = tuple(sorted(state.engines))
    player.race_engine = state.race_engine
    player.space = state.space
    player.laps = state.laps
    player.start_tile = state.start_tile
    player.developments = _cards(p, state.developments)
    player.inactive = tuple(sorted(_cards(p, state.inactive)))
    for card in player.developments:
        player.body_points += p.parts.card_points[card][BODY]
        player.engine_points += p.parts.card_points[card][ENGINE]
    player.engineers = state.engineers
    player.markers = state.markers
    player.bonuses = state.bonuses
    player.prizes = state.prizes
    player.sales = state.sales
    return player


def _cards(p: Kraftwagen, codes: list[str]) -> tuple[int, ...]:
    """Cards by their codes; an unknown one becomes NO_CARD, which no table can hold."""
    known = p.parts.card_codes
    return tuple(known.index(code) if code in known else NO_CARD for code in codes)


# --- what must add up (KW-143)


def check(p: Kraftwagen) -> Message | None:
    """What is wrong with a table: components lost or found, two cars on a space, a marker without its engineer."""
    if len(p.players) != p.seats:
        return say("check.players", found=len(p.players), wanted=p.seats)
    for rule in (_check_cards, _check_chain, _check_market, _check_buyers, _check_race, _check_awards):
        wrong = rule(p)
        if wrong is not None:
            return wrong
    for seat in range(p.seats):
        wrong = _check_player(p, seat)
        if wrong is not None:
            return wrong
    return None


def _check_cards(p: Kraftwagen) -> Message | None:
    cards = [*p.deck, *p.face_up, *p.discard]
    if p.resolving != NO_CARD:
        if not p.parts.is_instant(p.resolving):
            return say("check.resolving", card=nouns.card(p.parts, p.resolving))
        cards.append(p.resolving)
    for player in p.players:
        for card in (*player.developments, *player.inactive):
            if not 0 <= card < p.parts.developments:
                return say("check.not_development")
        cards += [*player.developments, *player.inactive]
        cards += [p.parts.first_engineer + engineer for engineer in range(len(ENGINEERS)) if player.has(engineer)]
    if NO_CARD in cards:
        return say("check.unknown_card")
    for card, wanted in enumerate(p.parts.card_count):
        if cards.count(card) != wanted:
            return say("check.cards", card=nouns.card(p.parts, card), found=cards.count(card), wanted=wanted)
    if len(p.face_up) > p.parts.face_up or (len(p.face_up) < p.parts.face_up and (p.deck or p.discard)):
        return say("check.face_up", found=len(p.face_up), wanted=p.parts.face_up)
    return None


def _check_chain(p: Kraftwagen) -> Message | None:
    if sorted(p.chain) != list(range(TILES + p.seats)):
        return say("check.chain", n=len(p.chain), wanted=TILES + p.seats)
    taken = [*(player.start_tile for player in p.players if player.start_tile != NO_TILE), *p.offer_tiles]
    if len(set(taken)) != len(taken) or NO_TILE in taken:
        return say("check.start_tiles")
    return None


def _check_market(p: Kraftwagen) -> Message | None:
    on_sale = p.phase in (ACTION_PHASE, SCORING)
    if not (1 if on_sale else 0) <= p.round <= len(p.parts.rounds):
        return say("check.round", round=p.round)
    prices = list(p.price_row)
    for car in p.market:
        if car.owner >= p.seats:
            return say("check.owner", price=car.price, seat=car.owner + 1)
        if max(car.body, car.engine) > p.parts.highest_part or car.workers < 1:
            return say("check.car", price=car.price)
        prices = list(inserted(tuple(prices), car.price))
    wanted = p.parts.rounds[p.round - 1].prices if on_sale else ()
    if tuple(prices) != wanted or list(p.price_row) != sorted(p.price_row):
        return say("check.prices", found=nouns.listed(prices), wanted=nouns.listed(wanted))
    if len(p.market) > p.parts.capacity[p.seats]:
        return say("check.capacity", found=len(p.market), wanted=p.parts.capacity[p.seats])
    return None


def _check_buyers(p: Kraftwagen) -> Message | None:
    most = p.parts.slots[p.seats] + (1 if p.phase == SCORING else 0)
    if len(p.buyers) > most or len(p.daimler) != len(p.buyers):
        return say("check.slots", found=len(p.buyers), wanted=most)
    for preference in range(len(PREFERENCES)):
        if p.in_stack(preference) < 0:
            return say("check.buyers", preference=nouns.preference(preference), wanted=p.parts.buyers_of_each)
    markers = [value for value in p.daimler if value]
    if len(set(markers)) != len(markers) or not set(markers) <= set(p.parts.daimler_values):
        return say("check.daimler", found=nouns.listed(markers))
    if p.pawn > p.parts.pawn_start[p.seats]:
        return say("check.pawn", found=p.pawn, wanted=p.parts.pawn_start[p.seats])
    return None


def _check_race(p: Kraftwagen) -> Message | None:
    spaces = list(p.parts.neutral_cars[p.seats])
    for seat, player in enumerate(p.players):
        if player.space > p.parts.lap_spaces or (player.space == PIT_LANE and player.laps):
            return say("check.race_car", who=nouns.player(p.parts, seat), space=player.space, laps=player.laps)
        if player.space != PIT_LANE:
            spaces.append(player.space)
    for space in spaces:
        if spaces.count(space) > 1:
            return say("check.same_space", space=space)
    return None


def _check_awards(p: Kraftwagen) -> Message | None:
    if len(p.awards) != len(p.parts.awards) or any(holder >= p.seats for holder in p.awards):
        return say("check.awards", wanted=len(p.parts.awards))
    return None


def _check_player(p: Kraftwagen, seat: int) -> Message | None:
    player = p.players[seat]
    who = nouns.player(p.parts, seat)
    on_cars = sum(car.workers for car in p.own_cars(seat))
    found = player.canteen + player.supply + len(player.developments) + on_cars + 2
    if found != p.parts.workers:
        return say("check.workers", who=who, found=found, wanted=p.parts.workers)
    if player.inactive and player.canteen > 1:
        return say("check.idle_workers", who=who, n=player.canteen)
    if player.used_workshops() > p.parts.workshops:
        return say("check.workshops", who=who, found=player.used_workshops(), wanted=p.parts.workshops)
    if max([player.race_engine, *player.bodies, *player.engines]) > p.parts.highest_part:
        return say("check.part_value", who=who, highest=p.parts.highest_part)
    allowed = 0
    for engineer in range(len(ENGINEERS)):
        if player.has(engineer):
            allowed |= MARKERS_WITH[engineer]
    if player.markers & ~allowed:
        return say("check.markers", who=who)
    return None
