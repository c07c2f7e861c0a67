"""The club's records: the most points, the clearest victory, the longest game, the longest evening, the longest run.

Who reaches a figure first keeps it until somebody passes it. They are of one box: the printed one, or one of somebody's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from officina.games import GAMES
from officina.tables.club.evenings import Evening, night_of
from officina.tables.club.games import ClubGame, Who

POINTS: Final = "points"
MARGIN: Final = "margin"
CHOICES: Final = "choices"
MINUTES: Final = "minutes"
EVENING: Final = "evening"
RUN: Final = "run"


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A record: its ``kind``, the ``figure``, who holds it, and at which table it was reached."""

    kind: str
    figure: int
    who: tuple[Who, ...]
    table_id: str
    ended: float
    game: str = ""


def records(games: Sequence[ClubGame], evenings: Iterable[Evening]) -> list[ClubRecord]:
    """Those of each game in the order of the games, then those of the club."""
    found: dict[tuple[str, str], ClubRecord] = {}

    def offer(record: ClubRecord) -> None:
        before = found.get((record.kind, record.game))
        if record.figure > 0 and (before is None or record.figure > before.figure):
            found[record.kind, record.game] = record

    for game in games:
        for record in of_game(game):
            offer(record)
    for record in runs(games):
        offer(record)
    for evening in evenings:
        last = evening.games[-1]
        people = tuple(row.who for row in evening.sheet if row.who.person)
        offer(ClubRecord(EVENING, len(evening.games), people, evening.key, last.ended))
    kinds = (POINTS, MARGIN, CHOICES, MINUTES, RUN, EVENING)
    order = [(kind, name) for name in (*GAMES, "") for kind in kinds]
    return [found[one] for one in order if one in found]


def of_game(game: ClubGame) -> Iterable[ClubRecord]:
    """What one game offers. Points do not count where they are the distance of a race."""
    people = tuple(seat.who for seat in game.seats if seat.who.person)
    if not (game.game in GAMES and GAMES[game.game].has_tracks):
        most = max((seat.score for seat in game.seats if seat.who.person), default=0)
        holders = tuple(seat.who for seat in game.seats if seat.score == most and seat.who.person)
        yield ClubRecord(POINTS, most, holders, game.table_id, game.ended, game.game)
        first = [seat for seat in game.seats if seat.place == 1]
        others = [seat.score for seat in game.seats if seat.place > 1]
        if others and first[0].who.person and game.winners == 1:
            yield ClubRecord(MARGIN, first[0].score - max(others), (first[0].who,), game.table_id, game.ended, game.game)
    yield ClubRecord(CHOICES, game.choices, people, game.table_id, game.ended)
    if night_of(game.began) == night_of(game.ended):
        yield ClubRecord(MINUTES, round((game.ended - game.began) / 60), people, game.table_id, game.ended)


def runs(games: Iterable[ClubGame]) -> Iterable[ClubRecord]:
    """Victories one after the other, as they grow; a shared one is one, too. One alone is no run."""
    going: dict[str, int] = {}
    for game in games:
        for member, seat in game.members.items():
            going[member] = going.get(member, 0) + 1 if seat.place == 1 else 0
            if going[member] > 1:
                yield ClubRecord(RUN, going[member], (seat.who,), game.table_id, game.ended)
