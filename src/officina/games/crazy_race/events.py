"""What can happen in Crazy Race, for the log. The event's seat is the player concerned; piles, models and sides are numbers."""

from __future__ import annotations

from typing import Final

from officina.core.events import EventKind

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
    EventKind("first_player", chance=True),  # ()
    EventKind("stage_began", reveals=True),  # (stage, stage card); seat: who opens it
    EventKind("laid"),  # (side,), and no value
    EventKind("laid_value"),  # (side, value), to its owner only
    EventKind("passed"),  # ()
    EventKind("retook"),  # (), and no number of cards
    EventKind("hand_empty"),  # ()
    EventKind("taboo"),  # (side,)
    EventKind("all_spent"),  # ()
    EventKind("side_shown", reveals=True),  # (side, seat, value, seat, value, ...) in laying order
    EventKind("side_won"),  # (side, sum, decided by the earlier card: 0 or 1)
    EventKind("moved"),  # (model, progress before, progress after)
    EventKind("move_lost"),  # (side, model or NO_MODEL)
    EventKind("points_lost"),  # (points,)
    EventKind("took_points"),  # (pile, value)
    EventKind("no_points"),  # (pile,)
    EventKind("top_shown", reveals=True),  # (pile, value)
    EventKind("stole", chance=True),  # (victim, value)
    EventKind("stole_only"),  # (victim, value): the only card, so no chance was used
    EventKind("consoled"),  # (value,)
    EventKind("declined"),  # ()
    EventKind("cleared"),  # ()
    EventKind("penalty"),  # (value, second-last: 0 or 1)
    EventKind("game_ended"),  # (stage,)
]
