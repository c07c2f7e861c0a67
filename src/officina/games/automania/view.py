"""What a seat may see: all public things, its own hand and money, and the question it is asked."""

from __future__ import annotations

import msgspec

from officina.core.saves import dump_args
from officina.core.views import TableView, common
from officina.games.automania import components as c
from officina.games.automania import state as st
from officina.games.automania.components import Parts
from officina.games.automania.rules.popularity import popularity
from officina.games.automania.rules.production import CarTile, ChooseMarket, Marketing, PlaceCar, PlayContract
from officina.games.automania.rules.sales import Sell
from officina.games.automania.rules.tiles import PlaceTile
from officina.games.automania.scoring import contract_medals, tile_medals
from officina.games.automania.state import Automania, cards_of
from officina.games.automania.vocabulary import CAR_TYPE, PLACE_CAR

PRODUCE = "produce"
"""R-24: what the decisions from the car type to the placing of the car are called to the other seats."""


class TileView(msgspec.Struct):
    """A factory tile."""

    code: str
    family: str
    kind: str
    stars: int
    medals: int
    value: int


class ContractView(msgspec.Struct):
    """A contract card."""

    code: str
    type: str
    features: list[str]
    styles: list[str]
    styles_any: int
    popularity: int
    medals: int


class CarView(msgspec.Struct):
    """A car on a ship or in a market."""

    seat: int
    car: str


class SpaceView(msgspec.Struct):
    """An action space: cells are numbered 1-16; ``needs`` is the number of workers that the next player must place."""

    code: str
    action: str
    cost: int
    cells: list[int]
    seat: int | None
    workers: int
    neutral: int
    needs: int


class SlotView(msgspec.Struct):
    """An active demand tile and the stars of its slot."""

    feature: str
    stars: int


class SaleView(msgspec.Struct):
    """A sale space with the cars sold there this round."""

    code: str
    row: int
    money: int
    vp: int
    cars: list[CarView]


class MarketView(msgspec.Struct):
    """A market: ship spaces from 1 to 17."""

    code: str
    demand: list[SlotView]
    left: str
    right: str
    ships: list[CarView | None]
    gold: list[int]
    yacht: CarView | None
    sales: list[SaleView]


class OfficeView(msgspec.Struct):
    """A sales office; a limit of None is no limit."""

    number: int
    limit: int | None
    seat: int | None


class PlayerView(msgspec.Struct):
    """One player. Money is None where it is hidden from the seat; styles are by type, spoiler, exhaust, dice."""

    seat: int
    colour: str
    factory: str
    vp: int
    points: dict[str, int]
    medals: int
    money: int | None
    workers: int
    neutral: int
    sponsor: int
    marketing: int
    passed: bool
    office: int | None
    limit: int | None
    sold: int
    hand_size: int
    played: list[ContractView]
    stations: list[TileView | None]
    lines: dict[str, list[str]]
    managers: list[TileView | None]
    office_costs: list[int]
    styles: dict[str, list[TileView | None]]
    style_costs: list[int]
    printed_stars: list[int]
    cars: dict[str, int]
    popularity: dict[str, list[int]]


class ProductionView(msgspec.Struct):
    """A car on its way from the line to a ship; what is not decided yet is None."""

    type: str
    market: str | None = None
    car: str | None = None
    popularity: int | None = None


class SellingView(msgspec.Struct):
    """The car that its owner may sell now, and where it stands."""

    seat: int
    car: str
    market: str
    space: int


class View(TableView):
    """A table of Automania."""

    round: int
    rounds: int
    phase: str
    order: list[int]
    deciding: str | None
    grid: list[TileView | None]
    spaces: list[SpaceView]
    office_tiles: list[TileView | None]
    offices: list[OfficeView]
    markets: list[MarketView]
    display: list[ContractView]
    deck: int
    pile_a: int
    pile_b: int
    neutral_supply: int
    bonus_paid: int
    copied: bool
    seats: list[PlayerView]
    hand: list[ContractView]
    tile_in_hand: TileView | None
    production: ProductionView | None
    selling: SellingView | None


def view(p: Automania, seat: int | None) -> View:
    """The table as the seat (None: a spectator) sees it."""
    shared = common(p, seat)
    if p.hidden_money and p.phase != st.ENDED:
        shared["scores"] = [None] * p.seats  # the money ranking is part of every score
    step = p.stack[-1] if p.stack else None
    return View(
        **shared,
        round=p.round,
        rounds=p.parts.rounds,
        phase=st.PHASES[p.phase],
        order=list(p.order),
        deciding=deciding(p, seat),
        grid=[tile_view(p.parts, tile) for tile in p.grid],
        spaces=[space_view(p, space) for space in range(c.SPACES)],
        office_tiles=[tile_view(p.parts, tile) for tile in p.office_tiles],
        offices=[office_view(p, office) for office in range(c.OFFICES)],
        markets=[market_view(p, market) for market in range(len(c.MARKETS))],
        display=[contract_view(p.parts, card) for card in p.display],
        deck=len(p.deck),
        pile_a=len(p.pile_a),
        pile_b=len(p.pile_b),
        neutral_supply=p.neutral_supply,
        bonus_paid=p.bonus_paid,
        copied=p.copied,
        seats=[player_view(p, other, seat) for other in range(p.seats)],
        hand=[] if seat is None else [contract_view(p.parts, card) for card in cards_of(p.players[seat].hand)],
        tile_in_hand=tile_view(p.parts, step.tile) if isinstance(step, PlaceTile) else None,
        production=production_view(p, seat),
        selling=selling_view(p, step) if isinstance(step, Sell) else None,
    )


def deciding(p: Automania, seat: int | None) -> str | None:
    """The name of the pending decision; to other seats a production is one decision (R-24)."""
    if not p.to_act:
        return None
    actor = p.to_act[0]
    kind = p.kind(actor)
    if actor != seat and CAR_TYPE <= kind <= PLACE_CAR:
        return PRODUCE
    return p.game.vocabulary.kind_name(kind)


def tile_view(parts: Parts, tile: int) -> TileView | None:
    """A tile, or None for an empty place."""
    if tile == st.NO_TILE:
        return None
    face = parts.tiles[tile]
    kind = c.KINDS[face.family][face.kind]
    return TileView(face.code, c.FAMILIES[face.family], kind, face.stars, face.medals, face.value)


def contract_view(parts: Parts, card: int) -> ContractView:
    """A contract."""
    face = parts.contracts[card]
    return ContractView(
        code=face.code,
        type=c.ACTIONS[c.ANY] if face.type == c.ANY else c.TYPES[face.type],
        features=[c.FEATURES[feature] for feature in range(len(c.FEATURES)) if face.features >> feature & 1],
        styles=[c.STYLES[style] for style in range(len(c.STYLES)) if face.styles >> style & 1],
        styles_any=face.styles_any,
        popularity=face.popularity,
        medals=face.medals,
    )


def car_view(car: int) -> CarView | None:
    """A car, or None for an empty space."""
    return None if car == c.NO_CAR else CarView(car // st.CAR_KINDS, c.CAR_TILES[car % st.CAR_KINDS])


def space_view(p: Automania, space: int) -> SpaceView:
    """An action space."""
    face = p.parts.spaces[space]
    owner = p.space_owner[space]
    there = p.workers_on(space)
    return SpaceView(
        code=face.code,
        action=c.ACTIONS[face.action],
        cost=face.cost,
        cells=[cell + 1 for cell in p.line(space)],
        seat=None if owner == st.NOBODY else owner,
        workers=there,
        neutral=p.space_neutral[space],
        needs=there + 1,
    )


def office_view(p: Automania, office: int) -> OfficeView:
    """A sales office."""
    limit = p.parts.office_limits[office]
    seats = [seat for seat in range(p.seats) if p.players[seat].office == office]
    return OfficeView(office + 1, None if limit == c.NO_LIMIT else limit, seats[0] if seats else None)


def market_view(p: Automania, market: int) -> MarketView:
    """A market with its ships, demand and sales."""
    demand = p.demand[market * st.DEMANDS : (market + 1) * st.DEMANDS]
    sales: list[SaleView] = []
    for space in range(market * c.SALES_PER_MARKET, (market + 1) * c.SALES_PER_MARKET):
        face = p.parts.sale_spaces[space]
        cars = [found for found in (car_view(car) for car in p.cars_on(space)) if found is not None]
        sales.append(SaleView(face.code, face.row, face.money, face.vp, cars))
    return MarketView(
        code=c.MARKETS[market],
        demand=[SlotView(c.FEATURES[demand[slot]], p.slot_stars[slot]) for slot in range(st.SLOTS)],
        left=c.FEATURES[demand[st.WAITING]],
        right=c.FEATURES[demand[st.WAITING + 1]],
        ships=[car_view(p.ships[market * st.SHIP + space]) for space in range(c.SHIP_SPACES)],
        gold=list(p.parts.gold),
        yacht=car_view(p.ships[market * st.SHIP + st.YACHT_PLACE]),
        sales=sales,
    )


def player_view(p: Automania, other: int, seat: int | None) -> PlayerView:
    """One player as the seat sees him."""
    player = p.players[other]
    factory = p.factory(other)
    limit = p.sales_limit(other) if player.office != st.NO_OFFICE else c.NO_LIMIT
    open_money = other == seat or not p.hidden_money or p.phase == st.ENDED
    return PlayerView(
        seat=other,
        colour=p.parts.colours[other],
        factory=c.FACTORIES[player.factory],
        vp=player.vp,
        points=dict(p.game.breakdown(p, other)) if p.phase == st.ENDED else {},
        medals=contract_medals(p, other) + tile_medals(p, other),
        money=player.money if open_money else None,
        workers=player.free(),
        neutral=player.neutral,
        sponsor=player.sponsor + player.sponsor_neutral,
        marketing=player.marketing + player.marketing_neutral,
        passed=player.passed,
        office=None if player.office == st.NO_OFFICE else player.office + 1,
        limit=None if limit == c.NO_LIMIT else limit,
        sold=player.sold,
        hand_size=len(cards_of(player.hand)),
        played=[contract_view(p.parts, card) for card in cards_of(player.played)],
        stations=[tile_view(p.parts, tile) for tile in player.stations],
        lines={c.TYPES[type_]: [c.STATION_CODES[station] for station in factory.lines[type_]] for type_ in range(len(c.TYPES))},
        managers=[tile_view(p.parts, tile) for tile in player.managers],
        office_costs=list(factory.office_costs),
        styles={
            c.TYPES[type_]: [tile_view(p.parts, player.style_on(type_, kind)) for kind in range(len(c.STYLES))]
            for type_ in range(len(c.TYPES))
        },
        style_costs=list(factory.style_costs),
        printed_stars=list(factory.printed),
        cars={c.CAR_TILES[kind]: player.cars[kind] for kind in range(st.CAR_KINDS)},
        popularity={
            c.TYPES[type_]: [popularity(p, other, type_, market) for market in range(len(c.MARKETS))]
            for type_ in range(len(c.TYPES))
        },
    )


def production_view(p: Automania, seat: int | None) -> ProductionView | None:
    """The car being produced, as far as it is decided; that a car tile is being chosen, only its owner is told (R-24)."""
    step = p.stack[-1] if p.stack else None
    if isinstance(step, (ChooseMarket, Marketing, PlayContract, PlaceCar)) or (isinstance(step, CarTile) and step.seat == seat):
        return ProductionView(**dump_args(p.game, step))
    return None


def selling_view(p: Automania, step: Sell) -> SellingView:
    """The car in question at a sale."""
    return SellingView(step.seat, c.CAR_TILES[step.car(p) % st.CAR_KINDS], **dump_args(p.game, step))
