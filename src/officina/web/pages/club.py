"""``/club``: the door for strangers; for members the standings, open tables, evenings, records, members."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.core.boxes import box_of, light_first
from officina.games import GAMES
from officina.looks import SEAT_MARKS, SEAT_PAINTS
from officina.tables.club.book import Book
from officina.tables.club.club import NoClub
from officina.tables.club.door import MOST_WORD, WrongWord
from officina.tables.club.evenings import Evening
from officina.tables.club.games import BOT, FORMER, MEMBER, Who
from officina.tables.club.ratings import OVERALL, Rating, anchors_of
from officina.tables.club.records import ClubRecord
from officina.tables.club.seasons import ALWAYS, EVER, KEY, Season
from officina.tables.club.standings import Tally
from officina.tables.storage.club import ClubRow
from officina.tables.storage.people import PersonRow
from officina.tables.table.model import MOST_NAME
from officina.web.pages.club_pictures import Look, Rung, ladder
from officina.web.pages.home import card
from officina.web.pages.persons import club_of, member_of, people_of, person_of, remember
from officina.web.pages.rendering import check_often, check_tries, html, sorry, tables_of
from officina.web.requests import COLOUR_COOKIE, checked_name, language_of, name_of, screen_of
from officina.web.words import PageWords

MOST_EVENINGS: Final = 60
EVERYBODY: Final = "club"
"""Guesses at the word are counted for all visitors together, too."""

MemberPage = Callable[[Request, ClubRow, PersonRow], Awaitable[Response]]


def members_only(page: MemberPage) -> Callable[[Request], Awaitable[Response]]:
    """A page that a stranger does not see: they are led to the door."""

    async def guarded(request: Request) -> Response:
        row = await club_of(request).look()
        if row is None:
            return sorry(request, NoClub())
        member = await member_of(request)
        return RedirectResponse("/club", 303) if member is None else await page(request, row, member)

    return guarded


# --- the door


async def club(request: Request) -> Response:
    """``/club``."""
    row = await club_of(request).look()
    if row is None:
        return sorry(request, NoClub())
    member = await member_of(request)
    return await door(request, row) if member is None else await hall(request, row, member)


async def door(request: Request, row: ClubRow, error: str = "") -> Response:
    """What strangers see: the name of the club, and how one comes in."""
    words = PageWords(language_of(request))
    person = await person_of(request)
    return html(
        request,
        "club_door.html",
        words,
        422 if error else 200,
        row=row,
        known=person is not None,
        name=name_of(request),
        most_name=MOST_NAME,
        most_word=MOST_WORD,
        error=error,
    )


async def join(request: Request) -> Response:
    """Whoever knows the word is a member from then on; who gives a name here for the first time becomes a person, too."""
    await check_tries(request, "claim")
    club = club_of(request)
    row = await club.look()
    if row is None:
        return sorry(request, NoClub())
    form = await request.form()
    if not row.open:
        await check_tries(request, "word", EVERYBODY)
    try:
        await club.admit(str(form.get("word", "")))
    except WrongWord as error:
        return await door(request, row, PageWords(language_of(request)).tell(error.message))
    response = RedirectResponse("/club", 303)
    person = await person_of(request)
    if person is None:
        name = checked_name(str(form.get("name", "")))
        person, key = await people_of(request).make(name, request.cookies.get(COLOUR_COOKIE, "")[:20], language_of(request))
        remember(request, response, person, key)
    await club.join(person)
    return response


async def leave(request: Request) -> Response:
    """The member is none any more; the person stays."""
    check_often(request, "person")
    member = await member_of(request)
    if member is not None:
        await club_of(request).leave(member)
    return RedirectResponse("/club", 303)


# --- the hall


async def hall(request: Request, row: ClubRow, member: PersonRow) -> Response:
    """The page of the club."""
    words, club = PageWords(language_of(request)), club_of(request)
    book, people = await asked_book(request), await club.members()
    company = Company(people, words)
    scope = request.query_params.get("game", "")
    scope = scope if scope in GAMES else OVERALL
    used = next((one for one in book.boxes if one.box.key == book.box), None)
    scope = scope if used is None else used.game
    rows = book.standings(scope)
    tables = [card(info, words) for info in await tables_of(request).open_tables(club=True)]
    return html(
        request,
        "club.html",
        words,
        row=row,
        me=member,
        company=company,
        season=book.season,
        seasons=[(one.key, season_words(one, words)) for one in (*await club.seasons(), EVER)],
        season_name=season_words(book.season, words),
        scope=scope,
        games=[(game.name, game.title(), box_of(game)) for game in sorted(GAMES.values(), key=light_first)],
        boxes=[(one, box_of(GAMES[one.game])) for one in book.boxes if one.game in GAMES],
        used=used,
        played=len(book.of(scope)),
        rows=rows,
        has_tracks=scope in GAMES and GAMES[scope].has_tracks,
        picture=ladder_of(rows, anchors_of(scope) if used is None else {}, company, words, screen_of(request)),
        open=tables,
        evenings=[evening_card(one, company) for one in book.evenings[::-1][:MOST_EVENINGS]],
        records=[record_card(one, company, words) for one in book.records],
        members=people,
        counts=Counter(member for game in book.games for member in game.members),
    )


async def asked_book(request: Request) -> Book:
    """The book of the season and the box that the address asks for; what cannot be: the present one, the printed one."""
    season, box = request.query_params.get("season", ""), request.query_params.get("box", "")
    club = club_of(request)
    known = [one.key for one in await club.seasons()]
    season = season if KEY.fullmatch(season) and season in (*known, ALWAYS) else ""
    book = await club.book(season)
    return await club.book(season, box) if box in [one.box.key for one in book.boxes] else book


class Company:
    """What those in the book are called and how they look, for one language."""

    def __init__(self, people: list[PersonRow], words: PageWords) -> None:
        self.people = {person.id: person for person in people}
        self.looks = looks_of(people)
        self.words = words

    def name(self, who: Who) -> str:
        """What somebody is called now."""
        if who.kind == MEMBER:
            return self.member(who.name)
        if who.kind == BOT:
            called = self.words.say("club.bot", level=self.words.bot(who.name))
        elif who.kind == FORMER:
            called = self.words.say("seat.former")
        else:
            called = self.words.say("club.guest", name=who.name) if who.name else self.words.say("seat.guest")
        return called if who.number == 1 else f"{called} {who.number}"

    def member(self, member: str) -> str:
        """What a member is called; of one who has just gone nothing is told."""
        person = self.people.get(member)
        return self.words.say("seat.former") if person is None else person.name

    def look(self, who: Who) -> Look:
        """Paint and shape of somebody on the club's pages."""
        return self.member_look(who.name) if who.kind == MEMBER else (("slate" if who.kind == BOT else "grey"), "circle")

    def member_look(self, member: str) -> Look:
        """The same of a member."""
        return self.looks.get(member, ("grey", SEAT_MARKS[0]))


def looks_of(people: list[PersonRow]) -> dict[str, Look]:
    """A paint and a shape for each member: the colour of the person's wish, else the one that fewest have; shapes in turn."""
    had = Counter(person.colour for person in people)
    found: dict[str, Look] = {}
    for number, person in enumerate(sorted(people, key=lambda one: (one.joined, one.id))):
        paint = person.colour
        if paint not in SEAT_PAINTS:
            paint = min(SEAT_PAINTS, key=lambda one: (had[one], SEAT_PAINTS.index(one)))
            had[paint] += 1
        found[person.id] = paint, SEAT_MARKS[number % len(SEAT_MARKS)]
    return found


def season_words(season: Season, words: PageWords) -> str:
    """What a season is called."""
    if season.name:
        return season.name
    return words.say("club.quarter", quarter=season.quarter, year=season.year) if season.year else words.say("club.always")


def ladder_of(rows: list[Tally], anchors: Mapping[str, Rating], company: Company, words: PageWords, screen: str) -> str:
    """The picture of the ratings; nothing before anybody has one."""
    if not rows:
        return ""
    rungs = [Rung(company.member(row.member), company.member_look(row.member), row.rating) for row in rows]
    return ladder(rungs, anchors, {name: words.bot(name) for name in anchors}, words.say("club.ladder"), screen)


def evening_card(evening: Evening, company: Company) -> dict[str, Any]:
    """An evening in the list."""
    people = [row for row in evening.sheet if row.who.person]
    return {
        "key": evening.key,
        "moment": evening.games[0].began,
        "boxes": [box_of(GAMES[game.game]) for game in evening.games if game.game in GAMES],
        "games": len(evening.games),
        "best": [company.name(who) for who in evening.best],
        "points": people[0].halves,
        "others": [company.name(row.who) for row in people if row.who not in evening.best],
    }


def record_card(record: ClubRecord, company: Company, words: PageWords) -> dict[str, Any]:
    """A record in words."""
    game = GAMES[record.game] if record.game else None
    return {
        "record": record,
        "title": words.say(f"club.record.{record.kind}"),
        "figure": words.say(f"club.unit.{record.kind}", n=record.figure),
        "names": [company.name(who) for who in record.who],
        "game": "" if game is None else words.tell(game.title()),
        "box": None if game is None else box_of(game),
        "address": f"/club/evening/{record.table_id}" if record.kind == "evening" else f"/t/{record.table_id}/at/0",
    }
