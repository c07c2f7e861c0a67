"""The ``officina`` command."""

from __future__ import annotations

from officina.cli.app import main

__all__ = ["main"]
