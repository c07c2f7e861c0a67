"""A components file that does not add up is refused, with the table, the row and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import ComponentsError, Rng, render
from officina.games.crazy_race.components import STANDARD
from officina.games.crazy_race.game import CrazyRaceGame

STANDARD_TEXT = STANDARD.read_text(encoding="utf-8")


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """A copy of the standard file with some text replaced."""
    text = STANDARD_TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "components.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("spaces = 6", "spaces = 7", "board", "“spaces” is 7"),
        ("tracks = 4", "tracks = 5", "board", "“tracks” is 5"),
        ("total = 12", "total = 13", "locomotives", "adds up to 12"),
        ("rounds = 3", "rounds = 0", "stage", "from 1 to 3"),
        ("rounds = 3", "", "stage", "“rounds” is missing"),
        ('code = "orange"', 'code = "lilac"', "colours.colour[2]", "“lilac” occurs twice"),
        ('letter = "B"', 'letter = "G"', "colours.colour[4]", "“G” occurs twice"),
        ('code = "b"', 'code = "x"', "models.model[2]", "“code” is x"),
        ('symbol = "square"', 'symbol = "circle"', "models.model[3]", "“circle” occurs twice"),
        ("[1, 1, 2, 2, 3, 3, 4, 6]", "[1, 1, 2, 2, 3, 3, 4]", "driver_cards", "“per_colour” is 8"),
        ("[1, 1, 2, 2, 3, 3, 4, 6]", "[0, 1, 2, 2, 3, 3, 4, 6]", "driver_cards", "from 1 to 9"),
        ("[1, 1, 2, 2, 3, 3, 4, 6]", "[]", "driver_cards", "0 cards"),
        ("[1, 1, 2, 2, 3, 3, 4, 6]", str([1] * 15), "driver_cards", "15 cards"),
        ("total = 32", "total = 31", "driver_cards", "adds up to 32"),
        ("sum = 36", "sum = 35", "turntable_cards", "adds up to 36"),
        ("[6, 5, 5, 4, 4, 3]", "[6, 5, 5, 4, 3, 4]", "finish_cards", "a 3 lies above a 4"),
        ("[6, 5, 5, 4, 4, 3]", "[]", "finish_cards", "0 cards"),
        ("count = 6", "count = 7", "finish_cards", "adds up to 6"),
        ("number = 4", "number = 5", "stage_cards.card[4]", "“number” is 5"),
        ('"C 1"]', '"C 5"]', "stage_cards.card[1]", "“C 5”"),
        ('"C 1"]', '"C ?"]', "stage_cards.card[1]", "“C ?”"),
        ('"C 1"]', '"B 1"]', "stage_cards.card[1]", "“B” occurs twice"),
        ('"C 1"]', '"D 1"]', "stage_cards.card[1]", "“D 1” is unknown"),
        (', "C 1"]', "]", "stage_cards.card[1]", "there are 3 instead of 4"),
        ("count = 8\nlongest", "count = 7\nlongest", "stage_cards", "there are 8 instead of 7"),
        ('evidence = "EXT"', 'evidence = "SURE"', "driver_cards", "“SURE” is unknown"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, old: str, new: str, place: str, words: str) -> None:
    with pytest.raises(ComponentsError) as refused:
        CrazyRaceGame(changed(tmp_path, (old, new)))
    text = str(refused.value)
    assert f"{place}:" in text
    assert words in text
    assert render(refused.value.message, "it")


def test_a_corrected_box_is_played(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        ("[1, 1, 2, 2, 3, 3, 4, 6]", "[1, 2, 3, 4, 5, 6, 7, 8]"),
        ("[6, 5, 5, 4, 4, 3]", "[9, 7, 5, 3, 2, 1]"),
        ('["J 2", "A 4", "B 2", "C 1"]', '["C 3", "J ?", "A 4", "B 1"]'),
    )
    game = CrazyRaceGame(path)
    assert game.components_digest != CrazyRaceGame().components_digest
    assert game.with_components(STANDARD).components_digest == CrazyRaceGame().components_digest
    assert game.vocabulary.text(1, 4) == "place_card 5"
    p = game.start(4, seed=1)
    rng = Rng(1)
    while p.to_act:
        seat = p.to_act[0]
        weights = game.weights(p.determinize(seat, rng), seat, rng)
        p.apply(seat, p.options(seat)[rng.weighted(weights)])
    assert game.check(p) is None
    assert game.from_json(p.to_json()).scores() == p.scores()
