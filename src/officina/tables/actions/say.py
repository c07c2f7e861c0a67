"""Talk to everybody, and the private note."""

from __future__ import annotations

from officina import messages as m
from officina.core.text import Message
from officina.tables.actions.action import Action, Do
from officina.tables.registry import Registry
from officina.tables.storage.interface import CHAT, as_text
from officina.tables.table.draft import Draft
from officina.tables.table.talk import Said, clean_line


class Say(Action[m.Say], operation="POST talk", form="talk", limit="talk"):
    """Say something to everybody."""

    def why_not(self, draft: Draft, seat: int, asked: m.Say) -> Message | None:
        if not clean_line(asked.text):
            return Message("tables.refuse.empty_line")
        return draft.live.talk.why_not(seat, draft.at)

    def plan(self, draft: Draft, seat: int, asked: m.Say) -> None:
        draft.add(CHAT, seat, as_text(Said(draft.live.seats[seat].name, clean_line(asked.text))))


class React(Action[m.React], operation="POST reactions", form="react", limit="talk"):
    """Make a sign to everybody: it is seen on one's plate for a moment, and stands in the talk."""

    misread = Message("tables.refuse.unknown_sign")

    def why_not(self, draft: Draft, seat: int, _asked: m.React) -> Message | None:
        return draft.live.talk.why_not(seat, draft.at, sign=True)

    def plan(self, draft: Draft, seat: int, asked: m.React) -> None:
        draft.add(CHAT, seat, as_text(Said(draft.live.seats[seat].name, "", asked.sign)))


class KeepNote(Action[m.Note], operation="PUT note", form="note", limit="note", answer=m.Note):
    """Replace the private note of the seat. It is no part of the log."""

    misread = Message("tables.error.long_note", most=m.MOST_NOTE)

    def why_not(self, _draft: Draft, _seat: int, asked: m.Note) -> Message | None:
        return self.misread if len(asked.text) > m.MOST_NOTE else None

    def plan(self, _draft: Draft, _seat: int, _asked: m.Note) -> None:
        """Nothing in the log."""

    async def finish(self, registry: Registry, _do: Do, table_id: str, _token: str, seat: int, asked: m.Note) -> None:
        # PostgreSQL keeps no text with a zero in it, and nobody can see one.
        await registry.storage.keep_note(table_id, seat, asked.text.replace("\0", ""))
