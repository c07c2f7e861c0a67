"""The club's book, on made-up games: sums, shared victories, order, evenings, seasons, ratings. No database."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

import pytest

from officina import GAMES, Rng
from officina.bots import LEVELS
from officina.core.own_box import OwnBox
from officina.tables.boxes.played import PRINTED, PlayedBox, played_box
from officina.tables.club.book import book_of
from officina.tables.club.evenings import Evening, evenings, night_of
from officina.tables.club.games import BOT, FORMER, GUEST, MEMBER, ClubGame, ClubSeat, Who, club_games
from officina.tables.club.ratings import OVERALL, Ladder, Rating, anchor, anchors_of, ladders
from officina.tables.club.records import EVENING
from officina.tables.club.seasons import EVER, season_of, seasons_of
from officina.tables.storage.club import ClubSeatRow, SeasonRow
from officina.tables.storage.results import PlayedRow, ScoreRow
from officina.tables.storage.sql_results import Result
from tests.seeds import seeded

NIGHT = datetime(2026, 11, 18, 20, 0).timestamp()
DAY = 86_400.0


def shuffled(rng: Rng, things: list[ClubGame]) -> list[ClubGame]:
    left, found = list(things), []
    while left:
        found.append(left.pop(rng.below(len(left))))
    return found


MINE = PlayedBox("0123456789ab", "Mine")
OTHER = PlayedBox("ba9876543210", "Other")


def made_up(rng: Rng, count: int = 120, days: int = 40) -> tuple[dict[str, Result], list[ClubSeatRow]]:
    """Results as the score book has them: members, guests, former players and bots, shared places, several on one evening."""
    results: dict[str, Result] = {}
    seats: list[ClubSeatRow] = []
    names = list(GAMES)
    for number in range(count):
        table = f"t{number:04}"
        players = 2 + rng.below(4)
        began = NIGHT + DAY * int(rng.below(days)) + 600 * int(rng.below(20))
        points = [rng.below(6) for _ in range(players)]  # few, so that places are often shared
        scores = []
        left = [f"m{person}" for person in range(7)]
        for seat in range(players):
            place = 1 + sum(other > points[seat] for other in points)
            kind = rng.pick([MEMBER, MEMBER, MEMBER, GUEST, FORMER, BOT])
            bot = rng.pick(list(LEVELS)) if kind == BOT else ""
            member = left.pop(rng.below(len(left))) if kind == MEMBER else ""
            scores.append(ScoreRow(table, seat, place, points[seat], bot))
            seats.append(ClubSeatRow(table, seat, f"g{rng.below(3)}" if kind == GUEST else "", kind == FORMER, member))
        played = PlayedRow(
            table, rng.pick(names), players, began, began + 60 * (1 + int(rng.below(90))), 10 + int(rng.below(300)), True
        )
        results[table] = (played, scores)
    return results, seats


def game_of(table: str, places: list[tuple[Who, int]], ended: float = NIGHT, game: str = "kraftwagen") -> ClubGame:
    return ClubGame(table, game, ended - 60, ended, 50, tuple(ClubSeat(who, place, 10 - place) for who, place in places))


ANNA, BRUNO, CARLA, DARIO = (Who(MEMBER, name) for name in ("anna", "bruno", "carla", "dario"))


def test_everything_adds_up() -> None:
    for turn in range(5):
        games = club_games(*made_up(seeded(f"sums {turn}")))
        assert len(games) > 50
        for game in games:
            n = len(game.seats)
            assert sum(game.share(seat) for seat in game.seats) == 1, "one victory a game, shared or not"
            assert sum(game.halves(seat) for seat in game.seats) == n * (n - 1), "one point for each pair of players"
        book = book_of(games)
        for scope in (OVERALL, *GAMES):
            of = book.of(scope)
            rows = book.standings(scope)
            assert sum(row.games for row in rows) == sum(len(game.members) for game in of)
            for row in rows:
                assert sum(row.places.values()) == row.games
                assert row.places[1] == row.won + row.shared
                assert row.won <= row.share <= row.won + Fraction(row.shared, 2)
                assert 0 <= row.halves <= row.most
            first = Counter(member for game in of for member, seat in game.members.items() if seat.place == 1)
            assert {row.member: row.places[1] for row in rows if row.places[1]} == dict(first)
            assert sorted(row.rank for row in rows) == [row.rank for row in rows]
        for scope, name in ((OVERALL, "games"), (OVERALL, "won"), (OVERALL, "shared"), (OVERALL, "halves")):
            whole = {row.member: getattr(row, name) for row in book.standings(scope)}
            parts = Counter[str]()
            for game_name in GAMES:
                parts.update({row.member: getattr(row, name) for row in book.standings(game_name)})
            assert {member: n for member, n in whole.items() if n} == {member: n for member, n in parts.items() if n}
        met = {(duel.member, duel.other): duel for duel in book.duels}
        for pair, duel in met.items():
            back = met[pair[::-1]]
            assert (duel.ahead, duel.level, duel.behind) == (back.behind, back.level, back.ahead)
            assert duel.games == sum(set(pair) <= set(game.members) for game in games)


def test_the_same_bytes_whatever_the_order() -> None:
    rng = seeded("order")
    results, seats = made_up(rng)
    games = club_games(results, seats)
    whole = book_of(games).dump()
    assert len(whole) > 10_000
    for _ in range(4):
        tables = list(results)
        mixed: dict[str, Result] = {}
        while tables:
            table = tables.pop(rng.below(len(tables)))
            mixed[table] = (results[table][0], results[table][1][::-1])
        again = club_games(mixed, seats[::-1])
        assert again == games
        assert book_of(again).dump() == whole
        assert book_of(shuffled(rng, list(games))).dump() == whole, "nor does it matter how they are handed over"
    table = games[0].table_id
    played, scores = results[table]
    other = {**results, table: (played, [ScoreRow(table, row.seat, 1, 99, row.bot) for row in scores])}
    assert book_of(club_games(other, seats)).dump() != whole, "one other result is another book"


def test_what_is_of_a_box_is_as_if_there_were_no_other() -> None:
    """Ratings, standings, duels and records of a box are those of its games alone; evenings are those of all games."""
    for turn in range(3):
        rng = seeded(f"boxes {turn}")
        games = [replace(game, box=rng.pick([PRINTED, PRINTED, MINE, OTHER])) for game in club_games(*made_up(rng, 150, 20))]
        whole = book_of(games)
        assert {used.box for used in whole.boxes} == {MINE, OTHER}
        assert sum(used.games for used in whole.boxes) + len(whole.counted) == len(games)
        assert [one.key for one in whole.evenings] == [one.key for one in evenings(games)]
        for box in (PRINTED, MINE, OTHER):
            alone = book_of([game for game in games if game.box == box]).with_box(box.key)
            mixed = whole.with_box(box.key)
            assert mixed.ladders[OVERALL].ratings == alone.ladders[OVERALL].ratings
            assert mixed.reckoned()["standings"] == alone.reckoned()["standings"]
            assert mixed.duels == alone.duels
            assert [one for one in mixed.records if one.kind != EVENING] == [
                one for one in alone.records if one.kind != EVENING
            ]
        without_bots = [replace(game, seats=tuple(seat for seat in game.seats if seat.who.person)) for game in games]
        for box in (MINE, OTHER):
            found = book_of(without_bots).with_box(box.key).ladders[OVERALL].ratings
            assert found == whole.with_box(box.key).ladders[OVERALL].ratings, "nobody has measured bots with that box"


def test_a_box_is_known_by_its_figures() -> None:
    def box(name: str, changes: dict[str, Any], maker: str = "") -> str:
        return OwnBox(name, changes, maker=maker).text()

    changes = {"points.own_colour": 9, "points.other": 1}
    mine = played_box("kraftwagen", box("Mine", changes))
    assert mine.name == "Mine"
    assert played_box("kraftwagen", box("Theirs", dict(reversed(changes.items())), "Ada")).key == mine.key
    assert played_box("kraftwagen", box("Mine", {**changes, "points.other": 2})).key != mine.key
    assert played_box("automania", box("Mine", changes)).key != mine.key
    assert played_box("kraftwagen", box("Mine", {}, "Ada")) == played_box("kraftwagen", "") == PRINTED
    assert played_box("kraftwagen", "no box").key not in ("", mine.key)


def test_two_games_that_end_at_the_same_moment_have_an_order() -> None:
    one = game_of("aaa", [(ANNA, 1), (BRUNO, 2)])
    two = game_of("bbb", [(ANNA, 2), (BRUNO, 1)])
    assert book_of([one, two]).dump() == book_of([two, one]).dump()


def test_a_shared_victory_is_one_for_all_who_share_it() -> None:
    game = game_of("t", [(ANNA, 1), (BRUNO, 1), (CARLA, 3), (DARIO, 4)])
    book = book_of([game])
    rows = {row.member: row for row in book.standings()}
    assert (rows["anna"].won, rows["anna"].shared, rows["anna"].share) == (0, 1, Fraction(1, 2))
    assert rows["anna"].rating == rows["bruno"].rating
    assert rows["anna"].rating.mu > rows["carla"].rating.mu > rows["dario"].rating.mu
    assert (rows["anna"].rank, rows["bruno"].rank, rows["carla"].rank) == (1, 1, 3)
    (duel,) = [duel for duel in book.duels if (duel.member, duel.other) == ("anna", "bruno")]
    assert (duel.ahead, duel.level, duel.behind) == (0, 1, 0)
    (evening,) = book.evenings
    assert set(evening.best) == {ANNA, BRUNO}
    assert [row.place for row in evening.sheet] == [1, 1, 3, 4]
    assert [row.halves for row in evening.sheet] == [5, 5, 2, 0]


@pytest.mark.parametrize("players", range(2, 6))
def test_of_equals_the_better_place_earns_more(players: int) -> None:
    rng = seeded(f"places {players}")
    for _ in range(20):
        points = [rng.below(4) for _ in range(players)]
        places = [1 + sum(other > own for other in points) for own in points]
        people = [Who(MEMBER, f"m{seat}") for seat in range(players)]
        ladder = Ladder(OVERALL)
        ladder.learn(game_of("t", list(zip(people, places, strict=True))))
        got = [ladder.ratings[who.name].mu for who in people]
        for one in range(players):
            for other in range(players):
                assert (got[one] > got[other]) == (places[one] < places[other])
        assert sum(got) == pytest.approx(players * Rating().mu), "what one wins, others lose"


def test_bots_stand_still_and_guests_are_not_rated() -> None:
    bot, guest, former = Who(BOT, "novice"), Who(GUEST, "Gino"), Who(FORMER)
    ladder = Ladder(OVERALL)
    ladder.learn(game_of("t", [(ANNA, 1), (guest, 2), (former, 3)]))
    assert ladder.ratings == {}, "nobody to compare with"
    ladder.learn(game_of("t", [(ANNA, 1), (bot, 2)]))
    assert set(ladder.ratings) == {"anna"}
    weak = ladder.ratings["anna"].mu
    strong = Ladder(OVERALL)
    strong.learn(game_of("t", [(ANNA, 1), (Who(BOT, "master"), 2)]))
    assert strong.ratings["anna"].mu > weak > Rating().mu, "the stronger the bot, the more a victory says"
    assert Ladder(OVERALL).before(game_of("t", []), Who(BOT, "somebody-elses")) is None
    for name in GAMES:
        levels = anchors_of(name)
        assert levels["club"].figure == 1500
        assert [levels[level].mu for level in LEVELS] == sorted(levels[level].mu for level in LEVELS)
    assert anchor("no_such_game", "club") is None


def test_who_plays_like_a_bot_comes_to_be_rated_like_it() -> None:
    rng = seeded("anchored")
    for level in ("novice", "club"):
        truth = anchor("crazy_race", level)
        assert truth is not None
        ladder = Ladder("crazy_race")
        for number in range(150):
            won = rng.below(2) == 0  # as often in front of the bot as behind it
            places = [(ANNA, 1 if won else 2), (Who(BOT, level), 2 if won else 1)]
            ladder.learn(game_of(f"t{number}", places, game="crazy_race"))
        found = ladder.ratings["anna"]
        assert abs(found.mu - truth.mu) < 3 * found.sigma


def at(day: int, hour: float, minutes: float = 30) -> tuple[float, float]:
    began = datetime(2026, 11, day, 0, 0).timestamp() + 3600 * hour
    return began, began + 60 * minutes


def evening_game(table: str, when: tuple[float, float], *people: Who) -> ClubGame:
    return ClubGame(table, "crazy_race", *when, 9, tuple(ClubSeat(who, place, 0) for place, who in enumerate(people, 1)))


def test_an_evening_is_a_night_and_those_who_sat_together() -> None:
    guest, bot = Who(GUEST, "Gino"), Who(BOT, "club")
    games = [
        evening_game("a", at(18, 20), ANNA, BRUNO),
        evening_game("b", at(18, 21), BRUNO, guest, bot),
        evening_game("c", at(19, 1), guest, CARLA),  # after midnight: still that evening
        evening_game("d", at(18, 20.2), DARIO, Who(MEMBER, "elio"), bot),  # a second company; the bot connects nobody
        evening_game("e", at(18, 22), DARIO, bot),
        evening_game("f", at(20, 20), ANNA, BRUNO),  # another night
        evening_game("g", at(18, 9, 60 * 24 * 3), ANNA, BRUNO),  # over days
        evening_game("h", at(21, 20), ANNA, bot),  # alone with a bot
    ]
    found = evenings(games)
    assert [[game.table_id for game in evening.games] for evening in found] == [["a", "b", "c"], ["d", "e"], ["f"]]
    assert found[0].day.isoformat() == "2026-11-18"
    sheet = {row.who: row for row in found[0].sheet}
    assert sheet[ANNA].seats[1] is None
    assert [row.games for row in (sheet[ANNA], sheet[BRUNO], sheet[guest])] == [1, 2, 2]
    assert set(found[0].best) == {BRUNO, guest}, "four halves and one victory each"


def test_every_game_is_in_one_evening_at_most_and_sheets_add_up() -> None:
    games = club_games(*made_up(seeded("evenings"), 200, 12))
    found = evenings(games)
    tables = [game.table_id for evening in found for game in evening.games]
    assert len(tables) == len(set(tables)) > 20
    for evening in found:
        assert sum(row.halves for row in evening.sheet) == sum(
            len(game.seats) * (len(game.seats) - 1) for game in evening.games
        )
        assert len({night_of(game.ended) for game in evening.games}) == 1
        assert sum(row.games for row in evening.sheet) == sum(len(game.seats) for game in evening.games)
        together(evening)


def together(evening: Evening) -> None:
    """From every game a chain of people leads to every other."""
    known = {seat.who for seat in evening.games[0].seats if seat.who.person and seat.who.kind != FORMER}
    for _ in evening.games:
        for game in evening.games:
            here = {seat.who for seat in game.seats if seat.who.person and seat.who.kind != FORMER}
            if here & known:
                known |= here
    assert all(any(seat.who in known for seat in game.seats) for game in evening.games)


def test_every_game_is_in_one_season() -> None:
    games = club_games(*made_up(seeded("seasons"), 100, 300))
    middle = datetime(2027, 2, 20).timestamp()
    for begun in ([], [SeasonRow(middle, "Spring")], [SeasonRow(middle, "Spring"), SeasonRow(middle + 30 * DAY, "Late")]):
        known = seasons_of([game.ended for game in games], NIGHT, begun)
        assert sorted(season.began for season in known)[::-1] == [season.began for season in known]
        books = [book_of(games, season) for season in known]
        tables = [game.table_id for book in books for game in book.games]
        assert sorted(tables) == sorted(game.table_id for game in games)
        assert len({season.key for season in known}) == len(known)
    assert season_of(middle - 1, [SeasonRow(middle, "Spring")]).ended == middle
    assert book_of(games, EVER).games == games


def test_a_season_begins_anew() -> None:
    games = club_games(*made_up(seeded("anew"), 60, 200))
    known = seasons_of([game.ended for game in games], NIGHT, [])
    late = book_of(games, known[0])
    assert late.ladders[OVERALL].ratings == ladders(late.games)[OVERALL].ratings
    assert late.ladders[OVERALL].ratings != book_of(games).ladders[OVERALL].ratings


def test_records_are_kept_by_who_was_first() -> None:
    games = [
        ClubGame("a", "kraftwagen", NIGHT, NIGHT + 3600, 80, (ClubSeat(ANNA, 1, 50), ClubSeat(BRUNO, 2, 30))),
        ClubGame("b", "kraftwagen", NIGHT + 4000, NIGHT + 5000, 200, (ClubSeat(ANNA, 1, 50), ClubSeat(BRUNO, 1, 50))),
        ClubGame("c", "kraftwagen", NIGHT, NIGHT + 9 * DAY, 90, (ClubSeat(ANNA, 2, 51), ClubSeat(Who(BOT, "club"), 1, 99))),
        ClubGame("d", "kraftwagen", NIGHT, NIGHT + 9 * DAY + 1, 999, (ClubSeat(BRUNO, 1, 500), ClubSeat(CARLA, 2, 1)), MINE),
    ]
    found = {record.kind: record for record in book_of(games).records}
    assert (found["points"].figure, found["points"].who, found["points"].table_id) == (51, (ANNA,), "c"), "no bot, no own box"
    assert (found["margin"].figure, found["margin"].table_id) == (20, "a")
    assert (found["choices"].figure, found["minutes"].figure) == (200, 60)
    assert (found["run"].figure, found["run"].who) == (2, (ANNA,))
    assert (found["evening"].figure, found["evening"].table_id) == (2, "a")
