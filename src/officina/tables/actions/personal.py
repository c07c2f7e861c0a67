"""One's own data: erasing it."""

from __future__ import annotations

import time

from officina import messages as m
from officina.tables.actions.action import Action, Do
from officina.tables.registry import Registry
from officina.tables.storage.retention import erase_seat
from officina.tables.table.draft import Draft


class Erase(Action[m.Erase], operation="POST erase", form="erase", limit="notices", answer=m.Table):
    """Erase one's name, talk, note, addresses and visits. What was played stays, and so does the link."""

    def plan(self, _draft: Draft, _seat: int, _asked: m.Erase) -> None:
        """The storage does it: the log is changed where the talk stands."""

    async def finish(self, registry: Registry, _do: Do, table_id: str, _token: str, seat: int, _asked: m.Erase) -> None:
        await erase_seat(registry.storage, table_id, seat, time.time())
        async with registry.hold(table_id) as live:
            await registry.catch_up(live)
