"""Everything that is stored of a person, to take along."""

from __future__ import annotations

import msgspec

from officina.messages import PersonalData
from officina.tables.people.people import People
from officina.tables.storage.people import PersonRow
from officina.tables.storage.retention import personal_data
from officina.tables.storage.sql_people import seats_of_person


class PersonData(msgspec.Struct):
    """A person and what every seat of theirs holds; hashes of keys and codes are left out."""

    name: str
    colour: str
    language: str
    created: float
    seen: float
    email: str
    confirmed: bool
    joined: float
    browsers: int
    seats: list[PersonalData]


async def person_data(people: People, person: PersonRow) -> PersonData:
    """All of it."""
    seats = await seats_of_person(people.storage, person.id)
    found = [await personal_data(people.storage, table_id, seat) for table_id, seat in sorted(seats.items())]
    known = {name: getattr(person, name) for name in PersonData.__struct_fields__ if hasattr(person, name)}
    return PersonData(**known, browsers=await people.browsers(person), seats=[one for one in found if one is not None])
