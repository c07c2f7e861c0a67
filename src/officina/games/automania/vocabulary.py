"""The decisions of Automania (the spec's D0-D15) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Choice, Decision
from officina.games.automania import nouns
from officina.games.automania.components import (
    CARDS,
    CONTRACTS,
    MARKETS,
    MOST_MANAGERS,
    MOST_WORKERS,
    OFFICE_TILES,
    SALES_PER_MARKET,
    SHIP_SPACES,
    SPACES,
    STATIONS,
    TYPES,
)

FACTORY: Final = 1
TURN: Final = 2
TAKE_TILE: Final = 3
PLACE_TILE: Final = 4
CAR_TYPE: Final = 5
MARKET: Final = 6
CAR_TILE: Final = 7
MARKETING: Final = 8
PLAY_CONTRACT: Final = 9
PLACE_CAR: Final = 10
DRAW_CONTRACT: Final = 11
OFFICE: Final = 12
OFFICE_TILE: Final = 13
OFFICE_CONTRACT: Final = 14
SELL: Final = 15
DEMAND_SIDE: Final = 16

# turn: the spaces, then
PASS: Final = SPACES
TURN_SPONSOR: Final = SPACES
"""``sponsor k`` is TURN_SPONSOR + k; likewise in the other kinds."""
TURN_RECALL: Final = TURN_SPONSOR + MOST_WORKERS + 1
"""``recall`` from a ship space is TURN_RECALL + market x 17 + space - 1; likewise in the other kinds."""

# place_tile: the stations, then
OFFICE_NEW: Final = STATIONS
OFFICE_SLOT: Final = OFFICE_NEW + 1
ON_TYPE: Final = OFFICE_SLOT + MOST_MANAGERS
DISCARD: Final = ON_TYPE + len(TYPES)
PLACE_SPONSOR: Final = DISCARD

# market: the two markets, then
MARKET_SPONSOR: Final = len(MARKETS) - 1
MARKET_RECALL: Final = MARKET_SPONSOR + MOST_WORKERS + 1

NORMAL_CAR: Final = 0
ELECTRIC_CAR: Final = 1

# play_contract: the cards, then
NO_CONTRACT: Final = CARDS

# place_car: the ship spaces from 17 down to 1, then
YACHT: Final = SHIP_SPACES
NOT_PLACED: Final = YACHT + 1
PLACE_RECALL: Final = NOT_PLACED + 1

# draw_contract: the cards of the display, then
FROM_DECK: Final = CONTRACTS
DRAW_SPONSOR: Final = FROM_DECK

NO_OFFICE_TILE: Final = OFFICE_TILES

# sell: the sale spaces of both markets, then
COPY: Final = 2 * SALES_PER_MARKET
KEEP: Final = 2 * COPY

LEFT: Final = 0
RIGHT: Final = 1

SPONSOR: Final = Choice("sponsor", n=nouns.WORKERS)
RECALL: Final = Choice("recall", market=nouns.MARKET, space=nouns.SHIP_SPACE)
CARD: Final = Choice("", "contract", card=nouns.CARD)

DECISIONS: Final = [
    Decision(FACTORY, "factory", factory=nouns.SIDE_B),
    Decision(TURN, "turn", Choice("space", space=nouns.SPACE), "pass", SPONSOR, RECALL),
    Decision(TAKE_TILE, "take_tile", cell=nouns.CELL),
    Decision(
        PLACE_TILE,
        "place_tile",
        Choice("station", station=nouns.STATION),
        "office new",
        Choice("office", "manager", slot=nouns.OFFICE_SLOT),
        Choice("style", type=nouns.TYPE),
        "discard",
        SPONSOR,
    ),
    Decision(CAR_TYPE, "car_type", type=nouns.TYPE),
    Decision(MARKET, "market", Choice("", "market", market=nouns.MARKET), SPONSOR, RECALL),
    Decision(CAR_TILE, "car_tile", Choice("normal", "normal_car"), Choice("electric", "electric_car")),
    Decision(MARKETING, "marketing", Choice("0", "no_marketing"), n=nouns.WORKERS),
    Decision(PLAY_CONTRACT, "play_contract", CARD, Choice("none", "no_contract"), secret=True),
    Decision(
        PLACE_CAR, "place_car", Choice("ship", space=nouns.SHIP_SPACE_FROM_TOP), "yacht", Choice("none", "not_placed"), RECALL
    ),
    Decision(DRAW_CONTRACT, "draw_contract", Choice("display", "contract", card=nouns.CONTRACT), "deck", SPONSOR),
    Decision(OFFICE, "office", office=nouns.OFFICE),
    Decision(OFFICE_TILE, "office_tile", Choice("", "office_tile", place=nouns.OFFICE_TILE), Choice("none", "no_office_tile")),
    Decision(OFFICE_CONTRACT, "office_contract", Choice("", "contract", card=nouns.CONTRACT)),
    Decision(SELL, "sell", Choice("sale", space=nouns.SALE), Choice("copy", space=nouns.SALE), "keep"),
    Decision(DEMAND_SIDE, "demand_side", side=nouns.SIDE),
]
