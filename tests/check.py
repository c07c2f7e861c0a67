"""The long checks, as commands: ``python -m tests.check invariants|oracle|undo|builds GAME [--games N] [--jobs J]``.

The test suite runs a sample of each; these run as many as one likes, and print what they found.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module

from officina import GAMES, Game, Rng
from officina._build import is_compiled
from tests.invariants import GameLog, check_random_game
from tests.oracle.compare import compare
from tests.settings import numbered_setting
from tests.undoing import check_undo_game

CHUNK = 50


def play_invariants(name: str, first: int, last: int, every: int) -> dict[str, int]:
    """Random games with the invariants checked along the way; what was seen."""
    game = GAMES[name]
    found: Counter[str] = Counter()
    longest = 0
    for number in range(first, last):
        players, options = numbered_setting(game, number)
        log = GameLog()
        try:
            p = check_random_game(game, players, options, number, every=every, log=log, read_log=number % 20 == 0)
        except Exception as error:
            raise SystemExit(f"game {number}, {players} players, {options}: {type(error).__name__}: {error}") from error
        found["games"] += 1
        found["decisions"] += log.decisions
        longest = max(longest, log.decisions)
        for event in p.events or []:
            found[f"event {game.event_kinds[event.code].name}"] += 1
        for kind in log.kinds:
            found[f"kind {game.vocabulary.kind_name(kind)}"] += 1
    found["longest"] = longest
    return dict(found)


def play_oracle(name: str, first: int, last: int, every: int) -> dict[str, int]:
    """Games played by engine and oracle side by side."""
    game = GAMES[name]
    play = import_module(f"tests.oracle.{name}").play
    decisions = 0
    for number in range(first, last):
        players, options = numbered_setting(game, number)
        decisions += compare(game, play, players, options, number)
    return {"games": last - first, "decisions": decisions}


def play_undo(name: str, first: int, last: int, every: int) -> dict[str, int]:
    """Random games in which every choice that told its mover something must stand."""
    game = GAMES[name]
    found: Counter[str] = Counter()
    for number in range(first, last):
        players, options = numbered_setting(game, number)
        try:
            check_undo_game(game, players, options, number, found, every=every)
        except Exception as error:
            raise SystemExit(f"game {number}, {players} players, {options}: {type(error).__name__}: {error}") from error
    return dict(found)


def trace(game: Game, number: int) -> str:
    """A fingerprint of one random game: every question, every option, every state on the way, the end."""
    players, options = numbered_setting(game, number)
    rng = Rng(f"trace {number}")
    p = game.start(players, number, options, listen=True)
    digest = hashlib.sha256()
    while p.to_act:
        seat = p.to_act[rng.below(len(p.to_act))]
        offered = p.options(seat)
        option = rng.pick(offered)
        digest.update(f"{p.to_act} {seat} {p.kind(seat)} {offered} {option}\n".encode())
        p.apply(seat, option)
    digest.update(str([event.key() for event in p.events or []]).encode())
    digest.update(str(p.to_json()).encode())
    digest.update(f"{p.scores()} {p.winners()}".encode())
    return digest.hexdigest()


def play_traces(name: str, first: int, last: int, every: int) -> dict[str, int]:
    """Prints the fingerprints of games; used by ``builds`` in both builds."""
    for number in range(first, last):
        sys.stdout.write(f"{number} {trace(GAMES[name], number)}\n")
    return {"games": last - first}


def compare_builds(name: str, games: int) -> None:
    """Every game's fingerprint in the compiled and in the plain build."""
    command = [sys.executable, "-m", "tests.check", "traces", name, "--games", str(games)]
    plain = {**os.environ, "OFFICINA_PURE": "1"}
    here = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    there = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=plain)
    ours, theirs = here.communicate()[0].splitlines(), there.communicate()[0].splitlines()
    if len(ours) != games or here.returncode or there.returncode:
        raise SystemExit("the games could not be played")
    different = [mine for mine, other in zip(ours, theirs, strict=True) if mine != other]
    if different:
        raise SystemExit(f"{name}: {len(different)} of {games} games differ between the builds, first {different[0]}")
    sys.stdout.write(f"{name}: {games} games are identical, {'compiled' if is_compiled() else 'plain'} and plain\n")


WORK: dict[str, Callable[[str, int, int, int], dict[str, int]]] = {
    "invariants": play_invariants,
    "oracle": play_oracle,
    "undo": play_undo,
    "traces": play_traces,
}


def run(what: str, name: str, games: int, jobs: int, every: int) -> Counter[str]:
    """Spread the games over processes and add up what they found."""
    found: Counter[str] = Counter()
    longest = 0
    starts = list(range(0, games, CHUNK))
    ends = [min(start + CHUNK, games) for start in starts]
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        for part in pool.map(WORK[what], [name] * len(starts), starts, ends, [every] * len(starts)):
            longest = max(longest, part.pop("longest", 0))
            found.update(part)
    found["longest"] = longest
    return found


def main() -> None:
    """Read the command line and run one check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*WORK, "builds"])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--every", type=int, default=25, help="check the invariants at about every n-th decision")
    arguments = parser.parse_args()
    if arguments.what == "builds":
        compare_builds(arguments.game, arguments.games)
        return
    if arguments.what == "traces":
        play_traces(arguments.game, 0, arguments.games, 1)
        return
    start = time.perf_counter()
    found = run(arguments.what, arguments.game, arguments.games, arguments.jobs, arguments.every)
    build = "compiled" if is_compiled() else "plain"
    spent = time.perf_counter() - start
    sys.stdout.write(f"{arguments.game}, {arguments.what}: {found['games']} games, {found['decisions']} decisions: all hold")
    sys.stdout.write(f" ({build}, {spent:.0f} s)\n")
    if arguments.what == "undo":
        sys.stdout.write(
            f"{found['worlds']} worlds compared, {found['told']} of them looked different to the mover afterwards\n"
        )
    if arguments.what == "invariants":
        sys.stdout.write(f"longest game: {found['longest']} decisions\n")
        for prefix in ("kind", "event"):
            seen = {key.removeprefix(f"{prefix} "): n for key, n in found.items() if key.startswith(f"{prefix} ")}
            sys.stdout.write(f"{prefix}s seen: {', '.join(f'{key} {n}' for key, n in sorted(seen.items()))}\n")


if __name__ == "__main__":
    main()
