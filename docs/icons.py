"""Draws the icons of the installed app from our own gear: ``python -m docs.icons`` (needs Chromium and Playwright)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from officina.looks.parts import symbols
from tests.web.driver import find_chromium

FOLDER: Final = Path(__file__).parent.parent / "src" / "officina" / "web" / "static" / "icons"
ENAMEL, RIM, CREAM = "#163f6b", "#0c2744", "#fdf5e0"
BRASS, BRASS_DARK, TYRE = "#d9a941", "#7a5313", "#231b15"
PNG: Final = (("icon", 192), ("icon", 512), ("maskable", 512), ("touch", 180), ("badge", 96))


def gear(paint: str) -> str:
    """The outline of the gear that the page's brand shows."""
    found = re.search(r' d="([^"]+)"', symbols()["gear-plain"])
    assert found is not None
    return f'<path fill="{paint}" fill-rule="evenodd" d="{found[1]}"/>'


def sign(size: int, corner: int, inset: int) -> str:
    """An enamel sign with a brass gear that carries a wheel; ``inset`` is how much of it may be cut off on each side."""
    room = size - 2 * inset
    rim = f'<rect x="{inset + 4}" y="{inset + 4}" width="{room - 8}" height="{room - 8}" rx="{max(corner - 4, 4)}" '
    scale = room * 0.72 / 48
    middle = f"translate({size / 2} {size / 2}) scale({scale:.4f}) translate(-24 -24)"
    wheel = (
        f'<circle cx="24" cy="24" r="11.5" fill="{TYRE}"/><circle cx="24" cy="24" r="7" fill="{CREAM}"/>'
        f'<circle cx="24" cy="24" r="2.6" fill="{BRASS_DARK}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">'
        f'<rect width="{size}" height="{size}" rx="{corner}" fill="{ENAMEL}"/>'
        + (f'{rim}fill="none" stroke="{CREAM}" stroke-width="3"/>' if corner else "")
        + f'<g transform="{middle}"><g transform="translate(0 1.4)">{gear(RIM)}</g>{gear(BRASS)}{wheel}</g></svg>'
    )


def badge() -> str:
    """What Android shows in its status line: a shape alone."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">{gear("#fff")}</svg>'


def main() -> None:
    """Write the drawing, and the pictures that phones want of it."""
    FOLDER.mkdir(exist_ok=True)
    whole = sign(120, 0, 12)
    drawings = {"icon": sign(96, 20, 0), "maskable": whole, "touch": whole, "badge": badge()}
    (FOLDER / "icon.svg").write_text(drawings["icon"] + "\n", encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        for name, size in PNG:
            page.set_viewport_size({"width": size, "height": size})
            style = "<style>html,body{margin:0;background:transparent}svg{display:block;width:100vw;height:100vh}</style>"
            page.set_content(style + drawings[name])
            page.screenshot(path=FOLDER / f"{name}-{size}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
