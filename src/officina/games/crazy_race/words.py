"""Questions, options and log lines in words: which text key, with which arguments."""

from __future__ import annotations

from officina.core.events import FORCED, Event
from officina.core.piles import pieces as cards_in
from officina.core.text import Message
from officina.games.crazy_race import events as ev
from officina.games.crazy_race import vocabulary as v
from officina.games.crazy_race.components import FINISH, MODELS, NO_MODEL, QUESTION, SIDES, TURNTABLE, Parts
from officina.games.crazy_race.state import AT_FINISH, POINTS_PILES, CrazyRace

GAME = "crazy_race"


def say(key: str, **args: object) -> Message:
    """A sentence of this game."""
    return Message(f"{GAME}.{key}", **args)


class Words:
    """The game's sentences, for one set of components."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    # --- nouns

    def colour(self, seat: int) -> Message:
        """A player, by colour."""
        return say(f"colour.{self.parts.colours[seat].code}")

    def model(self, model: int) -> Message:
        """A locomotive."""
        return say(f"model.{self.parts.models[model].code}")

    def place(self, progress: int) -> Message:
        """Where a locomotive is."""
        if progress in (0, TURNTABLE, FINISH):
            return say({0: "place.start", TURNTABLE: "place.turntable", FINISH: "place.home"}[progress])
        return say("place.out" if progress < TURNTABLE else "place.back", space=min(progress, FINISH - progress))

    def side(self, card: int, side: int) -> Message:
        """A side of a stage card."""
        model, distance = self.parts.side_model[card * SIDES + side], self.parts.side_distance[card * SIDES + side]
        if model != NO_MODEL:
            return say("side.model", side=side, model=self.model(model), n=distance)
        return say("side.question", side=side) if distance == QUESTION else say("side.free", side=side, n=distance)

    def pile(self, pile: int) -> Message:
        """A pile of points cards."""
        return say(f"pile.{POINTS_PILES[pile]}")

    # --- questions

    def prompt(self, p: CrazyRace, seat: int, kind: int) -> Message:
        """The question of a kind."""
        return say(f"prompt.{p.game.vocabulary.kind_name(kind)}", **self.prompt_args(p, seat, kind))

    def prompt_args(self, p: CrazyRace, seat: int, kind: int) -> dict[str, object]:
        """What the question's sentence needs to know."""
        args = p.stack[-1].args
        if kind == v.PLACE_CARD:
            return {"stage": p.stage, "stages": self.parts.stages, "round": p.turn // p.seats + 1, "rounds": self.parts.rounds}
        if kind == v.PLACE_SIDE:
            return {"value": self.parts.values[args[0]]}
        if kind in (v.FREE_LOCO, v.SPLIT_LOCO):
            return {"side": p.shown - 1, "n": args[0]}
        if kind == v.SPLIT_STEPS:
            return {"model": self.model(args[2]), "n": args[0]}
        if kind == v.CONSOLATION:
            return {"cards": tuple(self.parts.values[card] for card in cards_in(p.has_laid(seat)))}
        return {}

    def option_text(self, p: CrazyRace, seat: int, kind: int, option: int) -> Message:
        """One option in words."""
        args = p.stack[-1].args
        if kind == v.PLACE_CARD:
            return self.placing_text(p, seat, option)
        if kind == v.PLACE_SIDE:
            return say("option.place_side", side=self.side(p.stage_card(), option), n=len(p.cards_beside(option)))
        if kind == v.FREE_LOCO:
            return self.move_text(p, seat, option, args[0])
        if kind == v.SPLIT_LOCO:
            place = self.place(p.progress[seat * MODELS + option])
            return say("option.split_loco", model=self.model(option), place=place, n=p.need(seat, option))
        if kind == v.SPLIT_STEPS:
            return say("option.split_steps", n=option + 1, place=self.place(p.destination(seat, args[2], option + 1)))
        if kind == v.FINISH_REWARD:
            return self.reward_text(p, option)
        if kind == v.CONSOLATION:
            if option == self.parts.no_card:
                return say("option.decline")
            return say("option.take", value=self.parts.values[option])
        return say("option.penalty_discard", value=self.parts.points_values[option])

    def placing_text(self, p: CrazyRace, seat: int, option: int) -> Message:
        """A card to lay, or what can be done instead."""
        if option == self.parts.no_card:
            return say("option.pass")
        if option == self.parts.retake:
            return say("option.retake", cards=tuple(self.parts.values[card] for card in cards_in(p.played[seat])))
        return say("option.card", value=self.parts.values[option])

    def move_text(self, p: CrazyRace, seat: int, model: int, points: int) -> Message:
        """A locomotive with the place it would reach."""
        start = self.place(p.progress[seat * MODELS + model])
        return say("option.move", model=self.model(model), start=start, end=self.place(p.destination(seat, model, points)))

    def reward_text(self, p: CrazyRace, option: int) -> Message:
        """The finish pile, or a card of another player."""
        if option != v.PILE:
            return say("option.steal", who=self.colour(option - 1), n=len(p.won[option - 1]))
        return say("option.pile", value=p.top(AT_FINISH)) if p.points_left(AT_FINISH) else say("option.empty_pile")

    # --- the log

    def event_text(self, event: Event, kind_text: str) -> Message:
        """One line of the log. ``kind_text`` is the event's name."""
        return say(f"event.{kind_text}", **self.event_args(event))

    def event_args(self, event: Event) -> dict[str, object]:
        """What the log line needs to know."""
        code, args = event.code, event.args
        if code == FORCED:
            raise ValueError("the kernel words its own events")
        found: dict[str, object] = {"who": self.colour(event.seat)} if event.seat >= 0 else {}
        if code == ev.STAGE_BEGAN:
            sides = tuple(self.side(args[1], side) for side in range(SIDES))
            found |= {"stage": args[0], "card": args[1] + 1, "sides": sides}
        elif code in (ev.LAID, ev.TABOO):
            found["side"] = args[0]
        elif code == ev.LAID_VALUE:
            found |= {"side": args[0], "value": args[1]}
        elif code == ev.SIDE_SHOWN:
            cards = tuple(
                say("shown_card", who=self.colour(args[place]), value=args[place + 1]) for place in range(1, len(args), 2)
            )
            found |= {"side": args[0], "cards": cards}
        elif code == ev.SIDE_WON:
            found |= {"side": args[0], "n": args[1], "why": say("won.earlier" if args[2] else "won.sum", n=args[1])}
        elif code == ev.MOVED:
            found |= {"model": self.model(args[0]), "start": self.place(args[1]), "end": self.place(args[2])}
        elif code == ev.MOVE_LOST:
            what = say("lost.all") if args[1] == NO_MODEL else say("lost.model", model=self.model(args[1]))
            found |= {"side": args[0], "why": what}
        elif code == ev.POINTS_LOST:
            found["n"] = args[0]
        elif code in (ev.TOOK_POINTS, ev.TOP_SHOWN):
            found |= {"pile": self.pile(args[0]), "value": args[1]}
        elif code == ev.NO_POINTS:
            found["pile"] = self.pile(args[0])
        elif code in (ev.STOLE, ev.STOLE_ONLY):
            found |= {"victim": self.colour(args[0]), "value": args[1]}
        elif code == ev.CONSOLED:
            found["value"] = args[0]
        elif code == ev.PENALTY:
            found |= {"value": args[0], "why": say("penalty.second_last" if args[1] else "penalty.last")}
        elif code == ev.GAME_ENDED:
            found["stage"] = args[0]
        return found
