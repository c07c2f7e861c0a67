"""Pages of the club about one thing: an evening's score sheet, a member."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.core.boxes import box_of
from officina.core.text import Message
from officina.games import GAMES
from officina.tables import TableError
from officina.tables.club.book import Book
from officina.tables.club.evenings import Evening
from officina.tables.club.games import MEMBER, ClubGame, Who
from officina.tables.club.ratings import OVERALL
from officina.tables.club.seasons import EVER
from officina.tables.storage.club import ClubRow
from officina.tables.storage.people import PersonRow
from officina.web.live.chart import score_chart
from officina.web.live.course import Point
from officina.web.pages.club import Company, asked_book, members_only, season_words
from officina.web.pages.club_pictures import curve, duel_bar
from officina.web.pages.persons import club_of
from officina.web.pages.rendering import html, sorry
from officina.web.requests import language_of, screen_of
from officina.web.words import PageWords

MOST_GAMES: Final = 40
"""Games of a member on the page, the latest."""
MOST_LINES: Final = 8
"""So many lines can be told apart in a chart."""
MOST_SHORT: Final = 8


@members_only
async def evening(request: Request, row: ClubRow, _member: PersonRow) -> Response:
    """``/club/evening/TABLE``: the score sheet of the evening to which that table belongs."""
    found = await club_of(request).evening(request.path_params["table"])
    if found is None:  # played over days, or by one person alone
        return RedirectResponse("/club", 303)
    words = PageWords(language_of(request))
    company = Company(await club_of(request).members(), words)
    return html(
        request,
        "club_evening.html",
        words,
        row=row,
        evening=found,
        company=company,
        columns=[{**column(game), "number": number} for number, game in enumerate(found.games, 1)],
        picture=evening_chart(found, company, words, screen_of(request)),
        best=[company.name(who) for who in found.best],
        minutes=round((found.games[-1].ended - min(game.began for game in found.games)) / 60),
    )


def column(game: ClubGame) -> dict[str, Any]:
    """A game as a column of the sheet."""
    return {"game": game, "title": GAMES[game.game].title(), "box": box_of(GAMES[game.game])}


def evening_chart(evening: Evening, company: Company, words: PageWords, screen: str) -> str:
    """How the points of the evening grew, game by game; one game alone makes no picture."""
    rows = [row for row in evening.sheet if row.who.person][:MOST_LINES]
    if len(evening.games) < 2 or len(rows) < 2:
        return ""
    sums = [0] * len(rows)
    points = [Point(0, 0, 0, tuple(sums))]
    for number, game in enumerate(evening.games, 1):
        for place, row in enumerate(rows):
            seat = row.seats[number - 1]
            sums[place] += 0 if seat is None else game.halves(seat)
        points.append(Point(number, number, number, tuple(sums)))
    names, looks = [short(company.name(row.who), screen) for row in rows], [company.look(row.who) for row in rows]
    axis, title = words.say("club.axis"), words.say("club.evening_chart")
    return score_chart(points, names, looks, words, axis=axis, screen=screen, title=title)


def short(name: str, screen: str) -> str:
    """A name that leaves room for the points on a small chart."""
    return name if screen != "phone" or len(name) <= MOST_SHORT else name[: MOST_SHORT - 1].rstrip() + "…"


@members_only
async def member(request: Request, row: ClubRow, _member: PersonRow) -> Response:
    """``/club/member/PERSON``: what a member has played, and with whom."""
    words, club = PageWords(language_of(request)), club_of(request)
    people = await club.members()
    person = next((one for one in people if one.id == request.path_params["person"]), None)
    if person is None:
        return sorry(request, TableError(Message("web.club.no_member")))
    book = await asked_book(request)
    company, screen = Company(people, words), screen_of(request)
    own = [game for game in book.games if person.id in game.members]
    return html(
        request,
        "club_member.html",
        words,
        row=row,
        person=person,
        look=company.member_look(person.id),
        company=company,
        scope=OVERALL,
        used=None,
        season=book.season,
        seasons=[(one.key, season_words(one, words)) for one in (*await club.seasons(), EVER)],
        scopes=scopes_of(book, person.id) + await boxes_of(request, book, person.id),
        picture=curve_of(book, person, company, words, screen),
        duels=duels_of(book, person.id, company, words),
        games=[game_line(game, person.id, company) for game in own[::-1][:MOST_GAMES]],
        played=len(own),
        records=[one for one in book.records if Who(MEMBER, person.id) in one.who],
        say_record=lambda one: (words.say(f"club.record.{one.kind}"), words.say(f"club.unit.{one.kind}", n=one.figure)),
    )


def scopes_of(book: Book, member: str) -> list[dict[str, Any]]:
    """The member's rating over all games and in each of them."""
    found = []
    for scope in (OVERALL, *GAMES):
        tally = next((one for one in book.standings(scope) if one.member == member), None)
        if tally is not None:
            game = GAMES[scope] if scope else None
            found.append({"tally": tally, "title": game and game.title(), "box": game and box_of(game), "own_box": None})
    return found


async def boxes_of(request: Request, book: Book, member: str) -> list[dict[str, Any]]:
    """The same with each box of somebody's own that the member has played with."""
    found = []
    for used in book.boxes:
        if used.game in GAMES and any(game.box.key == used.box.key and member in game.members for game in book.games):
            other = await club_of(request).book(book.season.key, used.box.key)
            tally = next((one for one in other.standings() if one.member == member), None)
            if tally is not None:  # whoever leaves the club meanwhile has none
                game = GAMES[used.game]
                found.append({"tally": tally, "title": game.title(), "box": box_of(game), "own_box": used.box})
    return found


def curve_of(book: Book, person: PersonRow, company: Company, words: PageWords, screen: str) -> str:
    """The picture of how the rating went."""
    course = [rating for _, rating in book.ladders[OVERALL].course.get(person.id, [])]
    if not course:
        return ""
    return curve(course, company.member_look(person.id), words.say("club.curve"), screen, words.bot("club"))


def duels_of(book: Book, member: str, company: Company, words: PageWords) -> list[dict[str, Any]]:
    """With whom the member sat, those met most often first."""
    mine = sorted((duel for duel in book.duels if duel.member == member), key=lambda duel: (-duel.games, duel.other))
    found = []
    for duel in mine:
        name = company.member(duel.other)
        told = words.say("club.duel", name=name, ahead=duel.ahead, level=duel.level, behind=duel.behind)
        look = company.member_look(duel.other)
        found.append({"duel": duel, "name": name, "told": told, "look": look, "bar": duel_bar(duel, told)})
    return found


def game_line(game: ClubGame, member: str, company: Company) -> dict[str, Any]:
    """A game of the member."""
    seat = game.members[member]
    others = sorted((one for one in game.seats if one is not seat), key=lambda one: one.place)
    return {
        **column(game),
        "seat": seat,
        "shared": sum(one.place == seat.place for one in game.seats) > 1,
        "others": [company.name(one.who) for one in others],
    }
