"""The drawn table of Kraftwagen: everything public is on it, and what can be chosen there lights up. No browser is needed."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from officina import GAMES, Position
from officina.core.drawing import SCREENS, SIZES, Board
from officina.core.position import Question
from officina.core.text import LANGUAGES
from officina.games.kraftwagen import board_places as at
from officina.games.kraftwagen.board_deals import Trade, draft_of
from officina.games.kraftwagen.board_research import MOST_IN_CANTEEN
from officina.games.kraftwagen.components import PARTS, Parts
from tests.seeds import seed_of, seeded

GAME = GAMES["kraftwagen"]
NAMES = ["Anna & Co", "Bruno", "Carla", "Dino"]

ONLY_IN_THE_LIST = {
    "pick_action continue",
    "market_step end_turn",
    "place_body decline",
    "place_engine decline",
    "car_engineer none",
    "benz_buyer pass",
}
"""To leave something out is no thing on the table."""

RARE = ("use_d", "horch", "maybach", "eng_", "place_car", "diesel_what", "inst_parts")
"""What a game must often be led to, so that every question is asked."""

LEAST_HIT = 35.5
SLIMMEST = 24
"""What can be chosen is so large at least; half a pixel is left to rounding."""


class Drawn:
    """A board as trees, with its things by class and by id."""

    def __init__(self, view: Mapping[str, Any], question: Question | None, language: str = "it", screen: str = "wide") -> None:
        self.view = view
        self.question = question
        self.screen = screen
        self.language = language
        self.board: Board = GAME.board({**view, "names": NAMES[: view["players"]]}, question, language, screen)
        self.markup = "".join(area.markup for area in self.board.areas)
        self.areas: dict[str, ET.Element] = {}
        self.ids: dict[str, ET.Element] = {}
        self.classes: dict[str, list[ET.Element]] = {}
        details = {area.id for sheet in self.board.details for area in sheet.areas}
        for area in self.board.areas:
            assert area.id not in self.areas, f"the area {area.id} occurs twice"
            tree = self.areas[area.id] = ET.fromstring(f"<g>{area.markup}</g>")
            for element in tree.iter():
                self.add(element, area.id in details)

    def add(self, element: ET.Element, is_detail: bool) -> None:
        id = element.get("id")
        if id is not None:
            assert id not in self.ids, f"the id {id} occurs twice"
            assert id.startswith("kw-"), f"the id {id} may be one of the page"
            self.ids[id] = element
        assert not (is_detail and element.get("data-choice")), "what opens over the stage answers nothing"
        for name in (element.get("class") or "").split():
            self.classes.setdefault(name, []).append(element)

    def count(self, name: str) -> int:
        return len(self.classes.get(name, []))

    def words(self, id: str) -> str:
        return "".join(self.ids[id].itertext())

    def named(self, id: str) -> list[str]:
        return (self.ids[id].get("class") or "").split()

    def own(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["seats"][self.view["seat"]]
        return found

    def lit(self) -> set[str]:
        """Every choice that something on the board stands for."""
        found = [element.get("data-choice") or "" for element in self.classes.get("lit", [])]
        assert all(found), "something is lit and stands for nothing"
        assert len(found) == self.markup.count("data-choice="), "something can be chosen and is not lit"
        return {choice for one in found for choice in one.split("|")}


def choose(position: Position, seat: int, notation: str) -> None:
    """Play an option by what it is written as."""
    notations = [option.notation for option in position.question(seat).options]
    position.apply(seat, position.options(seat)[notations.index(notation)])


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
    """Some games drawn: every decision that is seldom asked, and some of the others; on each screen in turn."""
    found = []
    asked: Counter[str] = Counter()
    kinds = {kind.name for kind in GAME.vocabulary.kinds}
    for number in range(60):
        if number >= 6 and all(asked[kind] for kind in kinds):
            break
        for position, seat, question in walk(2 + number % 3, f"kraftwagen {number}"):
            asked[question.kind] += 1
            if asked[question.kind] <= 12 or not asked[question.kind] % 20:
                language = LANGUAGES[asked[question.kind] // len(SCREENS) % len(LANGUAGES)]
                each = SCREENS if asked[question.kind] <= 2 else [SCREENS[asked[question.kind] % len(SCREENS)]]
                view = position.view(seat)
                found += [(Drawn(view, question, language, screen), question.kind) for screen in each]
    return found


def test_every_question_is_asked_on_every_screen(seen: list[tuple[Drawn, str]]) -> None:
    kinds = {kind.name for kind in GAME.vocabulary.kinds}
    assert {(kind, drawn.screen) for drawn, kind in seen} == set(itertools.product(kinds, SCREENS))


def test_no_style_no_script_and_one_style_sheet(seen: list[tuple[Drawn, str]]) -> None:
    sheets = {(drawn.view["players"], drawn.board.stylesheet) for drawn, _ in seen}
    assert len(sheets) == 3
    for drawn, _ in seen:
        everything = drawn.markup + drawn.board.ask + "".join([*drawn.board.phase, *drawn.board.badges])
        assert "style=" not in everything
        assert "<script" not in everything
        assert "data:" not in everything
        assert "Anna &amp; Co" in drawn.markup
        assert len(drawn.board.badges) == len(drawn.board.seats) == drawn.view["players"]


def test_what_has_a_place_is_lit_and_nothing_else(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        assert drawn.question is not None
        offered = {option.notation for option in drawn.question.options}
        assert drawn.lit() == offered - ONLY_IN_THE_LIST, (kind, drawn.screen)


def test_what_is_lit_is_large_enough_and_named(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        for thing in drawn.classes.get("lit", []):
            hit = next(part for part in thing if part.get("class") == "hit")
            width, height = float(hit.get("width") or 0), float(hit.get("height") or 0)
            if thing.get("id", "").startswith(f"kw-marker-{drawn.view['seat']}-") and len(drawn.own()["engineers"]) > 3:
                assert width >= SLIMMEST  # many engineers share one row: their markers become narrow, and only that
                width = LEAST_HIT
            assert min(width, height) >= LEAST_HIT, (kind, drawn.screen, thing.get("id"), width, height)
            assert thing.get("aria-label")


def test_places_are_the_same_from_the_deal_to_the_end(seen: list[tuple[Drawn, str]]) -> None:
    places: dict[tuple[int, str, str], list[object]] = {}
    for drawn, _ in seen:
        sheets = [*drawn.board.sheets, *drawn.board.details]
        found: list[object] = [
            (sheet.id, sheet.title, [(a.id, a.title, a.box, a.opens) for a in sheet.areas]) for sheet in sheets
        ]
        assert places.setdefault((drawn.view["players"], drawn.screen, drawn.language), found) == found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("screen", SCREENS)
def test_areas_lie_on_their_sheet_and_not_on_each_other(players: int, screen: str) -> None:
    board = Drawn(GAME.start(players, seed_of("areas")).view(None), None, screen=screen).board
    details = {sheet.id for sheet in board.details}
    for sheet in board.sheets:
        assert sheet.size == SIZES[screen]
        for area in sheet.areas:
            x, y, width, height = area.box
            assert 0 <= x <= x + width <= sheet.size[0], area.id
            assert 0 <= y <= y + height <= sheet.size[1], area.id
            assert not area.opens or area.opens in details
        for one, other in itertools.combinations(sheet.areas, 2):
            apart = (
                one.box[0] + one.box[2] <= other.box[0]
                or other.box[0] + other.box[2] <= one.box[0]
                or one.box[1] + one.box[3] <= other.box[1]
                or other.box[1] + other.box[3] <= one.box[1]
            )
            assert apart, (one.id, other.id)


def test_the_track_and_the_race(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        view = drawn.view
        size = at.RINGS[drawn.screen].name
        for place, entry in enumerate(view["chain"]):
            cell = (view["chain_offset"] + place) % view["track_spaces"]
            id = f"kw-worker-{entry['seat']}" if entry["tile"] is None else f"kw-tile-{entry['tile']}"
            assert f"kw-c{size}-{cell}" in drawn.named(id)
        assert drawn.count("kw-tile") == 10
        assert drawn.count("kw-worker") == view["players"]
        assert drawn.count("kw-tail-cell") == len(view["to_act"])
        starts = sum(id.startswith("kw-start-t") for id in drawn.ids)
        assert starts == len(view["start_tiles"]), kind
        assert drawn.count("kw-racer") == view["players"] + len(view["neutral_cars"])
        for player in view["seats"]:
            where = player["space"] + 3 if player["space"] else player["seat"]
            assert f"kw-r{size}-{where}" in drawn.named(f"kw-racer-of-{player['seat']}")
            assert drawn.words(f"kw-racer-of-{player['seat']}") == str(player["race_engine"])
            assert drawn.words(f"kw-laps-{player['seat']}") == f"{player['laps']}+{player['next_lap_points']}"
        for number, space in enumerate(view["neutral_cars"]):
            assert f"kw-r{size}-{space + 3}" in drawn.named(f"kw-neutral-{number}")


def test_the_market_and_the_buyers(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        view = drawn.view
        assert drawn.count("kw-stall") == view["capacity"]
        for place, car in enumerate(view["market"]):
            assert drawn.words(f"kw-priced-{car['price']}") == str(car["price"])
            figures = {"body": car["body_bonus"], "engine": car["engine_bonus"], "workers": 0}
            for what, bonus in figures.items():
                assert drawn.words(f"kw-at-{place}-{what}") == f"{car[what]}{f'+{bonus}' if bonus else ''}"
            uses = {use.get("href") for use in drawn.ids[f"kw-car-{car['price']}"].iter("use")}
            assert f"#mark-{drawn.board.seats[car['seat']][1]}" in uses
        for price in view["price_row"]:
            assert drawn.words(f"kw-price-{price}").startswith(str(price))
        assert sum(re.fullmatch(r"kw-price-\d+", id) is not None for id in drawn.ids) == len(view["price_row"])
        for slot, buyer in enumerate(view["buyers"], 1):
            assert (f"+{buyer['daimler']}" in drawn.words(f"kw-slot-{slot}")) == bool(buyer["daimler"])
            assert f"kw-buyer-{slot}" in drawn.ids
        assert f"kw-slot-{view['slots'] + 1}" in drawn.ids, "the slot of Benz"
        for stack in view["stacks"]:
            words = drawn.words(f"kw-stack-{stack['preference']}")
            assert f"×{stack['buyers']}" in words
            assert words.endswith(str(stack["money"])) or not stack["money"]
        assert f"kw-p{at.PAWNS[drawn.screen].name}-{view['pawn']}" in drawn.named("kw-pawn")
        assert kind.startswith("car_") or drawn.count("kw-deal") == sum(b["would_buy"] is not None for b in view["buyers"])


def test_who_would_buy_what_is_what_the_rules_say(seen: list[tuple[Drawn, str]]) -> None:
    for drawn, kind in seen:
        view = drawn.view
        told = [
            (slot, b["would_buy"], b["would_pay"]) for slot, b in enumerate(view["buyers"], 1) if b["would_buy"] is not None
        ]
        deals = Trade(GAME.parts, view).deals()
        assert [(deal.slot, view["market"][deal.place]["price"], deal.money) for deal in deals] == told
        if not kind.startswith("car_"):
            for slot, _, money in told:
                assert drawn.words(f"kw-deal-{slot}") in (f"{slot}{money}", f"{money}{slot}")


def test_a_price_tells_what_the_new_car_would_bring() -> None:
    """The coin beside each price marker is what one would be paid if the car were placed with one worker and scored."""
    checked = 0
    for number in range(3):
        for position, seat, question in walk(2 + number % 3, f"price {number}"):
            if question.kind != "car_price":
                continue
            view = position.view(seat)
            drawn = Drawn(view, question)
            for option in question.options:
                price = int(option.notation.split()[1])
                placed = position.clone()
                for notation in (option.notation, "car_workers 1", "car_engineer none"):
                    if seat in placed.to_act and notation in (each.notation for each in placed.question(seat).options):
                        choose(placed, seat, notation)
                after = placed.view(seat)
                if all(car["price"] != price for car in after["market"]):
                    continue  # it was the last car of the round, which has been scored
                paid = sum(buyer["would_pay"] for buyer in after["buyers"] if buyer["would_buy"] == price)
                draft = draft_of(view, question.kind, question.prompt.args, price)
                assert draft is not None
                assert Trade(GAME.parts, view).brings(draft) == paid
                assert drawn.words(f"kw-price-{price}") == f"{price}{paid}"
                checked += paid > 0
    assert checked > 20


def test_the_cards_and_the_awards(seen: list[tuple[Drawn, str]]) -> None:
    """Awards are covered only while something lies on the desk: start tiles, actions, more workers than the canteen shows."""
    for drawn, kind in seen:
        view = drawn.view
        assert all(f"kw-up-{code}-0" in drawn.ids for code in view["face_up"])
        assert sum(id.startswith("kw-up-") for id in drawn.ids) == len(view["face_up"])
        assert view["resolving"] is None or f"kw-resolving-{view['resolving']}" in drawn.ids
        assert drawn.words("kw-deck") == str(view["deck"])
        for code, count in Counter(view["discard"]).items():
            assert (f"×{count}" in drawn.words(f"kw-thrown-{code}")) == (count > 1)
        crew = sum(id.startswith("kw-crew-") for id in drawn.ids)
        covered = bool(view["start_tiles"]) or kind in ("pick_action", "pick_part") or crew > MOST_IN_CANTEEN
        assert ("kw-award-gp1" in drawn.ids) == (drawn.screen == "phone" or not covered)
        if "kw-award-gp1" not in drawn.ids:
            continue
        for award in view["awards"]:
            plaque = drawn.ids[f"kw-award-{award['award']}"]
            assert str(award["points"]) in [words.text for words in plaque.iter("text")]
            owners = [use.get("href") for use in plaque.iter("use") if "mark-" in (use.get("href") or "")]
            assert owners == ([] if award["seat"] is None else [f"#mark-{drawn.board.seats[award['seat']][1]}"])


def test_the_players(seen: list[tuple[Drawn, str]]) -> None:
    """On every screen the whole board of each player opens; one's own lies on the table."""
    for drawn, kind in seen:
        view = drawn.view
        for place in range(view["players"]):
            player = view["seats"][(view["seat"] + place) % view["players"]]
            seat = player["seat"]
            ids = [element.get("id") or "" for element in drawn.areas[f"whole-{place}"].iter()]
            parts = Counter((part["part"], part["value"]) for part in player["workshops"])
            for (part, value), count in parts.items():
                assert sum(id.startswith(f"kw-whole-part-{seat}-{part}-{value}-") for id in ids) == count
            assert sum(id.startswith(f"kw-whole-free-{seat}-") for id in ids) == 3 - sum(parts.values())
            assert sum(id.startswith(f"kw-whole-man-{seat}-") for id in ids) == player["canteen"]
            for group, key in (("dev", "developments"), ("idle", "inactive")):
                shown = {id for id in ids if id.startswith(f"kw-whole-{group}-{seat}-")}
                assert shown == {f"kw-whole-{group}-{seat}-{code}" for code in player[key]}
            assert (f"kw-whole-start-of-{seat}" in ids) == (player["start_tile"] is not None)
            assert sum(id.startswith(f"kw-whole-engineer-{seat}-") for id in ids) == len(player["engineers"])
            assert sum(id.startswith(f"kw-whole-marker-{seat}-") for id in ids) == len(player["markers"])
            if len(player["engineers"]) <= 6:
                assert {id for id in ids if id.startswith("kw-whole-won-")} == {f"kw-whole-won-{c}" for c in player["awards"]}
        own = view["seats"][view["seat"]]
        ids = [element.get("id") or "" for element in drawn.areas["own"].iter()]
        for part in PARTS:
            wanted = sum(each["part"] == part for each in own["workshops"])
            assert sum(id.startswith(f"kw-part-{own['seat']}-{part}-") for id in ids) == wanted
        assert f"kw-race-engine-{own['seat']}" in ids
        assert {id for id in ids if id.startswith("kw-idle-")} == {f"kw-idle-{own['seat']}-{c}" for c in own["inactive"]}
        assert kind != "place_body" or drawn.count("ghost") == 3 - len(own["workshops"])


def test_money_of_others_is_a_closed_purse(seen: list[tuple[Drawn, str]]) -> None:
    """What others earned is not in the view, so it cannot be drawn: neither on the table nor in the bar."""
    for drawn, _ in seen:
        for player in drawn.view["seats"]:
            known = player["money"] is not None
            assert known == (player["seat"] == drawn.view["seat"])
            assert (f"kw-whole-purse-{player['seat']}" in drawn.ids) <= known
            assert ("#coin" in drawn.board.badges[player["seat"]]) == known


@pytest.mark.parametrize("screen", SCREENS)
def test_spectators_and_the_end(screen: str) -> None:
    position = GAME.start(3, "end")
    rng = seeded("end")
    assert not Drawn(position.view(None), None, screen=screen).lit()
    while not position.over:
        seat = position.to_act[0]
        position.apply(seat, rng.pick(position.options(seat)))
    for viewer in (None, 0, 2):
        drawn = Drawn(position.view(viewer), None, screen=screen)
        assert not drawn.lit()
        for place in range(3):
            seat = ((viewer or 0) + place) % 3
            sums = [
                int("".join(element.itertext()))
                for element in drawn.areas[f"whole-{place}"].iter()
                if element.get("class") == "kw-sum"
            ]
            assert sum(sums) == position.scores()[seat]


@pytest.mark.parametrize("spaces", [15, 16, 17, 24])
@pytest.mark.parametrize("screen", SCREENS)
def test_an_action_track_of_another_length(spaces: int, screen: str) -> None:
    plan = at.RINGS[screen]
    points = [at.ring_point(index, spaces, plan) for index in range(spaces)]
    assert len(set(points)) == spaces
    assert all(0 < x < plan.side + 8 and 0 < y < plan.side + 8 for x, y in points)


@pytest.mark.parametrize("spaces", [7, 10, 13])
def test_a_race_track_of_another_length(spaces: int) -> None:
    points = {at.lane_point(at.lane_angle(space - 0.5, spaces), at.RADIUS) for space in range(1, spaces + 1)}
    assert len(points) == spaces


def test_every_place_has_its_rule() -> None:
    parts: Parts = GAME.parts
    for players in (2, 3, 4):
        sheet = at.style(parts, players)
        for plan in set(at.RINGS.values()):
            for name, count in (("c", parts.action_spaces), ("r", 4 + parts.lap_spaces)):
                assert all(f".kw-{name}{plan.name}-{index}{{" in sheet for index in range(count))
        for pawn in at.PAWNS.values():
            assert all(f".kw-p{pawn.name}-{steps}{{" in sheet for steps in range(len(parts.pawn_spaces)))
