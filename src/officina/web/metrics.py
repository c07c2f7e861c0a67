"""Figures about the server for whoever runs it, in the text form that Prometheus reads. No table, name, token or address."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router, WebSocketRoute

from officina.tables import Tables

if TYPE_CHECKING:
    from officina.web.neighbours import Neighbours

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""The upper ends of the latency histogram's buckets."""
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
NO_ROUTE: Final = "none"
LOCAL: Final = ("127.0.0.1", "::1", "localhost", "[::1]")
MEDIA_TYPE: Final = "text/plain; version=0.0.4"


Sample = tuple[str, dict[str, str], float]
"""What follows the name, the labels, the value."""


class Family(msgspec.Struct):
    """A metric with all its samples."""

    name: str
    kind: str
    help: str
    samples: list[Sample]


class Figures(msgspec.Struct):
    """Everything that one worker has counted; ``process`` is its number."""

    process: int
    families: list[Family]


class Histogram:
    """How long something took."""

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.sum += seconds
        place = 0
        while place < len(SECONDS) and seconds > SECONDS[place]:
            place += 1
        self.counts[place] += 1


class Metrics:
    """What is counted while the server runs. Each worker counts for itself, under its number: ``process``."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter, public: bool = False, process: int = 0) -> None:
        self.clock = clock
        self.public = public
        self.process = process
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.latency: dict[str, Histogram] = {}
        self.sockets = 0
        self.cut_off: Counter[str] = Counter()
        self.routes: dict[int, str] = {}
        """Patterns by the identity of what answers there."""

    def know(self, routes: Iterable[BaseRoute], prefix: str = "") -> None:
        """Learn what the routes are called."""
        for route in routes:
            if isinstance(route, Mount):
                self.routes[id(route.app)] = prefix + route.path
                if isinstance(route.app, Router):
                    self.know(route.app.routes, prefix + route.path)
            elif isinstance(route, (Route, WebSocketRoute)):
                self.routes[id(route.endpoint)] = prefix + route.path

    def route_of(self, scope: Mapping[str, Any]) -> str:
        """Which route took a request: its pattern, without anything that stood in the address."""
        return self.routes.get(id(scope.get("endpoint")), NO_ROUTE)

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """A request was answered (status 0: whoever asked went away before)."""
        self.requests[route, method if method in METHODS else "OTHER", status] += 1
        self.latency.setdefault(route, Histogram()).add(seconds)

    # --- telling

    def figures(self, tables: Tables) -> Figures:
        """Everything, as it is now."""
        counts = tables.counts
        families = [
            Family("officina_requests_total", "counter", "Requests answered.", self.request_samples()),
            Family("officina_request_seconds", "histogram", "Time until a request was answered.", self.latency_samples()),
            Family("officina_sockets", "gauge", "Pages connected now.", [("", {}, self.sockets)]),
            Family("officina_cut_off_total", "counter", "Clients cut off, by reason.", labelled("why", self.cut_off)),
            Family("officina_live_tables", "gauge", "Tables in memory.", [("", {}, len(tables.tables))]),
            Family("officina_entries_total", "counter", "Entries written to tables' logs.", labelled("kind", counts)),
            Family("officina_moves_total", "counter", "Choices that everybody could notice.", [("", {}, counts["choice"])]),
            Family("officina_bot_failures_total", "counter", "Bots replaced after a failure.", [("", {}, counts["bot"])]),
            Family("officina_bot_processes", "gauge", "Processes for bots.", [("", {}, len(tables.workers.all))]),
            Family("process_resident_memory_bytes", "gauge", "Memory of the server.", [("", {}, resident_bytes())]),
        ]
        return Figures(self.process, families)

    def request_samples(self) -> list[Sample]:
        """Requests by route, method and status."""
        return [
            ("", {"route": route, "method": method, "status": str(status)}, count)
            for (route, method, status), count in sorted(self.requests.items())
        ]

    def latency_samples(self) -> list[Sample]:
        """The histogram of every route."""
        found: list[Sample] = []
        for route, histogram in sorted(self.latency.items()):
            total = 0
            for end, count in zip((*(f"{end:g}" for end in SECONDS), "+Inf"), histogram.counts, strict=True):
                total += count
                found.append(("_bucket", {"route": route, "le": end}, total))
            found.append(("_sum", {"route": route}, histogram.sum))
            found.append(("_count", {"route": route}, total))
        return found


def labelled(label: str, counts: Counter[str]) -> list[Sample]:
    """A sample for each thing that was counted."""
    return [("", {label: name}, count) for name, count in sorted(counts.items())]


def text_of(everybody: Sequence[Figures]) -> str:
    """The figures of one or more workers, ready to be read: each metric once, with the samples of all of them."""
    found: dict[str, list[str]] = {}
    for figures in sorted(everybody, key=lambda one: one.process):
        for family in figures.families:
            head = [f"# HELP {family.name} {family.help}", f"# TYPE {family.name} {family.kind}"]
            found.setdefault(family.name, head).extend(sample_lines(family, figures.process))
    return "\n".join(line for lines in found.values() for line in lines) + "\n"


def sample_lines(family: Family, process: int) -> Iterator[str]:
    """A metric's samples of one worker."""
    for suffix, labels, value in family.samples:
        told = ",".join(f'{label}="{escaped(text)}"' for label, text in {**labels, "process": str(process)}.items())
        yield f"{family.name}{suffix}{{{told}}} {value:.10g}"


def escaped(text: str) -> str:
    """A label's value as the text form wants it."""
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def resident_bytes() -> int:
    """Memory of this process."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def is_local(request: Request) -> bool:
    """Whether somebody on this machine asks, and not through a proxy."""
    host = request.headers.get("host", "").rsplit(":", 1)[0]
    proxied = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))
    client = request.client.host if request.client is not None else ""
    return not proxied and host in LOCAL and (client in LOCAL or client.startswith("127."))


async def metrics(request: Request) -> Response:
    """``/metrics``: for this machine alone, unless it was opened to all."""
    found: Metrics = request.app.state.metrics
    if not found.public and not is_local(request):
        raise HTTPException(404)
    neighbours: Neighbours | None = request.app.state.neighbours
    others = await neighbours.others() if neighbours is not None else []
    everybody = [found.figures(request.app.state.tables), *others]
    return PlainTextResponse(text_of(everybody), media_type=MEDIA_TYPE)
