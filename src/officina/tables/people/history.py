"""What somebody has played: a line a game, filtered, and as a file for a spreadsheet."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from officina.messages import TableSeat
from officina.tables.boxes.played import PRINTED, PlayedBox, played_box
from officina.tables.people.people import People
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.people import PersonRow
from officina.tables.storage.results import PlayedRow, ScoreRow
from officina.tables.storage.sql_people import seats_of_person
from officina.tables.storage.sql_results import results_of
from officina.tables.table.live import seat_info

COLUMNS: Final = ("date", "game", "place", "players", "score", "whole", "opponents", "table", "box")
OURS: Final = "printed"
"""The filter for games with the printed box."""


@dataclass(frozen=True)
class Line:
    """One game of a person: the own seat and everybody's, as they are called now, and the box that was played with."""

    played: PlayedRow
    scores: Sequence[ScoreRow]
    seats: Sequence[TableSeat]
    seat: int
    box: PlayedBox = PRINTED

    @property
    def own(self) -> ScoreRow:
        """The person's result."""
        return self.scores[self.seat]

    @property
    def opponents(self) -> list[TableSeat]:
        """The others."""
        return [seat for seat in self.seats if seat.seat != self.seat]

    @property
    def year(self) -> str:
        """In which year it ended."""
        return time.strftime("%Y", time.localtime(self.played.ended))


@dataclass(frozen=True)
class Filter:
    """Which games are wanted; empty: all. ``result``: ``won`` or ``lost``; ``box``: the key of one, or ``printed``."""

    game: str = ""
    year: str = ""
    opponent: str = ""
    result: str = ""
    box: str = ""

    def wants(self, line: Line) -> bool:
        """Whether the game is wanted."""
        return (
            self.game in ("", line.played.game)
            and self.year in ("", line.year)
            and (not self.opponent or any(seat.name == self.opponent for seat in line.opponents))
            and (not self.result or (bool(line.own.place) and (line.own.place == 1) == (self.result == "won")))
            and self.box in ("", line.box.key or OURS)
        )


async def history(people: People, book: ScoreBook, person: PersonRow) -> list[Line]:
    """All finished games of the person, the latest first."""
    await book.fill_in()
    results = await results_of(people.storage, person.id)
    seats = await seats_of_person(people.storage, person.id)
    lines = []
    for stored in await people.storage.find(list(results)):
        table_id = stored.table.id
        played, scores = results[table_id]
        box = played_box(played.game, stored.table.box)
        lines.append(Line(played, scores, [seat_info(row) for row in stored.seats], seats[table_id], box))
    return sorted(lines, key=lambda line: (line.played.ended, line.played.table_id), reverse=True)


def as_csv(lines: Iterable[Line], former: str) -> str:
    """The lines as a file for a spreadsheet; a former player has no other name than that.

    A name that a spreadsheet would take for a formula is written as a text.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for line in lines:
        played, own = line.played, line.own
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(played.ended))
        others = "; ".join(seat.name or seat.bot or former for seat in line.opponents)
        row = (day, played.game, own.place or "", played.players, own.score, int(played.whole), plain(others))
        writer.writerow((*row, played.table_id, plain(line.box.name)))
    return out.getvalue()


def plain(text: str) -> str:
    """A text that no spreadsheet computes.

    >>> plain("=1+1"), plain("Anna; club")
    ("'=1+1", 'Anna; club')
    """
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
