"""People, their keys and their seats, in an SQL database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from officina.tables.storage.people import PersonRow
from officina.tables.storage.schema import PAIRINGS, PEOPLE, PERSON_KEYS, PERSON_SEATS

if TYPE_CHECKING:
    from officina.tables.storage.sql import Storage


async def add_person(storage: Storage, row: PersonRow, key: str) -> None:
    """Store a new person with the hash of the first key."""

    def work(connection: Connection) -> None:
        connection.execute(insert(PEOPLE), [asdict(row)])
        connection.execute(insert(PERSON_KEYS), [{"key": key, "person": row.id, "at": row.created}])

    await storage.transaction(work)


async def person_of_key(storage: Storage, key: str) -> PersonRow | None:
    """Whoever has the key of that hash."""
    query = select(PEOPLE).join(PERSON_KEYS, PERSON_KEYS.c.person == PEOPLE.c.id).where(PERSON_KEYS.c.key == key)
    row = await storage.look(lambda connection: connection.execute(query).one_or_none())
    return None if row is None else PersonRow(**row._mapping)


async def people(storage: Storage, ids: Sequence[str] | None = None) -> list[PersonRow]:
    """The people of those ids, or all of them, by name."""
    query = select(PEOPLE).order_by(PEOPLE.c.name, PEOPLE.c.id)
    if ids is not None:
        query = query.where(PEOPLE.c.id.in_(ids))
    return await storage.read(lambda connection: [PersonRow(**row._mapping) for row in connection.execute(query)])


async def people_by_email(storage: Storage, email: str) -> list[PersonRow]:
    """Those who have confirmed that address."""
    query = select(PEOPLE).where(PEOPLE.c.email == email, PEOPLE.c.confirmed.is_(True))
    return await storage.read(lambda connection: [PersonRow(**row._mapping) for row in connection.execute(query)])


async def change_person(storage: Storage, person: str, **values: Any) -> bool:
    """Change what is stored of a person; False if there is none."""
    changed = update(PEOPLE).where(PEOPLE.c.id == person).values(**values)
    return bool(await storage.transaction(lambda connection: connection.execute(changed).rowcount))


async def count_keys(storage: Storage, person: str) -> int:
    """At how many browsers the person is known."""
    query = select(func.count()).select_from(PERSON_KEYS).where(PERSON_KEYS.c.person == person)
    return int(await storage.read(lambda connection: connection.execute(query).scalar_one()))


async def drop_keys(storage: Storage, person: str, only: str = "", but: str = "") -> int:
    """Delete the key of one hash, or all of the person but one; how many."""
    gone = delete(PERSON_KEYS).where(PERSON_KEYS.c.person == person)
    gone = gone.where(PERSON_KEYS.c.key == only) if only else gone.where(PERSON_KEYS.c.key != but)
    return await storage.transaction(lambda connection: connection.execute(gone).rowcount)


# --- another browser


async def add_pairing(storage: Storage, code: str, person: str, now: float, until: float, most: int) -> None:
    """Store the hash of a code; a person has only so many at a time, the latest."""

    def work(connection: Connection) -> None:
        connection.execute(delete(PAIRINGS).where(PAIRINGS.c.until <= now))
        mine = select(PAIRINGS.c.code).where(PAIRINGS.c.person == person).order_by(PAIRINGS.c.until.desc()).offset(most - 1)
        older = list(connection.execute(mine).scalars())
        connection.execute(delete(PAIRINGS).where(PAIRINGS.c.code.in_(older)))
        connection.execute(insert(PAIRINGS), [{"code": code, "person": person, "until": until}])

    await storage.transaction(work)


async def person_of_pairing(storage: Storage, code: str, now: float) -> PersonRow | None:
    """Whose code it is; it stays good."""
    query = select(PEOPLE).join(PAIRINGS, PAIRINGS.c.person == PEOPLE.c.id)
    query = query.where(PAIRINGS.c.code == code, PAIRINGS.c.until > now)
    row = await storage.look(lambda connection: connection.execute(query).one_or_none())
    return None if row is None else PersonRow(**row._mapping)


async def use_pairing(storage: Storage, code: str, key: str, now: float) -> PersonRow | None:
    """Take the code and store a key instead; None if there is no such code (any more): of several who try, one gets it."""

    def work(connection: Connection) -> PersonRow | None:
        found = connection.execute(select(PAIRINGS).where(PAIRINGS.c.code == code, PAIRINGS.c.until > now)).one_or_none()
        if found is None or not connection.execute(delete(PAIRINGS).where(PAIRINGS.c.code == code)).rowcount:
            return None
        connection.execute(insert(PERSON_KEYS), [{"key": key, "person": found.person, "at": now}])
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == found.person)).one()
        return PersonRow(**row._mapping)

    return await storage.transaction(work)


# --- seats


async def join_seat(storage: Storage, person: str, table_id: str, seat: int) -> bool:
    """The seat is the person's; False if it is somebody's, or the person has another one at that table."""
    row = {"table_id": table_id, "seat": seat, "person": person}
    with suppress(IntegrityError):
        await storage.transaction(lambda connection: connection.execute(insert(PERSON_SEATS), [row]))
        return True
    return False


async def seats_of_person(storage: Storage, person: str) -> dict[str, int]:
    """The person's seats, by table."""
    query = select(PERSON_SEATS.c.table_id, PERSON_SEATS.c.seat).where(PERSON_SEATS.c.person == person)
    return await storage.read(lambda connection: {row.table_id: row.seat for row in connection.execute(query)})


async def seat_of_person(storage: Storage, person: str, table_id: str) -> int | None:
    """The person's seat at a table; None: none."""
    query = select(PERSON_SEATS.c.seat).where(PERSON_SEATS.c.table_id == table_id, PERSON_SEATS.c.person == person)
    return await storage.look(lambda connection: connection.execute(query).scalar_one_or_none())


async def people_at(storage: Storage, table_ids: Sequence[str]) -> dict[tuple[str, int], str]:
    """Whose the seats of those tables are."""
    query = select(PERSON_SEATS).where(PERSON_SEATS.c.table_id.in_(table_ids))
    return await storage.read(lambda connection: {(row.table_id, row.seat): row.person for row in connection.execute(query)})
