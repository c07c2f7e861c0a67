"""Where owners' boxes are kept: made, edited, declared ready, copied, thrown away.

Whoever holds a box's token edits it: the browser that made it. A box that somebody edits whom the server knows is the person's:
edited in each of their browsers, and gone when the person is erased.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec

from officina.core.own_box import MOST_NAME, BoxError, OwnBox, clean_title, dump_file, is_place, read_own_box
from officina.core.text import Message
from officina.games import GAMES
from officina.tables import tokens
from officina.tables.boxes.edits import MOST_PAST, Edit, changed, verdict, with_track
from officina.tables.effort import aside
from officina.tables.errors import TableError
from officina.tables.storage.interface import BoxRow, as_text
from officina.tables.storage.sql_boxes import BoxStorage

MOST_OF_OWNER: Final = 40
MOST_BOXES: Final = 20_000
MOST_COMPARED: Final = 2000
TRIES: Final = 3


def file_of(row: BoxRow) -> str:
    """The file of a box: as it was declared ready, else as it is; BoxError if it does not fit its game any more."""
    compared = msgspec.json.decode(row.compared, type=list[str])
    return dump_file(GAMES[row.game], read_own_box(row.ready or row.draft), compared)


def after_edit(row: BoxRow, before: OwnBox, after: OwnBox) -> BoxRow:
    """The box after an edit that can be taken back; tracks are kept of the past only where they changed: they are long."""
    was = before.changes if before.tracks == after.tracks else [before.changes, before.tracks]
    past = [*msgspec.json.decode(row.past), was][-MOST_PAST:]
    return replace(row, draft=after.text(), past=as_text(past))


class Shelf:
    """The boxes of one storage, for whoever comes with a token, or for the ``person`` (by id; empty: nobody whom we know)."""

    def __init__(self, storage: BoxStorage, person: str = "") -> None:
        self.storage = storage
        self.person = person

    def of(self, person: str) -> Shelf:
        """The same boxes for a person."""
        return Shelf(self.storage, person)

    async def find(self, box_id: str, game: str = "") -> BoxRow:
        """A box; BoxError if there is none of that id (of that game)."""
        row = await self.storage.box(box_id) if tokens.is_table_id(box_id) else None
        if row is None or (game and row.game != game):
            raise BoxError(Message("tables.box.unknown"))
        return row

    async def mine(self, token: str, game: str) -> list[BoxRow]:
        """The boxes of a game that the token's holder or the person made, latest first."""
        owners = [tokens.hashed(token)] if token else []
        return await self.storage.boxes_of([*owners, *([self.person] if self.person else [])], game)

    async def ready(self, box_id: str, game: str) -> OwnBox:
        """The box as a table is opened with it; BoxError if it was never declared ready."""
        row = await self.find(box_id, game)
        if not row.ready:
            raise BoxError(Message("tables.box.not_ready", name=row.name))
        return read_own_box(row.ready)

    async def add(self, game: str, own: OwnBox, token: str, compared: list[str] | None = None, ready: bool = False) -> BoxRow:
        """Put a new box on the shelf; BoxError if there are too many."""
        now = time.time()
        text = own.text()
        row = BoxRow(
            id=tokens.new_table_id(),
            game=GAMES[game].name,
            name=own.name,
            maker=own.maker,
            owner=self.person or tokens.hashed(token),
            draft=text,
            ready=text if ready else "",
            compared=as_text(sorted(compared or [])),
            past="[]",
            version=0,
            created=now,
            updated=now,
        )
        if not await self.storage.add_box(row, MOST_OF_OWNER, MOST_BOXES):
            raise BoxError(Message("tables.box.too_many", most=MOST_OF_OWNER))
        return row

    def holds(self, row: BoxRow, token: str) -> bool:
        """Whether the token's holder or the person made the box; a person's id is shorter than any hash."""
        return tokens.matches(token, row.owner) or (bool(self.person) and row.owner == self.person)

    def check_owner(self, row: BoxRow, token: str) -> None:
        """BoxError unless the token's holder or the person made the box."""
        if not self.holds(row, token):
            raise BoxError(Message("tables.box.not_yours"))

    async def write(self, row: BoxRow) -> BoxRow:
        """Store the next version of a box, the person's from then on; TableError if another page was first."""
        row = replace(row, version=row.version + 1, updated=time.time(), owner=self.person or row.owner)
        if not await self.storage.replace_box(row):
            raise TableError(Message("tables.box.elsewhere"))
        return row

    async def edit(self, box_id: str, token: str, edit: Edit) -> BoxRow:
        """Change a figure; what it was can be had back."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        before = read_own_box(row.draft)
        after = await aside(partial(changed, GAMES[row.game], before, edit))
        if after == before:
            return row
        return await self.write(after_edit(row, before, after))

    async def keep_track(
        self, box_id: str, token: str, content: dict[str, Any], figures: dict[str, int], old: str = ""
    ) -> BoxRow:
        """Put a track into the box, in the place of the one called ``old``, and set figures that stand on its board."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        before = read_own_box(row.draft)
        after = await aside(partial(with_track, GAMES[row.game], before, content, figures, old))
        return row if after == before else await self.write(after_edit(row, before, after))

    async def drop_track(self, box_id: str, token: str, name: str) -> BoxRow:
        """Take a track out of the box."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        before = read_own_box(row.draft)
        if name not in before.tracks:
            raise BoxError(Message("tables.box.no_such_track"))
        left = {other: track for other, track in before.tracks.items() if other != name}
        return await self.write(after_edit(row, before, msgspec.structs.replace(before, tracks=left)))

    async def undo(self, box_id: str, token: str) -> BoxRow:
        """Take back the last change."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        past = msgspec.json.decode(row.past)
        if not past:
            raise BoxError(Message("tables.box.nothing"))
        before = read_own_box(row.draft)
        if isinstance(past[-1], dict):
            before = msgspec.structs.replace(before, changes=past[-1])
        else:
            before = msgspec.structs.replace(before, changes=past[-1][0], tracks=past[-1][1])
        return await self.write(replace(row, draft=before.text(), past=as_text(past[:-1])))

    async def compare(self, box_id: str, token: str, place: str, done: bool) -> BoxRow:
        """Tick a piece off as compared with the real box, or not."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        if not is_place(place):
            raise BoxError(Message("kernel.box.place", place=place[:MOST_NAME]))
        compared = set(msgspec.json.decode(row.compared, type=list[str]))
        compared = compared | {place} if done else compared - {place}
        if len(compared) > MOST_COMPARED:
            raise BoxError(Message("kernel.box.many", found=len(compared), most=MOST_COMPARED))
        return await self.write(replace(row, compared=as_text(sorted(compared))))

    async def rename(self, box_id: str, token: str, name: str, maker: str) -> BoxRow:
        """Call the box, and its maker, by other names."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        own = msgspec.structs.replace(read_own_box(row.draft), name=clean_title(name) or row.name, maker=clean_title(maker))
        return await self.write(replace(row, name=own.name, maker=own.maker, draft=own.text()))

    async def declare_ready(self, box_id: str, token: str) -> BoxRow:
        """From now on tables can be opened with the box as it is; its game's own complaint if it does not add up."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        wrong = await aside(partial(verdict, GAMES[row.game], read_own_box(row.draft)))
        if wrong is not None:
            raise wrong
        return await self.write(replace(row, ready=row.draft))

    async def copy(self, box_id: str, token: str, name: str) -> BoxRow:
        """A box of one's own that begins as somebody else's."""
        row = await self.find(box_id)
        own = msgspec.structs.replace(read_own_box(row.draft), name=clean_title(name) or row.name)
        return await self.add(row.game, own, token, msgspec.json.decode(row.compared), ready=row.ready == row.draft)

    async def throw_away(self, box_id: str, token: str) -> None:
        """Delete the box; tables that are played with it have their own copy."""
        row = await self.find(box_id)
        self.check_owner(row, token)
        await self.storage.delete_box(box_id)
