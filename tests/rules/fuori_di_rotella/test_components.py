"""A components file of one's own: what does not add up is named, with its table and row."""

from __future__ import annotations

from pathlib import Path

import pytest

import officina
from officina import ComponentsError, render
from tests.rules.fuori_di_rotella.kit import GAME, play_on

STANDARD = GAME.folder / "components.toml"


def changed(folder: Path, old: str, new: str) -> Path:
    """The standard file with one passage changed."""
    text = STANDARD.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    file = folder / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


def without_table(folder: Path, table: str) -> Path:
    """The standard file without one table."""
    blocks = STANDARD.read_text(encoding="utf-8").split("\n\n")
    kept = [
        block for block in blocks if f"[{table}]" not in block.splitlines() and f"[[{table}.robot]]" not in block.splitlines()
    ]
    file = folder / "mine.toml"
    file.write_text("\n\n".join(kept), encoding="utf-8")
    return file


def complaint(file: Path) -> str:
    """What the program says about the file, in English; it says something in Italian too."""
    with pytest.raises(ComponentsError) as refused:
        GAME.with_components(file)
    assert render(refused.value.message, "it")
    return str(refused.value)


@pytest.mark.parametrize("table", ["gears", "cards", "setup", "turn", "points", "guard", "robots", "upgrades"])
def test_a_missing_table_is_named(tmp_path: Path, table: str) -> None:
    assert f"[{table}]" in complaint(without_table(tmp_path, table))


@pytest.mark.parametrize("table", ["gears", "cards", "setup", "turn", "points", "guard", "robots", "upgrades"])
def test_a_table_without_its_evidence_is_named(tmp_path: Path, table: str) -> None:
    text = STANDARD.read_text(encoding="utf-8")
    start = text.index(f"[{table}]\nevidence")
    label = text[start:].splitlines()[1]
    said = complaint(changed(tmp_path, f"[{table}]\n{label}\n", f"[{table}]\n"))
    assert table in said
    assert "evidence" in said
    said = complaint(changed(tmp_path, f"[{table}]\n{label}\n", f'[{table}]\nevidence = "MAYBE"\n'))
    assert table in said
    assert "MAYBE" in said
    assert "IT, EXT, DER, REC" in said


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        # sums
        ("total = 88", "total = 80", ["gears", "total", "80", "88"]),
        ("per_colour = 11", "per_colour = 10", ["gears", "total", "88", "80"]),
        ("total = 96", "total = 95", ["cards", "total", "95", "96"]),
        ("total = 10", "total = 11", ["upgrades", "total", "11", "10"]),
        ("colours = 8", "colours = 7", ["gears", "colours", "7", "8"]),
        # figures
        ("per_colour = 11", "per_colour = 16", ["gears", "per_colour", "16"]),
        ("per_colour = 11", 'per_colour = "eleven"', ["gears", "per_colour", "eleven"]),
        ("per_colour = 11", "per_colour = true", ["gears", "per_colour"]),
        ("gears_per_dump = 2", "gears_per_dump = -1", ["setup", "gears_per_dump", "-1"]),
        ("gears_per_dump = 2\n", "", ["setup", "gears_per_dump"]),
        ("idle_turns = 3", "idle_turns = 0", ["guard", "idle_turns", "0"]),
        ("own_colour = 2", "own_colour = 2.5", ["points", "own_colour", "2.5"]),
        ("defence_take = 1", "defence_take = 2", ["turn", "defence_take", "2", "1"]),
        ("assemble_move = 2", "assemble_move = 3", ["turn", "assemble_move", "3", "2"]),
        # robots
        ('code = "spring"', 'code = "bolt"', ["robots.robot[2]", "bolt", "twice"]),
        ('colour = "yellow"', 'colour = "red"', ["robots.robot[3]", "red", "twice"]),
        ('letter = "N"', 'letter = "R"', ["robots.robot[8]", "R", "twice"]),
        ('symbol = "star"', 'symbol = "circle"', ["robots.robot[5]", "circle", "twice"]),
        ('colour = "green"', 'colour = "white"', ["robots.robot[4]", "White"]),
        ("number = 6", "number = 7", ["robots.robot[6]", "number", "7", "6"]),
        ('hex = "#F2C014"', "hex = 3", ["robots.robot[3]", "hex"]),
        ('hex = "#F2C014"\n', "", ["robots.robot[3]", "hex"]),
        # upgrades
        ('"armour"', '"armor"', ["upgrades", "armor", "armour"]),
        ('"armour"', '"insulation"', ["upgrades", "insulation", "twice"]),
        ("magnet_take = 1", "magnet_take = 2", ["upgrades", "magnet_take", "2", "1"]),
        ('cards = ["insulation"', 'cards = "insulation" # ["insulation"', ["upgrades", "cards"]),
        ("radar_look = 3", "radar_look = 9", ["upgrades", "radar_look", "9"]),
    ],
)
def test_what_does_not_add_up_is_named(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    said = complaint(changed(tmp_path, old, new))
    for word in words:
        assert word in said


def test_too_few_robots(tmp_path: Path) -> None:
    text = STANDARD.read_text(encoding="utf-8")
    start = text.index("[[robots.robot]]\nnumber = 8")
    said = complaint(changed(tmp_path, text[start : text.index("# Ten cards")], ""))
    assert "robots" in said
    assert "7" in said
    assert "8" in said


def test_too_few_upgrade_cards_for_eight_robots(tmp_path: Path) -> None:
    file = changed(tmp_path, '"insulation", "armour", "long_arm", ', "")
    file.write_text(file.read_text(encoding="utf-8").replace("total = 10\n", "total = 7\n"), encoding="utf-8")
    said = complaint(file)
    assert "upgrades" in said
    assert "cards" in said
    assert "7" in said


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[gears\nper_colour = eleven", encoding="utf-8")
    said = complaint(file)
    assert str(file) in said
    assert "TOML" in said
    file.write_bytes(b"\xff\xfe\x00")
    assert "TOML" in complaint(file)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere.toml"
    assert str(missing) in complaint(missing)
    assert str(tmp_path) in complaint(tmp_path)  # a folder


def test_an_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("", encoding="utf-8")
    assert "[gears]" in complaint(file)


def test_a_corrected_box_is_played_with_its_own_figures(tmp_path: Path) -> None:
    file = changed(tmp_path, "own_colour = 2", "own_colour = 3")
    game = GAME.with_components(file)
    assert game.components_digest != GAME.components_digest
    p = game.start(players=2, seed=1)
    with pytest.raises(officina.SaveError):
        GAME.from_json(p.to_json())
    for _ in play_on(p, lambda p, seat: p.options(seat)[-1]):
        pass
    table = p.view(None)
    gears = [sum(robot["feet"]) + sum(robot["circuits"]) for robot in table["robots"]]
    assert [robot["points"] for robot in table["robots"]] == [
        total + 2 * robot["own_gears"] for total, robot in zip(gears, table["robots"], strict=True)
    ]


def test_comments_and_better_labels_do_not_make_another_box(tmp_path: Path) -> None:
    file = changed(tmp_path, 'evidence = "REC"', 'evidence = "IT"  # read in the box')
    assert GAME.with_components(file).components_digest == GAME.components_digest
