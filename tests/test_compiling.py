"""Compiling in the background: who uses the engine when it is there, and that a failure harms nobody.

Here the "compiled" engine is a copy of what runs, in another folder: what is tested is the way to it. The real compile of the
same sources takes minutes; ``make build`` does it once for all tests.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import officina
from officina._build import ENGINE, find_compiler, is_compiled
from officina.cli.compiling import SOURCES, Compiling, compile_engine, copy_sources, digest
from officina.tables.processes.bots import BotWorkers
from tests.installing import ROOT, WHEELS
from tests.seeds import seed_of

PACKAGES = Path(officina.__file__).parent.parent
COMPILING = "The engine is being compiled in the background"
NOT_COMPILED = "The engine could not be compiled"
PATIENCE = 120.0
once = pytest.mark.skipif(is_compiled(), reason="begins on the plain engine: tested in the run on the plain one")
needs_compiler = pytest.mark.skipif(not find_compiler(), reason="without a C compiler nothing is compiled")


class Serving:
    """``officina serve`` as make run starts it."""

    def __init__(self, sources: Path) -> None:
        command = [sys.executable, "-m", "officina.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(WHEELS)}
        environment = {**os.environ, **offline, SOURCES: str(sources), "OFFICINA_LANG": "en", "PYTHONUNBUFFERED": "1"}
        # Not forced to be plain, and not compiled already: otherwise there is nothing to compile.
        del environment["OFFICINA_PURE"]
        environment["PYTHONPATH"] = str(ROOT / "src")
        command += ["--data", str(sources / "data")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def until(self, text: str) -> str:
        while text not in (line := self.line()):
            assert line, f"the server ended without saying: {text}"
        return line


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OFFICINA_PURE", "1")
    copy_sources(ROOT, tmp_path / "sources")
    return tmp_path / "sources"


@pytest.fixture
def servers() -> Iterator[list[Serving]]:
    running: list[Serving] = []
    yield running
    for server in running:
        server.process.kill()
        server.process.communicate()


def test_helpers_use_the_engine_as_soon_as_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that waited since before: it is replaced when it is needed next."""
    (tmp_path / "telling.py").write_text(
        "import officina, os\nwith open(os.environ['TOLD'], 'a') as told:\n    print(officina.__file__, file=told)\n"
    )
    told = tmp_path / "told"
    monkeypatch.setenv("TOLD", str(told))
    monkeypatch.setenv(ENGINE, str(tmp_path / "engine"))
    monkeypatch.syspath_prepend(str(tmp_path))
    position = officina.GAMES["fuori_di_rotella"].start(2, 1)
    seat = position.to_act[0]

    async def main() -> None:
        workers = BotWorkers(1, 60.0, ("telling",))
        try:
            await workers.choose("heuristic", position, seat, seed_of("choice"))
            shutil.copytree(PACKAGES, tmp_path / "copy")
            (tmp_path / "copy").rename(tmp_path / "engine")
            for _ in range(2):
                await workers.choose("heuristic", position, seat, seed_of("choice"))
            assert len(workers.all) == 1
        finally:
            await workers.close()

    asyncio.run(main())
    assert told.read_text().splitlines() == [officina.__file__, str(tmp_path / "engine" / "officina" / "__init__.py")]


@once
def test_the_next_start_uses_the_engine(sources: Path, servers: list[Serving]) -> None:
    engine = Compiling(sources).folder
    shutil.copytree(ROOT / "src", engine)
    texts = engine / "officina" / "cli" / "texts" / "en.toml"
    texts.write_text(texts.read_text(encoding="utf-8").replace("Officina is open:", "The engine is open:"), encoding="utf-8")
    servers.append(Serving(sources))
    assert servers[0].line().startswith("The engine is open:")


@once
def test_other_sources_have_another_engine(sources: Path) -> None:
    before = digest(sources)
    (sources / "README.md").write_text("Other words\n", encoding="utf-8")
    assert digest(sources) == before, "the same engine comes out"
    path = sources / "src" / "officina" / "core" / "rng.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert digest(sources) != before


@once
@needs_compiler
def test_a_compile_that_fails_is_told_in_one_line_and_the_server_plays_on(sources: Path, servers: list[Serving]) -> None:
    (sources / "setup.py").write_text("raise SystemExit('broken')\n", encoding="utf-8")
    server = Serving(sources)
    servers.append(server)
    server.until(COMPILING)
    assert server.line().startswith(NOT_COMPILED)
    assert server.process.poll() is None
    engine = Compiling(sources).folder
    assert sorted(path.name for path in engine.parent.iterdir()) == ["lock", "log.txt"]


@once
@needs_compiler
def test_the_compiler_ends_with_the_server_however_that_ends(sources: Path, servers: list[Serving]) -> None:
    (sources / "setup.py").write_text("import time\ntime.sleep(3600)\n", encoding="utf-8")
    endless = "[build-system]\nrequires = []\nbuild-backend = 'setup'\nbackend-path = ['.']\n"
    (sources / "pyproject.toml").write_text(endless, encoding="utf-8")
    folder = Compiling(sources).folder
    server = Serving(sources)
    servers.append(server)
    server.until(COMPILING)
    end = time.monotonic() + PATIENCE
    while not list(folder.parent.glob("tmp*/sources/setup.py")):
        assert time.monotonic() < end, "the compile does not begin"
        time.sleep(0.05)
    server.process.send_signal(signal.SIGKILL)
    with (folder.parent / "lock").open("w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                assert time.monotonic() < end, "the compile goes on without its server"
                time.sleep(0.05)
    assert not folder.exists()


@once
def test_two_servers_compile_once(sources: Path) -> None:
    folder = Compiling(sources).folder
    folder.parent.mkdir(parents=True)
    done: list[bool] = []
    with (folder.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = threading.Thread(target=lambda: done.append(compile_engine(sources, folder)))
        second.start()
        folder.mkdir()
    second.join(PATIENCE)
    assert done == [True]
    assert not (folder.parent / "log.txt").exists(), "the second one has nothing to do"
