"""Nobody in: what strangers, cheats and floods try is refused or harmless, one test each; others play on meanwhile."""

from __future__ import annotations

import hashlib
import itertools
import json
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from officina import GAMES, Record
from officina.client import ApiError, Client, PlannedSeat, Seat
from tests.patience import LONG
from tests.seeds import seed_of, seeded
from tests.web.attackers import (
    Probe,
    as_address,
    ask_raw,
    raw,
    sent_until_full,
    upgrade,
    wait_until_closed,
    wait_until_refused,
)
from tests.web.driver import Server

FR = "fuori_di_rotella"
PATIENCE = 1.0
MB = 1024 * 1024


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits and little patience."""
    found = Server(tmp_path_factory.mktemp("guarded"), "--patience", str(PATIENCE))
    yield found
    found.stop()


@contextmanager
def two_people(server: Server) -> Iterator[tuple[Seat, Seat]]:
    """A dealt table of two people."""
    with Client(server.address) as one, Client(server.address) as other:
        first = one.create(FR, [PlannedSeat("person", "Anna"), PlannedSeat("person")], ready=True)
        second = other.sit(first.table_id, 1, "Bruno", first.invitations[1])
        second.ready()
        yield first, second


def refused(code: str, status: int, action: Any, *arguments: Any) -> ApiError:
    """The action is refused with that code."""
    with pytest.raises(ApiError) as found:
        action(*arguments)
    assert (found.value.code, found.value.status) == (code, status)
    return found.value


# --- strangers and cheats


def test_another_seats_token_opens_nothing(guarded: Server) -> None:
    with Probe(guarded, "another seat's token"), two_people(guarded) as (anna, bruno), two_people(guarded) as (other, _):
        thief = Seat(anna.client, anna.table_id, 0, other.token)
        for action in (thief.view, thief.question, thief.undo, thief.ready, thief.events):
            refused("wrong_link", 403, action)
        # Bruno's token is Bruno's seat, whatever he says.
        forged = Seat(bruno.client, anna.table_id, 0, bruno.token)
        assert forged.table().seat == 1
        assert forged.view() == bruno.view()
        refused("illegal", 422, forged.choose, "choose_robot bolt")
        nobody = Seat(anna.client, anna.table_id, 0, "")
        refused("no_token", 401, nobody.question)
        # A token in a cookie or in the address is none.
        answer = httpx.get(
            f"{guarded.address}/api/v1/tables/{anna.table_id}/question?token={anna.token}",
            cookies={f"seat-{anna.table_id}": anna.token},
        )
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "set-cookie" not in answer.headers


def test_a_guessed_invitation_takes_no_seat(guarded: Server) -> None:
    with Probe(guarded, "a guessed invitation"), Client(guarded.address) as client:
        host = client.create(FR, [PlannedSeat("person"), PlannedSeat("person"), PlannedSeat("person")])
        for guess in ("", "A" * 32, host.invitations[2], host.token):
            refused("wrong_link", 403, client.sit, host.table_id, 1, "Eve", guess)
        assert client.sit(host.table_id, 1, "Bruno", host.invitations[1]).number == 1
        refused("seat_taken", 409, client.sit, host.table_id, 1, "Eve", host.invitations[1])


def test_guessing_tables_does_not_pay(guarded: Server) -> None:
    """After 30 names that do not exist an address hears nothing more about tables for a while; the chance: docs/api.md."""
    with two_people(guarded) as (anna, _), Probe(guarded, "guessed tables"), as_address(guarded, "127.0.0.9") as guesser:
        guesses = itertools.count()

        def guess_until_refused() -> int:
            """The allowance grows again, by one in two seconds: on a slow machine it takes some more guesses to use it up."""
            began, found = time.monotonic(), 0
            while guesser.get(f"/t/guess{next(guesses):05}").status_code == 404:
                found += 1
                assert found <= 31 + (time.monotonic() - began) / 2
            return found

        def refused_at_once(ask: Callable[[], bool]) -> bool:
            """Whether it is refused when nothing is left of the allowance; not if we were interrupted in between for long."""
            for _ in range(50):
                guess_until_refused()
                if ask():
                    return True
            return False

        def connected() -> bool:
            try:
                connect(
                    f"ws://127.0.0.1:{guarded.port}/t/{anna.table_id}/socket",
                    origin=guarded.address,  # type: ignore[arg-type]
                    source_address=("127.0.0.9", 0),
                ).close()
            except InvalidStatus:
                return False
            return True

        answers: list[httpx.Response] = []

        def asked() -> bool:
            answers.append(guesser.get(f"/api/v1/tables/{anna.table_id}"))
            return answers[-1].status_code == 429

        assert guess_until_refused() >= 29
        assert refused_at_once(asked), "what exists cannot be told from what does not"
        again = answers[-1]
        assert again.json()["error"]["code"] == "too_often"
        assert int(again.headers["retry-after"]) >= 1
        assert refused_at_once(lambda: not connected())
        assert guesser.get("/").status_code == 200, "everything else goes on"
    with as_address(guarded, "127.0.0.10") as stranger:
        # Whoever does know the name may watch, and no more.
        view = stranger.get(f"/api/v1/tables/{anna.table_id}/view").json()
        assert view["seat"] is None
        answer = stranger.post(f"/api/v1/tables/{anna.table_id}/choices", json={"base": 1, "action_id": "x", "action": 0})
        assert answer.status_code == 401


def test_a_foreign_page_can_do_nothing(guarded: Server) -> None:
    evil = {"Origin": "http://evil.example"}
    with two_people(guarded) as (anna, _), Probe(guarded, "a foreign origin"):
        cookies = {f"seat-{anna.table_id}": anna.token}
        answer = httpx.post(f"{guarded.address}/t/{anna.table_id}/rename", data={"name": "x"}, headers=evil, cookies=cookies)
        assert answer.status_code == 403
        with pytest.raises(InvalidStatus):
            connect(f"ws://127.0.0.1:{guarded.port}/t/{anna.table_id}/socket", origin="http://evil.example")  # type: ignore[arg-type]
        # Under /api cookies count for nothing, and no other site may read an answer.
        answer = httpx.post(
            f"{guarded.address}/api/v1/tables/{anna.table_id}/ready", json={"ready": False}, headers=evil, cookies=cookies
        )
        assert answer.status_code == 401
        for method in ("GET", "OPTIONS"):
            answer = httpx.request(method, f"{guarded.address}/api/v1/games", headers=evil)
            assert not [name for name in answer.headers if name.startswith("access-control")]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_forged_replayed_and_out_of_turn_actions(guarded: Server) -> None:
    with two_people(guarded) as (anna, bruno), Probe(guarded, "forged, replayed, out of turn"):
        question = anna.question()
        assert question is not None
        bruno.question()
        assert "turn" in refused("illegal", 422, bruno.choose, "choose_robot bolt").message
        refused("illegal", 422, anna.choose, "program attack 3")
        unknown = refused("illegal", 422, anna.choose, "no such thing")
        assert unknown.allowed[0] == question.options[0].notation
        refused("malformed", 422, anna.choose, 10**6)
        before = anna.view()
        body: dict[str, Any] = {"base": anna.base(), "action_id": "once", "notation": question.options[0].notation}
        headers = {"Authorization": f"Bearer {anna.token}"}
        address = f"{guarded.address}/api/v1/tables/{anna.table_id}/choices"
        answers = [httpx.post(address, json=body, headers=headers) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200] * 3
        assert len({answer.text for answer in answers}) == 1, "sent again, answered again, done once"
        after = anna.view()
        assert after != before
        stale = httpx.post(address, json={**body, "action_id": "twice"}, headers=headers)
        assert stale.status_code == 409
        assert stale.json()["error"]["code"] == "stale"
        assert stale.json()["error"]["version"] == anna.table().version
        future = httpx.post(address, json={**body, "action_id": "thrice", "base": 9999}, headers=headers)
        assert future.status_code == 409
        assert anna.view() == after


HTML = '<img src=x onerror="alert(1)"><script>alert(2)</script>'


def test_markup_in_names_stays_text(guarded: Server) -> None:
    with Probe(guarded, "HTML and script in names"), Client(guarded.address) as client:
        anna = client.create(FR, [PlannedSeat("person", HTML), PlannedSeat("open")], ready=True)
        bruno = client.sit(anna.table_id, 1, '"><script>')
        told = httpx.get(f"{guarded.address}/api/v1/tables/{anna.table_id}")
        assert told.headers["content-type"] == "application/json"
        assert told.headers["x-content-type-options"] == "nosniff"
        assert told.json()["seats"][0]["name"] == HTML[:30].strip(), "a program gets it as it is"
        bruno.ready()
        anna.question()
        anna.choose("choose_robot bolt")
        for path in ("", "/log", "/at/1", "/why"):
            page = httpx.get(f"{guarded.address}/t/{anna.table_id}{path}", headers={"Accept-Language": "en"}).text
            assert "<img src=x" not in page
            assert '"><script>' not in page
            assert path == "/why" or "&lt;img src=x" in page
        with connect(f"ws://127.0.0.1:{guarded.port}/t/{anna.table_id}/socket", origin=guarded.address) as page_socket:  # type: ignore[arg-type]
            page_socket.send(json.dumps({"do": "hello"}))
            message: dict[str, object] = {}
            while "regions" not in message:
                message = json.loads(page_socket.recv(timeout=LONG))
            regions = message["regions"]
            assert "&lt;img src=x" in str(regions)
            assert "<img src=x" not in str(regions)


# --- too much


def pieces(total: int) -> Iterator[bytes]:
    """A body whose length is not told before."""
    for _ in range(total // 65536):
        yield b"x" * 65536


@pytest.mark.parametrize("told", [True, False])
def test_ten_megabytes(guarded: Server, told: bool) -> None:
    address = "127.0.0.11" if told else "127.0.0.12"
    with Probe(guarded, f"10 MB {'with' if told else 'without'} Content-Length"), as_address(guarded, address) as client:
        for path in ("/api/v1/tables", "/language", "/t/x/sit"):
            content: Any = b"x" * (10 * MB) if told else pieces(10 * MB)
            headers = {"Origin": guarded.address, "Content-Type": "application/json"}
            if path == "/language":
                headers["Content-Type"] = "application/x-www-form-urlencoded"
            if path == "/t/x/sit" and not told:
                continue
            answer = client.post(path, content=content, headers=headers)
            assert answer.status_code == 413
            if path.startswith("/api"):
                assert answer.json()["error"]["code"] == "too_large"
        assert client.get("/alive").status_code == 200


def test_deep_json(guarded: Server) -> None:
    deep = "[" * 30_000
    with two_people(guarded) as (anna, _), Probe(guarded, "deeply nested JSON"):
        for body in (deep, '{"game":' + deep, '{"game": "kraftwagen", "seats": ' + deep, '{"a":' * 10_000):
            answer = httpx.post(
                f"{guarded.address}/api/v1/tables", content=body.encode(), headers={"Content-Type": "application/json"}
            )
            assert answer.status_code == 422
            assert answer.json()["error"]["code"] == "malformed"
        with connect(f"ws://127.0.0.1:{guarded.port}/t/{anna.table_id}/socket", origin=guarded.address) as page_socket:  # type: ignore[arg-type]
            page_socket.send('{"do": "hello", "have": ' + "[" * 7000)
            with pytest.raises(ConnectionClosed):
                page_socket.recv(timeout=LONG)


def test_a_thousand_requests_in_a_second(guarded: Server) -> None:
    with Probe(guarded, "1,000 requests in a second"):
        began = time.monotonic()
        flood = [raw(guarded, "127.0.0.13") for _ in range(10)]
        for connection in flood:
            connection.sendall(b"GET /alive HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
        sent = time.monotonic() - began
        with ThreadPoolExecutor(10) as pool:
            answers = [answer for found in pool.map(hundred_answers, flood) for answer in found]
        seconds = time.monotonic() - began
        seen = Counter(answer[:3] for answer in answers)
        print(f"1,000 requests sent in {sent:.2f} s, answered in {seconds:.2f} s: {dict(seen)}")
        assert set(seen) == {b"200", b"429"}
        assert sum(seen.values()) == 1000, "each of them was answered"
        assert seen[b"200"] <= 400 + 100 * seconds + 5, "a burst, and so many a second"
        refusal = next(answer for answer in answers if answer.startswith(b"429"))
        assert b"Too many requests" in refusal
        assert b"retry-after: 1\r\n" in refusal
        assert b"script-src 'self'" in refusal
    with as_address(guarded, "127.0.0.13") as client:
        time.sleep(1.1)
        assert client.get("/").status_code == 200, "and then one may come again"


def hundred_answers(connection: socket.socket) -> list[bytes]:
    """How a hundred requests on one connection were answered."""
    found = b""
    while found.count(b"HTTP/1.1 ") < 100 or not found.rstrip().endswith((b"officina", b"</html>")):
        part = connection.recv(65536)
        if not part:
            break
        found += part
    connection.close()
    return found.split(b"HTTP/1.1 ")[1:]


def test_many_connections_of_one_address(guarded: Server) -> None:
    with Probe(guarded, "500 connections of one address"):
        held = []
        for _ in range(500):
            connection = raw(guarded, "127.0.0.14")
            ask_raw(connection, "GET /alive HTTP/1.1\n")
            held.append(connection)
        time.sleep(0.3)
        cut = 0
        for connection in held:
            connection.setblocking(False)
            try:
                cut += connection.recv(1) == b""
            except BlockingIOError:
                continue
            except ConnectionError:
                cut += 1
        assert 100 <= cut < 500
        for connection in held:
            connection.close()


# --- too slow


def test_headers_that_never_end(guarded: Server) -> None:
    with Probe(guarded, "slow headers"):
        silent, slow, late = (raw(guarded, "127.0.0.15") for _ in range(3))
        ask_raw(slow, "GET /alive HTTP/1.1\nHost: x\n")
        ask_raw(late, "GET /alive HTTP/1.1\nHost: x\n\n")
        assert late.recv(65536).startswith(b"HTTP/1.1 200")
        ask_raw(late, "GET /alive HTTP/1.1\n")  # the second request of a connection is no better
        for number in range(40):
            time.sleep(0.1)
            try:
                ask_raw(slow, f"X-{number}: y\n")
            except ConnectionError:
                break
        for connection in (silent, slow, late):
            wait_until_closed(connection)
            connection.close()


def test_a_body_that_never_ends(guarded: Server) -> None:
    with Probe(guarded, "a slow body"):
        for path, kind in (("/api/v1/tables", "application/json"), ("/language", "application/x-www-form-urlencoded")):
            connection = raw(guarded, "127.0.0.16")
            ask_raw(connection, f"POST {path} HTTP/1.1\nHost: 127.0.0.1:{guarded.port}\nContent-Type: {kind}\n")
            ask_raw(connection, f"Origin: {guarded.address}\nContent-Length: 5000\n\n")
            answer = b""
            began = time.monotonic()
            connection.settimeout(0.2)
            while b"\r\n\r\n" not in answer:
                assert time.monotonic() - began < LONG
                try:
                    answer += connection.recv(65536)
                except TimeoutError:
                    connection.sendall(b" ")
            assert answer.startswith(b"HTTP/1.1 408")
            assert (b"application/json" in answer) == path.startswith("/api")
            # Nor does it help to go on afterwards.
            wait_until_refused(connection, b" ")
            connection.close()


def test_a_page_that_does_not_read(guarded: Server) -> None:
    """It asks (pings must be answered) and never reads: the server stops listening, waits a little, and hangs up."""
    with two_people(guarded) as (anna, _), Probe(guarded, "a page that does not read") as probe:
        connection = raw(guarded, "127.0.0.17", small=True)
        upgrade(guarded, connection, probe.table)
        ping = bytes([0x89, 0x80 | 125]) + b"\0\0\0\0" + b"p" * 125
        assert sent_until_full(connection, ping * 200) < 64 * MB
        wait_until_refused(connection, ping)
        connection.close()
        figures = httpx.get(f"{guarded.address}/metrics").text
        assert 'officina_cut_off_total{why="unread"' in figures
        with connect(f"ws://127.0.0.1:{guarded.port}/t/{anna.table_id}/socket", origin=guarded.address):  # type: ignore[arg-type]
            pass


def test_an_answer_that_nobody_reads(guarded: Server) -> None:
    with Probe(guarded, "an answer that nobody reads"):
        connection = raw(guarded, "127.0.0.18", small=True)
        sent_until_full(connection, b"GET /rules/automania HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        wait_until_refused(connection, b"x")
        connection.close()


# --- records that are no games


def lines(*parts: Any, entries: list[Any], over: bool = False) -> bytes:
    """A record with a sound trailer, whatever is in it."""
    text = [json.dumps(part) if not isinstance(part, str) else part for part in (*parts, *entries)]
    digest = hashlib.sha256("\n".join(text).encode()).hexdigest()
    return ("\n".join([*text, json.dumps({"entries": len(entries), "digest": digest, "over": over})]) + "\n").encode()


def hostile_records() -> dict[str, bytes]:
    """By what is wrong with them."""
    record = Record.start(GAMES[FR], 3, seed_of("hostile"))
    header = json.loads(record.dump().split("\n")[0])
    rng = seeded(seed_of("hostile"))
    game = Record.start(GAMES[FR], 2, seed_of("drawn out"))
    while len(game.position.to_act) < 2:
        seat = game.position.to_act[0]
        game.apply(seat, rng.pick(game.position.options(seat)))
    begun = [[entry.seat, entry.choice] for entry in game.entries]
    seat = game.position.to_act[0]
    choice = game.game.vocabulary.text(game.position.kind(seat), game.position.options(seat)[0])
    return {
        "a million entries": lines(header, entries=["[0,1]"] * 1_000_000),
        "one huge line": lines(header, entries=['[0, "' + "x" * (12 * MB) + '"]']),
        "enormous numbers": lines({**header, "players": 10**18}, entries=[]),
        "numbers beyond all bounds": lines(json.dumps(header).replace('"players": 3', '"players": ' + "9" * 4000), entries=[]),
        "an enormous seat": lines(header, entries=[[2**62, "choose_robot bolt"], [-(2**62), "undo"]]),
        "deep nesting": lines(header, entries=["[" * 100_000]),
        "deep nesting in the header": ("{" + '"a":{' * 100_000 + "\n").encode(),
        "too many players": lines({**header, "players": 16}, entries=[]),
        "endless changes of mind": lines(
            json.loads(game.dump().split("\n")[0]), entries=[*begun, *[[seat, choice], [seat, "undo"]] * 2_000]
        ),
    }


def test_hostile_records(guarded: Server) -> None:
    """Each is refused with a sentence, in bounded time; a real one is still read afterwards."""
    with Probe(guarded, "hostile records"), as_address(guarded, "127.0.0.19", follow_redirects=False) as client:
        headers = {"Origin": guarded.address}
        for what, content in hostile_records().items():
            answer = client.post("/import", files={"record": ("x", content)}, headers=headers)
            harmless = answer.status_code == 303 and what == "endless changes of mind"
            assert answer.status_code == 422 or harmless, f"{what}: {answer.status_code}"
            assert harmless or 'role="alert"' in answer.text
        record = Record.start(GAMES[FR], 2, seed_of("sound"))
        answer = client.post("/import", files={"record": ("x", record.dump().encode())}, headers=headers)
        assert answer.status_code == 303
