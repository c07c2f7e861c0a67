"""Popularity and contract requirements: AM-57, AM-58, AM-63, AM-69, AM-73 to AM-77, AM-98."""

from __future__ import annotations

from officina.core.text import Reason
from officina.games.automania import nouns
from officina.games.automania.components import ANY, FEATURES, NO_FEATURE, STYLES
from officina.games.automania.state import DEMANDS, NO_TILE, Automania


def popularity(p: Automania, seat: int, type_: int, market: int) -> int:
    """AM-77: demand, printed stars, machines, researchers and styles; marketing and the electric car come on top."""
    return demand_stars(p, seat, type_, market) + factory_stars(p, seat, type_)


def demand_stars(p: Automania, seat: int, type_: int, market: int) -> int:
    """AM-74 to AM-76: each machine matches at most one active demand tile, the one with most stars first."""
    machines = [0] * (len(FEATURES) + 1)
    stations = p.players[seat].stations
    tiles = p.parts.tiles
    for station in p.factory(seat).lines[type_]:
        tile = stations[station]
        if tile != NO_TILE:
            machines[tiles[tile].kind] += 1
    total = 0
    for slot in p.slots_by_stars:
        feature = p.demand[market * DEMANDS + slot]
        if machines[feature]:
            machines[feature] -= 1
            total += p.slot_stars[slot]
    return total


def factory_stars(p: Automania, seat: int, type_: int) -> int:
    """AM-50, AM-58, AM-63, AM-77: the stars that do not depend on the market."""
    player = p.players[seat]
    factory = p.factory(seat)
    tiles = p.parts.tiles
    total = factory.printed[type_] + p.researcher_stars(seat)
    for station in factory.lines[type_]:
        tile = player.stations[station]
        if tile != NO_TILE:
            total += tiles[tile].stars
    for kind in range(len(STYLES)):
        tile = player.style_on(type_, kind)
        if tile != NO_TILE:
            total += tiles[tile].stars
    return total


def line_features(p: Automania, seat: int, type_: int) -> int:
    """AM-98: the features on machines of a line, as a bit mask; demand does not matter."""
    features = 0
    for station in p.factory(seat).lines[type_]:
        tile = p.players[seat].stations[station]
        if tile != NO_TILE and p.parts.tiles[tile].kind != NO_FEATURE:
            features |= 1 << p.parts.tiles[tile].kind
    return features


def type_styles(p: Automania, seat: int, type_: int) -> int:
    """AM-98: the kinds of style on a car type, as a bit mask."""
    styles = 0
    for kind in range(len(STYLES)):
        if p.players[seat].style_on(type_, kind) != NO_TILE:
            styles |= 1 << kind
    return styles


def fitting_cards(p: Automania, seat: int, type_: int, popularity_: int) -> list[int]:
    """AM-98: the cards of the hand whose requirements the produced car meets."""
    hand = p.players[seat].hand
    if not hand:
        return []
    features = line_features(p, seat, type_)
    styles = type_styles(p, seat, type_)
    found: list[int] = []
    for card in range(len(p.parts.contracts)):
        if hand >> card & 1:
            face = p.parts.contracts[card]
            if (
                (face.type == type_ or face.type == ANY)
                and face.popularity <= popularity_
                and face.features & features == face.features
                and face.styles & styles == face.styles
                and face.styles_any <= p.players[seat].styles_on(type_)
            ):
                found.append(card)
    return found


def misfit(p: Automania, seat: int, card: int, type_: int, popularity_: int) -> Reason:
    """Which requirement of a card the produced car does not meet."""
    face = p.parts.contracts[card]
    name = nouns.CARD_IN_SHORT.say(card, p.parts)
    if face.type not in (type_, ANY):
        wanted, produced = nouns.TYPE.say(face.type, p.parts), nouns.TYPE.say(type_, p.parts)
        return Reason("automania.refuse.card_type", "AM-98", card=name, wanted=wanted, produced=produced)
    features = line_features(p, seat, type_)
    for feature in range(len(FEATURES)):
        if face.features >> feature & 1 and not features >> feature & 1:
            return Reason("automania.refuse.card_feature", "AM-98", card=name, feature=nouns.FEATURE.say(feature, p.parts))
    styles = type_styles(p, seat, type_)
    for style in range(len(STYLES)):
        if face.styles >> style & 1 and not styles >> style & 1:
            return Reason("automania.refuse.card_style", "AM-98", card=name, style=nouns.STYLE.say(style, p.parts))
    have = p.players[seat].styles_on(type_)
    if have < face.styles_any:
        return Reason("automania.refuse.card_styles", "AM-98", card=name, wanted=face.styles_any, n=have)
    return Reason("automania.refuse.card_popularity", "AM-98", card=name, wanted=face.popularity, popularity=popularity_)
