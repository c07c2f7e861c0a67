"""Servers that only listen: one for mail, one for webhooks. Real ones, on this machine, for the tests."""

from __future__ import annotations

import asyncio
import ssl
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Self

from officina.tables.notices.webhook import Resolver

CERTIFICATE = Path(__file__).parent / "fixtures" / "sink.pem"


class Sink:
    """A server on a free port of this machine."""

    def __init__(self) -> None:
        self.server: asyncio.Server | None = None
        self.port = 0
        self.connections = 0
        self.tls: ssl.SSLContext | None = None

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self.meet, "127.0.0.1", 0, ssl=self.tls)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_error: object) -> None:
        assert self.server is not None
        self.server.close()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self.serve(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


class MailSink(Sink):
    """Takes all mail, except what it is told to refuse so often."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refuse: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(text: str) -> None:
            writer.write(text.encode() + b"\r\n")

        say("220 sink")
        while line := (await reader.readline()).decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                say("354 go on")
                body = await reader.readuntil(b"\r\n.\r\n")
                if self.refuse:
                    say(self.refuse.pop(0))
                    continue
                found = message_from_bytes(body[:-5], policy=policy.default)
                assert isinstance(found, EmailMessage)
                self.mails.append(found)
                self.raw.append(body)
                say("250 kept")
            elif word == "QUIT":
                say("221 bye")
                return
            else:
                say("250 sink")


class HookSink(Sink):
    """Takes all requests over https; answers what it is told to, else 204."""

    def __init__(self) -> None:
        super().__init__()
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(CERTIFICATE)
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[bytes] = []
        self.silent = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = (await reader.readline()).decode().strip()
        headers = {}
        while line := (await reader.readline()).decode().strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.requests.append((first, headers, body))
        if self.silent:
            await asyncio.sleep(60)
        writer.write(self.answers.pop(0) if self.answers else b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()


class SinkResolver(Resolver):
    """Finds the sink under its name, and holds its address for a public one; everything else as usual."""

    def __init__(self, names: dict[str, list[str]]) -> None:
        self.names = names
        self.lookups = 0

    async def lookup(self, host: str, port: int) -> list[str]:
        self.lookups += 1
        return self.names[host] if host in self.names else await super().lookup(host, port)

    def permitted(self, address: str) -> bool:
        return address == "127.0.0.1" or super().permitted(address)


def trusting() -> ssl.SSLContext:
    """Trusts the sinks' certificate."""
    return ssl.create_default_context(cafile=str(CERTIFICATE))
