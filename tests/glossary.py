"""Everything that is drawn on a board explains itself: ``python -m tests.glossary --games 40``.

Games are played by chance; whenever a decision of a new kind comes up, and from time to time besides, the boards of whoever
decides and of somebody who watches are drawn for all screens. Whatever has a name there (``role`` and ``aria-label``), moves or
can be chosen must be a thing of the glossary, or lie in one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

from officina import GAMES, Game, Position
from officina.core.drawing import SCREENS, VOID
from officina.core.glossary import glossary, things_in
from tests.invariants import MOST_DECISIONS
from tests.seeds import seed_of, seeded
from tests.settings import numbered_setting


class Nameless(HTMLParser):
    """Finds what has a name, moves or can be chosen, and is not a thing, nor part of one, nor made of things only."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool, str, int]] = []
        self.found: list[str] = []
        self.things = 0

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        inside = bool(self.open and self.open[-1][1])
        thing = "data-thing" in told
        self.things += thing
        named = told.get("role") in ("img", "button") and "aria-label" in told
        wanted = named or "data-flip" in told or "data-choice" in told
        label = told.get("aria-label") or told.get("data-flip") or told.get("data-choice") or ""
        if name not in VOID:
            self.open.append((name, inside or thing, label if wanted and not (inside or thing) else "", self.things))

    def handle_endtag(self, name: str) -> None:
        while self.open:
            opened, _, label, things = self.open.pop()
            if label and self.things == things:  # nothing in it is a thing either
                self.found.append(label)
            if opened == name:
                break


class Looker:
    """Looks at boards of a game and keeps what does not explain itself."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known = set(glossary(game))
        self.seen: set[str] = set()
        self.kinds: Counter[str] = Counter()
        self.nameless: Counter[str] = Counter()
        self.boards = 0

    @property
    def unknown(self) -> set[str]:
        """Things on boards without an entry."""
        return self.seen - self.known

    def look(self, p: Position, seat: int) -> None:
        """The boards of one decision."""
        question = p.question(seat) if p.to_act else None
        watching = [(None, None)] if self.boards % 4 == 0 else []
        for viewer, asked in ((seat, question), *watching):
            for screen in SCREENS:
                board = self.game.board(p.view(viewer), asked, "en", screen)
                markups = [area.markup for area in board.areas]
                self.boards += 1
                self.seen |= things_in(markups)
                for markup in markups:
                    parser = Nameless()
                    parser.feed(markup)
                    for label in parser.found:
                        self.nameless[label] += 1

    def play(self, players: int, options: Mapping[str, Any], seed: str, every: int) -> None:
        """A random game to its end."""
        rng = seeded(f"glossary {seed}")
        p = self.game.start(players, seed, options)
        for _ in range(MOST_DECISIONS):
            if not p.to_act:
                break
            seat = rng.pick(list(p.to_act))
            kind = self.game.vocabulary.kind_name(p.kind(seat))
            if not self.kinds[kind] or rng.below(every) == 0:
                self.look(p, seat)
            self.kinds[kind] += 1
            p.apply(seat, rng.pick(p.options(seat)))
        self.look(p, 0)


def looked(game: Game, games: int, every: int) -> Looker:
    """A looker who has seen so many games, with every number of players and every option in turn."""
    looker = Looker(game)
    for number in range(games):
        players, options = numbered_setting(game, number)
        looker.play(players, options, seed_of(f"glossary {number}"), every)
    return looker


def problems(looker: Looker) -> Iterator[str]:
    """What is wrong, in lines."""
    yield from (f"{looker.game.name}: {thing} has no entry" for thing in sorted(looker.unknown))
    yield from (f"{looker.game.name}: {label!r} is no thing ({n} times)" for label, n in looker.nameless.most_common(40))


def main() -> int:
    """Look at many games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="GAME", help="games; all of them if none is given")
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    broken = 0
    for name in given.names or GAMES:
        looker = looked(GAMES[name], given.games, 40)
        for line in problems(looker):
            broken += 1
            sys.stdout.write(line + "\n")
        never = sorted(looker.known - looker.seen)
        sys.stdout.write(
            f"{name}: {given.games} games, {looker.boards} boards, {len(looker.kinds)} kinds of decisions, {len(looker.known)} "
            f"entries, {len(looker.seen)} things seen; never seen: {', '.join(never) or 'none'}\n"
        )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
