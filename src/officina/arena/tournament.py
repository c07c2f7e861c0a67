"""Round robins: who is stronger, by how much, and how sure that is.

In a match one bot sits at a table of another kind, in every seat in turn with the same deal (paired deals), so that neither the
cards nor the seat decide. Every ordered pair of bots is a match at every number of players. Games are rows of a file that is
appended to: a run that was killed goes on with those that are missing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.bots import make_bot
from officina.core.errors import OptionError
from officina.core.game import Game
from officina.core.rng import Rng
from officina.core.text import Message
from officina.core.vocabulary import shown
from officina.games import GAMES

SURE: Final = 1.96
"""Standard errors on each side of a 95 % interval."""
ELO: Final = 400.0 / log(10.0)
ROUNDS: Final = 200
RESAMPLES: Final = 200


class Match(msgspec.Struct, frozen=True):
    """One bot among others of one kind."""

    one: str
    other: str
    players: int


class Plan(msgspec.Struct, frozen=True):
    """A tournament; plain data, so that it can be handed to another process."""

    game: str
    bots: tuple[str, ...]
    players: tuple[int, ...]
    deals: int
    options: dict[str, int | str]
    seed: str
    only: str = ""
    """Whoever alone shall sit among others; empty: everybody."""

    def matches(self) -> list[Match]:
        """Every ordered pair at every number of players."""
        return [
            Match(one, other, players)
            for players in self.players
            for one in self.bots
            for other in self.bots
            if one != other and self.only in ("", one)
        ]


class Played(msgspec.Struct, frozen=True):
    """One game: which deal, where the one bot sat, how all came in, what its decisions cost in processor time."""

    game: str
    seed: str
    one: str
    other: str
    players: int
    deal: int
    seat: int
    places: list[int]
    decisions: int
    seconds: float

    @property
    def key(self) -> tuple[str, str, int, int, int]:
        """What makes it this game and no other of its tournament."""
        return self.one, self.other, self.players, self.deal, self.seat

    @property
    def won(self) -> float:
        """The one bot's part of the win."""
        return 1.0 / self.places.count(1) if self.places[self.seat] == 1 else 0.0


class Cell(msgspec.Struct):
    """What a match has shown."""

    match: Match
    games: int
    share: float
    margin: float
    seconds: float
    """Processor time of one decision of the one bot, on average."""

    @property
    def fair(self) -> float:
        """What one of so many equals would win."""
        return 1.0 / self.match.players

    @property
    def times(self) -> float:
        """The share in fair shares."""
        return self.share / self.fair


class Rating(msgspec.Struct):
    """How strong a bot is, on the scale of chess ratings; the mean of all bots is 0."""

    bot: str
    rating: float
    least: float
    most: float


def plan_tournament(
    game: Game, bots: Sequence[str], players: Sequence[int], deals: int, options: dict[str, Any], seed: str, only: str = ""
) -> Plan:
    """A checked plan; OptionError for anything that cannot be."""
    names = tuple(dict.fromkeys(bots))
    if len(names) < 2:
        raise OptionError(Message("kernel.bot.two"))
    for name in names:
        make_bot(name)
    chosen: dict[str, int | str] = {}
    for count in players:
        chosen = game.read_options(count, options)
    if only and only not in names:
        raise OptionError(Message("kernel.bot.unknown", name=shown(only), bots=names))
    return Plan(game.name, names, tuple(players), deals, chosen, seed, only)


def play(plan: Plan, match: Match, deal: int, seat: int) -> Played:
    """One game."""
    game = GAMES[plan.game]
    bots = [make_bot(match.one if place == seat else match.other) for place in range(match.players)]
    p = game.start(match.players, f"{plan.seed}/{match.players}/{deal}", plan.options)
    streams = [Rng(f"{plan.seed}/{match.players}/{deal}/{place}") for place in range(match.players)]
    decisions = 0
    spent = 0.0
    while p.to_act:
        who = p.to_act[0]
        if who == seat:
            start = time.process_time()
            choice = bots[who].choose(p, who, streams[who])
            spent += time.process_time() - start
            decisions += 1
        else:
            choice = bots[who].choose(p, who, streams[who])
        p.apply(who, choice)
    places = [found.place for found in p.places()]
    return Played(plan.game, plan.seed, match.one, match.other, match.players, deal, seat, places, decisions, spent)


def missing(plan: Plan, done: Sequence[Played]) -> list[tuple[Match, int, int]]:
    """The games that are still to be played, deal by deal, so that all matches go on side by side."""
    known = {row.key for row in done if row.game == plan.game and row.seed == plan.seed}
    return [
        (match, deal, seat)
        for deal in range(plan.deals)
        for match in plan.matches()
        for seat in range(match.players)
        if (match.one, match.other, match.players, deal, seat) not in known
    ]


def read_rows(path: Path) -> list[Played]:
    """The games of a file; a last line that a kill has cut off is left out."""
    if not path.exists():
        return []
    found: list[Played] = []
    for line in path.read_bytes().split(b"\n"):
        try:
            found.append(msgspec.json.decode(line, type=Played))
        except msgspec.MsgspecError:
            continue
    return found


def _work(message: bytes) -> bytes:
    """A worker's task; plain bytes go in and out."""
    plan, match, deal, seat = msgspec.msgpack.decode(message, type=tuple[Plan, Match, int, int])
    return msgspec.json.encode(play(plan, match, deal, seat))


def run(plan: Plan, path: Path | None, jobs: int = 1, progress: Callable[[int], None] | None = None) -> list[Played]:
    """Play what is missing, write every game as it comes in, and return them all."""
    done = read_rows(path) if path is not None else []
    done = [row for row in done if row.game == plan.game and row.seed == plan.seed]
    if path is not None and path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")
    tasks = [msgspec.msgpack.encode((plan, *task)) for task in missing(plan, done)]
    for row in answers(tasks, jobs):
        if path is not None:
            with path.open("ab") as file:
                file.write(row + b"\n")
        done.append(msgspec.json.decode(row, type=Played))
        if progress is not None:
            progress(len(done))
    wanted = set(plan.matches())
    return [row for row in done if Match(row.one, row.other, row.players) in wanted and row.deal < plan.deals]


def answers(tasks: list[bytes], jobs: int) -> Iterator[bytes]:
    """What the tasks bring, in order."""
    if jobs <= 1:
        yield from map(_work, tasks)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(_work, tasks)


def cells(rows: Sequence[Played]) -> list[Cell]:
    """What the matches have shown. Games of one deal are not independent.

    The interval is that of the deals' means, or of as many independent games if that is wider.
    """
    by_match: dict[Match, list[Played]] = {}
    for row in rows:
        by_match.setdefault(Match(row.one, row.other, row.players), []).append(row)
    found = []
    for match, played in by_match.items():
        deals: dict[tuple[str, int], list[float]] = {}
        for row in played:
            deals.setdefault((row.seed, row.deal), []).append(row.won)
        means = [sum(won) / len(won) for won in deals.values()]
        share = sum(row.won for row in played) / len(played)
        spread = sum((mean - share) ** 2 for mean in means) / max(1, len(means) - 1)
        cautious = (share * len(played) + 2.0) / (len(played) + 4.0)  # Agresti and Coull: nothing is sure after a few games
        margin = SURE * max(sqrt(spread / len(means)), sqrt(cautious * (1.0 - cautious) / (len(played) + 4.0)))
        decisions = sum(row.decisions for row in played)
        found.append(Cell(match, len(played), share, margin, sum(row.seconds for row in played) / max(1, decisions)))
    return found


def ratings(rows: Sequence[Played], seed: str = "1") -> list[Rating]:
    """Bradley and Terry's ratings of all comparisons of two seats, with the middle 95 % of resampled deals."""
    bots = sorted({name for row in rows for name in (row.one, row.other)})
    deals = sorted({(row.players, row.deal) for row in rows})
    by_deal: dict[tuple[int, int], list[Played]] = {}
    for row in rows:
        by_deal.setdefault((row.players, row.deal), []).append(row)
    best = strengths(bots, rows)
    rng = Rng(f"ratings {seed}")
    drawn: list[list[float]] = []
    for _ in range(RESAMPLES):
        sample = [row for _ in deals for row in by_deal[deals[rng.below(len(deals))]]]
        drawn.append(strengths(bots, sample))
    found = []
    for place, bot in enumerate(bots):
        spread = sorted(sample[place] for sample in drawn)
        found.append(Rating(bot, best[place], spread[int(0.025 * RESAMPLES)], spread[int(0.975 * RESAMPLES) - 1]))
    return sorted(found, key=lambda rating: -rating.rating)


def strengths(bots: Sequence[str], rows: Sequence[Played]) -> list[float]:
    """The ratings that make the comparisons likeliest (Hunter's MM steps); half a comparison each way keeps them finite."""
    size = len(bots)
    index = {bot: place for place, bot in enumerate(bots)}
    beaten = [[0.5 if one != other else 0.0 for other in range(size)] for one in range(size)]
    for row in rows:
        one, other = index[row.one], index[row.other]
        mine = row.places[row.seat]
        for seat, place in enumerate(row.places):
            if seat != row.seat:
                better = 1.0 if mine < place else 0.5 if mine == place else 0.0
                beaten[one][other] += better
                beaten[other][one] += 1.0 - better
    strength = [1.0] * size
    for _ in range(ROUNDS):
        new = []
        for one in range(size):
            met = sum(
                (beaten[one][other] + beaten[other][one]) / (strength[one] + strength[other])
                for other in range(size)
                if other != one
            )
            new.append(sum(beaten[one]) / met)
        middle = exp(sum(log(worth) for worth in new) / size)
        strength = [worth / middle for worth in new]
    return [ELO * log(worth) for worth in strength]
