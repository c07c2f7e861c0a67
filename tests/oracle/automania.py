"""The oracle of Automania: the rules AM-01 to AM-171 read once more, literally, from set-up to scoring.

Workers are only counted: neutral ones work like the others (AM-37). A car is its owner and its tile; the electric tile
is a tile of its own ("electric"), so that no other car is ever of the same type for Miao's copy (AM-168).
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from tests.oracle.protocol import Ask, Oracle, Result

if TYPE_CHECKING:
    from officina.core.rng import Rng

TYPES = ["city", "family", "super"]
FEATURES = ["speed", "eco", "handling", "safety", "trunk"]
STYLES = ["spoiler", "exhaust", "dice"]
MARKETS = ["na", "eu"]

COST = {"city": 1, "family": 2, "super": 3}
PRINTED = {"city": 1, "family": 1, "super": 3}  # C9
LINES = {"city": "ab", "family": "bcd", "super": "defg"}
SUMATO_LINES = {"city": "abg", "family": "bcd", "super": "def"}  # AM-163

SPACES = {"l1": "city", "l2": "family", "l3": "super", "l4": "contract"}  # C2
SPACES |= {"t1": "super", "t2": "contract", "t3": "city", "t4": "family", "c": "any"}
NEED = {**COST, "contract": 0, "any": 1}  # AM-39

GOLD = {space: max(0, space // 3 - 2) for space in range(1, 18)}  # C6: 9-11, 12-14, 15-17 give 1, 2, 3
# C7: the sale spaces' rows (0 is the top), $ and VP
NA = {"na_1a": (1, 6, 0), "na_1b": (1, 5, 0), "na_1c": (1, 4, 1), "na_2a": (2, 4, 0), "na_2b": (2, 3, 1), "na_top": (0, 2, 0)}
EU = {"eu_1a": (1, 0, 6), "eu_1b": (1, 0, 5), "eu_1c": (1, 1, 4), "eu_2a": (2, 0, 4), "eu_2b": (2, 1, 3), "eu_top": (0, 0, 2)}
SALE = {"na": NA, "eu": EU}
LIMIT = {1: 2, 2: 2, 3: 3, 4: 1000}  # C8: sales by office

CONTRACTS = """
k01 city   trunk          -        6 4 | k02 city   safety         -        6 4 | k03 city   eco            -        5 3
k04 city   speed          -        7 5 | k05 city   handling       -        7 5 | k06 city   -              dice     8 6
k07 family trunk          -        7 4 | k08 family safety         -        8 5 | k09 family eco            -        8 5
k10 family speed          -        9 6 | k11 family handling       -        9 6 | k12 family -              spoiler 10 7
k13 super  speed          -        9 5 | k14 super  handling       -       10 6 | k15 super  safety         -       10 6
k16 super  eco            -       11 7 | k17 super  trunk          -       11 7 | k18 super  -              exhaust 12 8
k19 any    -              spoiler  8 4 | k20 any    -              exhaust  8 4 | k21 any    -              dice     8 4
k22 any    -              2       10 6 | k23 any    eco+safety     -        9 6 | k24 any    speed+handling -        9 6
k25 any    -              -       13 6 | k26 any    -              -       15 8 | s1  city   eco            -        4 3
s2  city   speed          -        4 3 | s3  family trunk          -        5 3 | s4  family safety         -        5 3
"""
CARDS = {row.split()[0]: row.split()[1:] for row in CONTRACTS.replace("\n", "|").split("|") if row.strip()}  # C10


class Tile(NamedTuple):
    family: str
    kind: str
    stars: int
    medals: int
    value: int


def tiles(*groups: tuple[int, str, list[str], int, int, int]) -> list[Tile]:
    """So many tiles of each kind, one kind after the other, group by group: the printed order."""
    return [Tile(family, kind, *rest) for count, family, kinds, *rest in groups for kind in kinds for _ in range(count)]


PILE_A = tiles(  # C3: stars, medals, value
    (2, "manager", ["researcher"], 1, 0, 0),
    (2, "manager", ["sales", "general", "staff"], 0, 0, 1),
    (3, "machine", FEATURES, 0, 0, 0),
    (3, "style", STYLES, 1, 0, 0),
    (2, "bonus", ["money"], 0, 0, 4),
    (2, "bonus", ["vp"], 0, 0, 3),
)
PILE_B = tiles(  # C4
    (2, "manager", ["researcher"], 2, 0, 0),
    (2, "manager", ["sales"], 0, 2, 1),
    (2, "manager", ["general", "staff"], 0, 0, 2),
    (1, "machine", FEATURES, 1, 0, 0),
    (1, "machine", FEATURES, 0, 2, 0),
    (3, "machine", ["plain"], 2, 0, 0),
    (2, "style", STYLES, 2, 0, 0),
    (1, "style", STYLES, 1, 2, 0),
    (3, "bonus", ["money"], 0, 0, 5),
    (3, "bonus", ["vp"], 0, 0, 4),
)

Car = tuple[int, str]  # owner and tile
Steps = Generator[Ask, str, None]


@dataclass
class Player:
    money: int
    vp: int
    hand: list[str]
    factory: str = ""  # side A
    cars: dict[str, int] = field(default_factory=lambda: {"city": 3, "family": 2, "super": 2, "electric": 0})  # AM-08
    free: int = 6  # workers
    bonus_paid: int = 0  # by general managers this turn (AM-108)
    managers: list[Tile] = field(default_factory=list)  # by office slot
    machines: dict[str, Tile] = field(default_factory=dict)  # by station
    styles: dict[str, list[Tile]] = field(default_factory=lambda: {kind: [] for kind in TYPES})
    played: list[str] = field(default_factory=list)
    office: int = 0  # the sales office of this round; 0 until he passes


@dataclass
class Table:
    players: int
    corner_any: bool
    slot_stars: list[int]
    order: list[int]
    pile_a: list[Tile]
    pile_b: list[Tile]
    active: dict[str, list[str]]
    waiting: dict[str, dict[str, str]]
    deck: list[str]
    display: list[str]
    seats: list[Player]
    neutral: int = 10  # AM-04
    grid: dict[int, Tile] = field(default_factory=dict)  # cells 1-16 row by row
    below: dict[int, Tile] = field(default_factory=dict)  # the tiles 1 and 2 below sales office 2
    workers: dict[str, tuple[int, int]] = field(default_factory=dict)  # action space -> owner and number
    ships: dict[str, dict[int, Car]] = field(default_factory=lambda: {market: {} for market in MARKETS})
    yachts: dict[str, Car] = field(default_factory=dict)  # by market
    sold: dict[str, list[Car]] = field(default_factory=dict)  # by sale space


def play(players: int, options: dict[str, object], rng: Rng) -> Oracle:
    t = set_up(players, options, rng)
    if options.get("advanced", "off") in (True, "true", "on"):  # D0, AM-160, R-23
        yield from choose_factories(t)
    for number in (1, 2, 3, 4):  # AM-20
        yield from action_phase(t)
        yield from sales_phase(t)
        if number < 4:
            yield from new_round(t, number + 1)
    return scoring(t)


# --- Set-up


def set_up(players: int, options: dict[str, object], rng: Rng) -> Table:
    order = list(range(players))  # AM-15: turn order, piles A and B, demand, contracts, S cards
    rng.shuffle(order)
    pile_a, pile_b = list(PILE_A), list(PILE_B)
    rng.shuffle(pile_a)
    rng.shuffle(pile_b)
    while True:  # AM-05, AM-06
        demand = [feature for feature in FEATURES for _ in range(2)]
        rng.shuffle(demand)
        if sorted(demand[0:3]) != sorted(demand[5:8]):
            break
    active = {"na": demand[0:3], "eu": demand[5:8]}
    waiting = {"na": {"left": demand[3], "right": demand[4]}, "eu": {"left": demand[8], "right": demand[9]}}
    deck = [card for card in CARDS if card.startswith("k")]
    rng.shuffle(deck)
    s_cards = [card for card in CARDS if card.startswith("s")]
    rng.shuffle(s_cards)
    seats: list[Player] = []
    for seat in range(players):  # AM-10 to AM-12
        position = order.index(seat) + 1
        seats.append(Player(money=5 + position, vp=position, hand=[s_cards[seat]]))
    corner_any = options.get("corner_tiles", "diagonal") == "any"
    slot_stars = [int(digit) for digit in re.findall(r"\d", str(options.get("slot_stars", "2 3 4")))]
    t = Table(players, corner_any, slot_stars, order, pile_a, pile_b, active, waiting, deck[3:], deck[:3], seats)
    deal(t, t.pile_a)
    return t


def deal(t: Table, pile: list[Tile]) -> None:
    t.grid = {cell: pile.pop(0) for cell in range(1, 17)}  # AM-03
    t.below = {slot: pile.pop(0) for slot in (1, 2)}


def choose_factories(t: Table) -> Steps:
    for seat in reversed(t.order):
        taken = [p.factory for p in t.seats]
        answer = yield Ask(seat, [f"factory {name}" for name in ("sumato", "elon", "miao", "opo") if name not in taken])
        t.seats[seat].factory = answer.split()[1]
        if answer == "factory sumato":
            t.seats[seat].cars["city"] += 1  # AM-162
        if answer == "factory elon":
            t.seats[seat].cars["electric"] += 1  # AM-164


# --- Action phase


def action_phase(t: Table) -> Steps:
    for p in t.seats:
        p.office = 0
    while any(not p.office for p in t.seats):  # AM-21
        for seat in t.order:
            if not t.seats[seat].office:
                yield from turn(t, seat)


def turn(t: Table, seat: int) -> Steps:
    p = t.seats[seat]
    p.bonus_paid = 0
    answer = ["sponsor"]
    while answer[0] in ("sponsor", "recall"):  # D1
        options = [f"turn space {space}" for space in SPACES if is_legal(t, seat, space)]
        options += ["turn pass", *sponsorings(p, "turn"), *recalls(t, seat, "turn")]
        answer = (yield Ask(seat, options)).split()[1:]
        extra(t, seat, answer)
    if answer[0] == "pass":
        yield from pass_and_choose_office(t, seat)
    else:
        yield from act(t, seat, answer[1])


def sponsorings(p: Player, decision: str) -> list[str]:
    return [f"{decision} sponsor {k}" for k in range(1, p.free + 1)]


def recalls(t: Table, seat: int, decision: str) -> list[str]:
    cars = [(market, space) for market in MARKETS for space in t.ships[market] if t.ships[market][space][0] == seat]
    return [f"{decision} recall {market} {space}" for market, space in cars]


def extra(t: Table, seat: int, answer: list[str]) -> None:
    """Carry the answer out if it is a sponsor placement or a recall (AM-22)."""
    if answer[0] == "sponsor":
        sponsor(t.seats[seat], int(answer[1]))
    elif answer[0] == "recall":  # AM-85
        _, car = t.ships[answer[1]].pop(int(answer[2]))
        t.seats[seat].cars[car] += 1


def sponsor(p: Player, k: int) -> None:
    bonus = unpaid_bonus(p)
    p.free -= k
    p.money += k + bonus  # AM-106
    p.bonus_paid += bonus


def unpaid_bonus(p: Player) -> int:
    return max(0, sum(m.value for m in p.managers if m.kind == "general") - p.bonus_paid)  # AM-52, AM-108


def fund(p: Player) -> int:
    return p.money + p.free + (unpaid_bonus(p) if p.free >= 1 else 0)  # AM-39


def workers_needed(t: Table, space: str) -> int:
    return t.workers[space][1] + 1 if space in t.workers else 1  # AM-31, AM-32


def line_of(t: Table, space: str) -> list[int]:
    """The cells of this space's line that hold a tile (C2, AM-40)."""
    if space == "c":
        cells = list(range(1, 17)) if t.corner_any else [1, 6, 11, 16]
    elif space[0] == "l":
        cells = [4 * int(space[1]) - 4 + column for column in (1, 2, 3, 4)]
    else:
        cells = [4 * row + int(space[1]) for row in (0, 1, 2, 3)]
    return [cell for cell in cells if cell in t.grid]


def is_legal(t: Table, seat: int, space: str) -> bool:
    p = t.seats[seat]
    if (space in t.workers and t.workers[space][0] == seat) or p.free < workers_needed(t, space):  # AM-34
        return False
    then = replace(p, free=p.free - workers_needed(t, space))  # AM-39: after placing the workers
    need = NEED[SPACES[space]]
    cells = line_of(t, space)
    if not cells:  # AM-42
        return fund(then) >= need
    return any(handlings(then, t.grid[cell], need, t.neutral) for cell in cells)


def act(t: Table, seat: int, space: str) -> Steps:
    p = t.seats[seat]
    needed = workers_needed(t, space)
    if space in t.workers:  # AM-33
        displaced, number = t.workers[space]
        t.seats[displaced].free += number
    t.workers[space] = (seat, needed)
    p.free -= needed

    kind = SPACES[space]
    cells = line_of(t, space)
    if cells:  # D2, AM-41
        fitting = [cell for cell in cells if handlings(p, t.grid[cell], NEED[kind], t.neutral)]
        answer = yield Ask(seat, [f"take_tile {cell}" for cell in fitting])
        tile = t.grid.pop(int(answer.split()[1]))
        yield from place_tile(t, seat, tile, NEED[kind], True)

    if kind == "contract":
        yield from draw_contract(t, seat)
        return
    if kind == "any":  # D4, AM-71
        answer = yield Ask(seat, [f"car_type {car}" for car in TYPES if fund(p) >= COST[car]])
        kind = answer.split()[1]
    yield from produce(t, seat, kind)


# --- Tiles


def handlings(p: Player, tile: Tile, need: int, neutral: int) -> list[str]:
    """Every way to handle this tile that the cash pays for now and that leaves a sufficient fund (D3, AM-39)."""
    ways = ["discard"]  # AM-44
    if tile.family == "bonus":
        ways = ["take"]
    if tile.family == "machine":
        ways += [f"station {station}" for station in "abcdefg"]  # AM-56
    if tile.family == "manager":
        ways += [f"office {slot}" for slot, manager in enumerate(p.managers, 1) if manager.kind == tile.kind]  # AM-48
        if len(p.managers) < len(office_costs(p)):
            ways.append("office new")
    if tile.family == "style":
        ways += [f"style {car}" for car in TYPES]
    legal: list[str] = []
    for way in ways:
        if p.money >= price(p, tile, way):
            then = replace(p, managers=list(p.managers), machines=dict(p.machines), styles=dict(p.styles))
            handle(then, tile, way, neutral)
            if fund(then) >= need:
                legal.append(way)
    return legal


def office_costs(p: Player) -> list[int]:
    return [1, 1, 2, 2, 3, 3] if p.factory == "opo" else [1, 2, 3, 4]  # C9, AM-170


def price(p: Player, tile: Tile, way: str) -> int:
    if way == "office new":
        return office_costs(p)[len(p.managers)]  # AM-47
    if way.startswith("style"):
        styles = p.styles[way.split()[1]]
        if all(style.kind != tile.kind for style in styles):
            return len(styles) + (1 if p.factory == "opo" else 0)  # AM-61, AM-171
    return 0


def handle(p: Player, tile: Tile, way: str, neutral: int) -> int:
    """Handle the tile; given and given back is the number of workers in the neutral supply."""
    p.money -= price(p, tile, way)
    words = way.split()
    workers = tile.value if tile.kind == "staff" else 0
    if words[0] == "take":  # AM-64
        if tile.kind == "money":
            p.money += tile.value
        else:
            p.vp += tile.value
    elif words[0] == "station":
        p.machines[words[1]] = tile
    elif words[0] == "style":
        others = [style for style in p.styles[words[1]] if style.kind != tile.kind]  # AM-62
        p.styles[words[1]] = [*others, tile]
    elif way == "office new":
        p.managers.append(tile)
    elif words[0] == "office":
        workers = max(0, workers - p.managers[int(words[1]) - 1].value)  # AM-54
        p.managers[int(words[1]) - 1] = tile
    else:
        workers = 0  # discarded
    workers = min(workers, neutral)  # AM-53, AM-55
    p.free += workers
    return neutral - workers


def place_tile(t: Table, seat: int, tile: Tile, need: int, may_sponsor: bool) -> Steps:
    p = t.seats[seat]
    ways = handlings(p, tile, need, t.neutral)
    answer = "take"
    while tile.family != "bonus":  # D3
        options = [f"place_tile {way}" for way in ways]
        for k in range(1, p.free + 1):
            then = replace(p)
            sponsor(then, k)
            if may_sponsor and handlings(then, tile, need, t.neutral):
                options.append(f"place_tile sponsor {k}")
        answer = (yield Ask(seat, options)).removeprefix("place_tile ")
        if not answer.startswith("sponsor"):
            break
        extra(t, seat, answer.split())
        ways = handlings(p, tile, need, t.neutral)
    t.neutral = handle(p, tile, answer, t.neutral)


# --- Producing a car


def line_machines(p: Player, kind: str) -> list[Tile]:
    line = (SUMATO_LINES if p.factory == "sumato" else LINES)[kind]
    return [p.machines[station] for station in line if station in p.machines]  # AM-69


def popularity(t: Table, p: Player, kind: str, market: str) -> int:
    """Popularity before marketing and the electric bonus (AM-77)."""
    machines = line_machines(p, kind)
    stars = PRINTED[kind] + sum(machine.stars for machine in machines)
    stars += sum(manager.stars for manager in p.managers if manager.kind == "researcher")
    stars += sum(style.stars for style in p.styles[kind])
    unused = [machine.kind for machine in machines]
    for value, feature in sorted(zip(t.slot_stars, t.active[market], strict=True), reverse=True):  # AM-74 to AM-76
        if feature in unused:
            unused.remove(feature)
            stars += value
    return stars


def fits(p: Player, card: str, kind: str, stars: int) -> bool:
    of_type, features, styles, at_least, _ = CARDS[card]  # AM-98
    on_line = [machine.kind for machine in line_machines(p, kind)]
    on_type = [style.kind for style in p.styles[kind]]
    return (
        of_type in (kind, "any")
        and (features == "-" or all(feature in on_line for feature in features.split("+")))
        and (styles == "-" or (len(on_type) >= 2 if styles == "2" else styles in on_type))
        and stars >= int(at_least)
    )


def produce(t: Table, seat: int, kind: str) -> Steps:
    p = t.seats[seat]
    words = ["sponsor"]
    while words[0] in ("sponsor", "recall"):  # D5, AM-73
        options = [f"market {market}" for market in MARKETS if p.money >= COST[kind]]
        options += [*sponsorings(p, "market"), *recalls(t, seat, "market")]
        words = (yield Ask(seat, options)).split()[1:]
        extra(t, seat, words)
    market = words[0]
    p.money -= COST[kind]  # AM-70
    stars = popularity(t, p, kind, market)

    car = kind
    if p.cars["electric"]:  # D6, AM-164, AM-165
        answer = yield Ask(seat, ["car_tile normal", "car_tile electric"])
        if answer == "car_tile electric":
            car = "electric"
            stars += 1

    answer = yield Ask(seat, [f"marketing {k}" for k in range(p.free + 1)])  # D7, AM-109
    p.free -= int(answer.split()[1])
    stars += int(answer.split()[1])

    cards = [card for card in p.hand if fits(p, card, kind, stars)]
    answer = yield Ask(seat, [f"play_contract {card}" for card in cards] + ["play_contract none"])  # D8, AM-97
    if answer != "play_contract none":
        p.hand.remove(answer.split()[1])
        p.played.append(answer.split()[1])

    words = ["recall"]
    while words[0] == "recall":  # D9
        options = ["place_car none", *recalls(t, seat, "place_car")]  # AM-84, AM-85
        if p.cars[car]:  # AM-86
            options += [f"place_car ship {v}" for v in range(1, min(stars, 17) + 1) if v not in t.ships[market]]
            if stars >= 18 and market not in t.yachts:
                options.append("place_car yacht")
        words = (yield Ask(seat, options)).split()[1:]
        extra(t, seat, words)
    if words[0] == "ship":  # AM-78, AM-81
        p.cars[car] -= 1
        t.ships[market][int(words[1])] = (seat, car)
        p.vp += GOLD[int(words[1])]
    if words[0] == "yacht":  # AM-82
        p.cars[car] -= 1
        t.yachts[market] = (seat, car)
        p.vp += 9


# --- Contracts


def draw_contract(t: Table, seat: int) -> Steps:
    p = t.seats[seat]
    if not t.display and not t.deck:  # AM-96
        p.vp += 1
        return
    words = ["sponsor"]
    while words[0] == "sponsor":  # D10, AM-95
        options = [f"draw_contract display {card}" for card in t.display]
        options += (["draw_contract deck"] if t.deck else []) + sponsorings(p, "draw_contract")
        words = (yield Ask(seat, options)).split()[1:]
        extra(t, seat, words)
    if words[0] == "deck":
        p.hand.append(t.deck.pop(0))
    else:
        take_from_display(t, p, words[1])


def take_from_display(t: Table, p: Player, card: str) -> None:
    t.display.remove(card)
    p.hand.append(card)
    if t.deck:
        t.display.append(t.deck.pop(0))


# --- Passing


def pass_and_choose_office(t: Table, seat: int) -> Steps:
    p = t.seats[seat]
    if p.free:  # AM-113
        sponsor(p, p.free)
    taken = [other.office for other in t.seats]
    answer = yield Ask(seat, [f"office {number}" for number in (1, 2, 3, 4) if number not in taken])  # D11
    p.office = int(answer.split()[1])
    if p.office == 2:  # D12, AM-116
        answer = yield Ask(seat, ["office_tile none"] + [f"office_tile {slot}" for slot in t.below])
        if answer != "office_tile none":
            yield from place_tile(t, seat, t.below.pop(int(answer.split()[1])), 0, False)
    if p.office == 3 and not t.display:  # AM-118
        p.vp += 1
    elif p.office == 3:  # D13
        answer = yield Ask(seat, [f"office_contract {card}" for card in t.display])
        take_from_display(t, p, answer.split()[1])


# --- Sales phase


def sales_phase(t: Table) -> Steps:
    t.sold = {}
    limit = [LIMIT[p.office] + sum(m.value for m in p.managers if m.kind == "sales") for p in t.seats]  # AM-130
    copied = False
    for market in MARKETS:  # AM-125
        for ship in sorted(t.ships[market], reverse=True):  # AM-126
            seat, car = t.ships[market][ship]
            if not limit[seat]:  # AM-131
                continue
            options = ["sell keep"] + [f"sell sale {space}" for space in SALE[market] if is_open(t, market, space)]
            if t.seats[seat].factory == "miao" and not copied:  # AM-167 to AM-169, R-25
                for space, (row, _, _) in SALE[market].items():
                    if row and any(owner != seat and other == car for owner, other in t.sold.get(space, [])):
                        options.append(f"sell copy {space}")
            words = (yield Ask(seat, options)).split()[1:]  # D14
            if words[0] == "keep":
                continue
            copied = copied or words[0] == "copy"
            t.sold.setdefault(words[1], []).append(t.ships[market].pop(ship))
            _, money, vp = SALE[market][words[1]]
            t.seats[seat].money += money
            t.seats[seat].vp += vp
            limit[seat] -= 1
    for owner, car in t.yachts.values():  # AM-135
        t.seats[owner].cars[car] += 1
    t.yachts = {}


def is_open(t: Table, market: str, space: str) -> bool:
    row = SALE[market][space][0]
    if row and t.players == 2:  # AM-134
        return not any(SALE[market][other][0] == row for other in t.sold if other in SALE[market])
    return not row or space not in t.sold  # AM-129


# --- New round


def new_round(t: Table, number: int) -> Steps:
    by_office = sorted(range(t.players), key=lambda seat: t.seats[seat].office)
    fewest = min(by_office, key=lambda seat: t.seats[seat].vp)  # AM-141: of equals the lowest office
    side = (yield Ask(fewest, ["demand_side left", "demand_side right"])).split()[1]  # D15
    pushed_out = {market: t.active[market].pop() for market in MARKETS}
    for market, other in (("na", "eu"), ("eu", "na")):  # AM-142, AM-143
        t.active[market].insert(0, t.waiting[market][side])
        t.waiting[market][side] = pushed_out[other]
    for cars in t.sold.values():  # AM-144
        for owner, car in cars:
            t.seats[owner].cars[car] += 1
    t.sold = {}
    deal(t, t.pile_a if number == 2 else t.pile_b)  # AM-145, AM-146
    t.order = by_office  # AM-147
    t.workers = {}  # AM-148
    t.neutral = 10
    for seat in t.order:  # AM-149
        p = t.seats[seat]
        staff = min(t.neutral, sum(m.value for m in p.managers if m.kind == "staff"))
        t.neutral -= staff
        p.free = 6 + staff


# --- End of the game


def scoring(t: Table) -> Result:
    for market in MARKETS:  # AM-150
        for owner, _ in t.ships[market].values():
            if market == "na":
                t.seats[owner].money += 1
            else:
                t.seats[owner].vp += 1
    for p in t.seats:  # AM-151
        p.vp += sum(int(CARDS[card][4]) for card in p.played)
        in_factory = [*p.managers, *p.machines.values(), *(style for kind in TYPES for style in p.styles[kind])]
        p.vp += sum(tile.medals for tile in in_factory)
    by_money = sorted(t.seats, key=lambda p: (-p.money, p.office))  # AM-152
    for p, vp in zip(by_money, (10, 6, 3, 0), strict=False):  # AM-153
        p.vp += vp
    order = sorted(range(t.players), key=lambda seat: (-t.seats[seat].vp, t.seats[seat].office))  # AM-154
    return Result([p.vp for p in t.seats], order[:1], [order.index(seat) + 1 for seat in range(t.players)])
