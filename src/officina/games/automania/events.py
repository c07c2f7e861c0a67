"""What can happen in Automania, for the log."""

from __future__ import annotations

from typing import Final

from officina.core.events import LONG, PLAIN, SHORT, EventKind
from officina.core.nouns import NUMBER, ListOf
from officina.games.automania.nouns import (
    CAR_TILE,
    CARD,
    CARD_IN_SHORT,
    CELL,
    FACTORY,
    FEATURE,
    MARKET,
    OFFICE,
    OFFICE_SLOT,
    SALE_SPACE,
    SEAT,
    SHIP_SPACE,
    SIDE,
    SPACE,
    STATION,
    TILE,
    TYPE,
)

ORDER_DRAWN: Final = 1
STARTED: Final = 2
DEMAND_DEALT: Final = 3
TILES_DEALT: Final = 4
CARD_SHOWN: Final = 5
START_CARD: Final = 6
FACTORY_CHOSEN: Final = 7
ROUND_BEGAN: Final = 8
WORKERS_PLACED: Final = 9
DISPLACED: Final = 10
SPONSORED: Final = 11
RECALLED: Final = 12
TILE_TAKEN: Final = 13
OFFICE_TILE_TAKEN: Final = 14
NO_TILE_TAKEN: Final = 15
MACHINE_PLACED: Final = 16
MANAGER_PLACED: Final = 17
STYLE_PLACED: Final = 18
REPLACED: Final = 19
DISCARDED: Final = 20
MONEY_TILE: Final = 21
VP_TILE: Final = 22
STAFF_CAME: Final = 23
PRODUCED: Final = 24
MARKETED: Final = 25
CONTRACT_PLAYED: Final = 26
SHIPPED: Final = 27
ON_YACHT: Final = 28
NOT_SHIPPED: Final = 29
CARD_TAKEN: Final = 30
CARD_DRAWN: Final = 31
CARD_SEEN: Final = 32
NO_CARDS: Final = 33
PASSED: Final = 34
OFFICE_CHOSEN: Final = 35
SALES_BEGAN: Final = 36
SOLD: Final = 37
COPIED: Final = 38
KEPT: Final = 39
YACHT_RETURNED: Final = 40
DEMAND_MOVED: Final = 41
LEFTOVERS: Final = 42
MEDALS: Final = 43
MONEY_RANKED: Final = 44
GAME_ENDED: Final = 45

EVENTS: Final = [
    EventKind(ORDER_DRAWN, "order_drawn", chance=True, seats=ListOf(SEAT)),
    EventKind(STARTED, "started", money=NUMBER, vp=NUMBER),
    EventKind(
        DEMAND_DEALT,
        "demand_dealt",
        chance=True,
        market=MARKET,
        first=FEATURE,
        second=FEATURE,
        third=FEATURE,
        left=FEATURE,
        right=FEATURE,
    ),
    EventKind(TILES_DEALT, "tiles_dealt", beat=PLAIN, reveals=True, round=NUMBER, tiles=ListOf(TILE)),
    EventKind(CARD_SHOWN, "card_shown", reveals=True, card=CARD),
    EventKind(START_CARD, "start_card", chance=True, card=CARD),  # to its owner only
    EventKind(FACTORY_CHOSEN, "factory_chosen", factory=FACTORY),
    EventKind(ROUND_BEGAN, "round_began", beat=PLAIN, round=NUMBER, seats=ListOf(SEAT)),
    EventKind(WORKERS_PLACED, "workers_placed", beat=PLAIN, space=SPACE, n=NUMBER),
    EventKind(DISPLACED, "displaced", beat=SHORT, space=SPACE, n=NUMBER),  # seat: whose workers
    EventKind(SPONSORED, "sponsored", beat=PLAIN, n=NUMBER, money=NUMBER),
    EventKind(RECALLED, "recalled", beat=PLAIN, car=CAR_TILE, market=MARKET, space=SHIP_SPACE),
    EventKind(TILE_TAKEN, "tile_taken", beat=PLAIN, tile=TILE, cell=CELL),
    EventKind(OFFICE_TILE_TAKEN, "office_tile_taken", beat=PLAIN, tile=TILE),
    EventKind(NO_TILE_TAKEN, "no_tile_taken", beat=SHORT),
    EventKind(MACHINE_PLACED, "machine_placed", beat=PLAIN, tile=TILE, station=STATION),
    EventKind(MANAGER_PLACED, "manager_placed", beat=PLAIN, tile=TILE, slot=OFFICE_SLOT, cost=NUMBER),
    EventKind(STYLE_PLACED, "style_placed", beat=PLAIN, tile=TILE, type=TYPE, cost=NUMBER),
    EventKind(REPLACED, "replaced", beat=SHORT, tile=TILE),
    EventKind(DISCARDED, "discarded", beat=SHORT, tile=TILE),
    EventKind(MONEY_TILE, "money_tile", beat=PLAIN, tile=TILE, money=NUMBER),
    EventKind(VP_TILE, "vp_tile", beat=PLAIN, tile=TILE, vp=NUMBER),
    EventKind(STAFF_CAME, "staff_came", beat=SHORT, n=NUMBER),
    EventKind(PRODUCED, "produced", beat=PLAIN, type=TYPE, market=MARKET, cost=NUMBER),
    EventKind(MARKETED, "marketed", beat=PLAIN, n=NUMBER),
    EventKind(CONTRACT_PLAYED, "contract_played", beat=PLAIN, reveals=True, card=CARD),
    EventKind(
        SHIPPED, "shipped", beat=LONG, car=CAR_TILE, market=MARKET, space=SHIP_SPACE, popularity=NUMBER, n=NUMBER
    ),  # n: gold
    EventKind(ON_YACHT, "on_yacht", beat=LONG, car=CAR_TILE, market=MARKET, popularity=NUMBER, vp=NUMBER),
    EventKind(NOT_SHIPPED, "not_shipped", beat=LONG, type=TYPE, market=MARKET, popularity=NUMBER),
    EventKind(CARD_TAKEN, "card_taken", beat=PLAIN, card=CARD_IN_SHORT),
    EventKind(CARD_DRAWN, "card_drawn", beat=PLAIN, reveals=True),
    EventKind(CARD_SEEN, "card_seen", reveals=True, card=CARD),  # to its owner only
    EventKind(NO_CARDS, "no_cards", beat=PLAIN, n=NUMBER),  # n: points instead
    EventKind(PASSED, "passed", beat=PLAIN),
    EventKind(OFFICE_CHOSEN, "office_chosen", beat=PLAIN, office=OFFICE),
    EventKind(SALES_BEGAN, "sales_began", beat=PLAIN, round=NUMBER),
    EventKind(SOLD, "sold", beat=PLAIN, car=CAR_TILE, space=SALE_SPACE, money=NUMBER, vp=NUMBER),
    EventKind(COPIED, "copied", beat=PLAIN, car=CAR_TILE, space=SALE_SPACE, money=NUMBER, vp=NUMBER),
    EventKind(KEPT, "kept", beat=SHORT, car=CAR_TILE, market=MARKET, space=SHIP_SPACE),
    EventKind(YACHT_RETURNED, "yacht_returned", beat=SHORT, car=CAR_TILE, market=MARKET),
    EventKind(DEMAND_MOVED, "demand_moved", beat=PLAIN, side=SIDE),
    EventKind(LEFTOVERS, "leftovers", beat=PLAIN, money=NUMBER, vp=NUMBER),
    EventKind(MEDALS, "medals", beat=PLAIN, contracts=NUMBER, tiles=NUMBER),
    EventKind(MONEY_RANKED, "money_ranked", beat=LONG, reveals=True, place=NUMBER, money=NUMBER, vp=NUMBER),
    EventKind(GAME_ENDED, "game_ended", beat=LONG),
]
