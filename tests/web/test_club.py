"""The club's pages: who comes in, what members see, and what strangers cannot do: join, read, find out who plays where."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from officina.messages import Say
from officina.tables import PlannedSeat, Tables
from officina.tables.club.club import Club
from officina.tables.club.door import CONSONANTS, COST, SYLLABLES, VOWELS
from officina.tables.tokens import ID_LENGTH, ID_LETTERS, TOKEN_BYTES
from officina.web.limits import Limits
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, run
from tests.web.test_me import SECRET, Browser, served, sit

WORD = "ruota-di-scorta"
NAME = "Circolo di via Po"


async def join(browser: Browser, name: str, word: str = WORD) -> Any:
    return await browser.post("/club/join", data={"name": name, "word": word})


async def new_table(browser: Browser, **more: str) -> str:
    """A table with a free chair, through the form."""
    form = {"name": "", "players": "2", "seat-0": "me", "seat-1": "open", "set": "printed", **more}
    answer = await browser.post(f"/new/{FUORI.name}", data=form)
    assert answer.status_code == 200, answer.text
    return answer.url.path.removeprefix("/t/")


async def play_out(tables: Tables, table_id: str, browsers: Sequence[Browser], name: str) -> None:
    """Everybody is ready, and the game is played to its end."""
    tokens = {seat: str(browser.cookies[f"seat-{table_id}"]) for seat, browser in enumerate(browsers)}
    for browser in browsers:
        await browser.post(f"/t/{table_id}/ready", data={"ready": "1"})
    await Friends(tables, table_id, tokens).play(seeded(name))


def test_a_stranger_cannot_join_a_closed_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COST, "n", 16)  # many guesses: what one costs is not the question here

    async def main() -> None:
        async with served(tmp_path, limits=Limits(clock=lambda: 0.0)) as (_, app), Browser(app) as guest:
            assert (await guest.get("/club")).status_code == 404, "no club, no door"
            assert (await join(guest, "Gino")).status_code == 404
            club: Club = app.state.club
            await club.switch_on(NAME, WORD)
            door = await guest.get("/club")
            assert NAME in door.text
            assert 'name="word"' in door.text
            refused = await join(guest, "Gino", "ruota di legno")
            assert refused.status_code == 422
            assert "not the word of the club" in refused.text
            assert "me" not in guest.cookies, "nobody was made a person for a wrong word"
            await guest.post("/me", data={"name": "Gino"})
            assert (await join(guest, "", "")).status_code == 422
            assert await club.members() == []
            answers = [(await join(guest, "", f"guess {number}")).status_code for number in range(12)]
            assert answers.count(422) < Limits.BURST["claim"]
            assert set(answers) == {422, 429}
            # From many addresses at once: all of them together have so many tries.
            spread = []
            for number in range(40):
                async with Browser(app, f"198.51.100.{number}") as thief:
                    spread.append((await join(thief, "Thief", f"guess {number}")).status_code)
            assert spread.count(422) + answers.count(422) <= Limits.PER_MINUTE["word"]
            assert 429 in spread
            assert await club.members() == []

    run(main())


def test_whoever_knows_the_word_is_in_and_may_leave(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, app), Browser(app) as anna, Browser(app) as bruno:
            club: Club = app.state.club
            await club.switch_on(NAME, WORD)
            page = await join(anna, "Anna", "RUOTA DI SCORTA")
            assert "Leave the club" in page.text
            await bruno.post("/me", data={"name": "Bruno"})
            assert "Bruno" in (await join(bruno, "")).text
            assert [person.name for person in await club.members()] == ["Anna", "Bruno"]
            assert "Anna" in (await bruno.get("/club")).text
            await bruno.post("/club/leave")
            assert 'name="word"' in (await bruno.get("/club")).text
            await club.switch_on(NAME, "")
            assert 'name="word"' not in (await bruno.get("/club")).text
            assert "Leave the club" in (await join(bruno, "", "")).text
            await club.switch_on(NAME, "another word")
            assert "Leave the club" in (await bruno.get("/club")).text, "members stay members"

    run(main())


def test_a_stranger_cannot_read_its_pages(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            served(tmp_path) as (tables, app),
            Browser(app) as anna,
            Browser(app) as bruno,
            Browser(app) as stranger,
        ):
            await app.state.club.switch_on(NAME, WORD)
            await join(anna, "Annamaria")
            await join(bruno, "Brunello")
            table_id = await new_table(anna, name="Annamaria", club="inside")
            await sit(bruno, table_id, "Brunello")
            await play_out(tables, table_id, (anna, bruno), "read")
            hall = (await anna.get("/club")).text
            member = re.search(r'href="(/club/member/\w+)', hall)
            assert member is not None
            assert f'href="/club/evening/{table_id}"' in hall
            pages = ["/club", member[1], f"/club/evening/{table_id}", "/club?season=always", "/club?game=kraftwagen&season=x"]
            for page in pages:
                assert "Annamaria" in (await anna.get(page)).text or "game=" in page
            await stranger.post("/me", data={"name": "Gino"})  # a person, but no member
            for who in (stranger, Browser(app)):
                for page in pages:
                    told = await who.get(page)
                    assert told.url.path == "/club"
                    assert 'name="word"' in told.text
                    for secret in ("Annamaria", "Brunello", table_id, member[1]):
                        assert secret not in told.text
            forged = Browser(app)
            forged.cookies.set("me", member[1].rpartition("/")[2], domain="officina.example")
            assert "Annamaria" not in (await forged.get("/club")).text, "who a member is opens no door"

    run(main())


def test_a_stranger_cannot_see_who_plays_where(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as anna, Browser(app) as bruno, Browser(app) as stranger:
            await app.state.club.switch_on(NAME, WORD)
            await join(anna, "Annamaria")
            await join(bruno, "Brunello")
            table_id = await new_table(anna, name="Annamaria", club="inside")
            open_one = await new_table(anna, name="Annamaria", club="outside")
            for page in ("/", "/club"):
                assert f'href="/t/{table_id}"' in (await bruno.get(page)).text, "members find it"
            places = ("/", "/club", "/records", "/turns", "/api/v1/tables", "/metrics", "/me")
            for page in places:
                told = await stranger.get(page)
                assert table_id not in told.text, page
            assert open_one in (await stranger.get("/")).text, "what stays outside is listed for everybody"
            assert open_one in (await stranger.get("/api/v1/tables")).text
            forged = await new_table(stranger, name="Gino", club="inside")
            assert (await tables.live(forged)).row.club is False, "only members open tables for the club"
            assert "Does this game count in the club?" not in (await stranger.get(f"/new/{FUORI.name}")).text
            assert "Does this game count in the club?" in (await anna.get(f"/new/{FUORI.name}")).text
            assert (await tables.live(table_id)).row.club is True

    run(main())


def test_members_see_the_score_sheet_and_an_erased_one_is_nowhere_in_it(tmp_path: Path, logged: io.StringIO) -> None:
    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as anna, Browser(app) as gone:
            await app.state.club.switch_on(NAME, WORD)
            await join(anna, "Anna")
            await join(gone, SECRET)
            for number in range(2):
                table_id = await new_table(anna, name="Anna", club="inside")
                await sit(gone, table_id, SECRET)
                await tables.do(table_id, str(gone.cookies[f"seat-{table_id}"]), Say("a", f"{SECRET} was here"))
                await play_out(tables, table_id, (anna, gone), f"sheet {number}")
            pages = ["/club", f"/club/evening/{table_id}", f"/t/{table_id}/at/3", f"/t/{table_id}"]
            told = {page: (await anna.get(page)).text for page in pages}
            assert all(SECRET in text for text in told.values())
            sheet = told[f"/club/evening/{table_id}"]
            assert len(re.findall(r'<th scope="col" class="mid">', sheet)) == 2, "a column for each game"
            assert "How the evening went" in sheet
            mine = re.search(r'href="(/club/member/\w+)[^"]*"[^>]*>.*?<span>Anna</span>', told["/club"])
            assert mine is not None
            assert "Head to head" in (await anna.get(mine[1])).text
            for language, word in (("it", "Testa a testa"), ("en", "Head to head")):
                anna.cookies.set("language", language, domain="officina.example")
                assert word in (await anna.get(mine[1])).text
            await gone.post("/me/erase", data={"sure": "1"})
            for page in [*pages, mine[1]]:
                text = (await anna.get(page)).text
                assert SECRET not in text, page
            assert "A former player" in (await anna.get(f"/club/evening/{table_id}")).text
            for file in tmp_path.iterdir():
                assert SECRET.encode() not in file.read_bytes(), file

    run(main())
    assert '"route":"/club/join"' in logged.getvalue()
    assert SECRET not in logged.getvalue()
    assert WORD not in logged.getvalue()


def test_a_table_by_the_api_stays_outside(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as browser:
            await app.state.club.switch_on(NAME, "")
            await join(browser, "Anna")
            made = await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", "Carla"), PlannedSeat("open")])
            assert (await browser.get(f"/api/v1/tables/{made.table_id}")).json()["club"] is False
            seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
            answer = await browser.post("/api/v1/tables", json={"game": FUORI.name, "seats": seats})
            assert answer.json()["table"]["club"] is False

    run(main())


def test_the_chances_are_those_of_the_guide() -> None:
    """docs/club.md computes how likely a guess is; here from what the program does."""
    year = 60 * 24 * 365
    guide = (Path(__file__).parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
    keys = 2 ** (8 * TOKEN_BYTES)
    words = (len(CONSONANTS) * len(VOWELS)) ** sum(SYLLABLES)
    tables = len(ID_LETTERS) ** ID_LENGTH
    figures = {
        f"2^192 = {keys:.1e}".replace("e+", "e"): "192 bits",
        f"chance {Limits.PER_MINUTE['request'] * year * 3000 / keys:.1e}": "a key in a year",
        f"70^6 = {words:.1e}".replace("e+", "e"): "a made word",
        f"chance {Limits.PER_MINUTE['word'] * year / words:.1e} a year".replace("e-0", "e-"): "guessed in a year",
        f"found in {60_000 / Limits.PER_MINUTE['word'] / 60:.0f} hours": "a word of a dictionary",
        f"31^10 = {tables:.1e}".replace("e+", "e"): "names of tables",
    }
    flat = " ".join(guide.split())
    for figure, what in figures.items():
        assert figure in flat, (what, figure)
    assert f"{1000 * Limits.PER_MINUTE['unknown'] * year / tables:.1e}".replace("e-0", "e-") in flat
