"""The end of a game and looking back, without a browser: places, what decided it, the course, the slider, rematch, names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from officina import GAMES, Game, Record
from officina.core.errors import RecordError
from officina.core.events import EVERYBODY
from officina.core.text import LANGUAGES
from officina.messages import HandOver, Propose, Rematch, Vote
from officina.tables import Tables
from officina.web.live.course import Course, Courses, Stop, Trail, turning_points
from officina.web.live.ending import podium, result_words
from officina.web.live.regions import end, regions
from officina.web.live.render_cache import RenderCache
from officina.web.live.replay import keys_at, slider
from officina.web.live.scene import live_scene, past_scene
from officina.web.words import PageWords
from tests.seeds import seed_of, seeded
from tests.tables.common import Friends, fewest, open_tables, run
from tests.web.test_parts import check_markup

FR = "fuori_di_rotella"


def played(game: Game, players: int, seed: str) -> Record:
    """A game of random choices."""
    record = Record.start(game, players, seed_of(seed), {"laps": 1} if game.name == "automobiles" else {})
    rng = seeded(seed)
    while record.position.to_act:
        seat = record.position.to_act[0]
        record.apply(seat, rng.pick(record.position.options(seat)))
    return record


def course_of(record: Record) -> Course:
    return Trail().follow(record, record.moves, [move.seat if move.hidden else EVERYBODY for move in record.moves])


# --- places


def test_equal_places_are_equally_high_and_have_the_same_number() -> None:
    steps = podium([2, 1, 2, 4, 5])
    assert [step.seat for step in steps] == [3, 0, 1, 2, 4], "the first in the middle, the others to either side"
    assert [(step.place, step.height) for step in steps] == [(4, 4), (2, 2), (1, 1), (2, 2), (5, 5)]
    assert [step.height for step in podium([1, 1])] == [1, 1]


def test_of_more_than_five_only_the_first_three_places_are_on_the_podium() -> None:
    assert sorted(step.seat for step in podium([3, 1, 8, 2, 4, 5, 6, 7])) == [0, 1, 3]
    assert sorted(step.seat for step in podium([3, 1, 3, 3, 1, 6, 7, 8])) == [0, 1, 2, 3, 4], "all who share the third place"
    assert len(podium([1] * 8)) == 5, "there is room for five"


@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_players(tmp_path: Path, language: str) -> None:
    """Three on the podium, eight in the table, a line each in the chart with the paint of the seat."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, GAMES[FR], 1, 7, "random")
            live = await friends.play(seeded("eight"))
            cache = RenderCache(tables)
            for screen in ("wide", "phone"):
                scene = await cache.scene(live, 0, language, "", "", screen)
                markup = end(scene, PageWords(language, scene.names()))
                check_markup(markup)
                places = [place.place for place in live.playing().position.places()]
                assert markup.count("podium-step ") == len(podium(places))
                assert markup.count("<tr") == 1 + 8
                assert markup.count('class="cl"') == 8
                assert scene.board is not None
                for colour, _ in scene.board.seats:
                    assert f'<g class="paint {colour}"><polyline' in markup

    run(main())


def test_the_result_is_one_sentence_for_everybody() -> None:
    record = played(GAMES[FR], 4, "result")
    position = record.position
    winner = position.winners()[0]
    words = PageWords("en", ["Anna", "Bruno", "Carla", "Dario"])
    assert result_words(position, winner, words)[0] == "You win!"
    for seat in (None, *(seat for seat in range(4) if seat != winner)):
        said, why = result_words(position, seat, words)
        assert said == f"{words.names[winner]} wins"
        assert str(position.scores()[winner]) in why


# --- what decided it


def test_turning_points_of_a_worked_example() -> None:
    """Anna is 7 behind Bruno after the second turn, catches up in the third and overtakes him in the last."""
    found = turning_points([(0, 0), (1, 4), (2, 9), (8, 10), (14, 11)], [0])
    assert [(turn.point, turn.kind, turn.seat, turn.rival) for turn in found] == [
        (2, "missed", 0, 1),
        (3, "closer", 0, 1),
        (4, "ahead", 0, 1),
    ]
    assert [(turn.gain, turn.other, turn.lead) for turn in found] == [(1, 5, -7), (6, 1, -2), (6, 1, 3)]


def test_only_what_is_sure_is_said() -> None:
    assert turning_points([(0, 0), (1, 0), (2, 1), (3, 2)], [0]) != [], "the largest step of who led all the time"
    assert len(turning_points([(0, 0), (5, 0), (6, 1), (7, 2)], [0])) == 1
    assert turning_points([(0, 0), (3, 3)], [0, 1]) == [], "everybody wins: nothing decided"
    assert turning_points([(0, 0)], [0]) == []
    assert turning_points([(0, 0), (1, 1)], []) == []
    overtaken = turning_points([(0, 0, 0), (0, 6, 5), (9, 2, 6)], [0])
    assert [(turn.kind, turn.rival) for turn in overtaken] == [("missed", 1), ("ahead", 1)], "who was in front is overtaken"


def test_the_course_of_every_game(game: Game) -> None:
    """A stop for each step, in order; the points of the chart end at the scores; at most three turning points."""
    record = played(game, fewest(game), "course")
    course = course_of(record)
    assert [stop.step for stop in course.stops] == list(range(sum(not move.hidden for move in record.moves) + 1))
    for stop, after in zip(course.stops, course.stops[1:], strict=False):
        assert (after.round, after.turn) >= (stop.round, stop.turn)
    assert course.stops[-1].turn > 3
    for points in (course.points(), course.points(fine=False)):
        assert list(points[-1].scores) == record.position.scores()
        assert [point.x for point in points] == sorted({point.x for point in points})
        found = turning_points([point.scores for point in points], record.position.winners())
        assert len(found) <= 3
        assert [turn.point for turn in found] == sorted({turn.point for turn in found})


def test_a_course_goes_on_from_where_it_was() -> None:
    record = played(GAMES[FR], 3, "trail")
    audiences = [EVERYBODY] * len(record.moves)
    trail = Trail()
    half = len(record.moves) // 2
    trail.follow(record, record.moves[:half], audiences[:half])
    whole = trail.follow(record, record.moves, audiences)
    assert whole == Trail().follow(record, record.moves, audiences)
    back = trail.follow(record, record.moves[:5], audiences[:5])
    assert back == Trail().follow(record, record.moves[:5], audiences[:5]), "choices were taken back"


# --- the slider


@pytest.mark.parametrize(("turns", "marked", "numbered"), [(20, 20, 20), (21, 21, 4), (60, 60, 12), (61, 0, 0)])
def test_turns_are_marked_and_numbered_as_there_is_room(turns: int, marked: int, numbered: int) -> None:
    stops = [Stop(0, 1, 1), *(Stop(2 * turn + part, 1 + turn // 8, turn) for turn in range(1, turns + 1) for part in (-1, 0))]
    course = Course(stops, [(0, 0)] * len(stops), True)
    found = slider(GAMES["kraftwagen"], course, PageWords("en"), {})
    rounds = len(course.rounds())
    assert sum(tick.sort == "tr" for tick in found.ticks) == rounds
    assert sum(tick.sort == "tt" for tick in found.ticks) == (marked + 1 - rounds if marked else 0)
    assert len(found.turns) == numbered
    assert found.rounds[0].text == "Round 1"
    keys = keys_at(course, 9)
    assert (keys.back, keys.on, keys.turn_back, keys.turn_on) == (8, 10, 8, 10)
    assert (keys.round_back, keys.round_on) == (0, 14)
    assert keys_at(course, 0).round_back == 0
    assert keys_at(course, course.last).turn_on == course.last


# --- at a table


async def over(tables: Tables, people: int = 2) -> Friends:
    """People who have just finished a game."""
    friends = await Friends.meet(tables, GAMES[FR], people)
    await friends.play(seeded("over"))
    return friends


def test_a_rematch_is_offered_to_everybody_and_shows_who_wants_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await over(tables, 3)
            cache = RenderCache(tables)

            async def shown(seat: int | None) -> str:
                return (await cache.render(friends.id, seat, "en", "", "http://here")).regions["actions"]

            for seat in range(3):
                assert "Rematch" in await shown(seat)
                assert "want" not in await shown(seat)
            await tables.do(friends.id, friends.tokens[1], Rematch())
            for viewer in (0, 2, None):
                assert "Friend 1" in await shown(viewer)
                assert "wants a rematch" in await shown(viewer)
            assert "/rematch" not in await shown(None), "who watches cannot join"
            await tables.do(friends.id, friends.tokens[0], Rematch())
            await tables.do(friends.id, friends.tokens[0], Rematch())
            assert (await friends.live()).rematch_wanted == {0, 1}
            assert "want a rematch" in await shown(2)
        async with open_tables(tmp_path / "t.sqlite") as again:
            assert (await again.live(friends.id)).rematch_wanted == {0, 1}, "it is in the log"

    run(main())


def test_a_game_ended_by_consent_has_no_podium(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, GAMES[FR], 2)
            await friends.play(seeded("half"), 12)
            await tables.do(friends.id, friends.tokens[0], Propose("a", "end"))
            await tables.do(friends.id, friends.tokens[1], Vote("b", 1, True))
            live = await friends.live()
            assert live.row.ended
            cache = RenderCache(tables)
            for seat in (0, None):
                found = (await cache.render(friends.id, seat, "en", "", "http://here")).regions
                check_markup(found["end"])
                assert "Ended by agreement" in found["end"]
                assert "podium-step" not in found["end"]
                assert "end-reasons" not in found["end"]
                assert "win" not in found["status"]
                assert '<svg class="chart"' in found["end"]

    run(main())


def test_step_0_says_nothing_of_bots_that_stand_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, GAMES[FR], 2)
            await tables.do(friends.id, friends.tokens[1], HandOver("a"))
            live = await friends.live()
            now = regions(live_scene(live, 0, "en"))
            assert "bot" in now["log"]
            assert "a bot stands in" in now["players"]
            course = await Courses().course(live)
            past = regions(await past_scene(live, 0, "en", 0, course=course))
            assert "bot" not in past["log"].lower()
            assert "stands in" not in past["players"]

    run(main())


# --- names in records


def test_a_record_keeps_the_names(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, fewest(game))
            live = await friends.play(seeded("names"), 12)
            text = live.record_text()
            assert '"names": ["Anna", "Friend 1"' in text
            shown = await tables.live(await tables.import_record(text.encode()))
            assert [seat.name for seat in shown.seats] == [seat.name for seat in live.seats]
            assert shown.record_text() == text
            assert '"names"' not in live.playing().dump(), "a record without names is written as it always was"
            plain = await tables.live(await tables.import_record(live.playing().dump().encode()))
            assert [seat.name for seat in plain.seats] == [""] * live.row.players

    run(main())


def test_names_in_a_record_are_bounded_and_clean(tmp_path: Path) -> None:
    record = Record.start(GAMES[FR], 2, seed_of("names"))

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            for names in (["x" * 81], ["x"] * 17):
                with pytest.raises(RecordError):
                    await tables.import_record(record.dump(names=names).encode())
            odd = await tables.live(await tables.import_record(record.dump(names=["A\nB" + "x" * 60, "", "nobody"]).encode()))
            assert [len(seat.name) for seat in odd.seats] == [30, 0]
            assert re.fullmatch(r"A Bx+", odd.seats[0].name)

    run(main())
