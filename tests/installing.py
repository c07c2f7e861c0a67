"""Installs Officina as a user would, into empty environments outside the checkout, and plays with it.

``python -m tests.installing`` does so against the registry, in every way that the README names: from the checkout, from the
sdist and its wheel, with uv, and without a C compiler. The tests (test_installing.py) use the same steps, but only what
``make build`` left in ``build``: they need no network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parent.parent
DIST: Final = ROOT / "build" / "dist"
"""The sdist, and the wheel that was built from it."""
WHEELS: Final = ROOT / "build" / "wheels"
"""What Officina and a plain build of it depend on."""
PLAIN_LINE: Final = "officina: no C compiler with Python's headers was found"
GAME: Final = "fuori_di_rotella"


def clean_environment(*, compiler: bool = True, offline: bool = False) -> dict[str, str]:
    """This process's environment without what would lead to the checkout; without a compiler: with no program at all."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OFFICINA_", "PYTHON"))}
    kept["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    if not compiler:
        kept.pop("CC", None)
        kept["PATH"] = "/nowhere"
    if offline:
        kept |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(WHEELS)}
    return kept


def run(command: list[str | Path], folder: Path, environment: dict[str, str], *, with_errors: bool = False) -> str:
    """What a command prints, to its standard error too if wanted; AssertionError with all of it if it fails."""
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr if with_errors else done.stdout


class Installed:
    """An empty environment in a folder, and what is installed into it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.python = folder / "env" / "bin" / "python"
        run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], folder, environment)

    def pip(self, *what: str | Path) -> str:
        """Install with pip, telling all that the build says."""
        command: list[str | Path] = [sys.executable, "-m", "pip", "--python", self.python, "install", "-v", "--no-compile"]
        return run([*command, *what], self.folder, self.environment, with_errors=True)

    def officina(self, *arguments: str) -> str:
        """What the installed command prints, in English."""
        command: list[str | Path] = [self.folder / "env" / "bin" / "officina", "--lang", "en", *arguments]
        return run(command, self.folder, {**self.environment, "OFFICINA_DATA": str(self.folder)})

    def play(self) -> str:
        """Play a game; the result for each seat, as a table."""
        return self.officina("simulate", GAME, "-n", "1", "--seed", "7", "--csv", "-")

    def is_compiled(self) -> bool:
        """What ``officina doctor`` says of the engine."""
        (line,) = (line for line in self.officina("doctor").splitlines() if line.split()[:1] == ["engine"])
        assert line.split(None, 1)[1].strip() in ("compiled", "plain Python")
        return "compiled" in line


def only(folder: Path, pattern: str) -> Path:
    """The only file of that sort."""
    (path,) = folder.glob(pattern)
    return path


def fetch_wheels() -> None:
    """Keep what Officina needs, at the locked versions, so that it can be installed again without network."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["build-system"]["requires"] + project["project"]["dependencies"]
    lock = ROOT / "requirements.lock"
    shutil.rmtree(WHEELS, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "-c", lock, "-d", WHEELS, *wanted]
    run(command, ROOT, clean_environment())


def say(text: str) -> None:
    """Print at once: the next step takes minutes."""
    print(text, flush=True)


def tell(way: str, installed: Installed, compiled: bool) -> None:
    """Play, and say how it went."""
    assert installed.is_compiled() == compiled, f"{way}: compiled is {not compiled}"
    say(f"{way}: {'compiled' if compiled else 'plain'}, plays: {installed.play().splitlines()[-1]}")


def every_way() -> None:
    """Everything a user may do, against the registry."""
    clean = clean_environment()
    with TemporaryDirectory() as name:
        folder = Path(name)

        def fresh(way: str, *, compiler: bool = True) -> Installed:
            place = folder / way
            place.mkdir()
            return Installed(place, clean_environment(compiler=compiler))

        say("python -m build (isolated) ...")
        built = run([sys.executable, "-m", "build", "--outdir", folder / "dist", ROOT], folder, clean)
        say("\n".join(built.splitlines()[-3:]))
        sdist, wheel = only(folder / "dist", "*.tar.gz"), only(folder / "dist", "*.whl")
        for way, what in (("wheel", wheel), ("sdist", sdist), ("checkout", ROOT)):
            installed = fresh(way)
            installed.pip(what)
            tell(f"pip install, {way}", installed, compiled=True)
        uv = fresh("uv")
        uv.pip("uv")
        command: list[str | Path] = [uv.folder / "env" / "bin" / "uv", "pip", "install", "--python", uv.python, ROOT]
        run(command, uv.folder, uv.environment)
        tell("uv pip install, checkout", uv, compiled=True)
        for way, what in (("sdist-plain", sdist), ("checkout-plain", ROOT)):
            installed = fresh(way, compiler=False)
            say("\n".join(line.strip() for line in installed.pip(what).splitlines() if PLAIN_LINE in line))
            tell(f"pip install without a compiler, {way}", installed, compiled=False)
        installed = fresh("wheel-plain", compiler=False)
        installed.pip(wheel)
        tell("pip install without a compiler, wheel", installed, compiled=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["fetch"]:
        fetch_wheels()
    else:
        every_way()
