"""How a market may turn out: a few samples of buyers and rival cars still to come, and what our cars would bring there."""

from __future__ import annotations

from officina.core.rng import Rng
from officina.games.kraftwagen.components import BODY, ENGINE, MARKET_AWARD, OPEL, PRICE_BUYER
from officina.games.kraftwagen.rules.engineers import DieselWhat, new_values
from officina.games.kraftwagen.rules.market import marker_value
from officina.games.kraftwagen.scoring import NO_CAR, income, purchases
from officina.games.kraftwagen.state import FIRST_HORCH, FIRST_MAYBACH, NOBODY, Car, Kraftwagen, different
from officina.games.kraftwagen.values import Values
from officina.games.kraftwagen.vocabulary import NO_MARKER, WHAT_WORKERS


class Sample:
    """One way the round may go on: all buyers in slot order with their markers, and the cars of others to come."""

    def __init__(self, buyers: list[int], daimler: list[int], rivals: tuple[Car, ...]) -> None:
        self.buyers = buyers
        self.daimler = daimler
        self.rivals = rivals


class Prospects:
    """What one seat may expect of the market. The samples are drawn when first needed and serve all options alike."""

    def __init__(self, p: Kraftwagen, seat: int, rng: Rng, values: Values) -> None:
        self.p = p
        self.seat = seat
        self.rng = rng
        self.values = values
        self.samples: list[Sample] = []
        self.base = 0.0

    # --- samples

    def draw(self) -> None:
        """Draw the samples, once."""
        if self.samples:
            return
        for _ in range(self.values.samples):
            self.samples.append(self.draw_one())
        self.base = self.expected(self.p.market)

    def draw_one(self) -> Sample:
        """Free slots are filled at random, rivals place cars of their parts at prices still there."""
        p = self.p
        rng = self.rng
        buyers = p.buyers[:]
        daimler = p.daimler[:]
        for _ in range(p.parts.slots[p.seats] - len(buyers)):
            if rng.unit() < self.values.slot_filled:
                waiting = [pref for pref in range(4) if buyers.count(pref) < p.parts.buyers_of_each]
                buyers.append(rng.pick(waiting))
                daimler.append(0)
        rivals: list[Car] = []
        prices = list(p.price_row)
        room = p.parts.capacity[p.seats] - len(p.market) - 1
        for seat in range(p.seats):
            if seat == self.seat or room <= 0 or len(prices) < 2:
                continue
            player = p.players[seat]
            is_ready = bool(player.bodies and player.engines and player.canteen)
            if rng.unit() >= (self.values.ready_rival if is_ready else self.values.later_rival):
                continue
            body = player.bodies[-1] if player.bodies else p.level(seat, BODY)
            engine = player.engines[-1] if player.engines else p.level(seat, ENGINE)
            workers = 1 + rng.below(max(1, min(3, player.canteen)))
            price = prices.pop(rng.below(len(prices)))
            rivals.append(Car(seat, body, engine, workers, price))
            room -= 1
        return Sample(buyers, daimler, tuple(rivals))

    def own_income(self, market: tuple[Car, ...], buyers: list[int], daimler: list[int]) -> int:
        """What our cars of a market would bring."""
        total = 0
        places = purchases(market, buyers)
        for slot in range(len(buyers)):
            if places[slot] != NO_CAR and market[places[slot]].owner == self.seat:
                total += income(self.p, market[places[slot]], buyers[slot], daimler[slot])
        return total

    def expected(self, market: tuple[Car, ...]) -> float:
        """What our cars of a market would bring on average."""
        total = 0
        for sample in self.samples:
            total += self.own_income(market + sample.rivals, sample.buyers, sample.daimler)
        return total / self.values.samples

    # --- placing a car

    def car_gain(self, car: Car) -> float:
        """What a further car would bring, less what its workers are worth elsewhere."""
        p = self.p
        self.draw()
        gain = self.expected(p.market + (car,)) - self.base - self.values.car_worker[p.round] * car.workers
        gain += self.values.quality * (car.body + car.engine)
        if p.awards[MARKET_AWARD] == NOBODY and len(p.own_cars(self.seat)) == 1:
            gain += p.parts.awards[MARKET_AWARD].points
        return gain

    def best_car(self) -> float:
        """The best car that could be placed now, if it is worth it at all."""
        gain = self.best_of(())
        return gain if gain >= self.values.least_gain[self.p.round] else -1.0

    def best_of(self, figures: tuple[int, ...]) -> float:
        """The best car with these figures fixed: body, engine, price, workers, in this order, as far as given."""
        player = self.p.players[self.seat]
        bodies = [figures[0]] if figures else different(player.bodies)
        engines = [figures[1]] if len(figures) > 1 else different(player.engines)
        prices = [figures[2]] if len(figures) > 2 else list(self.p.price_row)
        workers = [figures[3]] if len(figures) > 3 else self.crews(player.canteen)
        best = -100.0
        for body in bodies:
            for engine in engines:
                for price in prices:
                    for number in workers:
                        best = max(best, self.car_gain(Car(self.seat, body, engine, number, price)))
        return best

    def crews(self, canteen: int) -> list[int]:
        """Numbers of workers worth a thought."""
        return list(range(1, min(canteen, 4) + 1))

    def marker_gain(self, figures: tuple[int, ...], option: int) -> float:
        """A marker of Horch or Maybach on the new car; keeping it is worth a little while rounds are to come."""
        body, engine, price, workers = figures[0], figures[1], figures[2], figures[3]
        if option == NO_MARKER:
            return self.car_gain(Car(self.seat, body, engine, workers, price)) + (0.0 if self.p.round == 3 else 1.0)
        value = marker_value(self.p, option)
        if FIRST_HORCH + option - 1 < FIRST_MAYBACH:
            car = Car(self.seat, body, engine, workers, price, 0, value)
        else:
            car = Car(self.seat, body, engine, workers, price, value, 0)
        return self.car_gain(car) - 0.1 * value

    # --- buyers

    def buyer_gain(self, preference: int) -> float:
        """What our cars gain if this buyer is the next one, against a random one; a car in the workshop counts a little."""
        p = self.p
        self.draw()
        slot = len(p.buyers)
        market = p.market
        player = p.players[self.seat]
        if player.bodies and player.engines and player.canteen and p.price_row:
            times = p.parts.opel_times if player.has(OPEL) else p.parts.price_times
            price = p.price_row[0] if preference == PRICE_BUYER and times > 1 else p.price_row[len(p.price_row) // 2]
            market = market + (Car(self.seat, player.bodies[-1], player.engines[-1], min(2, player.canteen), price),)
        total = 0
        for sample in self.samples:
            buyers = p.buyers + [preference] + sample.buyers[slot + 1 :]
            daimler = p.daimler + [0] + sample.daimler[slot + 1 :]
            cars = market + sample.rivals
            total += self.own_income(cars, buyers, daimler)
            total -= self.own_income(cars, sample.buyers, sample.daimler)
        return total / self.values.samples

    def sure_gain(self, buyers: list[int], daimler: list[int]) -> int:
        """What other buyers would change for us if the round were scored now."""
        p = self.p
        return self.own_income(p.market, buyers, daimler) - self.own_income(p.market, p.buyers, p.daimler)

    def lead(self) -> float:
        """What we would earn if the round were scored now, less what the best rival would earn."""
        p = self.p
        earned = [0] * p.seats
        places = purchases(p.market, p.buyers)
        for slot in range(len(p.buyers)):
            if places[slot] != NO_CAR:
                car = p.market[places[slot]]
                earned[car.owner] += income(p, car, p.buyers[slot], p.daimler[slot])
        best = 0
        for seat in range(p.seats):
            if seat != self.seat:
                best = max(best, earned[seat])
        return float(earned[self.seat] - best)

    def is_late(self) -> bool:
        """Whether the round may end soon: two cars or one step of the pawn are missing."""
        p = self.p
        return p.parts.capacity[p.seats] - len(p.market) <= 2 or (p.pawn <= 1 and len(p.buyers) >= p.parts.slots[p.seats])

    # --- markers

    def daimler_gain(self, slot: int) -> float:
        """How likely a buyer is to buy a car of ours."""
        self.draw()
        hits = 0
        for sample in self.samples:
            market = self.p.market + sample.rivals
            place = purchases(market, sample.buyers)[slot]
            if place != NO_CAR and market[place].owner == self.seat:
                hits += 1
        return hits / self.values.samples

    def diesel_car(self, price: int) -> float:
        """The best change of one of our cars."""
        best = -100.0
        for what in DieselWhat(self.seat, (price,)).options(self.p):
            best = max(best, self.diesel_change(price, what))
        return best

    def diesel_change(self, price: int, what: int) -> float:
        """The best new value of one thing."""
        car = self.p.car_of_price(price)
        values = new_values(self.p, car, what)
        if what == WHAT_WORKERS:
            values = [value for value in values if value > car.workers]
        best = -50.0
        for value in values:
            best = max(best, self.diesel_value(price, what, value))
        return best

    def diesel_value(self, price: int, what: int, value: int) -> float:
        """What a change would bring."""
        self.draw()
        p = self.p
        car = p.car_of_price(price)
        other = car.changed(what, value)
        cost = self.values.car_worker[p.round] * (other.workers - car.workers)
        market = tuple([other if place is car else place for place in p.market])
        return self.expected(market) - self.base - cost
