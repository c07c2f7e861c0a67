"""Sockets of pages: silent ones are cut off, hasty ones slowed down, and a handshake that is refused is an answer like any."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.sync.connection import Connection

from officina.client import Client, PlannedSeat, Seat
from officina.web.server.guard import guarded as guarded_headers
from tests.patience import LONG
from tests.web.attackers import ask_raw, raw, upgrade, wait_until_closed
from tests.web.driver import Server

PATIENCE = 0.5


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits and hardly any patience."""
    found = Server(tmp_path_factory.mktemp("sockets"), "--patience", str(PATIENCE))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def seats(guarded: Server) -> tuple[Seat, Seat]:
    """Both seats of a dealt table."""
    with Client(guarded.address) as client:
        anna = client.create("fuori_di_rotella", [PlannedSeat("person", "Anna"), PlannedSeat("person")], ready=True)
        bruno = client.sit(anna.table_id, 1, "Bruno", anna.invitations[1])
        bruno.ready()
        return anna, bruno


def page_of(server: Server, table: str, token: str = "", origin: str = "") -> ClientConnection:
    """The socket of somebody's page."""
    return connect(
        f"ws://127.0.0.1:{server.port}/t/{table}/socket",
        origin=origin or server.address,  # type: ignore[arg-type]
        additional_headers={"Cookie": f"seat-{table}={token}"} if token else {},
    )


def test_a_page_that_never_says_hello(guarded: Server, seats: tuple[Seat, Seat]) -> None:
    """It is told good-bye, and when it does not even answer that, it is hung up on."""
    connection = raw(guarded, "127.0.0.21")
    upgrade(guarded, connection, seats[0].table_id)
    began = time.monotonic()
    connection.settimeout(LONG)
    assert connection.recv(1)[0] == 0x88, "a frame that says good-bye, and nothing of the table before it"
    assert time.monotonic() - began >= PATIENCE * 0.9
    wait_until_closed(connection)
    connection.close()
    figures = httpx.get(f"{guarded.address}/metrics").text
    assert 'officina_cut_off_total{why="silent"' in figures
    with page_of(guarded, seats[0].table_id) as polite:
        polite.send(json.dumps({"do": "hello"}))
        time.sleep(2 * PATIENCE)
        polite.ping().wait(LONG)
        assert polite.recv(timeout=LONG), "whoever has said hello may be silent for as long as they like"


def test_a_hasty_page_is_slowed_down(guarded: Server, seats: tuple[Seat, Seat]) -> None:
    """150 choices at once: each is answered, in order, but no faster than a hundred and then fifty a second."""
    anna, _ = seats
    with page_of(guarded, anna.table_id, anna.token) as hasty:
        hasty.send(json.dumps({"do": "hello"}))
        began = time.monotonic()
        for number in range(150):
            hasty.send(json.dumps({"do": "choose", "id": str(number), "base": 0, "say": "no such thing"}))
        assert answers(hasty, 150) == [str(number) for number in range(150)]
        assert time.monotonic() - began >= (150 - 100) / 50


def answers(page: Connection, count: int) -> list[str]:
    """The next answers to what the page asked, by their ids."""
    found: list[str] = []
    while len(found) < count:
        message = json.loads(page.recv(timeout=LONG))
        if message["is"] == "answer":
            found.append(message["id"])
    return found


def test_a_refused_handshake_is_answered_like_everything_else(guarded: Server, seats: tuple[Seat, Seat]) -> None:
    """By us (a foreign page, an address that does not exist) or because it is no good handshake."""
    wanted = {(name.decode(), value.decode()) for name, value in guarded_headers([])}
    table = seats[0].table_id
    for path, origin in ((f"/t/{table}/socket", "http://evil.example"), ("/nowhere", guarded.address)):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws://127.0.0.1:{guarded.port}{path}", origin=origin)  # type: ignore[arg-type]
        response = refused.value.response
        assert response.status_code == 403
        assert wanted <= set(response.headers.raw_items())
    connection = raw(guarded, "127.0.0.22")
    ask_raw(connection, f"GET /t/{table}/socket HTTP/1.1\nHost: x\nUpgrade: websocket\nConnection: Upgrade\n\n")
    answer = connection.recv(65536).decode()
    connection.close()
    assert answer.startswith("HTTP/1.1 4")
    assert all(f"{name}: {value}\r\n" in answer for name, value in wanted)


def test_a_table_that_does_not_exist(guarded: Server) -> None:
    """The page learns it by the number of the good-bye (a browser's script is told nothing of a refused handshake)."""
    with page_of(guarded, "nosuchtable") as page:
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=LONG)
        assert page.protocol.close_code == 4404
