"""The kernel's public contract: starting, notation, explaining, chance."""

from __future__ import annotations

import copy
import gc
import hashlib
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import officina
from officina import GAMES, Game, IllegalChoice, NotationError, OptionError, Rng, SaveError, UnknownGame
from officina.core.folder import steps_of
from officina.core.plain import name_of
from officina.core.playout import play_out
from officina.core.position import Position
from officina.core.rng import KEYED, STREAMS, commitment, game_rng
from officina.core.step import NOTHING, Step
from officina.core.text import LANGUAGES
from tests.seeds import seed_of, seeded


def test_games_is_an_ordered_mapping() -> None:
    assert next(iter(GAMES)) == "fuori_di_rotella"
    assert len(GAMES) == len(list(GAMES.values()))


def test_unknown_game() -> None:
    with pytest.raises(UnknownGame, match="fuori_di_rotella"):
        GAMES["fuori_di_rotela"]


@pytest.mark.parametrize("players", [0, 1, 99, -1, True])
def test_wrong_number_of_players(game: Game, players: int) -> None:
    with pytest.raises(OptionError, match="players"):
        game.start(players, 1)


def test_play_out_ends_or_stops(game: Game) -> None:
    p = game.start(game.players[0], 1)
    assert play_out(p, Rng(1), 3) == 3
    assert p.to_act
    assert play_out(p, Rng(1)) > 0
    assert p.over


def test_unknown_option_and_bad_value(game: Game) -> None:
    with pytest.raises(OptionError, match="no option"):
        game.start(game.players[0], 1, {"nonsense": 1})
    for name in game.options:
        with pytest.raises(OptionError, match=name):
            game.start(game.players[0], 1, {name: "nonsense"})


def test_kind_names_and_action_ids_round_trip(game: Game) -> None:
    vocabulary = game.vocabulary
    seen = set()
    for action in range(vocabulary.size):
        kind, option = vocabulary.kind_option(action)
        assert vocabulary.id(kind, option) == action
        text = vocabulary.text(kind, option)
        assert vocabulary.parse(text) == (kind, option)
        assert vocabulary.parse(f"  {text.upper()} ") == (kind, option)
        assert vocabulary.parse(text.partition(" ")[2], kind) == (kind, option)
        seen.add(text)
    assert len(seen) == vocabulary.size
    for action in (-1, vocabulary.size):
        with pytest.raises(ValueError, match="no action"):
            vocabulary.kind_option(action)


@pytest.mark.parametrize("text", ["", "   ", "nonsense 3", "42"])
def test_what_is_no_notation(game: Game, text: str) -> None:
    with pytest.raises(NotationError):
        game.vocabulary.parse(text)


def test_notation_errors_name_what_was_meant() -> None:
    with pytest.raises(NotationError, match="program attack 3"):
        GAMES["fuori_di_rotella"].vocabulary.parse("program atack 3")


def test_a_refused_choice_leaves_the_position_as_it_was(game: Game) -> None:
    p = game.start(game.players[0], 3)
    before = p.to_json()
    for seat, option in ((p.to_act[0], -1), (p.to_act[0], 10**6), (99, 0), (-1, 0)):
        with pytest.raises(IllegalChoice):
            p.apply(seat, option)
        assert p.why_not(seat, option) is not None
    assert p.to_json() == before


def test_options_are_the_callers_own_list(game: Game) -> None:
    p = game.start(game.players[0], 3)
    seat = p.to_act[0]
    p.options(seat).clear()
    assert p.options(seat)


def test_rng_is_fair_and_copyable() -> None:
    rng = Rng("fair")
    counts = [0] * 6
    for _ in range(60_000):
        counts[rng.below(6)] += 1
    assert all(9_500 < count < 10_500 for count in counts)
    twin = rng.copy()
    assert [rng.word() for _ in range(5)] == [twin.word() for _ in range(5)]
    items = list(range(50))
    rng.shuffle(items)
    assert sorted(items) == list(range(50))
    assert items != list(range(50))


def test_known_draws_never_change() -> None:
    """Records of released versions depend on these very numbers."""
    assert [Rng(7).word(), Rng("seven").word(), game_rng(7).word()] == [301193486, 3845183243, 3611011024]
    assert [Rng(0).below(10) for _ in range(3)] == [Rng(0).below(10)] * 3


def test_known_keyed_draws_never_change() -> None:
    """Records of tables depend on these very numbers: BLAKE2b in counter mode, as written out here once more."""
    key = hashlib.blake2b(b"officina key 7", digest_size=32).digest()
    words: list[int] = []
    for number in range(3):
        block = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=64, person=b"officina chance").digest()
        words += [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    rng = game_rng(7, KEYED)
    assert [rng.word() for _ in range(48)] == words
    assert words[:3] == [1608226404, 3883326657, 761999835]


def test_a_keyed_stream_goes_on_from_every_place() -> None:
    rng = game_rng("on", KEYED)
    for drawn in range(40):
        twins = [rng.copy(), copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng)), Rng(1), Rng(2)]
        twins[-2].restore(rng.state())
        twins[-1].follow(rng)
        assert rng.state()[-1] == drawn
        word = rng.word()
        for twin in twins:
            assert [twin.word(), twin.state()] == [word, rng.state()]
    fast = Rng("fast")
    rng.restore(fast.state())
    assert [rng.word(), rng.state()] == [fast.word(), fast.state()]


@pytest.mark.parametrize("chance", STREAMS)
def test_bounded_draws_are_without_bias(chance: str) -> None:
    """Below 3 x 2**30 a draw that only scales a word would give every third number twice as often as the others."""
    rng = game_rng(seed_of("bias"), chance)
    third = [0, 0, 0]
    for _ in range(30_000):
        third[rng.below(3 << 30) % 3] += 1
    assert all(9_600 < count < 10_400 for count in third)
    for n in range(1, 70):
        assert {rng.below(n) for _ in range(20 * n)} == set(range(n))


def test_seeds_share_no_keyed_stream() -> None:
    states = [tuple(game_rng(seed, KEYED).state()[:-1]) for seed in range(500)]
    assert len(set(states)) == 500
    assert game_rng(7, KEYED).state() == game_rng("7", KEYED).state()
    secret = "c0ffee" * 5
    assert secret not in game_rng(secret, KEYED).key.hex()


def test_programs_say_which_chance_they_want(game: Game) -> None:
    players = game.players[0]
    assert not game.start(players, 1).rng.keyed
    position = game.start(players, 1, chance=KEYED)
    assert position.rng.keyed
    assert position.clone().rng.state() == position.rng.state()
    assert not position.determinize(0, Rng(1)).rng.keyed
    with pytest.raises(ValueError, match="fast, keyed"):
        game.start(players, 1, chance="slow")


def test_the_two_streams_never_meet() -> None:
    assert Rng(7).state() != game_rng(7).state()
    assert commitment("7") == commitment(7)
    assert commitment(7) != commitment(8)


def some_positions(game: Game) -> list[Position]:
    """Positions from all over two games, both kinds of chance, the ends included."""
    found: list[Position] = []
    for chance in STREAMS:
        rng = seeded(f"copied {chance}")
        p = game.start(game.players[-1], seed_of("copied"), chance=chance, listen=True)
        while p.to_act:
            if rng.below(12) == 0:
                found.append(p.clone())
            seat = rng.pick(list(p.to_act))
            p.apply(seat, rng.pick(p.options(seat)))
        found.append(p)
    return found[:: 1 + len(found) // 40] + [found[-1]]  # a long game gives hundreds


def test_positions_are_copied_and_pickled_in_both_builds(game: Game) -> None:
    for number, p in enumerate(some_positions(game)):
        before = p.to_json()
        twins = (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p)), copy.deepcopy({"p": [p]})["p"][0])
        for twin in twins:
            assert type(twin) is type(p)
            assert name_of(twin.game) == name_of(game), "another process, or a game made twice, has one of its own"
            assert twin.events is None
            assert twin.to_json() == before
            assert (twin.to_act, [twin.options(seat) for seat in range(p.seats)]) == (
                p.to_act,
                [p.options(seat) for seat in range(p.seats)],
            )
        twin = twins[number % len(twins)]
        play_out(twin, Rng(1))
        assert twin.over
        assert p.to_json() == before
    assert name_of(pickle.loads(pickle.dumps(game))) == name_of(game)
    assert copy.deepcopy(game) is game


def test_a_pickle_is_read_by_another_process(game: Game) -> None:
    p = some_positions(game)[0]
    script = "import pickle, sys; p = pickle.load(sys.stdin.buffer); sys.stdout.write(p.to_json()['digest'])"
    done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(p), capture_output=True, check=True)
    assert done.stdout.decode() == p.to_json()["digest"]


def test_a_pickle_of_an_own_box_needs_that_box(tmp_path: Path) -> None:
    """The game is found again while it lives; another process must have opened the box first.

    No other test has a box of 14 gears a colour: one that still lives would be found instead.
    """
    standard = (GAMES["fuori_di_rotella"].folder / "components.toml").read_text(encoding="utf-8")
    fourteen = standard.replace("per_colour = 11", "per_colour = 14").replace("total = 88", "total = 112", 1)
    (tmp_path / "mine.toml").write_text(fourteen, encoding="utf-8")
    mine = GAMES["fuori_di_rotella"].with_components(tmp_path / "mine.toml")
    pickled = pickle.dumps(mine.start(2, 1))
    assert pickle.loads(pickled).game is mine
    del mine
    gc.collect()
    with pytest.raises(SaveError, match="components"):
        pickle.loads(pickled)


def test_choices_in_words_need_no_record(game: Game) -> None:
    p = game.start(game.players[0], seed_of("words"))
    assert p.log("en") == []
    p.listen()
    rng = seeded("words")
    while p.to_act:
        seat = p.to_act[0]
        option = rng.pick(p.options(seat))
        text = game.vocabulary.text(p.kind(seat), option)
        assert p.why_not_text(seat, text) is None
        before = p.to_json()
        for wrong in ("", "nonsense", "nonsense 3"):
            assert p.why_not_text(seat, wrong) is not None
            with pytest.raises(NotationError):
                p.apply_text(seat, wrong)
        other = next(seat for seat in range(p.seats) if seat not in p.may_act()) if len(p.may_act()) < p.seats else p.seats
        assert p.why_not_text(other, text) is not None
        with pytest.raises(IllegalChoice):
            p.apply_text(other, text)
        assert p.to_json() == before
        twin = p.clone()
        twin.apply(seat, option)
        p.apply_text(seat, text)
        assert p.to_json() == twin.to_json()
    kept = p.events
    p.listen()
    assert p.events is kept
    for language in LANGUAGES:
        lines = p.log(language)
        assert lines
        assert len(lines) == len([event for event in p.events or [] if event.seen_by(None)])
        assert len(p.log(language, 0)) >= len(lines)


def test_weighted_draws() -> None:
    rng = Rng(5)
    drawn = [rng.weighted([0.0, 1.0, 3.0]) for _ in range(4000)]
    assert 0 not in drawn
    assert 2.6 < drawn.count(2) / drawn.count(1) < 3.4


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert officina.__version__ == project["version"]


def test_the_steps_of_a_module_are_those_that_act_or_ask() -> None:
    rules = ModuleType("rules")

    class Acts(Step[Position]):
        def run(self, p: Position) -> list[Step[Any]]:
            return NOTHING

    class Shape(Step[Position]):
        """What two questions share: neither acts nor asks."""

    class Asks(Shape):
        kind = 1

    class AsksToo(Asks):
        kind = 2

    class Imported(Acts):
        """Of another module."""

    for step in (Acts, Shape, Asks, AsksToo):
        step.__module__ = "rules"
    vars(rules).update(Acts=Acts, Shape=Shape, Asks=Asks, AsksToo=AsksToo, Imported=Imported, Position=Position, number=3)
    assert steps_of(rules) == [Acts, Asks, AsksToo]
