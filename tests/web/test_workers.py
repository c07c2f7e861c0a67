"""Several workers behind one address: announced once, started again when killed, ended together; forwarded headers."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
import uvicorn

from officina.cli.app import run as command
from officina.client import Client, PlannedSeat
from officina.tables.storage.open_storage import FILE
from officina.web.server.app import make_app
from officina.web.server.silence import Silence
from officina.web.server.supervisor import HUNG_SECONDS, Worker
from tests.patience import LONG
from tests.postgres import children
from tests.tables.common import open_tables as tables_at
from tests.tables.common import run
from tests.tables.kill_server import ROOT, Served, command_line
from tests.tables.test_kill import alive
from tests.web.driver import wait_until
from tests.web.laborious import WORK, Laborious, no_server


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the server makes its temporary folders."""
    with TemporaryDirectory() as folder:
        monkeypatch.setenv("TMPDIR", folder)
        yield Path(folder)


@pytest.fixture
def served(tmp_path: Path, temporary: Path) -> Iterator[Served]:
    found = Served(tmp_path, 2, "", "--log-json")
    yield found
    if found.process.poll() is None:
        found.stop()


def test_a_killed_worker_is_started_again_and_nobody_notices(served: Served) -> None:
    address = f"http://127.0.0.1:{served.port}/alive"
    before = served.worker_pids()
    assert len(before) == 2
    for pid in before:
        os.kill(pid, signal.SIGKILL)
        # A connection that the dead one had taken is lost; the next one waits for whoever comes.
        wait_until(lambda: answers(address))
        wait_until(lambda: len(served.worker_pids()) == 2)
    assert not set(before) & set(served.worker_pids())
    log = served.folder / "server.log"
    wait_until(lambda: log.read_text().count("restarting it") == 2)
    assert all(json.loads(line)["event"] for line in log.read_text().splitlines()), "the supervisor's lines are JSON, too"


def test_a_worker_that_starts_slowly_is_not_taken_for_a_hung_one(tmp_path: Path) -> None:
    """However long Python takes to start on a busy machine; once it has answered, silence is what it seems."""
    worker = Worker(uvicorn.Config("", log_config=None), [], no_server, 0, str(tmp_path))
    worker.start()
    assert worker.pid is not None
    try:
        os.kill(worker.pid, signal.SIGSTOP)
        assert all(worker.is_alive(0) for _ in range(3)), "it has never answered: it is starting"
        os.kill(worker.pid, signal.SIGCONT)
        wait_until(lambda: worker.is_alive(0) and worker.answered)
        os.kill(worker.pid, signal.SIGSTOP)
        wait_until(lambda: not worker.is_alive(0.1))
    finally:
        worker.kill()
        worker.join()


CROWD = 3
"""Others at the same processor, so that the work takes four times as long."""


@pytest.fixture
def crowd() -> Iterator[Callable[[int], None]]:
    """Makes a process share one processor with others that are always busy."""
    if not Path("/proc/self/schedstat").exists():
        pytest.skip("this system does not tell how long a process waits for a processor")
    place = {min(os.sched_getaffinity(0))}
    spin = f"import os\nos.sched_setaffinity(0, {place})\nprint(flush=True)\nwhile True: pass"
    others: list[subprocess.Popen[bytes]] = []

    def join(pid: int) -> None:
        others.extend(subprocess.Popen([sys.executable, "-c", spin], stdout=subprocess.PIPE) for _ in range(CROWD))
        for other in others[-CROWD:]:
            assert other.stdout is not None
            other.stdout.readline()
        for task in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(task.name), place)

    yield join
    for other in others:
        other.kill()
        other.wait()
        assert other.stdout is not None
        other.stdout.close()


def test_a_starved_worker_is_not_taken_for_a_hung_one(tmp_path: Path, crowd: Callable[[int], None]) -> None:
    """Where the machine has too much to do, a worker answers late by the clock; killing it would only make more to do."""
    worker = Laborious(uvicorn.Config("", log_config=None), [], no_server, 0, str(tmp_path))
    worker.start()
    assert worker.pid is not None
    allowed, longest = 2.5 * WORK, 0.0
    try:
        wait_until(lambda: worker.is_alive(allowed) and worker.answered)
        crowd(worker.pid)
        for _ in range(2):
            asked, began = worker.silence, time.monotonic()
            while worker.silence is asked:
                assert worker.is_alive(allowed), f"killed after {time.monotonic() - began:.1f} s"
                time.sleep(0.02)
            longest = max(longest, time.monotonic() - began)
        assert longest > allowed, "it was starved"
        os.kill(worker.pid, signal.SIGSTOP)
        wait_until(lambda: not worker.is_alive(allowed))
    finally:
        worker.kill()
        worker.join()


def test_silence_counts_only_while_somebody_could_have_answered(crowd: Callable[[int], None]) -> None:
    spin = "print(flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", spin], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            crowd(process.pid)
            began, silence = time.monotonic(), Silence(process.pid)
            for _ in range(10):
                time.sleep(0.1)
                counted = silence.seconds()
            assert counted < 0.6 * (time.monotonic() - began), "it had a fourth of a processor, at most"
            os.kill(process.pid, signal.SIGSTOP)
            wait_until(lambda: ") T " in Path(f"/proc/{process.pid}/stat").read_text())
            silence = Silence(process.pid)
            time.sleep(0.3)
            assert silence.seconds() >= 0.3, "it waits for nobody"
        finally:
            process.kill()


def test_silence_is_not_counted_while_nobody_listens() -> None:
    """A supervisor that could not look for a minute knows nothing of that minute."""
    looks = iter([0.0, 0.5, 1.0, 61.0])
    silence = Silence(2**22 + 1, looks.__next__)  # nobody has that number: a system that tells nothing
    assert [silence.seconds() for _ in range(3)] == [0.5, 1.0, 2.0]


def test_a_hung_worker_is_replaced(served: Served) -> None:
    """And one that hangs when all are told to stop does not keep the others from ending."""
    hung = served.worker_pids()[0]
    os.kill(hung, signal.SIGSTOP)
    wait_until(lambda: hung not in served.worker_pids() and len(served.worker_pids()) == 2, 3.0 * HUNG_SECONDS)
    last = served.worker_pids()
    os.kill(last[0], signal.SIGSTOP)
    served.stop()
    assert served.process.returncode == 0
    assert not any(alive(pid) for pid in last)


def test_a_worker_whose_event_loop_is_busy_is_replaced(tmp_path: Path) -> None:
    """Its process lives, its threads too: only nobody is served."""
    command = [sys.executable, "-m", "tests.web.hanging", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = f"http://127.0.0.1:{int(process.stdout.readline())}"
            workers = [pid for pid in children(process.pid) if b"spawn_main" in command_line(pid)]
            assert len(workers) == 2
            with pytest.raises(httpx.TransportError):  # cut off with its worker; the supervisor kills it meanwhile
                httpx.get(f"{address}/hang", timeout=LONG)
            wait_until(lambda: sum(not alive(pid) for pid in workers) == 1)
            wait_until(lambda: answers(f"{address}/alive"))
        finally:
            process.terminate()
            process.wait(LONG)


def test_a_worker_that_cannot_start_is_tried_again(served: Served) -> None:
    """The server goes on, and does not start it again at once and for ever."""
    database = served.folder / FILE
    away = database.with_suffix(".away")
    pid, other = served.worker_pids()
    database.rename(away)
    database.mkdir()
    os.kill(pid, signal.SIGKILL)
    log = served.folder / "server.log"
    wait_until(lambda: log.read_text().count("restarting it") >= 2, 60)
    assert served.process.poll() is None
    database.rmdir()
    away.rename(database)
    wait_until(lambda: memories(f"http://127.0.0.1:{served.port}") == {"0", "1"}, 60)
    assert other in served.worker_pids()


def test_no_password_on_a_command_line(tmp_path: Path) -> None:
    """Other users of the machine can read command lines; the mail server's address holds one."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("OFFICINA_SMTP", "smtp://anna:Abracadabra@127.0.0.1:25?from=officina@example.org")
        served = Served(tmp_path, 2, "", "--public", "http://officina.example")
    try:
        pids = [served.process.pid, *children(served.process.pid)]
        pids += [pid for worker in served.worker_pids() for pid in children(worker)]
        lines = [command_line(pid) for pid in pids]
        assert sum(b"spawn_main" in line for line in lines) >= 2
        assert not any(b"Abracadabra" in line for line in lines)
    finally:
        served.stop()


def answers(address: str) -> bool:
    try:
        return httpx.get(address, timeout=LONG).text == "officina"
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_all_end_together(served: Served, temporary: Path, how: signal.Signals) -> None:
    """Told to stop, or killed without a word: no worker outlives the others, bots' processes neither, and nothing is left."""
    (folder,) = temporary.glob("officina-*")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {path.stem.rpartition("_")[2] for path in folder.glob("*.db")} == {"0", "1"}, "each worker has its metrics there"
    everybody = served.worker_pids()
    assert len(everybody) == 2
    everybody += [pid for worker in everybody for pid in children(worker)]
    served.process.send_signal(how)
    assert served.process.wait(LONG) == (-9 if how == signal.SIGKILL else 0)
    assert served.process.stdout is not None
    rest = served.process.stdout.read()
    served.process.stdout.close()
    assert "http://" not in rest, "the address is announced once"
    wait_until(lambda: not any(alive(pid) for pid in everybody))
    assert list(temporary.glob("officina-*")) == []


def test_one_answer_has_the_figures_of_all_workers(served: Served, temporary: Path) -> None:
    """Whichever worker is asked. What was counted outlives the worker that counted it; what a worker held does not."""
    address = f"http://127.0.0.1:{served.port}"
    asked = sum(answers(f"{address}/alive") for _ in range(40))
    wait_until(lambda: figure(address, "/alive") == asked)
    assert {figure(address, "/alive") for _ in range(20)} == {asked}, "it does not matter who answers"
    heads = told(address, "#.*")
    assert len(heads) == len(set(heads)), "each metric is described once"
    assert memories(address) == {"0", "1"}
    assert held(address) == 0

    with Client(address) as client:
        first = client.create("kraftwagen", [PlannedSeat("person", "Anna"), PlannedSeat("person")], ready=True)
        client.sit(first.table_id, 1, "Bruno", first.invitations[1]).ready()
    wait_until(lambda: all_hold(address, first.table_id))
    wait_until(lambda: told(address, DEALT) == ["1.0"])
    (folder,) = temporary.glob("officina-*")
    files = sorted(folder.iterdir())
    for worker, pid in enumerate(served.worker_pids(), 1):
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda pid=pid: pid not in served.worker_pids() and len(served.worker_pids()) == 2)
        wait_until(lambda: memories(address) == {"0", "1"})
        wait_until(lambda worker=worker: held(address) <= 2 - worker)
    assert figure(address, "/alive") >= asked, "no worker is left that had counted them"
    assert told(address, DEALT) == ["1.0"]
    assert sorted(folder.iterdir()) == files, "a successor goes on with the files of its predecessor"


DEALT = r'officina_entries_total\{kind="deal"\} (\S+)'


def told(address: str, pattern: str) -> list[str]:
    """What a pattern finds in the metrics."""
    try:
        return re.findall(pattern, httpx.get(f"{address}/metrics").text)
    except httpx.TransportError:
        return []


def figure(address: str, route: str) -> int:
    """How often a route was answered."""
    return sum(int(float(count)) for count in told(address, rf'officina_requests_total{{.*route="{route}".*}} (\S+)'))


def held(address: str) -> int:
    """How many tables the workers hold; a table counts once for each of them."""
    return sum(int(float(count)) for count in told(address, r"(?m)^officina_live_tables (\S+)"))


def all_hold(address: str, table: str) -> bool:
    """Whether each worker has looked at the table."""
    httpx.get(f"{address}/t/{table}")
    return held(address) == 2


def memories(address: str) -> set[str]:
    """The workers that tell how much memory they use."""
    return set(told(address, r'process_resident_memory_bytes\{pid="(\w+)"\}'))


def test_demonstration_tables_are_opened_once(tmp_path: Path) -> None:
    served = Served(tmp_path, 2, "", "--demo")
    try:
        pages = {httpx.get(f"http://127.0.0.1:{served.port}/").text.count('href="/t/') for _ in range(6)}
        assert pages == {5}
    finally:
        served.stop()


def test_an_address_that_cannot_be_had(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["serve", "--host", "192.0.2.7", "--port", "8484", "--workers", "2"]) == 2
    assert "cannot listen" in capsys.readouterr().err
    for wrong in ("everybody", "*", "10.0.0.1/8", "proxy.example"):
        assert command(["serve", "--proxy", wrong]) == 2
        assert "10.0.0.0/8" in capsys.readouterr().err
    assert command(["serve", "--workers", "0"]) == 2
    assert "from 1 to 64" in capsys.readouterr().err


ASKS = """
import sys, asyncio
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.applications import Starlette
from starlette.routing import Route
from officina.web.server import serve
async def who(request):
    return JSONResponse([request.client.host, request.url.scheme])
serve.make_app = lambda tables, **more: Starlette(routes=[Route("/", who)])
settings = serve.Settings("127.0.0.1", 0, sys.argv[1], proxies=sys.argv[2:])
socket = serve.listen("127.0.0.1", 0)
print(socket.getsockname()[1], flush=True)
serve.make_server(settings, 0, [], lambda: print("up", flush=True)).run([socket])
"""


@pytest.mark.parametrize("trusted", [[], ["127.0.0.1"], ["10.0.0.0/8", "127.0.0.0/8"], ["10.0.0.1"]])
def test_forwarded_headers_are_believed_from_a_named_proxy_only(tmp_path: Path, trusted: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ASKS, str(tmp_path), *trusted], stdout=subprocess.PIPE, text=True, env={**os.environ}
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        assert process.stdout.readline() == "up\n"
        headers = {"X-Forwarded-For": "6.6.6.6, 192.0.2.99", "X-Forwarded-Proto": "https"}
        told = httpx.get(f"http://127.0.0.1:{port}/", headers=headers).json()
        believed = any(address.startswith("127.") for address in trusted)
        # Of a chain, the last hop that is no proxy of ours counts: what a visitor wrote before it does not.
        assert told == (["192.0.2.99", "https"] if believed else ["127.0.0.1", "http"])
    finally:
        process.terminate()
        process.wait(LONG)
        process.stdout.close()


def test_a_request_at_any_worker_finds_what_another_has_done(tmp_path: Path) -> None:
    """At once: here no worker ever gets a hint of what the other does."""

    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with tables_at(path, shared=True, process="a") as one, tables_at(path, shared=True, process="b") as other:
            for task in (*one.others, *other.others):
                task.cancel()
            workers = itertools.cycle(
                httpx.AsyncClient(transport=httpx.ASGITransport(make_app(tables)), base_url="http://officina")
                for tables in (one, other)
            )
            form = {"name": "Anna", "players": "2", "seat-0": "me", "seat-1": "open"}
            made = await next(workers).post("/new/fuori_di_rotella", data=form)
            table = made.headers["location"]
            cookies = [made.headers["set-cookie"].partition(";")[0]]
            for _ in range(2):  # now both know the table as it is before anybody else sits down
                assert (await next(workers).get(table)).status_code == 200
            sat = await next(workers).post(f"{table}/sit", data={"seat": "1", "name": "Bruno"})
            cookies.append(sat.headers["set-cookie"].partition(";")[0])
            for seat, cookie in enumerate(cookies, 1):
                form = {"ready": "1"}
                done = await next(workers).post(f"{table}/ready?seat={seat}", data=form, headers={"Cookie": cookie})
                assert done.status_code == 303
            for number in range(4):
                headers = {"Cookie": cookies[number // 2]}
                told = await next(workers).get(f"{table}/view?seat={number // 2 + 1}", headers=headers)
                assert told.status_code == 200
                assert told.json()["seat"] == number // 2

    run(main())
