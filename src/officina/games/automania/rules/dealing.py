"""Dealing factory tiles: AM-03, AM-146."""

from __future__ import annotations

from officina.games.automania.components import CELLS, OFFICE_TILES
from officina.games.automania.events import TILES_DEALT
from officina.games.automania.state import NOBODY, Automania


def deal_tiles(p: Automania) -> None:
    """AM-03, AM-146: 16 tiles into the grid, row by row, then 2 under the tile office; A in rounds 1-2, B in 3-4."""
    dealt = CELLS + OFFICE_TILES
    pile = p.pile_a if p.round <= 2 else p.pile_b
    p.grid = list(pile[:CELLS])
    p.office_tiles = pile[CELLS:dealt]
    if p.round <= 2:
        p.pile_a = pile[dealt:]
    else:
        p.pile_b = pile[dealt:]
    p.tell(TILES_DEALT, NOBODY, (p.round, p.office_tiles[0], p.office_tiles[1]))
