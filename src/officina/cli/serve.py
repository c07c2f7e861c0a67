"""``officina serve``: the table in the browser, for this machine and the others in its network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import typer

from officina.cli.common import console, number_option, say
from officina.core.errors import OptionError
from officina.core.text import Message
from officina.core.vocabulary import shown

PORT = 8484
DATABASE = "OFFICINA_DATABASE"
CLUB_WORD = "OFFICINA_CLUB_WORD"
MOST_WORKERS = 64


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.serve"))
    def serve(
        host: Annotated[str, typer.Option("--host", help=say("help.host"))] = "0.0.0.0",
        port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help=say("help.port", port=PORT))] = None,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
        workers: Annotated[int, typer.Option("--workers", min=1, max=MOST_WORKERS, help=say("help.workers"))] = 1,
        proxy: Annotated[list[str] | None, typer.Option("--proxy", help=say("help.proxy"))] = None,
        demo: Annotated[bool, typer.Option("--demo", help=say("help.demo"))] = False,
        bot_delay: Annotated[float, number_option("--bot-delay", 0, 60)] = 1.0,
        limits: Annotated[float, number_option("--limits", 0.01, 100_000)] = 1.0,
        patience: Annotated[float, number_option("--patience", 0.1, 600)] = 10.0,
        metrics: Annotated[bool, typer.Option("--metrics", help=say("help.metrics"))] = False,
        log_json: Annotated[bool, typer.Option("--log-json", help=say("help.log_json"))] = False,
        public: Annotated[str, typer.Option("--public", envvar="OFFICINA_PUBLIC", help=say("help.public"))] = "",
        smtp: Annotated[str, typer.Option("--smtp", envvar="OFFICINA_SMTP", show_envvar=True, help=say("help.smtp"))] = "",
        seed: Annotated[str, typer.Option("--seed", help=say("help.serve_seed"))] = "",
        keep: Annotated[list[str] | None, typer.Option("--keep", help=say("help.keep"))] = None,
        club: Annotated[str, typer.Option("--club", help=say("help.serve_club"))] = "",
        club_word: Annotated[
            str, typer.Option("--club-word", envvar=CLUB_WORD, show_envvar=True, help=say("help.club_word"))
        ] = "",
        club_open: Annotated[bool, typer.Option("--club-open", help=say("help.club_open"))] = False,
    ) -> None:
        from officina.cli.app import data_folder
        from officina.cli.compiling import asked_for
        from officina.cli.tables import read_keep

        compiling = asked_for()
        if compiling:
            compiling.use()

        from officina.web.server.public import read_public
        from officina.web.server.serve import free_port
        from officina.web.server.serve import serve as run
        from officina.web.server.settings import Settings

        if workers > 1 and os.name != "posix":
            raise OptionError(Message("cli.usage.workers"))
        if (club or club_open) and (not club or bool(club_word) + club_open != 1):
            raise OptionError(Message("cli.usage.serve_club"))
        settings = Settings(
            host=host,
            port=port or free_port(host, PORT if port is None else 0),
            data=str(data or data_folder()),
            database=database,
            workers=workers,
            bot_delay=bot_delay,
            proxies=read_proxies(proxy or []),
            limits=limits,
            patience=patience,
            metrics=metrics,
            log_json=log_json,
            public=read_public(public),
            smtp=smtp,
            seed=seed,
            keep=read_keep(keep or []),
            club=club,
            club_word=club_word if club else "",
        )

        def answers(here: str, lan: str) -> None:
            announce(here, lan)
            if compiling:
                compiling.begin()

        run(settings, demo, answers)


def read_proxies(addresses: Sequence[str]) -> list[str]:
    """Addresses or networks of proxies; OptionError for anything else: nobody is trusted by mistake."""
    for address in addresses:
        try:
            ip_network(address)
        except ValueError:
            raise OptionError(Message("cli.usage.proxy", text=shown(address))) from None
    return list(addresses)


def announce(here: str, lan: str) -> None:
    """The addresses, and the one for phones as a QR code."""
    from officina.web.server.serve import qr_text

    console.print(say("serve.here", address=here), markup=False, soft_wrap=True)
    if lan:
        console.print(say("serve.lan", address=lan), markup=False, soft_wrap=True)
        if console.encoding.lower().startswith("utf"):
            console.print(qr_text(lan), markup=False, soft_wrap=True)
    console.print(say("serve.stop"), markup=False)
