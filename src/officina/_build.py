"""Which build runs: compiled with mypyc, or the plain sources. ``OFFICINA_PURE=1`` forces the sources."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Final

VERSION: Final = "0.2.0"
ENGINE: Final = "OFFICINA_ENGINE"
"""The folder in which a compiled engine is, or will be: while it is compiled in the background it is not there."""
COMPILERS: Final = ("cc", "gcc", "clang", "cl")


class SourceFinder:
    """Finds Officina's modules among the ``.py`` files only, even where a compiled one lies beside."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The source module of that name; None for everything that is not Officina's."""
        if not name.startswith("officina."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def prefer_sources() -> None:
    """With ``OFFICINA_PURE=1`` load plain sources from here on."""
    if os.environ.get("OFFICINA_PURE") == "1" and SourceFinder not in sys.meta_path:
        sys.meta_path.insert(0, SourceFinder)


def is_compiled() -> bool:
    """Whether the engine in this process is the compiled one."""
    position = sys.modules.get("officina.core.position")
    return position is not None and not str(position.__file__).endswith(".py")


def find_compiler() -> str:
    """The name of a C compiler of this machine; empty if there is none."""
    return next((name for name in COMPILERS if shutil.which(name)), "")


def ready_engine() -> str:
    """The folder of the engine that was compiled in the background; empty as long as there is none."""
    folder = os.environ.get(ENGINE, "")
    return folder if folder and Path(folder).is_dir() else ""


def module_path(engine: str) -> str:
    """PYTHONPATH for a process that finds the same modules as this one, those of a compiled engine first."""
    return os.pathsep.join([*filter(None, [engine]), *(path or "." for path in sys.path)])


def installed_version() -> str:
    """The version of the installed distribution, or of the sources."""
    try:
        return version("officina")
    except PackageNotFoundError:
        return VERSION
