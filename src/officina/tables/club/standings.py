"""What members have done: games, places, victories, who was in front of whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from officina.tables.club.games import ClubGame
from officina.tables.club.ratings import Ladder, Rating


@dataclass(slots=True)
class Tally:
    """A member's games. ``won``: alone; ``shared``: a first place with others; ``share``: of all victories.

    ``halves`` of ``most``: two for everybody left behind, one for everybody level, of what there was to be had.
    """

    member: str
    games: int = 0
    won: int = 0
    shared: int = 0
    share: Fraction = Fraction(0)
    places: Counter[int] = field(default_factory=Counter)
    halves: int = 0
    most: int = 0
    best: int | None = None
    rating: Rating = field(default_factory=Rating)
    rank: int = 0

    @property
    def in_front(self) -> float:
        """The part of the opponents who were left behind; those who were level count half."""
        return self.halves / self.most if self.most else 0.0


def tallies(games: Iterable[ClubGame], ladder: Ladder | None = None) -> list[Tally]:
    """Everybody who played, the best first; those whose rating says the same share a rank."""
    found: dict[str, Tally] = {}
    for game in games:
        for member, seat in game.members.items():
            tally = found.setdefault(member, Tally(member))
            tally.games += 1
            tally.won += seat.place == 1 and game.winners == 1
            tally.shared += seat.place == 1 and game.winners > 1
            tally.share += game.share(seat)
            tally.places[seat.place] += 1
            tally.halves += game.halves(seat)
            tally.most += 2 * (len(game.seats) - 1)
            tally.best = seat.score if tally.best is None else max(tally.best, seat.score)
    known: Mapping[str, Rating] = {} if ladder is None else ladder.ratings
    for tally in found.values():
        tally.rating = known.get(tally.member, tally.rating)
    ranked = sorted(found.values(), key=lambda tally: (-tally.rating.sure, -tally.games, tally.member))
    for tally in ranked:
        tally.rank = 1 + sum(other.rating.sure > tally.rating.sure for other in ranked)
    return ranked


@dataclass(frozen=True, slots=True)
class Duel:
    """Two members at the same tables: how often the first one was in front, level, behind."""

    member: str
    other: str
    ahead: int = 0
    level: int = 0
    behind: int = 0

    @property
    def games(self) -> int:
        """How often they met."""
        return self.ahead + self.level + self.behind


def duels(games: Iterable[ClubGame]) -> list[Duel]:
    """All pairs of members who met, each pair from both sides; in the order of their ids."""
    counts = Counter[tuple[str, str, int]]()
    for game in games:
        for member, seat in game.members.items():
            for other, theirs in game.members.items():
                if member != other:
                    counts[member, other, (theirs.place > seat.place) - (theirs.place < seat.place)] += 1
    pairs = sorted({(member, other) for member, other, _ in counts})
    return [Duel(*pair, counts[*pair, 1], counts[*pair, 0], counts[*pair, -1]) for pair in pairs]
