"""Questions, options and log lines in words: which text key, with which arguments."""

from __future__ import annotations

from officina.core.events import FORCED, Event
from officina.core.text import Message
from officina.games.fuori_di_rotella import events as ev
from officina.games.fuori_di_rotella import vocabulary as v
from officina.games.fuori_di_rotella.components import ACTIONS, UPGRADES, Parts
from officina.games.fuori_di_rotella.gears import COLOURS, counts, size
from officina.games.fuori_di_rotella.rules.assembly import Assembly
from officina.games.fuori_di_rotella.state import FuoriDiRotella

GAME = "fuori_di_rotella"


def say(key: str, **args: object) -> Message:
    """A sentence of this game."""
    return Message(f"{GAME}.{key}", **args)


class Words:
    """The game's sentences, for one set of components."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    # --- nouns

    def robot(self, robot: int) -> Message:
        """A robot by number and name."""
        return say("robot_of_number", number=robot + 1, name=say(f"robot.{self.parts.robots[robot].code}"))

    def colour(self, colour: int) -> Message:
        """A colour."""
        return say(f"colour.{self.parts.robots[colour].colour}")

    def upgrade(self, card: int) -> Message:
        """An upgrade card."""
        return say(f"upgrade.{UPGRADES[card]}.name")

    def pile(self, pile: int) -> Message:
        """Gears, colour by colour."""
        if not size(pile):
            return say("no_gears")
        numbers = counts(pile)
        parts = tuple(
            say("gears", n=numbers[colour], colour=self.colour(colour)) for colour in range(COLOURS) if numbers[colour]
        )
        return say("pile", gears=parts)

    def place(self, place: int, source: int) -> Message:
        """Where gears lie: a robot's feet or a dump."""
        if place == ev.AT_FEET:
            return say("at_feet", robot=self.robot(source))
        return say("at_dump", dump=source + 1)

    def program(self, robot: int, program: int) -> Message:
        """A programme in words; an Attack with the own number is a Defence (FR-16)."""
        action, number = program // COLOURS, program % COLOURS
        if action == v.ATTACK:
            return say("program.defence") if number == robot else say("program.attack", robot=self.robot(number))
        return say(f"program.{ACTIONS[action]}", dump=number + 1)

    # --- questions

    def prompt(self, p: FuoriDiRotella, seat: int, kind: int) -> Message:
        """The question of a kind."""
        name = p.game.vocabulary.kind_name(kind)
        return say(f"prompt.{name}", **self.prompt_args(p, seat, kind))

    def prompt_args(self, p: FuoriDiRotella, seat: int, kind: int) -> dict[str, object]:
        """What the question's sentence needs to know."""
        step = p.stack[-1]
        if kind == v.PROGRAM:
            return {"robot": self.robot(p.own_robots(seat)[len(p.drafts[seat])])}
        if kind in (v.ASSEMBLE, v.FAST_THIRD):
            assert isinstance(step, Assembly)
            robot = step.asked(p, seat, p.drafts[seat]).robot
            return {"robot": self.robot(robot), "gears": self.pile(p.feet[robot])}
        if kind == v.CHOOSE_ROBOT:
            return {}
        if kind == v.DEFENCE_TAKE:
            return {"robot": self.robot(step.args[0]), "attacker": self.robot(step.args[1])}
        if kind == v.SHARE_PICK:
            return {"robot": self.robot(step.args[0]), "place": self.place(step.args[1], step.args[2])}
        if kind == v.RECYCLER_TAKE:
            return {"robot": self.robot(step.args[0]), "colour": self.colour(step.args[1])}
        return {"robot": self.robot(step.args[0])}

    def option_text(self, p: FuoriDiRotella, seat: int, kind: int, option: int) -> Message:
        """One option in words."""
        if kind == v.CHOOSE_ROBOT:
            return say("option.choose_robot", robot=self.robot(option), colour=self.colour(option))
        if kind == v.PROGRAM:
            return self.program(p.own_robots(seat)[len(p.drafts[seat])], option)
        if kind == v.DEFENCE_TAKE:
            zone = say("zone.feet") if option // COLOURS == v.FEET else say("zone.circuits")
            return say("option.defence_take", colour=self.colour(option % COLOURS), zone=zone)
        if kind == v.SHARE_PICK:
            return say("option.gear", colour=self.colour(option))
        if kind in (v.USE_INSULATION, v.USE_RADAR):
            return say("option.use") if option == v.YES else say("option.keep")
        if kind == v.RECYCLER_TAKE:
            return say("option.gear_of_dump", colour=self.colour(option % COLOURS), dump=option // COLOURS + 1)
        if kind == v.RADAR_PLACE:
            return say("option.radar_place", colour=self.colour(option // COLOURS), dump=option % COLOURS + 1)
        if option == v.NONE:
            return say("option.not_now") if kind in (v.ASSEMBLE, v.FAST_THIRD) else say("option.keep")
        return self.chosen_text(kind, option - 1)

    def chosen_text(self, kind: int, choice: int) -> Message:
        """An option of a decision that may be declined; ``choice`` counts from 0 after "none"."""
        if kind == v.ASSEMBLE:
            first, second = v.FIRST_OF_PAIR[choice], v.SECOND_OF_PAIR[choice]
            return say("option.assemble", first=self.colour(first), second=self.colour(second))
        if kind == v.USE_ARMOUR:
            return say("option.armour", robot=self.robot(choice))
        if kind == v.USE_REPROGRAM:
            return say("option.reprogram", dump=choice + 1)
        if kind == v.USE_MAGNET:
            return say("option.gear_of_dump", colour=self.colour(choice % COLOURS), dump=choice // COLOURS + 1)
        return say("option.gear", colour=self.colour(choice))

    # --- the log

    def event_text(self, event: Event, kind_text: str) -> Message:
        """One line of the log. ``kind_text`` is the event's name."""
        return say(f"event.{kind_text}", **self.event_args(event))

    def event_args(self, event: Event) -> dict[str, object]:
        """What the log line needs to know."""
        code, args = event.code, event.args
        if code == FORCED:
            raise ValueError("the kernel words its own events")
        if code == ev.TURN_BEGAN:
            return {"turn": args[0], "n": args[1]}
        if code == ev.DUMP_FILLED:
            return {"dump": args[0] + 1, "gears": self.pile(args[1])}
        if code == ev.GAME_ENDED:
            return {"why": say("end.empty_dump" if args[0] == 0 else "end.idle")}
        if code in (ev.SHARED, ev.DEALT):
            found: dict[str, object] = {"place": self.place(args[0], args[1])}
            if code == ev.SHARED:
                robots = tuple(self.robot(robot) for robot in range(COLOURS) if args[2] >> robot & 1)
                found |= {"robots": robots, "gears": args[3], "n": args[4]}
            return found
        found = {"robot": self.robot(args[0])}
        if code == ev.REVEALED:
            found["program"] = self.program(args[0], args[1] * COLOURS + args[2])
        elif code in (ev.UPGRADE_DEALT, ev.UPGRADE_USED):
            found["upgrade"] = self.upgrade(args[1])
            if code == ev.UPGRADE_DEALT:
                found["text"] = say(f"upgrade.{UPGRADES[args[1]]}.text")
        elif code == ev.BLOCKED:
            found["defender"] = self.robot(args[1])
        elif code == ev.DEFENCE_TOOK:
            zone = say("zone.feet") if args[2] == v.FEET else say("zone.circuits")
            found |= {"attacker": self.robot(args[1]), "zone": zone, "colour": self.colour(args[3])}
        elif code in (ev.WON, ev.EMPTY_HANDED):
            found["place"] = self.place(args[1], args[2])
            if code == ev.WON:
                found["gears"] = self.pile(args[3])
        elif code in (ev.TRAPPED, ev.TRAP_FAILED):
            found["dump"] = args[1] + 1
        elif code == ev.ASSEMBLED:
            found["gears"] = self.pile(args[1])
        elif code == ev.UPGRADE_TOOK:
            found |= {
                "upgrade": self.upgrade(args[1]),
                "place": self.place(args[2], args[3]),
                "colour": self.colour(args[4]),
            }
        elif code == ev.RECYCLED:
            found |= {"dump": args[1] + 1, "given": self.colour(args[2]), "taken": self.colour(args[3])}
        elif code == ev.RADAR_SAW:
            found["gears"] = tuple(self.colour(colour) for colour in args[1:])
        elif code == ev.RADAR_PLACED:
            found |= {"colour": self.colour(args[1]), "dump": args[2] + 1}
        elif code == ev.ROBOT_CHOSEN:
            found["who"] = Message("kernel.seat", seat=event.seat + 1)
        return found
