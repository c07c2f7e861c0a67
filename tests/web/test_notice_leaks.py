"""Nothing leaked by what people get besides the game: notices, mails, talk, the table's questions, clocks, other seats' notes.

Every byte of them stays the same when what the viewer cannot know is drawn anew, or when somebody else thinks in secret.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from officina import Game
from officina.core.events import EVERYBODY
from officina.core.text import LANGUAGES, render
from officina.messages import Note, Propose, Say
from officina.tables import LiveTable, Ok, Tables
from officina.tables.actions.agree import own_choices
from officina.tables.notices.notices import Notifier, receiver
from officina.tables.notices.push import PushMessage
from officina.tables.notices.push_keys import encoded
from officina.tables.notices.push_seal import sealed
from officina.tables.notices.wording import (
    confirm_mail,
    digest_body,
    digest_mail,
    digest_message,
    push_message,
    turn_mail,
    webhook_body,
)
from officina.tables.storage.interface import OVER, as_text
from officina.tables.storage.seat_data import BrowserRow, NoticeRow
from officina.tables.storage.sql_push import keep_browser
from officina.tables.table.clock import BANK, ClockRule
from officina.web import make_app
from officina.web.limits import Limits
from officina.web.live.regions import clock_words, company_regions, regions
from officina.web.live.scene import live_scene, played_as, scores
from officina.web.live.templates import part
from officina.web.words import PageWords
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.sinks import SinkResolver
from tests.tables.worlds import in_two_worlds, twin_of

ORIGIN = "https://officina.example"
KEY = "k" * 32
PHONE = (
    ec.derive_private_key(7, ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint),
    b"a" * 16,
)
"""The keys of everybody's browser."""


async def told(tables: Tables, friends: Friends) -> list[str]:
    """Everything that is sent to people who are away, now: to whom, and every byte of it."""
    found: list[str] = []
    notifier = Notifier(tables.registry)
    seats = await tables.storage.waiting_seats()
    for waiting in seats:
        due = notifier.due(waiting, waiting.updated + 100_000)
        row = waiting.notice
        found.append(json.dumps([row.seat, due is not None, receiver(waiting)]))
        if due is not None:
            found += [webhook_body(row, waiting.game).decode(), *turn_mail(row, waiting.game), *confirm_mail(row, waiting.game)]
            assert len(waiting.browsers) == 1, "it has a phone"
            for language in LANGUAGES:
                found += pushed(push_message(row, waiting.game, language))
    if seats:
        found += [*digest_mail(seats), digest_body(seats).decode()]
        for language in LANGUAGES:
            found += pushed(digest_message(seats, language))
    return found


def pushed(message: PushMessage) -> list[str]:
    """What a browser gets, and what its push service sees of it besides who and when: the size."""
    text = msgspec.json.encode(message)
    return [text.decode(), str(len(sealed(text, *PHONE)))]


def besides(live: LiveTable, viewer: int | None) -> dict[str, str]:
    """The regions besides the board, whose own are looked at in test_leaks."""
    look = live_scene(live, viewer, "en")
    words = PageWords("en", look.names())
    more = {"scores": scores(look), "played_as": played_as(look), **clock_words(look)}
    return {"players": part("players", look, words, **more), **company_regions(look, words)}


async def want_notices(friends: Friends, seats: range) -> None:
    """Every seat wants to be told in every way."""
    for seat in seats:
        row = NoticeRow(friends.id, seat, f"https://sink.example/{seat}", f"s{seat}@example.org", True, KEY, 1.0, "it", ORIGIN)
        await friends.tables.storage.keep_notice(row)
        point, auth = map(encoded, PHONE)
        browser = BrowserRow(f"{friends.id}-{seat}", f"https://push.example/{seat}", point, auth, "it", "key", 1.0)
        await keep_browser(friends.tables.storage, browser, "", (friends.id, seat))


@pytest.mark.parametrize("number", range(1))
def test_hidden_parts_drawn_anew_change_no_byte(tmp_path: Path, game: Game, number: int) -> None:
    """The regions with a question open, clocks running and talk going on; the notices; the seat's own page."""

    async def main() -> None:
        rng = seeded(f"notice leaks {game.name} {number}")
        players, options = random_setting(game, rng)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, players, options=options)
            live = await friends.live()
            live.row = replace(live.row, clock=as_text(ClockRule(kind=BANK)))
            live.rule = ClockRule(kind=BANK)
            await want_notices(friends, range(players))
            await tables.do(friends.id, friends.tokens[0], Say("hello", "who has the red one?"))
            compared = 0
            for turn in range(70):
                if live.row.state == OVER:
                    break
                if turn % 14 == 9:
                    asker = next((seat for seat in range(players) if own_choices(live, seat)), None)
                    if asker is not None and live.proposals.open is None:
                        step = list(own_choices(live, asker))[-1]
                        await tables.do(friends.id, friends.tokens[asker], Propose(f"ask {turn}", "undo", step))
                if turn % 14 == 12:
                    record = live.playing()
                    for viewer in [None, *range(players)]:
                        known = besides(live, viewer), await told(tables, friends)
                        live.record = twin_of(record, viewer, rng)
                        assert (besides(live, viewer), await told(tables, friends)) == known
                        live.record = record
                        compared += 1
                await friends.one_choice(rng)
            assert compared

    run(main())


@pytest.mark.parametrize("number", range(1))
def test_thinking_it_over_in_secret_changes_no_byte(tmp_path: Path, game: Game, number: int) -> None:
    """One seat answers a simultaneous question at once, or after many changes of mind: what others get is the same."""

    async def prepare(friends: Friends) -> None:
        await want_notices(friends, range(len(friends.tokens)))

    async def look(friends: Friends, seat: int) -> list[object]:
        tables = friends.tables
        await tables.do(friends.id, friends.tokens[seat], Say("done", "I am done"))
        await tables.do(friends.id, friends.tokens[seat], Propose("pause", "pause"))
        live = await friends.live()
        shown: list[object] = [await told(tables, friends), [render(note.message, "it") for note in live.notes]]
        for note in live.notes:
            assert note.after == 0 or live.audiences[note.after - 1] == EVERYBODY, "its place tells of a hidden choice"
        for viewer in [None, *range(live.info.players)]:
            if viewer != seat:
                found = regions(live_scene(live, viewer, "en"))
                shown.append({name: timeless(found[name]) for name in ("players", "proposal", "pact", "talk", "log")})
        return shown

    async def main() -> None:
        seen = await in_two_worlds(tmp_path, game, seeded(f"secret {game.name} {number}"), look, prepare)
        assert seen[:1] == seen[1:]
        assert seen or game is not FUORI

    run(main())


def timeless(markup: str) -> str:
    """Without moments, which differ between two worlds by nature."""
    return re.sub(r'data-(after|deadline)="[\d.]+"', "", markup)


def test_notes_and_addresses_are_for_their_seat_alone(tmp_path: Path, game: Game) -> None:
    """Whatever another seat or a spectator asks for, in both languages, holds nothing of what one seat keeps for itself."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, game.players[0])
            app = make_app(tables, limits=Limits(1000))
            app.state.notifier.webhooks.resolver = SinkResolver({"hook.example": ["127.0.0.1"]})
            table, secrets = friends.id, ("my private note", "hook.example/secret", "anna@example.org")
            await tables.do(table, friends.tokens[0], Note(secrets[0]))
            await app.state.notifier.set_webhook(table, friends.tokens[0], f"https://{secrets[1]}", "it", ORIGIN)
            row = await app.state.notifier.wishes(table, friends.tokens[0])
            await tables.storage.keep_notice(replace(row, email=secrets[2], confirmed=True))
            app.state.notifier.mailer = object()  # never used here: only the form is shown
            transport = httpx.ASGITransport(app=app)
            for viewer in (0, 1, None):
                for language in LANGUAGES:
                    cookies = {"language": language}
                    if viewer is not None:
                        cookies[f"seat-{table}"] = friends.tokens[viewer]
                    async with httpx.AsyncClient(transport=transport, base_url="http://officina", cookies=cookies) as client:
                        texts = {
                            path: (await client.get(f"/t/{table}{path}")).text
                            for path in ("", "/log", "/why", "/view", "/at/0", "?seat=1", "/mine")
                        }
                        texts["home"] = (await client.get("/")).text + (await client.get("/turns")).text
                    token = friends.tokens[viewer] if viewer is not None else ""
                    texts["socket"] = (await app.state.render_cache.render(table, viewer, language, token, "")).message({})
                    for secret in secrets:
                        if viewer == 0:
                            assert secret in texts[""], "its own seat sees it"
                        else:
                            assert not any(secret in text for text in texts.values())
                        assert secret not in texts["socket"]
            stored = await tables.storage.load(table)
            assert stored is not None
            assert not any(secret in repr(stored) for secret in secrets), "no log, no row of the table has it"
            assert isinstance(await tables.do(table, friends.tokens[1], Say("x", "y")), Ok)

    run(main())
