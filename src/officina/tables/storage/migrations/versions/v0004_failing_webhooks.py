"""A webhook that failed too often in a row is not called any more: how often it did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Webhooks of before begin with a clean slate."""
    op.add_column("notices", sa.Column("failures", sa.Integer, nullable=False, server_default="0"))
