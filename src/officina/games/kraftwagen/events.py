"""What can happen in Kraftwagen, for the log."""

from __future__ import annotations

from typing import Final

from officina.core.events import LONG, PLAIN, PRIZE, SHORT, EventKind
from officina.core.nouns import NUMBER, ListOf
from officina.games.kraftwagen.nouns import (
    ACTION,
    AWARD,
    CARD,
    DEVELOPMENT,
    END,
    ENTRY,
    PART,
    PREFERENCE,
    START_TILE,
    TILE,
    WHAT,
)

CHAIN_LAID: Final = 1
START_TILES_DRAWN: Final = 2
CARDS_TURNED: Final = 3
DECK_SHUFFLED: Final = 4
START_TILE_TAKEN: Final = 5
ROUND_BEGAN: Final = 6
TILE_TAKEN: Final = 7
ACTION_SKIPPED: Final = 8
TILES_SWEPT: Final = 9
HIRED: Final = 10
CARD_TAKEN: Final = 11
DEVELOPMENT_ACTIVE: Final = 12
DEVELOPMENT_INACTIVE: Final = 13
PART_STORED: Final = 14
PART_REPLACED: Final = 15
PART_DECLINED: Final = 16
RACE_ENGINE_FITTED: Final = 17
CAR_SET_OUT: Final = 18
DROVE: Final = 19
BUYER_ACTIVATED: Final = 20
PAWN_MOVED: Final = 21
STALLED: Final = 22
CAR_PLACED: Final = 23
DAIMLER_USED: Final = 24
DIESEL_USED: Final = 25
BENZ_USED: Final = 26
AWARD_WON: Final = 27
ROUND_ENDED: Final = 28
RACE_PLACED: Final = 29
NEUTRAL_PLACED: Final = 30
LAPS_PAID: Final = 31
SOLD: Final = 32
BOUGHT_NOTHING: Final = 33
CARS_LEFT: Final = 34
GAME_ENDED: Final = 35

EVENTS: Final = [
    EventKind(CHAIN_LAID, "chain_laid", chance=True, entries=ListOf(ENTRY)),  # from tail to head
    EventKind(START_TILES_DRAWN, "start_tiles_drawn", chance=True, tiles=ListOf(START_TILE)),
    EventKind(CARDS_TURNED, "cards_turned", beat=SHORT, reveals=True, cards=ListOf(CARD)),
    EventKind(DECK_SHUFFLED, "deck_shuffled", chance=True, n=NUMBER),
    EventKind(START_TILE_TAKEN, "start_tile_taken", beat=PLAIN, tile=START_TILE),
    EventKind(ROUND_BEGAN, "round_began", beat=PLAIN, round=NUMBER),
    EventKind(TILE_TAKEN, "tile_taken", beat=PLAIN, tile=TILE),
    EventKind(ACTION_SKIPPED, "action_skipped", beat=SHORT, action=ACTION),
    EventKind(TILES_SWEPT, "tiles_swept", beat=SHORT, tiles=ListOf(TILE)),
    EventKind(HIRED, "hired", beat=PLAIN, n=NUMBER),  # n: workers left in the supply
    EventKind(CARD_TAKEN, "card_taken", beat=PLAIN, card=CARD, rejected=CARD.or_none()),
    EventKind(DEVELOPMENT_ACTIVE, "development_active", beat=PLAIN, card=DEVELOPMENT, body=NUMBER, engine=NUMBER),  # new levels
    EventKind(DEVELOPMENT_INACTIVE, "development_inactive", beat=SHORT, card=DEVELOPMENT),
    EventKind(PART_STORED, "part_stored", beat=PLAIN, part=PART, value=NUMBER),
    EventKind(PART_REPLACED, "part_replaced", beat=PLAIN, part=PART, value=NUMBER, old_part=PART, old_value=NUMBER),
    EventKind(PART_DECLINED, "part_declined", beat=SHORT, part=PART, value=NUMBER),
    EventKind(RACE_ENGINE_FITTED, "race_engine_fitted", beat=PLAIN, value=NUMBER),
    EventKind(CAR_SET_OUT, "car_set_out", beat=SHORT, space=NUMBER),
    EventKind(DROVE, "drove", beat=PLAIN, points=NUMBER, space=NUMBER, n=NUMBER),  # n: laps
    EventKind(BUYER_ACTIVATED, "buyer_activated", beat=PLAIN, preference=PREFERENCE, slot=NUMBER, money=NUMBER),
    EventKind(PAWN_MOVED, "pawn_moved", beat=SHORT, n=NUMBER),  # n: steps left
    EventKind(STALLED, "stalled", beat=SHORT, turns=NUMBER, n=NUMBER),  # n: steps left
    EventKind(
        CAR_PLACED, "car_placed", beat=LONG,
        body=NUMBER, engine=NUMBER, workers=NUMBER, price=NUMBER, body_bonus=NUMBER, engine_bonus=NUMBER,
    ),
    EventKind(DAIMLER_USED, "daimler_used", beat=PLAIN, value=NUMBER, slot=NUMBER, preference=PREFERENCE),
    EventKind(DIESEL_USED, "diesel_used", beat=PLAIN, what=WHAT, old=NUMBER, new=NUMBER, price=NUMBER),  # price: before
    EventKind(BENZ_USED, "benz_used", beat=PLAIN, preference=PREFERENCE, slot=NUMBER),
    EventKind(AWARD_WON, "award_won", beat=PRIZE, award=AWARD, points=NUMBER),
    EventKind(ROUND_ENDED, "round_ended", beat=PLAIN, round=NUMBER, why=END),
    EventKind(RACE_PLACED, "race_placed", beat=PLAIN, place=NUMBER, points=NUMBER),
    EventKind(NEUTRAL_PLACED, "neutral_placed", beat=SHORT, place=NUMBER, space=NUMBER),
    EventKind(LAPS_PAID, "laps_paid", beat=PLAIN, n=NUMBER, points=NUMBER),
    EventKind(SOLD, "sold", beat=PLAIN, slot=NUMBER, preference=PREFERENCE, price=NUMBER, money=NUMBER),
    EventKind(BOUGHT_NOTHING, "bought_nothing", beat=SHORT, slot=NUMBER, preference=PREFERENCE),
    EventKind(CARS_LEFT, "cars_left", beat=SHORT, n=NUMBER, unsold=NUMBER),
    EventKind(GAME_ENDED, "game_ended", beat=LONG),
]  # fmt: skip

MARKET_IS_FULL: Final = 0
PAWN_AT_ZERO: Final = 1
"""The reasons of :data:`END`."""
