"""Forms, API and frames that nobody would send; the long run is ``python -m tests.web.fuzz --requests 1000000``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.seeds import seeded
from tests.web.driver import Server
from tests.web.fuzz import fuzz


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits of rate."""
    folder = tmp_path_factory.mktemp("fuzzed")
    found = Server(folder, "--limits", "100000", log=folder / "server.log")
    yield found
    found.stop()


def test_nothing_that_is_sent_is_an_error_of_the_server(server: Server) -> None:
    seen = asyncio.run(fuzz(server, 600, seeded("short fuzz"))).seen
    kinds = {name.split(" ")[0] for name, _ in seen}
    assert kinds >= {"api", "form", "frames"}
    codes = {code for name, code in seen if name == "frames"}
    assert "1000" in codes, "sound pages are served to the end"
    assert codes & {"1002", "1003", "1007"}, "and others are told what is wrong"
    assert {status for name, status in seen if not name.startswith("frames")} & {"200", "303"}
