"""The host and the company on pages and for programs: who may see what, and what is told to whom. No browser needed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from officina.core.text import LANGUAGES
from officina.messages import Leave, Lock, OfferSeat, Propose, React, Rematch, RemoveSeat, TakeOver, TakeSeat
from officina.tables import Tables
from officina.web import make_app
from officina.web.api.operations import OPERATIONS
from officina.web.limits import Limits
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.test_host import Evening, Hand, lobby, meet
from tests.web.test_actions import AsgiPage


@asynccontextmanager
async def client_of(app: Starlette, table: str = "", token: str = "", **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that holds the seat's cookie; without one, a stranger's."""
    cookies = {"language": "en"} | ({f"seat-{table}": token} if token else {})
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://officina", cookies=cookies, **more) as client:
        yield client


async def next_message(page: AsgiPage, what: str) -> Mapping[str, Any]:
    """The next message of that kind; the socket may be closed afterwards."""
    while True:
        sent = await asyncio.wait_for(page.outbox.get(), 20)
        assert sent["type"] != "websocket.close", "closed without a word"
        message = json.loads(sent.get("text") or "{}")
        if message.get("is") == what:
            return dict(message)


async def is_closed(page: AsgiPage) -> bool:
    """Whether nothing but the end comes any more."""
    while True:
        sent = await asyncio.wait_for(page.outbox.get(), 20)
        if sent["type"] == "websocket.close":
            return True
        assert json.loads(sent.get("text") or "{}").get("is") != "state", "something is shown after all"


def app_of(tables: Tables) -> Starlette:
    return make_app(tables, limits=Limits(1000))


@pytest.mark.parametrize("how", ["removed", "left"])
def test_who_has_no_seat_any_more_sees_nothing_of_it(tmp_path: Path, how: str) -> None:
    """Somebody else may sit there a moment later, with cards in hand."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await lobby(tables, 2)
            page = AsgiPage(app_of(tables), friends.id, friends.tokens[1])
            page.send(do="hello")
            await next_message(page, "state")
            if how == "removed":
                await tables.do(friends.id, friends.tokens[0], RemoveSeat(1))
            else:
                await tables.do(friends.id, friends.tokens[1], Leave())
            assert "free again" in (await next_message(page, "unseated"))["text"]
            assert await is_closed(page)
            await page.close()

    run(main())


def test_a_seat_that_was_taken_over_is_the_others_alone(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand)
            friends, app = evening.friends, app_of(tables)
            await evening.leave(2)
            await evening.wait(200)
            await evening.do(0, OfferSeat(2))
            key = (await tables.invitations(friends.id, friends.tokens[0]))[2]
            for seat in (0, 1, None):
                async with client_of(app, friends.id, friends.tokens[seat] if seat is not None else "") as client:
                    shown = (await client.get(f"/t/{friends.id}")).text
                    assert (key in shown) is (seat == 0), "only the host who made the offer is shown its link"
            async with client_of(app) as client:
                page = await client.get(f"/t/{friends.id}/join/2/{key}")
                assert "play on from seat 3" in page.text
                assert f'action="/t/{friends.id}/takeover"' in page.text
            await tables.do(friends.id, "", TakeOver(2, key, "Dora"))
            async with client_of(app, friends.id, friends.tokens[2]) as client:
                assert (await client.get(f"/t/{friends.id}/view")).json()["seat"] is None

    run(main())


def test_a_question_for_events_ends_with_the_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await lobby(tables, 2)
            bearer = {"Authorization": f"Bearer {friends.tokens[1]}"}
            async with client_of(app_of(tables), headers=bearer) as client:
                version = (await client.get(f"/api/v1/tables/{friends.id}")).json()["version"]
                address = f"/api/v1/tables/{friends.id}/events?since={version}&wait=20"
                waiting = asyncio.create_task(client.get(address))
                while not (await friends.live()).watchers:
                    await asyncio.sleep(0.01)
                await tables.do(friends.id, friends.tokens[0], RemoveSeat(1))
                assert (await waiting).status_code == 403, "what happens there now is another's to know"

    run(main())


READS = [one for one in OPERATIONS if one.method == "GET" and "{table}" in one.path]
PAGES = ("", "/at/0", "/log", "/why", "/view", "/record", "/analysis")


def test_a_locked_table_is_shown_to_those_who_sit_there_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 2)
            app = app_of(tables)
            watcher = AsgiPage(app, friends.id, "")
            watcher.send(do="hello")
            await next_message(watcher, "state")
            await tables.do(friends.id, friends.tokens[0], Lock())
            assert "locked" in (await next_message(watcher, "unseated"))["text"]
            assert await is_closed(watcher)
            await watcher.close()
            late = AsgiPage(app, friends.id, "")
            assert await is_closed(late)
            async with client_of(app) as stranger, client_of(app, friends.id, friends.tokens[1]) as bruno:
                for path in PAGES:
                    refused = await stranger.get(f"/t/{friends.id}{path}")
                    assert (refused.status_code, "locked" in refused.text) == (403, True), path
                    assert (await bruno.get(f"/t/{friends.id}{path}")).status_code in (200, 409), path
                for operation in READS:
                    path = operation.path.replace("{table}", friends.id)
                    refused = await stranger.get(f"/api/v1{path}?notation=x")
                    code = refused.json()["error"]["code"]
                    assert code == ("no_token" if operation.who == "seat" else "locked"), path
                assert (await stranger.post(f"/t/{friends.id}/at/0/play")).status_code == 403
                assert friends.id not in (await stranger.get("/")).text
            await tables.do(friends.id, friends.tokens[0], Lock(False))
            async with client_of(app) as stranger:
                assert (await stranger.get(f"/t/{friends.id}")).status_code == 200

    run(main())


def test_an_invitation_opens_a_locked_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await lobby(tables, 2)
            app = app_of(tables)
            await tables.do(friends.id, friends.tokens[0], RemoveSeat(1))
            await tables.do(friends.id, friends.tokens[0], Lock())
            keys = await tables.invitations(friends.id, friends.tokens[0])
            key = keys[1]
            async with client_of(app) as guest:
                refused = await guest.post(f"/t/{friends.id}/sit", data={"seat": "2", "name": "Anybody"})
                assert (refused.status_code, "locked" in refused.text) == (403, True)
                assert (await guest.get(f"/t/{friends.id}/join/1/{key}")).status_code == 200
                form = {"seat": "1", "name": "Guest", "invitation": key}
                assert (await guest.post(f"/t/{friends.id}/sit", data=form)).status_code == 303
                assert (await guest.get(f"/t/{friends.id}?seat=2")).status_code == 200
            async with client_of(app) as guest:  # a chair that was open to everybody has a link of its own, too
                form = {"seat": "2", "name": "Guest", "invitation": keys[2]}
                assert (await guest.post(f"/t/{friends.id}/sit", data=form)).status_code == 303

    run(main())


def test_a_rematch_reaches_everybody(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 3)
            app = app_of(tables)
            await friends.play(seeded("rematch reaches"))
            before = await app.state.render_cache.render(friends.id, None, "en", "", "http://officina")
            assert "again" not in before.regions["proposal"]
            created = await tables.do(friends.id, friends.tokens[1], Rematch())
            for language in LANGUAGES:
                for seat in (0, 1, 2, None):
                    token = friends.tokens[seat] if seat is not None else ""
                    found = await app.state.render_cache.render(friends.id, seat, language, token, "http://officina")
                    banner = found.regions["proposal"]
                    assert "Friend 1" in banner
                    way = f"/t/{created.table_id}" if seat is None else f"/t/{friends.id}/rematch?seat={seat + 1}"
                    assert way in banner, (seat, banner)

    run(main())


def test_signs_and_what_one_missed_are_told_in_words(tmp_path: Path) -> None:
    """A sign is words for programs and screen readers; what was decided without somebody is that seat's to read."""

    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            evening = await meet(tables, hand)
            friends, app = evening.friends, app_of(tables)
            await evening.do(1, React("one", "bravo"))
            await evening.leave(2)
            await evening.wait(200)
            await evening.do(0, Propose("two", "pause"))
            async with client_of(app, headers={"Authorization": f"Bearer {friends.tokens[1]}"}) as client:
                asked = (await client.get(f"/api/v1/tables/{friends.id}/company")).json()["proposal"]["number"]
                body = {"action_id": "three", "number": asked, "agree": True}
                assert (await client.post(f"/api/v1/tables/{friends.id}/votes", json=body)).status_code == 200
                events = (await client.get(f"/api/v1/tables/{friends.id}/events")).json()["entries"]
                told = [event["text"] for entry in events for event in entry["told"]]
                assert "Well played!" in told
                assert any("without Friend 2" in sentence for sentence in told), told
            for seat in (0, 1, 2, None):
                token = friends.tokens[seat] if seat is not None else ""
                found = await app.state.render_cache.render(friends.id, seat, "en", token, "http://officina")
                assert "#sign-bravo" in found.regions["strip"]
                assert "Well played!" in found.regions["talk"]
                assert ("While you were away" in found.regions["proposal"]) is (seat == 2)
            async with client_of(app, headers={"Authorization": f"Bearer {friends.tokens[2]}"}) as client:
                untold = (await client.get(f"/api/v1/tables/{friends.id}/company")).json()["untold"]
                assert untold == ["Anna asked for a pause, and the others agreed."]
                assert (await client.post(f"/api/v1/tables/{friends.id}/read")).status_code == 200
                assert (await client.get(f"/api/v1/tables/{friends.id}/company")).json()["untold"] == []

    run(main())


def test_the_host_s_tools_are_the_host_s(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await lobby(tables, 3)
            await tables.do(friends.id, "", TakeSeat(3, "Last"))
            app = app_of(tables)
            for seat in (0, 1, None):
                token = friends.tokens[seat] if seat is not None else ""
                found = await app.state.render_cache.render(friends.id, seat, "it", token, "http://officina")
                for form in ("remove", "host", "lock"):
                    assert (f"/t/{friends.id}/{form}?" in found.regions["lobby"]) is (seat == 0), (seat, form)

    run(main())


def test_everybody_there_is_asked_who_shall_host(tmp_path: Path) -> None:
    async def main() -> None:
        hand = Hand()
        async with open_tables(tmp_path / "t.sqlite", clock=hand) as tables:
            friends = await lobby(tables, 3)
            evening, app = Evening(friends, hand), app_of(tables)
            await evening.open(0, 1, 2)
            await evening.leave(0)
            await evening.wait(200)
            found = await app.state.render_cache.render(friends.id, 1, "en", friends.tokens[1], "http://officina")
            assert "I will host" in found.regions["lobby"]
            await evening.do(1, Propose("one", "host"))
            found = await app.state.render_cache.render(friends.id, 2, "en", friends.tokens[2], "http://officina")
            assert "wants to host the table" in found.regions["proposal"]
            assert 'name="agree" value="1"' in found.regions["proposal"]

    run(main())
