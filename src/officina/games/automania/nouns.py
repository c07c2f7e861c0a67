"""What the numbers of Automania mean, and how sentences name it: pieces by what is printed on them, never by a code."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import Names, Number, Place, Players, SetOf
from officina.core.text import Message
from officina.games.automania import components as c
from officina.games.automania.components import Contract, Parts

GAME: Final = "automania"


def say(key: str, **args: Any) -> Message:
    """A sentence or noun of this game."""
    return Message(f"{GAME}.{key}", **args)


def tile_name(parts: Parts, tile: int) -> Message:
    """A factory tile."""
    face = parts.tiles[tile]
    return tile_in_words(c.KINDS[face.family][face.kind], face.stars, face.medals, face.value)


def tile_in_words(kind: str, stars: int, medals: int, value: int) -> Message:
    """A factory tile with its stars and medals, where it has them."""
    name = say(f"tile.{kind}", value=value)
    marks = [say("stars", n=stars)] if stars else []
    marks += [say("medals", n=medals)] if medals else []
    return say("tile_marked", name=name, marks=tuple(marks)) if marks else name


def space_name(parts: Parts, space: int) -> Message:
    """An action space by the row or column that it leads along, with its action."""
    face = parts.spaces[space]
    at = {"l": "row", "t": "column", "c": "corner"}[face.code[0]]
    return say(f"space_at.{at}", n=int(face.code[1:] or 0), action=say(f"action.{c.ACTIONS[face.action]}"))


def cell_name(_parts: Parts, cell: int) -> Message:
    """A cell of the grid, by its row and column."""
    return say("cell", row=cell // 4 + 1, column=cell % 4 + 1)


def sale_name(parts: Parts, space: int) -> Message:
    """A sale space by its reward and market."""
    face = parts.sale_spaces[space]
    return say("sale_space", market=market_of_sale(parts, space), reward=reward(face.money, face.vp))


def market_of_sale(parts: Parts, space: int) -> Message:
    """The market that a sale space belongs to."""
    return say(f"market.{parts.sale_spaces[space].code.partition('_')[0]}")


def reward(money: int, vp: int) -> Message:
    """Money, victory points, or both."""
    if money and vp:
        return say("reward.both", money=money, vp=vp)
    return say("reward.money", money=money) if money else say("reward.vp", vp=vp)


def card_name(parts: Parts, card: int) -> Message:
    """A contract in short: its car and what it is worth."""
    face = parts.contracts[card]
    return say("contract", type=contract_type(parts, face), medals=say("medals", n=face.medals))


def card_text(parts: Parts, card: int) -> Message:
    """A contract with everything it asks for and gives."""
    face = parts.contracts[card]
    return say("contract_full", needs=contract_needs(parts, face), medals=say("medals", n=face.medals))


def contract_needs(parts: Parts, face: Contract) -> tuple[object, ...]:
    """What a contract asks for."""
    needs = [contract_type(parts, face)]
    needs += [*SetOf(FEATURE).each(face.features, parts), *SetOf(STYLE).each(face.styles, parts)]
    if face.styles_any:
        needs.append(say("styles_any", n=face.styles_any))
    needs.append(say("popularity_least", n=face.popularity))
    return tuple(needs)


def contract_type(parts: Parts, face: Contract) -> object:
    """The type of car that a contract asks for."""
    return say("type.any") if face.type == c.ANY else TYPE.say(face.type, parts)


def numbered(last: int) -> list[str]:
    """The printed numbers of places that are counted from 1."""
    return [str(number) for number in range(1, last + 1)]


SEAT: Final = Players(c.COLOURS, f"{GAME}.colour")
SEAT_OR_NONE: Final = SEAT.or_none()
TYPE: Final = Names(c.TYPES, f"{GAME}.type")
CAR_TILE: Final = Names(c.CAR_TILES, f"{GAME}.type")
MARKET: Final = Names(c.MARKETS, f"{GAME}.market")
FEATURE: Final = Names(c.FEATURES, f"{GAME}.feature")
STYLE: Final = Names(c.STYLES, f"{GAME}.style")
FAMILY: Final = Names(c.FAMILIES[: c.BONUS], say=lambda _parts, family: say(f"family.{c.FAMILIES[family]}"))
FACTORY: Final = Names(c.FACTORIES, f"{GAME}.factory")
SIDE_B: Final = Names(c.FACTORIES[c.SIDE_A + 1 :], f"{GAME}.factory", first=c.SIDE_A + 1)
SIDE: Final = Names(("left", "right"), f"{GAME}.side")
TILE: Final = Names(lambda parts: [tile.code for tile in parts.tiles], say=tile_name)
SPACE: Final = Names(c.SPACE_CODES, say=space_name)
SPACE_OR_NONE: Final = SPACE.or_none()
CELL: Final = Names(numbered(c.CELLS), say=cell_name)
STATION: Final = Names(c.STATION_CODES, say=lambda _parts, station: say("station", code=c.STATION_CODES[station].upper()))
SALE_SPACE: Final = Names(lambda parts: [space.code for space in parts.sale_spaces], say=market_of_sale)
SALE: Final = Names(SALE_SPACE.find, say=sale_name)
CARD: Final = Names(lambda parts: [card.code.lower() for card in parts.contracts], say=card_text)
CARD_IN_SHORT: Final = Names(CARD.find, say=card_name)
CONTRACT: Final = Names(lambda parts: CARD.find(parts)[: c.CONTRACTS], say=card_text)
"""A contract of the deck: no start contract."""
SHIP_SPACE: Final = Number(1, c.SHIP_SPACES)
SHIP_SPACE_FROM_TOP: Final = Names(numbered(c.SHIP_SPACES)[::-1])
"""From 17 down to 1, so that the highest free one is offered first (AM-78)."""
OFFICE: Final = Place(c.OFFICES)
OFFICE_SLOT: Final = Place(c.MOST_MANAGERS)
OFFICE_TILE: Final = Place(c.OFFICE_TILES)
WORKERS: Final = Number(1, c.MOST_WORKERS)
PLACE_IN_ORDER: Final = Place(c.PLAYERS)
