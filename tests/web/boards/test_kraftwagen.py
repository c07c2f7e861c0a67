"""The drawn table of Kraftwagen: everything public is on it, and what can be chosen there lights up. No browser is needed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from officina import GAMES, Position
from officina.core.drawing import Board
from officina.core.position import Question
from officina.core.text import LANGUAGES
from officina.games.kraftwagen.board_signs import lane_points, ring_point, ring_side
from tests.seeds import seed_of, seeded

GAME = GAMES["kraftwagen"]
NAMES = ["Anna & Co", "Bruno", "Carla", "Dino"]

ONLY_IN_THE_LIST = {
    "pick_action continue",
    "market_step end_turn",
    "place_body decline",
    "place_engine decline",
    "car_engineer none",
}
"""To leave something out is no thing on the table; the marker of Benz does stand for keeping it."""

RARE = ("use_d", "horch", "maybach", "eng_", "place_car", "diesel_what", "inst_parts")
"""What a game must often be led to, so that every question is asked."""


class Drawn:
    """A board as a tree, with its things by class and by id."""

    def __init__(self, view: Mapping[str, Any], question: Question | None, language: str = "it") -> None:
        self.view = view
        self.question = question
        self.board: Board = GAME.board({**view, "names": NAMES[: view["players"]]}, question, language)
        self.markup = self.board.static + "".join(self.board.regions.values())
        self.ids: dict[str, ET.Element] = {}
        self.classes: dict[str, list[ET.Element]] = {}
        for markup in (self.board.static, *self.board.regions.values()):
            for element in ET.fromstring(f"<region>{markup}</region>").iter():
                self.add(element)

    def add(self, element: ET.Element) -> None:
        id = element.get("id")
        if id is not None:
            assert id not in self.ids, f"the id {id} occurs twice"
            assert id.startswith("kw-"), f"the id {id} may be one of the page"
            self.ids[id] = element
        for name in (element.get("class") or "").split():
            self.classes.setdefault(name, []).append(element)

    def count(self, name: str) -> int:
        return len(self.classes.get(name, []))

    def words(self, id: str) -> str:
        return "".join(self.ids[id].itertext())

    def lit(self) -> set[str]:
        """Every choice that something on the board stands for."""
        found = [element.get("data-choice") for elements in self.classes.values() for element in elements]
        assert all("lit" in (element.get("class") or "") for element in self.everything() if element.get("data-choice"))
        return {choice for one in found if one for choice in one.split("|")}

    def everything(self) -> Iterator[ET.Element]:
        return (element for elements in self.classes.values() for element in elements)


def walk(players: int, seed: str) -> Iterator[tuple[Position, int, Question]]:
    """A game, decision by decision: mostly as the heuristic bot likes, often towards what is rare."""
    position = GAME.start(players, seed_of(seed))
    rng = seeded(f"walk {seed}")
    while not position.over:
        seat = position.to_act[0]
        question = position.question(seat)
        yield position, seat, question
        rare = [place for place, option in enumerate(question.options) if any(word in option.notation for word in RARE)]
        weights = GAME.weights(position, seat, rng)
        place = weights.index(max(weights))
        if rare and rng.below(3):
            place = rng.pick(rare)
        elif not rng.below(4):
            place = rng.below(len(weights))
        position.apply(seat, position.options(seat)[place])


@pytest.fixture(scope="module")
def seen() -> list[tuple[Drawn, str]]:
    """Some games drawn: every decision that is seldom asked, and some of the others."""
    found = []
    asked: Counter[str] = Counter()
    for number in range(24):
        for position, seat, question in walk(2 + number % 3, f"kraftwagen {number}"):
            asked[question.kind] += 1
            if asked[question.kind] <= 12 or not asked[question.kind] % 20:
                language = LANGUAGES[asked[question.kind] % len(LANGUAGES)]
                found.append((Drawn(position.view(seat), question, language), question.kind))
    return found


def test_every_question_is_asked(seen: list[tuple[Drawn, str]]) -> None:
    assert {kind for _, kind in seen} == {kind.name for kind in GAME.vocabulary.kinds}


def test_no_style_no_script_and_one_style_sheet(seen: list[tuple[Drawn, str]]) -> None:
    sheets = {drawn.board.stylesheet for drawn, _ in seen}
    assert len(sheets) == 1
    for drawn, _ in seen:
        assert "style=" not in drawn.markup
        assert "<script" not in drawn.markup
        assert "Anna &amp; Co" in drawn.markup


def test_what_has_a_place_is_lit_and_nothing_else(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        assert drawn.question is not None
        offered = {option.notation for option in drawn.question.options}
        assert drawn.lit() == offered - ONLY_IN_THE_LIST, kind


def test_the_track_and_the_race(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, _ in seen:
        view = drawn.view
        for place, entry in enumerate(view["chain"]):
            cell = (view["chain_offset"] + place) % view["track_spaces"]
            id = f"kw-worker-{entry['seat']}" if entry["tile"] is None else f"kw-tile-{entry['tile']}"
            assert f"kw-cell-{cell}" in (drawn.ids[id].get("class") or "").split()
        assert drawn.count("kw-tile") == 10
        assert drawn.count("kw-worker") == view["players"]
        assert drawn.count("kw-start") == len(view["start_tiles"])
        assert drawn.count("kw-racer") == view["players"] + len(view["neutral_cars"])
        for player in view["seats"]:
            at = player["space"] + 3 if player["space"] else player["seat"]
            car = drawn.ids[f"kw-racer-of-{player['seat']}"]
            assert f"kw-at-{at}" in (car.get("class") or "").split()
            assert str(player["race_engine"]) in [part.text for part in car]
            words = drawn.words(f"kw-laps-{player['seat']}")
            assert str(player["laps"]) in words
            assert str(player["next_lap_points"]) in words
        for number, space in enumerate(view["neutral_cars"]):
            assert f"kw-at-{space + 3}" in (drawn.ids[f"kw-neutral-{number}"].get("class") or "").split()


def test_the_market_and_the_buyers(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        view = drawn.view
        assert drawn.count("kw-stall") == view["capacity"]
        for car in view["market"]:
            words = drawn.words(f"kw-car-{car['price']}")
            for figure in (car["price"], car["body"], car["engine"], car["workers"]):
                assert str(figure) in words
            assert all(f"+{bonus}" in words for bonus in (car["body_bonus"], car["engine_bonus"]) if bonus)
            assert f"kw-of-{car['seat']}" in (drawn.ids[f"kw-car-{car['price']}"].get("class") or "").split()
        assert all(f"kw-price-{price}" in drawn.ids for price in view["price_row"])
        assert drawn.count("kw-price") == len(view["price_row"]) + len(view["market"]) + kind.startswith("car_")
        for number, buyer in enumerate(view["buyers"], 1):
            words = drawn.words(f"kw-slot-{number}")
            assert (f"Daimler +{buyer['daimler']}" in words) == bool(buyer["daimler"])
            if buyer["would_buy"] is not None:
                assert str(buyer["would_buy"]) in words
                assert str(buyer["would_pay"]) in words
                assert f": {buyer['would_pay']}" in drawn.words(f"kw-car-{buyer['would_buy']}")
        for stack in view["stacks"]:
            words = drawn.words(f"kw-stack-{stack['preference']}")
            assert f"×{stack['buyers']}" in words
            assert f"+{stack['money']}" in words
        assert drawn.count("kw-token") == sum(stack["buyers"] for stack in view["stacks"])
        assert f"kw-step-{view['pawn']}" in (drawn.ids["kw-pawn"].get("class") or "").split()


def test_the_cards_and_the_awards(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, _ in seen:
        view = drawn.view
        resolving = view["resolving"] is not None
        assert drawn.count("kw-card") == max(1, len(view["face_up"])) + resolving
        assert all(f"kw-up-{code}-0" in drawn.ids for code in view["face_up"])
        assert not resolving or f"kw-resolving-{view['resolving']}" in drawn.ids
        assert "".join(drawn.classes["kw-deck"][0].itertext()).startswith(str(view["deck"]))
        for code, count in Counter(view["discard"]).items():
            assert (f"×{count}" in drawn.words(f"kw-thrown-{code}")) == (count > 1)
        for award in view["awards"]:
            assert str(award["points"]) in drawn.words(f"kw-award-{award['award']}")
            owners = [use.get("href") for use in drawn.ids[f"kw-award-{award['award']}"].iter("use")][1:]
            assert owners == ([] if award["seat"] is None else [f"#kw-mark-{award['seat']}"])


def test_the_players(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        view = drawn.view
        assert drawn.count("kw-panel") == view["players"]
        for player in view["seats"]:
            seat = player["seat"]
            panel = drawn.ids[f"kw-player-{seat}"]
            mine = seat == view["seat"]
            ids = [element.get("id") or "" for element in panel.iter()]
            words = " ".join(panel.itertext())
            figures = ["".join(box.itertext()) for box in panel.iter() if "kw-figure" in (box.get("class") or "").split()]
            for figure, key in zip(figures, ("body_level", "engine_level", "race_engine"), strict=True):
                assert figure.endswith(str(player[key]))
            parts = Counter((part["part"], part["value"]) for part in player["workshops"])
            for (part, value), count in parts.items():
                assert sum(id.startswith(f"kw-part-{seat}-{part}-{value}-") for id in ids) == count
            assert sum(id.startswith(f"kw-free-{seat}-") for id in ids) == 3 - sum(parts.values())
            assert ("kw-new-part" in ids) == (mine and kind in ("place_body", "place_engine"))
            assert sum(id.startswith(f"kw-man-{seat}-") for id in ids) == player["canteen"]
            assert f"+ {player['supply']} " in words
            assert {id for id in ids if id.startswith(f"kw-dev-{seat}-")} == {
                f"kw-dev-{seat}-{c}" for c in player["developments"]
            }
            assert {id for id in ids if id.startswith(f"kw-idle-{seat}-")} == {
                f"kw-idle-{seat}-{c}" for c in player["inactive"]
            }
            assert (f"kw-start-of-{seat}" in ids) == (player["start_tile"] is not None)
            assert sum(id.startswith(f"kw-engineer-{seat}-") for id in ids) == len(player["engineers"])
            assert sum(id.startswith(f"kw-marker-{seat}-") for id in ids) == len(player["markers"])
            assert [id for id in ids if id.startswith("kw-won-")] == [f"kw-won-{code}" for code in player["awards"]]
            purse = next(element for element in panel.iter() if "kw-purse" in (element.get("class") or "").split())
            shown = re.sub(r"\D", "", "".join(purse.itertext()))
            assert shown == ("" if player["money"] is None else str(player["money"]))


def test_spectators_and_the_end() -> None:
    position = GAME.start(3, "end")
    rng = seeded("end")
    assert not Drawn(position.view(None), None).lit()
    while not position.over:
        seat = position.to_act[0]
        position.apply(seat, rng.pick(position.options(seat)))
    for viewer in (None, 0, 2):
        drawn = Drawn(position.view(viewer), None)
        assert not drawn.lit()
        assert drawn.count("kw-panel") == 3
        assert drawn.count("mine") == (viewer is not None)
        for other, score in enumerate(position.scores()):
            assert str(score) in drawn.words(f"kw-player-{other}")


@pytest.mark.parametrize("spaces", [15, 16, 17, 24])
def test_an_action_track_of_another_length(spaces: int) -> None:
    points = [ring_point(index, spaces) for index in range(spaces)]
    assert len(set(points)) == spaces
    side = ring_side(spaces) * 80
    assert all(0 < x < side and 0 < y < side for x, y in points)


@pytest.mark.parametrize("spaces", [7, 10, 13])
def test_a_race_track_of_another_length(spaces: int) -> None:
    assert len(set(lane_points(spaces))) == spaces
