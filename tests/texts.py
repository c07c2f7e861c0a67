"""Checks the sentences: both languages have the same keys with the same places, none is missing, none is unused.

Run as ``python -m tests.texts`` (part of ``make lint``). Keys are found in the sources as string constants
(``"kernel.undo.nothing"``) or f-strings (``f"fuori_di_rotella.colour.{...}"``), whole or as the argument of ``say(...)``,
or as a verdict with its rule (``"outbid AM-32"``).
"""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from officina import GAMES, Game
from officina.core.folder import FolderGame
from officina.core.lessons import lesson_of
from officina.core.text import LANGUAGES, NONE, PLURAL_RULES, Catalogue, catalogue, rooms

SOURCES = Path(__file__).parent.parent / "src" / "officina"
ROOM_FOLDERS = {"kernel": "core", "cli": "cli", "tables": "tables", "web": "web", "api": "web/api"}
VERDICT = re.compile(r"[a-z][a-z0-9_]*( [A-Z]{2,3}-[0-9]+[a-z]?)?")
GENERIC = (
    r"option_name\..+", r"option_help\..+", r"option_value\..+", r"breakdown\..+", r"tie\..+", r"field\..+", r"rules\..+",
    r"lesson\..+\.(title|deed)", r"set_name\..+", r"set_help\..+", r"thing\..+", r"tagline", r"credits", r"title",
    r"course\..+", r"tip\..+",
)  # fmt: skip
"""Keys of a game that other rooms build from its name."""


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Everything in a source file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def patterns(folder: Path) -> list[tuple[str, Path, int]]:
    """Every string constant and f-string of the sources as a regular expression."""
    return [found for path in sorted(folder.rglob("*.py")) for found in patterns_of(path)]


def patterns_of(path: Path) -> Iterator[tuple[str, Path, int]]:
    """The same of one file."""
    nodes = nodes_of(path)
    inside = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield re.escape(node.value), path, node.lineno
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[^ ]+" for p in node.values]
            yield "".join(parts), path, node.lineno


def in_templates(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Every ``say("...")`` of the page templates as a regular expression; ``say("frame.language." ~ code)`` is open-ended."""
    for path in sorted(folder.rglob("*.html")):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for found in re.finditer(r"""\bsay\(\s*["']([^"']+)["'](\s*~)?""", text):
                yield re.escape(found.group(1)) + ("[^ ]+" if found.group(2) else ""), path, line


def said(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """The first argument of every ``say(...)``: a key without its room."""
    for path in sorted(folder.rglob("*.py")):
        for node in nodes_of(path):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "say" and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                yield node.args[0].value, path, node.lineno


def verdicts(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """The refusals that judged steps name: ``"no_workers AM-32"`` anywhere, and a bare key in a function called verdict."""
    for path in sorted(folder.rglob("*.py")):
        nodes = nodes_of(path)
        judging = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name.endswith("verdict")]
        inside = {id(part) for node in judging for part in ast.walk(node)}
        for node in nodes:
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if VERDICT.fullmatch(text) and (" " in text or id(node) in inside):
                yield f"refuse.{text.split()[0]}", path, getattr(node, "lineno", 0)


def places(entry: object) -> set[str]:
    """The ``{places}`` of a sentence."""
    texts = [entry] if isinstance(entry, str) else list(entry.values()) if isinstance(entry, dict) else []
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def problems() -> Iterator[str]:
    """Everything that is wrong with the sentences."""
    declared = {key for game in GAMES.values() for key in declared_keys(game)}
    import officina.cli.common
    import officina.tables
    import officina.web.words  # noqa: F401 - each makes its room known

    everywhere = [pattern for pattern, _, _ in patterns(SOURCES)]
    for room in rooms():
        for language in LANGUAGES:
            yield from wrong_plurals(room, language, catalogue(room, language))
        italian, english = (catalogue(room, language) for language in LANGUAGES)
        for key in sorted(italian.keys() ^ english.keys()):
            yield f"{room}.{key} is missing in {'it' if key in english else 'en'}"
        for key in sorted(italian.keys() & english.keys()):
            if places(italian[key]) != places(english[key]):
                yield f"{room}.{key} has other places in the two languages"
        folder = SOURCES / ROOM_FOLDERS.get(room, f"games/{room}")
        own = {key.removeprefix(f"{room}.") for key in declared if key.startswith(f"{room}.")}
        yield from (f"{room}.{key}, which follows from a declaration, has no sentence" for key in sorted(own - english.keys()))
        yield from unused(room, english.keys() - own, everywhere, folder)
        yield from missing(room, set(english), folder)


def declared_keys(game: Game) -> list[str]:
    """The keys that follow from what a game declares: its decisions, events and nouns, and the cards of its lesson."""
    lesson = lesson_of(game)
    taught = [key for card in lesson.cards for key in card.keys] if lesson is not None else []
    return [*game.words.keys(), *taught] if isinstance(game, FolderGame) else taught


def wrong_plurals(room: str, language: str, sentences: Catalogue) -> Iterator[str]:
    """Sentences without exactly the plural forms of the language for whole numbers; one for none may always be there."""
    forms = {PLURAL_RULES[language](n) for n in range(1000)}
    for key, entry in sentences.items():
        if not isinstance(entry, str) and entry.keys() - ({NONE} - forms) != forms:
            yield f"{room}.{key} has the plural forms {sorted(entry)} in {language}, not {sorted(forms)}"


def says_something(pattern: str) -> bool:
    """Whether a pattern has letters of its own; one made of places alone would match every key."""
    return re.search(r"[a-z]{2}", pattern.replace("[^ ]+", "")) is not None


class AnyOf:
    """Many patterns, most of which are plain words: those are looked up."""

    def __init__(self, patterns: set[str]) -> None:
        self.words = {pattern for pattern in patterns if "[^ ]+" not in pattern}
        self.open = re.compile("|".join(f"(?:{pattern})" for pattern in patterns - self.words) or "$^")

    def match(self, key: str) -> bool:
        """Whether one of them is or fits the whole of that key."""
        return re.escape(key) in self.words or self.open.fullmatch(key) is not None


def unused(room: str, keys: set[str], everywhere: list[str], folder: Path) -> Iterator[str]:
    """Keys that no source builds."""
    prefix = re.escape(f"{room}.")
    full = AnyOf({p for p in everywhere if p.startswith(prefix) and says_something(p.removeprefix(prefix))})
    own = {pattern for pattern, _, _ in (*patterns(folder), *in_templates(folder)) if says_something(pattern)}
    local = AnyOf(own | {re.escape(key) for key, _, _ in verdicts(folder)})
    for key in sorted(keys):
        generic = room not in ROOM_FOLDERS and any(re.fullmatch(p, key) for p in GENERIC)
        if not generic and not full.match(f"{room}.{key}") and not local.match(key) and not local.match(f"{room}.{key}"):
            yield f"{room}.{key} is not used"


def missing(room: str, keys: set[str], folder: Path) -> Iterator[str]:
    """Keys that a source names but no catalogue has."""
    for key, path, line in (*said(folder), *verdicts(folder)):
        if key not in keys:
            yield f"{path.name}:{line}: {room}.{key} has no sentence"
    for pattern, path, line in in_templates(folder):
        if not any(re.fullmatch(pattern, key) for key in keys):
            yield f"{path.name}:{line}: no sentence matches {room}.{pattern}"
    for pattern, path, line in patterns(SOURCES):
        if re.match(rf"{re.escape(re.escape(room))}\\\.[a-z]", pattern) and not pattern.endswith(("toml", "md", "sqlite")):
            wanted = re.compile(pattern.removeprefix(re.escape(f"{room}.")))
            if " " not in pattern and not any(wanted.fullmatch(key) for key in keys):
                yield f"{path.name}:{line}: no sentence matches {pattern}"


def main() -> None:
    """Print what is wrong; exit status 1 if anything is."""
    found = sorted(set(problems()))
    for problem in found:
        sys.stdout.write(problem + "\n")
    sys.stdout.write(f"texts: {sum(len(catalogue(room, 'en')) for room in rooms())} sentences, {len(found)} problems\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
