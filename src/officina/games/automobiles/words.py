"""Questions, options and log lines in words: which text key, with which arguments."""

from __future__ import annotations

from officina.core.events import FORCED, Event
from officina.core.text import Message
from officina.games.automobiles import events as ev
from officina.games.automobiles import vocabulary as v
from officina.games.automobiles.components import CARD_NAMES, Parts
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, counts, size
from officina.games.automobiles.rules.discarding import RemoveDiscard
from officina.games.automobiles.rules.movement import colour_list
from officina.games.automobiles.state import Automobiles

GAME = "automobiles"


def say(key: str, **args: object) -> Message:
    """A sentence of this game."""
    return Message(f"{GAME}.{key}", **args)


def cube(colour: int) -> Message:
    """A cube by its colour."""
    return say(f"cube.{COLOUR_NAMES[colour]}")


def shade(colour: int) -> Message:
    """A colour of spaces."""
    return say(f"shade.{COLOUR_NAMES[colour]}")


def card(number: int) -> Message:
    """A card by its name."""
    return say(f"card.{CARD_NAMES[number]}.name")


def pile(cubes: int) -> Message:
    """Cubes, colour by colour."""
    if not size(cubes):
        return say("no_cubes")
    numbers = counts(cubes)
    parts = tuple(say("cubes", n=numbers[colour], cube=cube(colour)) for colour in range(COLOURS) if numbers[colour])
    return say("pile", cubes=parts)


def zone(place: int) -> Message:
    """The zone that a cube left."""
    return say("zone.active" if place == ev.FROM_ACTIVE else "zone.discard")


class Words:
    """The game's sentences, for one set of components."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def car(self, seat: int) -> Message:
        """A player by the colour of the car."""
        return say(f"car.{self.parts.cars[seat]}")

    # --- questions

    def prompt(self, p: Automobiles, seat: int, kind: int) -> Message:
        """The question of a kind."""
        return say(f"prompt.{p.game.vocabulary.kind_name(kind)}", **self.prompt_args(p, seat, kind))

    def prompt_args(self, p: Automobiles, seat: int, kind: int) -> dict[str, object]:
        """What the question's sentence needs to know."""
        step = p.stack[-1]
        if kind in (v.GRID_BUY, v.BUY):
            return {"money": p.money}
        if kind == v.TURN_TYPE:
            return {"rank": p.start_rank, "laps": p.laps_to_go(seat), "cubes": pile(p.active[seat])}
        if kind == v.ACTION:
            return {"money": p.worth(p.active[seat]), "place": p.track.place(p.head)}
        if kind == v.STEP:
            return {"n": step.args[1], "shades": colour_list(step.args[0]), "place": p.track.place(p.head)}
        if kind == v.REMOVE_DISCARD:
            exact = isinstance(step, RemoveDiscard) and not step.args[1]
            return {"n": step.args[0], "bound": say("bound.exactly" if exact else "bound.up_to")}
        if kind == v.PIT_TEAM_GAIN:
            return {"budget": step.args[0]}
        if kind in (v.BOOST_DRAW, v.SUPERCHARGE_TAKE):
            return {"n": step.args[0]}
        if kind == v.ENGINEER_DISCARD:
            return {"n": step.args[0]}
        if kind == v.NITRO_KEEP:
            return {"cubes": pile(p.held)}
        if kind in (v.BOOST_OFFER, v.BOOST_LATE):
            return {"size": size(p.bag[seat])}
        return {}

    def option_text(self, p: Automobiles, seat: int, kind: int, option: int) -> Message:
        """One option in words."""
        if kind == v.GRID_PICK:
            cell = p.track.grid[option]
            return say("option.grid_pick", slot=option + 1, place=p.track.place(cell.segment), money=cell.money)
        if kind in (v.GRID_BUY, v.BUY):
            if option == v.END:
                return say("option.done_buying")
            return say("option.buy", cube=cube(option), card=card(p.card_of[option]), cost=p.costs[option])
        if kind == v.TURN_TYPE:
            return say("option.standard" if option == v.STANDARD else "option.pit_stop")
        if kind == v.ACTION:
            if option == v.END:
                return say("option.done_playing")
            return say("option.play", cube=cube(option), card=card(p.card_of[option]))
        if kind == v.STEP:
            return self.step_text(p, option)
        if kind in (v.BOOST_DRAW, v.BOOST_OFFER, v.BOOST_LATE):
            if option == v.DRAW:
                return say("option.draw")
            return say("option.stop" if kind == v.BOOST_DRAW else "option.decline")
        if kind == v.PIT_CREW_MODE:
            return say("option.all_wear" if option == v.ALL_WEAR else "option.any_two")
        if kind == v.MANAGER_REBAG:
            if option == v.REBAG_SKIP:
                return say("option.skip")
            place = ev.FROM_ACTIVE if option < COLOURS else ev.FROM_DISCARD
            return say("option.rebag", cube=cube(option % COLOURS), zone=zone(place))
        if kind == v.HYBRID_COLOUR:
            return say("option.no_move") if option == v.NO_COLOUR else shade(option)
        if option == v.END:
            return say("option.skip" if kind == v.MANAGER_REMOVE else "option.stop")
        if kind == v.PIT_TEAM_GAIN:
            return say("option.gain", cube=cube(option), card=card(p.card_of[option]), cost=p.costs[option])
        return cube(option)

    def step_text(self, p: Automobiles, option: int) -> Message:
        """A step: where it lands, on which colours; in a weaving race which position it leaves."""
        if option == v.STOP:
            return say("option.stop")
        landing = p.steps.landing[option]
        shades = colour_list(p.track.colours_of[landing])
        if p.steps.left[option] == v.NOT_HERE:
            return say("option.step", place=p.track.place(landing), shades=shades)
        return say("option.weave", place=p.track.place(landing), shades=shades, left=p.steps.left[option])

    # --- the log

    def event_text(self, event: Event, kind_text: str) -> Message:
        """One line of the log. ``kind_text`` is the event's name."""
        return say(f"event.{kind_text}", **self.event_args(event))

    def event_args(self, event: Event) -> dict[str, object]:
        """What the log line needs to know."""
        code, args = event.code, event.args
        if code == FORCED:
            raise ValueError("the kernel words its own events")
        if code in (ev.CARDS_AGREED, ev.CARDS_DRAWN):
            return {"cards": tuple(card(number) for number in args)}
        if code == ev.ROUND_BEGAN:
            return {"round": args[0]}
        if code == ev.RACE_ENDED:
            return {"why": say("end.finished" if args[0] == 0 else "end.rounds")}
        found: dict[str, object] = {"who": self.car(event.seat)}
        if code in (ev.ON_GRID, ev.DRAWN_ON_GRID):
            found |= {"slot": args[0] + 1, "place": place(args[1], args[2]), "money": args[3]}
        elif code in (ev.GRID_BOUGHT, ev.BOUGHT):
            found |= {"cube": cube(args[0]), "cost": args[1], "left": args[2]}
        elif code == ev.DREW_HAND:
            found["cubes"] = pile(args[0])
        elif code == ev.TURN_BEGAN:
            found |= {"rank": args[0], "n": args[1]}
        elif code in (ev.PIT_STOP_TAKEN, ev.REFILLED, ev.BOOST_STORED, ev.MONEY, ev.LAP_DONE):
            found["n"] = args[0]
        elif code == ev.PLAYED:
            found |= {"cube": cube(args[0]), "card": card(args[1])}
        elif code == ev.CARD_WEAR:
            found |= {"n": args[0], "asked": args[1]}
        elif code == ev.STEPPED:
            found |= {"place": place(args[0], args[1]), "shades": colour_list(args[2])}
        elif code == ev.REMOVED:
            found |= {"cubes": pile(args[0]), "zone": zone(args[1])}
        elif code in (ev.GAINED, ev.DISCARDED, ev.PARKED, ev.TOOK_BACK, ev.DREW):
            found["cube"] = cube(args[0])
        elif code == ev.REBAGGED:
            found |= {"cube": cube(args[0]), "zone": zone(args[1])}
        elif code == ev.NITRO_SPLIT:
            found |= {"cube": cube(args[0]), "other": cube(args[1])}
        elif code in (ev.HYBRID_LEADS, ev.HYBRID_FAILS):
            found |= {"own": args[0], "most": args[1]}
        elif code == ev.CAR_MOVED:
            found |= {"place": place(args[0], args[1]), "n": args[2]}
        elif code == ev.WORN:
            found |= {"n": args[0], "shade": shade(args[1])}
        elif code == ev.DRAFTED:
            found["leader"] = self.car(args[0])
        elif code == ev.MOMENTUM:
            found["place"] = place(args[0], args[1])
        elif code == ev.CLASSIFIED:
            found |= {"place": args[0], "laps": args[1], "position": args[2]}
        return found


def place(lane: int, position: int) -> str:
    """A segment as people write it."""
    return f"{lane}:{position}"
