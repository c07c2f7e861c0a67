"""The JSON API and its client against a real server: what is asked, answered and refused; whole games over HTTP."""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from examples import http_bot
from officina import GAMES, Game, Record
from officina.bots import BOTS
from officina.client import ApiError, Client, PlannedSeat, QuestionAnswer, Seat, Unreachable
from officina.client.messages import MOST_WAIT
from officina.tables.errors import NotSure
from officina.web.api.examples import ANSWERS, EXAMPLES
from officina.web.api.openapi import document, error_statuses
from officina.web.api.operations import OPERATIONS, PREFIX, api
from officina.web.server import refusals
from tests.patience import LONG
from tests.seeds import number_of
from tests.web.api_fuzz import fuzz
from tests.web.driver import Server

KW = "kraftwagen"


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server.address) as found:
        yield found


def two(client: Client, game: str = KW) -> tuple[Seat, Seat]:
    """A dealt table of two people."""
    first = client.create(game, [PlannedSeat("person", "Anna"), PlannedSeat("open")], ready=True)
    second = client.sit(first.table_id, 1, "Bruno")
    second.ready()
    return first, second


# --- the document and the page


def test_the_document_describes_what_is_routed() -> None:
    described = json.loads(document(OPERATIONS, PREFIX, "en"))
    assert described["openapi"] == "3.1.0"
    found = {(path, method.upper()) for path, methods in described["paths"].items() for method in methods}
    router: Any = api().app
    routed = {(f"/api{route.path}", method) for route in router.routes for method in route.methods - {"HEAD"}}
    assert routed == found | {(f"{PREFIX}/openapi.json", "GET")}
    assert len(found) == len(OPERATIONS)
    for operation in OPERATIONS:
        one = described["paths"][PREFIX + operation.path][operation.method.lower()]
        assert set(one["responses"]) == {str(operation.status), *map(str, error_statuses(operation))}
        assert isinstance(ANSWERS.get(operation.name) or EXAMPLES[operation.answer], operation.answer)
        assert operation.body is None or operation.body in EXAMPLES
    references = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert references <= set(described["components"]["schemas"])
    assert document(OPERATIONS, PREFIX, "it") != document(OPERATIONS, PREFIX, "en")


def test_the_page_lists_every_operation_in_both_languages(server: Server) -> None:
    pages = [httpx.get(f"{server.address}/api", headers={"Accept-Language": language}) for language in ("it", "en")]
    for page in pages:
        assert page.status_code == 200
        for operation in OPERATIONS:
            assert f'id="{operation.name}"' in page.text
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]+src=)|https?://(?!127)", page.text)
    assert "Per chi programma" in pages[0].text
    assert "For programmers" in pages[1].text


# --- the form of every error


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/api/v1/games/", 404, "not_found"),
        ("GET", "/api/v2/games", 404, "not_found"),
        ("GET", "/api/v1/games/chess", 404, "unknown_game"),
        ("GET", "/api/v1/tables/nosuchtable", 404, "unknown_table"),
        ("GET", "/api/v1/tables/no%00such", 404, "unknown_table"),
        ("DELETE", "/api/v1/tables", 405, "method"),
        ("POST", "/api/v1/games", 405, "method"),
        ("GET", "/api/v1/games?language=" + "x" * 30, 422, "malformed"),
    ],
)
def test_errors_have_one_form(server: Server, method: str, path: str, status: int, code: str) -> None:
    said = set()
    for language in ("it", "en"):
        answer = httpx.request(method, server.address + path, headers={"Accept-Language": language})
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        error = answer.json()["error"]
        assert error["code"] == code
        said.add(error["message"])
        if status == 405:
            assert answer.headers["allow"]
    assert len(said) == 2, "each in its language"


def test_a_wrong_body_is_told_where(server: Server) -> None:
    def ask(content: Any, kind: str = "application/json") -> tuple[int, dict[str, Any]]:
        answer = httpx.post(f"{server.address}/api/v1/tables?language=en", content=content, headers={"Content-Type": kind})
        return answer.status_code, answer.json()["error"]

    good: dict[str, Any] = {"game": KW, "seats": [{"kind": "person"}, {"kind": "bot"}]}
    for body, status, code, words in (
        ("{", 422, "malformed", "cannot be read"),
        ('"x"', 422, "malformed", "Expected `object`"),
        (json.dumps({**good, "seats": [{"kind": "cat"}]}), 422, "malformed", "$.seats[0].kind"),
        (json.dumps({**good, "sets": 1}), 422, "malformed", "unknown field `sets`"),
        (json.dumps({**good, "game": "chess"}), 404, "unknown_game", "chess"),
        (json.dumps({**good, "options": {"no": 1}}), 422, "bad_option", "no"),
        (json.dumps({**good, "seats": [{"kind": "bot", "bot": "deep blue"}] * 2}), 422, "bad_option", "deep blue"),
        (json.dumps({**good, "seats": good["seats"] * 4}), 422, "bad_option", "8"),
    ):
        found, error = ask(body)
        assert (found, error["code"]) == (status, code)
        assert words in error["message"]
    assert ask(json.dumps({**good, "seats": good["seats"] * 4}))[1]["allowed"] == ["2", "3", "4"]
    assert ask(json.dumps({**good, "seats": [{"kind": "bot", "bot": "x"}] * 2}))[1]["allowed"] == list(BOTS)
    assert ask(json.dumps(good), "text/plain")[0] == 415
    assert ask(b"\xff\xfe" + json.dumps(good).encode())[0] == 422


# --- looking and playing


def test_games_tell_their_options_in_the_language_asked_for(server: Server, game: Game) -> None:
    with Client(server.address, language="it") as italian, Client(server.address) as english:
        found, other = italian.game(game.name), english.game(game.name)
        assert [entry.name for entry in italian.games()] == list(GAMES)
        assert range(found.least_players, found.most_players + 1) == game.players
        assert [(option.name, option.default, option.values) for option in found.options] == [
            (option.name, option.default, list(option.values)) for option in game.options.values()
        ]
        assert found.tagline != other.tagline
        assert found.actions == sum(kind.size for kind in found.kinds) == game.vocabulary.size


def test_a_table_from_the_first_seat_to_a_choice(client: Client) -> None:
    host = client.create(KW, [PlannedSeat("person", "Anna"), PlannedSeat("person"), PlannedSeat("open")])
    assert set(host.invitations) == {1, 2}
    assert host.table_id in [table.id for table in client.tables()]
    assert host.question() is None
    with pytest.raises(ApiError) as early:
        host.choose("tile 3")
    assert (early.value.status, early.value.code) == (409, "not_started")
    guest = client.sit(host.table_id, 1, "Bruno", host.invitations[1])
    third = client.sit(host.table_id, 2)
    assert client.seat(host.table_id, guest.token).number == 1
    for seat in (host, guest, third):
        table = seat.ready()
    assert table.state == "playing"
    assert [seat.name for seat in table.seats] == ["Anna", "Bruno", ""]
    first = (host, guest, third)[table.waiting[0]]
    question = first.question()
    assert question is not None
    game = GAMES[KW]
    for option in question.options:
        assert game.vocabulary.text(*game.vocabulary.kind_option(option.action)) == option.notation
        assert option.text
    assert first.why_not(question.options[0].notation).allowed
    other = next(kind for kind in client.game(KW).kinds if kind.name != question.kind)
    notation = game.vocabulary.text(*game.vocabulary.kind_option(other.first))
    assert not first.why_not(notation).allowed
    with pytest.raises(ApiError) as nonsense:
        first.why_not("fly to the moon")
    assert nonsense.value.code == "notation"
    before, table_before = first.view(), first.table()
    foreseen = first.preview(question.options[-1].notation)
    assert first.preview(question.options[-1].notation) == foreseen
    assert (first.view(), first.table(), first.question()) == (before, table_before, question), "nothing has changed"
    with pytest.raises(ApiError) as elsewhere:
        first.preview(notation)
    assert elsewhere.value.code == "illegal"
    version = first.choose(question.options[-1].action)
    assert first.view() != before
    told = [told for entry in first.events(foreseen.version).entries for told in entry.told]
    assert foreseen.told == told[: len(foreseen.told)]
    assert foreseen.told[0].beats
    shown = first.beats(foreseen.version)
    assert [beat.told for beat in shown] == [event for event in told if event.beats]
    assert all(beat.view["to_act"] == [] and not beat.view["over"] for beat in shown)
    assert foreseen.open or foreseen.view == first.view()
    assert version == first.table().version


def test_undo_and_its_reason(client: Client) -> None:
    first, second = two(client)
    seats = (first, second)
    with pytest.raises(ApiError) as nothing:
        first.undo()
    assert (nothing.value.code, nothing.value.status) == ("undo", 409)
    assert "nothing to take back" in nothing.value.message
    for _ in range(30):
        seat = seats[first.table().waiting[0]]
        question = seat.question()
        assert question is not None
        before = seat.view()
        seat.choose(question.options[0])
        again = seat.get(QuestionAnswer, "question")
        if not again.no_undo:
            seat.undo()
            assert seat.view() == before
            return
    pytest.fail("nothing could be taken back")


def test_what_the_last_programme_showed_cannot_be_untold(client: Client) -> None:
    """Whether Reprogram's question comes next tells the last one to programme what the others did not choose."""
    for deal in range(40):
        first = client.create(
            "fuori_di_rotella", [PlannedSeat("person", "Anna")] + [PlannedSeat("open")] * 3, {"upgrades": "on"}
        )
        seats = [first, *(client.sit(first.table_id, seat, f"Friend {seat} of {deal}") for seat in (1, 2, 3))]
        for seat in seats:
            seat.ready()
        while len(waiting := first.table().waiting) == 1:
            question = seats[waiting[0]].question()
            assert question is not None
            seats[waiting[0]].choose(question.options[0])
        if any(robot["upgrade"] == "reprogram" for robot in first.view()["robots"]):
            break
    for number, seat in enumerate(seats, 1):
        assert seat.question() is not None
        seat.choose(f"program collect {number}")
    assert first.view()["phase"] == "trap"  # Reprogram's owner is asked
    with pytest.raises(ApiError) as refused:
        seats[3].undo()
    assert (refused.value.code, refused.value.status) == ("undo", 409)
    assert "showed something hidden" in refused.value.message
    question = seats[3].question()
    assert question is None or question.kind == "reprogram"


def test_events_since_a_version(client: Client) -> None:
    first, second = two(client)
    told = first.events()
    assert [entry.kind for entry in told.entries][-1] == "deal"
    assert [entry.version for entry in told.entries] == list(range(1, told.version + 1))
    assert first.events().entries == []
    seat, other = (first, second) if told.my_turn else (second, first)
    other.events()
    question = seat.question()
    assert question is not None
    seat.choose(question.options[0])
    mine, theirs = seat.events(since=told.version), other.events()
    assert [entry.choice for entry in mine.entries] == [question.options[0].notation]
    assert [entry.choice for entry in theirs.entries] == [""], "what others chose is told by what came of it"
    assert [event.text for event in theirs.entries[0].told]
    assert client.watch(seat.table_id).events(since=told.version).version == theirs.version
    assert first.events(since=0).entries[: len(told.entries)] == told.entries, "what is past stays as it was told"


def test_waiting_for_news(server: Server, client: Client) -> None:
    first, second = two(client)
    now = first.events()
    seat, other = (first, second) if now.my_turn else (second, first)
    began = time.monotonic()
    quiet = other.events(since=now.version, wait=0.5)
    assert quiet.entries == []
    assert time.monotonic() - began > 0.4
    with Client(server.address) as elsewhere:
        waiting = Seat(elsewhere, other.table_id, other.number, other.token)
        heard: list[Any] = []
        listener = threading.Thread(target=lambda: heard.append(waiting.events(since=now.version, wait=MOST_WAIT)))
        began = time.monotonic()
        listener.start()
        time.sleep(0.3)
        question = seat.question()
        assert question is not None
        seat.choose(question.options[0])
        listener.join(LONG)
        assert time.monotonic() - began < MOST_WAIT, "told at once, not when the time is over"
        assert len(heard[0].entries) == 1
    with pytest.raises(ApiError) as long:
        seat.get(QuestionAnswer, "events", since=1, wait=3600)
    assert long.value.code == "malformed"


def test_waiting_for_the_turn(server: Server, client: Client) -> None:
    """Whatever others do meanwhile is no news; with the turn comes its question, and with it all that has happened."""
    first, second = two(client)
    now = first.events()
    seat, other = (first, second) if now.my_turn else (second, first)
    mine = seat.events(turn=True, wait=MOST_WAIT)
    assert mine.question == seat.question(), "its turn is there already"
    assert mine.version == seat.asked
    assert other.events(turn=True).question is None
    assert now.question is None, "whoever did not ask for it does not get it"
    known = other.events(since=0).version
    with Client(server.address) as elsewhere:
        waiting = Seat(elsewhere, other.table_id, other.number, other.token)
        heard: list[Any] = []
        listener = threading.Thread(target=lambda: heard.append(waiting.events(known, MOST_WAIT, turn=True)))
        began = time.monotonic()
        listener.start()
        time.sleep(0.3)
        seat.say("Well")
        time.sleep(0.3)
        assert not heard, "talk is no turn"
        while not other.events().my_turn:
            question = seat.next_question(1.0)
            assert question is not None
            seat.choose(question.options[0])
        listener.join(LONG)
        assert time.monotonic() - began < MOST_WAIT
        (told,) = heard
        assert told.my_turn
        assert told.question == other.question()
        assert {entry.kind for entry in told.entries} == {"chat", "choice"}
        assert waiting.asked == told.version, "the next choice is based on it"
        waiting.choose(told.question.options[0])
    assert client.watch(seat.table_id).events(turn=True).question is None, "a spectator has no turn"


def test_a_question_of_the_table_ends_the_waiting(client: Client) -> None:
    first, second = two(client)
    seat, other = (first, second) if first.events().my_turn else (second, first)
    seat.propose("pause")
    began = time.monotonic()
    assert other.wait(MOST_WAIT).asked is not None
    assert other.next_question(0.5) is None, "who waits for the turn alone goes on waiting"
    assert 0.4 < time.monotonic() - began < MOST_WAIT


def test_a_long_log_is_told_in_pieces(client: Client) -> None:
    """Further back than memory reaches the log itself tells; nothing is missing and nothing comes twice."""
    me = client.create("crazy_race", [PlannedSeat("person", "Anna"), *[PlannedSeat("bot", bot="random")] * 2], ready=True)
    rng = random.Random(number_of(1))
    http_bot.Bot(me, rng).play()
    whole = me.events(since=0).entries
    assert len(whole) > 64
    assert [entry.version for entry in whole] == list(range(1, len(whole) + 1))
    assert me.events(since=len(whole) - 5).entries == whole[-5:]
    record = Record.load(me.record(), GAMES.__getitem__)
    mine = [
        entry.choice
        for entry, move in zip(record.entries, record.moves, strict=True)
        if move.seat == me.number or not move.hidden  # what nobody else could notice has no number for others
    ]
    assert [entry.choice for entry in whole if entry.kind == "choice"] == mine
    assert len(mine) < len(record.entries)


def test_places_are_told_after_the_end(client: Client) -> None:
    me = client.create("fuori_di_rotella", [PlannedSeat("person", "Anna"), *[PlannedSeat("bot", bot="random")] * 5], ready=True)
    assert me.places() == []
    http_bot.Bot(me, random.Random(number_of(2))).play()
    record = Record.load(me.record(), GAMES.__getitem__)
    places = record.position.places()
    found = me.places()
    assert [(entry.place, entry.seat) for entry in found] == sorted((place.place, seat) for seat, place in enumerate(places))
    assert me.view()["places"] == [place.place for place in places]
    for entry in found:
        tie = places[entry.seat].tie
        assert (entry.rule, bool(entry.tie)) == ("" if tie is None else tie.rule, tie is not None)
        assert entry.score == record.position.scores()[entry.seat]


def test_the_record_stays_closed_until_the_end(client: Client) -> None:
    first, _ = two(client)
    for seat in (first, client.watch(first.table_id)):
        with pytest.raises(ApiError) as later:
            seat.record()
        assert (later.value.status, later.value.code) == (409, "record_later")
    assert first.table().seed is None


# --- the client when things go wrong


class Breaking:
    """Between client and server: passes on what is asked, and breaks the connection instead of passing on some answers."""

    def __init__(self, server: Server, every: int) -> None:
        self.server = server
        self.every = every
        self.asked = 0
        self.broken = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                with client, socket.create_connection(("127.0.0.1", self.server.port)) as server:
                    self.talk(client, server)

    def talk(self, client: socket.socket, server: socket.socket) -> None:
        while asked := client.recv(1 << 20):
            while not whole(asked, 0):
                asked += client.recv(1 << 20)
            self.asked += 1
            server.sendall(asked)
            answer = server.recv(1 << 20)
            if self.asked % self.every == 0:
                self.broken += 1
                return
            while not whole(answer):
                answer += server.recv(1 << 20)
            client.sendall(answer)

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(LONG)


def whole(message: bytes, otherwise: int | None = None) -> bool:
    """Whether a message has all its bytes."""
    head, end, body = message.partition(b"\r\n\r\n")
    found = re.search(rb"content-length: (\d+)", head.lower())
    length = otherwise if found is None else int(found.group(1))
    return bool(end) and length is not None and len(body) >= length


def test_lost_answers_are_asked_for_again_and_done_once(server: Server, client: Client) -> None:
    me = client.create("fuori_di_rotella", [PlannedSeat("person", "Anna"), PlannedSeat("bot", bot="random")], ready=True)
    wire = Breaking(server, every=4)
    with Client(wire.address) as shaky:
        seat = Seat(shaky, me.table_id, 0, me.token)
        bot = http_bot.Bot(seat, random.Random(number_of(3)))
        bot.play()
        assert seat.table().state == "over"
    wire.close()
    assert wire.broken > 5
    mine = [entry for entry in me.events(since=0).entries if entry.kind == "choice" and entry.seat == 0]
    assert len(mine) == bot.choices


def test_a_connection_that_was_hung_up_meanwhile(client: Client) -> None:
    """Opening a table is not sent twice, so it must not be lost with a connection that nobody used for a while."""
    client.games()
    kept = client.connection.connection
    assert kept is not None
    kept.sock.shutdown(socket.SHUT_RDWR)
    assert client.create(KW, [PlannedSeat("person"), PlannedSeat("open")]).table().state == "lobby"


def test_what_perhaps_was_done_is_sent_again_only_where_it_may_be() -> None:
    """The database went away in the middle (``not_sure``): an action has a name and is done once, a new table has none."""
    answers: list[tuple[int, bytes]] = []

    class Unsure(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            status, content = answers.pop(0)
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    shown = refusals.told(Request({"type": "http", "path": "/api/v1/x", "query_string": b"", "headers": []}), NotSure())
    unsure = (shown.status_code, bytes(shown.body))
    with HTTPServer(("127.0.0.1", 0), Unsure) as unsure_server:
        threading.Thread(target=unsure_server.serve_forever, daemon=True).start()
        with Client(f"http://127.0.0.1:{unsure_server.server_port}") as client:
            answers[:] = [unsure, (200, b'{"version": 3}')]
            Seat(client, "x", 0, "token").say("hello")
            answers[:] = [unsure, unsure]
            with pytest.raises(ApiError) as refused:
                client.create("kraftwagen", [PlannedSeat("person")])
            assert (refused.value.status, refused.value.code, len(answers)) == (503, "not_sure", 1)
        unsure_server.shutdown()


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("officina.client.connection.TRIES", 2)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Client(f"http://127.0.0.1:{port}") as client, pytest.raises(Unreachable):
        client.games()
    with pytest.raises(ValueError, match="no address"):
        Client("127.0.0.1:8484")


# --- whole games, and questions that nobody would think of


def test_the_example_bot_plays_whole_games(server: Server, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    scores = http_bot.main([server.address, "--game", game.name, "--against", "heuristic", "--seed", str(number_of(5))])
    assert len(scores) == game.players[0]
    told = capsys.readouterr().out
    table = re.search(r"/t/(\w+)", told)
    assert table is not None
    with Client(server.address) as client:
        seat = client.watch(table.group(1))
        assert seat.table().state == "over"
        record = Record.load(seat.record(), GAMES.__getitem__)
        assert record.position.scores() == scores
        assert record.header.seats[1:] == ["heuristic"] * (len(scores) - 1)


def test_two_example_bots_meet_at_a_table(server: Server, client: Client) -> None:
    host = client.create("fuori_di_rotella", [PlannedSeat("person", "Anna"), PlannedSeat("open")], ready=True)
    guest = threading.Thread(
        target=http_bot.main, args=([server.address, "--join", host.table_id, "--seed", str(number_of(1))],)
    )
    guest.start()
    http_bot.Bot(host, random.Random(number_of(2))).play()
    guest.join(LONG)
    assert host.table().state == "over"


def test_schemathesis(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No answer that the document does not foresee; a longer run: ``python -m tests.web.api_fuzz``."""
    server = Server(tmp_path_factory.mktemp("fuzzed"), "--limits", "100000")
    try:
        seen = fuzz(server, 7)
    finally:
        server.stop()
    assert sum(seen.values()) > 120
    assert {200, 201, 401, 403, 404, 409, 422} <= {status for _, status in seen}
