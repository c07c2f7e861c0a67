"""The search: repeatable, legal, within its budget; games say how they are searched, levels what they are."""

from __future__ import annotations

import pytest

from officina import GAMES, Game, Position
from officina.bots import LEVELS, make_bot
from officina.bots.search import Search
from officina.bots.searching import SearchBot, settings_of
from officina.core.policy import FIRST, NOVICE, PRIOR, QUICK, Figures, file_name, search_settings
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.vocabulary import COLLECT, PROGRAM, TRAP
from tests.seeds import seed_of, seeded

FUORI = GAMES["fuori_di_rotella"]
SEARCHED = ("fuori_di_rotella", "kraftwagen", "automania", "crazy_race")
"""In Automobiles looking ahead did no good (docs/strength.md): experts play as the club does."""


def searched(p: Position, seat: int, iterations: int, number: int = 0) -> Search:
    bot = SearchBot()
    bot.iterations = iterations
    return bot.look(p, seat, seeded(f"search {number}"))


def test_the_same_seed_and_iterations_choose_the_same() -> None:
    p = FUORI.start(3, seed_of("search"))
    while p.kind(p.to_act[0]) != PROGRAM:
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    first, again, other = (searched(p, 0, 20, number) for number in (1, 1, 2))
    assert [edge.visits for edge in first.root.edges.values()] == [edge.visits for edge in again.root.edges.values()]
    assert [edge.total for edge in first.root.edges.values()] == [edge.total for edge in again.root.edges.values()]
    assert [edge.total for edge in first.root.edges.values()] != [edge.total for edge in other.root.edges.values()]
    assert first.iterations == 20 == sum(edge.visits for edge in first.root.edges.values())
    assert set(first.root.edges) <= set(p.options(0))
    assert all(0.0 <= edge.total <= edge.visits for edge in first.root.edges.values())


@pytest.mark.parametrize("name", SEARCHED)
def test_time_ends_a_search(name: str) -> None:
    """Whatever the machine: the first looks at the clock come after one iteration each."""
    game = GAMES[name]
    p = game.start(game.players[0], seed_of("time"))
    settings = settings_of(game)
    while not settings.key[p.kind(p.to_act[0])]:
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    seat = p.to_act[0]
    search = Search(p, seat, seeded(1), settings, game.values(QUICK), game.values(PRIOR), game.values(FIRST))
    search.run(0, 1e-9)
    assert search.iterations == (1 if len(search.root.edges) > 1 else 0)


def test_games_name_decisions_and_figures_that_there_are(game: Game) -> None:
    assert any(settings_of(game).key) == (game.name in SEARCHED)
    known = set(Figures.load(game.folder / file_name(FIRST)).figures)
    for name, figures in search_settings(game.folder)["figures"].items():
        assert name in (QUICK, PRIOR, NOVICE)
        assert set(figures) <= known


def test_secret_answers_are_believed_to_be_sensible() -> None:
    """Others who have answered in secret are held to have answered as the policy would, not just anything."""
    p = FUORI.start(3, seed_of("belief"))
    while p.kind(p.to_act[0]) != PROGRAM:
        p.apply(p.to_act[0], p.options(p.to_act[0])[0])
    for seat in (1, 2):
        p.apply(seat, p.options(seat)[0])
    empty = {action * COLOURS + robot for action in (COLLECT, TRAP) for robot in range(COLOURS) if not p.dumps[robot]}  # type: ignore[attr-defined]
    believed = [FUORI.believe(p, 0, seeded(n), FUORI.values()) for n in range(30)]
    drawn = [p.determinize(0, seeded(n)) for n in range(30)]
    for world in (*believed, *drawn):
        assert world.to_act == (0,)
        assert world.options(0) == p.options(0)
        assert all(world.answers[seat] for seat in (1, 2))
    assert len({world.answers[1] for world in believed}) > 1
    assert not empty or sum(world.answers[1][0] in empty for world in believed) <= sum(
        world.answers[1][0] in empty for world in drawn
    )


@pytest.mark.parametrize("level", LEVELS)
def test_levels_say_what_they_are(level: str) -> None:
    bot = make_bot(level)
    assert bot.name == level
    assert type(bot).__doc__
