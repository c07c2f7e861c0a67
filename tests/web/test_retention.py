"""Deleting and erasing from the page, over the API and by the client; addresses that are not let in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from officina.messages import Say
from officina.tables.storage.open_storage import FILE
from officina.tables.storage.retention import block, unblock
from officina.web import make_app
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run


def test_the_page_exports_and_erases_and_asks_to_delete(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1)
            await tables.do(friends.id, friends.tokens[0], Say("a", "hello"))
            await friends.play(seeded(1))
            transport = httpx.ASGITransport(make_app(tables))
            cookies = {f"seat-{friends.id}": friends.tokens[0]}
            async with httpx.AsyncClient(transport=transport, base_url="http://officina", cookies=cookies) as page:
                shown = (await page.get(f"/t/{friends.id}?seat=1")).text
                for form in ("erase", "propose"):
                    assert f'action="/t/{friends.id}/{form}?seat=1"' in shown
                told = await page.get(f"/t/{friends.id}/personal?seat=1")
                assert told.headers["content-disposition"].startswith("attachment")
                assert "hello" in told.json()["chat"][0]
                assert (await page.post(f"/t/{friends.id}/erase?seat=1")).status_code == 303
                assert (await page.get(f"/t/{friends.id}/personal?seat=1")).json()["chat"] == []
                headers = {"Authorization": f"Bearer {friends.tokens[0]}"}
                mine = await page.get(f"/api/v1/tables/{friends.id}/personal", headers=headers)
                assert mine.json()["name"] == ""
                gone = await page.post(f"/t/{friends.id}/propose?seat=1", data={"what": "delete", "id": "d"})
                assert (gone.status_code, gone.headers["location"]) == (303, "/")
                assert (await page.get(f"/t/{friends.id}")).status_code == 404
            async with httpx.AsyncClient(transport=transport, base_url="http://officina") as stranger:
                assert (await stranger.get(f"/t/{friends.id}/personal?seat=1")).status_code == 403

    run(main())


def test_a_blocked_address_is_refused_with_a_sentence_until_it_is_let_in_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / FILE) as tables:
            app = make_app(tables)
            guest, other = (httpx.ASGITransport(app, client=(host, 1)) for host in ("192.0.2.7", "198.51.100.1"))
            housekeeping = app.state.housekeeping
            await block(tables.storage, "192.0.2.0/24", "spam", 1.0)
            await housekeeping.look_up_blocked()
            async with httpx.AsyncClient(transport=guest, base_url="http://officina") as page:
                refused = await page.get("/", headers={"Accept-Language": "en"})
                assert refused.status_code == 403
                assert "From your address nothing can be done here" in refused.text
                assert "spam" not in refused.text
                told = await page.get("/api/v1/tables")
                assert (told.status_code, told.json()["error"]["code"]) == (403, "blocked")
            async with httpx.AsyncClient(transport=other, base_url="http://officina") as page:
                assert (await page.get("/")).status_code == 200
            await unblock(tables.storage, "192.0.2.0/24")
            await housekeeping.look_up_blocked()
            async with httpx.AsyncClient(transport=guest, base_url="http://officina") as page:
                assert (await page.get("/")).status_code == 200

            sent: list[dict[str, object]] = []
            housekeeping.blocklist.set(["192.0.2.7"])

            async def send(message: dict[str, object]) -> None:
                sent.append(message)

            scope = {"type": "websocket", "path": "/t/x/socket", "client": ("192.0.2.7", 1), "headers": [], "query_string": b""}
            await asyncio.wait_for(app(scope, asyncio.Event().wait, send), 10)  # type: ignore[arg-type]
            assert [message["type"] for message in sent] == ["websocket.close"]

    run(main())
