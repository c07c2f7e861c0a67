"""A components file that does not add up is refused, and the message names the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import ComponentsError
from officina.games.kraftwagen.components import STANDARD, Parts
from officina.games.kraftwagen.game import KraftwagenGame

TEXT = STANDARD.read_text(encoding="utf-8")

MISTAKES = [
    ("workers = 14 ", "workers = 2 ", "player: “workers” must be a whole number from 3 to 99"),
    ('"yellow"]', '"pink"]', "player: “pink” is unknown"),
    ('"yellow"]', '"red"]', "player: “red” occurs twice"),
    ('"green", "yellow"]', '"green"]', "player: “colours”: there are 3 instead of 4"),
    ("bodies_total = 41", "bodies_total = 40", "parts: “bodies_total” is 40, but the rest adds up to 41"),
    ("bodies = [6, 6,", "bodies = [6, 6, 6,", "parts: “bodies”: there are 8 instead of 7"),
    ("single = 5", "single = 4", "action_tiles: “single” is 4, but the rest adds up to 5"),
    ('actions = ["gp", "buyer"]', 'actions = ["gp", "gp"]', "action_tiles.tile[6]: one tile shows the same action twice"),
    ('actions = ["gp", "buyer"]', 'actions = ["gp", "fly"]', "action_tiles.tile[6]: “fly” is unknown"),
    ('code = "a2"', 'code = "a1"', "action_tiles: “a1” occurs twice"),
    ('code = "t2"\nactions = ["car_to_2"', 'code = "t2"\nactions = ["buyer"', "start_tiles.tile[2]: “buyer” is unknown"),
    ("developments = 32", "developments = 31", "cards: “developments” is 31, but the rest adds up to 32"),
    ("total = 50", "total = 51", "cards: “total” is 51, but the rest adds up to 50"),
    ('part = "body"', 'part = "wheel"', "cards.development[4]: “wheel” is unknown"),
    ("body = 2\nengine = 0", "body = 0\nengine = 0", "cards.development[1]: a development must give at least one point"),
    ('code = "inst_gp"', 'code = "inst_go"', "cards.instant[2]: “code” is inst_go"),
    ("markers = [2, 4]", "markers = [4, 2]", "engineers.engineer[2]: “markers” must hold different numbers"),
    ("markers = [1, 1]", "markers = [1]", "engineers.engineer[7]: “markers”: there are 1 instead of 2"),
    ("total = 8", "total = 9", "buyers: “total” is 9, but the rest adds up to 8"),
    ("slots = 4", "slots = 8", "buyers: “slots” must be a whole number from 1 to 7"),
    ("prices = [1, 2, 3,", "prices = [2, 1, 3,", "rounds.round[1]: “prices” must hold different numbers"),
    ("capacity = 6", "capacity = 8", "rounds.round[1]: 8 price markers are too few"),
    ("bonus = [2, 1, 1, 1]", "bonus = [2, 1, 1]", "rounds.round[1]: “bonus”: there are 3 instead of 4"),
    ("lap_spaces = 10", "lap_spaces = 6", "track: “lap_spaces” must be a whole number from 7 to 99"),
    ("neutral_of_two = [3, 6]", "neutral_of_two = [3, 3]", "track: “3” occurs twice"),
    ("neutral_of_two = [3, 6]", "neutral_of_two = [3, 6, 6]", "track: “neutral_of_two”: there are 3 instead of 2"),
    ("places = [7, 4, 2, 0]", "places = [7, 4, 2]", "race: “places”: there are 3 instead of 4"),
    ("laps = [0, 1,", "laps = [1, 1,", "race: “laps” must begin with 0 points"),
    ("points = 50", "points = 49", "awards: “points” is 49, but the rest adds up to 50"),
    ('code = "gp2"', 'code = "gp3"', "awards.award[2]: “code” is gp3"),
    ("quiet_turns = 24", "quiet_turns = 0", "guard: “quiet_turns” must be a whole number from 1 to 1000"),
    ('[guard]\nevidence = "REC"', '[guard]\nevidence = "SURE"', "guard: “SURE” is unknown"),
    ("[guard]", "[guards]", "table [guard] is missing"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), MISTAKES)
def test_a_wrong_file_is_refused(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert right in TEXT
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(ComponentsError) as error:
        Parts(path)
    assert said in str(error.value)


def test_tiles_come_in_order_and_one_must_have_a_buyer(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace('"gp", "buyer"', '"gp", "body"').replace('"body", "buyer"', '"body", "gp"'), encoding="utf-8")
    with pytest.raises(ComponentsError, match="rounds would never end"):
        Parts(path)
    swapped = TEXT.replace('code = "a5"\nactions = ["gp"]', 'code = "a5"\nactions = ["gp", "worker"]')
    swapped = swapped.replace('code = "b1"\nactions = ["gp", "buyer"]', 'code = "b1"\nactions = ["buyer"]')
    path.write_text(swapped, encoding="utf-8")
    with pytest.raises(ComponentsError, match="action tiles come in order"):
        Parts(path)


def test_a_corrected_file_is_played_with(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace('["research", "body", "engine"]', '["research", "engine", "buyer"]'), encoding="utf-8")
    game = KraftwagenGame().with_components(path)
    assert game.components_digest != KraftwagenGame().components_digest
    position = game.start(3, 1)
    assert position.view(None)["chain"][-1]["actions"] == ["research", "engine", "buyer"]
