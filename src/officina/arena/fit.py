"""Fit the weights of a game's features on self-play, so that ``game.evaluate`` knows how a position stands.

Games begin with players of several kinds (tuned, careless, of 0.1), so that positions are unlike each other; from a point drawn
by chance on everybody plays as the tuned heuristic does, and from there positions are samples: the weights say what sensible
players will make of a position, not who sits there. What is fitted are final scores, each seat's against the mean of the table,
by least squares with a little ridge. How many points of lead make a win likelier by how much, and how well margins are
foretold, is found on other games.

The state are the sums of the normal equations, written after every batch: a run that was killed goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.arena.tune import Cell, cells_of
from officina.core.errors import OptionError
from officina.core.evaluation import LEFT, Evaluation, leads, point_before, share_of, softmax
from officina.core.folder import FolderGame
from officina.core.game import Game
from officina.core.policy import FIRST, NOVICE, TUNED
from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import Message

BATCH: Final = 40
"""Games between two writes of the state."""
SAMPLES: Final = 10
"""Positions of a game that count, about."""
RIDGE: Final = 3e-4
"""How much weights are pulled towards 0, of what the features scatter."""
KINDS: Final = (TUNED, TUNED, NOVICE, FIRST)
MOMENTS: Final = (0.25, 0.5, 0.75)


class Features:
    """What a game's folder counts."""

    def __init__(self, game: Game) -> None:
        names = game.hook("features", "FEATURES") if isinstance(game, FolderGame) else None
        if names is None or not isinstance(game, FolderGame):
            raise OptionError(Message("kernel.evaluation.none", game=game.title()))
        self.names: list[str] = list(names)
        self.count: Callable[[Position, int], list[float]] = game.hook("features", "features")
        self.left: Callable[[Position], float] = game.hook("features", "left")


class State(msgspec.Struct):
    """Where a run stands; plain data."""

    game: str
    seed: str
    names: list[str]
    matrix: list[list[float]]
    vector: list[float]
    games: int = 0
    samples: int = 0
    seconds: float = 0.0


class Moment(msgspec.Struct, frozen=True):
    """How well final margins are foretold at some part of the game: correlations, and the cost of the chances to win."""

    part: float
    positions: int
    evaluation: float
    score: float
    log_loss: float
    fair_loss: float


def begin(game: Game, seed: str) -> State:
    """A new run."""
    names = Features(game).names
    size = len(names) * len(LEFT)
    return State(game.name, seed, names, [[0.0] * size for _ in range(size)], [0.0] * size)


def load(path: Path, game: Game) -> State:
    """A run that was begun before."""
    try:
        state = msgspec.json.decode(path.read_bytes(), type=State)
    except (OSError, msgspec.MsgspecError) as error:
        raise OptionError(Message("kernel.evaluation.state", file=str(path), why=str(error))) from None
    if state.game != game.name or state.names != Features(game).names:
        raise OptionError(Message("kernel.evaluation.other", file=str(path), game=game.title()))
    return state


def save(state: State, path: Path) -> None:
    """Write it so that a kill leaves the old one or the new one."""
    half = path.with_name(path.name + ".new")
    half.write_bytes(json.dumps(msgspec.to_builtins(state)).encode())
    half.replace(path)


def positions_of(game: Game, cell: Cell, seed: str, mixed: bool) -> tuple[list[Position], Position]:
    """A game of the heuristics: the positions at its decisions, and its end. ``mixed``: only those after the careless part."""
    p = game.start(cell.players, seed, cell.options)
    rng = Rng(f"{seed}/bots")
    tuned = game.values(TUNED)
    sitting = [game.values(KINDS[rng.below(len(KINDS))]) if mixed else tuned for _ in range(cell.players)]
    careless = rng.unit() ** 2 if mixed else 0.0
    left: Callable[[Position], float] = Features(game).left
    found: list[Position] = []
    while True:
        waiting = p.to_act
        if not waiting:
            return found, p
        seat = waiting[0]
        if careless and left(p) <= 1.0 - careless:
            careless = 0.0
        if not careless:
            found.append(p.clone())
        world = p.determinize(seat, rng)
        policy = sitting[seat] if careless else tuned
        p.apply(seat, world.options(seat)[rng.weighted(game.weights_by(policy, world, seat, rng))])


def add_sample(state: State, features: Features, p: Position, final: list[int]) -> None:
    """One position: for every seat what it has more than the mean of the table, against what it will have in the end."""
    left = features.left(p)
    upper = point_before(left)
    part = share_of(left, upper)
    counted = [features.count(p, seat) for seat in range(p.seats)]
    size = len(features.names)
    means = [sum(row[place] for row in counted) / p.seats for place in range(size)]
    mean = sum(final) / p.seats
    first = upper * size
    matrix, vector = state.matrix, state.vector
    for seat in range(p.seats):
        apart = [counted[seat][place] - means[place] for place in range(size)]
        row = [each * part for each in apart] + [each * (1.0 - part) for each in apart]
        wanted = final[seat] - mean
        for place, each in enumerate(row):
            if each:
                vector[first + place] += each * wanted
                line = matrix[first + place]
                for other in range(place + 1):
                    line[first + other] += each * row[other]
    state.samples += 1


def step(game: Game, state: State) -> None:
    """One batch of games."""
    started = time.process_time()
    features = Features(game)
    cells = cells_of(game)
    for _ in range(BATCH):
        cell = cells[state.games % len(cells)]
        seed = f"fit {state.seed} {state.games}"
        found, end = positions_of(game, cell, seed, mixed=True)
        rng = Rng(f"{seed}/samples")
        final = end.scores()
        chance = SAMPLES / max(1, len(found))
        for p in found:
            if rng.unit() < chance:
                add_sample(state, features, p, final)
        state.games += 1
    state.seconds += time.process_time() - started


def solved(state: State) -> list[list[float]]:
    """The weights by points of the game (Cholesky, features on one scale)."""
    size = len(state.vector)
    scales = [sqrt(state.matrix[place][place]) or 1.0 for place in range(size)]
    lower = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            total = state.matrix[row][column] / (scales[row] * scales[column])
            if row == column:
                total += RIDGE
            for other in range(column):
                total -= lower[row][other] * lower[column][other]
            lower[row][column] = sqrt(max(total, 1e-12)) if row == column else total / lower[column][column]
    half = [0.0] * size
    for row in range(size):
        known = sum(lower[row][column] * half[column] for column in range(row))
        half[row] = (state.vector[row] / scales[row] - known) / lower[row][row]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        known = sum(lower[other][row] * found[other] for other in range(row + 1, size))
        found[row] = (half[row] - known) / lower[row][row]
    number = len(state.names)
    return [
        [found[place] / scales[place] for place in range(point * number, (point + 1) * number)] for point in range(len(LEFT))
    ]


class Seen(msgspec.Struct):
    """A position of a game that the weights were not fitted on."""

    part: float
    left: float
    worths: list[float]
    scores: list[int]
    final: list[int]
    winners: list[int]


def look(game: Game, evaluation: Evaluation, games: int, seed: str) -> list[Seen]:
    """Positions at a quarter, half and three quarters of games of the tuned heuristic."""
    cells = cells_of(game)
    found = []
    for number in range(games):
        positions, end = positions_of(game, cells[number % len(cells)], f"look {seed} {number}", mixed=False)
        for part in MOMENTS:
            p = positions[int(part * len(positions))]
            worths = evaluation.worths(p)
            found.append(Seen(part, evaluation.left(p), worths, p.scores(), end.scores(), end.winners()))
    return found


def loss(seen: list[Seen], narrow: float, wide: float) -> float:
    """What the chances cost, by the logarithm of those of the winners."""
    total = 0.0
    for each in seen:
        chances = softmax(each.worths, narrow + wide * each.left)
        total -= sum(log(max(1e-9, chances[seat])) for seat in each.winners) / len(each.winners)
    return total / max(1, len(seen))


def scales_of(seen: list[Seen]) -> tuple[float, float]:
    """The scales of the chances that cost least, looked for on a grid that grows by a sixth."""
    spread = sqrt(sum((score - sum(s.final) / len(s.final)) ** 2 for s in seen for score in s.final) / len(seen)) or 1.0
    grid = [3.0 * spread * exp(-place / 6.5) for place in range(30)]
    narrow = wide = grid[12]
    for _ in range(3):
        narrow = min(grid, key=lambda each: loss(seen, each, wide))
        wide = min([0.0, *grid], key=lambda each: loss(seen, narrow, each))
    return narrow, wide


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Pearson's."""
    number = len(pairs)
    ones, others = [one for one, _ in pairs], [other for _, other in pairs]
    one, other = sum(ones) / number, sum(others) / number
    shared = sum((x - one) * (y - other) for x, y in pairs)
    spread = sqrt(sum((x - one) ** 2 for x in ones) * sum((y - other) ** 2 for y in others))
    return shared / spread if spread else 0.0


def judged(seen: list[Seen], evaluation: Evaluation) -> list[Moment]:
    """How well the margins are foretold, beside the plain scores."""
    found = []
    for part in MOMENTS:
        here = [each for each in seen if each.part == part]
        final = [(margin, seat) for each in here for seat, margin in enumerate(leads([float(x) for x in each.final]))]
        told = [margin for each in here for margin in leads(each.worths)]
        plain = [margin for each in here for margin in leads([float(x) for x in each.scores])]
        found.append(
            Moment(
                part,
                len(here),
                correlation([(a, b) for a, (b, _) in zip(told, final, strict=True)]),
                correlation([(a, b) for a, (b, _) in zip(plain, final, strict=True)]),
                loss(here, evaluation.narrow, evaluation.wide),
                sum(log(len(each.final)) for each in here) / len(here),
            )
        )
    return found


def run(game: Game, state: State, path: Path, seconds: float, progress: Callable[[State], None] | None = None) -> None:
    """Go on until so many seconds of processor time are spent, this run's and those before."""
    while state.seconds < seconds:
        step(game, state)
        save(state, path)
        if progress is not None:
            progress(state)


def evaluation_of(game: Game, state: State, games: int) -> tuple[Evaluation, list[Moment]]:
    """The evaluation that a run has found, its scales fitted on some games and judged on as many others."""
    features = Features(game)
    evaluation = Evaluation(features.count, features.left, solved(state), 1.0, 0.0)
    evaluation.narrow, evaluation.wide = scales_of(look(game, evaluation, games, f"{state.seed} scales"))
    return evaluation, judged(look(game, evaluation, games, f"{state.seed} fresh"), evaluation)


def as_toml(state: State, evaluation: Evaluation, comments: list[str]) -> str:
    """The file ``evaluation.toml``."""
    lines = [f"# {comment}".rstrip() for comment in comments]
    lines += ["[chance]", f"narrow = {evaluation.narrow:.3f}", f"wide = {evaluation.wide:.3f}", ""]
    lines += [f"# Of every feature, when {', '.join(f'{left:g}' for left in LEFT)} of the game are left.", "[weights]"]
    for place, name in enumerate(state.names):
        lines.append(f"{name} = [{', '.join(f'{point[place]:.4f}' for point in evaluation.weights)}]")
    return "\n".join([*lines, ""])


def measure(game: Game, games: int, seed: str) -> list[Moment]:
    """How well the evaluation that the game has foretells, on fresh games."""
    evaluation: Any = getattr(game, "evaluation", None)
    if evaluation is None:
        raise OptionError(Message("kernel.evaluation.missing", game=game.title()))
    return judged(look(game, evaluation, games, seed), evaluation)
