"""Measuring the engine: decisions, games, copies, redraws and memory."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.bots.searching import ExpertBot, settings_of
from officina.core.game import Game
from officina.core.playout import play_out
from officina.core.position import Position
from officina.core.rng import FAST, KEYED, Rng, game_rng

POSITIONS: Final = 10_000
SAMPLES: Final = 50
PACK: Final = 52
SPARSE: Final = 5
"""Every so many key decisions one is searched, so that a short measurement sees all of a game."""


class Figures(msgspec.Struct):
    """What was measured of one game in one build; random play, options at their defaults; both kinds of chance."""

    decisions_per_second: float
    games_per_second: float
    keyed_games_per_second: float
    draws_per_second: float
    keyed_draws_per_second: float
    clones_per_second: float
    determinizes_per_second: float
    clone_in_decisions: float
    bytes_per_position: float
    megabytes_for_10000: float

    def to_json(self) -> dict[str, float]:
        """The figures by name."""
        plain: dict[str, float] = msgspec.to_builtins(self)
        return plain


def measure(game: Game, seconds: float) -> Figures:
    """All figures of a game, each measured for about so many seconds."""
    players = min(4, game.players[-1])
    gc.collect()
    gc.disable()
    try:
        decisions, games, spent = play(game, players, seconds)
        _, keyed_games, keyed_spent = play(game, players, seconds, KEYED)
        fast, keyed = (draws(game_rng("bench", chance), seconds / 4) for chance in (FAST, KEYED))
        positions = sample(game, players)
        clone = rate(lambda i: positions[i % len(positions)].clone(), seconds / 2)
        rng = Rng("bench determinize")
        redraw = rate(lambda i: positions[i % len(positions)].determinize(0, rng), seconds / 2)
    finally:
        gc.enable()
    size = memory(positions)
    return Figures(
        decisions_per_second=decisions / spent,
        games_per_second=games / spent,
        keyed_games_per_second=keyed_games / keyed_spent,
        draws_per_second=fast,
        keyed_draws_per_second=keyed,
        clones_per_second=clone,
        determinizes_per_second=redraw,
        clone_in_decisions=(decisions / spent) / clone,
        bytes_per_position=size / POSITIONS,
        megabytes_for_10000=size / 1e6,
    )


def searched(game: Game, seconds: float) -> tuple[float, int]:
    """Iterations of the search in a second of processor time, as an expert searches, and the decisions it was measured on.

    Those decisions are the key ones of games between sensible players, from the beginning on; 0 and 0 if nothing is searched.
    """
    settings = settings_of(game)
    if not any(settings.key):
        return 0.0, 0
    bot, rng = ExpertBot(), Rng("bench search")
    players = min(4, game.players[-1])
    iterations = decisions = number = 0
    spent = 0.0
    while True:
        p = game.start(players, f"search {number}")
        number += 1
        while p.to_act:
            seat = p.to_act[0]
            if settings.key[p.kind(seat)] and not decisions % SPARSE:
                start = time.process_time()
                iterations += bot.look(p, seat, rng).iterations
                spent += time.process_time() - start
                if spent >= seconds:
                    return iterations / spent, decisions // SPARSE + 1
            decisions += settings.key[p.kind(seat)]
            world = p.determinize(seat, rng)
            p.apply(seat, world.options(seat)[rng.weighted(game.weights(world, seat, rng))])


def draws(rng: Rng, seconds: float) -> float:
    """Bounded draws in a second, by the shuffling of a pack: the loop itself is compiled where the stream is."""
    pack = list(range(PACK))
    return rate(lambda _: rng.shuffle(pack), seconds) * (PACK - 1)


def play(game: Game, players: int, seconds: float, chance: str = FAST) -> tuple[int, int, float]:
    """Random games for so many seconds: decisions taken, games finished, seconds spent."""
    rng = Rng("bench play")
    decisions = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        decisions += play_out(game.start(players, games, chance=chance), rng)
        games += 1
    return decisions, games, time.perf_counter() - start


def sample(game: Game, players: int) -> list[Position]:
    """Positions from all over one random game."""
    rng = Rng("bench sample")
    p = game.start(players, "sample")
    visited: list[Position] = []
    while p.to_act:
        visited.append(p.clone())
        p.apply(p.to_act[0], rng.pick(p.options(p.to_act[0])))
    step = max(1, len(visited) // SAMPLES)
    return visited[::step]


def rate(action: Callable[[int], Any], seconds: float) -> float:
    """How often an action can be done in a second."""
    done = 0
    start = time.perf_counter()
    while True:
        for _ in range(50):
            action(done)
            done += 1
        spent = time.perf_counter() - start
        if spent >= seconds:
            return done / spent


def memory(positions: list[Position]) -> float:
    """Bytes that 10,000 copies take, by the growth of the process (where it can be seen) or by the allocator's count."""
    gc.collect()
    size = resident if resident() else lambda: sys.getallocatedblocks() * 64
    before = size()
    kept = [positions[i % len(positions)].clone() for i in range(POSITIONS)]
    grown = size() - before
    del kept
    return float(grown)


def resident() -> int:
    """The process's resident memory in bytes; 0 where the system does not tell."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return 0
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
