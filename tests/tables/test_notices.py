"""People who went away are told of their turn: once, by the way they chose, with nothing in it; nobody inside is reached."""

from __future__ import annotations

import asyncio
import ipaddress
import itertools
import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from officina import GAMES
from officina.messages import HandOver, Propose, TakeBack, Vote
from officina.tables import TableError, Tables, WrongLink
from officina.tables.actions.attendance import Attendance
from officina.tables.notices.mail import Mailer, SmtpSettings, read_smtp
from officina.tables.notices.notices import Notifier
from officina.tables.notices.webhook import Resolver, SendFailed, Target, Webhooks, is_public
from officina.tables.notices.wording import code_for
from officina.tables.storage.revisions import migrate
from officina.tables.storage.seat_data import NoticeRow
from officina.tables.table.clock import load_times
from tests.patience import LONG
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.sinks import HookSink, MailSink, SinkResolver, trusting

ORIGIN = "https://officina.example"
SINK = {"sink.example": ["127.0.0.1"]}


def webhooks(seconds: float = 5.0) -> Webhooks:
    return Webhooks(SinkResolver(SINK), trusting(), seconds)


async def settled(notifier: Notifier) -> None:
    """Until everything that was begun is done."""
    for _ in range(500):
        if all(task.get_coro().__name__ == "run" for task in notifier.tasks):  # type: ignore[union-attr]
            return
        await asyncio.sleep(0.01)
    raise AssertionError("sending does not end")


# --- webhooks


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.0.192",
        "168.63.129.16",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
    ],
)
def test_addresses_that_are_not_of_the_open_internet(address: str) -> None:
    assert not is_public(address)


PRIVATE = ("127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.0.1", "100.64.0.1", "0.0.0.0", "198.18.0.1", "240.0.0.1")


def test_only_global_unicast_is_of_the_open_internet() -> None:
    """All of IPv6 by its first letters, and every way to write an address of IPv4 in one of IPv6."""
    rng = seeded("addresses")
    for first in range(0, 1 << 16, 3):
        low = (rng.below(1 << 30) << 30) | rng.below(1 << 30)
        address = ipaddress.IPv6Address((first << 112) | low)
        assert not is_public(str(address)) or 0x2000 <= first < 0x4000, address
    for prefix in (
        "fec0::1",
        "feff::1",
        "3fff::1",
        "3fff:fff:ffff::1",
        "5f00::1",
        "4000::1",
        "8000::1",
        "2001:db8::1",
        "100::1",
    ):
        assert not is_public(prefix), prefix
    for private in PRIVATE:
        inside = int(ipaddress.IPv4Address(private))
        forms = (
            (0xFFFF << 32) | inside,  # mapped
            (0x64FF9B << 96) | inside,  # NAT64
            (0x64FF9B0001 << 80) | inside,  # NAT64, local
            (0x2002 << 112) | (inside << 80) | 1,  # 6to4
            (0x2001 << 112) | (inside ^ 0xFFFFFFFF),  # Teredo
            (0x2001 << 112) | (inside << 64) | (0x01010101 ^ 0xFFFFFFFF),  # Teredo's server
            inside,  # compatible
        )
        for form in forms:
            assert not is_public(str(ipaddress.IPv6Address(form))), ipaddress.IPv6Address(form)


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://sink.example/",
        "https://",
        "https:///path",
        "https://user:secret@sink.example/",
        "https://sink.example/with space",
        "https://sink.example/\r\nX-Evil: 1",
        "https://sink.example:99999/",
        "https://münchen.example/",
        "ftp://sink.example/",
        "https://sink.example/" + "x" * 600,
        "javascript:alert(1)",
    ],
)
def test_what_is_no_webhook(url: str) -> None:
    with pytest.raises(TableError, match="https address"):
        Target(url)


def test_a_webhook_to_a_private_address_is_never_called() -> None:
    """By number, by name, by one of two addresses, by an address that changes: the sink hears nothing of any of them."""

    async def main() -> None:
        async with HookSink() as sink:
            plain = Webhooks(Resolver(), trusting())
            for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"):
                with pytest.raises(SendFailed):
                    await plain.post(f"https://{host}:{sink.port}/", b"{}")
                with pytest.raises(TableError):
                    await plain.check(f"https://{host}:{sink.port}/")

            class Two(Resolver):
                async def lookup(self, host: str, port: int) -> list[str]:
                    return ["93.184.216.34", "127.0.0.1"]

            with pytest.raises(SendFailed, match="private"):
                await Webhooks(Two(), trusting()).post(f"https://sink.example:{sink.port}/", b"{}")

            class Changing(Resolver):
                """A name that is looked at as public, and would lead inside if it were looked up once more."""

                asked = 0

                async def lookup(self, host: str, port: int) -> list[str]:
                    self.asked += 1
                    return ["192.0.2.1"] if self.asked == 1 else ["127.0.0.1"]

                def permitted(self, address: str) -> bool:
                    return address == "192.0.2.1"

            changing = Changing()
            with pytest.raises(SendFailed):
                await Webhooks(changing, trusting(), 0.3).post(f"https://rebinding.example:{sink.port}/", b"{}")
            assert changing.asked == 1, "the address that was checked is the one that is called"
            assert sink.connections == 0

    run(main())


def test_a_webhook_is_called_without_redirects_and_without_patience() -> None:
    async def main() -> None:
        async with HookSink() as sink:
            url = f"https://sink.example:{sink.port}/hook?key=1"
            await webhooks().post(url, b'{"a":1}')
            first, headers, body = sink.requests[-1]
            assert first == "POST /hook?key=1 HTTP/1.1"
            assert (headers["host"], body) == (f"sink.example:{sink.port}", b'{"a":1}')
            for answer, again in (
                (b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n", False),
                (b"HTTP/1.1 404 Not Found\r\n\r\n", False),
                (b"HTTP/1.1 503 Busy\r\n\r\n", True),
                (b"x" * 100_000, True),
                (b"", True),
            ):
                sink.answers.append(answer)
                before = len(sink.requests)
                with pytest.raises(SendFailed) as failed:
                    await webhooks().post(url, b"{}")
                assert failed.value.again == again
                assert len(sink.requests) == before + 1
                assert "sink" not in str(failed.value), "the address is a secret"
            sink.silent = True
            with pytest.raises(SendFailed):
                await asyncio.wait_for(webhooks(0.3).post(url, b"{}"), LONG)
            with pytest.raises(SendFailed, match="certificate"):
                await Webhooks(SinkResolver(SINK)).post(url, b"{}")

    run(main())


# --- mail


def test_mail_settings() -> None:
    found = read_smtp("smtp://club:p%40ss@mail.example.org:2525?from=tables@example.org")
    assert found == SmtpSettings("mail.example.org", 2525, "tables@example.org", "club", "p@ss")
    assert "p@ss" not in repr(found)
    assert read_smtp("smtps://mail.example?from=a@b.example").implicit_tls
    for wrong in ("", "mail.example.org", "http://mail.example", "smtp://mail.example", "smtp://mail.example?from=nobody"):
        with pytest.raises(TableError, match="smtp://"):
            read_smtp(wrong)


# --- the whole way


class Scene:
    """A table of two, one of whom went away, and both sinks."""

    def __init__(self, tables: Tables, friends: Friends, mails: MailSink, hooks: HookSink) -> None:
        self.tables = tables
        self.friends = friends
        self.mails = mails
        self.hooks = hooks

    def notifier(self) -> Notifier:
        mailer = Mailer(SmtpSettings("127.0.0.1", self.mails.port, "tables@officina.example"))
        return Notifier(self.tables.registry, mailer, webhooks(), every=1000, retries=(0.01, 0.02))

    @property
    def url(self) -> str:
        return f"https://sink.example:{self.hooks.port}/hook"


async def confirmed(scene: Scene, notifier: Notifier, seat: int, email: str) -> None:
    """Give an address and confirm it by the link that is mailed to it."""
    token = scene.friends.tokens[seat]
    await notifier.set_email(scene.friends.id, token, email, "it", ORIGIN)
    await settled(notifier)
    body = scene.mails.mails[-1].get_content()
    prefix = f"{ORIGIN}/t/{scene.friends.id}/mail/{seat}/confirm/"
    code = body.split(prefix)[1].split()[0]
    await notifier.confirm(scene.friends.id, seat, code)


def test_one_ping_a_turn_and_none_while_a_page_is_open(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def main() -> None:
        async with MailSink() as mails, HookSink() as hooks, open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            scene = Scene(tables, friends, mails, hooks)
            notifier = scene.notifier()
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            token = friends.tokens[seat]
            await notifier.set_webhook(friends.id, token, scene.url, "it", ORIGIN)
            await confirmed(scene, notifier, seat, "Bruno@Example.org")
            assert len(mails.mails) == 1
            now = live.times[seat].began
            await notifier.sweep(now + 59)
            await settled(notifier)
            assert (len(hooks.requests), len(mails.mails)) == (0, 1), "a turn that has just begun"

            async with Attendance(tables.registry, 1000) as attendance:
                tables.connected(friends.id, seat, 1)
                attendance.saw(live, seat)
                await notifier.sweep(now + 3600)
                await settled(notifier)
                assert hooks.requests == [], "a page of the seat is open here"
            tables.connected(friends.id, seat, -1)
            visit = (await tables.storage.visits(friends.id))[seat]
            seen = visit.seen + 5000
            await tables.storage.keep_visits([replace(visit, seen=seen)])
            await notifier.sweep(seen + 50)
            await settled(notifier)
            assert hooks.requests == [], "or was a moment ago, perhaps in another process"
            await tables.storage.keep_visits([visit])

            # Two processes look at the same moment: one tells.
            other = scene.notifier()
            await asyncio.gather(notifier.sweep(seen + 100), other.sweep(seen + 100))
            await settled(notifier)
            await settled(other)
            assert (len(hooks.requests), len(mails.mails)) == (1, 2)
            await scene.notifier().sweep(seen + 9999)
            assert (len(hooks.requests), len(mails.mails)) == (1, 2), "not twice, after a restart either"
            told = json.loads(hooks.requests[0][2])
            assert told["seat"] == seat + 1
            assert told["url"] == f"{ORIGIN}/t/{friends.id}"
            mail = mails.mails[1]
            assert (mail["To"], mail["From"]) == ("bruno@example.org", "tables@officina.example")
            assert mail["Subject"] == "Tocca a te: Fuori di Rotella"
            stop = mail.get_content().split(f"/mail/{seat}/stop/")[1].split()[0]
            assert mail["List-Unsubscribe"].endswith(f"/stop/{stop}>")
            assert f"List-Unsubscribe: <{ORIGIN}/t/{friends.id}/mail/{seat}/stop/{stop}>\r\n".encode() in mails.raw[1]
            for sent in (mail.as_string(), hooks.requests[0][2].decode()):
                assert not any(secret in sent for secret in friends.tokens.values())

            # The next turn is another one; not while a bot stands in, not while the table is paused.
            rng = seeded(3)
            await friends.one_choice(rng)
            while seat not in live.playing().position.to_act:
                await friends.one_choice(rng)
            later = live.times[seat].began + 100
            for what in ("pause", "resume"):
                await tables.do(friends.id, token, Propose(what, what))
                await tables.do(friends.id, friends.tokens[1 - seat], Vote(f"{what} yes", live.proposals.count, True))
                if what == "pause":
                    await notifier.sweep(later)
                    await settled(notifier)
                    assert len(hooks.requests) == 1
            await tables.do(friends.id, token, HandOver("away", seat))
            stored = await tables.storage.waiting_seats()
            assert [notifier.due(waiting, later) for waiting in stored] == [None]
            await tables.do(friends.id, token, TakeBack("back", seat))
            assert len(hooks.requests) == 1
            while seat not in live.playing().position.to_act:
                await friends.one_choice(rng)
            hooks.answers = [b"HTTP/1.1 500 Oh\r\n\r\n"]
            mails.refuse = ["451 later"]
            await notifier.sweep(live.times[seat].began + 100)
            await settled(notifier)
            assert len(hooks.requests) == 3, "what fails for a moment is tried again"
            assert len(mails.mails) == 3

            # Whoever does not want it any more says so with the link in the mail.
            with pytest.raises(WrongLink):
                await notifier.stop(friends.id, seat, "wrong")
            with pytest.raises(WrongLink):
                await notifier.stop(friends.id, 1 - seat, stop)
            await notifier.stop(friends.id, seat, stop)
            with pytest.raises(WrongLink):
                await notifier.stop(friends.id, seat, stop)
            wishes = await notifier.wishes(friends.id, token)
            assert (wishes.email, wishes.confirmed, wishes.webhook) == ("", False, scene.url)
            await notifier.set_webhook(friends.id, token, "", "it", ORIGIN)
            assert await tables.storage.waiting_seats() == []

    run(main())
    for secret in ("sink.example", "bruno@", "/hook"):
        assert secret not in caplog.text, "no log names an address"


def test_failures_are_given_up_and_logged_without_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with MailSink() as mails, HookSink() as hooks, open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            scene = Scene(tables, friends, mails, hooks)
            notifier = scene.notifier()
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            await notifier.set_webhook(friends.id, friends.tokens[seat], scene.url, "en", ORIGIN)
            hooks.answers = [b"HTTP/1.1 503 Busy\r\n\r\n"] * 9
            await notifier.sweep(live.times[seat].began + 100)
            rng = seeded(1)
            assert await friends.one_choice(rng) == seat, "play goes on meanwhile"
            await settled(notifier)
            assert len(hooks.requests) == 3, "two more tries, then it is given up"

    run(main())
    assert "cannot send a webhook about a turn: it answered 503" in caplog.text
    assert "sink" not in caplog.text


GONE = b"HTTP/1.1 410 Gone\r\n\r\n"


def test_a_webhook_that_fails_again_and_again_is_switched_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Twenty turns in a row, whichever process tells of them; mail goes on; set again, it is called again, once a turn."""

    async def main() -> None:
        async with MailSink() as mails, HookSink() as hooks, open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, GAMES["automobiles"], 2)  # a hundred turns and more
            scene = Scene(tables, friends, mails, hooks)
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            token = friends.tokens[seat]
            rng = seeded(5)
            processes = itertools.cycle([scene.notifier(), scene.notifier()])

            async def sweep() -> int:
                """One process, then the other, tells of the present turn; how often the webhook was called."""
                before, notifier = len(hooks.requests), next(processes)
                await notifier.sweep(live.times[seat].began + 100)
                await settled(notifier)
                return len(hooks.requests) - before

            async def next_turn() -> int:
                """Tell of the next turn of the seat."""
                turn = live.times[seat].turn
                while seat not in live.playing().position.to_act or live.times[seat].turn == turn:
                    await friends.one_choice(rng)
                return await sweep()

            async def failures() -> int:
                return (await next(processes).wishes(friends.id, token)).failures

            await next(processes).set_webhook(friends.id, token, scene.url, "it", ORIGIN)
            hooks.answers = [GONE] * 2
            assert [await next_turn() for _ in range(2)] == [1, 1]
            assert await failures() == 2
            assert (await next_turn(), await failures()) == (1, 0), "one that is taken makes up for all before"
            for _ in range(17):  # as many turns, without playing all of them
                await tables.storage.count_call(friends.id, seat, scene.url, failed=True)
            hooks.answers = [b"HTTP/1.1 503 Busy\r\n\r\n"] * 3 + [GONE] * 99
            assert (await next_turn(), await failures()) == (3, 18), "tried again and again, counted once"
            assert [await next_turn() for _ in range(2)] == [1, 1]
            assert await failures() == 20
            assert await next_turn() == 0, "it is not called any more"
            assert await tables.storage.waiting_seats() == []
            assert "failed 20 times in a row and is disabled" in caplog.text

            await confirmed(scene, next(processes), seat, "anna@example.org")
            told = len(mails.mails)
            assert (await next_turn(), len(mails.mails)) == (0, told + 1), "mail goes on"
            hooks.answers = []
            await next(processes).set_webhook(friends.id, token, scene.url, "it", ORIGIN)
            assert (await sweep(), len(mails.mails)) == (0, told + 1), "of this turn the seat was told already"
            assert (await next_turn(), await sweep(), await failures()) == (1, 0, 0)

            # What became of an address that was replaced meanwhile does not count for the new one.
            await tables.storage.count_call(friends.id, seat, "https://sink.example/before", failed=True)
            assert await failures() == 0

    run(main())
    assert "sink.example" not in caplog.text


def test_nothing_is_mailed_before_it_is_confirmed(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailSink() as mails, HookSink() as hooks, open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            scene = Scene(tables, friends, mails, hooks)
            notifier = scene.notifier()
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            token = friends.tokens[seat]
            for wrong in ("nobody", "a@b", "a@b.example\nBcc: all@example.org", "a b@example.org", "x" * 300 + "@example.org"):
                with pytest.raises(TableError, match="mail address"):
                    await notifier.set_email(friends.id, token, wrong, "en", ORIGIN)
            await notifier.set_email(friends.id, token, "stranger@example.org", "en", ORIGIN)
            await settled(notifier)
            assert len(mails.mails) == 1
            await notifier.sweep(live.times[seat].began + 9999)
            await settled(notifier)
            assert len(mails.mails) == 1
            with pytest.raises(TableError, match="just now"):
                await notifier.set_email(friends.id, token, "other@example.org", "en", ORIGIN)
            row = await notifier.wishes(friends.id, token)
            with pytest.raises(WrongLink):
                await notifier.confirm(friends.id, seat, code_for(row, "stop"))
            # One address is not written to again and again from many tables.
            for number in range(6):
                more = await Friends.meet(tables, FUORI, 2)
                if number == 4:
                    with pytest.raises(TableError, match="just now"):
                        await notifier.set_email(more.id, more.tokens[0], "stranger@example.org", "en", ORIGIN)
                    break
                await notifier.set_email(more.id, more.tokens[0], "stranger@example.org", "en", ORIGIN)
            with pytest.raises(WrongLink):
                await notifier.wishes(friends.id, more.tokens[0])
            silent = Notifier(tables.registry)
            with pytest.raises(TableError, match="sends no mail"):
                await silent.set_email(friends.id, friends.tokens[1 - seat], "a@example.org", "en", ORIGIN)
            await settled(notifier)

    run(main())


def test_a_webhook_of_before_failures_were_counted_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        migrate(connection, "0003")
        columns = "table_id, seat, webhook, email, confirmed, key, asked, language, origin"
        values = f"'before', 1, 'https://sink.example/x', 'a@example.org', true, 'k', 1.5, 'it', '{ORIGIN}'"
        connection.execute(text(f"INSERT INTO notices ({columns}) VALUES ({values})"))
    engine.dispose()

    async def main() -> None:
        async with open_tables(path) as tables:
            row = NoticeRow("before", 1, "https://sink.example/x", "a@example.org", True, "k", 1.5, "it", ORIGIN, failures=0)
            assert await tables.storage.notice("before", 1) == row

    run(main())


def test_a_table_of_before_there_were_clocks_is_told_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            notifier = Notifier(tables.registry, webhooks=webhooks(), grace=60)
            await notifier.set_webhook(friends.id, friends.tokens[seat], "https://sink.example/x", "en", ORIGIN)
            waiting = (await tables.storage.waiting_seats())[0]
            old = replace(waiting, times="")
            assert load_times("", 2, (seat,), old.updated)[seat].began == old.updated
            assert notifier.due(old, old.updated + 61) == 0
            assert await tables.storage.claim_ping(friends.id, seat, 0, 1.0)
            assert not await tables.storage.claim_ping(friends.id, seat, 0, 2.0)

    run(main())
