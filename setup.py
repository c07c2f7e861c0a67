"""Compiles the engine with mypyc when a C compiler is there; otherwise, or with OFFICINA_PURE=1, installs the plain sources."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from setuptools import setup

CORE = ("rng", "events", "step", "position", "game", "playout")
GAME = ("components", "gears", "vocabulary", "state", "scoring", "heuristics", "hidden")


def compiled_sources() -> list[str]:
    """The hot modules: the kernel's, and of each game what it is played with (``rules`` may be a package)."""
    sources = [f"src/officina/core/{name}.py" for name in CORE]
    for folder in sorted(path.parent for path in Path("src/officina/games").glob("*/game.py")):
        for name in GAME:
            sources += [str(path) for path in [folder / f"{name}.py"] if path.exists()]
        sources += [str(path) for path in sorted(folder.glob("rules.py")) + sorted(folder.glob("rules/*.py"))]
    return sources


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
