"""The address under which others reach the server, as whoever runs it names it."""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import urlsplit

from officina.core.text import Message
from officina.tables import TableError

SCHEMES: Final = ("http", "https")
NAME: Final = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
USUAL: Final = {"http": 80, "https": 443}


def read_public(address: str) -> str:
    """That address as browsers write an origin; empty if none is given, TableError if it is none.

    A name in other letters is asked for as it is registered (``xn--``): that is what links and certificates hold.
    """
    given = address.strip()
    if not given:
        return ""
    bad = TableError(Message("tables.error.public"))
    try:
        parts = urlsplit(given)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise bad from None
    more = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc or given.endswith(("?", "#", ":"))
    if parts.scheme not in SCHEMES or more or port == 0 or not is_host(host):
        raise bad
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, USUAL[parts.scheme]) else "")


def is_host(host: str) -> bool:
    """Whether it is the name of a host, or its number."""
    if ":" not in host:
        return NAME.fullmatch(host) is not None
    try:
        return str(IPv6Address(host)) != "::"
    except ValueError:
        return False
