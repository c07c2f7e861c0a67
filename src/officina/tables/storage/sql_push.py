"""Browsers that are told of turns, in an SQL database."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from officina.tables.storage.interface import CLOSED, OVER
from officina.tables.storage.schema import DIGESTS, PUSH_BROWSERS, PUSH_SEATS, TABLES
from officina.tables.storage.seat_data import MOST_FAILURES, BrowserRow
from officina.tables.storage.sql_browsers import forget_lonely

if TYPE_CHECKING:
    from officina.tables.storage.sql import Storage

MOST_BROWSERS: Final = 5
"""So many browsers are told of a seat because they held its link; one more, and the one that was not here longest is not."""
MOST_SEATS: Final = 200
"""Of so many seats one browser is told by their links; of the oldest no more then."""


async def keep_browser(storage: Storage, row: BrowserRow, person_key: str, seat: tuple[str, int] | None) -> None:
    """Store a browser, or what is new of it; with the hash of a person's key, and with a seat whose link it holds."""

    def work(connection: Connection) -> None:
        values = asdict(row) | {"person_key": person_key or None}
        if not connection.execute(update(PUSH_BROWSERS).where(PUSH_BROWSERS.c.id == row.id).values(**values)).rowcount:
            connection.execute(insert(PUSH_BROWSERS), [values])
        if seat is None:
            return
        here = (PUSH_SEATS.c.table_id == seat[0]) & (PUSH_SEATS.c.seat == seat[1])
        if connection.execute(select(PUSH_SEATS).where(here, PUSH_SEATS.c.browser == row.id)).first() is None:
            connection.execute(insert(PUSH_SEATS), [{"table_id": seat[0], "seat": seat[1], "browser": row.id}])
        by_visit = select(PUSH_SEATS.c.browser).join(PUSH_BROWSERS, PUSH_BROWSERS.c.id == PUSH_SEATS.c.browser).where(here)
        last = (PUSH_BROWSERS.c.id == row.id).desc(), PUSH_BROWSERS.c.at.desc()
        older = list(connection.execute(by_visit.order_by(*last).offset(MOST_BROWSERS)).scalars())
        connection.execute(delete(PUSH_SEATS).where(here, PUSH_SEATS.c.browser.in_(older)))
        mine = select(PUSH_SEATS.c.table_id).join(TABLES, TABLES.c.id == PUSH_SEATS.c.table_id)
        mine = mine.where(PUSH_SEATS.c.browser == row.id, PUSH_SEATS.c.table_id != seat[0])
        oldest = list(connection.execute(mine.order_by(TABLES.c.updated.desc()).offset(MOST_SEATS)).scalars())
        connection.execute(delete(PUSH_SEATS).where(PUSH_SEATS.c.browser == row.id, PUSH_SEATS.c.table_id.in_(oldest)))
        forget_lonely(connection)

    await again_if_first(storage, work)


async def renew_browser(storage: Storage, old: str, row: BrowserRow) -> bool:
    """A browser has another address and other keys; False if there is none of that id."""

    def work(connection: Connection) -> bool:
        found = connection.execute(select(PUSH_BROWSERS).where(PUSH_BROWSERS.c.id == old).with_for_update()).one_or_none()
        if found is None:
            return False
        if old == row.id:
            connection.execute(update(PUSH_BROWSERS).where(PUSH_BROWSERS.c.id == old).values(**asdict(row)))
            return True
        connection.execute(delete(PUSH_BROWSERS).where(PUSH_BROWSERS.c.id == row.id))
        connection.execute(insert(PUSH_BROWSERS), [asdict(row) | {"person_key": found.person_key}])
        connection.execute(update(PUSH_SEATS).where(PUSH_SEATS.c.browser == old).values(browser=row.id))
        connection.execute(delete(PUSH_BROWSERS).where(PUSH_BROWSERS.c.id == old))
        return True

    return await storage.transaction(work)


async def again_if_first(storage: Storage, work: Any) -> None:
    """Run it; once more if somebody else wrote the same first row at the same moment."""
    try:
        await storage.transaction(work)
    except IntegrityError:
        await storage.transaction(work)


async def drop_browser(storage: Storage, id: str) -> bool:
    """Forget a browser; False if there is none of that id."""
    gone = delete(PUSH_BROWSERS).where(PUSH_BROWSERS.c.id == id)
    return bool(await storage.transaction(lambda connection: connection.execute(gone).rowcount))


async def count_push(storage: Storage, id: str, failed: bool) -> None:
    """Count whether a message reached a browser; one that none reaches any more is forgotten."""
    mine = PUSH_BROWSERS.c.id == id

    def work(connection: Connection) -> None:
        connection.execute(update(PUSH_BROWSERS).where(mine).values(failures=PUSH_BROWSERS.c.failures + 1 if failed else 0))
        connection.execute(delete(PUSH_BROWSERS).where(mine, PUSH_BROWSERS.c.failures >= MOST_FAILURES))

    await storage.transaction(work)


async def count_browsers(storage: Storage) -> dict[str, int]:
    """How many browsers take messages from each public key."""
    query = select(PUSH_BROWSERS.c.key, func.count()).group_by(PUSH_BROWSERS.c.key)
    return await storage.read(lambda connection: {str(key): int(n) for key, n in connection.execute(query)})


# --- what goes


async def sweep_browsers(storage: Storage, before: float, ended_before: float) -> int:
    """Delete browsers that were not here since then, and the seats of tables that ended before; how many browsers."""

    def work(connection: Connection) -> int:
        old = select(TABLES.c.id).where(TABLES.c.state.in_((OVER, CLOSED)), TABLES.c.updated < ended_before)
        connection.execute(delete(PUSH_SEATS).where(PUSH_SEATS.c.table_id.in_(old)))
        gone = connection.execute(delete(PUSH_BROWSERS).where(PUSH_BROWSERS.c.at < before)).rowcount
        forget_lonely(connection)
        return gone

    return await storage.transaction(work)


# --- all tables in one message


async def claim_digest(storage: Storage, receiver: str, now: float, every: float) -> bool:
    """Claim the next message to somebody; False if there was one since then, by any process."""

    def work(connection: Connection) -> bool:
        mine = DIGESTS.c.receiver == receiver
        if connection.execute(update(DIGESTS).where(mine, DIGESTS.c.at <= now - every).values(at=now)).rowcount:
            return True
        if connection.execute(select(DIGESTS.c.at).where(mine)).first() is not None:
            return False
        connection.execute(insert(DIGESTS), [{"receiver": receiver, "at": now}])
        return True

    try:
        return await storage.transaction(work)
    except IntegrityError:  # another process was first
        return False


async def forget_digests(storage: Storage, before: float) -> None:
    """Delete moments that matter no more."""
    await storage.transaction(lambda connection: connection.execute(delete(DIGESTS).where(DIGESTS.c.at < before)))
