"""Which form a database has, and the steps from one to the next (``migrations/``).

Alembic runs the steps. It takes as long to import as all the rest of a server, and a database is nearly always of today's
form: what is asked at every start is answered without it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect

MIGRATIONS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "alembic_version"


class UnknownRevision(Exception):
    """The database was written by a later program."""


@cache
def revisions() -> tuple[str, ...]:
    """All revisions that a database of this or an earlier program can have, in their order: ``v0003_processes.py`` is 0003."""
    return tuple(sorted(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v[0-9]*.py")))


def present_revision() -> str:
    """The revision of the database that this program uses."""
    return revisions()[-1]


def revision_of(connection: Connection) -> str:
    """The database's migration; empty if it has none of ours."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return ""
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
    return str(found or "")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that the database has not seen, in the transaction of the connection."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise UnknownRevision(str(error)) from None
