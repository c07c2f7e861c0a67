"""A mail address that brings a person back when every browser is lost. It is used for nothing else."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, Final

from officina.core.text import Message, render
from officina.tables import tokens
from officina.tables.errors import TableError, WrongLink
from officina.tables.notices.mail import Mailer, is_address
from officina.tables.notices.webhook import SendFailed
from officina.tables.people.people import People
from officina.tables.storage import sql_people as db
from officina.tables.storage.people import PersonRow

log = logging.getLogger(__name__)

MAIL_SECONDS: Final = 600.0
"""The least time between two mails to a person."""
RECOVERY_SECONDS: Final = 1800.0
"""A code in a mail is good for longer than one on a screen: mails are slow."""


class Recovery:
    """Sends the mails that confirm an address and that bring somebody back."""

    def __init__(self, people: People, mailer: Mailer | None) -> None:
        self.people = people
        self.storage = people.storage
        self.mailer = mailer
        self.tasks: set[asyncio.Task[None]] = set()

    async def set_email(self, person: PersonRow, email: str, origin: str) -> None:
        """Set the address and ask it for a confirmation; an empty one is forgotten."""
        email = email.strip().lower()
        if not email:
            await db.change_person(self.storage, person.id, email="", confirmed=False, key="")
            return
        if self.mailer is None:
            raise TableError(Message("tables.error.no_mail"))
        if not is_address(email):
            raise TableError(Message("tables.error.email"))
        if person.confirmed and person.email == email:
            return
        self.check_often(person)
        fresh = replace(person, email=email, confirmed=False, key=tokens.new_token(), asked=time.time())
        await db.change_person(self.storage, person.id, email=email, confirmed=False, key=fresh.key, asked=fresh.asked)
        self.send(fresh, "person_confirm", origin, confirm=link(fresh, "confirm", origin), stop=link(fresh, "stop", origin))

    def check_often(self, person: PersonRow) -> None:
        """TableError if a mail was sent to the person just now."""
        if 0 <= time.time() - person.asked < MAIL_SECONDS:
            raise TableError(Message("tables.error.email_often"))

    async def confirm(self, person: str, code: str) -> None:
        """The address is the person's."""
        row = await self.by_code(person, code, "confirm")
        await db.change_person(self.storage, row.id, confirmed=True)

    async def stop(self, person: str, code: str) -> None:
        """Forget the address."""
        row = await self.by_code(person, code, "stop")
        await db.change_person(self.storage, row.id, email="", confirmed=False, key="")

    async def by_code(self, person: str, code: str, purpose: str) -> PersonRow:
        """The person in whose mail the code stands; WrongLink if nobody's."""
        found = await db.people(self.storage, [person])
        if not found or not found[0].key or not hmac.compare_digest(code_for(found[0], purpose).encode(), code.encode()):
            raise WrongLink
        return found[0]

    async def recover(self, email: str, origin: str) -> None:
        """Send everybody who confirmed that address a code. Whether there was anybody is not told to who asks."""
        if self.mailer is None:
            raise TableError(Message("tables.error.no_mail"))
        email = email.strip().lower()
        if not is_address(email):
            raise TableError(Message("tables.error.email"))
        self.start(self.send_codes(email, origin))  # not waited for: the time that it takes would tell

    async def send_codes(self, email: str, origin: str) -> None:
        """A code to each person of that address."""
        for person in await db.people_by_email(self.storage, email):
            if 0 <= time.time() - person.asked < MAIL_SECONDS:
                continue
            await db.change_person(self.storage, person.id, asked=time.time())
            code = await self.people.pairing(person, RECOVERY_SECONDS)
            back = f"{origin}/me/join/{code}"
            self.send(person, "person_recover", origin, back=back, name=person.name, stop=link(person, "stop", origin))

    def send(self, person: PersonRow, what: str, origin: str, **more: str) -> None:
        """A mail, in the background."""
        mailer = self.mailer
        assert mailer is not None
        subject = render(Message(f"tables.mail.{what}_subject"), person.language)
        body = render(Message(f"tables.mail.{what}_body", server=origin, **more), person.language)

        async def deliver() -> None:
            try:
                await mailer.send(person.email, subject, body, link(person, "stop", origin))
            except SendFailed as error:
                log.warning("cannot send a mail to a person: %s", error)

        self.start(deliver())

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def code_for(person: PersonRow, purpose: str) -> str:
    """The secret part of a link in the person's mails."""
    return tokens.derived(person.key, f"{purpose} {person.id}")


def link(person: PersonRow, purpose: str, origin: str) -> str:
    """A link in the person's mails."""
    return f"{origin}/me/mail/{person.id}/{purpose}/{code_for(person, purpose)}"
