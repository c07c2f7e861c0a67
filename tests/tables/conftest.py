"""The tests of the tables run with both databases.

A test says ``open_tables(tmp_path / "t.sqlite")``; in its second run that name stands for a PostgreSQL database. The storage
knows nothing of games: of a test that runs with every game, one is enough for the second run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests import postgres
from tests.postgres import PostgresServer
from tests.tables import common

collect_ignore = ["add_odd_bots.py"]

BOTH = (
    "test_batching",
    "test_club",
    "test_lobby",
    "test_people",
    "test_play",
    "test_restart",
    "test_retention",
    "test_several",
)
GAME = "fuori_di_rotella"
SQLITE, POSTGRES = "sqlite", "postgres"


@pytest.fixture(scope="session")
def lasting_server() -> Iterator[PostgresServer]:
    """A server for a whole run. Where CI=true a machine without one fails; elsewhere the tests are left out."""
    why = postgres.missing()
    if why:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{why}: the tests with it cannot run")
        pytest.skip(why)
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture
def postgres_server(lasting_server: PostgresServer) -> PostgresServer:
    """The server, alive: a test that failed may have left it dead."""
    if not lasting_server.alive:
        lasting_server.start()
    return lasting_server


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which database the test's tables are kept in."""
    kind: str = getattr(request, "param", SQLITE)
    if kind == POSTGRES:
        common.postgres = request.getfixturevalue("postgres_server")
    yield kind
    common.postgres = None
    common.databases.clear()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases for the modules that are about tables, unless a test says that it cannot."""
    module = metafunc.module.__name__.rpartition(".")[2]
    if module in BOTH and metafunc.definition.get_closest_marker("sqlite_only") is None:
        metafunc.parametrize("database", [SQLITE, POSTGRES], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The second run with one game only."""

    def wanted(item: pytest.Item) -> bool:
        params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        return params.get("database") != POSTGRES or params.get("game", GAME) == GAME

    left_out = [item for item in items if not wanted(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if wanted(item)]
