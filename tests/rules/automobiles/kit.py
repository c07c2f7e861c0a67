"""Positions of Automobiles in the words of the rulebook, so that a test reads: given, when, then.

Cars are ``lane:position/laps``, one word a seat. Piles are written ``"2 wear, engine"``, in the order of the colours. Choices
are in notation (docs/notation.md).

>>> p = given("1:24 4:10", active={0: "2 white, wear"})
>>> offered(p)
['white', 'wear', 'done']
>>> do(p, "action white", "step 1:25", "action white")
>>> head(p), pile(p, 0, "used")
('1:25', '2 white')
>>> offered(p)
['1:26', '2:26']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from officina import Position, Record
from officina.core.events import FORCED, Event
from officina.core.rng import game_rng
from officina.games.automobiles.game import AutomobilesGame
from officina.games.automobiles.rules.driving import drafted_by
from officina.games.automobiles.state import Automobiles

GAME: Final = AutomobilesGame()
COLOURS: Final = ("white", "light", "dark", "black", "wear", "garage", "pit", "handling", "performance", "engine")
IN_BOX: Final = (30, 28, 24, 16, 80, 40, 16, 16, 16, 16)
ZONES: Final = ("bag", "active", "used", "discard")
FIRST_GAME: Final = "first_game"


# --- given


def given(
    cars: str,
    *,
    cards: str = FIRST_GAME,
    laps: int = 3,
    track: str = "daytona",
    active: Mapping[int, str] | None = None,
    used: Mapping[int, str] | None = None,
    discard: Mapping[int, str] | None = None,
    bag: Mapping[int, str] | None = None,
    stock: Mapping[str, int] | None = None,
    turn: int = 0,
    first: int = 0,
    round: int = 5,
    pending: Mapping[int, int] | None = None,
    at: str = "action",
    seed: int = 1,
    game: AutomobilesGame = GAME,
    options: Mapping[str, Any] | None = None,
) -> Automobiles:
    """A position in the middle of a race, in the turn of seat ``turn``: at its Action phase, or with ``at="turn"`` before it.

    Piles not mentioned are empty; all other cubes are in stock, unless ``stock`` says how many of a colour are there: then the
    rest of that colour lies in the bag of the last seat. Pending Boosts are asked about before anything else.
    """
    places = [car_of(word) for word in cars.split()]
    chosen = {"cards": cards, "laps": laps, "track": track, "first_player": first + 1, **(options or {})}
    start = game.start(players=len(places), seed=seed, options=chosen)
    data = start.to_json()
    del data["digest"]
    data["rng"] = game_rng(f"kit {seed}").state()
    state = data["state"]
    given_piles = {"bag": bag or {}, "active": active or {}, "used": used or {}, "discard": discard or {}}
    for zone in ZONES:
        state[zone] = [counts(given_piles[zone].get(seat, "")) for seat in range(len(places))]
    for colour, in_box in zip(COLOURS, IN_BOX, strict=True):
        placed = sum(pile.get(colour, 0) for zone in ZONES for pile in state[zone])
        state["stock"][colour] = (stock or {}).get(colour, in_box - placed)
        state["bag"][-1][colour] = state["bag"][-1].get(colour, 0) + in_box - placed - state["stock"][colour]
    state["slots"] = list(range(1, len(places) + 1))
    state["spot"] = [segment for segment, _ in places]
    state["lap"] = [lap for _, lap in places]
    state["pending"] = [(pending or {}).get(seat, 0) for seat in range(len(places))]
    state["finish"] = any(lap >= laps for _, lap in places)
    state["round"], state["phase"], state["current"], state["money"] = round, "turn", turn, 0
    state["head"] = state["head_entry"] = places[turn][0]
    state["head_lap"] = places[turn][1]
    order = [(first + place) % len(places) for place in range(len(places))]
    to_come = order[order.index(turn) :]
    data["stack"] = [["EndRound", -1, {}], *([["TakeTurn", seat, {}] for seat in reversed(to_come)])]
    p = game.from_json(data)
    assert isinstance(p, Automobiles)
    if at == "action":
        do(p, "turn_type standard")
    return p


def car_of(word: str) -> tuple[str, int]:
    """``lane:position/laps`` as place and laps."""
    place, _, lap = word.partition("/")
    return (place, int(lap or 0))


def counts(text: str) -> dict[str, int]:
    """``"2 wear, engine"`` as numbers by colour."""
    found: dict[str, int] = {}
    for part in text.split(",") if text else []:
        words = part.split()
        found[words[-1]] = found.get(words[-1], 0) + (int(words[0]) if len(words) == 2 else 1)
    return found


def cubes(numbers: Iterable[int]) -> str:
    """Ten counts in words."""
    return ", ".join(
        colour if number == 1 else f"{number} {colour}" for colour, number in zip(COLOURS, numbers, strict=True) if number
    )


def when_drawn(make: Callable[[int], Automobiles], fits: Callable[[Automobiles], bool]) -> Automobiles:
    """The first position, over all seeds, in which chance has dealt what the example tells."""
    for seed in range(2000):
        p = make(seed)
        if fits(p):
            return p
    raise AssertionError("chance never deals that")


# --- when


def do(p: Position, *choices: str) -> None:
    """Whoever must decide chooses, in full notation, one after the other. A step that was forced may be named all the same."""
    for text in choices:
        kind, option = p.game.vocabulary.parse(text)
        seat = p.to_act[0]
        if p.kind(seat) != kind and text == f"step {head(p)}":
            continue
        if p.kind(seat) != kind:
            raise AssertionError(f"seat {seat} is asked {asked(p)}, not {text}")
        p.apply(seat, option)


def listen(p: Position) -> list[Event]:
    """From now on the position tells what happens; the list grows."""
    events: list[Event] = []
    p.events = events
    return events


def told(p: Position) -> list[str]:
    """The names of what happened since :func:`listen`, forced decisions left out."""
    return [p.game.event_kinds[event.code].name for event in p.events or [] if event.code != FORCED]


def finish_turn(p: Position) -> None:
    """Whoever has the turn plays and buys nothing more (nothing to do if the turn has ended by itself)."""
    mover = p.to_act
    for question in ("action", "buy"):
        if p.to_act == mover and asked(p) == question:
            do(p, f"{question} done")


# --- then


def asked(p: Position) -> str:
    """The name of the pending question; empty at the end."""
    return p.game.vocabulary.kind_name(p.kind(p.to_act[0])) if p.to_act else ""


def offered(p: Position) -> list[str]:
    """What may be answered, without the question's name."""
    seat = p.to_act[0]
    return [p.game.vocabulary.text(p.kind(seat), option).split(" ", 1)[1] for option in p.options(seat)]


def pile(p: Position, seat: int, zone: str) -> str:
    """A pile of a player: bag, active, used or discard."""
    return cubes(p.view(seat)["players_in_race"][seat][zone])


def in_stock(p: Position, colour: str) -> int:
    """How many cubes of a colour the stock holds."""
    return int(p.view(None)["stacks"][COLOURS.index(colour)]["stock"])


def car(p: Position, seat: int) -> str:
    """Where a car is: ``lane:position/laps``."""
    place = p.view(None)["players_in_race"][seat]["car"]
    return f"{place['lane']}:{place['position']}/{place['lap']}"


def head(p: Position) -> str:
    """Where the path of this turn ends."""
    place = p.view(None)["head"]
    return f"{place['lane']}:{place['position']}"


def path(p: Position) -> list[str]:
    """The landings of this turn, with the cube that lies there."""
    return [
        f"{landing['lane']}:{landing['position']}" + (f" {landing['cube']}" if landing["cube"] else "")
        for landing in p.view(None)["path"]
    ]


def ranks(p: Position) -> list[int]:
    """The race position of every seat."""
    return [player["rank"] for player in p.view(None)["players_in_race"]]


def laps_to_go(p: Position) -> list[int]:
    """The lap markers."""
    return [player["laps_to_go"] for player in p.view(None)["players_in_race"]]


def money(p: Position) -> int:
    """The money of whoever is buying."""
    return int(p.view(None)["money"])


def drafts(p: Automobiles, seat: int) -> bool:
    """Whether a car stands in somebody's slipstream."""
    return drafted_by(p, seat) >= 0


def steps_of(p: Automobiles, seat: int) -> dict[str, list[str]]:
    """For each gear colour the landings that a step from the car of the seat may have."""
    from officina.games.automobiles.rules.movement import start_path, step_options

    twin = p.clone()
    assert isinstance(twin, Automobiles)
    start_path(twin, seat)
    words = twin.game.vocabulary.kind(6).words
    return {COLOURS[gear]: [words[option] for option in step_options(twin, seat, 1 << gear)] for gear in range(4)}


def why_not(p: Position, text: str) -> tuple[str, str]:
    """Why that may not be chosen (full notation): the reason's last word, and its rule."""
    kind, option = p.game.vocabulary.parse(text)
    seat = p.to_act[0]
    assert p.kind(seat) == kind, f"asked {asked(p)}, not {text}"
    reason = p.why_not(seat, option)
    assert reason is not None, f"{text} is legal"
    return (reason.key.rsplit(".", 1)[1], reason.rule)


def record(players: int, seed: int | str = 1, **options: Any) -> Record:
    """A new game as a record, for what may be taken back."""
    return Record.start(GAME, players, seed, options)
