"""Questions, options and log lines in words: which text key, with which arguments."""

from __future__ import annotations

from officina.core.events import Event
from officina.core.text import Message
from officina.games.kraftwagen import events as ev
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen import vocabulary as v
from officina.games.kraftwagen.components import (
    AWARDS,
    BODY,
    ENGINE,
    HORCH,
    MAYBACH,
    TILES,
    Parts,
)
from officina.games.kraftwagen.nouns import say
from officina.games.kraftwagen.rules.market import marker_value
from officina.games.kraftwagen.scoring import NO_CAR, income, purchases
from officina.games.kraftwagen.state import NO_CARD, Car, Kraftwagen


class Words:
    """The game's sentences, for one set of components."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    # --- questions

    def prompt(self, p: Kraftwagen, seat: int, kind: int) -> Message:
        """The question of a kind."""
        name = p.game.vocabulary.kind_name(kind)
        return say(f"prompt.{name}", **self.prompt_args(p, seat, kind))

    def prompt_args(self, p: Kraftwagen, seat: int, kind: int) -> dict[str, object]:
        """What the question's sentence needs to know."""
        args = p.stack[-1].args
        player = p.players[seat]
        if kind == v.PICK_ACTION:
            return {"actions": nouns.actions(args)}
        if kind == v.PICK_TILE:
            return {"round": p.round}
        if kind in (v.PLACE_BODY, v.PLACE_ENGINE):
            part = BODY if kind == v.PLACE_BODY else ENGINE
            free = p.parts.workshops - player.used_workshops()
            return {"value": p.level(seat, part), "n": free, "race": player.race_engine}
        if kind == v.PICK_BUYER:
            return {"slot": len(p.buyers) + 1, "slots": p.parts.slots[p.seats]}
        if kind == v.MARKET_STEP:
            return {"cars": len(p.market), "capacity": p.parts.capacity[p.seats]}
        if kind == v.CAR_ENGINE:
            return {"body": args[0]}
        if kind == v.CAR_PRICE:
            return {"body": args[0], "engine": args[1]}
        if kind in (v.CAR_WORKERS, v.CAR_ENGINEER):
            return {"body": args[0], "engine": args[1], "price": args[2], "n": player.canteen}
        if kind == v.DAIMLER_BUYER:
            return {"value": p.parts.daimler_values[args[0]]}
        if kind == v.DIESEL_WHAT:
            return {"car": self.car(p.car_of_price(args[0]))}
        if kind == v.DIESEL_VALUE:
            return {"car": self.car(p.car_of_price(args[0])), "what": self.what(args[1])}
        if kind == v.BENZ_BUYER:
            return {"n": len(p.buyers), "cars": len(p.market)}
        return {}

    def option_text(self, p: Kraftwagen, seat: int, kind: int, option: int) -> Message:
        """One option in words."""
        if kind == v.PICK_START_TILE:
            return nouns.start_tile(self.parts, option)
        if kind == v.PICK_TILE:
            return self.tile_option(p, seat, option)
        if kind == v.PICK_ACTION:
            return self.action_option(option)
        if kind in (v.TAKE_CARD, v.ACTIVATE):
            return self.card_option(option)
        if kind in (v.PLACE_BODY, v.PLACE_ENGINE):
            return self.place_option(kind, option)
        if kind == v.PICK_BUYER:
            return say("option.pick_buyer", preference=nouns.preference(option), money=p.bonus[option])
        if kind == v.MARKET_STEP:
            return say(("option.place_car", "option.use_daimler", "option.use_diesel", "option.end_turn")[option])
        if kind == v.CAR_ENGINEER:
            return self.engineer_option(p, option)
        if kind == v.DAIMLER_MARKER:
            return say("option.daimler_marker", value=self.parts.daimler_values[option])
        if kind == v.DAIMLER_BUYER:
            return self.buyer_option(p, option)
        if kind == v.DIESEL_CAR:
            return self.car(p.car_of_price(option + 1))
        if kind == v.DIESEL_WHAT:
            return self.what(option)
        if kind == v.BENZ_BUYER:
            return say("option.benz_pass") if option == v.BENZ_PASS else nouns.preference(option - 1)
        if kind == v.PICK_PART:
            return say("option.body_first") if option == BODY else say("option.engine_first")
        return self.number_option(kind, option + 1)

    def tile_option(self, p: Kraftwagen, seat: int, option: int) -> Message:
        """An action tile, with the number of workers that will then stand behind: that many turns may come first."""
        if option == v.TILE_USE_DAIMLER:
            return say("option.use_daimler")
        if option == v.TILE_USE_DIESEL:
            return say("option.use_diesel")
        passed = len([entry for entry in p.chain[1 : p.chain.index(option)] if entry >= TILES])
        return say("option.pick_tile", tile=nouns.tile(self.parts, option), n=passed)

    def action_option(self, option: int) -> Message:
        """An action of the tile, an engineer, or going on."""
        if option == v.ACTION_USE_DAIMLER:
            return say("option.use_daimler")
        if option == v.ACTION_USE_DIESEL:
            return say("option.use_diesel")
        return say("option.continue") if option == v.CONTINUE else nouns.action(option)

    def card_option(self, card: int) -> Message:
        """A research card; an engineer with what he does."""
        first = self.parts.first_engineer
        name = nouns.card(self.parts, card)
        return say("option.engineer", name=name, text=nouns.ability(card - first)) if card >= first else name

    def place_option(self, kind: int, option: int) -> Message:
        """Where a part goes."""
        if option == v.WORKSHOP:
            return say("option.workshop")
        if kind == v.PLACE_ENGINE and option == v.ENGINE_RACE_CAR:
            return say("option.race_car")
        decline = v.BODY_DECLINE if kind == v.PLACE_BODY else v.ENGINE_DECLINE
        if option == decline:
            return say("option.decline")
        old = option - decline - 1
        highest = self.parts.highest_part
        return say("option.replace", tile=nouns.part_tile(old // highest, old % highest + 1))

    def engineer_option(self, p: Kraftwagen, option: int) -> Message:
        """A marker of Horch or Maybach for a new car."""
        if option == v.NO_MARKER:
            return say("option.no_marker")
        horch = option <= len(self.parts.horch_values)
        engineer = nouns.engineer(HORCH if horch else MAYBACH)
        part = nouns.part(ENGINE if horch else BODY)
        return say("option.marker", engineer=engineer, part=part, value=marker_value(p, option))

    def buyer_option(self, p: Kraftwagen, slot: int) -> Message:
        """An active buyer with the car it would buy now."""
        place = purchases(p.market, p.buyers)[slot]
        preference = nouns.preference(p.buyers[slot])
        if place == NO_CAR:
            return say("option.buyer_without_car", slot=slot + 1, preference=preference)
        car = p.market[place]
        who = nouns.player(self.parts, car.owner)
        money = income(p, car, p.buyers[slot], p.daimler[slot])
        return say("option.buyer_with_car", slot=slot + 1, preference=preference, who=who, price=car.price, money=money)

    def number_option(self, kind: int, number: int) -> Message:
        """A value, a price, a number of workers."""
        if kind == v.CAR_BODY:
            return nouns.part_tile(BODY, number)
        if kind == v.CAR_ENGINE:
            return nouns.part_tile(ENGINE, number)
        if kind == v.CAR_PRICE:
            return say("option.price", price=number)
        if kind == v.CAR_WORKERS:
            return say("option.workers", n=number)
        return say("option.number", n=number)

    def car(self, car: Car) -> Message:
        """A car for sale by its figures."""
        return say("car", body=car.body, engine=car.engine, price=car.price, n=car.workers)

    def what(self, what: int) -> Message:
        """What Diesel changes."""
        return say(f"what.{v.WHATS[what]}")

    # --- the log

    def event_text(self, event: Event, kind_text: str) -> Message:
        """One line of the log. ``kind_text`` is the event's name."""
        found = self.event_args(event.code, event.args)
        if event.seat >= 0:
            found["who"] = nouns.player(self.parts, event.seat)
        return say(f"event.{kind_text}", **found)

    def event_args(self, code: int, args: tuple[int, ...]) -> dict[str, object]:
        """What the log line needs to know, apart from who did it."""
        parts = self.parts
        if code == ev.CHAIN_LAID:
            return {"entries": tuple(self.chain_entry(entry) for entry in args)}
        if code in (ev.START_TILES_DRAWN, ev.START_TILE_TAKEN):
            return {"tiles": tuple(nouns.start_tile(parts, tile) for tile in args)}
        if code in (ev.TILE_TAKEN, ev.TILES_SWEPT):
            return {"tiles": tuple(nouns.tile(parts, tile) for tile in args), "n": len(args)}
        if code == ev.CARDS_TURNED:
            return {"cards": nouns.cards(parts, args), "n": len(args)}
        if code in (ev.DECK_SHUFFLED, ev.HIRED, ev.PAWN_MOVED):
            return {"n": args[0]}
        if code == ev.ACTION_SKIPPED:
            return {"action": nouns.action(args[0])}
        if code == ev.CARD_TAKEN:
            rejected = say("none") if args[1] == NO_CARD else nouns.card(parts, args[1])
            return {"card": nouns.card(parts, args[0]), "rejected": rejected}
        if code == ev.DEVELOPMENT_INACTIVE:
            return {"card": nouns.card(parts, args[0])}
        if code == ev.DEVELOPMENT_ACTIVE:
            return {"card": nouns.card(parts, args[0]), "body": args[1], "engine": args[2]}
        if code in (ev.PART_STORED, ev.PART_DECLINED):
            return {"tile": nouns.part_tile(args[0], args[1])}
        if code == ev.PART_REPLACED:
            return {"tile": nouns.part_tile(args[0], args[1]), "old": nouns.part_tile(args[2], args[3])}
        if code == ev.AWARD_WON:
            return {"award": nouns.award(parts, AWARDS[args[0]]), "points": args[1]}
        if code == ev.ROUND_ENDED:
            return {"round": args[0], "why": say("end.market_full" if args[1] == ev.MARKET_IS_FULL else "end.pawn")}
        return self.sale_args(code, args)

    def sale_args(self, code: int, args: tuple[int, ...]) -> dict[str, object]:
        """The log lines of race, market and scoring."""
        if code == ev.CAR_PLACED:
            bonus = (
                say("car_bonus", part=nouns.part(BODY), value=args[4])
                if args[4]
                else say("car_bonus", part=nouns.part(ENGINE), value=args[5])
            )
            car = self.car(Car(0, args[0], args[1], args[2], args[3]))
            return {"car": say("car_with_bonus", car=car, bonus=bonus) if args[4] or args[5] else car}
        if code == ev.BUYER_ACTIVATED:
            return {"preference": nouns.preference(args[0]), "slot": args[1], "money": args[2]}
        if code == ev.DAIMLER_USED:
            return {"value": args[0], "slot": args[1], "preference": nouns.preference(args[2])}
        if code == ev.DIESEL_USED:
            return {"what": self.what(args[0]), "old": args[1], "new": args[2], "price": args[3]}
        if code == ev.BENZ_USED:
            return {"preference": nouns.preference(args[0]), "slot": args[1]}
        if code == ev.SOLD:
            return {"slot": args[0], "preference": nouns.preference(args[1]), "price": args[2], "money": args[3]}
        if code == ev.BOUGHT_NOTHING:
            return {"slot": args[0], "preference": nouns.preference(args[1])}
        return dict(zip(FIGURES.get(code, ()), args, strict=True))

    def chain_entry(self, entry: int) -> Message | str:
        """A worker by colour, a tile by code."""
        return nouns.player(self.parts, entry - TILES) if entry >= TILES else self.parts.tiles[entry].code.upper()


FIGURES = {
    ev.ROUND_BEGAN: ("round",),
    ev.RACE_ENGINE_FITTED: ("value",),
    ev.CAR_SET_OUT: ("space",),
    ev.DROVE: ("points", "space", "n"),
    ev.STALLED: ("turns", "n"),
    ev.RACE_PLACED: ("place", "points"),
    ev.NEUTRAL_PLACED: ("place", "space"),
    ev.LAPS_PAID: ("n", "points"),
    ev.CARS_LEFT: ("n", "unsold"),
}
"""Events whose log line needs their figures and nothing else."""
