"""How strong members are: openskill's ratings, one for each game and one for all of them, with our bots as fixed points.

A game is every pair of those who sat there: who is in front, or that they share a place. (Of openskill's models this is Bradley
and Terry's with all pairs. Plackett and Luce's takes a shared first place for hardly better than a third one.) Guests, former
players and bots of others are not rated, and nobody wins or loses by them.

Bots do not get better: a level keeps the rating that it was measured to have in that game, so the figures of two clubs mean the
same. The sensible bot is the zero of the scale, in every game. With a box of somebody's own nobody has measured them: they are
not rated there either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import Any, Final

from openskill.models import BradleyTerryFull

from officina.bots import LEVELS, USUAL_LEVEL
from officina.bots.strength import before_usual
from officina.games import GAMES
from officina.tables.club.games import BOT, MEMBER, ClubGame, Who

START: Final = 25.0
START_SIGMA: Final = START / 3
BETA: Final = START / 6
"""Openskill's own figures: where everybody begins, how unsure that is, and how much luck there is in one game."""
ANCHOR_SIGMA: Final = 1.0
"""How sure we are of a bot."""
OVERALL: Final = ""
"""The name of the rating over all games."""
DIGITS: Final = 9
"""Ratings are rounded after every game: so other machines and other builds of openskill come to the same bytes."""
SCALE: Final = 60.0
ZERO: Final = 1500
"""People read ratings on this scale: the sensible bot has 1500."""
FEW: Final = 5.0
"""Above this uncertainty a rating says little yet."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: its middle and how uncertain it is."""

    mu: float = START
    sigma: float = START_SIGMA

    @property
    def figure(self) -> int:
        """The middle on people's scale."""
        return on_scale(self.mu)

    @property
    def spread(self) -> int:
        """Twice the uncertainty on people's scale: 19 of 20 times the truth is that near."""
        return round(2 * SCALE * self.sigma)

    @property
    def sure(self) -> float:
        """What somebody has shown to be worth at least: by this they are ranked."""
        return round(self.mu - 3 * self.sigma, DIGITS)

    @property
    def few(self) -> bool:
        """Whether there were too few games to say much."""
        return self.sigma > FEW


def on_scale(mu: float) -> int:
    """A rating as people read it.

    >>> on_scale(25.0), on_scale(20.0)
    (1500, 1200)
    """
    return round(ZERO + SCALE * (mu - START))


def anchor(game: str, bot: str) -> Rating | None:
    """The fixed rating of a bot; None if it was not measured in that game.

    Whoever is in front of another in a share p of all games is ahead by sqrt(2) * BETA * ln(p / (1 - p)).
    """
    share = before_usual(GAMES[game], bot) if game in GAMES else None
    if share is None:
        return None
    return Rating(round(START + sqrt(2) * BETA * log(share / (1 - share)), DIGITS), ANCHOR_SIGMA)


def anchors_of(game: str) -> dict[str, Rating]:
    """The levels with their ratings in a game; over all games only the usual one stands still."""
    if game == OVERALL:
        return {USUAL_LEVEL: Rating(START, ANCHOR_SIGMA)}
    found = {name: anchor(game, name) for name in LEVELS}
    return {name: rating for name, rating in found.items() if rating is not None}


@lru_cache(maxsize=1)
def model() -> Any:
    """Openskill's model, as it comes."""
    return BradleyTerryFull()


class Ladder:
    """The ratings of members in one game or over all of them, learnt game by game in the order in which they ended."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self.ratings: dict[str, Rating] = {}
        self.course: dict[str, list[tuple[str, Rating]]] = {}
        """After which game (its table) a member had which rating."""

    def before(self, game: ClubGame, who: Who) -> Rating | None:
        """What is known of somebody who sits down; None: nobody who is rated."""
        if who.kind == MEMBER:
            return self.ratings.get(who.name, Rating())
        return anchor(game.game, who.name) if who.kind == BOT and not game.box else None

    def learn(self, game: ClubGame) -> None:
        """Take a game into account."""
        known = [(seat, self.before(game, seat.who)) for seat in game.seats]
        rated = [(seat, rating) for seat, rating in known if rating is not None]
        if len(rated) < 2:
            return
        judge = model()
        teams = [[judge.rating(rating.mu, rating.sigma)] for _, rating in rated]
        after = judge.rate(teams, ranks=[seat.place for seat, _ in rated])
        for (seat, _), (new,) in zip(rated, after, strict=True):
            if seat.who.kind == MEMBER:
                rating = Rating(round(new.mu, DIGITS), round(new.sigma, DIGITS))
                self.ratings[seat.who.name] = rating
                self.course.setdefault(seat.who.name, []).append((game.table_id, rating))


def ladders(games: Iterable[ClubGame]) -> dict[str, Ladder]:
    """The ratings over all games and in each of them."""
    found = {OVERALL: Ladder(OVERALL)}
    for game in games:
        found[OVERALL].learn(game)
        found.setdefault(game.game, Ladder(game.game)).learn(game)
    return found
