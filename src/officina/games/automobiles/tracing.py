"""Tracings of Automobiles for an editor: opened, changed, drawn by the code that draws our own tracks, written as files."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import msgspec

from officina.core.components import Box
from officina.core.game import OptionValue
from officina.core.own_box import BoxError
from officina.core.position import Position
from officina.core.text import Message
from officina.core.tracing import Content, Sketch, Wrong
from officina.games.automobiles import trackfile
from officina.games.automobiles.components import Parts
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.traceboard import NOWHERE, off_board
from officina.games.automobiles.traced import (
    TracedCell,
    TracedGeometry,
    TracedLane,
    TracedNode,
    TracedRender,
    TracedSection,
    Tracing,
    read_tracing,
)
from officina.games.automobiles.traceedits import EDITS, SIGNS, SNAP, TrackEdit, tidy
from officina.games.automobiles.track import Geometry, GridCell, Node, Section, Track
from officina.games.automobiles.trackdraw import CentreLine, Drawing
from officina.games.automobiles.tracktext import track_text

WIDEST_BEND: Final = 60.0
"""A bend of a file in pieces gets a node at least every so many degrees."""
TEST_LAPS: Final = 2


class AutomobilesTracer:
    """Tracings of Automobiles; wear chart and laps are drawn as in the given box."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def blank(self) -> Content:
        """A board of the size of ours without a road."""
        t = Tracing(
            schema="automobiles-track/1",
            id="my_track",
            status="IT",
            positions=0,
            lanes=4,
            direction="ccw",
            name={"it": "Il mio tracciato", "en": "My track"},
            grid=[],
            lane=[TracedLane(number, []) for number in range(1, 5)],
            section=[TracedSection("lap", "straight", 0, 0)],
            geometry=TracedGeometry(24.0, 22.0, 13.0, []),
            render=TracedRender((-600.0, -375.0, 600.0, 375.0), (0.0, 0.0), (560.0, 330.0), (0.0, -80.0)),
        )
        return t.content()

    def opened(self, content: Content) -> Content:
        """A track file with its road as nodes; one in pieces or points gets them on the grid, the board's middle at (0, 0)."""
        track = trackfile.load(Box(content))
        geometry, nodes = track.geometry, track.geometry.nodes
        if not nodes:
            left, bottom, right, top = geometry.view
            middle = ((left + right) / 2, (bottom + top) / 2)
            nodes = nodes_of(track, middle)
            geometry.view = (left - middle[0], bottom - middle[1], right - middle[0], top - middle[1])
            for name in SIGNS:
                setattr(geometry, name, on_grid(getattr(geometry, name), middle))
        t = Tracing(
            schema="automobiles-track/1",
            id=track.name,
            status="IT" if track.status == "IT" else "REC",
            positions=track.positions,
            lanes=track.lanes,
            direction="ccw",
            name={"it": track.titles["it"], "en": track.titles["en"]},
            grid=[
                TracedCell(slot, track.lane_of(cell.segment) + 1, track.position_of(cell.segment), cell.lap, cell.money)
                for slot, cell in enumerate(track.grid, 1)
            ],
            lane=[TracedLane(row["number"], list(row["spaces"])) for row in content["lane"]],
            section=[TracedSection(each.key, kind_of(each), each.first, each.last) for each in track.sections],
            geometry=TracedGeometry(
                geometry.lane_width,
                geometry.car_length,
                geometry.car_width,
                [TracedNode(node.x, node.y, node.positions, "straight" if node.straight else "bend") for node in nodes],
            ),
            render=TracedRender(geometry.view, geometry.wear_chart, geometry.lap_track, geometry.info, geometry.arrows),
        )
        tidy(t)
        return read_tracing(t.content()).content()

    def changed(self, content: object, edit: object) -> Content:
        """The tracing after an edit."""
        t = read_tracing(content)
        if edit is not None:
            try:
                asked = msgspec.convert(edit, TrackEdit)
            except msgspec.ValidationError:
                raise BoxError(Message("automobiles.trace.nothing")) from None
            if asked.do not in EDITS:
                raise BoxError(Message("automobiles.trace.nothing"))
            EDITS[asked.do](t, asked)
        tidy(t)
        return t.content()

    def sketch(self, content: object, language: str) -> Sketch:
        """The tracing, drawn by the code that draws our own tracks, with everything that its format's checks say."""
        t = read_tracing(content)
        left, bottom, right, top = t.render.view
        view = (left, -top, right - left, top - bottom)
        whole = t.content()
        nodes = len(t.geometry.node)
        if nodes < trackfile.LEAST_NODES:
            few = Message(
                "automobiles.trace.more_points" if nodes else "automobiles.trace.begin", n=trackfile.LEAST_NODES - nodes
            )
            return Sketch("", view, [], [], [Wrong(few)])
        wrong = [place_of(t, error) for error in trackfile.complaints(Box(whole), trackfile.place_of(Box(whole)))]
        beyond = off_board(t)
        if beyond != NOWHERE:
            wrong.append(Wrong(Message("automobiles.trace.off_board", position=beyond), 0, beyond, mend="enlarge"))
        track = drawn_track(t)
        drawing = Drawing(track, language, self.parts)
        middles = [(drawing.edge(lane) + drawing.edge(lane + 1)) / 2 for lane in range(t.lanes)]
        rows = [
            [rounded(drawing.point(p + half, middle)) for p in range(t.positions)] for half in (0.5, 0.0) for middle in middles
        ]
        return Sketch(drawing.draw(), view, rows[: t.lanes], rows[t.lanes :], wrong)

    def test_race(self, name: str) -> dict[str, OptionValue]:
        """Two laps, so that whoever does not win has time for one."""
        return {"track": name, "laps": TEST_LAPS}

    def finished(self, position: Position) -> int:
        """How many cars got round at least once."""
        assert isinstance(position, Automobiles)
        return sum(lap >= 1 for lap in position.lap)

    def text(self, content: object) -> str:
        """The track file; ComponentsError if it does not hold together."""
        whole = read_tracing(content).content()
        trackfile.load(Box(whole))
        return track_text(whole)


def kind_of(section: Section) -> Any:
    """The loader has checked it."""
    return section.kind


def rounded(point: tuple[float, float]) -> tuple[float, float]:
    """To tenths of a unit."""
    return round(point[0], 1), round(point[1], 1)


def drawn_track(t: Tracing) -> Track:
    """A track that can be drawn, whatever its checks say."""
    lanes = [
        [
            (sum(1 << "WLDK".index(letter) for letter in token if letter in "WLDK"), int(token.lstrip("WLDK")))
            for token in lane.spaces
        ]
        for lane in t.lane
    ]
    cells = [GridCell((cell.lane - 1) * t.positions + cell.pos, cell.lap, cell.money) for cell in t.grid]
    track = Track(t.id, {language: t.name[language] for language in ("it", "en")}, t.status, t.positions, lanes, cells, "")
    track.sections = [Section(each.key, each.kind, each.first, each.last) for each in t.section]
    geometry = Geometry(t.geometry.lane_width, t.geometry.car_length, t.geometry.car_width)
    geometry.nodes = [Node(node.x, node.y, node.positions, node.kind == "straight") for node in t.geometry.node]
    geometry.view, geometry.arrows = t.render.view, t.render.arrows
    geometry.wear_chart, geometry.lap_track, geometry.info = t.render.wear_chart, t.render.lap_track, t.render.info
    track.geometry = geometry
    return track


def place_of(t: Tracing, error: Any) -> Wrong:
    """A complaint with the segment that it is about, if there is one; the drawing is the place, so the file's is not named."""
    found, message = error.details, error.message.args.get("what", error.message)
    if "cell" in found:
        lane, _, position = str(found["cell"]).partition(":")
        return Wrong(message, int(lane) - 1, int(position))
    if "position" in found:
        return Wrong(message, 0, int(found["position"]))
    if "[" in error.place and ".grid" in error.place:
        cell = t.grid[int(error.place.rpartition("[")[2].rstrip("]")) - 1]
        return Wrong(message, cell.lane - 1, cell.pos)
    return Wrong(message)


def on_grid(point: tuple[float, float], middle: tuple[float, float]) -> tuple[float, float]:
    """A place as seen from the board's middle, on the grid."""
    return round((point[0] - middle[0]) / SNAP) * SNAP, round((point[1] - middle[1]) / SNAP) * SNAP


def nodes_of(track: Track, middle: tuple[float, float]) -> list[Node]:
    """Nodes on the grid for a road in pieces: where each begins, and inside bends; of a road in points, every point."""
    geometry, line = track.geometry, CentreLine(track.geometry, track.positions)
    cuts: list[tuple[int, bool]] = []
    first = 0
    for piece in geometry.pieces:
        parts = min(piece.positions, max(1, round(abs(piece.turn) / WIDEST_BEND + 0.5))) if piece.turn else 1
        ends = [first + piece.positions * part // parts for part in range(parts + 1)]
        cuts += [(end, piece.turn == 0) for end in ends[:-1]]
        first += piece.positions
    cuts = cuts or [(position, False) for position in range(track.positions)]
    nodes: list[Node] = []
    for (begin, straight), (end, _) in pairwise([*cuts, (track.positions, False)]):
        nodes.append(Node(*on_grid(line.at(begin)[:2], middle), end - begin, straight))
    return nodes
