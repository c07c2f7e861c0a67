"""What the table of Automania is drawn with: symbols, tiles, cars, workers, cards, and where things lie on a factory board.

Players are a colour and a letter, car types a silhouette, features and styles an icon: nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import rule, sentence, tag, text
from officina.core.text import render
from officina.games.automania.components import COLOURS, SPACE_CODES, STATION_CODES, TYPES, Parts
from officina.games.automania.nouns import GAME, say, tile_in_words

PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")

PAINT: Final = {
    "red": ("#b4281f", "#ffffff"),
    "blue": ("#1f5da8", "#ffffff"),
    "yellow": ("#eeb91f", "#231d10"),
    "green": ("#2c7a37", "#ffffff"),
}
"""The colour of a player's pieces, and of the letter on them."""

COIN: Final = (
    "M12,3 A9,9 0 1 1 11.9,3 Z M15,9 C14.5,6.6 9.2,6.8 9.2,9.6 C9.2,12.6 15,11.4 15,14.5 C15,17.4 9.4,17.4 9,15 M12,5.5 V18.5"
)
ICONS: Final = {
    "speed": "M4,18 A9.5,9.5 0 1 1 20,18 M12,14 L16.5,7.5 M5,12.5 H7 M17,12.5 H19 M12,5.5 V7.5",
    "eco": "M6,17 C3,9 10,4 21,4 C21,14 15,20 6,17 Z M3,21 L13,11",
    "handling": "M12,3 A9,9 0 1 1 11.9,3 Z M12,9.6 A2.6,2.6 0 1 1 11.9,9.6 Z "
    "M12,15 V21 M9.5,11.3 L3.7,9.4 M14.5,11.3 L20.3,9.4",
    "safety": "M12,2.5 L20,5.5 V12 C20,17 16.5,20 12,21.5 C7.5,20 4,17 4,12 V5.5 Z M8,12 L11,15 L16,9",
    "trunk": "M3,8 H21 V19.5 H3 Z M8.5,8 V4.5 H15.5 V8 M7.5,8 V19.5 M16.5,8 V19.5",
    "plain": "M12,7.5 A4.5,4.5 0 1 1 11.9,7.5 Z M12,2.5 V7 M12,17 V21.5 M2.5,12 H7 M17,12 H21.5 "
    "M5.3,5.3 L8.5,8.5 M15.5,15.5 L18.7,18.7 M18.7,5.3 L15.5,8.5 M8.5,15.5 L5.3,18.7",
    "spoiler": "M2.5,7.5 H21.5 M2.5,4 V11 M21.5,4 V11 M8,7.5 L7,16 M16,7.5 L17,16 M4,19 C9,15.5 15,15.5 20,19",
    "exhaust": "M2,10 H11 V15.5 H2 M11,9 V16.5 M15,14.5 A1.8,1.8 0 1 1 14.9,14.5 Z "
    "M19.5,10 A2.3,2.3 0 1 1 19.4,10 Z M15.5,20 H20.5",
    "dice": "M3,9.5 H14 V20.5 H3 Z M9.5,9.5 V3.5 H20.5 V14.5 H14 M6,12.5 H6.1 M11,17.5 H11.1 M8.5,15 H8.6 M15,9 H15.1",
    "researcher": "M8.5,3 H15.5 M10,3 V9.5 L4.5,19 Q4,21 6,21 H18 Q20,21 19.5,19 L14,9.5 V3 M7,15.5 H17",
    "sales": "M3,12.5 L12.5,3 H21 V11.5 L11.5,21 Z M16.5,6.2 A1.4,1.4 0 1 1 16.4,6.2 Z",
    "general": "M3,8.5 H21 V20 H3 Z M9,8.5 V5 H15 V8.5 M3,13.5 H21 M12,12 V15",
    "staff": "M8.5,4 A3.3,3.3 0 1 1 8.4,4 Z M2,20 C2,12.5 15,12.5 15,20 Z M18.5,8 V16 M14.5,12 H22.5",
    "money": COIN,
    "vp": "M7,4 H17 V10 A5,5 0 0 1 7,10 Z M7,5.5 H3 C3,9.5 5,11 7.6,11 "
    "M17,5.5 H21 C21,9.5 19,11 16.4,11 M12,15 V19 M7.5,20.5 H16.5",
    "contract": "M5,3 H15 L19,7 V21 H5 Z M15,3 V7 H19 M8,11 H16 M8,14.5 H16 M8,18 H12",
    "sponsor": COIN,
    "marketing": "M3,10 V14.5 H7 L17,19.5 V5 L7,10 Z M7,14.5 L8.5,20 H11 L10,16 M20,9.5 V15",
    "bin": "M4.5,7 H19.5 M9,7 V4 H15 V7 M6.5,7 L7.5,20.5 H16.5 L17.5,7 M10.3,10.5 V17 M13.7,10.5 V17",
}
CARS: Final = {
    "city": "M8,19.5 V12 Q8,10.5 9.5,9.5 L13.5,3.5 Q14.5,2 16.5,2 H28 Q30,2 31,3.5 L35.5,9 L39,10 Q41,11 41,13 V19.5 Z",
    "family": "M2,19.5 V5 Q2,2.5 4.5,2.5 H29 Q31,2.5 32.5,4.2 L37,9 L44,10.5 Q46.5,11.3 46.5,14 V19.5 Z",
    "super": "M1.5,19.5 V13 L0.5,5.5 H10 V8 L4.5,8.6 L5,11 L13,9.6 L20,5 Q21.5,4 24,4 H28 Q30.5,4 32.5,6 L36.5,9.6 "
    "L45,13 Q47.5,14 47.5,16.5 V19.5 Z",
    "electric": "M4,19.5 Q1.5,9 14,4.5 Q27,0 36,6 Q40,9 42,11.5 Q46,13 45.5,19.5 Z",
    "any": "M8,19.5 V12 Q8,10.5 9.5,9.5 L14,4 Q15,2.5 17,2.5 H29 Q31,2.5 32,4 L37,9 L42,10.5 Q44.5,11.3 44.5,14 V19.5 Z",
}
BELTS: Final = {"city": "", "family": "11 5", "super": "2.5 4.5"}
"""How the belt of a type is dashed: not by colour alone."""
OWN_END: Final = 2.6
OTHER_END: Final = 3.6
"""The width of a factory's last column, where the lines end, in stations: the own board has larger stations."""
STATION_COLUMNS: Final = 4
HALF_ROWS: Final = 6
MOST_SINGLE_WORKERS: Final = 8
"""More workers than this in one place are one worker with a count."""
CAR_ROWS: Final = (0, 2, 4)


fixed: Final = partial(sentence, GAME)


@lru_cache(maxsize=4096)
def plain(key: str, language: str) -> str:
    """A sentence without figures, not markup yet: the value of an attribute."""
    return render(say(key), language)


@lru_cache(maxsize=4096)
def counted(key: str, n: int, language: str) -> str:
    """A sentence about a number of things, not markup yet."""
    return render(say(key, n=n), language)


@lru_cache(maxsize=64)
def letter(seat: int, language: str) -> str:
    """The letter of a player: the first one of the colour's name."""
    return fixed(f"colour.{COLOURS[seat]}", language)[:1]


class Drawing:
    """A part of the table: what it shows is a scene of plain data, so that a part that did not change is not drawn again.

    ``lit`` of a scene has the answers that may be given there now, each with its notation.
    """

    def __init__(self, parts: Parts, scene: Mapping[str, Any], language: str) -> None:
        self.parts = parts
        self.scene = scene
        self.language = language
        self.lit: Mapping[str, str] = scene["lit"]

    def say(self, key: str, **args: Any) -> str:
        """A sentence of this game, as markup."""
        return text(render(say(key, **args), self.language)) if args else fixed(key, self.language)

    def light(self, *words: str) -> str | None:
        """The choices that a thing stands for, of those answers that are allowed."""
        return "|".join(self.lit[word] for word in words if word in self.lit) or None


# --- once a game


@lru_cache(maxsize=1)
def symbols() -> str:
    """Icons, cars and workers, defined once and used by name."""
    found = [
        tag("symbol", tag("path", d=path, cls="am-stroke"), id=f"am-i-{name}", viewBox="0 0 24 24")
        for name, path in ICONS.items()
    ]
    for name, path in CARS.items():
        body = tag("path", d=path, cls="am-body")
        if name == "electric":
            body += tag("path", d="M11,17.5 L14.5,11 H11.5 L15,5.5", cls="am-bolt")
        wheels = tag("circle", cx=13, cy=19.5, r=3.6, cls="am-wheel") + tag("circle", cx=35, cy=19.5, r=3.6, cls="am-wheel")
        found.append(tag("symbol", body, wheels, id=f"am-car-{name}", viewBox="0 0 48 24"))
    pawn = "M8,0.8 A3.9,3.9 0 0 1 10.6,7.6 C14,9 15.4,13 15.4,19.3 H0.6 C0.6,13 2,9 5.4,7.6 A3.9,3.9 0 0 1 8,0.8 Z"
    found.append(tag("symbol", tag("path", d=pawn, cls="am-body"), id="am-pawn", viewBox="0 0 16 20"))
    return tag("svg", "".join(found), cls="am-symbols", aria_hidden="true", width=0, height=0)


@lru_cache(maxsize=8)
def style(parts: Parts) -> str:
    """The style sheet: the players' paint, the places of the stations, the lines that a pointed-at space lights."""
    rules = [rule(f".am-p{seat}", **{"--paint": PAINT[name][0], "--mark": PAINT[name][1]}) for seat, name in enumerate(COLOURS)]
    for station, code in enumerate(STATION_CODES):
        row = parts.station_y[station] + 1
        rules.append(rule(f".am-st-{code}", grid_column=parts.station_x[station] + 1, grid_row=f"{row} / span 2"))
    for type_, row in zip(TYPES, CAR_ROWS, strict=True):
        rules.append(rule(f".am-end-{type_}", grid_column=STATION_COLUMNS + 1, grid_row=f"{row + 1} / span 2"))
    for owner, width in (("own", OWN_END), ("other", OTHER_END)):
        columns = f"repeat({STATION_COLUMNS},minmax(0,1fr)) minmax(0,{width}fr)"
        rules.append(rule(f".am-{owner} .am-lines", grid_template_columns=columns))
    for code in SPACE_CODES:
        rules.append(rule(f".am-grid:has(#am-space-{code}:hover) .am-in-{code}", box_shadow="inset 0 0 0 3px var(--brass)"))
    return PLAIN_STYLE + "".join(rules)


@lru_cache(maxsize=64)
def belts(parts: Parts, factory: int, end: float) -> str:
    """The three belts of a factory board, each from its first station to its car; a station on two belts is a crossover."""
    drawn = []
    for type_, stations in enumerate(parts.factories[factory].lines):
        there = sorted((parts.station_x[station], parts.station_y[station]) for station in stations)
        points = [f"{x + 0.5:g},{y + 1:g}" for x, y in there] + [f"{STATION_COLUMNS + 0.1:g},{CAR_ROWS[type_] + 1}"]
        name = TYPES[type_]
        line = tag("polyline", points=" ".join(points), cls="am-belt")
        drawn.append(
            line + tag("polyline", points=" ".join(points), cls=f"am-belt-{name}", stroke_dasharray=BELTS[name] or None)
        )
    box = f"0 0 {STATION_COLUMNS + end:g} {HALF_ROWS}"
    return tag("svg", "".join(drawn), cls="am-belts", viewBox=box, preserveAspectRatio="none", aria_hidden="true")


# --- small pieces, of which there are many and few that differ


@lru_cache(maxsize=256)
def icon(name: str, title: str = "") -> str:
    """An icon; without a title it stands beside words that say the same."""
    use = tag("use", href=f"#am-i-{name}")
    if not title:
        return tag("svg", use, cls="am-icon", aria_hidden="true")
    return tag("svg", tag("title", text(title)), use, cls="am-icon", role="img")


@lru_cache(maxsize=8192)
def worker(id: str, seat: int, neutral: bool, language: str) -> str:
    """A worker of a player; a neutral one is grey."""
    name = fixed("board.neutral" if neutral else f"colour.{COLOURS[seat]}", language)
    key, paint = ("n", "am-none") if neutral else (str(seat), f"am-p{seat}")
    mark = tag("text", name[:1].upper(), x="50%", y="84%", cls="am-mark")
    inner = tag("title", name) + tag("use", href="#am-pawn") + mark
    return tag("svg", inner, id=id, data_flip=f"worker-{key}", cls=f"am-worker {paint}", role="img")


def crowd(place: str, seat: int, workers: int, neutral: int, language: str) -> str:
    """A player's workers in one place, the own ones first; many of them are one with a count."""
    found = []
    for count, grey in ((workers - neutral, False), (neutral, True)):
        shown = min(count, 1) if workers > MOST_SINGLE_WORKERS else count
        mark = "n" if grey else "w"
        found += [worker(f"{place}-{mark}{copy}", seat, grey, language) for copy in range(shown)]
        if count > shown:
            found.append(tag("b", f"×{count}"))
    return "".join(found)


@lru_cache(maxsize=8192)
def car(id: str, seat: int, kind: str, language: str) -> str:
    """A car of a player: silhouette, colour, letter."""
    title = f"{fixed(f'colour.{COLOURS[seat]}', language)}: {fixed(f'type.{kind}', language)}"
    mark = tag("text", letter(seat, language), x="50%", y="72%", cls="am-mark")
    inner = tag("title", title) + tag("use", href=f"#am-car-{kind}") + mark
    return tag("svg", inner, id=id, data_flip=f"car-{seat}-{kind}", cls=f"am-car am-p{seat}", role="img")


@lru_cache(maxsize=16)
def outline(kind: str) -> str:
    """A car of nobody: a type."""
    return tag("svg", tag("use", href=f"#am-car-{kind}"), cls="am-car am-none", aria_hidden="true")


@lru_cache(maxsize=64)
def disc(seat: int, language: str) -> str:
    """A player's disc."""
    return tag("span", letter(seat, language), cls=f"am-disc am-p{seat}", title=plain(f"colour.{COLOURS[seat]}", language))


@lru_cache(maxsize=256)
def marks(stars: int, medals: int, language: str) -> str:
    """Stars and silver medals of a tile or card."""
    found = tag("span", "★" * stars, cls="am-stars", title=counted("stars", stars, language)) if stars else ""
    return found + silver(medals, language) if medals else found


@lru_cache(maxsize=256)
def silver(medals: int, language: str) -> str:
    """So many silver medals."""
    return tag("span", str(medals), cls="am-silver", title=counted("medals", medals, language))


def tile(place: str, face: Mapping[str, Any], choice: str | None, language: str) -> str:
    """A factory tile lying somewhere: icon, name, stars and medals."""
    return _tile(
        place, face["code"], face["family"], face["kind"], face["stars"], face["medals"], face["value"], choice, language
    )


@lru_cache(maxsize=16384)
def _tile(
    place: str, code: str, family: str, kind: str, stars: int, medals: int, value: int, choice: str | None, language: str
) -> str:
    return tag(
        "div",
        icon(kind),
        tag("span", text(render(say(f"terminal.tile.{kind}", value=value), language)), cls="am-name"),
        tag("span", f"+{value}", cls="am-value", aria_hidden="true") if family == "manager" and value else "",
        marks(stars, medals, language),
        id=f"am-{place}-{code}",
        data_flip=f"tile-{code}",
        data_choice=choice,
        cls=f"am-tile am-{family} lit" if choice else f"am-tile am-{family}",
        title=render(tile_in_words(code, kind, stars, medals, value), language),
    )


def contract(place: str, card: Mapping[str, Any], choice: str | None, language: str, short: bool = False) -> str:
    """A contract card: what it asks for, and its medals; a played one is shortened to code and medals."""
    asks = (card["type"], tuple(card["features"]), tuple(card["styles"]), card["styles_any"], card["popularity"])
    return _contract(place, card["code"], asks, card["medals"], choice, language, short)


@lru_cache(maxsize=4096)
def _contract(place: str, code: str, asks: tuple[Any, ...], medals: int, choice: str | None, language: str, short: bool) -> str:
    type_, features, styles, any_styles, popularity = asks
    lines = [tag("li", outline(type_), fixed(f"type.{type_}", language))]
    lines += [tag("li", icon(feature), fixed(f"feature.{feature}", language)) for feature in features]
    lines += [tag("li", icon(name), fixed(f"style.{name}", language)) for name in styles]
    if any_styles:
        lines.append(tag("li", icon("dice"), text(counted("styles_any", any_styles, language))))
    least = counted("popularity_least", popularity, language)
    head = tag("header", tag("b", code), tag("span", f"★ {popularity}+", title=least), silver(medals, language))
    flip = {"id": f"am-{place}-{code}", "data_flip": f"card-{code}"}
    if short:
        return tag(
            "details", tag("summary", tag("b", code), silver(medals, language)), tag("ul", *lines), cls="am-played", **flip
        )
    return tag("div", head, tag("ul", *lines), data_choice=choice, cls="am-card lit" if choice else "am-card", **flip)
