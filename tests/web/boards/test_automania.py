"""The drawn table of Automania: everything public is there, every choice with a place lights it, and nothing else does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from officina import GAMES, Position
from officina.bots import make_bot
from officina.core.drawing import Board
from officina.core.position import Question
from officina.core.text import LANGUAGES
from tests.seeds import seed_of, seeded

GAME = GAMES["automania"]
NAMES = ["Anna & Co.", "<Bruno>", "Carla", 'Dora "D"']
WITHOUT_A_PLACE = {"play_contract none", "place_car none", "office_tile none"}
"""Declining moves nothing, so nothing on the table stands for it."""
EVERY_KIND = {kind.name for kind in GAME.vocabulary.kinds}


def moments(players: int, seed: str, bot_name: str, **options: str) -> Iterator[Position]:
    """A whole game, position by position, the end included."""
    position = GAME.start(players, seed_of(seed), options)
    bot, rng = make_bot(bot_name), seeded(seed)
    while position.to_act:
        yield position
        seat = position.to_act[0]
        position.apply(seat, bot.choose(position, seat, rng))
    yield position


def drawn(position: Position, seat: int | None, language: str = "it") -> tuple[dict[str, Any], Question | None, Board]:
    view = {**position.view(seat), "names": NAMES[: position.seats]}
    question = position.question(seat) if seat is not None and seat in position.to_act else None
    return view, question, GAME.board(view, question, language)


def tree(board: Board) -> ElementTree.Element:
    return ElementTree.fromstring(f"<table>{board.static}{''.join(board.regions.values())}</table>")


def lit(root: ElementTree.Element) -> set[str]:
    return {choice for element in root.iter() for choice in element.get("data-choice", "").split("|") if choice}


def flips(root: ElementTree.Element, start: str) -> Counter[str]:
    """Pieces of a sort, by what they are."""
    found = [element.get("data-flip", "") for element in root.iter()]
    return Counter(flip for flip in found if flip.startswith(start))


def words(root: ElementTree.Element, id: str) -> str:
    """The text of an element."""
    found = [element for element in root.iter() if element.get("id") == id]
    assert len(found) == 1, f"{id} is there {len(found)} times"
    return " ".join("".join(found[0].itertext()).split())


def tiles_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    found = [*view["grid"], *view["office_tiles"], view["tile_in_hand"]]
    for player in view["seats"]:
        found += [*player["stations"], *player["managers"]]
        for styles in player["styles"].values():
            found += styles
    return [tile for tile in found if tile is not None]


def cars_of(view: dict[str, Any]) -> Counter[str]:
    found: Counter[str] = Counter()
    for player in view["seats"]:
        for kind, count in player["cars"].items():
            found[f"car-{player['seat']}-{kind}"] += count
    for market in view["markets"]:
        cars = [*market["ships"], market["yacht"], *(car for sale in market["sales"] for car in sale["cars"])]
        found.update(f"car-{car['seat']}-{car['car']}" for car in cars if car is not None)
    if view["selling"] is not None:
        found[f"car-{view['selling']['seat']}-{view['selling']['car']}"] += 1
    if view["production"] is not None:
        made = view["production"]
        found[f"car-{view['to_act'][0]}-{made['car'] or made['type']}"] += 1
    return +found


def check_shape(board: Board, root: ElementTree.Element) -> None:
    markup = board.static + "".join(board.regions.values())
    assert " style=" not in markup
    assert "<script" not in markup
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert "lit" not in element.get("class", "").split() or element.get("data-choice"), "lit, but no choice"
        if element.get("data-choice"):
            assert "lit" in element.get("class", "").split(), f"{element.get('id')} can be chosen and is not lit"


def check_lights(question: Question | None, root: ElementTree.Element) -> None:
    offered = {option.notation for option in question.options} if question is not None else set()
    assert lit(root) <= offered
    assert offered - lit(root) <= WITHOUT_A_PLACE


def check_pieces(view: dict[str, Any], root: ElementTree.Element) -> None:
    assert flips(root, "tile-") == Counter(f"tile-{tile['code']}" for tile in tiles_of(view))
    assert flips(root, "car-") == cars_of(view)
    cards = [*view["display"], *view["hand"], *(card for player in view["seats"] for card in player["played"])]
    assert flips(root, "card-") == Counter(f"card-{card['code']}" for card in cards)
    demand = [slot["feature"] for market in view["markets"] for slot in market["demand"]]
    demand += [market[side] for market in view["markets"] for side in ("left", "right")]
    assert flips(root, "demand-") == Counter(f"demand-{feature}" for feature in demand)


def check_words(view: dict[str, Any], root: ElementTree.Element) -> None:
    """Figures that are written, not drawn piece by piece."""
    for player in view["seats"]:
        said = words(root, f"am-player-{player['seat']}")
        assert NAMES[player["seat"]] in said
        assert f"{player['vp']} PV" in said
        assert ("? $" if player["money"] is None else f"{player['money']} $") in said
        assert player["office"] is None or f"uff. {player['office']}: vendute {player['sold']}/" in said
        for crowd in ("sponsor", "marketing"):
            colour = {"red": "RossoR", "blue": "BluB", "yellow": "GialloG", "green": "VerdeV"}[player["colour"]]
            assert (f"{colour}×{player[crowd]}" in words(root, f"am-{crowd}")) == bool(player[crowd])
        for type_, (north, europe) in player["popularity"].items():
            said = words(root, f"am-line-{player['seat']}-{type_}")
            assert f"NA ★{north}" in said
            assert f"EU ★{europe}" in said
    for space in view["spaces"]:
        there = [e for e in root.iter() if e.get("id", "").startswith(f"am-on-{space['code']}-")]
        assert len(there) == space["workers"] or space["workers"] > 8
        assert f"serve {space['needs']}" in words(root, f"am-space-{space['code']}")
    assert str(view["deck"]) in words(root, "am-deck") or view["deck"] == 1
    for office in view["offices"]:
        assert words(root, f"am-sales-{office['number']}").startswith(str(office["number"]))


@pytest.mark.parametrize(
    ("players", "bot", "options"),
    [
        (2, "heuristic", {"hidden_money": "off"}),
        (3, "random", {"advanced": "on", "corner_tiles": "any"}),
        (4, "heuristic", {"advanced": "on"}),
    ],
)
def test_everything_is_on_the_table(players: int, bot: str, options: dict[str, str]) -> None:
    seen: set[str] = set()
    rng = seeded(f"lookers {players} {bot}")
    for number, position in enumerate(moments(players, f"drawn {bot}", bot, **options)):
        actor = position.to_act[0] if position.to_act else None
        view, question, board = drawn(position, actor)
        root = tree(board)
        check_shape(board, root)
        check_lights(question, root)
        if question is not None:
            seen.add(question.kind)
        if number % 5 == 0:
            view, question, board = drawn(position, rng.pick([None, *range(players)]))
            root = tree(board)
            check_shape(board, root)
            check_lights(question, root)
        check_pieces(view, root)
        check_words(view, root)
    assert seen >= EVERY_KIND - {"factory", "car_tile", "office_contract", "play_contract"}


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
                check_lights(question, tree(drawn(position, seat)[2]))
        if seen == EVERY_KIND and copies:
            return
    raise AssertionError(f"never asked: {EVERY_KIND - seen}; copies: {copies}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_style_sheet_depends_on_the_box_alone(language: str) -> None:
    sheets = {drawn(position, None, language)[2].stylesheet for position in moments(2, "style", "heuristic")}
    assert sheets == {GAME.board(GAME.start(2, 0).view(None), None, "it").stylesheet}


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    position = next(moments(4, "hands", "heuristic"))
    for seat in range(4):
        view, _, board = drawn(position, seat)
        (code,) = (card["code"] for card in view["hand"])
        assert f"am-hand-{code}" in board.regions["cards"]
        for other in (None, *range(4)):
            if other != seat:
                assert f"am-hand-{code}" not in "".join(drawn(position, other)[2].regions.values())
