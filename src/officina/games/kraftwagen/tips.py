"""Tips for one's first games: which of the things that the heuristics weigh decides a question (``core/tips.py``)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.rng import Rng
from officina.games.kraftwagen import components as c
from officina.games.kraftwagen import vocabulary as v
from officina.games.kraftwagen.heuristics import Thinker
from officina.games.kraftwagen.nouns import ACTION
from officina.games.kraftwagen.scoring import purchases
from officina.games.kraftwagen.state import NOBODY, Car, Kraftwagen
from officina.games.kraftwagen.values import Values

Found = tuple[str, dict[str, Any]] | None

FIGURES: Final = (v.CAR_BODY, v.CAR_ENGINE, v.CAR_PRICE, v.CAR_WORKERS)
WANTED: Final = {v.CAR_BODY: c.BODY_BUYER, v.CAR_ENGINE: c.ENGINE_BUYER}
"""Questions for one figure of a new car: what matters is whether a high or a low one is better."""


def reason(p: Kraftwagen, seat: int, rng: Rng, values: Values) -> Found:
    """What decides the seat's question, and what the sentence needs to know; None if the liked choice says it all."""
    kind = p.kind(seat)
    options = p.options(seat)
    thinker = Thinker(p, seat, rng, values)
    if kind == v.PICK_TILE:
        return tile_reason(p, thinker, options)
    if kind in FIGURES:
        return figure_reason(p, thinker, kind, options)
    best = max(options, key=lambda option: thinker.gain(kind, option))
    if kind == v.PICK_START_TILE:
        actions = p.parts.start_tiles[best].actions
        return sort_reason(max(actions, key=lambda action: thinker.action_gain(action, thinker.player.canteen)))
    if kind == v.PICK_ACTION and best < len(c.ACTIONS):
        return order_reason(p, thinker, best, options)
    if kind == v.MARKET_STEP and best in (v.PLACE_CAR, v.END_TURN):
        return market_reason(p, thinker, best)
    if kind == v.TAKE_CARD:
        return card_reason(p, thinker, best)
    if kind == v.PICK_BUYER:
        liked = values.buyer * thinker.prospects.buyer_gain(best)
        return ("car" if liked > p.bonus[best] else "money" if p.bonus[best] else "any"), {}
    return None


def tile_reason(p: Kraftwagen, thinker: Thinker, options: list[int]) -> Found:
    """The actions that help most, and what is missing."""
    tiles = [option for option in options if option < c.TILES]
    best = max(options, key=thinker.tile_gain)
    if best not in tiles:
        return None
    player = thinker.player
    offered = sorted({action for option in tiles for action in p.parts.tiles[option].actions})
    if len(offered) == 1:
        return "any", {}
    offered.sort(key=lambda action: -thinker.action_gain(action, player.canteen))
    names = {"first": ACTION.say(offered[0], p.parts), "second": ACTION.say(offered[1], p.parts)}
    parts = len(player.bodies) + len(player.engines)
    if parts < 2 and {c.BODY_ACTION, c.ENGINE_ACTION} & set(offered[:2]):
        return "parts", names
    richest = max(tiles, key=lambda option: thinker.actions_gain(p.parts.tiles[option].actions))
    if thinker.tile_gain(best) > thinker.tile_gain(richest) and passed(p, richest) > passed(p, best) + 1:
        return "far", {}
    return ("workers" if not player.canteen and c.WORKER in offered[:2] else "two"), names


def passed(p: Kraftwagen, tile: int) -> int:
    """How many workers stand before a tile: so many turns the others get."""
    return len([entry for entry in p.chain[1 : p.chain.index(tile)] if entry >= c.TILES])


def sort_reason(action: int) -> Found:
    """What sort of action counts most."""
    if action == c.WORKER:
        return "worker", {}
    if action == c.RESEARCH:
        return "research", {}
    return ("part" if action in (c.BODY_ACTION, c.ENGINE_ACTION) else "any"), {}


def order_reason(p: Kraftwagen, thinker: Thinker, best: int, options: list[int]) -> Found:
    """What the first action does for another one that is left; often nothing."""
    left = set(options) - {best}
    free = bool(thinker.player.canteen)
    if best == c.WORKER and c.RESEARCH in left and not free:
        return "worker", {}
    better = free and any(card < p.parts.developments for card in p.face_up)
    if best == c.RESEARCH and better and left & {c.BODY_ACTION, c.ENGINE_ACTION}:
        return "research", {}
    if best == c.ENGINE_ACTION and c.GRAND_PRIX in left and p.level(thinker.seat, c.ENGINE) > thinker.player.race_engine:
        return "part", {}
    return "free", {}


def now(p: Kraftwagen, thinker: Thinker, *more: Car) -> int:
    """What our cars would bring if the round were scored now, with a further car or without."""
    return thinker.prospects.own_income((*p.market, *more), p.buyers, p.daimler)


def cars(p: Kraftwagen, seat: int, figures: tuple[int, ...] = ()) -> list[Car]:
    """The cars that a seat could place, with one worker; the first figures may be given."""
    player = p.players[seat]
    bodies = figures[:1] or player.bodies
    engines = figures[1:2] or player.engines
    return [Car(seat, body, engine, 1, price) for body in bodies for engine in engines for price in p.price_row]


def market_reason(p: Kraftwagen, thinker: Thinker, best: int) -> Found:
    """Whether a car of ours would earn something as the buyers stand now."""
    own = now(p, thinker)
    earns = any(now(p, thinker, car) > own for car in cars(p, thinker.seat))
    if best == v.END_TURN:
        return ("later" if earns else "end_turn"), {}
    if earns:
        return "place_car", {}
    first = p.awards[c.MARKET_AWARD] == NOBODY and len(p.own_cars(thinker.seat)) == p.parts.awards[c.MARKET_AWARD].needs - 1
    return ("award" if first else "hope"), {}


def figure_reason(p: Kraftwagen, thinker: Thinker, kind: int, options: list[int]) -> Found:
    """Whether a high or a low figure is better, and whether the new car would take a buyer from another one of ours."""
    best = max(options, key=lambda option: thinker.gain(kind, option))
    high = 2 * best > options[0] + options[-1]
    figures = p.stack[-1].args
    if kind == v.CAR_PRICE and p.own_cars(thinker.seat):
        own, new = now(p, thinker), cars(p, thinker.seat, figures)
        sold = any(len(p.market) in purchases((*p.market, car), p.buyers) for car in new)
        if sold and all(now(p, thinker, car) <= own for car in new):
            return "own", {}
    if high and kind in WANTED and WANTED[kind] not in p.buyers:
        return "later", {}
    return ("high" if high else "low"), {}


def card_reason(p: Kraftwagen, thinker: Thinker, card: int) -> Found:
    """What the better of the two research cards is good for."""
    if card >= p.parts.first_engineer:
        return "engineer", {}
    if card >= p.parts.developments:
        return "instant", {}
    return ("development" if thinker.player.canteen else "idle"), {}
