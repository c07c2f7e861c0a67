"""Erasing a person: no name, mail, note or talk is left, not even in the free pages of a file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, delete, insert, select, update

from officina.tables.errors import NotSaved
from officina.tables.storage.retention import erase_chat
from officina.tables.storage.schema import BOXES, HOUSE, NOTICES, PEOPLE, PERSON_SEATS, PINGS, SEAT_NOTES, SEATS, TABLES, VISITS
from officina.tables.storage.sql_browsers import forget_seat_browsers
from officina.tables.storage.sql_log import table_row

if TYPE_CHECKING:
    from officina.tables.storage.sql import Storage

SCRUB: Final = "scrub"
"""Work of the house: to rewrite the database's files, so that nothing of what was erased is left in them."""
SCRUB_SECONDS: Final = 60.0
"""It takes long with a large database: at most so often."""


async def erase_person(storage: Storage, person: str) -> list[str] | None:
    """Erase a person; the tables at which the person sat, None if there is no such person.

    What was played stays, by a former player. Keys, mail address, membership and boxes go, and so do name, talk, notes,
    notification settings and visits of all the person's seats, and the name on a chair that a rematch holds for the person.
    """

    def work(connection: Connection) -> list[str] | None:
        if connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person)).first() is None:
            return None
        mine = select(PERSON_SEATS).where(PERSON_SEATS.c.person == person).order_by(PERSON_SEATS.c.table_id)
        seats = {row.table_id: row.seat for row in connection.execute(mine)}
        # Always in the same order, so that several processes cannot deadlock.
        found = connection.execute(select(TABLES).where(TABLES.c.id.in_(seats)).order_by(TABLES.c.id).with_for_update()).all()
        changed = []
        for row in map(table_row, found):
            seat = seats[row.id]
            erase_chat(connection, row, seat, time.time())
            mine_here = (SEATS.c.table_id == row.id) & (SEATS.c.seat == seat)
            connection.execute(update(SEATS).where(mine_here).values(name="", former=True))
            held = (SEATS.c.table_id == row.rematch) & (SEATS.c.seat == (seat + 1) % row.players) & (SEATS.c.token == "")
            connection.execute(update(SEATS).where(held).values(name=""))
            for table in (SEAT_NOTES, VISITS, NOTICES, PINGS):
                connection.execute(delete(table).where((table.c.table_id == row.id) & (table.c.seat == seat)))
            forget_seat_browsers(connection, row.id, seat)
            changed += [row.id, *([row.rematch] if row.rematch else [])]
        connection.execute(delete(BOXES).where(BOXES.c.owner == person))  # tables have copies, without the maker's name
        connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))
        want_scrub(connection)
        storage.mark(connection, changed)
        return changed

    return await storage.transaction(work)


def want_scrub(connection: Connection) -> None:
    """Ask for the files to be rewritten."""
    if connection.execute(select(HOUSE.c.at).where(HOUSE.c.name == SCRUB)).first() is None:
        connection.execute(insert(HOUSE), [{"name": SCRUB, "at": time.time()}])


async def scrub_if_due(storage: Storage, now: float, every: float = SCRUB_SECONDS) -> bool:
    """Rewrite the files if something was erased and it was not done just now; whether it was done.

    What is asked for while it is under way is done the next time.
    """
    last = f"{SCRUB}bed"

    def claim(connection: Connection) -> bool:
        done = connection.execute(select(HOUSE.c.at).where(HOUSE.c.name == last)).scalar_one_or_none()
        if done is not None and 0 <= now - done < every:
            return False
        if not connection.execute(delete(HOUSE).where(HOUSE.c.name == SCRUB)).rowcount:
            return False
        connection.execute(delete(HOUSE).where(HOUSE.c.name == last))
        connection.execute(insert(HOUSE), [{"name": last, "at": now}])
        return True

    if not await storage.transaction(claim):
        return False
    try:
        await storage.scrub()
    except NotSaved:
        await storage.transaction(want_scrub)
        raise
    return True
