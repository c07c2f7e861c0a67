"""What a seat may see: everything but the bags that ``visible_bags`` hides, and the future."""

from __future__ import annotations

import msgspec

from officina.core.views import TableView, common
from officina.games.automobiles import state as st
from officina.games.automobiles.components import CARD_NAMES, COLOURED_CARDS
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, count, counts, size
from officina.games.automobiles.scoring import race_order, score
from officina.games.automobiles.state import Automobiles


class StackView(msgspec.Struct):
    """A colour of cubes: how many are in stock, its card in play (None before the cards are drawn), cost and value."""

    cube: str
    stock: int
    card: str | None
    cost: int
    value: int
    coloured: bool


class PlaceView(msgspec.Struct):
    """A place on the track: lane from 1 (the inside), position, completed laps."""

    lane: int
    position: int
    lap: int


class LandingView(PlaceView):
    """A space entered this turn; the cube that lies there, if it has not moved on."""

    cube: str | None


class PlayerView(msgspec.Struct):
    """One player's sheet and car. Piles are ten counts, in the order of the colours; a hidden bag is None."""

    seat: int
    colour: str
    grid: int | None
    car: PlaceView | None
    distance: int
    rank: int
    laps_to_go: int
    active: list[int]
    used: list[int]
    discard: list[int]
    bag_size: int
    bag: list[int] | None
    pending_boost: int


class View(TableView):
    """A table of Automobiles."""

    track: str
    positions: int
    lanes: int
    laps: int
    round: int
    phase: str
    current: int | None
    first_player: int | None
    start_rank: int
    money: int
    held: list[int]
    aero: bool
    last_round: bool
    head: PlaceView | None
    head_entry: PlaceView | None
    path: list[LandingView]
    stacks: list[StackView]
    players_in_race: list[PlayerView]


def view(p: Automobiles, seat: int | None) -> View:
    """The table as the seat (None: a spectator) sees it."""
    order = race_order(p)
    return View(
        **common(p, seat),
        track=p.track.name,
        positions=p.track.positions,
        lanes=p.track.lanes,
        laps=p.agreed.laps,
        round=p.round,
        phase=st.PHASES[p.phase],
        current=None if p.current == st.NOBODY else p.current,
        first_player=None if p.first == st.NOBODY else p.first,
        start_rank=p.start_rank,
        money=p.money,
        held=counts(p.held),
        aero=p.aero,
        last_round=p.finish,
        head=None if p.head == st.OFF_TRACK else place_view(p, p.head, p.head_lap),
        head_entry=None if p.head_entry == st.OFF_TRACK else place_view(p, p.head_entry, p.head_lap),
        path=[landing_view(p, index) for index in range(0, len(p.path), st.LANDING)],
        stacks=[stack_view(p, colour) for colour in range(COLOURS)],
        players_in_race=[player_view(p, other, seat, order.index(other) + 1) for other in range(p.seats)],
    )


def stack_view(p: Automobiles, colour: int) -> StackView:
    """One colour of cubes with its card."""
    card = p.card_of[colour]
    return StackView(
        cube=COLOUR_NAMES[colour],
        stock=count(p.stock, colour),
        card=None if card == st.NO_CARD else CARD_NAMES[card],
        cost=p.costs[colour],
        value=p.values[colour],
        coloured=card < COLOURED_CARDS,
    )


def place_view(p: Automobiles, segment: int, lap: int) -> PlaceView:
    """A segment as people count."""
    return PlaceView(p.track.lane_of(segment) + 1, p.track.position_of(segment), lap)


def landing_view(p: Automobiles, index: int) -> LandingView:
    """One landing of the path."""
    segment, lap, cube = p.path[index : index + st.LANDING]
    name = None if cube == st.NO_CUBE else COLOUR_NAMES[cube]
    return LandingView(p.track.lane_of(segment) + 1, p.track.position_of(segment), lap, name)


def player_view(p: Automobiles, other: int, seat: int | None, rank: int) -> PlayerView:
    """One player's sheet; the bag's contents as far as the seat may know them (AU-186)."""
    open_bags = p.agreed.visible_bags
    bag_visible = open_bags == st.BAGS_ALL or (open_bags == st.BAGS_OWN and other == seat)
    on_track = p.spot[other] != st.OFF_TRACK
    return PlayerView(
        seat=other,
        colour=p.parts.cars[other],
        grid=None if p.slots[other] == st.NOBODY else p.slots[other] + 1,
        car=place_view(p, p.spot[other], p.lap[other]) if on_track else None,
        distance=score(p, other),
        rank=rank,
        laps_to_go=p.laps_to_go(other),
        active=counts(p.active[other]),
        used=counts(p.used[other]),
        discard=counts(p.discard[other]),
        bag_size=size(p.bag[other]),
        bag=counts(p.bag[other]) if bag_visible else None,
        pending_boost=p.pending[other],
    )
