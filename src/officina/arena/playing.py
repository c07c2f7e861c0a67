"""One game of bots to its end, whatever they do.

A bot that raises, chooses what is not offered, takes too long or takes its process with it is reported, and the sensible bot
plays on for it until the end of that game; the others notice nothing. Hanging and dying can only be seen from outside
(``crew.py``): the game is then played again from its beginning, and the bot is not asked any more where it failed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Protocol

import msgspec

from officina.bots import Bot, is_guest, make_bot
from officina.bots.bot import HeuristicBot, RandomBot
from officina.bots.third_party import reason
from officina.core.errors import IllegalChoice, NotationError, OptionError
from officina.core.position import Position
from officina.core.rng import Rng
from officina.core.text import render

RAISED: Final = "raised"
ILLEGAL: Final = "illegal"
LATE: Final = "late"
DIED: Final = "died"
BROKEN: Final = "broken"
LOADING: Final = -1
"""In place of a decision: its code is being loaded."""
OUT: Final = "out"
"""It has hung or died so often in this run that it is not asked any more."""


class Fall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot that could not go on: at which decision of the game, why, and what its code said."""

    seat: int
    bot: str
    decision: int
    why: str
    what: str = ""


class Blame(msgspec.Struct, frozen=True):
    """What was seen from outside: who was thinking in which game when its process hung or died."""

    number: int
    seat: int
    decision: int
    why: str


class Watch(Protocol):
    """Is told when code of others begins to think, and when it is done."""

    def begin(self, number: int, seat: int, decision: int) -> None:
        """It thinks from now on."""

    def end(self) -> None:
        """It is done."""


class Nobody:
    """Nobody watches."""

    def begin(self, number: int, seat: int, decision: int) -> None:
        """Nothing to note."""

    def end(self) -> None:
        """Nothing to note."""


class Circumstances:
    """What is known from outside about the games of a task."""

    def __init__(self, watch: Watch | None = None, blames: Sequence[Blame] = (), out: Collection[str] = ()) -> None:
        self.watch = Nobody() if watch is None else watch
        self.blames = {(blame.number, blame.seat, blame.decision): blame.why for blame in blames}
        self.out = frozenset(out)

    def is_blamed(self, number: int, seat: int) -> bool:
        """Whether whoever sits there hung or died in that very game."""
        return any(key[:2] == (number, seat) for key in self.blames)


class Seats:
    """The bots of one game by seat, and those who have taken over."""

    def __init__(self, names: Sequence[str], rngs: Sequence[Rng], spare: str, number: int, around: Circumstances) -> None:
        self.names = names
        self.rngs = list(rngs)
        self.spare = spare
        self.falls: list[Fall] = []
        self.guests = [is_guest(name) for name in names]
        self.bots: list[Bot] = []
        for seat, name in enumerate(names):
            self.bots.append(RandomBot())
            why = around.blames.get((number, seat, LOADING))
            if name in around.out and not around.is_blamed(number, seat):
                why = OUT
            if why is not None:
                self.replace(seat, 0, why)
                continue
            try:
                if self.guests[seat]:
                    around.watch.begin(number, seat, LOADING)
                self.bots[seat] = make_bot(name)
            except OptionError as error:
                self.replace(seat, 0, BROKEN, render(error.message, "en"))
            finally:
                around.watch.end()

    def replace(self, seat: int, decision: int, why: str, what: str = "") -> None:
        """The sensible bot takes the seat over, with chance of its own; if it was itself the one to fail, chance does."""
        self.falls.append(Fall(seat, self.names[seat], decision, why, what))
        self.bots[seat].leave()
        sensible = not isinstance(self.bots[seat], HeuristicBot)
        self.bots[seat] = HeuristicBot() if sensible else RandomBot()
        self.guests[seat] = False
        self.rngs[seat] = Rng(f"{self.spare}/{seat}/{len(self.falls)}")

    def leave(self) -> None:
        """The game is over."""
        for bot in self.bots:
            bot.leave()


def play_on(p: Position, seats: Seats, number: int, around: Circumstances) -> int:
    """Play to the end; how many decisions were taken."""
    decisions = 0
    while True:
        waiting = p.to_act
        if not waiting:
            return decisions
        decide(p, waiting[0], seats, number, decisions, around)
        decisions += 1


def decide(p: Position, seat: int, seats: Seats, number: int, decision: int, around: Circumstances) -> None:
    """One decision is taken, by whoever can."""
    if seats.guests[seat]:
        why = around.blames.get((number, seat, decision))
        if why is not None:
            seats.replace(seat, decision, why)
    while True:
        try:
            if seats.guests[seat]:
                around.watch.begin(number, seat, decision)
                option = seats.bots[seat].choose(p, seat, seats.rngs[seat])
                around.watch.end()
            else:
                option = seats.bots[seat].choose(p, seat, seats.rngs[seat])
        except (Exception, SystemExit) as error:
            around.watch.end()
            why = (
                ILLEGAL
                if isinstance(error, IllegalChoice | NotationError)
                else LATE
                if isinstance(error, TimeoutError)
                else RAISED
            )
            seats.replace(seat, decision, why, reason(error))
            continue
        try:
            p.apply(seat, option)
        except IllegalChoice as error:
            seats.replace(seat, decision, ILLEGAL, reason(error))
            continue
        return
