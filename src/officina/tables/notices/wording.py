"""What notifications say: the game, the table and the seat, and nothing of the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from officina.core.text import Message, render
from officina.games import GAMES
from officina.tables import tokens
from officina.tables.notices.push import PushMessage
from officina.tables.storage.seat_data import NoticeRow, Waiting

MOST_NAMED: Final = 5
"""So many games are named in a short message about several tables."""


def code_for(row: NoticeRow, purpose: str) -> str:
    """The secret part of a link in the seat's mails."""
    return tokens.derived(row.key, f"{purpose} {row.table_id} {row.seat}")


def link(row: NoticeRow, purpose: str) -> str:
    """A link in the seat's mails."""
    return f"{row.origin}/t/{row.table_id}/mail/{row.seat}/{purpose}/{code_for(row, purpose)}"


def table_link(row: NoticeRow) -> str:
    """The table's address, without any secret."""
    return f"{row.origin}/t/{row.table_id}"


def sentence(row: NoticeRow, key: str, game: str, **more: str) -> str:
    """One sentence in the seat's language."""
    return render(Message(f"tables.mail.{key}", game=GAMES[game].title(), table=table_link(row), **more), row.language)


def turn_mail(row: NoticeRow, game: str) -> tuple[str, str]:
    """Subject and body of the mail that says whose turn it is."""
    return sentence(row, "turn_subject", game), sentence(row, "turn_body", game, stop=link(row, "stop"))


def confirm_mail(row: NoticeRow, game: str) -> tuple[str, str]:
    """Subject and body of the confirmation mail."""
    body = sentence(row, "confirm_body", game, confirm=link(row, "confirm"), stop=link(row, "stop"))
    return sentence(row, "confirm_subject", game), body


def webhook_body(row: NoticeRow, game: str) -> bytes:
    """The body of a webhook's request; chat programs show ``text`` or ``content``."""
    text = sentence(row, "hook", game)
    told = {"event": "turn", "table": row.table_id, "game": game, "seat": row.seat + 1, "url": table_link(row)}
    return msgspec.json.encode({**told, "text": text, "content": text})


def push_message(row: NoticeRow, game: str, language: str) -> PushMessage:
    """What a browser shows about one table; a tap leads to the seat at that table, by whatever address the browser came."""
    title = render(Message("tables.push.title"), language)
    body = render(Message("tables.push.turn", game=GAMES[game].title()), language)
    return PushMessage(title, body, f"/t/{row.table_id}?seat={row.seat + 1}", f"table-{row.table_id}")


# --- several tables in one message


def many(key: str, seats: Sequence[Waiting], language: str, **more: str) -> str:
    """A sentence about several tables."""
    games = list(dict.fromkeys(render(GAMES[seat.game].title(), language) for seat in seats))
    named = ", ".join(games[:MOST_NAMED]) + (", …" if len(games) > MOST_NAMED else "")
    return render(Message(f"tables.{key}", n=len(seats), games=named, **more), language)


def digest_mail(seats: Sequence[Waiting]) -> tuple[str, str]:
    """Subject and body of the mail that lists the tables that wait, each with the link that ends the mails about it."""
    language = seats[0].notice.language
    lines = [
        render(
            Message(
                "tables.mail.digest_line",
                game=GAMES[seat.game].title(),
                table=table_link(seat.notice),
                stop=link(seat.notice, "stop"),
            ),
            language,
        )
        for seat in seats
    ]
    return many("mail.digest_subject", seats, language), many("mail.digest_body", seats, language, lines="\n".join(lines))


def digest_body(seats: Sequence[Waiting]) -> bytes:
    """The body of a webhook's request about several tables."""
    text = many("mail.digest_hook", seats, seats[0].notice.language)
    tables = [
        {"table": seat.notice.table_id, "game": seat.game, "seat": seat.notice.seat + 1, "url": table_link(seat.notice)}
        for seat in seats
    ]
    return msgspec.json.encode({"event": "digest", "tables": tables, "text": text, "content": text})


def digest_message(seats: Sequence[Waiting], language: str) -> PushMessage:
    """What a browser shows about several tables; a tap leads to the list of them."""
    title = render(Message("tables.push.title"), language)
    return PushMessage(title, many("push.digest", seats, language), "/", "digest")
