"""Storage in PostgreSQL, for a club's server or for several of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from importlib.util import find_spec
from typing import Any, Final

from sqlalchemy import ARRAY, Connection, Table, Text, create_engine, func, literal, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from officina.core.text import Message
from officina.tables.errors import NotSaved, TableError
from officina.tables.storage.reading_damage import Damage
from officina.tables.storage.schema import METADATA
from officina.tables.storage.sql import LOOKERS, READERS, Storage, first_line

log = logging.getLogger(__name__)

SCHEMES: Final = ("postgresql", "postgres", "postgresql+psycopg")
CHANNEL: Final = "officina"
THREADS: Final = 4
RETRY_SECONDS: Final = 0.5
MIGRATING: Final = 0x0FF1C19A
"""The key of the advisory lock that a process holds while it migrates the database."""
DAMAGED: Final = ("XX001", "XX002")
"""What PostgreSQL calls damaged data and a damaged index."""
CONNECT: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "application_name": "officina",
    # A database that disappears without closing connections is noticed within half a minute.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}


class PostgresStorage(Storage):
    """A PostgreSQL database. Others may use it at the same time: every commit notifies them."""

    shared = several_hosts = True

    def __init__(self, address: str) -> None:
        url = read_address(address)
        if find_spec("psycopg") is None:
            raise TableError(Message("tables.error.no_driver"))
        self.url = url
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_size=THREADS + READERS + LOOKERS,
            max_overflow=0,
            pool_pre_ping=True,  # after a restart of the database the first transaction must not fail
            connect_args=CONNECT,
            hide_parameters=True,
        )
        reader = engine.execution_options(isolation_level="REPEATABLE READ")
        super().__init__(engine, reader, url.render_as_string(hide_password=True), threads=THREADS)

    def alone(self, connection: Connection) -> None:
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))

    def unusable(self, error: DBAPIError) -> TableError:
        return TableError(Message("tables.error.no_database", database=self.name, why=first_line(error)))

    def is_damage(self, error: DBAPIError) -> bool:
        return str(getattr(error.orig, "sqlstate", "")) in DAMAGED

    async def scrub(self) -> None:
        """Give dead rows free. PostgreSQL's own log and the file's slack space are its administrator's."""

        def work() -> None:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                for table in METADATA.sorted_tables:
                    connection.exec_driver_sql(f"VACUUM {table.name}")

        try:
            await asyncio.get_running_loop().run_in_executor(self.pool, work)
        except DBAPIError as error:
            log.error("cannot vacuum the database %s: %s", self.name, first_line(error))
            raise NotSaved from None

    async def find_damage(self) -> list[Damage]:
        """Every table is read whole, and counted by each way that the database knows: an index that lacks rows is found."""
        await self.reach()
        found = []
        for table in METADATA.sorted_tables:
            try:
                counts = await self.read(lambda connection, one=table: count_both_ways(connection, one))  # type: ignore[misc]
            except TableError as error:
                found.append(Damage(str(table.name), str(error)))
                continue
            if len(set(counts)) > 1:
                found.append(Damage(str(table.name), f"{counts[0]} rows, but {counts[1]} in its index"))
        return found

    def mark(self, connection: Connection, table_ids: Sequence[str]) -> None:
        if table_ids:
            told = [f"{self.origin} {table_id}" for table_id in table_ids]
            connection.execute(select(func.pg_notify(CHANNEL, func.unnest(literal(told, ARRAY(Text))))))

    def clock(self, connection: Connection) -> float:
        return float(connection.execute(select(func.extract("epoch", func.now()))).scalar_one())

    async def changes(self) -> AsyncGenerator[str | None, None]:
        import psycopg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True, **CONNECT) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    yield None  # notifications may have been missed
                    async for notice in connection.notifies():
                        origin, _, table_id = notice.payload.partition(" ")
                        if origin != self.origin:
                            yield table_id
            except psycopg.Error as error:
                log.error("cannot listen for changes of the database %s: %s", self.name, str(error).splitlines()[:1])
            await asyncio.sleep(RETRY_SECONDS)


def count_both_ways(connection: Connection, table: Table) -> tuple[int, int]:
    """The rows of a table, read one by one, and those that its primary index knows."""
    counts = []
    for off, on in (("indexscan", "seqscan"), ("seqscan", "indexscan")):
        for name in (off, *(["indexonlyscan", "bitmapscan"] if off == "indexscan" else [])):
            connection.exec_driver_sql(f"SET LOCAL enable_{name} = off")
        connection.exec_driver_sql(f"SET LOCAL enable_{on} = on")
        if on == "indexscan":
            connection.exec_driver_sql("SET LOCAL enable_indexonlyscan = on")
        key = next(iter(table.primary_key.columns), next(iter(table.columns)))
        rows = connection.execute(select(*table.columns).order_by(key))
        counts.append(sum(1 for _ in rows))
    return counts[0], counts[1]


def read_address(address: str) -> URL:
    """The address of a PostgreSQL database; TableError if it is none."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in SCHEMES or not url.database:
        raise TableError(Message("tables.error.database_address"))
    return url
