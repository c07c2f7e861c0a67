"""The oracle of Kraftwagen: the rules KW-01 to KW-143 read once more, literally, from set-up to the final count.

Nearly everything is a word: a part is "body 3", a worker in the chain is its seat as a digit, a tile, card or marker its id.
A car on the market is a dict of figures: owner, body, engine, workers, price, and horch and maybach (its marker's bonus).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle.protocol import Ask, Oracle, Result

if TYPE_CHECKING:
    from officina.core.rng import Rng

SINGLES = ["a1", "a2", "a3", "a4", "a5"]  # KW-03
DOUBLES = ["b1", "b2", "b3", "b4"]
TRIPLES = ["c1"]
ACTION_TILES = {
    "a1": ["worker"],
    "a2": ["research"],
    "a3": ["body"],
    "a4": ["engine"],
    "a5": ["gp"],
    "b1": ["gp", "buyer"],
    "b2": ["worker", "research"],
    "b3": ["body", "buyer"],
    "b4": ["engine", "worker"],
    "c1": ["research", "body", "engine"],
}
START_TILES = {  # KW-04
    "t1": ["worker", "worker", "engine"],
    "t2": ["car_to_2", "body", "worker"],
    "t3": ["race_engine_2", "research"],
    "t4": ["body", "engine", "worker"],
}
DEVELOPMENTS = {  # KW-05: body points, engine points, immediate part, number of cards
    "dev_bb": (2, 0, "", 4),
    "dev_ee": (0, 2, "", 4),
    "dev_be": (1, 1, "", 8),
    "dev_b_body": (1, 0, "body", 4),
    "dev_b_engine": (1, 0, "engine", 4),
    "dev_e_engine": (0, 1, "engine", 4),
    "dev_e_body": (0, 1, "body", 4),
}
INSTANTS = ["inst_workers", "inst_gp", "inst_parts"]  # KW-05: three of each
ENGINEERS = {  # KW-06: one of each, with its markers
    "eng_porsche": [],
    "eng_daimler": ["daimler_2", "daimler_4"],
    "eng_opel": [],
    "eng_horch": ["horch_1", "horch_2"],
    "eng_otto": [],
    "eng_benz": ["benz_1"],
    "eng_diesel": ["diesel_1", "diesel_2"],
    "eng_bugatti": [],
    "eng_maybach": ["maybach_1", "maybach_2"],
}
PREFERENCES = ["body", "engine", "brand", "price"]  # KW-08: two buyers of each
PRICES = [[1, 2, 3, 5, 6, 8, 9, 10], [2, 3, 5, 6, 8, 9, 11, 12], [3, 4, 6, 8, 10, 12, 14, 15]]  # KW-09
STACK_BONUS = {"body": 2, "engine": 1, "brand": 1, "price": 1}
AWARDS = {"GP1": 3, "GP2": 7, "BUYER": 3, "MARKET": 3, "BODY3": 3, "BODY6": 7, "ENGINE4": 3, "ENGINE7": 7}  # KW-10
AWARDS |= {"WORKERS": 7, "ENGINEERS": 7}
PART_AWARDS = {"body": [(3, "BODY3"), (6, "BODY6")], "engine": [(4, "ENGINE4"), (7, "ENGINE7")]}
PLACE_POINTS = [7, 4, 2, 0]  # KW-11
LAP_POINTS = [0, 1, 3, 5, 6, 7]
LAP_SPACES = 10
QUIET_LIMIT = 24

Steps = Generator[Ask, str, None]
Car = dict[str, int]


@dataclass
class Player:
    supply: int = 8  # KW-21
    canteen: int = 4  # KW-18
    workshops: list[str] = field(default_factory=list)
    race_engine: int = 1
    space: int = 0  # of the race car; 0 is the pit lane (KW-19)
    laps: int = 0
    active: list[str] = field(default_factory=list)  # developments, each with its worker
    inactive: list[str] = field(default_factory=list)
    engineers: list[str] = field(default_factory=list)
    markers: list[str] = field(default_factory=list)  # unused ones
    money: int = 0


@dataclass
class Table:
    rng: Rng
    seats: list[Player]
    chain: list[str]  # from tail to head
    deck: list[str]  # top card first
    pawn_start: int
    capacity: int
    slots: int
    neutral_cars: list[int]
    face_up: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)  # oldest card first
    bonus: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PREFERENCES, 0))
    awards: dict[str, int] = field(default_factory=dict)  # award -> the seat that took it
    price_row: list[int] = field(default_factory=list)
    market: list[Car] = field(default_factory=list)
    buyers: list[str] = field(default_factory=list)  # the active ones, slot 1 first
    daimler: dict[int, int] = field(default_factory=dict)  # slot -> the Daimler marker on its buyer
    pawn: int = 0  # steps left to 0
    quiet_turns: int = 0
    quiet: bool = True  # the present turn, so far (KW-108)
    marker_free: bool = False  # no marker used yet in this phase (KW-89); never free in set-up (KW-90)
    daimler_free: bool = False  # no Daimler marker used yet in this turn (KW-92)


def play(players: int, options: dict[str, object], rng: Rng) -> Oracle:
    t = yield from set_up(players, rng)
    for prices in PRICES:  # KW-32
        preparation(t, prices)
        while t.pawn > 0 and len(t.market) < t.capacity:  # KW-106
            yield from turn(t)
        yield from scoring(t)
    totals = [player.money for player in t.seats]  # KW-141
    for name, seat in t.awards.items():
        totals[seat] += AWARDS[name]
    from_the_top = sorted(totals, reverse=True)
    places = [from_the_top.index(total) + 1 for total in totals]  # KW-142
    return Result(totals, [seat for seat in range(players) if totals[seat] == max(totals)], places)


def ask(seat: int, name: str, choices: Iterable[object]) -> Generator[Ask, str, str]:
    """Put one question, equal options once (KW-29); the answer comes back without the decision's name."""
    answer = yield Ask(seat, [f"{name} {choice}" for choice in dict.fromkeys(choices)])
    return answer.removeprefix(f"{name} ")


def grant(t: Table, seat: int, name: str) -> None:
    """Give an award, if nobody has it yet (KW-125)."""
    t.awards.setdefault(name, seat)


# --- Set-up and preparation


def set_up(players: int, rng: Rng) -> Generator[Ask, str, Table]:
    singles, doubles = list(SINGLES), list(DOUBLES)  # KW-13
    rng.shuffle(singles)
    rng.shuffle(doubles)
    deck = [card for card, row in DEVELOPMENTS.items() for _ in range(row[3])]  # KW-14
    deck += [card for card in INSTANTS for _ in range(3)]
    deck += list(ENGINEERS)
    rng.shuffle(deck)
    workers = list(range(players))  # KW-20
    rng.shuffle(workers)
    chain = [str(seat) for seat in workers] + singles + doubles + TRIPLES
    offer = list(START_TILES)
    seats = [Player() for _ in range(players)]
    if players == 2:  # KW-22, KW-135 to KW-139
        rng.shuffle(offer)
        offer = offer[:2]
        t = Table(rng, seats, chain, deck, pawn_start=2, capacity=4, slots=3, neutral_cars=[3, 6])
    else:
        t = Table(rng, seats, chain, deck, pawn_start=4, capacity=6, slots=4, neutral_cars=[])
    turn_up(t)
    for seat in reversed(workers):  # KW-23
        tile = yield from ask(seat, "pick_start_tile", offer)  # D1
        offer.remove(tile)
        yield from resolve(t, seat, START_TILES[tile])  # KW-24
    return t


def preparation(t: Table, prices: list[int]) -> None:
    t.price_row = list(prices)  # KW-33
    for preference, white in STACK_BONUS.items():  # KW-34
        t.bonus[preference] += white
    t.pawn = t.pawn_start  # KW-35
    t.quiet_turns = 0  # KW-108


# --- One turn


def turn(t: Table) -> Steps:
    worker = t.chain[0]  # KW-38
    seat = int(worker)
    t.quiet = True
    t.daimler_free = True

    t.marker_free = True  # phase 1 (KW-44)
    while True:
        tile = yield from ask(seat, "pick_tile", list(ACTION_TILES) + marker_uses(t, seat))  # D2, KW-39
        if tile in ACTION_TILES:
            break
        yield from use_marker(t, seat, tile)
    t.chain.remove(worker)  # KW-40
    t.chain[t.chain.index(tile)] = worker
    t.chain.append(tile)
    yield from resolve(t, seat, ACTION_TILES[tile])

    t.marker_free = True  # phase 2
    car_placed = False
    while True:
        ready = not car_placed and can_place(t, seat)
        steps = (["place_car"] if ready else []) + marker_uses(t, seat) + ["end_turn"]
        step = yield from ask(seat, "market_step", steps)  # D9
        if step == "end_turn":
            break
        if step == "place_car":
            yield from place_car(t, seat)
            car_placed = True
        else:
            yield from use_marker(t, seat, step)

    while t.chain[0] in ACTION_TILES:  # KW-42
        t.chain.append(t.chain.pop(0))
    t.quiet_turns = t.quiet_turns + 1 if t.quiet else 0  # KW-108
    if t.quiet_turns == QUIET_LIMIT:
        t.pawn -= 1
        t.quiet_turns = 0


def resolve(t: Table, seat: int, icons: list[str]) -> Steps:
    """All actions of a tile, in the order the player likes (KW-45, KW-46)."""
    left = list(icons)
    while True:
        possible = [icon for icon in left if is_possible(t, seat, icon)]
        choice = yield from ask(seat, "pick_action", (possible or ["continue"]) + marker_uses(t, seat))  # D3
        if choice == "continue":
            return
        if choice in ("use_daimler", "use_diesel"):
            yield from use_marker(t, seat, choice)
        else:
            left.remove(choice)
            yield from action(t, seat, choice)


def is_possible(t: Table, seat: int, icon: str) -> bool:  # KW-47
    if icon == "worker":
        return t.seats[seat].supply > 0
    if icon == "research":
        return len(t.face_up) > 0
    return True


def action(t: Table, seat: int, icon: str) -> Steps:
    me = t.seats[seat]
    if icon == "worker":
        yield from hire(t, seat, 1)  # KW-49
    elif icon == "research":
        yield from research(t, seat)
    elif icon in ("body", "engine"):
        yield from take_part(t, seat, icon)
    elif icon == "buyer":
        yield from buyer(t, seat)
    elif icon == "gp":
        drive(t, seat, me.race_engine)  # KW-76
    elif icon == "car_to_2":  # KW-80
        me.space = 2
        while me.space in occupied(t, seat):
            me.space += 1
    elif icon == "race_engine_2" and me.race_engine < 2:  # KW-81
        install(t, seat, 2)


# --- Worker


def hire(t: Table, seat: int, number: int) -> Steps:
    me = t.seats[seat]
    for _ in range(min(number, me.supply)):  # KW-50
        me.supply -= 1
        if me.supply == 0:  # KW-132
            grant(t, seat, "WORKERS")
        yield from enter_canteen(t, seat)


def enter_canteen(t: Table, seat: int) -> Steps:
    """One worker comes; his first duty is an inactive development (KW-51, KW-52)."""
    me = t.seats[seat]
    if me.inactive:
        card = yield from ask(seat, "activate", me.inactive)  # D5
        me.inactive.remove(card)
        yield from activate(t, seat, card)
    else:
        me.canteen += 1


def activate(t: Table, seat: int, card: str) -> Steps:  # KW-60
    t.seats[seat].active.append(card)
    part = DEVELOPMENTS[card][2]
    if part:
        yield from take_part(t, seat, part)


# --- Research


def turn_up(t: Table) -> None:
    """Fill up the two face-up cards, as far as cards exist (KW-53 to KW-55)."""
    while len(t.face_up) < 2 and (t.deck or t.discard):
        if not t.deck:
            t.deck, t.discard = t.discard, []
            t.rng.shuffle(t.deck)
        t.face_up.append(t.deck.pop(0))


def research(t: Table, seat: int) -> Steps:
    me = t.seats[seat]
    card = yield from ask(seat, "take_card", t.face_up)  # D4, KW-53
    t.face_up.remove(card)
    t.discard += t.face_up
    t.face_up = []
    turn_up(t)

    if card in DEVELOPMENTS:
        if me.canteen:  # KW-58
            me.canteen -= 1
            yield from activate(t, seat, card)
        else:  # KW-59
            me.inactive.append(card)

    elif card in ENGINEERS:  # KW-88
        me.engineers.append(card)
        me.markers += ENGINEERS[card]
        if len(me.engineers) == 3:  # KW-133
            grant(t, seat, "ENGINEERS")
        if card == "eng_otto":  # KW-97
            yield from hire(t, seat, 2)
            if t.face_up:  # KW-R-b
                yield from research(t, seat)

    else:
        if card == "inst_workers":  # KW-62
            yield from hire(t, seat, 3)
        elif card == "inst_gp":  # KW-63
            drive(t, seat, 5)
        elif card == "inst_parts":  # KW-64
            first = yield from ask(seat, "pick_part", ["body", "engine"])  # D21
            for part in [first, "engine" if first == "body" else "body"]:
                yield from take_part(t, seat, part)
        t.discard.append(card)  # KW-56
        turn_up(t)  # KW-55


# --- Body and Engine


def level(t: Table, seat: int, part: str) -> int:  # KW-57
    points = 1
    for card in t.seats[seat].active:
        body, engine, _, _ = DEVELOPMENTS[card]
        points += body if part == "body" else engine
    return min(points, 7)


def take_part(t: Table, seat: int, part: str) -> Steps:
    me = t.seats[seat]
    value = level(t, seat, part)  # KW-65
    if len(me.workshops) < 3:  # KW-67
        choices = ["workshop"]
    else:  # KW-68
        choices = [f"replace {old}" for old in me.workshops] + ["decline"]
    if part == "engine" and value > me.race_engine:  # KW-69, KW-70
        choices.append("race_car")
    choice = yield from ask(seat, f"place_{part}", choices)  # D6, D7
    if choice == "race_car":
        install(t, seat, value)
    elif choice != "decline":
        if choice != "workshop":
            me.workshops.remove(choice.removeprefix("replace "))
        me.workshops.append(f"{part} {value}")
        for needed, name in PART_AWARDS[part]:  # KW-129, KW-130
            if value >= needed:
                grant(t, seat, name)


# --- Buyer


def free_stacks(t: Table) -> list[str]:
    return [preference for preference in PREFERENCES if t.buyers.count(preference) < 2]


def activate_buyer(t: Table, seat: int, preference: str) -> None:
    if preference in t.buyers:  # KW-127
        grant(t, seat, "BUYER")
    t.buyers.append(preference)


def buyer(t: Table, seat: int) -> Steps:
    t.quiet = False  # KW-108
    if len(t.buyers) < t.slots:  # KW-72
        preference = yield from ask(seat, "pick_buyer", free_stacks(t))  # D8
        activate_buyer(t, seat, preference)
        t.seats[seat].money += t.bonus[preference]
        t.bonus[preference] = 0
    else:  # KW-73
        t.pawn -= 1


# --- Grand Prix


def occupied(t: Table, seat: int) -> list[int]:
    """The track spaces of all cars but the player's own; the pit lane holds any number (KW-78)."""
    return t.neutral_cars + [p.space for s, p in enumerate(t.seats) if s != seat and p.space > 0]


def drive(t: Table, seat: int, points: int) -> None:
    """A Grand Prix move."""
    me = t.seats[seat]
    if "eng_porsche" in me.engineers:  # KW-91
        points += 1
    for _ in range(points):  # KW-77
        step_on(t, seat)
        while me.space in occupied(t, seat):
            step_on(t, seat)


def step_on(t: Table, seat: int) -> None:
    me = t.seats[seat]
    me.space += 1
    if me.space > LAP_SPACES:  # KW-79
        me.space = 1
        me.laps += 1
        if me.laps <= 2:  # KW-126
            grant(t, seat, f"GP{me.laps}")


def install(t: Table, seat: int, value: int) -> None:
    """A higher engine goes on the race car (KW-69)."""
    me = t.seats[seat]
    me.race_engine = value
    if "eng_bugatti" in me.engineers:  # KW-105
        drive(t, seat, value)


# --- Placing a car


def values(me: Player, part: str) -> list[int]:
    """The values of the bodies or of the engines in the workshops."""
    return sorted(int(piece.split()[1]) for piece in me.workshops if piece.split()[0] == part)


def can_place(t: Table, seat: int) -> bool:  # KW-82
    me = t.seats[seat]
    has_parts = values(me, "body") != [] and values(me, "engine") != []
    return has_parts and me.canteen > 0 and len(t.market) < t.capacity


def place_car(t: Table, seat: int) -> Steps:
    me = t.seats[seat]
    car = {"owner": seat, "horch": 0, "maybach": 0}
    car["body"] = int((yield from ask(seat, "car_body", values(me, "body"))))  # D10
    car["engine"] = int((yield from ask(seat, "car_engine", values(me, "engine"))))  # D11
    car["price"] = int((yield from ask(seat, "car_price", t.price_row)))  # D12
    car["workers"] = int((yield from ask(seat, "car_workers", range(1, me.canteen + 1))))  # D13
    if t.marker_free:  # D14, KW-84, KW-89
        fitting = [marker for marker in me.markers if marker.startswith(("horch", "maybach"))]
        marker = yield from ask(seat, "car_engineer", ["none", *fitting])
        if marker != "none":
            name, value = marker.split("_")
            car[name] = int(value)  # KW-95, KW-96
            me.markers.remove(marker)
            t.marker_free = False
    me.workshops.remove(f"body {car['body']}")
    me.workshops.remove(f"engine {car['engine']}")
    t.price_row.remove(car["price"])
    me.canteen -= car["workers"]
    if any(other["owner"] == seat for other in t.market):  # KW-128
        grant(t, seat, "MARKET")
    t.market.append(car)
    t.quiet = False


# --- Engineer markers at the menus


def marker_uses(t: Table, seat: int) -> list[str]:  # KW-89, KW-90
    uses: list[str] = []
    if t.marker_free and t.daimler_free and markers_of(t, seat, "daimler") and bare_buyers(t):
        uses.append("use_daimler")
    if t.marker_free and markers_of(t, seat, "diesel") and changeable_cars(t, seat):
        uses.append("use_diesel")
    return uses


def markers_of(t: Table, seat: int, name: str) -> list[str]:
    return [marker for marker in t.seats[seat].markers if marker.startswith(name)]


def bare_buyers(t: Table) -> list[int]:
    """The slots of the active buyers without a Daimler marker."""
    return [slot for slot in range(1, len(t.buyers) + 1) if slot not in t.daimler]


def changeable_cars(t: Table, seat: int) -> list[Car]:
    return [car for car in t.market if car["owner"] == seat and changes(t, car)]


def changes(t: Table, car: Car) -> dict[str, list[int]]:
    """What Diesel could change on this car, and the new values (D18, D19)."""
    me = t.seats[car["owner"]]
    possible = {
        "body": [value for value in values(me, "body") if value != car["body"]],  # KW-101
        "engine": [value for value in values(me, "engine") if value != car["engine"]],
        "workers": [n for n in range(1, car["workers"] + me.canteen + 1) if n != car["workers"]],  # KW-102
        "price": list(t.price_row),  # KW-103
    }
    return {what: new for what, new in possible.items() if new}


def use_marker(t: Table, seat: int, use: str) -> Steps:
    me = t.seats[seat]
    t.marker_free = False
    if use == "use_daimler":  # KW-92
        t.daimler_free = False
        unused = [marker.split("_")[1] for marker in markers_of(t, seat, "daimler")]
        plus = yield from ask(seat, "daimler_marker", unused)  # D15
        slot = yield from ask(seat, "daimler_buyer", bare_buyers(t))  # D16
        me.markers.remove(f"daimler_{plus}")
        t.daimler[int(slot)] = int(plus)
        return

    price = yield from ask(seat, "diesel_car", [car["price"] for car in changeable_cars(t, seat)])  # D17, KW-100
    [car] = [car for car in t.market if car["price"] == int(price)]
    what = yield from ask(seat, "diesel_what", changes(t, car))  # D18
    new = int((yield from ask(seat, "diesel_value", changes(t, car)[what])))  # D19
    me.markers.remove(markers_of(t, seat, "diesel")[0])
    old = car[what]
    car[what] = new
    if what in ("body", "engine"):
        me.workshops.remove(f"{what} {new}")
        me.workshops.append(f"{what} {old}")
    elif what == "price":
        t.price_row.remove(new)
        t.price_row.append(old)
    elif new > old:
        me.canteen -= new - old
    else:
        for _ in range(old - new):
            yield from enter_canteen(t, seat)


# --- Scoring


def scoring(t: Table) -> Steps:
    for seat, player in enumerate(t.seats):  # 1. KW-110, KW-98, KW-99
        if "benz_1" in player.markers:
            preference = yield from ask(seat, "benz_buyer", ["pass", *free_stacks(t)])  # D20
            if preference != "pass":
                player.markers.remove("benz_1")
                activate_buyer(t, seat, preference)

    ranked = [(player.laps, player.space, seat) for seat, player in enumerate(t.seats) if player.space > 0]  # 2. KW-112
    ranked += [(0, space, -1) for space in t.neutral_cars]  # KW-139
    ranked.sort(reverse=True)
    for (_, _, seat), points in zip(ranked, PLACE_POINTS, strict=False):
        if seat >= 0:
            t.seats[seat].money += points
    for player in t.seats:
        player.money += LAP_POINTS[player.laps] if player.laps <= 5 else player.laps + 2  # 3. KW-113
        player.space = 0  # 4. KW-114
        player.laps = 0

    unsold = list(t.market)
    for slot, preference in enumerate(t.buyers, 1):  # 5. KW-115
        if unsold:  # KW-119
            best = max(appeal(car, preference) for car in unsold)
            tied = [car for car in unsold if appeal(car, preference) == best]
            car = min(tied, key=lambda car: car["price"])  # KW-117
            unsold.remove(car)
            seller = t.seats[car["owner"]]
            times = 1
            if preference == "price":  # KW-118, KW-94
                times = 3 if "eng_opel" in seller.engineers else 2
            seller.money += car["price"] * times + t.daimler.get(slot, 0)  # KW-93

    for car in t.market:  # 6. KW-120
        t.seats[car["owner"]].supply += car["workers"]
    t.market = []
    t.daimler = {}  # 7. KW-121
    t.price_row = []  # 8. KW-122
    t.buyers = []  # 9. KW-123


def appeal(car: Car, preference: str) -> int:  # KW-116
    if preference == "body":
        return car["body"] + car["maybach"]
    if preference == "engine":
        return car["engine"] + car["horch"]
    if preference == "brand":
        return car["workers"]
    return 0  # a price buyer looks at the price only
