"""Sentences for people are plain: no codes in them, and players are called by their names.

``python -m tests.plain_words --games 200`` plays games by chance and replays all records; every question, option, reason,
log line, caption and preview is rendered in both languages and searched for what PATTERNS says. Sentences that no game needs
(notices, buttons, the words of the page) are searched as they stand in the catalogues.
"""

from __future__ import annotations

import argparse
import re
import string
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from officina import GAMES, Game, Position, Record, Rng
from officina.core.text import LANGUAGES, Message, Player, catalogue
from officina.core.tips import tip
from officina.web.live.company import OwnChoice, choice_text
from officina.web.words import PageWords
from tests.invariants import MOST_DECISIONS
from tests.seeds import seed_of, seeded
from tests.settings import random_setting

PATTERNS = {
    "the number of a rule": r"\b(?!SHA)[A-Z]{2,3}-R?\d+",
    "the code of a piece": r"\b[A-Z]\d{1,2}\b",
    "a name from a file": r"\b\w+_\w+\b",
    "a place as two numbers": r"(?<![\d,.])\d+:\d+(?!\d)",
    "a seat by its number": r"\b[Ss]eats? \d|\b[Ii]l posto \d",
    "a side by its number": r"\b(?:[Ss]ides?|[Ll]at[oi]) \d",
    "a hash or an index": r"#\d|\[\d+\]|\b[0-9a-f]{12,}\b",
    "a value of Python": r"(?<!^)(?<!\. )\b(?:None|True|False|nan)\b|<[\w.]+ object",
    "nothing without a not": r"^(?!.*\b(?:[Nn]on|[Nn]essun\w?)\b).*\b(?:sposta|riceve|prende|ottiene|toglie|pesca|mette|perde|"
    r"scarta|muove|compra|incassa|tiene) (?:niente|nulla)\b",
    "a place left open": r"[{}]|  |\(\s*\)",
}
"""What a person cannot read; printed figures and letters (a station's C) may be named."""

ROOMS = ("kernel", "tables", "web", *GAMES)
TECHNICAL = (
    "check.", "components.", "terminal.", "track.", "save.", "record.", "notation.", "option.unknown", "option.value",
    "option.slot_stars", "option.cards", "refuse.no_such_option", "refuse.no_such_seat", "programs.",
)  # fmt: skip
"""Sentences for who writes a program, a save or a file of components by hand."""

RECORDS = Path(__file__).parent / "records"
REMEMBERED = 6
"""So many of the latest choices are read once more as the table page names them, when asking to go back."""
NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gina", "Hugo"]


def codes_in(sentence: str) -> Iterator[str]:
    """What a sentence has that it should not have."""
    for what, pattern in PATTERNS.items():
        found = re.search(pattern, sentence)
        if found:
            yield f"{what}: {sentence!r}"


def raw_in(message: Message, colours: set[str]) -> Iterator[str]:
    """Words that a sentence shows and no catalogue has, and players that are not called by their names."""
    room, _, key = message.key.partition(".")
    shown = str(catalogue(room, "en")[key])
    for name, value in message.args.items():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from raw_in(part, colours)
            elif isinstance(part, str) and len(part) > 1 and not part.isdecimal() and f"{{{name}}}" in shown:
                yield f"a word of no language in {message.key}: {part!r}"
    if message.key in colours and not isinstance(message, Player):
        yield f"a player who is not called by name: {message.key}"


def said(p: Position, rng: Rng, every: int) -> Iterator[Message]:
    """Everything that one of those who decide can read about the decision; reasons and previews about every so often."""
    game = p.game
    seat = rng.pick(list(p.to_act))
    question = p.question(seat)
    yield question.prompt
    yield from (option.message for option in question.options)
    for other in range(p.seats):
        reason = p.turn_reason(other)
        if reason is not None:
            yield reason
    if rng.below(every) == 0:
        kind = p.kind(seat)
        for option in range(game.vocabulary.kind_size(kind)):
            reason = p.why_not(seat, option)
            if reason is not None:
                yield reason
        chosen = rng.pick([option.option for option in question.options])
        yield from (game.event_text(event) for event in p.preview(seat, chosen).events)
        found = tip(p, seat)
        if found is not None:
            yield found


def chosen(p: Position, seat: int, option: int) -> OwnChoice:
    """That option, applied, as the page remembers it."""
    kind, before = p.kind(seat), len(p.events or [])
    p.apply(seat, option)
    events = tuple(event for event in (p.events or [])[before:] if event.seen_by(seat))
    return OwnChoice(0, p.game.vocabulary.text(kind, option), events, kind, option)


class Reader:
    """Reads sentences in both languages, each once, and keeps what is wrong with them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: set[str] = set()
        self.found: Counter[str] = Counter()
        self.sentences = 0

    def read(self, message: Message, players: int, colours: set[str]) -> None:
        """One message, with the names of so many players."""
        key = str(message.to_json())
        if key in self.seen:
            return
        self.seen.add(key)
        for problem in raw_in(message, colours):
            self.found[f"{self.game.name}: {problem}"] += 1
        for language in LANGUAGES:
            self.sentences += 1
            for problem in codes_in(PageWords(language, NAMES[:players]).tell(message)):
                self.found[f"{self.game.name} {language} {message.key}: {problem}"] += 1

    def play(self, players: int, options: Mapping[str, Any], seed: str, every: int) -> None:
        """A random game to its end."""
        rng = seeded(f"plain words {seed}")
        p = self.game.start(players, seed, options)
        p.listen()
        colours = self.colours(p)
        decisions = 0
        made: list[tuple[int, OwnChoice]] = []
        while p.to_act:
            decisions += 1
            assert decisions < MOST_DECISIONS, "the game does not end"
            for message in said(p, rng, every):
                self.read(message, players, colours)
            seat = rng.pick(list(p.to_act))
            made = [*made[1 - REMEMBERED :], (seat, chosen(p, seat, rng.pick(p.options(seat))))]
            for who, choice in made if rng.below(every) == 0 else made[-1:]:
                self.read(choice_text(p, who, choice), players, colours)
        self.read_end(p, colours)

    def replay(self, path: Path) -> None:
        """The log of a recorded game."""
        record = Record.load(path.read_bytes(), lambda name: GAMES[name])
        p = record.position
        for event in [event for seat in range(p.seats) for event in record.events(seat)]:
            self.read(self.game.event_text(event), p.seats, self.colours(p))

    def read_end(self, p: Position, colours: set[str]) -> None:
        """The log, and what decided the places."""
        for event in p.events or []:
            self.read(self.game.event_text(event), p.seats, colours)
        for place in p.places():
            if place.tie is not None:
                self.read(place.tie, p.seats, colours)

    def colours(self, p: Position) -> set[str]:
        """The keys by which the game calls its seats."""
        return {self.game.seat_name(p, seat).key for seat in range(p.seats)}


def catalogue_problems() -> Iterator[str]:
    """What is wrong with sentences as they stand in the catalogues."""
    list(GAMES.values())  # a game's room is known once the game is loaded
    for room in ROOMS:
        for language in LANGUAGES:
            for key, entry in catalogue(room, language).items():
                if not key.startswith(TECHNICAL):
                    for template in [entry] if isinstance(entry, str) else entry.values():
                        text = "".join(before + ("…" if name is not None else "") for before, name, _, _ in parsed(template))
                        yield from (f"{room} {language} {key}: {problem}" for problem in codes_in(text))


def parsed(template: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """A template's texts and places."""
    return list(string.Formatter().parse(template))


def main() -> int:
    """Read the sentences of many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games; all of them if none is given")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    broken = 0
    for name in given.names or GAMES:
        reader = Reader(GAMES[name])
        for number in range(given.games):
            players, options = random_setting(GAMES[name], seeded(f"plain words {name} {number}"))
            reader.play(players, options, seed_of(f"plain words {number}"), 4)
        for path in sorted(RECORDS.glob(f"{name}/*.officina")):
            reader.replay(path)
        for problem, times in sorted(reader.found.items()):
            sys.stdout.write(f"{times:4} {problem}\n")
        broken += len(reader.found)
        sys.stdout.write(f"{name}: {given.games} games, {reader.sentences} different sentences, {len(reader.found)} findings\n")
    for problem in catalogue_problems():
        sys.stdout.write(problem + "\n")
        broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
