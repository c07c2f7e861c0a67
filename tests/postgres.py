"""A PostgreSQL server of the tests' own: in a temporary folder, on a socket in it, gone when they end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.patience import LONG

SECONDS = LONG
USER = "postgres"


def find_binaries() -> Path | None:
    """The folder of PostgreSQL's programs on this machine."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


def missing() -> str:
    """Why no server can be started here; empty if one can."""
    if find_binaries() is None:
        return "PostgreSQL is missing"
    if os.name != "posix":
        return "PostgreSQL is started on POSIX only"
    return ""


class PostgresServer:
    """A server that can be killed and started again. As root it runs as the user that Debian's package makes."""

    def __init__(self, sync: bool = False) -> None:
        binaries = find_binaries()
        assert binaries is not None
        self.binaries = binaries
        self.folder = Path(tempfile.mkdtemp(prefix="officina-pg-"))
        self.sync = sync
        self.who: dict[str, Any] = {}
        if os.geteuid() == 0:
            self.who = {"user": USER, "group": USER, "extra_groups": []}
            shutil.chown(self.folder, USER, USER)
        self.process: subprocess.Popen[bytes] | None = None
        self.made = 0
        command = [str(binaries / "initdb"), "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.who)
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start, and wait until it answers. Just after a kill the old one's helpers may still be in the way."""
        end = time.monotonic() + SECONDS
        while True:
            self.process = self.launch()
            while self.process.poll() is None and time.monotonic() < end:
                if self.answers():
                    return
                time.sleep(0.02)
            if time.monotonic() >= end:
                raise AssertionError(f"PostgreSQL does not start:\n{(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.1)

    def launch(self) -> subprocess.Popen[bytes]:
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "100"}
        settings["fsync"] = "on" if self.sync else "off"
        command = [str(self.binaries / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True, **self.who)

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def answers(self) -> bool:
        import psycopg

        try:
            with psycopg.connect(self.address(), connect_timeout=5):
                return True
        except psycopg.OperationalError:
            return False

    def new_database(self, name: str = "") -> str:
        """The address of an empty database."""
        import psycopg

        self.made += 1
        name = name or f"d{self.made}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[call-overload, unused-ignore]
        return self.address(name)

    def kill(self) -> None:
        """As a power cut would: the server and all its helpers, at once."""
        assert self.process is not None
        everybody = [self.process.pid, *children(self.process.pid)]
        for pid in everybody:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.alive:
            self.process.send_signal(signal.SIGQUIT)  # at once: nothing in it is needed any more
            self.process.wait(LONG)
        shutil.rmtree(self.folder, ignore_errors=True)


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(path.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(path.parent.name))
    return found
