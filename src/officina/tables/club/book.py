"""The club's book of a season: everything that its pages show, worked out from the games and from nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import msgspec

from officina.tables.club.evenings import Evening, evenings
from officina.tables.club.games import ClubGame
from officina.tables.club.ratings import OVERALL, Ladder, ladders
from officina.tables.club.records import ClubRecord, records
from officina.tables.club.seasons import EVER, Season
from officina.tables.club.standings import Duel, Tally, duels, tallies


@dataclass(frozen=True)
class Book:
    """The games of a season, in the order in which they ended, and what follows from them."""

    season: Season
    games: tuple[ClubGame, ...]

    @cached_property
    def ladders(self) -> dict[str, Ladder]:
        """The ratings by game, and over all games. Everybody begins a season anew."""
        return ladders(self.games)

    def reckon(self) -> None:
        """Do now what takes long and is kept, so that nobody waits for it later."""
        _ = self.ladders, self.duels, self.records

    def of(self, scope: str) -> tuple[ClubGame, ...]:
        """The games of one kind, or all."""
        return self.games if scope == OVERALL else tuple(game for game in self.games if game.game == scope)

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
        return duels(self.games)

    @cached_property
    def records(self) -> list[ClubRecord]:
        """The records."""
        return records(self.games, self.evenings)

    def dump(self) -> bytes:
        """The whole book as text: the same bytes for the same games, in whatever order they were found."""
        scopes = (OVERALL, *sorted({game.game for game in self.games}))
        whole: dict[str, Any] = {
            "season": self.season.key,
            "games": [asdict(game) for game in self.games],
            "standings": {scope: [told(tally) for tally in self.standings(scope)] for scope in scopes},
            "duels": [asdict(duel) for duel in self.duels],
            "evenings": [
                {"key": evening.key, "day": evening.day.isoformat(), "sheet": [asdict(row) for row in evening.sheet]}
                for evening in self.evenings
            ],
            "records": [asdict(record) for record in self.records],
        }
        return msgspec.json.format(msgspec.json.encode(whole, order="deterministic"), indent=1)

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
