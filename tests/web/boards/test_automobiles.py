"""The table of Automobiles as markup: everything of the view is there; what can be clicked is legal, and has its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from officina.core.drawing import Board
from officina.core.position import Question
from officina.games.automobiles import vocabulary
from officina.games.automobiles.board_parts import Table
from officina.games.automobiles.board_track import NOBODY, frame
from officina.games.automobiles.cubes import COLOUR_NAMES
from officina.games.automobiles.game import AutomobilesGame
from officina.games.automobiles.rules.driving import drafted_behind
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.trackfile import STANDARD
from tests.rules.automobiles.kit import GAME, do, given
from tests.seeds import seeded

LIST_ONLY = {
    "grid_buy done", "boost_late decline", "boost_offer decline", "boost_draw stop", "engineer_discard stop",
    "remove_discard stop", "manager_remove skip", "manager_rebag skip", "hybrid_colour none", "supercharge_take stop",
}  # fmt: skip
"""To do nothing more has no place on the table, except where a phase ends or a path stops."""

RACES: list[tuple[int, dict[str, Any]]] = [
    (2, {"cards": "first_game", "laps": 1}),
    (5, {"cards": "expert", "laps": 1, "track": "monza"}),
    (3, {"cards": "fine_tuning", "laps": 1, "grid": "chosen", "visible_bags": "own"}),
    (4, {"cards": "money", "laps": 1, "boost": "accelerated", "visible_bags": "none", "grid": "random"}),
    (3, {"cards": "rainbow", "laps": 1, "weaving": "on", "draft": "segment"}),
    (2, {"cards": "jalopy", "laps": 1, "weaving": "on", "track": "monza"}),
    (3, {"cards": "engineer pit_captain tires nitro hybrid_engine", "laps": 1}),
    (2, {"cards": "random", "laps": 1}),
]


class Seen:
    """A drawn board, read."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.regions = {name: ElementTree.fromstring(f"<r>{markup}</r>") for name, markup in board.regions.items()}
        self.all = [element for root in self.regions.values() for element in root.iter()]
        self.ids = {element.get("id", ""): element for element in self.all if element.get("id")}
        self.choices = {choice for element in self.all for choice in element.get("data-choice", "").split("|") if choice}

    def pile(self, place: str) -> list[int]:
        """The cubes whose ids begin like this, as ten counts."""
        found: Counter[str] = Counter()
        for id, element in self.ids.items():
            match = re.fullmatch(rf"{re.escape(place)}-([a-z]+)(-\d+)?", id)
            if match:
                number = element.find("b")
                found[match[1]] += 1 if number is None else int((number.text or "")[1:])
        return [found[name] for name in COLOUR_NAMES]

    def words(self, region: str) -> str:
        """Everything that can be read in a region."""
        return said(self.regions[region])


def said(element: Element) -> str:
    """Everything that can be read in an element."""
    return " ".join(" ".join(element.itertext()).split())


def look(game: AutomobilesGame, view: Mapping[str, Any], question: Question | None, language: str = "it") -> Seen:
    board = game.board(view, question, language)
    for markup in (board.static, *board.regions.values()):
        assert " style=" not in markup
        assert "<script" not in markup
    seen = Seen(board)
    every = [element.get("id") for element in seen.all if element.get("id")]
    every += [element.get("id") for element in static(board.static).iter() if element.get("id")]
    assert len(every) == len(set(every)), "ids are unique"
    return seen


@lru_cache(maxsize=8)
def static(markup: str) -> Element:
    return ElementTree.fromstring(markup)


def check_choices(seen: Seen, question: Question | None) -> None:
    legal = set() if question is None else {option.notation for option in question.options}
    assert seen.choices <= legal, "only legal choices are lit"
    assert legal - seen.choices <= LIST_ONLY, f"not on the board: {legal - seen.choices - LIST_ONLY}"
    for element in seen.all:
        assert ("lit" in (element.get("class") or "").split()) == (element.get("data-choice") is not None)


def check_everything_is_there(seen: Seen, view: Mapping[str, Any]) -> None:
    used = set(re.findall(r'href="#([^"]+)"', "".join(seen.board.regions.values())))
    assert used <= {element.get("id") for element in static(seen.board.static).iter()}
    for player in view["players_in_race"]:
        check_player(seen, view, player)
    assert len([id for id in seen.ids if re.fullmatch(r"car-\d", id)]) == sum(
        p["car"] is not None for p in view["players_in_race"]
    )
    lying = [number for number, landing in enumerate(view["path"]) if landing["cube"] is not None]
    assert [id for id in seen.ids if re.fullmatch(r"path-\d+", id)] == [f"path-{number}" for number in lying]
    assert ("path-end" in seen.ids) == bool(view["path"] and view["current"] is not None)
    for stack in view["stacks"]:
        words = said(seen.ids[f"stack-{stack['cube']}"])
        assert f"×{stack['stock']}" in words
        if stack["card"] is not None:
            assert f"costa {stack['cost']}$ · vale {stack['value']}$" in words
    held = [seen.pile(f"s{seat + 1}-h") for seat in range(view["players"])]
    assert sum(map(sum, held)) == sum(view["held"])
    assert not sum(view["held"]) or view["held"] in held
    head = seen.words("head")
    if view["round"] and not view["over"]:
        assert f"Round {view['round']}" in head
        assert view["phase"] == "turn" or "now" in (seen.ids[f"phase-{view['phase']}"].get("class") or "")
    assert ("ULTIMO ROUND" in head) == (view["last_round"] and not view["over"])
    assert (f"{view['money']}$ da spendere" in head) == bool(view["money"])
    assert "Aerodynamics attiva" in head or not view["aero"] or view["over"]


def check_player(seen: Seen, view: Mapping[str, Any], player: Mapping[str, Any]) -> None:
    seat = player["seat"]
    place = f"s{seat + 1}"
    assert seen.pile(f"{place}-a") == player["active"]
    assert seen.pile(f"{place}-u") == player["used"]
    assert seen.pile(f"{place}-d") == player["discard"]
    assert seen.pile(f"{place}-b") == (player["bag"] if player["bag"] is not None else [0] * 10)
    sheet = said(seen.ids[f"sheet-{seat + 1}"])
    assert f"Sacchetto {player['bag_size']}" in sheet
    assert f"{player['rank']}°" in sheet
    assert re.search(rf"\b{player['distance']} posizion[ei] percors[ae]", sheet)
    assert ("primo giocatore" in sheet) == (seat == view["first_player"])
    assert ("Boost" in sheet.replace("Boost:", "")) or not player["pending_boost"]
    if player["grid"] is not None:
        assert f"griglia P{player['grid']}" in sheet
    if player["car"] is not None:
        car = player["car"]
        segment = (car["lane"] - 1) * view["positions"] + car["position"]
        assert f"au-at-{segment} " in (seen.ids[f"car-{seat + 1}"].get("class") or "") + " "
        assert f".au-at-{segment}{{" in seen.board.stylesheet
        assert f"in {car['lane']}:{car['position']}" in sheet
    cell = next(cell for cell in seen.regions["laps"].iter("li") if seen.ids[f"marker-{seat + 1}"] in list(cell.iter()))
    name = {0: "Finish", 1: "Giro finale"}.get(player["laps_to_go"], str(player["laps_to_go"]))
    assert said(cell).startswith(name)


def positions(game: AutomobilesGame, players: int, options: dict[str, Any], seed: str, most: int) -> Iterator[Automobiles]:
    """A race by sensible and by random choices."""
    rng = seeded(f"board {seed}")
    p = game.start(players, rng.below(1 << 30), options)
    for _ in range(most):
        assert isinstance(p, Automobiles)
        yield p
        if p.over:
            return
        seat = p.to_act[0]
        allowed = p.options(seat)
        if rng.below(3):
            weights = game.weights(p, seat, rng)
            p.apply(seat, allowed[weights.index(max(weights))])
        else:
            p.apply(seat, rng.pick(allowed))


def check(game: AutomobilesGame, p: Automobiles, seat: int | None) -> Seen:
    question = p.question(seat) if seat in p.to_act and seat is not None else None
    view = p.view(seat)
    seen = look(game, view, question)
    check_choices(seen, question)
    check_everything_is_there(seen, view)
    return seen


@pytest.mark.parametrize("number", range(len(RACES)))
def test_everything_is_drawn_and_every_choice_has_its_place(number: int) -> None:
    players, options = RACES[number]
    asked: Counter[int] = Counter()
    for step, p in enumerate(positions(GAME, players, options, f"race {number}", 400)):
        if p.over:
            seen = check(GAME, p, 0)
            assert "vince la gara" in said(seen.ids[f"sheet-{p.winners()[0] + 1}"])
            return
        kind = p.kind(p.to_act[0])
        asked[kind] += 1
        if asked[kind] < 8 or step % 9 == 0:
            check(GAME, p, p.to_act[0])
        if step % 40 == 0:
            check(GAME, p, None)
            check(GAME, p, (p.to_act[0] + 1) % players)


QUESTIONS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("grid_pick", {"options": {"grid": "chosen"}}, []),
    ("boost_draw", {"cards": "money", "active": {0: "performance"}}, ["action performance"]),
    ("boost_offer", {"cards": "money", "active": {0: "performance"}}, ["action performance", "boost_draw stop"]),
    ("boost_late", {"cards": "money", "pending": {0: 1}, "at": "turn", "options": {"boost": "accelerated"}}, []),
    ("pit_crew_mode", {"cards": "expert", "active": {0: "pit"}, "discard": {0: "2 wear, white"}}, ["action pit"]),
    ("pit_crew_mode", {"cards": "expert", "active": {0: "pit"}, "discard": {0: "light, white"}}, ["action pit"]),
    ("pit_team_gain", {"cards": "money", "active": {0: "pit"}, "discard": {0: "2 wear, white"}},
     ["action pit", "remove_discard wear", "remove_discard stop"]),
    ("engineer_discard", {"cards": "fine_tuning", "active": {0: "garage, 2 wear"}}, ["action garage"]),
    ("nitro_keep", {"cards": "fine_tuning", "active": {0: "performance"}, "bag": {0: "black, white"}}, ["action performance"]),
    ("supercharge_take", {"cards": "fine_tuning", "active": {0: "engine"}, "discard": {0: "black, dark"}}, ["action engine"]),
    ("mechanic_park", {"cards": "expert", "active": {0: "garage, wear, white"}}, ["action garage"]),
    ("pick_active_gear", {"cards": "expert", "active": {0: "handling, light, dark"}}, ["action handling"]),
    ("pick_discard_gear", {"cards": "money", "active": {0: "garage"}, "discard": {0: "white, light"}}, ["action garage"]),
    ("manager_remove", {"active": {0: "garage, 2 wear, white"}}, ["action garage"]),
    ("manager_rebag", {"active": {0: "garage, wear"}, "discard": {0: "black"}}, ["action garage", "manager_remove skip"]),
    ("remove_discard", {"cards": "fine_tuning", "active": {0: "pit"}, "discard": {0: "3 wear, black"}}, ["action pit"]),
    ("remove_discard", {"cards": "fine_tuning", "active": {0: "pit"}, "discard": {0: "20 wear, 9 black"}}, ["action pit"]),
    ("hybrid_colour", {"active": {0: "2 engine"}}, ["action engine"]),
    ("step", {"active": {0: "performance"}}, ["action performance"]),
    ("step", {"active": {0: "performance"}, "options": {"weaving": "on"}}, ["action performance"]),
    ("action", {"active": {0: "white, light, dark, black, wear, engine"}}, []),
    ("turn_type", {"active": {0: "white, wear"}, "at": "turn"}, []),
    ("buy", {"active": {0: "3 garage"}}, ["action done"]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "where", "then"), QUESTIONS)
def test_a_question_of_every_kind(kind: str, where: dict[str, Any], then: list[str]) -> None:
    if kind == "grid_pick":
        p = GAME.start(3, 1, where["options"])
        assert isinstance(p, Automobiles)
    else:
        p = given("1:10 2:40 3:43", **{"bag": dict.fromkeys(range(3), "3 white, light"), **where})
        do(p, *then)
    seat = p.to_act[0]
    assert p.question(seat).kind == kind
    check(GAME, p, seat)


def test_no_kind_of_question_is_forgotten() -> None:
    every = {GAME.vocabulary.kind_name(kind) for kind in range(vocabulary.GRID_PICK, vocabulary.BUY + 1)}
    assert every - {kind for kind, _, _ in QUESTIONS} == {"grid_buy"}, "which every race begins with"


def test_both_languages_have_the_same_board() -> None:
    for p in positions(GAME, 4, {"laps": 1}, "languages", 60):
        question = p.question(p.to_act[0])
        view = p.view(p.to_act[0])
        italian, english = look(GAME, view, question, "it"), look(GAME, view, question, "en")
        assert italian.choices == english.choices
        assert italian.board.stylesheet == english.board.stylesheet


def test_the_style_sheet_depends_on_what_was_agreed_only() -> None:
    first = GAME.board(GAME.start(4, 0, {}).view(None), None, "it").stylesheet
    for p in positions(GAME, 4, {}, "style", 40):
        assert GAME.board(p.view(0), None, "en").stylesheet == first


@pytest.mark.parametrize("draft", ["space", "segment"])
def test_the_wear_of_stopping_now_is_what_the_rules_say(draft: str) -> None:
    drafts = 0
    for p in positions(GAME, 5, {"laps": 2, "draft": draft}, "wear", 500):
        if p.over or not p.path:
            continue
        table = Table(GAME.parts, p.track, p.view(None), None, "it")
        wear, ahead = table.wear_at(p.head, table.path)
        if not p.aero:
            assert ahead == drafted_behind(p, p.current, p.head)
            drafts += ahead != NOBODY
            assert (wear == 0) == (ahead != NOBODY)
    assert drafts


def test_a_lit_space_tells_where_one_lands_and_what_it_costs() -> None:
    p = given("3:3 3:7", active={0: "dark, wear"})
    do(p, "action dark")
    assert p.view(0)["path"], "the only step is taken"
    seen = look(GAME, p.view(0), None)
    assert "in scia a Verde" in seen.words("head")
    p = given("1:24 1:40", active={0: "white, wear"})
    do(p, "action white")
    seen = look(GAME, p.view(0), p.question(0))
    titles = [title.text for title in seen.regions["circuit"].iter("title")]
    assert "1:25, bianco: fermandosi lì Usura 1" in titles
    assert seen.ids["go-25"].get("data-choice") == "step 1:25"


def test_cubes_that_a_card_counts_stand_out_and_a_closed_bag_stays_closed() -> None:
    p = given("1:10 1:40", active={0: "wear"}, discard={1: "2 engine, white"}, options={"visible_bags": "none"})
    seen = look(GAME, p.view(0), p.question(0))
    assert "au-counts" in (seen.ids["s2-d-engine"].get("class") or "")
    assert "au-counts" not in (seen.ids["s2-d-white"].get("class") or "")
    assert "chiuso" in said(seen.ids["bag-1"])


def test_names_are_escaped() -> None:
    view = {**GAME.start(2, 1, {}).view(0), "names": ["<b>&Anna", "Bruno"]}
    assert "<b>&Anna" in look(GAME, view, None).words("rivals") + look(GAME, view, None).words("sheet")


# --- an owner's tracks


def six_lanes(folder: Path) -> Path:
    text = (
        STANDARD[1]
        .read_text(encoding="utf-8")
        .replace('id        = "monza"', 'id = "six"')
        .replace("lanes     = 4", "lanes = 6")
    )
    lanes = "".join(f'[[lane]]\nnumber = {number}\nspaces = ["K12", "LK10", "D20", "WK9", "W9"]\n\n' for number in (5, 6))
    file = folder / "six.toml"
    file.write_text(text.replace("# ---- named stretches", lanes + "# ---- named stretches"), encoding="utf-8")
    return file


def round_track(folder: Path) -> Path:
    from math import cos, pi, sin

    points = [[round(400 * cos(2 * pi * k / 56), 1), round(400 * sin(2 * pi * k / 56), 1)] for k in range(56)]
    text = STANDARD[0].read_text(encoding="utf-8").replace('id        = "daytona"', 'id = "round"').replace('"REC"', '"IT"')
    pieces = text[text.index("origin     =") : text.index("# Same units as geometry")]
    file = folder / "round.toml"
    file.write_text(text.replace(pieces, f"centre_points = {points}\n\n"), encoding="utf-8")
    return file


@pytest.mark.parametrize("make", [six_lanes, round_track])
def test_any_track_is_drawn(tmp_path: Path, make: Any) -> None:
    game = GAME.with_track(make(tmp_path))
    track = next(iter(game.parts.tracks[name] for name in ("six", "round") if name in game.parts.tracks))
    for step, p in enumerate(positions(game, 3, {"weaving": "on", "laps": 1}, track.name, 200)):
        if step % 3 == 0 or p.over:
            seen = check(game, p, p.to_act[0] if not p.over else None)
    left, top, width, height = frame(track, game.parts)
    table = Table(game.parts, track, p.view(None), None, "it")
    for x, y in table.course.middles:
        assert left < x < left + width
        assert top < y < top + height
    outlines = [node for node in static(seen.board.static).iter() if node.get("stroke-width") == "2.4"]
    assert len(outlines) == len(track.spaces)
    assert ("ricostruzione" in seen.words("circuit")) == (track.status == "REC")
