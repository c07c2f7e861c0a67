"""Set-up: KW-13 to KW-28, KW-80, KW-81, KW-136, KW-139."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import START_TILES, TILES
from officina.games.kraftwagen.events import CHAIN_LAID, START_TILE_TAKEN, START_TILES_DRAWN
from officina.games.kraftwagen.rules.turn import Actions, BeginRound
from officina.games.kraftwagen.state import NOBODY, Kraftwagen, without
from officina.games.kraftwagen.vocabulary import PICK_START_TILE


class LayTable(Step[Kraftwagen]):
    """KW-13, KW-14, KW-20, KW-22: tiles by number of actions, research cards, workers, start tiles, each at random.

    KW-23: start tiles are chosen in reverse order, from the worker next to the tiles to the start player at the tail.
    """

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        tiles = shuffled_tiles(p)
        deck: list[int] = []
        for card in range(len(p.parts.card_codes)):
            deck += [card] * p.parts.card_count[card]
        p.rng.shuffle(deck)
        p.deck = tuple(deck)
        seats = list(range(p.seats))
        p.rng.shuffle(seats)
        p.chain = tuple([TILES + seat for seat in seats] + tiles)
        p.tell(CHAIN_LAID, NOBODY, p.chain)
        p.turn_up()
        offer = list(range(START_TILES))
        if p.seats == 2:
            p.rng.shuffle(offer)
            offer = sorted(offer[: p.parts.offered_to_two])
            p.tell(START_TILES_DRAWN, NOBODY, tuple(offer))
        p.offer_tiles = tuple(offer)
        seats.reverse()
        following: list[Step[Any]] = [PickStartTile(seat) for seat in seats]
        following.append(ClearOffer())
        following.append(BeginRound())
        return following


def shuffled_tiles(p: Kraftwagen) -> list[int]:
    """KW-13: the single tiles in random order, then the doubles, then the triples."""
    tiles: list[int] = []
    for size in range(1, 4):
        group = [tile for tile in range(TILES) if len(p.parts.tiles[tile].actions) == size]
        p.rng.shuffle(group)
        tiles += group
    return tiles


class PickStartTile(Step[Kraftwagen]):
    """KW-23 to KW-25: choose a start tile and resolve its front at once; its back counts from the start."""

    kind = PICK_START_TILE
    rule = "KW-23"

    def options(self, p: Kraftwagen) -> list[int]:
        return list(p.offer_tiles)

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        p.offer_tiles = without(p.offer_tiles, option)
        p.players[self.seat].start_tile = option
        p.tell(START_TILE_TAKEN, self.seat, (option,))
        return [Actions(self.seat, p.parts.start_tiles[option].actions)]

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        tile = nouns.START_TILE.say(option, p.parts)
        for seat in range(p.seats):
            if p.players[seat].start_tile == option:
                return nouns.refuse("start_tile_taken", "KW-23", tile=tile, who=nouns.player(p.parts, seat))
        return nouns.refuse("start_tile_not_drawn", "KW-22", tile=tile, n=p.parts.offered_to_two)


class ClearOffer(Step[Kraftwagen]):
    """KW-26: start tiles that nobody took leave the game."""

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        p.offer_tiles = ()
        return NOTHING


OPENING: Final[list[Step[Any]]] = [LayTable()]
"""The table is laid; the rest of the set-up follows from the chain."""
