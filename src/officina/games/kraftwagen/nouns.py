"""The things of Kraftwagen in words: what questions, refusals and log lines are built from."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message, Reason
from officina.games.kraftwagen.components import (
    ACTIONS,
    AWARDS,
    BODY,
    ENGINE,
    ENGINEERS,
    INSTANTS,
    NO_PART,
    PARTS,
    PREFERENCES,
    Parts,
)

GAME = "kraftwagen"


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
    """A player by colour."""
    return say(f"player.{parts.colours[seat]}")


def action(code: int) -> Message:
    """An action."""
    return say(f"action.{ACTIONS[code]}")


def actions(codes: tuple[int, ...]) -> Any:
    """Several actions."""
    return listed([action(code) for code in codes])


def part(code: int) -> Message:
    """Body or engine."""
    return say(f"part.{PARTS[code]}")


def part_tile(code: int, value: int) -> Message:
    """A body or engine with its value."""
    return say(f"part_tile.{PARTS[code]}", value=value)


def preference(code: int) -> Message:
    """What a buyer looks for."""
    return say(f"preference.{PREFERENCES[code]}")


def tile(parts: Parts, code: int) -> Message:
    """An action tile with its actions."""
    found = parts.tiles[code]
    return say("tile", code=found.code.upper(), actions=actions(found.actions))


def start_tile(parts: Parts, code: int) -> Message:
    """A start tile with its icons."""
    found = parts.start_tiles[code]
    return say("tile", code=found.code.upper(), actions=actions(found.actions))


def card(parts: Parts, code: int) -> Message:
    """A research card: a development by its figures, the others by name."""
    if code >= parts.first_engineer:
        return engineer(code - parts.first_engineer)
    if code >= parts.developments:
        instant = code - parts.developments
        return say(f"card.{INSTANTS[instant]}", n=parts.instant_amount[instant])
    points = tuple(
        say(f"card.points.{PARTS[which]}", n=parts.card_points[code][which])
        for which in (BODY, ENGINE)
        if parts.card_points[code][which]
    )
    given = parts.card_part[code]
    if given == NO_PART:
        return say("card.development", points=points)
    return say("card.development_with_part", points=points, part=say(f"card.gives.{PARTS[given]}"))


def engineer(code: int) -> Message:
    """An engineer by name."""
    return say(f"engineer.{ENGINEERS[code]}")


def ability(code: int) -> Message:
    """What an engineer does."""
    return say(f"ability.{ENGINEERS[code]}")


def award(parts: Parts, code: str) -> Message:
    """An award with what it asks for."""
    return say(f"award.{code}", needs=parts.awards[AWARDS.index(code)].needs)


def cards(parts: Parts, codes: tuple[int, ...]) -> Any:
    """Several research cards."""
    return listed([card(parts, code) for code in codes])
