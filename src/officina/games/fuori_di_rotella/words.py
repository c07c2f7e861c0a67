"""The sentences of Fuori di Rotella that need to know more than the declarations say."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message
from officina.core.words import Sentences
from officina.games.fuori_di_rotella.components import ACTIONS, UPGRADES
from officina.games.fuori_di_rotella.events import AT_FEET
from officina.games.fuori_di_rotella.gears import FIRST_OF_PAIR, SECOND_OF_PAIR
from officina.games.fuori_di_rotella.nouns import COLOUR, GEARS, robot_name, say
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.rules.sharing import SharePick
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import ATTACK


class Words(Sentences):
    """The game's sentences, for one set of components."""

    def place(self, place: int, source: int) -> Message:
        """Where gears lie: a robot's feet or a dump."""
        if place == AT_FEET:
            return say("at_feet", robot=robot_name(self.parts, source))
        return say("at_dump", dump=source + 1)

    def program(self, robot: int, action: int, number: int) -> Message:
        """A programme in words; an Attack with the own number is a Defence (FR-16)."""
        if action == ATTACK:
            return say("program.defence") if number == robot else say("program.attack", robot=robot_name(self.parts, number))
        return say(f"program.{ACTIONS[action]}", dump=number + 1)

    # --- questions

    def prompt_program(self, p: FuoriDiRotella, seat: int) -> dict[str, Any]:
        return {"robot": robot_name(self.parts, p.own_robots(seat)[len(p.drafts[seat])])}

    def prompt_assemble(self, p: FuoriDiRotella, seat: int) -> dict[str, Any]:
        step = p.stack[-1]
        assert isinstance(step, Assembly)
        robot = step.asked(p, seat, p.drafts[seat]).robot
        return {"robot": robot_name(self.parts, robot), "gears": GEARS.say(p.feet[robot], self.parts)}

    prompt_fast_third = prompt_assemble

    def prompt_share_pick(self, p: FuoriDiRotella, seat: int) -> dict[str, Any]:
        step = p.stack[-1]
        assert isinstance(step, SharePick)
        _, place, source = step.args
        return {"place": self.place(place, source)}

    # --- options

    def option_choose_robot(self, p: FuoriDiRotella, seat: int, robot: int) -> dict[str, Any]:
        return {"colour": COLOUR.say(robot, self.parts)}

    def option_program(self, p: FuoriDiRotella, seat: int, action: int, number: int) -> Message:
        return self.program(p.own_robots(seat)[len(p.drafts[seat])], action, number)

    def option_assemble(self, p: FuoriDiRotella, seat: int, pair: int) -> dict[str, Any]:
        first, second = FIRST_OF_PAIR[pair], SECOND_OF_PAIR[pair]
        return {"first": COLOUR.say(first, self.parts), "second": COLOUR.say(second, self.parts)}

    # --- the log

    def event_revealed(self, robot: int, action: int, number: int) -> dict[str, Any]:
        return {"program": self.program(robot, action, number)}

    def event_upgrade_dealt(self, robot: int, upgrade: int) -> dict[str, Any]:
        return {"text": say(f"upgrade.{UPGRADES[upgrade]}.text")}

    def event_shared(self, place: int, source: int, **_: int) -> dict[str, Any]:
        return {"place": self.place(place, source)}

    event_dealt = event_won = event_empty_handed = event_upgrade_took = event_shared
