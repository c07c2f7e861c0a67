"""Tables, seats, log, snapshots, actions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "game_tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("public", sa.Integer, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("waiting", sa.JSON, nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("rematch", sa.String(40), nullable=False),
    )
    op.create_index("ix_game_tables_state", "game_tables", ["state"])
    op.create_table(
        "seats",
        table_column(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("host", sa.Boolean, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_table(
        "entries",
        table_column(),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("audience", sa.Integer, nullable=False),
        sa.Column("renews", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "n", name="one_entry_a_number"),
    )
    op.create_table(
        "snapshots",
        table_column(),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n"),
    )
    op.create_table(
        "actions",
        table_column(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action_id", sa.String(80), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "action_id"),
    )


def table_column() -> sa.Column[str]:
    """The table that a row belongs to."""
    return sa.Column("table_id", sa.String(40), sa.ForeignKey("game_tables.id", ondelete="CASCADE"), nullable=False)
