"""Web Push: messages to a browser in which no page is open.

A browser brings the address of its maker's push service and two keys. That address is somebody's choice like a webhook's, so it
is called by the same rules: https, public addresses only, no redirects, a timeout. Where the package for encryption is missing
there is no :class:`Push`, and nothing of it is offered.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from officina.core.text import LANGUAGES, Message
from officina.tables import tokens
from officina.tables.errors import TableError
from officina.tables.notices.push_keys import POINT_BYTES, PushKeys, decoded, keys_beside, share_keys
from officina.tables.notices.webhook import SendFailed, Target, Webhooks
from officina.tables.storage import sql_push as db
from officina.tables.storage.seat_data import BrowserRow
from officina.tables.storage.sql import Storage

log = logging.getLogger(__name__)

GONE: Final = (404, 410)
"""How a push service says that a browser does not want to be reached any more."""
DAY: Final = 86_400.0
KEEP_SECONDS: Final = 86_400
"""So long a push service keeps a message for a browser that is switched off; whose turn it was yesterday is no news."""
MOST_ENDPOINT: Final = 1000
TOPIC_LETTERS: Final = 32


class Subscription(msgspec.Struct, forbid_unknown_fields=True):
    """A browser that wants to be told of turns: the address of its push service, its two keys, the key of this server."""

    endpoint: Annotated[str, Meta(max_length=MOST_ENDPOINT)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=100)]


class PushMessage(msgspec.Struct, omit_defaults=True):
    """What the service worker shows: nothing but game, table and seat. ``tag``: a later one takes the place of an earlier one.

    ``url`` is where a tap leads; ``key`` is the public key of this server now: whoever has another one subscribes again.
    """

    title: str
    body: str
    url: str
    tag: str
    key: str = ""


class Push:
    """Knows browsers and sends them messages."""

    def __init__(self, storage: Storage, keys: PushKeys, webhooks: Webhooks, subject: str = "") -> None:
        self.storage = storage
        self.keys = keys
        self.webhooks = webhooks
        self.subject = subject

    @property
    def key(self) -> str:
        """The public key that browsers subscribe with; empty: there is none just now, and no push."""
        found = self.keys.current()
        return "" if found is None else found.public

    async def follow(self) -> None:
        """Take over keys that were made at another host."""
        await share_keys(self.keys, self.storage)

    # --- browsers

    async def subscribe(self, asked: Subscription, language: str, person_key: str, seat: tuple[str, int] | None) -> None:
        """Tell that browser of the person's turns and of that seat's; TableError if it cannot be told anything."""
        await db.keep_browser(self.storage, await self.checked(asked, language), person_key, seat)

    async def renew(self, old: str, asked: Subscription, language: str) -> bool:
        """The browser that had that address has another one; False if none had it."""
        return await db.renew_browser(self.storage, tokens.hashed(old), await self.checked(asked, language))

    async def unsubscribe(self, endpoint: str) -> None:
        """Tell that browser nothing any more, and forget it."""
        await db.drop_browser(self.storage, tokens.hashed(endpoint))

    async def checked(self, asked: Subscription, language: str) -> BrowserRow:
        """What is stored of a browser; TableError if no message could be sent there."""
        from officina.tables.notices.push_seal import AUTH_BYTES, is_point

        bad = TableError(Message("tables.error.push"))
        try:
            point, auth = decoded(asked.p256dh), decoded(asked.auth)
        except ValueError:
            raise bad from None
        if len(point) != POINT_BYTES or len(auth) != AUTH_BYTES or not is_point(point):
            raise bad
        if self.keys.find(asked.key) is None:
            raise TableError(Message("tables.error.push_stale"))
        try:
            await self.webhooks.check(asked.endpoint, MOST_ENDPOINT)
        except TableError:
            raise bad from None
        today = time.time() // DAY * DAY
        language = language if language in LANGUAGES else LANGUAGES[0]
        row = BrowserRow(tokens.hashed(asked.endpoint), asked.endpoint, asked.p256dh, asked.auth, language, asked.key, today)
        return row

    # --- messages

    async def send(self, browser: BrowserRow, message: PushMessage) -> None:
        """Send it; SendFailed if the push service did not take it. A browser that is gone is forgotten."""
        from officina.tables.notices.push_seal import sealed, signed

        key = self.keys.find(browser.key)
        if key is None:
            raise SendFailed("its key is not here", again=False)
        message.key = self.key
        try:
            target = Target(browser.endpoint, MOST_ENDPOINT)
        except TableError as error:
            raise SendFailed(error.code, again=False) from None
        headers = {
            "Authorization": signed(key, target.origin, self.subject),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEEP_SECONDS),
            "Topic": tokens.hashed(message.tag)[:TOPIC_LETTERS],
            "Urgency": "normal",
        }
        body = sealed(msgspec.json.encode(message), decoded(browser.p256dh), decoded(browser.auth))
        try:
            await self.webhooks.send(target, body, headers)
        except SendFailed as error:
            if error.status in GONE:
                await db.drop_browser(self.storage, browser.id)
            raise

    async def count(self, browser: BrowserRow, failed: bool) -> None:
        """Count the outcome, over all processes; a browser that is not reached again and again is forgotten."""
        if failed or browser.failures:
            await db.count_push(self.storage, browser.id, failed)


def push_for(storage: Storage, data: Path, public: str, webhooks: Webhooks) -> Push | None:
    """Push for a server with that data; None where the package for it is missing, or there is no place for its keys.

    Push services want to know whom to turn to: the public address, if it is one of the open internet.
    """
    keys = keys_beside(data)
    return None if keys is None else Push(storage, keys, webhooks, public if public.startswith("https:") else "")
