"""The page of a person: made without a form, brought to another browser, taken back by mail, erased; and who cannot."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from officina.messages import Say
from officina.tables import PlannedSeat, Tables
from officina.tables.notices.mail import Mailer, SmtpSettings
from officina.tables.notices.notices import Notifier
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.sql_people import change_person
from officina.tables.tokens import TOKEN_BYTES
from officina.web import make_app
from officina.web.limits import Limits
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.sinks import MailSink

ORIGIN = "https://officina.example"
SECRET = "Rumpelstilzchen"


class Browser(httpx.AsyncClient):
    """Somebody's browser, with cookies of its own; it speaks English."""

    def __init__(self, app: Any, host: str = "192.0.2.1") -> None:
        transport = httpx.ASGITransport(app, client=(host, 1))
        super().__init__(transport=transport, base_url=ORIGIN, headers={"Accept-Language": "en"}, follow_redirects=True)


@asynccontextmanager
async def served(path: Path, mails: MailSink | None = None, **more: Any) -> AsyncIterator[tuple[Tables, Any]]:
    async with open_tables(path / FILE) as tables:
        mailer = None if mails is None else Mailer(SmtpSettings("127.0.0.1", mails.port, "tables@officina.example"))
        notifier = Notifier(tables.registry, mailer)
        yield tables, make_app(tables, public_origin=ORIGIN, notifier=notifier, **{"limits": Limits(100), **more})


async def arrived(mails: MailSink, n: int) -> None:
    """Wait for so many mails."""
    while len(mails.mails) < n:
        await asyncio.sleep(0.01)


async def open_chair(tables: Tables) -> str:
    """A table with a free chair."""
    return (await tables.create(FUORI.name, 2, {}, [PlannedSeat("person", "Carla"), PlannedSeat("open")])).table_id


async def sit(browser: Browser, table_id: str, name: str, seat: int = 1) -> httpx.Response:
    return await browser.post(f"/t/{table_id}/sit", data={"seat": str(seat), "name": name})


def test_whoever_sits_down_with_a_name_is_known_from_then_on_and_on_the_phone(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as laptop, Browser(app) as phone:
            assert "Say your name once" in (await laptop.get("/me")).text
            table_id = await open_chair(tables)
            await sit(laptop, table_id, "Anna")
            cookie = next(one for one in laptop.cookies.jar if one.name == "me")
            assert cookie.secure
            assert cookie.has_nonstandard_attr("HttpOnly")
            page = (await laptop.get("/me")).text
            assert '<h1 id="who">Anna</h1>' in page
            assert f'href="/t/{table_id}"' in page

            shown = (await laptop.post("/me/device")).text
            link = re.search(r'value="https://officina.example(/me/join/[\w-]+)"', shown)
            assert link is not None
            asked = (await phone.get(link[1])).text
            assert "From now on this browser is Anna" in asked
            assert "me" not in phone.cookies
            await phone.post(link[1])
            assert f'href="/t/{table_id}"' in (await phone.get("/me")).text
            assert phone.cookies["me"] != laptop.cookies["me"]
            assert phone.cookies["name"] == "Anna"
            seated = await phone.get(f"/t/{table_id}")
            assert seated.url.path == f"/t/{table_id}"
            assert f"seat-{table_id}" in phone.cookies, "the person's seat opens by itself"
            assert 'id="ready"' in seated.text
            async with Browser(app) as third:
                assert (await third.post(link[1])).status_code == 409, "a code works once"

            await phone.post("/me", data={"name": "Annina", "colour": "green"})
            assert "Annina" in (await laptop.get("/me")).text
            await phone.post("/me/leave")
            assert "me" not in phone.cookies
            assert "Say your name once" in (await phone.get("/me")).text

    run(main())


def test_somebody_who_is_known_need_not_say_the_name_again(tmp_path: Path) -> None:
    """The key is kept longer than the name: a table opened a year later has the person's name, not "Seat 1"."""

    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as laptop:
            await sit(laptop, await open_chair(tables), "Anna")
            laptop.cookies.delete("name")
            assert 'value="Anna"' in (await laptop.get(f"/new/{FUORI.name}")).text
            laptop.cookies.delete("name")
            began = await laptop.post(f"/play/{FUORI.name}")
            live = await tables.live(began.url.path.removeprefix("/t/"))
            assert "Anna" in [seat.name for seat in live.seats]

    run(main())


def test_the_lobby_calls_friends_only_while_there_is_a_chair(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as laptop:
            table_id = await open_chair(tables)
            assert "Bring your friends" in (await laptop.get(f"/t/{table_id}")).text
            await sit(laptop, table_id, "Anna")
            page = (await laptop.get(f"/t/{table_id}")).text
            assert "Bring your friends" not in page
            assert "whoever opens this link watches" in page

    run(main())


def test_seats_of_before_are_joined_and_two_people_at_one_browser_are_two(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (tables, app), Browser(app) as browser:
            friends = await Friends.meet(tables, FUORI, 2)
            browser.cookies.set(f"seat-{friends.id}", f"{friends.tokens[1]}.{friends.tokens[0]}", domain="officina.example")
            await browser.post("/me", data={"name": "Anna"})
            assert "holds a seat that is not yours yet" in (await browser.get("/me")).text
            await browser.post("/me/seats")
            page = (await browser.get("/me")).text
            assert "not yours yet" not in page
            await friends.play(seeded("joined"))
            page = (await browser.get("/me")).text
            assert f'href="/t/{friends.id}/at/0"' in page
            assert "No game is like that" in (await browser.get("/me?game=kraftwagen")).text
            file = await browser.get("/me/history.csv")
            assert file.headers["content-type"].startswith("text/csv")
            assert friends.id in file.text
            exported = (await browser.get("/me/export")).json()
            assert (exported["name"], len(exported["seats"])) == ("Anna", 1)

    run(main())


def test_nobody_claims_a_person_by_guessing(tmp_path: Path) -> None:
    """A key and a code have 192 bits; of one address only some twenty tries a minute are looked at at all."""

    async def main() -> None:
        assert TOKEN_BYTES * 8 >= 192
        async with (
            served(tmp_path, limits=Limits()) as (_, app),
            Browser(app) as anna,
            Browser(app, "192.0.2.66") as thief,
        ):
            await anna.post("/me", data={"name": "Anna"})
            await anna.post("/me/device")
            chance = seeded("thief")
            letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            guesses = ["".join(chance.pick(letters) for _ in range(32)) for _ in range(40)]
            answers = [(await thief.post(f"/me/join/{guess}")).status_code for guess in guesses]
            assert set(answers) == {409, 429}
            assert answers.count(409) <= Limits.BURST["claim"] + 1
            for guess in guesses[:5]:
                thief.cookies.set("me", guess, domain="officina.example")
                page = await thief.get("/me")
                assert "Anna" not in page.text
            assert (await thief.get("/me/export")).status_code == 409
            assert (await anna.get("/me")).status_code == 200

    run(main())


def test_a_mail_brings_somebody_back_and_tells_nobody_who_is_known(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailSink() as mails, served(tmp_path, mails) as (_, app), Browser(app) as anna, Browser(app) as new:
            await anna.post("/me", data={"name": "Anna"})
            assert (await anna.post("/me/mail", data={"email": "no address"})).status_code == 409
            await anna.post("/me/mail", data={"email": "Anna@example.org"})
            await arrived(mails, 1)
            unconfirmed = await new.post("/me/recover", data={"email": "anna@example.org"})
            confirm = re.search(r"https://officina.example(/me/mail/\S+/confirm/\S+)", mails.mails[0].get_content())
            assert confirm is not None
            assert (await new.get(confirm[1])).status_code == 200
            assert "follow its link" in (await anna.get("/me")).text, "looking is not confirming"
            await new.post(confirm[1])
            assert "brings you back" in (await anna.get("/me")).text

            person = (await app.state.people.known(anna.cookies["me"])).id
            await change_person(app.state.people.storage, person, asked=0.0)  # ten minutes later
            known = await new.post("/me/recover", data={"email": "anna@example.org"})
            unknown = await new.post("/me/recover", data={"email": "nobody@example.org"})
            assert known.text == unknown.text == unconfirmed.text
            await arrived(mails, 2)
            assert len(mails.mails) == 2, "one that confirms, one that brings back"
            back = re.search(r"https://officina.example(/me/join/\S+)", mails.mails[1].get_content())
            assert back is not None
            await new.post(back[1])
            assert '<h1 id="who">Anna</h1>' in (await new.get("/me")).text
            stop = re.search(r"https://officina.example(/me/mail/\S+/stop/\S+)", mails.mails[1].get_content())
            assert stop is not None
            await new.post(stop[1])
            assert (await app.state.people.known(new.cookies["me"])).email == ""

    run(main())


def test_erasing_from_the_page_leaves_nothing_in_logs_either(tmp_path: Path, logged: io.StringIO) -> None:
    async def main() -> None:
        async with MailSink() as mails, served(tmp_path, mails) as (tables, app), Browser(app) as browser:
            table_id = await open_chair(tables)
            await sit(browser, table_id, SECRET)
            await browser.post("/me/mail", data={"email": f"{SECRET}@example.org"})
            token = browser.cookies[f"seat-{table_id}"]
            await tables.do(table_id, token, Say("a", f"{SECRET} was here"))
            key = browser.cookies["me"]
            refused = await browser.post("/me/erase", data={})
            assert refused.status_code == 409
            assert "Nothing was erased" in refused.text
            done = await browser.post("/me/erase", data={"sure": "1"})
            assert "You are erased" in done.text
            assert "me" not in browser.cookies
            assert "name" not in browser.cookies
            assert "A former player" in (await browser.get(f"/t/{table_id}")).text
            browser.cookies.set("me", key, domain="officina.example")
            assert "Say your name once" in (await browser.get("/me")).text
            for file in tmp_path.iterdir():
                assert SECRET.encode() not in file.read_bytes().lower().replace(SECRET.lower().encode(), SECRET.encode()), file

    run(main())
    assert '"route":"/me/erase"' in logged.getvalue()
    assert SECRET.lower() not in logged.getvalue().lower()
