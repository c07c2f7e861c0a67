"""What the numbers of Automobiles mean: colours of cubes and spaces, cards, cars, places on the track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from officina.core.nouns import ABSENT, ByName, Names, Noun, Number, Place, Players, Reading, SetOf, entries, whole, wrong
from officina.core.text import Message, has, render, together
from officina.games.automobiles.components import CARD_COLOURS, CARD_NAMES, FIRST_CARD_COLOUR, MOST_PLAYERS, Parts
from officina.games.automobiles.cubes import COLOUR_NAMES, GEARS, MOST_WEAR, counts, pile_of, size
from officina.games.automobiles.track import Track, leaving_word, leavings

GAME: Final = "automobiles"


def say(key: str, **args: Any) -> Message:
    """A sentence of this game."""
    return Message(f"{GAME}.{key}", **args)


def marks_of(marks: Sequence[str], language: str) -> list[str]:
    """The marks of the cubes in letters: the box's, unless a language has its own sign for one."""
    return overlaid(marks, "cube_mark", language)


def signs_of(marks: Sequence[str], language: str) -> list[str]:
    """The signs on drawn cubes: the beginnings of their words, so long that no two are the same."""
    return overlaid(marks_of(marks, language), "board.cube_mark", language)


def overlaid(marks: Sequence[str], group: str, language: str) -> list[str]:
    """Marks of the cubes, but for those that a language has a sign for in a group of its sentences."""
    own = {name: f"{GAME}.{group}.{name}" for name in COLOUR_NAMES}
    signs = {name: render(Message(key), language) for name, key in own.items() if has(key, language)}
    return [signs.get(name, mark) for name, mark in zip(COLOUR_NAMES, marks, strict=True)]


def card_figures(parts: Parts, card: str) -> dict[str, Any]:
    """The figures of a card's text, as the box has them: a number, and the Wear that comes first."""
    at = CARD_NAMES.index(card)
    return {"n": parts.figures[at], "wear": say("card_gain.each" if card == "boost" else "card_gain.wear", n=parts.wears[at])}


def card_text(parts: Parts, card: str) -> Message:
    """What a card does."""
    return say(f"card.{card}.text", **card_figures(parts, card))


def lane_words(track: Track, segment: int) -> Message:
    """The lane of a segment, from 1: where along it a car is, everybody sees."""
    return say("lane", lane=track.lane_of(segment) + 1)


def ahead_words(track: Track, head: int, segment: int) -> Message:
    """A segment as one sees it from the head of the way: its lane, and how many car lengths further on."""
    return say("ahead", lane=track.lane_of(segment) + 1, n=lengths(track, head, segment))


def lengths(track: Track, start: int, end: int) -> int:
    """How many car lengths one place is further on than another."""
    return (track.position_of(end) - track.position_of(start)) % track.positions


def step_words(parts: Parts) -> list[str]:
    """All steps in notation: every landing of any track, then every landing with the position left (weaving)."""
    tracks = list(parts.tracks.values())
    lanes = max([track.lanes for track in tracks])
    positions = max([track.positions for track in tracks])
    words = [f"{lane}:{position}" for lane in range(1, lanes + 1) for position in range(positions)]
    weaving = [leaving_word(track, landing, left) for track in tracks for landing, left in leavings(track)]
    return words + list(dict.fromkeys(weaving))


class Cubes(ByName):
    """A pile of cubes as one int (cubes.py): how many of each colour."""

    def __init__(self) -> None:
        super().__init__(COLOUR, Number(0, MOST_WEAR), empty=0)

    def dump(self, value: int, parts: Any) -> dict[str, int]:
        return super().dump(counts(value), parts)

    def load(self, data: object, reading: Reading, where: str) -> int:
        numbers = super().load(data, reading, where)
        pile = pile_of(numbers)
        if counts(pile) != numbers:
            wrong(where, "fewer cubes of a colour", data)
        return pile

    def say(self, value: int, parts: Any) -> Message:
        if not size(value):
            return say("no_cubes")
        numbers = [(colour, number) for colour, number in enumerate(counts(value)) if number]
        cubes = tuple(say("cubes", n=number, cube=COLOUR.say(colour, parts)) for colour, number in numbers)
        return say("pile", cubes=together(cubes))


class Segment(Noun):
    """A segment of the track, as lane:position; null off the track. The box it is read with is the table's track."""

    def dump(self, value: int, parts: Track) -> str | None:
        return None if value == ABSENT else parts.place(value)

    def load(self, data: object, reading: Reading, where: str) -> int:
        track: Track = reading.parts
        if reading.old:
            return whole(data, ABSENT, track.segments - 1, where)
        if data is None:
            return ABSENT
        if not isinstance(data, str) or data not in track.by_place:
            wrong(where, "a segment of the track (lane:position)", data)
        return track.by_place[data]


class Path(Noun):
    """The landings of a turn in one tuple of ints, three each: where, with how many laps, and the cube that lies there."""

    def __init__(self, **nouns: Noun) -> None:
        self.nouns = nouns

    def dump(self, value: tuple[int, ...], parts: Track) -> list[dict[str, Any]]:
        landings = [value[place : place + len(self.nouns)] for place in range(0, len(value), len(self.nouns))]
        return [
            {name: noun.dump(figure, parts) for (name, noun), figure in zip(self.nouns.items(), landing, strict=True)}
            for landing in landings
        ]

    def load(self, data: object, reading: Reading, where: str) -> tuple[int, ...]:
        path: list[int] = []
        for place, landing in enumerate(entries(data, 0, 500, where)):
            if reading.old and isinstance(landing, list) and len(landing) == len(self.nouns):
                landing = dict(zip(self.nouns, landing, strict=True))
            if not isinstance(landing, dict) or landing.keys() != self.nouns.keys():
                wrong(f"{where}[{place}]", f"a landing ({', '.join(self.nouns)})", landing)
            path += [noun.load(landing[name], reading, f"{where}[{place}].{name}") for name, noun in self.nouns.items()]
        return tuple(path)


COLOUR: Final = Names(COLOUR_NAMES, f"{GAME}.cube")
GEAR: Final = Names(COLOUR_NAMES[:GEARS], f"{GAME}.cube")
SHADE: Final = Names(COLOUR_NAMES[:GEARS], f"{GAME}.shade")
SHADES: Final = SetOf(SHADE)
CARD: Final = Names(CARD_NAMES, say=lambda _parts, card: say(f"card.{CARD_NAMES[card]}.name"))
CARDS: Final = ByName(Names(COLOUR_NAMES[FIRST_CARD_COLOUR : FIRST_CARD_COLOUR + CARD_COLOURS]), CARD.or_none(), empty=ABSENT)
CAR: Final = Players(lambda parts: list(parts.cars), f"{GAME}.car")
SLOT: Final = Place(MOST_PLAYERS, absent=True)
CUBES: Final = Cubes()
SEGMENT: Final = Segment()
LAP: Final = Number(-1, 1000)
PATH: Final = Path(at=SEGMENT, lap=LAP, cube=COLOUR.or_none())
STEP_TO: Final = Names(step_words, first=1)
"""Where a step leads; by the number of its option, 0 being to stop."""
ZONE: Final = Names(("active", "discard"), f"{GAME}.zone")
END: Final = Names(("finished", "rounds"), f"{GAME}.end")
