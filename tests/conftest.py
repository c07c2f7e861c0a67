"""Shared fixtures, and the Hypothesis profile."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from officina import GAMES, Game

settings.register_profile("officina", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("officina")


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """Every game in turn."""
    return GAMES[request.param]


@pytest.fixture(autouse=True)
def no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests write their saves into their own folder and speak English unless they say otherwise."""
    monkeypatch.setenv("OFFICINA_DATA", str(tmp_path))
    monkeypatch.setenv("OFFICINA_LANG", "en")
