"""The settings of the server."""

from __future__ import annotations

import msgspec

from officina.web.server.guard import PATIENCE


class Settings(msgspec.Struct, frozen=True):
    """Settings of the server. ``proxies``: trusted to name the client's address and scheme.

    ``database``: the URL of a PostgreSQL database; empty: a file in ``data``. ``limits``: a factor of the usual ones;
    ``patience``: the timeout of slow clients in seconds; ``metrics``: open to everybody, not only to this machine;
    ``log_json``: logs as JSON. ``public``: the server's public address; ``smtp``: the URL of the mail server (a secret: it
    holds a password). ``seed``: every deal and every bot follows from it; empty: nobody can guess them. ``keep``: for how
    many seconds what is kept, see ``Keep``. ``club``: the name of a club that is switched on at the start (empty: what is
    stored stays), with ``club_word`` for its members (a secret; empty: open to everybody). ``run`` tells this start of the
    server from all others that share its database, whatever their machines are called.
    """

    host: str
    port: int
    data: str
    database: str = ""
    workers: int = 1
    bot_delay: float = 1.0
    proxies: list[str] = []
    limits: float = 1.0
    patience: float = PATIENCE
    metrics: bool = False
    log_json: bool = False
    public: str = ""
    smtp: str = ""
    seed: str = ""
    keep: dict[str, float] = {}
    club: str = ""
    club_word: str = ""
    run: str = ""
