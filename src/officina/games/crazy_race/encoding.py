"""What a seat may know of the table, as bytes: see :mod:`officina.core.encoder`, and ``view.py`` for the same in words."""

from __future__ import annotations

from officina.core.encoder import Encoder
from officina.games.crazy_race import state as st
from officina.games.crazy_race.components import FINISH, MODELS, MOST_POINTS, SEATS, SIDES
from officina.games.crazy_race.state import CrazyRace


def encode(p: CrazyRace, e: Encoder) -> None:
    """The stage, what lies beside it, the piles, the players, and the viewer's own cards."""
    e.number("phase", p.phase, st.ENDED)
    e.number("stage", p.stage, p.parts.stages)
    e.number("turn", p.turn, SEATS * p.parts.rounds)
    e.seat("opener", p.opener())
    e.flag("last stage", p.last_stage)
    e.seat_bits("moved", p.moved)
    write_stage(p, e)
    write_points(p, e)
    for place in range(p.seats):
        write_player(p, e, place)
    e.whole()
    cards = len(p.parts.values)
    e.pile("hand", p.hands[e.viewer], cards)
    e.pile("played", p.played[e.viewer], cards)


def write_stage(p: CrazyRace, e: Encoder) -> None:
    """When each stage card came (0: it is still to come), the sides of the present one, and the cards beside them."""
    came = [0] * p.parts.stages
    for stage in range(p.stage):
        came[p.deck[stage]] = stage + 1
    e.listed("stage cards", came, p.parts.stages, p.parts.stages)
    for side in range(SIDES):
        e.part("side", side)
        e.index("model", p.model_of(side), MODELS)
        e.number("distance", p.distance_of(side), FINISH)
    e.whole()
    e.number("sides shown", p.shown, SIDES)
    laid = p.laid
    for place in range(p.seats * p.parts.rounds):
        e.part("laid", place)
        card = laid[place] if place < len(laid) else -1
        owner = st.owner_of(card) if card >= 0 else -1
        e.seat("owner", owner)
        e.index("side", st.side_of(card) if card >= 0 else -1, SIDES)
        visible = card >= 0 and (owner == e.viewer or st.side_of(card) < p.shown)
        e.index("card", st.card_of(card) if visible else -1, len(p.parts.values))
        e.flag("taken back", card >= st.TAKEN)
    e.whole()


def write_points(p: CrazyRace, e: Encoder) -> None:
    """How many cards each pile has, and its top one: what lies below is known (sorted) or hidden (shuffled)."""
    for pile in (st.ON_TURNTABLE, st.AT_FINISH):
        e.part("pile", pile)
        left = p.points_left(pile)
        e.number("cards", left, len(p.points[pile]))
        e.number("top", p.top(pile) if left else 0, MOST_POINTS)
    e.whole()


def write_player(p: CrazyRace, e: Encoder, place: int) -> None:
    """What everybody knows of a player. A points card is value x 2, and 1 more if it is one of the turntable."""
    seat = (e.viewer + place) % p.seats
    most = len(p.points[st.ON_TURNTABLE]) + len(p.points[st.AT_FINISH])
    e.part("player", place)
    e.listed("progress", p.track(seat), MODELS, FINISH)
    e.row("points cards", p.won[seat], most, 2 * MOST_POINTS + 1)
    e.row("discarded", tuple([st.points_of(card) for card in p.lost[seat]]), most, MOST_POINTS)
    e.flag("took back", bool(p.retaken >> seat & 1))
    e.flag("hand empty", not p.hands[seat])
