"""Observations tell exactly what a view tells: two worlds that a seat cannot tell apart are the same bytes, others are not.

For positions of random games with all options, seen from every seat:

* **hidden**: redrawing everything that the seat cannot know changes no byte of its observation, nor of its mask;
* **visible**: a copy with one figure of the table or one argument of a step changed, and every position that one choice leads
  to, has another observation whenever its view (with its pending part) is another one;
* **ranges**: every byte is in the range that the layout gives.

``python -m tests.observations --positions 20000`` is the long run: so many positions of each game.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from officina import GAMES, Game, Position, Rng
from officina.core.encoder import Layout
from officina.games.fuori_di_rotella.encoding import HISTORY
from tests.invariants import plain
from tests.remembering import difference, twin
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting

TWINS = 3
"""Copies with one figure changed that are tried for a position."""


def observed(p: Position, seat: int, size: int) -> bytes:
    """What the seat's observation and mask are."""
    out = bytearray(size + len(p.game.actions))
    p.encode(seat, out)
    p.write_mask(seat, out, size)
    return bytes(out)


def shown(p: Position, seat: int) -> str:
    """The seat's view; of Fuori di Rotella's history the turns that observations have."""
    view: dict[str, Any] = p.view(seat)
    if "history" in view:
        view["history"] = view["history"][-HISTORY:]
    return plain(view)


def named(layout: Layout, one: bytes, other: bytes) -> str:
    """The first field that differs."""
    place = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    fields = [field.name for field in layout.fields if field.offset <= place < field.offset + field.size]
    return f"byte {place} ({fields[0] if fields else 'mask'}): {one[place]} and {other[place]}"


def check_hidden(p: Position, seat: int, seen: bytes, layout: Layout, rng: Rng, tally: Counter[str]) -> None:
    """A redrawn world looks the same, to the byte."""
    world = p.determinize(seat, Rng(rng.word()))
    again = observed(world, seat, layout.size)
    assert again == seen, f"{p.game.name}: a redraw changes what seat {seat} observes: {named(layout, seen, again)}"
    tally["redraws"] += 1


def check_visible(p: Position, other: Position, seat: int, layout: Layout, what: str, tally: Counter[str]) -> None:
    """Where the view is another one, so is the observation."""
    try:
        first, second = shown(p, seat), shown(other, seat)
    except Exception:  # a copy that a person could write, but no game comes to
        return
    if first == second:
        return
    tally["visible changes"] += 1
    same = observed(p, seat, layout.size) == observed(other, seat, layout.size)
    assert not same, f"{p.game.name}, {what}: seat {seat} sees it, but observes nothing: {difference(first, second)}"


def check_ranges(seen: bytes, layout: Layout, name: str) -> None:
    """No byte is beyond what the layout says."""
    for field in layout.fields:
        largest = max(seen[field.offset : field.offset + field.size])
        assert largest <= field.most, f"{name}: {field.name} is {largest}, the layout says at most {field.most}"


def check_position(p: Position, layout: Layout, rng: Rng, tally: Counter[str]) -> None:
    """One position from every seat."""
    tally["positions"] += 1
    twins = [found for found in (twin(p, p.to_act[0], rng) for _ in range(TWINS)) if found is not None]
    actor = p.to_act[0]
    following = p.clone()
    following.apply(actor, rng.pick(p.options(actor)))
    for seat in range(p.seats):
        seen = observed(p, seat, layout.size)
        tally["observations"] += 1
        check_ranges(seen, layout, p.game.name)
        check_hidden(p, seat, seen, layout, rng, tally)
        check_visible(p, following, seat, layout, "the next position", tally)
        for other, what in twins:
            check_visible(p, other, seat, layout, what, tally)


def check_game(game: Game, number: int, most: int) -> Counter[str]:
    """Positions of one random game of setting ``number``, spread over it, at most so many."""
    players, options = numbered_setting(game, number)
    layout = game.layout(players, options)
    rng = seeded(f"observations {number}")
    p = game.start(players, seed_of(f"observations {number}"), options)
    tally: Counter[str] = Counter(games=1)
    every = max(1, EVERY[game.name] // max(1, most))
    while p.to_act and tally["positions"] < most:
        if rng.below(every) == 0:
            check_position(p, layout, rng, tally)
        seat = p.to_act[rng.below(len(p.to_act))]
        p.apply(seat, rng.pick(p.options(seat)))
    return tally


EVERY = {"automania": 120, "automobiles": 1500, "crazy_race": 110, "fuori_di_rotella": 80, "kraftwagen": 200}
"""About how many decisions a game has, so that the positions looked at are spread over it."""


def run(game: str, positions: int, jobs: int) -> Counter[str]:
    """So many positions of a game, on all cores."""
    tally: Counter[str] = Counter()
    number = 0
    with ProcessPoolExecutor(jobs) as pool:
        while tally["positions"] < positions:
            batch = range(number, number + 8 * jobs)
            number = batch[-1] + 1
            for found in pool.map(_one, [(game, one) for one in batch]):
                tally.update(found)
    return tally


def _one(what: tuple[str, int]) -> Counter[str]:
    game, number = what
    return check_game(GAMES[game], number, 40)


def main() -> int:
    """The long run."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=[], help="all, unless some are named")
    parser.add_argument("--positions", type=int, default=4000, help="of each game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    for game in given.games or GAMES:
        start = time.monotonic()
        tally = run(game, given.positions, given.jobs)
        figures = ", ".join(f"{number} {name}" for name, number in sorted(tally.items()))
        print(f"{game}: {figures}; {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
