"""``officina serve``: the table in the browser, for this machine and the others in its network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from officina.cli.common import console, say

PORT = 8484


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.serve"))
    def serve(
        host: Annotated[str, typer.Option("--host", help=say("help.host"))] = "0.0.0.0",
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help=say("help.port"))] = PORT,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        demo: Annotated[bool, typer.Option("--demo", help=say("help.demo"))] = False,
        bot_delay: Annotated[float, typer.Option("--bot-delay", min=0, max=60, help=say("help.bot_delay"))] = 1.0,
        public: Annotated[str, typer.Option("--public", envvar="OFFICINA_PUBLIC", help=say("help.public"))] = "",
        smtp: Annotated[str, typer.Option("--smtp", envvar="OFFICINA_SMTP", show_envvar=True, help=say("help.smtp"))] = "",
    ) -> None:
        from officina.cli.app import data_folder
        from officina.web.serve import free_port
        from officina.web.serve import serve as run

        run(host, free_port(host, port), data or data_folder(), demo, announce, bot_delay, smtp=smtp, public=public)


def announce(here: str, lan: str) -> None:
    """The addresses, and the one for phones as a QR code."""
    from officina.web.serve import qr_text

    console.print(say("serve.here", address=here), markup=False, soft_wrap=True)
    if lan:
        console.print(say("serve.lan", address=lan), markup=False, soft_wrap=True)
        if console.is_terminal:
            console.print(qr_text(lan), markup=False, soft_wrap=True)
    console.print(say("serve.stop"), markup=False)
