"""``officina new-game``: what it writes plays at once everywhere, and passes the tests that every game passes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from officina.cli.new_game import TEMPLATE, write
from officina.core.errors import OptionError
from tests.patience import LONG

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info", "saves", "records", "fixtures")
MOST_FILES = 7
MOST_LINES = 340


PLAY = """
import sys
import officina.games
from officina import Rng
from officina.core.playout import play_out

officina.games.__path__.append(sys.argv[1])
from officina.games.gear_box.game import GearBoxGame

game = GearBoxGame()
for seed in range(20):
    p = game.start(3, seed, listen=True)
    play_out(p, Rng(seed), 10)
    p = game.from_json(p.to_json())
    assert p.question(p.to_act[0]).rule == "GB-03"
    assert play_out(p, Rng(seed)) > 0
    assert p.winners()
print("20 games")
"""
"""Whole games in a process of their own, which may know of one game more."""


def copied_checkout(tmp_path: Path) -> Path:
    """The sources and tests of this checkout, elsewhere."""
    for name in ("src", "tests", "docs", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def environment_of(checkout: Path) -> dict[str, str]:
    """The environment of commands in the copied checkout: its own sources."""
    return {**os.environ, "PYTHONPATH": str(checkout / "src"), "OFFICINA_PURE": "1", "OFFICINA_LANG": "en"}


def run(checkout: Path, *command: str) -> str:
    """What a command in the copied checkout prints; it must end well."""
    environment = environment_of(checkout)
    done = subprocess.run(
        [sys.executable, *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@contextmanager
def server(checkout: Path) -> Iterator[str]:
    """The address of a server that runs in the copied checkout."""
    command = [
        sys.executable,
        "-m",
        "officina.cli",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data",
        str(checkout / "data"),
    ]
    with subprocess.Popen(command, cwd=checkout, env=environment_of(checkout), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
        finally:
            process.terminate()
            process.wait(LONG)


def test_a_new_game_plays_everywhere_and_passes_the_tests(tmp_path: Path) -> None:
    checkout = copied_checkout(tmp_path)
    written = run(checkout, "-m", "officina.cli", "new-game", "pit-stop", "--checkout", str(checkout))
    files = [line.strip() for line in written.splitlines() if line.strip().startswith(str(checkout))]
    assert len(files) <= MOST_FILES
    assert sum(len(Path(file).read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES

    run(checkout, "-m", "ruff", "check", *files[:3], files[-1])
    run(checkout, "-m", "ruff", "format", "--check", *files[:3], files[-1])
    run(checkout, "-m", "mypy", "src/officina/games/pit_stop")
    assert "0 problems" in run(checkout, "-m", "tests.texts")
    general = [
        "test_invariants",
        "test_saves",
        "test_records",
        "test_rule_coverage",
        "test_kernel",
        "test_bots",
        "test_declarations",
        "test_lessons",
    ]
    tests = ["tests/rules/pit_stop", *(f"tests/{name}.py" for name in general)]
    told = run(checkout, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *tests, "-k", "pit_stop")
    assert "passed" in told or "100%" in told

    assert "seat" in run(checkout, "-m", "officina.cli", "simulate", "pit_stop", "-n", "20", "--bots", "heuristic,random")
    with server(checkout) as address:
        assert "[" in run(checkout, "examples/http_bot.py", address, "--game", "pit_stop", "--against", "heuristic")
        for path, word in (("/", "pit_stop"), ("/rules/pit_stop", "rule-PS-03")):
            with urlopen(address + path) as page:
                assert word in page.read().decode()


def test_a_game_that_is_not_compiled_plays_on_either_kernel(tmp_path: Path) -> None:
    """As any plain variant must: compiled code has to find what interpreted steps say of themselves."""
    games = tmp_path / "src" / "officina" / "games"
    games.mkdir(parents=True)
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    write("gear_box", tmp_path)
    done = subprocess.run([sys.executable, "-c", PLAY, str(games)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "20 games"), done.stderr[-2000:]


@pytest.mark.parametrize("name", ["", "Rüssel", "2fast", "a__b", "class", "x" * 31, "../up", "automania"])
def test_names_that_cannot_be(name: str, tmp_path: Path) -> None:
    (tmp_path / "src" / "officina" / "games").mkdir(parents=True)
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    with pytest.raises(OptionError):
        write(name, tmp_path)
    assert list((tmp_path / "src" / "officina" / "games").iterdir()) == []


def test_it_is_written_into_a_checkout_only(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="checkout"):
        write("pit_stop", tmp_path)


def test_the_template_is_whole() -> None:
    assert len(list(TEMPLATE.iterdir())) <= MOST_FILES
