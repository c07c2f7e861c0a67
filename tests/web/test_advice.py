"""The page of an analysis and the panel of a hint, over HTTP, without a browser."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import httpx
import pytest

from officina import GAMES, Record
from officina.web.live.chairs import looks_of
from tests.patience import LONG
from tests.seeds import seed_of, seeded
from tests.web.driver import Server
from tests.web.test_parts import check_markup


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    """A visitor with scripts switched off."""
    headers = {"Origin": server.address, "Accept": "text/html", "Accept-Language": "en"}
    with httpx.Client(base_url=server.address, follow_redirects=True, headers=headers, timeout=LONG) as found:
        yield found


def finished() -> bytes:
    record = Record.start(GAMES["fuori_di_rotella"], 3, seed_of("analysed page"))
    rng = seeded("analysed page")
    while record.position.to_act:
        seat = record.position.to_act[0]
        record.apply(seat, rng.pick(record.position.options(seat)))
    return record.dump().encode()


def test_players_are_drawn_in_the_colours_they_played_with() -> None:
    """A robot's, in Fuori di Rotella: before one has chosen it a seat has none."""
    position = Record.load(finished(), GAMES.__getitem__).position
    assert len({paint for paint, _ in looks_of(GAMES["fuori_di_rotella"], position)}) == 3


def test_a_finished_game_is_analysed_at_the_press_of_a_button(client: httpx.Client) -> None:
    there = client.post("/import", files={"record": ("x", finished())})
    address = there.url.path.partition("/at/")[0]
    assert f'action="{address}/analysis"' in client.get(address).text, "the end has the button"
    before = client.get(f"{address}/analysis")
    assert "Analyse this game" in before.text, "nothing begins by itself"
    running = client.post(f"{address}/analysis")
    assert running.status_code == 200
    until = time.monotonic() + LONG
    while client.get(f"{address}/analysis?part=1").json()["state"] == "running" and time.monotonic() < until:
        time.sleep(0.05)
    for language in ("en", "it"):
        page = client.get(f"{address}/analysis", headers={"Accept-Language": language}).text
        check_markup(page)
        assert 'class="chart"' in page
        moments = re.findall(rf'href="{address}/at/(\d+)\?seat=(\d)"', page)
        assert len(moments) > 5
        step, seat = moments[0]
        assert client.get(f"{address}/at/{step}?seat={seat}").status_code == 200
        assert ("Meglio:" if language == "it" else "Better:") in page
    later = client.post("/import", files={"record": ("x", unfinished())}).url.path.partition("/at/")[0]
    refused = client.get(f"{later}/analysis")
    assert refused.status_code == 409 or "played to its end" in refused.text
    assert "played to its end" in refused.text


def unfinished() -> bytes:
    record = Record.start(GAMES["fuori_di_rotella"], 3, seed_of("going on"))
    record.apply(record.position.to_act[0], record.position.options(record.position.to_act[0])[0])
    return record.dump().encode()


def test_the_panel_gives_one_alone_a_hint(client: httpx.Client) -> None:
    there = client.post("/play/fuori_di_rotella")
    address = there.url.path
    page = there.text
    assert 'id="hint"' in page or "Ready" in page
    panel = client.get(f"{address}/hint?seat=1")
    assert "A strong player who knows what you know would choose" in panel.text
    stranger = httpx.get(str(panel.url), headers={"Accept": "text/html"})
    assert stranger.status_code >= 400 or "would choose" not in stranger.text
