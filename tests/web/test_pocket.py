"""In the pocket: what makes the page an app, who may subscribe to whose turns, and the whole way in a real Chromium."""

from __future__ import annotations

import json
import re
import sqlite3
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from officina.core.text import LANGUAGES
from officina.tables.club.club import Club
from officina.tables.notices.notices import Notifier
from officina.tables.notices.push import Push
from officina.tables.notices.push_keys import FILE, PushKeys
from officina.tables.people.people import People
from officina.tables.storage import sql_push as db
from officina.web import make_app
from officina.web.limits import Limits
from officina.web.server.guard import HEADERS
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.pushes import Phone, sink_push
from tests.tables.sinks import HookSink
from tests.tables.test_notices import settled
from tests.web.conftest import NewPage, launched
from tests.web.driver import Server, find_chromium, start_table

SHORT = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that knows notifications."""
    yield from launched(find_chromium(whole=True))


class Scene:
    """A table of two, a server that pushes, and browsers."""

    def __init__(self, app: Any, friends: Friends, push: Push, hooks: HookSink) -> None:
        self.app, self.friends, self.push, self.hooks = app, friends, push, hooks

    def browser(self, seat: int | None = None, **cookies: str) -> httpx.AsyncClient:
        if seat is not None:
            cookies[f"seat-{self.friends.id}"] = self.friends.tokens[seat]
        transport = httpx.ASGITransport(app=self.app)
        cookies = {"language": "en", **cookies}
        return httpx.AsyncClient(transport=transport, base_url="http://officina", cookies=cookies, headers=SHORT)

    async def known(self) -> int:
        return sum((await db.count_browsers(self.push.storage)).values())


@asynccontextmanager
async def served(path: Path, factor: float = 1000) -> AsyncIterator[Scene]:
    async with HookSink() as hooks, open_tables(path / "t.sqlite") as tables:
        friends = await Friends.meet(tables, FUORI, 2)
        push = sink_push(tables.storage, path)
        app = make_app(tables, limits=Limits(factor), notifier=Notifier(tables.registry, push=push))
        yield Scene(app, friends, push, hooks)


# --- the app


def test_the_manifest_speaks_the_language_of_the_page_and_its_icons_are_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as scene:
            names = set()
            for language in LANGUAGES:
                async with scene.browser(language=language) as browser:
                    address = f"/manifest.webmanifest?language={language}"
                    for page in ("/", "/me", f"/t/{scene.friends.id}", "/rules"):
                        assert f'<link rel="manifest" href="{address}">' in (await browser.get(page)).text
                    del browser.cookies["language"]  # browsers ask for a manifest without cookies
                    answer = await browser.get(address)
                    assert answer.headers["content-type"] == "application/manifest+json"
                    found = answer.json()
                    assert found["lang"] == language
                    assert (found["start_url"], found["scope"], found["display"]) == ("/", "/", "standalone")
                    names.add(found["name"])
                    for icon in found["icons"]:
                        drawn = await browser.get(icon["src"])
                        assert drawn.headers["content-type"] == icon["type"]
                        if icon["type"] == "image/png":
                            size = struct.unpack(">LL", drawn.content[16:24])
                            assert icon["sizes"] == f"{size[0]}x{size[1]}"
                    for shortcut in found["shortcuts"]:
                        assert (await browser.get(shortcut["url"])).status_code == 200
            assert len(names) == len(LANGUAGES)

    run(main())


def test_the_service_worker_keeps_nothing_that_is_anybodys(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as scene, scene.browser(0) as anna:
            worker = await anna.get("/worker.js")
            assert worker.headers["cache-control"] == "no-cache"
            assert worker.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
            kept = json.loads(next(line for line in worker.text.splitlines() if line.startswith("const KEPT"))[13:-1])
            assert not any(path.startswith(("/t/", "/me", "/api")) or path == "/" for path in kept)
            for path in kept:
                answer = await anna.get(path)
                assert answer.status_code == 200, path
                async with scene.browser() as stranger:
                    assert (await stranger.get(path)).text == answer.text, "the same for everybody"
            for language, words in (("it", "Nessuna connessione"), ("en", "No connection")):
                page = (await anna.get(f"/offline?language={language}")).text
                assert words in page
                assert f'<html lang="{language}">' in page

    run(main())


# --- who may subscribe


def test_a_browser_subscribes_for_the_seats_and_the_person_it_holds_and_for_no_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as scene:
            people = People(scene.friends.tables.registry)
            key, table = scene.push.key, scene.friends.id
            fields = Phone(scene.hooks).fields(key)
            async with scene.browser() as stranger, scene.browser(0) as anna, scene.browser(1) as bruno:
                assert key in (await anna.get(f"/t/{table}")).text
                for asked in (
                    {},
                    {"table": table, "seat": "1"},
                    {"table": "nosuchtabl", "seat": "1"},
                    {"table": "../x", "seat": "1"},
                ):
                    refused = await stranger.post("/push", data=fields | asked)
                    assert refused.status_code == 409
                    assert len(refused.json()["text"]) > 20
                theirs = await bruno.post("/push", data=fields | {"table": table, "seat": "1"})
                assert (theirs.status_code, await scene.known()) == (409, 0)
                foreign = await anna.post(
                    "/push", data=fields | {"table": table, "seat": "1"}, headers={"Origin": "http://evil.example"}
                )
                assert (foreign.status_code, await scene.known()) == (403, 0)
                assert (await anna.post("/push", data=fields | {"table": table, "seat": "1"})).json() == {"done": True}
                assert await scene.known() == 1

                # Nobody can take it over or end it without knowing its address.
                mine = Phone(scene.hooks, "thief").fields(key)
                assert (
                    await stranger.post("/push/again", data=mine | {"old": "https://sink.example/guess"})
                ).status_code == 409
                assert (await stranger.post("/push/again", data=mine)).status_code == 409
                assert (await stranger.post("/push/off", data={"endpoint": "https://sink.example/guess"})).status_code == 200
                assert await scene.known() == 1
                assert (await anna.post("/push/off", data={"endpoint": fields["endpoint"]})).status_code == 200
                assert await scene.known() == 0

            person, secret = await people.make("Carla")
            async with scene.browser(me=secret) as carla, scene.browser(me="x" * 32) as guesser:
                assert "data-notify" in (await carla.get("/me")).text
                assert (await guesser.post("/push", data=fields)).status_code == 409
                assert (await carla.post("/push", data=fields)).json() == {"done": True}
                assert (await carla.get("/push/key")).json() == {"key": key}
                assert await scene.known() == 1
                await people.leave(person, secret)
                assert await scene.known() == 0

    run(main())


def test_a_stranger_cannot_push_to_the_members_of_a_club(tmp_path: Path) -> None:
    """Whatever a stranger sends to whatever address: a member's phone stays silent, and rings at the member's own turn."""

    async def main() -> None:
        async with served(tmp_path) as scene:
            tables, friends, phone = scene.friends.tables, scene.friends, Phone(scene.hooks)
            club: Club = scene.app.state.club
            await club.switch_on("Circolo", "ruota di scorta")
            live = await friends.live()
            seat = live.playing().position.to_act[0]
            people = People(tables.registry)
            anna, key = await people.make("Anna")
            await club.join(anna)
            assert await people.join_seat(anna, friends.id, friends.tokens[seat])
            async with scene.browser(seat, me=key) as member:
                asked = phone.fields(scene.push.key) | {"table": friends.id, "seat": str(seat + 1)}
                assert (await member.post("/push", data=asked)).json() == {"done": True}
            sent = {"person": anna.id, "name": "Anna", "seat": str(seat), "text": "Anna!", "ready": "1", "me": anna.id}
            plain = {"table": friends.id, "person": anna.id, "game": FUORI.name, "seat": str(seat), "step": "0"}
            thief, tried = Phone(scene.hooks, "thief").fields(scene.push.key), 0
            async with scene.browser() as stranger:
                for route in scene.app.routes:
                    if "POST" not in (getattr(route, "methods", None) or ()):
                        continue
                    path = re.sub(r"{(\w+)[^}]*}", lambda match: plain.get(match[1], "x" * 10), route.path)
                    for more in ({}, thief):
                        await stranger.post(path, data=sent | more)
                        await stranger.post(path, json=sent | more)
                        tried += 2
            assert tried > 100
            notifier = scene.app.state.notifier
            began = (await friends.live()).times[seat].began
            await notifier.sweep(began)
            await settled(notifier)
            assert phone.messages(scene.push.key) == []
            await notifier.sweep(began + 100)
            await settled(notifier)
            assert [told["url"] for told in phone.messages(scene.push.key)] == [f"/t/{friends.id}?seat={seat + 1}"]

    run(main())


def test_what_a_browser_says_is_bounded_and_told_apart(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as scene, scene.browser(0) as anna:
            here = {"table": scene.friends.id, "seat": "1"}
            good = Phone(scene.hooks).fields(scene.push.key)
            for name, wrong in (
                ("endpoint", "https://10.0.0.1/x"),
                ("endpoint", "http://sink.example/x"),
                ("endpoint", "x" * 5000),
                ("p256dh", "x" * 5000),
                ("auth", ""),
                ("key", "x" * 87),
            ):
                refused = await anna.post("/push", data=good | here | {name: wrong})
                assert refused.status_code == 409, (name, wrong)
                assert refused.json()["text"].endswith(".")
            assert (await anna.post("/push", data=good | here | {"endpoint": "x" * 200_000})).status_code == 413
            assert await scene.known() == 0

    run(main())


def test_nobody_subscribes_again_and_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, 0.1) as scene, scene.browser(0) as anna:
            here = {"table": scene.friends.id, "seat": "1"}
            said = [
                (await anna.post("/push", data=Phone(scene.hooks, f"p{n}").fields(scene.push.key) | here)).status_code
                for n in range(6)
            ]
            assert said == [200, 200, 200, 409, 409, 409]

    run(main())


def test_where_push_is_not_installed_the_switch_promises_nothing_more_than_before(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as scene, scene.browser(0) as anna:
            scene.app.state.notifier.push = None
            page = (await anna.get(f"/t/{scene.friends.id}")).text
            assert 'data-key=""' in page
            assert "page is open but out of sight" in page
            _, secret = await People(scene.friends.tables.registry).make("Carla")
            async with scene.browser(me=secret) as carla:
                assert "data-notify" not in (await carla.get("/me")).text
                refused = await carla.post("/push", data=Phone(scene.hooks).fields(scene.push.key))
                assert "officina[push]" in refused.json()["text"]

    run(main())


# --- in a real browser


SUBSCRIBING = """(keys) => {
  // The push service of the browser's maker, which is not reached from here: everything else is the browser's own.
  const plain = (text) => text.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = (text) => Uint8Array.from(atob(plain(text)), (one) => one.charCodeAt(0)).buffer;
  const kept = () => JSON.parse(localStorage.getItem('test.push') || 'null');
  const made = (found) => found && { endpoint: found.endpoint, options: { applicationServerKey: bytes(found.key) },
    toJSON: () => ({ endpoint: found.endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
    unsubscribe: async () => { localStorage.removeItem('test.push'); return true; } };
  PushManager.prototype.getSubscription = async () => made(kept());
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const text = btoa(String.fromCharCode(...applicationServerKey));
    const key = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const n = Number(localStorage.getItem('test.count') || 0) + 1;
    localStorage.setItem('test.count', n);
    localStorage.setItem('test.push', JSON.stringify({ endpoint: `https://1.1.1.1/push/${n}`, key }));
    return made(kept());
  };
}"""
SHOWN = """async () => {
  for (let tries = 0; tries < 600; tries++) {
    const [one] = await (await navigator.serviceWorker.ready).getNotifications();
    if (one) return [one.title, one.body, one.tag, one.data.url];
    await new Promise((go) => setTimeout(go, 50));
  }
}"""
READY = "async () => { await navigator.serviceWorker.ready; }"


def test_the_phone_in_the_pocket(tmp_path: Path, new_page: NewPage) -> None:
    """Somebody switches notifications on, closes the page, is told, taps, loses the network, and has it again."""
    server = Server(tmp_path, "--limits", "100")
    try:
        page = new_page(viewport={"width": 390, "height": 844}, locale="it-IT", permissions=["notifications"])
        keys = Phone(HookSink()).fields("")
        page.context.add_init_script(f"({SUBSCRIBING})({json.dumps(keys)})")
        page.context.add_cookies([{"name": "language", "value": "en", "url": server.address}])
        page.goto(f"{server.address}/rules")
        page.evaluate(READY)
        table = start_table(page, server.address, "kraftwagen", 2)
        page.locator("#burger summary").click()
        switch = page.locator("#burger [data-notify]")
        with page.expect_response("**/push") as told:
            switch.click()
        assert told.value.status == 200
        expect(switch).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#notice")).to_contain_text("also when the page is closed")

        # Other keys at the server: the page that is opened next subscribes anew, and says which one it was.
        PushKeys(tmp_path / FILE).rotate(forget=False)
        with page.expect_response("**/push/again") as told:
            page.reload()
        assert told.value.status == 200
        assert json.loads(page.evaluate("localStorage.getItem('test.push')"))["endpoint"].endswith("/2")

        # The server's message, as the service worker gets it once the browser has opened it.
        message = {"title": "Officina", "body": "Your turn: Kraftwagen", "url": f"/t/{table}?seat=1", "tag": f"table-{table}"}
        session = page.context.new_cdp_session(page)
        found: dict[str, Any] = {}
        session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.update(told["registrations"][0]))
        session.send("ServiceWorker.enable")
        page.goto(f"{server.address}/rules")
        page.evaluate(READY)
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": server.address, "registrationId": found["registrationId"], "data": json.dumps(message)},
        )
        shown = page.evaluate(SHOWN)
        assert shown == ["Officina", message["body"], message["tag"], message["url"]]

        # Without network, in the person's language; nothing of the game is shown from memory.
        page.goto(f"{server.address}/t/{table}")
        page.context.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
        assert page.evaluate("getComputedStyle(document.querySelector('.leaf')).borderTopWidth") == "2px", "with its style"
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_selector("#main[data-live]")
        kept = page.evaluate(
            "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
            " (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"
        )
        assert kept
        assert not any(path.startswith(("/t/", "/me")) or path == "/" for path in kept)

        page.locator("#burger summary").click()
        with page.expect_response("**/push/off"):
            page.locator("#burger [data-notify]").click()
        expect(page.locator("#burger [data-notify]")).to_have_attribute("aria-pressed", "false")
    finally:
        server.stop()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as stored:
        assert stored.execute("SELECT count(*) FROM push_browsers").fetchone() == (0,)
