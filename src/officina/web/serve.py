"""Runs the server: finds its addresses, prints them with a QR code for phones, opens demonstration tables."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import segno
import uvicorn

from officina.core.text import Message
from officina.games import GAMES
from officina.tables import SeatPlan, SqliteStorage, TableError, Tables
from officina.tables.mail import Mailer, read_smtp
from officina.tables.notices import Notifier
from officina.web.app import make_app

DATABASE: Final = "tables.sqlite"
ANY_HOST: Final = ("0.0.0.0", "::", "")
DEMO_PLAYERS: Final = 4


def lan_address() -> str:
    """This machine's address in its network, as other devices reach it; empty if there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found


def origins(host: str, port: int) -> tuple[str, str]:
    """The address for this machine and, if the server listens to others, the one for them."""
    if host in ANY_HOST:
        lan = lan_address()
        return f"http://127.0.0.1:{port}", f"http://{lan}:{port}" if lan else ""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}", ""


def qr_text(address: str) -> str:
    """An address as a QR code made of characters."""
    import io

    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, compact=True)
    return out.getvalue()


async def open_demo(tables: Tables) -> list[str]:
    """A table of every game, with bots playing."""
    opened = []
    for game in GAMES.values():
        players = min(DEMO_PLAYERS, game.players[-1])
        created = await tables.create(game.name, players, {}, [SeatPlan("bot") for _ in range(players)])
        opened.append(created.table_id)
    return opened


def free_port(host: str, port: int) -> int:
    """The port, or the next one that is free when the usual one is taken."""
    for candidate in range(port, port + 20):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return port


def mailer_for(smtp: str, public: str) -> Mailer | None:
    """The way out for mail; TableError if the settings do not suffice for it."""
    if not smtp:
        return None
    settings = read_smtp(smtp)
    if not public:
        raise TableError(Message("tables.error.smtp_public"))
    return Mailer(settings)


def read_public(address: str) -> str:
    """The address under which others reach the server, as an origin; empty if none is given."""
    parts = urlsplit(address.strip().rstrip("/"))
    if address and (parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query):
        raise TableError(Message("tables.error.public"))
    return f"{parts.scheme}://{parts.netloc}" if address else ""


def serve(
    host: str,
    port: int,
    data: Path,
    demo: bool,
    announce: Callable[[str, str], None],
    bot_delay: float = 1.0,
    *,
    smtp: str = "",
    public: str = "",
) -> None:
    """Serve until stopped. ``announce`` is called with the addresses once the server answers."""
    public = read_public(public)
    mailer = mailer_for(smtp, public)
    data.mkdir(parents=True, exist_ok=True)
    here, lan = origins(host, port)
    tables = Tables(SqliteStorage(data / DATABASE), bot_delay=bot_delay)
    app = make_app(
        tables,
        public_origin=public or lan,
        at_start=open_demo if demo else None,
        notifier=Notifier(tables, mailer),
    )
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=16_384,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = Server(config, lambda: announce(here, lan))
    server.run()


class Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.tell()
