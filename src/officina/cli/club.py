"""``officina club``: the club of a server, for whoever runs it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from officina.cli.common import console, find_game, say, tell
from officina.cli.serve import CLUB_WORD, DATABASE
from officina.core.errors import OptionError
from officina.core.text import Message
from officina.core.vocabulary import shown

if TYPE_CHECKING:
    from officina.tables.club.book import Book, UsedBox
    from officina.tables.club.club import Club
    from officina.tables.club.evenings import Evening
    from officina.tables.club.seasons import Season


def add(app: typer.Typer) -> None:
    """Add the commands."""
    settings = {"help_option_names": ["-h", "--help"]}
    club = typer.Typer(help=say("help.club"), no_args_is_help=True, context_settings=settings)
    add_settings(club)
    add_book(club)
    app.add_typer(club, name="club")


def add_settings(app: typer.Typer) -> None:
    """``set``, ``off``, ``season``."""

    @app.command("set", help=say("help.club_set"))
    def set_(
        name: Annotated[str, typer.Argument(help=say("help.club_name"))],
        word: Annotated[str, typer.Option("--word", envvar=CLUB_WORD, show_envvar=True, help=say("help.club_word"))] = "",
        new_word: Annotated[bool, typer.Option("--new-word", help=say("help.club_new_word"))] = False,
        open_: Annotated[bool, typer.Option("--open", help=say("help.club_open"))] = False,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        from officina.tables.club.door import new_word as made

        if bool(word) + new_word + open_ != 1:
            raise OptionError(Message("cli.usage.club_door"))
        chosen = made() if new_word else word
        row = with_club(data, database, lambda club: club.switch_on(name, chosen), make=True)
        console.print(say("club.open" if row.open else "club.closed", name=row.name), markup=False, soft_wrap=True)
        if new_word:
            console.print(say("club.word", word=chosen), markup=False, soft_wrap=True)

    @app.command(help=say("help.club_off"))
    def off(
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        with_club(data, database, lambda club: club.switch_off())
        console.print(say("club.off"), markup=False)

    @app.command(help=say("help.club_season"))
    def season(
        name: Annotated[str, typer.Argument(help=say("help.season_name"))] = "",
        since: Annotated[str, typer.Option("--from", help=say("help.season_from"))] = "",
        forget: Annotated[str, typer.Option("--forget", help=say("help.season_forget"))] = "",
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        if (name and forget) or (since and not name):
            raise OptionError(Message("cli.usage.season"))
        if name:
            moment = read_day(since) if since else datetime.now().replace(second=0, microsecond=0).timestamp()
            begun = with_club(data, database, lambda club: club.begin_season(name, moment))
            console.print(say("club.season_begun", name=begun.name, called=begun.key), markup=False)
        elif forget:
            gone = with_club(data, database, lambda club: club.forget_season(forget))
            console.print(say("club.season_forgotten", name=gone.name), markup=False)
        else:
            for one in with_club(data, database, lambda club: club.seasons()):
                console.print(f"{one.key}  {season_name(one)}", markup=False)


def add_book(app: typer.Typer) -> None:
    """``show``, ``rebuild``."""

    @app.command(help=say("help.club_show"))
    def show(
        game: Annotated[str, typer.Option("--game", help=say("help.club_game"))] = "",
        season: Annotated[str, typer.Option("--season", help=say("help.club_season_key"))] = "",
        box: Annotated[str, typer.Option("--box", help=say("help.club_box"))] = "",
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        scope = find_game(game).name if game else ""

        async def looked(club: Club) -> tuple[str, Book, dict[str, str]]:
            row = await club.look()
            book = await club.book(season)
            if box:
                book = await club.book(season, box_called(book, box))
            return row.name if row is not None else "", book, {person.id: person.name for person in await club.members()}

        name, book, names = with_club(data, database, looked)
        console.print(name or say("club.is_off"), style="bold", markup=False)
        told = say("club.summary", season=season_name(book.season), n=len(book.of(scope)), members=len(names))
        console.print(told, markup=False)
        for used in book.boxes:
            console.print(box_line(used), markup=False, soft_wrap=True)
        if book.of(scope):
            console.print(standings(book, scope, names))
        for evening in book.evenings[-5:]:
            console.print(evening_line(evening, names), markup=False, soft_wrap=True)

    @app.command(help=say("help.club_rebuild"))
    def rebuild(
        write: Annotated[Path | None, typer.Option("--write", "-w", help=say("help.club_write"))] = None,
        data: Annotated[Path | None, typer.Option("--data", help=say("help.data"))] = None,
        database: Annotated[str, typer.Option("--database", envvar=DATABASE, help=say("help.database"))] = "",
    ) -> None:
        games, changed, book = with_club(data, database, lambda club: club.rebuild())
        told = say("club.rebuilt", n=games, changed=changed, counted=len(book.games), digest=book.digest)
        console.print(told, markup=False, soft_wrap=True)
        if write is not None:
            try:
                write.write_bytes(book.dump())
            except OSError as error:
                why = error.strerror or type(error).__name__
                raise OptionError(Message("cli.usage.file", file=str(write), why=why)) from None
            console.print(say("club.written", file=str(write)), markup=False, soft_wrap=True)


def with_club(data: Path | None, database: str, work: Callable[[Club], Awaitable[Any]], make: bool = False) -> Any:
    """Do something with the club of a database; ``make``: of a new one, if there is none."""
    from officina.cli.storing import existing, place, with_storage
    from officina.tables.club.club import Club
    from officina.tables.scorebook import ScoreBook

    storage = place(data, database)
    if not make:
        existing(storage)
    return asyncio.run(with_storage(storage, lambda: work(Club(storage, ScoreBook(storage)))))


def box_called(book: Book, text: str) -> str:
    """The key of a box that was played with, from its key or its name; OptionError if there is none."""
    for used in book.boxes:
        if text in (used.box.key, used.box.name):
            return used.box.key
    raise OptionError(Message("cli.usage.club_box", text=shown(text)))


def read_day(text: str) -> float:
    """A day such as 2026-10-01, as the moment at which it begins."""
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d").timestamp()
    except (ValueError, OverflowError):
        raise OptionError(Message("cli.usage.day", text=shown(text))) from None


def season_name(season: Season) -> str:
    """A season as people call it."""
    if season.name:
        return season.name
    return say("club.quarter", quarter=season.quarter, year=season.year) if season.year else say("club.always")


def standings(book: Book, scope: str, names: dict[str, str]) -> Table:
    """The members and what they have done, the best first."""
    table = Table(box=None)
    for heading in ("rank", "member", "rating", "games", "won", "shared", "in_front"):
        table.add_column(say(f"club.{heading}"), justify="left" if heading == "member" else "right")
    for row in book.standings(scope):
        rating = f"{row.rating.figure} ± {row.rating.spread}"
        figures = (str(row.games), str(row.won), str(row.shared), f"{100 * row.in_front:.0f} %")
        table.add_row(str(row.rank), names.get(row.member, "?"), rating, *figures)
    return table


def box_line(used: UsedBox) -> str:
    """A box of somebody's own in a line: its game, how many games were played with it."""
    from officina.games import GAMES

    title = tell(GAMES[used.game].title())
    return say("club.with_box", known=used.box.key, name=used.box.name, game=title, n=used.games)


def evening_line(evening: Evening, names: dict[str, str]) -> str:
    """An evening in a line: when, how many games, who did best."""
    from officina.games import GAMES

    best = tuple(names.get(who.name, who.name) or say("club.former") for who in evening.best)
    titles = tuple(tell(GAMES[game.game].title()) for game in evening.games)
    return say("club.evening", day=evening.day.isoformat(), games=titles, best=best)
