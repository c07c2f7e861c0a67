"""Notifies absent people that it is their turn: once a turn, by push, webhook or mail, as each seat has set it.

A notification names the game, the table and the seat, and nothing of the game itself (``wording.py``). Each is claimed in the
storage before it is sent: after a restart, or from two processes at once, nobody is notified twice. Nothing here ever blocks
play.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from officina.core.text import Message
from officina.tables import tokens
from officina.tables.errors import TableError, WrongLink
from officina.tables.notices.mail import Mailer, is_address
from officina.tables.notices.push import Push
from officina.tables.notices.webhook import SendFailed, Webhooks
from officina.tables.notices.wording import (
    code_for,
    confirm_mail,
    digest_body,
    digest_mail,
    digest_message,
    link,
    push_message,
    turn_mail,
    webhook_body,
)
from officina.tables.registry import Registry
from officina.tables.storage.interface import BOT
from officina.tables.storage.seat_data import DIGESTS, MOST_FAILURES, BrowserRow, NoticeRow, Waiting
from officina.tables.storage.sql_push import claim_digest
from officina.tables.table.clock import load_times

log = logging.getLogger(__name__)

EVERY_SECONDS: Final = 10.0
GRACE_SECONDS: Final = 60.0
"""A turn must wait this long before it is notified: people who are about to come need no notification."""
OPEN_SECONDS: Final = 60.0
"""A page counts as open for this long after its last sign of life, in whichever process it is."""
RETRIES: Final = (5.0, 30.0, 120.0)
AT_ONCE: Final = 8
CONFIRM_SECONDS: Final = 600.0
"""The least time between two confirmation mails for the same seat."""
MOST_ASKED: Final = 5
DAY: Final = 86_400.0
HOUR: Final = 3600.0

Pinged = set[tuple[str, int, int]]
"""Turns of which somebody was told: table, seat, turn."""


class Notifier:
    """Sends notifications for all seats that want them. Use as ``async with Notifier(tables)`` beside the tables.

    ``origin``: the address that links have, if whoever runs the server named one; else each seat's own.
    """

    def __init__(
        self,
        tables: Registry,
        mailer: Mailer | None = None,
        webhooks: Webhooks | None = None,
        *,
        push: Push | None = None,
        origin: str = "",
        every: float = EVERY_SECONDS,
        grace: float = GRACE_SECONDS,
        retries: Sequence[float] = RETRIES,
    ) -> None:
        self.tables = tables
        self.storage = tables.storage
        self.mailer = mailer
        self.webhooks = webhooks or Webhooks()
        self.push = push
        self.origin = origin
        self.every = every
        self.grace = grace
        self.retries = tuple(retries)
        self.places = asyncio.Semaphore(AT_ONCE)
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Notifier:
        self.start(self.run())
        return self

    async def __aexit__(self, *_error: object) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def start(self, work: Any) -> None:
        """Start a background task."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def run(self) -> None:
        """Loop until the tables are closed."""
        while True:
            await asyncio.sleep(self.every)
            try:
                if self.push is not None:
                    await self.push.follow()
                await self.sweep(time.time())
            except TableError:
                continue  # logged by the storage; the next round tries again
            except Exception:
                log.exception("the search for turns to notify failed")

    # --- turns

    async def sweep(self, now: float) -> None:
        """Send all notifications that are due."""
        due = [(seat, turn) for seat in await self.storage.waiting_seats() if (turn := self.due(seat, now)) is not None]
        gathered: dict[str, list[tuple[Waiting, int]]] = {}
        for seat, turn in due:
            notice = seat.notice
            if notice.digest:
                gathered.setdefault(receiver(seat), []).append((seat, turn))
            elif await self.storage.claim_ping(notice.table_id, notice.seat, turn, now):
                self.start(self.tell([seat]))
        if gathered:
            told = await self.storage.pinged([seat.notice.table_id for seat, _ in due])
            for who, seats in gathered.items():
                await self.gather(who, seats, told, now)

    async def gather(self, who: str, seats: Sequence[tuple[Waiting, int]], told: Pinged, now: float) -> None:
        """One message about all tables that wait for somebody, if one of them is news and the last message is old enough."""
        news = [seat for seat, turn in seats if (seat.notice.table_id, seat.notice.seat, turn) not in told]
        if not news:
            return
        hours = min(seat.notice.digest for seat in news)
        if await claim_digest(self.storage, who, now, hours * HOUR):
            for seat, turn in seats:
                await self.storage.claim_ping(seat.notice.table_id, seat.notice.seat, turn, now)
            self.start(self.tell([seat for seat, _ in seats]))

    def due(self, seat: Waiting, now: float) -> int | None:
        """The turn to be notified now; None if there is none, or a page of the seat is open somewhere."""
        number = seat.notice.seat
        if number not in seat.waiting or seat.kind == BOT:
            return None
        time = load_times(seat.times, seat.players, seat.waiting, seat.updated)[number]
        live = self.tables.tables.get(seat.notice.table_id)
        here = live is not None and live.pages.get(number, 0) > 0
        if here or 0 <= now - time.began < self.grace or 0 <= now - seat.seen < min(OPEN_SECONDS, self.grace):
            return None
        return time.turn

    async def tell(self, seats: Sequence[Waiting]) -> None:
        """Notify somebody of turns at tables, as each seat has set it. Mail goes where no browser could be told.

        Webhooks are for programs: they are called in any case.
        """
        seats = [replace(seat, notice=replace(seat.notice, origin=self.origin or seat.notice.origin)) for seat in seats]
        for group in by(seats, lambda seat: seat.notice.webhook if seat.notice.calls else ""):
            await self.call(group)
        browsers = {browser.id: browser for seat in seats for browser in seat.browsers}
        reached = {browser.id for browser in browsers.values() if await self.push_to(browser, seats)}
        unread = [seat for seat in seats if seat.notice.confirmed and not any(one.id in reached for one in seat.browsers)]
        if self.mailer is not None:
            for group in by(unread, lambda seat: seat.notice.email):
                first = group[0].notice
                words = turn_mail(first, group[0].game) if len(group) == 1 else digest_mail(group)
                await self.persist(self.mail(first, *words), "a mail")

    async def call(self, seats: Sequence[Waiting]) -> None:
        """Call the webhook that those seats have in common."""
        notice = seats[0].notice
        body = webhook_body(notice, seats[0].game) if len(seats) == 1 else digest_body(seats)
        sent = await self.persist(lambda: self.webhooks.post(notice.webhook, body), "a webhook")
        for seat in seats:
            await self.count_call(seat.notice, failed=not sent)

    async def push_to(self, browser: BrowserRow, seats: Sequence[Waiting]) -> bool:
        """Tell a browser of those of the seats that it wants to be told of; whether its push service took it."""
        push = self.push
        if push is None:
            return False
        mine = [seat for seat in seats if any(one.id == browser.id for one in seat.browsers)]
        language = browser.language
        message = push_message(mine[0].notice, mine[0].game, language) if len(mine) == 1 else digest_message(mine, language)
        sent = await self.persist(lambda: push.send(browser, message), "a push message")
        with contextlib.suppress(TableError):  # logged by the storage
            await push.count(browser, failed=not sent)
        return sent

    async def count_call(self, notice: NoticeRow, failed: bool) -> None:
        """Count the outcome in the storage: turns are days apart, and any process may send the next notification."""
        if not failed and not notice.failures:
            return
        with contextlib.suppress(TableError):  # logged by the storage
            await self.storage.count_call(notice.table_id, notice.seat, notice.webhook, failed)
        if failed and notice.failures + 1 >= MOST_FAILURES:
            log.warning("a webhook failed %d times in a row and is disabled", MOST_FAILURES)

    def mail(self, notice: NoticeRow, subject: str, body: str) -> Callable[[], Awaitable[None]]:
        """A mail to the seat's address, to be sent."""
        mailer = self.mailer
        assert mailer is not None
        return lambda: mailer.send(notice.email, subject, body, link(notice, "stop"))

    async def persist(self, send: Callable[[], Awaitable[None]], what: str) -> bool:
        """Retry a few times at growing intervals; whether it was sent."""
        for wait in (*self.retries, None):
            try:
                async with self.places:
                    await send()
                return True
            except SendFailed as error:
                if wait is None or not error.again:
                    log.warning("cannot send %s about a turn: %s", what, error)
                    break
                await asyncio.sleep(wait)
            except Exception:
                # The error may quote the address, so it is not logged.
                log.error("cannot send %s about a turn", what)
                break
        return False

    # --- what a seat wants

    async def wishes(self, table_id: str, token: str) -> NoticeRow:
        """The seat's notification settings."""
        seat = await self.tables.identify(table_id, token)
        return await self.storage.notice(table_id, seat) or NoticeRow(table_id, seat)

    async def set_webhook(self, table_id: str, token: str, url: str, language: str, origin: str) -> None:
        """Set the webhook (empty: none) and enable it again; TableError says why it cannot be used."""
        row = await self.wishes(table_id, token)
        if url:
            await self.webhooks.check(url)
        if row.email:
            origin = row.origin  # links in mails stay where they led when the address was asked
        await self.storage.keep_notice(replace(row, webhook=url, language=language, origin=origin, failures=0))

    async def set_digest(self, table_id: str, token: str, hours: int, language: str, origin: str) -> None:
        """Gather what the seat is told of with that of other tables: at most one message in so many hours; 0: at once."""
        row = await self.wishes(table_id, token)
        if hours not in DIGESTS:
            raise TableError(Message("tables.error.digest", hours=", ".join(map(str, DIGESTS))))
        if not row.origin:
            row = replace(row, language=language, origin=origin)
        await self.storage.keep_notice(replace(row, digest=hours))

    async def set_email(self, table_id: str, token: str, email: str, language: str, origin: str) -> None:
        """Set the address and send it a confirmation mail; an empty one turns mail off."""
        row = await self.wishes(table_id, token)
        email = email.strip().lower()
        if not email:
            await self.storage.keep_notice(replace(row, email="", confirmed=False, key=""))
            return
        if self.mailer is None:
            raise TableError(Message("tables.error.no_mail"))
        if not is_address(email):
            raise TableError(Message("tables.error.email"))
        if row.confirmed and row.email == email:
            return
        now = time.time()
        often = 0 <= now - row.asked < CONFIRM_SECONDS or await self.storage.asked_mails(email, now - DAY) >= MOST_ASKED
        if often:
            raise TableError(Message("tables.error.email_often"))
        fresh = replace(row, email=email, confirmed=False, key=tokens.new_token(), asked=now, language=language, origin=origin)
        await self.storage.keep_notice(fresh)
        live = await self.tables.live(table_id)
        self.start(self.persist(self.mail(fresh, *confirm_mail(fresh, live.row.game)), "a mail"))

    async def confirm(self, table_id: str, seat: int, code: str) -> None:
        """Confirm the seat's address; WrongLink if the code is wrong."""
        row = await self.by_code(table_id, seat, code, "confirm")
        await self.storage.keep_notice(replace(row, confirmed=True))

    async def stop(self, table_id: str, seat: int, code: str) -> None:
        """Unsubscribe and delete the seat's address."""
        row = await self.by_code(table_id, seat, code, "stop")
        await self.storage.keep_notice(replace(row, email="", confirmed=False, key=""))

    async def by_code(self, table_id: str, seat: int, code: str, purpose: str) -> NoticeRow:
        """The settings of the seat whose mail has that code."""
        row = await self.storage.notice(table_id, seat) if tokens.is_table_id(table_id) else None
        if row is None or not row.key or not hmac.compare_digest(code_for(row, purpose).encode(), code.encode()):
            raise WrongLink
        return row


def receiver(seat: Waiting) -> str:
    """Whom a seat's messages go to, as a hash: a person, else an address, else the seat itself. Their tables are gathered."""
    notice = seat.notice
    if seat.person:
        return tokens.hashed(f"person {seat.person}")
    if notice.confirmed:
        return tokens.hashed(f"mail {notice.email}")
    if notice.calls:
        return tokens.hashed(f"webhook {notice.webhook}")
    return tokens.hashed(f"seat {notice.table_id} {notice.seat}")


def by(seats: Sequence[Waiting], key: Callable[[Waiting], str]) -> list[list[Waiting]]:
    """Seats that have something in common; those that have nothing there are left out."""
    found: dict[str, list[Waiting]] = {}
    for seat in seats:
        if key(seat):
            found.setdefault(key(seat), []).append(seat)
    return list(found.values())
