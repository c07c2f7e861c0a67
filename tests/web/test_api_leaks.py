"""Nothing leaked to programs, logs and figures: no byte changes when what the caller cannot know is drawn anew."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from officina import GAMES, Game, Rng
from officina.core.events import EVERYBODY
from officina.core.text import LANGUAGES
from officina.messages import Note, Propose, Say
from officina.tables import LiveTable, Ok
from officina.tables.actions.agree import own_choices
from officina.tables.table.clock import ClockRule
from officina.web import make_app
from officina.web.limits import Limits
from officina.web.metrics import Metrics
from officina.web.server.logs import LOGGERS, JsonLines, masked
from tests.seeds import seeded
from tests.settings import random_setting
from tests.tables.common import Friends, open_tables, run
from tests.tables.worlds import twin_of

LOOKED_AT = 1_800_000_000.0
CLOCK = ClockRule("bank", bank=3600, absence=3600)
PREVIEWED = 3
"""So many choices are looked at beforehand."""


@contextmanager
def written() -> Iterator[io.StringIO]:
    """Everything that is logged meanwhile, as it would stand in the log but for the time."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    loggers = [logging.getLogger(name) for name in LOGGERS]
    kept = [(logger, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
    try:
        yield stream
    finally:
        for logger, level in kept:
            logger.removeHandler(handler)
            logger.setLevel(level)


async def sent(friends: Friends, live: LiveTable, seat: int | None, language: str, notations: list[str]) -> dict[str, str]:
    """By address, all that the viewer can get; and what the server wrote down about it."""
    figures = Metrics(clock=lambda: 0.0, public=True)
    app = make_app(friends.tables, limits=Limits(10_000), figures=figures)
    headers = {"Accept-Language": language}
    paths = ["", "/view", "/events", "/beats", "/record", "/company", "/talk"]
    if seat is not None:
        headers["Authorization"] = f"Bearer {friends.tokens[seat]}"
        paths += ["/question", "/note", "/invitations", *(f"/why?notation={quote(notation)}" for notation in notations)]
        asked = live.question(seat)
        offered = [] if asked is None else [option.notation for option in asked.options[:PREVIEWED]]
        paths += [f"/preview?notation={quote(notation)}" for notation in offered]
    found = {}
    with written() as log, pytest.MonkeyPatch.context() as patched:
        patched.setattr("time.time", lambda: LOOKED_AT)  # everybody may know how late it is
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://officina", headers=headers
        ) as client:
            for path in paths:
                answer = await client.get(f"/api/v1/tables/{live.id}{path}")
                found[path] = f"{answer.headers}\n{answer.text}"
                assert answer.status_code == (409 if path == "/record" else 200), f"{path}: {answer.text}"
            figures_told = (await client.get("/metrics")).text
    found["metrics"] = "\n".join(line for line in figures_told.splitlines() if "memory" not in line)
    found["log"] = "\n".join(line.partition('","level"')[2] for line in log.getvalue().splitlines())
    assert len(found["log"].splitlines()) == len(paths) + 1
    return found


async def keep_company(friends: Friends, turn: int) -> None:
    """Somebody talks and writes a note; as soon as there is a choice to go back to, its seat asks for that."""
    live, tables = await friends.live(), friends.tables
    if turn == 0:
        for seat, token in friends.tokens.items():
            await tables.do(friends.id, token, Say(f"say {seat}", f"hello from {seat}"))
            await tables.do(friends.id, token, Note(f"secret of {seat}"))
    asker = next((seat for seat in friends.tokens if own_choices(live, seat)), None)
    if asker is not None and not live.proposals.count:
        step = max(own_choices(live, asker))
        assert isinstance(await tables.do(friends.id, friends.tokens[asker], Propose("ask", "undo", step)), Ok)


def some_notations(live: LiveTable, rng: Rng) -> list[str]:
    """Choices to ask about, possible and impossible ones."""
    vocabulary = live.game.vocabulary
    return [vocabulary.text(*vocabulary.kind_option(rng.below(vocabulary.size))) for _ in range(4)]


def test_hidden_parts_drawn_anew_change_no_byte(tmp_path: Path, game: Game) -> None:
    async def main() -> None:
        rng = seeded(f"api leaks {game.name}")
        players, options = random_setting(game, rng)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, players, options=options, clock=CLOCK)
            compared = 0
            for turn in range(70):
                await keep_company(friends, turn)
                live = await friends.live()
                if live.revealed:
                    break
                if turn % 10 == 4:
                    viewer, language = rng.pick([None, *range(players)]), rng.pick(list(LANGUAGES))
                    notations = some_notations(live, rng)
                    record = live.playing()
                    before = await sent(friends, live, viewer, language, notations)
                    live.record = twin_of(record, viewer, rng)
                    assert await sent(friends, live, viewer, language, notations) == before
                    live.record = record
                    assert "hello from 1" in before["/talk"]
                    assert '"what":"undo"' in before["/company"]
                    for seat in friends.tokens:
                        assert (f"secret of {seat}" in repr(before)) == (seat == viewer)
                    compared += 1
                await friends.one_choice(rng)
            assert compared > 2

    run(main())


def test_hidden_answers_leave_no_trace(tmp_path: Path, game: Game) -> None:
    """While somebody thinks in secret, no byte of anybody else's changes, and nothing is counted or written down."""

    async def main() -> None:
        rng = seeded(f"api answers {game.name}")
        players, options = random_setting(game, rng)
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, game, players, options=options, clock=CLOCK)
            hidden = 0
            for turn in range(60):
                await keep_company(friends, turn)
                live = await friends.live()
                if live.revealed or hidden > 3:
                    break
                live.seen.update(dict.fromkeys(friends.tokens, LOOKED_AT))  # whoever asks for events is there: so they all are
                position = live.playing().position
                together = len(position.to_act) > 1
                watching: list[int | None] = [None, *range(players)] if together else []
                before = {viewer: await sent(friends, live, viewer, "en", []) for viewer in watching}
                counts = dict(tables.counts)
                seat = await friends.one_choice(rng)
                if live.revealed or not together:
                    continue
                if live.audiences[-1] == EVERYBODY:
                    # Whether an answer has parts is up to the options and to chance; but who is ready may change their mind.
                    question = live.question(seat) if live.playing().position.answers else None
                    if question is None or seat in live.playing().position.to_act:
                        continue
                    before = {viewer: await sent(friends, live, viewer, "en", []) for viewer in watching}
                    counts = dict(tables.counts)
                    assert isinstance(await friends.choose(seat, rng.pick(question.options).notation), Ok)
                    assert live.audiences[-1] == seat
                hidden += 1
                for viewer in watching:
                    after = await sent(friends, live, viewer, "en", [])
                    assert (after == before[viewer]) == (viewer != seat), "others see nothing, the seat itself does"
                assert dict(tables.counts) == counts
            assert hidden or game.name != "fuori_di_rotella"

    run(main())


def test_the_test_would_notice(tmp_path: Path) -> None:
    """What another seat may see does change: the comparison is not blind."""

    async def main() -> None:
        rng = seeded("api notice")
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, GAMES["kraftwagen"], 3)
            changed = 0
            for _ in range(12):
                await friends.one_choice(rng)
                live = await friends.live()
                record, viewer = live.playing(), rng.below(3)
                before = await sent(friends, live, viewer, "en", [])
                live.record = twin_of(record, (viewer + 1) % 3, rng)
                live.record.position.players = live.record.position.players[::-1]  # type: ignore[attr-defined]
                changed += await sent(friends, live, viewer, "en", []) != before
                live.record = record
            assert changed

    run(main())


def test_logs_and_figures_hold_no_secret(tmp_path: Path) -> None:
    """Names, tokens, invitations, tables and addresses: whatever is asked, none of them is written down."""

    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            figures = Metrics(public=True)
            app = make_app(tables, limits=Limits(10_000), figures=figures)
            with written() as log:
                transport = httpx.ASGITransport(app=app, client=("192.0.2.77", 1))
                async with httpx.AsyncClient(transport=transport, base_url="http://officina") as client:
                    seats = [{"kind": "person", "name": "Annunziata"}, {"kind": "person"}]
                    body = {"game": "kraftwagen", "seats": seats, "ready": True}
                    made = (await client.post("/api/v1/tables", json=body)).json()
                    table, token, invitation = made["table"]["id"], made["token"], made["invitations"][0]["invitation"]
                    bearer = {"Authorization": f"Bearer {token}"}
                    for path in (f"/t/{table}/seat/{token}", f"/t/{table}/join/1/{invitation}", f"/t/{table}?x={token}", "/no"):
                        await client.get(path)
                    taken = (
                        await client.post(
                            f"/api/v1/tables/{table}/seats", json={"seat": 1, "name": "Ermenegildo", "invitation": invitation}
                        )
                    ).json()
                    await client.post(f"/api/v1/tables/{table}/choices", json={"base": -1}, headers=bearer)
                    await client.get(f"/api/v1/tables/{table}/why?notation={token}", headers=bearer)
                    said = {"action_id": "one", "text": "Abracadabra"}
                    await client.post(f"/api/v1/tables/{table}/talk", json=said, headers=bearer)
                    await client.put(f"/api/v1/tables/{table}/note", json={"text": "Abracadabra"}, headers=bearer)
                    assert "Abracadabra" in (await client.get(f"/api/v1/tables/{table}/note", headers=bearer)).text
                    tables.storage = None  # type: ignore[assignment]
                    assert (await client.get("/api/v1/tables/unknown1")).status_code == 500
                    failed = (await client.get("/t/unknown2")).text
                    assert "Traceback" not in failed
                    assert "Something went wrong" in failed
                    told = (await client.get("/metrics")).text
            assert '"status":500' in log.getvalue()
            assert '"error":"AttributeError"' in log.getvalue()
            assert "/t/{table}/join/{seat:small}/{invitation}" in log.getvalue()
            for text in (log.getvalue(), told):
                for secret in (
                    table,
                    token,
                    invitation,
                    taken["token"],
                    "Annunziata",
                    "Ermenegildo",
                    "Abracadabra",
                    "192.0.2.77",
                ):
                    assert secret not in text

    import asyncio

    with pytest.raises(AttributeError):  # the storage was taken away, so it cannot be closed either
        asyncio.run(main())


def test_what_looks_like_a_key_is_masked() -> None:
    from officina.tables import tokens

    for _ in range(200):
        key = tokens.new_token()
        for secret in (key, tokens.hashed(key), tokens.invitation(key, "abc", 1)):
            assert secret not in masked(f"GET /t/abc/seat/{secret}?x failed")
    assert masked("the bots of table k7m2px9vrt stopped") == "the bots of table k7m2px9vrt stopped"
