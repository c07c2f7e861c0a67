"""Sends mail through the SMTP server of the settings."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from officina.core.text import Message
from officina.tables.errors import TableError
from officina.tables.notices.webhook import SendFailed

SECONDS: Final = 10.0
MOST_LETTERS: Final = 254
WHOLE_LINES: Final = policy.SMTP.clone(max_line_length=998)
"""Python breaks longer lines of a header into encoded words, and then no mail program finds the link in List-Unsubscribe."""
ADDRESS: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """The SMTP server, its credentials, and the sender."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    implicit_tls: bool = False

    def __repr__(self) -> str:
        return f"<mail through {self.host}:{self.port}>"


def read_smtp(url: str) -> SmtpSettings:
    """Settings such as ``smtp://user:password@mail.example.org:587?from=officina@example.org``; ``smtps`` for port 465."""
    bad = TableError(Message("tables.error.smtp"))
    try:
        parts = urlsplit(url.strip())
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
    except ValueError:
        raise bad from None
    user = unquote(parts.username or "")
    sender = parse_qs(parts.query).get("from", [user])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not is_address(sender):
        raise bad
    return SmtpSettings(parts.hostname, port, sender, user, unquote(parts.password or ""), parts.scheme == "smtps")


def is_address(text: str) -> bool:
    """Whether it looks like an address that mail can be sent to."""
    return len(text) <= MOST_LETTERS and ADDRESS.fullmatch(text) is not None


class Mailer:
    """Sends mail."""

    def __init__(self, settings: SmtpSettings, context: ssl.SSLContext | None = None) -> None:
        self.settings = settings
        self.context = context or ssl.create_default_context()

    async def send(self, to: str, subject: str, body: str, unsubscribe: str) -> None:
        """One mail as plain text; SendFailed if the mail server did not take it."""
        message = EmailMessage(WHOLE_LINES)
        message["From"] = self.settings.sender
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.settings.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(body)
        await asyncio.to_thread(self.deliver, message)

    def deliver(self, message: EmailMessage) -> None:
        """Deliver the mail to the SMTP server."""
        try:
            with self.connect() as server:
                server.send_message(message)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPAuthenticationError, smtplib.SMTPNotSupportedError):
            raise SendFailed("the mail server refuses it", again=False) from None
        except smtplib.SMTPResponseException as error:
            raise SendFailed(f"the mail server answered {error.smtp_code}", again=error.smtp_code < 500) from None
        except (smtplib.SMTPException, OSError):
            raise SendFailed("the mail server does not answer", again=True) from None

    def connect(self) -> smtplib.SMTP:
        """A connection, encrypted where it can be; a password is never sent in the clear."""
        settings = self.settings
        if settings.implicit_tls:
            server: smtplib.SMTP = smtplib.SMTP_SSL(settings.host, settings.port, timeout=SECONDS, context=self.context)
        else:
            server = smtplib.SMTP(settings.host, settings.port, timeout=SECONDS)
        server.ehlo()
        secure = settings.implicit_tls
        if not secure and server.has_extn("starttls"):
            server.starttls(context=self.context)
            server.ehlo()
            secure = True
        if settings.user:
            if not secure and settings.host not in LOCAL:
                raise smtplib.SMTPNotSupportedError("no encryption")
            server.login(settings.user, settings.password)
        return server
