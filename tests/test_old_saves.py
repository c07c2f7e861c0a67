"""Whatever an earlier version saved loads and plays on to the very same end.

``tests/saves/VERSION/GAME/*.json`` were written by that version and are never changed: positions in the middle of games
(``played``), and positions set by hand in that version's form, without a digest (``by-hand``). Each file tells how that version
played on from there: with which generator, through how many decisions and which, to which scores.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from officina import GAMES, Position, Rng, SaveError

SAVES = Path(__file__).parent / "saves"
FOLDERS = sorted(folder for folder in SAVES.glob("*/*") if folder.is_dir())
ABSURD: list[Any] = [..., None, "nonsense", -7, [], {}, [None], [[]], [{}], {"players": 1}]
"""What fields of a save are turned into; ``...`` leaves the field out."""
LEAST = 60
"""So many positions of each game are kept from each version, and as many set by hand."""


def play_on(p: Position, seed: str) -> dict[str, Any]:
    """Random play to the end, told as the files tell it."""
    rng = Rng(seed)
    choices = hashlib.sha256()
    decisions = 0
    while p.to_act:
        seat = rng.pick(list(p.to_act))
        option = rng.pick(p.options(seat))
        choices.update(f"{seat} {p.game.vocabulary.text(p.kind(seat), option)}\n".encode())
        p.apply(seat, option)
        decisions += 1
    digest = choices.hexdigest()[:32]
    return {"seed": seed, "decisions": decisions, "choices": digest, "scores": p.scores(), "winners": p.winners()}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_positions_of_earlier_versions_play_on_as_they_did(folder: Path) -> None:
    game = GAMES[folder.name]
    files = sorted(folder.glob("*.json"))
    for start in ("played", "by-hand"):
        assert len([path for path in files if path.name.startswith(start)]) >= LEAST
    for path in files:
        data = json.loads(path.read_text(encoding="utf-8"))
        p = game.from_json(data["save"])
        again = game.from_json(json.dumps(p.to_json()))
        assert again.to_json() == p.to_json(), path.name
        assert play_on(again, data["then"]["seed"]) == data["then"], path.name


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_damaged_save_of_an_earlier_version_loads_or_is_refused_in_words(folder: Path) -> None:
    game = GAMES[folder.name]
    data = json.loads((folder / "by-hand-01.json").read_text(encoding="utf-8"))["save"]
    for field in data["state"]:
        for damage in ABSURD:
            state = {**data["state"], field: damage}
            if damage is ...:
                del state[field]
            with suppress(SaveError):
                assert game.from_json({**data, "state": state}).to_json()["state"]


def test_all_games_of_the_first_version_are_kept() -> None:
    first = {folder.name for folder in FOLDERS if folder.parent.name == "0.1.0"}
    assert first == {"fuori_di_rotella", "crazy_race", "kraftwagen", "automobiles", "automania"}
