"""Observations, actions and batches for programs (the long run: ``python -m tests.observations``)."""

from __future__ import annotations

from typing import Any

import pytest

from officina import GAMES, Game, IllegalChoice, Position
from officina.core.batch import Batch
from officina.core.encoder import Encoder
from tests.observations import check_game, observed
from tests.seeds import number_of, seed_of, seeded

SAMPLES = 4
"""Games of each that are looked at here."""
POSITIONS = 5
"""Positions of each of them."""


def test_a_redraw_changes_no_byte_and_what_is_seen_changes_one(game: Game) -> None:
    found = {"redraws": 0, "visible changes": 0}
    for number in range(SAMPLES):
        tally = check_game(game, number_of(number * 3 + 1), POSITIONS)
        for name in found:
            found[name] += tally[name]
    assert all(found.values()), "nothing was compared"


def leaking(p: Any, e: Encoder) -> None:
    """What Kraftwagen writes, and the order of the deck."""
    e.row("deck in order", p.deck, 60, 60, 1)


def blind(_p: Any, e: Encoder) -> None:
    """Nothing of the table."""
    e.flag("nothing", False)


@pytest.mark.parametrize(("wrong", "told"), [(leaking, "a redraw changes"), (blind, "but observes nothing")])
def test_what_is_told_too_much_or_too_little_is_found(monkeypatch: pytest.MonkeyPatch, wrong: Any, told: str) -> None:
    game = GAMES["kraftwagen"]
    monkeypatch.setattr(game, "write", wrong)
    with pytest.raises(AssertionError, match=told):
        check_game(game, 3, 40)


def played(game: Game, decisions: int, players: int | None = None) -> Position:
    """A position of a random game."""
    rng = seeded(f"played {game.name}")
    p = game.start(players or game.players[0], seed_of("played"))
    for _ in range(decisions):
        seat = p.to_act[0]
        p.apply(seat, rng.pick(p.options(seat)))
    return p


def test_the_layout_has_no_gaps_and_names_everything_once(game: Game) -> None:
    for players in game.players:
        layout = game.layout(players)
        end = 0
        for field in layout.fields:
            assert field.offset == end
            end += field.size
        assert layout.size == end
        assert layout.by_name["seat"].offset == 0


def test_an_observation_says_who_acts_and_what_is_asked(game: Game) -> None:
    p = played(game, 30)
    layout = game.layout(p.seats)
    for seat in range(p.seats):
        seen = observed(p, seat, layout.size)
        assert layout.read(seen, "seat") == [seat + 1]
        assert layout.read(seen, "asked") == [p.kind(seat)]
        assert layout.read(seen, "to act") == [int((seat + place) % p.seats in p.to_act) for place in range(p.seats)]


def test_actions_are_the_options_by_their_notation(game: Game) -> None:
    p = played(game, 20)
    seat = p.to_act[0]
    assert [game.actions[action] for action in p.action_ids(seat)] == [
        game.vocabulary.text(p.kind(seat), option) for option in p.options(seat)
    ]
    mask = bytearray(len(game.actions))
    p.write_mask(seat, mask)
    assert [action for action, allowed in enumerate(mask) if allowed] == p.action_ids(seat)
    for other in range(p.seats):
        if other not in p.to_act:
            assert p.action_ids(other) == []
    by_option, by_action = p.clone(), p.clone()
    by_option.apply(seat, p.options(seat)[-1])
    by_action.apply_action(seat, p.action_ids(seat)[-1])
    assert by_option.to_json() == by_action.to_json()


def test_an_action_of_another_question_is_refused_and_changes_nothing(game: Game) -> None:
    p = played(game, 20)
    seat = p.to_act[0]
    before = p.to_json()
    allowed = p.action_ids(seat)
    for action in (-1, len(game.actions), *(set(range(len(game.actions))) - set(allowed))):
        with pytest.raises(IllegalChoice):
            p.apply_action(seat, action)
    for other in range(p.seats):
        if other not in p.may_act():  # who has answered a simultaneous question may answer anew
            with pytest.raises(IllegalChoice):
                p.apply_action(other, allowed[0])
    assert p.to_json() == before


def test_no_game_is_longer_than_its_bound(game: Game) -> None:
    for players in game.players:
        rng = seeded(f"length {players}")
        p = game.start(players, seed_of(f"length {players}"))
        decisions = 0
        while p.to_act:
            p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
            decisions += 1
        assert decisions <= game.longest(players)
        if game.name == "automobiles":
            break


# --- batches


def chosen(batch: Batch, rng: Any) -> list[int]:
    """A random allowed action at each table."""
    rows = [batch.masks[table * batch.actions : (table + 1) * batch.actions] for table in range(batch.count)]
    return [rng.pick([action for action, allowed in enumerate(row) if allowed]) for row in rows]


def test_a_batch_plays_what_single_games_play(game: Game) -> None:
    players = game.players[0]
    batch = Batch(game, 2, players, seed_of("batch"))
    rng = seeded("batch")
    alone = [game.start(players, f"{seed_of('batch')}/{table}/1") for table in range(batch.count)]
    for _ in range(60):
        for table, p in enumerate(alone):
            row = bytes(batch.observations[table * batch.width : (table + 1) * batch.width])
            mask = bytes(batch.masks[table * batch.actions : (table + 1) * batch.actions])
            assert batch.seats[table] == p.to_act[0]
            assert row + mask == observed(p, p.to_act[0], batch.width)
        actions = chosen(batch, rng)
        batch.step(actions)
        for p, action in zip(alone, actions, strict=True):
            p.apply_action(p.to_act[0], action)
        if any(batch.done):
            break


def test_a_finished_game_of_a_batch_tells_its_places_and_is_dealt_anew() -> None:
    game = GAMES["fuori_di_rotella"]
    batch = Batch(game, 4, 3, seed_of("ending"))
    alone = [game.start(3, f"{seed_of('ending')}/{table}/1") for table in range(batch.count)]
    rng = seeded("ending")
    for _ in range(2000):
        actions = chosen(batch, rng)
        for p, action in zip(alone, actions, strict=True):
            if p.to_act:
                p.apply_action(p.to_act[0], action)
        batch.step(actions)
        for table in range(batch.count):
            if batch.done[table] and batch.games[table] == 2:
                p = alone[table]
                assert p.over
                assert list(batch.places[table * 3 : table * 3 + 3]) == [standing.place for standing in p.places()]
                assert batch.scores[table] == p.scores()
                assert batch.decisions[table] == 0
        if min(batch.games) > 1:
            return
    raise AssertionError("no end")


def test_the_same_seed_gives_the_same_batch() -> None:
    game = GAMES["crazy_race"]
    seen = []
    for _ in range(2):
        batch = Batch(game, 3, 4, seed_of("again"))
        rng = seeded("again")
        for _ in range(150):
            batch.step(chosen(batch, rng))
        seen.append((bytes(batch.observations), bytes(batch.masks), bytes(batch.seats), batch.games[:]))
    assert seen[0] == seen[1]
    assert max(seen[0][3]) > 1
