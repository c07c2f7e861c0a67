"""A bot that answers over HTTP, for simulations and tournaments on the same machine; any language can do the same.

    python examples/answering_bot.py --port 9000
    officina simulate kraftwagen -n 20 --bots http://127.0.0.1:9000/,club

Each decision comes as a POST of JSON: ``game``, ``seat``, ``view`` (what the seat may see), ``question`` with its ``options``,
and ``seed``, chance that makes games repeatable. The answer is ``{"choice": notation}``.
"""

from __future__ import annotations

import argparse
import json
import random
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

IDLE = ("pass", "none", "end", "stop", "skip", "done", "no")


def choose(asked: dict[str, Any]) -> str:
    """Anything that does something; a better bot looks at ``asked["view"]``."""
    options = [option["notation"] for option in asked["question"]["options"]]
    busy = [notation for notation in options if not any(word in IDLE for word in notation.split()[1:])]
    return str(random.Random(asked["seed"]).choice(busy or options))


class Handler(BaseHTTPRequestHandler):
    """One decision a request; the connection stays open for the next."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Choose."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"choice": choose(asked)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of each request."""


def main() -> None:
    """Answer until stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=9000)
    with ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
