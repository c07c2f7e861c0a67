"""Clocks, pauses and endings by consent; private notes, visits, notices and pings of a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables of before have no clock, are neither paused nor ended, and their times begin with their next entry."""
    op.add_column("game_tables", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("game_tables", sa.Column("times", sa.Text, nullable=False, server_default=""))
    op.add_column("game_tables", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game_tables", sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table("seat_notes", *seat_columns(), sa.Column("text", sa.Text, nullable=False))
    op.create_table(
        "visits",
        *seat_columns(),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
    )
    op.create_table(
        "notices",
        *seat_columns(),
        sa.Column("webhook", sa.Text, nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
    )
    op.create_index("ix_notices_email", "notices", ["email"])
    op.create_table(
        "pings",
        *seat_columns(),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def seat_columns() -> tuple[sa.Column[str], sa.Column[int]]:
    """Whose a row is."""
    table = sa.Column("table_id", sa.String(40), sa.ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True)
    return table, sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False)
