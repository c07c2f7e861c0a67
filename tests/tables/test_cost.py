"""A choice late in a long game costs what one at its beginning did."""

from __future__ import annotations

import statistics
from pathlib import Path

from tests.tables.common import run
from tests.tables.cost import Calls, long_game, quarters


def test_the_cost_of_a_choice_does_not_grow(tmp_path: Path) -> None:
    with Calls() as calls:
        first, last = quarters(run(long_game(tmp_path / "t.sqlite", 1000, calls.read)))
    assert statistics.fmean(last) < 1.2 * statistics.fmean(first)
