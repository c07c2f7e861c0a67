"""What several hosts of one database have in common: keys for push, counted tries, and which programs may use the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The first host that starts brings its keys; nobody has tried anything yet."""
    op.create_table(
        "push_keys",
        sa.Column("public", sa.String(100), primary_key=True),
        sa.Column("private", sa.String(60), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("what", sa.String(20), primary_key=True),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table("works_with", sa.Column("oldest", sa.String(4), primary_key=True))
