"""Positions of Fuori di Rotella in the words of the rulebook, so that a test reads: given, when, then.

Gears are letters (``RRB`` = two red, one blue), always written in the order of the colours R B Y G O P T N (robots 1 to 8).
Choices are in notation (docs/notation.md).

>>> p = given("1 2 3", feet={2: "RBY"}, dumps={2: "RY"}, stop="assembly")
>>> play(p, {1: "attack 2", 2: "collect 2"})  # robot 3 is not mentioned: it plays Defence
>>> feet(p, 1), feet(p, 2), feet(p, 3)
('RBY', 'RY', '')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import officina
from officina import Position

T = TypeVar("T")

GAME: Final = officina.GAMES["fuori_di_rotella"]
LETTERS: Final = "RBYGOPTN"
COLOURS: Final = ("red", "blue", "yellow", "green", "orange", "purple", "turquoise", "brown")
CODES: Final = ("bolt", "spring", "piston", "turbine", "valve", "dynamo", "coil", "rivet")
UPGRADES: Final = (
    "insulation", "armour", "long_arm", "reprogram", "twin_trap",
    "recycler", "fast_assembly", "small_assembly", "magnet", "radar",
)  # fmt: skip
GEARS_PER_COLOUR: Final = 11
STOPS: Final = {"": "", "assembly": "BeginAssembly", "exploration": "Exploration", "next turn": "EndTurn"}
END: Final = "end"
MOST_DECISIONS: Final = 600


# --- given


def given(
    robots: str,
    *,
    feet: Mapping[int, str] | None = None,
    circuits: Mapping[int, str] | None = None,
    dumps: Mapping[int, str] | None = None,
    turn: int = 1,
    next_gears: str = "",
    reserve: str | None = None,
    idle: int = 0,
    draft: bool = False,
    cards: Mapping[int, str] | None = None,
    spent: Iterable[int] = (),
    stop: str = "",
    over: bool = False,
    seed: int = 1,
) -> Position:
    """A position at Programming.

    ``robots``: one word a seat, ``"1 2 3"``; with two robots a player ``"1+5 2+6"``. Places not mentioned are empty.
    All other gears of the colours in play are in the reserve, ``next_gears`` on top. With ``reserve`` the reserve is
    exactly that, and the other gears lie in the circuits of the robot of their colour.
    ``cards`` switches the upgrades on; robots not mentioned have none. ``stop`` leaves the table as it is when that phase
    would begin (``"assembly"``, ``"exploration"``, ``"next turn"``: before the end test). ``over``: the game has ended so.
    """
    start = chosen_robots(robots, draft=draft, upgrades=cards is not None, seed=seed)
    data = start.to_json()
    del data["digest"]
    state = data["state"]
    numbers = in_play(start)
    state["feet"] = piles(feet or {})
    state["circuits"] = piles(circuits or {})
    state["dumps"] = {str(CODES.index(code) + 1): gears for code, gears in piles(dumps or {}).items()}
    placed = Counter("".join([*(feet or {}).values(), *(circuits or {}).values(), *(dumps or {}).values()]))
    placed.update(next_gears if reserve is None else reserve)
    rest = [COLOURS[n - 1] for n in sorted(numbers) for _ in range(GEARS_PER_COLOUR - placed[LETTERS[n - 1]])]
    if reserve is None:
        state["reserve"] = [COLOURS[LETTERS.index(letter)] for letter in next_gears] + rest
    else:
        state["reserve"] = [COLOURS[LETTERS.index(letter)] for letter in reserve]
        for colour in rest:
            own = state["circuits"].setdefault(CODES[COLOURS.index(colour)], {})
            own[colour] = own.get(colour, 0) + 1
    state["turn"] = turn
    state["idle"] = idle
    state["began_empty"] = not state["reserve"]
    state["cards"] = {CODES[number - 1]: card for number, card in (cards or {}).items()}
    state["spent"] = [CODES[number - 1] for number in sorted(spent)]
    if over:
        data["stack"] = []
        data["answers"] = data["drafts"] = []
        state["phase"] = END
    if stop:
        names = [name for name, _, _ in data["stack"]]
        data["stack"] = data["stack"][names.index(STOPS[stop]) + 1 :]
    return GAME.from_json(data)


def chosen_robots(robots: str, *, draft: bool = False, upgrades: bool = False, seed: int = 1) -> Position:
    """A new game in which the seats have chosen these robots, at its first Programming."""
    teams = [[int(number) for number in word.split("+")] for word in robots.split()]
    options = {
        "robots_per_player": len(teams[0]),
        "share_rest": "draft" if draft else "random",
        "upgrades": "on" if upgrades else "off",
    }
    p = GAME.start(players=len(teams), seed=seed, options=options)
    for choice in range(len(teams[0])):
        for seat, team in enumerate(teams):
            if p.to_act == (seat,):  # the eighth robot falls to the last seat by itself
                apply(p, seat, f"choose_robot {CODES[team[choice] - 1]}")
    return p


def piles(places: Mapping[int, str]) -> dict[str, dict[str, int]]:
    """Gears by place (number from 1) as the saved form: numbers by colour, by robot."""
    return {
        CODES[place - 1]: {COLOURS[LETTERS.index(gear)]: gears.count(gear) for gear in gears} for place, gears in places.items()
    }


# --- when


def play(p: Position, programs: Mapping[int, str]) -> None:
    """Every robot places its programme ("attack 2"), and the turn goes on to the next question.

    Robots not mentioned play Defence; so that this hides nothing, it is an error if somebody attacks them, and with two robots
    a player all must be mentioned.
    """
    targets = {text.split()[1] for text in programs.values() if text.startswith("attack")}
    for number in in_play(p):
        if number not in programs and (str(number) in targets or p.view(None)["options"]["robots_per_player"] == 2):
            raise ValueError(f"robot {number} needs a programme")
    for number in in_play(p):
        answer(p, number, f"program {programs.get(number, f'attack {number}')}")


def answer(p: Position, robot: int, text: str) -> None:
    """The owner of a robot answers its question, in full notation: ``"defence_take feet red"``."""
    apply(p, seat_of(p, robot), text)


def apply(p: Position, seat: int, text: str) -> None:
    """A seat answers its question, in full notation."""
    kind, option = GAME.vocabulary.parse(text)
    if p.kind(seat) != kind:
        raise AssertionError(f"seat {seat} is asked {asked_seat(p, seat) or 'nothing'}, not {text}")
    p.apply(seat, option)


def play_on(p: Position, choose: Callable[[Position, int], int]) -> Iterator[int]:
    """Play to the end; before each decision the seat that takes it is yielded. An endless game is an error."""
    for _ in range(MOST_DECISIONS):
        if p.over:
            return
        seat = p.to_act[0]
        yield seat
        p.apply(seat, choose(p, seat))
    raise AssertionError(f"the game goes on after {MOST_DECISIONS} decisions")


# --- then


def feet(p: Position, robot: int) -> str:
    """The gears at a robot's feet."""
    return letters(robot_view(p, robot)["feet"])


def circuits(p: Position, robot: int) -> str:
    """The gears in a robot's Inner Circuits."""
    return letters(robot_view(p, robot)["circuits"])


def dump(p: Position, number: int) -> str:
    """The gears on a dump."""
    return letters(p.view(None)["dumps"][number - 1]["gears"])


def all_feet(p: Position) -> list[str]:
    """The feet of all robots in play, ascending."""
    return [feet(p, robot) for robot in in_play(p)]


def points(p: Position, robot: int) -> int:
    """A robot's points."""
    value: int = robot_view(p, robot)["points"]
    return value


def spent(p: Position, robot: int) -> bool:
    """Whether the robot's upgrade has been used."""
    return bool(robot_view(p, robot)["spent"])


def turn(p: Position) -> int:
    """The number of the turn."""
    value: int = p.view(None)["turn"]
    return value


def phase(p: Position) -> str:
    """The phase the turn is in."""
    value: str = p.view(None)["phase"]
    return value


def idle(p: Position) -> int:
    """The idle turns in a row."""
    value: int = p.view(None)["idle_turns"]
    return value


def reserve(p: Position) -> int:
    """How many gears the reserve holds."""
    value: int = p.view(None)["reserve"]
    return value


def asked(p: Position, robot: int) -> str:
    """The name of the question that the owner of a robot may answer now; empty if none."""
    return asked_seat(p, seat_of(p, robot))


def asked_seat(p: Position, seat: int) -> str:
    """The name of the question that a seat may answer now; empty if none."""
    kind = p.kind(seat)
    return GAME.vocabulary.kind_name(kind) if kind else ""


def offered(p: Position, robot: int) -> list[str]:
    """What the owner of a robot may answer, without the question's name: ``["none", "red blue"]``."""
    seat = seat_of(p, robot)
    kind = p.kind(seat)
    return [GAME.vocabulary.text(kind, option).split(" ", 1)[1] for option in p.options(seat)]


def waiting(p: Position) -> list[int]:
    """The robots whose owners must decide now, ascending."""
    return [robot for robot in in_play(p) if seat_of(p, robot) in p.to_act]


def sees(p: Position, seat: int | None, robot: int) -> str:
    """The programme of a robot as a seat (None: a spectator) sees it now: ``"attack 4"``, or empty while it is hidden."""
    found = robot_view(p, robot, seat)["program"]
    return f"{found['action']} {found['number']}" if found else ""


def shown(p: Position) -> list[int]:
    """The robots whose programme everybody sees, ascending."""
    return [robot for robot in in_play(p) if sees(p, None, robot)]


def why_not(p: Position, robot: int, text: str) -> tuple[str, str]:
    """Why the owner of a robot may not choose this (full notation): the reason's last word, and its rule."""
    seat = seat_of(p, robot)
    kind, option = GAME.vocabulary.parse(text)
    assert p.kind(seat) == kind, f"asked {asked_seat(p, seat)}, not {text}"
    reason = p.why_not(seat, option)
    assert reason is not None, f"{text} is legal"
    return (reason.key.rsplit(".", 1)[1], reason.rule)


def outcomes(play_with: Callable[[int], T], seeds: int = 60) -> Counter[T]:
    """How often each result came out when the same turn was played with different chance."""
    return Counter(play_with(seed) for seed in range(seeds))


# --- small things


def in_play(p: Position) -> list[int]:
    """The numbers of the robots in play, ascending."""
    return [robot["number"] for robot in p.view(None)["robots"]]


def seat_of(p: Position, robot: int) -> int:
    """The seat that runs a robot."""
    seat: int = robot_view(p, robot)["seat"]
    return seat


def robot_view(p: Position, robot: int, seat: int | None = None) -> dict[str, Any]:
    """One robot as a seat (None: a spectator) sees it."""
    for found in p.view(seat)["robots"]:
        if found["number"] == robot:
            return dict(found)
    raise ValueError(f"robot {robot} is not in play")


def letters(counts: list[int]) -> str:
    """Eight counts as letters."""
    return "".join(letter * number for letter, number in zip(LETTERS, counts, strict=True))
