"""The sentences of Kraftwagen that need to know more than the declarations say."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message
from officina.core.words import Sentences
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import BODY, ENGINE, HORCH, MAYBACH, TILES
from officina.games.kraftwagen.nouns import ENGINEER, PART, PREFERENCE, one_part, say
from officina.games.kraftwagen.rules.market import marker_value
from officina.games.kraftwagen.scoring import NO_CAR, income, purchases
from officina.games.kraftwagen.state import NO_CARD, Car, Kraftwagen


def car_in_words(car: Car) -> Message:
    """A car for sale by its figures."""
    return say("car", body=car.body, engine=car.engine, price=car.price, n=car.workers)


class Words(Sentences):
    """The game's sentences, for one set of components."""

    trivia = frozenset(
        (
            "no_buyer_there",
            "no_engineer",
            "no_such_tile",
            "not_face_up",
            "not_in_workshop",
            "not_inactive",
            "not_on_tile",
            "not_own_car",
            "same_number",
            "same_part",
            "start_tile_not_drawn",
            "too_few_workers",
            "too_many_workers",
        )
    )

    nearest = frozenset(("not_in_row", "workshop_free"))

    def seat(self, seat: int) -> Message:
        return nouns.player(self.parts, seat)

    # --- questions

    def prompt_pick_tile(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        return {"round": p.round}

    def prompt_pick_action(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        return {"actions": nouns.actions(self.parts, p.stack[-1].args)}

    def prompt_place_body(self, p: Kraftwagen, seat: int, part: int = BODY) -> dict[str, Any]:
        player = p.players[seat]
        return {"value": p.level(seat, part), "n": p.parts.workshops - player.used_workshops(), "race": player.race_engine}

    def prompt_place_engine(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        return self.prompt_place_body(p, seat, ENGINE)

    def prompt_pick_buyer(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        return {"slot": len(p.buyers) + 1, "slots": p.parts.slots[p.seats]}

    def prompt_market_step(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        return {"cars": len(p.market), "capacity": p.parts.capacity[p.seats]}

    def prompt_car_workers(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        return {"n": p.players[seat].canteen}

    prompt_car_engineer = prompt_car_workers

    def prompt_diesel_what(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        price, *_ = p.stack[-1].args
        return {"car": car_in_words(p.car_of_price(price))}

    prompt_diesel_value = prompt_diesel_what

    def prompt_benz_buyer(self, p: Kraftwagen, seat: int) -> dict[str, Any]:
        return {"n": len(p.buyers), "cars": len(p.market)}

    # --- options

    def option_pick_tile(self, p: Kraftwagen, seat: int, tile: int) -> dict[str, Any]:
        """As many turns may come first as workers will then stand behind."""
        return {"n": len([entry for entry in p.chain[1 : p.chain.index(tile)] if entry >= TILES])}

    def option_pick_buyer(self, p: Kraftwagen, seat: int, preference: int) -> dict[str, Any]:
        return {"money": p.bonus[preference]}

    def option_marker(self, p: Kraftwagen, seat: int, marker: int) -> dict[str, Any]:
        engineer, part = (HORCH, ENGINE) if marker <= len(self.parts.horch_values) else (MAYBACH, BODY)
        engineer_said, part_said = ENGINEER.say(engineer, self.parts), PART.say(part, self.parts)
        return {"engineer": engineer_said, "part": part_said, "value": marker_value(p, marker)}

    def option_daimler_buyer(self, p: Kraftwagen, seat: int, slot: int) -> Message:
        """An active buyer with the car it would buy now."""
        place = purchases(p.market, p.buyers)[slot - 1]
        buyer = p.buyers[slot - 1]
        preference = PREFERENCE.say(buyer, self.parts)
        if place == NO_CAR:
            return say("option.buyer_without_car", slot=slot, preference=preference)
        car = p.market[place]
        money = income(p, car, buyer, p.daimler[slot - 1])
        who = self.seat(car.owner)
        return say("option.buyer_with_car", slot=slot, preference=preference, who=who, price=car.price, money=money)

    def option_diesel_car(self, p: Kraftwagen, seat: int, price: int) -> Message:
        return car_in_words(p.car_of_price(price))

    # --- the log

    def event_buyer_activated(self, money: int, **_: int) -> dict[str, Any]:
        return {"n": money}

    def event_part_stored(self, part: int, value: int) -> dict[str, Any]:
        return {"new": one_part(part, value)}

    event_part_declined = event_part_stored

    def event_part_replaced(self, part: int, value: int, old_part: int, old_value: int) -> dict[str, Any]:
        return {"new": one_part(part, value), "old": one_part(old_part, old_value)}

    def event_cards_turned(self, cards: tuple[int, ...]) -> dict[str, Any]:
        return {"n": len(cards)}

    def event_tiles_swept(self, tiles: tuple[int, ...]) -> dict[str, Any]:
        return {"n": len(tiles)}

    def event_card_taken(self, card: int, rejected: int) -> dict[str, Any]:
        return {"rejected": say("none")} if rejected == NO_CARD else {}

    def event_car_placed(self, *, body_bonus: int, engine_bonus: int, **figures: int) -> dict[str, Any]:
        car = car_in_words(Car(0, **figures))
        for part, value in ((BODY, body_bonus), (ENGINE, engine_bonus)):
            if value:
                bonus = say("car_bonus", part=PART.say(part, self.parts), value=value)
                return {"car": say("car_with_bonus", car=car, bonus=bonus)}
        return {"car": car}
