"""Track files: the two that are shipped, files of one's own, and their drawing."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from officina import ComponentsError, SaveError, render
from officina.games.automobiles import trackfile
from officina.games.automobiles.trackdraw import draw_svg
from tests.rules.automobiles.kit import GAME, do

DAYTONA, MONZA = trackfile.STANDARD


def changed(folder: Path, old: str, new: str, source: Path = DAYTONA) -> Path:
    """A standard track with one passage changed."""
    text = source.read_text(encoding="utf-8")
    assert old in text, old
    file = folder / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


def complaint(file: Path) -> str:
    """What the loader says about the file, in English; it says something in Italian too."""
    with pytest.raises(ComponentsError) as refused:
        trackfile.load(file)
    assert render(refused.value.message, "it")
    return str(refused.value)


@pytest.mark.rules("AU-46", "AU-47", "AU-48")
@pytest.mark.parametrize(("file", "positions", "spaces"), [(DAYTONA, 56, 125), (MONZA, 60, 141)])
def test_the_shipped_tracks_are_the_reconstructed_ones(file: Path, positions: int, spaces: int) -> None:
    track = trackfile.load(file)
    assert (track.positions, track.lanes, len(track.spaces), track.status) == (positions, 4, spaces, "REC")
    one_colour = {"W": 1, "L": 2, "D": 4, "K": 8}
    for space in track.spaces:
        letters = track.letters(space.first)
        assert space.last - space.first + 1 == (one_colour[letters] if len(letters) == 1 else 2)
        assert track.front_of[space.first] == space.last
    for position in range(positions):
        shades = [track.darkest_of[lane * positions + position] for lane in range(4)]
        assert shades == sorted(shades)  # going outwards the shade never gets lighter
        assert len(set(shades)) > 1
    assert [cell.money for cell in track.grid] == [10, 11, 12, 13, 14]


def test_every_space_can_be_reached_from_the_grid() -> None:
    for file in (DAYTONA, MONZA):
        track = trackfile.load(file)
        reached = {track.front_of[cell.segment] for cell in track.grid}
        grown = True
        while grown:
            ahead = {track.front_of[entry] for segment in reached for entry in track.ahead[segment]}
            grown = not ahead <= reached
            reached |= ahead
        assert {track.space_of[segment] for segment in reached} == set(range(len(track.spaces)))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('schema    = "automobiles-track/1"', 'schema = "automobiles-track/9"', ["schema"]),
        ('direction = "ccw"', 'direction = "cw"', ["direction"]),
        ('id        = "daytona"', 'id = "My Track"', ["My Track"]),
        ('status    = "REC"', 'status = "SURE"', ["SURE", "IT, EXT, DER, REC"]),
        ("positions = 56 ", "positions = 57 ", ["lane[1]", "Lane 1", "56 spaces cover 56", "57"]),
        ("positions = 56 ", "positions = 55 ", ["Lane 1, space 56", "finish line"]),
        ("lanes     = 4", "lanes = 1", ["lanes", "from 2 to 6"]),
        ("lanes     = 4", "lanes = 5", ["lane", "there are 4 instead of 5"]),
        ('"WL2",', '"LW2",', ["lane[2]", "Lane 2, space 22", "LW2"]),
        ('"DK2",', '"DK0",', ["Lane 4, space 1", "DK0"]),
        ('"DK2",', "7,", ["Lane 4, space 1", "7"]),
        ("number = 3", "number = 4", ["lane[3]", "number"]),
        ("slot = 2\nlane = 2\npos = 3", "slot = 2\nlane = 1\npos = 5", ["grid[2]", "1:5", "twice"]),
        ("slot = 2\nlane = 2\npos = 3", "slot = 2\nlane = 3\npos = 3", ["grid[2]", "3:3", "white", "L"]),
        ("slot = 2\n", "slot = 3\n", ["grid[2]", "slot"]),
        ("lap = 0\nmoney = 10", "lap = 1\nmoney = 10", ["grid[1]", "lap"]),
        ("from = 16\n", "from = 15\n", ["section[2]", "15", "front_straight"]),
        ("from = 16\n", "from = 17\n", ["Segment 16"]),
        ('kind = "bend"', 'kind = "curve"', ["section[2]", "curve"]),
        ("length = 640.0", "length = 700.0", ["does not close", "60"]),
        ("turn = 180.0", "turn = 90.0", ["270", "360"]),
        ("positions = 16\nlength", "positions = 15\nlength", ["55 segments instead of 56"]),
        ('kind = "arc"', 'kind = "straight"', ["piece[2]", "180"]),
        ('kind = "straight"\npositions', 'kind = "hill"\npositions', ["piece[1]", "hill"]),
        ("lane_width = 26.0", "lane_width = 0", ["geometry", "lane_width"]),
        ("origin     = [ -320.0, -152.79 ]", "origin = [ 1 ]", ["geometry", "origin"]),
        ("view        = [ -650.0, -250.0, 570.0, 320.0 ]", "view = [ 1, 1, 0, 0 ]", ["render", "view"]),
        ("[name]\n", "[other]\n", ["name", "missing"]),
        ("[name]\nen", "name = 3\n[other]\nen", ["name", "must be a table"]),
    ],
)
def test_a_bad_track_is_refused_by_lane_and_space(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    said = complaint(changed(tmp_path, old, new))
    for word in words:
        assert word in said


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "no_track.toml" in complaint(tmp_path / "no_track.toml")


@pytest.mark.rules("AU-180")
def test_an_owners_track_is_the_default_one_and_part_of_the_digest(tmp_path: Path) -> None:
    game = GAME.with_track(changed(tmp_path, 'id        = "daytona"', 'id = "home"'))
    assert game.options["track"].values == ("home", "daytona", "monza")
    p = game.start(2, 1)
    assert p.view(None)["track"] == "home"
    assert game.components_digest != GAME.components_digest
    with pytest.raises(SaveError, match="another components file"):
        GAME.from_json(p.to_json())
    corrected = GAME.with_track(
        changed(tmp_path, "money = 10", "money = 9")
    )  # the same name: it takes the standard one's place
    assert corrected.options["track"].values == ("daytona", "monza")
    assert corrected.start(2, 1, {"first_player": 1}).view(None)["money"] == 9


def test_how_the_road_lies_on_a_wide_board_does_not_make_it_another_circuit(tmp_path: Path) -> None:
    """Races that were saved before the wide drawing was there go on."""
    text = MONZA.read_text(encoding="utf-8")
    file = tmp_path / "monza.toml"
    file.write_text(text[: text.index("[geometry.wide]")] + text[text.index("[render]") :], encoding="utf-8")
    plain = trackfile.load(file)
    assert plain.geometry.wide is None
    assert plain.digest == trackfile.load(MONZA).digest
    file.write_text(text.replace("length = 598.32", "length = 500.0"), encoding="utf-8")
    assert "does not close" in complaint(file)


@pytest.mark.rules("AU-191")
def test_a_short_grid_limits_the_players(tmp_path: Path) -> None:
    text = DAYTONA.read_text(encoding="utf-8")
    start, end = text.index("[[grid]]\nslot = 4"), text.index("# ---- lanes")
    file = tmp_path / "short.toml"
    file.write_text(text[:start] + text[end:], encoding="utf-8")
    game = GAME.with_track(file)
    assert list(game.players_for(game.read_option_values({}))) == [2, 3]


@pytest.mark.rules("AU-46")
def test_a_track_with_other_lanes_and_lengths_is_played(tmp_path: Path) -> None:
    text = MONZA.read_text(encoding="utf-8").replace('id        = "monza"', 'id = "six"').replace("lanes     = 4", "lanes = 6")
    lanes = "".join(f'[[lane]]\nnumber = {number}\nspaces = ["K12", "LK10", "D20", "WK9", "W9"]\n\n' for number in (5, 6))
    file = tmp_path / "six.toml"
    file.write_text(text.replace("# ---- named stretches", lanes + "# ---- named stretches"), encoding="utf-8")
    game = GAME.with_track(file)
    p = game.start(2, 1, {"weaving": "on"})
    while not p.over and p.view(None)["round"] < 4:
        do(p, game.vocabulary.text(p.kind(p.to_act[0]), p.options(p.to_act[0])[0]))
    assert "6:59" in game.vocabulary.kind(6).index
    assert ElementTree.fromstring(draw_svg(game.parts.tracks["six"])).tag.endswith("svg")


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_drawing_shows_every_space_and_needs_nothing_from_outside(language: str) -> None:
    for track in GAME.parts.tracks.values():
        svg = draw_svg(track, language)
        root = ElementTree.fromstring(svg)
        outlines = [node for node in root.iter() if node.get("stroke-width") == "2.4"]
        assert len(outlines) == len(track.spaces)
        assert track.titles[language] in svg
        for forbidden in ("<script", "href", "url(", "@import"):
            assert forbidden not in svg


def test_a_track_may_be_drawn_from_points(tmp_path: Path) -> None:
    from math import cos, pi, sin

    points = [[round(400 * cos(2 * pi * k / 56), 1), round(400 * sin(2 * pi * k / 56), 1)] for k in range(56)]
    text = DAYTONA.read_text(encoding="utf-8")
    pieces = text[text.index("origin     =") : text.index("# Same units as geometry")]
    file = tmp_path / "round.toml"
    file.write_text(text.replace(pieces, f"centre_points = {points}\n\n"), encoding="utf-8")
    assert ElementTree.fromstring(draw_svg(trackfile.load(file))).tag.endswith("svg")
    file.write_text(text.replace(pieces, f"centre_points = {points[:-1]}\n\n"), encoding="utf-8")
    assert "55 points" in complaint(file)
