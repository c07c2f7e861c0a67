"""Boxes of owners, and the box that a table is played with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables of before are played with our box."""
    op.add_column("game_tables", sa.Column("box", sa.Text, nullable=False, server_default=""))
    texts = ("draft", "ready", "compared", "past")
    op.create_table(
        "boxes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("maker", sa.String(80), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in texts),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("ix_boxes_owner", "boxes", ["owner"])
