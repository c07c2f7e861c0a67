"""The page brings its own fonts: addresses that change with their content, kept for long, licences beside them."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import httpx

from officina.tables import SqliteStorage, Tables
from officina.web import make_app
from officina.web.server.app import STATIC
from tests.tables.common import run

FONTS = STATIC / "fonts"
WANTED = re.compile(r"fonts/([\w-]+\.woff2)\?v=(\w+)")


def addresses(text: str) -> set[tuple[str, str]]:
    """Names and versions of the fonts that a text asks for."""
    return set(WANTED.findall(text))


def test_every_font_is_asked_for_by_its_content() -> None:
    kept = {(path.name, hashlib.sha256(path.read_bytes()).hexdigest()[:10]) for path in FONTS.glob("*.woff2")}
    assert kept
    assert addresses((STATIC / "style.css").read_text()) == kept


def test_fonts_are_preloaded_and_kept(tmp_path: Path) -> None:
    async def main() -> None:
        app = make_app(Tables(SqliteStorage(tmp_path / "t.sqlite")))
        async with (
            app.state.tables,
            httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://officina") as client,
        ):
            home = await client.get("/")
            asked = addresses((STATIC / "style.css").read_text())
            assert addresses(home.text) == asked, "the same addresses: what is preloaded is not fetched twice"
            assert "font-src 'self';" in home.headers["Content-Security-Policy"]
            for name, version in asked:
                font = await client.get(f"/static/fonts/{name}?v={version}")
                assert font.headers["Content-Type"] == "font/woff2"
                assert "immutable" in font.headers["Cache-Control"]
                assert font.content == (FONTS / name).read_bytes()

    run(main())


def test_licences_lie_beside_the_fonts() -> None:
    texts = [path.read_text() for path in FONTS.glob("OFL-*.txt")]
    assert len(texts) == 2
    assert all("SIL Open Font License" in text for text in texts)
