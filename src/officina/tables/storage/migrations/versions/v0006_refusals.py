"""Refusals are kept apart from what was done, and for a while only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Refusals of before are long answered."""
    op.create_table(
        "refusals",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("game_tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action_id", sa.String(80), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "action_id"),
    )
    op.create_index("ix_refusals_at", "refusals", ["at"])
    actions = sa.table("actions", sa.column("answer", sa.Text))
    op.execute(sa.delete(actions).where(actions.c.answer.like('{"version":null,"reason":{%')))
