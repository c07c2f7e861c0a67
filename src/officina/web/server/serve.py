"""Runs the server: finds its addresses, prints them with a QR code for phones, opens demonstration tables."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import secrets
import shutil
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import msgspec
import segno
import uvicorn

from officina.core.text import Message
from officina.games import GAMES
from officina.tables import PlannedSeat, TableError, Tables
from officina.tables.club.club import Club
from officina.tables.notices.mail import Mailer, read_smtp
from officina.tables.notices.notices import Notifier
from officina.tables.notices.push import push_for
from officina.tables.notices.push_keys import FILE as KEYS_FILE
from officina.tables.notices.push_keys import PushKeys, is_able, share_keys
from officina.tables.notices.webhook import Webhooks
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.open_storage import open_storage
from officina.tables.storage.retention import Keep
from officina.tables.storage.sql import Storage
from officina.tables.tokens import secret, seeded
from officina.web.lanes import Lanes
from officina.web.limits import Limits
from officina.web.metrics import Metrics
from officina.web.server.app import make_app
from officina.web.server.connections import Gate, protocols
from officina.web.server.logs import log_json
from officina.web.server.settings import Settings
from officina.web.server.supervisor import Supervisor

log = logging.getLogger(__name__)

ANY_HOST: Final = ("0.0.0.0", "::", "")
DEMO_PLAYERS: Final = 4
BOT_PROCESSES: Final = 2
BACKLOG: Final = 2048
PLACES: Final = ("/dev/shm", "/tmp", "/var/tmp")
"""Where the workers' metrics are."""
LETTING_GO: Final = 3.0
"""Seconds in which the workers of a server that was just killed release its port."""
COLLECT_AFTER: Final = (20_000, 20, 20)
"""Python's defaults (700, 10, 10) cost a busy server an eighth of its time, with pauses of a third of a second."""


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
        created = await tables.create(game.name, players, {}, [PlannedSeat("bot") for _ in range(players)])
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
    """The mailer of the settings; TableError if they do not suffice."""
    if not smtp:
        return None
    settings = read_smtp(smtp)
    if not public:
        raise TableError(Message("tables.error.smtp_public"))
    return Mailer(settings)


def notifier_for(settings: Settings, tables: Tables) -> Notifier:
    """What tells people of their turns, in the ways that the settings and what is installed allow."""
    webhooks = Webhooks()
    push = push_for(tables.storage, Path(settings.data), settings.public, webhooks)
    mailer = mailer_for(settings.smtp, settings.public)
    return Notifier(tables.registry, mailer, webhooks, push=push, origin=settings.public)


def listen(host: str, port: int) -> socket.socket:
    """The listening socket; TableError if the address cannot be bound."""
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
    if settings.database:
        settings = msgspec.structs.replace(settings, run=secrets.token_hex(4))
    here, lan = origins(settings.host, settings.port)
    others = settings.public or lan
    on_show = asyncio.run(prepare(settings, demo))
    with listen(settings.host, settings.port) as listening:
        if settings.workers == 1:
            make_server(settings, 0, on_show, lambda: announce(here, others)).run([listening])
        else:
            with metrics_folder() as folder:
                make = partial(make_server, settings, on_show=on_show, folder=folder)
                Supervisor(settings.workers, make, folder, listening, lambda: announce(here, others)).run()


@contextmanager
def metrics_folder() -> Iterator[str]:
    """A folder for the workers' metrics, in memory if possible; empty if none can be made: they are told without them then.

    Python's own search for a place writes a file first, and so fails on a full disk.
    """
    places = [os.environ.get("TMPDIR", ""), *PLACES]
    place = next((place for place in places if place and Path(place).is_dir()), "")
    try:
        folder = mkdtemp(prefix="officina-", dir=place)
    except OSError as error:
        log.error("no folder for metrics in %s (%s): there are no figures", place, error.strerror)
        folder = ""
    try:
        yield folder
    finally:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


async def prepare(settings: Settings, demo: bool) -> list[str]:
    """Migrate the database, or say why it cannot be used; switch the club on; open the demonstration tables."""
    storage = open_storage(Path(settings.data), settings.database)
    await storage.open()
    try:
        if settings.club:
            await Club(storage, ScoreBook(storage)).switch_on(settings.club, settings.club_word)
        if is_able():
            await keys_of_all_hosts(storage, Path(settings.data))
    finally:
        await storage.close()
    if demo:
        async with open_tables(settings, "preparing", bot_workers=0) as tables:
            return await open_demo(tables)
    return []


async def keys_of_all_hosts(storage: Storage, data: Path) -> None:
    """Before the workers start: the keys for push that the other hosts have. Without a place for them there is no push here."""
    try:
        await share_keys(PushKeys(data / KEYS_FILE), storage)
    except TableError as error:
        log.warning("no push: %s", error)


def open_tables(settings: Settings, name: str, bot_workers: int) -> Tables:
    """The tables of the settings' database, for a process of that name."""
    several = settings.workers > 1
    storage = open_storage(Path(settings.data), settings.database, shared=several)
    process = f"{socket.gethostname()}:{settings.port}{settings.run and '@'}{settings.run}/{name}"
    chance = seeded(settings.seed) if settings.seed else secret
    return Tables(storage, bot_delay=settings.bot_delay, bot_workers=bot_workers, process=process, chance=chance)


def make_server(
    settings: Settings, worker: int, on_show: list[str], started: Callable[[], None] = lambda: None, folder: str = ""
) -> Server:
    """The server of one process: the only one, or that worker, whose metrics are in ``folder`` with the others'."""
    tables = open_tables(settings, str(worker), max(1, BOT_PROCESSES // settings.workers))
    _, lan = origins(settings.host, settings.port)
    limits, figures = Limits(settings.limits), Metrics(public=settings.metrics, folder=folder)
    if settings.log_json:
        log_json()
    app = make_app(
        tables,
        public_origin=settings.public,
        lan_origin=lan,
        limits=limits,
        at_start=showing(on_show),
        figures=figures,
        patience=settings.patience,
        notifier=notifier_for(settings, tables),
        lanes=Lanes(folder, settings.limits),
        keep=Keep(**settings.keep),
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
    """A uvicorn server that reports when it is ready, and notes when its event loop last had time for it."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.tell = started
        self.ticked = 0.0

    async def on_tick(self, counter: int) -> bool:
        self.ticked = time.monotonic()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            calm_collector()
            self.tell()


def calm_collector() -> None:
    """Tune the garbage collector: objects loaded at the start stay for ever, tables for long; scan them less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
