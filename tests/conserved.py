"""What is never lost nor doubled, worked out without asking the games: their own ``check`` cannot be its own judge.

A **piece** is a name in a save that stands in lists and piles, changes places while a game is played, and is there as often at
its end as at its start. Which names those are is learned from random games. Kraftwagen's engineer markers are counted by hand:
on a car or beside a buyer they are figures, not names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from officina import GAMES, Game
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting

LEARNED_FROM = 24
MOST_DECISIONS = 1500
EVERY = 9
State = dict[str, Any]


def names(value: Any, role: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Every name in a save's table with its role and how often it is there: as an entry of a list, as a key of a pile."""
    if isinstance(value, list):
        for entry in value:
            if isinstance(entry, str):
                yield entry, role, 1
            else:
                yield from names(entry, role)
    elif isinstance(value, dict):
        pile = value and all(isinstance(entry, int) and not isinstance(entry, bool) for entry in value.values())
        for name, entry in value.items():
            if pile:
                yield name, role, entry
            else:
                yield from names(entry, (*role, name))


def counted(state: State) -> Counter[str]:
    """How often each name is there."""
    found: Counter[str] = Counter()
    for name, _, number in names(state):
        found[name] += number
    return found


def dealt(before: Counter[str], now: Counter[str], name: str) -> bool:
    """Whether pieces come out of the box, all of a name at once."""
    return before[name] == 0 and now[name] > 1


@cache
def pieces(game_name: str) -> frozenset[str]:
    """The names that are pieces, learned from random games."""
    game = GAMES[game_name]
    roles: dict[str, set[tuple[str, ...]]] = {}
    lost: set[str] = set()
    for number in range(LEARNED_FROM):
        players, options = numbered_setting(game, number)
        rng = seeded(f"conserved {number}")
        p = game.start(players, seed_of(number), options)
        before: Counter[str] | None = None
        for decision in range(MOST_DECISIONS):
            if decision % EVERY == 0 or not p.to_act:
                state = p.to_json()["state"]
                for name, role, _ in names(state):
                    roles.setdefault(name, set()).add(role)
                now = counted(state)
                if before is not None:
                    lost |= {
                        name
                        for name in now.keys() | before.keys()
                        if now[name] != before[name] and not dealt(before, now, name)
                    }
                before = now
            if not p.to_act:
                break
            seat = rng.pick(list(p.to_act))
            p.apply(seat, rng.pick(p.options(seat)))
    return frozenset(name for name, places in roles.items() if len(places) > 1 and name not in lost)


def complaint(game: Game, before: State, after: State) -> str | None:
    """What was lost or doubled between two tables of the same game; None if nothing was."""
    one, other = counted(before), counted(after)
    for name in sorted(pieces(game.name)):
        if one[name] != other[name]:
            return f"{one[name]} times {name} became {other[name]}"
    return OTHERS[game.name](before, after) if game.name in OTHERS else None


def crazy_race_cards(before: State, after: State) -> str | None:
    """A card is in a hand, laid at a side, or played: as many of each colour and value as there were."""
    one, other = cards_of(before), cards_of(after)
    wrong = next((card for card in sorted(one.keys() | other.keys()) if one[card] != other[card]), None)
    return wrong and f"{one[wrong]} times {wrong} became {other[wrong]}"


def cards_of(state: State) -> Counter[str]:
    """The cards of all players."""
    found: Counter[str] = Counter()
    for pile in (state["hands"], state["played"]):
        for colour, cards in pile.items():
            found.update({f"{colour} {card}": number for card, number in cards.items()})
    for laid in state["laid"]:
        if not laid["taken"]:
            found[f"{laid['colour']} {laid['card']}"] += 1
    return found


MARKERS = {
    "eng_daimler": ("daimler_2", "daimler_4"),
    "eng_horch": ("horch_1", "horch_2"),
    "eng_maybach": ("maybach_1", "maybach_2"),
    "eng_diesel": ("diesel_1", "diesel_2"),
    "eng_benz": ("benz",),
}
"""The box: which markers each engineer brings."""


def automania_tiles(_before: State, state: State) -> str | None:
    """No tile and no contract lies in two places; a contract that is open is in its owner's hand, too."""
    found: Counter[str] = Counter()

    def walk(value: Any) -> None:
        if isinstance(value, str) and re.fullmatch(r"[ABk]\d\d", value):
            found[value] += 1
        elif isinstance(value, list):
            for entry in value:
                walk(entry)
        elif isinstance(value, dict):
            for name, entry in value.items():
                if name != "open_hand":
                    walk(entry)

    walk(state)
    return next((f"{number} times {name}" for name, number in sorted(found.items()) if number > 1), None)


def kraftwagen_markers(_before: State, state: State) -> str | None:
    """A marker is with the player who has its engineer or where that player laid it, and nowhere twice."""
    laid: dict[int, Counter[str]] = {seat: Counter(player["markers"]) for seat, player in enumerate(state["players"])}
    for car in state["market"]:
        for figure, marker in (("engine_bonus", "horch"), ("body_bonus", "maybach")):
            if car[figure]:
                laid[car["owner"]][f"{marker}_{car[figure]}"] += 1
    holders = [seat for seat, player in enumerate(state["players"]) if "eng_daimler" in player["engineers"]]
    for value in filter(None, state["daimler"]):
        if not holders:
            return f"nobody can have laid daimler_{value}"
        laid[holders[0]][f"daimler_{value}"] += 1
    for seat, markers in laid.items():
        own = [marker for engineer in state["players"][seat]["engineers"] for marker in MARKERS.get(engineer, ())]
        for marker, number in markers.items():
            if number > own.count(marker):
                return f"{number} times {marker} of seat {seat}, whose engineers brought {own.count(marker)}"
    return None


OTHERS = {"automania": automania_tiles, "crazy_race": crazy_race_cards, "kraftwagen": kraftwagen_markers}
"""What is not counted by names alone."""
