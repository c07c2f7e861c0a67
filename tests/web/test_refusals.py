"""What cannot be (wrong links, unknown tables, moves out of turn, stale or repeated): a clear sentence, nothing changed."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.sync.connection import Connection

from officina import GAMES, Record
from tests.patience import LONG
from tests.seeds import seed_of
from tests.web.driver import Server, wait_until

FR = "fuori_di_rotella"


class Somebody:
    """A browser without a screen: cookies, forms, one socket."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.client = httpx.Client(base_url=server.address, headers={"Origin": server.address, "Accept-Language": "en"})
        self.table = ""

    def __enter__(self) -> Somebody:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def open(self, players: int = 3, game: str = FR, **seats: str) -> str:
        form = {"name": "Anna", "players": str(players), "seat-0": "me", **{f"seat-{s[1:]}": k for s, k in seats.items()}}
        answer = self.client.post(f"/new/{game}", data=form)
        assert answer.status_code == 303, answer.text
        self.table = answer.headers["location"].rsplit("/", 1)[1]
        return self.table

    def page(self, path: str = "") -> str:
        answer = self.client.get(f"/t/{self.table}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/t/{self.table}/view").json()
        return found

    def socket(self, **more: Any) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Cookie": cookie, "Accept-Language": "en", **more.pop("headers", {})}
        address = f"ws://{urlsplit(self.server.address).netloc}/t/{self.table}/socket?language=en"
        found = connect(address, additional_headers=headers, origin=more.pop("origin", self.server.address), **more)
        found.send(json.dumps({"do": "hello", "have": {}}))
        return found


def ask(socket: Connection, **message: Any) -> dict[str, Any]:
    """Send, and wait for the answer to that."""
    socket.send(json.dumps({"do": "choose", "sure": True, **message}))
    while True:
        answer: dict[str, Any] = json.loads(socket.recv(timeout=LONG))
        if answer["is"] == "answer" and answer["id"] == message["id"]:
            return answer


def is_closed(socket: ClientConnection) -> bool:
    """Whether the server hangs up, after what it had to say."""
    for _ in range(20):
        try:
            socket.recv(timeout=LONG)
        except ConnectionClosed:
            return True
    return False


@pytest.mark.parametrize(
    "path", ["/t/nosuchtable", "/t/nosuchtable/at/3", "/t/nosuchtable/log", "/t/x/seat/y", "/new/chess", "/nowhere"]
)
def test_unknown_addresses(server: Server, path: str) -> None:
    for language in ("it", "en"):
        answer = httpx.get(server.address + path, headers={"Accept-Language": language})
        assert answer.status_code == 404
        assert ("Non si può" if language == "it" else "That cannot be") in answer.text
        assert "Traceback" not in answer.text


def test_wrong_and_foreign_seat_links(server: Server) -> None:
    with Somebody(server) as anna, Somebody(server) as bruno, Somebody(server) as thief:
        first = anna.open()
        second = bruno.open()
        token = anna.client.cookies[f"seat-{first}"]
        assert anna.client.get(f"/t/{first}/seat/{token}").status_code == 303
        link = re.search(r"/t/[^/]+/seat/[A-Za-z0-9_-]+", anna.client.get(f"/t/{first}/mine").text)
        assert link is not None
        with Somebody(server) as phone:
            assert phone.client.get(link.group(0)).status_code == 303
            phone.table = first
            assert phone.view()["seat"] == 0
        assert thief.client.get(f"/t/{first}/mine").status_code == 403
        for table, wrong in ((first, "A" * 32), (second, token)):
            answer = thief.client.get(f"/t/{table}/seat/{wrong}")
            assert answer.status_code == 403
            assert "does not belong to a seat of this table" in answer.text
            assert not thief.client.cookies
        # A forged cookie makes a spectator, no more.
        thief.table = first
        thief.client.cookies.set(f"seat-{first}", bruno.client.cookies[f"seat-{second}"])
        assert thief.view()["seat"] is None
        with thief.socket() as socket:
            assert "watching" in ask(socket, id="a", base=1, say="choose_robot bolt")["text"]
        assert thief.client.post(f"/t/{first}/ready", data={"ready": "0"}).status_code == 403
        # Another seat's point of view stays closed until the end.
        assert anna.client.get(f"/t/{first}/at/0?seat=2").status_code == 403
        assert anna.client.get(f"/t/{first}/record").status_code == 409


def test_out_of_turn_stale_repeated_illegal(server: Server) -> None:
    with Somebody(server) as anna, Somebody(server) as bruno:
        anna.open(2, s1="open")
        bruno.table = anna.table
        taken = bruno.client.post(f"/t/{anna.table}/sit", data={"seat": "1", "name": "Bruno"})
        assert taken.status_code == 303
        with Somebody(server) as late:
            again = late.client.post(f"/t/{anna.table}/sit", data={"seat": "1", "name": "Carla"})
            assert again.status_code == 409
            assert "seat is taken" in again.text
        with anna.socket() as early:
            assert "has not begun" in ask(early, id="early", base=1, say="choose_robot bolt")["text"]
        for person in (anna, bruno):
            person.client.post(f"/t/{anna.table}/ready", data={"ready": "1"})
        with anna.socket() as mine, bruno.socket() as other:
            base = anna.view()["version"]
            out_of_turn = ask(other, id="b1", base=bruno.view()["version"], say="choose_robot bolt")
            assert out_of_turn["outcome"] == "illegal"
            assert "It is not your turn" in out_of_turn["text"]
            assert ask(mine, id="n", base=base, say="rubbish")["outcome"] == "illegal"
            assert ask(mine, id="a0", base=base - 1, say="choose_robot bolt")["outcome"] == "stale"
            assert anna.view()["version"] == base, "nothing has changed"
            assert ask(mine, id="a1", base=base, say="choose_robot bolt")["outcome"] == "ok"
            after = anna.view()
            assert ask(mine, id="a1", base=base, say="choose_robot bolt")["outcome"] == "ok"
            assert anna.view() == after, "the same action again is answered again, not done again"
            refused = ask(other, id="b2", base=bruno.view()["version"], say="choose_robot bolt")
            assert refused["outcome"] == "illegal"
            assert refused["rule"] == "FR-02"
            assert "taken by Anna" in refused["text"]
            assert anna.view() == after


def test_sockets_of_other_sites_and_nonsense(server: Server) -> None:
    with Somebody(server) as anna:
        anna.open()
        with pytest.raises(InvalidStatus):
            anna.socket(origin="http://evil.example")
        socket = anna.socket()
        socket.send("this is no message")
        assert is_closed(socket)
        socket = anna.socket()
        socket.send(json.dumps({"do": "choose", "say": "x" * 20_000}))
        assert is_closed(socket)
        anna.table = "nosuchtable"
        with pytest.raises(ConnectionClosed) as closed:
            anna.socket().recv(timeout=LONG)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_forms_of_other_sites_and_large_ones(server: Server) -> None:
    answer = httpx.post(f"{server.address}/new/{FR}", data={"players": "3"}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    answer = httpx.post(f"{server.address}/language", content=b"x" * 200_000, headers={"Origin": server.address})
    assert answer.status_code == 413

    def pieces() -> Any:
        for _ in range(50):
            yield b"x" * 4000

    headers = {"Origin": server.address, "Content-Type": "application/x-www-form-urlencoded"}
    answer = httpx.post(f"{server.address}/language", content=pieces(), headers=headers)
    assert answer.status_code == 413


def test_options_that_do_not_exist(server: Server) -> None:
    with Somebody(server) as anna:
        form = {"players": "7", "seat-0": "me", "o-robots_per_player": "2"}
        answer = anna.client.post(f"/new/{FR}", data=form)
        assert answer.status_code == 422
        assert "for 2 to 4 players" in answer.text
        answer = anna.client.post(f"/new/{FR}", data={**form, "players": "4", "o-upgrades": "maybe"})
        assert "Allowed: off, on" in answer.text
        assert anna.client.post(f"/new/{FR}", data={"players": "two"}).status_code == 422


@pytest.mark.parametrize("nonsense", ["x", "-1", "²", "9" * 5000, ""])
def test_numbers_that_are_none(server: Server, nonsense: str) -> None:
    """A number in an address or a form may be anything: it is refused or ignored, and never a failure of ours."""
    with Somebody(server) as anna:
        made = anna.client.post(f"/new/{FR}", data={"players": "2", "seat-0": "me", "seat-1": "open"})
        table = made.headers["location"]
        for path in (table, f"/board/{FR}.css", "/board/chess.css", f"{table}/at/0", f"{table}/at/{nonsense}"):
            answer = anna.client.get(path, params={"seat": nonsense, "players": nonsense})
            assert answer.status_code < 500, path
        for path, field in (("fill", "seat"), ("sit", "seat"), ("propose", "step"), ("vote", "number"), ("hand", "whose")):
            answer = anna.client.post(f"{table}/{path}", data={field: nonsense, "what": "undo", "action": "a"})
            assert 400 <= answer.status_code < 500, path
            assert "Traceback" not in answer.text
        assert anna.client.post(f"/new/{FR}", data={"players": nonsense}).status_code == 422


def test_a_record_that_is_not_one(server: Server) -> None:
    with Somebody(server) as anna:
        for content, words in (
            (b"", "not an Officina record"),
            (b"\x89PNG\r\n\x1a\n\x00", "not an Officina record"),
            (b'{"officina": 1}\n', "not an Officina record"),
        ):
            answer = anna.client.post("/import", files={"record": ("x", content)})
            assert answer.status_code == 422
            assert words in answer.text
        record = Record.start(GAMES[FR], 3, seed_of("imported"))
        for _ in range(9):
            seat = record.position.to_act[0]
            record.apply(seat, record.position.options(seat)[0])
        text = record.dump()
        cut = text[: len(text) // 2]
        answer = anna.client.post("/import", files={"record": ("x", cut.encode())})
        assert answer.status_code == 422
        assert re.search(r"cut off|damaged", answer.text)
        answer = anna.client.post("/import", files={"record": ("x", text.encode())})
        assert answer.status_code == 303
        page = anna.client.get(answer.headers["location"]).text
        assert "step 0 of" in page
        anna.table = answer.headers["location"].split("/")[2]
        assert "A recorded game" in anna.page()
        assert anna.client.get(f"/t/{anna.table}/at/3?seat=2").status_code == 200, "everything may be looked at"


def test_every_page_keeps_to_the_policy(server: Server) -> None:
    """No inline script or style anywhere, the headers everywhere, both languages."""
    with Somebody(server) as anna:
        table = anna.open(4, s2="open")
        started = anna.open(3)
        wait_until(lambda: "choices" in anna.page())
        for language in ("it", "en"):
            anna.client.cookies.set("language", language)
            for path in (
                "/",
                f"/new/{FR}",
                f"/rules/{FR}",
                f"/t/{table}",
                f"/t/{started}",
                f"/t/{started}/at/0",
                f"/t/{started}/log",
            ):
                answer = anna.client.get(path)
                assert answer.status_code == 200, path
                assert f'<html lang="{language}"' in answer.text
                assert "script-src 'self'" in answer.headers["content-security-policy"]
                assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]+src=)", answer.text), path


def test_cookies_and_the_language(server: Server) -> None:
    with Somebody(server) as anna:
        answer = anna.client.post(f"/new/{FR}", data={"players": "3", "seat-0": "me"})
        (cookie,) = [found for found in answer.headers.get_list("set-cookie") if found.startswith("seat-")]
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
        for back, to in (("/rules/x", "/rules/x"), ("//evil.example", "/"), ("http://evil.example", "/")):
            answer = anna.client.post("/language", data={"language": "it", "back": back})
            assert answer.headers["location"] == to
        assert "I tuoi tavoli" in anna.client.get("/").text


def test_cards_of_ones_own_choice(server: Server) -> None:
    """What is written wins over what is selected; a card that does not exist is named, with those that do."""
    with Somebody(server) as anna:
        form = {"name": "Anna", "players": "2", "seat-0": "me", "o-cards": "first_game", "o-laps": ""}
        cards = "car_chief pit_crew tires turbo rotary_engine"
        made = anna.client.post("/new/automobiles", data={**form, "own-cards": cards})
        assert made.status_code == 303
        anna.table = made.headers["location"].rsplit("/", 1)[1]
        assert cards in anna.page()
        wrong = anna.client.post("/new/automobiles", data={**form, "own-cards": "car_chief wings"})
        assert wrong.status_code == 422
        assert "wings" in wrong.text
        assert "rotary_engine" in wrong.text
        advised = anna.client.post("/new/automobiles", data={**form, "o-cards": "expert"})
        anna.table = advised.headers["location"].rsplit("/", 1)[1]
        assert re.search(r"<dt>Laps</dt><dd>5</dd>", anna.page())


def test_bytes_and_what_is_no_message_close_a_page_with_a_word(server: Server) -> None:
    with Somebody(server) as anna:
        anna.open()
        for nonsense, code in ((b"\x00\xff", 1003), ("this is no message", 1003), ("x" * 9000, 1009)):
            socket = anna.socket()
            socket.send(nonsense)
            assert is_closed(socket)
            assert socket.close_code == code


def test_origins_and_hosts_that_are_none(server: Server) -> None:
    with Somebody(server) as anna:
        anna.open(s1="open")
        assert anna.client.post("/language", headers={"Origin": "http://["}).status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            anna.socket(origin="http://[")
        assert refused.value.response.status_code == 403
        for path in ("", "/mine"):
            answer = anna.client.get(f"/t/{anna.table}{path}", headers={"Host": "a" * 5000})
            assert answer.status_code == 200, path


@pytest.mark.parametrize("charset", ["unicode_escape", "punycode", "undefined"])
def test_forms_in_alphabets_that_are_none(server: Server, charset: str) -> None:
    with Somebody(server) as anna:
        anna.open(s1="open")
        part = b'--X\r\nContent-Disposition: form-data; name="%b"\r\n\r\n\\ud800\r\n'
        body = b"".join(part % name for name in (b"text", b"id", b"back", b"name", b"seat")) + b"--X--\r\n"
        headers = {"Content-Type": f"multipart/form-data; boundary=X; charset={charset}"}
        paths = ["/language", f"/new/{FR}", *(f"/t/{anna.table}/{what}" for what in ("note", "talk", "rename", "sit"))]
        for path in paths:
            assert anna.client.post(path, content=body, headers=headers).status_code == 400, path
