"""The loader of a track file: it refuses a circuit that does not hold together, naming the lane and the space."""

from __future__ import annotations

import hashlib
import json
import re
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from pathlib import Path
from typing import Any, Final

from officina.core.components import EVIDENCE, Box, Source, Table, read_box
from officina.core.errors import ComponentsError
from officina.core.text import LANGUAGES
from officina.games.automobiles.components import MOST_PLAYERS
from officina.games.automobiles.cubes import WHITE
from officina.games.automobiles.track import LETTERS, Geometry, GridCell, Node, Piece, Section, Track

STANDARD: Final = (Path(__file__).parent / "tracks" / "daytona.toml", Path(__file__).parent / "tracks" / "monza.toml")

SCHEMA: Final = "automobiles-track/1"
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,30}")
TOKEN: Final = re.compile(r"(W|L|D|K|WL|LD|DK|WD|LK|WK)([1-9][0-9]?)")
KINDS: Final = ("straight", "bend", "chicane")
LEAST_PLAYERS: Final = 2
LEAST_POSITIONS: Final = 8
MOST_POSITIONS: Final = 400
LEAST_LANES: Final = 2
MOST_LANES: Final = 6
FULL_TURN: Final = 360.0
WIDE: Final = "wide"
LEAST_NODES: Final = 3
MOST_NODES: Final = 200
CLOSE: Final = 1.0
"""How far, in drawing units, the end of the centre line may lie from its beginning."""


def load(source: Source) -> Track:
    """The track of a file or of its content; ComponentsError names the lane, the space and what is wrong."""
    return read_track(read_box(source), source.name if isinstance(source, Path) else place_of(source))


def place_of(box: Box) -> str:
    """How errors call a track that lies in a box."""
    name = box.content.get("id")
    return f"tracks.{name}" if isinstance(name, str) and NAME.fullmatch(name) else "tracks"


def read_track(box: Box, place: str) -> Track:
    """The track of a file's content; ``place`` is how errors call the file."""
    reading = Reading(box, place)
    for part in reading.parts:
        part()
    return reading.track


def complaints(box: Box, place: str) -> list[ComponentsError]:
    """Everything that is wrong with a track, part by part; without a name or lanes nothing else can be judged."""
    reading = Reading(box, place)
    found: list[ComponentsError] = []
    for part in reading.parts:
        try:
            part()
        except ComponentsError as error:
            found.append(error)
            if part == reading.road:
                break
    return found


class Reading:
    """A file being read, part by part."""

    def __init__(self, box: Box, place: str) -> None:
        self.box = box
        self.file = Table(place, box.content)
        self.parts = (self.road, self.grid, self.sections, self.drawing)

    def road(self) -> None:
        """Its names and its lanes: the circuit as such."""
        file = self.file
        file.same("schema", SCHEMA)
        file.same("direction", "ccw")
        name = file.text("id")
        if not NAME.fullmatch(name):
            file.fail("automobiles.track.name", value=name)
        status = file.text("status")
        if status not in EVIDENCE:
            file.fail("kernel.components.unknown", value=status, allowed=EVIDENCE)
        titles = _table(file, "name")
        positions = file.number("positions", LEAST_POSITIONS, MOST_POSITIONS)
        lane_count = file.number("lanes", LEAST_LANES, MOST_LANES)
        lanes = [_lane(row, number, positions) for number, row in enumerate(file.rows("lane", lane_count), 1)]
        named = {language: titles.text(language) for language in LANGUAGES}
        self.track = Track(name, named, status, positions, lanes, [], _digest(self.box))

    def grid(self) -> None:
        """Where cars start."""
        self.track.grid = _grid(self.file, self.track.positions, self.track.lanes)
        _check_grid(self.file, self.track)

    def sections(self) -> None:
        """What its stretches are called."""
        self.track.sections = _sections(self.file, self.track.positions)

    def drawing(self) -> None:
        """How it lies on paper."""
        self.track.geometry = _geometry(self.file, self.track.positions)


def _digest(box: Box) -> str:
    """The fingerprint of the circuit: how it lies on a wide board does not make it another one (saves go on)."""
    geometry = box.content.get("geometry")
    if not isinstance(geometry, dict) or WIDE not in geometry:
        return box.digest
    plain = {**box.content, "geometry": {entry: value for entry, value in geometry.items() if entry != WIDE}}
    return hashlib.sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()[: len(box.digest)]


def _table(file: Table, entry: str) -> Table:
    entries = file.value(entry)
    if not isinstance(entries, dict):
        file.fail("automobiles.track.table", entry=entry)
    return Table(f"{file.place}.{entry}", entries)


def _lane(row: Table, number: int, positions: int) -> list[tuple[int, int]]:
    """The spaces of a lane as (colours, length); together they must fill the lane (AU-47, AU-51)."""
    row.same("number", number)
    spaces: list[tuple[int, int]] = []
    covered = 0
    for index, token in enumerate(row.items("spaces"), 1):
        found = TOKEN.fullmatch(token) if isinstance(token, str) else None
        if found is None:
            row.fail("automobiles.track.token", lane=number, space=index, value=str(token))
        colours = 0
        for letter in found[1]:
            colours |= 1 << LETTERS.index(letter)
        length = int(found[2])
        if covered + length > positions:
            row.fail("automobiles.track.too_long", lane=number, space=index, value=token, first=covered, positions=positions)
        covered += length
        spaces.append((colours, length))
    if covered != positions:
        row.fail("automobiles.track.too_short", lane=number, n=len(spaces), covered=covered, positions=positions)
    return spaces


def _grid(file: Table, positions: int, lanes: int) -> list[GridCell]:
    cells: list[GridCell] = []
    for slot, row in enumerate(file.rows("grid"), 1):
        row.same("slot", slot)
        segment = (row.number("lane", 1, lanes) - 1) * positions + row.number("pos", 0, positions - 1)
        cells.append(GridCell(segment, row.number("lap", -1, 0), row.number("money", 0, 99)))
    if len(cells) < LEAST_PLAYERS:
        file.fail("automobiles.track.slots", n=len(cells), least=LEAST_PLAYERS, most=MOST_PLAYERS)
    return cells


def _check_grid(file: Table, track: Track) -> None:
    """Grid cells are distinct white segments (T14)."""
    seen: list[int] = []
    for row, cell in zip(file.rows("grid"), track.grid, strict=True):
        cell_name = track.place(cell.segment)
        if cell.segment in seen:
            row.fail("kernel.components.twice", value=cell_name)
        seen.append(cell.segment)
        if not track.colours_of[cell.segment] >> WHITE & 1:
            row.fail("automobiles.track.not_white", cell=cell_name, colours=track.letters(cell.segment))


def _sections(file: Table, positions: int) -> list[Section]:
    """Named stretches that together cover every position once."""
    sections: list[Section] = []
    covered_by: list[str] = [""] * positions
    for row in file.rows("section"):
        kind = row.text("kind")
        if kind not in KINDS:
            row.fail("kernel.components.unknown", value=kind, allowed=KINDS)
        first, last = row.number("from", 0, positions - 1), row.number("to", 0, positions - 1)
        section = Section(row.text("key"), kind, first, last)
        for step in range((last - first) % positions + 1):
            position = (first + step) % positions
            if covered_by[position]:
                row.fail("automobiles.track.covered_twice", position=position, other=covered_by[position])
            covered_by[position] = section.key
        sections.append(section)
    if "" in covered_by:
        file.fail("automobiles.track.not_covered", position=covered_by.index(""))
    return sections


def _real(table: Table, entry: str, least: float, most: float) -> float:
    value = table.value(entry)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        table.fail("automobiles.track.real", entry=entry, value=str(value), least=least, most=most)
    return float(value)


def _reals(table: Table, entry: str, number: int) -> list[float]:
    return _checked_reals(table, entry, table.items(entry), number)


def _checked_reals(table: Table, entry: str, values: Any, number: int) -> list[float]:
    if not isinstance(values, list) or len(values) != number:
        table.fail("automobiles.track.reals", entry=entry, n=number)
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e6:
            table.fail("automobiles.track.reals", entry=entry, n=number)
    return [float(value) for value in values]


def _pair(table: Table, entry: str) -> tuple[float, float]:
    x, y = _reals(table, entry, 2)
    return x, y


def _geometry(file: Table, positions: int) -> Geometry:
    """The drawing: pieces that cover the lap, turn once to the left and close; one point for each position; or traced nodes."""
    table = _table(file, "geometry")
    sizes = [_real(table, entry, 1.0, 1000.0) for entry in ("lane_width", "car_length", "car_width")]
    geometry = Geometry(sizes[0], sizes[1], sizes[2])
    if "centre_points" in table.entries:
        points = table.items("centre_points")
        if len(points) != positions:
            table.fail("automobiles.track.points", n=len(points), positions=positions)
        for point in points:
            x, y = _checked_reals(table, "centre_points", point, 2)
            geometry.centre_points.append((x, y))
    elif "node" in table.entries:
        geometry.nodes = [_node(row, positions) for row in table.rows("node")]
        _check_nodes(table, geometry.nodes, positions)
    else:
        geometry.origin = _pair(table, "origin")
        geometry.heading = _real(table, "heading", -FULL_TURN, FULL_TURN)
        geometry.pieces = [_piece(row, positions) for row in table.rows("piece")]
        _check_pieces(table, geometry, positions)
    render = _table(file, "render")
    left, bottom, right, top = _reals(render, "view", 4)
    if left >= right or bottom >= top:
        render.fail("automobiles.track.view")
    geometry.view = (left, bottom, right, top)
    geometry.wear_chart = _pair(render, "wear_chart")
    geometry.lap_track = _pair(render, "lap_track")
    geometry.info = _pair(render, "info")
    if "arrows" in render.entries:
        geometry.arrows = render.numbers("arrows", 0, positions - 1)
    if WIDE in table.entries:
        geometry.wide = _wide(_table(table, WIDE), positions)
    return geometry


def _wide(table: Table, positions: int) -> Geometry:
    """The road round a wide infield: always pieces; it begins at the origin and drives to the right."""
    lane_width = _real(table, "lane_width", 1.0, 1000.0)
    wide = Geometry(lane_width, lane_width, lane_width)
    wide.pieces = [_piece(row, positions) for row in table.rows("piece")]
    _check_pieces(table, wide, positions)
    return wide


def _node(row: Table, positions: int) -> Node:
    kind = row.text("kind")
    if kind not in ("straight", "bend"):
        row.fail("kernel.components.unknown", value=kind, allowed=("straight", "bend"))
    x, y = _real(row, "x", -1e5, 1e5), _real(row, "y", -1e5, 1e5)
    return Node(x, y, row.number("positions", 1, positions), kind == "straight")


def _check_nodes(table: Table, nodes: list[Node], positions: int) -> None:
    """Enough of them, no two in one place, once round to the left, and all positions between them."""
    if not LEAST_NODES <= len(nodes) <= MOST_NODES:
        table.fail("automobiles.track.nodes", n=len(nodes), least=LEAST_NODES, most=MOST_NODES)
    headings: list[float] = []
    for number, (here, there) in enumerate(pairwise([*nodes, nodes[0]]), 1):
        if hypot(there.x - here.x, there.y - here.y) < CLOSE:
            table.fail("automobiles.track.same_point", n=number, next=number % len(nodes) + 1)
        headings.append(degrees(atan2(there.y - here.y, there.x - here.x)))
    turn = sum([(after - before + 180.0) % FULL_TURN - 180.0 for before, after in pairwise([*headings, headings[0]])])
    if abs(turn - FULL_TURN) > CLOSE:
        table.fail("automobiles.track.full_turn", turn=round(turn))
    covered = sum([node.positions for node in nodes])
    if covered != positions:
        table.fail("automobiles.track.pieces", covered=covered, positions=positions)


def _piece(row: Table, positions: int) -> Piece:
    kind = row.text("kind")
    if kind not in ("straight", "arc"):
        row.fail("kernel.components.unknown", value=kind, allowed=("straight", "arc"))
    turn = _real(row, "turn", -FULL_TURN, FULL_TURN)
    if (kind == "arc") != (turn != 0.0):
        row.fail("automobiles.track.turn", kind=kind, turn=turn)
    return Piece(row.number("positions", 1, positions), _real(row, "length", 1.0, 1e5), turn)


def _check_pieces(table: Table, geometry: Geometry, positions: int) -> None:
    covered = sum([piece.positions for piece in geometry.pieces])
    if covered != positions:
        table.fail("automobiles.track.pieces", covered=covered, positions=positions)
    turn = sum([piece.turn for piece in geometry.pieces])
    if abs(turn - FULL_TURN) > 0.01:
        table.fail("automobiles.track.full_turn", turn=turn)
    x, y, heading = *geometry.origin, geometry.heading
    for piece in geometry.pieces:
        x, y, heading = along(x, y, heading, piece, piece.length)
    gap = hypot(x - geometry.origin[0], y - geometry.origin[1])
    if gap > CLOSE:
        table.fail("automobiles.track.open", gap=round(gap, 2), most=CLOSE)


def along(x: float, y: float, heading: float, piece: Piece, way: float) -> tuple[float, float, float]:
    """Where one is, and which way one looks, after driving ``way`` units of a piece from its beginning."""
    if piece.turn == 0.0:
        return x + way * cos(radians(heading)), y + way * sin(radians(heading)), heading
    radius = piece.length / radians(piece.turn)
    angle = heading + piece.turn * way / piece.length
    x += radius * (sin(radians(angle)) - sin(radians(heading)))
    y -= radius * (cos(radians(angle)) - cos(radians(heading)))
    return x, y, angle
