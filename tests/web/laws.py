"""The laws of the table over many decisions: ``python -m tests.web.laws [GAME ...] --decisions 40``.

Tables with every number of players and with variants are played over the API by chance; kinds of decisions that do not come up
are looked for in the recorded games. Whenever a decision of a new kind comes up (and from time to time besides) the page of
whoever decides is opened on each screen and looked at: is the question in sight, and everything that can be chosen (L1)? Is
anything too small, cut or sticking out (L5)? Has every choice its key (L6)? Is everybody called by name (L7)? On a slow machine
``--share 2/3`` looks at the second third of the same corpus.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from officina import GAMES
from officina.client import Client, PlannedSeat, Seat
from officina.core.errors import OptionError
from officina.core.record import Record
from officina.core.text import LANGUAGES
from tests.seeds import seeded
from tests.web.driver import PATIENCE, Server, find_chromium

SCREENS = {"wide": (1366, 768), "middle": (1024, 768), "phone": (390, 844)}
VARIANTS: dict[str, list[dict[str, int | str]]] = {
    "automobiles": [
        {"laps": 1},
        {"laps": 1, "track": "monza", "cards": "expert"},
        {"laps": 2, "cards": "random", "grid": "chosen"},
    ],
    "automania": [{}, {"advanced": "on"}],
    "crazy_race": [{}, {"shuffled_points": "on", "rear_penalty": "both", "steal_second": "on"}],
    "fuori_di_rotella": [{}, {"upgrades": "on"}, {"robots_per_player": 2, "share_rest": "draft"}],
    "kraftwagen": [{}],
}
RECORDS = Path(__file__).parents[1] / "records"
NAMES = ["Annamaria", "Bartolomeo", "Cleo", "Domenico", "Elisabetta", "Ferdinando", "Giò", "Hannelore"]
MOST_OF_A_KIND = 0.2
"""The part of a corpus that one kind of decision may be."""
SMALLEST = {"wide": 36, "middle": 36, "phone": 28}
"""Pixels of a piece that can be chosen; a shape of a board (a stretch of road) may be slimmer in one direction."""
SLIMMEST = 24
SMALLEST_TEXT = 12.5
"""Thirteen, drawn for a stage a little larger than the one there is."""

ASKED = """() => document.title.startsWith('●') && document.getElementById('main')?.dataset.live
  && document.querySelector('#choices:not([aria-busy]) .choice') !== null && document.fonts.status === 'loaded'"""

LOOK = (Path(__file__).parent / "laws.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Moment:
    """A decision that somebody has to make: where their page is, and what it is about."""

    link: str
    kind: str
    number: int
    """Of the choice in its game: the same for the same seed."""
    players: int
    options: dict[str, int | str]
    language: str

    def __str__(self) -> str:
        return f"{self.language} {self.kind} {self.players} players {self.options}"


def seats_of(client: Client, game: str, players: int, options: dict[str, int | str]) -> list[Seat]:
    """A table at which everybody is a person."""
    plan = [PlannedSeat("person", NAMES[0]), *[PlannedSeat("person")] * (players - 1)]
    first = client.create(game, plan, options, ready=True)
    seats = [first]
    for place in range(1, players):
        seat = client.sit(first.table_id, place, NAMES[place], first.invitations[place])
        seat.ready()
        seats.append(seat)
    return seats


def moments(address: str, game: str, decisions: int) -> Iterator[Moment]:
    """Decisions of a game: each kind when it first comes up, and others, so many in all; every number of players comes up."""
    counts = list(GAMES[game].players)
    variants = VARIANTS[game]
    quota = -(-decisions // max(len(counts), len(variants)))
    kinds: Counter[str] = Counter()
    told = 0
    with Client(address, timeout=PATIENCE / 1000) as client:
        for table in range(4 * len(counts) * len(variants)):
            players = counts[-1 - table % len(counts)]
            options = variants[table % len(variants)]
            rng = seeded(f"laws {game} {table}")
            try:
                GAMES[game].start(players, 0, options)
            except OptionError:  # this variant is for fewer
                continue
            seats = seats_of(client, game, players, options)
            here = 0
            for number in range(2000):
                waiting = seats[0].table().waiting
                if not waiting or told == decisions or here == quota:
                    break
                seat = seats[rng.pick(waiting)]
                question = seat.question()
                if question is None:
                    continue
                if kinds[question.kind] == 0 or (
                    number > 25 * (here + 1) and kinds[question.kind] < MOST_OF_A_KIND * decisions
                ):
                    kinds[question.kind] += 1
                    language = LANGUAGES[told % len(LANGUAGES)]
                    yield Moment(f"/t/{seat.table_id}/seat/{seat.token}", question.kind, number, players, options, language)
                    told, here = told + 1, here + 1
                seat.choose(rng.pick(question.options))
            if told == decisions:
                break
    seldom = [kind for kind in kinds_of(game) if kind not in kinds]
    for place, kind in enumerate(seldom if decisions >= len(kinds_of(game)) else []):
        moment = recorded(address, game, kind, LANGUAGES[place % len(LANGUAGES)])
        if moment is not None:
            yield moment


def recorded(address: str, game: str, kind: str, language: str) -> Moment | None:
    """A decision of a kind that seldom comes up, from a recorded game: a table that begins there."""
    for path in sorted((RECORDS / game).glob("*.officina")):
        text = path.read_text(encoding="utf-8")
        record = Record.load(text, GAMES.__getitem__)
        steps = [step for step, move in enumerate(record.moves) if record.game.vocabulary.kind_name(move.kind) == kind]
        if not steps:
            continue
        seat = record.moves[steps[0]].seat
        with Client(address, timeout=PATIENCE / 1000) as client:
            table = client.import_record(text).table_id
        played = httpx.post(
            f"{address}/t/{table}/at/{steps[0]}/play",
            data={"seat": str(seat + 1)},
            cookies={"name": NAMES[1]},
            headers={"Origin": address},
            timeout=PATIENCE / 1000,
        )
        link = played.headers["location"]
        token = next(value for name, value in played.cookies.items() if name.startswith("seat"))
        return Moment(f"{link}/seat/{token}", kind, steps[0], record.position.seats, dict(record.header.options), language)
    return None


def kinds_of(game: str) -> list[str]:
    """Every kind of decision that the game can ask for."""
    return [kind.name for kind in GAMES[game].vocabulary.kinds]


class Looker:
    """A browser on each screen in each language, looking at one moment after another."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.pages: dict[tuple[str, str], Page] = {}
        self.complaints: list[str] = []
        for screen, (width, height) in SCREENS.items():
            phone: dict[str, Any] = {"has_touch": True, "is_mobile": True} if screen == "phone" else {}
            for language in LANGUAGES:
                context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **phone)
                cookies = {"language": language, "screen": screen}
                context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                page.on("pageerror", lambda error: self.complaints.append(str(error)))
                self.pages[screen, language] = page

    def look(self, moment: Moment, screen: str) -> list[str]:
        """What breaks a law."""
        page = self.pages[screen, moment.language]
        page.context.clear_cookies(name="seat")
        page.goto(self.address + moment.link)
        page.wait_for_function(ASKED)
        found: list[str] = page.evaluate(LOOK, [SMALLEST[screen], SLIMMEST, SMALLEST_TEXT])
        return found

    def close(self) -> None:
        """Leave the browser as it was."""
        for page in self.pages.values():
            page.context.close()


def share(written: str) -> tuple[int, int]:
    """Which share of how many: ``2/3``."""
    part, shares = (int(figure) for figure in written.split("/"))
    if not 1 <= part <= shares:
        raise ValueError
    return part, shares


def main() -> None:
    """Every finding, and how many decisions of which kinds were looked at."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--decisions", type=int, default=40, help="of each game (40)")
    parser.add_argument("--share", type=share, default=(1, 1), metavar="K/N", help="look at every Nth of them from the Kth on")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each moment that breaks a law")
    wanted = parser.parse_args()
    broken = 0
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = Server(Path(folder), "--limits", "100000")
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        for game in wanted.games:
            looker = Looker(browser, server.address)
            kinds: Counter[str] = Counter()
            players: Counter[int] = Counter()
            first, each = wanted.share
            for moment in islice(moments(server.address, game, wanted.decisions), first - 1, None, each):
                kinds[moment.kind] += 1
                players[moment.players] += 1
                for screen in SCREENS:
                    found = looker.look(moment, screen)
                    broken += len(found)
                    for line in found:
                        print(f"{game} {screen} {moment}: {line}", flush=True)
                    if found and wanted.pictures:
                        wanted.pictures.mkdir(parents=True, exist_ok=True)
                        name = f"{game}-{moment.kind}-{moment.players}-{moment.number}-{screen}-{moment.language}.png"
                        looker.pages[screen, moment.language].screenshot(path=wanted.pictures / name)
            broken += len(looker.complaints)
            print(f"{game}: {kinds.total()} decisions on {len(SCREENS)} screens, {dict(kinds)}, players {dict(players)}")
            unseen = [kind for kind in kinds_of(game) if kind not in kinds]
            print(f"kinds that did not come up: {', '.join(unseen) or 'none'}")
            print(*looker.complaints, sep="\n")
    print(f"{broken} findings")
    raise SystemExit(broken > 0)


if __name__ == "__main__":
    main()
