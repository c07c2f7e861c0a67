"""Positions of Crazy Race in the words of the rulebook, so that a test reads: given, when, then.

Players are called by their colours, locomotives by their models A, B, C; ``(4, 0, 12)`` is the progress of A, B and C (0 start,
6 turntable, 12 home). A card laid is written ``orange 3@0``: Orange lays a 3 beside side 0.

>>> p = given(3, card=1, opener="orange", locos={"orange": (4, 0, 0)})
>>> play(p, "orange 3@0", "green pass", "lilac 1@0", "orange pass", "green pass", "lilac 2@0", "orange pass", "green pass")
>>> play(p, "lilac pass")
>>> asked(p, "orange"), offered(p, "orange")
('free_loco', ['a', 'b', 'c'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from officina import Position, render
from officina.core.events import Event
from officina.games.crazy_race.game import CrazyRaceGame

GAME: Final = CrazyRaceGame()
COLOURS: Final = ("lilac", "orange", "green", "blue")
DRIVERS: Final = "11223346"

Locos = tuple[int, int, int]


# --- given


def given(
    players: int = 4,
    *,
    card: int = 1,
    stage: int = 2,
    opener: str = "lilac",
    turn: int = 0,
    locos: Mapping[str, Locos] | None = None,
    hands: Mapping[str, str] | None = None,
    retaken: str = "",
    laid: str = "",
    turntable: Mapping[str, Sequence[int]] | None = None,
    finish: Mapping[str, Sequence[int]] | None = None,
    turntable_taken: int = 0,
    finish_taken: int = 0,
    options: Mapping[str, Any] | None = None,
    next_cards: Sequence[int] = (),
    piles: tuple[Sequence[int], Sequence[int]] | None = None,
    seed: int = 1,
) -> Position:
    """A position in the middle of placing: ``turn`` turns of this stage are over, ``opener`` was the first.

    ``hands``: the digits of a hand; whatever is neither there nor among the ``laid`` cards is in the played pile. Players not
    mentioned hold all cards that they have not laid. ``retaken``: who has used the take-back. ``turntable`` and ``finish``:
    points cards won; of the piles at least ``turntable_taken`` and ``finish_taken`` cards are gone, what nobody has is out of
    the game. ``next_cards``: the stage cards to come first. ``piles``: the order of shuffled points cards.
    """
    start = GAME.start(players, seed, options)
    data = start.to_json()
    del data["digest"]
    state = data["state"]
    state["stage"] = stage
    state["turn"] = turn
    seat = COLOURS.index(opener)
    state["first"] = COLOURS[(seat - stage + 1) % players]
    state["deck"] = stage_order(stage, card, next_cards)
    if piles is not None:
        state["points"] = {"turntable": list(piles[0]), "finish": list(piles[1])}
    state["laid"] = [laid_card(entry) for entry in laid.split(", ") if entry]
    for colour in COLOURS[:players]:
        give_driver_cards(state, colour, (hands or {}).get(colour))
        state["progress"][colour] = dict(zip("abc", (locos or {}).get(colour, (0, 0, 0)), strict=True))
    state["retaken"] = retaken.split()
    give_points_cards(state, "turntable", turntable or {}, turntable_taken)
    give_points_cards(state, "finish", finish or {}, finish_taken)
    data["stack"] = [["EndStage", -1, {}], *(["EvaluateSide", -1, {"side": side}] for side in (3, 2, 1, 0))]
    data["stack"].append(["PlaceCard", (seat + turn) % players, {}])
    p = GAME.from_json(data)
    p.events = []
    return p


def finished(
    players: int = 4,
    *,
    locos: Mapping[str, Locos] | None = None,
    turntable: Mapping[str, Sequence[int]] | None = None,
    finish: Mapping[str, Sequence[int]] | None = None,
    options: Mapping[str, Any] | None = None,
    opener: str = "lilac",
    stage: int = 8,
) -> Position:
    """The same at the very end: the last stage, opened by ``opener``, is evaluated without any card."""
    p = given(
        players,
        stage=stage,
        opener=opener,
        turn=players * 3 - 1,
        locos=locos,
        turntable=turntable,
        finish=finish,
        options=options,
    )
    play(p, f"{COLOURS[p.to_act[0]]} pass")
    return p


def stage_order(stage: int, card: int, next_cards: Sequence[int]) -> list[int]:
    """All eight stage cards, such that ``card`` comes in that stage and ``next_cards`` after it."""
    rest = [number for number in range(1, 9) if number != card and number not in next_cards]
    return [*rest[: stage - 1], card, *next_cards, *rest[stage - 1 :]]


def laid_card(entry: str) -> dict[str, Any]:
    """A laid card as a save has it, from ``orange 3@0``."""
    colour, what = entry.split()
    value, side = what.split("@")
    return {"colour": colour, "side": int(side), "card": value, "taken": False}


def pile(values: str) -> dict[str, int]:
    """Driver cards as a save has them, from their digits."""
    return dict(Counter(values))


def give_driver_cards(state: dict[str, Any], colour: str, hand: str | None) -> None:
    """A hand and a played pile that together with the laid cards make eight."""
    left = Counter(DRIVERS) - Counter(laid["card"] for laid in state["laid"] if laid["colour"] == colour)
    held = left if hand is None else Counter(hand)
    state["hands"][colour] = dict(held)
    state["played"][colour] = dict(left - held)


def give_points_cards(state: dict[str, Any], kind: str, won: Mapping[str, Sequence[int]], taken: int) -> None:
    """Points cards to their owners; cards that left the pile and belong to nobody count as discarded."""
    pile = state["points"][kind]
    wanted = Counter(value for values in won.values() for value in values)
    while wanted - Counter(pile[:taken]):
        taken += 1
    state["points_taken"][kind] = taken
    for colour, values in won.items():
        state["won"][colour] += [f"{kind} {value}" for value in values]
    state["lost"]["lilac"] += [f"{kind} {value}" for value in (Counter(pile[:taken]) - wanted).elements()]


# --- when


def play(p: Position, *turns: str) -> None:
    """Placing turns: ``orange 3@0``, ``orange pass``, ``orange retake``. Forced ones are left out."""
    for entry in turns:
        colour, what = entry.split()
        value, _, side = what.partition("@")
        answer(p, colour, f"place_card {value}")
        if side:
            answer(p, colour, f"place_side {side}")


def all_pass(p: Position) -> None:
    """Everybody passes to the end of placing."""
    stage = p.view(None)["stage"]
    while p.to_act and asked(p, COLOURS[p.to_act[0]]) == "place_card" and p.view(None)["stage"] == stage:
        answer(p, COLOURS[p.to_act[0]], "place_card pass")


def answer(p: Position, colour: str, text: str) -> None:
    """A player answers the question, in full notation."""
    seat = COLOURS.index(colour)
    kind, option = GAME.vocabulary.parse(text)
    if p.kind(seat) != kind:
        raise AssertionError(f"{colour} is asked {asked(p, colour) or 'nothing'}, not {text}")
    p.apply(seat, option)


# --- then


def asked(p: Position, colour: str) -> str:
    """The name of the question that a player must answer now; empty if none."""
    kind = p.kind(COLOURS.index(colour))
    return GAME.vocabulary.kind_name(kind) if kind else ""


def to_act(p: Position) -> str:
    """Who must decide now; empty when the game is over."""
    return COLOURS[p.to_act[0]] if p.to_act else ""


def offered(p: Position, colour: str) -> list[str]:
    """What a player may answer, without the question's name."""
    seat = COLOURS.index(colour)
    return [GAME.vocabulary.text(p.kind(seat), option).split(" ", 1)[1] for option in p.options(seat)]


def why_not(p: Position, colour: str, text: str) -> tuple[str, str]:
    """Why a player may not choose this (full notation): the reason's last word, and its rule."""
    seat = COLOURS.index(colour)
    kind, option = GAME.vocabulary.parse(text)
    assert p.kind(seat) == kind, f"asked {asked(p, colour)}, not {text}"
    reason = p.why_not(seat, option)
    assert reason is not None, f"{text} is legal"
    return (reason.key.rsplit(".", 1)[1], reason.rule)


def player(p: Position, colour: str) -> dict[str, Any]:
    """What everybody sees of a player."""
    return dict(p.view(None)["table"][COLOURS.index(colour)])


def locos(p: Position, colour: str) -> Locos:
    """The progress of A, B and C."""
    a, b, c = (loco["progress"] for loco in player(p, colour)["locomotives"])
    return (a, b, c)


def won(p: Position, colour: str) -> tuple[list[int], list[int]]:
    """A player's points cards: turntable, finish."""
    found = player(p, colour)
    return (found["turntable_cards"], found["finish_cards"])


def score(p: Position, colour: str) -> int:
    """A player's points."""
    return p.scores()[COLOURS.index(colour)]


def winners(p: Position) -> list[str]:
    """Who wins."""
    return [COLOURS[seat] for seat in p.winners()]


def turntable_pile(p: Position) -> list[int]:
    """What can be seen of the turntable pile, top first."""
    return list(p.view(None)["turntable_pile"]["cards"])


def finish_pile(p: Position) -> list[int]:
    """What can be seen of the finish pile, top first."""
    return list(p.view(None)["finish_pile"]["cards"])


def hand(p: Position, colour: str) -> str:
    """A hand as digits."""
    return digits(p.view(COLOURS.index(colour))["own"]["hand"])


def played(p: Position, colour: str) -> str:
    """A played pile as digits."""
    return digits(p.view(COLOURS.index(colour))["own"]["played"])


def digits(values: Sequence[int]) -> str:
    """Values as digits."""
    return "".join(str(value) for value in values)


def stage(p: Position) -> int:
    """The number of the stage."""
    number: int = p.view(None)["stage"]
    return number


def beside(p: Position, side: int, seen_by: str = "") -> list[str]:
    """The cards beside a side in laying order, as somebody (else: a spectator) sees them: ``orange 3``, ``orange ?``."""
    seat = COLOURS.index(seen_by) if seen_by else None
    cards = p.view(seat)["stage_card"]["sides"][side]["cards"]
    return [f"{COLOURS[card['seat']]} {'?' if card['value'] is None else card['value']}" for card in cards]


def log(p: Position, seen_by: str = "") -> list[str]:
    """The log since the position was given, as somebody (else: a spectator) reads it."""
    seat = COLOURS.index(seen_by) if seen_by else None
    return [render(GAME.event_text(event), "en") for event in p.events or [] if event.seen_by(seat)]


def told(p: Position, name: str) -> list[Event]:
    """The events of a name since the position was given."""
    return [event for event in p.events or [] if GAME.event_kinds[event.code].name == name]
