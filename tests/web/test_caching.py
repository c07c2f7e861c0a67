"""What caches on the way may keep: nothing that depends on who asks, and for ever only what the address names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import httpx

from officina.messages import Lock
from officina.web import make_app
from officina.web.limits import Limits
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.web.siege import Besieged, Handle, targets

ASKERS: Final[Mapping[str, Mapping[str, str]]] = {
    "another host": {"Host": "elsewhere.example"},
    "another language": {"Accept-Language": "it"},
    "another cookie": {"Cookie": "language=it; screen=phone"},
    "a phone": {"User-Agent": "Mobi", "Sec-CH-UA-Mobile": "?1"},
    "another scheme": {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "elsewhere.example"},
}
FOREIGN: Final = "0123456789ab"
"""The fingerprint of nothing."""


def is_kept(answer: httpx.Response) -> bool:
    """Whether a cache on the way may give it to somebody else without asking."""
    kept = answer.headers["cache-control"]
    return "public" in kept and "max-age=0" not in kept


def test_what_is_kept_for_others_is_the_same_for_all(tmp_path: Path) -> None:
    """Whatever answers GET: neither host, language, cookies nor the kind of device change what a cache may hand on."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1)
            besieged = Besieged(friends.id, Handle(friends.id, friends.tokens[0]), 1)
            app = httpx.ASGITransport(make_app(tables, limits=Limits(1000)))
            kept, wrong = set[str](), list[str]()
            async with httpx.AsyncClient(transport=app, base_url="http://here", headers={"Accept-Language": "en"}) as client:
                for target in targets():
                    if target.method != "GET":
                        continue
                    path = besieged.fill(target.path)
                    for query in ("", f"?v={FOREIGN}", "?language=en"):
                        answer = await client.get(path + query)
                        if "immutable" in answer.headers["cache-control"] and FOREIGN in query:
                            wrong.append(f"{path}{query} is kept for ever, and is something else")
                        if not is_kept(answer):
                            continue
                        kept.add(target.name)
                        for who, headers in ASKERS.items():
                            other = await client.get(path + query, headers=headers)
                            if other.content != answer.content:
                                wrong.append(f"{path}{query} is kept for all, and is another one for {who}")
            assert wrong == [], "\n".join(wrong)
            assert {"GET /manifest.webmanifest", "GET /static/officina.css"} <= kept, "some things are kept"

    run(main())


def test_the_look_of_a_locked_table_is_for_those_who_sit_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1)
            await tables.do(friends.id, friends.tokens[0], Lock(True))
            app = httpx.ASGITransport(make_app(tables))
            path = f"/board/{FUORI.name}.css?table={friends.id}"
            async with httpx.AsyncClient(transport=app, base_url="http://here") as client:
                assert (await client.get(path)).status_code == 403
                mine = await client.get(path, headers={"Cookie": f"seat-{friends.id}={friends.tokens[0]}"})
                assert (mine.status_code, mine.headers["content-type"]) == (200, "text/css; charset=utf-8")
                assert not is_kept(mine)

    run(main())


def test_a_style_sheet_is_kept_for_ever_under_the_address_that_pages_name(tmp_path: Path) -> None:
    """While two versions stand behind one address, the old one may be asked for what only the new one has."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1)
            app = httpx.ASGITransport(make_app(tables))
            async with httpx.AsyncClient(transport=app, base_url="http://here") as client:
                page = (await client.get(f"/t/{friends.id}")).text
                address = page.partition('href="/board/')[2].partition('"')[0].replace("&amp;", "&")
                assert address.startswith(f"{FUORI.name}.css?v=")
                named = await client.get(f"/board/{address}")
                assert "immutable" in named.headers["cache-control"]
                digest = address.partition("?v=")[2].partition("&")[0]
                other = await client.get(f"/board/{address.replace(digest, FOREIGN)}")
                assert (other.text, other.headers["cache-control"]) == (named.text, "no-store")

    run(main())
