"""The decisions of Kraftwagen (the spec's D1-D21) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Kind, Vocabulary
from officina.games.kraftwagen.components import ACTIONS, PARTS, PREFERENCES, TILES, Parts

PICK_START_TILE: Final = 1
PICK_TILE: Final = 2
PICK_ACTION: Final = 3
TAKE_CARD: Final = 4
ACTIVATE: Final = 5
PLACE_BODY: Final = 6
PLACE_ENGINE: Final = 7
PICK_BUYER: Final = 8
MARKET_STEP: Final = 9
CAR_BODY: Final = 10
CAR_ENGINE: Final = 11
CAR_PRICE: Final = 12
CAR_WORKERS: Final = 13
CAR_ENGINEER: Final = 14
DAIMLER_MARKER: Final = 15
DAIMLER_BUYER: Final = 16
DIESEL_CAR: Final = 17
DIESEL_WHAT: Final = 18
DIESEL_VALUE: Final = 19
BENZ_BUYER: Final = 20
PICK_PART: Final = 21

# Options of pick_tile after the ten tiles, and of pick_action after the eight actions.
TILE_USE_DAIMLER: Final = TILES
TILE_USE_DIESEL: Final = TILES + 1
ACTION_USE_DAIMLER: Final = len(ACTIONS)
ACTION_USE_DIESEL: Final = len(ACTIONS) + 1
CONTINUE: Final = len(ACTIONS) + 2

# Options of market_step.
PLACE_CAR: Final = 0
MARKET_USE_DAIMLER: Final = 1
MARKET_USE_DIESEL: Final = 2
END_TURN: Final = 3

# Options of place_body and place_engine; from FIRST_REPLACE on: bodies by value, then engines by value.
WORKSHOP: Final = 0
BODY_DECLINE: Final = 1
BODY_FIRST_REPLACE: Final = 2
ENGINE_RACE_CAR: Final = 1
ENGINE_DECLINE: Final = 2
ENGINE_FIRST_REPLACE: Final = 3

# Options of car_engineer: none, then Horch's and Maybach's two markers.
NO_MARKER: Final = 0

# Options of diesel_what.
WHAT_BODY: Final = 0
WHAT_ENGINE: Final = 1
WHAT_WORKERS: Final = 2
WHAT_PRICE: Final = 3
WHATS: Final = ("body", "engine", "workers", "price")

# Options of benz_buyer: pass, then the four preferences.
BENZ_PASS: Final = 0


def build(parts: Parts) -> Vocabulary:
    """The vocabulary, with tiles, cards and values as in the components. Where an option is a number n, it is option n - 1."""
    uses = ["use_daimler", "use_diesel"]
    values = numbers(parts.highest_part)
    prices = numbers(parts.highest_price)
    replace = [f"replace {part} {value}" for part in PARTS for value in values]
    horch = [f"horch_{value}" for value in parts.horch_values]
    maybach = [f"maybach_{value}" for value in parts.maybach_values]
    preferences = list(PREFERENCES)
    return Vocabulary(
        [
            Kind("pick_start_tile", [tile.code for tile in parts.start_tiles]),
            Kind("pick_tile", [tile.code for tile in parts.tiles] + uses),
            Kind("pick_action", [*ACTIONS, *uses, "continue"]),
            Kind("take_card", parts.card_codes),
            Kind("activate", parts.card_codes[: parts.developments]),
            Kind("place_body", ["workshop", "decline", *replace]),
            Kind("place_engine", ["workshop", "race_car", "decline", *replace]),
            Kind("pick_buyer", preferences),
            Kind("market_step", ["place_car", *uses, "end_turn"]),
            Kind("car_body", values),
            Kind("car_engine", values),
            Kind("car_price", prices),
            Kind("car_workers", numbers(parts.workers)),
            Kind("car_engineer", ["none", *horch, *maybach]),
            Kind("daimler_marker", [str(value) for value in parts.daimler_values]),
            Kind("daimler_buyer", numbers(max(parts.slots) + 1)),
            Kind("diesel_car", prices),
            Kind("diesel_what", list(WHATS)),
            Kind("diesel_value", numbers(max(parts.highest_price, parts.workers, parts.highest_part))),
            Kind("benz_buyer", ["pass", *preferences]),
            Kind("pick_part", list(PARTS)),
        ]
    )


def numbers(last: int) -> list[str]:
    """The words 1 .. last."""
    return [str(number) for number in range(1, last + 1)]
