"""Players made of code. They see only what their seat may see: options, views and determinised positions."""

from __future__ import annotations

from officina.bots.bot import BOTS, Bot, make_bot

__all__ = ["BOTS", "Bot", "make_bot"]
