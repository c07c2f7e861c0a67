"""Who somebody is: a key that the browser keeps, seats joined to it, and the way to another browser."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import Final

from officina.core.text import LANGUAGES, Message
from officina.tables import tokens
from officina.tables.actions.pipeline import Pipeline
from officina.tables.actions.seats import AddKey
from officina.tables.errors import TableError, WrongLink
from officina.tables.registry import Registry, seat_of
from officina.tables.storage import sql_people as db
from officina.tables.storage.erasing import erase_person, scrub_if_due
from officina.tables.storage.people import PAIRING_SECONDS, PersonRow
from officina.tables.table.model import TableInfo, clean_name

ID_BYTES: Final = 12
DAY: Final = 86_400.0
MOST_PAIRINGS: Final = 3
"""So many codes for other browsers are good at a time."""
MOST_TABLES: Final = 500


class People:
    """The people of a registry's storage."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.storage = registry.storage
        self.pipeline = Pipeline(registry)

    async def known(self, key: str) -> PersonRow | None:
        """Whose key it is; None if nobody's."""
        if not 0 < len(key) <= tokens.MOST_LETTERS:
            return None
        person = await db.person_of_key(self.storage, tokens.hashed(key))
        today = time.time() // DAY * DAY
        if person is not None and person.seen < today:
            await db.change_person(self.storage, person.id, seen=today)
        return person

    async def make(self, name: str, colour: str = "", language: str = "en") -> tuple[PersonRow, str]:
        """A new person, and the key for the browser; only its hash is stored."""
        key, now = tokens.new_token(), time.time()
        row = PersonRow(secrets.token_hex(ID_BYTES), name_for(name), colour, language, now, now // DAY * DAY)
        await db.add_person(self.storage, row, tokens.hashed(key))
        return row, key

    async def change(self, person: PersonRow, name: str, colour: str, language: str) -> PersonRow:
        """Another name, wish of a colour, language."""
        language = language if language in LANGUAGES else person.language
        changed = replace(person, name=name_for(name), colour=colour, language=language)
        await db.change_person(self.storage, person.id, name=changed.name, colour=colour, language=language)
        return changed

    # --- seats

    async def join_seat(self, person: PersonRow, table_id: str, token: str) -> bool:
        """The seat of the token is the person's from now on; False if it is another's, or the person has one there already."""
        seat = await self.registry.identify(table_id, token)
        return await db.join_seat(self.storage, person.id, table_id, seat)

    async def open_seat(self, person: PersonRow, table_id: str) -> tuple[int, str] | None:
        """The person's seat at a table with a new token for it, for a browser that has none; None: no seat there."""
        if not tokens.is_table_id(table_id):
            return None
        seat = await db.seat_of_person(self.storage, person.id, table_id)
        if seat is None:
            return None
        token = tokens.new_token()
        await self.pipeline.do(table_id, "", AddKey(seat, token))
        try:
            return seat_of((await self.registry.live(table_id)).seats, token), token
        except WrongLink:  # whoever sat there has just stood up
            return None

    async def tables(self, person: PersonRow) -> list[TableInfo]:
        """The tables at which the person sits, latest first."""
        seats = await db.seats_of_person(self.storage, person.id)
        found = await self.storage.find(list(seats)[:MOST_TABLES])
        return [self.registry.listed(stored, seats[stored.table.id]) for stored in found]

    # --- another browser

    async def pairing(self, person: PersonRow, seconds: float = PAIRING_SECONDS) -> str:
        """A code that makes one other browser the person's, once and soon."""
        code, now = tokens.new_token(), time.time()
        await db.add_pairing(self.storage, tokens.hashed(code), person.id, now, now + seconds, MOST_PAIRINGS)
        return code

    async def whose(self, code: str) -> PersonRow:
        """Whose code it is, without using it up; WrongLink if it is not good (any more)."""
        person = await db.person_of_pairing(self.storage, tokens.hashed(code), time.time())
        if person is None:
            raise TableError(Message("tables.error.pairing"))
        return person

    async def pair(self, code: str) -> tuple[PersonRow, str]:
        """Use the code up: the person, and a key for this browser."""
        key = tokens.new_token()
        person = await db.use_pairing(self.storage, tokens.hashed(code), tokens.hashed(key), time.time())
        if person is None:
            raise TableError(Message("tables.error.pairing"))
        return person, key

    async def leave(self, person: PersonRow, key: str, others: bool = False) -> None:
        """This browser forgets the person, or all others do."""
        hashed = tokens.hashed(key)
        await db.drop_keys(self.storage, person.id, only="" if others else hashed, but=hashed)

    async def browsers(self, person: PersonRow) -> int:
        """At how many browsers the person is known."""
        return await db.count_keys(self.storage, person.id)

    # --- the way out

    async def erase(self, person: PersonRow) -> None:
        """Erase the person. Tables in memory follow at once, the database's files within a minute or two."""
        changed = await erase_person(self.storage, person.id)
        for table_id in changed or ():
            if table_id in self.registry.tables:
                async with self.registry.hold(table_id) as live:
                    await self.registry.catch_up(live)
        await scrub_if_due(self.storage, time.time())


def name_for(name: str) -> str:
    """A person's name; TableError if there is nothing in it."""
    name = clean_name(name)
    if not name:
        raise TableError(Message("tables.error.nameless"))
    return name
