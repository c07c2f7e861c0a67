"""The games of the club: who sat where, and how each of them came in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from officina.tables.boxes.played import PRINTED, PlayedBox, played_box
from officina.tables.storage.club import ClubSeatRow
from officina.tables.storage.sql_results import Result

MEMBER: Final = "member"
GUEST: Final = "guest"
FORMER: Final = "former"
BOT: Final = "bot"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody in the club's books: a member by id, a guest by name, a former player, a bot by level.

    ``number``: of several at one table who cannot be told apart otherwise, the second one is 2.
    """

    kind: str
    name: str = ""
    number: int = 1

    @property
    def person(self) -> bool:
        """Not a bot."""
        return self.kind != BOT


@dataclass(frozen=True, slots=True)
class ClubSeat:
    """A seat at the end of a game."""

    who: Who
    place: int
    score: int


@dataclass(frozen=True)
class ClubGame:
    """A finished game of the club. ``box``: with an owner's figures it compares with games of the same figures alone."""

    table_id: str
    game: str
    began: float
    ended: float
    choices: int
    seats: tuple[ClubSeat, ...]
    box: PlayedBox = PRINTED

    @cached_property
    def members(self) -> dict[str, ClubSeat]:
        """The members' seats, by their ids."""
        return {seat.who.name: seat for seat in self.seats if seat.who.kind == MEMBER}

    @cached_property
    def winners(self) -> int:
        """How many share the first place."""
        return sum(seat.place == 1 for seat in self.seats)

    def share(self, seat: ClubSeat) -> Fraction:
        """The seat's share of the victory: all of them together have one."""
        return Fraction(1, self.winners) if seat.place == 1 else Fraction(0)

    def halves(self, seat: ClubSeat) -> int:
        """Two for everybody whom the seat left behind, one for everybody who shares its place."""
        level = sum(other.place == seat.place for other in self.seats) - 1
        behind = sum(other.place > seat.place for other in self.seats)
        return 2 * behind + level


def club_games(
    results: Mapping[str, Result], seats: Iterable[ClubSeatRow], boxes: Mapping[str, str] | None = None
) -> tuple[ClubGame, ...]:
    """The games in which a member sat, in the order in which they ended, in whatever order they are given.

    ``boxes``: what the tables with an owner's box keep of it.
    """
    kept = boxes or {}
    sat = defaultdict[str, list[ClubSeatRow]](list)
    for row in seats:
        sat[row.table_id].append(row)
    games = []
    for table_id, (played, scores) in results.items():
        rows = {row.seat: row for row in sat[table_id]}
        seen = Counter[tuple[str, str]]()
        found = []
        for score in sorted(scores, key=lambda one: one.seat):
            if score.place and score.seat in rows:
                found.append(ClubSeat(who_is(rows[score.seat], score.bot, seen), score.place, score.score))
        box = played_box(played.game, kept.get(table_id, ""))
        game = ClubGame(table_id, played.game, played.began, played.ended, played.choices, tuple(found), box)
        if len(found) == played.players and game.members:
            games.append(game)
    return tuple(sorted(games, key=lambda game: (game.ended, game.table_id)))


def who_is(row: ClubSeatRow, bot: str, seen: Counter[tuple[str, str]]) -> Who:
    """Who sat there; ``seen`` counts those of the same table who look alike."""
    if bot:
        like = (BOT, bot)
    elif row.member:
        like = (MEMBER, row.member)
    elif row.former:
        like = (FORMER, "")
    else:
        like = (GUEST, row.name)
    seen[like] += 1
    return Who(*like, number=seen[like])
