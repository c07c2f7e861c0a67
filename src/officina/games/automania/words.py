"""The sentences of Automania that need to know more than the declarations say."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message
from officina.core.words import Sentences
from officina.games.automania.components import FACTORIES, SHIP_SPACES
from officina.games.automania.nouns import CAR_TILE, FEATURE, SEAT, STATION, TILE, TYPE, reward, say
from officina.games.automania.rules.popularity import popularity
from officina.games.automania.rules.production import ChooseMarket
from officina.games.automania.rules.sales import Sell
from officina.games.automania.rules.tiles import PlaceTile, style_price
from officina.games.automania.state import CAR_KINDS, DEMANDS, NO_TILE, SHIP, WAITING, Automania


class Words(Sentences):
    """The game's sentences, for one set of components."""

    trivia = frozenset(
        (
            "copy_top",
            "free_workers",
            "no_car_there",
            "no_such_office",
            "not_in_hand",
            "not_miao",
            "not_on_display",
            "not_your_car",
            "nothing_to_copy",
            "office_tile_gone",
        )
    )

    nearest = frozenset(("not_in_line", "ship_popularity", "wrong_place"))

    def seat(self, seat: int) -> Any:
        return SEAT.say(seat, self.parts)

    # --- questions

    def prompt_turn(self, p: Automania, seat: int) -> dict[str, Any]:
        return {"n": p.players[seat].free(), "money": p.players[seat].money}

    prompt_place_tile = prompt_car_type = prompt_turn

    def prompt_market(self, p: Automania, seat: int) -> dict[str, Any]:
        step = p.stack[-1]
        assert isinstance(step, ChooseMarket)
        return {"cost": step.cost(p), "money": p.players[seat].money}

    def prompt_car_tile(self, p: Automania, seat: int) -> dict[str, Any]:
        return {"n": self.parts.electric_popularity}

    def prompt_marketing(self, p: Automania, seat: int) -> dict[str, Any]:
        type_, market, tile = p.stack[-1].args
        return {"popularity": popularity(p, seat, type_, market) + (self.parts.electric_popularity if tile != type_ else 0)}

    def prompt_sell(self, p: Automania, seat: int) -> dict[str, Any]:
        step = p.stack[-1]
        assert isinstance(step, Sell)
        limit = p.sales_limit(seat)
        left = say("sales_left", n=limit - p.players[seat].sold, limit=limit) if limit else say("sales_unlimited")
        return {"car": CAR_TILE.say(step.car(p) % CAR_KINDS, self.parts), "left": left}

    # --- options

    def option_factory(self, p: Automania, seat: int, factory: int) -> dict[str, Any]:
        return {"power": say(f"power.{FACTORIES[factory]}", n=self.parts.electric_popularity)}

    def option_space(self, p: Automania, seat: int, space: int) -> dict[str, Any]:
        return {"n": p.workers_on(space) + 1}

    def option_recall(self, p: Automania, seat: int, market: int, space: int) -> dict[str, Any]:
        return {"car": CAR_TILE.say(p.ships[market * SHIP + space - 1] % CAR_KINDS, self.parts)}

    def option_take_tile(self, p: Automania, seat: int, cell: int) -> dict[str, Any]:
        return {"tile": self.tile(p.grid[cell])}

    def tile(self, tile: int) -> object:
        """A tile by its name; LookupError where there is none."""
        if tile == NO_TILE:
            raise LookupError("no tile lies there")
        return TILE.say(tile, self.parts)

    def replacing(self, place: object, old: int) -> Message:
        """A place where a tile takes that of another one."""
        return say("option.replace", place=place, old=self.tile(old))

    def option_station(self, p: Automania, seat: int, station: int) -> Message | dict[str, Any]:
        old = p.players[seat].stations[station]
        return {} if old == NO_TILE else self.replacing(STATION.say(station, self.parts), old)

    def option_office_new(self, p: Automania, seat: int) -> dict[str, Any]:
        slot = p.players[seat].new_office()
        return {"slot": slot + 1, "n": p.factory(seat).office_costs[slot]}

    def option_manager(self, p: Automania, seat: int, slot: int) -> Message:
        return self.replacing(say("office_slot", slot=slot + 1), p.players[seat].managers[slot])

    def option_style(self, p: Automania, seat: int, type: int) -> Message | dict[str, Any]:
        step = p.stack[-1]
        assert isinstance(step, PlaceTile)
        kind = self.parts.tiles[step.tile].kind
        old = p.players[seat].style_on(type, kind)
        return {"n": style_price(p, seat, kind, type)} if old == NO_TILE else self.replacing(TYPE.say(type, self.parts), old)

    def option_car_type(self, p: Automania, seat: int, type: int) -> dict[str, Any]:
        return {"cost": self.parts.cost[type]}

    def option_market(self, p: Automania, seat: int, market: int) -> dict[str, Any]:
        (type_,) = p.stack[-1].args
        return {"n": popularity(p, seat, type_, market)}

    def option_ship(self, p: Automania, seat: int, space: int) -> Message | dict[str, Any]:
        number = SHIP_SPACES - space
        gold = self.parts.gold[number - 1]
        return say("option.ship_gold", space=number, vp=gold) if gold else {}

    def option_yacht(self, p: Automania, seat: int) -> dict[str, Any]:
        return {"vp": self.parts.yacht_vp}

    def option_deck(self, p: Automania, seat: int) -> dict[str, Any]:
        return {"n": len(p.deck)}

    def option_office(self, p: Automania, seat: int, office: int) -> Message:
        limit = self.parts.office_limits[office]
        cars = say("office_limit", n=limit) if limit else say("office_no_limit")
        key = {self.parts.tile_office: "office_tiles", self.parts.contract_office: "office_contract"}.get(office, "office")
        return say(f"option.{key}", office=office + 1, cars=cars)

    def option_office_tile(self, p: Automania, seat: int, place: int) -> dict[str, Any]:
        return {"tile": self.tile(p.office_tiles[place])}

    def option_demand_side(self, p: Automania, seat: int, side: int) -> dict[str, Any]:
        north, europe = p.demand[WAITING + side], p.demand[DEMANDS + WAITING + side]
        return {"na": FEATURE.say(north, self.parts), "eu": FEATURE.say(europe, self.parts)}

    # --- the log

    def event_style_placed(self, cost: int, **_: int) -> dict[str, Any]:
        return {"n": cost}

    event_manager_placed = event_style_placed

    def event_sold(self, money: int, vp: int, **_: int) -> dict[str, Any]:
        return {"reward": reward(money, vp)}

    event_copied = event_leftovers = event_sold
