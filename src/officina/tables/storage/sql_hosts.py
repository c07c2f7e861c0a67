"""What several hosts of one database have in common beside the tables: tries that are counted, and the keys for push."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from officina.tables.errors import NotSaved
from officina.tables.storage.schema import PUSH_KEYS, TRIES

if TYPE_CHECKING:
    from officina.tables.storage.sql import Storage

DAY: Final = 86_400.0
"""After that whatever was used is there again: see ``Limits``."""
ATTEMPTS: Final = 3

Key = tuple[str, str, float]
"""A pair of keys as they are stored: public, private, when it was made; ``PushKey`` has the same fields."""


async def count_try(storage: Storage, who: str, what: str, rate: float, most: float) -> float:
    """Count one more try at whichever process it is made, if so many are not used yet; seconds until it may be made, or 0.

    ``rate``: how many come back in a second. ``who`` is a hash: what somebody tried, and from where, is nobody's business.
    """

    def work(connection: Connection) -> float:
        now = storage.clock(connection)
        connection.execute(delete(TRIES).where((TRIES.c.at < now - DAY) | (TRIES.c.at > now + DAY)))
        mine = (TRIES.c.who == who) & (TRIES.c.what == what)
        row = connection.execute(select(TRIES.c.used, TRIES.c.at).where(mine).with_for_update()).one_or_none()
        used = 0.0 if row is None else max(0.0, row.used - max(0.0, now - row.at) * rate)
        if used + 1 > most:
            return float((used + 1 - most) / rate)
        if row is None:
            connection.execute(insert(TRIES), [{"who": who, "what": what, "used": 1.0, "at": now}])
        else:
            connection.execute(update(TRIES).where(mine).values(used=used + 1, at=now))
        return 0.0

    for _ in range(ATTEMPTS):
        try:
            return await storage.transaction(work)
        except IntegrityError:  # another process has counted the first try of all at the same moment
            continue
    raise NotSaved


async def push_keys(storage: Storage) -> list[Key]:
    """The keys of all hosts, latest first."""
    query = select(PUSH_KEYS.c.public, PUSH_KEYS.c.private, PUSH_KEYS.c.made).order_by(PUSH_KEYS.c.made.desc())
    return await storage.read(lambda connection: [(row.public, row.private, row.made) for row in connection.execute(query)])


async def set_push_keys(storage: Storage, keys: Sequence[Key], first: bool = False) -> None:
    """Replace the keys of all hosts; as the ``first`` ones only where there are none."""

    def work(connection: Connection) -> None:
        storage.alone(connection)  # two hosts that start at once bring one set of keys
        if first and connection.execute(select(func.count()).select_from(PUSH_KEYS)).scalar_one():
            return
        connection.execute(delete(PUSH_KEYS))
        if keys:
            rows = [{"public": public, "private": private, "made": made} for public, private, made in keys]
            connection.execute(insert(PUSH_KEYS), rows)

    await storage.transaction(work)
