"""What a seat may see: all public things, and its own cards. Nobody sees how many cards another player has."""

from __future__ import annotations

import msgspec

from officina.core.piles import size as pile_size
from officina.core.views import TableView, common
from officina.games.crazy_race import state as st
from officina.games.crazy_race.components import FINISH, MODELS, NO_MODEL, QUESTION, SIDES, TURNTABLE
from officina.games.crazy_race.nouns import values_of
from officina.games.crazy_race.rules.evaluation import SplitSteps
from officina.games.crazy_race.rules.placing import PlaceCard, PlaceSide
from officina.games.crazy_race.scoring import score
from officina.games.crazy_race.state import CrazyRace


class LaidView(msgspec.Struct):
    """A driver card beside the stage card; its value only for its owner, or once it is face up."""

    number: int  # the running number of the stage, from 1 (CR-22)
    seat: int
    value: int | None
    face_up: bool
    taken_back: bool


class SideView(msgspec.Struct):
    """One side of the stage card: a model or none, a distance or none ("?")."""

    model: str | None
    distance: int | None
    taboo: bool
    evaluated: bool
    cards: list[LaidView]


class StageView(msgspec.Struct):
    """The stage card in play; side 0 carries the arrow."""

    card: int
    sides: list[SideView]


class LocoView(msgspec.Struct):
    """A locomotive: ``space`` is 1-6 (6: the turntable), None in the start zone and at home."""

    model: str
    progress: int
    space: int | None
    heading: str
    need: int


class PlayerView(msgspec.Struct):
    """What everybody knows of a player."""

    seat: int
    colour: str
    locomotives: list[LocoView]
    turntable_cards: list[int]
    finish_cards: list[int]
    discarded: list[int]
    score: int
    retake_used: bool
    hand_empty: bool


class PointsView(msgspec.Struct):
    """A pile of points cards: how many, and those that may be seen, top first."""

    size: int
    cards: list[int]


class OwnView(msgspec.Struct):
    """What only the seat itself knows."""

    hand: list[int]
    played: list[int]
    chosen: int | None  # the card about to be laid
    cards_left: int  # to be laid in the game: hand, and the played pile while it may be taken back
    turns_left: int  # placing turns still to come, the present one included


class AskedView(msgspec.Struct, omit_defaults=True):
    """Who has to decide what; choosing a card and choosing its side look the same to the others."""

    seat: int
    what: str
    options: list[str]  # in notation, for the seat itself
    model: str | None = None  # the locomotive that points are being counted for


class View(TableView):
    """A table of Crazy Race."""

    phase: str
    stage: int
    stages: int
    round: int
    rounds: int
    turn: int
    first_player: int
    order: list[int]
    last_stage: bool
    stage_card: StageView
    evaluating: int | None
    moved: list[int]
    used_stage_cards: list[int]
    coming_stage_cards: list[int]
    turntable_pile: PointsView
    finish_pile: PointsView
    table: list[PlayerView]
    own: OwnView | None
    asked: AskedView | None


def view(p: CrazyRace, seat: int | None) -> View:
    """The table as the seat (None: a spectator) sees it."""
    return View(
        **common(p, seat),
        phase=st.PHASES[p.phase],
        stage=p.stage,
        stages=len(p.deck),
        round=min(p.turn // p.seats + 1, p.parts.rounds),
        rounds=p.parts.rounds,
        turn=p.turn,
        first_player=p.opener(),
        order=p.in_order(),
        last_stage=p.last_stage or p.stage == len(p.deck),
        stage_card=StageView(p.stage_card() + 1, [side_view(p, side, seat) for side in range(SIDES)]),
        evaluating=p.shown - 1 if p.phase == st.EVALUATION else None,
        moved=[other for other in range(p.seats) if p.moved >> other & 1],
        used_stage_cards=[card + 1 for card in p.deck[: p.stage - 1]],
        coming_stage_cards=sorted(card + 1 for card in p.deck[p.stage :]),
        turntable_pile=points_view(p, st.ON_TURNTABLE),
        finish_pile=points_view(p, st.AT_FINISH),
        table=[player_view(p, other) for other in range(p.seats)],
        own=None if seat is None else own_view(p, seat),
        asked=asked_view(p, seat),
    )


def side_view(p: CrazyRace, side: int, seat: int | None) -> SideView:
    """One side with the cards beside it."""
    model, distance = p.model_of(side), p.distance_of(side)
    face_up = side < p.shown
    cards: list[LaidView] = []
    for place, laid in enumerate(p.laid):
        if st.side_of(laid) == side:
            visible = face_up or st.owner_of(laid) == seat
            value = p.parts.values[st.card_of(laid)] if visible else None
            cards.append(LaidView(place + 1, st.owner_of(laid), value, face_up, laid >= st.TAKEN))
    return SideView(
        model=None if model == NO_MODEL else p.parts.models[model].code,
        distance=None if distance == QUESTION else distance,
        taboo=p.taboo_side() == side and p.taboo_side() != st.NO_SIDE,
        evaluated=face_up,
        cards=cards,
    )


def points_view(p: CrazyRace, pile: int) -> PointsView:
    """CR-06, CR-07, CR-102: a sorted pile is open, of a shuffled one only the top card is."""
    left = list(p.points[pile][p.points_taken[pile] :])
    return PointsView(len(left), left[:1] if p.variants.shuffled_points else left)


def player_view(p: CrazyRace, seat: int) -> PlayerView:
    """A player as everybody sees him."""
    return PlayerView(
        seat=seat,
        colour=p.parts.colours[seat].code,
        locomotives=[loco_view(p, seat, model) for model in range(MODELS)],
        turntable_cards=[st.points_of(card) for card in p.won[seat] if st.pile_from(card) == st.ON_TURNTABLE],
        finish_cards=[st.points_of(card) for card in p.won[seat] if st.pile_from(card) == st.AT_FINISH],
        discarded=[st.points_of(card) for card in p.lost[seat]],
        score=score(p, seat),
        retake_used=bool(p.retaken >> seat & 1),
        hand_empty=not p.hands[seat],
    )


def loco_view(p: CrazyRace, seat: int, model: int) -> LocoView:
    """A locomotive on its course."""
    progress = p.progress[seat * MODELS + model]
    return LocoView(
        model=p.parts.models[model].code,
        progress=progress,
        space=min(progress, FINISH - progress) or None,
        heading="home" if progress == FINISH else "out" if progress < TURNTABLE else "back",
        need=0 if progress == FINISH else p.need(seat, model),
    )


def own_view(p: CrazyRace, seat: int) -> OwnView:
    """The seat's own cards, and how far they must go."""
    step = p.stack[-1] if p.stack else None
    values = p.parts.values
    chosen = None
    if isinstance(step, PlaceSide) and step.seat == seat:
        (card,) = step.args
        chosen = values[card]
    can_retake = not p.retaken >> seat & 1
    return OwnView(
        hand=list(values_of(p.parts, p.hands[seat])),
        played=list(values_of(p.parts, p.played[seat])),
        chosen=chosen,
        cards_left=pile_size(p.hands[seat]) + (pile_size(p.played[seat]) if can_retake else 0),
        turns_left=turns_left(p, seat),
    )


def turns_left(p: CrazyRace, seat: int) -> int:
    """How many placing turns a seat still has in the game, the present one included."""
    if p.last_stage or p.over:
        return 0
    turns = (len(p.deck) - p.stage) * p.parts.rounds
    if p.phase == st.PLACING:
        place = (seat - p.opener()) % p.seats
        turns += p.parts.rounds - (p.turn + p.seats - 1 - place) // p.seats
    return turns


def asked_view(p: CrazyRace, seat: int | None) -> AskedView | None:
    """The pending decision, with its options if it is the seat's own."""
    if not p.to_act:
        return None
    step = p.stack[-1]
    words = p.game.vocabulary
    what = words.kind_name(step.kind)
    model = None
    if isinstance(step, SplitSteps):
        _, _, counted = step.args
        model = p.parts.models[counted].code
    if step.seat != seat:
        return AskedView(step.seat, st.PHASES[st.PLACING] if isinstance(step, (PlaceCard, PlaceSide)) else what, [], model)
    return AskedView(seat, what, [words.text(step.kind, option) for option in p.options(seat)], model)
