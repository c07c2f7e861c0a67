"""All table actions: the one list that forms, the API and the pipeline are made of."""

from __future__ import annotations

from officina.tables.actions import agree, host, lessons, new_tables, personal, play, say, seats, stand_in
from officina.tables.actions.action import ACTIONS

__all__ = ["ACTIONS", "agree", "host", "lessons", "new_tables", "personal", "play", "say", "seats", "stand_in"]
