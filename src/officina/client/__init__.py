"""Play at Officina's tables from Python, over HTTP.

::

    from officina.client import Client, PlannedSeat

    client = Client("http://127.0.0.1:8484")
    me = client.create("kraftwagen", [PlannedSeat("person", "Ada"), PlannedSeat("bot")], ready=True)
    while question := me.next_question():
        me.choose(question.options[0])
    print(me.record())

A choice whose answer got lost is sent again under the same name: it is made once. Refusals are :class:`ApiError`.
"""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Self, TypeVar
from urllib.parse import quote

import msgspec

from officina.client import messages
from officina.client.connection import ApiError, Connection, Unreachable
from officina.client.messages import (
    MOST_WAIT,
    Beat,
    BeatsAnswer,
    Clock,
    CompanyAnswer,
    EventsAnswer,
    GameInfo,
    HintAnswer,
    Line,
    PlannedSeat,
    PreviewAnswer,
    Proposal,
    Question,
    QuestionAnswer,
    QuestionOption,
    SeatPlace,
    Table,
    ViewAnswer,
    WhyAnswer,
)

__all__ = [
    "ApiError",
    "Beat",
    "Client",
    "Clock",
    "CompanyAnswer",
    "EventsAnswer",
    "GameInfo",
    "HintAnswer",
    "Line",
    "PlannedSeat",
    "PreviewAnswer",
    "Proposal",
    "Question",
    "QuestionAnswer",
    "QuestionOption",
    "Seat",
    "SeatPlace",
    "Table",
    "Unreachable",
    "ViewAnswer",
    "WhyAnswer",
]


T = TypeVar("T")


class Client:
    """A server. One connection: use one client a thread."""

    def __init__(self, base_url: str, *, language: str = "en", timeout: float = 30.0) -> None:
        self.connection = Connection(base_url, language, timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Hang up. The next request would connect again."""
        self.connection.close()

    def games(self) -> list[GameInfo]:
        """All games."""
        return self.connection.get(messages.GameList, "/games").games

    def game(self, name: str) -> GameInfo:
        """One game."""
        return self.connection.get(GameInfo, f"/games/{quote(name, safe='')}")

    def tables(self) -> list[Table]:
        """Tables with a free seat."""
        return self.connection.get(messages.TableList, "/tables").tables

    def table(self, table_id: str) -> Table:
        """A table as everybody may know it."""
        return self.connection.get(Table, f"/tables/{quote(table_id, safe='')}")

    def create(
        self,
        game: str,
        seats: Sequence[PlannedSeat],
        options: Mapping[str, int | str] | None = None,
        *,
        ready: bool = False,
        clock: Clock | None = None,
    ) -> Seat:
        """Open a table and sit on its first person's seat (without one, be a spectator)."""
        body = messages.NewTable(game, list(seats), dict(options or {}), ready, clock)
        return self.new_seat(self.connection.post(messages.NewTableAnswer, "/tables", body, again=False))

    def new_seat(self, made: messages.NewTableAnswer) -> Seat:
        """The caller's seat at a new table."""
        invitations = {one.seat: one.invitation for one in made.invitations}
        return Seat(self, made.table.id, made.seat, made.token or "", invitations)

    def import_record(self, record: str) -> Seat:
        """Put a record on a table, to look at as a spectator."""
        return self.watch(self.connection.post(Table, "/records", messages.ImportRecord(record)).id)

    def sit(self, table_id: str, seat: int, name: str = "", invitation: str = "") -> Seat:
        """Take a free seat."""
        body = messages.TakeSeat(seat, name, invitation)
        taken = self.connection.post(messages.SeatTaken, f"/tables/{quote(table_id, safe='')}/seats", body, again=False)
        return Seat(self, table_id, taken.seat, taken.token)

    def take_over(self, table_id: str, seat: int, invitation: str, name: str = "") -> Seat:
        """Take over a seat that its host offers during the game."""
        body = messages.TakeOver(seat, invitation, name)
        taken = self.connection.post(messages.SeatTaken, f"/tables/{quote(table_id, safe='')}/takeover", body, again=False)
        return Seat(self, table_id, taken.seat, taken.token)

    def seat(self, table_id: str, token: str) -> Seat:
        """The seat of a token that was kept."""
        found = self.connection.get(Table, f"/tables/{quote(table_id, safe='')}", token)
        return Seat(self, table_id, found.seat, token)

    def watch(self, table_id: str) -> Seat:
        """Look on, as a spectator."""
        return Seat(self, table_id, None, "")


class Seat:
    """A seat at a table. ``token`` is its key: keep it to come back, show it to nobody."""

    def __init__(
        self, client: Client, table_id: str, seat: int | None, token: str, invitations: Mapping[int, str] | None = None
    ) -> None:
        self.client = client
        self.table_id = table_id
        self.number = seat
        self.token = token
        self.invitations = dict(invitations or {})
        self.version = 0
        self.asked: int | None = None
        self.actions = itertools.count(1)
        self.run = secrets.token_hex(4)

    def address(self, what: str) -> str:
        """Where to ask about this table."""
        return f"/tables/{self.table_id}/{what}"

    def get(self, wanted: type[T], what: str, **query: Any) -> T:
        """Ask as this seat."""
        return self.client.connection.get(wanted, self.address(what), self.token, query)

    def post(self, wanted: type[T], what: str, body: msgspec.Struct | None = None) -> T:
        """Do something as this seat that, done twice, is as if done once."""
        return self.client.connection.post(wanted, self.address(what), body, self.token)

    def table(self) -> Table:
        """The table as everybody may know it."""
        return self.client.connection.get(Table, f"/tables/{self.table_id}", self.token)

    def ready(self, ready: bool = True) -> Table:
        """Say that one is ready, or not yet."""
        return self.post(Table, "ready", messages.Ready(ready))

    def invite(self) -> dict[int, str]:
        """The host's invitations to the seats that are free now."""
        found = self.get(messages.InvitationList, "invitations").invitations
        self.invitations = {one.seat: one.invitation for one in found}
        return self.invitations

    def rename(self, name: str) -> Table:
        """Change one's name, at any time."""
        return self.post(Table, "rename", messages.Rename(name))

    def fill(self, seat: int, bot: str = "club") -> Table:
        """As the host, put a bot on a free seat; with an empty name, open a bot's seat."""
        return self.post(Table, "fill", messages.Fill(seat, bot))

    def remove_seat(self, seat: int) -> Table:
        """As the host, free somebody's seat before the game."""
        return self.client.connection.post(Table, self.address("remove"), messages.RemoveSeat(seat), self.token, again=False)

    def pass_host(self, seat: int) -> Table:
        """As the host, make somebody else the host."""
        return self.client.connection.post(Table, self.address("host"), messages.PassHost(seat), self.token, again=False)

    def lock(self, locked: bool = True) -> Table:
        """As the host, let only those see the table who sit there, or everybody again."""
        return self.post(Table, "lock", messages.Lock(locked))

    def offer_seat(self, seat: int) -> str:
        """As the host, offer the seat of somebody who is away: the key that lets somebody else :meth:`Client.take_over`."""
        self.client.connection.post(Table, self.address("offer"), messages.OfferSeat(seat), self.token, again=False)
        return self.invite()[seat]

    def leave(self) -> Table:
        """Stand up before the game; what is left is a spectator."""
        found = self.client.connection.post(Table, self.address("leave"), token=self.token, again=False)
        self.number, self.token = None, ""
        return found

    def close_table(self) -> Table:
        """As the host, close a table that has not begun."""
        return self.client.connection.post(Table, self.address("close"), token=self.token, again=False)

    def turn_card(self, what: Literal["next", "back", "skip", "leave"], card: int) -> None:
        """In a guided game: turn the card that is up, go back by one, skip it, or leave the lesson and play on."""
        self.post(messages.Done, "lesson", messages.TurnCard(what, card))

    def rematch(self) -> Seat:
        """After the game: one's seat at the next one. The first to ask makes the table, the others join it so."""
        return self.client.new_seat(self.post(messages.NewTableAnswer, "rematch"))

    def view(self) -> dict[str, Any]:
        """What the seat sees; the form is the game's own."""
        return self.get(ViewAnswer, "view").view

    def places(self) -> list[SeatPlace]:
        """After the end: who came where, the first one first, and what decided between equal scores; empty until then."""
        return self.get(ViewAnswer, "view").places

    def question(self) -> Question | None:
        """What the seat may decide now. The next choice is based on it."""
        found = self.get(QuestionAnswer, "question")
        self.asked = found.version
        return found.question

    def why_not(self, notation: str) -> WhyAnswer:
        """Whether a choice is allowed now, and if not, why."""
        return self.get(WhyAnswer, "why", notation=notation)

    def preview(self, notation: str) -> PreviewAnswer:
        """What a choice would bring, as far as the seat can know it; ApiError if it is not allowed now."""
        return self.get(PreviewAnswer, "preview", notation=notation)

    def hint(self) -> HintAnswer:
        """What a strong player would choose, knowing what the seat knows; ApiError where the table allows no hints."""
        return self.get(HintAnswer, "hint")

    def choose(self, choice: str | int | QuestionOption) -> int:
        """Choose: an option of the question, a notation, or an action's number. The new version; ApiError if refused."""
        if isinstance(choice, QuestionOption):
            choice = choice.notation
        body = messages.Choose(self.base(), self.next_action())
        if isinstance(choice, int):
            body.action = choice
        else:
            body.notation = choice
        return self.act("choices", body)

    def undo(self) -> int:
        """Take back the last choice. The new version; ApiError with the reason if it cannot be."""
        return self.act("undo", messages.Undo(self.base(), self.next_action()))

    def act(self, what: str, body: messages.Choose | messages.Undo) -> int:
        """Send it, again under the same name if there is no answer."""
        self.asked = self.post(messages.Done, what, body).version
        return self.asked

    def base(self) -> int:
        """The version that the next choice is based on: that of the latest question."""
        if self.asked is None:
            self.question()
        assert self.asked is not None
        return self.asked

    def next_action(self) -> str:
        """A name that no other action of this seat has."""
        return f"{self.run}-{next(self.actions)}"

    def events(self, since: int | None = None, wait: float = 0.0, *, turn: bool = False) -> EventsAnswer:
        """What happened since a version (without one: since the last call); waits for news so many seconds.

        ``turn``: waits for the seat's turn, or until it is asked something, and brings the question along: the next choice is
        based on it.
        """
        since = self.version if since is None else since
        patience = max(0.0, min(wait, MOST_WAIT))
        query: dict[str, Any] = {"since": since}
        if patience:
            query["wait"] = patience
        if turn:
            query["turn"] = "true"
        found = self.client.connection.get(EventsAnswer, self.address("events"), self.token, query, patience)
        self.version = found.version
        if found.question is not None:
            self.asked = found.version
        return found

    def wait_for_turn(self, seconds: float | None = None) -> bool:
        """Until the seat may choose: True; False when the game is over, or so many seconds have passed."""
        return self.wait(seconds, answers=False).my_turn

    def next_question(self, seconds: float | None = None) -> Question | None:
        """Until the seat may choose: its question. None when the game is over, or so many seconds have passed."""
        found = self.wait(seconds, answers=False)
        return self.question() if found.my_turn and found.question is None else found.question

    def wait(self, seconds: float | None = None, *, answers: bool = True) -> EventsAnswer:
        """Until the seat may choose, the table waits for its answer (see :meth:`answer`), or nothing more will come.

        So it is when the game is over, the table was closed, or so many seconds have passed.
        """
        end = None if seconds is None else time.monotonic() + seconds
        found = self.events(wait=MOST_WAIT if seconds is None else seconds, turn=True)
        while not found.my_turn and not (answers and found.asked is not None):
            left = MOST_WAIT if end is None else end - time.monotonic()
            if found.state in ("over", "closed") or left <= 0:
                break
            # A question of the table's that is not answered would be told at once, again and again.
            found = self.events(wait=left, turn=found.asked is None)
        return found

    def beats(self, since: int = 0) -> list[Beat]:
        """What happened within the latest choices after a version, with the view at each of these moments."""
        return self.get(BeatsAnswer, "beats", since=since).beats

    def record(self) -> str:
        """The record of the finished game."""
        return self.get(messages.RecordAnswer, "record").record

    # --- company

    def company(self) -> CompanyAnswer:
        """Clocks, the table's open question, seats that a bot plays for, one's own latest choices."""
        return self.get(CompanyAnswer, "company")

    def propose(self, what: messages.Asking, step: int = 0) -> int:
        """Put a question to the table; going back takes the step of one of one's own choices (see :meth:`company`)."""
        return self.post(messages.Done, "proposals", messages.Propose(self.next_action(), what, step)).version

    def answer(self, number: int, agree: bool) -> int:
        """Answer the table's question of that number; one's own can only be withdrawn, that is not agreed to."""
        return self.post(messages.Done, "votes", messages.Vote(self.next_action(), number, agree)).version

    def decide_without(self, number: int) -> int:
        """Settle the table's question of that number without those who are away."""
        return self.post(messages.Done, "decide", messages.DecideWithout(self.next_action(), number)).version

    def have_read(self) -> int:
        """Say that one has read what was decided while one was away (``company().untold``)."""
        return self.post(messages.Done, "read").version

    def hand_over(self, seat: int | None = None, bot: str = "club") -> int:
        """Let a bot play for one's own seat, or for another that is over its time or away."""
        return self.post(messages.Done, "hand", messages.HandOver(self.next_action(), seat, bot)).version

    def take_back(self, seat: int | None = None) -> int:
        """Play again oneself, or give an absent person's seat back."""
        return self.post(messages.Done, "return", messages.TakeBack(self.next_action(), seat)).version

    def say(self, text: str) -> int:
        """Say something to everybody at the table."""
        return self.post(messages.Done, "talk", messages.Say(self.next_action(), text)).version

    def react(self, sign: messages.Sign) -> int:
        """Make a sign to everybody at the table."""
        return self.post(messages.Done, "reactions", messages.React(self.next_action(), sign)).version

    def talk(self, since: int = 0) -> list[Line]:
        """What was said after the line of that number."""
        return self.get(messages.TalkAnswer, "talk", since=since).lines

    def note(self) -> str:
        """The seat's private note."""
        return self.get(messages.Note, "note").text

    def keep_note(self, text: str) -> None:
        """Replace the seat's private note."""
        self.client.connection.put(messages.Note, self.address("note"), messages.Note(text), self.token)

    def personal(self) -> messages.PersonalData:
        """Everything that is stored of the person on the seat, apart from what they played."""
        return self.get(messages.PersonalData, "personal")

    def erase(self) -> Table:
        """Erase name, talk, note and addresses of the person on the seat."""
        return self.post(Table, "erase")
