"""Simulate many games, on one core or several, and sum them up.

Games are numbered; game ``i`` of seed ``S`` is always the same game, whatever the number of jobs. Bots change seats from game
to game (game ``i`` is rotated by ``i`` places), so that a bot's share of wins does not depend on where it sits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.bots import make_bot
from officina.core.game import Game
from officina.core.rng import Rng
from officina.games import GAMES

CHUNK: Final = 25
"""Games a task plays: enough to make handing it over cheap, few enough for a smooth progress bar."""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate; plain data, so that it can be handed to another process."""

    game: str
    players: int
    bots: tuple[str, ...]
    options: dict[str, int | str]
    seed: str
    components: str | None = None
    track: str | None = None


class Row(msgspec.Struct, array_like=True):
    """One finished game: bots, scores and places by seat, length in decisions and in turns."""

    number: int
    bots: list[str]
    scores: list[int]
    places: list[int]
    decisions: int
    turns: int

    @property
    def winners(self) -> list[int]:
        """The seats in the first place."""
        return [seat for seat, place in enumerate(self.places) if place == 1]


class Summary:
    """What a simulation showed, as counts; summaries of any number of games take the same room."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = 0
        self.decisions = 0
        self.lengths: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.seat_wins = [0.0] * plan.players
        self.bot_games: Counter[str] = Counter()
        self.bot_wins: dict[str, float] = dict.fromkeys(plan.bots, 0.0)
        self.bot_scores: dict[str, Counter[int]] = {bot: Counter() for bot in plan.bots}
        self.seat_scores: list[Counter[int]] = [Counter() for _ in range(plan.players)]
        self.bot_places: dict[str, Counter[int]] = {bot: Counter() for bot in plan.bots}
        self.seat_places: list[Counter[int]] = [Counter() for _ in range(plan.players)]
        self.shared = 0

    def add(self, row: Row) -> None:
        """Count one game in. A shared victory counts in equal parts."""
        self.games += 1
        self.decisions += row.decisions
        self.lengths[row.decisions] += 1
        self.turns[row.turns] += 1
        winners = row.winners
        self.shared += len(winners) > 1
        for seat, bot in enumerate(row.bots):
            won = 1 / len(winners) if seat in winners else 0.0
            self.bot_games[bot] += 1
            self.bot_wins[bot] += won
            self.seat_wins[seat] += won
            self.bot_scores[bot][row.scores[seat]] += 1
            self.seat_scores[seat][row.scores[seat]] += 1
            self.bot_places[bot][row.places[seat]] += 1
            self.seat_places[seat][row.places[seat]] += 1

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {
            **msgspec.to_builtins(self.plan),
            "games": self.games,
            "decisions": self.decisions,
            "shared_victories": self.shared,
            "length": spread(self.lengths),
            "turns": spread(self.turns),
            "seats": [
                {
                    "seat": seat + 1,
                    "wins": wins,
                    "share": wins / max(1, self.games),
                    "scores": spread(self.seat_scores[seat]),
                    "places": spread(self.seat_places[seat]),
                }
                for seat, wins in enumerate(self.seat_wins)
            ],
            "bots": [
                {
                    "bot": bot,
                    "played": self.bot_games[bot],
                    "wins": wins,
                    "share_of_games": wins / max(1, self.games),
                    "scores": spread(self.bot_scores[bot]),
                    "places": spread(self.bot_places[bot]),
                }
                for bot, wins in self.bot_wins.items()
            ],
        }


def spread(counts: Counter[int]) -> dict[str, float]:
    """Least, quartiles, most and mean of counted values."""
    total = counts.total()
    if not total:
        return {}
    ordered = sorted(counts.items())

    def quantile(part: float) -> int:
        wanted, seen = part * total, 0
        for value, number in ordered:
            seen += number
            if seen >= wanted:
                return value
        return ordered[-1][0]

    return {
        "least": ordered[0][0],
        "quarter": quantile(0.25),
        "median": quantile(0.5),
        "three_quarters": quantile(0.75),
        "most": ordered[-1][0],
        "mean": sum(value * number for value, number in ordered) / total,
    }


def plan_simulation(
    game: Game,
    players: int,
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: int | str,
    components: Path | None = None,
    track: Path | None = None,
) -> Plan:
    """A checked plan; ``game`` is the one that these components and track give.

    Fewer bots than seats: the list is repeated. OptionError for anything that cannot be.
    """
    chosen = game.read_options(players, options)
    names = [bots[seat % len(bots)] for seat in range(players)]
    for name in names:
        make_bot(name)
    files = [None if file is None else str(file.resolve()) for file in (components, track)]
    return Plan(game.name, players, tuple(names), chosen, str(seed), *files)


def play_one(game: Game, plan: Plan, number: int) -> Row:
    """Play game number ``number`` of a plan."""
    names = [plan.bots[(seat + number) % plan.players] for seat in range(plan.players)]
    bots = [make_bot(name) for name in names]
    rng = Rng(f"{plan.seed}/{number}/bots")
    p = game.start(plan.players, f"{plan.seed}/{number}", plan.options)
    decisions = 0
    while True:
        waiting = p.to_act
        if not waiting:
            break
        seat = waiting[0]
        p.apply(seat, bots[seat].choose(p, seat, rng))
        decisions += 1
    return Row(number, names, p.scores(), [found.place for found in p.places()], decisions, game.turns(p))


def play_chunk(plan: Plan, numbers: Iterable[int]) -> list[Row]:
    """Play some games of a plan; runs in a worker process."""
    game = GAMES[plan.game]
    if plan.components:
        game = game.with_components(Path(plan.components))
    if plan.track:
        game = game.with_track(Path(plan.track))
    return [play_one(game, plan, number) for number in numbers]


def _work(message: bytes, first: int, last: int) -> bytes:
    """A worker's task. Plain bytes go in and out: native classes do not pickle."""
    plan = msgspec.msgpack.decode(message, type=Plan)
    return msgspec.msgpack.encode(play_chunk(plan, range(first, last)))


def rows(plan: Plan, games: int, jobs: int) -> Iterator[list[Row]]:
    """All games of a plan, chunk by chunk in order, played by ``jobs`` processes."""
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    if jobs <= 1:
        for first, last in chunks:
            yield play_chunk(plan, range(first, last))
        return
    message = msgspec.msgpack.encode(plan)
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        starts, ends = [first for first, _ in chunks], [last for _, last in chunks]
        for answer in pool.map(_work, [message] * len(chunks), starts, ends):
            yield msgspec.msgpack.decode(answer, type=list[Row])


def simulate(plan: Plan, games: int, jobs: int = 1, progress: Callable[[list[Row]], None] | None = None) -> Summary:
    """Play the games and sum them up; ``progress`` is told which more are done."""
    summary = Summary(plan)
    for chunk in rows(plan, games, jobs):
        for row in chunk:
            summary.add(row)
        if progress is not None:
            progress(chunk)
    return summary
