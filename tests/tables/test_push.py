"""Messages to browsers: sealed and signed as the standards say, one a turn, to nobody inside, forgotten when they are gone."""

from __future__ import annotations

import asyncio
import multiprocessing
import stat
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from officina.cli.app import run as command
from officina.messages import Erase
from officina.tables import TableError, Tables
from officina.tables.notices import push_keys
from officina.tables.notices.mail import Mailer, SmtpSettings
from officina.tables.notices.notices import Notifier
from officina.tables.notices.push import Push, PushMessage, Subscription, push_for
from officina.tables.notices.push_keys import FILE, PushKeys, decoded, encoded, read_keys
from officina.tables.notices.push_seal import MOST_TEXT, sealed
from officina.tables.notices.webhook import SendFailed, Webhooks
from officina.tables.people.people import People
from officina.tables.storage import sql_push as db
from officina.tables.storage.backup import restore_backup, write_backup
from officina.tables.storage.retention import DAY, Keep, personal_data, sweep
from officina.tables.storage.seat_data import MOST_FAILURES, NoticeRow
from officina.tables.tokens import hashed
from tests.patience import LONG
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run, storage_of
from tests.tables.pushes import SINK, Phone, sink_push
from tests.tables.sinks import HookSink, MailSink, SinkResolver, trusting
from tests.tables.test_notices import settled

ORIGIN = "https://club.example"
GONE = b"HTTP/1.1 410 Gone\r\n\r\n"
BUSY = b"HTTP/1.1 503 Busy\r\n\r\n"


class Evening:
    """A table of two whose first waiting seat is on a phone."""

    def __init__(self, tables: Tables, friends: Friends, hooks: HookSink, mails: MailSink, push: Push, seat: int) -> None:
        self.tables, self.friends, self.hooks, self.mails, self.push, self.seat = tables, friends, hooks, mails, push, seat
        self.phone = Phone(hooks)

    def notifier(self, **more: object) -> Notifier:
        mailer = Mailer(SmtpSettings("127.0.0.1", self.mails.port, "tables@officina.example"))
        settings = {"every": 1000, "retries": (0.01,), "push": self.push, **more}
        return Notifier(self.tables.registry, mailer, self.push.webhooks, **settings)  # type: ignore[arg-type]

    async def subscribe(self, phone: Phone | None = None, seat: int | None = None, person_key: str = "") -> None:
        where = (self.friends.id, self.seat if seat is None else seat)
        await self.push.subscribe((phone or self.phone).subscription(self.push.key), "it", person_key, where)

    async def sweep(self, later: float = 100.0) -> None:
        """Tell of what is due, so long after the turn began."""
        notifier, live = self.notifier(), await self.friends.live()
        await notifier.sweep(live.times[self.seat].began + later)
        await settled(notifier)

    async def next_turn(self) -> None:
        live = await self.friends.live()
        turn = live.times[self.seat].turn
        rng = seeded("pushed")
        while self.seat not in live.playing().position.to_act or live.times[self.seat].turn == turn:
            await self.friends.one_choice(rng)


@asynccontextmanager
async def evening(path: Path) -> AsyncIterator[Evening]:
    async with HookSink() as hooks, MailSink() as mails, open_tables(path / "t.sqlite") as tables:
        friends = await Friends.meet(tables, FUORI, 2)
        seat = (await friends.live()).playing().position.to_act[0]
        yield Evening(tables, friends, hooks, mails, sink_push(tables.storage, path), seat)


# --- sealed and signed


def test_the_worked_example_of_rfc_8291() -> None:
    """Appendix A, byte for byte."""
    own = ec.derive_private_key(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1())
    body = sealed(
        b"When I grow up, I want to be a watermelon",
        decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        own,
        pad=1,
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_reads_it_and_its_length_tells_nothing() -> None:
    async def main() -> None:
        async with HookSink() as sink:
            phone, other = Phone(sink), Phone(sink)
            bodies = [sealed(text, phone.point, phone.auth) for text in (b"", b"short", b"x" * 400)]
            assert [phone.read(body) for body in bodies] == [b"", b"short", b"x" * 400]
            assert len({len(body) for body in bodies}) == 1
            assert len({body[:16] for body in bodies}) == 3, "a salt is used once"
            with pytest.raises(InvalidTag):
                other.read(bodies[1])
            assert len(sealed(b"x" * MOST_TEXT, phone.point, phone.auth)) <= 4096
            with pytest.raises(ValueError, match="too long"):
                sealed(b"x" * (MOST_TEXT + 1), phone.point, phone.auth)

    run(main())


# --- one a turn


def test_a_turn_is_pushed_once_and_a_tap_leads_to_its_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            await scene.subscribe()
            await scene.sweep()
            await scene.sweep()
            (told,) = scene.phone.messages(scene.push.key)
            assert told == {
                "title": "Officina",
                "body": "Tocca a te: Fuori di Rotella",
                "url": f"/t/{scene.friends.id}?seat={scene.seat + 1}",
                "tag": f"table-{scene.friends.id}",
                "key": scene.push.key,
            }
            await scene.next_turn()
            await asyncio.gather(scene.sweep(), scene.sweep())
            assert len(scene.phone.messages(scene.push.key)) == 2, "two processes, one message"
            await scene.next_turn()
            scene.tables.connected(scene.friends.id, scene.seat, 1)
            await scene.sweep()
            assert len(scene.phone.messages(scene.push.key)) == 2, "a page of the seat is open"

    run(main())


def test_a_browser_of_a_person_is_told_of_all_their_tables_until_it_forgets_the_person(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            people = People(scene.tables.registry)
            anna, key = await people.make("Anna")
            await people.join_seat(anna, scene.friends.id, scene.friends.tokens[scene.seat])
            asked = scene.phone.subscription(scene.push.key)
            await scene.push.subscribe(asked, "en", hashed(key), None)
            await scene.subscribe(person_key=hashed(key))  # by its link, too: that is one browser all the same
            await scene.sweep()
            assert len(scene.phone.messages(scene.push.key)) == 1
            await people.leave(anna, key)
            await scene.next_turn()
            await scene.sweep()
            assert len(scene.phone.messages(scene.push.key)) == 1
            assert await db.count_browsers(scene.tables.storage) == {}

    run(main())


def test_mail_is_for_those_whom_no_browser_could_tell_and_webhooks_are_for_programs(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            await scene.subscribe()
            hook = f"https://sink.example:{scene.hooks.port}/hook"
            row = NoticeRow(scene.friends.id, scene.seat, hook, "anna@example.org", True, "k", 1.0, "it", ORIGIN)
            await scene.tables.storage.keep_notice(row)
            await scene.sweep()
            assert [first.split()[1] for first, _, _ in scene.hooks.requests] == ["/hook", "/push/phone"]
            assert scene.mails.mails == []
            await scene.next_turn()
            scene.hooks.answers = [b"HTTP/1.1 204 No Content\r\n\r\n", BUSY, BUSY]
            await scene.sweep()
            assert len(scene.mails.mails) == 1, "the push service did not take it"
            assert (await scene.tables.storage.waiting_seats())[0].browsers[0].failures == 1
            await scene.next_turn()
            await scene.sweep()
            assert (await scene.tables.storage.waiting_seats())[0].browsers[0].failures == 0, (
                "one that is taken makes up for it"
            )

    run(main())


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_at_once(tmp_path: Path, status: int) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            await scene.subscribe()
            scene.hooks.answers = [f"HTTP/1.1 {status} Gone\r\n\r\n".encode()]
            await scene.sweep()
            assert len(scene.hooks.requests) == 1, "it is not tried again"
            assert await db.count_browsers(scene.tables.storage) == {}
            await scene.next_turn()
            await scene.sweep()
            assert len(scene.hooks.requests) == 1

    run(main())


def test_a_browser_that_is_never_reached_is_forgotten(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            await scene.subscribe()
            id = hashed(scene.phone.endpoint)
            for _ in range(MOST_FAILURES - 1):
                await db.count_push(scene.tables.storage, id, failed=True)
            assert await db.count_browsers(scene.tables.storage) == {scene.push.key: 1}
            await db.count_push(scene.tables.storage, id, failed=True)
            assert await db.count_browsers(scene.tables.storage) == {}

    run(main())


# --- whom a message may be sent to


def test_a_browser_at_an_address_inside_is_refused_and_never_called(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            strict = Push(scene.tables.storage, scene.push.keys, Webhooks(context=trusting()))
            good = scene.phone.subscription(scene.push.key)
            inside = ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "[fd00::1]", "2130706433"]
            wrong = [f"https://{host}:{scene.hooks.port}/push" for host in inside]
            wrong += ["http://1.1.1.1/push", "https://a:b@1.1.1.1/", "ftp://1.1.1.1/", "https://1.1.1.1/" + "x" * 2000, ""]
            for endpoint in wrong:
                asked = Subscription(endpoint, good.p256dh, good.auth, good.key)
                with pytest.raises(TableError, match="public https address"):
                    await strict.subscribe(asked, "it", "", (scene.friends.id, 0))
            assert await db.count_browsers(scene.tables.storage) == {}
            # An address that was public when it was stored, and leads inside now.
            await scene.subscribe()
            (waiting,) = [seat for seat in await scene.tables.storage.waiting_seats() if seat.browsers]
            strict.webhooks = Webhooks(SinkResolver({"sink.example": ["10.0.0.1"]}), trusting())
            with pytest.raises(SendFailed, match="private"):
                await strict.send(waiting.browsers[0], PushMessage("", "", "/", "x"))
            assert scene.hooks.connections == 0

    run(main())


def test_keys_that_are_none_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            good = scene.phone.subscription(scene.push.key)
            off_curve = encoded(b"\x04" + bytes(31) + b"\x05" + bytes(31) + b"\x07")
            for p256dh, auth in (
                ("", good.auth),
                ("A" * 87, good.auth),
                (off_curve, good.auth),
                (good.p256dh[:-4], good.auth),
                ("é" * 87, good.auth),
                (good.p256dh, ""),
                (good.p256dh, "AAAA"),
                (good.p256dh, "*" * 22),
            ):
                with pytest.raises(TableError, match="keys must be whole"):
                    await scene.push.subscribe(Subscription(good.endpoint, p256dh, auth, good.key), "it", "", None)
            foreign = Subscription(good.endpoint, good.p256dh, good.auth, encoded(Phone(scene.hooks).point))
            with pytest.raises(TableError, match="another key now"):
                await scene.push.subscribe(foreign, "it", "", None)

    run(main())


def test_a_seat_tells_so_many_browsers_and_no_more(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            phones = [Phone(scene.hooks, f"phone-{n}") for n in range(db.MOST_BROWSERS + 3)]
            for phone in phones:
                await scene.subscribe(phone)
            await scene.sweep()
            told = [phone for phone in phones if phone.messages(scene.push.key)]
            assert len(told) == db.MOST_BROWSERS
            assert phones[-1] in told
            assert await db.count_browsers(scene.tables.storage) == {scene.push.key: db.MOST_BROWSERS}

    run(main())


# --- the server's own keys


def test_keys_are_made_once_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / FILE
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        pool.map(make_keys, [path.parent] * 6)
    (key,) = read_keys(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [FILE], "nothing is left beside it"
    assert key.private not in repr(key)
    make_keys(path.parent)
    assert read_keys(path) == (key,)


def make_keys(folder: Path) -> None:
    PushKeys(folder / FILE).ensure()


@pytest.mark.parametrize("text", ["", "{}", '{"keys": []}', '{"keys": [{"public": "x", "private": "y", "made": 1}]}', "é"])
def test_a_damaged_file_of_keys_is_told_and_play_goes_on(tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).write_text(text)
    assert push_for(storage_of(tmp_path / "t.sqlite"), tmp_path, "", Webhooks()) is None
    assert FILE in caplog.text
    assert command(["push", "rotate", "--data", str(tmp_path)]) == 2, "and it is not overwritten by mistake"
    assert (tmp_path / FILE).read_text() == text


def test_rotated_keys_reach_browsers_that_come_by_and_those_that_do_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            await scene.subscribe()
            first = scene.push.key
            assert await asyncio.to_thread(command, ["push", "rotate", "--data", str(tmp_path)]) == 0
            second = scene.push.key
            assert second != first, "a running server takes it without a restart"
            assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
            await scene.sweep()
            (told,) = scene.phone.messages(first)
            assert told["key"] == second, "by the old key, and it says the new one"
            # So the browser subscribes again, with another address and other keys, and says which one it had.
            fresh = Phone(scene.hooks, "fresh")
            assert await scene.push.renew(scene.phone.endpoint, fresh.subscription(second), "it")
            assert not await scene.push.renew(scene.phone.endpoint, fresh.subscription(second), "it"), "once"
            await scene.next_turn()
            await scene.sweep()
            assert len(scene.phone.messages(first)) == 1
            assert len(fresh.messages(second)) == 1
            assert await db.count_browsers(scene.tables.storage) == {second: 1}
            # Somebody has seen the key: nothing that is signed with it counts any more.
            assert await asyncio.to_thread(command, ["push", "rotate", "--forget", "--data", str(tmp_path)]) == 0
            assert len(read_keys(tmp_path / FILE)) == 1
            await scene.next_turn()
            await scene.sweep()
            assert len(fresh.messages(second)) == 1
            back = Phone(scene.hooks, "back")
            assert await scene.push.renew(fresh.endpoint, back.subscription(scene.push.key), "it")
            await scene.next_turn()
            await scene.sweep()
            assert len(back.messages(scene.push.key)) == 1

    run(main())


def test_old_keys_are_kept_but_not_for_ever(tmp_path: Path) -> None:
    keys = PushKeys(tmp_path / FILE)
    made = [keys.rotate(forget=False) for _ in range(6)]
    assert keys.all() == tuple(reversed(made[-push_keys.MOST_KEYS :]))
    assert keys.find(made[0].public) is None


def test_without_the_package_nothing_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(push_keys, "PACKAGE", "no_such_package")
    assert push_for(storage_of(tmp_path / "t.sqlite"), tmp_path, "", Webhooks()) is None
    assert not (tmp_path / FILE).exists()
    assert command(["push", "rotate", "--data", str(tmp_path)]) == 2
    command(["doctor"])
    told = capsys.readouterr()
    assert "officina[push]" in told.err
    assert any("officina[push]" in line for line in told.out.splitlines()), "one line of the doctor says so"


# --- how it goes


def test_erasing_leaves_no_browser_behind(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            storage, friends = scene.tables.storage, scene.friends
            people = People(scene.tables.registry)
            anna, key = await people.make("Anna")
            other = 1 - scene.seat
            await people.join_seat(anna, friends.id, friends.tokens[other])
            mine, loose = Phone(scene.hooks, "mine"), Phone(scene.hooks, "loose")
            await scene.push.subscribe(mine.subscription(scene.push.key), "it", hashed(key), None)
            await scene.subscribe(loose, seat=other)
            await scene.subscribe()
            data = await personal_data(storage, friends.id, other)
            assert data is not None
            assert sorted(data.push) == sorted([mine.endpoint, loose.endpoint])
            await scene.tables.do(friends.id, friends.tokens[scene.seat], Erase())
            assert await db.count_browsers(storage) == {scene.push.key: 2}
            await people.erase(anna)
            assert await db.count_browsers(storage) == {}

    run(main())


def test_browsers_that_do_not_come_any_more_are_swept(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            storage, now = scene.tables.storage, time.time()
            await scene.subscribe()
            assert (await sweep(storage, Keep(), now + 179 * DAY)).browsers == 0
            assert (await sweep(storage, Keep(push=0.0), now + 300 * DAY)).browsers == 0
            assert (await sweep(storage, Keep(), now + 182 * DAY)).browsers == 1
            await scene.subscribe()
            await scene.friends.play(seeded("to the end"))
            await sweep(storage, Keep(), time.time() + 31 * DAY)
            assert await db.count_browsers(storage) == {}, "of a table that is over it is told nothing"

    run(main())


def test_a_backup_holds_browsers_and_a_restored_server_reaches_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            await scene.subscribe()
            await write_backup(scene.tables.storage, tmp_path / "b.gz")
            restored = storage_of(tmp_path / "restored.sqlite")
            await restore_backup(restored, tmp_path / "b.gz")
            assert [seat.browsers for seat in await restored.waiting_seats()] == [
                seat.browsers for seat in await scene.tables.storage.waiting_seats()
            ]
            assert await db.count_browsers(restored) == {scene.push.key: 1}
            await restored.close()

    run(main())


# --- all tables in one message


def test_somebody_at_several_tables_may_have_one_message_for_all(tmp_path: Path) -> None:
    """By every way, at most one in so many hours, only if something is new, and only of those tables that want it so."""

    async def main() -> None:
        async with evening(tmp_path) as scene:
            storage, tables = scene.tables.storage, scene.tables
            hook = f"https://sink.example:{scene.hooks.port}/hook"
            everybody = [scene.friends, await Friends.meet(tables, FUORI, 2), await Friends.meet(tables, FUORI, 2)]
            seats = [(await friends.live()).playing().position.to_act[0] for friends in everybody]
            for friends, seat in zip(everybody, seats, strict=True):
                row = NoticeRow(friends.id, seat, hook, "anna@example.org", True, "k" * 32, 1.0, "en", ORIGIN, digest=6)
                await storage.keep_notice(row)
                await scene.push.subscribe(scene.phone.subscription(scene.push.key), "en", "", (friends.id, seat))
            now = time.time() + 1000
            notifiers = [scene.notifier(), scene.notifier()]

            async def told(at: float) -> tuple[int, int, int]:
                """Both processes look; how many webhooks, pushes and mails there were by then."""
                await asyncio.gather(*(notifier.sweep(at) for notifier in notifiers))
                for notifier in notifiers:
                    await settled(notifier)
                pushed = len(scene.phone.messages(scene.push.key))
                return len(scene.hooks.requests) - pushed, pushed, len(scene.mails.mails)

            assert await told(now) == (1, 1, 0)
            (message,) = scene.phone.messages(scene.push.key)
            assert message["body"] == "3 tables wait for you: Out of Gears"
            assert message["url"] == "/"
            body = next(body for first, _, body in scene.hooks.requests if "/hook" in first).decode()
            assert all(f"{ORIGIN}/t/{friends.id}" in body for friends in everybody)
            assert await told(now + 7 * 3600) == (1, 1, 0), "nothing is new"

            scene.seat, scene.friends = seats[1], everybody[1]
            await scene.next_turn()
            assert await told(now + 5 * 3600) == (1, 1, 0), "not yet"
            scene.hooks.answers = [b"HTTP/1.1 204 No Content\r\n\r\n", GONE]
            assert await told(now + 6 * 3600 + 1) == (2, 2, 1)
            mail = scene.mails.mails[-1]
            assert mail["subject"] == "3 tables wait for you"
            assert all(f"{ORIGIN}/t/{friends.id}\r\n" in mail.get_content() for friends in everybody)
            assert mail.get_content().count("/stop/") == 3, "each can be ended by itself"

            # One that wants to be told at once is not made to wait, and is not in the list.
            wishes = await storage.notice(everybody[1].id, seats[1])
            assert wishes is not None
            await storage.keep_notice(replace(wishes, digest=0))
            await scene.next_turn()
            assert await told(now + 6 * 3600 + 100) == (3, 2, 2)
            assert scene.mails.mails[-1]["subject"] == "Your turn: Out of Gears"

    run(main())


def test_how_often_can_be_chosen_from_a_few(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            notifier, token = scene.notifier(), scene.friends.tokens[scene.seat]
            for wrong in (-1, 2, 25, 10**6):
                with pytest.raises(TableError, match="0, 1, 3, 6, 12"):
                    await notifier.set_digest(scene.friends.id, token, wrong, "it", ORIGIN)
            await notifier.set_digest(scene.friends.id, token, 12, "it", ORIGIN)
            row = await notifier.wishes(scene.friends.id, token)
            assert (row.digest, row.origin, row.language) == (12, ORIGIN, "it")

    run(main())


def test_a_push_service_that_hangs_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as scene:
            await scene.subscribe()
            scene.push.webhooks = Webhooks(SinkResolver(SINK), trusting(), 0.2)
            scene.hooks.silent = True
            await asyncio.wait_for(scene.sweep(), LONG)
            assert await db.count_browsers(scene.tables.storage) == {scene.push.key: 1}

    run(main())
