"""How fast our games are beside those of others, each through its usual Python interface: ``make peers``.

Every contestant is measured in a process of its own on one core, all in turn, several rounds: what slows the machine down slows
all of them. CPU time is counted, not the clock's. The table says the median and, after it, half of the spread between the
quartiles in per cent. ``--write`` puts table and chart into docs/speed.md.

* **decisions**: random legal choices a second in a loop in Python: ask what is legal, choose, apply
* **playout**: the same without Python in between, where there is such a thing
* **observed**: decisions a second with observation and mask of the seat to act
* **batch**: the same in 256 games at once
* **clone**: microseconds for an independent copy of a position in the middle of a game
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).parent.parent
COMPILED = "build/compiled"
SECONDS = 1.0
ROUNDS = 5
OURS = ("automania", "automobiles", "crazy_race", "fuori_di_rotella", "kraftwagen")
OPEN_SPIEL = ("sheriff", "quoridor", "goofspiel", "hearts", "gin_rummy", "chess", "backgammon")
OPEN_SPIEL_PYTHON = ("python_liars_poker", "python_block_dominoes")
PETTING_ZOO = ("connect_four_v3", "tictactoe_v3", "chess_v6", "go_v5")
PLAYERS = 3
GAMES_AT_ONCE = 256

Figures = dict[str, float]


def repeated(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """How many units a second of CPU time: decisions, and calls of ``play`` (games)."""
    decisions = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += play()
        games += 1
    return decisions / spent, games / spent


def clone_time(clone: Callable[[], object]) -> float:
    """Microseconds a copy takes."""
    times = 2000
    start = time.process_time()
    for _ in range(times):
        clone()
    return (time.process_time() - start) / times * 1e6


# --- contestants


def ours(name: str, seconds: float) -> Figures:
    """One of our games, with whichever build Python finds."""
    from officina import GAMES
    from officina.core.batch import Batch
    from officina.core.playout import play_out
    from officina.core.rng import Rng

    game = GAMES[name]
    seeds = iter(range(1 << 30))
    chance = Rng(7)

    def by_hand() -> int:
        p = game.start(PLAYERS, next(seeds))
        decisions = 0
        while p.to_act:
            seat = p.to_act[0]
            p.apply(seat, random.choice(p.options(seat)))
            decisions += 1
        return decisions

    def inside() -> int:
        return play_out(game.start(PLAYERS, next(seeds)), chance)

    size, actions = game.layout(PLAYERS).size, len(game.actions)

    def observed() -> int:
        p = game.start(PLAYERS, next(seeds))
        decisions = 0
        while p.to_act:
            seat = p.to_act[0]
            p.encode(seat, bytearray(size))
            p.write_mask(seat, bytearray(actions))
            p.apply_action(seat, random.choice(p.action_ids(seat)))
            decisions += 1
        return decisions

    batch = Batch(game, GAMES_AT_ONCE, PLAYERS, 7)
    spent = steps = 0.0
    while spent < seconds:
        chosen = [random.choice(p.action_ids(p.to_act[0])) for p in batch.positions]
        start = time.process_time()
        batch.step(chosen)
        spent += time.process_time() - start
        steps += GAMES_AT_ONCE
    middle = game.start(PLAYERS, 7)
    play_out(middle, chance, 60)
    decisions, games = repeated(by_hand, seconds)
    return {
        "decisions": decisions,
        "games": games,
        "playout": repeated(inside, seconds)[0],
        "observed": repeated(observed, seconds)[0],
        "batch": steps / spent,
        "clone": clone_time(middle.clone),
    }


def catanatron(_name: str, seconds: float) -> Figures:
    """Settlers of Catan in Python."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE)

    def play() -> int:
        game = Game([RandomPlayer(colour) for colour in colours])
        game.play()
        return len(game.state.actions)

    middle = Game([RandomPlayer(colour) for colour in colours])
    for _ in range(60):
        middle.play_tick()
    decisions, games = repeated(play, seconds)
    return {"decisions": decisions, "games": games, "clone": clone_time(middle.copy)}


def open_spiel(name: str, seconds: float) -> Figures:
    """A game of OpenSpiel; chance nodes are played, but not counted as decisions."""
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 - registers them
    game = pyspiel.load_game(name)
    kind = game.get_type()

    def play(most: int = 1 << 30, look: bool = False) -> tuple[int, Any]:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal() and decisions < most:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            elif state.is_simultaneous_node():
                acting = range(game.num_players())
                state.apply_actions([random.choice(state.legal_actions(player)) for player in acting])
                decisions += len(acting)
            else:
                if look:
                    player = state.current_player()
                    if kind.provides_observation_tensor:
                        state.observation_tensor(player)
                    else:
                        state.information_state_tensor(player)
                    state.legal_actions_mask(player)
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions, state

    decisions, games = repeated(lambda: play()[0], seconds)
    found = {"decisions": decisions, "games": games, "clone": clone_time(play(8)[1].clone)}
    if kind.provides_observation_tensor or kind.provides_information_state_tensor:
        found["observed"] = repeated(lambda: play(look=True)[0], seconds)[0]
    return found


def petting_zoo(name: str, seconds: float) -> Figures:
    """A classic of PettingZoo."""
    from importlib import import_module

    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
                decisions += 1
        return decisions

    observed, games = repeated(play, seconds)
    return {"observed": observed, "games": games}


def our_environment(name: str, seconds: float) -> Figures:
    """One of our games through PettingZoo's interface, in the same loop."""
    import numpy as np

    from officina import rl

    env = rl.raw_env(name, PLAYERS)

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
                decisions += 1
        return decisions

    observed, games = repeated(play, seconds)
    return {"observed": observed, "games": games}


def python_chess(_name: str, seconds: float) -> Figures:
    """The chess library."""
    import chess

    def play() -> int:
        board = chess.Board()
        decisions = 0
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            decisions += 1
        return decisions

    decisions, games = repeated(play, seconds)
    return {"decisions": decisions, "games": games, "clone": clone_time(chess.Board().copy)}


CONTESTANTS: dict[str, tuple[str, Callable[[str, float], Figures], str]] = {
    **{f"{name}, compiled": (name, ours, COMPILED) for name in OURS},
    **{f"{name}, plain": (name, ours, "src") for name in OURS},
    **{f"{name}, PettingZoo": (name, our_environment, COMPILED) for name in OURS},
    "Catanatron": ("", catanatron, ""),
    **{f"OpenSpiel {name}": (name, open_spiel, "") for name in (*OPEN_SPIEL, *OPEN_SPIEL_PYTHON)},
    **{f"PettingZoo {name}": (name, petting_zoo, "") for name in PETTING_ZOO},
    "python-chess": ("", python_chess, ""),
}
COLUMNS = ("decisions", "playout", "observed", "batch", "games", "clone")


# --- measuring


def measure_apart(contestant: str, seconds: float, compiled: str) -> Figures | None:
    """One measurement in a process of its own on one core; None if the contestant is not installed."""
    _, _, sources = CONTESTANTS[contestant]
    sources = compiled if sources == COMPILED else sources
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / sources)] * bool(sources) + [str(ROOT)])}
    if sources == "src":
        environment["OFFICINA_PURE"] = "1"
    command = [sys.executable, "-m", "benchmarks.peers", "--one", contestant, "--seconds", str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        print(f"{contestant}: left out: {(done.stderr.strip().splitlines() or ['?'])[-1]}", flush=True)
        return None
    found: Figures = json.loads(done.stdout.splitlines()[-1])
    return found


def measure_here(contestant: str, seconds: float) -> Figures:
    """One measurement in this process, kept on one core where that can be asked for."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    name, measure, _ = CONTESTANTS[contestant]
    random.seed(7)
    return measure(name, seconds)


Results = dict[str, dict[str, list[float]]]


def measure_all(names: list[str], rounds: int, seconds: float, compiled: str) -> Iterator[Results]:
    """All contestants in turn, so many times; what is known after each round."""
    found: dict[str, dict[str, list[float]]] = {}
    missing: set[str] = set()
    for turn in range(rounds):
        for contestant in names:
            if contestant in missing:
                continue
            figures = measure_apart(contestant, seconds, compiled)
            if figures is None:
                missing.add(contestant)
                continue
            for name, figure in figures.items():
                found.setdefault(contestant, {}).setdefault(name, []).append(figure)
        print(f"round {turn + 1} of {rounds}", flush=True)
        yield found


# --- telling


def shown(name: str, figures: list[float] | None) -> str:
    """The median with half of the spread between the quartiles."""
    if not figures:
        return ""
    middle = median(figures)
    told = f"{middle:.1f}" if name == "clone" or middle < 1000 else f"{middle / 1000:,.1f} k"
    if len(figures) == 1:
        return told
    low, _, high = quantiles(figures, n=4, method="inclusive")
    return f"{told} ±{(high - low) / 2 / middle * 100:.0f} %"


def table_of(found: dict[str, dict[str, list[float]]]) -> str:
    """The results as a table in Markdown."""
    heads = ("decisions/s", "playout/s", "observed/s", "batch/s", "games/s", "clone, µs")
    lines = [f"| | {' | '.join(heads)} |", f"|---|{'---:|' * len(COLUMNS)}"]
    for contestant, figures in found.items():
        lines.append(f"| {contestant} | {' | '.join(shown(name, figures.get(name)) for name in COLUMNS)} |")
    return "\n".join(lines)


def chart_of(found: dict[str, dict[str, list[float]]]) -> str:
    """Decisions a second as bars on a logarithmic scale, the fastest first; ours are the dark ones."""
    from math import log10

    rates = {name: median(figures["decisions"]) for name, figures in found.items() if "decisions" in figures}
    ranked = sorted(rates.items(), key=lambda entry: -entry[1])
    left, wide, high = 230, 520, 22
    low = 3.0
    scale = wide / (max(log10(rate) for rate in rates.values()) - low)
    rows: list[str] = []
    for place, (name, rate) in enumerate(ranked):
        y = 34 + place * high
        length = max(2.0, (log10(rate) - low) * scale)
        paint = "#8a3b12" if name.endswith("compiled") else "#c98d5f" if name.endswith("plain") else "#7d8a97"
        rows.append(
            f'<text x="{left - 8}" y="{y + 12}" text-anchor="end">{name}</text>'
            f'<rect x="{left}" y="{y}" width="{length:.0f}" height="{high - 6}" fill="{paint}"/>'
            f'<text x="{left + length + 6:.0f}" y="{y + 12}">{rate / 1000:,.0f} k</text>'
        )
    height = 44 + len(ranked) * high
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + wide + 80} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="#fffdf8"/>'
        f'<text x="12" y="20" font-weight="bold">Decisions a second in a loop in Python (logarithmic)</text>'
        f"{''.join(rows)}</svg>\n"
    )


def machine() -> str:
    """What it was measured on."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    cpu = next(
        (line.split(":")[1].strip() for line in lines if line.startswith("model name")),
        platform.processor(),
    )
    packages = ("catanatron", "chess", "open_spiel", "pettingzoo", "numpy")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return f"{cpu}, one core; Python {platform.python_version()}; {versions}"


START, END = "<!-- peers -->", "<!-- /peers -->"


def write(found: dict[str, dict[str, list[float]]], rounds: int, seconds: float, load: str) -> None:
    """Put table and chart into docs/speed.md."""
    page = ROOT / "docs" / "speed.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(START)
    _, _, after = rest.partition(END)
    told = f"Measured on {machine()}; {rounds} rounds of {seconds:g} s, {load}."
    page.write_text(f"{before}{START}\n{told}\n\n{table_of(found)}\n{END}{after}", encoding="utf-8")
    (ROOT / "docs" / "speed.svg").write_text(chart_of(found), encoding="utf-8")


def main() -> None:
    """Measure all contestants and print the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", help="contestants whose name has one of these in it")
    parser.add_argument("--one", help="only this one, in this process")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--compiled", default=COMPILED, help="where the compiled build is")
    parser.add_argument("--write", action="store_true", help="put the results into docs/speed.md")
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure_here(given.one, given.seconds)))
        return
    names = [name for name in CONTESTANTS if not given.names or any(part in name for part in given.names)]
    before = os.getloadavg()[0]
    for turn, found in enumerate(measure_all(names, given.rounds, given.seconds, given.compiled), 1):
        load = f"load of the machine {before:.1f} before and {os.getloadavg()[0]:.1f} after"
        if given.write:
            write(found, turn, given.seconds, load)
    print(table_of(found))
    print(load)


if __name__ == "__main__":
    main()
