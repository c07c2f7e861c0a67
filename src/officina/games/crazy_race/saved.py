"""The game's own part of a saved position: typed, bounded, checked."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from officina.core.errors import SaveError
from officina.core.piles import EMPTY as NO_CARDS
from officina.core.piles import UNIT as CARD
from officina.core.piles import pieces as cards_in
from officina.core.piles import pile_of
from officina.core.saves import read
from officina.core.text import Message
from officina.games.crazy_race.components import FINISH, MODELS, MOST_POINTS_CARDS, SEATS, SIDES
from officina.games.crazy_race.state import (
    AT_FINISH,
    ENDED,
    ON_BOARD,
    ON_TURNTABLE,
    POINTS_PILES,
    SPACE,
    TAKEN,
    CrazyRace,
    card_of,
    laid_card,
    owner_of,
    pile_from,
    points_card,
    points_of,
    side_of,
)

Seat = Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
Side = Annotated[int, msgspec.Meta(ge=0, lt=SIDES)]
Value = Annotated[int, msgspec.Meta(ge=1, le=9)]
Points = Annotated[int, msgspec.Meta(ge=1, le=99)]
Progress = Annotated[int, msgspec.Meta(ge=0, le=FINISH)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Mask = Annotated[int, msgspec.Meta(ge=0, lt=1 << SEATS)]
Cards = Annotated[list[Value], msgspec.Meta(max_length=14)]
PointsPile = Annotated[list[Points], msgspec.Meta(max_length=MOST_POINTS_CARDS)]
Locomotives = Annotated[list[Progress], msgspec.Meta(min_length=MODELS, max_length=MODELS)]


class Laid(msgspec.Struct, forbid_unknown_fields=True, array_like=True):
    """A driver card beside the stage card."""

    seat: Seat
    side: Side
    value: Value
    taken: bool = False


class Retake(msgspec.Struct, forbid_unknown_fields=True, array_like=True):
    """A take-back of this stage: who, after how many laid cards, which cards."""

    seat: Seat
    laid: Small
    cards: Cards


class PointsCards(msgspec.Struct, forbid_unknown_fields=True):
    """Points cards by kind."""

    turntable: PointsPile = []
    finish: PointsPile = []


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """Everything of one player."""

    hand: Cards
    played: Cards
    retake_used: bool
    locomotives: Locomotives
    won: PointsCards
    lost: PointsCards


class State(msgspec.Struct, forbid_unknown_fields=True):
    """The whole table; cards by their values, stage cards by their numbers."""

    first: Seat
    stages: Annotated[list[Small], msgspec.Meta(max_length=99)]
    turntable_pile: PointsPile
    finish_pile: PointsPile
    turntable_taken: Small
    finish_taken: Small
    phase: Annotated[int, msgspec.Meta(ge=0, le=ENDED)]
    stage: Small
    turn: Small
    last_stage: bool
    laid: Annotated[list[Laid], msgspec.Meta(max_length=SEATS * 3)]
    shown: Annotated[int, msgspec.Meta(ge=0, le=SIDES)]
    moved: Mask
    retakes: Annotated[list[Retake], msgspec.Meta(max_length=SEATS)]
    players: Annotated[list[Player], msgspec.Meta(max_length=SEATS)]


def to_json(p: CrazyRace) -> dict[str, Any]:
    """The table as plain data."""
    values = p.parts.values
    state = State(
        first=p.first,
        stages=[card + 1 for card in p.deck],
        turntable_pile=list(p.points[ON_TURNTABLE]),
        finish_pile=list(p.points[AT_FINISH]),
        turntable_taken=p.points_taken[ON_TURNTABLE],
        finish_taken=p.points_taken[AT_FINISH],
        phase=p.phase,
        stage=p.stage,
        turn=p.turn,
        last_stage=p.last_stage,
        laid=[Laid(owner_of(laid), side_of(laid), values[card_of(laid)], laid >= TAKEN) for laid in p.laid],
        shown=p.shown,
        moved=p.moved,
        retakes=[Retake(seat, laid, _values(p, pile)) for seat, laid, pile in p.retakes],
        players=[_player(p, seat) for seat in range(p.seats)],
    )
    plain: dict[str, Any] = msgspec.to_builtins(state)
    return plain


def _player(p: CrazyRace, seat: int) -> Player:
    return Player(
        hand=_values(p, p.hands[seat]),
        played=_values(p, p.played[seat]),
        retake_used=bool(p.retaken >> seat & 1),
        locomotives=p.progress[seat * MODELS : seat * MODELS + MODELS],
        won=_by_kind(p.won[seat]),
        lost=_by_kind(p.lost[seat]),
    )


def _values(p: CrazyRace, pile: int) -> list[int]:
    return [p.parts.values[card] for card in cards_in(pile)]


def _by_kind(cards: tuple[int, ...]) -> PointsCards:
    return PointsCards(
        turntable=[points_of(card) for card in cards if pile_from(card) == ON_TURNTABLE],
        finish=[points_of(card) for card in cards if pile_from(card) == AT_FINISH],
    )


def from_json(p: CrazyRace, data: object) -> None:
    """Set the table from plain data; SaveError if it has another shape or names cards that do not exist."""
    state: State = read(State, data)
    if len(state.players) != p.seats:
        raise SaveError(Message("crazy_race.check.players", found=len(state.players), wanted=p.seats))
    p.first = state.first
    p.deck = tuple([number - 1 for number in state.stages])
    p.points = [tuple(state.turntable_pile), tuple(state.finish_pile)]
    p.points_taken = [state.turntable_taken, state.finish_taken]
    p.phase = state.phase
    p.stage = state.stage
    p.turn = state.turn
    p.last_stage = state.last_stage
    p.laid = tuple(laid_card(laid.seat, laid.side, _card(p, laid.value)) | (TAKEN if laid.taken else 0) for laid in state.laid)
    p.used_sides = 0
    for laid in state.laid:
        p.used_sides |= 1 << laid.side
    p.shown = state.shown
    p.moved = state.moved
    p.retakes = tuple((retake.seat, retake.laid, _pile(p, retake.cards)) for retake in state.retakes)
    players = state.players
    p.hands = [_pile(p, player.hand) for player in players]
    p.played = [_pile(p, player.played) for player in players]
    p.retaken = sum(1 << seat for seat, player in enumerate(players) if player.retake_used)
    p.progress = [progress for player in players for progress in player.locomotives]
    p.won = [_points_cards(player.won) for player in players]
    p.lost = [_points_cards(player.lost) for player in players]


def _card(p: CrazyRace, value: int) -> int:
    if value not in p.parts.values:
        raise SaveError(Message("crazy_race.check.value", value=value, values=tuple(p.parts.values)))
    return p.parts.values.index(value)


def _pile(p: CrazyRace, values: list[int]) -> int:
    return pile_of([_card(p, value) for value in values])


def _points_cards(cards: PointsCards) -> tuple[int, ...]:
    found = [points_card(ON_TURNTABLE, value) for value in cards.turntable]
    found += [points_card(AT_FINISH, value) for value in cards.finish]
    return tuple(sorted(found, reverse=True))


def check(p: CrazyRace) -> Message | None:
    """What is wrong with a table: cards lost or found, locomotives on one space, a stage that cannot be."""
    return _check_stage(p) or _check_points(p) or _check_driver_cards(p) or _check_laid(p) or _check_locomotives(p)


def _check_stage(p: CrazyRace) -> Message | None:
    if sorted(p.deck) != list(range(p.parts.stages)) or not 1 <= p.stage <= p.parts.stages:
        return Message("crazy_race.check.stages", stage=p.stage, stages=p.parts.stages)
    if p.first >= p.seats or p.moved >> p.seats:
        return Message("crazy_race.check.seat", seats=p.seats)
    if not len(p.laid) <= p.turn <= p.seats * p.parts.rounds:
        return Message("crazy_race.check.turn", turn=p.turn, n=len(p.laid), most=p.seats * p.parts.rounds)
    return None


def _check_points(p: CrazyRace) -> Message | None:
    """CR-06 to CR-08, CR-115: both piles as agreed, and what left them is with the players or discarded."""
    standard = (
        p.parts.turntable_cards[: p.variants.turntable_cards],
        p.parts.finish_cards[: p.variants.finish_cards],
    )
    for pile in (ON_TURNTABLE, AT_FINISH):
        name = Message(f"crazy_race.pile.{POINTS_PILES[pile]}")
        cards = list(p.points[pile])
        wrong = sorted(cards, reverse=True) != standard[pile] if p.variants.shuffled_points else cards != standard[pile]
        if wrong:
            return Message("crazy_race.check.points_pile", pile=name, found=tuple(cards), wanted=tuple(standard[pile]))
        taken = cards[: p.points_taken[pile]]
        held = [points_of(card) for hand in p.won + p.lost for card in hand if pile_from(card) == pile]
        if p.points_taken[pile] > len(cards) or sorted(taken) != sorted(held):
            return Message("crazy_race.check.points", pile=name, found=tuple(sorted(held)), wanted=tuple(sorted(taken)))
    return None


def _check_driver_cards(p: CrazyRace) -> Message | None:
    """CR-04, CR-34: everybody has all the driver cards of his colour; what was laid before a take-back was not taken back."""
    for seat in range(p.seats):
        found = p.hands[seat] + p.played[seat]
        for laid in p.laid:
            if owner_of(laid) == seat and laid < TAKEN:
                found += CARD[card_of(laid)]
        if found != p.full_hand():
            full = tuple(_values(p, p.full_hand()))
            return Message("crazy_race.check.cards", colour=_colour(p, seat), found=tuple(_values(p, found)), wanted=full)
    for seat, laid_then, pile in p.retakes:
        if not p.retaken >> seat & 1 or pile == NO_CARDS or not _contains(p.full_hand(), pile):
            return Message("crazy_race.check.retake")
        early = pile_of([card_of(laid) for laid in p.laid[:laid_then] if owner_of(laid) == seat])
        if laid_then > len(p.laid) or not _contains(p.full_hand() - pile, early):
            return Message("crazy_race.check.retake")
    return None


def _check_laid(p: CrazyRace) -> Message | None:
    """CR-16, CR-29: at most one card a round of each seat, with three players beside three sides at most."""
    for seat in range(SEATS):
        laid = [card for card in p.laid if owner_of(card) == seat]
        if len(laid) > (p.parts.rounds if seat < p.seats else 0):
            return Message("crazy_race.check.laid", colour=_colour(p, seat), n=len(laid))
    if p.seats < SEATS and p.used_sides == (1 << SIDES) - 1:
        return Message("crazy_race.check.taboo")
    return None


def _check_locomotives(p: CrazyRace) -> Message | None:
    """CR-53: a space holds at most one locomotive."""
    for seat in range(p.seats):
        occupied = 0
        for progress in p.progress[seat * MODELS : seat * MODELS + MODELS]:
            space = SPACE[progress] & ON_BOARD
            if occupied & space:
                return Message("crazy_race.check.space", colour=_colour(p, seat), space=min(progress, FINISH - progress))
            occupied |= space
    return None


def _contains(whole: int, pile: int) -> bool:
    return all((whole // CARD[card] & 15) >= (pile // CARD[card] & 15) for card in range(len(CARD)))


def _colour(p: CrazyRace, seat: int) -> Message:
    return Message(f"crazy_race.colour.{p.parts.colours[seat].code}")
