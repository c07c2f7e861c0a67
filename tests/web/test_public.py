"""The public address that was named at the start is in every link, QR code, mail and notice, whatever host a request names."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import Mount, Route

from officina.cli.app import run as command
from officina.messages import Ready, TakeSeat
from officina.tables import PlannedSeat, TableError
from officina.tables.notices.mail import Mailer, SmtpSettings
from officina.tables.notices.notices import Notifier
from officina.tables.notices.webhook import Webhooks
from officina.web import make_app
from officina.web.limits import Limits
from officina.web.live.lobby import qr_drawing
from officina.web.server.public import read_public
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.sinks import HookSink, MailSink, SinkResolver, trusting
from tests.tables.test_notices import settled

PUBLIC = "https://club.example:8443"
FORGED = "evil.invalid"
"""The host that a visitor's requests name."""


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("", ""),
        (" https://Club.Example/ ", "https://club.example"),
        ("https://club.example:443", "https://club.example"),
        ("http://192.0.2.7:8484", "http://192.0.2.7:8484"),
        ("https://[2001:DB8::1]:8443/", "https://[2001:db8::1]:8443"),
    ],
)
def test_a_public_address_is_read_as_browsers_write_it(given: str, read: str) -> None:
    assert read_public(given) == read


@pytest.mark.parametrize(
    "wrong",
    [
        *("club.example", "//club.example", "ftp://club.example", "https://", "https:///x", "https://club.example/path"),
        *("https://club.example?x=1", "https://club.example#x", "https://club.example?", "https://club.example#"),
        *("https://anna:secret@club.example", "https://@club.example", "https://club.example:99999", "https://club.example:0"),
        *("https://club.example:", "https://club example", "https://club.example\r\nX: 1", "https://[::", "https://[::]"),
        *(
            "https://-club.example",
            "https://club..example",
            "https://clüb.example",
            "https://" + "x" * 300,
            'https://"><script>',
        ),
    ],
)
def test_what_is_no_public_address_is_refused_with_a_sentence(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TableError, match="public address"):
        read_public(wrong)
    assert command(["serve", "--public", wrong]) == 2
    told = capsys.readouterr()
    assert "https://officina.example.org" in " ".join((told.err + told.out).split())
    assert "Traceback" not in told.err


def read_only(routes: Any, prefix: str = "") -> Iterator[str]:
    """The patterns of everything that can be asked for."""
    for route in routes:
        if isinstance(route, Mount):
            yield from read_only(route.routes, prefix + route.path)
        elif isinstance(route, Route) and "GET" in (route.methods or ()):
            yield prefix + route.path


def filled(pattern: str, **values: str) -> str:
    """A route's address with something in the places of its parameters."""
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: values.get(found.group(1), "1"), pattern)


class Visitor(httpx.AsyncClient):
    """A browser whose requests name a host of its own choice."""

    def __init__(self, app: Any, host: str, cookies: dict[str, str] | None = None) -> None:
        transport = httpx.ASGITransport(app, client=("192.0.2.9", 1))
        super().__init__(transport=transport, base_url=f"http://{host}", cookies=cookies)
        self.headers["Origin"] = f"http://{host}"


def test_a_forged_host_changes_no_link_anywhere(tmp_path: Path) -> None:
    """Every page and every answer of the API, before and in play; what is mailed and called; what the page's socket sends."""

    async def main() -> None:
        async with MailSink() as mails, HookSink() as hooks, open_tables(tmp_path / "t.sqlite") as tables:
            mailer = Mailer(SmtpSettings("127.0.0.1", mails.port, "tables@officina.example"))
            calls = Webhooks(SinkResolver({"sink.example": ["127.0.0.1"]}), trusting())
            notifier = Notifier(tables.registry, mailer, calls, origin=PUBLIC)
            app = make_app(tables, public_origin=PUBLIC, limits=Limits(1000), notifier=notifier)
            seats = [PlannedSeat("person", "Anna"), PlannedSeat("open")]
            made = await tables.create(FUORI.name, 2, {}, seats)
            table, cookies = made.table_id, {f"seat-{made.table_id}": made.token, "language": "en"}
            async with Visitor(app, FORGED, cookies) as forger, Visitor(app, "127.0.0.1:8484", cookies) as here:
                lobby, honest = (await forger.get(f"/t/{table}")).text, (await here.get(f"/t/{table}")).text
                assert f"{PUBLIC}/t/{table}" in lobby
                assert qr_drawing(f"{PUBLIC}/t/{table}") in lobby
                assert qr_drawing(f"{PUBLIC}/t/{table}") in honest
                assert FORGED not in lobby

                await forger.post("/me", data={"name": "Anna"})
                device = (await forger.post("/me/device")).text
                assert f"{PUBLIC}/me/join/" in device
                assert FORGED not in device
                await forger.post("/me/mail", data={"email": "anna@example.org"})
                await forger.post(f"/t/{table}/notices", data={"what": "email", "email": "bruno@example.org"})
                address = f"https://sink.example:{hooks.port}/hook"
                await forger.post(f"/t/{table}/notices", data={"what": "webhook", "webhook": address})

                invitation = (await tables.invitations(table, made.token))[1]
                friend = (await forger.get(f"/t/{table}/join/1/{invitation}")).text
                assert FORGED not in friend
                bots = [PlannedSeat("person", "Anna"), PlannedSeat("bot")]
                playing = await tables.create(FUORI.name, 2, {}, bots)
                forger.cookies.set(f"seat-{playing.table_id}", playing.token)
                await tables.do(playing.table_id, playing.token, Ready(True))
                asked = 0
                for pattern in sorted(set(read_only(app.routes))):
                    for where, token in ((table, made.token), (playing.table_id, playing.token)):
                        path = filled(pattern, table=where, game="kraftwagen", token=token)
                        for tail in ("", "/"):
                            answer = await forger.get(
                                path.rstrip("/") + tail or "/", headers={"Authorization": f"Bearer {token}"}
                            )
                            assert answer.status_code < 500, path
                            told = answer.text + "".join(answer.headers.values())
                            assert FORGED not in told, f"{path} tells the host that was asked"
                            assert not answer.headers.get("location", "/").startswith(("http", "//")), path
                            asked += 1
                assert asked > 150
                mine = (await forger.get(f"/t/{table}/mine")).text
                assert f"{PUBLIC}/t/{table}/seat/{made.token}" in mine

            while len(mails.mails) < 2:
                await asyncio.sleep(0.01)
            await settled(notifier)
            stored = await tables.storage.notice(table, 0)
            assert stored is not None
            await tables.storage.keep_notice(replace(stored, confirmed=True, origin=f"http://{FORGED}"))  # of before --public
            friend_token = (await tables.do(table, "", TakeSeat(1, "Bruno"))).token
            for token in (made.token, friend_token):
                await tables.do(table, token, Ready(True))
            live, friends = await tables.live(table), Friends(tables, table, {1: friend_token})
            while 0 not in live.playing().position.to_act:
                await friends.one_choice(seeded("forged"))
            await notifier.sweep(live.times[0].began + 100_000)
            await settled(notifier)
            assert len(mails.mails) == 3
            assert all(PUBLIC in mail.get_content() for mail in mails.mails)
            sent = b"".join(mails.raw) + b"".join(body for _, _, body in hooks.requests)
            assert len(hooks.requests) == 1
            assert sent.count(PUBLIC.encode()) > 4
            assert FORGED.encode() not in sent

    run(main())
