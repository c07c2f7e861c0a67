"""Players made of code. They see only what their seat may see: options, views and determinised positions."""

from __future__ import annotations

from officina.bots.bot import Bot
from officina.bots.levels import BOTS, LEVELS, USUAL_LEVEL, make_bot

__all__ = ["BOTS", "LEVELS", "USUAL_LEVEL", "Bot", "make_bot"]
