"""Officina: five board games of engines and wheels at one table.

>>> import officina
>>> game = officina.GAMES["fuori_di_rotella"]
>>> position = game.start(players=3, seed=7)
>>> position.to_act
(0,)
>>> game.vocabulary.text(position.kind(0), position.options(0)[2])
'choose_robot piston'
"""

from __future__ import annotations

from officina._build import VERSION, prefer_sources

prefer_sources()

from officina.core.errors import (  # noqa: E402
    ComponentsError,
    IllegalChoice,
    NotationError,
    OfficinaError,
    OptionError,
    RecordError,
    SaveError,
    UndoError,
    UnknownGame,
)
from officina.core.game import Game  # noqa: E402
from officina.core.position import Position, Preview, Question  # noqa: E402
from officina.core.record import Record  # noqa: E402
from officina.core.rng import Rng  # noqa: E402
from officina.core.text import Message, Reason, render  # noqa: E402
from officina.games import GAMES  # noqa: E402

__version__ = VERSION

__all__ = [
    "GAMES",
    "ComponentsError",
    "Game",
    "IllegalChoice",
    "Message",
    "NotationError",
    "OfficinaError",
    "OptionError",
    "Position",
    "Preview",
    "Question",
    "Reason",
    "Record",
    "RecordError",
    "Rng",
    "SaveError",
    "UndoError",
    "UnknownGame",
    "render",
]
