"""HTTP as it comes over the wire: what is odd but allowed is answered, what is endless is not waited for."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from officina.web.server.connections import MOST_HEAD
from officina.web.server.guard import guarded
from tests.patience import LONG
from tests.web.attackers import ask_raw, raw, wait_until_closed
from tests.web.driver import Server

PATIENCE = 0.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with hardly any patience, and no limit of requests."""
    found = Server(tmp_path_factory.mktemp("http"), "--patience", str(PATIENCE), "--limits", "1000")
    yield found
    found.stop()


def answers(connection: socket.socket) -> list[str]:
    """Everything until the server hangs up, or is silent for a moment: the answers' first lines."""
    connection.settimeout(2.0)
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except (TimeoutError, ConnectionError):
        pass
    connection.close()
    return re.findall(r"HTTP/1\.1 \d+", found.decode())


def ask(server: Server, text: str) -> list[str]:
    """What is answered to lines as they stand."""
    connection = raw(server, "127.0.0.31")
    ask_raw(connection, text)
    return answers(connection)


ALIVE = "GET /alive HTTP/1.1\nHost: x\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "GET /alive HTTP/1.1\n\n",
        "GET /alive HTTP/1.1\nHost: x\nHost: y\n\n",
        "CONNECT x:80 HTTP/1.1\nHost: x\n\n",
        "GET /alive\x01 HTTP/1.1\nHost: x\n\n",
        "GET /alive HTTP/1.1\nHost x\n\n",
        "POST /language HTTP/1.1\nHost: x\nContent-Length: 3\nTransfer-Encoding: chunked\n\n0\n\n",
        "POST /language HTTP/1.1\nHost: x\nContent-Length: 3\nContent-Length: 4\n\nabc",
        "nonsense\n\n",
        "GET /alive HTTP/2.0\nHost: x\n\n",
        "POST /language HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n0\nX: " + 4 * MOST_HEAD * "y",
        "POST /language HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n1;x=" + 4 * MOST_HEAD * "y",
    ],
)
def test_what_is_no_http(server: Server, text: str) -> None:
    connection = raw(server, "127.0.0.32")
    ask_raw(connection, text)
    connection.settimeout(LONG)
    answer = connection.recv(65536).decode()
    assert answer.startswith("HTTP/1.1 400 ")
    assert all(f"{name.decode()}: {value.decode()}\r\n" in answer for name, value in guarded([]))
    wait_until_closed(connection)
    connection.close()


def test_an_old_client_names_no_host(server: Server) -> None:
    assert ask(server, "GET /alive HTTP/1.0\n\n") == ["HTTP/1.1 200"]


def test_what_was_asked_before_nonsense_is_answered(server: Server) -> None:
    page = f"Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: {'A' * 22}==\n\n"
    for nonsense in ("nonsense\n\n", "GET http://x HTTP/1.1\nHost: x\n\n", f"GET /t/x/socket HTTP/1.1\nHost: x\n{page}"):
        assert ask(server, ALIVE * 3 + nonsense + ALIVE) == ["HTTP/1.1 200"] * 3 + ["HTTP/1.1 400"], nonsense


def test_headers_as_long_as_they_like(server: Server) -> None:
    long = f"GET /alive HTTP/1.1\nHost: x\nX: {'y' * (MOST_HEAD // 2)}\n\n"
    assert ask(server, long + ALIVE) == ["HTTP/1.1 200"] * 2
    for endless in (f"X: {'y' * 4 * MOST_HEAD}", "X: y\n" * MOST_HEAD):
        assert ask(server, f"GET /alive HTTP/1.1\nHost: x\n{endless}") == ["HTTP/1.1 400"]
    assert ask(server, f"GET /{'y' * 4 * MOST_HEAD}") == ["HTTP/1.1 400"]


def test_requests_sent_ahead_are_answered_in_their_order(server: Server) -> None:
    """Also those that come in one piece with their bodies, and however many they are."""
    body = "language=it&next=/"
    post = f"POST /language HTTP/1.1\nHost: x\nContent-Type: application/x-www-form-urlencoded\nContent-Length: {len(body)}\n\n"
    found = ask(server, (ALIVE + post + body + "GET /nowhere HTTP/1.1\nHost: x\n\n") * 300)
    assert found == ["HTTP/1.1 200", "HTTP/1.1 303", "HTTP/1.1 404"] * 300


@pytest.mark.parametrize("name", ["h2c", "websocket2"])
def test_a_protocol_that_is_not_ours_is_left_alone(server: Server, name: str) -> None:
    """Some programs ask each server whether it speaks HTTP/2, and send the body at once."""
    body = '{"game": "kraftwagen", "seats": [{"kind": "person"}, {"kind": "person"}]}'
    head = f"POST /api/v1/tables HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: {name}\nContent-Type: application/json\n"
    assert ask(server, f"{head}Content-Length: {len(body)}\n\n{body}{ALIVE}") == ["HTTP/1.1 201", "HTTP/1.1 200"]
    chunks = f"{len(body):x}\n{body}\n0\n\n"
    assert ask(server, f"{head}Transfer-Encoding: chunked\n\n{chunks}{ALIVE}") == ["HTTP/1.1 201", "HTTP/1.1 200"]
    assert ask(server, ALIVE.replace("\n\n", f"\nConnection: Upgrade\nUpgrade: {name}\n\n")) == ["HTTP/1.1 200"]


def test_what_follows_a_body_is_no_header(server: Server) -> None:
    made = httpx.post(
        f"{server.address}/api/v1/tables", json={"game": "kraftwagen", "seats": [{"kind": "person"}, {"kind": "person"}]}
    ).json()
    head = f"POST /api/v1/tables/{made['table']['id']}/ready HTTP/1.1\nHost: x\nContent-Type: application/json\n"
    body = '{"ready": true}'
    chunks = f"Transfer-Encoding: chunked\n\n{len(body):x}\n{body}\n0\n"
    token = f"Authorization: Bearer {made['token']}\n"
    assert ask(server, f"{head}{chunks}{token}\n") == ["HTTP/1.1 401"]
    assert ask(server, f"{head}{token}{chunks}\n") == ["HTTP/1.1 200"]


def test_empty_lines_are_no_request(server: Server) -> None:
    """Whoever sends nothing else is hung up on, before a request and after one."""
    for first in ("", ALIVE):
        connection = raw(server, "127.0.0.33")
        ask_raw(connection, first)
        began = time.monotonic()
        try:
            while time.monotonic() - began < LONG:
                ask_raw(connection, "\n")
                time.sleep(0.05)
            raise AssertionError("still open")
        except ConnectionError:
            connection.close()


def test_a_body_that_is_no_body(server: Server) -> None:
    head = "POST /language HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n"
    assert ask(server, f"{head}nonsense\n") == ["HTTP/1.1 400"]


def test_one_answer_is_enough(server: Server) -> None:
    """Who was answered before the end of the body gets no second answer for what is wrong in the rest."""
    connection = raw(server, "127.0.0.34")
    ask_raw(connection, "POST /nowhere HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n")
    connection.settimeout(LONG)
    assert connection.recv(65536).startswith(b"HTTP/1.1 404 ")
    ask_raw(connection, "nonsense\n")
    assert answers(connection) == []


def test_each_request_has_the_whole_time(tmp_path: Path) -> None:
    """Also where the end of one and the beginning of the next come together."""
    head = "POST /language HTTP/1.1\nHost: x\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 20\n\n"
    halves = (
        (ALIVE[:9], ALIVE[9:] + ALIVE[:9], ALIVE[9:]),
        (head.replace("language", "nowhere") + "language", "=it&next=%2F" + head + "language", "=it&next=%2F"),
    )
    patient = Server(tmp_path, "--patience", "2", "--limits", "1000")
    try:
        connections = [raw(patient, "127.0.0.35") for _ in halves]
        for number, parts in enumerate(zip(*halves, strict=True)):
            time.sleep(1.2 if number else 0)
            for connection, part in zip(connections, parts, strict=True):
                ask_raw(connection, part)
        found = [answers(connection) for connection in connections]
    finally:
        patient.stop()
    assert found == [["HTTP/1.1 200"] * 2, ["HTTP/1.1 404", "HTTP/1.1 303"]]
