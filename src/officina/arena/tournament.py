"""Round robins: who is stronger, by how much, and how sure that is.

In a match one bot sits at a table of another kind, in every seat in turn with the same deal (paired deals), so that neither the
cards nor the seat decide. Every ordered pair of bots is a match at every number of players. Games are rows of a file that is
appended to: a run that was killed goes on with those that are missing.

Ratings are Bradley and Terry's: the strengths of bots do not change while they play, so all games count alike, whatever their
order. (Ratings that learn from game to game, as openskill's, are for people who get better.)

A match may stop as soon as it is decided. Whoever looks often enough sees some difference by chance, so there are few looks (at
8, 16, 32, ... deals), and each later one asks for more: all of them together are wrong in 5 % of matches of equals at most.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import exp, log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import msgspec

from officina.arena.crew import BOT_SECONDS, Crew
from officina.arena.playing import Blame, Circumstances, Fall, Seats, decide
from officina.bots import is_guest, make_bot
from officina.core.errors import OptionError
from officina.core.game import Game
from officina.core.rng import Rng
from officina.core.text import Message
from officina.core.vocabulary import shown
from officina.games import GAMES

SURE: Final = 1.96
"""Standard errors on each side of a 95 % interval."""
SURE_PART: Final = 0.95
ELO: Final = 400.0 / log(10.0)
ROUNDS: Final = 200
RESAMPLES: Final = 200
FIRST_LOOK: Final = 8
"""Deals after which a match is looked at for the first time; then after twice as many, and so on."""


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
    falls: list[Fall] = []

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


def play(plan: Plan, match: Match, deal: int, seat: int, around: Circumstances | None = None) -> Played:
    """One game."""
    around = Circumstances() if around is None else around
    game = GAMES[plan.game]
    names = [match.one if place == seat else match.other for place in range(match.players)]
    base = f"{plan.seed}/{match.players}/{deal}"
    p = game.start(match.players, base, plan.options)
    seats = Seats(names, [Rng(f"{base}/{place}") for place in range(match.players)], f"{base}/stand-in", 0, around)
    decisions = mine = 0
    spent = 0.0
    while p.to_act:
        who = p.to_act[0]
        start = time.process_time()
        decide(p, who, seats, 0, decisions, around)
        decisions += 1
        if who == seat:
            spent += time.process_time() - start
            mine += 1
    seats.leave()
    places = [found.place for found in p.places()]
    return Played(plan.game, plan.seed, match.one, match.other, match.players, deal, seat, places, mine, spent, seats.falls)


def missing(plan: Plan, done: Sequence[Played], matches: Sequence[Match] | None = None) -> list[tuple[Match, int, int]]:
    """The games that are still to be played, deal by deal, so that all matches go on side by side."""
    known = {row.key for row in done if row.game == plan.game and row.seed == plan.seed}
    return [
        (match, deal, seat)
        for deal in range(plan.deals)
        for match in (plan.matches() if matches is None else matches)
        for seat in range(match.players)
        if (match.one, match.other, match.players, deal, seat) not in known
    ]


def looks(deals: int) -> list[int]:
    """After how many deals a match is looked at, the last time when all are played."""
    found = [FIRST_LOOK]
    while found[-1] * 2 < deals:
        found.append(found[-1] * 2)
    return [*(look for look in found if look < deals), deals]


def is_decided(rows: Sequence[Played], look: int, number: int) -> bool:
    """Whether the games of a match on its first ``look`` deals tell its share from the fair one, at the look of that number."""
    (cell,) = cells([row for row in rows if row.deal < look])
    wrong = (1.0 - SURE_PART) / (number * (number + 1))  # 1/2 + 1/6 + 1/12 + ... = 1: together the looks are wrong in 5 %
    wider = NormalDist().inv_cdf(1.0 - wrong / 2.0) / SURE
    return abs(cell.share - cell.fair) > cell.margin * wider


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


def do_task(task: bytes, around: Circumstances) -> bytes:
    """A game of a tournament; plain bytes go in and out."""
    plan, match, deal, seat = read_task(task)
    return msgspec.json.encode(play(plan, match, deal, seat, around))


def read_task(task: bytes) -> tuple[Plan, Match, int, int]:
    """What a task says."""
    return msgspec.msgpack.decode(task, type=tuple[Plan, Match, int, int])


def blamed_bot(task: bytes, blame: Blame) -> str:
    """Who sat there."""
    _, match, _, seat = read_task(task)
    return match.one if blame.seat == seat else match.other


def run(
    plan: Plan,
    path: Path | None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    until_decided: bool = False,
    limit: float = BOT_SECONDS,
) -> list[Played]:
    """Play what is missing, write every game as it comes in, and return them all; ``until_decided``: as long as needed."""
    done = read_rows(path) if path is not None else []
    done = [row for row in done if row.game == plan.game and row.seed == plan.seed]
    if path is not None and path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")
    going = plan.matches()
    for number, look in enumerate(looks(plan.deals) if until_decided else [plan.deals], 1):
        tasks = [task for task in missing(plan, done, going) if task[1] < look]
        for row in answers([msgspec.msgpack.encode((plan, *task)) for task in tasks], plan, jobs, limit):
            if path is not None:
                with path.open("ab") as file:
                    file.write(row + b"\n")
            done.append(msgspec.json.decode(row, type=Played))
            if progress is not None:
                progress(len(done))
        if look < plan.deals:
            going = [match for match in going if not is_decided(of_match(done, match), look, number)]
    wanted = set(plan.matches())
    return [row for row in done if Match(row.one, row.other, row.players) in wanted and row.deal < plan.deals]


def of_match(rows: Sequence[Played], match: Match) -> list[Played]:
    """The games of a match."""
    return [row for row in rows if (row.one, row.other, row.players) == (match.one, match.other, match.players)]


def answers(tasks: list[bytes], plan: Plan, jobs: int, limit: float) -> Iterator[bytes]:
    """What the tasks bring, in order. Bots of others never think in this process."""
    if jobs <= 1 and not any(is_guest(bot) for bot in plan.bots):
        for task in tasks:
            yield do_task(task, Circumstances())
        return
    yield from Crew(jobs, do_task, blamed_bot, limit).run(tasks)


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
