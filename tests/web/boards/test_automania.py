"""The drawn table of Automania: everything public is there, every choice with a place lights it, and nothing else does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from officina import GAMES, Position
from officina.bots import make_bot
from officina.core.drawing import SCREENS, SIZES, Area, Board
from officina.core.position import Question
from officina.core.text import LANGUAGES
from tests.seeds import seed_of, seeded
from tests.web.boards.common import SYMBOLS

GAME = GAMES["automania"]
NAMES = ["Anna & Co.", "<Bruno>", "Carla", 'Dora "D"']
WITHOUT_A_PLACE = {"play_contract none", "place_car none", "office_tile none", "turn pass", "place_tile discard", "marketing 0"}
"""Declining moves nothing, so nothing on the table stands for it."""
EVERY_KIND = {kind.name for kind in GAME.vocabulary.kinds}
LEAST_HIT = {"wide": 36, "middle": 36, "phone": 36}
LEAST_LETTERS = 13
WHERE = {
    "tile-": ("grid", "offices", "factory"),
    "car-": ("na", "eu", "sales", "factory"),
    "card-": ("display", "hand", "contracts", "factory"),
    "demand-": ("na", "eu"),
}
"""The areas where the pieces of a sort lie; a factory may be one's own or opened over the stage."""


def moments(players: int, seed: str, bot_name: str, **options: str) -> Iterator[Position]:
    """A whole game, position by position, the end included."""
    position = GAME.start(players, seed_of(seed), options)
    bot, rng = make_bot(bot_name), seeded(seed)
    while position.to_act:
        yield position
        seat = position.to_act[0]
        position.apply(seat, bot.choose(position, seat, rng))
    yield position


def drawn(
    position: Position, seat: int | None, language: str = "it", screen: str = "wide"
) -> tuple[dict[str, Any], Question | None, Board]:
    view = {**position.view(seat), "names": NAMES[: position.seats]}
    question = position.question(seat) if seat is not None and seat in position.to_act else None
    return view, question, GAME.board(view, question, language, screen)


def tree(areas: list[Area]) -> ElementTree.Element:
    return ElementTree.fromstring(f"<table>{''.join(area.markup for area in areas)}</table>")


def lit(root: ElementTree.Element) -> set[str]:
    return {choice for element in root.iter() for choice in element.get("data-choice", "").split("|") if choice}


def flips(board: Board, start: str) -> Counter[str]:
    """Pieces of a sort where they lie, by what they are."""
    areas = [area for area in board.areas if area.id in WHERE[start] or area.id.partition("-")[0] in WHERE[start]]
    found = [element.get("data-flip", "") for element in tree(areas).iter()]
    return Counter(flip for flip in found if flip.startswith(start))


def element(root: ElementTree.Element, id: str) -> ElementTree.Element:
    found = [element for element in root.iter() if element.get("id") == id]
    assert len(found) == 1, f"{id} is there {len(found)} times"
    return found[0]


def words(root: ElementTree.Element, id: str) -> str:
    """The text of an element."""
    return " ".join(" ".join(element(root, id).itertext()).split())


def tiles_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    found = [*view["grid"], *view["office_tiles"]]
    for player in view["seats"]:
        found += [*player["stations"], *player["managers"]]
        for styles in player["styles"].values():
            found += styles
    return [tile for tile in found if tile is not None]


def picking(view: dict[str, Any]) -> bool:
    """Whether the factories to choose from lie where one's own will be."""
    return view["deciding"] == "factory" and view["seat"] in view["to_act"]


def cars_of(view: dict[str, Any], screen: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for player in view["seats"]:
        if picking(view) and player["seat"] == view["seat"]:
            continue
        for kind, count in player["cars"].items():
            found[f"car-{player['seat']}-{kind}"] += count
    for market in view["markets"]:
        cars = [*market["ships"], market["yacht"], *(car for sale in market["sales"] for car in sale["cars"])]
        found.update(f"car-{car['seat']}-{car['car']}" for car in cars if car is not None)
    if screen == "middle" and view["selling"] is not None:
        found[f"car-{view['selling']['seat']}-{view['selling']['car']}"] += (
            1  # beside the sales, which are a sheet of their own
        )
    made = view["production"]
    if made is not None and made["market"] is not None:
        found[f"car-{view['to_act'][0]}-{made['car'] or made['type']}"] += 1
    return +found


def check_shape(board: Board, root: ElementTree.Element, screen: str) -> None:
    """Sound markup, and nothing too small to be read or touched."""
    markup = "".join(area.markup for area in board.areas) + board.ask + "".join((*board.phase, *board.badges))
    assert " style=" not in markup
    assert "<script" not in markup
    assert "data:" not in markup
    for bar in (board.ask, *board.phase, *board.badges):
        ElementTree.fromstring(f"<p>{bar}</p>")
    areas = [area.id for area in board.areas]
    assert len(areas) == len(set(areas))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), [id for id, count in Counter(ids).items() if count > 1]
    assert {used.get("href", "")[1:] for used in root.iter("use")} <= SYMBOLS
    for element in root.iter():
        names = element.get("class", "").split()
        assert ("lit" in names) == bool(element.get("data-choice")), f"{element.get('id')}: lit, but no choice, or the reverse"
        for name in names:
            if element.tag == "text" and re.fullmatch(r"f\d+", name):
                assert int(name[1:]) >= LEAST_LETTERS
        if "lit" in names:
            assert element.get("aria-label")
            (hit,) = (child for child in element if child.get("class") == "hit")
            assert min(float(hit.get("width", 0)), float(hit.get("height", 0))) >= LEAST_HIT[screen], element.get("id")


def check_places(board: Board, screen: str) -> None:
    """Every area lies on its sheet, and the stage has the size of its screen."""
    assert all(sheet.size == SIZES[screen] for sheet in board.sheets)
    assert len(board.sheets) == (5 if screen == "phone" else 1)
    opened = {sheet.id for sheet in board.details}
    for sheet in (*board.sheets, *board.details):
        for area in sheet.areas:
            x, y, width, height = area.box
            assert 0 <= x <= x + width <= sheet.size[0], (area.id, area.box, sheet.size)
            assert 0 <= y <= y + height <= sheet.size[1], (area.id, area.box, sheet.size)
            assert area.title
            assert not area.opens or area.opens in opened


def check_lights(question: Question | None, board: Board, screen: str) -> None:
    offered = {option.notation for option in question.options} if question is not None else set()
    shown = board.areas if screen == "middle" else [area for sheet in board.sheets for area in sheet.areas]
    assert lit(tree(board.areas)) <= offered
    assert offered - lit(tree(shown)) <= WITHOUT_A_PLACE


def check_pieces(view: dict[str, Any], board: Board, screen: str) -> None:
    assert flips(board, "tile-") == Counter(f"tile-{tile['code']}" for tile in tiles_of(view))
    assert flips(board, "car-") == cars_of(view, screen)
    cards = [*view["display"], *view["hand"], *(card for player in view["seats"] for card in player["played"])]
    found = flips(board, "card-")
    assert set(found) <= {f"card-{card['code']}" for card in cards}
    assert len(cards) - len(found) <= max(len(view["hand"]) - 4, 0), "only the end of a long hand may be left out"
    demand = [slot["feature"] for market in view["markets"] for slot in market["demand"]]
    demand += [market[side] for market in view["markets"] for side in ("left", "right")]
    assert flips(board, "demand-") == Counter(f"demand-{feature}" for feature in demand)


def check_words(view: dict[str, Any], board: Board, root: ElementTree.Element) -> None:
    """Figures that are written, not drawn piece by piece."""
    own = 0 if view["seat"] is None else view["seat"]
    for player in view["seats"]:
        seat = player["seat"]
        assert f">{player['vp']}</span>" in board.badges[seat]
        for crowd in ("sponsor", "marketing"):
            label = element(root, f"am-{crowd}").get("aria-label", "")
            assert (f"{NAMES[seat]} {player[crowd]}" in label) == bool(player[crowd])
            there = [e for e in root.iter() if re.fullmatch(f"am-{crowd}-{seat}-\\d+", e.get("id", ""))]
            assert len(there) == player[crowd]
        prefix = "am" if seat == own else "am-whole"
        for type_, popular in () if picking(view) and seat == own else player["popularity"].items():
            for code, stars in zip(("na", "eu"), popular, strict=True):
                assert str(stars) in words(root, f"{prefix}-{seat}-stars-{type_}-{code}").split()
    for space in view["spaces"]:
        there = [e for e in root.iter() if e.get("id", "").startswith(f"am-on-{space['code']}-")]
        assert len(there) == space["workers"]
        assert str(space["needs"]) in words(root, f"am-space-{space['code']}").split()
    assert str(view["deck"]) in words(root, "am-deck").split()
    for office in view["offices"]:
        assert words(root, f"am-sales-{office['number']}").startswith(str(office["number"]))


@pytest.mark.parametrize(
    ("players", "bot", "screen", "options"),
    [
        (2, "heuristic", "wide", {"hidden_money": "off"}),
        (3, "random", "phone", {"advanced": "on", "corner_tiles": "any"}),
        (4, "heuristic", "middle", {"advanced": "on"}),
        (4, "random", "wide", {"advanced": "on"}),
    ],
)
def test_everything_is_on_the_table(players: int, bot: str, screen: str, options: dict[str, str]) -> None:
    seen: set[str] = set()
    rng = seeded(f"lookers {players} {bot} {screen}")
    for number, position in enumerate(moments(players, f"drawn {bot}", bot, **options)):
        seat = position.to_act[0] if position.to_act else None
        if number % 8 and position.to_act and GAME.vocabulary.kind_name(position.kind(position.to_act[0])) in seen:
            continue
        if number % 16 == 0:
            seat = rng.pick([None, *range(players)])
        view, question, board = drawn(position, seat, rng.pick(list(LANGUAGES)), screen)
        root = tree(board.areas)
        check_shape(board, root, screen)
        check_places(board, screen)
        check_lights(question, board, screen)
        check_pieces(view, board, screen)
        check_words(view, board, root)
        if screen == "phone":
            check_tab(board)
        if question is not None:
            seen.add(question.kind)
    assert len(seen) > 4  # which ones is chance: test_every_kind_of_question_comes_up looks for all of them


def check_tab(board: Board) -> None:
    """What a question is about lies on one tab of a phone, which the page shows; only cars to take back lie elsewhere."""
    tabs = {sheet.id for sheet in board.sheets for choice in lit(tree(sheet.areas)) if choice.split()[1] != "recall"}
    assert len(tabs) <= 1, tabs


def test_every_kind_of_question_comes_up() -> None:
    """The factories' own questions too: the electric car, and a sale space that is copied."""
    seen: set[str] = set()
    copies = 0
    for number in range(12):
        for position in moments(4, f"kinds {number}", "random" if number % 2 else "heuristic", advanced="on"):
            for seat in position.to_act:
                question = position.question(seat)
                copy = [option for option in question.options if option.notation.startswith("sell copy")]
                if question.kind in seen and not copy:
                    continue
                seen.add(question.kind)
                copies += len(copy)
                for screen in SCREENS:
                    board = drawn(position, seat, screen=screen)[2]
                    check_shape(board, tree(board.areas), screen)
                    check_lights(question, board, screen)
                    if screen == "phone":
                        check_tab(board)
        if seen == EVERY_KIND and copies:
            return
    raise AssertionError(f"never asked: {EVERY_KIND - seen}; copies: {copies}")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_places_and_style_are_the_same_from_the_deal_to_the_end(language: str, screen: str) -> None:
    arrangements: set[str] = set()
    sheets: set[str] = set()
    rng = seeded("whoever looks")
    for number, position in enumerate(moments(3, "style", "random", advanced="on")):
        if number % 25 == 0 or not position.to_act:
            board = drawn(position, rng.pick([None, 0, 1, 2]), language, screen)[2]
            whole = [(sheet.id, sheet.title, sheet.size, [(a.id, a.title, a.box, a.opens) for a in sheet.areas]) for sheet in
                     (*board.sheets, *board.details)]  # fmt: skip
            arrangements.add(repr((whole, board.mood, board.sign, board.seats)))
            sheets.add(board.stylesheet)
    assert len(arrangements) == 1
    assert sheets == {GAME.board(GAME.start(2, 0).view(None), None, "it").stylesheet}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_hand_is_shown_to_its_owner_alone(screen: str) -> None:
    position = next(moments(4, "hands", "heuristic"))
    for seat in range(4):
        view, _, board = drawn(position, seat, screen=screen)
        (code,) = (card["code"] for card in view["hand"])
        assert any(f"am-hand-{code}" in area.markup for area in board.areas)
        for other in (None, *range(4)):
            if other != seat:
                assert all(f"card-{code}" not in area.markup for area in drawn(position, other, screen=screen)[2].areas)
