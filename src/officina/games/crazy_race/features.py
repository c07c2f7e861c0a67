"""What a position is worth to a seat, in countable things; ``evaluation.toml`` has their weights (``officina fit``)."""

from __future__ import annotations

from typing import Final

from officina.core.piles import pieces, size
from officina.games.crazy_race import state as st
from officina.games.crazy_race.components import FINISH, SIDES, TURNTABLE
from officina.games.crazy_race.heuristics import Outlook, side_gains, track_worth
from officina.games.crazy_race.scoring import score
from officina.games.crazy_race.state import PLACING, CrazyRace
from officina.games.crazy_race.values import Values

FEATURES: Final = (
    "score", "hope", "progress", "rearmost", "home", "turned", "nearest", "cards", "card_values", "best_cards", "can_retake",
    "played", "led", "led_gain", "laid", "place",
)  # fmt: skip
STRONG: Final = 3


def features(p: CrazyRace, seat: int) -> list[float]:
    """The figures of a seat, in the order of ``FEATURES``."""
    values: Values = p.game.values()
    outlook = Outlook(p, values)
    track = p.track(seat)
    home = 0
    turned = 0
    nearest = FINISH
    for model in range(len(track)):
        if track[model] == FINISH:
            home += 1
        else:
            nearest = min(nearest, p.need(seat, model))
            if track[model] >= TURNTABLE:
                turned += 1
    held = [p.parts.values[card] for card in pieces(p.hands[seat])]
    led = 0
    gain = 0.0
    laid = 0
    if p.phase == PLACING and p.laid:
        gains = side_gains(p, outlook, seat)
        for side in range(SIDES):
            leader, mine = leading(p, side, seat)
            laid += mine
            if leader == seat:
                led += 1
                gain += gains[side]
    return [
        float(score(p, seat)),
        track_worth(outlook, track, 0, 0),
        float(sum(track)),
        float(min(track)),
        float(home),
        float(turned),
        float(nearest),
        float(len(held)),
        float(sum(held)),
        float(sum(held[-STRONG:])),
        0.0 if p.retaken >> seat & 1 else 1.0,
        0.0 if p.retaken >> seat & 1 else float(size(p.played[seat])),
        float(led),
        gain,
        float(laid),
        float((seat - p.opener()) % p.seats) if p.stage else 0.0,
    ]


def leading(p: CrazyRace, side: int, seat: int) -> tuple[int, int]:
    """Who has the highest sum beside a side, the earlier first card in a tie, and the sum of the seat."""
    sums = [0] * p.seats
    order: list[int] = []
    for laid in p.laid:
        if st.side_of(laid) == side:
            owner = st.owner_of(laid)
            if owner not in order:
                order.append(owner)
            sums[owner] += p.parts.values[st.card_of(laid)]
    best = -1
    for owner in order:
        if best < 0 or sums[owner] > sums[best]:
            best = owner
    return best, sums[seat]


def left(p: CrazyRace) -> float:
    """The part of the game that is left: stages, and of this one the placing turns."""
    stages = len(p.deck)
    if not p.stage:
        return 1.0
    turns = p.seats * p.parts.rounds
    rest = 1.0 - p.turn / turns if p.phase == PLACING else 0.0
    to_come = 0 if p.last_stage else stages - p.stage
    return min(1.0, (to_come + rest) / stages)
