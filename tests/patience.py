"""How long a test waits for what must come about.

A bound against hanging for ever, never a measure: a machine may have a hundred other things to do. A test that asks how quick
something is belongs to ``benchmarks/``.
"""

from __future__ import annotations

from typing import Final

LONG: Final = 90.0
"""Seconds."""
