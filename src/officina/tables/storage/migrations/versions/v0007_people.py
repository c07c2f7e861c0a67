"""People with their keys and seats, the club, what came out of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables of before stay outside the club, and their seats belong to nobody but the holders of their links."""
    op.add_column("seats", sa.Column("former", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game_tables", sa.Column("club", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("colour", sa.String(20), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )
    op.create_index("ix_people_email", "people", ["email"])
    op.create_table(
        "person_keys", sa.Column("key", sa.String(64), primary_key=True), person(), sa.Column("at", sa.Float, nullable=False)
    )
    op.create_table(
        "pairings", sa.Column("code", sa.String(64), primary_key=True), person(), sa.Column("until", sa.Float, nullable=False)
    )
    op.create_table(
        "person_seats",
        table(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        person(),
        sa.UniqueConstraint("table_id", "person", name="one_seat_a_person"),
    )
    op.create_table(
        "played",
        table(),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("choices", sa.Integer, nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
    )
    op.create_index("ix_played_ended", "played", ["ended"])
    op.create_table(
        "scores",
        table(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
    )


def table() -> sa.Column[str]:
    """The table that a row is about; it goes with it."""
    return sa.Column("table_id", sa.String(40), sa.ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True)


def person() -> sa.Column[str]:
    """The person that a row is about; it goes with them."""
    return sa.Column("person", sa.String(24), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True)
