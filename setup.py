"""Compiles the engine with mypyc when a C compiler is there; otherwise, or with OFFICINA_PURE=1, installs the plain sources."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from setuptools import setup

CORE = ("rng", "piles", "events", "step", "position", "game", "playout")
INTERPRETED = ("__init__", "game", "view", "saved", "words", "terminal", "board", "trackfile", "trackdraw")
"""Of a game's folder: what is asked once a move or less, and what needs classes that mypyc cannot compile."""


def groups() -> list[tuple[list[str], str | None]]:
    """The hot modules: the kernel's, and everything each game is played with (``rules`` is a package).

    One group becomes one library, so that games compile side by side and a change in one leaves the others alone.
    """
    found: list[tuple[list[str], str | None]] = [([f"src/officina/core/{name}.py" for name in CORE], "officina_core")]
    for folder in sorted(path.parent for path in Path("src/officina/games").glob("*/game.py")):
        names = [path for path in sorted(folder.glob("*.py")) if not path.stem.startswith("board")]
        hot = [path for path in names if path.stem not in INTERPRETED]
        hot += sorted(folder.glob("rules/*.py"))
        found.append(([str(path) for path in hot], f"officina_{folder.name}"))
    return found


def extensions() -> list[Any]:
    """The extension modules; each is optional, so that a machine without a compiler gets the plain sources."""
    if os.environ.get("OFFICINA_PURE") == "1":
        return []
    from mypyc.build import mypycify

    parts = groups()
    sources = [path for paths, _ in parts for path in paths]
    modules = mypycify(["--config-file", "pyproject.toml", *sources], opt_level="2", debug_level="0", separate=parts)
    for module in modules:
        module.optional = True
    return modules


setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
