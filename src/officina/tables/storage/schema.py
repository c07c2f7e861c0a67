"""The database schema as the program uses it; ``migrations/`` leads there."""

from __future__ import annotations

from typing import Any, Final, get_origin, get_type_hints

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from officina.tables.storage.club import ClubRow, SeasonRow
from officina.tables.storage.interface import ActionRow, BoxRow, EntryRow, SeatRow, SnapshotRow, TableRow
from officina.tables.storage.people import PersonRow
from officina.tables.storage.results import PlayedRow, ScoreRow
from officina.tables.storage.seat_data import BrowserRow, NoticeRow, VisitRow

METADATA: Final = MetaData()

KINDS: Final[dict[Any, Any]] = {int: Integer, float: Float, bool: Boolean, str: Text, dict: JSON, tuple: JSON}


def columns(row: type, **letters: int) -> list[Column[Any]]:
    """A column for each field of a row, of the field's type; ``letters``: the length of texts that have one."""
    made: list[Column[Any]] = []
    for name, kind in get_type_hints(row).items():
        if name == "table_id":
            made.append(Column(name, String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), nullable=False))
        else:
            stored = String(letters[name]) if name in letters else KINDS[get_origin(kind) or kind]
            made.append(Column(name, stored, nullable=False))
    return made


TABLES: Final = Table(
    "game_tables",
    METADATA,
    *columns(TableRow, id=40, game=40, state=10, commitment=64, rematch=40),
    PrimaryKeyConstraint("id"),
    Index("ix_game_tables_state", "state"),
    Index("ix_game_tables_updated", "updated"),
    Index("ix_game_tables_club", "club"),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    *columns(SeatRow, kind=10, name=80, bot=40, token=64, invitation=64),
    Column("more_keys", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)
"""``token`` is the seat's first key alone, which is all that 0.2.0 knows; see ``seat_values``."""

ENTRIES: Final = Table(
    "entries", METADATA, *columns(EntryRow, kind=10), UniqueConstraint("table_id", "n", name="one_entry_a_number")
)

SNAPSHOTS: Final = Table("snapshots", METADATA, *columns(SnapshotRow), PrimaryKeyConstraint("table_id", "n"))

ACTIONS: Final = Table(
    "actions", METADATA, *columns(ActionRow, action_id=80), PrimaryKeyConstraint("table_id", "seat", "action_id")
)

REFUSALS: Final = Table(
    "refusals",
    METADATA,
    *columns(ActionRow, action_id=80),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "action_id"),
    Index("ix_refusals_at", "at"),
)

PROCESSES: Final = Table(
    "processes",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("seen", Float, nullable=False),
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("process", String(200), nullable=False, index=True),
    Column("table_id", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("pages", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "process", "seat"),
)

CHANGES: Final = Table(
    "changes",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("n", Integer, nullable=False, index=True),
    Column("origin", String(40), nullable=False),
)

HOUSE: Final = Table("house", METADATA, Column("name", String(40), primary_key=True), Column("at", Float, nullable=False))
"""When the work of a name was last done."""

BLOCKED: Final = Table(
    "blocked",
    METADATA,
    Column("network", String(50), primary_key=True),
    Column("at", Float, nullable=False),
    Column("why", Text, nullable=False),
)
"""Addresses and networks that are not let in."""

PEOPLE: Final = Table(
    "people",
    METADATA,
    *columns(PersonRow, id=24, name=80, colour=20, language=10, email=320, key=64),
    PrimaryKeyConstraint("id"),
    Index("ix_people_email", "email"),
)


def person_column() -> Column[str]:
    """Whose a row is: it goes with the person."""
    return Column("person", String(24), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True)


PERSON_KEYS: Final = Table(
    "person_keys", METADATA, Column("key", String(64), primary_key=True), person_column(), Column("at", Float, nullable=False)
)
"""Hashes of the keys that people's browsers keep, one a browser."""

PAIRINGS: Final = Table(
    "pairings", METADATA, Column("code", String(64), primary_key=True), person_column(), Column("until", Float, nullable=False)
)
"""Hashes of the codes that make another browser somebody's, once."""

PERSON_SEATS: Final = Table(
    "person_seats",
    METADATA,
    Column("table_id", String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    person_column(),
    UniqueConstraint("table_id", "person", name="one_seat_a_person"),
)

PLAYED: Final = Table(
    "played", METADATA, *columns(PlayedRow, game=40), PrimaryKeyConstraint("table_id"), Index("ix_played_ended", "ended")
)

SCORES: Final = Table("scores", METADATA, *columns(ScoreRow, bot=40), PrimaryKeyConstraint("table_id", "seat"))

CLUB: Final = Table("club", METADATA, *columns(ClubRow, name=80), PrimaryKeyConstraint("id"))
"""At most one row: the club of this server."""

SEASONS: Final = Table("seasons", METADATA, *columns(SeasonRow, name=80), PrimaryKeyConstraint("began"))

BOXES: Final = Table(
    "boxes",
    METADATA,
    *columns(BoxRow, id=40, game=40, name=80, maker=80, owner=64),
    PrimaryKeyConstraint("id"),
    Index("ix_boxes_owner", "owner"),
)
"""Boxes of owners: figures that differ from ours."""

DIGESTS: Final = Table(
    "digests", METADATA, Column("receiver", String(64), primary_key=True), Column("at", Float, nullable=False)
)
"""When somebody who wants all tables in one message was last sent one; ``receiver`` is a hash."""

PUSH_KEYS: Final = Table(
    "push_keys",
    METADATA,
    Column("public", String(100), primary_key=True),
    Column("private", String(60), nullable=False),
    Column("made", Float, nullable=False),
)
"""The keys by which push services know this server, where several hosts share a database: ``notices/push_keys.py``."""

TRIES: Final = Table(
    "tries",
    METADATA,
    Column("who", String(64), primary_key=True),
    Column("what", String(20), primary_key=True),
    Column("used", Float, nullable=False),
    Column("at", Float, nullable=False),
)
"""Tries that are counted over all processes, by a hash of who made them."""

WORKS_WITH: Final = Table("works_with", METADATA, Column("oldest", String(4), primary_key=True))
"""One row: the migration that the oldest program knew which may use the database as it is now."""

TRANSIENT: Final = (
    PROCESSES,
    PRESENCE,
    CHANGES,
    REFUSALS,
    HOUSE,
    PAIRINGS,
    PLAYED,
    SCORES,
    DIGESTS,
    PUSH_KEYS,
    TRIES,
    WORKS_WITH,
)
"""State of the running processes, what is kept for a moment only, what follows from the logs, and what is the server's own (its
keys): not part of a backup."""


def seat_columns() -> tuple[Column[str], Column[int]]:
    """Whose a row is."""
    table = Column("table_id", String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True)
    return table, Column("seat", Integer, primary_key=True, autoincrement=False)


SEAT_NOTES: Final = Table("seat_notes", METADATA, *seat_columns(), Column("text", Text, nullable=False))

VISITS: Final = Table("visits", METADATA, *columns(VisitRow), PrimaryKeyConstraint("table_id", "seat"))

NOTICES: Final = Table(
    "notices",
    METADATA,
    *columns(NoticeRow, email=320, key=64, language=10),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_notices_email", "email"),
)

PINGS: Final = Table(
    "pings",
    METADATA,
    *seat_columns(),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

PUSH_BROWSERS: Final = Table(
    "push_browsers",
    METADATA,
    *columns(BrowserRow, id=64, p256dh=100, auth=40, language=10, key=100),
    Column("person_key", String(64), ForeignKey("person_keys.key", ondelete="CASCADE"), nullable=True, index=True),
    PrimaryKeyConstraint("id"),
    Index("ix_push_browsers_at", "at"),
)
"""Browsers that can be told something; one with a person's key is told of all tables of the person, and goes with the key."""

PUSH_SEATS: Final = Table(
    "push_seats",
    METADATA,
    *seat_columns(),
    Column("browser", String(64), ForeignKey("push_browsers.id", ondelete="CASCADE"), primary_key=True, index=True),
)
"""Seats of which a browser is told because it held their link."""
