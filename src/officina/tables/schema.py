"""The tables of the database, as the program uses them. ``migrations/`` says how they came about."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()

TABLES: Final = Table(
    "game_tables",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("state", String(10), nullable=False, index=True),
    Column("rules_version", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Column("public", Integer, nullable=False),
    Column("header", Text, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("waiting", JSON, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("rematch", String(40), nullable=False),
    Column("clock", Text, nullable=False),
    Column("times", Text, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("ended", Boolean, nullable=False),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(80), nullable=False),
    Column("bot", String(40), nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("host", Boolean, nullable=False),
    Column("token", String(64), nullable=False),
    Column("invitation", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("text", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("audience", Integer, nullable=False),
    Column("renews", Boolean, nullable=False),
    UniqueConstraint("table_id", "n", name="one_entry_a_number"),
)

SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    Column("table_id", String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("position", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "n"),
)

ACTIONS: Final = Table(
    "actions",
    METADATA,
    Column("table_id", String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action_id", String(80), nullable=False),
    Column("answer", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "action_id"),
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

PASSING: Final = (PROCESSES, PRESENCE, CHANGES)
"""What is about the running processes alone: a backup leaves it out."""


def seat_columns() -> tuple[Column[str], Column[int]]:
    """Whose a row is."""
    table = Column("table_id", String(40), ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True)
    return table, Column("seat", Integer, primary_key=True, autoincrement=False)


SEAT_NOTES: Final = Table("seat_notes", METADATA, *seat_columns(), Column("text", Text, nullable=False))

VISITS: Final = Table(
    "visits",
    METADATA,
    *seat_columns(),
    Column("seen", Float, nullable=False),
    Column("step", Integer, nullable=False),
)

NOTICES: Final = Table(
    "notices",
    METADATA,
    *seat_columns(),
    Column("webhook", Text, nullable=False),
    Column("email", String(320), nullable=False, index=True),
    Column("confirmed", Boolean, nullable=False),
    Column("key", String(64), nullable=False),
    Column("asked", Float, nullable=False),
    Column("language", String(10), nullable=False),
    Column("origin", Text, nullable=False),
    Column("failures", Integer, nullable=False),
)

PINGS: Final = Table(
    "pings",
    METADATA,
    *seat_columns(),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)
