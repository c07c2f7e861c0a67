"""The decisions of Kraftwagen (the spec's D1-D21) and how their options are numbered and written."""

from __future__ import annotations

from typing import Final

from officina.core.vocabulary import Choice, Decision
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import ACTIONS, TILES

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

# Options of diesel_what; body and engine have the numbers of the parts.
WHAT_BODY: Final = 0
WHAT_ENGINE: Final = 1
WHAT_WORKERS: Final = 2
WHAT_PRICE: Final = 3

# Options of benz_buyer: pass, then the four preferences.
BENZ_PASS: Final = 0

# Where an option is a number n, it is option n - 1.
USES: Final = ("use_daimler", "use_diesel")
REPLACE: Final = Choice("replace", part=nouns.PART, value=nouns.VALUE)

DECISIONS: Final = [
    Decision(PICK_START_TILE, "pick_start_tile", tile=nouns.START_TILE),
    Decision(PICK_TILE, "pick_tile", Choice(tile=nouns.TILE), *USES),
    Decision(PICK_ACTION, "pick_action", Choice(action=nouns.ACTION), *USES, "continue"),
    Decision(TAKE_CARD, "take_card", Choice("", "card", card=nouns.OFFERED_CARD)),
    Decision(ACTIVATE, "activate", Choice("", "card", card=nouns.DEVELOPMENT)),
    Decision(PLACE_BODY, "place_body", "workshop", "decline", REPLACE),
    Decision(PLACE_ENGINE, "place_engine", "workshop", "race_car", "decline", REPLACE),
    Decision(PICK_BUYER, "pick_buyer", preference=nouns.PREFERENCE),
    Decision(MARKET_STEP, "market_step", "place_car", *USES, "end_turn"),
    Decision(CAR_BODY, "car_body", body=nouns.VALUE),
    Decision(CAR_ENGINE, "car_engine", engine=nouns.VALUE),
    Decision(CAR_PRICE, "car_price", price=nouns.PRICE),
    Decision(CAR_WORKERS, "car_workers", n=nouns.WORKERS),
    Decision(CAR_ENGINEER, "car_engineer", Choice("none", "no_marker"), Choice("", "marker", marker=nouns.CAR_MARKER)),
    Decision(DAIMLER_MARKER, "daimler_marker", value=nouns.DAIMLER_MARKER),
    Decision(DAIMLER_BUYER, "daimler_buyer", slot=nouns.SLOT),
    Decision(DIESEL_CAR, "diesel_car", price=nouns.PRICE),
    Decision(DIESEL_WHAT, "diesel_what", what=nouns.WHAT),
    Decision(DIESEL_VALUE, "diesel_value", n=nouns.FIGURE),
    Decision(BENZ_BUYER, "benz_buyer", Choice("pass", "benz_pass"), preference=nouns.PREFERENCE),
    Decision(PICK_PART, "pick_part", Choice("body", "body_first"), Choice("engine", "engine_first")),
]
