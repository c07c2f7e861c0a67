"""The engine is compiled in the background while the plain one serves: what ``make run`` asks for with OFFICINA_SOURCES.

Processes that are started when it is ready (bots, imports) use the compiled engine, and so does the next server. Both builds
play the same games, so the two may work side by side. A compile that fails or is interrupted leaves nothing that is used.

Run as ``python -m officina.cli.compiling SOURCES FOLDER`` it compiles, and ends with its input, that is, with the server.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from officina._build import ENGINE, find_compiler, is_compiled
from officina.cli.common import console, say

SOURCES: Final = "OFFICINA_SOURCES"
SETTINGS: Final = ("setup.py", "pyproject.toml")
PAPERS: Final = ("MANIFEST.in", "README.md", "LICENSE", "NOTICE")
"""Needed for an installation, but the same engine comes out whatever they say."""
LEFT_OUT: Final = (".pyc", ".so")
KEPT: Final = 3
"""Engines of earlier sources that stay: a server may still run on one."""
LOG: Final = "log.txt"
CHECK: Final = "import sys, officina._build, officina; sys.exit(not officina._build.is_compiled())"


class Compiling:
    """The engine of some sources, compiled or to be compiled."""

    def __init__(self, sources: Path) -> None:
        self.sources = sources
        self.folder = sources / "build" / "engine" / digest(sources)

    def use(self) -> None:
        """Start this command again on the compiled engine if it is there; otherwise helpers use it as soon as it is."""
        os.environ[ENGINE] = str(self.folder)
        if self.folder.is_dir() and str(self.folder) not in sys.path:  # never twice, whatever is wrong with it
            paths = [str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])]
            os.environ["PYTHONPATH"] = os.pathsep.join(paths)
            sys.stdout.flush()
            os.execv(sys.executable, [sys.executable, "-P", "-m", "officina.cli", *sys.argv[1:]])

    def begin(self) -> None:
        """Compile in a process of the lowest priority, and say so, and say how it went."""
        if self.folder.is_dir() or not find_compiler():
            return
        command = [sys.executable, "-P", "-m", "officina.cli.compiling", str(self.sources), str(self.folder)]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        console.print(say("serve.compiling"), markup=False, soft_wrap=True)
        threading.Thread(target=self.tell_end, args=(process,), daemon=True).start()

    def tell_end(self, process: subprocess.Popen[bytes]) -> None:
        """One line when it is over."""
        process.wait()  # not communicate(): that would close its input, and so end it
        if self.folder.is_dir():
            text = say("serve.compiled")
        else:
            text = say("serve.not_compiled", file=str(self.folder.parent / LOG))
        console.print(text, markup=False, soft_wrap=True)


def asked_for() -> Compiling | None:
    """What the environment asks for; None where nothing is to be compiled."""
    sources = os.environ.get(SOURCES, "")
    if not sources or os.name != "posix" or is_compiled() or os.environ.get("OFFICINA_PURE") == "1":
        return None
    return Compiling(Path(sources))


def source_files(sources: Path) -> list[Path]:
    """What the engine is compiled from, as paths inside the folder."""
    found = [path.relative_to(sources) for path in (sources / "src" / "officina").rglob("*") if path.is_file()]
    found += [Path(name) for name in (*SETTINGS, *PAPERS) if (sources / name).is_file()]
    return sorted(path for path in found if path.suffix not in LEFT_OUT)


def digest(sources: Path) -> str:
    """Differs for other sources and for another Python."""
    seen = hashlib.sha256(f"{sys.version} {sys.platform} {os.uname().machine}".encode())
    for path in source_files(sources):
        if path.name in PAPERS:
            continue
        content = (sources / path).read_bytes()
        seen.update(f"{path.as_posix()} {len(content)}\n".encode())
        seen.update(content)
    return seen.hexdigest()[:16]


def copy_sources(sources: Path, to: Path) -> None:
    """A copy to build from: nothing is left in the original, and changes in the meantime do not matter."""
    for path in source_files(sources):
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(sources / path, to / path)


def compile_engine(sources: Path, folder: Path) -> bool:
    """Compile into the folder, which appears only when it is complete. Whoever comes second waits for the first."""
    import fcntl

    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():
            return True
        tidy(folder.parent)
        with TemporaryDirectory(dir=folder.parent, prefix="tmp") as name, (folder.parent / LOG).open("w") as log:
            copy, engine = Path(name, "sources"), Path(name, "engine")
            copy_sources(sources, copy)
            if digest(copy) != folder.name:
                log.write("the sources were changed in the meantime\n")
                return False
            install = [sys.executable, "-m", "pip", "install", "-v", "--disable-pip-version-check", "--no-deps"]
            clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "OFFICINA_PURE")}
            checked = {**clean, "PYTHONPATH": str(engine)}
            for command, environment in (
                ([*install, "--target", str(engine), str(copy)], clean),
                ([sys.executable, "-P", "-c", CHECK], checked),
            ):
                if subprocess.run(command, env=environment, cwd=name, stdout=log, stderr=log, check=False).returncode:
                    return False
            engine.rename(folder)
    return True


def tidy(folder: Path) -> None:
    """Remove what was interrupted, and the oldest engines."""
    engines = sorted((path for path in folder.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    interrupted = [path for path in engines if path.name.startswith("tmp")]
    whole = [path for path in engines if path not in interrupted]
    for path in interrupted + whole[:-KEPT]:
        shutil.rmtree(path, ignore_errors=True)


def end_with_input() -> None:
    """When the server has gone, go too, with the compiler and all."""
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    os.nice(19)
    threading.Thread(target=end_with_input, daemon=True).start()
    sys.exit(not compile_engine(Path(sys.argv[1]), Path(sys.argv[2])))
