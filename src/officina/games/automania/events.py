"""What can happen in Automania, for the log. Seats, tiles, cards, spaces and markets are numbered as in components.py."""

from __future__ import annotations

from typing import Final

from officina.core.events import EventKind

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
    EventKind("order_drawn", chance=True),  # (seat, ...) first to last
    EventKind("started"),  # (money, vp)
    EventKind("demand_dealt", chance=True),  # (market, slot 1, slot 2, slot 3, left, right)
    EventKind("tiles_dealt", reveals=True),  # (round, tile under the tile office, the other one)
    EventKind("card_shown", reveals=True),  # (card,)
    EventKind("start_card", chance=True),  # (card,), to its owner only
    EventKind("factory_chosen"),  # (factory,)
    EventKind("round_began"),  # (round, seat, ...) first to last
    EventKind("workers_placed"),  # (space, workers)
    EventKind("displaced"),  # (space, workers), seat: whose workers
    EventKind("sponsored"),  # (workers, money)
    EventKind("recalled"),  # (car tile, market, space)
    EventKind("tile_taken"),  # (tile, cell)
    EventKind("office_tile_taken"),  # (tile,)
    EventKind("no_tile_taken"),  # ()
    EventKind("machine_placed"),  # (tile, station)
    EventKind("manager_placed"),  # (tile, office slot, cost)
    EventKind("style_placed"),  # (tile, type, cost)
    EventKind("replaced"),  # (tile,)
    EventKind("discarded"),  # (tile,)
    EventKind("money_tile"),  # (tile, money)
    EventKind("vp_tile"),  # (tile, vp)
    EventKind("staff_came"),  # (neutral workers,)
    EventKind("produced"),  # (type, market, cost)
    EventKind("marketed"),  # (workers,)
    EventKind("contract_played", reveals=True),  # (card,)
    EventKind("shipped"),  # (car tile, market, space, popularity, gold)
    EventKind("on_yacht"),  # (car tile, market, popularity, vp)
    EventKind("not_shipped"),  # (type, market, popularity)
    EventKind("card_taken"),  # (card,)
    EventKind("card_drawn", reveals=True),  # ()
    EventKind("card_seen", reveals=True),  # (card,), to its owner only
    EventKind("no_cards"),  # (vp,)
    EventKind("passed"),  # ()
    EventKind("office_chosen"),  # (office,)
    EventKind("sales_began"),  # (round,)
    EventKind("sold"),  # (car tile, sale space, money, vp)
    EventKind("copied"),  # (car tile, sale space, money, vp)
    EventKind("kept"),  # (car tile, market, space)
    EventKind("yacht_returned"),  # (car tile, market)
    EventKind("demand_moved"),  # (side,)
    EventKind("leftovers"),  # (money, vp)
    EventKind("medals"),  # (of contracts, of tiles)
    EventKind("money_ranked", reveals=True),  # (place, money, vp)
    EventKind("game_ended"),  # ()
]
