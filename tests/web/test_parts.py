"""The small parts of the page: charts, rules pages, names in the log, languages, the end of a turn, boards of every game."""

from __future__ import annotations

import html
import itertools
import json
import pkgutil
import re
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

from officina import GAMES, Game, Message, Reason, Record, Rng
from officina.bots import make_bot
from officina.cli.app import run as command
from officina.core.drawing import SCREENS, mark_choices
from officina.core.events import EVERYBODY
from officina.core.text import LANGUAGES, numbered_seat
from officina.tables import LiveTable, PlannedSeat
from officina.tables.actions.play import ends_turn
from officina.tables.table.moves import plan_choice
from officina.web import live
from officina.web.byte_cache import ByteCache, size_of
from officina.web.live import lobby
from officina.web.live.chart import score_chart, ticks
from officina.web.live.course import Course, Courses, Trail
from officina.web.live.frames import FrameCache
from officina.web.live.previews import PreviewCache
from officina.web.live.question import reasons
from officina.web.live.regions import board_style, end
from officina.web.live.render_cache import MOST_MESSAGES, RenderCache
from officina.web.live.scene import live_scene
from officina.web.live.sentences import event_icon
from officina.web.pages.new_table import option_field
from officina.web.pages.rulebook import rules_markup
from officina.web.server.serve import free_port, listen, origins, qr_text
from officina.web.words import PageWords, first_rule, preferred_language
from tests.seeds import seed_of, seeded
from tests.tables.common import Friends, open_tables, run

FR = "fuori_di_rotella"


class Shape(HTMLParser):
    """Checks that markup is well formed: every element is closed, no id occurs twice, nothing is styled or scripted inline."""

    VOID = ("br", "hr", "img", "input", "link", "meta")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        names = dict(attrs)
        assert "style" not in names
        assert not any(name.startswith("on") for name in names)
        if names.get("id"):
            self.ids.append(str(names["id"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_markup(markup: str) -> Shape:
    shape = Shape()
    shape.feed(markup)
    shape.close()
    assert shape.open == []
    assert len(shape.ids) == len(set(shape.ids)), "an id occurs twice"
    return shape


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_are_sound_at_every_moment(game: Game, language: str) -> None:
    """Well formed, no id twice, the same style sheet throughout; what is lit can be chosen; people's names cannot break out."""
    rng = seeded(f"boards {game.name}")
    bot = make_bot("random")
    position = game.start(game.players[-1], seed_of("boards"))
    names = ["<b onclick=x>", '"quoted"', "O'Hara & sons", "émile", "e", "f", "g", "h"][: position.seats]
    style = board_style(game, position.seats, tuple(sorted(position.table_options.items())))
    layouts: dict[str, object] = {}
    for number in range(60):
        if position.over:
            break
        seat = position.to_act[0]
        if number % 6 == 0:
            question = position.question(seat)
            offered = {option.notation for option in question.options}
            for screen in SCREENS:
                board = game.board({**position.view(seat), "names": names}, question, language, screen)
                assert board.stylesheet == style, "one style sheet for all screens and the whole game"
                markups = [area.markup for area in board.areas]
                shape = check_markup("".join(markups))
                assert shape.ids or "terminal" in "".join(markups)
                assert mark_choices(markups) <= offered
                assert not any("<b onclick" in markup for markup in (*markups, board.ask, *board.phase, *board.badges))
                assert " style=" not in "".join(markups), "the page's policy forbids it"
                assert len({area.id for area in board.areas}) == len(board.areas)
                layout = [
                    (sheet.id, sheet.size, sheet.title, [(area.id, area.box, area.opens) for area in sheet.areas])
                    for sheet in (*board.sheets, *board.details)
                ]
                assert layouts.setdefault(screen, layout) == layout, "areas keep their places from the deal to the end"
        position.apply(seat, bot.choose(position, seat, rng))


def test_what_is_missing_has_words_in_both_languages(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        rng = seeded(f"missing {game.name}")
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, game.players[0])
            for number in range(80):
                live = await friends.live()
                if live.revealed:
                    return
                seat = live.playing().position.to_act[0]
                if number % 4 == 0:
                    italian, english = (reasons(live_scene(live, seat, language)) for language in LANGUAGES)
                    check_markup(italian)
                    assert italian != english
                await friends.one_choice(rng)

    run(main())


def test_every_choice_of_fuori_di_rotella_that_has_a_place_is_lit() -> None:
    position = GAMES[FR].start(3, seed_of("lit"))
    for _ in range(3):
        position.apply(position.to_act[0], position.options(position.to_act[0])[0])
    question = position.question(0)
    board = GAMES[FR].board(position.view(0), question, "en")
    assert mark_choices(area.markup for area in board.areas) == {option.notation for option in question.options}


def test_the_chart_shows_every_seat_and_ends_at_the_scores() -> None:
    record = Record.start(GAMES[FR], 3, seed_of("chart"))
    rng = seeded("chart")
    while record.position.to_act:
        seat = record.position.to_act[0]
        record.apply(seat, rng.pick(record.position.options(seat)))
    points = Trail().follow(record, record.moves, [EVERYBODY] * len(record.moves)).points()
    looks = [("red", "circle"), ("blue", "triangle"), ("green", "square")]
    for screen in SCREENS:
        chart = score_chart(points, ["Anna", "<Bruno>", "Carla"], looks, PageWords("en"), {points[2].step: 1}, "turn", screen)
        check_markup(chart)
        assert chart.count('class="cl"') == 3
        assert chart.count('class="cfb"') == 1, "a mark at the turning point"
        for name, score in zip(("Anna", "&lt;Bruno&gt;", "Carla"), record.position.scores(), strict=True):
            assert f"{name} {score}" in chart
        for colour, shape in looks:
            assert f'<g class="paint {colour}">' in chart
            assert f'href="#mark-{shape}"' in chart


def test_ticks_are_round_and_few() -> None:
    for least, most in ((0, 1), (0, 7), (-12, 40), (0, 163), (-3, 2)):
        found = ticks(least, most)
        assert 2 <= len(found) <= 8
        assert all(least <= tick <= most for tick in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_pages_link_their_rules(game: Game, language: str) -> None:
    page = rules_markup(game.name, language)
    shape = check_markup(page)
    rules = {id for id in shape.ids if id.startswith("rule-")}
    assert len(rules) > 50
    assert set(re.findall(r'href="#(rule-[^"]+)"', page)) <= rules


def test_every_rule_that_a_question_cites_is_on_the_page(game: Game) -> None:
    page = rules_markup(game.name, "it")
    for step in game.steps.values():
        rule = first_rule(step(0).rule)  # of an instance: a compiled class keeps it there
        if rule:
            assert f'id="rule-{rule}"' in page, f"{step.__name__} cites {rule}"


def test_names_and_rules_in_sentences() -> None:
    words = PageWords("en", ["Anna", "<Bruno>"])
    event = Message("kernel.event.forced", who=numbered_seat(1))
    assert words.tell(event) == "<Bruno> has only one possibility."
    refusal = Reason("kernel.refuse.not_now", "FR-31")
    linked = words.tell_with_rules(refusal, FR)
    assert 'href="/rules/fuori_di_rotella#rule-FR-31"' in linked
    assert "FR-31" not in words.tell(refusal)
    assert "&lt;Bruno&gt;" in words.tell_with_rules(event, FR)
    assert first_rule("FR-80..83") == "FR-80"
    assert first_rule("") == ""


def test_the_browsers_language() -> None:
    assert preferred_language("it-IT,it;q=0.9,en;q=0.8") == "it"
    assert preferred_language("de,en;q=0.5,it;q=0.3") == "en"
    assert preferred_language("") == "en"


def test_icons_tell_chance_and_reveals_apart(game: Game) -> None:
    record = Record.start(game, game.players[0], seed_of("icons"))
    assert {event_icon(game, event) for event in record.opening_events} <= {"chance", "eye", "forced", "dot"}


def help_of(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert command([name, "--help"]) == 0
    told = capsys.readouterr().out
    assert "\\[" not in told
    return told


def test_a_port_that_was_asked_for_is_had_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy is set to that port: a server on another one would not be found."""
    monkeypatch.setattr("officina.web.server.serve.LETTING_GO", 0.1)
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert command(["serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"127.0.0.1:{port}: Address already in use." in told


def test_addresses_and_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert origins("127.0.0.1", 80) == ("http://127.0.0.1:80", "")
    assert origins("::1", 80)[0] == "http://[::1]:80"
    assert free_port("127.0.0.1", 0) > 0
    assert free_port("192.0.2.1", 65535) == 65535  # nowhere to be had, and none after the last one
    assert "[default: " in help_of("serve", capsys)
    assert len(qr_text("http://192.0.2.7:8484").splitlines()) > 10
    assert command(["serve", "--port", "99999"]) == 2
    assert "65535" in capsys.readouterr().err


def test_a_turn_of_several_choices_is_confirmed_before_it_ends(tmp_path: Path, game: Game) -> None:
    """The page asks exactly when a choice would end a turn that could still be taken back; never in a simultaneous decision."""

    async def main() -> None:
        rng = seeded(f"confirm {game.name}")
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, game.players[0])
            for _ in range(60):
                live = await friends.live()
                if live.revealed:
                    return
                check_confirm(live, rng)
                await friends.one_choice(rng)

    run(main())


def check_confirm(live: LiveTable, rng: Rng) -> None:
    record = live.playing()
    position = record.position
    seat = rng.pick(list(position.to_act))
    option = rng.pick(position.options(seat))
    notation = live.game.vocabulary.text(position.kind(seat), option)
    asked = ends_turn(live, seat, plan_choice(live, seat, notation))
    after = position.clone()
    after.apply(seat, option)
    if asked:
        assert seat not in after.to_act
        assert record.moves[-1].seat == seat
        assert len(position.to_act) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_offered_in_words(game: str, language: str) -> None:
    """Nobody has to guess what "space" or "rear_loco" means: every value that is a word has words of its own."""
    words = PageWords(language)
    for option in GAMES[game].options.values():
        for value, label in option_field(GAMES[game], option, words)["values"]:
            assert not value.isidentifier() or GAMES[game].value_words(option.name, value) is not None
            assert label


def test_laps_left_open_are_those_advised_for_the_cards() -> None:
    fields = {
        option.name: option_field(GAMES["automobiles"], option, PageWords("it"))
        for option in GAMES["automobiles"].options.values()
    }
    assert fields["laps"]["default"] == ""
    assert fields["laps"]["values"][0] == ("", "quello consigliato")


def test_what_is_kept_of_tables_is_bounded_in_bytes(tmp_path: Path) -> None:
    """By whatever name a request calls the server, and whatever regions a page says it has."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            created = await tables.create(FR, 2, {}, [PlannedSeat("person"), PlannedSeat("open")])
            friends = await Friends.meet(tables, GAMES[FR], 2)
            cache = RenderCache(tables, 500_000)
            for number in range(200):
                now = await cache.render(created.table_id, None, "en", "", f"http://{number}.example")
                assert cache.kept.bytes <= 500_000
            assert await cache.render(created.table_id, None, "en", "", f"http://{number}.example") is now
            names = list(now.digests)
            for some in itertools.product((False, True), repeat=6):
                known = {name: now.digests[name] for name, has in zip(names, some, strict=False) if has}
                told = json.loads(now.message(known))["regions"]
                assert sorted(told) == sorted(set(names) - set(known))
            assert 0 < len(now.messages) <= MOST_MESSAGES
            for one, _ in cache.kept.kept.values():
                assert size_of([*one.regions.values(), *one.messages.values()]) <= one.most
            played = await cache.render(friends.id, 0, "en", friends.tokens[0], "http://one.example")
            assert await cache.render(friends.id, 0, "en", friends.tokens[0], "http://other.example") is played

    run(main())


def test_every_cache_is_bounded_in_bytes() -> None:
    cache: ByteCache[int, str] = ByteCache(1000)
    for number in range(100):
        cache.put(number, "x", 90)
        assert cache.bytes == sum(size for _, size in cache.kept.values()) <= 1000
    assert cache.known() == list(range(89, 100))
    assert cache.get(89) == "x"
    cache.put(100, "x", 90)
    assert cache.get(89) == "x", "what is used stays"
    assert cache.get(90) is None
    cache.put(89, "y", 2000)
    assert cache.get(89) is None, "what is larger than everything is not kept"
    modules = [import_module(f"{live.__name__}.{found.name}") for found in pkgutil.iter_modules(live.__path__)]
    assert sum(isinstance(value, ByteCache) for module in modules for value in vars(module).values()) == 3
    for module in modules:
        for name, value in vars(module).items():
            # Only what is kept here: a part of `looks` is small, and there are only so many of them.
            ours = getattr(value, "__module__", "").startswith(live.__name__)
            assert not (ours and hasattr(value, "cache_info")), f"{module.__name__}.{name} is bounded in entries only"
    for number in range(300):
        lobby.qr_drawing(f"http://{'x' * 200}{number}.example")
    assert lobby._codes.bytes <= lobby._codes.most


OF_FIXED_SIZE = {"decisions", "drawing"}
"""Kept by number: a few turning points, however long the game was; what is being drawn just now."""


def test_what_grows_with_a_game_is_bounded_in_bytes(tmp_path: Path) -> None:
    """How long one is, an imported record decides."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            made = (RenderCache(tables), Courses(), FrameCache(), PreviewCache())
            for cache in made:
                loose = {name for name, value in vars(cache).items() if isinstance(value, (dict, list, set))}
                assert loose <= OF_FIXED_SIZE, f"{type(cache).__name__}: {loose}"
            courses = Courses(400_000)
            for _ in range(6):
                friends = await Friends.meet(tables, GAMES[FR], 2)
                live = await friends.play(seeded(1))
                assert (await courses.course(live)).last > 20
                assert courses.trails.bytes <= 400_000
                assert courses.trails.bytes == sum(trail.size for trail, _ in courses.trails.kept.values())
            assert 1 < len(courses.trails) < 6

    run(main())


def test_a_chart_that_could_not_be_drawn_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, GAMES[FR], 2)
            live = await friends.play(seeded(1))
            cache = RenderCache(tables)
            with monkeypatch.context() as broken:

                def fails(*_anything: object) -> Course:
                    raise ValueError("no ink")

                broken.setattr(Trail, "follow", fails)
                with pytest.raises(ValueError, match="no ink"):
                    await cache.render(live.id, None, "en", "", "http://here")
            shown = await cache.render(live.id, None, "en", "", "http://here")
            assert any("<svg" in markup for markup in shown.regions.values())

    run(main())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_page_orders_by_place_and_says_what_decided(tmp_path: Path, language: str) -> None:
    """Tied lower places stand as the tie rules rank them, not in seat order (FR-84)."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            for number in range(12):
                friends = await Friends.meet(tables, GAMES[FR], 1, 7, "random")
                live = await friends.play(seeded(f"end {number}"))
                position = live.playing().position
                places = position.places()
                if any(place.tie and place.place > 1 and not place.shared for place in places):
                    break
            else:
                raise AssertionError("no tie in many games")
            scene = live_scene(live, 0, language)
            words = PageWords(language, scene.names())
            markup = end(scene, words)
            check_markup(markup)
            body = markup[markup.index("<tbody>") : markup.index("</tbody>")]
            rows = [re.findall(r"<td[^>]*>(\d+)</td>", row) for row in body.split("</tr>") if "<tr" in row]
            assert [int(row[0]) for row in rows] == sorted(place.place for place in places)
            scores = position.scores()
            told = [(place.place, scores[seat]) for seat, place in enumerate(places)]
            assert sorted((int(row[0]), total_of(body, number)) for number, row in enumerate(rows)) == sorted(told)
            plain = html.unescape(re.sub(r"<[^>]+>", "", body))
            for place in places:
                if place.tie is not None:
                    assert words.tell(place.tie.args["why"][0]) in plain
                    assert f'data-rule="{place.tie.rule}"' in body

    run(main())


def total_of(body: str, number: int) -> int:
    """The total in a line of the end's table."""
    return int(re.findall(r"<strong>(\d+)</strong>", body)[number])
