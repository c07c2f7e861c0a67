"""``officina new-game NAME``: a small complete game in a checkout, to be changed into one's own."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Annotated, Final

import typer

from officina.cli.common import console, say
from officina.core.errors import OptionError
from officina.core.text import Message
from officina.core.vocabulary import shown
from officina.games import GAMES

TEMPLATE: Final = Path(__file__).parent / "template"
CHECKOUT: Final = Path(__file__).parents[4]
"""Where the sources are, if this is a checkout."""
PLACES: Final = {
    "__init__.py": "src/officina/games/{name}/__init__.py",
    "game.py": "src/officina/games/{name}/game.py",
    "rules.py": "src/officina/games/{name}/rules.py",
    "en.toml": "src/officina/games/{name}/texts/en.toml",
    "it.toml": "src/officina/games/{name}/texts/it.toml",
    "lesson.toml": "src/officina/games/{name}/lesson.toml",
    "test_rules.py": "tests/rules/{name}/test_rules.py",
}
NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
MOST_LETTERS: Final = 30


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("new-game", help=say("help.new_game"))
    def new_game(
        name: Annotated[str, typer.Argument(help=say("help.new_game_name"))],
        checkout: Annotated[Path, typer.Option("--checkout", help=say("help.checkout"))] = CHECKOUT,
    ) -> None:
        for path in write(name.strip().lower().replace("-", "_"), checkout):
            console.print(f"  {path}", markup=False, soft_wrap=True)
        console.print(say("new_game.next", name=name), markup=False, soft_wrap=True)


def write(name: str, checkout: Path) -> list[Path]:
    """Write the game's files; OptionError (and nothing written) if it cannot be."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or len(name) > MOST_LETTERS:
        raise OptionError(Message("cli.new_game.bad_name", name=shown(name)))
    if not (checkout / "src" / "officina" / "games").is_dir() or not (checkout / "tests" / "rules").is_dir():
        raise OptionError(Message("cli.new_game.no_checkout", folder=str(checkout)))
    if name in GAMES or (checkout / "src" / "officina" / "games" / name).exists():
        raise OptionError(Message("cli.new_game.exists", name=name))
    words = [word.capitalize() for word in name.split("_")]
    rule = "".join(word[0] for word in words)[:3].upper()
    prefix = rule if len(rule) > 1 and rule.isalpha() else (re.sub("[^A-Z]", "", name.upper()) * 2)[:2]
    written = []
    for source, target in PLACES.items():
        text = (TEMPLATE / f"{source}.txt").read_text(encoding="utf-8")
        text = text.replace("CLASS", "".join(words)).replace("NAME", name).replace("TITLE", " ".join(words))
        path = checkout / target.format(name=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(re.sub(r"\bID-(?=\d\d)", f"{prefix}-", text), encoding="utf-8")
        written.append(path)
    return written
