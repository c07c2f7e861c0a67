"""Both builds play the same games (a sample; ``python -m tests.check builds GAME`` compares as many as one likes).

Run on the compiled build this compares it with the plain one; on the plain build, two processes of the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from officina import Game
from tests.check import trace

SAMPLE = 6
ROOT = Path(__file__).parent.parent


def test_the_plain_build_plays_the_same_games(game: Game) -> None:
    command = [sys.executable, "-m", "tests.check", "traces", game.name, "--games", str(SAMPLE)]
    done = subprocess.run(
        command, env={**os.environ, "OFFICINA_PURE": "1"}, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [f"{number} {trace(game, number)}" for number in range(SAMPLE)]


def test_pure_can_be_forced() -> None:
    code = "import officina, officina._build as b; print(b.is_compiled())"
    environment = {**os.environ, "OFFICINA_PURE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
