"""The sdist and the wheel carry everything, and what a user installs from them plays; see tests/installing.py."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from officina._build import is_compiled
from officina.cli.compiling import copy_sources
from tests.installing import DIST, GAME, PLAIN_LINE, ROOT, WHEELS, Installed, clean_environment, only, run

PACKAGE = ROOT / "src" / "officina"
once = pytest.mark.skipif(is_compiled(), reason="the same in both builds: tested in the run on the plain one")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    copy_sources(ROOT, folder / "sources")  # setuptools leaves things where it builds, and tests run side by side
    command: list[str | Path] = [sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", folder]
    run([*command, folder / "sources"], folder, clean_environment())
    return only(folder, "*.tar.gz")


def package_files() -> set[str]:
    """Every file of the package, whatever its sort."""
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".so"))
    return {path.relative_to(PACKAGE.parent).as_posix() for path in files}


def plays_as_here(installed: Installed) -> bool:
    here = [sys.executable, "-m", "officina.cli", "simulate", GAME, "-n", "1", "--seed", "7", "--csv", "-"]
    done = subprocess.run(here, capture_output=True, text=True, check=True)
    return installed.play() == done.stdout and len(done.stdout.splitlines()) > 2


@once
def test_the_sdist_carries_the_whole_package(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = {f"src/{name}" for name in package_files()} | {"setup.py", "pyproject.toml", "LICENSE", "NOTICE", "README.md"}
    assert not missing - names
    assert not [name for name in names if name.startswith(("tests", "build"))]


@once
def test_without_a_compiler_the_sdist_installs_plain_and_says_so_in_one_line(sdist: Path, tmp_path: Path) -> None:
    """An isolated build, as pip does it; what it needs is found in the folder that make fills once."""
    if not WHEELS.is_dir() and os.environ.get("CI") != "true":
        pytest.skip("make has not fetched the wheels")
    installed = Installed(tmp_path, clean_environment(compiler=False, offline=True))
    told = [line for line in installed.pip(sdist).splitlines() if "engine is installed" in line or "Traceback" in line]
    assert len(told) == 1
    assert PLAIN_LINE in told[0]
    assert not installed.is_compiled()
    assert plays_as_here(installed)


@pytest.mark.skipif(not is_compiled(), reason="tested where make build was: in the run on the compiled engine")
class TestTheWheel:
    """What ``make build`` built from the sdist, and unpacked for this very run."""

    def test_carries_the_whole_package_compiled(self) -> None:
        wheel = only(DIST, "*.whl")
        assert not wheel.name.endswith("-none-any.whl"), "it is for this machine's sort only"
        with zipfile.ZipFile(wheel) as archive:
            names = set(archive.namelist())
        assert not package_files() - names
        assert not {name for name in names if name.startswith("officina/") and not name.endswith(".so")} - package_files()

    def test_installs_and_plays_compiled_even_without_a_compiler(self, tmp_path: Path) -> None:
        installed = Installed(tmp_path, clean_environment(compiler=False, offline=True))
        installed.pip(only(DIST, "*.whl"))
        assert installed.is_compiled()
        assert plays_as_here(installed)


@once
def test_the_lock_names_all_that_is_needed_at_the_version_that_runs_here() -> None:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").split()
    locked = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}
    todo = [Requirement("officina[dev,postgres]")]
    needed: dict[tuple[NormalizedName, str], str] = {}
    while todo:
        requirement = todo.pop()
        for extra in ("", *requirement.extras):
            name = canonicalize_name(requirement.name)
            if (name, extra) in needed:
                continue
            needed[name, extra] = version(name)
            parts = map(Requirement, requires(name) or [])
            todo += [part for part in parts if part.marker is None or part.marker.evaluate({"extra": extra})]
    for key, _ in needed:
        assert key == "officina" or locked.get(key) == version(key), key
