"""Tips of one's first games: every question has one, none tells a secret; remembered and switched in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from officina import GAMES, Game, Position
from officina.cli.tips import OFF, ON, TipSwitch
from officina.core.text import LANGUAGES, Message, catalogue
from officina.core.tips import FIRST_GAMES, MOST_TIP, tip
from officina.games.automania.state import Automania
from officina.games.automania.tips import office_reason
from officina.games.crazy_race.state import CrazyRace
from officina.games.kraftwagen import components as kw
from officina.games.kraftwagen.nouns import ACTION
from officina.games.kraftwagen.prospects import Prospects
from officina.games.kraftwagen.state import Car, Kraftwagen
from officina.games.kraftwagen.values import Values as KraftwagenValues
from tests.seeds import seed_of, seeded
from tests.tips import check_tips, sentences

EVERY = {"automobiles": 80, "automania": 40, "kraftwagen": 20, "crazy_race": 20}
"""Long games are looked at less often."""


def test_a_tip_is_short_and_the_same_in_all_worlds_that_look_the_same(game: Game) -> None:
    said: Counter[str] = Counter()
    check_tips(game, seed_of("tips"), said, [], every=EVERY.get(game.name, 6))
    assert set(said) <= sentences(game)
    assert len(said) > 1


def test_every_sort_of_decision_has_tips_and_nothing_else_has(game: Game) -> None:
    kinds = {kind.name for kind in game.vocabulary.kinds}
    assert {key.split(".")[2] for key in sentences(game)} == kinds
    for kind in game.vocabulary.kinds:
        said = {key.rpartition(".")[2] for key in sentences(game) if key.split(".")[2] == kind.name}
        assert said


@pytest.mark.parametrize("language", LANGUAGES)
def test_tips_are_one_line(game: Game, language: str) -> None:
    for key, text in catalogue(game.name, language).items():
        if key.startswith("tip."):
            assert isinstance(text, str)
            assert len(text) <= MOST_TIP, f"{key}: {len(text)} characters"


def test_a_game_without_such_sentences_has_no_tips(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["crazy_race"]
    p = game.start(3, seed_of("no tips"))
    assert tip(p, p.to_act[0]) is not None
    monkeypatch.setattr(game, "_rooms", {**game._rooms, "tips": None})  # type: ignore[attr-defined]
    monkeypatch.setattr("officina.core.folder.has", lambda key: False)
    assert tip(p, p.to_act[0]) is None


def test_the_terminal_shows_tips_in_the_first_games_of_a_title(tmp_path: Path) -> None:
    file = tmp_path / "data" / "tips.json"
    shown = [TipSwitch(file, "kraftwagen", f"game {number}").on for number in range(FIRST_GAMES + 2)]
    assert shown == [True] * FIRST_GAMES + [False] * 2
    assert TipSwitch(file, "kraftwagen", "game 0").on, "a game that is taken up again keeps its tips"
    assert TipSwitch(file, "automania", "game 9").on, "each title counts for itself"


def test_a_switch_turns_tips_off_and_on_for_good(tmp_path: Path) -> None:
    file = tmp_path / "tips.json"
    assert not TipSwitch(file, "kraftwagen", "1").turn()
    assert not TipSwitch(file, "automania", "2").on
    assert TipSwitch(file, "automania", "2", ON).on
    assert all(TipSwitch(file, "automania", f"{number}").on for number in range(9))
    assert not TipSwitch(file, "automania", "2", OFF).on


@pytest.mark.parametrize("found", ["", "[1]", '{"games": {"kraftwagen": 3}}', "\x00"])
def test_a_damaged_file_is_no_reason_not_to_play(tmp_path: Path, found: str) -> None:
    file = tmp_path / "tips.json"
    file.write_text(found)
    assert TipSwitch(file, "kraftwagen", "1").on
    assert TipSwitch(file, "kraftwagen", "1").on


@pytest.mark.parametrize(("office", "says"), [(0, "first"), (1, "tile"), (2, "contract"), (3, "all")])
def test_a_tip_about_an_office_speaks_of_what_that_office_has(office: int, says: str) -> None:
    p = GAMES["automania"].start(2, seed_of("offices"))
    assert isinstance(p, Automania)
    assert says in str(catalogue("automania", "en")[f"tip.office.{office_reason(p, office)}"]).lower()


def told(game: Game, number: int) -> Iterator[tuple[Position, int, Message]]:
    """The tips of one game, played half sensibly, each with the position and the seat."""
    rng = seeded(f"true tips {game.name} {number}")
    p = game.start(rng.pick(list(game.players)), seed_of(f"true tips {number}"))
    while p.to_act:
        seat = rng.pick(list(p.to_act))
        found = tip(p, seat)
        assert found is not None
        yield p, seat, found
        offered = p.options(seat)
        liked = game.weights(p.determinize(seat, rng), seat, rng) if rng.below(4) else [1.0] * len(offered)
        p.apply(seat, offered[rng.weighted(liked)])


def earns(p: Kraftwagen, seat: int) -> bool:
    """Whether a further car of the seat's parts would bring more than what it has on the market brings, as it stands now."""
    prospects = Prospects(p, seat, seeded("earns"), values_of(p))
    player, before = p.players[seat], prospects.own_income(p.market, p.buyers, p.daimler)
    new = [Car(seat, body, engine, 1, price) for body in player.bodies for engine in player.engines for price in p.price_row]
    return any(prospects.own_income((*p.market, car), p.buyers, p.daimler) > before for car in new)


def values_of(p: Position) -> KraftwagenValues:
    values = p.game.values()
    assert isinstance(values, KraftwagenValues)
    return values


def test_tips_of_kraftwagen_are_true() -> None:
    """What a tip says of the table is so: another action that is helped, a buyer that is there, a car that would sell."""
    met: Counter[str] = Counter()
    for number in range(3):
        for position, seat, found in told(GAMES["kraftwagen"], number):
            p = cast(Kraftwagen, position)
            key = found.key.removeprefix("kraftwagen.tip.")
            met[key] += 1
            options = set(p.options(seat))
            parts = {kw.BODY_ACTION, kw.ENGINE_ACTION}
            if key == "pick_action.worker":
                assert kw.RESEARCH in options
            elif key == "pick_action.research":
                assert options & parts
            elif key == "pick_action.part":
                assert kw.GRAND_PRIX in options
            elif key == "pick_tile.parts":
                assert {str(found.args[name]) for name in found.args} & {str(ACTION.say(each, p.parts)) for each in parts}
            elif key == "market_step.place_car":
                assert earns(p, seat)
            elif key in ("market_step.end_turn", "market_step.hope", "market_step.award"):
                assert not earns(p, seat)
            elif key == "car_body.high":
                assert kw.BODY_BUYER in p.buyers
            elif key == "car_engine.high":
                assert kw.ENGINE_BUYER in p.buyers
    assert {"pick_action.free", "pick_action.research", "market_step.place_car", "market_step.end_turn"} <= set(met), met


def test_a_tip_speaks_of_high_cards_to_whoever_has_one() -> None:
    game = GAMES["crazy_race"]
    for number in range(4):
        for p, seat, found in told(game, number):
            if found.key == "crazy_race.tip.place_card.low":
                deck = cast(CrazyRace, p).parts.values
                held = [deck[option] for option in p.options(seat) if option < len(deck)]
                assert 2 * max(held) > min(deck) + max(deck)
