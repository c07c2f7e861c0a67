"""Several hosts of one database: keys for push, counted tries, who may use it; a seat's further keys by themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The first host that starts brings its keys; nobody has tried anything yet.

    A seat's further keys stood beside the first one for a while, where an older program would have taken all of them for one.
    """
    op.add_column("seats", sa.Column("more_keys", sa.Text, nullable=False, server_default=""))
    seats = sa.table("seats", *(sa.column(name) for name in ("table_id", "seat", "token", "more_keys")))
    for row in op.get_bind().execute(sa.select(seats).where(seats.c.token.contains("."))).all():
        others, _, first = row.token.rpartition(".")
        mine = sa.and_(seats.c.table_id == row.table_id, seats.c.seat == row.seat)
        op.execute(sa.update(seats).where(mine).values(token=first, more_keys=f"{first} {others}"))
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
