"""Changing an owner's box, one figure at a time: pure functions from one box to the next.

A draft may be broken in between (a count is changed before its sum); it is only its form that always holds: whatever is changed
is something that stands in the game's own box. What the loader says against it is told after each change.
"""

from __future__ import annotations

import copy
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from officina.core.components import CHOICE, FIXED, FOLLOWS, NUMBERS, ROWS, SUM, Box, Demand
from officina.core.errors import ComponentsError, OfficinaError
from officina.core.game import Game
from officina.core.own_box import (
    MOST_DEPTH,
    MOST_FIGURE,
    MOST_ITEMS,
    MOST_PLACE,
    MOST_TEXT,
    MOST_VALUES,
    BoxError,
    Content,
    OwnBox,
    check_value,
    checked,
    complaint,
    demands,
    differences,
    figures_of,
    set_value,
    standard_figures,
    value_at,
)
from officina.core.text import Message

MOST_WRITTEN: Final = 2 * MOST_TEXT
"""Of what somebody may write into a field of the editor: enough to be told that it is too long."""
MOST_FOLLOWING: Final = 200
MOST_FURTHER: Final = 4
"""So many complaints are told beside the first one."""
MOST_PAST: Final = 100
"""How many changes can be taken back."""


class Edit(msgspec.Struct, forbid_unknown_fields=True):
    """What an owner does to a box: set a figure, add a piece after the last one of a list, remove one, put ours back."""

    kind: Literal["set", "add", "remove", "ours"]
    place: Annotated[str, Meta(max_length=MOST_PLACE)]
    value: Annotated[str, Meta(max_length=MOST_WRITTEN)] = ""


def list_of(place: str) -> str:
    """The list that an item belongs to: ``a.b[3]`` is of ``a.b``."""
    return place.rpartition("[")[0]


def demand_for(known: dict[str, Demand], place: str) -> Demand | None:
    """What the loader asks of a figure: of itself, or of each item of the list that it stands in."""
    return known.get(place) or (known.get(list_of(place)) if place.endswith("]") else None)


def read_value(text: str, before: Any, demand: Demand | None) -> Any:
    """A figure as somebody wrote it, of the kind that stands there now."""
    text = " ".join(text.split())
    if isinstance(before, bool | dict | list):
        raise BoxError(Message("tables.box.not_a_figure"))
    if isinstance(before, int) and not (demand is not None and demand.kind == CHOICE):
        digits = text.removeprefix("-")
        if not digits.isascii() or not digits.isdecimal() or len(digits) > 7 or abs(int(text)) > MOST_FIGURE:
            least, most = (demand.least, demand.most) if demand is not None and demand.most > demand.least else (0, MOST_FIGURE)
            raise BoxError(Message("tables.box.number", value=text[:20], least=least, most=most))
        return int(text)
    if not text or len(text) > MOST_TEXT:
        raise BoxError(Message("tables.box.text", most=MOST_TEXT))
    return text


def changed(game: Game, own: OwnBox, edit: Edit) -> OwnBox:
    """The box after an edit; BoxError if there is nothing to be edited at that place."""
    content = figures_of(game, own)
    known = demands(game, standard_figures(game))
    if edit.kind == "set":
        before = value_at(content, edit.place)
        demand = demand_for(known, edit.place)
        if demand is not None and demand.kind in (FIXED, FOLLOWS):
            raise BoxError(Message("tables.box.fixed", place=edit.place))
        set_value(content, edit.place, read_value(edit.value, before, demand))
    elif edit.kind == "ours":
        set_value(content, edit.place, value_at(standard_figures(game), edit.place))
    else:
        change_list(content, known, edit)
    follow(game, content)
    check_value(edit.place, content, MOST_VALUES, MOST_DEPTH)
    return with_figures(game, own, content)


def with_figures(game: Game, own: OwnBox, content: Content) -> OwnBox:
    """The box with these figures."""
    return checked(msgspec.structs.replace(own, changes=differences(standard_figures(game), content)))


def with_track(game: Game, own: OwnBox, content: Content, figures: dict[str, int], old: str = "") -> OwnBox:
    """The box with a track, and with figures of its board; BoxError or ComponentsError if the track is not sound."""
    name = str(content.get("id", ""))
    whole = figures_of(game, own)
    for place, figure in figures.items():
        set_value(whole, place, figure)
    wrong = complaint(game, standard_figures(game), {name: content})
    if wrong is not None:
        raise wrong
    tracks = {other: track for other, track in own.tracks.items() if other not in (old, name)}
    return with_figures(game, msgspec.structs.replace(own, tracks={name: content, **tracks}), whole)


def may_grow(known: dict[str, Demand], place: str) -> bool:
    """Whether a list has as many items as the owner finds."""
    demand = known.get(place)
    return demand is not None and demand.count < 0 and demand.kind in (NUMBERS, ROWS, CHOICE)


def is_full(known: dict[str, Demand], place: str, items: list[Any]) -> bool:
    """Whether a list has as many items as its game takes."""
    demand = known.get(place)
    return demand is not None and 0 <= demand.longest <= len(items)


def may_be_empty(known: dict[str, Demand], place: str) -> bool:
    """Whether the last figure of a list may go: another can be added in its place."""
    demand = known.get(place)
    return may_grow(known, place) and demand is not None and demand.kind in (NUMBERS, CHOICE)


def first_item(demand: Demand) -> Any:
    """What stands in a list that was empty: its owner changes it then."""
    return demand.allowed[0] if demand.kind == CHOICE else demand.least


def change_list(content: Content, known: dict[str, Demand], edit: Edit) -> None:
    """Add a copy of the last item to a list, or remove one item."""
    place = edit.place if edit.kind == "add" else list_of(edit.place)
    items = value_at(content, place) if place else None
    if not isinstance(items, list) or not may_grow(known, place):
        raise BoxError(Message("tables.box.no_list", place=edit.place))
    if edit.kind == "add":
        demand = known.get(place)
        if len(items) >= MOST_ITEMS or demand is None or is_full(known, place, items):
            most = MOST_ITEMS if demand is None or demand.longest < 0 else demand.longest
            raise BoxError(Message("kernel.box.long", place=place, most=most))
        items.append(copy.deepcopy(items[-1]) if items else first_item(demand))
        return
    value_at(content, edit.place)
    if len(items) == 1 and not may_be_empty(known, place):
        raise BoxError(Message("tables.box.last", place=place))
    del items[int(edit.place.rpartition("[")[2].rstrip("]")) - 1]


def follow(game: Game, content: Content) -> None:
    """Set what only follows from the rest: numbers of rows, the first of some tiles."""
    for _ in range(MOST_FOLLOWING):
        wrong = loader_complaint(game, content)
        if not isinstance(wrong, ComponentsError) or "wanted" not in wrong.details:
            return
        place = f"{wrong.place}.{wrong.details['entry']}"
        demand = demands(game, content).get(place)
        if demand is None or demand.kind != FOLLOWS:
            return
        set_value(content, place, demand.wanted)


def loader_complaint(game: Game, content: Content) -> OfficinaError | None:
    """What the loader says, without dealing the game."""
    try:
        game.with_components(Box(content))
    except ComponentsError as error:
        return error
    return None


def verdict(game: Game, own: OwnBox) -> OfficinaError | None:
    """What the game's own checks say against a box; None if it can be played."""
    try:
        return complaint(game, figures_of(game, own), own.tracks)
    except BoxError as error:
        return error


def further(game: Game, own: OwnBox, wrong: OfficinaError | None) -> list[ComponentsError]:
    """What else does not add up, after the first complaint: at most one of each other table that somebody changed.

    A loader stops at its first complaint. The others are heard once the figures of the tables that it has named are ours; only
    those count that a table brings alone, too, for a sum over several tables may be wrong by our figures beside theirs.
    """
    found: list[ComponentsError] = []
    theirs, ours = figures_of(game, own), standard_figures(game)
    while isinstance(wrong, ComponentsError) and len(found) < MOST_FURTHER:
        table = wrong.place.partition(".")[0]
        if table not in ours or theirs[table] == ours[table]:
            break
        theirs[table] = ours[table]
        wrong = loader_complaint(game, theirs)
        if isinstance(wrong, ComponentsError):
            named = wrong.place.partition(".")[0]
            alone = loader_complaint(game, {**ours, named: theirs[named]}) if named in ours else None
            if alone is not None and alone.message == wrong.message:
                found.append(wrong)
    return found


def sum_to_set(game: Game, own: OwnBox, wrong: OfficinaError | None) -> tuple[str, Any] | None:
    """The sum that a complaint is about, and what the rest adds up to; None if it is about something else."""
    if not isinstance(wrong, ComponentsError) or "wanted" not in wrong.details:
        return None
    place = f"{wrong.place}.{wrong.details['entry']}"
    demand = demands(game, figures_of(game, own)).get(place)
    return (place, demand.wanted) if demand is not None and demand.kind == SUM else None
