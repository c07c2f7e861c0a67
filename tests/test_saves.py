"""Positions as JSON: in the middle of anything, and never a traceback or a silently wrong position."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from officina import GAMES, Game, Position, SaveError, render
from officina.core.rng import KEYED, game_rng
from officina.core.saves import digest
from officina.core.text import LANGUAGES
from tests.seeds import seed_of, seeded
from tests.settings import random_setting


def position_of(game: Game, seed: int, decisions: int) -> Position:
    """A random position."""
    rng = seeded(f"saves {seed}")
    players, options = random_setting(game, rng)
    p = game.start(players, seed_of(seed), options)
    for _ in range(decisions):
        if not p.to_act:
            break
        seat = rng.pick(list(p.to_act))
        p.apply(seat, rng.pick(p.options(seat)))
    return p


def test_text_and_data_load_alike(game: Game) -> None:
    p = position_of(game, 1, 20)
    text = json.dumps(p.to_json())
    for form in (text, text.encode(), json.loads(text)):
        assert game.from_json(form).to_json() == p.to_json()


def test_what_is_no_save(game: Game) -> None:
    nonsense: list[object] = ["", "{", "[]", b"\xff", "null", {}, [], None, 7, '{"game": "x"}', "[" * 2000]
    for data in nonsense:
        with pytest.raises(SaveError):
            game.from_json(data)


def test_a_save_of_another_game_or_version(game: Game) -> None:
    data = position_of(game, 2, 5).to_json()
    for key, value, word in (
        ("game", "chess", "another game"),
        ("rules_version", 99, "rules version"),
        ("components", "0", "components"),
        ("players", 99, "players"),
        ("options", {"nonsense": 1}, "no option"),
        ("stack", [["Nonsense", 0, []]], "step"),
    ):
        changed = {**data, key: value}
        del changed["digest"]
        with pytest.raises(SaveError, match=word):
            game.from_json(changed)


def test_any_change_breaks_the_seal(game: Game) -> None:
    data = position_of(game, 3, 15).to_json()
    changed = copy.deepcopy(data)
    changed["rng"][0] ^= 1
    with pytest.raises(SaveError, match="digest"):
        game.from_json(changed)
    changed["digest"] = digest(changed)
    assert game.from_json(changed).rng.state() != game.from_json(data).rng.state()


def test_a_keyed_stream_is_saved_with_its_key(game: Game) -> None:
    p = game.start(game.players[0], "keyed", chance=KEYED)
    while p.to_act:
        again = game.from_json(json.dumps(p.to_json()))
        assert again.rng.state() == p.rng.state()
        for twin in (p, again):
            twin.apply(twin.to_act[0], twin.options(twin.to_act[0])[-1])
        assert again.to_json() == p.to_json()


def test_chance_written_by_hand(game: Game) -> None:
    """A seed gives a sound stream; four small words would not, and are refused unless 0.1 wrote them."""
    data = game.start(game.players[0], 1).to_json()
    del data["digest"]
    p = game.from_json({**data, "rng": {"seed": "by hand"}})
    assert p.rng.state() == game_rng("by hand", KEYED).state()
    for words in ([0, 0, 0, 0], [1, 2, 3, 4], [65535, 0, 1, 2**32 - 1]):
        with pytest.raises(SaveError, match="by hand"):
            game.from_json({**data, "rng": words})
    key = "0f" * 32
    for chance in ({}, {"key": key, "seed": 1}, {"seed": 1, "drawn": 3}, {"key": "0f"}, {"key": key, "drawn": -1}):
        with pytest.raises(SaveError, match="rng"):
            game.from_json({**data, "rng": chance})


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every leaf of plain data."""
    if isinstance(value, dict):
        return [leaf for key, entry in value.items() for leaf in places(entry, (*path, key))]
    if isinstance(value, list) and value:
        return [leaf for index, entry in enumerate(value) for leaf in places(entry, (*path, index))]
    return [path]


def one_line(error: SaveError) -> None:
    """The error can be read, in one line, in both languages."""
    for language in LANGUAGES:
        assert "\n" not in render(error.message, language)


LEAVES = st.one_of(
    st.integers(-3, 40), st.integers(), st.none(), st.booleans(), st.text(max_size=5), st.just([]), st.just({}), st.floats()
)


@given(data=st.data(), seed=st.integers(0, 20), decisions=st.integers(0, 60))
def test_fuzzed_saves_without_a_seal_give_a_clear_error_or_a_sound_position(
    data: st.DataObject, seed: int, decisions: int
) -> None:
    """Someone edits a save by hand and removes its digest: an error, or a position that passes every check of the game."""
    game = GAMES[data.draw(st.sampled_from(list(GAMES)))]
    saved = json.loads(json.dumps(position_of(game, seed, decisions).to_json()))
    del saved["digest"]
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(saved)))
        node = saved
        for part in path[:-1]:
            node = node[part]
        if path:
            node[path[-1]] = data.draw(LEAVES)
    try:
        p = game.from_json(saved)
    except SaveError as error:
        one_line(error)
        return
    assert game.check(p) is None
    if p.to_act:
        assert p.options(p.to_act[0])
