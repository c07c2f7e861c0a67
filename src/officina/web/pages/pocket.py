"""What makes a phone keep Officina like an app: manifest, service worker, the page that it shows without network."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from officina.core.text import LANGUAGES
from officina.web.pages.rendering import html
from officina.web.requests import language_of
from officina.web.words import PageWords

WORKER: Final = Path(__file__).parent.parent / "static" / "worker.js"
STYLES: Final = ("style", "officina", "pages")
BENCH, ENAMEL = "#ddd0b4", "#163f6b"
ICONS: Final = (
    ("/static/icons/icon.svg", "any", "image/svg+xml", "any"),
    ("/static/icons/icon-192.png", "192x192", "image/png", "any"),
    ("/static/icons/icon-512.png", "512x512", "image/png", "any"),
    ("/static/icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


async def manifest(request: Request) -> Response:
    """``/manifest.webmanifest?language=it``: browsers ask for it without cookies, so the address names the language."""
    words = PageWords(language_of(request))
    said = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "lang": words.language,
        "dir": "ltr",
        "name": words.say("pocket.name"),
        "short_name": "Officina",
        "description": words.say("pocket.description"),
        "display": "standalone",
        "background_color": BENCH,
        "theme_color": ENAMEL,
        "categories": ["games"],
        "icons": [{"src": src, "sizes": sizes, "type": kind, "purpose": use} for src, sizes, kind, use in ICONS],
        "shortcuts": [
            {"name": words.say("me.title"), "url": "/me"},
            {"name": words.say("home.rule_books"), "url": "/rules"},
        ],
    }
    named = request.query_params.get("language") in LANGUAGES  # otherwise somebody else would get it in another language
    return cached(msgspec.json.encode(said), "application/manifest+json", 300 if named else 0)


async def worker(request: Request) -> Response:
    """``/worker.js``: the service worker, with what it keeps: the page for lost connections and what that is drawn with.

    Its bytes change with any of the static files, so browsers take a new one by themselves.
    """
    assets: str = request.app.state.assets
    kept = [f"/offline?language={language}" for language in LANGUAGES]
    kept += [f"/static/{name}.css?v={assets}" for name in STYLES]
    kept += [f"/static/offline.js?v={assets}", "/static/icons/icon.svg"]
    head = f"const VERSION = {msgspec.json.encode(assets).decode()};\nconst KEPT = {msgspec.json.encode(kept).decode()};\n"
    return cached(head.encode() + WORKER.read_bytes(), "text/javascript", 0)


async def offline(request: Request) -> Response:
    """``/offline``: says that there is no connection. Nothing on it is anybody's: the service worker keeps it."""
    return html(request, "offline.html", PageWords(language_of(request)))


def cached(body: bytes, kind: str, seconds: int) -> Response:
    """A file that a browser may keep for a while; 0: only if it asks each time."""
    kept = f"public, max-age={seconds}" if seconds else "no-cache"
    return Response(body, media_type=kind, headers={"Cache-Control": kept})
