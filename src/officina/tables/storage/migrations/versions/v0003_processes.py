"""Several processes: who is there, where pages are open, and (SQLite) which tables have changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Three small tables that hold nothing of a game: a backup leaves them out."""
    op.create_table(
        "processes",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(200), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "process", "seat"),
    )
    op.create_index("ix_presence_process", "presence", ["process"])
    op.create_table(
        "changes",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("origin", sa.String(40), nullable=False),
    )
    op.create_index("ix_changes_n", "changes", ["n"])
