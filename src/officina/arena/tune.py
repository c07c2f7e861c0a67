"""Tune the figures of a game's heuristics by letting them play against each other.

A separable evolution strategy (natural gradients of a Gaussian, each figure with its own spread, Schaul 2011) on the logarithms
of the figures: signs stay, zeros stay. The candidates of a generation sit down together, table after table, at several
numbers of players and sets of options; what counts is how often a candidate wins and how many it leaves behind. So every game
is a sample for all who sit in it, and the opponents grow with the player. In every third round a candidate sits alone among
strangers (figures of 0.1, and players at random): who tunes against its like only learns to outguess its like, and loses to
people. What is kept in the end is the middle of the cloud.

All is drawn from a seed and the number of the generation, and the state is written after each: a run that was killed goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from math import cos as cosine
from math import exp, log, pi, sqrt
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.core.boxes import box_of
from officina.core.errors import OptionError
from officina.core.game import Game
from officina.core.policy import FIRST, TUNED, Figures, file_name
from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import Message

ROUNDS: Final = 40
"""Games that each candidate plays in a generation."""
SPREAD: Final = 0.25
"""The first spread of every figure, as a logarithm: about a quarter up or down."""
LEAST_SPREAD: Final = 0.03
MOST_SPREAD: Final = 0.7
MOST_PLAYERS: Final = 5
USUAL_PLAYERS: Final = 4
STRANGERS: Final = 3
"""Every so many rounds a candidate sits among strangers."""
PLACES: Final = 0.5
"""What leaving everybody behind counts beside winning."""


OLD: Final = -1
CHANCE: Final = -2
"""Who sits there, if it is no candidate."""


class State(msgspec.Struct):
    """Where a run stands; plain data, written after each generation."""

    game: str
    seed: str
    names: list[str]
    figures: dict[str, Any]
    middle: list[float]
    spread: list[float]
    generation: int = 0
    games: int = 0
    seconds: float = 0.0


class Cell(msgspec.Struct, frozen=True):
    """One kind of table: players and options."""

    players: int
    options: dict[str, int | str]


def cells_of(game: Game) -> list[Cell]:
    """The tables that are played at in turn: every number of players, the usual one more often, every named set of options."""
    counts = [count for count in game.players if count <= MOST_PLAYERS]
    usual = USUAL_PLAYERS if USUAL_PLAYERS in counts else counts[-1]
    found = []
    for count in counts:
        found += [Cell(count, {}), Cell(usual, {})] if count != usual else [Cell(usual, {})]
    for options in box_of(game).sets.values():
        allowed = [count for count in counts if count in game.players_for(game.read_option_values(options))]
        wanted = usual if usual in allowed else allowed[-1]
        found.append(Cell(wanted, dict(options)))
    return found


def begin(game: Game, seed: str, start: Figures | None = None) -> State:
    """A new run, from the figures that the game is played with."""
    if game.values() is None:
        raise OptionError(Message("kernel.policy.none", game=game.title()))
    figures = start if start is not None else Figures.load(game.folder / file_name(TUNED))
    vector = figures.vector()
    names = list(figures.figures)
    return State(game.name, seed, names, figures.figures, [log(abs(x)) for x in vector], [SPREAD] * len(vector))


def load(path: Path) -> State:
    """A run that was begun before."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=State)
    except (OSError, msgspec.MsgspecError) as error:
        raise OptionError(Message("kernel.policy.state", file=str(path), why=str(error))) from None


def save(state: State, path: Path) -> None:
    """Write it so that a kill leaves the old one or the new one."""
    half = path.with_name(path.name + ".new")
    half.write_bytes(json.dumps(msgspec.to_builtins(state), indent=1).encode())
    half.replace(path)


def figures_at(state: State, point: list[float]) -> Figures:
    """The figures of a point among the logarithms."""
    base = Figures(state.figures, "tune")
    signs = base.vector()
    return base.with_vector([exp(x) if sign > 0 else -exp(x) for x, sign in zip(point, signs, strict=True)])


def candidates_of(size: int) -> int:
    """How many candidates a generation of so many figures has; an even number, since they come in mirrored pairs."""
    return 2 * (4 + int(2 * log(max(2, size))))


def normal(rng: Rng) -> float:
    """A draw from the bell curve."""
    return sqrt(-2.0 * log(1.0 - rng.unit())) * cosine(2.0 * pi * rng.unit())


def utilities(number: int) -> list[float]:
    """What the best, second best, ... candidate counts; they add up to 0."""
    raw = [max(0.0, log(number / 2 + 1) - log(place + 1)) for place in range(number)]
    total = sum(raw)
    return [worth / total - 1 / number for worth in raw]


def play(game: Game, players: int, seed: str, options: dict[str, Any], values: list[Any]) -> Position:
    """One game of the heuristics, each seat by its own figures; without any, at random."""
    p = game.start(players, seed, options)
    rng = Rng(f"{seed}/bots")
    while True:
        waiting = p.to_act
        if not waiting:
            return p
        seat = waiting[0]
        if values[seat] is None:
            p.apply(seat, rng.pick(p.options(seat)))
            continue
        world = p.determinize(seat, rng)
        p.apply(seat, world.options(seat)[rng.weighted(game.weights_by(values[seat], world, seat, rng))])


def marks(p: Position) -> list[float]:
    """What a finished game counts for every seat: a part of a win, and a part of those left behind."""
    places = [found.place for found in p.places()]
    winners = places.count(1)
    others = len(places) - 1
    return [
        (1.0 / winners if place == 1 else 0.0) * others + PLACES * sum(place < other for other in places) / others
        for place in places
    ]


def among(who: int, place: int, players: int) -> list[int]:
    """A candidate among strangers, its seat and theirs by the place: players by the figures of 0.1 and at random in turn."""
    seated = [OLD if (place + seat) % 2 else CHANCE for seat in range(players)]
    seated[place % players] = who
    return seated


def step(game: Game, state: State, rounds: int = ROUNDS) -> list[float]:
    """One generation: draw, play, learn. Returns the marks of its candidates, best first."""
    started = time.process_time()
    size = len(state.middle)
    number = candidates_of(size)
    rng = Rng(f"tune {state.seed} {state.generation}")
    draws: list[list[float]] = []
    for _ in range(number // 2):
        draw = [normal(rng) for _ in range(size)]
        draws += [draw, [-x for x in draw]]
    values_class = type(game.values())
    values = []
    for draw in draws:
        point = [m + s * x for m, s, x in zip(state.middle, state.spread, draw, strict=True)]
        values.append(values_class(figures_at(state, point)))
    first = game.values(FIRST)
    totals = [0.0] * number
    sat = [0] * number
    cells = cells_of(game)
    for turn in range(rounds):
        cell = cells[(state.generation * rounds + turn) % len(cells)]
        order = list(range(number))
        rng.shuffle(order)
        if turn % STRANGERS == STRANGERS - 1:
            seatings = [among(who, place, cell.players) for place, who in enumerate(order)]
        else:
            order += order[: -number % cell.players]
            seatings = [order[first : first + cell.players] for first in range(0, len(order), cell.players)]
        for table, seated in enumerate(seatings):
            seed = f"tune {state.seed} {state.generation} {turn} {table}"
            sitting = [values[who] if who >= 0 else first if who == OLD else None for who in seated]
            found = marks(play(game, cell.players, seed, cell.options, sitting))
            for who, mark in zip(seated, found, strict=True):
                if who >= 0:
                    totals[who] += mark
                    sat[who] += 1
            state.games += 1
    means = [total / count for total, count in zip(totals, sat, strict=True)]
    ranked = sorted(range(number), key=lambda who: -means[who])
    worths = utilities(number)
    rate = (3.0 + log(size)) / (5.0 * sqrt(size))
    for place in range(size):
        towards = sum(worth * draws[who][place] for worth, who in zip(worths, ranked, strict=True))
        wider = sum(worth * (draws[who][place] ** 2 - 1.0) for worth, who in zip(worths, ranked, strict=True))
        state.middle[place] += state.spread[place] * towards
        state.spread[place] = min(MOST_SPREAD, max(LEAST_SPREAD, state.spread[place] * exp(0.5 * rate * wider)))
    state.generation += 1
    state.seconds += time.process_time() - started
    return [means[who] for who in ranked]


def run(
    game: Game, state: State, path: Path, seconds: float, progress: Callable[[State, list[float]], None] | None = None
) -> Figures:
    """Go on until so many seconds of processor time are spent, this run's and those before; the figures found."""
    while state.seconds < seconds:
        found = step(game, state)
        save(state, path)
        if progress is not None:
            progress(state, found)
    return figures_at(state, state.middle)


def share(game: Game, one: Figures, other: Figures, players: int, games: int, seed: str) -> float:
    """The share of wins of one player by some figures at tables of others; fresh deals, seats in turn."""
    values_class = type(game.values())
    mine, theirs = values_class(one), values_class(other)
    won = 0.0
    for number in range(games):
        seat = number % players
        values = [mine if place == seat else theirs for place in range(players)]
        winners = play(game, players, f"accept {seed} {number}", {}, values).winners()
        won += 1.0 / len(winners) if seat in winners else 0.0
    return won / games
