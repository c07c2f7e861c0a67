"""The forms besides play, without a browser's script: every one answers, refuses clearly, and keeps to whose it is."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from officina.cli.app import run as command
from officina.tables import TableError
from officina.tables.notices.mail import Mailer, SmtpSettings
from officina.tables.notices.notices import Notifier
from officina.tables.notices.webhook import Webhooks
from officina.tables.storage.seat_data import MOST_FAILURES
from officina.web import make_app
from officina.web.limits import Limits
from officina.web.server.public import read_public
from officina.web.server.serve import mailer_for
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.sinks import HookSink, MailSink, SinkResolver, trusting
from tests.tables.test_notices import settled

ORIGIN = "https://officina.example"


@asynccontextmanager
async def people(tmp_path: Path, mails: MailSink | None = None) -> AsyncIterator[tuple[Any, Friends, list[httpx.AsyncClient]]]:
    """A table of two, each with a client that holds the seat's cookie, and one who holds none."""
    async with open_tables(tmp_path / "t.sqlite") as tables:
        friends = await Friends.meet(tables, FUORI, 2)
        mailer = None if mails is None else Mailer(SmtpSettings("127.0.0.1", mails.port, "tables@officina.example"))
        hooks = Webhooks(SinkResolver({"sink.example": ["127.0.0.1"]}), trusting())
        notifier = Notifier(tables.registry, mailer, hooks)
        app = make_app(tables, public_origin=ORIGIN, limits=Limits(1000), notifier=notifier)
        clients = []
        for seat in (0, 1, None):
            cookies = {"language": "en"} | ({f"seat-{friends.id}": friends.tokens[seat]} if seat is not None else {})
            transport = httpx.ASGITransport(app=app)
            clients.append(httpx.AsyncClient(transport=transport, base_url="http://officina", cookies=cookies))
        yield app, friends, clients
        for client in clients:
            await client.aclose()


def test_forms_answer_pages_and_scripts(tmp_path: Path) -> None:
    async def main() -> None:
        async with people(tmp_path) as (_, friends, (anna, bruno, thief)):
            table = friends.id
            short = {"Accept": "application/json"}
            answer = await anna.post(f"/t/{table}/talk", data={"text": "hello", "id": "one"})
            assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}?seat=1")
            answer = await anna.post(f"/t/{table}/talk", data={"text": "hello", "id": "one"}, headers=short)
            assert answer.json() == {"done": True}
            live = await friends.live()
            assert [line.text for line in live.talk.lines] == ["hello"], "the same form twice is said once"
            for form in ("talk", "propose", "vote", "hand", "return", "note", "notices", "close"):
                refused = await thief.post(f"/t/{table}/{form}", data={"text": "x"}, headers=short)
                assert refused.status_code == 409
                assert "does not belong to a seat" in refused.json()["text"]
                foreign = await anna.post(f"/t/{table}/{form}", data={}, headers={"Origin": "http://evil.example"})
                assert foreign.status_code == 403
            for form, data, words in (
                ("propose", {"what": "dance"}, "You can ask for"),
                ("propose", {"what": "undo", "step": "x"}, "no choice of yours"),
                ("vote", {"number": "99", "agree": "1"}, "changed meanwhile"),
                ("hand", {"whose": "7"}, "A bot plays on this seat already"),
                ("hand", {"whose": "1"}, "only when the table waits for it"),
                ("return", {"whose": "0"}, "No bot stands in"),
                ("note", {"text": "x" * 5000}, "too long"),
                ("notices", {"what": "webhook", "webhook": "http://x.example"}, "whole https address"),
                ("notices", {"what": "webhook", "webhook": "https://10.0.0.1/"}, "only public ones"),
                ("notices", {"what": "email", "email": "a@example.org"}, "sends no mail"),
                ("close", {}, "has begun"),
            ):
                refused = await anna.post(f"/t/{table}/{form}", data=data, headers=short)
                assert refused.status_code == 409, form
                assert words in refused.json()["text"], refused.text
                page = await anna.post(f"/t/{table}/{form}", data=data)
                assert page.status_code in (409, 429)
                assert "<html" in page.text
                assert "Traceback" not in page.text
            assert (await bruno.post(f"/t/{table}/propose", data={"what": "pause"})).status_code == 303
            assert "Friend 1 asks for a pause" in (await anna.get(f"/t/{table}")).text
            turns = (await (anna if live.row.waiting == (0,) else bruno).get("/turns")).json()
            assert turns == [{"table": table, "name": "Out of Gears"}]
            assert (await thief.get("/turns")).json() == []

    run(main())


def test_mail_links_do_nothing_until_the_button_is_pressed(tmp_path: Path) -> None:
    async def main() -> None:
        async with MailSink() as mails, people(tmp_path, mails) as (app, friends, (anna, _, stranger)):
            form = {"what": "email", "email": "anna@example.org"}
            # Whatever host a request names, links in mails lead to the address that the server was given.
            answer = await anna.post(f"/t/{friends.id}/notices", data=form, headers={"Host": "evil.example"})
            assert answer.status_code == 303
            await settled(app.state.notifier)
            body = mails.mails[0].get_content()
            assert "evil.example" not in body
            links = dict(re.findall(rf"{ORIGIN}(/t/\S+/mail/0/(?:confirm|stop)/\S+)()", body))
            confirm, stop = sorted(links)
            assert (await stranger.get(confirm)).status_code == 200
            assert not (await app.state.notifier.wishes(friends.id, friends.tokens[0])).confirmed
            for wrong in (
                confirm[:-3] + "xyz",
                confirm.replace("confirm", "stop"),
                confirm.replace("/0/", "/1/"),
                "/t/x/mail/0/a/b",
            ):
                assert (await stranger.get(wrong)).status_code == 403
                assert (await stranger.post(wrong)).status_code == 403
            assert (await stranger.post(confirm)).status_code == 200
            assert (await app.state.notifier.wishes(friends.id, friends.tokens[0])).confirmed
            page = (await anna.get(f"/t/{friends.id}")).text
            assert "The address is confirmed" in page
            for webhook in ("https://sink.example/", ""):
                form = {"what": "webhook", "webhook": webhook}
                answer = await anna.post(f"/t/{friends.id}/notices", data=form, headers={"Host": "evil.example"})
                assert answer.status_code == 303
                wishes = await app.state.notifier.wishes(friends.id, friends.tokens[0])
                assert (wishes.webhook, wishes.origin) == (webhook, ORIGIN), "the next mail's links lead there"
            # A mail program that takes people off a list by itself sends exactly this.
            assert (await stranger.post(stop, data={"List-Unsubscribe": "One-Click"})).status_code == 200
            assert (await app.state.notifier.wishes(friends.id, friends.tokens[0])).email == ""

    run(main())


def test_a_webhook_set_by_the_form_is_called(tmp_path: Path) -> None:
    async def main() -> None:
        async with HookSink() as sink, people(tmp_path) as (app, friends, clients):
            live = await friends.live()
            seat = live.row.waiting[0]
            form = {"what": "webhook", "webhook": f"https://sink.example:{sink.port}/"}
            assert (await clients[seat].post(f"/t/{friends.id}/notices", data=form)).status_code == 303
            await app.state.notifier.sweep(live.times[seat].began + 100)
            await settled(app.state.notifier)
            assert len(sink.requests) == 1

    run(main())


def test_a_webhook_that_was_switched_off_says_so(tmp_path: Path) -> None:
    """In both languages, to its seat alone; saving it again switches it on."""

    async def main() -> None:
        async with people(tmp_path) as (app, friends, (anna, bruno, _)):
            page, form = f"/t/{friends.id}", {"webhook": "https://sink.example/hook"}
            await anna.post(f"{page}/notices", data=form)
            storage = app.state.tables.storage
            for failures in (MOST_FAILURES - 1, MOST_FAILURES):
                row = await storage.notice(friends.id, 0)
                await storage.keep_notice(replace(row, failures=failures))
                for client, language, sentence in (
                    (anna, "en", "could not be told of 20 turns in a row"),
                    (anna, "it", "non è stato possibile annunciare 20 turni di fila"),
                    (bruno, "en", "webhook-off"),
                ):
                    client.cookies.set("language", language)
                    assert (sentence in (await client.get(page)).text) == (client is anna and failures == MOST_FAILURES)
            await anna.post(f"{page}/notices", data=form)
            assert "webhook-off" not in (await anna.get(page)).text
            assert (await storage.notice(friends.id, 0)).calls

    run(main())


def test_settings_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_public("") == ""
    assert read_public("https://club.example/") == "https://club.example"
    assert mailer_for("", "") is None
    for wrong in ("club.example", "ftp://club.example", "https://club.example/path"):
        with pytest.raises(TableError, match="public address"):
            read_public(wrong)
    smtp = "smtp://u:p@mail.example?from=a@b.example"
    with pytest.raises(TableError, match="--public is needed"):
        mailer_for(smtp, "")
    assert mailer_for(smtp, "https://club.example") is not None
    assert command(["serve", "--smtp", "nonsense"]) == 2
    told = capsys.readouterr()
    assert "smtp://user:password" in told.err + told.out


def test_nobody_is_asked_for_an_address_again_and_again(tmp_path: Path) -> None:
    """Taking the address back, or standing up, does not make room for one more mail to a stranger."""

    async def main() -> None:
        async with MailSink() as mails, people(tmp_path, mails) as (app, friends, (anna, *_)):
            app.state.limits.factor = 1.0
            told = []
            for _ in range(7):
                more = await Friends.meet(friends.tables, FUORI, 2)
                anna.cookies.set(f"seat-{more.id}", more.tokens[0])
                form = {"what": "email", "email": "Stranger@example.org "}
                answer = await anna.post(f"/t/{more.id}/notices", data=form, headers={"Accept": "application/json"})
                told.append(answer.status_code)
                assert (await anna.post(f"/t/{more.id}/notices", data={**form, "email": ""})).status_code == 303
            await settled(app.state.notifier)
            assert told == [200] * 5 + [409] * 2
            assert len(mails.mails) == 5

    run(main())


def test_forms_of_a_seat_have_the_limits_of_the_api(tmp_path: Path) -> None:
    async def main() -> None:
        async with people(tmp_path) as (app, friends, (anna, *_)):
            app.state.limits.factor = 0.05
            for form, most in (("rename", 6), ("rematch", 2)):
                answers = [await anna.post(f"/t/{friends.id}/{form}", data={"name": "Anna"}) for _ in range(most + 1)]
                told = [answer.status_code for answer in answers]
                assert 429 not in told[:most]
                assert told[most] == 429

    run(main())
