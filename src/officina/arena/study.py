"""What rows of simulations and tournaments say about a game: shares, means and ratios with their n and 95 % intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Final

import msgspec

from officina.arena import tournament
from officina.arena.rows import Plan, Row, read_plan, read_rows
from officina.core.errors import OptionError
from officina.core.game import OptionValue
from officina.core.text import Message
from officina.games import GAMES

SURE: Final = 1.96
"""Standard errors on each side of a 95 % interval."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure, the ends of its 95 % interval, and of how many cases it is."""

    value: float
    least: float
    most: float
    n: int

    def apart_from(self, expected: float) -> bool:
        """Whether the interval leaves out what was to be expected."""
        return not self.least <= expected <= self.most


class Share:
    """Wins among games; a shared win is a part of one. Wilson's interval, which holds near 0 and 1, too."""

    def __init__(self) -> None:
        self.n = 0
        self.won = 0.0

    def add(self, won: float) -> None:
        """One game."""
        self.n += 1
        self.won += won

    def estimate(self) -> Estimate:
        """The share."""
        share, square = self.won / self.n, SURE * SURE
        middle = (share + square / (2 * self.n)) / (1 + square / self.n)
        half = SURE / (1 + square / self.n) * sqrt(share * (1 - share) / self.n + square / (4 * self.n * self.n))
        return Estimate(share, middle - half, middle + half, self.n)


class Mean:
    """The mean of independent figures."""

    def __init__(self) -> None:
        self.n = 0
        self.sum = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        """One more."""
        self.n += 1
        self.sum += value
        self.squares += value * value

    def estimate(self) -> Estimate:
        """The mean."""
        mean = self.sum / self.n
        spread = max(0.0, self.squares - self.n * mean * mean) / max(1, self.n - 1)
        half = SURE * sqrt(spread / self.n)
        return Estimate(mean, mean - half, mean + half, self.n)


class Ratio:
    """A sum (never below 0) for each decision, over games: decisions of one game are not independent, games are."""

    def __init__(self) -> None:
        self.games = 0
        self.times = self.sum = 0.0
        self.times_times = self.sum_sum = self.both = 0.0

    def add(self, times: float, value: float) -> None:
        """The decisions of one game, and what they add up to."""
        self.games += 1
        self.times += times
        self.sum += value
        self.times_times += times * times
        self.sum_sum += value * value
        self.both += times * value

    def estimate(self) -> Estimate:
        """The value of a decision."""
        ratio = self.sum / self.times
        rest = self.sum_sum - 2 * ratio * self.both + ratio * ratio * self.times_times
        half = SURE * sqrt(max(0.0, rest) * self.games / max(1, self.games - 1)) / self.times
        return Estimate(ratio, max(0.0, ratio - half), ratio + half, int(self.times))


class Group:
    """Games that have something in common: players, or also the value of an option."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.seats = [Share() for _ in range(players)]
        self.places = [Mean() for _ in range(players)]
        self.place_counts: list[Counter[int]] = [Counter() for _ in range(players)]
        self.bots: dict[str, Share] = {}
        self.turns = Mean()
        self.decisions = Mean()
        self.best = Mean()
        self.lead = Mean()
        self.lengths: Counter[int] = Counter()
        self.winners_parts: dict[str, Mean] = {}
        self.others_parts: dict[str, Mean] = {}
        self.free: dict[str, Ratio] = {}
        self.torn: dict[str, Ratio] = {}

    @property
    def fair(self) -> float:
        """What each of so many equals would win."""
        return 1.0 / self.players

    def add(self, row: Row) -> None:
        """One game."""
        winners = row.winners
        self.games += 1
        for seat, place in enumerate(row.places):
            won = 1.0 / len(winners) if seat in winners else 0.0
            self.seats[seat].add(won)
            self.places[seat].add(place)
            self.place_counts[seat][place] += 1
            self.bots.setdefault(row.bots[seat], Share()).add(won)
        self.turns.add(row.turns)
        self.decisions.add(row.decisions)
        self.lengths[row.turns] += 1
        ranked = sorted(row.scores, reverse=True)
        self.best.add(row.scores[winners[0]])
        self.lead.add(ranked[0] - ranked[1])
        self.add_parts([row.parts[seat] for seat in winners if row.parts], self.winners_parts)
        self.add_parts([parts for seat, parts in enumerate(row.parts) if seat not in winners], self.others_parts)
        for kind, (times, free, torn) in row.choices.items():
            self.free.setdefault(kind, Ratio()).add(times, free)
            self.torn.setdefault(kind, Ratio()).add(times, torn)

    def add_parts(self, found: list[dict[str, int]], means: dict[str, Mean]) -> None:
        """The parts of the scores of some seats of one game, as one case: those of one game are not independent."""
        for name in found[0] if found else ():
            means.setdefault(name, Mean()).add(sum(parts.get(name, 0) for parts in found) / len(found))

    @property
    def mean_place(self) -> float:
        """The place of all seats together: below the middle where places are shared."""
        return sum(mean.sum for mean in self.places) / (self.games * self.players)


class Study:
    """All that is known from some files about one game."""

    def __init__(self) -> None:
        self.game = ""
        self.plans: list[Plan] = []
        self.groups: dict[int, Group] = {}
        self.options: dict[tuple[str, int], dict[OptionValue, Group]] = {}
        """By option and number of players: its values. The option ``""`` stands for named sets."""
        self.played: list[tournament.Played] = []
        self.falls: Counter[tuple[str, str]] = Counter()

    @property
    def games(self) -> int:
        """Games of all files."""
        return sum(group.games for group in self.groups.values()) + len(self.played)

    def read(self, path: Path) -> None:
        """Take a file in, of either kind; OptionError in words if that cannot be."""
        plan = read_plan(path)
        if plan is not None:
            self.about(plan.game, path)
            self.plans.append(plan)
            before = self.games
            for row in read_rows(path):
                self.add(plan, row)
            if self.games == before:
                raise OptionError(Message("kernel.arena.no_games", file=str(path)))
            return
        played = tournament.read_rows(path)
        if not played:
            raise OptionError(Message("kernel.arena.no_games", file=str(path)))
        for game in {row.game for row in played}:
            self.about(game, path)
        self.played += played
        self.falls.update((fall.bot, fall.why) for row in played for fall in row.falls)

    def about(self, game: str, path: Path) -> None:
        """One study is about one game."""
        if self.game and game != self.game:
            names = {"game": GAMES[game].title(), "other": GAMES[self.game].title()}
            raise OptionError(Message("kernel.arena.mixed", file=str(path), **names))
        self.game = game

    def add(self, plan: Plan, row: Row) -> None:
        """One game of a simulation."""
        self.groups.setdefault(plan.players, Group(plan.players)).add(row)
        self.falls.update((fall.bot, fall.why) for fall in row.falls)
        variant = plan.variants[row.variant]
        values: dict[str, OptionValue] = {"": variant.set} if variant.set else dict(variant.changed)
        for name, value in values.items():
            by_value = self.options.setdefault((name, plan.players), {})
            by_value.setdefault(value, Group(plan.players)).add(row)


def read_study(paths: Sequence[Path]) -> Study:
    """What some files say."""
    study = Study()
    for path in paths:
        study.read(path)
    return study
