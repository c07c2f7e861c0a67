"""The club of a server: switched on by its host, joined by a word or freely, with a book that is worked out when it is read."""

from __future__ import annotations

import time
from functools import partial
from typing import Final

from officina.core.text import Message
from officina.tables.club.book import Book, book_of
from officina.tables.club.door import MOST_NAME, WrongWord, checked_word, hashed_word, opens
from officina.tables.club.evenings import Evening, evenings, night_of
from officina.tables.club.games import ClubGame, club_games
from officina.tables.club.seasons import ALWAYS, EVER, Season, season_of, seasons_of
from officina.tables.effort import aside
from officina.tables.errors import TableError
from officina.tables.scorebook import ScoreBook, rebuild
from officina.tables.storage import sql_club as db
from officina.tables.storage.club import ClubRow, SeasonRow
from officina.tables.storage.people import PersonRow
from officina.tables.storage.sql import Storage
from officina.tables.storage.sql_people import change_person

MOST_BOOKS: Final = 8
"""So many seasons' books stay in memory while nothing changes."""


class NoClub(TableError):
    """This server has no club."""

    def __init__(self) -> None:
        super().__init__(Message("tables.club.none"))


class Club:
    """The club of a storage. ``row`` is what was last seen of its settings (None: there is no club)."""

    def __init__(self, storage: Storage, scorebook: ScoreBook) -> None:
        self.storage = storage
        self.scorebook = scorebook
        self.row: ClubRow | None = None
        self.stamp: db.Stamp = ()
        self.games: tuple[ClubGame, ...] = ()
        self.books: dict[tuple[Season, str], Book] = {}

    # --- settings

    async def look(self) -> ClubRow | None:
        """The settings as they are now; None: no club."""
        self.row = await db.club_row(self.storage)
        return self.row

    async def switch_on(self, name: str, word: str) -> ClubRow:
        """Switch it on, or change its name and word (empty: open to everybody). Whoever is a member stays one."""
        name = " ".join(name.split())
        if not 0 < len(name) <= MOST_NAME or not name.isprintable():
            raise TableError(Message("tables.club.name", most=MOST_NAME))
        before = await self.look()
        hashed = ""
        if word:
            checked_word(word)
            same = before is not None and before.word and await aside(partial(opens, word, before.word))
            hashed = before.word if before is not None and same else await aside(partial(hashed_word, word))
        row = ClubRow(db.ONLY, name, hashed, before.since if before is not None else time.time())
        await db.set_club(self.storage, row)
        self.row = row
        return row

    async def switch_off(self) -> None:
        """No club any more; members and games are kept for the day when it is switched on again."""
        if await self.look() is None:
            raise NoClub
        await db.set_club(self.storage, None)
        self.row = None

    # --- members

    async def admit(self, word: str) -> None:
        """WrongWord if the club is closed and it is not the word."""
        row = await self.look()
        if row is None:
            raise NoClub
        if not row.open and not await aside(partial(opens, word, row.word)):
            raise WrongWord

    async def join(self, person: PersonRow) -> None:
        """The person becomes a member. Whether the door opens is asked before: :meth:`admit`."""
        if not person.member:
            await change_person(self.storage, person.id, joined=time.time())

    async def leave(self, person: PersonRow) -> None:
        """The person is no member any more: in the books a guest."""
        await change_person(self.storage, person.id, joined=0.0)

    async def members(self) -> list[PersonRow]:
        """The members, by name."""
        return await db.members(self.storage)

    # --- the book

    async def all_games(self) -> tuple[ClubGame, ...]:
        """The games that count. They are read again as soon as anything has changed that they are made of."""
        await self.scorebook.fill_in()
        stamp = await db.club_stamp(self.storage)
        if stamp != self.stamp:
            found = await db.club_games_and_seats(self.storage)
            self.games = await aside(partial(club_games, *found))
            self.stamp, self.books = stamp, {}
        return self.games

    async def seasons(self) -> list[Season]:
        """The seasons in which something was played, and the present one; the latest first."""
        games, begun = await self.all_games(), await db.seasons(self.storage)
        return seasons_of([game.ended for game in games], time.time(), begun)

    async def book(self, season: str = "", box: str = "") -> Book:
        """The book of a season: by default of the present one, ``always`` for all together; TableError if there is no such.

        ``box``: of the games that were played with the box of that key; empty: with the printed one.
        """
        found = EVER
        if season != ALWAYS:
            known = await self.seasons()
            present = season_of(time.time(), await db.seasons(self.storage))
            wanted = [one for one in known if one.key == (season or present.key)]
            if not wanted:
                raise TableError(Message("tables.club.season", seasons=(*(one.key for one in known), ALWAYS)))
            found = wanted[0]
        games = await self.all_games()
        book = self.books.get((found, box))
        if book is None:
            book = await aside(partial(worked_out, games, found, box))
            self.books[found, box] = book
            while len(self.books) > MOST_BOOKS:
                del self.books[next(iter(self.books))]
        return book

    async def evening(self, table_id: str) -> Evening | None:
        """The evening to which a table belongs; None: it belongs to none, or does not count."""
        games = await self.all_games()
        night = next((night_of(game.ended) for game in games if game.table_id == table_id), None)
        found = evenings(game for game in games if night_of(game.ended) == night)
        return next((one for one in found if any(game.table_id == table_id for game in one.games)), None)

    async def rebuild(self) -> tuple[int, int, Book]:
        """Work everything out from the logs again: how many games, how many were otherwise in the score book, the book."""
        games, changed = await rebuild(self.storage)
        self.stamp, self.books = (), {}
        return games, changed, await self.book(ALWAYS)

    async def begin_season(self, name: str, began: float) -> Season:
        """Begin a season; the one before ends then."""
        name = " ".join(name.split())
        if not 0 < len(name) <= MOST_NAME or not name.isprintable():
            raise TableError(Message("tables.club.season_name", most=MOST_NAME))
        await db.add_season(self.storage, SeasonRow(began, name))
        return season_of(began, await db.seasons(self.storage))

    async def forget_season(self, key: str) -> Season:
        """Forget that a season began there; TableError if none that somebody began is called so."""
        begun = await db.seasons(self.storage)
        made = [season_of(row.began, begun) for row in begun]
        found = next((season for season in made if season.key == key), None)
        if not made:
            raise TableError(Message("tables.club.no_seasons"))
        if found is None:
            raise TableError(Message("tables.club.no_season", seasons=tuple(season.key for season in made)))
        await db.drop_season(self.storage, found.began)
        return found


def worked_out(games: tuple[ClubGame, ...], season: Season, box: str) -> Book:
    """The book of a season and a box, with what takes long to reckon."""
    book = book_of(games, season).with_box(box)
    book.reckon()
    return book
