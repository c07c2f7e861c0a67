"""The bots and how to get one by name."""

from __future__ import annotations

from typing import Final

from officina.core.errors import OptionError
from officina.core.policy import FIRST, TUNED
from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import Message
from officina.core.vocabulary import shown


class Bot:
    """Chooses for a seat. ``rng`` is the bot's own stream of chance, never the game's."""

    name = ""

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        """One of the seat's legal options."""
        raise NotImplementedError


class RandomBot(Bot):
    """Every legal option is as good as any other."""

    name = "random"

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        return rng.pick(p.options(seat))


class HeuristicBot(Bot):
    """A sensible player: the game's own rules of thumb, applied to what the seat can see."""

    name = "heuristic"
    figures: str = TUNED
    """Which of the game's sets of figures it goes by."""

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        world = p.determinize(seat, rng)
        options = world.options(seat)
        game = world.game
        return options[rng.weighted(game.weights_by(game.values(self.figures), world, seat, rng))]


class FirstHeuristicBot(HeuristicBot):
    """The sensible player of version 0.1, for ever: what later ones are measured against."""

    name = f"heuristic-{FIRST}"
    figures = FIRST


BOTS: Final[dict[str, type[Bot]]] = {bot.name: bot for bot in (RandomBot, FirstHeuristicBot, HeuristicBot)}


def make_bot(name: str) -> Bot:
    """The bot of that name; OptionError with the names there are."""
    if name not in BOTS:
        raise OptionError(Message("kernel.bot.unknown", name=shown(name), bots=tuple(BOTS)))
    return BOTS[name]()
