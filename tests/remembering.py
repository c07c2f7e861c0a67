"""A view remembers half-made choices: whoever decides can tell positions apart that go on differently.

Two positions that show the deciding seat the same view and the same question, with the same hidden parts, must have the same
successors; otherwise the view has forgotten something that was chosen on the way. Such pairs are looked for in two ways:

* **siblings**: from one position, all ways to go on by a few choices of one and the same seat, chance left alone;
* **twins**: a position and a copy of it in which one argument of a step on the stack, or one open figure of the table, is
  another one that the save's loader accepts. They stand for ways that random play does not find.

What is hidden from the seat is drawn anew in both with the same stream before they go on.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from officina import GAMES, Game, OfficinaError, Position, Rng
from tests.invariants import plain
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting

MOST_DECISIONS = 60_000
WIDTH = 8
"""So many options are followed at each question of a family of siblings."""
DEPTH = 3
TWINS = 20
"""So many copies with one figure changed are tried for a position."""


class Forgotten(AssertionError):
    """The view has forgotten something."""


class Tally(Counter[str]):
    """How much was looked at: positions, pairs that look alike, successors compared."""


def asked(p: Position, seat: int) -> str:
    """All that the deciding seat is shown: its view, who must act, the question with its options."""
    return plain([p.view(seat), p.to_act, p.kind(seat), p.options(seat)])


def successor(p: Position, seat: int, option: int, stream: str) -> str:
    """What the seat is shown after its choice, in a world drawn with the given stream."""
    world = p.determinize(seat, Rng(stream))
    world.apply(seat, option)
    return plain([world.view(seat), world.to_act, world.kind(seat), world.options(seat)])


def compare(one: Position, other: Position, seat: int, stream: str, tally: Tally, what: str) -> None:
    """Two positions that look alike to the seat: every option leads to what looks alike."""
    tally["alike"] += 1
    for option in one.options(seat):
        tally["successors"] += 1
        first, second = successor(one, seat, option, stream), successor(other, seat, option, stream)
        if first != second:
            game = one.game
            chosen = game.vocabulary.text(one.kind(seat), option)
            raise Forgotten(f"{game.name}, {what}: {chosen!r} of seat {seat} goes on differently: {difference(first, second)}")


def difference(first: str, second: str) -> str:
    """Where two pieces of data differ, shortened."""
    place = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return f"...{first[max(0, place - 60) : place + 60]}... and ...{second[max(0, place - 60) : place + 60]}..."


# --- siblings


def family(p: Position, seat: int, rng: Rng, depth: int) -> Iterator[tuple[Position, str]]:
    """The positions that the seat's own choices lead to while it decides alone and nothing is drawn; how each was reached."""
    options = p.options(seat)
    while len(options) > WIDTH:
        options.remove(rng.pick(options))
    for option in options:
        child = p.clone()
        child.apply(seat, option)
        if child.to_act != (seat,) or child.rng.state() != p.rng.state():
            continue
        way = p.game.vocabulary.text(p.kind(seat), option)
        yield child, way
        if depth > 1:
            for further, rest in family(child, seat, rng, depth - 1):
                yield further, f"{way}, {rest}"


def check_siblings(p: Position, rng: Rng, tally: Tally, depth: int = DEPTH) -> None:
    """All that a seat may come to by its next choices: what looks alike goes on alike."""
    seat = p.to_act[0]
    known: dict[str, tuple[Position, str]] = {}
    stream = f"redraw {rng.word()}"
    for child, way in family(p, seat, rng, depth):
        tally["positions"] += 1
        look = asked(child, seat)
        if look in known:
            other, other_way = known[look]
            compare(other, child, seat, stream, tally, f"{other_way!r} and {way!r}")
        else:
            known[look] = child, way


# --- twins


def places_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every part of plain data with its place, lists and objects included."""
    yield path, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places_in(value, (*path, key))


def changed(value: Any, words: list[str], rng: Rng) -> Any:
    """Another value of the same sort; a list or an object loses an entry, or a list gets one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.pick([-1, 1, 2])
    if isinstance(value, str):
        return rng.pick(words)
    if isinstance(value, list):
        if value and rng.below(2):
            gone = rng.below(len(value))
            return value[:gone] + value[gone + 1 :]
        return [*value, rng.pick(words)] if words else value
    if isinstance(value, dict) and value:
        gone_name = rng.pick(list(value))
        return {name: entry for name, entry in value.items() if name != gone_name}
    return value


def twin(p: Position, seat: int, rng: Rng) -> tuple[Position, str] | None:
    """A copy with one open figure, or one argument of a step, changed; None if it cannot be."""
    data = json.loads(json.dumps(p.to_json()))
    own = [
        (("stack", number, 2, *path), value)
        for number, step in enumerate(data["stack"])
        for path, value in places_in(step[2])
        if path
    ]
    table = [
        (("state", name, *path), value)
        for name, part in data["state"].items()
        if name not in secret_fields(p.game)
        for path, value in places_in(part)
        if not is_hidden(p, seat, (name, *path))
    ]
    path, value = rng.pick(own) if own and rng.below(2) else rng.pick(table)
    words = sorted({word for _, word in own + table if isinstance(word, str)})
    put = changed(value, words, rng)
    if put == value:
        return None
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = put
    del data["digest"]
    try:
        return p.game.from_json(data), f"{'.'.join(map(str, path))} {value!r} and {put!r}"
    except OfficinaError:
        return None


OWN_EYES = {"kraftwagen": {"bonuses", "prizes", "sales"}, "automania": {"money", "income", "hand", "open_hand"}}
"""What of a player only that player may see (in Automania the money only with ``hidden_money``): another seat's is hidden."""


def is_hidden(p: Position, seat: int, path: tuple[Any, ...]) -> bool:
    """Whether a figure of another player's is for that player's eyes only."""
    if path[0] != "players" or len(path) == 1:
        return False
    return path[1] != seat and (len(path) == 2 or path[2] in OWN_EYES.get(p.game.name, ()))


def secret_fields(game: Game) -> set[str]:
    """The fields that a view leaves out for somebody."""
    return {name for name, noun in vars(game)["fields"].nouns.items() if noun.hidden}


def check_twins(p: Position, rng: Rng, tally: Tally, tries: int = TWINS) -> None:
    """Copies that differ in one figure, but not to the seat's eyes, go on as the position itself does."""
    seat = p.to_act[0]
    if len(p.to_act) > 1:
        return
    look = asked(p, seat)
    stream = f"redraw {rng.word()}"
    for _ in range(tries):
        found = twin(p, seat, rng)
        if found is None:
            continue
        other, what = found
        tally["twins"] += 1
        try:
            alike = asked(other, seat) == look
        except Exception:
            continue
        if alike:
            compare(p, other, seat, stream, tally, what)


# --- games


def check_game(game: Game, number: int, *, every: int = 1, most: int = MOST_DECISIONS) -> Tally:
    """One random game of setting ``number``, looked at about every ``every``-th decision."""
    players, options = numbered_setting(game, number)
    rng = seeded(f"remembering {number}")
    p = game.start(players, seed_of(number), options)
    tally = Tally(games=1)
    for _ in range(most):
        if not p.to_act:
            break
        tally["decisions"] += 1
        if rng.below(every) == 0:
            check_siblings(p, rng, tally)
            check_twins(p, rng, tally)
        seat = p.to_act[rng.below(len(p.to_act))]
        p.apply(seat, rng.pick(p.options(seat)))
    return tally


def check_games(name: str, first: int, last: int, every: int) -> Tally:
    """Several games of a name; the error says which one failed."""
    tally = Tally()
    for number in range(first, last):
        try:
            tally.update(check_game(GAMES[name], number, every=every))
        except Exception as error:
            raise SystemExit(f"game {number}, {numbered_setting(GAMES[name], number)}: {error}") from error
    return tally


def main() -> None:
    """``python -m tests.remembering GAME... [--games N]``: the long run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(GAMES), help="all games unless some are named")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=int, default=8, help="look at about every n-th decision")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    chunk = 5
    for name in given.game:
        began = time.perf_counter()
        firsts = list(range(0, given.games, chunk))
        lasts = [min(first + chunk, given.games) for first in firsts]
        found = Tally()
        with ProcessPoolExecutor(max_workers=given.jobs) as pool:
            for part in pool.map(check_games, [name] * len(firsts), firsts, lasts, [given.every] * len(firsts)):
                found.update(part)
        figures = ", ".join(f"{number} {what}" for what, number in found.items())
        sys.stdout.write(f"{name}: {figures}: nothing is forgotten ({time.perf_counter() - began:.0f} s)\n")


if __name__ == "__main__":
    main()
