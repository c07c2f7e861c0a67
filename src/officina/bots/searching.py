"""The bots that search, and how a game is searched (``search.toml`` of its folder)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from officina.bots.bot import Bot, HeuristicBot
from officina.bots.search import Search, Settings
from officina.core.game import Game
from officina.core.policy import FIRST, PRIOR, QUICK, search_settings
from officina.core.position import Position
from officina.core.rng import Rng

USUAL: Final = {
    "key": (),
    "secret": (),
    "turns": 0,
    "rounds": 0,
    "changes": 0,
    "leaf": "scores",
    "scale": 5.0,
    "explore": 0.5,
    "even": 0.2,
    "widest": 6,
    "trust": 4.0,
    "doubt": 0.1,
}
"""What a game that says nothing is searched with: nothing is key, that is, everything is left to the policy."""


@lru_cache(maxsize=64)
def settings_of(game: Game) -> Settings:
    """How a game is searched."""
    said = {**USUAL, **search_settings(game.folder).get("search", {})}
    kinds = ["", *(kind.name for kind in game.vocabulary.kinds)]
    for name in (*said["key"], *said["secret"]):
        if name not in kinds:
            raise ValueError(f"{game.name}: search.toml names the decision {name!r}, which there is not")
    return Settings(
        key=[name in said["key"] for name in kinds],
        secret=[name in said["secret"] for name in kinds],
        turns=said["turns"],
        rounds=said["rounds"],
        scale=float(said["scale"]),
        explore=float(said["explore"]),
        even=float(said["even"]),
        widest=said["widest"],
        trust=float(said["trust"]),
        doubt=float(said["doubt"]),
        changes=said["changes"],
        evaluated=said["leaf"] == "evaluation",
    )


class SearchBot(Bot):
    """Looks ahead at the decisions that matter, for some processor time or, where it must be repeatable, some iterations."""

    seconds: float = 0.1
    iterations: int = 0
    """0: as many as the time allows."""

    def __init__(self) -> None:
        self.sensible = HeuristicBot()

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        settings = settings_of(p.game)
        if not settings.key[p.kind(seat)]:
            return self.sensible.choose(p, seat, rng)
        search = self.look(p, seat, rng)
        return search.choice(rng, settings.secret[p.kind(seat)])

    def look(self, p: Position, seat: int, rng: Rng) -> Search:
        """The search of one decision, done."""
        game = p.game
        search = Search(p, seat, rng, settings_of(game), game.values(QUICK), game.values(PRIOR), game.values(FIRST))
        search.run(self.iterations, 0.0 if self.iterations else self.seconds)
        return search


class ExpertBot(SearchBot):
    """Looks ahead for a tenth of a second of processor time a decision."""

    name = "expert"
    seconds = 0.1


class MasterBot(SearchBot):
    """Looks ahead for a second."""

    name = "master"
    seconds = 1.0
