"""The table of Automobiles as markup: everything of the view is there; what can be clicked is legal, and has its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, cycle
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from officina import Position
from officina.bots import make_bot
from officina.core.components import read_toml
from officina.core.drawing import SCREENS, SIZES, Board
from officina.core.position import Question
from officina.core.text import LANGUAGES, Message, render
from officina.games.automobiles import vocabulary
from officina.games.automobiles.board import MOST_PADDOCK, PHONE_STRIP, PHONE_TRAY, PLAIN_STYLE, WIDTHS
from officina.games.automobiles.board_circuit import Circuit
from officina.games.automobiles.board_paddock import card, wide_card
from officina.games.automobiles.board_phone import in_sight
from officina.games.automobiles.board_ring import HIGH, LEAST_INFIELD, OVERHANG, meet, ring
from officina.games.automobiles.board_table import NOBODY, Table
from officina.games.automobiles.components import CARD_COLOURS, CARD_NAMES, CARDS_PER_COLOUR, COLOURED_CARDS
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, GARAGE, WEAR
from officina.games.automobiles.game import AutomobilesGame
from officina.games.automobiles.nouns import marks_of, signs_of
from officina.games.automobiles.rules.driving import drafted_behind
from officina.games.automobiles.rules.engines import blue_cubes, diesel_steps, most_blue_discarded, rotary_steps
from officina.games.automobiles.rules.performance import turbo_steps
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.trackdraw import CentreLine
from officina.games.automobiles.trackfile import STANDARD
from officina.looks import sheet
from officina.web.live.scene import beat_data
from tests.beats import watched
from tests.rules.automobiles.kit import GAME, do, given
from tests.seeds import seeded
from tests.web.conftest import NewPage

STATIC = Path(__file__).parents[3] / "src" / "officina" / "web" / "static"
SYMBOLS = set(re.findall('id="([^"]+)"', sheet()))

LIST_ONLY = {
    "grid_buy done", "buy done", "action done", "step stop", "turn_type pit_stop",
    "boost_late decline", "boost_offer decline", "boost_draw stop", "engineer_discard stop",
    "remove_discard stop", "manager_remove skip", "manager_rebag skip", "hybrid_colour none", "supercharge_take stop",
}  # fmt: skip
"""To do nothing more has no place on the table; a pit stop has one only where wear lies in the hand."""

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


@lru_cache(maxsize=256)
def parsed(markup: str) -> Element:
    """The markup of an area as a tree; most areas stay the same for long."""
    return ElementTree.fromstring(f"<r>{markup}</r>")


class Seen:
    """A drawn board, read."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.areas = {area.id: parsed(area.markup) for area in board.areas}
        self.all = [element for root in self.areas.values() for element in root.iter()]
        self.ids = {element.get("id", ""): element for element in self.all if element.get("id")}
        self.choices = {choice for element in self.all for choice in element.get("data-choice", "").split("|") if choice}

    def pile(self, place: str) -> list[int]:
        """The cubes whose ids begin like this, as ten counts."""
        found: Counter[str] = Counter()
        for id, element in self.ids.items():
            match = re.fullmatch(rf"{re.escape(place)}-([a-z]+)", id)
            if match:
                found[match[1]] += counted(element)
        return [found[name] for name in COLOUR_NAMES]

    def hand(self) -> list[int]:
        """The cubes of the hand, as ten counts."""
        found: Counter[str] = Counter()
        for lot in self.areas["hand"].findall("g"):
            names = [re.fullmatch(r"au-a-([a-z]+)-\d+", piece.get("id", "")) for piece in lot.iter()]
            for name in filter(None, names):
                found[name[1]] += counted(lot)
        return [found[name] for name in COLOUR_NAMES]

    def words(self, area: str) -> str:
        """Everything that can be read in an area."""
        return said(self.areas[area])


def counted(element: Element) -> int:
    """The number on the badge of a cube; 1 without one."""
    badge = [node for node in element.iter() if node.get("class") == "au-count-n"]
    return int(badge[0].text or "") if badge else 1


def said(element: Element) -> str:
    """Everything that can be read in an element."""
    return " ".join(" ".join(element.itertext()).split())


def look(
    game: AutomobilesGame, view: Mapping[str, Any], question: Question | None, language: str = "it", screen: str = "wide"
) -> Seen:
    board = game.board(view, question, language, screen)
    for area in board.areas:
        assert " style=" not in area.markup
        assert "<script" not in area.markup
    seen = Seen(board)
    every = [element.get("id") for element in seen.all if element.get("id")]
    assert len(every) == len(set(every)), "ids are unique"
    assert all(str(id).startswith("au-") for id in every), "no id is one of the page"
    names = [area.id for area in board.areas]
    assert len(names) == len(set(names)), "areas are told apart"
    used = {element.get("href", "")[1:] for element in seen.all if element.tag == "use"}
    assert used <= SYMBOLS | set(seen.ids), "whatever is used is there"
    return seen


def check_choices(seen: Seen, question: Question | None) -> None:
    legal = set() if question is None else {option.notation for option in question.options}
    assert seen.choices <= legal, "only legal choices are lit"
    assert legal - seen.choices <= LIST_ONLY, f"not on the board: {legal - seen.choices - LIST_ONLY}"
    for element in seen.all:
        lit = element.get("data-choice") is not None
        assert ("lit" in (element.get("class") or "").split()) == lit
        if lit:
            assert element.get("role") == "button"
            assert element.get("aria-label")


def check_places(board: Board, screen: str) -> None:
    """Every sheet of a screen has its size, and every area lies on its sheet."""
    assert all(sheet.size == SIZES[screen] for sheet in board.sheets)
    openings = {area.opens for area in board.areas if area.opens}
    assert openings == {sheet.id for sheet in board.details}, "whatever opens is there, and whatever is there can be opened"
    for each in (*board.sheets, *board.details):
        for area in each.areas:
            x, y, width, height = area.box
            assert x >= 0
            assert y >= 0
            assert x + width <= each.size[0] + 0.5, area.id
            assert y + height <= each.size[1] + 0.5, area.id


def check_everything_is_there(seen: Seen, view: Mapping[str, Any]) -> None:
    """What the wide board shows."""
    for player in view["players_in_race"]:
        check_player(seen, view, player)
    if view["seat"] is not None:
        own = view["players_in_race"][view["seat"]]
        assert seen.hand() == own["active"]
        for zone in ("used", "discard"):
            assert seen.pile(f"au-s{view['seat'] + 1}-{zone[0]}") == own[zone]
    cars = [id for id in seen.ids if re.fullmatch(r"au-car-\d", id)]
    assert len(cars) == sum(player["car"] is not None for player in view["players_in_race"])
    lying = [number for number, landing in enumerate(view["path"]) if landing["cube"] is not None]
    assert [id for id in seen.ids if re.fullmatch(r"au-way-\d+", id)] == [f"au-way-{number}" for number in lying]
    for stack in view["stacks"]:
        words = said(seen.ids[f"au-stack-{stack['cube']}"])
        assert str(stack["stock"]) in words if stack["stock"] else "esaurito" in words
        if stack["card"] is not None:
            assert str(stack["cost"]) in words.split()
            assert f"vale {stack['value']}" in words or not stack["stock"]
    held = sum(element.get("id", "").startswith("au-h-") for element in seen.all)
    driving = view["seat"] if view["seat"] is not None else view["current"]
    assert held == (sum(view["held"]) if view["current"] == driving else 0)
    first, second = seen.board.phase
    if view["round"] and not view["over"]:
        assert f"Round {view['round']}" in first
        assert ("ULTIMO ROUND" in first) == view["last_round"]
        now = re.findall('au-ph-on">([^<]+)', second)
        assert bool(now) == (view["phase"] != "turn")
    if view["phase"] == "buy":
        assert str(view["money"]) in seen.words("hand").split()


def check_player(seen: Seen, view: Mapping[str, Any], player: Mapping[str, Any]) -> None:
    seat = player["seat"]
    place = f"au-d-s{seat + 1}"
    assert seen.pile(f"{place}-a") == player["active"]
    assert seen.pile(f"{place}-u") == player["used"]
    assert seen.pile(f"{place}-d") == player["discard"]
    assert seen.pile(f"{place}-b") == (player["bag"] if player["bag"] is not None else [0] * COLOURS)
    row = said(seen.ids[f"au-d-driver-{seat + 1}"])
    assert f"Sacchetto {player['bag_size']}" in row
    assert f"{player['rank']}°" in row
    assert f"{player['rank']}°" in seen.board.badges[seat]
    assert re.search(rf"\b{player['distance']} segment[oi] percors[oi]", row)
    assert ("primo giocatore" in row) == (seat == view["first_player"])
    assert ("Boost" in row) == bool(player["pending_boost"])
    if player["grid"] is not None and not view["round"]:
        assert f"griglia P{player['grid']}" in row
    if player["car"] is not None:
        car = player["car"]
        segment = (car["lane"] - 1) * view["positions"] + car["position"]
        assert f"au-at-{segment}" in (seen.ids[f"au-car-{seat + 1}"].get("class") or "").split()
        assert f".au-at-{segment}{{" in seen.board.stylesheet
    assert f"au-marker-{seat + 1}" in seen.ids


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


def check(game: AutomobilesGame, p: Automobiles, seat: int | None, screens: tuple[str, ...] = SCREENS) -> Seen:
    """The board of every screen; the wide one is given back."""
    question = p.question(seat) if seat in p.to_act and seat is not None else None
    view = p.view(seat)
    for screen in screens:
        seen = look(game, view, question, screen=screen)
        check_choices(seen, question)
        check_places(seen.board, screen)
        if screen == SCREENS[0]:
            wide = seen
            check_everything_is_there(seen, view)
    return wide


@pytest.mark.parametrize("number", range(len(RACES)))
def test_everything_is_drawn_and_every_choice_has_its_place(number: int) -> None:
    players, options = RACES[number]
    asked: Counter[int] = Counter()
    for step, p in enumerate(positions(GAME, players, options, f"race {number}", 400)):
        if p.over:
            seen = check(GAME, p, 0)
            assert "vince la gara" in said(seen.ids[f"au-d-driver-{p.winners()[0] + 1}"])
            return
        kind = p.kind(p.to_act[0])
        asked[kind] += 1
        if asked[kind] < 4 or step % 19 == 0:
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
    for step, p in enumerate(positions(GAME, 4, {"laps": 1}, "languages", 60)):
        if step % 4:
            continue
        question = p.question(p.to_act[0])
        view = p.view(p.to_act[0])
        for screen in SCREENS:
            italian, english = (look(GAME, view, question, language, screen) for language in ("it", "en"))
            assert italian.choices == english.choices
            assert italian.board.stylesheet == english.board.stylesheet


@pytest.mark.parametrize("screen", SCREENS)
def test_style_and_places_depend_on_what_was_agreed_only(screen: str) -> None:
    options = {"track": "monza", "cards": "fine_tuning", "laps": 7}
    first = GAME.board(GAME.start(4, 0, options).view(None), None, "it", screen)
    for step, p in enumerate(positions(GAME, 4, options, "style", 60)):
        if step % 5:
            continue
        seat = p.to_act[0]
        board = GAME.board(p.view(seat), p.question(seat), "it", screen)
        assert board.stylesheet == first.stylesheet
        assert [(area.id, area.box, area.title) for area in board.areas] == [
            (area.id, area.box, area.title) for area in first.areas
        ]


@pytest.mark.parametrize("draft", ["space", "segment"])
def test_the_wear_of_stopping_now_is_what_the_rules_say(draft: str) -> None:
    drafts = 0
    for p in positions(GAME, 5, {"laps": 2, "draft": draft}, "wear", 500):
        if p.over or not p.path:
            continue
        table = Table(GAME.parts, p.track, p.view(None), None, "it", WIDTHS["wide"])
        wear, ahead = table.wear_at(p.head, table.path)
        if not p.aero:
            assert ahead == drafted_behind(p, p.current, p.head)
            drafts += ahead != NOBODY
            assert (wear == 0) == (ahead != NOBODY)
    assert drafts


@pytest.mark.parametrize("cards", ["first_game", "jalopy", "money", "expert"])
def test_the_hand_says_what_the_rules_would_let_a_cube_do(cards: str) -> None:
    """AU-165, AU-167 to AU-170: spaces that depend on the race, reckoned from the view."""
    seen: Counter[str] = Counter()
    for p in positions(GAME, 4, {"laps": 1, "cards": cards}, f"does {cards}", 250):
        if p.over or p.current == NOBODY or GAME.vocabulary.kind_name(p.kind(p.to_act[0])) != "action":
            continue
        seat = p.current
        leads = blue_cubes(p, seat) > most_blue_discarded(p, seat)
        wanted = {
            "gearbox": p.gearbox_steps(),
            "turbo": turbo_steps(p),
            "diesel_engine": diesel_steps(p, seat),
            "rotary_engine": rotary_steps(p, seat),
            "hybrid_engine": p.parts.figures[CARD_NAMES.index("hybrid_engine")] if leads else 0,
        }
        table = Table(GAME.parts, p.track, p.view(None), None, "it", WIDTHS["wide"])
        for name in table.cards:
            if name in wanted:
                assert table.spaces_now(seat, name) == wanted[name]
                seen[name] += 1
    assert seen


def test_a_lit_space_tells_where_one_lands_and_what_it_costs() -> None:
    p = given("3:3 3:7", active={0: "dark, wear"})
    do(p, "action dark")
    assert p.view(0)["path"], "the only step is taken"
    seen = look(GAME, p.view(0), None)
    assert "in scia a Verde" in seen.words("hand")
    p = given("1:24 1:40", active={0: "white, wear"})
    do(p, "action white")
    seen = look(GAME, p.view(0), p.question(0))
    lit = seen.ids[f"au-go-{p.track.space_of[25]}"]
    assert lit.get("data-choice") == "step 1:25"
    assert lit.get("aria-label") == "Corsia 1, bianco: fermandosi lì Usura 1"
    assert said(lit) == "1"


def test_cubes_that_a_card_counts_stand_out_and_a_closed_bag_stays_closed() -> None:
    p = given("1:10 1:40", active={0: "wear"}, discard={1: "2 engine, white"}, options={"visible_bags": "none"})
    seen = look(GAME, p.view(0), p.question(0))
    assert "au-counted" in (seen.ids["au-d-s2-d-engine"].get("class") or "")
    assert "au-counted" not in (seen.ids["au-d-s2-d-white"].get("class") or "")
    assert "chiuso" in said(seen.ids["au-bag-1"])
    assert not [id for id in seen.ids if re.match(r"au-(d-)?s\d-b-", id)]


def test_names_are_escaped() -> None:
    view = {**GAME.start(2, 1, {}).view(0), "names": ["<b>&Anna", "Bruno"]}
    for screen in SCREENS:
        seen = look(GAME, view, None, screen=screen)
        assert any("<b>&Anna" in seen.words(area) for area in seen.areas)


# --- room for everything


def test_a_full_hand_and_full_piles_are_drawn() -> None:
    """More cubes than places, all ten kinds, and the largest discard that the box allows."""
    every = ", ".join(f"2 {name}" for name in COLOUR_NAMES)
    p = given("1:10 1:40", active={0: every}, discard={0: every}, bag={0: every})
    seen = check(GAME, p, 0)
    assert seen.hand() == [2] * COLOURS


def cards_page(language: str) -> str:
    """All twenty cards, in every form that has the whole text, one beside the other."""
    drawn = []
    view = GAME.start(2, 1, {}).view(0)
    for number in range(COLOURED_CARDS):
        colour = GARAGE + number // CARDS_PER_COLOUR
        stacks = [dict(stack) for stack in view["stacks"]]
        stacks[colour] = {**stacks[colour], "card": CARD_NAMES[number], "cost": 5, "value": 3, "stock": 40}
        table = Table(GAME.parts, GAME.parts.tracks["monza"], {**view, "stacks": stacks}, None, language, WIDTHS["wide"])
        x, y = number % CARD_COLOURS * 640.0, number // CARD_COLOURS * 230.0
        for step, height in enumerate((MOST_PADDOCK, 204.0)):
            drawn.append(card(table, colour, (x + step * 120, y, 111.0, height), f"{number}-{step}-"))
        drawn.append(wide_card(table, colour, (x + 240, y, 370.0, 84.0), f"{number}-w-"))
    style = (STATIC / "style.css").read_text(encoding="utf-8").replace("fonts/", f"{(STATIC / 'fonts').as_uri()}/")
    return f'<meta charset="utf-8"><style>{style}{PLAIN_STYLE}</style><svg width="3300" height="1000">{"".join(drawn)}</svg>'


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_every_card_fits_its_card(tmp_path: Path, new_page: NewPage, language: str) -> None:
    file = tmp_path / "cards.html"
    file.write_text(cards_page(language), encoding="utf-8")
    page = new_page()
    page.goto(file.as_uri())
    page.evaluate("document.fonts.ready")
    beyond = page.evaluate(
        """() => [...document.querySelectorAll("foreignObject")].filter((box) => {
          const inside = box.firstElementChild;
          return inside.scrollHeight > box.height.baseVal.value + 1 || inside.scrollWidth > box.width.baseVal.value + 1;
        }).map((box) => box.textContent)"""
    )
    assert beyond == []


LEAVES = """(long) => [...document.querySelectorAll("[data-box]")].flatMap((area) => {
  const [left, top, width, height] = area.dataset.box.split(" ").map(Number);
  return [...area.querySelectorAll("text, foreignObject")].filter((node) => {
    if (node.closest("svg.au-window, [transform*=rotate]")) return false;
    if (long.some((name) => node.textContent.includes(name))) return false;
    const inside = node.firstElementChild;
    if (inside && inside.scrollHeight > node.height.baseVal.value + 1) return true;
    if (inside && inside.scrollWidth > node.width.baseVal.value + 1) return true;
    const box = node.getBoundingClientRect();
    return box.left < left - 1 || box.right > left + width + 1 || box.top < top - 1 || box.bottom > top + height + 2;
  }).map((node) => area.dataset.name + ": " + node.textContent);
})"""


def laid_out(board: Board) -> str:
    """Every sheet of a board at its own size, one below the other; each area says where it lies."""
    drawn, below = [], 0.0
    for each in (*board.sheets, *board.details):
        for area in each.areas:
            x, y, width, height = area.box
            box = f"{x:g} {y + below:g} {width:g} {height:g}"
            place = f'transform="translate({x} {y + below})"'
            drawn.append(f'<g data-box="{box}" data-name="{area.id}"><g {place}>{area.markup}</g></g>')
        below += each.size[1]
    style = (STATIC / "style.css").read_text(encoding="utf-8").replace("fonts/", f"{(STATIC / 'fonts').as_uri()}/")
    head = f'<meta charset="utf-8"><style>{style}{board.stylesheet}</style>{sheet()}'
    return f'{head}<svg width="1400" height="{below:g}">{"".join(drawn)}</svg>'


@pytest.mark.parametrize(("screen", "language"), list(zip(SCREENS, cycle(LANGUAGES), strict=False)))
def test_no_word_leaves_its_area(tmp_path: Path, new_page: NewPage, screen: str, language: str) -> None:
    """Every kind of panel, five players, seven laps: all is written where it belongs. Only very long names are cut."""
    page = new_page()
    file = tmp_path / "board.html"
    names = ["Anna Maria Giovanna della Valle", "Bartolomeo", "Carla & Co", "Dio", "Wolfgang Amadeus von der Au"]
    shown: Counter[int] = Counter()
    beyond: dict[str, list[str]] = {}
    for number, cards in enumerate(("first_game", "fine_tuning", "expert", "money")):
        options = {"cards": cards, "laps": 7 - 2 * (number % 2), "track": ("monza", "daytona")[number % 2], "grid": "chosen"}
        for p in positions(GAME, 5, options, f"words {cards}", 260):
            seat = p.to_act[0]
            kind = p.kind(seat)
            if shown[kind] >= 1:
                continue
            shown[kind] += 1
            board = GAME.board({**p.view(seat), "names": names}, p.question(seat), language, screen)
            file.write_text(laid_out(board), encoding="utf-8")
            page.goto(file.as_uri())
            page.evaluate("document.fonts.ready")
            found = page.evaluate(LEAVES, [names[0], names[4]])
            if found:
                beyond[f"{cards} {GAME.vocabulary.kind_name(kind)}"] = found
    assert not beyond, sorted({words for found in beyond.values() for words in found})
    assert len(shown) > 10


@pytest.mark.parametrize("track", ["daytona", "monza"])
@pytest.mark.parametrize("screen", SCREENS)
def test_no_car_covers_the_space_before_it(track: str, screen: str) -> None:
    found = ring(GAME.parts.tracks[track], WIDTHS[screen])
    for segment in range(found.track.segments):
        ahead = found.track.straight[segment]
        (x, y), (next_x, next_y) = found.middles[segment], found.middles[ahead]
        assert hypot(next_x - x, next_y - y) * OVERHANG >= found.car - 0.1
    assert found.car >= (45 if screen != "middle" else 31)
    assert found.infield[1] - found.infield[0] >= 212


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


def long_track(folder: Path) -> Path:
    """Twice as many positions, all white, no bend said to be one."""
    text = STANDARD[0].read_text(encoding="utf-8").replace('id        = "daytona"', 'id = "long"')
    text = text.replace("positions = 56", "positions = 112", 1)
    spaces = ", ".join(['"W1"'] * 112)
    lanes = "".join(f"[[lane]]\nnumber = {lane}\nspaces = [{spaces}]\n\n" for lane in range(1, 5))
    text = text[: text.index("[[lane]]")] + lanes + text[text.index("# ---- named stretches") :]
    section = '[[section]]\nkey = "all"\nkind = "straight"\nfrom = 0\nto = 111\n\n'
    text = text[: text.index("[[section]]")] + section + text[text.index("# ---- drawing") :]
    for old in (16, 10, 18, 2):
        text = text.replace(f"positions = {old}\nlength", f"positions = {2 * old}\nlength")
    file = folder / "long.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("make", [six_lanes, round_track, long_track])
def test_any_track_is_drawn(tmp_path: Path, make: Any) -> None:
    game = GAME.with_track(make(tmp_path))
    track = next(iter(game.parts.tracks[name] for name in ("six", "round", "long") if name in game.parts.tracks))
    for step, p in enumerate(positions(game, 3, {"weaving": "on", "laps": 1}, track.name, 120)):
        if step % 6 == 0 or p.over:
            seen = check(game, p, p.to_act[0] if not p.over else None)
    for width in set(WIDTHS.values()):
        found = ring(track, width)
        assert all(0 < x < width and 0 < y < HIGH for x, y in found.middles)
        assert found.beside or found.infield[1] - found.infield[0] >= LEAST_INFIELD
    printed = [node for node in seen.areas["road"].iter() if "au-sp" in (node.get("class") or "").split()]
    assert len(printed) == sum(space.colours.bit_count() for space in track.spaces)
    assert ("ricostruzione" in seen.words("drivers-all")) == (track.status == "REC")


def traced_track(folder: Path, track: int) -> Path:
    """One of our own circuits as the editor of tracks writes it: points that somebody traced."""
    tracer = GAME.tracer
    assert tracer is not None
    drawn = tracer.opened(read_toml(STANDARD[track]))
    drawn["id"] = "traced"
    file = folder / "traced.toml"
    file.write_text(tracer.text(drawn), encoding="utf-8")
    return file


@pytest.mark.parametrize("track", [0, 1])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_traced_track_is_drawn_along_its_lanes(tmp_path: Path, track: int, screen: str) -> None:
    """Where the file's road turns, the road on the table does, the same way; everything else lies in the grass."""
    game = GAME.with_track(traced_track(tmp_path, track))
    traced = game.parts.tracks["traced"]
    found = ring(traced, WIDTHS[screen])
    line = CentreLine(traced.geometry, traced.positions)
    wanted = [turns(line.at(place)[2], line.at(place + 3.0)[2]) for place in range(traced.positions)]
    drawn = [turns(-found.heading(place), -found.heading((place + 3) % traced.positions)) for place in range(traced.positions)]
    right = [place for place, turn in enumerate(wanted) if turn < -10.0]
    assert bool(right) == (track == 1), "a chicane has a bend to the right, an oval has none"
    assert all(min(drawn[(place + by) % traced.positions] for by in range(-3, 4)) < -4.0 for place in right)
    assert all(0 < x < found.width and 0 < y < HIGH for x, y in found.middles)
    p = game.start(4, 1, {"track": "traced", "laps": 1})
    seen = look(game, p.view(0), None, screen=screen)
    check_places(seen.board, screen)
    if screen != "phone":
        lying = [area.box for area in seen.board.areas if area.id in ("wear", "shop", "laps", "rivals")]
        assert len(lying) == 4
        for box in lying:
            assert box[0] >= found.width or found.clear(box, 0.0)
        assert not any(meet(one, other) for one, other in combinations(lying, 2) if found.beside)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_played_cube_leaves_its_place_empty(screen: str) -> None:
    """The others stay where they are; of equal cubes each can be told from the next, so that one alone is marked as chosen."""

    def lying() -> dict[str, str | None]:
        question = p.question(0)
        seen = look(GAME, p.view(0), question, screen=screen)
        chosen = [each.get("id") for each in seen.areas["hand"].iter() if each.get("data-choice") and each.tag == "g"]
        assert not chosen or None not in chosen, chosen
        return {id: each.get("x") or each.get("transform") for id, each in places_of(seen).items()}

    p = given("1:24 4:10", active={0: "3 white, 2 light, pit, engine"})
    before = lying()
    do(p, "action white", "step 1:25")
    after = lying()
    assert len(after) == len(before) - 1
    assert after.items() <= before.items()


def places_of(seen: Seen) -> dict[str, Element]:
    """What draws each cube of the hand."""
    found = {id: element for id, element in seen.ids.items() if re.fullmatch(r"au-a-[a-z]+-\d", id)}
    return {id: next(each for each in element.iter() if each.tag == "use") for id, element in found.items()}


WINDOW = (390.0, SIZES["phone"][1] - PHONE_TRAY - PHONE_STRIP)


def test_a_phone_shows_the_car_that_something_happens_to() -> None:
    """Whoever looks on sees the whole car that drives, also where it is far from their own."""
    far = 0
    for view in beats_of(3, {"cards": "first_game", "laps": 1}):
        told = view["beat"]["seat"]
        spots = {player["seat"]: player["car"] for player in view["players_in_race"] if player["car"] is not None}
        if told not in spots or told == view["seat"]:
            continue
        table = Table(GAME.parts, GAME.parts.tracks[view["track"]], view, None, "en", WIDTHS["phone"])
        segment = table.head if told == table.current and table.head != NOBODY else table.segment(spots[told])
        own = table.segment(spots[view["seat"]])
        far += not in_sight(table.ring, table.track.position_of(own), segment, *WINDOW)
        board = GAME.board(view, None, "en", "phone")
        camera = next(found for area in board.areas for found in re.findall(r'au-camera au-eye-(\w+)"', area.markup))
        eye = re.search(
            rf"\.au-eye-{camera}{{transform:translate\(([\d.-]+)px,([\d.-]+)px\) scale\(([\d.-]+)\)", board.stylesheet
        )
        assert eye is not None
        x, y = table.ring.middles[segment]
        left, top, near = map(float, eye.groups())
        half = near * table.ring.car / 2
        assert half <= near * x + left <= WINDOW[0] - half, told
        assert half <= near * y + top <= WINDOW[1] - half, told
    assert far > 10


def test_the_way_is_not_drawn_round_the_track_once_the_car_has_arrived() -> None:
    arrived = 0
    for view in beats_of(2, {"cards": "first_game", "laps": 1}):
        table = Table(GAME.parts, GAME.parts.tracks[view["track"]], view, None, "en", WIDTHS["wide"])
        if table.path and table.head in table.spots:
            arrived += 1
            markup = Circuit(table).ribbon()
            points = [tuple(map(float, point)) for point in re.findall(r"[ML]([\d.]+) ([\d.]+)", markup)]
            starts = table.ring.middles[table.path[0]]
            assert not points or hypot(points[0][0] - starts[0], points[0][1] - starts[1]) < 1.0
    assert arrived > 5


def beats_of(players: int, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the first player sees at every beat of a game."""
    bot = make_bot("heuristic")
    p: Position = GAME.start(players, 3, options)
    rng = seeded("beats")
    while not p.over:
        seat = p.to_act[0]
        p = watched(p, seat, bot.choose(p, seat, rng))
        for frame in p.frames or []:
            yield {**frame.position.view(0), "beat": beat_data(GAME, frame.event)}


def turns(before: float, after: float) -> float:
    """Degrees to the left from a heading to another."""
    return (after - before + 180.0) % 360.0 - 180.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawn_cubes_have_the_beginning_of_their_word(language: str) -> None:
    """No cube has the letter of another language's word; those of the terminal stay one letter wide."""
    signs = signs_of(GAME.parts.marks, language)
    assert len(set(signs)) == COLOURS
    for colour in range(WEAR, COLOURS):
        assert render(Message(f"automobiles.cube.{COLOUR_NAMES[colour]}"), language).startswith(signs[colour])
    assert all(len(mark) == 1 for mark in marks_of(GAME.parts.marks, language))
    board = GAME.board(given("1:24 4:10", active={0: "2 white, pit, performance"}).view(0), None, language, "wide")
    found = {str(text.text) for area in board.areas for text in parsed(area.markup).iter() if text.tag.endswith("text")}
    assert set(signs) <= found


def test_money_is_written_one_way_in_each_language() -> None:
    texts = STATIC.parents[1] / "games" / "automobiles" / "texts"
    assert re.findall(r".*[0-9}] ?\$.*", (texts / "en.toml").read_text("utf-8")) == []
    assert re.findall(r".*\$ ?[0-9{].*", (texts / "it.toml").read_text("utf-8")) == []


def test_no_two_tabs_of_a_phone_have_the_same_sign() -> None:
    board = GAME.board(given("1:24 4:10").view(0), None, "en", "phone")
    assert len({sheet.icon for sheet in board.sheets} | {"i-list"}) == len(board.sheets) + 1, "the log has the list"


@pytest.mark.parametrize("language", LANGUAGES)
def test_wear_is_marked_by_the_initial_of_its_word(language: str) -> None:
    marks = marks_of(GAME.parts.marks, language)
    assert len(set(marks)) == COLOURS
    initial = render(Message("automobiles.cube.wear"), language)[0]
    assert marks[WEAR] == initial
    board = GAME.board(given("1:24 4:10", active={0: "2 white, wear"}).view(0), None, language, "wide")
    found = {str(text.text) for area in board.areas for text in parsed(area.markup).iter() if text.tag.endswith("text")}
    assert initial in found
    assert found.isdisjoint({"U", "W"} - {initial})
