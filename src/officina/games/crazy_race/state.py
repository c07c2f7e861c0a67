"""The table of Crazy Race: nouns and small verbs, no decisions.

A driver card is the index of its value (``Parts.values``). Driver cards, a hand included, are piles of the kernel
(``core.piles``). Sets of seats or sides are bit masks.

Points cards change hands seldom and positions are copied often: the lists about them are shared by copies and replaced, never
changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from officina.core.game import Game
from officina.core.piles import EMPTY as NO_CARDS
from officina.core.piles import UNIT as CARD
from officina.core.position import Position
from officina.games.crazy_race.components import FINISH, MODELS, SEATS, SIDES, TURNTABLE, Parts

SETUP: Final = 0
PLACING: Final = 1
EVALUATION: Final = 2
DISCARDING: Final = 3
ENDED: Final = 4
PHASES: Final = ("setup", "placing", "evaluation", "discard", "end")

PENALTIES: Final = ("off", "both", "last", "second_last")
NO_PENALTY: Final = 0
BOTH: Final = 1
LAST: Final = 2
SECOND_LAST: Final = 3

TIE_RULES: Final = ("rear_loco", "runner_up", "second_card")
REAR_LOCO: Final = 0
RUNNER_UP: Final = 1
SECOND_CARD: Final = 2

NO_SIDE: Final = -1

SPACE: Final[list[int]] = [1 << min(at, FINISH - at) for at in range(FINISH + 1)]
"""The space that a progress stands for, as a bit; bit 0 is the zone at the left."""

# A laid card is one int: two bits owner, two bits side, four bits card, one bit once it went back to hand as consolation.
TAKEN: Final = 256

# A points card is one int, value x 2 + 1 for a turntable card or + 0 for a finish card: sorted by value, then kind.
ON_TURNTABLE: Final = 0
AT_FINISH: Final = 1
POINTS_PILES: Final = ("turntable", "finish")


def laid_card(seat: int, side: int, card: int) -> int:
    """A driver card beside the stage card."""
    return seat | side << 2 | card << 4


def owner_of(laid: int) -> int:
    """Who laid it."""
    return laid & 3


def side_of(laid: int) -> int:
    """Beside which side it lies."""
    return laid >> 2 & 3


def card_of(laid: int) -> int:
    """Which card it is."""
    return laid >> 4 & 15


def points_card(pile: int, value: int) -> int:
    """A points card of that pile."""
    return value * 2 + 1 - pile


def points_of(card: int) -> int:
    """The points on a points card."""
    return card >> 1


def pile_from(card: int) -> int:
    """The pile that a points card came from."""
    return 1 - (card & 1)


def walk(at: int, occupied: int, points: int) -> int:
    """CR-48 to CR-58: the progress after that many points, from ``at``; spaces in ``occupied`` cost nothing, home ends it."""
    while points and at < FINISH:
        at += 1
        if not occupied & SPACE[at]:
            points -= 1
    return at


def steps_to(goal: int, at: int, occupied: int) -> int:
    """How many points take a locomotive from ``at`` to the goal or beyond, at least one."""
    steps = 1
    for between in range(at + 1, goal):
        if not occupied & SPACE[between]:
            steps += 1
    return steps


class Variants:
    """What the table agreed on before the game (CR-11); shared by all copies."""

    def __init__(self, options: Mapping[str, int | str]) -> None:
        self.shuffled_points = options["shuffled_points"] == "on"
        self.rear_penalty = PENALTIES.index(str(options["rear_penalty"]))
        self.steal_second = options["steal_second"] == "on"
        self.tie_rule = TIE_RULES.index(str(options["tie_rule"]))
        self.turntable_cards = int(options["turntable_cards"])
        self.finish_cards = int(options["finish_cards"])


class CrazyRace(Position):
    """A game of Crazy Race."""

    def __init__(self, game: Game, seats: int, parts: Parts, variants: Variants) -> None:
        super().__init__(game, seats)
        self.parts = parts
        self.variants: Variants = variants

    def clear(self) -> None:
        """CR-02 to CR-04, CR-06 to CR-08, CR-115: everything that needs no chance in its place."""
        variants = self.variants
        self.first: int = 0  # the seat that opens stage 1
        self.deck: tuple[int, ...] = ()  # all stage cards in the order in which they come; those after ``stage`` are hidden
        self.points: list[tuple[int, ...]] = [  # the two piles of points cards as laid out, top first, values
            tuple(self.parts.turntable_cards[: variants.turntable_cards]),
            tuple(self.parts.finish_cards[: variants.finish_cards]),
        ]
        self.points_taken: list[int] = [0, 0]  # how many cards each pile has given
        self.phase: int = SETUP
        self.stage: int = 0  # 1-8; 0 before the first
        self.turn: int = 0  # the placing turn of this stage, from 0
        self.last_stage: bool = False  # CR-81: everything is spent, the game ends with this stage
        self.laid: tuple[int, ...] = ()  # beside the stage card, in laying order
        self.used_sides: int = 0  # sides with at least one card
        self.shown: int = 0  # how many sides have been turned face up, from side 0
        self.moved: int = 0  # seats whose locomotives moved in this stage
        self.hands: list[int] = [self.full_hand()] * self.seats
        self.played: list[int] = [NO_CARDS] * self.seats
        self.retaken: int = 0  # seats that have used their take-back
        self.retakes: tuple[tuple[int, int, int], ...] = ()  # those of this stage: seat, cards on the table then, the pile
        self.progress: list[int] = [0] * (self.seats * MODELS)  # of each locomotive: seat x 3 + model
        self.won: list[tuple[int, ...]] = [()] * self.seats  # each seat's points cards, highest first
        self.lost: list[tuple[int, ...]] = [()] * self.seats  # points cards discarded as penalty

    def copy(self) -> CrazyRace:
        other = CrazyRace(self.game, self.seats, self.parts, self.variants)
        other.first = self.first
        other.deck = self.deck
        other.points = self.points
        other.points_taken = self.points_taken
        other.phase = self.phase
        other.stage = self.stage
        other.turn = self.turn
        other.last_stage = self.last_stage
        other.laid = self.laid
        other.used_sides = self.used_sides
        other.shown = self.shown
        other.moved = self.moved
        other.hands = self.hands[:]
        other.played = self.played[:]
        other.retaken = self.retaken
        other.retakes = self.retakes
        other.progress = self.progress[:]
        other.won = self.won
        other.lost = self.lost
        return other

    # --- the stage

    def opener(self) -> int:
        """CR-78: the first player of the present stage."""
        return (self.first + self.stage - 1) % self.seats

    def in_order(self) -> list[int]:
        """All seats, first player first, clockwise."""
        opener = self.opener()
        return [(opener + place) % self.seats for place in range(self.seats)]

    def stage_card(self) -> int:
        """The stage card in play."""
        return self.deck[self.stage - 1]

    def model_of(self, side: int) -> int:
        """The model on a side of the stage card; NO_MODEL on a free or question side."""
        return self.parts.side_model[self.deck[self.stage - 1] * SIDES + side]

    def distance_of(self, side: int) -> int:
        """The number on a side of the stage card; QUESTION on a question side."""
        return self.parts.side_distance[self.deck[self.stage - 1] * SIDES + side]

    def taboo_side(self) -> int:
        """CR-29 to CR-31: with three players the side left when three have cards; NO_SIDE if none is."""
        if self.seats == SEATS:
            return NO_SIDE
        return TABOO_SIDE[self.used_sides]

    def cards_beside(self, side: int) -> list[int]:
        """The laid cards of a side, in laying order."""
        return [laid for laid in self.laid if laid >> 2 & 3 == side]

    # --- driver cards

    def full_hand(self) -> int:
        """All driver cards of a colour."""
        hand = NO_CARDS
        for card in range(len(self.parts.copies)):
            hand += self.parts.copies[card] * CARD[card]
        return hand

    def has_laid(self, seat: int) -> int:
        """The cards that a seat laid in this stage, as a pile."""
        pile = NO_CARDS
        for laid in self.laid:
            if laid & 3 == seat:
                pile += CARD[laid >> 4 & 15]
        return pile

    # --- locomotives

    def track(self, seat: int) -> list[int]:
        """The progress of a seat's three locomotives."""
        return self.progress[seat * MODELS : seat * MODELS + MODELS]

    def finished(self, seat: int) -> int:
        """How many locomotives of a seat are home."""
        return self.track(seat).count(FINISH)

    def others_on_track(self, seat: int, model: int) -> int:
        """CR-51: the spaces that the owner's other locomotives stand on, as bits."""
        occupied = 0
        for other in range(MODELS):
            if other != model:
                occupied |= SPACE[self.progress[seat * MODELS + other]]
        return occupied & ON_BOARD

    def need(self, seat: int, model: int) -> int:
        """CR-46: how many counted steps a locomotive still needs to finish."""
        return steps_to(FINISH, self.progress[seat * MODELS + model], self.others_on_track(seat, model))

    def destination(self, seat: int, model: int, points: int) -> int:
        """The progress that a locomotive has after that many points."""
        return walk(self.progress[seat * MODELS + model], self.others_on_track(seat, model), points)

    # --- points cards

    def points_left(self, pile: int) -> int:
        """How many cards a pile still has."""
        return len(self.points[pile]) - self.points_taken[pile]

    def top(self, pile: int) -> int:
        """The value on top of a pile that is not empty."""
        return self.points[pile][self.points_taken[pile]]

    def uncover(self, pile: int) -> None:
        """The top card of a pile is gone: the next one lies open."""
        self.points_taken = self.points_taken[:]
        self.points_taken[pile] += 1

    def give(self, seat: int, card: int) -> None:
        """A points card for a seat; its cards stay sorted."""
        place = 0
        held = self.won[seat]
        while place < len(held) and held[place] >= card:
            place += 1
        self.won = self.won[:]
        self.won[seat] = held[:place] + (card,) + held[place:]

    def take_away(self, seat: int, place: int) -> int:
        """One of a seat's points cards, by its place from the highest."""
        held = self.won[seat]
        self.won = self.won[:]
        self.won[seat] = held[:place] + held[place + 1 :]
        return held[place]

    def discard(self, seat: int, place: int) -> int:
        """CR-107: one of a seat's points cards leaves the game."""
        card = self.take_away(seat, place)
        self.lost = self.lost[:]
        self.lost[seat] = self.lost[seat] + (card,)
        return card


def left_over_side(used: int) -> int:
    """The one side without cards when all others have some."""
    missing = [side for side in range(SIDES) if not used >> side & 1]
    return missing[0] if len(missing) == 1 else NO_SIDE


TABOO_SIDE: Final[list[int]] = [left_over_side(used) for used in range(1 << SIDES)]
ON_BOARD: Final = (1 << (TURNTABLE + 1)) - 2
"""The bits of spaces 1 to 6."""
