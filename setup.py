"""Compiles the engine with mypyc where there is a C compiler; elsewhere, or with OFFICINA_PURE=1, installs plain sources.

mypy is asked for only where something will be compiled, so a plain install needs nothing but setuptools.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

COMPILING = ["mypy>=2.4,<2.5", "msgspec>=0.20,<0.23"]
"""What the compiling step needs: the compiler of the types, and the one library whose types compiled modules meet."""
BUILDS = {"build", "build_ext", "bdist_wheel", "install"}
"""Commands that build something. Others (metadata, sdist) need no engine; an editable install has to run what one edits."""
CORE = ("rng", "piles", "events", "step", "encoder", "position", "game", "playout", "evaluation", "batch")
INTERPRETED = (
    "__init__", "game", "nouns", "fields", "stack", "view", "words", "tips", "terminal",
    "traceboard", "traced", "traceedits", "tracing", "trackcurve", "trackdraw", "trackfile", "tracktext",
)  # fmt: skip
"""Of a game's folder, beside the ``board*`` modules: what is asked once a move or less, or needs what mypyc cannot compile."""
FAILURES = (CCompilerError, ExecError, PlatformError, OSError, subprocess.SubprocessError)


def groups() -> list[tuple[list[str], str | None]]:
    """The hot modules: the kernel's, the search, and everything each game is played with (``rules`` is a package).

    One group becomes one library, so that games compile side by side.
    """
    found: list[tuple[list[str], str | None]] = [
        ([f"src/officina/core/{name}.py" for name in CORE], "officina_core"),
        (["src/officina/bots/search.py"], "officina_bots"),
    ]
    for folder in sorted(path.parent for path in Path("src/officina/games").glob("*/game.py")):
        hot = [
            path for path in sorted(folder.glob("*.py")) if path.stem not in INTERPRETED and not path.stem.startswith("board")
        ]
        hot += sorted(folder.glob("rules/*.py"))
        found.append(([str(path) for path in hot], f"officina_{folder.name}"))
    return found


def can_compile() -> bool:
    """Whether a C compiler and Python's headers are there: compiles a line, and keeps what the compiler says to itself."""
    from distutils.ccompiler import new_compiler  # setuptools' own copy
    from distutils.sysconfig import customize_compiler

    try:
        compiler = new_compiler()
        customize_compiler(compiler)
        if os.name == "posix":
            compiler.spawn = lambda command, **_: subprocess.run(command, capture_output=True, check=True)
        with TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\n", encoding="ascii")
            include = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
            compiler.compile([str(source)], output_dir=folder, include_dirs=include)
    except FAILURES:
        return False
    return True


def plain(why: str) -> None:
    """The one line that says why nothing is compiled."""
    sys.stderr.write(f"officina: {why}: the plain engine is installed (the same games, slower)\n")


def extensions() -> list[Any]:
    """The extension modules; none where the plain sources shall do."""
    if not compiled or not BUILDS.intersection(sys.argv):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        plain("mypy is not installed")
        return []
    parts = groups()
    sources = [path for paths, _ in parts for path in paths]
    # What is not compiled is read for its types, but not judged: it may import libraries that are not there while building.
    settings = ["--config-file", "pyproject.toml", "--follow-imports", "silent"]
    found = list(mypycify([*settings, *sources], opt_level="3", debug_level="0", separate=parts))
    if os.name == "posix":
        # A library's own functions are called directly: nobody puts others in their place.
        for extension in found:
            direct = ["-fno-semantic-interposition", "-fvisibility=hidden"]
            extension.extra_compile_args = [*extension.extra_compile_args, *direct]  # the list they come with is one for all
    return found


class BuildSources(build_py):
    """Sources are collected anew: a module that was renamed since the last build must not be installed again."""

    def run(self) -> None:
        """Collect them."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class BuildEngine(build_ext):
    """The whole engine or nothing of it: a part would look for the rest in vain."""

    def run(self) -> None:
        """Compile; if that fails, leave the plain sources alone."""
        try:
            super().run()
        except FAILURES as error:
            for path in map(Path, self.get_outputs()):
                path.unlink(missing_ok=True)
            self.extensions = []
            plain(f"the C compiler failed ({error})")


wanted = os.environ.get("OFFICINA_PURE") != "1"
compiled = wanted and can_compile()
if wanted and not compiled and BUILDS.intersection(sys.argv):
    plain("no C compiler with Python's headers was found")
setup(
    ext_modules=extensions(),
    cmdclass={"build_py": BuildSources, "build_ext": BuildEngine},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    setup_requires=COMPILING if compiled else [],
)
