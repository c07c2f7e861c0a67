"""Lessons: each plays through by its own answers, its sentences are there and short, and what does not go on is told why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from officina import GAMES, Game, Position
from officina.core.drawing import SCREENS, mark_choices
from officina.core.lessons import MOST_DEED, MOST_FACT, Card, Guide, Lesson, legal_answers, lesson_of
from officina.core.record import Record
from officina.core.text import LANGUAGES, has, render
from officina.looks import sheet

TAUGHT = [game for game in GAMES.values() if lesson_of(game) is not None]
IDS = re.compile(r' id="([^"]+)"')
MOST_STEPS = 16
"""About a dozen: nobody follows more at one go."""


def named(game: Game) -> str:
    return game.name


def the_lesson(game: Game) -> Lesson:
    found = lesson_of(game)
    assert found is not None
    return found


@dataclass
class Stop:
    """A card that is up, and where the game stands."""

    index: int
    card: Card
    guide: Guide
    record: Record

    @property
    def position(self) -> Position:
        return self.record.position


def walk(game: Game, answer: Callable[[Stop], str] | None = None) -> Iterator[Stop]:
    """All cards of a lesson as a learner comes to them, who gives the first answer unless ``answer`` says another."""
    lesson = the_lesson(game)
    guide, record = Guide(lesson), lesson.start(game)
    while True:
        position = record.position
        others = [seat for seat in position.to_act if seat != lesson.seat]
        if others:
            option = guide.scripted(record.moves, position, others[0])
            assert option is not None, f"the script of seat {others[0] + 1} has no word after {len(record.moves)} choices"
            record.apply(others[0], option)
            continue
        index, card = guide.at(record.moves), guide.card(record.moves, position)
        if index == len(lesson.cards):
            return
        assert card is not None, f"card {lesson.cards[index].name} does not fit what is asked"
        stop = Stop(index, card, guide, record)
        yield stop
        if card.asks:
            record.apply_text(lesson.seat, answer(stop) if answer else legal_answers(card, position, lesson.seat)[0])
        else:
            guide.seen = index + 1


def options(stop: Stop) -> list[str]:
    """What the learner could choose."""
    seat, position = stop.guide.lesson.seat, stop.position
    return [position.game.vocabulary.text(position.kind(seat), option) for option in position.options(seat)]


def test_every_game_of_the_box_is_taught() -> None:
    assert len(TAUGHT) >= 5


@pytest.mark.parametrize("game", TAUGHT, ids=named)
def test_it_plays_through_by_its_own_answers(game: Game) -> None:
    lesson = the_lesson(game)
    names = [stop.card.name for stop in walk(game)]
    assert names == [card.name for card in lesson.cards]
    assert len(set(names)) == len(names)
    assert not lesson.cards[-1].asks, "it ends with a word, and the game goes on"
    assert 8 <= len(lesson.steps) <= MOST_STEPS or lesson.minutes < 8
    assert lesson.options == {name: game.options[name].read(value) for name, value in lesson.options.items()}
    assert not list(walk(game))[-1].position.over


@pytest.mark.parametrize("game", TAUGHT, ids=named)
def test_every_answer_that_goes_on_leads_to_the_end(game: Game) -> None:
    lesson = the_lesson(game)
    for number, tried in enumerate(lesson.cards):
        for answer in tried.answers[1:]:

            def other(stop: Stop, number: int = number, answer: str = answer) -> str:
                allowed = legal_answers(stop.card, stop.position, lesson.seat)
                return answer if stop.index == number and answer in allowed else allowed[0]

            assert len(list(walk(game, other))) == len(lesson.cards)


@pytest.mark.parametrize("game", TAUGHT, ids=named)
def test_every_other_answer_is_refused_with_words(game: Game) -> None:
    told = 0
    for stop in walk(game):
        asking = stop.guide.asking(stop.record.moves)
        for notation in options(stop) if asking is not None else ():
            assert asking is not None
            why = stop.guide.why_not(stop.record.moves, stop.position, notation)
            assert (why is None) == (notation in asking.answers), (stop.card.name, notation)
            if why is not None:
                assert all(render(why, language).strip() for language in LANGUAGES)
                told += 1
    assert told > 0


@pytest.mark.parametrize("game", TAUGHT, ids=named)
def test_every_wrong_answer_that_has_words_of_its_own_can_be_given(game: Game) -> None:
    for stop in walk(game):
        for start in stop.card.wrong:
            assert any(notation.startswith(start) for notation in options(stop)), (stop.card.name, start)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT, ids=named)
def test_its_sentences_are_there_and_short(game: Game, language: str) -> None:
    lesson = the_lesson(game)
    assert lesson.cards[0].has("title", language)
    for card in lesson.cards:
        missing = [key for key in card.keys if not has(key, language)]
        assert not missing
        fact, deed = (render(card.sentence(name), language) if card.has(name, language) else "" for name in ("fact", "deed"))
        assert len(fact.split()) <= MOST_FACT, (card.name, fact)
        assert len(deed.split()) <= MOST_DEED, (card.name, deed)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", TAUGHT, ids=named)
def test_what_it_points_at_is_drawn(game: Game, screen: str) -> None:
    seat = the_lesson(game).seat
    for stop in walk(game):
        if not stop.card.point and not stop.card.also:
            continue  # an answer has its place on the board, or a button
        view = {**stop.position.view(seat), "names": [f"player {number}" for number in range(stop.position.seats)]}
        board = game.board(view, stop.position.question(seat), "en", screen)
        drawn = {found for area in board.areas for found in IDS.findall(area.markup)} | {area.id for area in board.areas}
        drawn |= mark_choices(area.markup for area in board.areas)
        assert not stop.card.point or set(stop.card.point) & drawn, (stop.card.name, stop.card.point)
        assert set(stop.card.also) <= drawn, (stop.card.name, stop.card.also)


@pytest.mark.parametrize("game", TAUGHT, ids=named)
def test_the_pieces_in_its_deeds_are_parts_of_the_box(game: Game) -> None:
    parts = set(IDS.findall(sheet()))
    assert {card.piece.split()[0] for card in the_lesson(game).cards if card.piece} <= parts


def test_taking_back_a_choice_brings_its_card_back() -> None:
    game = TAUGHT[0]
    stops = []
    for stop in walk(game):
        stops.append(stop.index)
        if stop.card.asks and stop.index > 2:
            stop.record.apply_text(stop.guide.lesson.seat, stop.card.answers[0])
            assert stop.guide.at(stop.record.moves) > stop.index
            stop.record.undo(stop.guide.lesson.seat) if stop.record.why_no_undo(stop.guide.lesson.seat) is None else None
            kept = [number for number, move in enumerate(stop.record.moves) if move.seat == stop.guide.lesson.seat]
            stop.record.go_back(stop.guide.lesson.seat, kept[-1])
            assert stop.guide.at(stop.record.moves) <= stop.index
            break


def test_a_lesson_of_another_version_lets_one_play() -> None:
    """Whoever began a lesson that has changed since is asked by the game, not held up by the lesson."""
    game = TAUGHT[0]
    lesson = the_lesson(game)
    guide = Guide(Lesson(lesson.game, lesson.seed, lesson.players, (Card(game.name, "gone", ("no such choice",)),)))
    record = lesson.start(game)
    assert guide.card(record.moves, record.position) is None
    assert guide.why_not(record.moves, record.position, options_of(record)[0]) is None


def options_of(record: Record) -> list[str]:
    position = record.position
    seat = position.to_act[0]
    return [position.game.vocabulary.text(position.kind(seat), option) for option in position.options(seat)]
