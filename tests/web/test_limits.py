"""The registry of limits, figures for whoever runs the server, and lines of the log."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from officina.client import Client, PlannedSeat
from officina.messages import Say
from officina.web import make_app
from officina.web.limits import MOST_KEPT, Limits, TooOften, counted
from officina.web.metrics import Metrics
from tests.patience import LONG
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.web.driver import Server


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_so_many_a_minute() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    assert [limits.wait("a", "create") for _ in range(40)] == [0.0] * 40
    assert limits.wait("a", "create") == pytest.approx(60 / 40)
    assert limits.wait("b", "create") == 0.0, "others are not concerned"
    with pytest.raises(TooOften) as often:
        limits.check("a", "create")
    assert often.value.seconds == pytest.approx(1.5)
    clock.now += 1.5
    assert limits.wait("a", "create") == 0.0
    assert limits.wait("a", "create") > 0
    clock.now += 3600
    assert sum(limits.wait("a", "create") == 0 for _ in range(100)) == 40, "no more than a burst is saved up"
    generous = Limits(2.0, clock)
    assert sum(generous.wait("a", "create") == 0 for _ in range(100)) == 80


def test_looking_costs_nothing() -> None:
    limits = Limits(clock=Clock())
    assert [limits.wait("a", "unknown", 0) for _ in range(100)] == [0.0] * 100
    for _ in range(30):
        limits.wait("a", "unknown")
    assert limits.wait("a", "unknown", 0) > 0


def test_so_many_at_once() -> None:
    limits = Limits(0.01)
    assert [limits.enter("a", "connection") for _ in range(5)] == [True] * 4 + [False]
    limits.leave("a", "connection")
    with limits.holding("a", "connection") as entered:
        assert entered
        with limits.holding("a", "connection") as second:
            assert not second
    assert limits.enter("a", "connection")
    for _ in range(4):
        limits.leave("a", "connection")
    assert not limits.held, "who has gone is forgotten"


def test_memory_is_bounded() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    for number in range(MOST_KEPT + 500):
        limits.wait(str(number), "request")
    assert len(limits.buckets) == MOST_KEPT
    assert (str(MOST_KEPT + 499), "request") in limits.buckets


def test_a_household_counts_as_one() -> None:
    assert counted("192.0.2.1") == "192.0.2.1"
    assert counted("2001:db8:1:2::1") == counted("2001:db8:1:2:ffff::9") != counted("2001:db8:1:3::1")
    assert counted("::ffff:192.0.2.1") == "192.0.2.1"
    assert counted("fe80::1%eth0") == counted("fe80::2%eth1")
    assert counted("no address: at all") == "no address: at all"


# --- by seat, and at once


def test_choices_of_a_seat(tmp_path: Path) -> None:
    """A hundred at once, then fifty a second; a choice that is refused counts like any other. Other seats are not concerned."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            clock = Clock()
            app = make_app(tables, limits=Limits(clock=clock))
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://officina") as client:

                async def choose(seat: int, what: str = "choices") -> httpx.Response:
                    body = {"base": 0, "action_id": f"{clock.now}", "notation": "no such thing"}
                    headers = {"Authorization": f"Bearer {friends.tokens[seat]}"}
                    if what == "undo":
                        del body["notation"]
                    return await client.post(f"/api/v1/tables/{friends.id}/{what}", json=body, headers=headers)

                async def answers(seat: int, count: int) -> set[int]:
                    return {(await choose(seat)).status_code for _ in range(count)}

                assert await answers(0, 100) == {409}
                for what in ("choices", "undo"):
                    refused = await choose(0, what)
                    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_often")
                    assert refused.headers["retry-after"] == "1"
                assert await answers(1, 3) == {409}, "another seat from the same address"
                clock.now += 1.0
                assert await answers(0, 50) == {409}
                assert await answers(0, 3) == {429}

    run(main())


def test_so_many_wait_for_events(tmp_path: Path) -> None:
    """Two hundred of an address may be kept waiting; all of them are told when something happens, and then others may wait."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            limits = Limits()
            app = make_app(tables, limits=limits)
            version = (await friends.live()).version_for(None)

            def from_address(host: str) -> httpx.AsyncClient:
                transport = httpx.ASGITransport(app=app, client=(host, 1))
                return httpx.AsyncClient(transport=transport, base_url="http://officina", timeout=LONG)

            async with from_address("192.0.2.1") as one, from_address("192.0.2.2") as other:
                path = f"/api/v1/tables/{friends.id}/events?since={version}&wait=25"
                waiting = [asyncio.create_task(one.get(path)) for _ in range(200)]
                while limits.held["192.0.2.1", "wait"] < 200:
                    await asyncio.sleep(0.01)
                refused = await one.get(path)
                assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_often")
                assert refused.headers["retry-after"] == "1"
                assert (await one.get(path.replace("wait=25", "wait=0"))).status_code == 200, "looking is free"
                waiting.append(asyncio.create_task(other.get(path)))
                while not limits.held["192.0.2.2", "wait"]:
                    await asyncio.sleep(0.01)
                await tables.do(friends.id, friends.tokens[0], Say("hello", "Good evening"))
                answers = await asyncio.gather(*waiting)
                assert {(answer.status_code, len(answer.json()["entries"])) for answer in answers} == {(200, 1)}
                assert not limits.held

    run(main())


# --- figures


def test_figures_of_a_server_at_work(tmp_path: Path) -> None:
    server = Server(tmp_path, "--log-json")
    try:
        with Client(server.address) as client:
            seats = [PlannedSeat("person"), PlannedSeat("bot", bot="random")]
            client.create("fuori_di_rotella", seats, ready=True).view()
        httpx.get(f"{server.address}/nowhere/at/all")
        text = httpx.get(f"{server.address}/metrics").text
        for line in text.splitlines():
            assert re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)*\})? [-+0-9.e]+', line), line
        assert re.search(r'officina_requests_total\{method="GET",route="/api/v1/tables/\{table\}/view",status="200"\} 1', text)
        assert re.search(r'officina_requests_total\{method="GET",route="none",status="404"\} 1', text)
        assert re.search(r'officina_request_seconds_bucket\{le="\+Inf",route="/api/v1/tables"\} 1', text)
        assert re.search(r"officina_live_tables 1", text)
        assert re.search(r'officina_entries_total\{kind="deal"\} 1', text)
        memory = re.search(r"process_resident_memory_bytes (\d\S+)", text)
        assert memory is not None
        assert 10e6 < float(memory.group(1)) < 1e9
        for headers in ({"Host": "officina.example"}, {"X-Forwarded-For": "192.0.2.1"}, {"Forwarded": "for=192.0.2.1"}):
            assert httpx.get(f"{server.address}/metrics", headers=headers).status_code == 404, "not through a proxy"
    finally:
        server.stop()


def test_lines_of_the_log(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "officina.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", str(tmp_path), "--log-json"]
    with (tmp_path / "log").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        try:
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address is not None
            httpx.get(f"{address.group(0)}/t/nosuchtable/join/1/{'A' * 32}")
            time.sleep(0.2)
        finally:
            process.terminate()
            process.wait(LONG)
            process.stdout.close()
        log.seek(0)
        lines = [json.loads(line) for line in log]
    asked = next(line for line in lines if line["event"] == "request")
    assert asked["route"] == "/t/{table}/join/{seat:small}/{invitation}"
    assert asked["status"] == 404
    assert asked["ms"] >= 0
    assert "AAAA" not in str(lines)
    assert "nosuchtable" not in str(lines)


def test_labels_cannot_break_out() -> None:
    figures = Metrics()
    figures.answered('a"b\\c\nd', "BREW" * 100, 200, 0.02)
    assert 'officina_requests_total{method="OTHER",route="a\\"b\\\\c\\nd",status="200"} 1.0\n' in figures.text().decode()
