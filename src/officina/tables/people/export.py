"""Everything that is stored of a person, to take along."""

from __future__ import annotations

import msgspec

from officina.games import GAMES
from officina.messages import PersonalData
from officina.tables.people.people import People
from officina.tables.storage.people import PersonRow
from officina.tables.storage.retention import personal_data
from officina.tables.storage.sql_people import seats_of_person


class PersonBox(msgspec.Struct):
    """A box of the person: what it is called, and what differs from ours."""

    game: str
    name: str
    maker: str
    box: msgspec.Raw


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
    boxes: list[PersonBox]


async def person_data(people: People, person: PersonRow) -> PersonData:
    """All of it."""
    seats = await seats_of_person(people.storage, person.id)
    found = [await personal_data(people.storage, table_id, seat) for table_id, seat in sorted(seats.items())]
    known = {name: getattr(person, name) for name in PersonData.__struct_fields__ if hasattr(person, name)}
    boxes = [
        PersonBox(row.game, row.name, row.maker, msgspec.Raw(row.draft.encode()))
        for game in GAMES
        for row in await people.storage.boxes_of([person.id], game)
    ]
    browsers = await people.browsers(person)
    return PersonData(**known, browsers=browsers, seats=[one for one in found if one is not None], boxes=boxes)
