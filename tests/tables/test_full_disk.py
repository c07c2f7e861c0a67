"""A full disk: the server comes up, shows what there is, refuses what it cannot store, and goes on when there is room."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.patience import LONG
from tests.small_disk import KINDS, small_disk
from tests.tables.kill_server import ROOT, Served
from tests.web.driver import wait_until


def status(served: Served, path: str) -> int:
    """The status of an answer; 0 if there is none."""
    try:
        return httpx.get(f"http://127.0.0.1:{served.port}{path}", timeout=LONG, follow_redirects=True).status_code
    except httpx.TransportError:
        return 0


def opened(served: Served) -> str:
    """The path of a new table; empty if it could not be stored."""
    form = {"name": "Anna", "players": "2", "seat-0": "me", "seat-1": "open"}
    answer = httpx.post(f"http://127.0.0.1:{served.port}/new/kraftwagen", data=form, timeout=LONG)
    assert answer.status_code in (303, 503)
    return str(answer.headers.get("location", ""))


@pytest.mark.parametrize(
    ("left", "workers", "kind"), [("closed", 1, "limited"), ("closed", 2, KINDS[-1]), ("killed", 2, "limited")]
)
def test_a_server_comes_up_on_a_full_disk_and_is_ready_when_there_is_room(
    tmp_path: Path, kind: str, workers: int, left: str
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with small_disk(kind, folder) as disk:
        served = Served(tmp_path, workers, "", disk=disk)
        try:
            table = [opened(served) for _ in range(4)][-1]
            assert status(served, "/ready") == 200
            if left == "killed":
                served.kill()
            else:
                served.stop()
            disk.fill()
            served.start()
            before = served.worker_pids()
            disk.fill()
            for path in ("/", "/alive", table):
                assert {status(served, path) for _ in range(4)} == {200}, path
            if (kind, left) != ("limited", "killed"):  # a log that a kill left behind may have room inside its size
                assert status(served, "/ready") == 503
                assert opened(served) == ""
            disk.free()
            wait_until(lambda: status(served, "/ready") == 200)
            wait_until(lambda: opened(served))
            assert served.worker_pids() == before, "nobody was started again"
        finally:
            disk.free()
            served.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_where_there_is_no_database_yet_a_full_disk_is_said_in_a_sentence(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with small_disk(kind, folder) as disk:
        disk.fill()
        command = [sys.executable, "-m", "officina.cli", "serve", "--lang", "en", "--port", "0", "--data", str(folder)]
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, preexec_fn=disk.begin, timeout=LONG, check=False
        )
        assert done.returncode == 2
        assert "is the disk full?" in done.stderr
        assert len(done.stderr.splitlines()) == 1
