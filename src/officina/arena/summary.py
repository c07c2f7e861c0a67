"""What a simulation showed, as counts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from officina.arena.rows import Plan, Row


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
        self.falls: Counter[tuple[str, str]] = Counter()
        self.said: dict[tuple[str, str], str] = {}

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
        for fall in row.falls:
            self.falls[fall.bot, fall.why] += 1
            self.said.setdefault((fall.bot, fall.why), fall.what)

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
            "replaced": [
                {"bot": bot, "why": why, "games": games, "what": self.said[bot, why]}
                for (bot, why), games in sorted(self.falls.items())
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
