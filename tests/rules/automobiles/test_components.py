"""A components file of one's own: what does not add up is named, with its table and row."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import ComponentsError, render
from tests.rules.automobiles.kit import GAME, do, given, money, pile

STANDARD = GAME.folder / "components.toml"
TABLES = ["cubes", "cars", "hand", "fixed_cards", "cards", "sets", "laps", "wear_chart", "guard"]


def changed(folder: Path, old: str, new: str) -> Path:
    """The standard file with one passage changed."""
    text = STANDARD.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    file = folder / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


def complaint(file: Path) -> str:
    """What the program says about the file, in English; it says something in Italian too."""
    with pytest.raises(ComponentsError) as refused:
        GAME.with_components(file)
    assert render(refused.value.message, "it")
    return str(refused.value)


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_table_is_named(tmp_path: Path, table: str) -> None:
    said = complaint(changed(tmp_path, f"[{table}]\n", f"[other_{table}]\n").with_name("mine.toml"))
    assert table in said


@pytest.mark.parametrize("table", TABLES)
def test_a_table_without_its_evidence_is_named(tmp_path: Path, table: str) -> None:
    text = STANDARD.read_text(encoding="utf-8")
    label = text[text.index(f"[{table}]\nevidence") :].splitlines()[1]
    said = complaint(changed(tmp_path, f"[{table}]\n{label}\n", f'[{table}]\nevidence = "MAYBE"\n'))
    assert table in said
    assert "MAYBE" in said
    assert "IT, EXT, DER, REC" in said


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("count = 30", "count = 31", ["cubes", "total", "283"]),
        ("start = 5", "start = 4", ["cubes", "start_total", "11"]),
        ("count = 30", "count = 64", ["cubes.cube[1]", "63"]),
        ("start = 5", "start = 7", ["cubes.cube[1]", "6"]),
        ('mark = "4"', 'mark = "3"', ["cubes.cube[2]", "twice"]),
        ('code = "light"', 'code = "grey"', ["cubes.cube[2]", "light"]),
        ('code = "green"', 'code = "blue"', ["cars.car[2]", "twice"]),
        ('code = "engineer"', 'code = "engine_driver"', ["cards.card[2]", "engineer"]),
        ('cube = "garage"', 'cube = "pit"', ["cards.card[1]", "garage"]),
        ("cost = 6", "cost = 100", ["cards.card[20]", "99"]),
        ("figure = 6", "figure = 0", ["cards.card[6]", "figure"]),
        ("total = 20", "total = 21", ["cards", "total", "20"]),
        ('"engineer", "pit_captain"', '"pit_crew", "pit_captain"', ["sets.set[2]", "pit_crew"]),
        ('"nitro", "supercharged"]', '"nitro"]', ["sets.set[2]", "supercharged"]),
        ('code = "jalopy"', 'code = "money"', ["sets.set[4]", "twice"]),
        ("laps = 5", "laps = 8", ["sets.set[2]", "7"]),
        ("drafting = 0", "drafting = 1", ["wear_chart", "drafting"]),
        ("max_rounds = 150", "max_rounds = 0", ["guard", "max_rounds"]),
        ("draw = 7", 'draw = "seven"', ["hand", "draw"]),
        ("draw = 7", "draw = ", ["TOML"]),
    ],
)
def test_what_does_not_add_up_is_named(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    said = complaint(changed(tmp_path, old, new))
    for word in words:
        assert word in said


def test_a_corrected_box_is_played_with_its_own_figures(tmp_path: Path) -> None:
    game = GAME.with_components(changed(tmp_path, "cost = 1\nvalue = 0", "cost = 1\nvalue = 1"))
    assert game.components_digest != GAME.components_digest
    p = given("1:40 2:1", active={0: "2 white, garage"}, bag={0: "9 white"}, game=game)
    do(p, "action done")
    assert money(p) == 4
    assert pile(p, 0, "active") == "2 white, garage"


def test_another_label_is_the_same_box(tmp_path: Path) -> None:
    game = GAME.with_components(changed(tmp_path, '[guard]\nevidence = "REC"', '[guard]\nevidence = "IT"'))
    assert game.components_digest == GAME.components_digest
