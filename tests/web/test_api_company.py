"""Company over the API, against a real server: questions to the table, talk, notes, stand-ins, clocks, lobby, records."""

from __future__ import annotations

import http.client
import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from examples import http_bot
from officina.client import ApiError, Client, Clock, PlannedSeat, Seat, messages
from officina.core.record import MOST_BYTES
from officina.messages import MOST_LINE, MOST_NOTE
from officina.tables.table.clock import ClockRule
from officina.web import make_app
from officina.web.api.operations import OPERATIONS
from officina.web.limits import Limits
from tests.patience import LONG
from tests.seeds import number_of
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.web.driver import Server, wait_until

KW = "kraftwagen"
RECORD = Path(__file__).parent.parent / "records" / "crazy_race" / "3-players.officina"


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server.address) as found:
        yield found


def two(client: Client, game: str = KW, **more: Any) -> tuple[Seat, Seat]:
    """A dealt table of two people."""
    first = client.create(game, [PlannedSeat("person", "Anna"), PlannedSeat("open")], ready=True, **more)
    second = client.sit(first.table_id, 1, "Bruno")
    second.ready()
    return first, second


def play(seats: tuple[Seat, Seat], choices: int) -> None:
    """So many choices by whoever must choose."""
    for _ in range(choices):
        seat = seats[seats[0].table().waiting[0]]
        question = seat.question()
        assert question is not None
        seat.choose(question.options[0])


def refused(work: Any, *given: Any) -> tuple[int, str]:
    """How something is refused."""
    with pytest.raises(ApiError) as error:
        work(*given)
    assert error.value.message
    return error.value.status, error.value.code


def test_the_page_and_the_messages_agree_on_limits() -> None:
    assert (messages.MOST_NOTE, messages.MOST_LINE, messages.MOST_RECORD) == (MOST_NOTE, MOST_LINE, MOST_BYTES)
    limits = {operation.name: operation.limit for operation in OPERATIONS if operation.method != "GET"}
    assert set(limits.values()) <= set(Limits.PER_MINUTE), "whatever changes something is counted"
    assert {name for name, limit in limits.items() if limit in Limits.BY_SEAT} == {"ready", "choose", "undo", "turn_card"}


# --- questions to the table


def test_going_back_by_consent(client: Client) -> None:
    first, second = two(client)
    before = [first.view(), second.view()]
    asker = (first, second)[first.table().waiting[0]]
    other = second if asker is first else first
    play((first, second), 5)
    choices = asker.company().choices
    assert choices
    assert [choice.step for choice in choices] == sorted((choice.step for choice in choices), reverse=True)
    assert choices[-1].step == 1
    assert client.watch(first.table_id).company().choices == []
    assert refused(asker.propose, "undo", 4711) == (409, "not_your_choice")
    assert refused(other.answer, 1, True) == (409, "stale"), "nothing was asked"
    other.events()
    asker.propose("undo", 1)
    heard = other.events()
    assert heard.asked == 1
    assert asker.events().asked is None
    assert heard.entries[-1].told[0].text == f"{name(asker)} asks to go back to before their choice at step 1."
    asked = client.watch(first.table_id).company().proposal
    assert asked is not None
    assert (asked.seat, asked.what, asked.step, asked.agreed, asked.missing) == (asker.number, "undo", 1, [], [other.number])
    assert asked.text == heard.entries[-1].told[0].text
    assert refused(asker.answer, 1, True) == (409, "own_question")
    assert refused(other.propose, "pause") == (409, "one_question")
    other.answer(1, True)
    assert [first.view(), second.view()] == before
    assert other.company().proposal is None
    assert other.events().asked is None


def name(seat: Seat) -> str:
    """Who sits there."""
    assert seat.number is not None
    return seat.table().seats[seat.number].name


def test_refused_and_withdrawn(client: Client) -> None:
    first, second = two(client)
    first.propose("pause")
    second.answer(1, False)
    company = second.company()
    assert company.proposal is None
    assert company.seats[0].may_ask == pytest.approx(company.now + 60, abs=10)
    assert company.seats[1].may_ask == 0
    assert refused(first.propose, "pause") == (409, "wait")
    second.propose("end")
    second.answer(2, False)
    assert second.company().seats[1].may_ask > company.now
    assert not second.table().ended
    told = [event.text for entry in first.events(since=0).entries for event in entry.told if event.name == "note"]
    assert told[-3:] == ["Bruno does not agree: everything stays as it is.", "Bruno asks to end the game here.", told[-1]]
    assert told[-1] == "Bruno withdraws the question."


def test_pause_play_on_and_end(client: Client) -> None:
    seats = first, second = two(client, clock=Clock("bank", 5))
    play(seats, 2)
    waiting = first.table().waiting[0]
    assert first.company().seats[waiting].deadline is not None
    question = seats[waiting].question()
    assert question is not None
    notation = question.options[0].notation
    assert seats[waiting].why_not(notation).allowed
    first.propose("pause")
    second.answer(1, True)
    assert first.table().paused
    company = first.company()
    assert company.paused
    assert [seat.deadline for seat in company.seats] == [None, None]
    for seat in seats:
        assert seat.question() is None
        assert not seat.events().my_turn, "nobody can choose now: a program must not try without end"
        assert not seat.wait_for_turn(0)
    assert refused(seats[waiting].choose, "tile 1") == (409, "paused")
    why = seats[waiting].why_not(notation)
    assert (why.allowed, why.reason) == (False, "The table is paused: play goes on when everybody agrees to.")
    assert refused(second.propose, "undo", 1) == (409, "paused")
    second.propose("resume")
    first.answer(2, True)
    assert seats[waiting].wait_for_turn(LONG)
    assert refused(second.propose, "resume") == (409, "not_paused")
    play(seats, 1)
    first.propose("end")
    assert second.wait(LONG).asked == 3
    second.answer(3, True)
    table = first.table()
    assert (table.state, table.ended, table.waiting) == ("over", True, [])
    assert refused(first.propose, "pause") == (409, "over")
    assert None not in first.view()["scores"], "the result is everybody's"
    assert first.view()["scores"] == second.view()["scores"] == client.watch(first.table_id).view()["scores"]
    assert first.record()


def test_the_same_action_is_done_once(client: Client) -> None:
    first, second = two(client)
    body = messages.Propose("once", "pause")
    done = [first.post(messages.Done, "proposals", body).version for _ in range(2)]
    assert done[0] == done[1]
    answer = messages.Vote("agreed", 1, True)
    done = [second.post(messages.Done, "votes", answer).version for _ in range(2)]
    assert done[0] == done[1]
    said = messages.Say("said", "hello")
    done = [second.post(messages.Done, "talk", said).version for _ in range(2)]
    assert done[0] == done[1]
    assert len(second.talk()) == 1


def test_alone_with_bots_nothing_need_be_asked(client: Client) -> None:
    me = client.create(KW, [PlannedSeat("person", "Anna"), PlannedSeat("bot")], ready=True)
    me.propose("pause")
    assert me.table().paused
    me.propose("end")
    assert me.table().state == "over"


# --- talk and notes


def test_talk_is_for_everybody_and_notes_for_nobody_else(client: Client) -> None:
    host = client.create(KW, [PlannedSeat("person", "Anna"), PlannedSeat("open")])
    guest, watcher = client.sit(host.table_id, 1, "Bruno"), client.watch(host.table_id)
    watcher.events()
    host.say("  good   luck,\n<b>everybody</b> ")
    guest.say("thanks")
    lines = watcher.talk()
    assert [(line.number, line.seat, line.name, line.text) for line in lines] == [
        (1, 0, "Anna", "good luck, <b>everybody</b>"),
        (2, 1, "Bruno", "thanks"),
    ]
    assert [line.text for line in host.talk(since=1)] == ["thanks"]
    assert [(event.name, event.seat, event.text) for entry in watcher.events().entries for event in entry.told] == [
        ("chat", 0, "good luck, <b>everybody</b>"),
        ("chat", 1, "thanks"),
    ]
    assert refused(host.say, "  ") == (409, "empty_line")
    assert refused(host.say, "x" * (MOST_LINE + 1)) == (422, "malformed")
    assert refused(watcher.say, "me too") == (401, "no_token")
    for number in range(4):
        guest.say(f"line {number}")
    assert refused(guest.say, "and another one") == (409, "talks_fast")
    assert host.note() == ""
    host.keep_note("Bruno bluffs\nà la carte \0")
    assert (host.note(), guest.note()) == ("Bruno bluffs\nà la carte ", "")
    assert refused(watcher.note) == (401, "no_token")
    assert refused(watcher.keep_note, "x") == (401, "no_token")
    assert refused(host.keep_note, "x" * (MOST_NOTE + 1)) == (422, "malformed")
    assert host.note().startswith("Bruno")


# --- bots that stand in


def test_a_bot_stands_in(client: Client) -> None:
    seats = two(client)
    waiting = seats[0].table().waiting[0]
    absent, other = seats[waiting], seats[1 - waiting]
    assert refused(other.hand_over, waiting) == (409, "in_time")
    assert refused(absent.hand_over, None, "deep blue") == (422, "bad_option")
    assert refused(absent.take_back) == (409, "not_lent")
    absent.hand_over(bot="random")
    seat = other.table().seats[waiting]
    assert (seat.kind, seat.bot, seat.lent) == ("bot", "random", True)
    assert other.company().seats[waiting].lent
    assert not absent.events().my_turn
    assert other.wait_for_turn(10), "the bot plays"
    assert refused(absent.choose, "tile 1") == (409, "lent")
    other.propose("pause")
    assert other.table().paused, "a bot agrees to everything"
    assert refused(other.hand_over, waiting) == (409, "bot_already")
    other.take_back(waiting)
    assert not other.table().seats[waiting].lent
    assert refused(client.watch(other.table_id).hand_over, 0) == (401, "no_token")


def test_a_seat_over_its_time_is_handed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2, clock=ClockRule("bank", bank=300, absence=3600))
            app = make_app(tables, limits=Limits(1000))
            late = (await friends.live()).row.waiting[0]
            other = 1 - late
            bearer = {"Authorization": f"Bearer {friends.tokens[other]}"}
            transport = httpx.ASGITransport(app=app)
            base = f"http://officina/api/v1/tables/{friends.id}"
            async with httpx.AsyncClient(transport=transport, base_url=base, headers=bearer) as client:

                async def time_of(seat: int) -> dict[str, Any]:
                    found: dict[str, Any] = (await client.get("/company")).json()["seats"][seat]
                    return found

                now[0] += 100
                found = await time_of(late)
                assert (found["left"], found["overtime"], found["deadline"]) == (200, False, now[0] + 200)
                assert found["late"] == found["deadline"]
                hand = {"action_id": "one", "seat": late}
                assert (await client.post("/hand", json=hand)).json()["error"]["code"] == "in_time"
                now[0] += 205
                found = await time_of(late)
                assert (found["left"], found["overtime"]) == (-5, True)
                assert (await client.post("/hand", json=hand)).status_code == 200
                assert await time_of(late) == {
                    "seat": late,
                    "lent": True,
                    "deadline": None,
                    "left": None,
                    "overtime": False,
                    "late": None,
                    "may_ask": 0.0,
                    "here": False,
                    "gone": found["gone"],
                }

    run(main())


# --- clocks


def test_clocks_are_agreed_on_when_the_table_is_opened(client: Client) -> None:
    people = [PlannedSeat("person", "Anna"), PlannedSeat("open")]
    host = client.create(KW, people)
    company = host.company()
    assert company.clock.kind == "none"
    assert {seat.left for seat in company.seats} == {None}
    wanted = Clock("window", hours=6, opens=9, closes=18, zone="Europe/London", absence=48)
    assert client.create(KW, people, clock=wanted).company().clock == wanted
    seats = two(client, clock=Clock("bank", 30, 15))
    company = seats[0].company()
    assert company.clock == Clock("bank", 30, 15)
    for seat, time in enumerate(company.seats):
        assert time.left == pytest.approx(1800, abs=10)
        assert (time.deadline is not None) == (seat in seats[0].table().waiting)
        assert not time.overtime
    with pytest.raises(ApiError) as error:
        client.create(KW, people, clock=Clock("bank", 7))
    assert (error.value.status, error.value.code) == (422, "bad_option")
    assert "15" in error.value.allowed
    with pytest.raises(ApiError) as error:
        client.create(KW, people, clock=Clock("window", zone="Europe/Atlantis"))
    assert (error.value.status, error.value.code) == (422, "bad_option")


# --- before and after the game


def test_the_lobby(client: Client) -> None:
    host = client.create(KW, [PlannedSeat("person", "Anna"), PlannedSeat("person"), PlannedSeat("open")])
    guest = client.sit(host.table_id, 1, "Bruno", host.invitations[1])
    assert guest.rename("Bruna").seats[1].name == "Bruna"
    assert guest.invite() == {}
    assert refused(guest.fill, 2) == (403, "not_host")
    assert refused(guest.close_table) == (403, "not_host")
    assert refused(host.fill, 1) == (409, "seat_taken")
    assert refused(host.fill, 2, "deep blue") == (422, "bad_option")
    assert host.fill(2, "random").seats[2].bot == "random"
    assert host.fill(2, "").seats[2].kind == "open"
    assert set(host.invite()) == {2}
    kept = guest.token
    assert not guest.leave().seats[1].taken
    assert guest.number is None
    assert refused(client.seat, host.table_id, kept) == (403, "wrong_link")
    assert client.sit(host.table_id, 1, "Carla", host.invite()[1]).number == 1
    assert host.close_table().state == "closed"
    assert host.table_id not in [table.id for table in client.tables()]
    assert refused(client.sit, host.table_id, 2) == (409, "closed")
    assert refused(host.close_table) == (409, "closed")
    assert not host.wait_for_turn(), "nothing more will come"


def test_what_belongs_before_the_game_is_refused_in_it(client: Client) -> None:
    first, second = two(client)
    assert refused(first.leave) == (409, "has_begun")
    assert refused(first.close_table) == (409, "has_begun")
    assert refused(first.fill, 1) == (409, "has_begun")
    assert refused(second.rematch) == (409, "not_over")
    assert second.rename("Bruna").seats[1].name == "Bruna"


def test_once_more(client: Client) -> None:
    first, second = two(client, clock=Clock("bank", 60))
    first.propose("end")
    second.answer(1, True)
    again = second.rematch()
    assert (again.number, set(again.invitations)) == (0, {1})
    assert first.table().rematch == again.table_id
    other = first.rematch()
    assert (other.table_id, other.number) == (again.table_id, 1)
    assert first.rematch().token == other.token, "asked again, the same seat"
    assert again.company().clock.bank == 60
    again.ready()
    assert other.ready().state == "playing"


def test_records_come_in(client: Client, server: Server) -> None:
    record = RECORD.read_text()
    seat = client.import_record(record)
    table = seat.table()
    assert (table.imported, table.state) == (True, "over")
    assert seat.record().splitlines()[1:-1] == record.splitlines()[1:-1]
    assert client.import_record(record).table_id == seat.table_id
    assert {time.left for time in seat.company().seats} == {None}
    lines = record.splitlines()
    assert refused(client.import_record, "no record at all") == (422, "record")
    assert refused(client.import_record, "\n".join([*lines[:3], *lines[4:]])) == (422, "record")
    wire = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG)
    wire.putrequest("POST", "/api/v1/records")
    wire.putheader("Content-Length", str(17 * 1024 * 1024))
    wire.endheaders()
    answer = wire.getresponse()
    assert (answer.status, json.loads(answer.read())["error"]["code"]) == (413, "too_large"), "before a byte of it was sent"
    wire.close()


# --- the example


def test_the_example_bot_is_good_company(server: Server, client: Client) -> None:
    """It agrees to a pause before its turn comes, plays on, and ends when everybody wants to."""
    host = client.create(KW, [PlannedSeat("person", "Anna"), PlannedSeat("open")], ready=True)
    with Client(server.address) as other:
        bot = http_bot.Bot(http_bot.join_table(other, host.table_id), random.Random(number_of(1)))
        guest = threading.Thread(target=bot.play, daemon=True)
        guest.start()
        host.propose("pause")
        wait_until(lambda: host.table().paused)
        host.propose("resume")
        wait_until(lambda: not host.table().paused)
        assert host.wait_for_turn(10)
        host.propose("end")
        wait_until(lambda: host.table().state == "over")
        guest.join(LONG)
        assert not guest.is_alive()
