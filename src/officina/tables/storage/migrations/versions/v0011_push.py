"""Browsers that are told of turns, and messages that gather several tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever had asked to be told is told as before: at once, by mail and webhook."""
    op.add_column("notices", sa.Column("digest", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "digests", sa.Column("receiver", sa.String(64), primary_key=True), sa.Column("at", sa.Float, nullable=False)
    )
    op.create_table(
        "push_browsers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("person_key", sa.String(64), sa.ForeignKey("person_keys.key", ondelete="CASCADE"), index=True),
    )
    op.create_index("ix_push_browsers_at", "push_browsers", ["at"])
    op.create_table(
        "push_seats",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column(
            "browser", sa.String(64), sa.ForeignKey("push_browsers.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
    )
