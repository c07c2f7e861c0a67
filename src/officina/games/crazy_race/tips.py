"""Tips for one's first games: which of the things that the heuristics weigh decides a question (``core/tips.py``)."""

from __future__ import annotations

from typing import Any

from officina.core.rng import Rng
from officina.games.crazy_race import state as st
from officina.games.crazy_race import vocabulary as v
from officina.games.crazy_race.components import FINISH, TURNTABLE
from officina.games.crazy_race.heuristics import option_gain, others_on, placing_gains
from officina.games.crazy_race.state import CrazyRace
from officina.games.crazy_race.values import Values

Found = tuple[str, dict[str, Any]] | None


def reason(p: CrazyRace, seat: int, rng: Rng, values: Values) -> Found:
    """What decides the seat's question; None if the liked choice says it all."""
    kind = p.kind(seat)
    options = p.options(seat)
    if kind == v.PLACE_CARD:
        return card_reason(p, options, placing_gains(p, seat, kind, options, rng, values))
    if kind == v.PLACE_SIDE:
        gains = placing_gains(p, seat, kind, options, rng, values)
        best = options[gains.index(max(gains))]
        rivals = [laid for laid in p.laid if st.side_of(laid) == best and st.owner_of(laid) != seat]
        return ("contested" if rivals else "free"), {}
    if kind == v.FREE_LOCO:
        best = max(options, key=lambda option: option_gain(p, seat, kind, option, values))
        (points,) = p.stack[-1].args
        return landing_reason(p.track(seat), best, points)
    if kind == v.SPLIT_STEPS:
        best = max(options, key=lambda option: option_gain(p, seat, kind, option, values))
        _, _, model = p.stack[-1].args
        return landing_reason(p.track(seat), model, best + 1)
    return None


def card_reason(p: CrazyRace, options: list[int], gains: list[float]) -> Found:
    """Whether to bid at all, and how high."""
    best = options[gains.index(max(gains))]
    if best == p.parts.no_card:
        return "pass", {}
    if best == p.parts.retake:
        return "retake", {}
    deck = p.parts.values  # not the hand: the same bid is not high in one hand and low in another
    middle = min(deck) + max(deck)
    if 2 * deck[best] > middle:
        return "high", {}
    held = [deck[option] for option in options if option < len(deck)]
    return ("low" if 2 * max(held) > middle else "few"), {}


def landing_reason(track: list[int], model: int, points: int) -> Found:
    """What the best move reaches: a points card, or free spaces on the way."""
    at, occupied = track[model], others_on(track, model)
    there = st.walk(at, occupied, points)
    if there == FINISH or at < TURNTABLE <= there:
        return "points", {}
    return ("jump" if there - at > points else "any"), {}
