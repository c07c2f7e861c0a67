"""The oracle of Automobiles: the rules AU-01 to AU-192 read once more, literally, from set-up to classification.

A cube is the word of its colour and every pile is a list of such words; only the stock is counted. A car is its lane and
its distance (lap * S + position). A cell is a pair (lane, position), and the track tells for each cell the space around it.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle.protocol import Ask, Oracle, Result

if TYPE_CHECKING:
    from officina.core.rng import Rng

GEARS = ["white", "light", "dark", "black"]  # from light to dark
COLOURS = [*GEARS, "wear", "garage", "pit", "handling", "performance", "engine"]
CUBES = [30, 28, 24, 16, 80, 40, 16, 16, 16, 16]  # AU-02, R-01
START_BAG = ["light"] * 2 + ["white"] * 5 + ["garage"] * 5  # AU-07
FIXED = {"white": (1, 0), "light": (2, 1), "dark": (3, 2), "black": (4, 3), "wear": (2, 0)}  # cost, value
CARDS = {  # cost, value
    "garage": {"car_chief": (2, 2), "engineer": (2, 2), "manager": (2, 2), "mechanic": (2, 2)},
    "pit": {"crew_chief": (4, 1), "pit_captain": (2, 2), "pit_crew": (2, 2), "pit_team": (1, 2)},
    "handling": {"aerodynamics": (1, 2), "suspension": (3, 2), "tires": (2, 3), "steering": (3, 3)},
    "performance": {"boost": (4, 2), "gearbox": (3, 2), "nitro": (4, 2), "turbo": (4, 2)},
    "engine": {"diesel_engine": (5, 3), "hybrid_engine": (5, 3), "rotary_engine": (4, 3), "supercharged": (6, 3)},
}
SETS = {
    "first_game": ["manager", "crew_chief", "suspension", "gearbox", "hybrid_engine"],
    "fine_tuning": ["engineer", "pit_captain", "aerodynamics", "nitro", "supercharged"],
    "jalopy": ["car_chief", "pit_team", "suspension", "boost", "diesel_engine"],
    "money": ["car_chief", "pit_team", "tires", "boost", "rotary_engine"],
    "rainbow": ["engineer", "pit_team", "suspension", "nitro", "rotary_engine"],
    "revved_up": ["car_chief", "crew_chief", "aerodynamics", "boost", "hybrid_engine"],
    "expert": ["mechanic", "pit_crew", "steering", "turbo", "hybrid_engine"],
    "examples": ["car_chief", "crew_chief", "steering", "gearbox", "rotary_engine"],
}
WEAR_CHART = {"white": 1, "light": 2, "dark": 3, "black": 4}
GRID = {1: (1, 5, 10), 2: (2, 3, 11), 3: (1, 2, 12), 4: (2, 1, 13), 5: (1, 0, 14)}  # cell -> lane, position, money
LETTERS = {"W": "white", "L": "light", "D": "dark", "K": "black"}
TRACKS = {  # lane by lane, from the line: how many spaces, their colours and their length
    "daytona": [
        "56xW1",
        "4xW1 8xL2 9xW1 1xWL2 8xL2 1xWL2 7xW1",
        "2xL2 4xD4 4xL2 1xLD2 4xD4 1xLD2 4xL2",
        "1xDK2 2xK8 2xD4 1xDK2 2xK8 3xD4",
    ],
    "monza": [
        "60xW1",
        "4xW1 5xL2 6xW1 4xL2 11xW1 6xL2 3xWL2 3xW1",
        "1xL2 3xD4 3xL2 1xLD2 1xD4 1xLD2 5xWL2 1xLD2 3xD4 4xL2",
        "2xK8 2xL2 2xD4 5xL2 1xK8 3xD4 1xDK2",
    ],
}

Cell = tuple[int, int]
Steps = Generator[Ask, str, None]


@dataclass
class Space:
    first: int
    last: int  # its front
    colours: list[str]  # the lighter one first


@dataclass
class Player:
    lane: int
    dist: int
    money: int  # printed on the grid cell
    bag: list[str] = field(default_factory=lambda: list(START_BAG))
    active: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    pending_boost: int = 0


@dataclass
class Table:
    rng: Rng
    track: dict[Cell, Space]
    size: int  # S
    laps: int
    card: dict[str, str]  # colour -> the card in play
    cost: dict[str, int]
    value: dict[str, int]
    draft: str
    accelerated: bool
    weaving: bool
    order: list[int]  # the seats in turn order
    player: dict[int, Player]  # by seat
    stock: dict[str, int]
    finish: bool = False
    # of the current turn:
    start_rank: int = 0
    aero: bool = False
    entered: list[Space] = field(default_factory=list)  # the path
    lane: int = 0  # the head of the path
    entry: int = 0  # where the last step entered its space (distance)
    head: int = 0  # where it landed (distance)


def play(players: int, options: dict[str, object], rng: Rng) -> Oracle:
    t = yield from set_up(players, options, rng)
    for _ in range(int(str(options.get("max_rounds", 150)))):  # AU-145, AU-190
        for seat in t.order:  # AU-20
            yield from turn(t, seat)
        if t.finish:  # AU-84, AU-142
            break
    order = race_order(t)  # AU-143, R-42
    places = [order.index(seat) + 1 for seat in range(players)]
    return Result([t.player[seat].dist for seat in range(players)], order[:1], places)


# --- Set-up


def set_up(players: int, options: dict[str, object], rng: Rng) -> Generator[Ask, str, Table]:
    track = read_track(TRACKS[str(options.get("track", "daytona"))])  # AU-01, AU-180
    card = cards_in_play(options, rng)
    price = dict(FIXED)
    for colour, name in card.items():
        price[colour] = CARDS[colour][name]
    advised = 5 if options.get("cards") in ("fine_tuning", "expert") else 3
    laps = str(options.get("laps"))  # AU-05, AU-181
    first = options.get("first_player", "random")  # AU-04, AU-184
    first_seat = rng.below(players) if first == "random" else int(str(first)) - 1  # seats as people count them
    order = [(first_seat + i) % players for i in range(players)]
    t = Table(
        rng=rng,
        track=track,
        size=1 + max(position for _, position in track),
        laps=int(laps) if laps in list("1234567") else advised,
        card=card,
        cost={colour: cost for colour, (cost, _) in price.items()},
        value={colour: value for colour, (_, value) in price.items()},
        draft=str(options.get("draft", "space")),
        accelerated=options.get("boost") == "accelerated",
        weaving=options.get("weaving") in ("on", "true", True),
        order=order,
        player={},
        stock={COLOURS[i]: CUBES[i] - players * START_BAG.count(COLOURS[i]) for i in range(10)},
    )

    cells = list(range(1, players + 1))  # AU-06, AU-183
    cell_of: dict[int, int] = {}
    if options.get("grid") == "chosen":
        for seat in reversed(order):  # D1
            cell_of[seat] = int((yield from choose(seat, "grid_pick", [str(cell) for cell in cells])))
            cells.remove(cell_of[seat])
    else:
        if options.get("grid") == "random":
            rng.shuffle(cells)
        for seat in order:
            cell_of[seat] = cells.pop(0)
    for seat in order:
        t.player[seat] = Player(*GRID[cell_of[seat]])

    for seat in order:  # AU-08, AU-09
        yield from shopping(t, seat, "grid_buy", t.player[seat].money, t.player[seat].bag)
    for seat in order:
        draw_seven(t, t.player[seat])
    return t


def read_track(lanes: list[str]) -> dict[Cell, Space]:
    track: dict[Cell, Space] = {}
    for lane, spaces in enumerate(lanes, start=1):
        position = 0
        for group in spaces.split():
            count, token = group.split("x")
            length = int(token[-1])
            for _ in range(int(count)):
                space = Space(position, position + length - 1, [LETTERS[letter] for letter in token[:-1]])
                for _ in range(length):
                    track[lane, position] = space
                    position += 1
    return track


def cards_in_play(options: dict[str, object], rng: Rng) -> dict[str, str]:
    chosen = options.get("cards", "first_game")  # AU-03, AU-182
    if chosen == "random":
        return {colour: list(CARDS[colour])[rng.below(4)] for colour in CARDS}
    if chosen == "custom":
        chosen = options.get("custom_cards")
    names = SETS.get(str(chosen), str(chosen).replace(",", " ").split())
    if isinstance(chosen, list | tuple):
        names = [str(name) for name in chosen]
    return {colour: next(name for name in names if name in CARDS[colour]) for colour in CARDS}


# --- Asking


def choose(seat: int, name: str, choices: list[str]) -> Generator[Ask, str, str]:
    answer = yield Ask(seat, [f"{name} {choice}" for choice in choices])
    return answer.removeprefix(f"{name} ")


def colours(pile: list[str]) -> list[str]:
    return [colour for colour in COLOURS if colour in pile]


def gears(pile: list[str]) -> list[str]:
    return [colour for colour in GEARS if colour in pile]


# --- Cubes


def draw(t: Table, p: Player) -> str:
    """One cube out of the bag, which is refilled only if it is empty (AU-130 to AU-133)."""
    if not p.bag:
        p.bag, p.discard = p.discard, []
    p.bag.sort(key=COLOURS.index)
    return p.bag.pop(t.rng.below(len(p.bag)))


def can_draw(p: Player) -> bool:
    return len(p.bag) + len(p.discard) >= 1


def draw_seven(t: Table, p: Player) -> None:
    for _ in range(7):
        if can_draw(p):  # AU-134
            p.active.append(draw(t, p))


def gain(t: Table, pile: list[str], colour: str, number: int) -> None:
    for _ in range(number):
        if t.stock[colour] > 0:  # AU-36, AU-97
            t.stock[colour] -= 1
            pile.append(colour)


def give_back(t: Table, pile: list[str], colour: str) -> None:
    pile.remove(colour)  # AU-136
    t.stock[colour] += 1


def shopping(t: Table, seat: int, name: str, money: int, pile: list[str]) -> Steps:
    while True:  # D2, D21, AU-71 to AU-75
        wares = [colour for colour in COLOURS if t.stock[colour] > 0 and t.cost[colour] <= money]
        colour = yield from choose(seat, name, [*wares, "done"])
        if colour == "done":
            return
        gain(t, pile, colour, 1)
        money -= t.cost[colour]


def return_cubes(t: Table, seat: int, number: int, up_to: bool) -> Generator[Ask, str, list[str]]:
    """D10: so many cubes of the discard go back to the stock."""
    p = t.player[seat]
    returned: list[str] = []
    while len(returned) < number:
        colour = yield from choose(seat, "remove_discard", colours(p.discard) + (["stop"] if up_to else []))
        if colour == "stop":
            break
        give_back(t, p.discard, colour)
        returned.append(colour)
    return returned


# --- Cars


def race_order(t: Table) -> list[int]:
    return sorted(t.player, key=lambda seat: (-t.player[seat].dist, t.player[seat].lane))  # AU-140


def cell_of_car(t: Table, seat: int) -> Cell:
    return t.player[seat].lane, t.player[seat].dist % t.size


def other_cars(t: Table, seat: int) -> list[Cell]:
    return [cell_of_car(t, other) for other in t.order if other != seat]


def legal_steps(t: Table, seat: int, allowed: list[str]) -> dict[tuple[int, int], int]:
    """Lane and distance of each legal landing on an allowed colour, with the distance that is left (AU-51 to AU-57)."""
    cars = other_cars(t, seat)
    steps: dict[tuple[int, int], int] = {}
    for left in range(t.entry if t.weaving else t.head, t.head + 1):  # AU-189; the larger one replaces the smaller
        for lane in (t.lane - 1, t.lane, t.lane + 1):
            entry = (lane, (left + 1) % t.size)
            if entry not in t.track or entry in cars:  # AU-53, AU-54
                continue
            if lane == t.lane and left < t.head:  # AU-189: straight on only from where the last step landed
                continue
            space = t.track[entry]
            if not any(colour in allowed for colour in space.colours):  # AU-51
                continue
            landing = left + 1
            while landing % t.size != space.last and (lane, (landing + 1) % t.size) not in cars:  # AU-55
                landing += 1
            steps[lane, landing] = left
    return steps


def move(t: Table, seat: int, allowed: list[str], number: int, up_to: bool) -> Steps:
    """D6: so many steps, each into a space of an allowed colour (AU-50, AU-58, AU-59)."""
    for _ in range(number):
        options: dict[str, tuple[int, int, int]] = {}
        for (lane, landing), left in legal_steps(t, seat, allowed).items():
            word = f"{lane}:{landing % t.size}" + (f"/{left % t.size}" if t.weaving else "")
            options[word] = (lane, landing, left)
        answer = yield from choose(seat, "step", list(options) + (["stop"] if up_to else []))
        if answer == "stop":
            return
        t.lane, t.head, left = options[answer]
        t.entry = left + 1
        t.entered.append(t.track[t.lane, t.entry % t.size])


def drafting(t: Table, seat: int) -> bool:
    lane, position = cell_of_car(t, seat)
    cars = other_cars(t, seat)
    if t.draft == "segment":  # AU-102
        return (lane, (position + 1) % t.size) in cars
    own = t.track[lane, position]  # AU-101
    following = t.track[lane, (own.last + 1) % t.size]
    ahead = [*range(position + 1, own.last + 1), *range(following.first, following.last + 1)]
    return any((lane, place) in cars for place in ahead)


def momentum(t: Table) -> None:
    front_first = sorted(t.order, key=lambda seat: -cell_of_car(t, seat)[1])
    for seat in front_first:  # AU-111
        p = t.player[seat]
        while p.dist % t.size != t.track[cell_of_car(t, seat)].last:
            if (p.lane, p.dist % t.size + 1) in other_cars(t, seat):
                break
            p.dist += 1


# --- A turn


def turn(t: Table, seat: int) -> Steps:
    p = t.player[seat]
    while p.pending_boost:  # D3, AU-187
        p.pending_boost -= 1
        if can_draw(p) and (yield from choose(seat, "boost_late", ["draw", "decline"])) == "draw":
            p.active.append(draw(t, p))
    kind = yield from choose(seat, "turn_type", ["standard", "pit_stop"])  # D4, AU-21
    if kind == "standard":
        yield from standard_turn(t, seat)
    else:
        while "wear" in p.active:  # AU-121
            give_back(t, p.active, "wear")
    p.discard += p.active + p.used  # End phase: AU-110, AU-115, AU-122
    p.active, p.used = [], []
    momentum(t)
    draw_seven(t, p)  # AU-114


def standard_turn(t: Table, seat: int) -> Steps:
    p = t.player[seat]
    t.start_rank = 1 + race_order(t).index(seat)  # AU-141
    t.aero = False
    t.entered = []
    t.lane, t.entry, t.head = p.lane, p.dist, p.dist

    while True:  # Action phase: D5, AU-30 to AU-34
        choices = [colour for colour in colours(p.active) if playable(t, seat, colour)]
        colour = yield from choose(seat, "action", [*choices, "done"])
        if colour == "done":
            break
        p.active.remove(colour)
        if colour == "wear":  # AU-174
            p.discard.append("wear")
            continue
        p.used.append(colour)  # AU-31
        if colour in GEARS:  # AU-58, AU-172
            yield from move(t, seat, [colour], 1, up_to=False)
        else:
            yield from effect(t, seat, t.card[colour])

    money = sum(t.value[colour] for colour in p.active)  # Buy phase: AU-70
    yield from shopping(t, seat, "buy", money, p.used)

    p.lane, p.dist = t.lane, t.head  # Car phase: AU-80
    if p.dist // t.size >= t.laps:  # AU-82 to AU-84
        t.finish = True

    if t.entered and not t.aero and not drafting(t, seat):  # Decline phase: AU-90 to AU-97
        gain(t, p.used, "wear", max(WEAR_CHART[colour] for space in t.entered for colour in space.colours))


# --- Cards


def playable(t: Table, seat: int, colour: str) -> bool:
    """Whether every mandatory part of the effect can be carried out (AU-34)."""
    p = t.player[seat]
    if colour == "wear":
        return True
    if colour in GEARS:  # AU-58
        return bool(legal_steps(t, seat, [colour]))
    card = t.card[colour]
    if card == "car_chief":
        return bool(car_chief_gears(t, p))
    if card == "mechanic":  # AU-153
        return len(p.active) >= 2
    if card == "crew_chief":  # AU-154
        return can_draw(p)
    if card == "suspension":
        return bool(suspension_gears(t, seat))
    if card == "tires":  # AU-161
        return bool(legal_steps(t, seat, tires_colours(p)))
    if card == "steering":  # AU-162
        return any(gear != "white" for gear in gears(p.active))
    if card == "nitro":  # AU-166
        return len(p.bag) + len(p.discard) >= 2
    return True


def car_chief_gears(t: Table, p: Player) -> list[str]:
    return [g for g in gears(p.discard) if g == "black" or t.stock[GEARS[GEARS.index(g) + 1]] > 0]  # AU-150


def suspension_gears(t: Table, seat: int) -> list[str]:
    return [gear for gear in gears(t.player[seat].discard) if legal_steps(t, seat, [gear])]  # AU-160


def tires_colours(p: Player) -> list[str]:
    """All colours lighter than the darkest active gear (AU-161)."""
    return GEARS[: max([GEARS.index(gear) for gear in gears(p.active)], default=0)]


def effect(t: Table, seat: int, card: str) -> Steps:
    p = t.player[seat]
    everybody = list(t.player.values())
    opponents = [(seat + i) % len(t.order) for i in range(1, len(t.order))]  # clockwise

    if card == "car_chief":  # AU-150
        gear = yield from choose(seat, "pick_discard_gear", car_chief_gears(t, p))
        give_back(t, p.discard, gear)
        if gear != "black":
            gain(t, p.used, GEARS[GEARS.index(gear) + 1], 1)

    elif card == "engineer":  # AU-151
        moved = 0
        while moved < 3:
            colour = yield from choose(seat, "engineer_discard", [*colours(p.active), "stop"])
            if colour == "stop":
                break
            p.active.remove(colour)
            p.discard.append(colour)
            moved += 1
        yield from return_cubes(t, seat, moved, up_to=False)

    elif card == "manager":  # AU-152
        colour = yield from choose(seat, "manager_remove", [*colours(p.active), "skip"])
        if colour != "skip":
            give_back(t, p.active, colour)
        places = [f"active {c}" for c in colours(p.active)] + [f"discard {c}" for c in colours(p.discard)]
        place = yield from choose(seat, "manager_rebag", [*places, "skip"])
        if place != "skip":
            zone, colour = place.split()
            (p.active if zone == "active" else p.discard).remove(colour)
            p.bag.append(colour)

    elif card == "mechanic":  # AU-153
        colour = yield from choose(seat, "mechanic_park", colours(p.active))
        p.active.remove(colour)
        p.used.append(colour)
        yield from return_cubes(t, seat, 2, up_to=True)

    elif card == "crew_chief":  # AU-154
        colour = "wear"
        while colour == "wear" and can_draw(p):
            colour = draw(t, p)
            p.active.append(colour)
        while "wear" in p.discard:
            give_back(t, p.discard, "wear")

    elif card == "pit_captain":  # AU-155
        yield from return_cubes(t, seat, 6, up_to=True)

    elif card == "pit_crew":  # AU-156
        modes = ["all_wear", "any_two"] if len(p.discard) >= 2 else ["all_wear"]
        mode = yield from choose(seat, "pit_crew_mode", modes)
        if mode == "any_two":
            yield from return_cubes(t, seat, 2, up_to=False)
        else:
            while "wear" in p.discard:
                give_back(t, p.discard, "wear")

    elif card == "pit_team":  # AU-157
        returned = yield from return_cubes(t, seat, 3, up_to=True)
        if returned:
            budget = sum(t.cost[colour] for colour in returned)
            gains = [colour for colour in COLOURS if t.stock[colour] > 0 and t.cost[colour] <= budget]
            colour = yield from choose(seat, "pit_team_gain", gains)
            gain(t, p.used, colour, 1)

    elif card == "aerodynamics":  # AU-159
        t.aero = True

    elif card == "suspension":  # AU-160
        gain(t, p.used, "wear", 1)
        gear = yield from choose(seat, "pick_discard_gear", suspension_gears(t, seat))
        yield from move(t, seat, [gear], 1, up_to=False)

    elif card == "tires":  # AU-161
        yield from move(t, seat, tires_colours(p), 1, up_to=False)

    elif card == "steering":  # AU-162
        gain(t, p.used, "wear", 1)
        gear = yield from choose(seat, "pick_active_gear", [gear for gear in gears(p.active) if gear != "white"])
        p.active.remove(gear)
        p.discard.append(gear)
        yield from move(t, seat, [GEARS[GEARS.index(gear) - 1]], 3, up_to=True)

    elif card == "boost":  # AU-163, AU-164, AU-187
        for _ in range(3):
            if not can_draw(p) or (yield from choose(seat, "boost_draw", ["draw", "stop"])) == "stop":
                break
            p.active.append(draw(t, p))
            gain(t, p.used, "wear", 1)
        for other in opponents:
            o = t.player[other]
            if t.accelerated:
                o.pending_boost += 1
            elif can_draw(o) and (yield from choose(other, "boost_offer", ["draw", "decline"])) == "draw":
                o.active.append(draw(t, o))

    elif card == "gearbox":  # AU-165
        gain(t, p.used, "wear", 1)
        number = t.start_rank + (1 if t.start_rank == len(everybody) else 0)
        yield from move(t, seat, ["light"], number, up_to=True)

    elif card == "nitro":  # AU-166
        drawn = [draw(t, p), draw(t, p)]
        kept = yield from choose(seat, "nitro_keep", colours(drawn))
        drawn.remove(kept)
        p.active.append(kept)
        p.discard += drawn

    elif card == "turbo":  # AU-167
        gain(t, p.used, "wear", 2)
        number = 2 + sum(someone.discard.count("performance") for someone in everybody)
        yield from move(t, seat, ["light"], number, up_to=True)

    elif card == "diesel_engine":  # AU-168
        gain(t, p.used, "wear", 2)
        yield from move(t, seat, ["dark"], p.discard.count("dark"), up_to=True)

    elif card == "hybrid_engine":  # AU-169
        gain(t, p.used, "wear", 1)
        blue = (p.active + p.used + p.discard).count("engine")
        if all(blue > t.player[other].discard.count("engine") for other in opponents):
            choices = [gear for gear in GEARS if legal_steps(t, seat, [gear])]
            colour = yield from choose(seat, "hybrid_colour", [*choices, "none"])
            if colour != "none":
                yield from move(t, seat, [colour], 2, up_to=True)

    elif card == "rotary_engine":  # AU-170
        gain(t, p.used, "wear", 1)
        yield from move(t, seat, ["white"], len(set(p.discard)), up_to=True)

    elif card == "supercharged":  # AU-171
        gain(t, p.used, "wear", 1)
        for _ in range(2):
            colour = yield from choose(seat, "supercharge_take", [*colours(p.discard), "stop"])
            if colour == "stop":
                break
            p.discard.remove(colour)
            p.active.append(colour)
