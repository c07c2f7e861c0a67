"""Players made of code. They see only what their seat may see: options, views and determinised positions."""

from __future__ import annotations

from officina.bots.bot import Bot
from officina.bots.levels import BOTS, LEVELS, USUAL_LEVEL, bot_names, check_bot, is_guest, make_bot, offered_bots

__all__ = ["BOTS", "LEVELS", "USUAL_LEVEL", "Bot", "bot_names", "check_bot", "is_guest", "make_bot", "offered_bots"]
