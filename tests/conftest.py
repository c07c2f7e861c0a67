"""Shared fixtures, the seed of the run, and the Hypothesis profile."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

import hypothesis.core
import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from officina import GAMES, Game
from tests.seeds import SEED, VARIABLE

settings.register_profile(
    "officina", deadline=None, derandomize=not SEED, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("officina")

MEMORY: Final = Path("/dev/shm")
ROOM: Final = 4 * 1024**3


def pytest_configure(config: pytest.Config) -> None:
    """Another seed gives Hypothesis other examples; temporary files lie in memory; games know their sentences."""
    keep_files_in_memory()
    list(GAMES.values())  # made when they are first asked for: a test that asks for none may run first
    if SEED and config.option.hypothesis_seed is None:
        vars(hypothesis.core)["global_force_seed"] = SEED  # as --hypothesis-seed does


def keep_files_in_memory() -> None:
    """Where memory can be used as a disk: databases wait for a real one at every choice.

    A killed process loses as little there as on a disk; what a disk does is tried by the long kill runs, on a real one.
    """
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # chosen anew


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """How tests are dealt to processes that run side by side."""
    return ByModule(config, log)


class ByModule(LoadScopeScheduling):  # type: ignore[misc]
    """A module whose tests share something dear (a browser, tables that were played) goes to one process as a whole.

    These modules come first; single tests fill up what is left, so that all processes are done at about the same time.
    """

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.partition("::")[0]
        return module if "/web/" in module else nodeid


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """The seed of this run, first thing."""
    tell_seed(session.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The seed of this run beside what failed: with it the failure comes again."""
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        tell_seed(config)


def tell_seed(config: pytest.Config) -> None:
    """A line for the terminal; the processes of xdist have none."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"{VARIABLE}={SEED}")


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """Every game in turn."""
    return GAMES[request.param]


@pytest.fixture(autouse=True)
def no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests write their saves into their own folder and speak English unless they say otherwise."""
    monkeypatch.setenv("OFFICINA_DATA", str(tmp_path))
    monkeypatch.setenv("OFFICINA_LANG", "en")
