"""Cost of the table: ``python -m benchmarks.server`` (``--quick`` for a look).

Click to DOM changed in four browsers (``--beside CHECKOUT``: and on a server of another checkout, in turn); a move with 200
spectators beside a bare Starlette echo in the same run; the cost of a choice early and late in a game of 1,000 choices; memory
of an idle table. Everything runs on this machine, server and clients together: trust the ratios, not the milliseconds.
``--load`` and ``--soak MINUTES``: a club's evening (:mod:`benchmarks.load`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import load
from benchmarks.knee import run_knee
from benchmarks.scaling import run_scaling
from officina import GAMES, Rng
from officina._build import is_compiled
from officina.messages import Choose, Ready, TakeSeat
from officina.tables import PlannedSeat, SqliteStorage, Tables
from officina.web.live.render_cache import RenderCache
from tests.web.driver import Server, find_chromium

FR = "fuori_di_rotella"
SPECTATORS = 200


def show(name: str, times: list[float]) -> None:
    """One line: milliseconds at the median, the 99th percentile and the worst."""
    p50, p99 = percentiles(times)
    print(f"{name:<58} p50 {p50:7.2f} ms   p99 {p99:7.2f} ms   n {len(times)}")


def percentiles(times: list[float]) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(times)
    return statistics.median(ordered) * 1000, ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- 200 spectators, and the echo


async def everybody_hears(listeners: list[ClientConnection]) -> None:
    """Until each of them has received one message."""
    await asyncio.gather(*(listener.recv() for listener in listeners))


async def echo_times(port: int, listeners: int, rounds: int, size: int) -> list[float]:
    """From sending a message of that size to all of them having it."""
    sockets = [await connect(f"ws://127.0.0.1:{port}/", compression=None) for _ in range(listeners)]
    text = "x" * size
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        await sockets[0].send(text)
        await everybody_hears(sockets)
        times.append(time.perf_counter() - start)
    for each in sockets:
        await each.close()
    return times


class Watchers:
    """Spectators of one table; each knows up to which base it has seen."""

    def __init__(self, address: str, table: str) -> None:
        self.address = address.replace("http", "ws", 1) + f"/t/{table}/socket"
        self.sockets: list[ClientConnection] = []
        self.bytes = 0

    async def come(self, number: int) -> None:
        for _ in range(number):
            each = await connect(f"{self.address}?seat=0&language=en", origin=self.origin(), compression=None)  # type: ignore[arg-type]
            await each.send(json.dumps({"do": "hello", "have": {}}))
            self.sockets.append(each)
        await asyncio.sleep(1)
        for each in self.sockets:
            await drain(each)

    def origin(self) -> str:
        return self.address.split("/t/")[0].replace("ws", "http", 1)

    async def see(self) -> None:
        """Until each of them has been told something."""
        told = await asyncio.gather(*(each.recv() for each in self.sockets))
        self.bytes = len(told[0])


async def drain(each: ClientConnection) -> None:
    """Read what is waiting."""
    while True:
        try:
            await asyncio.wait_for(each.recv(), 0.02)
        except TimeoutError:
            return


def person(address: str) -> httpx.Client:
    """Somebody's browser without a screen."""
    return httpx.Client(base_url=address, headers={"Origin": address})


def sit_two(address: str) -> tuple[str, list[httpx.Client]]:
    """A table of two people, dealt."""
    first, second = person(address), person(address)
    made = first.post(f"/new/{FR}", data={"players": "2", "seat-0": "me", "seat-1": "open"})
    table = made.headers["location"].rsplit("/", 1)[1]
    second.post(f"/t/{table}/sit", data={"seat": "1"})
    for each in (first, second):
        each.post(f"/t/{table}/ready", data={"ready": "1"})
    return table, [first, second]


async def spectator_times(address: str, rounds: int) -> tuple[list[float], int]:
    """From sending a choice to 200 spectators having the changed regions, over whole games of two people."""
    times: list[float] = []
    size = 0
    rng = Rng("spectators")
    while len(times) < rounds:
        table, people = await asyncio.to_thread(sit_two, address)
        watchers = Watchers(address, table)
        await watchers.come(SPECTATORS)
        seats = []
        for client in people:
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            headers = {"Cookie": cookie}
            seat = await connect(watchers.address, additional_headers=headers, origin=watchers.origin(), compression=None)  # type: ignore[arg-type]
            await seat.send(json.dumps({"do": "hello", "have": {}}))
            seats.append(seat)
        await asyncio.sleep(0.3)
        for watcher in watchers.sockets:
            await drain(watcher)
        for number in range(10_000):
            states = [(await asyncio.to_thread(client.get, f"/t/{table}/view")).json() for client in people]
            if states[0]["view"]["over"] or len(times) >= rounds:
                break
            seat_number = rng.pick(states[0]["view"]["to_act"])
            state = states[seat_number]
            message = {"do": "choose", "id": f"m{number}", "base": state["version"], "sure": True}
            start = time.perf_counter()
            await seats[seat_number].send(json.dumps({**message, "say": rng.pick(state["question"]["options"])}))
            await watchers.see()
            times.append(time.perf_counter() - start)
            size = max(size, watchers.bytes)
        for page in [*watchers.sockets, *seats]:
            await page.close()
        for client in people:
            client.close()
    return times, size


# --- four browsers

WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now();
  window.seen = 0;
  new MutationObserver(() => { if (!window.seen) window.seen = now(); })
    .observe(document.getElementById('main'), {subtree: true, childList: true, attributes: true, characterData: true});
}"""
PRESS = """choice => {
  const button = [...document.querySelectorAll('#choices .choice')].find(b => b.dataset.choice === choice);
  const at = performance.timeOrigin + performance.now();
  document.getElementById('choices').removeAttribute('aria-busy');
  window.seen = 0;
  button.click();
  window.seen = 0;
  return at;
}"""


CREATE = "#create, #new-table .button"
BOARD = "#board g, #board-head"
"""What pages have, and what those of 0.1 had: both are measured."""


class FourBrowsers:
    """Four people at a table of one server, and another table when the game is over."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.rng = Rng("browsers")
        self.pages = [browser.new_context(locale="en-GB", reduced_motion="reduce").new_page() for _ in range(4)]
        self.times: list[float] = []
        self.sit_down()

    def sit_down(self) -> None:
        """A new table, dealt."""
        first, *others = self.pages
        first.goto(f"{self.address}/new/{FR}")
        first.select_option("#players", "4")
        for seat in (1, 2, 3):
            first.select_option(f"#seat-{seat}", "open")
        first.locator(CREATE).first.click()
        first.wait_for_url("**/t/*")
        table = first.get_attribute("#main", "data-table")
        for page in others:
            page.goto(f"{self.address}/t/{table}")
            page.locator(".sit button").first.click()
        for page in self.pages:
            page.wait_for_selector("#ready")
            page.click("#ready")
        for page in self.pages:
            page.wait_for_selector(BOARD, state="attached")
            page.evaluate(WATCH)

    def choose(self) -> None:
        """One click of somebody who must decide, until the page has changed in all four."""
        while True:
            if self.pages[0].locator("#end .end").count():
                self.sit_down()
            acting = [page for page in self.pages if page.title().startswith("●") and page.locator("#choices .choice").count()]
            if acting:
                break
            self.pages[0].wait_for_timeout(20)
        page = self.rng.pick(acting)
        choices = page.eval_on_selector_all("#choices .choice", "all => all.map(b => b.dataset.choice)")
        for other in self.pages:
            other.evaluate("() => { window.seen = 0; }")
        start = page.evaluate(PRESS, self.rng.pick(choices))
        for other in self.pages:
            other.wait_for_function("() => window.seen")
        self.times.append(max(other.evaluate("() => window.seen") for other in self.pages) / 1000 - start / 1000)
        page.wait_for_timeout(15)


def browser_times(addresses: list[str], rounds: int) -> list[list[float]]:
    """From a click in one browser to the page changed in all four, on each of the servers in turn."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        tables = [FourBrowsers(browser, address) for address in addresses]
        for _ in range(rounds):
            for table in tables:
                table.choose()
        browser.close()
    return [table.times for table in tables]


def show_clicks(folder: Path, address: str, beside: Path | None, rounds: int) -> None:
    """Clicks on this server, and in the same run on one of another checkout."""
    if beside is None:
        show("click in one browser, until 4 have changed (40 / 120)", browser_times([address], rounds)[0])
        return
    other = Server(folder / "beside", "--limits", "100000", sources=beside)
    try:
        ours, theirs = browser_times([address, other.address], rounds)
    finally:
        other.stop()
    show("click in one browser, until 4 have changed (40 / 120)", ours)
    show(f"the same in {beside.name}", theirs)
    for name, one, another in zip(("p50", "p99"), percentiles(ours), percentiles(theirs), strict=True):
        print(f"{f'  {beside.name} beside this, {name} (at least 2.5)':<58} {another / one:11.2f} times")


# --- a long game, and idle tables


async def long_game(folder: Path, wanted: int) -> tuple[list[float], list[float]]:
    """The cost of each choice of one long game: storing and publishing it; rendering it for its seat, another and a spectator.

    Eight people change their minds a dozen times a turn: every change of a placed programme is a choice of its own.
    """
    game = GAMES[FR]
    stored: list[float] = []
    rendered: list[float] = []
    rng = Rng("long")
    async with Tables(SqliteStorage(folder / "long.sqlite"), bot_delay=0) as tables:
        created = await tables.create(FR, 8, {}, [PlannedSeat("person"), *[PlannedSeat("open")] * 7])
        tokens = dict(created.tokens)
        for seat in range(1, 8):
            tokens[seat] = (await tables.do(created.table_id, "", TakeSeat(seat, ""))).token
        for token in tokens.values():
            await tables.do(created.table_id, token, Ready(True))
        cache = RenderCache(tables)
        while len(stored) < wanted:
            live = await tables.live(created.table_id)
            assert live.record is not None
            position = live.record.position
            if position.over:
                break
            ready = [seat for seat in position.may_act() if seat not in position.to_act]
            seat = rng.pick(ready) if ready and rng.below(12) else rng.pick(list(position.to_act))
            notation = game.vocabulary.text(position.kind(seat), rng.pick(position.options(seat)))
            start = time.perf_counter()
            await tables.do(live.id, tokens[seat], Choose(live.version_for(seat), f"m{len(stored)}", notation))
            stored.append(time.perf_counter() - start)
            start = time.perf_counter()
            for viewer in (seat, (seat + 1) % 8, None):
                shown = await cache.render(live.id, viewer, "it", "", "http://here")
                shown.message({})
            rendered.append(time.perf_counter() - start)
    return stored, rendered


async def idle_memory(folder: Path, number: int) -> float:
    """Kilobytes that a table in the middle of a game takes in memory while nobody looks."""
    async with Tables(SqliteStorage(folder / "idle.sqlite"), bot_delay=3600) as tables:
        before = 0.0
        rng = Rng("idle")
        for count in range(number + 20):
            if count == 20:
                before = resident()
            created = await tables.create(FR, 2, {}, [PlannedSeat("person"), PlannedSeat("open")])
            tokens = dict(created.tokens)
            tokens[1] = (await tables.do(created.table_id, "", TakeSeat(1, ""))).token
            for token in tokens.values():
                await tables.do(created.table_id, token, Ready(True))
            for action in range(24):
                live = await tables.live(created.table_id)
                position = live.playing().position
                seat = position.to_act[0]
                notation = live.game.vocabulary.text(position.kind(seat), rng.pick(position.options(seat)))
                await tables.do(live.id, tokens[seat], Choose(live.version_for(seat), f"m{action}", notation))
        return (resident() - before) / number


def resident() -> float:
    """Kilobytes of this process in memory."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return float(line.split()[1])
    return 0.0


def quarters(times: list[float]) -> tuple[float, float]:
    """The median of the first and of the last quarter, in milliseconds."""
    part = len(times) // 4
    return statistics.median(times[:part]) * 1000, statistics.median(times[-part:]) * 1000


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--load", action="store_true", help="a club's evening: many tables, many watchers, all settings")
    parser.add_argument("--soak", type=float, default=0.0, metavar="MINUTES", help="one setting for long, and its memory")
    parser.add_argument("--scaling", action="store_true", help="memory of many tables, cost of notices between processes")
    parser.add_argument("--knee", action="store_true", help="more and more tables, until a choice takes 250 ms (p99)")
    parser.add_argument(
        "--before", type=Path, help="a checkout of an earlier version, measured by turns with this one (--knee)"
    )
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="of --knee")
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgres"], help="of --knee")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--think", type=float, default=4.0, help="seconds before each choice, on average")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each setting of --load")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="clicks on a server of that checkout, too, in turn")
    parser.add_argument("--clicks", action="store_true", help="nothing but the clicks")
    wanted = parser.parse_args()
    if wanted.scaling:
        with tempfile.TemporaryDirectory() as name:
            run_scaling(Path(name), wanted.tables)
        return
    if wanted.knee:
        with tempfile.TemporaryDirectory() as name:
            run_knee(Path(name), wanted.before, wanted.think, wanted.seconds, wanted.tables, wanted.workers, wanted.databases)
        return
    if wanted.load or wanted.soak:
        with tempfile.TemporaryDirectory() as name:
            if wanted.load:
                load.run_load(Path(name), wanted.tables, wanted.watchers, wanted.think, wanted.seconds)
            if wanted.soak:
                load.run_soak(Path(name), wanted.tables, wanted.watchers, wanted.think, wanted.soak)
        return
    quick = wanted.quick
    rounds = 40 if quick else 200
    print(f"build: {'compiled' if is_compiled() else 'plain'}; {os.cpu_count()} cores; load {os.getloadavg()[0]:.1f}")
    if wanted.clicks:
        with tempfile.TemporaryDirectory() as name:
            server = Server(Path(name) / "served", "--limits", "100000")
            try:
                show_clicks(Path(name), server.address, wanted.beside, rounds)
            finally:
                server.stop()
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder / "served", "--limits", "100000")
        port = free_port()
        echo = subprocess.Popen([sys.executable, "-m", "benchmarks.echo", str(port)])
        try:
            time.sleep(1.5)
            moves, size = asyncio.run(spectator_times(server.address, rounds))
            alone = asyncio.run(echo_times(port, 1, rounds * 5, size))
            all_hear = asyncio.run(echo_times(port, SPECTATORS, rounds, size))
            show(f"bare echo, 1 client ({size} bytes)", alone)
            show(f"bare echo to {SPECTATORS} clients", all_hear)
            show(f"a choice, until {SPECTATORS} spectators have it", moves)
            ratio = percentiles(moves)[1] / percentiles(all_hear)[1]
            print(f"{'  p99 beside the echo to as many clients (at most 8)':<58} {ratio:11.2f} times")
            print(f"{'  p99 beside the echo to 1 client':<58} {percentiles(moves)[1] / percentiles(alone)[1]:11.2f} times")
            if find_chromium():
                show_clicks(folder, server.address, wanted.beside, rounds)
        finally:
            server.stop()
            echo.terminate()
            echo.wait()
        stored, drawn = asyncio.run(long_game(folder, 300 if quick else 1000))
        both = [one + other for one, other in zip(stored, drawn, strict=True)]
        for what, times in (("stored and published", stored), ("rendered for three viewers", drawn), ("altogether", both)):
            early, late = quarters(times)
            show(f"a choice of a game of {len(times)}: {what}", times)
            print(f"{'  first quarter, last quarter (within 20 %)':<58} {early:.2f} ms, {late:.2f} ms: {late / early - 1:+.0%}")
        memory = asyncio.run(idle_memory(folder, 20 if quick else 100))
        print(f"{'memory of an idle table in the middle of a game':<58} {memory:11.1f} kB")


if __name__ == "__main__":
    main()
