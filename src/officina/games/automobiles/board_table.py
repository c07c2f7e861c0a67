"""What the drawings of Automobiles share: the view with its places worked out, what cubes do now, cubes and plates."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

from officina.core.drawing import Scene, tag
from officina.core.position import Question
from officina.core.text import Message, render
from officina.games.automobiles.board_ring import Ring, ring
from officina.games.automobiles.components import CARD_NAMES, Parts
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, DARK, ENGINE, GEARS, PERFORMANCE, WEAR
from officina.games.automobiles.nouns import card_text, signs_of
from officina.games.automobiles.track import Track
from officina.looks import SEAT_MARKS, SEAT_PAINTS, number, paint, part

GAME: Final = "automobiles"
NOBODY: Final = -1
ORDER: Final = (*(colour for colour in range(COLOURS) if colour != WEAR), WEAR)
"""How cubes lie in a pile: gears from light to dark, then the coloured ones, wear last."""
PAINTS: Final = ("white", "grey", "slate", "black", "brown", "yellow", "purple", "red", "green", "blue")
"""The paints of the ten cubes."""
CAR_MARKS: Final = {"red": "circle", "blue": "triangle", "green": "square", "yellow": "diamond", "purple": "cross"}
READ_BY: Final = {"hybrid_engine": "engine", "turbo": "performance"}
"""Cards that count cubes in everybody's discard, with the cube that they count."""
FIGURELESS: Final = ("aerodynamics", "wear")
"""Cards that have no number in their text."""
LIT_BY_NAME: Final = {
    "active": ("action", "pick_active_gear", "engineer_discard", "manager_remove", "mechanic_park"),
    "discard": ("pick_discard_gear", "remove_discard", "supercharge_take"),
    "held": ("nitro_keep",),
}
"""The questions that a cube of a zone answers with its colour."""


def car_paints(parts: Parts) -> list[tuple[str, str]]:
    """Paint and shape of each car; a box with cars of other colours has those of the house."""
    known = all(car in CAR_MARKS for car in parts.cars)
    return [(car, CAR_MARKS[car]) for car in parts.cars] if known else list(zip(SEAT_PAINTS, SEAT_MARKS, strict=True))


class Memo:
    """Drawings by all that they are made of: most of a table stays as it is from one choice to the next."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.known: dict[tuple[Hashable, ...], str] = {}

    def of(self, key: tuple[Hashable, ...], draw: Callable[[], str]) -> str:
        """The drawing of a key, made if it is not known."""
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= self.most:
                self.known.clear()
            found = self.known[key] = draw()
        return found


@lru_cache(maxsize=4096)
def fixed_words(game: str, key: str, language: str) -> str:
    """A sentence without figures, as plain words."""
    return render(Message(f"{game}.{key}"), language)


class Table(Scene):
    """One view of a race with its question, in a language: where everything is, and what can be chosen."""

    parts: Parts

    def __init__(
        self, parts: Parts, track: Track, view: Mapping[str, Any], question: Question | None, language: str, width: float
    ) -> None:
        super().__init__(parts, view, question, language)
        self.track = track
        self.marks = signs_of(parts.marks, language)
        self.ring: Ring = ring(track, width)
        self.players: Sequence[Mapping[str, Any]] = view["players_in_race"]
        self.current: int = NOBODY if view["current"] is None else view["current"]
        self.spots = {self.segment(player["car"]): player["seat"] for player in self.players if player["car"] is not None}
        self.path = [self.segment(landing) for landing in view["path"]]
        self.head = self.segment(view["head"]) if view["head"] is not None and self.current != NOBODY else NOBODY
        self.others = {spot: seat for spot, seat in self.spots.items() if seat != self.current}
        self.cards: list[str | None] = [stack["card"] for stack in view["stacks"]]
        self.counted = {READ_BY[card]: card for card in self.cards if card is not None and card in READ_BY}
        self.seats = car_paints(parts)
        self.own: int = view["seat"] if view["seat"] is not None else max(self.current, 0)
        """The seat whose sheet lies below: one's own; for who looks on, that of whoever drives."""

    def plain(self, key: str, **args: Any) -> str:
        """A sentence that is not markup yet: an attribute's value."""
        return super().plain(key, **args) if args else fixed_words(GAME, key, self.language)

    def segment(self, place: Mapping[str, Any]) -> int:
        """The segment of a place in the view."""
        return int((place["lane"] - 1) * self.track.positions + place["position"])

    def told_stack(self) -> int:
        """The cubes of the stock that what happens at this moment is about; NOBODY if it is about none."""
        return int(self.beat["cube"]) if self.beat["name"] in ("bought", "grid_bought", "gained") else NOBODY

    def who(self, seat: int) -> str:
        """A player by name, as markup; by the car's colour where there are no names."""
        return self.called(seat, f"car.{self.parts.cars[seat]}")

    def name(self, seat: int) -> str:
        """A player by name, as plain words."""
        names = self.view.get("names")
        return str(names[seat]) if names else self.plain(f"car.{self.parts.cars[seat]}")

    def wear_at(self, spot: int, entered: Sequence[int]) -> tuple[int, int]:
        """The wear of a car that stops there after entering these spaces, and who gives it a draft (NOBODY: nobody)."""
        if not entered or self.view["aero"]:
            return 0, NOBODY
        ahead = leader(self.track, self.others, spot, by_segment=self.view["options"]["draft"] == "segment")
        if ahead != NOBODY:
            return 0, ahead
        return self.parts.wear_chart[max(self.track.darkest_of[segment] for segment in entered)], NOBODY

    def worth(self, seat: int) -> int:
        """The money of the cubes in a hand."""
        pairs = zip(self.players[seat]["active"], self.view["stacks"], strict=True)
        return sum(count * stack["value"] for count, stack in pairs)

    # --- what can be chosen

    def zone_light(self, zone: str, colour: int) -> dict[str, str | None]:
        """What clicking a cube of a colour in one's own zone would answer."""
        kind, name = self.kind, COLOUR_NAMES[colour]
        if kind == "manager_rebag" and zone in ("active", "discard"):
            return self.lights.on(f"{zone} {name}")
        if kind == "pit_crew_mode" and zone == "discard":
            return self.lights.on("all_wear", "any_two") if colour == WEAR else self.lights.on("any_two")
        if kind == "turn_type" and zone == "active" and colour == WEAR:
            return self.lights.on("pit_stop")
        return self.lights.on(name) if kind in LIT_BY_NAME.get(zone, ()) else {}

    # --- what cubes are, and do now

    def cube_name(self, colour: int) -> str:
        """A cube by name with the card that it plays, as plain words."""
        card = self.cards[colour]
        words = self.plain(f"cube.{COLOUR_NAMES[colour]}")
        return f"{words}: {self.plain(f'card.{card}.name')}" if card is not None and colour > WEAR else words

    def spaces_now(self, seat: int, card: str) -> int:
        """How many spaces a card moves a car now (AU-165 to AU-170), or the figure of its text."""
        figure = self.parts.figures[CARD_NAMES.index(card)]
        player = self.players[seat]
        if card == "gearbox":
            rank = self.view["start_rank"] if seat == self.current else player["rank"]
            return int(rank) + (figure if rank == len(self.players) else 0)
        if card == "turbo":
            return figure + sum(int(other["discard"][PERFORMANCE]) for other in self.players)
        if card == "diesel_engine":
            return figure * int(player["discard"][DARK])
        if card == "rotary_engine":
            return figure * len([count for count in player["discard"] if count])
        if card == "hybrid_engine":
            own = player["active"][ENGINE] + player["used"][ENGINE] + player["discard"][ENGINE]
            most = max(other["discard"][ENGINE] for other in self.players if other["seat"] != seat)
            return figure if own > most else 0
        return figure

    def does(self, seat: int, colour: int) -> str:
        """What a cube in a hand does now, in a few words (plain)."""
        card = self.cards[colour]
        if self.view["phase"] == "buy" and seat == self.current:
            return self.plain("board.worth_one", n=self.view["stacks"][colour]["value"])
        if card is None:
            return ""
        if colour < GEARS:
            figure = self.parts.figures[CARD_NAMES.index(card)]
            return self.plain("board.does.gear", n=figure, shade=Message(f"{GAME}.board.shade.{COLOUR_NAMES[colour]}"))
        figure = self.spaces_now(seat, card)
        words = self.plain(f"board.does.{card}" if figure or card in FIGURELESS else "board.does.nothing", n=figure)
        wear = self.parts.wears[CARD_NAMES.index(card)]
        if not wear:
            return words
        return f"{words}, {self.plain('board.does_wear_each' if card == 'boost' else 'board.does_wear', n=wear)}"

    def card_text(self, card: str | None) -> str:
        """What the card of a stack does, as plain words; that there is none."""
        return render(card_text(self.parts, card), self.language) if card else self.plain("board.no_card")

    def counter(self, colour: int) -> str:
        """The card in play that counts such cubes in everybody's discard; empty without one."""
        return self.counted.get(COLOUR_NAMES[colour], "")

    def counts_words(self, colour: int) -> str:
        """That a card counts such cubes, as plain words; empty where none does."""
        card = self.counter(colour)
        return (
            f" ({render(Message(f'{GAME}.board.counts', card=Message(f'{GAME}.card.{card}.name')), self.language)})"
            if card
            else ""
        )


# --- small drawings


class Marked(Protocol):
    """Whoever knows the marks of the cubes."""

    @property
    def marks(self) -> Sequence[str]:
        """The mark of each colour."""


def thing_of_cube(table: Table, colour: int) -> str:
    """The entry of a cube in the glossary: the card that says what it does."""
    return table.cards[colour] or "cube"


def cube(marked: Marked, colour: int, x: float, y: float, size: float, **attributes: str | int | float | None) -> str:
    """A cube with its mark."""
    scale = size / 48
    sign = marked.marks[colour]
    high = 21 if len(sign) == 1 else 17  # two letters have the room of one
    stamped = number(sign, x + 19.2 * scale, y + (37 if len(sign) == 1 else 35.5) * scale, max(13.0, high * scale), "")
    return paint(PAINTS[colour], part("cube", x, y, size, size), stamped, **attributes)


def count_badge(count: int, x: float, y: float) -> str:
    """How many lie there, at the lower right of a cube."""
    if count < 2:
        return ""
    width = 18 if count < 10 else 24
    box = tag("rect", cls="au-count", x=f"{x - width / 2:g}", y=f"{y - 9:g}", width=width, height=18, rx=9)
    return box + tag("text", str(count), cls="au-count-n", x=f"{x:g}", y=f"{y + 4.6:g}")


def coin(value: object, x: float, y: float, size: float) -> str:
    """Money."""
    return part("coin", x, y, size, size) + number(value, x + size / 2, y + size * 0.66, 0.46 * size, "brassy")


def plate(x: float, y: float, width: float, height: float, cls: str = "au-plate", radius: float = 9) -> str:
    """Paper on the grass, with the flat shadow of a thing that lies there."""
    box = {"width": f"{width:g}", "height": f"{height:g}", "rx": f"{radius:g}"}
    return tag("rect", cls="au-under", x=f"{x + 2:g}", y=f"{y + 3:g}", **box) + tag(
        "rect", cls=cls, x=f"{x:g}", y=f"{y:g}", **box
    )


def block(x: float, y: float, width: float, height: float, cls: str, *children: str) -> str:
    """Text that has to wrap."""
    return tag(
        "foreignObject", tag("div", *children, cls=cls), x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}"
    )


# --- what the cars on the road mean


def landing(track: Track, entry: int, blocked: set[int]) -> int | None:
    """AU-54, AU-55: where a car slides that enters a space there; None if a car stands in the way."""
    if entry in blocked:
        return None
    while entry != track.front_of[entry] and entry + 1 not in blocked:
        entry += 1
    return entry


def leader(track: Track, spots: dict[int, int], spot: int, *, by_segment: bool) -> int:
    """AU-101, AU-102: the seat in whose slipstream a car would be there (``spots`` are the other cars); NOBODY without one."""
    if by_segment:
        stretches = [(track.straight[spot], track.straight[spot])]
    else:
        following = track.straight[track.front_of[spot]]
        stretches = [(spot + 1, track.front_of[spot]), (following, track.front_of[following])]
    for first, last in stretches:
        ahead = [segment for segment in spots if first <= segment <= last]
        if ahead:
            return spots[min(ahead)]
    return NOBODY
