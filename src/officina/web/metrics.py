"""Metrics for Prometheus. They hold no table, name, token or address."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import prometheus_client as prometheus
from prometheus_client import multiprocess, values
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, Router, WebSocketRoute

from officina.tables import Tables
from officina.web.byte_cache import MB, bytes_kept

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""The upper ends of the latency histogram's buckets."""
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
NO_ROUTE: Final = "none"
LOCAL: Final = ("127.0.0.1", "::1", "localhost", "[::1]")
EVERY: Final = 1.0
"""Seconds between two copies of a worker's counts and sizes to where the other workers find them."""
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
KINDS: Final = ("counter", "histogram", "gauge_livesum", "gauge_liveall")
"""The files of a worker."""
ROOM: Final = 1 << 16
"""Their size; figures of all routes take a tenth of it."""

log = logging.getLogger(__name__)

prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]  # they would double the lines


def share_between_workers(folder: str, worker: int) -> None:
    """From now on this process keeps its metrics in files of that folder, where the other workers of the server read them.

    The files carry the worker's number, not its process id: a successor counts on, and restarts do not pile files up.
    """
    try:
        reserve(folder, worker)
    except OSError as error:
        log.error("no room for metrics in %s (%s): this worker is not in the figures", folder, error.strerror)
        return
    os.environ[FOLDER] = folder
    values.ValueClass = values.MultiProcessValue(lambda: worker)  # type: ignore[no-untyped-call]


def reserve(folder: str, worker: int) -> None:
    """Make room for the worker's files: they are mapped into memory, and where a disk is full that would end the process."""
    for kind in KINDS:
        path = Path(folder) / f"{kind}_{worker}.db"
        if not path.exists():
            beside = path.with_suffix(".new")
            try:
                beside.write_bytes(bytes(ROOM))
                beside.rename(path)
            finally:
                beside.unlink(missing_ok=True)


def forget_worker(folder: str, worker: int) -> None:
    """A worker has ended: what it held (pages, tables, memory) is gone. What it counted stays."""
    multiprocess.mark_process_dead(worker, folder)  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of this process; with ``folder``, see :func:`share_between_workers`, those of all workers.

    Requests are counted in place. What others count and hold is copied by :meth:`measure`.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter, public: bool = False, folder: str = "") -> None:
        self.clock = clock
        self.public = public
        self.folder = folder
        self.registry = prometheus.CollectorRegistry()
        self.requests = self.counter("requests", "Requests answered.", "route", "method", "status")
        self.latency = prometheus.Histogram(
            "officina_request_seconds", "Time until a request was answered.", ["route"], buckets=SECONDS, registry=self.registry
        )
        self.cut_offs = self.counter("cut_off", "Clients cut off, by reason.", "why")
        self.entries = self.counter("entries", "Entries written to tables' logs.", "kind")
        self.moves = self.counter("moves", "Choices that everybody could notice.")
        self.bot_failures = self.counter("bot_failures", "Bots replaced after a failure.")
        self.pages = self.gauge("officina_sockets", "Pages connected now.")
        self.live_tables = self.gauge("officina_live_tables", "Tables in memory.")
        self.cached = self.gauge("officina_cache_memory_bytes", "What is kept for the next who ask for it, in bytes.")
        self.bot_processes = self.gauge("officina_bot_processes", "Processes for bots.")
        self.memory = prometheus.Gauge(
            "process_resident_memory_bytes", "Memory of the server.", registry=self.registry, multiprocess_mode="liveall"
        )
        self.sockets = 0
        self.cut_off: Counter[str] = Counter()
        self.copied: Counter[tuple[prometheus.Counter, str]] = Counter()
        self.routes: dict[int, str] = {}
        """Patterns by the identity of what answers there."""

    def counter(self, name: str, help: str, *labels: str) -> prometheus.Counter:
        """A counter; of several workers, their sum."""
        return prometheus.Counter(f"officina_{name}_total", help, labels, registry=self.registry)

    def gauge(self, name: str, help: str) -> prometheus.Gauge:
        """A gauge; of several workers, the sum of those alive."""
        return prometheus.Gauge(name, help, registry=self.registry, multiprocess_mode="livesum")

    def know(self, routes: Iterable[BaseRoute], prefix: str = "") -> None:
        """Register the routes' patterns."""
        for route in routes:
            if isinstance(route, Mount):
                self.routes[id(route.app)] = prefix + route.path
                if isinstance(route.app, Router):
                    self.know(route.app.routes, prefix + route.path)
            elif isinstance(route, (Route, WebSocketRoute)):
                self.routes[id(route.endpoint)] = prefix + route.path

    def route_of(self, scope: Mapping[str, Any]) -> str:
        """The pattern of the route that handled a request, without any part of the URL."""
        return self.routes.get(id(scope.get("endpoint")), NO_ROUTE)

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request (status 0: the client disconnected first)."""
        self.requests.labels(route, method if method in METHODS else "OTHER", str(status)).inc()
        self.latency.labels(route).observe(seconds)

    def measure(self, tables: Tables) -> None:
        """Copy what others count and hold, as it is now."""
        for why, count in self.cut_off.items():
            self.raise_to(count, self.cut_offs, why)
        for kind, count in tables.counts.items():
            self.raise_to(count, self.entries, kind)
        self.raise_to(tables.counts["choice"], self.moves)
        self.raise_to(tables.counts["bot"], self.bot_failures)
        self.pages.set(self.sockets)
        self.live_tables.set(len(tables.tables))
        self.cached.set(bytes_kept() // MB * MB)  # no finer: what is kept has the length of what was drawn for seats
        self.bot_processes.set(len(tables.workers.all))
        self.memory.set(resident_bytes())

    def raise_to(self, count: int, counter: prometheus.Counter, label: str = "") -> None:
        """Add what is new to a counter."""
        (counter.labels(label) if label else counter).inc(count - self.copied[counter, label])
        self.copied[counter, label] = count

    @asynccontextmanager
    async def measuring(self, tables: Tables) -> AsyncIterator[None]:
        """Copy at intervals, where other workers may be asked for the metrics of this one."""

        async def keep_measuring() -> None:
            while True:
                self.measure(tables)
                await asyncio.sleep(EVERY)

        task = asyncio.create_task(keep_measuring()) if self.folder else None
        try:
            yield
        finally:
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                self.measure(tables)

    def text(self) -> bytes:
        """The metrics of this process, or of all workers, in the text format of Prometheus."""
        registry = self.registry
        if self.folder:
            registry = prometheus.CollectorRegistry()
            multiprocess.MultiProcessCollector(registry, self.folder)  # type: ignore[no-untyped-call]
        return prometheus.generate_latest(registry)


def is_local(request: Request) -> bool:
    """Whether the request comes from this machine, not through a proxy."""
    host = request.headers.get("host", "").rsplit(":", 1)[0]
    proxied = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))
    client = request.client.host if request.client is not None else ""
    return not proxied and host in LOCAL and (client in LOCAL or client.startswith("127."))


async def metrics(request: Request) -> Response:
    """``/metrics``: for this machine only, unless the settings open it to all."""
    found: Metrics = request.app.state.metrics
    if not found.public and not is_local(request):
        raise HTTPException(404)
    found.measure(request.app.state.tables)
    return Response(await asyncio.to_thread(found.text), media_type=prometheus.CONTENT_TYPE_PLAIN_0_0_4)


def resident_bytes() -> int:
    """Memory of this process."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
