"""Imported by the bots' processes of the tests, and by nothing else: it adds the bots that misbehave."""

from __future__ import annotations

from officina.bots import BOTS
from tests.tables.odd_bots import ODD_BOTS

BOTS.update(ODD_BOTS)
