"""``officina games`` and ``officina rules``: what there is, and how it is played."""

from __future__ import annotations

import re
import tomllib
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from officina.cli.common import Language, console, find_game, say, tell
from officina.core.errors import OptionError
from officina.core.game import Game
from officina.core.text import Message
from officina.core.vocabulary import shown
from officina.games import GAMES


def add(app: typer.Typer) -> None:
    """Add the commands."""

    @app.command(help=say("help.games"))
    def games() -> None:
        for game in GAMES.values():
            show_game(game)

    @app.command(help=say("help.rules"))
    def rules(
        game: Annotated[str, typer.Argument(help=say("help.game"))],
        rule: Annotated[str, typer.Argument(help=say("help.rule"))] = "",
    ) -> None:
        found = find_game(game)
        if rule:
            show_rule(found, rule)
            return
        console.print(Markdown(found.rules_page(Language.code)))
        if (found.folder / "components.toml").exists():
            console.print(evidence_table(found))


def show_game(game: Game) -> None:
    """One game with its options."""
    console.print(Text.assemble((tell(game.title()), "bold"), "  ", (game.name, "dim")))
    console.print(f"  {tell(Message(f'{game.name}.tagline'))}")
    console.print(f"  {say('games.players', least=game.players[0], most=game.players[-1])}")
    for option in game.options.values():
        values = [Text(str(value), "underline" if value == option.default else "") for value in option.values]
        name = tell(Message(f"{game.name}.option_name.{option.name}"))
        console.print(Text.assemble("  ", (option.name, "cyan"), " = ", Text(", ").join(values), f"  {name}"))
        console.print("      " + tell(Message(f"{game.name}.option_help.{option.name}")), style="dim")
        for value in option.values:
            words = game.value_words(option.name, value)
            if words is not None and words.key.startswith(game.name):
                console.print(f"      {value}: {tell(words)}", style="dim")
    console.print("  " + tell(Message(f"{game.name}.credits")), style="dim")
    console.print()


def show_rule(game: Game, rule: str) -> None:
    """One rule by its ID."""
    wanted = rule.strip().upper()
    page = game.rules_page(Language.code)
    found = re.search(rf"^- \*\*{re.escape(wanted)}\*\*.*?(?=^- \*\*|^#|^>|^\||\Z)", page, re.MULTILINE | re.DOTALL)
    if found is None:
        known = re.findall(r"^- \*\*([A-Z]+-R?\d+)\*\*", page, re.MULTILINE)
        raise OptionError(Message("cli.usage.rule", rule=shown(rule), first=known[0], last=known[-1]))
    console.print(Markdown(found.group(0)))


def evidence_table(game: Game) -> Table:
    """Each table of the components with its evidence: what is printed in the box, and what is ours."""
    table = Table(title=say("rules.evidence"), title_justify="left")
    table.add_column(say("rules.table"))
    table.add_column(say("rules.label"))
    table.add_column(say("rules.meaning"))
    content = tomllib.loads((game.folder / "components.toml").read_text(encoding="utf-8"))
    for name, entries in content.items():
        if isinstance(entries, dict) and "evidence" in entries:
            label = str(entries["evidence"])
            table.add_row(name, label, say(f"evidence.{label}"))
    return table
