"""Tips for one's first games: which of the things that the heuristics weigh decides a question (``core/tips.py``)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.rng import Rng
from officina.games.fuori_di_rotella import vocabulary as v
from officina.games.fuori_di_rotella.gears import COLOURS, count
from officina.games.fuori_di_rotella.heuristics import program_gains, reprogram_gain, upgrade_gain
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.values import Values

Found = tuple[str, dict[str, Any]] | None

EVEN: Final = 0.35
"""Programmes are about even if the best is worth less than so many points more than the best of another action."""

ACTIONS: Final = ("attack", "trap", "collect")


def reason(p: FuoriDiRotella, seat: int, rng: Rng, values: Values) -> Found:
    """What decides the seat's question; None if the liked choice says it all."""
    kind = p.kind(seat)
    options = p.options(seat)
    if kind == v.PROGRAM:
        return program_reason(p, seat, options, program_gains(values, p, seat, options, rng))
    if kind == v.USE_REPROGRAM:
        robot, *_ = p.stack[-1].args
        kept = upgrade_gain(values, p, robot, kind, v.NONE)
        best = max([reprogram_gain(values, p, robot, option - 1) for option in options if option != v.NONE], default=-1.0)
        return ("reprogram" if best > kept else "keep"), {}
    if kind == v.SHARE_PICK:
        robot, *_ = p.stack[-1].args
        return ("own" if robot in options else "any"), {}
    if kind == v.ASSEMBLE:
        step = p.stack[-1]
        assert isinstance(step, Assembly)
        robot = step.asked(p, seat, p.drafts[seat]).robot
        return ("own" if count(p.feet[robot], robot) else "any"), {}
    return None


def program_reason(p: FuoriDiRotella, seat: int, options: list[int], gains: list[float]) -> Found:
    """The action that promises most, unless another one is about as good."""
    robot = p.own_robots(seat)[len(p.drafts[seat])]
    best: dict[str, float] = {}
    for option, gain in zip(options, gains, strict=True):
        action = ACTIONS[option // COLOURS]
        name = "defend" if action == "attack" and option % COLOURS == robot else action
        best[name] = max(best.get(name, gain), gain)
    ranked = sorted(best, key=lambda name: -best[name])
    return ("even" if best[ranked[0]] - best[ranked[1]] < EVEN else ranked[0]), {}
