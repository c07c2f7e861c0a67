"""Tables: opening one, who sits where, the host's rights."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from officina.messages.bounds import MOST_PLAYERS, BotName, GivenOptions, OptionValue, PersonName, Seat, Small


class PlannedSeat(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who shall sit on a seat. The first person's seat is the caller's; others need an invitation, an open one does not."""

    kind: Literal["person", "open", "bot"] = "open"
    name: PersonName = ""
    bot: BotName = "club"


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """A table's clock: ``bank`` minutes for the whole game and ``increment`` seconds more each turn, or a ``window``.

    That is ``hours`` for each move, counted from ``opens`` to ``closes`` o'clock in the ``zone``. Somebody for whom the table
    waits counts as away after ``patience`` minutes where all sat there live, else after ``absence`` hours (0: never).
    ``hints``: who may ask for one (``alone``: one among bots). A value that cannot be is refused with those that can.
    """

    kind: Literal["none", "bank", "window"] = "none"
    bank: Small = 15
    increment: Small = 30
    hours: Small = 12
    opens: Small = 8
    closes: Small = 23
    zone: Annotated[str, Meta(max_length=60)] = "Europe/Rome"
    absence: Small = 24
    hints: Literal["alone", "on", "off"] = "alone"
    patience: Small = 3


class NewTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A table to open. ``ready``: the caller need not say so later; alone with bots, the game then begins at once.

    ``box``: the id of an owner's box that is ready; empty: ours.
    """

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[PlannedSeat], Meta(min_length=1, max_length=MOST_PLAYERS)]
    options: GivenOptions = {}
    ready: bool = False
    clock: Clock | None = None
    box: Annotated[str, Meta(max_length=40)] = ""


class TableSeat(msgspec.Struct):
    """A seat as everybody may know it. ``lent``: a bot stands in for the person who sits there.

    ``former``: the person who sat there has been erased.
    """

    seat: int
    kind: str
    name: str
    bot: str
    ready: bool
    taken: bool
    host: bool
    lent: bool = False
    former: bool = False


class Table(msgspec.Struct):
    """A table as everybody may know it. ``seat`` is the caller's own; ``seed`` is known after the end only.

    ``closed``: by the host, before it began. ``ended``: by consent, before the game was over. ``box``: the name of the owner's
    box that is played with; empty: ours. ``club``: it counts in the server's club. ``locked``: nobody but those who sit there
    sees it.
    """

    id: str
    game: str
    players: int
    options: dict[str, OptionValue]
    seats: list[TableSeat]
    state: Literal["lobby", "playing", "over", "closed"]
    version: int
    waiting: list[int]
    rules_version: int
    commitment: str
    seed: str | None
    created: float
    updated: float
    imported: bool
    rematch: str
    seat: int | None = None
    paused: bool = False
    ended: bool = False
    box: str = ""
    club: bool = False
    locked: bool = False


class TableList(msgspec.Struct):
    """Tables with a free seat, latest first."""

    tables: list[Table]


class Invitation(msgspec.Struct):
    """What lets somebody take a seat; for the host alone."""

    seat: int
    invitation: str


class InvitationList(msgspec.Struct):
    """For the host: before the game an invitation to each free seat, then to those that were offered; nothing for others."""

    invitations: list[Invitation]


class NewTableAnswer(msgspec.Struct):
    """The new table, the caller's seat with its token (none without a person's seat), and invitations to the others."""

    table: Table
    seat: int | None
    token: str | None
    invitations: list[Invitation]


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A free seat to take: an open one, or one by invitation."""

    seat: Seat
    name: PersonName = ""
    invitation: Annotated[str, Meta(max_length=100)] = ""


class SeatTaken(msgspec.Struct):
    """The seat's token: whoever holds it plays there. It is told once."""

    seat: int
    token: str


class Ready(msgspec.Struct, forbid_unknown_fields=True):
    """Ready, or not yet. When everybody is, the game is dealt."""

    ready: bool = True


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """One's new name."""

    name: PersonName


class Fill(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A free or a bot's seat, and the bot that the host puts there; with an empty name the seat is open to everybody."""

    seat: Seat
    bot: BotName = "club"


class RemoveSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The seat whose person shall not play: before the game, by the host."""

    seat: Seat


class PassHost(msgspec.Struct, forbid_unknown_fields=True):
    """The seat whose person shall be the host."""

    seat: Seat


class Lock(msgspec.Struct, forbid_unknown_fields=True):
    """Locked, a table is seen by those who sit there alone, and a seat can be taken by its own invitation only."""

    locked: bool = True


class OfferSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of somebody who is away, to be taken over by somebody else; the key to it is then among the invitations."""

    seat: Seat


class TakeOver(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A seat that the host offers during the game, with the key to it."""

    seat: Seat
    invitation: Annotated[str, Meta(max_length=100)]
    name: PersonName = ""


class Leave(msgspec.Struct, forbid_unknown_fields=True):
    """Stand up before the game."""


class Close(msgspec.Struct, forbid_unknown_fields=True):
    """Close a table that has not begun."""


class Rematch(msgspec.Struct, forbid_unknown_fields=True):
    """Once more, each one seat further."""
