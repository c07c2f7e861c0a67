"""The fields of a table, and what must add up (KW-143)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from officina.core.fields import Fields, Group
from officina.core.nouns import FLAG, NOBODY_OR_SEAT, NUMBER, SEAT, ByName, ListOf, Names, Number, SetOf
from officina.core.text import Message
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen import state as st
from officina.games.kraftwagen.components import BODY, ENGINE, ENGINEERS, LAST_NUMBER, PREFERENCES, TILES, Parts
from officina.games.kraftwagen.nouns import AWARD, CARD, ENGINEER, ENTRY, MARKER, PREFERENCE, START_TILE, say
from officina.games.kraftwagen.state import FIRST_HORCH, FIRST_MAYBACH, Car, Kraftwagen, Player, inserted

DAIMLER: Final = next(engineer for engineer, markers in enumerate(st.MARKERS_WITH) if markers == st.ALL_DAIMLER)


def ascending(values: list[int]) -> tuple[int, ...]:
    """In the order that the rules keep them."""
    return tuple(sorted(values))


def new_player(parts: Parts) -> Player:
    """A player's things before they are read."""
    player = Player()
    player.clear(parts)
    return player


SMALL: Final = Number(0, 1000)
PRINTED: Final = Number(1, LAST_NUMBER)
VALUES: Final = ListOf(PRINTED, make=ascending)
CARDS: Final = ListOf(CARD, make=tuple)

PLAYER: Final = Fields(
    canteen=SMALL,
    supply=SMALL,
    bodies=VALUES,
    engines=VALUES,
    race_engine=PRINTED,
    space=SMALL,
    laps=SMALL,
    start_tile=START_TILE.or_none(),
    developments=CARDS,
    inactive=ListOf(CARD, make=ascending),
    engineers=SetOf(ENGINEER),
    markers=SetOf(MARKER),
    bonuses=NUMBER,
    prizes=NUMBER,
    sales=NUMBER,
)

CAR: Final = Fields(
    owner=SEAT,
    body=PRINTED,
    engine=PRINTED,
    workers=PRINTED,
    price=PRINTED,
    body_bonus=SMALL,
    engine_bonus=SMALL,
)

FIELDS: Final = Fields(
    players=ListOf(Group(new_player, PLAYER)),
    round=SMALL,
    phase=Names(st.PHASES),
    turn=Number(0, 10_000),
    chain=ListOf(ENTRY, make=tuple),
    offset=SMALL,
    deck=CARDS.secret(),
    face_up=CARDS,
    discard=CARDS,
    resolving=CARD.or_none(),
    offer_tiles=ListOf(START_TILE, make=tuple),
    buyers=ListOf(PREFERENCE),
    daimler=ListOf(SMALL),
    bonus=ByName(PREFERENCE, SMALL),
    pawn=SMALL,
    price_row=ListOf(PRINTED, make=tuple),
    market=ListOf(Group(lambda _: Car(0, 0, 0, 0, 0), CAR), make=tuple),
    awards=ByName(AWARD, NOBODY_OR_SEAT, empty=st.NOBODY),
    quiet=SMALL,
    marker_used=FLAG,
    daimler_used=FLAG,
    car_placed=FLAG,
    buyer_acted=FLAG,
)


def settle(p: Kraftwagen) -> None:
    """KW-57: the points that the start tile and the active developments give."""
    for player in p.players:
        for card in player.developments:
            player.body_points += p.parts.card_points[card][BODY]
            player.engine_points += p.parts.card_points[card][ENGINE]


def check(p: Kraftwagen) -> Message | None:
    """What is wrong with a table: components lost or found, two cars on a space, a marker without its engineer."""
    if len(p.players) != p.seats:
        return say("check.players", found=len(p.players), wanted=p.seats)
    for rule in (_check_cards, _check_chain, _check_market, _check_buyers, _check_markers, _check_race, _check_awards):
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
    if p.resolving != st.NO_CARD:
        if not p.parts.is_instant(p.resolving):
            return say("check.resolving", card=nouns.card(p.parts, p.resolving))
        cards.append(p.resolving)
    for player in p.players:
        for card in (*player.developments, *player.inactive):
            if not 0 <= card < p.parts.developments:
                return say("check.not_development")
        cards += [*player.developments, *player.inactive]
        cards += [p.parts.first_engineer + engineer for engineer in range(len(ENGINEERS)) if player.has(engineer)]
    for card, wanted in enumerate(p.parts.card_count):
        if cards.count(card) != wanted:
            return say("check.cards", card=nouns.card(p.parts, card), found=cards.count(card), wanted=wanted)
    if len(p.face_up) > p.parts.face_up or (len(p.face_up) < p.parts.face_up and (p.deck or p.discard)):
        return say("check.face_up", found=len(p.face_up), wanted=p.parts.face_up)
    return None


def _check_chain(p: Kraftwagen) -> Message | None:
    if sorted(p.chain) != list(range(TILES + p.seats)):
        return say("check.chain", n=len(p.chain), wanted=TILES + p.seats)
    taken = [*(player.start_tile for player in p.players if player.start_tile != st.NO_TILE), *p.offer_tiles]
    if len(set(taken)) != len(taken):
        return say("check.start_tiles")
    return None


def _check_market(p: Kraftwagen) -> Message | None:
    on_sale = p.phase in (st.ACTION_PHASE, st.SCORING)
    last = 0 if p.phase == st.SETUP else len(p.parts.rounds)
    if not (1 if on_sale else 0) <= p.round <= last:
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
    most = p.parts.slots[p.seats] + (1 if p.phase == st.SCORING else 0)
    if len(p.buyers) > most or len(p.daimler) != len(p.buyers):
        return say("check.slots", found=len(p.buyers), wanted=most)
    for preference in range(len(PREFERENCES)):
        if p.in_stack(preference) < 0:
            return say("check.buyers", preference=PREFERENCE.say(preference, p.parts), wanted=p.parts.buyers_of_each)
    markers = [value for value in p.daimler if value]
    if len(set(markers)) != len(markers) or not set(markers) <= set(p.parts.daimler_values):
        return say("check.daimler", found=nouns.listed(markers))
    if p.pawn > p.parts.pawn_start[p.seats]:
        return say("check.pawn", found=p.pawn, wanted=p.parts.pawn_start[p.seats])
    return None


def _check_markers(p: Kraftwagen) -> Message | None:
    """KW-06: a marker on the table is its engineer's, no longer with the player who has him, and there once."""
    parts = p.parts
    cars = [(car, FIRST_HORCH, parts.horch_values, car.engine_bonus) for car in p.market]
    cars += [(car, FIRST_MAYBACH, parts.maybach_values, car.body_bonus) for car in p.market]
    left = [player.markers for player in p.players]
    for car, first, values, value in cars:
        if value and not _lay(left, p, car.owner, first, values, value):
            return say("check.car_marker", price=car.price)
        if car.body_bonus and car.engine_bonus:
            return say("check.car_marker", price=car.price)
    for value in p.daimler:
        holder = next((seat for seat in range(p.seats) if p.players[seat].has(DAIMLER)), st.NOBODY)
        if value and not _lay(left, p, holder, st.FIRST_DAIMLER, parts.daimler_values, value):
            return say("check.daimler_marker", value=value)
    return None


def _lay(left: list[int], p: Kraftwagen, seat: int, first: int, values: Sequence[int], value: int) -> bool:
    """Whether the seat can have laid a marker of that value: it has his engineer, and not the marker; it does so once."""
    if seat == st.NOBODY:
        return False
    player = p.players[seat]
    for index, printed in enumerate(values):
        bit = 1 << first + index
        engineer = next(engineer for engineer, markers in enumerate(st.MARKERS_WITH) if markers & bit)
        if printed == value and player.has(engineer) and not left[seat] & bit:
            left[seat] |= bit
            return True
    return False


def _check_race(p: Kraftwagen) -> Message | None:
    spaces = list(p.parts.neutral_cars[p.seats])
    for seat, player in enumerate(p.players):
        if player.space > p.parts.lap_spaces or (player.space == st.PIT_LANE and player.laps):
            return say("check.race_car", who=nouns.player(p.parts, seat), space=player.space, laps=player.laps)
        if player.space != st.PIT_LANE:
            spaces.append(player.space)
    for space in spaces:
        if spaces.count(space) > 1:
            return say("check.same_space", space=space)
    return None


def _check_awards(p: Kraftwagen) -> Message | None:
    if any(holder >= p.seats for holder in p.awards):
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
            allowed |= st.MARKERS_WITH[engineer]
    if player.markers & ~allowed:
        return say("check.markers", who=who)
    return None
