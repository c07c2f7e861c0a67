"""Tips for one's first games: which of the things that the heuristics weigh decides a question (``core/tips.py``)."""

from __future__ import annotations

from typing import Any

from officina.core.rng import Rng
from officina.games.automobiles import vocabulary as v
from officina.games.automobiles.cubes import GEARS, WEAR
from officina.games.automobiles.heuristics import Outlook, buying_gain, option_gains
from officina.games.automobiles.nouns import COLOUR
from officina.games.automobiles.planning import Planner
from officina.games.automobiles.rules.driving import darkest_entered
from officina.games.automobiles.state import NOBODY, Automobiles
from officina.games.automobiles.values import Values

Found = tuple[str, dict[str, Any]] | None


def reason(p: Automobiles, seat: int, _rng: Rng, values: Values) -> Found:
    """What decides the seat's question, and what the sentence needs to know; None if the liked choice says it all."""
    kind = p.kind(seat)
    options = p.options(seat)
    if kind in (v.BUY, v.GRID_BUY):
        return buying_reason(p, seat, options, values)
    gains = option_gains(p, seat, kind, options, values)
    best = options[gains.index(max(gains))]
    if kind == v.ACTION and best != v.END:
        outlook = Outlook(p, seat, values)
        if Planner(p, seat, outlook.dollar, outlook.wear).steps[best]:
            return "drive", {}
        return ("wear" if best == WEAR else "support"), {}
    if kind == v.STEP and best != v.STOP:
        entered = darkest_entered(p) if p.path else NOBODY
        return ("dark" if p.track.darkest_of[p.steps.landing[best]] > entered else "light"), {}
    return None


def buying_reason(p: Automobiles, seat: int, options: list[int], values: Values) -> Found:
    """The two cubes that would help most, or why none would."""
    outlook = Outlook(p, seat, values)
    if outlook.uses < values.least_uses:
        return "late", {}
    helpful = [option for option in options if option != v.END and buying_gain(p, option, outlook) > 0.0]
    if not helpful:
        return "thin", {}
    helpful.sort(key=lambda option: -buying_gain(p, option, outlook))
    first, *more = helpful
    if not more:
        return ("gear" if first < GEARS else "one"), {"first": COLOUR.say(first, p.parts)}
    return "two", {"first": COLOUR.say(first, p.parts), "second": COLOUR.say(more[0], p.parts)}
