"""Positions of Kraftwagen in the words of the spec, so that a test reads: given, when, then.

Seats are R, B, G, Y. A chain is written from tail to head, ``"R a1 B b1"``; tiles that are not mentioned lie at its head, and
:func:`chain` shows only those that were mentioned. Choices are in notation (docs/notation.md).

>>> p = given("RB", chain="R a5 B", R={"race_engine": 2}, B={"space": 2})
>>> choose(p, "pick_tile a5")  # its only action is done at once, and there is no car to place
>>> player(p, "R").space, chain(p, "R a5 B")
(4, 'R B a5')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from officina.core.step import Step
from officina.games.kraftwagen.components import ACTIONS, AWARDS, ENGINEERS, PREFERENCES, TILES
from officina.games.kraftwagen.game import KraftwagenGame, mine
from officina.games.kraftwagen.nouns import marker_names
from officina.games.kraftwagen.state import ACTION_PHASE, MARKERS_WITH, NOBODY, Car, Kraftwagen, Player

GAME: Final = KraftwagenGame()
PARTS: Final = GAME.parts
LETTERS: Final = "RBGY"
CODES: Final = PARTS.card_codes
STEP: Final = GAME.steps
FILLER: Final = "dev_be"
"""The card that lies on top of the deck and face up unless a test says otherwise."""


def seat(letter: str) -> int:
    """The seat of a colour."""
    return LETTERS.index(letter)


# --- given


def new_game(players: int = 4, seed: int = 1) -> Kraftwagen:
    """A game at its first question; it listens."""
    return mine(GAME.start(players, seed, listen=True))


def given(
    seats: str = "RBGY",
    *,
    chain: str = "",
    round: int = 1,
    face_up: str = f"{FILLER} {FILLER}",
    deck: str = "",
    discard: str = "",
    no_more_cards: bool = False,
    buyers: str = "",
    bonus: Sequence[int] = (2, 1, 1, 1),
    pawn: int | None = None,
    cars: Iterable[Car] = (),
    price_row: Iterable[int] | None = None,
    awards: Mapping[str, str] | None = None,
    quiet: int = 0,
    at: str = "PickTile",
    **players: Mapping[str, Any],
) -> Kraftwagen:
    """A position in an action phase, at the tail player's turn; ``at`` names the step where it stops.

    ``deck`` lies on top of a deck of fillers (``no_more_cards``: of nothing). ``buyers`` are the active ones in slot order,
    with a Daimler marker as ``"price+4"``. The price row holds the markers of the round that are not on cars.
    """
    p = new_game(len(seats))
    order = chain or " ".join(seats)
    p.chain = tuple(entry_of(word) for word in order.split())
    p.chain += tuple(tile for tile in range(TILES) if tile not in p.chain)
    p.round = round
    p.phase = ACTION_PHASE
    p.offer_tiles = ()
    p.face_up = cards(face_up)
    p.deck = cards(deck) + (() if no_more_cards else cards(f"{FILLER} " * 20))
    p.discard = cards(discard)
    p.buyers = [PREFERENCES.index(word.split("+")[0]) for word in buyers.split()]
    p.daimler = [int(word.partition("+")[2] or 0) for word in buyers.split()]
    p.bonus = list(bonus)
    p.pawn = PARTS.pawn_start[p.seats] if pawn is None else pawn
    p.market = tuple(cars)
    prices = [car.price for car in p.market]
    row = [price for price in PARTS.rounds[round - 1].prices if price not in prices]
    p.price_row = tuple(row if price_row is None else price_row)
    for award, holder in (awards or {}).items():
        p.awards[AWARDS.index(award)] = NOBODY if holder == "" else seat(holder)
    p.quiet = quiet
    for letter in seats:
        set_player(p.players[seat(letter)], players.get(letter, {}))
    return stop_at(p, p.tail_seat(), at)


def stop_at(p: Kraftwagen, turn_of: int, at: str) -> Kraftwagen:
    """Let the position wait at a step of a seat's turn."""
    names = ["EndTurn", "PhaseTwo", "PickTile"]
    p.stack = [STEP[name](turn_of) for name in (names[: names.index(at) + 1] if at in names else names[:2])]
    p.events = []
    p.retarget()
    return p


def set_player(player: Player, things: Mapping[str, Any]) -> None:
    """A player's things; engineers by last name, with all their markers unless ``markers`` says which are left."""
    start = {"canteen": 4, "supply": 8, "race_engine": 1, "space": 0, "laps": 0, "sales": 0}
    unknown = set(things) - set(start) - {"bodies", "engines", "active", "inactive", "engineers", "markers"}
    if unknown:
        raise ValueError(f"a player has no {unknown}")
    for name, value in start.items():
        setattr(player, name, things.get(name, value))
    player.bodies = tuple(sorted(things.get("bodies", ())))
    player.engines = tuple(sorted(things.get("engines", ())))
    player.start_tile = 0
    player.developments = cards(things.get("active", ""))
    player.inactive = tuple(sorted(cards(things.get("inactive", ""))))
    player.body_points = 1 + sum(PARTS.card_points[card][0] for card in player.developments)
    player.engine_points = 1 + sum(PARTS.card_points[card][1] for card in player.developments)
    player.engineers = player.markers = 0
    for name in things.get("engineers", "").split():
        engineer = ENGINEERS.index(f"eng_{name}")
        player.engineers |= 1 << engineer
        player.markers |= MARKERS_WITH[engineer]
    if "markers" in things:
        names = things["markers"].split()
        player.markers = sum(1 << bit for bit, name in enumerate(marker_names(PARTS)) if name in names)


def car(owner: str, body: int, engine: int, workers: int, price: int, *, maybach: int = 0, horch: int = 0) -> Car:
    """A car for sale."""
    return Car(seat(owner), body, engine, workers, price, maybach, horch)


def entry_of(word: str) -> int:
    """An entry of the chain: a player's letter or a tile's code."""
    if word in LETTERS:
        return TILES + seat(word)
    return [tile.code for tile in PARTS.tiles].index(word)


def cards(words: str) -> tuple[int, ...]:
    """Cards by code; engineers by last name."""
    return tuple(CODES.index(word if word in CODES else f"eng_{word}") for word in words.split())


# --- when


def choose(p: Kraftwagen, *texts: str) -> None:
    """The asked player answers, in full notation, one question after the other."""
    for text in texts:
        kind, option = GAME.vocabulary.parse(text)
        assert asked(p) == GAME.vocabulary.kind_name(kind), f"asked is {asked(p)}, not {text}"
        p.apply(p.to_act[0], option)


def act(p: Kraftwagen, letter: str, actions: str) -> None:
    """A player resolves actions ("gp buyer") as if a tile showed them, up to the first question."""
    codes = tuple(sorted(ACTIONS.index(word) for word in actions.split()))
    run(p, letter, [("Actions", codes)])


def run(p: Kraftwagen, letter: str, steps: list[tuple[str, tuple[int, ...]]]) -> None:
    """Carry out steps in the turn of a player, then phase 2 and the end of the turn."""
    following: list[Step[Any]] = [STEP[name](seat(letter), args) for name, args in steps]
    p.stack = [STEP["EndTurn"](seat(letter)), STEP["PhaseTwo"](seat(letter)), *reversed(following)]
    p.retarget()


def take(p: Kraftwagen, tile: str) -> None:
    """The player at the tail takes a tile and a turn of no account: first options, parts into workshops, no car."""
    choose(p, f"pick_tile {tile}")
    finish_turn(p)


def finish_turn(p: Kraftwagen) -> None:
    """Answer everything that is left of the turn with the first option; no car is placed."""
    while p.to_act and asked(p) not in ("pick_tile", "benz_buyer"):
        options = p.options(p.to_act[0])
        p.apply(p.to_act[0], options[-1] if asked(p) == "market_step" else options[0])


# --- then


def asked(p: Kraftwagen) -> str:
    """The name of the pending question; empty when the game is over."""
    return GAME.vocabulary.kind_name(p.kind(p.to_act[0])) if p.to_act else ""


def asks(p: Kraftwagen) -> str:
    """The letter of the player who is asked."""
    return LETTERS[p.to_act[0]]


def offered(p: Kraftwagen) -> list[str]:
    """The options of the pending question, without the kind's name."""
    kind = p.kind(p.to_act[0])
    return [GAME.vocabulary.kind(kind).words[option] for option in p.options(p.to_act[0])]


def refused(p: Kraftwagen, text: str) -> str:
    """The rule that forbids a choice; empty if it is legal."""
    kind, option = GAME.vocabulary.parse(text)
    assert p.kind(p.to_act[0]) == kind, f"asked is {asked(p)}, not {text}"
    reason = p.why_not(p.to_act[0], option)
    return "" if reason is None else reason.rule


def player(p: Kraftwagen, letter: str) -> Player:
    """A player's things."""
    return p.players[seat(letter)]


def levels(p: Kraftwagen, letter: str) -> tuple[int, int]:
    """Body and engine level."""
    return p.level(seat(letter), 0), p.level(seat(letter), 1)


def chain(p: Kraftwagen, shown: str) -> str:
    """The chain from tail to head, as far as its entries are in ``shown``."""
    names = [tile.code for tile in PARTS.tiles] + list(LETTERS)
    words = [names[entry] for entry in p.chain]
    return " ".join(word for word in words if word in shown.split())


def holder(p: Kraftwagen, award: str) -> str:
    """Who has an award; empty while it is free."""
    found = p.awards[AWARDS.index(award)]
    return "" if found == NOBODY else LETTERS[found]


def awards_of(p: Kraftwagen, letter: str) -> list[str]:
    """The awards of a player."""
    return [award for award in AWARDS if holder(p, award) == letter]


def money(p: Kraftwagen, letter: str) -> int:
    """A player's money."""
    return player(p, letter).money()


def told(p: Kraftwagen) -> list[str]:
    """The names of all events since the position was set up."""
    return [GAME.event_kinds[event.code].name for event in p.events or []]


def telling(p: Kraftwagen, name: str) -> list[tuple[int, ...]]:
    """The figures of all events of a kind, each with the seat in front."""
    return [(event.seat, *event.args) for event in p.events or [] if GAME.event_kinds[event.code].name == name]


def codes(some: Iterable[int]) -> list[str]:
    """Cards by code."""
    return [CODES[card] for card in some]
