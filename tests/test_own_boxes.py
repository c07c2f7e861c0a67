"""Boxes of owners: as differences, as one file, in a record; what is refused, and with which words."""

from __future__ import annotations

import csv
import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from officina.cli.app import run
from officina.core import own_box
from officina.core.components import FIXED, read_toml
from officina.core.errors import ComponentsError, RecordError
from officina.core.glossary import glossary
from officina.core.own_box import BoxError, OwnBox
from officina.core.record import Record
from officina.core.text import render
from officina.games import GAMES
from tests.box_mutations import complaint_of, places, with_value
from tests.seeds import seed_of

CHANGED = {
    "fuori_di_rotella": ("points.own_colour", 3),
    "crazy_race": ("stage_cards.card[1].sides[2]", "A 3"),
    "kraftwagen": ("track.lap_spaces", 11),
    "automobiles": ("fixed_cards.card[1].cost", 2),
    "automania": ("contracts.card[3].medals", 5),
}
"""A figure of each game that is our reconstruction, or could be."""


def box_of(game: str, **more: Any) -> OwnBox:
    place, value = CHANGED[game]
    return OwnBox("Mine", {place: value}, **more)


@pytest.mark.parametrize("name", CHANGED)
def test_a_record_carries_its_box(name: str) -> None:
    game = own_box.game_with(GAMES[name], box_of(name))
    assert game.components_digest != GAMES[name].components_digest
    record = Record.start(game, game.players[0], seed_of(name))
    for _ in range(5):
        seat = record.position.to_act[0]
        record.apply(seat, record.position.options(seat)[0])
    text = record.dump()
    again = Record.load(text, GAMES.__getitem__)
    assert again.game.own_box == box_of(name)
    assert again.position.to_json() == record.position.to_json()
    other = text.replace(json.dumps("Mine")[1:-1], "Yours", 1)
    with pytest.raises(RecordError):  # the digest of the lines
        Record.load(other, GAMES.__getitem__)


@pytest.mark.parametrize("name", CHANGED)
def test_a_box_is_its_differences_from_ours(name: str) -> None:
    game, own = GAMES[name], box_of(name)
    figures = own_box.figures_of(game, own)
    assert own_box.differences(own_box.standard_figures(game), figures) == own.changes
    found, again, compared = own_box.read_file(own_box.dump_file(game, own, ["points"]).encode(), GAMES.__getitem__)
    assert (found.name, again, compared) == (name, own, ["points"])


def test_ours_is_no_other_box() -> None:
    for game in GAMES.values():
        same = own_box.game_with(game, OwnBox("Ours"))
        assert same.components_digest == game.components_digest


def test_a_record_whose_box_was_changed_is_refused() -> None:
    game = own_box.game_with(GAMES["crazy_race"], box_of("crazy_race"))
    header = Record.start(game, 3, 1).header
    header.box = OwnBox("Mine", {"stage_cards.card[1].sides[2]": "A 2"}).text()
    from officina.core.record import open_record, played_game

    with pytest.raises(RecordError):
        open_record(played_game(GAMES["crazy_race"], header), header)


def test_a_track_is_called_by_what_can_be_seen() -> None:
    game = GAMES["automobiles"]
    track = read_toml(game.folder / "tracks" / "monza.toml")
    shown = {**track, "name": {"it": "<b>Monza</b>", "en": "<b>Monza</b>"}}
    assert own_box.game_with(game, OwnBox("Mine", tracks={"monza": shown})).own_box is not None
    assert game.tracer is not None
    assert "<b>" not in game.tracer.sketch(game.tracer.opened(shown), "it").svg
    turned = {**track, "name": {"it": "Mon\u202eza", "en": "Monza"}}
    with pytest.raises(BoxError, match="cannot be seen"):
        own_box.game_with(game, OwnBox("Mine", tracks={"monza": turned}))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"nowhere.at_all": 1}, "nowhere.at_all"),
        ({"points.evidence": "IT"}, "points.evidence"),
        ({"Points": 1}, "Points"),
        ({"points[1]": 1}, "points[1]"),
        ({"robots.robot[9].code": "bolt"}, "robots.robot[9].code"),
        ({"gears.total": 96}, "88"),
        ({"points.own_colour": 10**9}, "points.own_colour"),
        ({"points.own_colour": 10**400}, "points.own_colour"),
        ({"points.own_colour": float("1e5")}, "100000.0"),
        ({"points": [[[[[[[[[[1]]]]]]]]]]}, "points"),
        ({"robots.robot[1].hex": "red;}"}, "hex"),
        ({"robots.robot[1].code": "bolt\u202e"}, "robots.robot[1].code"),
        ({"robots.robot[1]": {"co\u200bde": "bolt"}}, "robots.robot[1]"),
        ({"robots.robot[1].code": "x" * 300}, "robots.robot[1].code"),
    ],
)
def test_what_is_no_box_is_refused_in_words(changes: dict[str, Any], words: str) -> None:
    with pytest.raises((BoxError, ComponentsError)) as refused:
        own_box.game_with(GAMES["fuori_di_rotella"], OwnBox("Mine", changes))
    for language in ("it", "en"):
        assert words in render(refused.value.message, language)


@pytest.mark.parametrize("name", ["", "  x", "a\nb", "x" * 61, "\u202eabc"])
def test_a_name_can_be_shown(name: str) -> None:
    with pytest.raises(BoxError):
        own_box.checked(OwnBox(name))


def test_the_command_makes_checks_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, mine, broken = tmp_path / "ours.json", tmp_path / "mine.json", tmp_path / "broken.json"
    assert run(["box", "new", "crazy-race", "-o", str(ours), "--name", "Ours"]) == 0
    text = ours.read_text(encoding="utf-8")
    mine.write_text(text.replace('"C 1"', '"C 2"', 1), encoding="utf-8")
    assert run(["box", "check", str(mine)]) == 0
    assert run(["box", "diff", str(mine)]) == 0
    assert "stage_cards.card[1].sides[4]" in capsys.readouterr().out
    broken.write_text(text.replace('"sum": 36', '"sum": 35'), encoding="utf-8")
    assert run(["box", "check", str(broken)]) == 2
    said = capsys.readouterr().err
    assert "turntable_cards" in said
    assert "36" in said
    rows = tmp_path / "rows.csv"
    assert run(["simulate", "crazy-race", "-n", "2", "-b", "random", "--box", str(mine), "--csv", str(rows)]) == 0
    assert run(["simulate", "crazy-race", "-n", "2", "-b", "random", "--box", str(mine), "--track", str(mine)]) == 2
    assert run(["play", "kraftwagen", "--box", str(mine)]) == 2
    digest = own_box.game_with(*own_box.read_file(mine.read_bytes(), GAMES.__getitem__)[:2]).components_digest
    assert {line["box"] for line in csv.DictReader(rows.read_text(encoding="utf-8").splitlines())} == {digest}


def test_the_command_keeps_boxes_on_the_shelf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, data = tmp_path / "mine.json", ["--data", str(tmp_path)]
    own = box_of("kraftwagen")
    file.write_text(own_box.dump_file(GAMES["kraftwagen"], own), encoding="utf-8")
    import asyncio

    from officina.cli.storing import place

    async def make() -> None:
        storage = place(tmp_path, "")
        await storage.open()
        await storage.close()

    asyncio.run(make())
    assert run(["box", "import", str(file), *data]) == 0
    box_id = capsys.readouterr().out.strip().rpartition("/")[2]
    assert run(["box", "list", *data]) == 0
    assert "Mine" in capsys.readouterr().out
    assert run(["box", "export", box_id, "-o", str(tmp_path / "again.json"), *data]) == 0
    assert (tmp_path / "again.json").read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    assert run(["box", "export", "nothing", *data]) == 2


def test_a_track_goes_into_a_box_and_out_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import asyncio

    from officina.tables import tokens
    from officina.tables.boxes.edits import Edit
    from officina.tables.boxes.shelf import Shelf
    from officina.tables.storage.open_storage import open_storage

    game, token = GAMES["automobiles"], tokens.new_token()
    assert game.tracer is not None
    track = game.tracer.opened(read_toml(game.folder / "tracks" / "monza.toml"))

    async def story() -> str:
        storage = open_storage(tmp_path)
        await storage.open()
        shelf = Shelf(storage)
        row = await shelf.add(game.name, OwnBox("Mine"), token)
        await shelf.edit(row.id, token, Edit("set", "wear_chart.dark", "4"))
        await shelf.keep_track(row.id, token, track, {"wear_chart.black": 5})
        with pytest.raises(BoxError):
            await shelf.keep_track(row.id, tokens.new_token(), track, {})
        await shelf.drop_track(row.id, token, "monza")
        kept = [read(await shelf.undo(row.id, token)) for _ in range(3)]
        await shelf.keep_track(row.id, token, track, {})
        await shelf.declare_ready(row.id, token)
        text = file_text(await shelf.find(row.id))
        await storage.close()
        assert [(dict(own.changes), list(own.tracks)) for own in kept] == [
            ({"wear_chart.dark": 4, "wear_chart.black": 5}, ["monza"]),
            ({"wear_chart.dark": 4}, []),
            ({}, []),
        ]
        return text

    file = tmp_path / "mine.json"
    file.write_text(asyncio.run(story()), encoding="utf-8")
    assert run(["box", "check", str(file)]) == 0
    capsys.readouterr()
    assert run(["box", "diff", str(file)]) == 0
    assert "monza" in capsys.readouterr().out


def read(row: Any) -> OwnBox:
    return own_box.read_own_box(row.draft)


def file_text(row: Any) -> str:
    from officina.tables.boxes.shelf import file_of

    return file_of(row)


@pytest.mark.parametrize("name", list(GAMES))
def test_what_stands_in_a_list_is_looked_at_before_it_is_used(name: str) -> None:
    """An entry of the wrong kind is refused in words, in the compiled engine, too, which knows the kinds of its lists."""
    game = GAMES[name]
    content = own_box.standard_figures(game)
    for place in places(content):
        before = own_box.value_at(content, place)
        if isinstance(before, list) and not place.startswith("evidence"):
            for number, odd in product(range(len(before)), ([1], 1.5, {})):
                mutant = with_value(content, [*own_box.steps(place), number], odd)
                wrong = complaint_of(game, mutant)
                assert wrong is not None, (place, number, odd)
                assert wrong.place, (place, number, odd)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("automobiles", "fixed_cards.card[2].wear"),
        ("automobiles", "cards.card[1].wear"),
        ("automobiles", "cards.card[9].figure"),
        ("automania", "tiles.a[2].stars"),
        ("automania", "tiles.a[5].value"),
        ("automania", "tiles.a[13].medals"),
    ],
)
def test_a_figure_that_the_rules_do_not_use_cannot_be_changed(name: str, place: str) -> None:
    """Otherwise a box would be taken that is not the one that is played (``python -m tests.box_mutations idle`` finds such)."""
    game = GAMES[name]
    content = own_box.standard_figures(game)
    assert own_box.demands(game, content)[place].kind == FIXED
    own_box.set_value(content, place, 3)
    assert complaint_of(game, content) is not None


@pytest.mark.parametrize(
    ("place", "value", "card", "words"),
    [
        ("cards.card[2].figure", 1, "engineer", "Discard up to 1 active cube, then"),
        ("cards.card[16].wear", 0, "turbo", "Move up to 2 light gray spaces"),
        ("cards.card[16].wear", 3, "turbo", "Gain 3 Wear. Move up to 2"),
        ("cards.card[13].figure", 4, "boost", "Draw up to 4 cubes, gain 1 Wear for each."),
    ],
)
def test_what_a_card_says_is_what_the_box_has(place: str, value: int, card: str, words: str) -> None:
    game = own_box.game_with(GAMES["automobiles"], OwnBox("Mine", {place: value}))
    assert render(glossary(game)[card].text, "en").startswith(words)
    assert not render(glossary(GAMES["automobiles"])[card].text, "en").startswith(words)
