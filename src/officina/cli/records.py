"""``officina replay`` and ``officina verify``: records of played games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from officina.cli.common import Language, console, find_game, read_file, say, tell
from officina.core.errors import OptionError
from officina.core.record import Entry, Record, open_record, played_game, read_lines
from officina.core.text import Message


def add(app: typer.Typer) -> None:
    """Add the commands."""

    @app.command(help=say("help.replay"))
    def replay(
        file: Annotated[Path, typer.Argument(help=say("help.file"))],
        at: Annotated[int, typer.Option("--at", min=0, help=say("help.at"))] = 0,
        seat: Annotated[int, typer.Option("--seat", min=0, help=say("help.seat"))] = 0,
        log: Annotated[bool, typer.Option("--log", help=say("help.log"))] = False,
        components: Annotated[Path | None, typer.Option("--components", help=say("help.components"))] = None,
        track: Annotated[Path | None, typer.Option("--track", help=say("help.track"))] = None,
    ) -> None:
        Replay(file, seat, components, track).run(at, log)

    @app.command(help=say("help.verify"))
    def verify(
        file: Annotated[Path, typer.Argument(help=say("help.file"))],
        components: Annotated[Path | None, typer.Option("--components", help=say("help.components"))] = None,
        track: Annotated[Path | None, typer.Option("--track", help=say("help.track"))] = None,
    ) -> None:
        record = Record.load(read_file(file), lambda name: find_game(name, components, track))
        header, position = record.header, record.position
        console.print(say("verify.ok", file=str(file)))
        console.print(say("verify.game", game=record.game.title(), players=header.players, version=header.rules_version))
        if record.game.own_box is not None:
            own = record.game.own_box
            console.print(
                say("verify.box", name=own.name, n=len(own.changes), digest=header.components), markup=False, soft_wrap=True
            )
        promised = "verify.seed" if header.start is None else "verify.start"
        console.print(say(promised, seed=header.seed, commitment=header.commitment))
        console.print(say(f"verify.{header.chance}"))
        console.print(say("verify.choices", n=len(record.moves), entries=len(record.entries)))
        if position.over:
            winners = tuple(seat + 1 for seat in position.winners())
            console.print(say("verify.result", scores=tuple(position.scores()), n=len(winners), winners=winners))
        else:
            console.print(say("verify.going_on"))


class Replay:
    """A record shown step by step, from one seat's point of view or a spectator's."""

    def __init__(self, file: Path, seat: int, components: Path | None, track: Path | None) -> None:
        header, entries, trailer = read_lines(read_file(file))
        self.entries: list[Entry] = entries
        self.header = header
        self.game = played_game(find_game(header.game, components, track), header)
        self.record_at(len(entries)).check_trailer(trailer)
        if seat > header.players:
            raise OptionError(Message("cli.usage.seat", seat=seat, last=header.players))
        self.seat = seat - 1 if seat else None

    def record_at(self, step: int) -> Record:
        """The record after so many entries."""
        record = open_record(self.game, self.header)
        for number, entry in enumerate(self.entries[:step], 1):
            record.replay(number, entry)
        return record

    def run(self, at: int, log: bool) -> None:
        """Step through, or print the whole log."""
        if log or not console.is_terminal:
            self.show(len(self.entries), whole_log=True)
            return
        step = min(at, len(self.entries))
        while True:
            console.clear()
            self.show(step)
            answer = console.input(say("replay.prompt", step=step, last=len(self.entries))).strip().lower()
            if answer in ("q", "quit"):
                return
            if answer in ("b", "-"):
                step = max(0, step - 1)
            elif answer.isdecimal():
                step = min(int(answer), len(self.entries))
            elif step < len(self.entries):
                step += 1

    def show(self, step: int, whole_log: bool = False) -> None:
        """The table after a step, with what that step told."""
        record = self.record_at(step)
        if not whole_log:
            console.print(self.game.terminal(record.position.view(self.seat), Language.code))
        if step:
            entry = self.entries[step - 1]
            console.print(say("replay.step", step=step, seat=entry.seat + 1, choice=entry.choice), markup=False)
        if whole_log:
            events = record.events(self.seat)
        else:
            events = record.moves[-1].events if record.moves else record.opening_events
            events = [event for event in events if event.seen_by(self.seat)]
        for event in events:
            console.print("  " + tell(self.game.event_text(event)), markup=False)
