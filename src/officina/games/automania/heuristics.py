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
from officina.games.automania.values import Values

UNWANTED: Final = -9.0


def weights(p: Automania, seat: int, rng: Rng, w: Values) -> list[float]:
    """How much a sensible player likes each option."""
    options = p.options(seat)
    kind = p.kind(seat)
    if kind == v.FACTORY:
        return [1.0] * len(options)
    if kind == v.TURN:
        gains = turn_gains(w, p, seat, options, rng)
    else:
        gains = [option_gain(w, p, seat, kind, option) for option in options]
    best = max(gains)
    return [exp(max(-30.0, (gain - best) / w.temperature)) for gain in gains]


# --- money, workers, rounds


def rounds_left(p: Automania) -> int:
    """Rounds after this one."""
    return p.parts.rounds - p.round


def coin(w: Values, p: Automania, money: int) -> float:
    """What the next autobuck is worth to somebody with so much money; in the last round only the ranking counts."""
    if rounds_left(p) == 0:
        return w.last_coin
    return w.coin[0] if money < 5 else w.coin[1] if money < 9 else w.coin[2]


def reward_worth(w: Values, p: Automania, seat: int, money: int, vp: int) -> float:
    """A reward of money and points."""
    return vp + money * coin(w, p, p.players[seat].money)


def worker_worth(w: Values, p: Automania, seat: int) -> float:
    """A free worker: an autobuck at sponsor, or a star."""
    return w.worker * coin(w, p, p.players[seat].money + p.players[seat].free())


# --- the factory


def factory_worth(w: Values, p: Automania, seat: int) -> float:
    """Everything in the factory, and the hand seen from it."""
    left = rounds_left(p)
    now = w.now * min(p.players[seat].free(), 3)
    total = float(tile_medals(p, seat))
    for type_ in range(len(c.TYPES)):
        fixed = pop.factory_stars(p, seat, type_)
        best = max(pop.demand_stars(p, seat, type_, c.NA), pop.demand_stars(p, seat, type_, c.EU))
        later = fixed + coming_match(w, p, seat, type_)
        total += w.star * w.cars_per_round[type_] * (now * (fixed + best) + left * later)
    total += w.sales_manager * p.manager_value(seat, c.SALES) * (w.round_rest + left)
    total += w.general_manager * p.manager_value(seat, c.GENERAL) * (w.round_rest + left)
    total += w.staff_manager * p.manager_value(seat, c.STAFF) * left
    return total + hand_worth(w, p, seat)


def coming_match(w: Values, p: Automania, seat: int, type_: int) -> float:
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
                match += w.waiting * stars[0]
        soon = max(soon, match)
    left = rounds_left(p)
    return (soon + (left - 1) * w.average_match * count) / left if left else 0.0


def hand_worth(w: Values, p: Automania, seat: int) -> float:
    """The contracts in hand by how near they are; a big hand cannot all be played."""
    hand = p.players[seat].hand
    total = 0.0
    count = 0
    for card in range(c.CARDS):
        if hand >> card & 1:
            total += card_worth(w, p, seat, card)
            count += 1
    most = w.cards_each_round * rounds_left(p) + w.cards_at_last
    return total if count <= most else total * most / count


def card_worth(w: Values, p: Automania, seat: int, card: int) -> float:
    """The medals of a contract, the less the further the factory is from it."""
    face = p.parts.contracts[card]
    patience = w.patience if rounds_left(p) else w.last_patience
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
        chance = w.contract * patience**missing * (w.star_patience if rounds_left(p) else w.last_star_patience) ** short
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


def tile_gain(w: Values, p: Automania, seat: int, tile: int, purse: Purse, cost: int, before: float) -> float:
    """The best that can be done with a tile."""
    face = p.parts.tiles[tile]
    if face.family == c.BONUS:
        return face.value * coin(w, p, p.players[seat].money) if face.kind == c.MONEY else float(face.value)
    best = 0.0
    for option in handlings(p, seat, tile, purse, cost):
        if worth_trying(p, seat, option):
            best = max(best, handling_gain(w, p, seat, tile, option, before))
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


def handling_gain(w: Values, p: Automania, seat: int, tile: int, option: int, before: float) -> float:
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
    after = factory_worth(w, p, seat)
    player.stations, player.managers, player.styles = stations, managers, styles
    return after - before - price * coin(w, p, player.money) + workers * worker_worth(w, p, seat)


# --- cars


def sale_worth(w: Values, p: Automania, seat: int, market: int, rank: float) -> float:
    """What the car of that rank (0 is the first) will bring in a market."""
    order = (0, 3) if p.seats == 2 else (0, 1, 2, 3, 4)
    low = int(rank)
    worth: list[float] = []
    for place in range(2):
        index = low + place
        space = market * c.SALES_PER_MARKET + (order[index] if index < len(order) else c.TOP)
        face = p.parts.sale_spaces[space]
        worth.append(reward_worth(w, p, seat, face.money, face.vp))
    part = rank - low
    return worth[0] * (1 - part) + worth[1] * part


def space_worth(w: Values, p: Automania, seat: int, market: int, space: int) -> float:
    """A car on a ship space: its gold and the sale it may expect."""
    above = 0
    for place in range(market * SHIP + space, market * SHIP + c.SHIP_SPACES):
        if p.ships[place] != c.NO_CAR:
            above += 1
    active = 0
    for other in range(p.seats):
        if other != seat and not p.players[other].passed:
            active += 1
    overtaken = min(1.0, max(0.0, (w.usual_popularity[p.round] + 3 - space) / 6))
    sale = sale_worth(w, p, seat, market, above + w.overtaking * active * overtaken)
    return p.parts.gold[space - 1] + sale * sale_chance(w, p, seat)


def sale_chance(w: Values, p: Automania, seat: int) -> float:
    """How likely one more car is to be sold this round: own cars against the probable sales limit."""
    shipped = p.cars_in(c.NA, seat) + p.cars_in(c.EU, seat)
    room = w.sales + p.manager_value(seat, c.SALES) - shipped
    if room >= 1:
        return 1.0
    kept = w.unsold if rounds_left(p) else w.last_unsold
    return kept if room <= 0 else kept + (1 - kept) * room


def placement_worth(w: Values, p: Automania, seat: int, market: int, tile: int, stars: int) -> float:
    """The best place for a car of that popularity; nothing if the tile is missing."""
    if not p.players[seat].cars[tile]:
        return 0.0
    best = 0.0
    for space in range(min(stars, c.SHIP_SPACES), 0, -1):
        if p.ships[market * SHIP + space - 1] == c.NO_CAR:
            best = space_worth(w, p, seat, market, space)
            break
    if stars >= p.parts.yacht_popularity and p.ships[market * SHIP + YACHT_PLACE] == c.NO_CAR:
        best = max(best, float(p.parts.yacht_vp))
    return best


def contract_gain(w: Values, p: Automania, seat: int, type_: int, stars: int) -> float:
    """The best contract that the car fulfils, over what it is worth in hand."""
    best = 0.0
    for card in pop.fitting_cards(p, seat, type_, stars):
        best = max(best, p.parts.contracts[card].medals - card_worth(w, p, seat, card) * w.in_hand)
    return best


def car_gain(w: Values, p: Automania, seat: int, type_: int, market: int, tile: int, extra: int) -> float:
    """A car with so many extra stars: where it stands, what it fulfils."""
    stars = pop.popularity(p, seat, type_, market) + extra
    return placement_worth(w, p, seat, market, tile, stars) + contract_gain(w, p, seat, type_, stars)


def best_car(w: Values, p: Automania, seat: int, type_: int, workers: int) -> float:
    """The best a production of the type can bring, with a little marketing, less its cost."""
    best = 0.0
    for market in range(2):
        for extra in range(min(workers, 2) + 1):
            gain = car_gain(w, p, seat, type_, market, type_, extra) - extra * worker_worth(w, p, seat)
            best = max(best, gain)
    return best - p.parts.cost[type_] * coin(w, p, p.players[seat].money)


# --- the turn


def turn_gains(w: Values, p: Automania, seat: int, options: list[int], rng: Rng) -> list[float]:
    """Each space: its best tile and its action, less the workers; passing: an early choice of office."""
    player = p.players[seat]
    before = factory_worth(w, p, seat)
    tiles = [UNWANTED] * len(p.grid)
    purse = purse_of(p, seat)
    for cell in range(len(p.grid)):
        if p.grid[cell] != NO_TILE:
            tiles[cell] = tile_gain(w, p, seat, p.grid[cell], purse, 0, before)
    cars = [UNWANTED] * len(c.TYPES)
    gains: list[float] = []
    for option in options:
        if option >= v.PASS:
            gains.append(pass_gain(w, p, seat) if option == v.PASS else UNWANTED)
            continue
        needed = p.workers_on(option) + 1
        gain = 0.0
        for cell in p.line(option):
            gain = max(gain, tiles[cell])
        action = p.parts.spaces[option].action
        if action == c.CONTRACT:
            gain += draw_gain(w, p, seat)
        else:
            best = UNWANTED
            for type_ in range(len(c.TYPES)) if action == c.ANY else range(action, action + 1):
                if cars[type_] == UNWANTED:
                    cars[type_] = best_car(w, p, seat, type_, player.free() - needed)
                best = max(best, cars[type_])
            gain += best
        gains.append(gain - needed * worker_worth(w, p, seat) + 0.01 * rng.unit())
    return gains


def pass_gain(w: Values, p: Automania, seat: int) -> float:
    """Passing before others: the office that fits, as long as there is a choice."""
    free = [office for office in range(len(p.parts.office_limits)) if office not in [player.office for player in p.players]]
    if len(free) < 2:
        return 0.0
    worths = sorted([office_gain(w, p, seat, office) for office in free])
    waiting = len([other for other in range(p.seats) if other != seat and not p.players[other].passed])
    return w.passing * (worths[-1] - worths[-2]) * min(waiting, 2)


def draw_gain(w: Values, p: Automania, seat: int) -> float:
    """The best contract to be had."""
    best = w.unseen_card if p.deck else float(p.parts.no_card_vp)
    for card in p.display:
        best = max(best, card_worth(w, p, seat, card))
    return best if rounds_left(p) else best * w.late_card


# --- the other decisions


def option_gain(w: Values, p: Automania, seat: int, kind: int, option: int) -> float:
    """The worth of one option of a decision that is not the turn."""
    args = p.stack[-1].args
    if kind == v.TAKE_TILE:
        (space,) = args
        cost = still_to_pay(p, space)
        return tile_gain(w, p, seat, p.grid[option], purse_of(p, seat), cost, factory_worth(w, p, seat))
    if kind == v.PLACE_TILE:
        tile, _ = args
        return handling_gain(w, p, seat, tile, option, factory_worth(w, p, seat))
    if kind == v.CAR_TYPE:
        return best_car(w, p, seat, option, p.players[seat].free())
    if kind == v.MARKET:
        (type_,) = args
        return market_gain(w, p, seat, type_, option)
    if kind == v.CAR_TILE:
        type_, market = args
        tile = c.ELECTRIC if option == v.ELECTRIC_CAR else type_
        extra = p.parts.electric_popularity if option == v.ELECTRIC_CAR else 0
        return car_gain(w, p, seat, type_, market, tile, extra) - w.electric * extra
    if kind == v.MARKETING:
        type_, market, tile = args
        extra = option + (p.parts.electric_popularity if tile == c.ELECTRIC else 0)
        return car_gain(w, p, seat, type_, market, tile, extra) - option * worker_worth(w, p, seat)
    if kind == v.PLAY_CONTRACT:
        return (
            0.0
            if option == v.NO_CONTRACT
            else float(p.parts.contracts[option].medals) - w.played * card_worth(w, p, seat, option)
        )
    if kind == v.PLACE_CAR:
        _, market, tile, stars = args
        return placing_gain(w, p, seat, market, tile, stars, option)
    if kind == v.DRAW_CONTRACT:
        if option > v.DRAW_SPONSOR:
            return UNWANTED
        return w.unseen_card if option == v.FROM_DECK else card_worth(w, p, seat, option)
    if kind == v.OFFICE_CONTRACT:
        return card_worth(w, p, seat, option)
    if kind == v.OFFICE:
        return office_gain(w, p, seat, option)
    if kind == v.OFFICE_TILE:
        return 0.0 if option == v.NO_OFFICE_TILE else office_tile_gain(w, p, seat, p.office_tiles[option])
    if kind == v.SELL:
        return sell_gain(w, p, seat, option)
    return demand_gain(p, seat, option)


def market_gain(w: Values, p: Automania, seat: int, type_: int, option: int) -> float:
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
        best = max(best, car_gain(w, p, seat, type_, option, type_, extra) - extra * worker_worth(w, p, seat))
    return best


def placing_gain(w: Values, p: Automania, seat: int, market: int, tile: int, stars: int, option: int) -> float:
    """The place's own worth; a car comes back only if the tile is missing and the new place is clearly better."""
    if option == v.NOT_PLACED:
        return 0.0
    if option == v.YACHT:
        return float(p.parts.yacht_vp)
    if option < v.YACHT:
        return space_worth(w, p, seat, market, c.SHIP_SPACES - option)
    if p.players[seat].cars[tile]:
        return UNWANTED
    place = option - v.PLACE_RECALL
    old_market, old_space = place // c.SHIP_SPACES, place % c.SHIP_SPACES + 1
    if p.ships[old_market * SHIP + old_space - 1] % CAR_KINDS != tile:
        return UNWANTED
    p.players[seat].cars[tile] += 1
    gained = placement_worth(w, p, seat, market, tile, stars)
    p.players[seat].cars[tile] -= 1
    lost = space_worth(w, p, seat, old_market, old_space) - p.parts.gold[old_space - 1]
    return gained - lost - 0.5


def office_gain(w: Values, p: Automania, seat: int, office: int) -> float:
    """Sales that the limit allows, the bonus, and the place in the next round."""
    shipped = p.cars_in(c.NA, seat) + p.cars_in(c.EU, seat)
    limit = p.parts.office_limits[office]
    sales = shipped if limit == c.NO_LIMIT else min(shipped, limit + p.manager_value(seat, c.SALES))
    gain = w.sale * sales
    if office == p.parts.tile_office:
        best = 0.0
        for tile in p.office_tiles:
            if tile != NO_TILE:
                best = max(best, office_tile_gain(w, p, seat, tile))
        gain += best
    elif office == p.parts.contract_office:
        gain += max([card_worth(w, p, seat, card) for card in p.display]) if p.display else float(p.parts.no_card_vp)
    first = w.first if rounds_left(p) else w.last_first
    return gain + first * (len(p.parts.office_limits) - 1 - office)


def office_tile_gain(w: Values, p: Automania, seat: int, tile: int) -> float:
    """A tile from below the sales office: no worker is free and nothing else is left to pay."""
    return tile_gain(w, p, seat, tile, Purse(p.players[seat].money, 0, p.bonus_paid), 0, factory_worth(w, p, seat))


def sell_gain(w: Values, p: Automania, seat: int, option: int) -> float:
    """The reward, against what the sale is worth to a later car of the same owner when sales are scarce."""
    if option != v.KEEP:
        face = p.parts.sale_spaces[option % v.COPY]
        return reward_worth(w, p, seat, face.money, face.vp) + (0.05 if option >= v.COPY else 0.0)
    market, space = p.stack[-1].args
    kept = w.kept_car if rounds_left(p) else reward_worth(w, p, seat, p.parts.leftover_money, 0) if market == c.NA else 1.0
    limit = p.sales_limit(seat)
    if limit == c.NO_LIMIT:
        return kept
    later = later_sales(w, p, seat, market, space)
    left = limit - p.players[seat].sold
    return kept + (later[left - 1] if len(later) >= left else 0.0) * w.later_sale


def later_sales(w: Values, p: Automania, seat: int, market: int, space: int) -> list[float]:
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
                    found.append(sale_worth(w, p, seat, where, rank))
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
