"""The decisions of Automania (the spec's D0-D15) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Kind, Vocabulary
from officina.games.automania.components import (
    CELLS,
    CONTRACTS,
    FACTORIES,
    MARKETS,
    MOST_MANAGERS,
    OFFICES,
    SHIP_SPACES,
    SPACE_CODES,
    SPACES,
    STATION_CODES,
    STATIONS,
    TYPES,
    Parts,
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

MOST_WORKERS: Final = 16
"""The workers that one player may ever hold: six of the own colour and all ten neutral ones."""

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
NO_CONTRACT: Final = CONTRACTS + 4

# place_car: the ship spaces from 17 down to 1, so that the highest free one is offered first (AM-78), then
YACHT: Final = SHIP_SPACES
NOT_PLACED: Final = YACHT + 1
PLACE_RECALL: Final = NOT_PLACED + 1

# draw_contract: the cards of the display, then
FROM_DECK: Final = CONTRACTS
DRAW_SPONSOR: Final = FROM_DECK

NO_OFFICE_TILE: Final = 2

# sell: the sale spaces of both markets, then
COPY: Final = 12
KEEP: Final = 24

LEFT: Final = 0
RIGHT: Final = 1


def build(parts: Parts) -> Vocabulary:
    """The vocabulary, with cards named as in the components."""
    sponsor = [f"sponsor {workers}" for workers in range(1, MOST_WORKERS + 1)]
    recall = [f"recall {market} {space}" for market in MARKETS for space in range(1, SHIP_SPACES + 1)]
    cards = [contract.code.lower() for contract in parts.contracts]
    sales = [space.code for space in parts.sale_spaces]
    types = list(TYPES)
    return Vocabulary(
        [
            Kind("factory", list(FACTORIES[1:])),
            Kind("turn", [*(f"space {code}" for code in SPACE_CODES), "pass", *sponsor, *recall]),
            Kind("take_tile", [str(cell) for cell in range(1, CELLS + 1)]),
            Kind(
                "place_tile",
                [
                    *(f"station {code}" for code in STATION_CODES),
                    "office new",
                    *(f"office {slot}" for slot in range(1, MOST_MANAGERS + 1)),
                    *(f"style {name}" for name in types),
                    "discard",
                    *sponsor,
                ],
            ),
            Kind("car_type", types),
            Kind("market", [*MARKETS, *sponsor, *recall]),
            Kind("car_tile", ["normal", "electric"]),
            Kind("marketing", [str(workers) for workers in range(MOST_WORKERS + 1)]),
            Kind("play_contract", [*cards, "none"], secret=True),
            Kind("place_car", [*(f"ship {space}" for space in range(SHIP_SPACES, 0, -1)), "yacht", "none", *recall]),
            Kind("draw_contract", [*(f"display {card}" for card in cards[:CONTRACTS]), "deck", *sponsor]),
            Kind("office", [str(office) for office in range(1, OFFICES + 1)]),
            Kind("office_tile", ["1", "2", "none"]),
            Kind("office_contract", cards[:CONTRACTS]),
            Kind("sell", [*(f"sale {code}" for code in sales), *(f"copy {code}" for code in sales), "keep"]),
            Kind("demand_side", ["left", "right"]),
        ]
    )
