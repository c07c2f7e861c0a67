"""The fields of a table, and what must add up."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any, Final

from officina.core.errors import SaveError
from officina.core.fields import Fields
from officina.core.nouns import FLAG, ByName, ListOf, Names, Number, Row
from officina.core.piles import EMPTY as NO_CARDS
from officina.core.piles import UNIT as CARD_UNIT
from officina.core.piles import count, pile_of
from officina.core.text import Message
from officina.games.crazy_race import state as st
from officina.games.crazy_race.components import FINISH, MODELS, MOST_POINTS, MOST_POINTS_CARDS, MOST_STAGES, SEATS, SIDES
from officina.games.crazy_race.nouns import CARDS, COLOUR, COLOURS, LAID, MODEL, PILE, POINTS_CARD, PROGRESS, STAGE_CARD, say
from officina.games.crazy_race.state import CrazyRace


class Tracks(ByName):
    """Each colour's locomotives by model; in a position one list of all."""

    def dump(self, value: list[int], parts: Any) -> dict[str, Any]:
        return super().dump([value[start : start + MODELS] for start in range(0, len(value), MODELS)], parts)


SMALL: Final = Number(0, 99)
HANDS: Final = ByName(COLOUR, CARDS, some=True)
POINTS_CARDS: Final = ListOf(POINTS_CARD, most=MOST_POINTS_CARDS, make=lambda cards: tuple(sorted(cards, reverse=True)))

FIELDS: Final = Fields(
    first=COLOUR,
    deck=ListOf(STAGE_CARD, most=MOST_STAGES, make=tuple).secret(),
    points=ByName(PILE, ListOf(Number(1, MOST_POINTS), most=MOST_POINTS_CARDS, make=tuple)).secret(),
    points_taken=ByName(PILE, SMALL),
    phase=Names(st.PHASES),
    stage=SMALL,
    turn=SMALL,
    last_stage=FLAG,
    laid=ListOf(LAID, most=SEATS * 3, make=tuple).secret(),
    shown=Number(0, SIDES),
    moved=COLOURS,
    hands=HANDS.secret(),
    played=HANDS.secret(),
    retaken=COLOURS,
    retakes=ListOf(Row(colour=COLOUR, laid=SMALL, cards=CARDS), most=SEATS, make=tuple).secret(),
    progress=Tracks(COLOUR, ByName(MODEL, PROGRESS), some=True, make=lambda tracks: list(chain(*tracks))),
    won=ByName(COLOUR, POINTS_CARDS, some=True),
    lost=ByName(COLOUR, POINTS_CARDS, some=True),
)


def from_0_1(data: dict[str, Any]) -> dict[str, Any]:
    """0.1 kept what belongs to a player together, cards as lists of their values, and points cards by pile."""
    rest = {name: value for name, value in data.items() if name not in OF_0_1}
    players = data["players"]
    return {
        **rest,
        "deck": [number - 1 for number in data["stages"]],
        "points": [data["turntable_pile"], data["finish_pile"]],
        "points_taken": [data["turntable_taken"], data["finish_taken"]],
        "laid": [[seat, side, str(value), any(taken)] for seat, side, value, *taken in data["laid"]],
        "retakes": [[seat, laid, by_value(cards)] for seat, laid, cards in data["retakes"]],
        "hands": [by_value(player["hand"]) for player in players],
        "played": [by_value(player["played"]) for player in players],
        "retaken": sum(1 << seat for seat, player in enumerate(players) if player["retake_used"]),
        "progress": [player["locomotives"] for player in players],
        "won": [by_pile(player["won"]) for player in players],
        "lost": [by_pile(player["lost"]) for player in players],
    }


OF_0_1: Final = {"stages", "turntable_pile", "finish_pile", "turntable_taken", "finish_taken", "players"}


def by_value(cards: list[int]) -> dict[str, int]:
    """How many driver cards there are of each value."""
    return Counter(str(value) for value in cards)


def by_pile(cards: dict[str, list[int]]) -> list[str]:
    """Points cards by name."""
    return [f"{pile} {value}" for pile, values in cards.items() for value in values]


def settle(p: CrazyRace) -> None:
    """Which sides have cards; SaveError if there are more or fewer players than seats."""
    for found in (len(p.hands), len(p.played), len(p.progress) // MODELS, len(p.won), len(p.lost)):
        if found != p.seats:
            raise SaveError(say("check.players", found=found, wanted=p.seats))
    p.used_sides = 0
    for laid in p.laid:
        p.used_sides |= 1 << st.side_of(laid)


def check(p: CrazyRace) -> Message | None:
    """What is wrong with a table: cards lost or found, locomotives on one space, a stage that cannot be."""
    return check_stage(p) or check_points(p) or check_driver_cards(p) or check_laid(p) or check_locomotives(p)


def check_stage(p: CrazyRace) -> Message | None:
    """CR-05, CR-12, CR-16: the stage cards of the box, seats that are taken, turns that there are."""
    if sorted(p.deck) != list(range(p.parts.stages)) or not 1 <= p.stage <= p.parts.stages:
        return say("check.stages", stage=p.stage, stages=p.parts.stages)
    if p.first >= p.seats or p.moved >> p.seats or p.retaken >> p.seats:
        return say("check.seat", seats=p.seats)
    if not len(p.laid) <= p.turn <= p.seats * p.parts.rounds:
        return say("check.turn", turn=p.turn, n=len(p.laid), most=p.seats * p.parts.rounds)
    return None


def check_points(p: CrazyRace) -> Message | None:
    """CR-06 to CR-08, CR-115: both piles as agreed, and what left them is with the players or discarded."""
    agreed = (p.parts.turntable_cards[: p.variants.turntable_cards], p.parts.finish_cards[: p.variants.finish_cards])
    for pile in (st.ON_TURNTABLE, st.AT_FINISH):
        name = PILE.say(pile, p.parts)
        cards = list(p.points[pile])
        if (sorted(cards, reverse=True) if p.variants.shuffled_points else cards) != agreed[pile]:
            return say("check.points_pile", pile=name, found=tuple(cards), wanted=tuple(agreed[pile]))
        taken = cards[: p.points_taken[pile]]
        held = [st.points_of(card) for hand in p.won + p.lost for card in hand if st.pile_from(card) == pile]
        if p.points_taken[pile] > len(cards) or sorted(taken) != sorted(held):
            return say("check.points", pile=name, found=tuple(sorted(held)), wanted=tuple(sorted(taken)))
    return None


def check_driver_cards(p: CrazyRace) -> Message | None:
    """CR-04, CR-34: everybody has all the driver cards of his colour; what was laid before a take-back was not taken back."""
    full = p.full_hand()
    for seat in range(p.seats):
        found = p.hands[seat] + p.played[seat]
        for laid in p.laid:
            if st.owner_of(laid) == seat and laid < st.TAKEN:
                found += CARD_UNIT[st.card_of(laid)]
        if found != full:
            shown, wanted = CARDS.say(found, p.parts), CARDS.say(full, p.parts)
            return say("check.cards", colour=COLOUR.say(seat, p.parts), found=shown, wanted=wanted)
    for seat, laid_then, pile in p.retakes:
        if not p.retaken >> seat & 1 or pile == NO_CARDS or not contains(full, pile):
            return say("check.retake")
        early = pile_of([st.card_of(laid) for laid in p.laid[:laid_then] if st.owner_of(laid) == seat])
        if laid_then > len(p.laid) or not contains(full - pile, early):
            return say("check.retake")
    return None


def check_laid(p: CrazyRace) -> Message | None:
    """CR-16, CR-29: at most one card a turn, with three players beside three sides at most."""
    for seat in range(SEATS):
        laid = [card for card in p.laid if st.owner_of(card) == seat]
        if len(laid) > (p.parts.rounds if seat < p.seats else 0):
            return say("check.laid", colour=COLOUR.say(seat, p.parts), n=len(laid))
    if p.seats < SEATS and p.used_sides == (1 << SIDES) - 1:
        return say("check.taboo")
    return None


def check_locomotives(p: CrazyRace) -> Message | None:
    """CR-53: a space holds at most one locomotive."""
    for seat in range(p.seats):
        occupied = 0
        for progress in p.track(seat):
            space = st.SPACE[progress] & st.ON_BOARD
            if occupied & space:
                return say("check.space", colour=COLOUR.say(seat, p.parts), space=min(progress, FINISH - progress))
            occupied |= space
    return None


def contains(whole: int, pile: int) -> bool:
    """Whether all cards of a pile are among others."""
    return all(count(whole, card) >= count(pile, card) for card in range(len(CARD_UNIT)))
