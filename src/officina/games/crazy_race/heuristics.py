"""What a sensible player values. Called on a determinised position, so it cannot see what the seat cannot.

A move is worth the points cards it earns and how much nearer it brings those to come. A bid is worth the move, times the
chance to win the side against sampled cards of the others, less the price of the card: cards are scarce.
"""

from __future__ import annotations

from math import exp

from officina.core.piles import pieces as cards_in
from officina.core.piles import size as pile_size
from officina.core.rng import Rng
from officina.games.crazy_race import state as st
from officina.games.crazy_race import vocabulary as v
from officina.games.crazy_race.components import FINISH, MODELS, NO_MODEL, QUESTION, SIDES, TURNTABLE
from officina.games.crazy_race.state import CrazyRace
from officina.games.crazy_race.values import Values


def weights(p: CrazyRace, seat: int, rng: Rng, values: Values) -> list[float]:
    """How much a sensible player likes each option."""
    kind = p.kind(seat)
    options = p.options(seat)
    if kind == v.PLACE_CARD or kind == v.PLACE_SIDE:
        gains = placing_gains(p, seat, kind, options, rng, values)
        best = max(gains)
        return [exp((gain - best) / values.temperature) for gain in gains]
    gains = [option_gain(p, seat, kind, option, values) for option in options]
    best = max(gains)
    if values.softness:
        return [exp(max(-30.0, (gain - best) / values.softness)) for gain in gains]
    return [1.0 if gain == best else 0.0 for gain in gains]


# --- the worth of a track


class Outlook:
    """What there is to win from now on: steps to come, and the two piles."""

    def __init__(self, p: CrazyRace, values: Values) -> None:
        self.values = values
        self.points = p.points
        self.taken = p.points_taken
        self.steps = values.steps_per_stage * (0 if p.last_stage else len(p.deck) - p.stage)
        self.rivals = p.seats - 1
        self.rear = values.rear if p.variants.rear_penalty != st.NO_PENALTY else 0.0

    def card(self, pile: int, ahead: int) -> int:
        """The value that the pile will show after so many more cards are gone."""
        place = self.taken[pile] + ahead
        return self.points[pile][place] if place < len(self.points[pile]) else 0

    def hope(self, pile: int, steps: int, ahead: int) -> float:
        """The expected worth of a card that is so many steps away, when so many own ones come first."""
        if not self.steps:
            return 0.0
        values = self.values
        chance = 1.0 / (1.0 + exp((steps - values.reach * self.steps) / (values.least_doubt + values.doubt * self.steps)))
        return chance * self.card(pile, ahead + int(steps * self.rivals * values.arrivals))


def others_on(track: list[int], model: int) -> int:
    """The spaces that the other locomotives of a track stand on."""
    occupied = 0
    for other in range(MODELS):
        if other != model:
            occupied |= st.SPACE[track[other]]
    return occupied & st.ON_BOARD


def track_worth(outlook: Outlook, track: list[int], turned: int, home: int) -> float:
    """What three locomotives may still earn; ``turned`` and ``home`` cards have been taken since the outlook."""
    worth = outlook.rear * min(track)
    for model in range(MODELS):
        at = track[model]
        if at < FINISH:
            occupied = others_on(track, model)
            worth += outlook.hope(st.AT_FINISH, st.steps_to(FINISH, at, occupied), home)
            if at < TURNTABLE:
                worth += outlook.hope(st.ON_TURNTABLE, st.steps_to(TURNTABLE, at, occupied), turned)
    return worth


def move_gain(outlook: Outlook, track: list[int], model: int, points: int) -> float:
    """What a move brings: cards now, and nearer ones later."""
    after = track[:]
    at = track[model]
    after[model] = st.walk(at, others_on(track, model), points)
    turned = 1 if at < TURNTABLE <= after[model] else 0
    home = 1 if after[model] == FINISH else 0
    cards = turned * outlook.card(st.ON_TURNTABLE, 0) + home * outlook.card(st.AT_FINISH, 0)
    return cards + track_worth(outlook, after, turned, home) - track_worth(outlook, track, 0, 0)


def best_move_gain(outlook: Outlook, track: list[int], points: int) -> float:
    """The best that one locomotive can make of the points."""
    best = 0.0
    for model in range(MODELS):
        if track[model] < FINISH:
            best = max(best, move_gain(outlook, track, model, points))
    return best


def split_gain(outlook: Outlook, track: list[int], had: int, points: int, turned: int, home: int) -> float:
    """The best way to split what is left of a question side: all orders and sizes."""
    best = track_worth(outlook, track, turned, home)
    if not points:
        return best
    for model in range(MODELS):
        if not had >> model & 1 and track[model] < FINISH:
            need = st.steps_to(FINISH, track[model], others_on(track, model))
            for steps in range(1, min(points, need) + 1):
                best = max(best, piece_gain(outlook, track, had, points, turned, home, model, steps))
    return best


def piece_gain(
    outlook: Outlook, track: list[int], had: int, points: int, turned: int, home: int, model: int, steps: int
) -> float:
    """One piece of a question side, and the best that can follow."""
    after = track[:]
    after[model] = st.walk(track[model], others_on(track, model), steps)
    gain = 0.0
    if track[model] < TURNTABLE <= after[model]:
        gain += outlook.card(st.ON_TURNTABLE, turned)
        turned += 1
    if after[model] == FINISH:
        gain += outlook.card(st.AT_FINISH, home)
        home += 1
    return gain + split_gain(outlook, after, had | 1 << model, points - steps, turned, home)


def side_gains(p: CrazyRace, outlook: Outlook, seat: int) -> list[float]:
    """What winning each side of the stage card would bring to a player."""
    track = p.track(seat)
    gains: list[float] = []
    for side in range(SIDES):
        model, distance = p.model_of(side), p.distance_of(side)
        if model == NO_MODEL:
            points = distance if distance != QUESTION else len(p.cards_beside(side)) + 1
            gains.append(best_move_gain(outlook, track, points))
        else:
            gains.append(move_gain(outlook, track, model, distance) if track[model] < FINISH else 0.0)
    return gains


# --- placing


class Side:
    """Who leads a side in one sample: the highest sum of the others, and when its owner's first card was laid."""

    def __init__(self) -> None:
        self.sum = 0
        self.first = 0
        self.seat = -1


def placing_gains(p: CrazyRace, seat: int, kind: int, options: list[int], rng: Rng, values: Values) -> list[float]:
    """The worth of each option of a placing turn, passing being 0."""
    outlook = Outlook(p, values)
    gains = [side_gains(p, outlook, other) for other in range(p.seats)]
    chances = Chances(p, seat, gains, rng, values)
    if kind == v.PLACE_SIDE:
        (card,) = p.stack[-1].args
        return [chances.bid_gain(side, p.parts.values[card]) for side in options]
    taboo = p.taboo_side()
    price = card_price(p, seat, values)
    found: list[float] = []
    for option in options:
        if option == p.parts.no_card:
            found.append(0.0)
        elif option == p.parts.retake:
            found.append(retake_gain(p, seat))
        else:
            value = p.parts.values[option]
            best = max([chances.bid_gain(side, value) for side in range(SIDES) if side != taboo])
            found.append(best - price * (values.card_price + values.value_price * value))
    return found


class Chances:
    """How the sides may stand when placing is over, from samples of what the others have laid and may still lay."""

    def __init__(self, p: CrazyRace, seat: int, gains: list[list[float]], rng: Rng, values: Values) -> None:
        self.values = values
        self.seat = seat
        self.gains = gains
        self.mine = [0] * SIDES
        self.first = [len(p.laid)] * SIDES
        for place in range(len(p.laid) - 1, -1, -1):
            laid = p.laid[place]
            if st.owner_of(laid) == seat:
                self.mine[st.side_of(laid)] += p.parts.values[st.card_of(laid)]
                self.first[st.side_of(laid)] = place
        self.asks = [p.model_of(side) == NO_MODEL and p.distance_of(side) == QUESTION for side in range(SIDES)]
        self.samples = [self.sample(p, rng) for _ in range(values.samples)]

    def sample(self, p: CrazyRace, rng: Rng) -> list[Side]:
        """One way in which the others' cards may lie."""
        sums = [[0] * SIDES for _ in range(p.seats)]
        firsts = [[99] * SIDES for _ in range(p.seats)]
        rest: list[list[int]] = []
        for other in range(p.seats):
            pool = cards_in(p.hands[other] + p.has_laid(other))
            rng.shuffle(pool)
            rest.append(pool)
        for place in range(len(p.laid)):
            other, side = st.owner_of(p.laid[place]), st.side_of(p.laid[place])
            if other != self.seat:
                sums[other][side] += p.parts.values[rest[other].pop()]
                firsts[other][side] = min(firsts[other][side], place)
        opener = p.opener()
        for turn in range(p.turn + 1, p.seats * p.parts.rounds):
            other = (opener + turn) % p.seats
            if other != self.seat and rest[other] and rng.unit() < self.values.laying:
                side = rng.weighted([self.values.whim + gain for gain in self.gains[other]])
                sums[other][side] += p.parts.values[rest[other].pop()]
                firsts[other][side] = min(firsts[other][side], len(p.laid) + turn)
        return [self.leader(side, sums, firsts) for side in range(SIDES)]

    def leader(self, side: int, sums: list[list[int]], firsts: list[list[int]]) -> Side:
        """The strongest of the others on a side."""
        best = Side()
        for other in range(len(sums)):
            total, first = sums[other][side], firsts[other][side]
            if total > best.sum or (total == best.sum and total and first < best.first):
                best.sum, best.first, best.seat = total, first, other
        return best

    def bid_gain(self, side: int, value: int) -> float:
        """What a card beside a side brings more than no card: the side's worth where it turns the side."""
        total = 0.0
        own = self.gains[self.seat][side]
        for sample in self.samples:
            rival = sample[side]
            denied = self.values.denial * self.gains[rival.seat][side] if rival.seat >= 0 else 0.0
            if self.wins(side, self.mine[side] + value, rival):
                if not self.wins(side, self.mine[side], rival):
                    total += own + denied
            elif self.asks[side]:
                total -= self.values.raising  # the card has only raised the prize
        return total / self.values.samples

    def wins(self, side: int, total: int, rival: Side) -> bool:
        """CR-40, CR-41: the higher sum, or the earlier first card."""
        return total > rival.sum or (total == rival.sum and total > 0 and self.first[side] < rival.first)


def card_price(p: CrazyRace, seat: int, values: Values) -> float:
    """How dear cards are: nothing when there is a card for every turn left."""
    turns = turns_to_come(p)
    cards = pile_size(p.hands[seat])
    if not p.retaken >> seat & 1:
        cards += pile_size(p.full_hand())  # everything can be laid once more
    return max(values.least_scarcity, min(1.0, values.scarcity * (1.0 - cards / max(1, turns))))


def turns_to_come(p: CrazyRace) -> int:
    """Placing turns of the seat to move until the end of the game, the present one included."""
    return (len(p.deck) - p.stage + 1) * p.parts.rounds - p.turn // p.seats


def retake_gain(p: CrazyRace, seat: int) -> float:
    """Take back with an empty hand, best when no own card lies on the table, and whenever all cards can still be laid."""
    turns = turns_to_come(p)
    hand, played = pile_size(p.hands[seat]), pile_size(p.played[seat])
    if turns <= hand + played:
        return 5.0
    if hand:
        return -5.0
    waits = p.parts.rounds - p.turn // p.seats
    return 5.0 if not p.has_laid(seat) or turns - waits < pile_size(p.full_hand()) else -5.0


# --- the other decisions


def option_gain(p: CrazyRace, seat: int, kind: int, option: int, values: Values) -> float:
    """The worth of one option of an open decision."""
    if kind == v.CONSOLATION:
        return 0.0 if option == p.parts.no_card else float(p.parts.values[option])
    if kind == v.PENALTY_DISCARD:
        return -float(p.parts.points_values[option])
    if kind == v.FINISH_REWARD:
        return reward_gain(p, option, values)
    outlook = Outlook(p, values)
    track = p.track(seat)
    if kind == v.FREE_LOCO:
        (points,) = p.stack[-1].args
        return move_gain(outlook, track, option, points)
    if kind == v.SPLIT_STEPS:
        points, had, model = p.stack[-1].args
        return piece_gain(outlook, track, had, points, 0, 0, model, option + 1)
    points, had = p.stack[-1].args
    best = -1.0
    need = st.steps_to(FINISH, track[option], others_on(track, option))
    for steps in range(1, min(points, need) + 1):
        best = max(best, piece_gain(outlook, track, had, points, 0, 0, option, steps))
    return best


def reward_gain(p: CrazyRace, option: int, values: Values) -> float:
    """The finish pile's top card, or an average card of an opponent, who loses it."""
    if option == v.PILE:
        return float(p.top(st.AT_FINISH)) if p.points_left(st.AT_FINISH) else 0.0
    cards = p.won[option - 1]
    average = sum([st.points_of(card) for card in cards]) / len(cards)
    return average * (1.0 + values.denial)
