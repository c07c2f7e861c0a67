"""The table in the browser: pages, regions pushed over one WebSocket, static files. Knows tables, never a game's rules."""

from __future__ import annotations

from officina.web.server.app import make_app

__all__ = ["make_app"]
