"""The oracle of Crazy Race: the rules CR-01 to CR-115 read once more, literally, from set-up to scoring.

A locomotive is its model ("a", "b", "c") on its owner's track, and its place is its progress from 0 (start zone) over
6 (turntable) to 12 (finished). Cards of both kinds are simply their values.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle.protocol import Ask, Oracle, Result

if TYPE_CHECKING:
    from officina.core.rng import Rng

COLOURS = ["lilac", "orange", "green", "blue"]
MODELS = ["a", "b", "c"]
DRIVERS = [1, 1, 2, 2, 3, 3, 4, 6]
TURNTABLE = [5, 5, 5, 5, 4, 4, 4, 4]  # top to bottom
FINISH = [6, 5, 5, 4, 4, 3]
STAGE_CARDS = {  # sides 0 (arrow) to 3: a model or "j" for none, and a number or "?"
    1: ["j 2", "a 4", "b 2", "c 1"],
    2: ["b 4", "c 2", "j ?", "a 1"],
    3: ["a 2", "j 3", "c 4", "b 1"],
    4: ["c 3", "b 1", "j ?", "a 4"],
    5: ["b 4", "j 1", "a 3", "c 1"],
    6: ["j ?", "c 4", "b 3", "a 1"],
    7: ["c 2", "a 2", "j 3", "b 3"],
    8: ["a 3", "b 2", "c 3", "j ?"],
}

Steps = Generator[Ask, str, None]


@dataclass
class Table:
    players: int
    steal_second: bool
    rng: Rng
    first: int  # who has the first-player card
    deck: list[int]
    turntable: list[int]  # both piles from the top
    finish: list[int]
    hand: list[list[int]]  # the driver cards of each seat
    played: list[list[int]]
    retake_used: list[bool]
    progress: list[dict[str, int]]  # seat -> model -> 0..12
    points: list[list[int]]  # the points cards of each seat
    laid: list[tuple[int, int, int]] = field(default_factory=list)  # this stage's (seat, side, value), as laid (CR-22)
    moved: set[int] = field(default_factory=set)  # the seats that have moved a locomotive in this stage


def play(players: int, options: dict[str, object], rng: Rng) -> Oracle:
    t = set_up(players, options, rng)
    for stage in range(1, 9):  # CR-12
        card = t.deck.pop(0)  # CR-13
        t.laid = []
        t.moved = set()
        yield from placing(t)
        yield from evaluation(t, card)
        if stage == 8 or spent(t):  # CR-77, CR-80, CR-81
            break
        yield from discarding(t)
        t.first = (t.first + 1) % t.players  # CR-78
    yield from rear_penalty(t, str(options.get("rear_penalty", "off")))
    return scoring(t, str(options.get("tie_rule", "rear_loco")))


def set_up(players: int, options: dict[str, object], rng: Rng) -> Table:
    def is_on(option: str) -> bool:
        return str(options.get(option, "off")).lower() in ("on", "true")

    first = rng.below(players)  # CR-09, CR-10
    deck = sorted(STAGE_CARDS)  # CR-05
    rng.shuffle(deck)
    turntable = TURNTABLE[: int(str(options.get("turntable_cards", 8)))]  # CR-06, CR-07, CR-115
    finish = FINISH[: int(str(options.get("finish_cards", 6)))]
    if is_on("shuffled_points"):  # CR-101
        rng.shuffle(turntable)
        rng.shuffle(finish)
    return Table(
        players=players,
        steal_second=is_on("steal_second"),
        rng=rng,
        first=first,
        deck=deck,
        turntable=turntable,
        finish=finish,
        hand=[list(DRIVERS) for _ in range(players)],  # CR-04
        played=[[] for _ in range(players)],
        retake_used=[False] * players,
        progress=[dict.fromkeys(MODELS, 0) for _ in range(players)],  # CR-03
        points=[[] for _ in range(players)],
    )


def clockwise(t: Table) -> list[int]:
    return [(t.first + i) % t.players for i in range(t.players)]


def unfinished(t: Table, seat: int) -> list[str]:
    return [model for model in MODELS if t.progress[seat][model] < 12]


# --- 2 Placing


def spent(t: Table) -> bool:
    """Nobody can ever lay a card again: the early end (CR-81, CR-83)."""
    return all(t.retake_used) and not any(t.hand)


def placing(t: Table) -> Steps:
    for _ in range(3):  # CR-16
        for seat in clockwise(t):
            yield from placing_turn(t, seat)
            if spent(t):  # CR-82
                return


def placing_turn(t: Table, seat: int) -> Steps:
    cards = [f"place_card {value}" for value in sorted(set(t.hand[seat]))]
    retake = [] if t.retake_used[seat] or not t.played[seat] else ["place_card retake"]  # CR-32 to CR-35
    answer = yield Ask(seat, [*cards, "place_card pass", *retake])  # D1
    if answer == "place_card retake":
        t.hand[seat] += t.played[seat]
        t.played[seat] = []
        t.retake_used[seat] = True
        cards = [f"place_card {value}" for value in sorted(set(t.hand[seat]))]
        answer = yield Ask(seat, [*cards, "place_card pass"])  # CR-36
    if answer == "place_card pass":
        return
    value = int(answer.split()[1])
    open_sides = [0, 1, 2, 3]  # CR-18, CR-31
    used_sides = sorted({side for _, side, _ in t.laid})
    if t.players == 3 and len(used_sides) == 3:  # CR-29, CR-30
        open_sides = used_sides
    answer = yield Ask(seat, [f"place_side {side}" for side in open_sides])  # D2
    t.hand[seat].remove(value)
    t.laid.append((seat, int(answer.split()[1]), value))


# --- 3 Evaluation


def evaluation(t: Table, card: int) -> Steps:
    for side in range(4):  # CR-38
        bids = [(seat, value) for seat, where, value in t.laid if where == side]
        if not bids:  # CR-42
            continue
        winner = winner_of(bids)
        model, number = STAGE_CARDS[card][side].split()
        if number == "?":
            yield from question_side(t, winner, len(bids))
        elif model == "j":
            if unfinished(t, winner):  # CR-44
                answer = yield Ask(winner, [f"free_loco {loco}" for loco in unfinished(t, winner)])  # D3
                yield from move(t, winner, answer.split()[1], int(number))
        elif t.progress[winner][model] < 12:  # CR-43
            yield from move(t, winner, model, int(number))


def winner_of(bids: list[tuple[int, int]]) -> int:
    """Of the bidders with the highest sum the one whose own first card came first (CR-40, CR-41)."""
    sums: dict[int, int] = {}  # in the order of first cards
    for seat, value in bids:
        sums[seat] = sums.get(seat, 0) + value
    return next(seat for seat in sums if sums[seat] == max(sums.values()))


def question_side(t: Table, seat: int, points: int) -> Steps:
    fresh = list(MODELS)  # not yet moved on this side (CR-45)
    while points > 0:
        eligible = [loco for loco in unfinished(t, seat) if loco in fresh]
        if not eligible:
            return
        answer = yield Ask(seat, [f"split_loco {loco}" for loco in eligible])  # D4
        loco = answer.split()[1]
        most = min(points, need(t, seat, loco))  # CR-46
        least = 1 if len(eligible) > 1 else most
        answer = yield Ask(seat, [f"split_steps {steps}" for steps in range(least, most + 1)])  # D5
        steps = int(answer.split()[1])
        points -= steps
        fresh.remove(loco)
        yield from move(t, seat, loco, steps)


# --- Movement


def space(progress: int) -> int:
    """The space of a track from 1 to 6 at a progress from 1 to 11."""
    return progress if progress <= 6 else 12 - progress


def occupied(t: Table, seat: int, mover: str) -> set[int]:
    """The spaces under the seat's other locomotives (CR-51, CR-52, CR-54, CR-57)."""
    others = [t.progress[seat][loco] for loco in MODELS if loco != mover]
    return {space(progress) for progress in others if 1 <= progress <= 11}


def need(t: Table, seat: int, loco: str) -> int:
    """The counted steps that a locomotive still needs to finish."""
    taken = occupied(t, seat, loco)
    return 1 + len([p for p in range(t.progress[seat][loco] + 1, 12) if space(p) not in taken])


def move(t: Table, seat: int, loco: str, left: int) -> Steps:
    t.moved.add(seat)
    taken = occupied(t, seat, loco)
    while left > 0:
        t.progress[seat][loco] += 1
        progress = t.progress[seat][loco]
        if progress == 12:  # CR-57, CR-58: surplus points are lost
            yield from finish_reward(t, seat)  # CR-61
            return
        if progress == 6 and t.turntable:  # CR-55, CR-56, CR-60, CR-62
            t.points[seat].append(t.turntable.pop(0))
        if space(progress) not in taken:  # CR-50, CR-51
            left -= 1


def finish_reward(t: Table, seat: int) -> Steps:
    victims = [other for other in range(t.players) if other != seat and t.points[other]]
    if t.steal_second and len(unfinished(t, seat)) == 1 and victims:  # CR-108, CR-111
        steals = [f"finish_reward steal {COLOURS[victim]}" for victim in victims]
        answer = yield Ask(seat, ["finish_reward pile", *steals])  # D6
        if answer != "finish_reward pile":
            cards = t.points[COLOURS.index(answer.split()[2])]  # CR-109
            cards.sort(reverse=True)
            index = 0 if len(cards) == 1 else t.rng.below(len(cards))  # CR-R27
            t.points[seat].append(cards.pop(index))
            return
    if t.finish:  # CR-61, CR-62, CR-110
        t.points[seat].append(t.finish.pop(0))


# --- 4 Consolation and discarding


def discarding(t: Table) -> Steps:
    laid_by = {seat: [value for owner, _, value in t.laid if owner == seat] for seat in range(t.players)}
    for seat in clockwise(t):  # CR-72
        if laid_by[seat] and seat not in t.moved:  # CR-74
            takes = [f"consolation {value}" for value in sorted(set(laid_by[seat]))]
            answer = yield Ask(seat, [*takes, "consolation decline"])  # D7
            if answer != "consolation decline":  # CR-75
                laid_by[seat].remove(int(answer.split()[1]))
                t.hand[seat].append(int(answer.split()[1]))
    for seat in range(t.players):  # CR-70
        t.played[seat] += laid_by[seat]


# --- End of the game


def rear_penalty(t: Table, penalty: str) -> Steps:
    distances = [(12 - t.progress[seat][loco], seat) for seat in range(t.players) for loco in unfinished(t, seat)]
    if penalty == "off" or not distances:  # CR-103, CR-107
        return
    greatest = max(distance for distance, _ in distances)
    last = [seat for distance, seat in distances if distance == greatest]  # the owner of each locomotive in G
    if len(last) == 1:  # CR-105
        rest = [distance for distance, _ in distances if distance < greatest]
        second_last = {seat for distance, seat in distances if rest and distance == max(rest)}
    elif len(set(last)) == 1:
        second_last = set(last)
    else:
        second_last = set()

    if penalty in ("both", "last"):  # CR-104, CR-106
        for seat in set(last):
            if t.points[seat]:
                t.points[seat].remove(max(t.points[seat]))
    if penalty in ("both", "second_last"):
        for seat in clockwise(t):  # CR-R29
            if seat in second_last and t.points[seat]:
                answer = yield Ask(seat, [f"penalty_discard {value}" for value in sorted(set(t.points[seat]))])  # D8
                t.points[seat].remove(int(answer.split()[1]))


def scoring(t: Table, tie_rule: str) -> Result:
    scores = [sum(cards) for cards in t.points]  # CR-84
    rear_first = [sorted(t.progress[seat].values()) for seat in range(t.players)]  # CR-85, CR-86
    leaders = [seat for seat in range(t.players) if scores[seat] == max(scores)]
    second = [0] * t.players
    if tie_rule == "second_card":  # CR-113
        for seat in leaders:
            second[seat] = sorted([0, 0, *t.points[seat]])[-2]
    ranking = [(scores[seat], second[seat], rear_first[seat]) for seat in range(t.players)]
    best_first = sorted(ranking, reverse=True)
    places = [best_first.index(rank) + 1 for rank in ranking]
    lone = [score for score in scores if scores.count(score) == 1]
    if tie_rule == "runner_up" and len(leaders) > 1 and lone:  # CR-112, CR-114: listed first, the rest as before
        winner = scores.index(max(lone))
        places = [1 if seat == winner else place + (place < places[winner]) for seat, place in enumerate(places)]
    return Result(scores, [seat for seat in range(t.players) if places[seat] == 1], places)
