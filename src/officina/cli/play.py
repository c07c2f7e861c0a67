"""``officina play``: a game in the terminal, alone against bots or several people at one keyboard."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Final

import typer

from officina.bots import USUAL_LEVEL, check_bot, is_guest, make_bot
from officina.bots.bot import HeuristicBot
from officina.bots.third_party import reason
from officina.cli.app import data_folder
from officina.cli.common import console, errors, find_game, read_file, read_options, say, split_names
from officina.cli.seat import Quit, SeatDialog
from officina.cli.tips import SWITCH, TipSwitch
from officina.core.errors import IllegalChoice, OptionError
from officina.core.events import SPEEDS
from officina.core.game import Game
from officina.core.record import Record
from officina.core.rng import Rng
from officina.core.text import Message
from officina.core.tips import FIRST_GAMES

HUMAN: Final = "human"


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(help=say("help.play"))
    def play(
        game: Annotated[str, typer.Argument(help=say("help.game"))] = "",
        players: Annotated[int | None, typer.Option("--players", "-p", help=say("help.players"))] = None,
        seats: Annotated[str, typer.Option("--seats", help=say("help.seats"))] = "",
        option: Annotated[list[str] | None, typer.Option("--option", "-o", help=say("help.option"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", "-s", help=say("help.seed"))] = None,
        save: Annotated[Path | None, typer.Option("--save", help=say("help.save"))] = None,
        resume: Annotated[Path | None, typer.Option("--resume", help=say("help.resume"))] = None,
        components: Annotated[Path | None, typer.Option("--components", help=say("help.components"))] = None,
        track: Annotated[Path | None, typer.Option("--track", help=say("help.track"))] = None,
        box: Annotated[Path | None, typer.Option("--box", help=say("help.with_box"))] = None,
        pace: Annotated[str, typer.Option("--pace", help=say("help.pace", paces=", ".join(SPEEDS)))] = "normal",
        tips: Annotated[str, typer.Option("--tips", help=say("help.tips", n=FIRST_GAMES))] = "",
    ) -> None:
        if pace not in SPEEDS:
            raise OptionError(Message("kernel.option.value", option="--pace", value=pace, values=tuple(SPEEDS)))
        if tips and tips not in SWITCH:
            raise OptionError(Message("kernel.option.value", option="--tips", value=tips, values=SWITCH))
        if resume is not None:
            if game or players or seats or option or seed or box:
                raise OptionError(Message("cli.usage.resume_alone"))
            record = Record.load(read_file(resume), lambda name: find_game(name, components, track))
            path = save or resume
        else:
            if not game:
                raise OptionError(Message("cli.usage.missing", name="GAME"))
            record = new_record(find_game(game, components, track, box), players, seats, read_options(option or []), seed)
            path = save or data_folder() / f"{record.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.officina"
        Session(record, path, pace, tips).run()


def new_record(game: Game, players: int | None, seats: str, options: dict[str, str], seed: str | None) -> Record:
    """A fresh game; without further word you sit first and sensible bots take the other seats."""
    named = split_names(seats)
    count = players if players is not None else len(named) or min(4, game.players_for(game.read_option_values(options))[-1])
    game.read_options(count, options)
    if len(named) > count:
        raise OptionError(Message("cli.usage.seats", n=len(named), players=count))
    kinds = named or [HUMAN]
    kinds += [USUAL_LEVEL] * (count - len(kinds))
    for kind in kinds:
        if kind != HUMAN:
            make_bot(check_bot(kind))
    return Record.start(game, count, seed, options, kinds)


class Session:
    """One sitting: the record is saved after every choice, so that nothing but an unconfirmed one can be lost."""

    def __init__(self, record: Record, path: Path, pace: str = "none", tips: str = "") -> None:
        self.record = record
        self.path = path
        kinds = list(record.header.seats) or [HUMAN] * record.header.players
        self.humans = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.kinds = kinds
        self.bots = {seat: make_bot(kind) for seat, kind in enumerate(kinds) if kind != HUMAN}
        self.tips = TipSwitch(data_folder() / "tips.json", record.game.name, path.name, tips)
        self.dialog = SeatDialog(record, self.humans, self.save, pace, self.tips)

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self.save()
        try:
            while self.record.position.to_act:
                seat = self.next_seat()
                if seat in self.bots:
                    self.bot_plays(seat)
                else:
                    self.dialog.ask(seat)
        except (Quit, EOFError, KeyboardInterrupt):
            console.print()
            console.print(say("play.saved", file=str(self.path)), markup=False, soft_wrap=True)
            return
        self.dialog.show_end()
        console.print(say("play.record", file=str(self.path)), markup=False, soft_wrap=True)

    def next_seat(self) -> int:
        """Bots answer first, so that a person's answer is the one that everybody was waiting for."""
        waiting = self.record.position.to_act
        return next((seat for seat in waiting if seat in self.bots), waiting[0])

    def bot_plays(self, seat: int) -> None:
        """A bot's choice; its chance depends on the record only, so a resumed game goes on as it would have."""
        rng = Rng(f"{self.record.header.seed} bot {len(self.record.entries)}")
        try:
            self.record.apply(seat, self.bots[seat].choose(self.record.position, seat, rng))
        except (Exception, SystemExit) as error:
            if not is_guest(self.kinds[seat]) or isinstance(self.bots[seat], HeuristicBot):
                raise  # ours do not fail: that must be heard of
            why = say(f"simulate.why.{'illegal' if isinstance(error, IllegalChoice) else 'raised'}")
            errors.print(say("play.bot_replaced", bot=self.kinds[seat], why=why, what=reason(error)), markup=False)
            self.bots[seat] = HeuristicBot()
            self.bot_plays(seat)
            return
        self.save()

    def save(self) -> None:
        """Write the record; a disk that refuses is told once, and play goes on."""
        try:
            self.record.save(self.path)
        except OSError as error:
            why = error.strerror or type(error).__name__
            errors.print(say("play.not_saved", file=str(self.path), why=why), markup=False)
