"""The bots by name: four levels for people to choose from, the players that they are measured against, and bots of others."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Final

from officina.bots import third_party
from officina.bots.bot import Bot, ClubBot, FirstHeuristicBot, HeuristicBot, NoviceBot, RandomBot
from officina.bots.http import HttpBot, is_address
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
"""Our own, by name. Packages of others name theirs in an entry point (docs/bots.md)."""


def third_party_bots() -> dict[str, EntryPoint]:
    """The bots of installed packages by name; a name of ours stays ours."""
    return {entry.name: entry for entry in third_party.declared()[0] if entry.name not in BOTS}


def third_party_problems() -> list[Message]:
    """What is wrong with declarations, without loading anybody's code."""
    entries, wrong = third_party.declared()
    taken = [entry for entry in entries if entry.name in BOTS]
    return [*wrong, *(Message("kernel.bot.taken", name=e.name, package=third_party.package_of(e)) for e in taken)]


def bot_names() -> tuple[str, ...]:
    """All bots that can be chosen by name."""
    return *BOTS, *third_party_bots()


def offered_bots() -> tuple[str, ...]:
    """What people are offered: our levels, then the bots of others."""
    return *LEVELS, *third_party_bots()


def check_bot(name: str) -> str:
    """The name of a bot that there is, without loading anybody's code; OptionError with the names there are."""
    names = bot_names()
    if name not in names:
        raise OptionError(Message("kernel.bot.unknown", name=shown(name), bots=names))
    return name


def make_bot(name: str) -> Bot:
    """The bot of that name, or at that address; OptionError if there is none or it cannot be loaded."""
    if name in BOTS:
        return BOTS[name]()
    if is_address(name):
        return HttpBot(name)
    return third_party.load(third_party_bots()[check_bot(name)])


def is_guest(name: str) -> bool:
    """Whether the bot is somebody else's code, which may do anything."""
    return name not in BOTS
