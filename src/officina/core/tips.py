"""Tips for one's first games: one short line under the question that says what it is good for.

A tip is general sense, not advice which option to take. It comes from what the game's heuristics like here, looked at in a
world drawn anew from what the seat sees: so it tells no secret, and the same in all worlds that the seat cannot tell apart.

The sentences are ``tip.<decision>.<reason>`` of the game. ``tips.py`` in the game's folder names the reason (and what the
sentence needs to know); where it names none, the reason is the sort of choice that is liked best (``tip.turn.pass``), else
``any``. A game without such sentences has no tips.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import Message

MOST_TIP: Final = 58
"""A tip has at most so many characters, in every language: it is one line on a phone."""

FIRST_GAMES: Final = 2
"""Tips are shown in so many games of each title, unless somebody wants them always or never."""


def tip(p: Position, seat: int) -> Message | None:
    """One line about the question that a seat is asked; None if its game has nothing to say. Changes nothing."""
    seen = json.dumps(p.view(seat), sort_keys=True)
    rng = Rng(f"tip {hashlib.sha256(seen.encode()).hexdigest()}")
    return p.game.tip(p.determinize(seat, rng), seat, rng)
