"""For the tests of abuse: clients with addresses of their own, raw ones included, and somebody who just wants to play on."""

from __future__ import annotations

import base64
import os
import socket
import threading
import time
from types import TracebackType
from typing import Any, Self

import httpx

from officina.client import Client, PlannedSeat
from tests.patience import LONG
from tests.web.driver import Server


def as_address(server: Server, address: str, **more: Any) -> httpx.Client:
    """A client that comes from an address of its own (all of 127.0.0.0/8 is this machine)."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=server.address, transport=transport, timeout=LONG, headers={"Accept-Language": "en"}, **more)


def raw(server: Server, address: str, small: bool = False) -> socket.socket:
    """A bare connection."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if small:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.settimeout(20)
    found.bind((address, 0))
    found.connect(("127.0.0.1", server.port))
    return found


def ask_raw(connection: socket.socket, text: str) -> None:
    """Send lines as they stand."""
    connection.sendall(text.replace("\n", "\r\n").encode())


def upgrade(server: Server, connection: socket.socket, table: str) -> None:
    """Make a bare connection a page's socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    ask_raw(
        connection,
        f"GET /t/{table}/socket HTTP/1.1\nHost: 127.0.0.1:{server.port}\nOrigin: {server.address}\nUpgrade: websocket\n"
        f"Connection: Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: {key}\n\n",
    )
    assert connection.recv(4096).startswith(b"HTTP/1.1 101")


def wait_until_closed(connection: socket.socket) -> None:
    """Until the server hangs up on a connection that does nothing more; what it sends is read."""
    connection.settimeout(LONG)
    try:
        while connection.recv(65536):
            continue
    except TimeoutError:
        raise AssertionError(f"still open after {LONG} s") from None
    except ConnectionError:
        pass


def sent_until_full(connection: socket.socket, content: bytes, seconds: float = 20.0) -> int:
    """Send without reading until nothing more goes out: how many bytes did."""
    connection.settimeout(1.0)
    sent, end = 0, time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            sent += connection.send(content)
            time.sleep(0.002)
    except OSError:  # full buffers, or cut off already
        return sent
    raise AssertionError(f"{sent} bytes, and still more are taken")


def wait_until_refused(connection: socket.socket, content: bytes) -> None:
    """Send a little now and then, without reading, until the server has hung up."""
    began = time.monotonic()
    connection.setblocking(False)
    while time.monotonic() - began < LONG:
        try:
            connection.send(content)
        except BlockingIOError:
            pass
        except ConnectionError:
            return
        time.sleep(0.1)
    raise AssertionError(f"still open after {LONG} s")


class Probe:
    """Somebody at another address who goes on using the server meanwhile: every answer is right, and comes."""

    def __init__(self, server: Server, what: str) -> None:
        self.server = server
        self.what = what
        self.times: list[float] = []
        self.wrong: list[str] = []
        self.done = threading.Event()
        with Client(server.address) as client:
            bots = [PlannedSeat("bot", bot="random")]
            self.table = client.create("fuori_di_rotella", [PlannedSeat("person", "Anna"), *bots], ready=True).table_id
        self.thread = threading.Thread(target=self.run)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        while kind is None and len(self.times) < 5:  # however quick the attack was, look a few times
            time.sleep(0.01)
        self.done.set()
        self.thread.join()
        if kind is None:
            assert self.wrong == []
            times = sorted(self.times)
            median, worst = times[len(times) // 2] * 1000, times[-1] * 1000
            print(f"{self.what:<40} others meanwhile: {len(times)} answers, median {median:.0f} ms, worst {worst:.0f} ms")

    def run(self) -> None:
        paths = (f"/t/{self.table}", f"/api/v1/tables/{self.table}/view")
        with as_address(self.server, "127.0.0.2") as client:
            while not self.done.is_set():
                began = time.monotonic()
                try:
                    answer = client.get(paths[len(self.times) % 2])
                    if answer.status_code != 200:
                        self.wrong.append(f"{answer.status_code}: {answer.text[:200]}")
                except httpx.HTTPError as error:
                    self.wrong.append(repr(error))
                self.times.append(time.monotonic() - began)
                self.done.wait(0.03)
