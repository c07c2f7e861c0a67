"""Previews, checked for any game by playing random games: what they say is no secret, comes true, and changes nothing.

``python -m tests.previews --games 200`` looks at many games and tells how long a preview takes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from officina import GAMES, Game, Position, Preview, Rng
from officina.core.text import LANGUAGES, render
from tests.invariants import MOST_DECISIONS, plain
from tests.seeds import seed_of, seeded
from tests.settings import random_setting

MOST_OPTIONS = 6
"""So many options of a question are looked at."""


def shown(preview: Preview, seat: int) -> str:
    """All that a seat is given of a preview."""
    game = preview.position.game
    told = [(event.key(), [render(game.event_text(event), language) for language in LANGUAGES]) for event in preview.events]
    supposed = [render(preview.supposed, language) for language in LANGUAGES] if preview.supposed is not None else []
    return plain([told, preview.open, preview.position.view(seat), supposed])


def check_preview(p: Position, seat: int, option: int, rng: Rng, found: Counter[str], took: list[float]) -> None:
    """One option in this world and in another that the seat cannot tell apart from it."""
    before = plain([p.to_json(), p.rng.state(), p.to_act])
    began = time.perf_counter()
    preview = p.preview(seat, option)
    took.append(time.perf_counter() - began)
    said = shown(preview, seat)
    assert plain([p.to_json(), p.rng.state(), p.to_act]) == before, "a preview changes nothing"
    assert shown(p.preview(seat, option), seat) == said, "the same knowledge, the same preview"
    choice = p.game.vocabulary.text(p.kind(seat), option)
    assert shown(p.determinize(seat, rng).preview(seat, option), seat) == said, f"{p.game.name}, {choice}: it tells a secret"
    after = p.clone()
    after.listen()
    after.apply(seat, option)
    told = [event.key() for event in after.events or [] if event.seen_by(seat)]
    assert [event.key() for event in preview.events] == told[: len(preview.events)], f"{choice}: it does not come true"
    found["previews"] += 1
    found["open"] += preview.open
    if not preview.open:
        assert len(preview.events) == len(told)
        assert plain(preview.position.view(seat)) == plain(after.view(seat)), f"{choice}: it does not come true"
        found["whole"] += 1


def check_previews(
    game: Game, players: int, options: Mapping[str, Any], seed: str, found: Counter[str], took: list[float], *, every: int = 1
) -> None:
    """A random game to its end; about every ``every``-th question is looked at."""
    rng = seeded(f"previews {seed}")
    p = game.start(players, seed, options)
    decisions = 0
    while p.to_act:
        decisions += 1
        assert decisions < MOST_DECISIONS, "the game does not end"
        seat = rng.pick(list(p.to_act))
        offered = p.options(seat)
        if rng.below(every) == 0:
            looked = offered[:]
            rng.shuffle(looked)
            for option in looked[:MOST_OPTIONS]:
                check_preview(p, seat, option, rng, found, took)
        p.apply(seat, rng.pick(offered))
    found["games"] += 1


def main() -> int:
    """Look at many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games; all of them if none is given")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    for name in given.names or GAMES:
        found: Counter[str] = Counter()
        took: list[float] = []
        for number in range(given.games):
            players, options = random_setting(GAMES[name], seeded(f"previews {name} {number}"))
            check_previews(GAMES[name], players, options, seed_of(f"previews {number}"), found, took)
        took.sort()
        slow = 1000 * took[int(0.95 * len(took))]
        sys.stdout.write(f"{name}: {dict(found)}, p95 {slow:.1f} ms, most {1000 * took[-1]:.1f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
