"""The pages of owners' boxes: in the words of the table, never in those of our files; what a box brings is kept apart."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from officina.core import own_box
from officina.core.components import read_toml
from officina.core.errors import ComponentsError
from officina.core.own_box import BoxError, OwnBox
from officina.games import GAMES
from officina.games.automobiles.trackfile import STANDARD
from officina.messages import Ready, TakeSeat
from officina.tables import PlannedSeat
from officina.tables.boxes.edits import Edit, changed, further, sum_to_set, verdict
from officina.tables.people.history import as_csv, history
from officina.tables.people.people import People
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.sql_people import people
from officina.web.pages.box_pieces import BoxView, Figure, Group
from officina.web.pages.boxes import told
from officina.web.pages.me import summary
from tests.box_mutations import complaint_of, mutants, worded
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.test_club import played
from tests.web.own_boxes import BROKEN
from tests.web.test_me import Browser, served, sit

CODE = re.compile(r"[a-z0-9]+_[a-z0-9_]+|\b[a-z]{1,2}[0-9]\b")
"""What a name of our files looks like: ``dev_bb``, ``bodies_total``, ``a1``."""


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_no_piece_and_no_figure_is_called_by_a_name_of_our_files(name: str, language: str) -> None:
    view = BoxView(GAMES[name], OwnBox("-"), set(), None, language)
    said = [plate.title for plate in view.plates]
    for piece in (piece for plate in view.plates for piece in plate.pieces):
        said.append(piece.title)
        for figure in (figure for group in piece.groups for figure in group.figures):
            said += [figure.label, view.named(figure.value), *(label for _, label in figure.choices)]
    assert [words for words in said if CODE.search(words)] == []
    for plate in view.plates:
        titles = [piece.title for piece in plate.pieces]
        assert len(set(titles)) == len(titles), "each can be told from the others"


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_is_drawn_within_its_picture(name: str) -> None:
    view = BoxView(GAMES[name], OwnBox("-"), set(), None, "en")
    pictures = {piece.place: piece.picture for plate in view.plates for piece in plate.pieces if piece.picture}
    assert pictures
    for place, picture in pictures.items():
        drawn = ElementTree.fromstring(picture)
        _, _, width, height = map(float, drawn.attrib["viewBox"].split())
        for rect in drawn.iterfind(".//rect"):
            x, y, across, down = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
            assert min(across, down) > 0, place
            assert x + across <= width + 1, place
            assert y + down <= height + 1, place


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_add_up_is_said_of_a_piece_of_the_page(name: str, language: str) -> None:
    game, (place, total) = GAMES[name], BROKEN[name]
    before = own_box.value_at(own_box.standard_figures(game), place)
    own = changed(game, OwnBox("-"), Edit("set", place, str(before - 1)))
    wrong = verdict(game, own)
    assert wrong is not None
    view = BoxView(game, own, set(), wrong, language)
    said = view.complaint(wrong)
    assert said.id in {piece.id for plate in view.plates for piece in plate.pieces if piece.wrong}
    assert said.where
    assert total in said.words
    assert not CODE.search(said.where + said.words)


def figures_shown(view: BoxView) -> Iterator[tuple[Group, Figure]]:
    """Every figure of a box, in its group."""
    for plate in view.plates:
        for piece in plate.pieces:
            for group in piece.groups:
                for figure in group.figures:
                    yield group, figure


@pytest.mark.parametrize("name", GAMES)
def test_what_stands_there_can_be_chosen_again_and_a_list_grows_only_where_it_may(name: str) -> None:
    """Also of a box that does not add up, of which the loader reads only the beginning."""
    game = GAMES[name]
    figures = own_box.standard_figures(game)
    place, _ = BROKEN[name]
    broken = changed(game, OwnBox("-"), Edit("set", place, str(own_box.value_at(figures, place) - 1)))
    for own in (OwnBox("-"), broken):
        view = BoxView(game, own, set(), verdict(game, own), "it")
        for group, figure in figures_shown(view):
            if figure.choices:
                assert figure.value in [word for word, _ in figure.choices], figure.place
            else:
                assert figure.number or figure.fixed, f"{figure.place} is a field for any text"
            if group.grows:
                more = copy.deepcopy(figures)
                items = own_box.value_at(more, group.place)
                items.append(items[-1])
                wrong = own_box.complaint(game, more)
                assert wrong is None or "there are" not in str(wrong), f"{group.place}: {wrong}"
        assert all(group.figures or group.grows for plate in view.plates for piece in plate.pieces for group in piece.groups)


def test_a_list_that_is_empty_with_us_may_have_something_in_the_real_box() -> None:
    game = GAMES["automania"]
    own = changed(game, OwnBox("-"), Edit("add", "contracts.card[1].styles"))
    own = changed(game, own, Edit("set", "contracts.card[1].styles[1]", "dice"))
    assert verdict(game, own) is None
    assert own.changes == {"contracts.card[1].styles": ["dice"]}
    assert changed(game, own, Edit("remove", "contracts.card[1].styles[1]")).changes == {}
    with pytest.raises(BoxError):
        changed(game, OwnBox("-"), Edit("add", "factories.factory[1].printed_stars"))


@pytest.mark.parametrize("name", GAMES)
def test_every_complaint_is_said_in_words_and_what_mends_a_sum_is_a_figure(name: str) -> None:
    game = GAMES[name]
    content = own_box.standard_figures(game)
    said: dict[str, OwnBox] = {}
    for number, (place, mutant) in enumerate(chain(mutants(content), worded(game, content))):
        wrong = complaint_of(game, mutant) if number % 29 == 0 and "evidence" not in place else None
        if wrong is None or mutant.keys() != content.keys():
            continue
        key = getattr(wrong.message.args.get("what"), "key", "")
        with suppress(BoxError):
            own = OwnBox("-", own_box.differences(content, mutant))
            mend = sum_to_set(game, own, wrong)
            assert mend is None or isinstance(mend[1], int), f"{place}: {mend}"
            if key.startswith(f"{name}."):  # the kernel's own speak of entries, which the page calls by its own words
                said.setdefault(key, own_box.checked(own))
    for language in ("it", "en"):
        for key, own in said.items():
            complaint = verdict(game, own)
            assert complaint is not None
            words = BoxView(game, own, set(), complaint, language).complaint(complaint).words
            assert not CODE.search(words), f"{key}: {words}"


@pytest.mark.parametrize("name", GAMES)
def test_a_figure_that_is_wrong_leaves_the_others_what_they_are(name: str) -> None:
    """A loader stops at its first complaint: what it asks of the rest is known from our own box."""
    game, rng = GAMES[name], seeded(("wrong figures", name))
    known = own_box.demands(game, own_box.standard_figures(game))
    kinds = kinds_of(BoxView(game, OwnBox("-"), set(), None, "it"))
    figures = [place for place in kinds if kinds[place][1:] != (0, 0) and place in known]
    assert figures
    for _ in range(4):
        place = rng.pick(figures)
        own = changed(game, OwnBox("-"), Edit("set", place, "-7"))
        now = kinds_of(BoxView(game, own, set(), verdict(game, own), "it"))
        assert {each: kinds[each] for each in now if now[each] != kinds[each]} == {}, place


def kinds_of(view: BoxView) -> dict[str, tuple[bool, int, int]]:
    """Of every figure: whether it can only be read, and its bounds."""
    groups = [group for plate in view.plates for piece in plate.pieces for group in piece.groups]
    return {figure.place: (figure.fixed, figure.least, figure.most) for group in groups for figure in group.figures}


def test_what_is_wrong_in_several_tables_is_told_of_each() -> None:
    game = GAMES["crazy_race"]
    own = OwnBox("-")
    for place, value in (("finish_cards.values[6]", "4"), ("turntable_cards.values[1]", "6")):
        own = changed(game, own, Edit("set", place, value))
    first = verdict(game, own)
    assert isinstance(first, ComponentsError)
    assert [first.place, *(each.place for each in further(game, own, first))] == ["turntable_cards", "finish_cards"]
    own = changed(game, own, Edit("set", "turntable_cards.sum", "37"))
    assert further(game, own, verdict(game, own)) == []
    for name, (place, _) in BROKEN.items():
        before = own_box.value_at(own_box.standard_figures(GAMES[name]), place)
        own = changed(GAMES[name], OwnBox("-"), Edit("set", place, str(before - 1)))
        assert further(GAMES[name], own, verdict(GAMES[name], own)) == [], "nothing else was touched"


def test_from_the_first_page_to_a_box_that_does_not_add_up_and_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, app), Browser(app) as owner:
            assert 'href="/box"' in (await owner.get("/")).text
            assert (await owner.get("/box")).text.count('href="/box/') == len(GAMES)
            made = await owner.post("/box/kraftwagen", data={"name": "Mine", "maker": "Ada"})
            assert "So far it is like ours." in made.text
            here = str(made.url)
            broken = await owner.post(here, data={"do": "set", "place": "parts.bodies[7]", "value": "4"})
            assert '<a href="#p-parts">Bodies and engines</a>' in broken.text
            refused = await owner.post(here, data={"do": "ready"})
            assert refused.status_code == 409
            assert 'id="play"' not in refused.text
            assert "1 figure differs from ours." in (await owner.get("/box")).text
            mended = await owner.post(here, data={"do": "undo"})
            assert "So far it is like ours." in mended.text

    run(main())


def test_a_box_goes_with_its_maker_to_the_phone_and_to_nobody_else(tmp_path: Path) -> None:
    """Begun at the desk, held over the box with the phone: the same person edits it in both."""

    async def main() -> None:
        async with served(tmp_path) as (_, app), Browser(app) as desk, Browser(app) as phone, Browser(app) as other:
            begun = str((await desk.post("/box/kraftwagen", data={"name": "Mine"})).url)  # before the browser knew anybody
            await desk.post("/me", data={"name": "Ada"})
            page = await desk.post(begun, data={"do": "set", "place": "parts.bodies[7]", "value": "4"})
            assert "1 figure differs from ours." in page.text
            second = str((await desk.post("/box/automania", data={"name": "Second"})).url)
            code = re.search(r"/me/join/[^\"< ]+", (await desk.post("/me/device")).text)
            assert code is not None
            await phone.post(code[0])
            await other.post("/me", data={"name": "Bruno"})
            listed = (await phone.get("/box")).text
            assert re.findall(">(Mine|Second)<", listed) == ["Mine", "Second"]
            back = await phone.post(begun, data={"do": "undo"})
            assert "So far it is like ours." in back.text
            for here in (begun, second):
                assert 'id="ready"' in (await phone.get(here)).text
                assert 'id="ready"' not in (await other.get(here)).text
                assert (await other.post(here, data={"do": "undo"})).status_code == 409
            person = (await people_known(app))["Ada"]
            forged = Browser(app)
            forged.cookies.set("box-maker", person, domain="officina.example")
            assert (await forged.post(begun, data={"do": "delete"})).status_code == 409, "who made it opens no door"
            stored = (await phone.get("/me/export")).json()
            assert [(box["game"], box["name"]) for box in stored["boxes"]] == [("kraftwagen", "Mine"), ("automania", "Second")]
            await phone.post("/me/erase", data={"sure": "1"})
            for here in (begun, second):
                assert (await desk.get(here)).status_code == 404

    run(main())


def test_whoever_sits_down_is_told_of_the_box(tmp_path: Path) -> None:
    """In the list, in the lobby, at the table, at its end and in the history; and may look at what differs."""

    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as owner, Browser(app) as guest:
            box = await tables.shelf.add(FUORI.name, OwnBox("Mine & co", {"points.own_colour": 9}), "a" * 32, ready=True)
            form = {"name": "Ada", "players": "2", "seat-0": "me", "seat-1": "open", "set": "printed", "box": box.id}
            table_id = (await owner.post(f"/new/{FUORI.name}", data=form)).url.path.removeprefix("/t/")
            assert "with the box “Mine &amp; co”" in (await guest.get("/")).text
            lobby = (await guest.get(f"/t/{table_id}")).text
            assert 'id="box-sign"' in lobby
            assert "As printed" not in lobby, "a table with other figures is not as printed"
            assert lobby.index('id="which-box"') < lobby.index('id="chair-0"'), "before the chairs: also on a phone"
            assert 'id="with-box"' in (await owner.get(f"/new/{FUORI.name}?box={box.id}")).text
            for where in (f"/t/{table_id}", f"/t/{table_id}/box"):
                page = (await guest.get(where)).text
                assert "Mine &amp; co" in page
                assert "1 differs from ours" in page
            assert "<td><b>9</b></td>" in page
            await sit(guest, table_id, "Bruno")
            tokens = {seat: str(each.cookies[f"seat-{table_id}"]) for seat, each in enumerate((owner, guest))}
            for each in (owner, guest):
                await each.post(f"/t/{table_id}/ready", data={"ready": "1"})
            assert 'id="box-sign"' in (await guest.get(f"/t/{table_id}")).text
            await Friends(tables, table_id, tokens).play(seeded("told of the box"))
            over = (await guest.get(f"/t/{table_id}")).text
            assert over.count(f'href="/t/{table_id}/box"') == 3, "in the bar, in the menu, and beside the scores"
            plain = (await owner.post(f"/new/{FUORI.name}", data={**form, "box": ""})).url.path
            assert "/box" not in (await guest.get(plain)).text.replace('href="/box"', "")
            assert (await guest.get(f"{plain}/box")).url.path == plain

    run(main())


def test_a_race_on_a_track_of_ones_own_is_told_of_by_its_name(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as guest:
            track = {**read_toml(STANDARD[0]), "id": "mine"}
            track["name"] = {"it": "Il mio giro", "en": "My lap"}
            box = await tables.shelf.add("automobiles", OwnBox("Mine", {}, {"mine": track}), "a" * 32, ready=True)
            plans = [PlannedSeat("person", "Ada"), PlannedSeat("open")]
            created = await tables.create("automobiles", 2, {"track": "mine"}, plans, box=box.id)
            page = (await guest.get(f"/t/{created.table_id}", headers={"Accept-Language": "it"})).text
            assert "Si corre su «Il mio giro»." in page
            new = (await guest.get(f"/new/automobiles?box={box.id}", headers={"Accept-Language": "it"})).text
            assert "Si corre su «Il mio giro»." in new, "a track of one's own is not taken silently"
            tokens = dict(created.tokens)
            tokens[1] = (await tables.do(created.table_id, "", TakeSeat(1, "Bruno"))).token
            for token in tokens.values():
                await tables.do(created.table_id, token, Ready(True))
            friends, rng = Friends(tables, created.table_id, tokens), seeded("own track")
            for _ in range(12):
                await friends.one_choice(rng)
            log = await guest.get(f"/t/{created.table_id}/log")
            assert log.status_code == 200
            assert "Ada" in log.text

    run(main())


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_what_differs_is_told_in_the_words_of_the_game(name: str, language: str) -> None:
    """Also a list that became longer or shorter, and a whole row of figures: never as our files write them."""
    game = GAMES[name]
    ours = own_box.standard_figures(game)
    own = OwnBox("-", {place: value[:-1] for place, value in lists_in("", ours) if own_box.is_place(place)})
    said = told(BoxView(game, own, set(), None, language), game, own)
    assert len(said) == len(own.changes)
    for place, our, their in said:
        assert our != their, place
        assert not CODE.search(our + their), (place, our, their)
        assert not set('[]{}"') & set(our + their), (place, our, their)


def test_features_of_a_contract_are_told_by_their_names() -> None:
    game = GAMES["automania"]
    own = changed(game, OwnBox("-"), Edit("add", "contracts.card[1].features"))
    view = BoxView(game, own, set(), None, "it")
    ((_, our, their),) = told(view, game, own)
    first = view.named(own_box.value_at(own_box.standard_figures(game), "contracts.card[1].features")[-1])
    assert their == f"{our}, {first}"


@pytest.mark.parametrize("name", GAMES)
def test_whatever_may_grow_or_shrink_can_become_a_box_again(name: str) -> None:
    """What the rules fix in sum: a + that only ever leads to a complaint is offered nowhere, nor such a ×."""
    game = GAMES[name]
    alike: dict[str, list[Edit]] = {}
    for edit in offered(BoxView(game, OwnBox("-"), set(), None, "it")):
        alike.setdefault(f"{edit.kind} {re.sub('[0-9]+', '', edit.place)}", []).append(edit)
    assert alike
    for what, edits in alike.items():
        place, others = MENDED.get(what, ("", ()))
        tried = [edit for edit in edits if edit.place == place] or [edits[-1], edits[0]]
        assert any(mended(game, edit, others) for edit in tried), what


def offered(view: BoxView) -> Iterator[Edit]:
    """Every + and every × of a page."""
    for plate in view.plates:
        for place, _ in plate.grows:
            yield Edit("add", place)
        for piece in plate.pieces:
            if piece.removable:
                yield Edit("remove", piece.place)
            for group in piece.groups:
                if group.grows:
                    yield Edit("add", group.place)
                for figure in group.figures:
                    if figure.item:
                        yield Edit("remove", figure.place)


MENDED: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "add action_tiles.tile[].actions": ("action_tiles.tile[5].actions", (("action_tiles.tile[5].actions[2]", "buyer"),)),
    "add cards.development": ("", (("cards.development[8].code", "other"),)),
    "add pawn.spaces": ("", (("pawn.spaces[6]", "4"),)),
    "remove pawn.spaces[]": ("pawn.spaces[5]", (("pawn.start", "3"),)),
    "add rounds.round[].prices": ("rounds.round[3].prices", (("rounds.round[3].prices[9]", "17"),)),
    "add sets.set": ("", (("sets.set[9].code", "other"),)),
    "add spaces.space[].cells": ("spaces.space[9].cells", (("spaces.space[9].cells[5]", "2"),)),
    "add tiles.a": ("", (("tiles.a[15].count", "1"), ("tiles.a[14].count", "1"))),
    "add tiles.b": ("", (("tiles.b[24].count", "1"), ("tiles.b[23].count", "2"))),
    "remove tiles.a[]": ("tiles.a[14]", (("tiles.a[13].count", "4"),)),
    "remove tiles.b[]": ("tiles.b[23]", (("tiles.b[22].count", "6"),)),
}
"""Where an item is added or removed, and what its owner says of the others then, where that takes more than setting sums."""


def mended(game: Any, edit: Edit, others: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether a box follows from an edit by setting sums, and these other figures."""
    try:
        own = changed(game, OwnBox("-"), edit)
        for place, value in others:
            own = changed(game, own, Edit("set", place, value))
    except BoxError:
        return False
    return with_sums(game, own)[1] is None


def with_sums(game: Any, own: OwnBox) -> tuple[OwnBox, Any]:
    """A box with its sums set, and what is wrong with it still."""
    for _ in range(4):
        wrong = verdict(game, own)
        mend = sum_to_set(game, own, wrong)
        if mend is None:
            return own, wrong
        own = changed(game, own, Edit("set", mend[0], str(mend[1])))
    return own, wrong


def test_a_list_that_is_full_offers_no_more() -> None:
    game = GAMES["automania"]
    place = "factories.factory[5].office_costs"
    edits = list(offered(BoxView(game, OwnBox("-"), set(), None, "it")))
    assert Edit("add", place) not in edits
    assert Edit("add", place.replace("5", "4")) in edits
    assert Edit("remove", f"{place}[6]") in edits
    with pytest.raises(BoxError):
        changed(game, OwnBox("-"), Edit("add", place))
    assert not [edit for edit in edits if edit.place.startswith("ships.")], "as many spaces as the rules count"
    assert Edit("add", "action_tiles.tile") not in offered(BoxView(GAMES["kraftwagen"], OwnBox("-"), set(), None, "it"))


def lists_in(place: str, value: Any) -> Iterator[tuple[str, list[Any]]]:
    """Every list of a box that is not empty, with its place."""
    if isinstance(value, dict):
        for entry, inner in value.items():
            yield from lists_in(f"{place}.{entry}" if place else entry, inner)
    elif isinstance(value, list) and value:
        yield place, value


async def people_known(app: Any) -> dict[str, str]:
    """Everybody's id, by name."""
    return {row.name: row.id for row in await people(app.state.people.storage)}


def test_points_of_an_own_box_are_no_record_of_a_person(tmp_path: Path) -> None:
    async def main() -> list[Any]:
        async with open_tables(tmp_path / "tables.sqlite") as tables:
            people, rng = People(tables.registry), seeded("own boxes")
            made = [(await people.make(name))[0] for name in ("Anna", "Bruno")]
            own = OwnBox("Mine", {"points.own_colour": 9})
            box = await tables.shelf.add(FUORI.name, own, "a" * 32, ready=True)
            with_box = await played(tables, made, rng, club=False, box=box.id)
            alone = await history(people, ScoreBook(tables.storage), made[0])
            await played(tables, made, rng, club=False)
            return [with_box.id, alone, await history(people, ScoreBook(tables.storage), made[0])]

    table_id, alone, lines = run(main())
    assert [line.box.name for line in alone] == ["Mine"]
    mine = (1, alone[0].own.score, "Mine")
    assert [(row["n"], row["best"], row["own_box"]) for row in summary(alone)] == [mine]
    printed = next(line for line in lines if not line.box)
    assert [(row["n"], row["best"], row["own_box"]) for row in summary(lines)] == [(1, printed.own.score, ""), mine]
    rows = as_csv(lines, "former").splitlines()
    assert [row for row in rows if row.endswith(f"{table_id},Mine")]
    assert rows[0].endswith("table,box")
