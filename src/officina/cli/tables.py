"""``officina tables``, ``officina block``: what whoever runs a server does with stored tables and with addresses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.table import Table

from officina.cli.common import console, read_duration, say
from officina.cli.serve import DATABASE
from officina.core.errors import OptionError
from officina.core.text import Message
from officina.core.vocabulary import shown

STATES: Final = ("lobby", "playing", "over", "closed")
MOST_LISTED: Final = 100_000
FOR_EVER: Final = "forever"


def add(app: typer.Typer) -> None:
    """Add the commands."""
    settings = {"help_option_names": ["-h", "--help"]}
    tables = typer.Typer(help=say("help.tables"), no_args_is_help=True, context_settings=settings)
    add_tables(tables)
    add_personal(tables)
    app.add_typer(tables, name="tables")
    block = typer.Typer(help=say("help.block"), no_args_is_help=True, context_settings=settings)
    add_block(block)
    app.add_typer(block, name="block")


def add_tables(app: typer.Typer) -> None:
    """``list``, ``show``, ``delete``, ``sweep``."""

    @app.command("list", help=say("help.tables_list"))
    def list_(
        state: Annotated[list[str] | None, typer.Option("--state", help=say("help.tables_state"))] = None,
        most: Annotated[int, typer.Option("--most", min=1, max=MOST_LISTED, help=say("help.tables_most"))] = 50,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage
        from officina.tables.storage.retention import list_tables

        for one in state or []:
            if one not in STATES:
                raise OptionError(Message("cli.usage.state", text=shown(one), values=STATES))
        storage = existing(place(data, database))
        rows = asyncio.run(with_storage(storage, lambda: list_tables(storage, state or [], most)))
        shown_rows = Table(box=None)
        for heading in ("table", "game", "state", "changed", "entries"):
            shown_rows.add_column(say(f"stored.{heading}"))
        for row in rows:
            kind = "import" if row.imported else row.state
            shown_rows.add_row(row.id, row.game, say(f"stored.state_{kind}"), day(row.updated), str(row.version))
        console.print(shown_rows)

    @app.command(help=say("help.tables_show"))
    def show(
        table: Annotated[str, typer.Argument(help=say("help.table_name"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, found_table, place, with_storage
        from officina.tables.storage.retention import sizes

        storage = existing(place(data, database))
        stored, counts = asyncio.run(with_storage(storage, lambda: found_table(storage, table), lambda: sizes(storage, table)))
        row = stored.table
        lines = Table(show_header=False, box=None)
        for name, value in (
            ("table", row.id),
            ("game", row.game),
            ("state", say(f"stored.state_{'import' if row.imported else row.state}")),
            ("created", day(row.created)),
            ("changed", day(row.updated)),
            ("entries", str(row.version)),
        ):
            lines.add_row(say(f"stored.{name}"), value)
        for seat in stored.seats:
            lines.add_row(say("stored.seat", n=seat.seat + 1), seat.name or seat.bot or say("stored.nobody"))
        for name, count in counts.items():
            lines.add_row(name, str(count))
        console.print(lines)

    @app.command(help=say("help.tables_delete"))
    def delete(
        table: Annotated[list[str], typer.Argument(help=say("help.table_name"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, found_table, place, with_storage
        from officina.tables.storage.retention import delete_tables

        storage = existing(place(data, database))
        looks = [lambda one=one: found_table(storage, one) for one in table]
        done = asyncio.run(with_storage(storage, *looks, lambda: delete_tables(storage, table)))
        console.print(say("stored.deleted", n=done[-1]), markup=False)

    @app.command(help=say("help.tables_sweep"))
    def sweep(
        keep: Annotated[list[str] | None, typer.Option("--keep", help=say("help.keep"))] = None,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage
        from officina.tables.storage import retention

        rules = retention.Keep(**read_keep(keep or []))
        storage = existing(place(data, database))
        done = asyncio.run(with_storage(storage, lambda: retention.sweep(storage, rules, time.time())))
        told = say("stored.swept", n=done.tables, chat=done.chat, notes=done.notes, mail=done.mail + done.browsers)
        console.print(told, markup=False, soft_wrap=True)


def add_personal(app: typer.Typer) -> None:
    """``export``, ``erase``: a whole table, or what is stored of the person on one seat."""

    @app.command(help=say("help.tables_export"))
    def export(
        table: Annotated[str, typer.Argument(help=say("help.table_name"))],
        seat: Annotated[int, typer.Option("--seat", min=0, max=99, help=say("help.export_seat"))] = 0,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, found_table, place, with_storage
        from officina.tables.storage.retention import export_table, personal_data

        storage = existing(place(data, database))

        async def wanted() -> object:
            await found_table(storage, table)
            found = await personal_data(storage, table, seat - 1) if seat else await export_table(storage, table)
            if found is None:
                raise OptionError(Message("cli.usage.no_seat", seat=seat))
            return found

        found = asyncio.run(with_storage(storage, wanted))
        console.print(msgspec.json.format(msgspec.json.encode(found)).decode(), markup=False, soft_wrap=True)

    @app.command(help=say("help.tables_erase"))
    def erase(
        table: Annotated[str, typer.Argument(help=say("help.table_name"))],
        seat: Annotated[int, typer.Option("--seat", min=1, max=99, help=say("help.export_seat"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, found_table, place, with_storage
        from officina.tables.storage.retention import erase_seat

        storage = existing(place(data, database))

        async def wanted() -> bool:
            await found_table(storage, table)
            return await erase_seat(storage, table, seat - 1, time.time())

        if not asyncio.run(with_storage(storage, wanted)):
            raise OptionError(Message("cli.usage.no_seat", seat=seat))
        console.print(say("stored.erased", seat=seat, table=table), markup=False, soft_wrap=True)


def add_block(app: typer.Typer) -> None:
    """``list``, ``add``, ``remove``: addresses that are not let in."""

    @app.command("list", help=say("help.block_list"))
    def list_(
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage
        from officina.tables.storage.retention import blocked

        storage = existing(place(data, database))
        for network, why in asyncio.run(with_storage(storage, lambda: blocked(storage))).items():
            console.print(f"{network}  {why}", markup=False, soft_wrap=True)

    @app.command("add", help=say("help.block_add"))
    def add_(
        address: Annotated[str, typer.Argument(help=say("help.block_address"))],
        why: Annotated[str, typer.Option("--why", help=say("help.block_why"))] = "",
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage
        from officina.tables.storage.retention import block

        network, storage = read_network(address), existing(place(data, database))
        asyncio.run(with_storage(storage, lambda: block(storage, network, why[:200], time.time())))
        console.print(say("block.added", address=network), markup=False)

    @app.command(help=say("help.block_remove"))
    def remove(
        address: Annotated[str, typer.Argument(help=say("help.block_address"))],
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.cli.storing import existing, place, with_storage
        from officina.tables.storage.retention import unblock

        network, storage = read_network(address), existing(place(data, database))
        if not asyncio.run(with_storage(storage, lambda: unblock(storage, network))):
            raise OptionError(Message("cli.usage.not_blocked", address=network))
        console.print(say("block.removed", address=network), markup=False)


def read_network(text: str) -> str:
    """An address or a network as it is stored."""
    try:
        return str(ip_network(text.strip(), strict=False))
    except ValueError:
        raise OptionError(Message("cli.usage.network", text=shown(text))) from None


def read_keep(rules: Sequence[str]) -> dict[str, float]:
    """``finished=365d``, ``chat=forever``, ...: seconds by what they are about."""
    from officina.tables.storage.retention import RULES

    found: dict[str, float] = {}
    for rule in rules:
        name, equals, value = rule.partition("=")
        if name not in RULES or not equals:
            raise OptionError(Message("cli.usage.keep", text=shown(rule), values=RULES))
        found[name] = 0.0 if value == FOR_EVER else read_duration(value)
    return found


def day(moment: float) -> str:
    """A moment for people."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
