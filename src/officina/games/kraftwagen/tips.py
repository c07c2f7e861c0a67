"""Tips for one's first games: which of the things that the heuristics weigh decides a question (``core/tips.py``)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.rng import Rng
from officina.games.kraftwagen import components as c
from officina.games.kraftwagen import vocabulary as v
from officina.games.kraftwagen.heuristics import Thinker
from officina.games.kraftwagen.nouns import ACTION
from officina.games.kraftwagen.state import Kraftwagen
from officina.games.kraftwagen.values import Values

Found = tuple[str, dict[str, Any]] | None

FIGURES: Final = (v.CAR_BODY, v.CAR_ENGINE, v.CAR_PRICE, v.CAR_WORKERS)
"""Questions for one figure of a new car: what matters is whether a high or a low one is better."""


def reason(p: Kraftwagen, seat: int, rng: Rng, values: Values) -> Found:
    """What decides the seat's question, and what the sentence needs to know; None if the liked choice says it all."""
    kind = p.kind(seat)
    options = p.options(seat)
    thinker = Thinker(p, seat, rng, values)
    if kind == v.PICK_TILE:
        return tile_reason(p, thinker, options)
    if kind in FIGURES:
        best = max(options, key=lambda option: thinker.gain(kind, option))
        return ("high" if 2 * best > options[0] + options[-1] else "low"), {}
    best = max(options, key=lambda option: thinker.gain(kind, option))
    if kind == v.PICK_START_TILE:
        actions = p.parts.start_tiles[best].actions
        return sort_reason(max(actions, key=lambda action: thinker.action_gain(action, thinker.player.canteen)))
    if kind == v.PICK_ACTION and best < len(c.ACTIONS):
        return sort_reason(best)
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
    if parts < 2:
        return "parts", names
    richest = max(tiles, key=lambda option: thinker.actions_gain(p.parts.tiles[option].actions))
    if thinker.tile_gain(best) > thinker.tile_gain(richest) and passed(p, richest) > passed(p, best) + 1:
        return "far", {}
    return ("two" if player.canteen else "workers"), names


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


def card_reason(p: Kraftwagen, thinker: Thinker, card: int) -> Found:
    """What the better of the two research cards is good for."""
    if card >= p.parts.first_engineer:
        return "engineer", {}
    if card >= p.parts.developments:
        return "instant", {}
    return ("development" if thinker.player.canteen else "idle"), {}
