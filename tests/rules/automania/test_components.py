"""Bad components files are refused, and the message names the table, the row and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import ComponentsError, SaveError, render
from officina.core.text import LANGUAGES
from officina.games.automania.components import STANDARD, Parts
from tests.rules.automania.kit import GAME

TEXT = STANDARD.read_text(encoding="utf-8")


def changed(folder: Path, old: str, new: str) -> Path:
    """A components file with one change."""
    assert TEXT.count(old) >= 1, old
    file = folder / "mine.toml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return file


def complaint(file: Path) -> str:
    """What the loader says, in English; Italian must exist too."""
    with pytest.raises(ComponentsError) as error:
        Parts(file)
    assert all(render(error.value.message, language) for language in LANGUAGES)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cars_per_player = 7", "cars_per_player = 8", ["box", "cars_per_player", "8", "7"]),
        ("factory_tiles = 72", "factory_tiles = 70", ["box", "factory_tiles", "72"]),
        ('["red", "blue", "yellow", "green"]', '["red", "blue", "pink", "green"]', ["box", "pink"]),
        ("rounds = 4", "rounds = 5", ["box", "rounds", "5"]),
        ("workers_per_player = 6", "workers_per_player = 7", ["workers_per_player", "1 to 6", "7"]),
        ("money = [6, 7, 8, 9]", "money = [6, 7, 8]", ["start", "money", "3", "4"]),
        ("yacht_popularity = 18", "yacht_popularity = 17", ["production", "yacht_popularity", "18"]),
        ("stars = [2, 3, 4]", "stars = [2, 3, 0]", ["slots", "stars", "0"]),
        ("tiles_per_feature = 2", "tiles_per_feature = 3", ["demand", "tiles_per_feature"]),
        ('action = "any"', 'action = "city"', ["spaces.space[9]", "corner"]),
        ('code = "l2", action = "family"', 'code = "l2", action = "any"', ["spaces.space[2]", "corner"]),
        ('code = "l3"', 'code = "l9"', ["spaces.space[3]", "l9"]),
        ("cells = [1, 2, 3, 4]", "cells = [1, 2, 3, 3]", ["spaces.space[1]", "3", "twice"]),
        ("cells = [1, 2, 3, 4]", "cells = [1, 2, 3, 17]", ["spaces.space[1]", "17"]),
        ('corner_tiles = "diagonal"', 'corner_tiles = "cross"', ["spaces", "cross", "diagonal"]),
        ('first = "A01", count = 2', 'first = "A01", count = 3', ["tiles.a[2]", "first", "A04"]),
        ('first = "B34", count = 3', 'first = "B34", count = 2', ["tiles", "35", "36"]),
        ('kind = "researcher", stars = 1', 'kind = "wizard", stars = 1', ["tiles.a[1]", "wizard", "researcher"]),
        ("stars = 1, medals = 0, value = 0", "stars = 10, medals = 0, value = 0", ["tiles.a[1]", "stars", "10"]),
        ("spaces = [3, 4, 5]", "spaces = [3, 4, 6]", ["ships.ship[2]", "spaces"]),
        ("    { spaces = [15, 16, 17], gold = 3 },\n", "", ["ships", "17", "14"]),
        ('code = "na_2a", row = 2', 'code = "na_2a", row = 0', ["sales.space[4]", "top"]),
        ('code = "eu_top", row = 0', 'code = "eu_top", row = 2', ["sales.space[12]", "top"]),
        ('code = "na_1b"', 'code = "na_9z"', ["sales.space[2]", "na_9z"]),
        ("limits = [2, 2, 3, 0]", "limits = [2, 2, 3]", ["offices", "limits"]),
        ('city_line = ["a", "b"]', 'city_line = ["b"]', ["factories.factory[1]", "station", "a"]),
        ('city_line = ["a", "b"]', 'city_line = ["a", "z"]', ["factories.factory[1]", "z"]),
        ("office_costs = [1, 1, 2, 2, 3, 3]", "office_costs = [1, 1, 2, 2, 3, 3, 4]", ["factories.factory[5]", "6"]),
        ("office_costs = [1, 2, 3, 4]", "office_costs = [2, 1, 3, 4]", ["factories.factory[1]", "ascending"]),
        ('extra_car = "electric"', 'extra_car = "truck"', ["factories.factory[3]", "truck"]),
        ("copies_per_sales_phase = 1", "copies_per_sales_phase = 2", ["powers", "copies_per_sales_phase"]),
        ('code = "K03", type = "city"', 'code = "K03", type = "truck"', ["contracts.card[3]", "truck"]),
        ('features = ["safety"]', 'features = ["sunroof"]', ["contracts.card[2]", "sunroof"]),
        ('code = "S4"', 'code = "S5"', ["contracts.card[30]", "S5"]),
        ('evidence = "IT"', 'evidence = "HEARSAY"', ["box", "HEARSAY", "REC"]),
        ("[powers]", "[forces]", ["powers"]),
    ],
)  # fmt: skip
def test_a_figure_that_does_not_add_up(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    said = complaint(changed(tmp_path, old, new))
    for word in words:
        assert word in said, said


def test_a_missing_row(tmp_path: Path) -> None:
    line = next(line for line in TEXT.splitlines(keepends=True) if '"K09"' in line)
    said = complaint(changed(tmp_path, line, ""))
    assert "contracts" in said
    assert "29" in said


def test_files_that_are_no_components_at_all(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert str(file) in complaint(file)
    file.write_text("[box\nplayers", encoding="utf-8")
    assert "TOML" in complaint(file)
    file.write_text("", encoding="utf-8")
    assert "[box]" in complaint(file)


def test_a_corrected_box_is_played_with_its_own_figures(tmp_path: Path) -> None:
    game = GAME.with_components(changed(tmp_path, "money = [6, 7, 8, 9]", "money = [16, 17, 18, 19]"))
    p = game.start(2, seed=1, options={"hidden_money": "off"})
    assert sorted(player["money"] for player in p.view(None)["seats"]) == [16, 17]
    with pytest.raises(SaveError):
        GAME.from_json(p.to_json())


def test_comments_and_better_labels_do_not_make_another_box(tmp_path: Path) -> None:
    file = changed(tmp_path, 'evidence = "REC"', 'evidence = "IT"  # read in the box')
    assert GAME.with_components(file).components_digest == GAME.components_digest
