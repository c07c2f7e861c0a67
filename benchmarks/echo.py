"""The bare yardstick: a Starlette WebSocket that sends every message back to everybody who is connected."""

from __future__ import annotations

import sys

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

connected: set[WebSocket] = set()


async def echo(socket: WebSocket) -> None:
    """What one says, all hear; with a single client, a plain echo."""
    await socket.accept()
    connected.add(socket)
    try:
        while True:
            text = await socket.receive_text()
            for other in list(connected):
                await other.send_text(text)
    except WebSocketDisconnect:
        pass
    finally:
        connected.discard(socket)


if __name__ == "__main__":
    app = Starlette(routes=[WebSocketRoute("/", echo)])
    uvicorn.run(
        app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio", ws_per_message_deflate=False
    )
