"""Requests to addresses that users give (webhooks, browsers' push services), on the public internet only.

The server must not become a way into its own network (SSRF). So: https only; the name is resolved once, every address found
must be public, and the connection goes to the address that was checked; redirects are not followed, only the status line of
the response is read, and all of it has a timeout.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from officina.core.text import Message
from officina.tables.errors import TableError

MOST_LETTERS: Final = 500
MOST_ANSWER: Final = 4096
SECONDS: Final = 5.0
PRINTABLE: Final = re.compile(r"[!-~]+")
HOST: Final = re.compile(r"[A-Za-z0-9.:-]{1,253}")
NAT64: Final = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
GLOBAL_UNICAST: Final = ip_network("2000::/3")
"""The only part of IPv6 that is given out for the public internet."""
INSIDE: Final = tuple(
    ip_network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
        *("192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"),
        "168.63.129.16/32",  # a cloud's metadata service
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
)
"""The registers of special addresses, written out: what Python takes for global differs from version to version."""


class SendFailed(Exception):
    """Sending failed; ``again``: a retry may work; ``status``: what was answered. The text names no address and no receiver."""

    def __init__(self, why: str, again: bool, status: int = 0) -> None:
        super().__init__(why)
        self.again = again
        self.status = status


class Target:
    """A parsed URL."""

    def __init__(self, url: str, most: int = MOST_LETTERS) -> None:
        """TableError says what is wrong with it."""
        bad = TableError(Message("tables.error.webhook"))
        if len(url) > most or not PRINTABLE.fullmatch(url):
            raise bad
        try:
            parts = urlsplit(url)
            self.port = parts.port or 443
        except ValueError:
            raise bad from None
        self.host = parts.hostname or ""
        if parts.scheme != "https" or not HOST.fullmatch(self.host) or "@" in parts.netloc:
            raise bad
        self.path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self.netloc = parts.netloc

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"https://{self.netloc}"


def is_public(text: str) -> bool:
    """Whether an address is on the public internet, in whichever notation, and also the one embedded in it."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inside = embedded(address)
        if inside is not None:
            return all(is_public(str(one)) for one in inside)
        if address not in GLOBAL_UNICAST:
            return False
    return address.is_global and not any(address in network for network in INSIDE if network.version == address.version)


def embedded(address: IPv6Address) -> tuple[IPv4Address, ...] | None:
    """The IPv4 addresses embedded in an IPv6 address (mapped, 6to4, Teredo with its server, NAT64), if it is such a one."""
    if address.ipv4_mapped is not None:
        return (address.ipv4_mapped,)
    if address.sixtofour is not None:
        return (address.sixtofour,)
    if address.teredo is not None:
        return address.teredo
    return (IPv4Address(int(address) & 0xFFFFFFFF),) if any(address in network for network in NAT64) else None


class Resolver:
    """Finds the addresses behind a name; only those that may be called."""

    async def lookup(self, host: str, port: int) -> list[str]:
        """Resolve the name."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return [str(address[4][0]) for address in found]

    def permitted(self, address: str) -> bool:
        """Whether that address may be called."""
        return is_public(address)

    async def addresses(self, target: Target) -> list[str]:
        """The addresses behind a name; TableError unless all of them may be called."""
        try:
            found = await asyncio.wait_for(self.lookup(target.host, target.port), SECONDS)
        except (OSError, UnicodeError, TimeoutError):
            raise TableError(Message("tables.error.webhook_unknown")) from None
        if not found or not all(self.permitted(address) for address in found):
            raise TableError(Message("tables.error.webhook_private"))
        return found


class Webhooks:
    """Sends webhooks."""

    def __init__(
        self, resolver: Resolver | None = None, context: ssl.SSLContext | None = None, seconds: float = SECONDS
    ) -> None:
        self.resolver = resolver or Resolver()
        self.context = context or ssl.create_default_context()
        self.seconds = seconds

    async def check(self, url: str, most: int = MOST_LETTERS) -> None:
        """TableError if this is no address that can be called."""
        await self.resolver.addresses(Target(url, most))

    async def post(self, url: str, body: bytes) -> None:
        """Send it as JSON; SendFailed if it was not accepted."""
        try:
            target = Target(url)
        except TableError as error:
            raise SendFailed(error.code, again=False) from None
        await self.send(target, body, {"Content-Type": "application/json"})

    async def send(self, target: Target, body: bytes, headers: Mapping[str, str]) -> None:
        """Send it, whatever it is; SendFailed if it was not accepted."""
        try:
            address = (await self.resolver.addresses(target))[0]
            status = await asyncio.wait_for(self.exchange(target, address, body, headers), self.seconds)
        except TableError as error:
            raise SendFailed(error.code, again=error.code == "webhook_unknown") from None
        except ssl.SSLError:
            raise SendFailed("its certificate is not good", again=False) from None
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            raise SendFailed("it does not answer", again=True) from None
        if not 200 <= status < 300:
            raise SendFailed(f"it answered {status}", again=status >= 500 or status == 429, status=status)

    async def exchange(self, target: Target, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """One request to the checked address; the status of its response."""
        reader, writer = await asyncio.open_connection(
            address, target.port, ssl=self.context, server_hostname=target.host, limit=MOST_ANSWER
        )
        try:
            more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            head = (
                f"POST {target.path} HTTP/1.1\r\nHost: {target.netloc}\r\nUser-Agent: officina\r\n"
                f"{more}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode("ascii") + body)
            await writer.drain()
            line = await reader.readline()
            found = re.match(rb"HTTP/1\.[01] (\d{3})\b", line)
            if found is None:
                raise ValueError("this is no answer")
            return int(found.group(1))
        finally:
            writer.transport.abort()
