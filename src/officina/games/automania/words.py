"""Questions, options and log lines in words: which text key, with which arguments."""

from __future__ import annotations

from officina.core.events import FORCED, Event
from officina.core.text import Message
from officina.games.automania import events as ev
from officina.games.automania import vocabulary as v
from officina.games.automania.components import SHIP_SPACES, SPACES, STATIONS, Parts
from officina.games.automania.names import (
    car_name,
    card_name,
    card_text,
    cell_name,
    factory_name,
    feature_name,
    market_name,
    reward,
    sale_name,
    say,
    seat_name,
    space_name,
    station_name,
    tile_name,
    type_name,
)
from officina.games.automania.rules.popularity import popularity
from officina.games.automania.rules.production import PlaceCar
from officina.games.automania.rules.sales import Sell
from officina.games.automania.rules.tiles import style_price
from officina.games.automania.state import CAR_KINDS, DEMANDS, NO_TILE, SHIP, WAITING, Automania


class Words:
    """The game's sentences, for one set of components."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    # --- questions

    def prompt(self, p: Automania, seat: int, kind: int) -> Message:
        """The question of a kind."""
        name = p.game.vocabulary.kind_name(kind)
        return say(f"prompt.{name}", **self.prompt_args(p, seat, kind))

    def prompt_args(self, p: Automania, seat: int, kind: int) -> dict[str, object]:
        """What the question's sentence needs to know."""
        step = p.stack[-1]
        player = p.players[seat]
        if kind == v.TURN:
            return {"n": player.free(), "money": player.money}
        if kind == v.TAKE_TILE:
            return {"space": space_name(self.parts, step.args[0])}
        if kind == v.PLACE_TILE:
            return {"tile": tile_name(self.parts, step.args[0]), "money": player.money}
        if kind == v.CAR_TYPE:
            return {"money": player.money}
        if kind == v.MARKET:
            type_ = step.args[0]
            return {"type": type_name(type_), "cost": self.parts.cost[type_], "money": player.money}
        if kind == v.CAR_TILE:
            return {"type": type_name(step.args[0]), "n": self.parts.electric_popularity}
        if kind == v.MARKETING:
            type_, market, tile = step.args
            stars = popularity(p, seat, type_, market) + (self.parts.electric_popularity if tile != type_ else 0)
            return {"car": car_name(tile), "market": market_name(market), "popularity": stars}
        if kind in (v.PLAY_CONTRACT, v.PLACE_CAR):
            return {"car": car_name(step.args[2]), "market": market_name(step.args[1]), "popularity": step.args[3]}
        if kind == v.SELL:
            return self.sale_args(p, step.seat)
        return {}

    def sale_args(self, p: Automania, seat: int) -> dict[str, object]:
        """The car in question and how many sales are left."""
        step = p.stack[-1]
        assert isinstance(step, Sell)
        limit = p.sales_limit(seat)
        sold = p.players[seat].sold
        left = say("sales_left", n=limit - sold, limit=limit) if limit else say("sales_unlimited")
        car = car_name(step.car(p) % CAR_KINDS)
        return {"car": car, "market": market_name(step.args[0]), "space": step.args[1], "left": left}

    def option_text(self, p: Automania, seat: int, kind: int, option: int) -> Message:
        """One option in words."""
        if kind == v.TURN:
            return self.turn_option(p, option)
        if kind == v.TAKE_TILE:
            return say("option.take_tile", tile=tile_name(self.parts, p.grid[option]), cell=cell_name(option))
        if kind == v.PLACE_TILE:
            return self.place_option(p, seat, option)
        if kind == v.CAR_TYPE:
            return say("option.car_type", type=type_name(option), cost=self.parts.cost[option])
        if kind == v.MARKET:
            return self.market_option(p, seat, option)
        if kind == v.MARKETING:
            return say("option.marketing", n=option) if option else say("option.no_marketing")
        if kind == v.PLAY_CONTRACT:
            return say("option.no_contract") if option == v.NO_CONTRACT else self.contract_option(option)
        if kind == v.PLACE_CAR:
            return self.ship_option(p, option)
        if kind == v.DRAW_CONTRACT:
            if option > v.DRAW_SPONSOR:
                return say("option.sponsor", n=option - v.DRAW_SPONSOR)
            return say("option.deck", n=len(p.deck)) if option == v.FROM_DECK else self.contract_option(option)
        if kind == v.OFFICE_CONTRACT:
            return self.contract_option(option)
        if kind == v.OFFICE:
            return self.office_option(p, option)
        if kind == v.OFFICE_TILE:
            if option == v.NO_OFFICE_TILE:
                return say("option.no_office_tile")
            return say("option.office_tile", tile=tile_name(self.parts, p.office_tiles[option]))
        if kind == v.SELL:
            return self.sell_option(option)
        if kind == v.FACTORY:
            return say(
                "option.factory", factory=factory_name(option + 1), power=say(f"power.{self.parts.factories[option + 1].code}")
            )
        if kind == v.CAR_TILE:
            return say("option.electric_car") if option == v.ELECTRIC_CAR else say("option.normal_car")
        return self.demand_option(p, option)

    def turn_option(self, p: Automania, option: int) -> Message:
        """Act, pass, or a free extra."""
        if option < SPACES:
            needed = p.workers_on(option) + 1
            return say("option.space", space=space_name(self.parts, option), n=needed)
        if option == v.PASS:
            return say("option.pass")
        if option < v.TURN_RECALL:
            return say("option.sponsor", n=option - v.TURN_SPONSOR)
        return self.recall_option(p, option - v.TURN_RECALL)

    def recall_option(self, p: Automania, place: int) -> Message:
        """Take a car back from a ship."""
        market, space = place // SHIP_SPACES, place % SHIP_SPACES
        car = p.ships[market * SHIP + space]
        return say("option.recall", car=car_name(car % CAR_KINDS), market=market_name(market), space=space + 1)

    def place_option(self, p: Automania, seat: int, option: int) -> Message:
        """Where a tile may go."""
        player = p.players[seat]
        face = self.parts.tiles[p.stack[-1].args[0]]
        if option > v.PLACE_SPONSOR:
            return say("option.sponsor", n=option - v.PLACE_SPONSOR)
        if option == v.DISCARD:
            return say("option.discard")
        if option < STATIONS:
            old = player.stations[option]
            if old == NO_TILE:
                return say("option.station", station=station_name(option))
            return say("option.replace", place=station_name(option), old=tile_name(self.parts, old))
        if option == v.OFFICE_NEW:
            slot = player.new_office()
            return say("option.office_new", slot=slot + 1, cost=p.factory(seat).office_costs[slot])
        if option < v.ON_TYPE:
            slot = option - v.OFFICE_SLOT
            return say(
                "option.replace", place=say("office_slot", slot=slot + 1), old=tile_name(self.parts, player.managers[slot])
            )
        type_ = option - v.ON_TYPE
        old = player.style_on(type_, face.kind)
        if old != NO_TILE:
            return say("option.replace", place=type_name(type_), old=tile_name(self.parts, old))
        return say("option.style", type=type_name(type_), cost=style_price(p, seat, face.kind, type_))

    def market_option(self, p: Automania, seat: int, option: int) -> Message:
        """A market with the popularity the car would have there."""
        if option >= v.MARKET_RECALL:
            return self.recall_option(p, option - v.MARKET_RECALL)
        if option > v.MARKET_SPONSOR:
            return say("option.sponsor", n=option - v.MARKET_SPONSOR)
        stars = popularity(p, seat, p.stack[-1].args[0], option)
        return say("option.market", market=market_name(option), n=stars)

    def ship_option(self, p: Automania, option: int) -> Message:
        """Where a car may go."""
        step = p.stack[-1]
        assert isinstance(step, PlaceCar)
        if option >= v.PLACE_RECALL:
            return self.recall_option(p, option - v.PLACE_RECALL)
        if option == v.NOT_PLACED:
            return say("option.not_placed")
        if option == v.YACHT:
            return say("option.yacht", vp=self.parts.yacht_vp)
        space = SHIP_SPACES - option
        gold = self.parts.gold[space - 1]
        return say("option.ship_gold", space=space, vp=gold) if gold else say("option.ship", space=space)

    def contract_option(self, card: int) -> Message:
        """A contract with all it says."""
        return card_text(self.parts, card)

    def office_option(self, p: Automania, office: int) -> Message:
        """A sales office with its limit and bonus."""
        limit = self.parts.office_limits[office]
        cars = say("office_limit", n=limit) if limit else say("office_no_limit")
        if office == self.parts.tile_office:
            return say("option.office_tiles", office=office + 1, cars=cars)
        if office == self.parts.contract_office:
            return say("option.office_contract", office=office + 1, cars=cars)
        return say("option.office", office=office + 1, cars=cars)

    def sell_option(self, option: int) -> Message:
        """A sale space, a copy, or none."""
        if option == v.KEEP:
            return say("option.keep")
        if option >= v.COPY:
            return say("option.copy", space=sale_name(self.parts, option - v.COPY))
        return say("option.sale", space=sale_name(self.parts, option))

    def demand_option(self, p: Automania, side: int) -> Message:
        """The two tiles that would enter."""
        north, europe = feature_name(p.demand[WAITING + side]), feature_name(p.demand[DEMANDS + WAITING + side])
        return say("option.demand_right" if side == v.RIGHT else "option.demand_left", na=north, eu=europe)

    # --- the log

    def event_text(self, event: Event, kind_text: str) -> Message:
        """One line of the log. ``kind_text`` is the event's name."""
        args = self.event_args(event)
        if event.seat >= 0:
            args["who"] = seat_name(event.seat)
        return say(f"event.{kind_text}", **args)

    def event_args(self, event: Event) -> dict[str, object]:
        """What the log line needs to know, besides who it is about."""
        code, args = event.code, event.args
        if code == FORCED:
            raise ValueError("the kernel words its own events")
        if code == ev.ORDER_DRAWN:
            return {"seats": tuple(seat_name(seat) for seat in args)}
        if code == ev.ROUND_BEGAN:
            return {"round": args[0], "seats": tuple(seat_name(seat) for seat in args[1:])}
        if code == ev.STARTED:
            return {"money": args[0], "vp": args[1]}
        if code == ev.DEMAND_DEALT:
            features = [feature_name(feature) for feature in args[1:]]
            return {"market": market_name(args[0]), "active": tuple(features[:3]), "left": features[3], "right": features[4]}
        if code == ev.TILES_DEALT:
            return {"round": args[0], "tiles": (tile_name(self.parts, args[1]), tile_name(self.parts, args[2]))}
        if code in (ev.CARD_SHOWN, ev.START_CARD, ev.CARD_SEEN, ev.CONTRACT_PLAYED):
            return {"card": card_text(self.parts, args[0])}
        if code == ev.CARD_TAKEN:
            return {"card": card_name(self.parts, args[0])}
        if code == ev.SALES_BEGAN:
            return {"round": args[0]}
        if code == ev.NO_CARDS:
            return {"n": args[0]}
        if code == ev.LEFTOVERS:
            return {"reward": reward(args[0], args[1])}
        if code == ev.MEDALS:
            return {"contracts": args[0], "tiles": args[1]}
        if code == ev.MONEY_RANKED:
            return {"place": args[0], "money": args[1], "vp": args[2]}
        return self.turn_args(code, args)

    def turn_args(self, code: int, args: tuple[int, ...]) -> dict[str, object]:
        """The lines of a turn and of the sales phase."""
        parts = self.parts
        if code == ev.FACTORY_CHOSEN:
            return {"factory": factory_name(args[0])}
        if code in (ev.WORKERS_PLACED, ev.DISPLACED):
            return {"space": space_name(parts, args[0]), "n": args[1]}
        if code == ev.SPONSORED:
            return {"n": args[0], "money": args[1]}
        if code in (ev.MARKETED, ev.STAFF_CAME):
            return {"n": args[0]}
        if code == ev.OFFICE_CHOSEN:
            return {"office": args[0] + 1}
        if code == ev.PRODUCED:
            return {"type": type_name(args[0]), "market": market_name(args[1]), "cost": args[2]}
        if code == ev.NOT_SHIPPED:
            return {"type": type_name(args[0]), "market": market_name(args[1]), "popularity": args[2]}
        if code == ev.DEMAND_MOVED:
            return {"side": say("side.right" if args[0] == v.RIGHT else "side.left")}
        if code in (ev.RECALLED, ev.KEPT, ev.SHIPPED, ev.ON_YACHT, ev.YACHT_RETURNED):
            found: dict[str, object] = {"car": car_name(args[0]), "market": market_name(args[1])}
            if code == ev.ON_YACHT:
                found |= {"popularity": args[2], "vp": args[3]}
            elif code == ev.SHIPPED:
                found |= {"space": args[2], "popularity": args[3], "n": args[4]}
            elif code != ev.YACHT_RETURNED:
                found["space"] = args[2]
            return found
        if code in (ev.SOLD, ev.COPIED):
            where = parts.sale_spaces[args[1]].code
            return {"car": car_name(args[0]), "space": where, "reward": reward(args[2], args[3])}
        return self.tile_args(code, args)

    def tile_args(self, code: int, args: tuple[int, ...]) -> dict[str, object]:
        """The lines about tiles, and those that need nothing but the seat."""
        if not args:
            return {}
        found: dict[str, object] = {"tile": tile_name(self.parts, args[0])}
        if code == ev.TILE_TAKEN:
            found["cell"] = cell_name(args[1])
        elif code == ev.MACHINE_PLACED:
            found["station"] = station_name(args[1])
        elif code == ev.MANAGER_PLACED:
            found |= {"slot": args[1] + 1, "cost": args[2]}
        elif code == ev.STYLE_PLACED:
            found |= {"type": type_name(args[1]), "cost": args[2]}
        elif code == ev.MONEY_TILE:
            found["money"] = args[1]
        elif code == ev.VP_TILE:
            found["vp"] = args[1]
        return found
