"""1 Programming: FR-13 to FR-21, FR-88 to FR-91."""

from __future__ import annotations

from typing import Any

from officina.core.position import EVERY_SEAT
from officina.core.step import NOTHING, RUNS, Step, Together
from officina.core.text import Message, Reason
from officina.games.fuori_di_rotella.components import ACTIONS
from officina.games.fuori_di_rotella.gears import COLOURS
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import PROGRAM


class Programming(Together[FuoriDiRotella]):
    """FR-13 to FR-20: every player places a programme in secret and may replace it until the last one is down.

    FR-88 to FR-91: with two robots the lower-numbered one comes first; the second may not use the same action card, and a
    player has placed when both programmes are down.
    """

    rule = "FR-13"

    def seats(self, p: FuoriDiRotella) -> list[int]:
        return EVERY_SEAT[p.seats]

    def next_kind(self, p: FuoriDiRotella, seat: int, answer: tuple[int, ...]) -> int:
        return PROGRAM if len(answer) < p.robots_per_player else RUNS

    def seat_options(self, p: FuoriDiRotella, seat: int, answer: tuple[int, ...]) -> list[int]:
        if not answer:
            return p.program_options
        used = answer[0] // COLOURS
        return [program for program in p.program_options if program // COLOURS != used]

    def seat_why_not(self, p: FuoriDiRotella, seat: int, answer: tuple[int, ...], option: int) -> Reason:
        if option not in p.program_options:
            numbers = tuple([robot + 1 for robot in p.robots])
            return Reason("fuori_di_rotella.refuse.not_in_play", "FR-04", number=option % COLOURS + 1, numbers=numbers)
        action = Message(f"fuori_di_rotella.action.{ACTIONS[option // COLOURS]}")
        return Reason("fuori_di_rotella.refuse.action_used", "FR-89", action=action)

    def close(self, p: FuoriDiRotella, answers: list[tuple[int, ...]]) -> list[Step[Any]]:
        placed = [0] * p.seats
        for robot in p.robots:
            seat = p.owner[robot]
            p.programs[robot] = answers[seat][placed[seat]]
            placed[seat] += 1
        return NOTHING
