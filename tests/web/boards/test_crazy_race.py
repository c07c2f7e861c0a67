"""The drawn table of Crazy Race, looked at without a browser: sound, complete, true, and every choice has its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from officina import GAMES, Position
from officina.bots import make_bot
from officina.core.drawing import Board
from officina.core.game import OptionValue
from officina.core.position import Question
from officina.games.crazy_race import events as ev
from officina.games.crazy_race.board import draw
from officina.games.crazy_race.components import FINISH, MODELS, SPACES, TURNTABLE, Parts
from officina.games.crazy_race.state import CrazyRace
from tests.seeds import seed_of, seeded

GAME = GAMES["crazy_race"]
PARTS = Parts()
KINDS = {kind.name for kind in GAME.vocabulary.kinds}
NAMES = ["Anna <b>", 'Bo "x"', "Cle & o", "D'or"]
VARIANTS: list[tuple[int, dict[str, OptionValue]]] = [
    (3, {}),
    (4, {}),
    (4, {"steal_second": "on", "rear_penalty": "both", "shuffled_points": "on"}),
    (3, {"steal_second": "on", "rear_penalty": "second_last", "turntable_cards": 3, "finish_cards": 2}),
]


def games(bot_name: str, number: int) -> Iterator[CrazyRace]:
    """Every decision of some games, and their ends."""
    bot = make_bot(bot_name)
    for index in range(number):
        players, options = VARIANTS[index % len(VARIANTS)]
        position = GAME.start(players, seed_of(f"board {bot_name} {index}"), options)
        assert isinstance(position, CrazyRace)
        position.events = []
        rng = seeded(f"board {index}")
        while not position.over:
            yield position
            seat = position.to_act[0]
            position.apply(seat, bot.choose(position, seat, rng))
        yield position


class Drawn:
    """A board, parsed."""

    def __init__(self, position: Position, seat: int | None, language: str = "it") -> None:
        self.view: dict[str, Any] = {**position.view(seat), "names": NAMES[: position.seats]}
        self.question: Question | None = None
        if seat is not None and seat in position.to_act:
            self.question = position.question(seat)
        self.board: Board = draw(PARTS, self.view, self.question, language)
        self.markup = self.board.static + "".join(self.board.regions.values())
        self.root = ElementTree.fromstring(f"<root>{self.markup}</root>")
        self.ids: dict[str, ElementTree.Element] = {}
        self.classes: dict[str, list[ElementTree.Element]] = {}
        for element in self.root.iter():
            id = element.get("id")
            if id:
                assert id not in self.ids, "an id occurs twice"
                self.ids[id] = element
            for name in classes_of(element):
                self.classes.setdefault(name, []).append(element)

    def having(self, name: str, under: ElementTree.Element | None = None) -> list[ElementTree.Element]:
        """The elements of a class."""
        if under is None:
            return self.classes.get(name, [])
        return [found for found in under.iter() if name in classes_of(found)]

    def at(self, id: str) -> ElementTree.Element:
        return self.ids[id]

    def choices(self) -> list[str]:
        """Every choice that something on the board stands for."""
        return [choice for element in self.root.iter() for choice in (element.get("data-choice") or "").split("|") if choice]


def words(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def classes_of(element: ElementTree.Element) -> list[str]:
    return (element.get("class") or "").split()


def values(elements: list[ElementTree.Element]) -> Counter[int]:
    """The numbers on cards that show one."""
    return Counter(int(words(number)) for element in elements for number in element.findall("b"))


def place(model: int, space: int | None) -> int:
    """Places of a track from the left: one for each model in the zone, then the spaces from 1."""
    return model if space is None else MODELS - 1 + space


@pytest.mark.parametrize(("bot", "number"), [("heuristic", 2), ("random", 6)])
def test_every_moment_is_sound_and_complete(bot: str, number: int) -> None:
    for step, position in enumerate(games(bot, number)):
        viewers: list[int | None] = list(position.to_act)
        if step % 11 == 0 or position.over:
            viewers = [*range(position.seats), None]
        for seat in viewers:
            drawn = Drawn(position, seat, "en" if step % 2 else "it")
            check_sound(drawn)
            check_head(drawn)
            check_piles(drawn)
            check_players(drawn)
            check_stage(drawn)
            check_own(drawn)


def check_sound(drawn: Drawn) -> None:
    assert "style=" not in drawn.markup
    assert "<script" not in drawn.markup
    for used in drawn.root.iter("use"):
        assert str(used.get("href"))[1:] in drawn.ids, "a symbol is missing"
    offered = set() if drawn.question is None else {option.notation for option in drawn.question.options}
    assert set(drawn.choices()) == offered, "every choice has its place on this table, and nothing else is lit"
    for element in drawn.root.iter():
        assert ("lit" in classes_of(element)) == (element.get("data-choice") is not None)


def check_head(drawn: Drawn) -> None:
    view = drawn.view
    head = drawn.having("cr-head")[0]
    assert f"{view['stage']} " in words(head)
    assert len(drawn.having("cr-last")) == (view["last_stage"] and not view["over"])
    letters = [words(badge) for badge in drawn.having("cr-badge", head)]
    assert letters == [PARTS.colours[seat].letter for seat in view["order"]]
    for name in ("coming", "used"):
        found = [int(str(use.get("href")).rpartition("-")[2]) for use in drawn.at(f"cr-{name}").iter("use")]
        assert found == view[f"{name}_stage_cards"]


def check_piles(drawn: Drawn) -> None:
    for name in ("turntable", "finish"):
        left = drawn.view[f"{name}_pile"]
        pile = drawn.at(f"cr-pile-{name}")
        cards = drawn.having("cr-points", pile)
        assert [int(words(card)[0]) for card in cards] == left["cards"]
        assert [card for card in cards if "top" in classes_of(card)] == cards[:1]
        covered = left["size"] - len(left["cards"])
        assert [words(found) for found in drawn.having("cr-covered", pile)] == ([f"+{covered}"] if covered else [])


def check_players(drawn: Drawn) -> None:
    view = drawn.view
    assert len(drawn.having("cr-lane")) == view["players"]
    assert len(drawn.having("cr-loco")) == view["players"] * MODELS
    for player in view["table"]:
        seat = player["seat"]
        lane = drawn.at(f"cr-lane-{seat}")
        assert ("mine" in classes_of(lane)) == (seat == view["seat"])
        assert ("acting" in classes_of(lane)) == (seat in view["to_act"])
        assert NAMES[seat] in words(lane)
        assert words(drawn.having("cr-score", lane)[0]).startswith(str(player["score"]))
        assert ("★" in words(lane)) == (seat == view["first_player"] and not view["over"])
        assert len(drawn.having("cr-spent", lane)) == player["retake_used"]
        strong = len(drawn.having("cr-strong", lane))
        assert strong == player["hand_empty"] + bool(view["places"])
        if view["places"]:
            assert str(view["places"][seat]) in words(drawn.having("cr-strong", lane)[0])
        won = drawn.having("cr-won", lane)[0]
        for name, cards in (("turntable", "turntable_cards"), ("finish", "finish_cards"), ("discarded", "discarded")):
            assert values(drawn.having(f"cr-from-{name}", won)) == Counter(player[cards])
        for index, loco in enumerate(player["locomotives"]):
            drawn_loco = drawn.at(f"cr-loco-{seat}-{loco['model']}")
            assert {f"cr-at-{place(index, loco['space'])}", f"cr-{loco['heading']}"} <= set(classes_of(drawn_loco))
            assert f"cr-ring-{seat}-{loco['model']}-{loco['progress']}" in drawn.ids
            need = words(drawn.having("cr-need", drawn_loco)[0])
            assert need == "✓" if loco["heading"] == "home" else f"⌂{loco['need']}" in need.split()


def check_stage(drawn: Drawn) -> None:
    view = drawn.view
    middle = drawn.having("cr-stage-card")[0]
    assert [use.get("href") for use in middle.iter("use")] == [f"#cr-stage-{view['stage_card']['card']}"]
    for number, side in enumerate(view["stage_card"]["sides"]):
        tile = drawn.at(f"cr-side-{number}")
        assert str(number) in words(drawn.having("cr-where", tile)[0])
        assert words(drawn.having("cr-distance", tile)[0]) == str(side["distance"] or "?")
        engines = [use.get("href") for use in drawn.having("cr-what", tile)[0].iter("use") if "loco" in str(use.get("href"))]
        assert engines == ([f"#cr-loco-{side['model']}"] if side["model"] else [])
        assert ("cr-taboo" in classes_of(tile)) == side["taboo"]
        assert ("cr-evaluating" in classes_of(tile)) == (view["evaluating"] == number)
        cards = drawn.having("cr-card", tile)
        assert len(cards) == len(side["cards"])
        for shown, card in zip(cards, side["cards"], strict=True):
            assert shown.get("id") == f"cr-laid-{view['stage']}-{card['number']}"
            assert f"cr-of-{card['seat']}" in classes_of(shown)
            assert words(shown) == PARTS.colours[card["seat"]].letter + ("" if card["value"] is None else str(card["value"]))
            state = "taken" if card["taken_back"] else "up" if card["face_up"] else "down"
            assert f"cr-card-{state}" in classes_of(shown)


def check_own(drawn: Drawn) -> None:
    own = drawn.view["own"]
    if own is None:
        assert drawn.having("cr-own") == []
        return
    assert values(drawn.having("cr-card-hand")) == Counter(own["hand"])
    assert values(drawn.having("cr-card-played")) == Counter(own["played"])
    chosen = [stack.get("id") for stack in drawn.having("cr-stack") if "cr-chosen" in classes_of(stack)]
    assert chosen == ([] if own["chosen"] is None else [f"cr-stack-{own['chosen']}"])
    gauge = drawn.having("cr-gauge")[0]
    assert re.findall(r"\d+", words(gauge)) == [str(own["cards_left"]), str(own["turns_left"])]
    boxes = words(drawn.having("cr-boxes")[0])
    assert len(boxes) == own["turns_left"]
    assert boxes.count("▮") == min(own["cards_left"], own["turns_left"])


def test_every_sort_of_question_is_met() -> None:
    """Otherwise the test above would prove less than it says."""
    met = {position.question(seat).kind for position in games("random", 24) for seat in position.to_act}
    assert met == KINDS


def test_what_a_choice_is_said_to_reach_is_reached() -> None:
    """Lit places of the track lead there, and so does a side's preview; the crown is the winner's."""
    reached = previews = 0
    for position in games("random", 8):
        if position.over:
            continue
        seat = position.to_act[0]
        drawn = Drawn(position, seat)
        assert drawn.question is not None
        for option in drawn.question.options:
            goals = [goal for goal in drawn.having("cr-goal") if option.notation in str(goal.get("data-choice")).split("|")]
            if drawn.question.kind not in ("free_loco", "split_steps"):
                assert goals == []
                continue
            model, points = option.option, position.stack[-1].args[0]
            if drawn.question.kind == "split_steps":
                model, points = position.stack[-1].args[2], option.option + 1
            end = position.destination(seat, model, points)
            assert [goal.get("id") for goal in goals] == [f"cr-goal-{place(model, min(end, FINISH - end) or None)}"]
            reached += 1
        previews += check_previews(position, drawn, seat)
    assert reached > 20
    assert previews > 100


def check_previews(position: CrazyRace, drawn: Drawn, seat: int) -> int:
    """How many previews there were; each is where the engine would go."""
    found = 0
    for number, side in enumerate(drawn.view["stage_card"]["sides"]):
        lines = [line for row in drawn.having("cr-would", drawn.at(f"cr-side-{number}")) for line in row if line.get("title")]
        models = [index for index, model in enumerate(PARTS.models) if side["model"] in (None, model.code)]
        models = [model for model in models if position.progress[seat * MODELS + model] < FINISH]
        if drawn.view["phase"] != "placing" or side["taboo"] or side["distance"] is None:
            assert lines == []
            continue
        assert len(lines) == len(models)
        for line, model in zip(lines, models, strict=True):
            end = position.destination(seat, model, side["distance"])
            sign = {TURNTABLE: "⟳", FINISH: "⌂"}.get(end, f"{end}▸" if end < TURNTABLE else f"◂{FINISH - end}")
            assert words(line).startswith(f"→ {sign}")
            found += 1
    return found


def test_the_crown_is_the_winners() -> None:
    crowned = 0
    won: dict[int, int] = {}
    for position in games("random", 6):
        assert position.events is not None
        for event in position.events:
            if event.code == ev.STAGE_BEGAN:
                won = {}
            elif event.code == ev.SIDE_WON:
                won[event.args[0]] = event.seat
        position.events.clear()
        drawn = Drawn(position, None)
        for number, side in enumerate(drawn.view["stage_card"]["sides"]):
            crowns = drawn.having("cr-wins", drawn.at(f"cr-side-{number}"))
            if side["evaluated"] and side["cards"]:
                letter = PARTS.colours[won[number]].letter
                assert [words(drawn.having("cr-badge", crown)[0]) for crown in crowns] == [letter]
                crowned += 1
            else:
                assert crowns == []
    assert crowned > 20


def test_the_style_sheet_does_not_depend_on_language_or_state() -> None:
    position = GAME.start(4, "style")
    first = Drawn(position, None).board.stylesheet
    for _ in range(20):
        position.apply(position.to_act[0], position.options(position.to_act[0])[0])
    assert Drawn(position, 0, "en").board.stylesheet == first
    for at in range(MODELS + SPACES):
        assert f".cr-at-{at}{{" in first
    for colour in PARTS.colours:
        assert colour.hex in first
