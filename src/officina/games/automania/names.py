"""The nouns of the game as messages: seats, tiles, cards, spaces, markets."""

from __future__ import annotations

from officina.core.text import Message
from officina.games.automania.components import (
    ACTIONS,
    ANY,
    CAR_TILES,
    COLOURS,
    FACTORIES,
    FAMILIES,
    FEATURES,
    KINDS,
    MARKETS,
    STATION_CODES,
    STYLES,
    TYPES,
    Contract,
    Parts,
)

GAME = "automania"


def say(key: str, **args: object) -> Message:
    """A sentence or noun of this game."""
    return Message(f"{GAME}.{key}", **args)


def seat_name(seat: int) -> Message:
    """A seat by its colour."""
    return say(f"colour.{COLOURS[seat]}")


def tile_name(parts: Parts, tile: int) -> Message:
    """A factory tile with its code and, where it has them, its stars and medals."""
    face = parts.tiles[tile]
    name = say(f"tile.{KINDS[face.family][face.kind]}", value=face.value)
    marks: list[Message] = []
    if face.stars:
        marks.append(say("stars", n=face.stars))
    if face.medals:
        marks.append(say("medals", n=face.medals))
    if not marks:
        return say("tile_plain", code=face.code, name=name)
    return say("tile_marked", code=face.code, name=name, marks=tuple(marks))


def family_name(family: int) -> Message:
    """A sort of tile that has its place in the factory: managers, machines, styles."""
    return say(f"family.{FAMILIES[family]}")


def type_name(type_: int) -> Message:
    """A car type."""
    return say(f"type.{TYPES[type_]}")


def car_name(tile: int) -> Message:
    """A car tile: one of the types, or the electric car."""
    return say(f"type.{CAR_TILES[tile]}")


def market_name(market: int) -> Message:
    """A market."""
    return say(f"market.{MARKETS[market]}")


def feature_name(feature: int) -> Message:
    """A feature."""
    return say(f"feature.{FEATURES[feature]}")


def style_name(style: int) -> Message:
    """A style."""
    return say(f"style.{STYLES[style]}")


def space_name(parts: Parts, space: int) -> Message:
    """An action space with its action."""
    face = parts.spaces[space]
    return say("space", code=face.code.upper(), action=say(f"action.{ACTIONS[face.action]}"))


def cell_name(cell: int) -> Message:
    """A cell of the grid, by its number, row and column."""
    return say("cell", number=cell + 1, row=cell // 4 + 1, column=cell % 4 + 1)


def station_name(station: int) -> Message:
    """A station of the assembly lines."""
    return say("station", code=STATION_CODES[station].upper())


def factory_name(factory: int) -> Message:
    """A factory board."""
    return say(f"factory.{FACTORIES[factory]}")


def sale_name(parts: Parts, space: int) -> Message:
    """A sale space with its reward."""
    face = parts.sale_spaces[space]
    return say("sale_space", code=face.code, reward=reward(face.money, face.vp))


def reward(money: int, vp: int) -> Message:
    """Money, victory points, or both."""
    if money and vp:
        return say("reward.both", money=money, vp=vp)
    return say("reward.money", money=money) if money else say("reward.vp", vp=vp)


def card_name(parts: Parts, card: int) -> Message:
    """A contract by its code."""
    return say("contract", code=parts.contracts[card].code)


def card_text(parts: Parts, card: int) -> Message:
    """A contract with everything it asks for and gives."""
    face = parts.contracts[card]
    return say("contract_full", code=face.code, needs=contract_needs(face), medals=say("medals", n=face.medals))


def contract_needs(face: Contract) -> tuple[Message, ...]:
    """What a contract asks for."""
    needs = [say("type.any") if face.type == ANY else type_name(face.type)]
    needs += [feature_name(feature) for feature in range(len(FEATURES)) if face.features >> feature & 1]
    needs += [style_name(style) for style in range(len(STYLES)) if face.styles >> style & 1]
    if face.styles_any:
        needs.append(say("styles_any", n=face.styles_any))
    needs.append(say("popularity_least", n=face.popularity))
    return tuple(needs)
