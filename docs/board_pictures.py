"""Pictures of a board as it is drawn, without a server: ``python -m docs.board_pictures GAME OUT_FOLDER [--choices 40] ...``.

A game is played with heuristic bots up to the wanted decision; the board is drawn for each screen, by day and by lamp, with the
question above it, and Chromium takes its picture. For whoever draws: look at every board at every size before it is done.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from officina.bots import make_bot
from officina.core.drawing import SCREENS, SIZES, Board, text
from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import render
from officina.games import GAMES
from officina.looks import sheet

STATIC = Path(__file__).parent.parent / "src" / "officina" / "web" / "static"
NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Franco", "Giulia", "Hanna"]


FRAME = """
body { display: grid; height: 100vh; gap: 8px; padding: 0 0 8px; overflow: hidden;
  grid-template: "bar" 52px "ask" 56px "stage" minmax(0, 1fr) / minmax(0, 1fr); }
.full { width: 100%; height: 100%; display: block; }
.stage { grid-area: stage; margin: 0 8px; }
.ask { margin: 0 8px; }
.bar { margin: 0; }
"""


def played(game: str, players: int, seed: int, choices: int, options: dict[str, str], kind: str) -> Position:
    """A position after so many choices of heuristic bots; with ``kind``, the next decision of that kind from there on."""
    position = GAMES[game].start(players, seed, options)
    rng = Rng(seed)
    bot = make_bot("heuristic")
    done = 0
    while not position.over:
        seat = position.to_act[0]
        if done >= choices and (not kind or GAMES[game].vocabulary.kind_name(position.kind(seat)) == kind):
            break
        position.apply(seat, bot.choose(position, seat, rng))
        done += 1
    return position


def page(board: Board, question: str, tab: int) -> str:
    """The stage of the board with a bar and the question above."""
    shown = board.sheets[min(tab, len(board.sheets) - 1)]
    areas = "".join(
        f'<g class="area" data-area="{area.id}" transform="translate({area.box[0]} {area.box[1]})">{area.markup}</g>'
        for area in shown.areas
    )
    drawn = f'<svg class="full" viewBox="0 0 {shown.size[0]} {shown.size[1]}">{areas}</svg>'
    if shown.flow:
        drawn = "".join(area.markup for area in shown.areas)
    style = (STATIC / "style.css").read_text(encoding="utf-8").replace("fonts/", f"{(STATIC / 'fonts').as_uri()}/")
    mood, _, stage = board.mood.partition(" ")
    lines = "".join(f"<b>{line}</b>" for line in board.phase)
    return (
        f"<!doctype html><meta charset=utf-8><style>{style}{board.stylesheet}{FRAME}</style>"
        f'<body class="{mood}">{sheet()}<header class="bar enamel"><div class="phase">{lines}</div></header>'
        f'<div class="ask"><p>{board.ask or text(question)}</p></div><div class="stage {stage}">{drawn}</div></body>'
    )


def main() -> None:
    """Draw and photograph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--choices", type=int, default=40)
    parser.add_argument("--kind", default="", help="the next decision of this kind after so many choices")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--language", default="en")
    parser.add_argument("--screens", default=",".join(SCREENS))
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--spectator", action="store_true")
    parser.add_argument("--detail", default="", help="a sheet that opens over the stage")
    given = parser.parse_args()
    options = dict(pair.split("=", 1) for pair in given.option)
    position = played(given.game, given.players, given.seed, given.choices, options, given.kind)
    seat = None if given.spectator or position.over else position.to_act[0]
    view = {**position.view(seat), "names": NAMES[: given.players]}
    question = position.question(seat) if seat is not None else None
    given.folder.mkdir(parents=True, exist_ok=True)
    windows = {"wide": (1366, 768), "middle": (1024, 768), "phone": (390, 844)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for screen in given.screens.split(","):
            assert screen in SIZES
            board = GAMES[given.game].board(view, question, given.language, screen)
            sheets = [each for each in board.details if each.id == given.detail] or board.sheets
            board.sheets = sheets
            for tab, each in enumerate(sheets):
                width, height = windows[screen]
                shown = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme="dark" if given.dark else "light"
                )
                target = given.folder / f"{given.game}-{screen}-{each.id}{'-dark' if given.dark else ''}"
                target.with_suffix(".html").write_text(
                    page(board, render(question.prompt, given.language) if question is not None else "", tab), encoding="utf-8"
                )
                shown.goto(target.with_suffix(".html").absolute().as_uri())
                shown.wait_for_timeout(150)
                shown.screenshot(path=target.with_suffix(".png"))
                shown.close()
                sys.stdout.write(f"{target.with_suffix('.png')}\n")
        browser.close()


if __name__ == "__main__":
    main()
