"""What the ints of a game mean is said once: everything that is told, carried and chosen is declared, and used by name."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from officina import Game, SaveError
from officina.core.fields import Fields, Group
from officina.core.nouns import FLAG, ByName, ListOf, Names, Noun, Number, Pile, Place, Reading, Seat, SetOf
from officina.core.words import named
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting

SOURCES = Path(__file__).parent.parent / "src" / "officina"
GAMES_EACH = 12


def declared(nouns: dict[str, Noun], args: tuple[int, ...], parts: object) -> None:
    """Every figure has a name, and its noun knows the value: written and read again it is the same."""
    assert len(args) <= len(nouns) or any(isinstance(noun, ListOf) for noun in nouns.values())
    for name, value in named(nouns, args).items():
        written = json.loads(json.dumps(nouns[name].dump(value, parts)))
        read = nouns[name].load(written, Reading(parts), name)
        assert tuple(read) == value if isinstance(nouns[name], ListOf) else read == value, name


def test_events_and_steps_carry_what_they_declare(game: Game) -> None:
    for number in range(GAMES_EACH):
        players, options = numbered_setting(game, number)
        p = game.start(players, seed_of(f"declared {number}"), options, listen=True)
        rng = seeded(f"declared {number}")
        while p.to_act:
            seat = rng.pick(list(p.to_act))
            p.apply(seat, rng.pick(p.options(seat)))
            for step in p.stack:
                declared(step.takes, step.args, game.parts)
        for event in p.events or []:
            if event.code:
                declared(game.event_kinds[event.code].nouns, event.args, game.parts)


def test_options_mean_what_their_words_say(game: Game) -> None:
    for kind in game.vocabulary.kinds:
        for word, (choice, values) in zip(kind.words, kind.meanings, strict=True):
            written = [
                noun.words(game.parts)[noun.values(game.parts).index(value)]
                for noun, value in zip(choice.nouns.values(), values, strict=True)
            ]
            assert " ".join([choice.start, *written]).strip() == word


def test_figures_are_not_picked_by_their_place_outside_the_rules() -> None:
    """``args[2]`` says nothing: only a rule's own steps, and the kernel that names them, may count."""
    found = [
        f"{path.relative_to(SOURCES)}:{number}"
        for path in sorted(SOURCES.rglob("*.py"))
        if not {"rules", "core"} & set(path.relative_to(SOURCES).parts)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\bargs\[", line)
    ]
    assert found == []


COLOUR = Names(("red", "blue", "green"))
CASES: list[tuple[Noun, object, object, object]] = [
    (Number(1, 4), 3, 3, 3),
    (FLAG, True, True, 1),
    (Place(4), 0, 1, 0),
    (Place(4, absent=True), -1, None, -1),
    (Seat(absent=True), -1, None, -1),
    (COLOUR, 2, "green", 2),
    (COLOUR.or_none(), -1, None, -1),
    (Pile(COLOUR), 0x201, {"red": 1, "green": 2}, [1, 0, 2]),
    (SetOf(COLOUR), 0b101, ["red", "green"], 5),
    (ListOf(COLOUR, make=tuple), (0, 2), ["red", "green"], [0, 2]),
    (ByName(COLOUR, Number(), empty=0), [0, 7, 0], {"blue": 7}, [0, 7, 0]),
    (ByName(COLOUR, Number()), [1, 2, 3], {"red": 1, "blue": 2, "green": 3}, [1, 2, 3]),
]


@pytest.mark.parametrize(("noun", "value", "written", "old"), CASES)
def test_nouns_write_names_and_read_both_forms(noun: Noun, value: object, written: object, old: object) -> None:
    assert noun.dump(value, None) == written
    assert noun.load(written, Reading(None), "here") == value
    assert noun.load(old, Reading(None, old=True), "here") == value


@pytest.mark.parametrize("noun", [case[0] for case in CASES])
@pytest.mark.parametrize("nonsense", ["pink", 99, -7, 1.5, [99], ["pink", "pink"], {"pink": 1}, {"red": -1}, {}, [[]]])
def test_nouns_refuse_what_they_do_not_know(noun: Noun, nonsense: object) -> None:
    """Either an error that names the place, or a value that is one of the noun's: written and read again it is the same."""
    for old in (False, True):
        try:
            value = noun.load(nonsense, Reading(None, old=old), "here")
        except SaveError as error:
            told = str(error)
        else:
            told = "here"
            assert noun.load(noun.dump(value, None), Reading(None), "again") == value
        assert "here" in told


def test_a_missing_or_unknown_field_is_named() -> None:
    fields = Fields(car=Group(lambda _parts: Car(), Fields(price=Number(1, 9))))
    table = Car()
    fields.load(table, {"car": {"price": 3}}, Reading(None), "state")
    assert fields.dump(table, None) == {"car": {"price": 3}}
    for data, word in (
        ({"car": {}}, "state.car"),
        ({"car": {"price": 30}}, "state.car.price"),
        ({"cart": 1}, "cart"),
        ([], "state"),
    ):
        with pytest.raises(SaveError, match=word):
            fields.load(table, data, Reading(None), "state")


class Car:
    """Something with fields."""

    car: object
    price: int
