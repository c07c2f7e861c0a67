"""An owner's own box: the figures that differ from ours, and tracks of one's own, by the name that the owner gave it.

It is written down as differences, by place: ``stage_cards.card[3].sides[2]`` is what the loader calls the second side of the
third card. So one sees at a glance what an owner corrected, and a record carries little. (``core/boxes.py`` is about another
thing: the lid of the game, with its picture.)

Boxes come from outside: everything in them has bounds, and what a box holds counts only once the game's own loader takes it.
"""

from __future__ import annotations

import copy
import json
import math
import re
import unicodedata
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.core.components import Box, Demand, read_toml
from officina.core.errors import ComponentsError, OfficinaError
from officina.core.game import Game
from officina.core.text import Message

FORMAT: Final = 1
MOST_BYTES: Final = 256 * 1024
"""Of a box as text: ours have some 20,000, a track some 10,000."""
MOST_NAME: Final = 60
MOST_CHANGES: Final = 2000
MOST_TRACKS: Final = 8
MOST_DEPTH: Final = 8
MOST_VALUES: Final = 20_000
MOST_ITEMS: Final = 1000
MOST_TEXT: Final = 200
MOST_PLACE: Final = 120
MOST_FIGURE: Final = 1_000_000
KEPT_GAMES: Final = 16
"""Games with boxes that are played lately, kept by a process: each weighs half a megabyte."""
EVIDENCE_KEY: Final = "evidence"
PLACE: Final = re.compile(r"[a-z0-9_]{1,40}(\[[1-9][0-9]{0,2}\]|\.[a-z0-9_]{1,40})*")
STEP: Final = re.compile(r"\[(\d+)\]|\.?([a-z0-9_]+)")

Content = dict[str, Any]


class BoxError(OfficinaError, ValueError):
    """A box that cannot be read or does not fit; the message says where and why."""


class OwnBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A box as a table and its record carry it: what differs from ours, by place, and whole tracks by their names."""

    name: str
    changes: dict[str, Any] = {}
    tracks: dict[str, Any] = {}
    maker: str = ""

    def text(self) -> str:
        """The box as one line of JSON, always the same for the same box."""
        return json.dumps(msgspec.to_builtins(self), sort_keys=True, ensure_ascii=False)

    def anonymous(self) -> OwnBox:
        """The box without its maker's name: so a table keeps it, which stays when the maker is gone."""
        return msgspec.structs.replace(self, maker="")

    def figures_text(self) -> str:
        """What differs, without the names of the box and of its maker."""
        return json.dumps({"changes": self.changes, "tracks": self.tracks}, sort_keys=True, ensure_ascii=False)


def clean_title(text: object) -> str:
    """A name as it can be shown: on one line, without signs that cannot be seen."""
    seen = "".join(" " if is_unseen(sign) else sign for sign in str(text))
    return " ".join(seen.split())[:MOST_NAME].strip()


def is_unseen(sign: str) -> bool:
    """Whether a sign only steers others: controls, marks that turn the direction of writing, what no font has."""
    return unicodedata.category(sign)[0] == "C"


def is_place(text: str) -> bool:
    """Whether a text could be the place of a figure or of a piece."""
    return len(text) <= MOST_PLACE and PLACE.fullmatch(text) is not None and EVIDENCE_KEY not in steps(text)


def read_own_box(text: str | bytes) -> OwnBox:
    """The box that a text describes, within all bounds, but not yet tried on its game; BoxError says what is wrong."""
    if len(text) > MOST_BYTES:
        raise BoxError(Message("kernel.box.size", most=MOST_BYTES // 1024))
    try:
        found = msgspec.json.decode(text, type=OwnBox)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise BoxError(Message("kernel.box.not_one")) from None
    return checked(found)


def checked(own: OwnBox) -> OwnBox:
    """The box, if everything in it is within bounds."""
    if not own.name or clean_title(own.name) != own.name or clean_title(own.maker) != own.maker:
        raise BoxError(Message("kernel.box.name", most=MOST_NAME))
    if len(own.changes) > MOST_CHANGES:
        raise BoxError(Message("kernel.box.many", found=len(own.changes), most=MOST_CHANGES))
    if len(own.tracks) > MOST_TRACKS:
        raise BoxError(Message("kernel.box.tracks", found=len(own.tracks), most=MOST_TRACKS))
    for place in own.changes:
        if not is_place(place):
            raise BoxError(Message("kernel.box.place", place=place[:MOST_NAME]))
    for name in own.tracks:
        if len(name) > MOST_NAME:
            raise BoxError(Message("kernel.box.track", name=name[:MOST_NAME]))
    left = MOST_VALUES
    for place, value in (*own.changes.items(), *own.tracks.items()):
        left = check_value(place[:MOST_NAME], value, left, MOST_DEPTH)
    return own


def check_value(place: str, value: Any, left: int, depth: int) -> int:
    """How many more values there may be after this one; BoxError if it is too large, too deep, or no value for a box."""
    left -= 1
    if left < 0 or depth < 0:
        raise BoxError(Message("kernel.box.deep", place=place))
    if isinstance(value, dict | list):
        if len(value) > MOST_ITEMS:
            raise BoxError(Message("kernel.box.long", place=place, most=MOST_ITEMS))
        for entry in value:
            if isinstance(value, dict) and (len(entry) > MOST_NAME or any(map(is_unseen, entry))):
                raise BoxError(Message("kernel.box.place", place=place))
            left = check_value(place, value[entry] if isinstance(value, dict) else entry, left, depth - 1)
    elif isinstance(value, str):
        if len(value) > MOST_TEXT:
            raise BoxError(Message("kernel.box.long", place=place, most=MOST_TEXT))
        if any(map(is_unseen, value)):
            raise BoxError(Message("kernel.box.unseen", place=place))
    elif not isinstance(value, bool | int | float) or abs(value) > MOST_FIGURE or not math.isfinite(value):
        raise BoxError(Message("kernel.box.value", place=place, most=MOST_FIGURE))
    return left


# --- figures by their places


def steps(place: str) -> list[str | int]:
    """``a.b[2]`` as ``["a", "b", 1]``."""
    return [int(index) - 1 if index else name for index, name in STEP.findall(place)]


def value_at(content: Any, place: str) -> Any:
    """What stands at a place; BoxError if there is no such place."""
    for step in steps(place):
        content = _inside(content, step, place)
    return content


def set_value(content: Content, place: str, value: Any) -> None:
    """Put a value in a place that there is; BoxError otherwise."""
    *way, last = steps(place)
    inside: Any = content
    for step in way:
        inside = _inside(inside, step, place)
    _inside(inside, last, place)
    inside[last] = copy.deepcopy(value)


def _inside(content: Any, step: str | int, place: str) -> Any:
    fits = isinstance(content, dict) and step in content if isinstance(step, str) else isinstance(content, list)
    if not fits or (isinstance(step, int) and not 0 <= step < len(content)):
        raise BoxError(Message("kernel.box.nowhere", place=place[:MOST_NAME]))
    return content[step]


def differences(ours: Any, theirs: Any, place: str = "") -> dict[str, Any]:
    """Where two contents differ: single figures where both have the same form, whole lists and tables where they have not."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() - {EVIDENCE_KEY} == theirs.keys() - {EVIDENCE_KEY}:
        found: dict[str, Any] = {}
        for name in ours:
            if name != EVIDENCE_KEY:
                found |= differences(ours[name], theirs[name], f"{place}.{name}" if place else name)
        return found
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        found = {}
        for number, (mine, other) in enumerate(zip(ours, theirs, strict=True), 1):
            found |= differences(mine, other, f"{place}[{number}]")
        return found
    return {} if ours == theirs and type(ours) is type(theirs) else {place: theirs}


@lru_cache(maxsize=32)
def _standard(folder: Path) -> Content:
    return read_toml(folder / "components.toml")


def standard_figures(game: Game) -> Content:
    """Our figures of a game; a copy, to be changed."""
    return copy.deepcopy(_standard(game.folder))


def figures_of(game: Game, own: OwnBox) -> Content:
    """The whole box: our figures with the owner's; BoxError if a change has no place in it."""
    content = standard_figures(game)
    for place, value in own.changes.items():
        set_value(content, place, value)
    return content


# --- a game with another box


def game_with(game: Game, own: OwnBox) -> Game:
    """The game played with that box; BoxError or ComponentsError if it cannot be."""
    kind: Any = type(game)
    return _kept(kind, own.text())


@lru_cache(maxsize=KEPT_GAMES)
def _kept(kind: Any, text: str) -> Game:
    return built(kind(), read_own_box(text))


def built(ours: Game, own: OwnBox) -> Game:
    """The game with that box, made anew: for a box that may never be played."""
    game = ours.with_components(Box(figures_of(ours, own)))
    if own.tracks:
        game = game.with_tracks([track_box(name, content) for name, content in own.tracks.items()])
    game.own_box = own
    return game


def track_box(name: str, content: Any) -> Box:
    """A track of the box as its loader reads it; it must be called as the box calls it."""
    if not isinstance(content, dict) or content.get("id") != name:
        raise BoxError(Message("kernel.box.track", name=name[:MOST_NAME]))
    return Box(content)


def check_playable(game: Game) -> None:
    """BoxError if a box that its loader took cannot be dealt, or does not fit into what learning programs see of a table."""
    for players in game.players_for(game.read_option_values({})):
        try:
            game.layout(players)
        except OfficinaError:
            raise
        except (ArithmeticError, AssertionError, LookupError, RuntimeError, ValueError) as error:
            raise BoxError(Message("kernel.box.unplayable", players=players, why=type(error).__name__)) from None


def complaint(game: Game, content: Content, tracks: dict[str, Any] | None = None) -> OfficinaError | None:
    """What the game's own loader says against figures; None if nothing."""
    try:
        changed = game.with_components(Box(content))
        if tracks:
            changed = changed.with_tracks([track_box(name, track) for name, track in tracks.items()])
        check_playable(changed)
    except (BoxError, ComponentsError) as error:
        return error
    return None


def demands(game: Game, content: Content) -> dict[str, Demand]:
    """What the loader asks of each entry, by place, as far as it reads before it complains."""
    noted: dict[str, Demand] = {}
    with suppress(ComponentsError):
        game.with_components(Box(content, demands=noted))
    return noted


# --- a box as one file


class BoxFile(msgspec.Struct, forbid_unknown_fields=True):
    """A box to be sent: complete, so that it can be read without ours, with what was compared with the real one."""

    officina_box: int
    game: str
    name: str
    figures: dict[str, Any]
    maker: str = ""
    tracks: dict[str, Any] = {}
    compared: list[str] = []


def dump_file(game: Game, own: OwnBox, compared: list[str] | None = None) -> str:
    """The file of a box."""
    whole = BoxFile(FORMAT, game.name, own.name, _plain(figures_of(game, own)), own.maker, own.tracks, sorted(compared or []))
    return json.dumps(msgspec.to_builtins(whole), indent=1, ensure_ascii=False) + "\n"


def _plain(content: Any) -> Any:
    """Figures without labels: those are ours alone."""
    if isinstance(content, dict):
        return {name: _plain(entry) for name, entry in content.items() if name != EVIDENCE_KEY}
    return [_plain(entry) for entry in content] if isinstance(content, list) else content


def read_file(text: bytes, find_game: Any) -> tuple[Game, OwnBox, list[str]]:
    """A box file as a game, its box, and what was compared; BoxError or ComponentsError says what is wrong with it."""
    if len(text) > MOST_BYTES:
        raise BoxError(Message("kernel.box.size", most=MOST_BYTES // 1024))
    try:
        found = msgspec.json.decode(text, type=BoxFile)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise BoxError(Message("kernel.box.not_one")) from None
    if found.officina_box != FORMAT:
        raise BoxError(Message("kernel.box.format", found=found.officina_box, wanted=FORMAT))
    game: Game = find_game(found.game)
    check_value("figures", found.figures, MOST_VALUES, MOST_DEPTH)
    ours = _plain(standard_figures(game))
    if found.figures.keys() != ours.keys():
        wrong = sorted(found.figures.keys() ^ ours.keys())[0]
        raise BoxError(Message("kernel.box.nowhere", place=wrong[:MOST_NAME]))
    if len(found.compared) > MOST_CHANGES or not all(map(is_place, found.compared)):
        raise BoxError(Message("kernel.box.place", place="compared"))
    own = checked(OwnBox(found.name, differences(ours, _plain(found.figures)), found.tracks, found.maker))
    check_playable(built(game, own))
    return game, own, found.compared
