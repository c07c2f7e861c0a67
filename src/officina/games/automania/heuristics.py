"""What a sensible player values, in victory points. Called on a determinised position, so it cannot see what the seat cannot.

A factory is worth the stars it will give the cars still to come, its effects, its medals, and how near it is to the contracts
in hand; a car is worth the ship's gold, the sale its rank will earn, and the contract it meets. Money counts less to the rich.
"""

from __future__ import annotations

from math import exp
from typing import Final

from officina.core.rng import Rng
from officina.games.automania import components as c
from officina.games.automania import vocabulary as v
from officina.games.automania.rules import popularity as pop
from officina.games.automania.rules.new_round import shifted
from officina.games.automania.rules.tiles import Purse, handlings, purse_of, still_to_pay, style_price
from officina.games.automania.scoring import tile_medals
from officina.games.automania.state import CAR_KINDS, CARS, DEMANDS, NO_TILE, SHIP, WAITING, YACHT_PLACE, Automania, changed

TEMPERATURE: Final = 0.12
"""How readily a sensible player takes something a little worse: small, but nobody is a clock."""

STAR: Final = 0.38
"""What one more star on a car is worth."""
CARS_PER_ROUND: Final = (1.0, 1.0, 0.9)
"""How many cars of each type a player builds in a round."""
USUAL_POPULARITY: Final = (0, 6, 9, 10, 12)
"""By round: what the cars of others have, roughly."""
AVERAGE_MATCH: Final = 1.9
"""Stars that one feature on a line brings in an unknown round."""
UNWANTED: Final = -9.0


def weights(p: Automania, seat: int, rng: Rng) -> list[float]:
    """How much a sensible player likes each option."""
    options = p.options(seat)
    kind = p.kind(seat)
    if kind == v.FACTORY:
        return [1.0] * len(options)
    if kind == v.TURN:
        gains = turn_gains(p, seat, options, rng)
    else:
        gains = [option_gain(p, seat, kind, option) for option in options]
    best = max(gains)
    return [exp(max(-30.0, (gain - best) / TEMPERATURE)) for gain in gains]


# --- money, workers, rounds


def rounds_left(p: Automania) -> int:
    """Rounds after this one."""
    return p.parts.rounds - p.round


def coin(p: Automania, money: int) -> float:
    """What the next autobuck is worth to somebody with so much money; in the last round only the ranking counts."""
    if rounds_left(p) == 0:
        return 0.5
    return 1.0 if money < 5 else 0.75 if money < 9 else 0.5


def reward_worth(p: Automania, seat: int, money: int, vp: int) -> float:
    """A reward of money and points."""
    return vp + money * coin(p, p.players[seat].money)


def worker_worth(p: Automania, seat: int) -> float:
    """A free worker: an autobuck at sponsor, or a star."""
    return 0.9 * coin(p, p.players[seat].money + p.players[seat].free())


# --- the factory


def factory_worth(p: Automania, seat: int) -> float:
    """Everything in the factory, and the hand seen from it."""
    left = rounds_left(p)
    now = 0.25 * min(p.players[seat].free(), 3)
    total = float(tile_medals(p, seat))
    for type_ in range(len(c.TYPES)):
        fixed = pop.factory_stars(p, seat, type_)
        best = max(pop.demand_stars(p, seat, type_, c.NA), pop.demand_stars(p, seat, type_, c.EU))
        later = fixed + coming_match(p, seat, type_)
        total += STAR * CARS_PER_ROUND[type_] * (now * (fixed + best) + left * later)
    total += 1.5 * p.manager_value(seat, c.SALES) * (0.7 + left)
    total += 0.9 * p.manager_value(seat, c.GENERAL) * (0.7 + left)
    total += 1.0 * p.manager_value(seat, c.STAFF) * left
    return total + hand_worth(p, seat)


def coming_match(p: Automania, seat: int, type_: int) -> float:
    """The demand stars that a line may expect in later rounds: what is active now moves down, what waits may enter."""
    features = pop.line_features(p, seat, type_)
    stars = p.slot_stars
    count = 0
    for feature in range(len(c.FEATURES)):
        count += features >> feature & 1
    soon = 0.0
    for market in range(2):
        first = market * DEMANDS
        match = 0.0
        if features >> p.demand[first] & 1:
            match += stars[1]
        if features >> p.demand[first + 1] & 1:
            match += stars[2]
        for side in range(2):
            if features >> p.demand[first + WAITING + side] & 1:
                match += 0.5 * stars[0]
        soon = max(soon, match)
    left = rounds_left(p)
    return (soon + (left - 1) * AVERAGE_MATCH * count) / left if left else 0.0


def hand_worth(p: Automania, seat: int) -> float:
    """The contracts in hand by how near they are; a big hand cannot all be played."""
    hand = p.players[seat].hand
    total = 0.0
    count = 0
    for card in range(c.CARDS):
        if hand >> card & 1:
            total += card_worth(p, seat, card)
            count += 1
    most = 2 * rounds_left(p) + 3
    return total if count <= most else total * most / count


def card_worth(p: Automania, seat: int, card: int) -> float:
    """The medals of a contract, the less the further the factory is from it."""
    face = p.parts.contracts[card]
    patience = 0.55 if rounds_left(p) else 0.3
    best = 0.0
    for type_ in range(len(c.TYPES)):
        if face.type != type_ and face.type != c.ANY:
            continue
        missing = bits(face.features & ~pop.line_features(p, seat, type_))
        missing += bits(face.styles & ~pop.type_styles(p, seat, type_))
        missing += max(0, face.styles_any - p.players[seat].styles_on(type_))
        stars = pop.factory_stars(p, seat, type_) + max(
            pop.demand_stars(p, seat, type_, c.NA), pop.demand_stars(p, seat, type_, c.EU)
        )
        short = max(0, face.popularity - stars - 1)
        chance = 0.75 * patience**missing * (0.88 if rounds_left(p) else 0.7) ** short
        best = max(best, chance)
    return best * face.medals


def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


# --- tiles


def tile_gain(p: Automania, seat: int, tile: int, purse: Purse, cost: int, before: float) -> float:
    """The best that can be done with a tile."""
    face = p.parts.tiles[tile]
    if face.family == c.BONUS:
        return face.value * coin(p, p.players[seat].money) if face.kind == c.MONEY else float(face.value)
    best = 0.0
    for option in handlings(p, seat, tile, purse, cost):
        if worth_trying(p, seat, option):
            best = max(best, handling_gain(p, seat, tile, option, before))
    return best


def worth_trying(p: Automania, seat: int, option: int) -> bool:
    """Stations on one line only are all alike while they are empty: the first of them will do."""
    if option >= c.STATIONS or p.players[seat].stations[option] != NO_TILE:
        return True
    lines = p.factory(seat).lines
    for other in range(option):
        alike = [type_ for type_ in range(len(c.TYPES)) if (other in lines[type_]) != (option in lines[type_])]
        if p.players[seat].stations[other] == NO_TILE and not alike:
            return False
    return True


def handling_gain(p: Automania, seat: int, tile: int, option: int, before: float) -> float:
    """How much a handling adds to the factory, less what it costs."""
    player = p.players[seat]
    face = p.parts.tiles[tile]
    if option >= v.DISCARD:
        return 0.0 if option == v.DISCARD else UNWANTED + (v.PLACE_SPONSOR - option) * 0.1
    stations, managers, styles = player.stations, player.managers, player.styles
    price = 0
    workers = 0
    if face.family == c.MACHINE:
        player.stations = changed(stations, option, tile)
    elif face.family == c.STYLE:
        type_ = option - v.ON_TYPE
        price = style_price(p, seat, face.kind, type_)
        player.styles = changed(styles, type_ * len(c.STYLES) + face.kind, tile)
    elif face.family == c.MANAGER:
        slot = player.new_office() if option == v.OFFICE_NEW else option - v.OFFICE_SLOT
        old = managers[slot]
        if old == NO_TILE:
            price = p.factory(seat).office_costs[slot]
        if face.kind == c.STAFF and not player.passed:
            workers = max(0, face.value - (0 if old == NO_TILE else p.parts.tiles[old].value))
        player.managers = changed(managers, slot, tile)
    after = factory_worth(p, seat)
    player.stations, player.managers, player.styles = stations, managers, styles
    return after - before - price * coin(p, player.money) + workers * worker_worth(p, seat)


# --- cars


def sale_worth(p: Automania, seat: int, market: int, rank: float) -> float:
    """What the car of that rank (0 is the first) will bring in a market."""
    order = (0, 3) if p.seats == 2 else (0, 1, 2, 3, 4)
    low = int(rank)
    worth: list[float] = []
    for place in range(2):
        index = low + place
        space = market * c.SALES_PER_MARKET + (order[index] if index < len(order) else c.TOP)
        face = p.parts.sale_spaces[space]
        worth.append(reward_worth(p, seat, face.money, face.vp))
    part = rank - low
    return worth[0] * (1 - part) + worth[1] * part


def space_worth(p: Automania, seat: int, market: int, space: int) -> float:
    """A car on a ship space: its gold and the sale it may expect."""
    above = 0
    for place in range(market * SHIP + space, market * SHIP + c.SHIP_SPACES):
        if p.ships[place] != c.NO_CAR:
            above += 1
    active = 0
    for other in range(p.seats):
        if other != seat and not p.players[other].passed:
            active += 1
    overtaken = min(1.0, max(0.0, (USUAL_POPULARITY[p.round] + 3 - space) / 6))
    sale = sale_worth(p, seat, market, above + 0.6 * active * overtaken)
    return p.parts.gold[space - 1] + sale * sale_chance(p, seat)


def sale_chance(p: Automania, seat: int) -> float:
    """How likely one more car is to be sold this round: own cars against the probable sales limit."""
    shipped = p.cars_in(c.NA, seat) + p.cars_in(c.EU, seat)
    room = 2.4 + p.manager_value(seat, c.SALES) - shipped
    if room >= 1:
        return 1.0
    kept = 0.35 if rounds_left(p) else 0.15
    return kept if room <= 0 else kept + (1 - kept) * room


def placement_worth(p: Automania, seat: int, market: int, tile: int, stars: int) -> float:
    """The best place for a car of that popularity; nothing if the tile is missing."""
    if not p.players[seat].cars[tile]:
        return 0.0
    best = 0.0
    for space in range(min(stars, c.SHIP_SPACES), 0, -1):
        if p.ships[market * SHIP + space - 1] == c.NO_CAR:
            best = space_worth(p, seat, market, space)
            break
    if stars >= p.parts.yacht_popularity and p.ships[market * SHIP + YACHT_PLACE] == c.NO_CAR:
        best = max(best, float(p.parts.yacht_vp))
    return best


def contract_gain(p: Automania, seat: int, type_: int, stars: int) -> float:
    """The best contract that the car fulfils, over what it is worth in hand."""
    best = 0.0
    for card in pop.fitting_cards(p, seat, type_, stars):
        best = max(best, p.parts.contracts[card].medals - card_worth(p, seat, card) * 0.8)
    return best


def car_gain(p: Automania, seat: int, type_: int, market: int, tile: int, extra: int) -> float:
    """A car with so many extra stars: where it stands, what it fulfils."""
    stars = pop.popularity(p, seat, type_, market) + extra
    return placement_worth(p, seat, market, tile, stars) + contract_gain(p, seat, type_, stars)


def best_car(p: Automania, seat: int, type_: int, workers: int) -> float:
    """The best a production of the type can bring, with a little marketing, less its cost."""
    best = 0.0
    for market in range(2):
        for extra in range(min(workers, 2) + 1):
            gain = car_gain(p, seat, type_, market, type_, extra) - extra * worker_worth(p, seat)
            best = max(best, gain)
    return best - p.parts.cost[type_] * coin(p, p.players[seat].money)


# --- the turn


def turn_gains(p: Automania, seat: int, options: list[int], rng: Rng) -> list[float]:
    """Each space: its best tile and its action, less the workers; passing: an early choice of office."""
    player = p.players[seat]
    before = factory_worth(p, seat)
    tiles = [UNWANTED] * len(p.grid)
    purse = purse_of(p, seat)
    for cell in range(len(p.grid)):
        if p.grid[cell] != NO_TILE:
            tiles[cell] = tile_gain(p, seat, p.grid[cell], purse, 0, before)
    cars = [UNWANTED] * len(c.TYPES)
    gains: list[float] = []
    for option in options:
        if option >= v.PASS:
            gains.append(pass_gain(p, seat) if option == v.PASS else UNWANTED)
            continue
        needed = p.workers_on(option) + 1
        gain = 0.0
        for cell in p.line(option):
            gain = max(gain, tiles[cell])
        action = p.parts.spaces[option].action
        if action == c.CONTRACT:
            gain += draw_gain(p, seat)
        else:
            best = UNWANTED
            for type_ in range(len(c.TYPES)) if action == c.ANY else range(action, action + 1):
                if cars[type_] == UNWANTED:
                    cars[type_] = best_car(p, seat, type_, player.free() - needed)
                best = max(best, cars[type_])
            gain += best
        gains.append(gain - needed * worker_worth(p, seat) + 0.01 * rng.unit())
    return gains


def pass_gain(p: Automania, seat: int) -> float:
    """Passing before others: the office that fits, as long as there is a choice."""
    free = [office for office in range(len(p.parts.office_limits)) if office not in [player.office for player in p.players]]
    if len(free) < 2:
        return 0.0
    worths = sorted([office_gain(p, seat, office) for office in free])
    waiting = len([other for other in range(p.seats) if other != seat and not p.players[other].passed])
    return 0.25 * (worths[-1] - worths[-2]) * min(waiting, 2)


def draw_gain(p: Automania, seat: int) -> float:
    """The best contract to be had."""
    best = 1.0 if p.deck else float(p.parts.no_card_vp)
    for card in p.display:
        best = max(best, card_worth(p, seat, card))
    return best if rounds_left(p) else best * 0.7


# --- the other decisions


def option_gain(p: Automania, seat: int, kind: int, option: int) -> float:
    """The worth of one option of a decision that is not the turn."""
    args = p.stack[-1].args
    if kind == v.TAKE_TILE:
        (space,) = args
        cost = still_to_pay(p, space)
        return tile_gain(p, seat, p.grid[option], purse_of(p, seat), cost, factory_worth(p, seat))
    if kind == v.PLACE_TILE:
        tile, _ = args
        return handling_gain(p, seat, tile, option, factory_worth(p, seat))
    if kind == v.CAR_TYPE:
        return best_car(p, seat, option, p.players[seat].free())
    if kind == v.MARKET:
        (type_,) = args
        return market_gain(p, seat, type_, option)
    if kind == v.CAR_TILE:
        type_, market = args
        tile = c.ELECTRIC if option == v.ELECTRIC_CAR else type_
        extra = p.parts.electric_popularity if option == v.ELECTRIC_CAR else 0
        return car_gain(p, seat, type_, market, tile, extra) - 0.2 * extra
    if kind == v.MARKETING:
        type_, market, tile = args
        extra = option + (p.parts.electric_popularity if tile == c.ELECTRIC else 0)
        return car_gain(p, seat, type_, market, tile, extra) - option * worker_worth(p, seat)
    if kind == v.PLAY_CONTRACT:
        return 0.0 if option == v.NO_CONTRACT else float(p.parts.contracts[option].medals) - 0.5 * card_worth(p, seat, option)
    if kind == v.PLACE_CAR:
        _, market, tile, stars = args
        return placing_gain(p, seat, market, tile, stars, option)
    if kind == v.DRAW_CONTRACT:
        if option > v.DRAW_SPONSOR:
            return UNWANTED
        return 1.0 if option == v.FROM_DECK else card_worth(p, seat, option)
    if kind == v.OFFICE_CONTRACT:
        return card_worth(p, seat, option)
    if kind == v.OFFICE:
        return office_gain(p, seat, option)
    if kind == v.OFFICE_TILE:
        return 0.0 if option == v.NO_OFFICE_TILE else office_tile_gain(p, seat, p.office_tiles[option])
    if kind == v.SELL:
        return sell_gain(p, seat, option)
    return demand_gain(p, seat, option)


def market_gain(p: Automania, seat: int, type_: int, option: int) -> float:
    """The better market; sponsor only for what is missing, and then as few workers as possible."""
    if option >= v.MARKET_RECALL:
        return UNWANTED
    missing = p.parts.cost[type_] - p.players[seat].money
    if option > v.MARKET_SPONSOR:
        workers = option - v.MARKET_SPONSOR
        enough = workers + p.open_bonus(seat) >= missing
        return UNWANTED if missing <= 0 else (0.0 if enough else UNWANTED) - 0.5 * workers
    workers = p.players[seat].free()
    best = UNWANTED
    for extra in range(min(workers, 3) + 1):
        best = max(best, car_gain(p, seat, type_, option, type_, extra) - extra * worker_worth(p, seat))
    return best


def placing_gain(p: Automania, seat: int, market: int, tile: int, stars: int, option: int) -> float:
    """The place's own worth; a car comes back only if the tile is missing and the new place is clearly better."""
    if option == v.NOT_PLACED:
        return 0.0
    if option == v.YACHT:
        return float(p.parts.yacht_vp)
    if option < v.YACHT:
        return space_worth(p, seat, market, c.SHIP_SPACES - option)
    if p.players[seat].cars[tile]:
        return UNWANTED
    place = option - v.PLACE_RECALL
    old_market, old_space = place // c.SHIP_SPACES, place % c.SHIP_SPACES + 1
    if p.ships[old_market * SHIP + old_space - 1] % CAR_KINDS != tile:
        return UNWANTED
    p.players[seat].cars[tile] += 1
    gained = placement_worth(p, seat, market, tile, stars)
    p.players[seat].cars[tile] -= 1
    lost = space_worth(p, seat, old_market, old_space) - p.parts.gold[old_space - 1]
    return gained - lost - 0.5


def office_gain(p: Automania, seat: int, office: int) -> float:
    """Sales that the limit allows, the bonus, and the place in the next round."""
    shipped = p.cars_in(c.NA, seat) + p.cars_in(c.EU, seat)
    limit = p.parts.office_limits[office]
    sales = shipped if limit == c.NO_LIMIT else min(shipped, limit + p.manager_value(seat, c.SALES))
    gain = 3.0 * sales
    if office == p.parts.tile_office:
        best = 0.0
        for tile in p.office_tiles:
            if tile != NO_TILE:
                best = max(best, office_tile_gain(p, seat, tile))
        gain += best
    elif office == p.parts.contract_office:
        gain += max([card_worth(p, seat, card) for card in p.display]) if p.display else float(p.parts.no_card_vp)
    first = 0.5 if rounds_left(p) else 0.05
    return gain + first * (len(p.parts.office_limits) - 1 - office)


def office_tile_gain(p: Automania, seat: int, tile: int) -> float:
    """A tile from below the sales office: no worker is free and nothing else is left to pay."""
    return tile_gain(p, seat, tile, Purse(p.players[seat].money, 0, p.bonus_paid), 0, factory_worth(p, seat))


def sell_gain(p: Automania, seat: int, option: int) -> float:
    """The reward, against what the sale is worth to a later car of the same owner when sales are scarce."""
    if option != v.KEEP:
        face = p.parts.sale_spaces[option % v.COPY]
        return reward_worth(p, seat, face.money, face.vp) + (0.05 if option >= v.COPY else 0.0)
    market, space = p.stack[-1].args
    kept = 1.5 if rounds_left(p) else reward_worth(p, seat, p.parts.leftover_money, 0) if market == c.NA else 1.0
    limit = p.sales_limit(seat)
    if limit == c.NO_LIMIT:
        return kept
    later = later_sales(p, seat, market, space)
    left = limit - p.players[seat].sold
    return kept + (later[left - 1] if len(later) >= left else 0.0) * 0.8


def later_sales(p: Automania, seat: int, market: int, space: int) -> list[float]:
    """What the seat's cars still to be unloaded may bring, best first."""
    found: list[float] = []
    for where in range(market, 2):
        rank = 0
        for sale in p.sold:
            if sale // CARS // c.SALES_PER_MARKET == where:
                rank += 1
        top = space - 1 if where == market else c.SHIP_SPACES
        for place in range(top, 0, -1):
            car = p.ships[where * SHIP + place - 1]
            if car != c.NO_CAR:
                if car // CAR_KINDS == seat:
                    found.append(sale_worth(p, seat, where, rank))
                rank += 1
    found.sort(reverse=True)
    return found


def demand_gain(p: Automania, seat: int, side: int) -> float:
    """The own factory in the demand that would follow, over the average of the others."""
    old = p.demand
    p.demand = shifted(old, side)
    gain = 0.0
    for other in range(p.seats):
        stars = 0
        for type_ in range(len(c.TYPES)):
            stars += pop.demand_stars(p, other, type_, c.NA) + pop.demand_stars(p, other, type_, c.EU)
        gain += stars if other == seat else -stars / (p.seats - 1)
    p.demand = old
    return gain
