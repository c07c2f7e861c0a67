"""Looking back at a finished game: how it stood after every choice, what would have been better, and what cost most.

The curve is the evaluation of the true positions. A choice is judged by what its seat could know then, and by nothing else: in
worlds redrawn from its view, each of the likeliest options is taken, sensible players play on for a while, and the evaluation
says how that stands. All options of a decision see the same worlds and the same chance. The costliest choices are judged
again in fresh worlds, since the largest of many noisy differences is always too large; only what stands up there is called a
mistake. The same record always gives the same analysis.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from math import sqrt
from typing import Any, Final

import msgspec

from officina.core.events import FORCED
from officina.core.game import Game
from officina.core.playout import play_on
from officina.core.policy import PRIOR, QUICK, search_settings
from officina.core.position import Position
from officina.core.record import Record
from officina.core.rng import Rng

WORLDS: Final = 12
"""Worlds in which every decision is judged at first."""
MORE_WORLDS: Final = 96
"""Fresh worlds in which the costliest ones are judged again."""
WIDEST: Final = 3
"""Options that are looked at beside the chosen one, the likeliest first."""
SUSPECTS: Final = 20
"""Choices that are judged again."""
MISTAKES: Final = 5
WORTH_SAYING: Final = 0.02
"""The chance to win that an alternative must bring more for it to be mentioned."""
SURE: Final = 1.64
"""Standard errors that a mistake must cost: more by chance in one case of twenty."""

Sentence = dict[str, Any]
"""A message as :meth:`Message.to_json` writes it: whoever shows it chooses the language and knows the names."""
Progress = Callable[[int, int], None]


class Better(msgspec.Struct):
    """What could have been chosen instead: its words, what it would have brought as far as the seat could know, its chance."""

    option: int
    text: Sentence
    chance: float
    preview: list[Sentence] = []
    open: bool = False


class Judged(msgspec.Struct):
    """One choice: the number of choices before it, what was asked and taken, the seat's chance to win with it."""

    number: int
    seat: int
    prompt: Sentence
    text: Sentence
    chance: float
    cost: float
    better: list[Better] = []
    error: float = 0.0
    """The standard error of the cost, where it was judged again."""


class Analysis(msgspec.Struct):
    """A game looked back at. ``curve``: the chances of all seats at first and after every choice."""

    game: str
    players: int
    curve: list[list[float]]
    decisions: list[Judged]
    mistakes: list[int]
    """Places in ``decisions``, the costliest first."""


class Judge:
    """Judges the choices of one game."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.seed = seed
        self.quick, self.prior = game.values(QUICK), game.values(PRIOR)
        self.changes = int(search_settings(game.folder).get("analysis", {}).get("changes", 0))
        """How often another seat comes to act before it is evaluated; 0: as often as there are seats."""

    def likely(self, p: Position, seat: int, chosen: int) -> list[int]:
        """The options worth a look, the chosen one first."""
        rng = Rng(f"{self.seed} prior")
        world = self.game.believe(p, seat, rng, self.quick)
        options = world.options(seat)
        liked = self.game.weights_by(self.prior, world, seat, rng)
        ranked = sorted(range(len(options)), key=lambda place: (-liked[place], options[place]))
        return [chosen, *[options[place] for place in ranked if options[place] != chosen][:WIDEST]]

    def chance(self, p: Position, seat: int, option: int, world: str) -> float:
        """The seat's chance to win after an option, in one world."""
        rng = Rng(f"{self.seed} {world}")
        found = self.game.believe(p, seat, rng, self.quick)
        found.apply(seat, option)
        play_on(found, [self.quick] * p.seats, rng, changes=self.changes or p.seats)
        return self.game.evaluate(found)[seat]

    def chances(self, p: Position, seat: int, options: list[int], worlds: range) -> list[list[float]]:
        """Of every option in every world."""
        return [[self.chance(p, seat, option, f"{len(worlds)} {number}") for number in worlds] for option in options]

    def judged(self, number: int, p: Position, seat: int, chosen: int, worlds: range, options: list[int]) -> Judged:
        """One choice among some options, the chosen one first."""
        found = self.chances(p, seat, options, worlds)
        means = [sum(each) / len(each) for each in found]
        best = max(range(len(options)), key=lambda place: (means[place], -place))
        apart = [one - other for one, other in zip(found[best], found[0], strict=True)]
        cost = means[best] - means[0]
        spread = sum((each - cost) ** 2 for each in apart) / max(1, len(apart) - 1)
        kind = p.kind(seat)
        better = sorted(range(1, len(options)), key=lambda place: -means[place])
        return Judged(
            number,
            seat,
            self.game.prompt(p, seat, kind).to_json(),
            self.game.option_text(p, seat, kind, chosen).to_json(),
            means[0],
            cost,
            [self.instead(p, seat, options[place], means[place]) for place in better if means[place] - means[0] > WORTH_SAYING],
            sqrt(spread / len(apart)),
        )

    def instead(self, p: Position, seat: int, option: int, chance: float) -> Better:
        """An alternative in words."""
        preview = p.preview(seat, option)
        told = [self.game.event_text(event).to_json() for event in preview.events if event.code != FORCED]
        return Better(option, self.game.option_text(p, seat, p.kind(seat), option).to_json(), chance, told, preview.open)


def analyse(record: Record, progress: Progress | None = None) -> Analysis:
    """Look back at the choices of a record that stand; ``progress`` is told how many of how many steps are done."""
    game = record.game
    seed = hashlib.sha256(f"{record.header.commitment} {len(record.moves)}".encode()).hexdigest()[:16]
    positions: list[Position] = []
    last = record.position_after(record.moves, passed=positions)
    told = progress if progress is not None else nobody_told
    steps = len(positions) + SUSPECTS
    curve = [game.evaluate(p) for p in [*positions, last]]
    decisions: list[Judged] = []
    for number, (p, move) in enumerate(zip(positions, record.moves, strict=True)):
        if len(p.options(move.seat)) > 1:
            judge = Judge(game, f"{seed} {number}")
            options = judge.likely(p, move.seat, move.option)
            decisions.append(judge.judged(number, p, move.seat, move.option, range(WORLDS), options))
        told(number + 1, steps)
    suspects = sorted(range(len(decisions)), key=lambda place: (-decisions[place].cost, place))[:SUSPECTS]
    sure: list[int] = []
    for done, place in enumerate(suspects, 1):
        found = decisions[place]
        if found.cost > WORTH_SAYING:
            p, move = positions[found.number], record.moves[found.number]
            judge = Judge(game, f"{seed} {found.number} again")
            best = max(found.better, key=lambda each: each.chance).option if found.better else move.option
            again = judge.judged(found.number, p, move.seat, move.option, range(MORE_WORLDS), [move.option, best])
            decisions[place] = again
            if again.cost > WORTH_SAYING and again.cost > SURE * again.error:
                sure.append(place)
        told(len(positions) + done, steps)
    sure.sort(key=lambda place: -decisions[place].cost)
    told(steps, steps)
    return Analysis(game.name, record.header.players, curve, decisions, sure[:MISTAKES])


def nobody_told(_done: int, _of: int) -> None:
    """Nobody wants to know how far it is."""
