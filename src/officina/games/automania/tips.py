"""Tips for one's first games: which of the things that the heuristics weigh decides a question (``core/tips.py``)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.rng import Rng
from officina.games.automania import components as c
from officina.games.automania import vocabulary as v
from officina.games.automania.heuristics import factory_worth, option_gain, tile_gain, turn_gains
from officina.games.automania.rules.tiles import purse_of
from officina.games.automania.state import NO_TILE, Automania
from officina.games.automania.values import Values

Found = tuple[str, dict[str, Any]] | None

FAMILIES: Final = {c.MACHINE: "machine", c.STYLE: "style", c.MANAGER: "manager", c.BONUS: "bonus"}


def reason(p: Automania, seat: int, rng: Rng, values: Values) -> Found:
    """What decides the seat's question; None if the liked choice says it all."""
    kind = p.kind(seat)
    options = p.options(seat)
    if kind == v.TURN:
        return turn_reason(p, seat, options, rng, values)
    if kind == v.FACTORY:
        return None
    best = max(options, key=lambda option: option_gain(values, p, seat, kind, option))
    if kind == v.TAKE_TILE:
        return FAMILIES[p.parts.tiles[p.grid[best]].family], {}
    if kind == v.OFFICE:
        return office_reason(p, best), {}
    if kind == v.PLACE_CAR and best < v.YACHT:
        return ("gold" if p.parts.gold[c.SHIP_SPACES - best - 1] else "high"), {}
    return None


def turn_reason(p: Automania, seat: int, options: list[int], rng: Rng, values: Values) -> Found:
    """Whether the best space is good for its tile or for its action."""
    gains = turn_gains(values, p, seat, options, rng)
    best = options[gains.index(max(gains))]
    if best >= v.PASS:
        return ("pass" if best == v.PASS else "any"), {}
    before, purse = factory_worth(values, p, seat), purse_of(p, seat)
    cells = [cell for cell in p.line(best) if p.grid[cell] != NO_TILE]
    worth = {cell: tile_gain(values, p, seat, p.grid[cell], purse, 0, before) for cell in cells}
    tile = max(cells, key=lambda cell: worth[cell], default=None)
    if tile is not None and worth[tile] >= gains[options.index(best)] / 2:
        return FAMILIES[p.parts.tiles[p.grid[tile]].family], {}
    return ("contract" if p.parts.spaces[best].action == c.CONTRACT else "car"), {}


def office_reason(p: Automania, office: int) -> str:
    """What the office that is liked best is liked for."""
    if office == p.parts.tile_office:
        return "tile"
    if office == p.parts.contract_office:
        return "contract"
    return "first" if office == 0 else "sales"
