"""Which form a database has, and the steps from one to the next (``migrations/``).

Alembic runs the steps. It takes as long to import as all the rest of a server, and a database is nearly always of today's
form: what is asked at every start is answered without it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, insert, inspect, select

from officina.tables.storage.schema import WORKS_WITH

MIGRATIONS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "alembic_version"
OLDEST: Final = "0006"
"""The last migration of the oldest version that can use a database of today's form beside this one: of 0.2.0.

All later ones only add (``tests/tables/test_hosts.py``). One that takes something away moves this on, and comes a version after
the last use of what it takes."""


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


def is_usable(connection: Connection) -> bool:
    """Whether this program can use the database as it is: of today's form, or of a later one that has only added to it."""
    found = revision_of(connection)
    if found <= present_revision():
        return found == present_revision()
    if not inspect(connection).has_table(WORKS_WITH.name):
        return False
    oldest = connection.execute(select(WORKS_WITH.c.oldest)).scalar()
    return oldest is not None and oldest <= present_revision()


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
    if inspect(connection).has_table(WORKS_WITH.name):
        connection.execute(delete(WORKS_WITH))
        connection.execute(insert(WORKS_WITH), [{"oldest": OLDEST}])
