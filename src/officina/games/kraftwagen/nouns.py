"""What the numbers of Kraftwagen mean, and its things in words: questions, refusals and log lines are built from them."""

from __future__ import annotations

from typing import Any, Final

from officina.core.nouns import Names, UpTo
from officina.core.text import Message, Player, Reason
from officina.games.kraftwagen import components as c
from officina.games.kraftwagen.components import Parts, Tile

GAME: Final = "kraftwagen"


def say(key: str, **args: Any) -> Message:
    """A sentence of this game."""
    return Message(f"{GAME}.{key}", **args)


def refuse(key: str, rule: str, **args: Any) -> Reason:
    """Why something is not allowed."""
    return Reason(f"{GAME}.refuse.{key}", rule, **args)


def listed(items: tuple[Any, ...] | list[Any]) -> Any:
    """Things one after the other, or the word for none."""
    return tuple(items) if items else say("none")


def player(parts: Parts, seat: int) -> Message:
    """A player, by colour until there is a name."""
    return Player(f"{GAME}.player.{parts.colours[seat]}", seat)


def actions(parts: Parts, codes: tuple[int, ...]) -> Any:
    """Several actions."""
    return listed([ACTION.say(code, parts) for code in codes])


def part_tile(code: int, value: int) -> Message:
    """A body or engine with its value."""
    return say(f"part_tile.{c.PARTS[code]}", value=value)


def one_part(code: int, value: int) -> Message:
    """A body or an engine in the middle of a sentence."""
    return say(f"one_part.{c.PARTS[code]}", value=value)


def tile(parts: Parts, found: Tile) -> Message:
    """An action tile or a start tile by its actions."""
    names = ("first", "second", "third")
    said = {name: ACTION.say(code, parts) for name, code in zip(names, found.actions, strict=False)}
    return say(f"tile_of.{('one', 'two', 'three')[len(said) - 1]}", **said)


def chain_entry(parts: Parts, entry: int) -> Message:
    """A worker by its player, a tile by its actions."""
    return player(parts, entry - c.TILES) if entry >= c.TILES else tile(parts, parts.tiles[entry])


def card(parts: Parts, code: int) -> Message:
    """A research card: a development by its figures, the others by name."""
    if code >= parts.first_engineer:
        return say(f"engineer.{parts.card_codes[code]}")
    if code >= parts.developments:
        instant = code - parts.developments
        return say(f"card.{c.INSTANTS[instant]}", n=parts.instant_amount[instant])
    points = tuple(
        say(f"card.points.{c.PARTS[which]}", n=parts.card_points[code][which])
        for which in (c.BODY, c.ENGINE)
        if parts.card_points[code][which]
    )
    given = parts.card_part[code]
    if given == c.NO_PART:
        return say("card.development", points=points)
    return say("card.development_with_part", points=points, part=say(f"card.gives.{c.PARTS[given]}"))


def card_with_ability(parts: Parts, code: int) -> Message:
    """A research card; an engineer with what he does."""
    name = card(parts, code)
    if code < parts.first_engineer:
        return name
    return say("option.engineer", name=name, text=say(f"ability.{parts.card_codes[code]}"))


def cards(parts: Parts, codes: tuple[int, ...]) -> Any:
    """Several research cards."""
    return listed([card(parts, code) for code in codes])


def award(parts: Parts, code: int) -> Message:
    """An award with what it asks for."""
    return say(f"award.{c.AWARDS[code]}", needs=parts.awards[code].needs)


def marker_names(parts: Parts) -> list[str]:
    """The engineer markers (KW-06) in the order of the bits of ``Player.markers``; Diesel's two are alike."""
    return [*(f"daimler_{value}" for value in parts.daimler_values), *car_markers(parts), "diesel", "diesel", "benz"]


def car_markers(parts: Parts) -> list[str]:
    """The engineer markers that go on a car."""
    return [f"horch_{value}" for value in parts.horch_values] + [f"maybach_{value}" for value in parts.maybach_values]


ACTION: Final = Names(c.ACTIONS, f"{GAME}.action")
TILE: Final = Names(lambda parts: [found.code for found in parts.tiles], say=lambda parts, code: tile(parts, parts.tiles[code]))
START_TILE: Final = Names(
    lambda parts: [found.code for found in parts.start_tiles], say=lambda parts, code: tile(parts, parts.start_tiles[code])
)
ENTRY: Final = Names(
    lambda parts: [*TILE.names(parts), *(f"worker {colour}" for colour in parts.colours)],
    say=chain_entry,
)
"""An entry of the chain: a tile or a player's worker."""
CARD: Final = Names(lambda parts: parts.card_codes, say=card)
OFFERED_CARD: Final = Names(lambda parts: parts.card_codes, say=card_with_ability)
DEVELOPMENT: Final = Names(lambda parts: parts.card_codes[: parts.developments], say=card)
PART: Final = Names(c.PARTS, f"{GAME}.part")
PREFERENCE: Final = Names(c.PREFERENCES, f"{GAME}.preference")
ENGINEER: Final = Names(c.ENGINEERS, f"{GAME}.engineer")
AWARD: Final = Names(c.AWARDS, say=award)
MARKER: Final = Names(lambda parts: [*marker_names(parts)[:-3], "diesel_1", "diesel_2", "benz"])
CAR_MARKER: Final = Names(car_markers, first=1)
DAIMLER_MARKER: Final = Names(
    lambda parts: [str(value) for value in parts.daimler_values], say=lambda parts, marker: parts.daimler_values[marker]
)
WHAT: Final = Names(("body", "engine", "workers", "price"), f"{GAME}.what")
"""What Diesel can change on a car."""
END: Final = Names(("market_full", "pawn"), f"{GAME}.end")
"""Why a round ended."""
VALUE: Final = UpTo(lambda parts: parts.highest_part)
PRICE: Final = UpTo(lambda parts: parts.highest_price)
WORKERS: Final = UpTo(lambda parts: parts.workers)
SLOT: Final = UpTo(lambda parts: max(parts.slots) + 1)
FIGURE: Final = UpTo(lambda parts: max(parts.highest_price, parts.workers, parts.highest_part))
"""Whatever Diesel changes."""
