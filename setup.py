"""Compiles the engine with mypyc when a C compiler is there; otherwise, or with OFFICINA_PURE=1, installs the plain sources."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from setuptools import setup

CORE = ("rng", "events", "step", "position", "game", "playout")
INTERPRETED = ("__init__", "game", "view", "saved", "words", "terminal", "board", "trackfile", "trackdraw")
"""Of a game's folder: what is asked once a move or less, and what needs classes that mypyc cannot compile."""


def compiled_sources() -> list[str]:
    """The hot modules: the kernel's, and everything a game is played with (``rules`` is a package)."""
    sources = [Path("src/officina/core") / f"{name}.py" for name in CORE]
    for folder in sorted(path.parent for path in Path("src/officina/games").glob("*/game.py")):
        sources += [path for path in sorted(folder.glob("*.py")) if path.stem not in INTERPRETED]
        sources += sorted(folder.glob("rules/*.py"))
    return [str(path) for path in sources]


def extensions() -> list[Any]:
    """The extension modules; each is optional, so that a machine without a compiler gets the plain sources."""
    if os.environ.get("OFFICINA_PURE") == "1":
        return []
    from mypyc.build import mypycify

    modules = mypycify(["--config-file", "pyproject.toml", *compiled_sources()], opt_level="2")
    for module in modules:
        module.optional = True
    return modules


setup(ext_modules=extensions())
