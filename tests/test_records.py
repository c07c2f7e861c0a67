"""Records: saving, loading, undoing, verifying; whole recorded games with their exact results."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from officina import GAMES, Game, Message, Record, RecordError, UndoError, render
from officina.core.errors import OfficinaError
from officina.core.record import read_lines
from officina.core.rng import commitment
from officina.core.saves import digest
from officina.core.text import LANGUAGES
from tests.seeds import seed_of, seeded

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.officina"))
RECORDED = {path.parent.name for path in RECORDS}


def find(name: str) -> Game:
    return GAMES[name]


def played(game: Game, seed: str, decisions: int) -> Record:
    """A record of a random game, that many decisions long (or to its end)."""
    record = Record.start(game, game.players[0], seed_of(seed))
    rng = seeded(f"record {seed}")
    for _ in range(decisions):
        if not record.position.to_act:
            break
        seat = record.position.to_act[0]
        record.apply(seat, rng.pick(record.position.options(seat)))
    return record


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_games_replay_to_their_exact_end(path: Path) -> None:
    record = Record.load(path.read_bytes(), find)
    assert record.position.over
    written, told = path.read_text(encoding="utf-8"), record.dump()
    if '"places"' not in written:  # trailers of 0.2 do not tell them
        told = re.sub(r', "places": \[[^]]*\]', "", told)
    assert told == written


def test_what_people_play_draws_from_a_keyed_stream(game: Game) -> None:
    """Records of 0.2 do not say how they drew, and draw as they did; new ones cannot be solved for."""
    record = played(game, "keyed", 12)
    assert record.position.rng.keyed
    assert '"chance": "keyed"' in record.dump().splitlines()[0]
    assert Record.load(record.dump(), find).position.rng.keyed
    old = Record.start(game, game.players[0], "old", chance="fast")
    assert "chance" not in old.dump()
    assert not Record.load(old.dump(), find).position.rng.keyed


@pytest.mark.parametrize("name", GAMES)
def test_games_of_both_kinds_of_chance_are_kept(name: str) -> None:
    kinds = {read_lines(path.read_bytes())[0].chance for path in RECORDS if path.parent.name == name}
    assert kinds == ({"fast", "keyed"} if name in RECORDED else set())


def test_a_record_survives_saving_and_loading_at_any_moment(game: Game, tmp_path: Path) -> None:
    for decisions in (0, 1, 7, 40, 10**6):
        record = played(game, "survive", decisions)
        path = tmp_path / "game.officina"
        record.save(path)
        loaded = Record.load(path.read_text(encoding="utf-8"), find)
        assert loaded.position.to_json() == record.position.to_json()
        assert loaded.dump() == record.dump()
        assert [event.key() for event in loaded.events(0)] == [event.key() for event in record.events(0)]
    assert list(tmp_path.iterdir()) == [path]


def test_a_finished_record_tells_result_and_seed(game: Game) -> None:
    record = played(game, "finished", 10**6)
    lines = record.dump().splitlines()
    assert '"over": true' in lines[-1]
    assert commitment(seed_of("finished")) in lines[0]
    hidden = record.dump(with_seed=False)
    assert '"seed": null' in hidden
    with pytest.raises(RecordError, match="seed"):
        Record.load(hidden, find)


def test_a_seed_nobody_gave_cannot_be_guessed(game: Game) -> None:
    seeds = {Record.start(game, game.players[0]).header.seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(seed is not None and len(seed) == 32 for seed in seeds)


def damaged(text: str) -> list[tuple[str, str]]:
    """Damaged versions of a record, with a word of the error they must give."""
    lines = text.splitlines()
    return [
        ("", "not an Officina record"),
        ("hello\n", "not an Officina record"),
        ('{"game": "chess"}\n', "not an Officina record"),
        ("\n".join(lines[:-1]) + "\n", "cut off"),
        (text[:-20], "cut off"),
        (text[:40], "not an Officina record"),
        (text.replace('"officina": 1', '"officina": 9'), "format 9"),
        (text.replace('"rules_version": 1', '"rules_version": 7'), "digest"),
        ("\n".join(lines[:3] + lines[4:]) + "\n", "holds"),
        ("\n".join([*lines[:2], '[0, "nonsense"]', *lines[3:]]) + "\n", "digest"),
        ("\n".join([*lines[:2], "[0]", *lines[3:]]) + "\n", "Line 3"),
    ]


def test_every_damage_is_named(game: Game) -> None:
    for text, word in damaged(played(game, "damage", 12).dump()):
        with pytest.raises(RecordError, match=word):
            Record.load(text, find)


def test_a_wrong_seed_is_found_out(game: Game) -> None:
    record = played(game, "promised", 5)
    record.header.seed = "another"
    with pytest.raises(RecordError, match="commitment"):
        Record.load(record.dump(), find)


def test_an_illegal_choice_is_named_with_its_place(game: Game) -> None:
    record = played(game, "legal", 3)
    record.entries[1].seat = (record.entries[1].seat + 1) % game.players[0]
    with pytest.raises(RecordError, match="Choice 2"):
        Record.load(record.dump(), find)


def test_wrong_scores_are_found_out(game: Game) -> None:
    text = played(game, "scores", 10**6).dump()
    lines = text.splitlines()
    lines[-1] = lines[-1].replace('"scores": [', '"scores": [1')
    with pytest.raises(RecordError, match="scores"):
        Record.load("\n".join(lines) + "\n", find)


def one_line(error: OfficinaError) -> None:
    """The error can be read, in one line, in both languages."""
    for language in LANGUAGES:
        assert "\n" not in render(error.message, language)


@given(data=st.data())
def test_fuzzed_records_give_an_error_or_the_very_same_game(data: st.DataObject) -> None:
    game = GAMES[data.draw(st.sampled_from(list(GAMES)))]
    raw = bytearray(played(game, "fuzz", 8).dump().encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        action = data.draw(st.sampled_from(["change", "delete", "insert", "cut"]))
        byte = data.draw(st.integers(0, 255))
        if action == "change":
            raw[place] = byte
        elif action == "delete":
            del raw[place]
        elif action == "insert":
            raw.insert(place, byte)
        else:
            del raw[place:]
        if not raw:
            break
    try:
        loaded = Record.load(bytes(raw), find)
    except OfficinaError as error:
        one_line(error)
    else:
        assert loaded.position.to_json() == played(game, "fuzz", 8).position.to_json()


def test_undo_goes_back_to_the_barrier_and_is_an_entry(game: Game) -> None:
    """Whatever is played: as long as undo is allowed it restores the very position before, and the log never shrinks."""
    undone = refused = free = 0
    for seed in range(6):
        record = Record.start(game, game.players[-1], seed_of(seed))
        rng = seeded(f"undo {seed}")
        for _ in range(80):
            if not record.position.to_act:
                break
            seat = record.position.to_act[0]
            before = record.position.to_json()
            entries = len(record.entries)
            record.apply(seat, rng.pick(record.position.options(seat)))
            free += not record.moves[-1].barrier and not record.position.over
            why = record.why_no_undo(seat)
            if why is None and rng.below(2):
                record.undo(seat)
                undone += 1
                assert record.position.to_json() == before
                assert len(record.entries) == entries + 2
            elif why is not None:
                refused += 1
                with pytest.raises(UndoError):
                    record.undo(seat)
        assert Record.load(record.dump(), find).position.to_json() == record.position.to_json()
    assert undone or not free, "in a game of nothing but chance every choice stands"
    assert refused


def test_a_record_keeps_the_position_that_it_began_from(game: Game) -> None:
    """Saved, loaded, undone and gone back: all of it ends where the set-up position leads, not at a deal."""
    undone = 0
    for chance in ("fast", "keyed"):
        middle = game.start(game.players[-1], seed_of("middle"), chance=chance)
        rng = seeded("middle")
        for _ in range(2):
            seat = rng.pick(list(middle.to_act))
            middle.apply(seat, rng.pick(middle.options(seat)))
        before = middle.to_json()
        record = Record.start_from(middle)
        assert record.position.to_json() == before
        while record.position.to_act and len(record.entries) < 400:
            seat = rng.pick(list(record.position.to_act))
            here = record.position.to_json()
            record.apply(seat, rng.pick(record.position.options(seat)))
            if record.why_no_undo(seat) is None and rng.below(2):
                record.undo(seat)
                undone += 1
                assert record.position.to_json() == here
        assert middle.to_json() == before
        loaded = Record.load(record.dump(), find)
        assert loaded.position.to_json() == record.position.to_json()
        assert loaded.dump() == record.dump()
        assert [event.key() for event in loaded.events(0)] == [event.key() for event in record.events(0)]
        loaded.go_back(0, 0)
        assert loaded.position.to_json() == before
    assert undone or game.name not in RECORDED, "in a game of nothing but chance every choice stands"


def test_damage_to_the_position_that_a_record_began_from(game: Game) -> None:
    middle = game.start(game.players[0], seed_of("damage"), chance="keyed")
    record = Record.start_from(middle)
    assert record.header.start is not None
    hidden = record.dump(with_seed=False)
    assert '"start"' not in hidden
    assert middle.rng.key.hex() not in hidden
    with pytest.raises(RecordError, match="seed"):
        Record.load(hidden, find)
    start = json.loads(record.header.start)
    record.header.start = json.dumps(game.start(game.players[0], "another").to_json())
    with pytest.raises(RecordError, match="commitment"):
        Record.load(record.dump(), find)
    start["state"] = {}
    record.header.start = json.dumps(start)
    record.header.commitment = commitment(digest(start))
    with pytest.raises(RecordError, match="digest"):
        Record.load(record.dump(), find)
    del start["digest"]
    record.header.start = json.dumps(start)
    with pytest.raises(RecordError, match="state"):
        Record.load(record.dump(), find)
    record = Record.start_from(middle)
    record.header.players = 99
    with pytest.raises(RecordError, match="header"):
        Record.load(record.dump(), find)


def test_nothing_to_undo_at_the_start(game: Game) -> None:
    record = Record.start(game, game.players[0], "start")
    assert record.why_no_undo(0) == Message("kernel.undo.nothing")
