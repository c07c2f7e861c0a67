"""Bots that do not look ahead: by chance, and by the game's own rules of thumb."""

from __future__ import annotations

from officina.core.policy import FIRST, NOVICE, TUNED
from officina.core.position import Position
from officina.core.rng import Rng


class Bot:
    """Chooses for a seat. ``rng`` is the bot's own stream of chance, never the game's."""

    name = ""

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        """One of the seat's legal options."""
        raise NotImplementedError

    def leave(self) -> None:
        """The game is over, or another bot plays on."""


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


class NoviceBot(HeuristicBot):
    """Knows what is good, roughly: often takes something a little worse, now and then something much worse."""

    name = "novice"
    figures = NOVICE


class ClubBot(HeuristicBot):
    """The sensible player by the name of its level."""

    name = "club"
