"""The sentences of Fuori di Rotella that need to know more than the declarations say."""

from __future__ import annotations

from typing import Any

from officina.core.events import Event
from officina.core.text import Message
from officina.core.words import Sentences
from officina.games.fuori_di_rotella.components import ACTIONS, UPGRADES
from officina.games.fuori_di_rotella.events import AT_FEET, ROBOT_CHOSEN
from officina.games.fuori_di_rotella.gears import count, size
from officina.games.fuori_di_rotella.nouns import COLOUR, GEARS, robot_name, robot_with_number, say
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.rules.sharing import SharePick
from officina.games.fuori_di_rotella.state import FuoriDiRotella
from officina.games.fuori_di_rotella.vocabulary import ATTACK, TRAP


class Words(Sentences):
    """The game's sentences, for one set of components."""

    trivia = frozenset(
        ("banned", "no_gear_there", "not_at_feet", "not_attacking", "not_in_pool", "not_left_over", "not_on_dump", "not_seen")
    )
    nearest = frozenset(("dump_lost_gears", "not_in_play", "same_colour"))

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
        return {"robot": robot_with_number(self.parts, robot), "colour": COLOUR.say(robot, self.parts)}

    def option_program(self, p: FuoriDiRotella, seat: int, action: int, number: int) -> Message:
        own = p.own_robots(seat)[len(p.drafts[seat])]
        if action == ATTACK and number != own:
            return say("program.attack", robot=robot_with_number(self.parts, number))
        return self.program(own, action, number)

    # --- what a programme would bring

    def supposed_program(self, p: FuoriDiRotella, seat: int, action: int, number: int) -> Message:
        """FR-23, FR-31, FR-44, FR-53: everything that lies there, if nobody else comes in the way."""
        own = p.own_robots(seat)[len(p.drafts[seat])]
        if action == ATTACK and number == own:
            return say("supposed.defence")
        pile = p.feet[number] if action == ATTACK else p.dumps[number]
        gears = size(pile)
        if not gears:
            return say("supposed.nothing")
        points = gears * self.parts.other_points + count(pile, own) * (self.parts.own_points - self.parts.other_points)
        found = {"n": gears, "points": points}
        if action == ATTACK:
            return say("supposed.attack", robot=robot_name(self.parts, number), **found)
        return say("supposed.trap" if action == TRAP else "supposed.collect", **found)

    # --- the log

    def event_text(self, event: Event) -> Message:
        """A robot that does something is named with its player."""
        said = super().event_text(event)
        robot = said.args.get("robot")
        if robot is not None and event.seat >= 0 and event.code != ROBOT_CHOSEN:
            said.args.update(robot=say("robot_of", robot=robot, who=self.seat(event.seat)))
        return said

    def event_revealed(self, robot: int, action: int, number: int) -> dict[str, Any]:
        return {"program": self.program(robot, action, number)}

    def event_defence_took(self, zone: int, **_: int) -> dict[str, Any]:
        return {"origin": say("own_circuits" if zone else "own_feet")}

    def event_assembled(self, gears: int, **_: int) -> dict[str, Any]:
        return {"n": size(gears)}

    def event_upgrade_dealt(self, robot: int, upgrade: int) -> dict[str, Any]:
        return {"text": say(f"upgrade.{UPGRADES[upgrade]}.text")}

    def event_won(self, place: int, source: int, **_: int) -> dict[str, Any]:
        """Where gears come from, and where somebody looked for them."""
        if place == AT_FEET:
            robot = robot_name(self.parts, source)
            return {"origin": say("from_feet", robot=robot), "where": say("there_feet", robot=robot)}
        return {"origin": say("from_dump", dump=source + 1), "where": say("there_dump", dump=source + 1)}

    event_dealt = event_empty_handed = event_upgrade_took = event_won

    def event_shared(self, place: int, source: int, n: int, **_: int) -> dict[str, Any]:
        return {**self.event_won(place, source), "each": say("each", n=n) if n else say("none_each")}
