"""What can happen in Crazy Race, for the log. The event's seat is the player concerned."""

from __future__ import annotations

from typing import Final

from officina.core.events import LONG, PLAIN, SHORT, EventKind
from officina.core.nouns import FLAG, NUMBER, ListOf
from officina.games.crazy_race.nouns import COLOUR, MODEL, PILE, PROGRESS, SIDE, STAGE_CARD
from officina.games.crazy_race.nouns import PENALTY as WHY

FIRST_PLAYER: Final = 1
STAGE_BEGAN: Final = 2
LAID: Final = 3
LAID_VALUE: Final = 4
PASSED: Final = 5
RETOOK: Final = 6
HAND_EMPTY: Final = 7
TABOO: Final = 8
ALL_SPENT: Final = 9
SIDE_SHOWN: Final = 10
SIDE_WON: Final = 11
MOVED: Final = 12
MOVE_LOST: Final = 13
POINTS_LOST: Final = 14
TOOK_POINTS: Final = 15
NO_POINTS: Final = 16
TOP_SHOWN: Final = 17
STOLE: Final = 18
STOLE_ONLY: Final = 19
CONSOLED: Final = 20
DECLINED: Final = 21
CLEARED: Final = 22
PENALTY: Final = 23
GAME_ENDED: Final = 24

EVENTS: Final = [
    EventKind(FIRST_PLAYER, "first_player", chance=True),
    EventKind(STAGE_BEGAN, "stage_began", beat=PLAIN, reveals=True, stage=NUMBER, card=STAGE_CARD),
    EventKind(LAID, "laid", beat=PLAIN, side=SIDE),
    EventKind(LAID_VALUE, "laid_value", side=SIDE, value=NUMBER),  # to its owner only
    EventKind(PASSED, "passed", beat=SHORT),
    EventKind(RETOOK, "retook", beat=PLAIN),
    EventKind(HAND_EMPTY, "hand_empty"),
    EventKind(TABOO, "taboo", beat=SHORT, side=SIDE),
    EventKind(ALL_SPENT, "all_spent"),
    EventKind(
        SIDE_SHOWN, "side_shown", beat=LONG, reveals=True, side=SIDE, cards=ListOf(NUMBER)
    ),  # seat and value of each in turn
    EventKind(
        SIDE_WON, "side_won", beat=PLAIN, side=SIDE, n=NUMBER, earlier=FLAG
    ),  # n: the sum; decided by the earlier card or not
    EventKind(MOVED, "moved", beat=PLAIN, model=MODEL, start=PROGRESS, end=PROGRESS),
    EventKind(MOVE_LOST, "move_lost", beat=PLAIN, side=SIDE, model=MODEL.or_none()),
    EventKind(POINTS_LOST, "points_lost", beat=SHORT, n=NUMBER),
    EventKind(TOOK_POINTS, "took_points", beat=PLAIN, pile=PILE, value=NUMBER),
    EventKind(NO_POINTS, "no_points", beat=SHORT, pile=PILE),
    EventKind(TOP_SHOWN, "top_shown", reveals=True, pile=PILE, value=NUMBER),
    EventKind(STOLE, "stole", beat=PLAIN, chance=True, victim=COLOUR, value=NUMBER),
    EventKind(STOLE_ONLY, "stole_only", beat=PLAIN, victim=COLOUR, value=NUMBER),  # the only card, so no chance was used
    EventKind(CONSOLED, "consoled", beat=PLAIN, value=NUMBER),
    EventKind(DECLINED, "declined", beat=SHORT),
    EventKind(CLEARED, "cleared", beat=SHORT),
    EventKind(PENALTY, "penalty", beat=PLAIN, value=NUMBER, why=WHY),
    EventKind(GAME_ENDED, "game_ended", beat=LONG, stage=NUMBER),
]
