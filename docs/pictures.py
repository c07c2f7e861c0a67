"""Draws the pictures of the README: ``python docs/pictures.py`` (games in the middle of play, from the terminal tables)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rich.console import Console

from officina import GAMES, Rng, render
from officina.bots import make_bot

FOLDER = Path(__file__).parent
WIDTH = 100
MIDDLE = 0.6


def draw(name: str, language: str, seed: str = "picture") -> None:
    """One game about two thirds through, as seat 1 sees it."""
    game = GAMES[name]
    players = min(4, game.players[-1])
    bot = make_bot("heuristic")
    p = game.start(players, seed)
    rng = Rng(seed)
    positions = []
    while p.to_act:
        positions.append(p.clone())
        seat = p.to_act[0]
        p.apply(seat, bot.choose(p, seat, rng))
    middle = next(q for q in positions[int(len(positions) * MIDDLE) :] if 0 in q.to_act)
    console = Console(record=True, width=WIDTH, file=sys.stderr, force_terminal=True, color_system="truecolor")
    console.print(game.terminal(middle.view(0), language))
    title = render(game.title(), language)
    svg = console.export_svg(title=f"officina play {name} — {title}")
    local = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # the reader's own monospace font, nothing fetched
    (FOLDER / f"{name}.svg").write_text(local, encoding="utf-8")


if __name__ == "__main__":
    for game_name in sys.argv[1:] or GAMES:
        draw(game_name, "it")
