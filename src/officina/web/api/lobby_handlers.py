"""Before and after the game, for programs: names, bots on free seats, leaving, closing, once more, records from outside."""

from __future__ import annotations

from officina.client import messages as m
from officina.web.api.asking import Ask
from officina.web.api.handlers import invitations_of, live_message, new_table


async def invitations(ask: Ask) -> m.InvitationList:
    """What the host may hand out."""
    return m.InvitationList(await invitations_of(ask, ask.table_id, ask.token))


async def rename(ask: Ask) -> m.Table:
    """Change one's name."""
    await ask.tables.rename(ask.table_id, ask.token, ask.body.name)
    return live_message(await ask.live(), ask.seat)


async def fill(ask: Ask) -> m.Table:
    """A bot on a free seat, by the host."""
    body: m.Fill = ask.body
    await ask.tables.fill(ask.table_id, ask.token, body.seat, body.bot)
    return live_message(await ask.live(), ask.seat)


async def leave(ask: Ask) -> m.Table:
    """Stand up before the game. The token is worth nothing from then on."""
    await ask.tables.leave(ask.table_id, ask.token)
    return live_message(await ask.live(), None)


async def close(ask: Ask) -> m.Table:
    """Close a table that has not begun, by the host."""
    await ask.tables.close_table(ask.table_id, ask.token)
    return live_message(await ask.live(), ask.seat)


async def rematch(ask: Ask) -> m.NewTableAnswer:
    """Once more, each one seat further."""
    return await new_table(ask, await ask.tables.rematch(ask.table_id, ask.token))


async def import_record(ask: Ask) -> m.Table:
    """A record on a table of its own, to look at."""
    table_id = await ask.tables.import_record(ask.body.record.encode())
    return live_message(await ask.tables.live(table_id), None)
