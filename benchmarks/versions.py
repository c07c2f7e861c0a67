"""Two versions of the compiled engine side by side: ``python -m benchmarks.versions BEFORE [AFTER]``.

Each is a folder in which a compiled engine lies unpacked (``build/compiled`` of a checkout, after ``make build``). They are
measured in turn, in short windows of processor time, each in a process of its own, so that whatever else the machine does falls
on both alike. What counts is the ratio: the median of all pairs of neighbours, with the middle half of them.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

import officina
from officina import Game, Position
from officina._build import is_compiled
from officina.core.playout import play_out
from officina.core.rng import Rng

FIGURES = ("playouts", "decisions", "clones")
SAMPLES = 50

Found = dict[str, dict[str, float]]


def rate(done: Callable[[int], int], seconds: float) -> float:
    """How much is done in a second; ``done`` is called with 0, 1, 2, ... and says how much it did."""
    count = number = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += done(number)
        number += 1
    return count / spent


def in_a_loop(game: Game, players: int, number: int, rng: Rng, kept: list[Position] | None = None) -> int:
    """A random game in a loop in Python: the choices made; positions on the way are kept where somebody wants them."""
    p = game.start(players, number)
    choices = 0
    while p.to_act:
        if kept is not None:
            kept.append(p.clone())
        seat = p.to_act[0]
        p.apply(seat, rng.pick(p.options(seat)))
        choices += 1
    return choices


def measure(game: Game, seconds: float) -> dict[str, float]:
    """One window of one game."""
    players = min(4, game.players[-1])
    rng = Rng("versions")
    kept: list[Position] = []
    in_a_loop(game, players, 0, rng, kept)
    some = kept[:: max(1, len(kept) // SAMPLES)]

    def clones(_: int) -> int:
        for position in some:
            position.clone()
        return len(some)

    gc.collect()
    gc.disable()
    found = {
        "playouts": rate(lambda number: play_out(game.start(players, number), rng), seconds),
        "decisions": rate(lambda number: in_a_loop(game, players, number, rng), seconds),
        "clones": rate(clones, seconds / 2),
    }
    gc.enable()
    return found


def window(folder: Path, seconds: float, games: list[str]) -> Found:
    """One window of one version, in a process that knows no other."""
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve())}
    environment.pop("OFFICINA_PURE", None)
    command = [sys.executable, "-P", __file__, str(folder), "--window", "--seconds", str(seconds), "--games", *games]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{folder}: {done.stderr.strip().splitlines()[-1]}")
    found: Found = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=Path("build/compiled"))
    parser.add_argument("--games", nargs="+", default=list(officina.GAMES), choices=list(officina.GAMES), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--window", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.window:
        if not is_compiled():
            sys.exit("the engine here is not compiled")
        print(json.dumps({name: measure(officina.GAMES[name], given.seconds) for name in given.games}))
        return
    pairs: list[tuple[Found, Found]] = []
    for number in range(given.rounds):
        if number % 2:
            before, after = (window(folder, given.seconds, given.games) for folder in (given.before, given.after))
        else:
            after, before = (window(folder, given.seconds, given.games) for folder in (given.after, given.before))
        pairs.append((before, after))
    print(f"{given.rounds} pairs of {given.seconds} s each; thousands a second before and after, ratio (its middle half)")
    for game in given.games:
        for figure in FIGURES:
            both = [(before[game][figure], after[game][figure]) for before, after in pairs]
            one, other = (median(each) / 1000 for each in zip(*both, strict=True))
            low, middle, high = quantiles([after / before for before, after in both], n=4)
            print(f"{game:17} {figure:10} {one:9.1f} {other:9.1f}   {middle:5.2f} ({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
