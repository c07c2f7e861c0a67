"""The club of a server, and its seasons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No server has a club before its host switches one on."""
    op.create_table(
        "club",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table("seasons", sa.Column("began", sa.Float, primary_key=True), sa.Column("name", sa.String(80), nullable=False))
    op.create_index("ix_game_tables_club", "game_tables", ["club"])
