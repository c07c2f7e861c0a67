"""Runs the server: finds its addresses, prints them with a QR code for phones, opens demonstration tables."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
import segno
import uvicorn

from officina.core.text import Message
from officina.games import GAMES
from officina.tables import SeatPlan, TableError, Tables
from officina.tables.mail import Mailer, read_smtp
from officina.tables.notices import Notifier
from officina.tables.places import storage_at
from officina.web.app import make_app
from officina.web.guard import PATIENCE
from officina.web.limits import Limits
from officina.web.logs import log_json
from officina.web.metrics import Metrics
from officina.web.neighbours import Neighbours
from officina.web.wire import Gate, protocols

ANY_HOST: Final = ("0.0.0.0", "::", "")
DEMO_PLAYERS: Final = 4
BOT_PROCESSES: Final = 2
BACKLOG: Final = 2048
LETTING_GO: Final = 3.0
"""Seconds in which workers of a server that was killed a moment ago let go of its port."""
COLLECT_AFTER: Final = (20_000, 20, 20)
"""Python's own (700, 10, 10) spend an eighth of a busy server's time on looking for garbage, a third of a second at a time."""


class Settings(msgspec.Struct, frozen=True):
    """What the server needs to know. ``proxies``: whose word about the visitor's address and scheme is taken.

    ``database``: the address of a PostgreSQL database; empty: a file in ``data``. ``limits``: a factor of the usual ones;
    ``patience``: so many seconds a client may let us wait; ``metrics``: figures for everybody, not only for this machine;
    ``log_json``: logs for programs. ``public``: the address under which others reach the server; ``smtp``: the way out for
    mail (a secret: it holds a password).
    """

    host: str
    port: int
    data: str
    database: str = ""
    workers: int = 1
    bot_delay: float = 1.0
    proxies: list[str] = []
    limits: float = 1.0
    patience: float = PATIENCE
    metrics: bool = False
    log_json: bool = False
    public: str = ""
    smtp: str = ""


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
    for candidate in range(port, min(port + 20, 65536)):
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


def listen(host: str, port: int) -> socket.socket:
    """The socket that visitors come to; TableError if the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    end = time.monotonic() + LETTING_GO
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=BACKLOG)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and time.monotonic() < end:
                time.sleep(0.1)
                continue
            # What Python adds to the system's own words ("while attempting to bind on ...") is said already.
            why = (error.strerror or type(error).__name__).partition(" (while")[0]
            raise TableError(Message("web.error.address", address=f"{host}:{port}", why=why)) from None


def serve(settings: Settings, demo: bool, announce: Callable[[str, str], None]) -> None:
    """Serve until stopped. ``announce`` is called with the addresses once the server answers."""
    if settings.log_json:
        log_json()  # this process has something to tell, too: of the database, of a worker that ended
    mailer_for(settings.smtp, settings.public)  # what is wrong with it is said before anything is opened
    here, lan = origins(settings.host, settings.port)
    on_show = asyncio.run(prepare(settings, demo))
    with listen(settings.host, settings.port) as listening:
        if settings.workers == 1:
            make_server(settings, 0, on_show, lambda: announce(here, lan)).run([listening])
        else:
            from officina.web.supervisor import Supervisor

            Supervisor(settings, on_show, listening, lambda: announce(here, lan)).run()


async def prepare(settings: Settings, demo: bool) -> list[str]:
    """Bring the database to the present form, or say why it cannot be used; open the tables on show."""
    if demo:
        async with open_tables(settings, "preparing", bot_workers=0) as tables:
            return await open_demo(tables)
    storage = storage_at(Path(settings.data), settings.database)
    await storage.open()
    await storage.close()
    return []


def open_tables(settings: Settings, name: str, bot_workers: int) -> Tables:
    """The tables of the settings' database, for a process of that name."""
    several = settings.workers > 1
    storage = storage_at(Path(settings.data), settings.database, shared=several)
    process = f"{socket.gethostname()}:{settings.port}/{name}"
    return Tables(storage, bot_delay=settings.bot_delay, bot_workers=bot_workers, process=process)


def make_server(
    settings: Settings, worker: int, on_show: list[str], started: Callable[[], None], neighbours: Neighbours | None = None
) -> Server:
    """The server of one process: the only one, or worker number so and so."""
    tables = open_tables(settings, str(worker), max(1, BOT_PROCESSES // settings.workers))
    _, lan = origins(settings.host, settings.port)
    limits, figures = Limits(settings.limits), Metrics(public=settings.metrics, process=worker)
    if settings.log_json:
        log_json()
    app = make_app(
        tables,
        public_origin=settings.public or lan,
        limits=limits,
        at_start=showing(on_show),
        figures=figures,
        patience=settings.patience,
        notifier=Notifier(tables, mailer_for(settings.smtp, settings.public)),
        neighbours=neighbours,
    )
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_level="warning",
        log_config=None if settings.log_json else uvicorn.config.LOGGING_CONFIG,
        **protocols(Gate(limits, figures, settings.patience, settings.proxies)),
        ws_per_message_deflate=False,
        ws_max_size=16_384,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
    )
    return Server(config, started)


def showing(on_show: list[str]) -> Callable[[Tables], Awaitable[list[str]]]:
    """The first page shows these tables."""

    async def shown(_tables: Tables) -> list[str]:
        return on_show

    return shown


class Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            calm_collector()
            self.tell()


def calm_collector() -> None:
    """What was loaded at the start stays for ever, and a table in memory for long: do not look through them all the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
