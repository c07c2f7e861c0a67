"""Evenings: the games of one night that hang together by the people who sat there, and their score sheet.

A night lasts from noon to noon by the server's clock. A game belongs to it if it was dealt and ended in it; one that is played
over days belongs to no evening. Two games of a night are of the same evening if somebody sat at both of them, or if a chain of
such games leads from one to the other. Bots connect nobody. An evening needs two people.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Final

from officina.tables.club.games import FORMER, ClubGame, ClubSeat, Who

NOON: Final = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the score sheet: a seat for each game (None: not there), and the sum.

    ``halves``: two for everybody left behind, one for everybody who shares the place, over all games.
    """

    who: Who
    seats: tuple[ClubSeat | None, ...]
    halves: int
    won: int
    shared: int
    place: int = 0

    @property
    def games(self) -> int:
        """In how many games they sat."""
        return sum(seat is not None for seat in self.seats)


@dataclass(frozen=True)
class Evening:
    """The games of an evening, in the order in which they ended."""

    day: date
    games: tuple[ClubGame, ...]

    @property
    def key(self) -> str:
        """How it is called in an address: by its first table. The others lead to it, too."""
        return self.games[0].table_id

    @cached_property
    def sheet(self) -> tuple[SheetRow, ...]:
        """The score sheet, the best first: by what they left behind, then by games won; equals share a place."""
        everybody = dict.fromkeys(seat.who for game in self.games for seat in game.seats)
        rows = [self.row(who) for who in everybody]
        ranked = []
        for row in sorted(rows, key=lambda row: (*(-one for one in merit(row)), row.who.kind, row.who.name, row.who.number)):
            ahead = sum(merit(other) > merit(row) for other in rows)
            ranked.append(SheetRow(row.who, row.seats, row.halves, row.won, row.shared, ahead + 1))
        return tuple(ranked)

    def row(self, who: Who) -> SheetRow:
        """The line of somebody."""
        seats = tuple(next((seat for seat in game.seats if seat.who == who), None) for game in self.games)
        pairs = [(game, seat) for game, seat in zip(self.games, seats, strict=True) if seat is not None]
        first = [game for game, seat in pairs if seat.place == 1]
        alone = sum(game.winners == 1 for game in first)
        return SheetRow(who, seats, sum(game.halves(seat) for game, seat in pairs), alone, len(first) - alone)

    @cached_property
    def best(self) -> tuple[Who, ...]:
        """The people (no bots) who come first."""
        people = [row for row in self.sheet if row.who.person]
        return tuple(row.who for row in people if row.place == people[0].place)


def merit(row: SheetRow) -> tuple[int, int]:
    """What lines are ranked by; a shared victory counts half of one."""
    return row.halves, 2 * row.won + row.shared


def night_of(moment: float) -> date:
    """The day on whose noon the night began.

    >>> night_of(datetime(2026, 11, 19, 1, 30).timestamp()).isoformat()
    '2026-11-18'
    """
    return (datetime.fromtimestamp(moment) - NOON).date()


def evenings(games: Iterable[ClubGame]) -> tuple[Evening, ...]:
    """The evenings, in the order in which they began; each game is in one at most."""
    nights: dict[date, list[ClubGame]] = {}
    for game in sorted(games, key=lambda game: (game.ended, game.table_id)):
        if night_of(game.began) == night_of(game.ended):
            nights.setdefault(night_of(game.ended), []).append(game)
    found = []
    for day, played in sorted(nights.items()):
        found += [Evening(day, group) for group in hanging_together(played) if len(people_at(group)) > 1]
    return tuple(found)


def people_at(games: Sequence[ClubGame]) -> set[Who]:
    """The people at some games."""
    return {seat.who for game in games for seat in game.seats if seat.who.person}


def hanging_together(games: Sequence[ClubGame]) -> list[tuple[ClubGame, ...]]:
    """The games in groups: two that somebody sat at are in one. Former players are nobody in particular."""
    groups: list[tuple[set[Who], list[ClubGame]]] = []
    for game in games:
        who = {one for one in people_at([game]) if one.kind != FORMER}
        joined = [group for group in groups if group[0] & who]
        merged = (who.union(*(group[0] for group in joined)), [one for group in joined for one in group[1]] + [game])
        groups = [group for group in groups if not group[0] & who] + [merged]
    found = [tuple(sorted(group, key=lambda game: (game.ended, game.table_id))) for _, group in groups]
    return sorted(found, key=lambda group: (group[0].ended, group[0].table_id))
