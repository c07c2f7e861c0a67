"""Who would buy what if the round ended now: of the cars for sale, and with a car that is still being put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from officina.games.kraftwagen.components import PREFERENCES, PRICE_BUYER, Parts
from officina.games.kraftwagen.scoring import NO_CAR, appeal, purchases
from officina.games.kraftwagen.state import Car

BUILDING: Final = ("car_body", "car_engine", "car_price", "car_workers", "car_engineer")
"""The questions of a new car."""


class Deal(NamedTuple):
    """A buyer's purchase: from which slot, which place of the market, for how much."""

    slot: int
    place: int
    money: int


def sold_slots(view: Mapping[str, Any]) -> int:
    """KW-117: while cars are sold one after the other, up to which slot the buyers have theirs."""
    beat = view.get("beat", {})
    if beat.get("name") == "sold":
        return int(beat["slot"])
    return len(view["buyers"]) if beat.get("name") == "cars_left" else 0


class Trade:
    """The market of a view with its active buyers."""

    def __init__(self, parts: Parts, view: Mapping[str, Any]) -> None:
        self.parts = parts
        self.view = view
        self.cars = tuple(
            Car(car["seat"], car["body"], car["engine"], car["workers"], car["price"], car["body_bonus"], car["engine_bonus"])
            for car in view["market"]
        )
        self.wishes = [PREFERENCES.index(buyer["preference"]) for buyer in view["buyers"]]

    def deals(self, draft: Car | None = None) -> list[Deal]:
        """Every purchase, in slot order; with a draft as the last car of the market."""
        cars = self.cars if draft is None else (*self.cars, draft)
        found = []
        for slot, place in enumerate(purchases(cars, self.wishes)):
            if place != NO_CAR:
                found.append(Deal(slot + 1, place, self.pays(cars[place], slot)))
        return found

    def pays(self, car: Car, slot: int) -> int:
        """KW-93, KW-94, KW-118: what a buyer pays for a car."""
        times = 1
        if self.wishes[slot] == PRICE_BUYER:
            has_opel = "eng_opel" in self.view["seats"][car.owner]["engineers"]
            times = self.parts.opel_times if has_opel else self.parts.price_times
        return car.price * times + int(self.view["buyers"][slot]["daimler"])

    def brings(self, draft: Car) -> int:
        """What a new car would bring its owner."""
        return sum(deal.money for deal in self.deals(draft) if deal.place == len(self.cars))

    def leaders(self) -> dict[str, int]:
        """The place of the car that each sort of buyer likes best."""
        found = {}
        for preference, name in enumerate(PREFERENCES):
            ranked = sorted((-appeal(car, preference), car.price, place) for place, car in enumerate(self.cars))
            if ranked:
                found[name] = ranked[0][2]
        return found


def draft_of(view: Mapping[str, Any], kind: str, asked: Mapping[str, Any], price: int = 0) -> Car | None:
    """The car that is being put together, once it can be told who would buy it; with one worker until more are chosen."""
    if kind not in BUILDING or "engine" not in asked or view["seat"] is None:
        return None
    wanted = int(asked.get("price", price))
    if not wanted:
        return None
    return Car(view["seat"], int(asked["body"]), int(asked["engine"]), int(asked.get("workers", 1)), wanted)
