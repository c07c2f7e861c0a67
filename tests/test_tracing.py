"""Tracks that are traced: every edit keeps a drawing whole, what is wrong is said with its place, nothing hostile gets in."""

from __future__ import annotations

import copy
import tomllib
from math import dist
from typing import Any

import pytest

from officina.core import own_box
from officina.core.components import Box, read_toml
from officina.core.errors import ComponentsError
from officina.core.own_box import BoxError, OwnBox
from officina.core.text import render
from officina.games import GAMES
from officina.games.automobiles import trackfile
from officina.games.automobiles.traced import read_tracing
from officina.games.automobiles.traceedits import EDITS
from officina.games.automobiles.tracing import AutomobilesTracer
from officina.games.automobiles.trackdraw import CentreLine
from officina.tables.boxes.edits import with_track
from officina.tables.processes.import_worker import work_on_track
from officina.tables.processes.imports import TrackJob
from tests.box_mutations import ODD, places
from tests.seeds import seeded

GAME = GAMES["automobiles"]
Track = dict[str, Any]


@pytest.fixture
def tracer() -> AutomobilesTracer:
    return AutomobilesTracer(GAME.parts)


def monza(tracer: AutomobilesTracer) -> Track:
    return tracer.opened(read_toml(trackfile.STANDARD[1]))


def edited(tracer: AutomobilesTracer, track: Track, *edits: dict[str, Any]) -> Track:
    for edit in edits:
        track = tracer.changed(track, edit)
    return track


def all_edits(track: Track) -> list[dict[str, Any]]:
    """What somebody does who traces this track on an empty board."""
    left, bottom, right, top = track["render"]["view"]
    nodes, render = track["geometry"]["node"], track["render"]
    edits: list[dict[str, Any]] = [
        {"do": "called", "index": 0, "value": track["id"]},
        {"do": "called", "index": 1, "value": track["name"]["it"]},
        {"do": "called", "index": 2, "value": track["name"]["en"]},
        {"do": "status", "value": track["status"]},
        {"do": "board", "x": right - left, "y": top - bottom},
        *({"do": "add", "x": node["x"] + 1.9, "y": node["y"] - 1.9} for node in nodes),
    ]
    for index, node in enumerate(nodes):
        edits.append({"do": "stretch", "index": index, "number": node["positions"]})
        edits.append({"do": "stretch", "index": index, "value": node["kind"]})
    for lane, row in enumerate(track["lane"]):
        first = 0
        for token in row["spaces"]:
            edits.append({"do": "lay", "lane": lane, "position": first, "value": token})
            first += int(token.lstrip("WLDK"))
    edits += [{"do": "start", "lane": cell["lane"] - 1, "position": cell["pos"]} for cell in track["grid"]]
    firsts = [section["from"] for section in track["section"]]
    edits += [{"do": "section", "position": first} for first in firsts if first] + [{"do": "section"}] * (0 not in firsts)
    for index, section in enumerate(track["section"]):
        edits.append({"do": "section_name", "index": index, "value": section["key"]})
        edits.append({"do": "section_kind", "index": index, "value": section["kind"]})
    for sign in ("wear_chart", "lap_track", "info"):
        edits.append({"do": "sign", "value": sign, "x": render[sign][0], "y": render[sign][1]})
    return [*edits, *({"do": "arrow", "position": arrow} for arrow in render["arrows"])]


def test_a_board_traced_from_nothing_is_the_file_it_was_traced_from(tracer: AutomobilesTracer) -> None:
    wanted = edited(tracer, monza(tracer), {"do": "arrow", "position": 9}, {"do": "called", "index": 0, "value": "mine"})
    found = edited(tracer, tracer.blank(), *all_edits(wanted))
    assert found == wanted
    text = tracer.text(found)
    assert tomllib.loads(text) == wanted
    assert tracer.opened(tomllib.loads(text)) == wanted


@pytest.mark.parametrize("file", trackfile.STANDARD, ids=lambda file: file.stem)
def test_our_tracks_open_as_they_are(tracer: AutomobilesTracer, file: Any) -> None:
    ours, traced = trackfile.load(file), trackfile.load(Box(tracer.opened(read_toml(file))))
    for space, other in zip(ours.spaces, traced.spaces, strict=True):
        assert (space.lane, space.first, space.last, space.colours) == (other.lane, other.first, other.last, other.colours)
    for cell, same in zip(ours.grid, traced.grid, strict=True):
        assert (cell.segment, cell.lap, cell.money) == (same.segment, same.lap, same.money)
    names = {(each.key, each.kind, each.first, each.last) for each in ours.sections}
    assert {(each.key, each.kind, each.first, each.last) for each in traced.sections} == names
    here, there = (CentreLine(track.geometry, track.positions) for track in (ours, traced))
    left, bottom, right, top = ours.geometry.view
    middle = (left + right) / 2, (bottom + top) / 2
    for step in range(4 * ours.positions):
        x, y, _ = here.at(step / 4)
        assert dist((x - middle[0], y - middle[1]), there.at(step / 4)[:2]) < ours.geometry.lane_width / 2


def test_whatever_is_edited_the_drawing_stays_whole(tracer: AutomobilesTracer) -> None:
    rng, track, done = seeded("edits"), monza(tracer), 0
    for number in range(400):
        edit = {
            "do": list(EDITS)[rng.below(len(EDITS))],
            "x": rng.below(1400) - 700,
            "y": rng.below(900) - 450,
            "index": rng.below(24) - 1,
            "lane": rng.below(7),
            "position": rng.below(90),
            "number": rng.below(70) - 1,
            "value": ("K8", "D4", "WL2", "W1", "WK", "K", "before", "bend", "chicane", "straight", "info", "x", "")[
                rng.below(13)
            ],
        }
        try:
            after = tracer.changed(track, edit)
        except BoxError as error:
            render(error.message, "it")
            continue
        done += after != track
        track = read_tracing(after).content()
        assert track == after
        if number % 20 == 0:
            sketch = tracer.sketch(track, "it")
            assert all(render(each.message, "it") for each in sketch.wrong)
            assert not sketch.svg or len(sketch.segments) == track["lanes"]
    assert done > 100


def test_a_hostile_drawing_is_refused_in_words(tracer: AutomobilesTracer) -> None:
    rng, sound = seeded("hostile drawings"), monza(tracer)
    everywhere = list(places(sound))
    values = (*ODD, 10**12, "x" * 5000, [[]] * 5000, {"a": 1}, float("1e300"))
    refused = 0
    for _ in range(400):
        track = copy.deepcopy(sound)
        own_box.set_value(track, everywhere[rng.below(len(everywhere))], values[rng.below(len(values))])
        try:
            tracer.sketch(tracer.changed(track, {"do": "add", "x": 1, "y": 2, "index": 3}), "en")
        except (BoxError, ComponentsError) as error:
            refused += bool(render(error.message, "it"))
    assert refused > 300
    others: list[object] = [None, [], "x", {}, {"schema": 1}]
    for other in others:
        with pytest.raises(BoxError):
            tracer.changed(other, None)
    edits: list[object] = [[], {"do": "nothing"}, {"do": "add", "x": "far"}, {"do": "add", "x": 1e9}]
    for edit in edits:
        with pytest.raises(BoxError):
            tracer.changed(sound, edit)


@pytest.mark.parametrize(
    ("edits", "words", "lane", "position"),
    [
        ([{"do": "paint", "lane": 0, "position": 5, "value": "K"}], "1:5", 0, 5),
        ([{"do": "start", "lane": lane, "position": at} for lane, at in ((0, 5), (1, 3), (0, 2), (1, 1))], "one place", -1, -1),
        ([{"do": "turn_round"}], "-360", -1, -1),
        ([{"do": "move", "index": 1, "x": -292, "y": -268}], "same place", -1, -1),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tracer: AutomobilesTracer, edits: list[dict[str, Any]], words: str, lane: int, position: int
) -> None:
    track = edited(tracer, monza(tracer), *edits)
    if "move" in edits[0].values():
        first = track["geometry"]["node"][0]
        track = tracer.changed(track, {"do": "move", "index": 1, "x": first["x"], "y": first["y"]})
    wrong = [each for each in tracer.sketch(track, "en").wrong if not each.mend]  # a board too small is another matter
    assert [(each.lane, each.position) for each in wrong] == [(lane, position)]
    assert words in render(wrong[0].message, "en")
    with pytest.raises(ComponentsError):
        tracer.text(track)


def test_several_faults_are_all_said(tracer: AutomobilesTracer) -> None:
    track = edited(tracer, monza(tracer), {"do": "paint", "lane": 0, "position": 5, "value": "K"}, {"do": "turn_round"})
    assert len(tracer.sketch(track, "it").wrong) == 2


def test_a_track_becomes_part_of_a_box_with_its_figures(tracer: AutomobilesTracer) -> None:
    track = edited(tracer, monza(tracer), {"do": "called", "index": 0, "value": "mine"})
    own = with_track(GAME, OwnBox("Mine"), track, {"wear_chart.black": 5})
    game = own_box.game_with(GAME, own)
    assert own.changes == {"wear_chart.black": 5}
    assert game.options["track"].default == "mine"
    renamed = tracer.changed(track, {"do": "called", "index": 0, "value": "other"})
    assert list(with_track(GAME, own, renamed, {}, old="mine").tracks) == ["other"]
    with pytest.raises(ComponentsError):
        with_track(GAME, own, tracer.changed(track, {"do": "turn_round"}), {})
    with pytest.raises(BoxError):
        with_track(GAME, own, track, {"wear_chart.pink": 5})


def test_bots_try_a_track_and_files_are_read_in_a_helper(tracer: AutomobilesTracer) -> None:
    import msgspec

    track = edited(tracer, monza(tracer), {"do": "called", "index": 0, "value": "mine"})
    own = OwnBox("Mine", tracks={"mine": track})
    done = work_on_track(msgspec.json.encode(TrackJob(GAME.name, box=own.text(), track="mine")))
    assert (done.finished, done.of, done.refused) == (3, 3, None)
    black = edited(tracer, track, *({"do": "paint", "lane": lane, "position": 30, "value": "WK"} for lane in range(4)))
    read = work_on_track(msgspec.json.encode(TrackJob(GAME.name, text=tracer.text(black))))
    assert read.content == black
    for text in ("", "a = 1", "[" * 50_000, "schema = 'automobiles-track/1'"):
        assert work_on_track(msgspec.json.encode(TrackJob(GAME.name, text=text))).refused is not None


def test_a_road_that_runs_off_its_board_is_no_sound_track_and_one_step_mends_it(tracer: AutomobilesTracer) -> None:
    for file in trackfile.STANDARD:
        assert tracer.sketch(tracer.opened(read_toml(file)), "en").wrong == []
    track = monza(tracer)
    _, bottom, right, _ = track["render"]["view"]
    off = edited(tracer, track, {"do": "move", "index": 2, "x": right + 40, "y": bottom + 200})
    wrong = tracer.sketch(off, "en").wrong
    assert [each.mend for each in wrong] == ["enlarge"]
    assert "off the board" in render(wrong[0].message, "en")
    assert wrong[0].position >= 0
    mended = tracer.changed(off, {"do": "enlarge"})
    assert tracer.sketch(mended, "it").wrong == []
    assert mended["render"]["view"][2] > right
    assert mended["geometry"] == off["geometry"]
    assert tracer.changed(mended, {"do": "enlarge"}) == mended
    tracer.text(off)  # a file that is out there already stays a track
