"""The bots by name: four levels for people to choose from, and the players that they are measured against."""

from __future__ import annotations

from typing import Final

from officina.bots.bot import Bot, ClubBot, FirstHeuristicBot, HeuristicBot, NoviceBot, RandomBot
from officina.bots.searching import ExpertBot, MasterBot
from officina.core.errors import OptionError
from officina.core.text import Message
from officina.core.vocabulary import shown

LEVELS: Final = ("novice", "club", "expert", "master")
"""What people are offered, the weakest first."""
USUAL_LEVEL: Final = "club"

BOTS: Final[dict[str, type[Bot]]] = {
    bot.name: bot for bot in (RandomBot, FirstHeuristicBot, HeuristicBot, NoviceBot, ClubBot, ExpertBot, MasterBot)
}
"""All that can be chosen by name. Who writes a bot adds it here (docs/strength.md)."""


def make_bot(name: str) -> Bot:
    """The bot of that name; OptionError with the names there are."""
    if name not in BOTS:
        raise OptionError(Message("kernel.bot.unknown", name=shown(name), bots=tuple(BOTS)))
    return BOTS[name]()
