"""What concerns the house and no single table: when its daily work was done, and which addresses are not let in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two small tables; only the second is part of a backup. An index finds tables by age."""
    op.create_table(
        "house",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "blocked",
        sa.Column("network", sa.String(50), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_index("ix_game_tables_updated", "game_tables", ["updated"])
