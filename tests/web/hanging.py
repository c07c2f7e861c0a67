"""A server of two workers with a page that keeps its worker's event loop busy: ``python -m tests.web.hanging FOLDER``."""

from __future__ import annotations

import sys
import time
from functools import partial
from tempfile import TemporaryDirectory

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from officina.web.server.serve import listen, make_server
from officina.web.server.settings import Settings
from officina.web.server.supervisor import Supervisor
from tests.patience import LONG


async def hang(_request: Request) -> Response:
    """Never comes back, and lets nobody else."""
    time.sleep(10 * LONG)
    return Response()


def make(settings: Settings, folder: str, number: int) -> uvicorn.Server:
    """The server of a worker."""
    server = make_server(settings, number, [], folder=folder)
    app = server.config.app
    app.routes.insert(0, Route("/hang", hang))  # type: ignore[union-attr]
    return server


def main() -> None:
    """Print the port once all workers answer."""
    with listen("127.0.0.1", 0) as listening, TemporaryDirectory() as folder:
        port = listening.getsockname()[1]
        settings = Settings("127.0.0.1", port, sys.argv[1], workers=2)
        Supervisor(2, partial(make, settings, folder), folder, listening, lambda: print(port, flush=True)).run()


if __name__ == "__main__":
    main()
