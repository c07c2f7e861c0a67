"""Tips of one's first games, checked for any game by playing: ``python -m tests.tips --games 40``.

Every question has a tip, in both languages and on one line; it is the same in a world that the seat cannot tell apart, and to
ask for it changes nothing. The long run names the sentences that were never said, and tells how long a tip takes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from officina import GAMES, Game, Position
from officina.core.rng import Rng
from officina.core.text import LANGUAGES, catalogue, render
from officina.core.tips import MOST_TIP, tip
from tests.invariants import MOST_DECISIONS, plain
from tests.seeds import seed_of, seeded
from tests.settings import random_setting


def check_tip(p: Position, seat: int, rng: Rng) -> str:
    """The key of the tip for one question."""
    before = plain([p.to_json(), p.rng.state(), p.to_act])
    found = tip(p, seat)
    kind = p.game.vocabulary.kind_name(p.kind(seat))
    assert found is not None, f"{p.game.name}: no tip for {kind}"
    assert plain([p.to_json(), p.rng.state(), p.to_act]) == before, "a tip changes nothing"
    assert found == tip(p.determinize(seat, rng), seat), f"{p.game.name}, {found.key}: it tells a secret"
    for language in LANGUAGES:
        said = render(found, language)
        assert len(said) <= MOST_TIP, f"{found.key} has {len(said)} characters in {language}: {said}"
    return found.key


def check_tips(game: Game, seed: str, said: Counter[str], took: list[float], every: int = 1) -> None:
    """A game played half sensibly; about every ``every``-th question is looked at."""
    rng = seeded(f"tips {game.name} {seed}")
    players, options = random_setting(game, rng)
    p = game.start(players, seed, options)
    for _ in range(MOST_DECISIONS):
        if not p.to_act:
            return
        seat = rng.pick(list(p.to_act))
        offered = p.options(seat)
        if rng.below(every) == 0:
            began = time.perf_counter()
            said[check_tip(p, seat, rng)] += 1
            took.append((time.perf_counter() - began) / 2)
        liked = game.weights(p.determinize(seat, rng), seat, rng) if rng.below(3) else [1.0] * len(offered)
        p.apply(seat, offered[rng.weighted(liked)])
    raise AssertionError("the game does not end")


def sentences(game: Game) -> set[str]:
    """Every tip that a game can give."""
    return {f"{game.name}.{key}" for key in catalogue(game.name, "en") if key.startswith("tip.")}


def main() -> int:
    """Look at many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games; all of them if none is given")
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    for name in given.names or GAMES:
        said: Counter[str] = Counter()
        took: list[float] = []
        for number in range(given.games):
            check_tips(GAMES[name], seed_of(f"tips {number}"), said, took)
        took.sort()
        never = sorted(sentences(GAMES[name]) - set(said))
        print(f"{name}: {given.games} games, {said.total()} tips, {len(said)} sentences, all alike in two worlds", end="; ")
        print(f"{1000 * took[len(took) // 2]:.1f} ms each, 95 % below {1000 * took[int(0.95 * len(took))]:.1f} ms", flush=True)
        if never:
            print(f"  never said: {', '.join(never)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
