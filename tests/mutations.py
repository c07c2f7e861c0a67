"""Saves that somebody changed: whatever the loader accepts is sound and plays on to the end.

A save without its digest is changed in one place or two: a value becomes another one (of its own kind, taken from other saves
of the game, or a neighbour of itself), is doubled, deleted, or changes places with another; a piece moves from one pile to
another, a step of the stack goes, comes or changes. The loader refuses it in words, or the position keeps every invariant,
shows itself to everybody and can be played on to an end that has winners, with the game's check after each choice.

``python -m tests.mutations [GAME ...] [--saves N] [--jobs J]`` runs as many as one likes on whichever build is found first.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from officina import GAMES, Game, Position, Rng, SaveError, render
from officina._build import is_compiled
from officina.core.text import LANGUAGES
from tests.conserved import complaint
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting

MOST_DECISIONS = 6000
CHANGED = ("stack", "answers", "drafts", "state")
"""The parts of a save that are changed; of the rest, names and numbers are tested elsewhere."""
LIBRARY = 24
"""So many other saves of a game lend their values."""
SINGLE = 150
DOUBLE = 250
"""Changes in one place and in two tried on each save, at most."""

Path = tuple[Any, ...]


class Unsound(AssertionError):
    """The loader accepted what it should have refused."""


def a_position(game: Game, number: int) -> Position:
    """A random position of setting ``number``, at a random moment, the end included."""
    rng = seeded(f"mutations {game.name} {number}")
    players, options = numbered_setting(game, number)
    p = game.start(players, seed_of(number), options)
    for _ in range(rng.below(rng.pick([12, 60, 250, 1200]))):
        if not p.to_act:
            break
        seat = rng.pick(list(p.to_act))
        p.apply(seat, rng.pick(p.options(seat)))
    return p


def a_save(game: Game, number: int) -> dict[str, Any]:
    """A random position as an editor sees it, without its seal."""
    data: dict[str, Any] = json.loads(json.dumps(a_position(game, number).to_json()))
    del data["digest"]
    return data


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value inside plain data with its path, the containers included."""
    yield path, value
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from walk(entry, (*path, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from walk(entry, (*path, index))


def inside(data: dict[str, Any]) -> list[tuple[Path, Any]]:
    """Everything of a save that is changed."""
    return [found for part in CHANGED for found in walk(data[part], (part,))]


def role(path: Path) -> Path:
    """Where in the form of a save a value stands: indices do not matter, keys of piles and players neither."""
    return tuple("*" if isinstance(part, int) else part for part in path)


class Library:
    """The values that other saves of the game have, by their role: what a mistaken or cunning editor would write."""

    def __init__(self, game: Game) -> None:
        self.values: dict[Path, list[Any]] = {}
        self.seen: set[str] = set()
        for number in range(LIBRARY):
            for path, value in inside(a_save(game, number)):
                self.add(role(path), value)

    def add(self, where: Path, value: Any) -> None:
        """Keep a value once."""
        mark = json.dumps([where, value])
        if mark not in self.seen:
            self.seen.add(mark)
            self.values.setdefault(where, []).append(value)


def at(data: Any, path: Path) -> Any:
    """The value there."""
    for part in path:
        data = data[part]
    return data


def put(data: Any, path: Path, value: Any) -> None:
    """Write a value there."""
    at(data, path[:-1])[path[-1]] = value


class Mutator:
    """Changes one save in many ways."""

    def __init__(self, data: dict[str, Any], library: Library, rng: Rng) -> None:
        self.data = data
        self.library = library
        self.rng = rng
        self.places = inside(data)
        self.lists = [path for path, value in self.places if isinstance(value, list)]
        self.piles = [path for path, value in self.places if isinstance(value, dict) and path[-1] != "state"]
        self.numbers = [path for path, value in self.places if isinstance(value, int) and not isinstance(value, bool)]
        self.leaves = [path for path, value in self.places if not isinstance(value, (list, dict))]

    def neighbours(self, path: Path, value: Any) -> list[Any]:
        """What could stand there instead."""
        others = [other for other in self.library.values.get(role(path), []) if other != value]
        if isinstance(value, bool):
            return [not value]
        if isinstance(value, int):
            others += [value - 1, value + 1, 0, 1, value * 2]
        if value is None:
            others += [0, 1]
        elif not isinstance(value, (list, dict)):
            others.append(None)
        return [other for other in others if other != value]

    def singles(self) -> list[tuple[str, Path, Any]]:
        """Every change of one value, and every deletion, doubling and exchange in a container."""
        found: list[tuple[str, Path, Any]] = []
        for path, value in self.places:
            if len(path) > 1:
                found += [("change", path, other) for other in self.neighbours(path, value)]
            if isinstance(value, list):
                for index in range(len(value)):
                    found += [("drop", (*path, index), None), ("double", (*path, index), None)]
                found += [("exchange", path, (one, one + 1)) for one in range(len(value) - 1)]
                found += [("add", path, other) for other in self.library.values.get((*role(path), "*"), [])]
            elif isinstance(value, dict) and len(path) > 1:
                found += [("drop", (*path, key), None) for key in value]
        return found

    def apply(self, data: dict[str, Any], change: tuple[str, Path, Any]) -> None:
        """Make a change."""
        kind, path, value = change
        if kind == "change":
            put(data, path, copy.deepcopy(value))
        elif kind == "drop":
            del at(data, path[:-1])[path[-1]]
        elif kind == "double":
            entries = at(data, path[:-1])
            entries.insert(path[-1], copy.deepcopy(entries[path[-1]]))
        elif kind == "add":
            entries = at(data, path)
            entries.insert(self.rng.below(len(entries) + 1), copy.deepcopy(value))
        else:
            entries = at(data, path)
            entries[value[0]], entries[value[1]] = entries[value[1]], entries[value[0]]

    def move(self, data: dict[str, Any]) -> str:
        """A change in two places that keeps a sum or a set: one more here, one fewer there; an entry that changes lists."""
        rng = self.rng
        how = rng.below(4)
        if how == 0 and len(self.numbers) > 1:
            one, other = rng.pick(self.numbers), rng.pick(self.numbers)
            amount = 1 + rng.below(3)
            put(data, one, at(data, one) - amount)
            put(data, other, at(data, other) + amount)
            return f"{amount} from {one} to {other}"
        if how == 1 and self.piles:
            one, other = rng.pick(self.piles), rng.pick(self.piles)
            source, goal = at(data, one), at(data, other)
            names = [name for name, number in source.items() if isinstance(number, int) and not isinstance(number, bool)]
            if names:
                name = rng.pick(names)
                source[name] -= 1
                if not source[name]:
                    del source[name]
                goal[name] = goal.get(name, 0) + 1 if isinstance(goal.get(name, 0), int) else 1
                return f"{name} from {one} to {other}"
        if how == 2 and self.lists:
            full = [path for path in self.lists if at(data, path)]
            one, other = rng.pick(full), rng.pick(self.lists)
            index = rng.below(len(at(data, one)))
            if other[: len(one)] != one or len(other) == len(one):
                entry, goal = at(data, one)[index], at(data, other)
                del at(data, one)[index]
                goal.insert(rng.below(len(goal) + 1), entry)
                return f"{entry} from {one} to {other}"
        one, other = rng.pick(self.leaves), rng.pick(self.leaves)
        value = at(data, one)
        put(data, one, at(data, other))
        put(data, other, value)
        return f"{one} and {other} exchanged"


def mutations(game: Game, number: int, library: Library, single: int, double: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Changed saves of one position, each with what was changed."""
    rng = seeded(f"mutator {game.name} {number}")
    data = a_save(game, number)
    mutator = Mutator(data, library, rng)
    singles = mutator.singles()
    rng.shuffle(singles)
    for change in singles[:single]:
        changed = copy.deepcopy(data)
        mutator.apply(changed, change)
        yield f"{change[0]} {change[1]} {change[2]}"[:300], changed
    for _ in range(double):
        changed = copy.deepcopy(data)
        try:
            if rng.below(4):
                told = mutator.move(changed)
            else:
                pair = [rng.pick(singles), rng.pick(singles)]
                told = "; ".join(f"{change[0]} {change[1]} {change[2]}"[:200] for change in pair)
                for change in pair:
                    mutator.apply(changed, change)
        except (LookupError, TypeError, AttributeError):
            continue  # the first change took away what the second was about
        yield told, changed


def judge(game: Game, before: dict[str, Any], data: dict[str, Any], seed: str) -> str:
    """``refused`` or ``accepted``; Unsound if what was accepted has lost or doubled pieces, or cannot be played on."""
    try:
        p = game.from_json(copy.deepcopy(data))
    except SaveError as error:
        for language in LANGUAGES:
            if "\n" in render(error.message, language):
                raise Unsound("an error of several lines") from None
        return "refused"
    except Exception as error:
        raise Unsound(f"loading: {type(error).__name__}: {error}") from error
    wrong = complaint(game, before, json.loads(json.dumps(p.to_json()["state"])))
    if wrong is not None:
        raise Unsound(f"accepted: {wrong}")
    try:
        play_on(game, p, Rng(seed))
    except Exception as error:
        raise Unsound(f"{type(error).__name__}: {error}") from error
    return "accepted"


def play_on(game: Game, p: Position, rng: Rng) -> None:
    """Play to the end at random and hold the game to its word all the way."""
    assert game.from_json(p.to_json()).to_json() == p.to_json(), "saved again it is another position"
    looked = False
    for _ in range(MOST_DECISIONS):
        wrong = game.check(p) or game.check_stack(p)
        assert wrong is None, f"{render(wrong, 'en')}"
        if not looked or rng.below(40) == 0:
            look(p, rng)
            looked = True
        if not p.to_act:
            break
        seat = rng.pick(list(p.to_act))
        options = p.options(seat)
        assert options
        assert options == sorted(set(options))
        p.apply(seat, rng.pick(options))
    else:
        raise AssertionError("the game does not end")
    assert p.winners()
    assert not p.stack
    look(p, rng)


def look(p: Position, rng: Rng) -> None:
    """Everybody sees the table and is asked in words; what is hidden can be drawn anew and does not show."""
    for seat in range(p.seats):
        assert sum(points for _, points in p.breakdown(seat)) == p.scores()[seat], "the breakdown does not add up"
        shown = json.dumps([p.view(seat), p.options(seat)])
        assert json.dumps([(other := p.determinize(seat, rng)).view(seat), other.options(seat)]) == shown, "a view leaks"
    p.view(None)
    for seat in p.to_act:
        assert p.question(seat).options


def try_save(game: Game, number: int, library: Library, single: int = SINGLE, double: int = DOUBLE) -> Counter[str]:
    """All changes of one save; Unsound tells the first that was wrongly accepted."""
    found: Counter[str] = Counter(saves=1)
    before = a_save(game, number)["state"]
    for place, (told, data) in enumerate(mutations(game, number, library, single, double)):
        try:
            found[judge(game, before, data, f"on {number} {place}")] += 1
        except Unsound as error:
            raise Unsound(f"{game.name}, save {number}, change {place} ({told}): {error}") from error
    return found


def search(name: str, first: int, last: int) -> tuple[dict[str, int], list[str]]:
    """All changes of some saves: what was counted, and every change that was wrongly accepted."""
    game = GAMES[name]
    library = Library(game)
    counted: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(first, last):
        counted["saves"] += 1
        before = a_save(game, number)["state"]
        for place, (told, data) in enumerate(mutations(game, number, library, SINGLE, DOUBLE)):
            counted["changes"] += 1
            try:
                counted[judge(game, before, data, f"on {number} {place}")] += 1
            except Unsound as error:
                counted["unsound"] += 1
                wrong.append(f"{name}, save {number}, change {place} ({told}): {error}")
    return dict(counted), wrong


def main() -> int:
    """Read the command line and search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--saves", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    failed = 0
    for name in given.games or list(GAMES):
        start = time.perf_counter()
        counted: Counter[str] = Counter()
        starts = list(range(given.first, given.first + given.saves, 10))
        ends = [min(start + 10, given.first + given.saves) for start in starts]
        with ProcessPoolExecutor(max_workers=given.jobs) as pool:
            for part, wrong in pool.map(search, [name] * len(starts), starts, ends):
                counted.update(part)
                for line in wrong:
                    print(line, flush=True)
        failed += counted["unsound"]
        build = "compiled" if is_compiled() else "plain"
        figures = ", ".join(f"{counted[key]} {key}" for key in ("saves", "changes", "refused", "accepted", "unsound"))
        print(f"{name}: {figures} ({build}, {time.perf_counter() - start:.0f} s)", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
