"""The club's book of a season: everything that its pages show, worked out from the games and from nothing else."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import msgspec

from officina.tables.boxes.played import PlayedBox
from officina.tables.club.evenings import Evening, evenings
from officina.tables.club.games import ClubGame
from officina.tables.club.ratings import OVERALL, Ladder, ladders
from officina.tables.club.records import ClubRecord, records
from officina.tables.club.seasons import EVER, Season
from officina.tables.club.standings import Duel, Tally, duels, tallies


@dataclass(frozen=True, slots=True)
class UsedBox:
    """A box of somebody's own in the club: of which game, and how many games were played with it."""

    box: PlayedBox
    game: str
    games: int


@dataclass(frozen=True)
class Book:
    """The games of a season, in the order in which they ended, and what follows from them.

    Ratings, standings, head-to-head and records are of one box, that of the key ``box`` (empty: the printed one): with other
    figures it is another game. Evenings are of people: they have all games.
    """

    season: Season
    games: tuple[ClubGame, ...]
    box: str = ""

    @cached_property
    def counted(self) -> tuple[ClubGame, ...]:
        """The games that were played with the box of this book."""
        return tuple(game for game in self.games if game.box.key == self.box)

    @cached_property
    def boxes(self) -> tuple[UsedBox, ...]:
        """The boxes of somebody's own that were played with, the most often used first, each as it was called last."""
        uses = Counter(game.box.key for game in self.games if game.box)
        last = {game.box.key: game for game in self.games}
        found = [UsedBox(last[key].box, last[key].game, count) for key, count in uses.items()]
        return tuple(sorted(found, key=lambda one: (-one.games, one.box.name, one.box.key)))

    def with_box(self, key: str) -> Book:
        """The book of the same season for the games with that box."""
        return Book(self.season, self.games, key)

    @cached_property
    def ladders(self) -> dict[str, Ladder]:
        """The ratings by game, and over all games. Everybody begins a season anew."""
        return ladders(self.counted)

    def reckon(self) -> None:
        """Do now what takes long and is kept, so that nobody waits for it later."""
        _ = self.ladders, self.duels, self.records

    def of(self, scope: str) -> tuple[ClubGame, ...]:
        """The games of one kind, or all."""
        return self.counted if scope == OVERALL else tuple(game for game in self.counted if game.game == scope)

    def standings(self, scope: str = OVERALL) -> list[Tally]:
        """The members who played, the best first."""
        return tallies(self.of(scope), self.ladders.get(scope))

    @cached_property
    def evenings(self) -> tuple[Evening, ...]:
        """The evenings, in their order."""
        return evenings(self.games)

    @cached_property
    def duels(self) -> list[Duel]:
        """Who was in front of whom."""
        return duels(self.counted)

    @cached_property
    def records(self) -> list[ClubRecord]:
        """The records; the longest evening stands beside those of the printed box."""
        return records(self.counted, () if self.box else self.evenings)

    def dump(self) -> bytes:
        """The whole book as text: the same bytes for the same games, in whatever order they were found."""
        whole: dict[str, Any] = {
            "season": self.season.key,
            "games": [asdict(game) for game in self.games],
            **self.reckoned(),
            "boxes": {one.box.key: self.with_box(one.box.key).reckoned() for one in self.boxes},
            "evenings": [
                {"key": evening.key, "day": evening.day.isoformat(), "sheet": [asdict(row) for row in evening.sheet]}
                for evening in self.evenings
            ],
        }
        return msgspec.json.format(msgspec.json.encode(whole, order="deterministic"), indent=1)

    def reckoned(self) -> dict[str, Any]:
        """What is kept apart by box, as plain data."""
        scopes = (OVERALL, *sorted({game.game for game in self.counted}))
        return {
            "standings": {scope: [told(tally) for tally in self.standings(scope)] for scope in scopes},
            "duels": [asdict(duel) for duel in self.duels],
            "records": [asdict(record) for record in self.records],
        }

    @property
    def digest(self) -> str:
        """A short name for those bytes."""
        return hashlib.sha256(self.dump()).hexdigest()[:16]


def told(tally: Tally) -> dict[str, Any]:
    """A tally as plain data."""
    plain = asdict(tally)
    plain["share"] = str(tally.share)
    plain["places"] = {str(place): n for place, n in sorted(tally.places.items())}
    return plain


def book_of(games: Iterable[ClubGame], season: Season = EVER) -> Book:
    """The book of a season. A game belongs to the season in which it ended."""
    found: Sequence[ClubGame] = [game for game in games if season.began <= game.ended < season.ended]
    return Book(season, tuple(sorted(found, key=lambda game: (game.ended, game.table_id))))
