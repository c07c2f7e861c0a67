"""One of several worker processes: ``python -m officina.web.worker``, started by the supervisor, which tells it the rest."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Final

import msgspec

from officina.web.neighbours import Neighbours
from officina.web.serve import Server, make_server
from officina.web.supervisor import Orders

GRACE_SECONDS: Final = 8.0


def end_with_supervisor(server: Server, gone: threading.Event) -> None:
    """When the input ends, the supervisor has gone: go too."""
    while sys.stdin.buffer.read(4096):
        continue
    gone.set()
    server.should_exit = True
    time.sleep(GRACE_SECONDS)
    os._exit(1)


def main() -> None:
    """Serve until told to stop."""
    told = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever is printed must not look like a word to the supervisor

    def started() -> None:
        told.write("ready\n")
        told.flush()

    orders = msgspec.json.decode(sys.stdin.buffer.readline(), type=Orders)
    neighbours = Neighbours(Path(orders.folder), orders.worker)
    server = make_server(orders.settings, orders.worker, orders.on_show, started, neighbours)
    gone = threading.Event()
    threading.Thread(target=end_with_supervisor, args=(server, gone), daemon=True).start()
    with socket.socket(fileno=orders.listening) as listening:
        server.run([listening])
    if gone.is_set():
        with contextlib.suppress(OSError):  # whoever is not the last to leave finds others in it
            neighbours.folder.rmdir()


if __name__ == "__main__":
    main()
