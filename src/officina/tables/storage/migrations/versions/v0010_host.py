"""Locked tables, and when the people of a table were last there together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables of before are open, and nobody knows who was there with whom."""
    op.add_column("game_tables", sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("visits", sa.Column("together", sa.Float, nullable=False, server_default="0"))
