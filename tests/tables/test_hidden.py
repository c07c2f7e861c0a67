"""Nothing hidden leaves the table: what a viewer is given does not change when what it cannot know is drawn anew."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from officina import Game
from officina.messages import Propose, Vote
from officina.tables import LiveTable, Ok, Tables
from officina.tables.storage.interface import OVER
from officina.web import make_app
from officina.web.limits import Limits
from tests.seeds import seed_of, seeded
from tests.settings import random_setting
from tests.tables.common import FUORI, Friends, open_tables, run
from tests.tables.worlds import in_two_worlds, shown, twin_of


@pytest.mark.parametrize("number", range(2))
def test_hidden_parts_drawn_anew_change_nothing(tmp_path: Path, game: Game, number: int) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            rng = seeded(f"hidden {game.name} {number}")
            players, options = random_setting(game, rng)
            friends = await Friends.meet(tables, game, players, options=options)
            for _ in range(120):
                live = await friends.live()
                if live.row.state == OVER:
                    break
                await friends.one_choice(rng)
                if live.row.state == OVER or rng.below(4):
                    continue
                record = live.playing()
                for seat in [None, *range(players)]:
                    known = shown(live, seat)
                    live.record = twin_of(record, seat, rng)
                    assert shown(live, seat) == known
                    live.record = record

    run(main())


@pytest.mark.parametrize("number", range(2))
def test_hidden_answers_leave_no_trace_until_they_are_shown(tmp_path: Path, game: Game, number: int) -> None:
    """One seat answers a simultaneous question in two worlds, quickly in one, with many changes of mind in the other."""

    async def look(friends: Friends, seat: int) -> list[str]:
        live = await friends.live()
        viewers = [None, *(viewer for viewer in range(live.info.players) if viewer != seat)]
        return [timeless(shown(live, viewer), live) for viewer in viewers]

    async def main() -> None:
        seen = await in_two_worlds(tmp_path, game, seeded(f"answers {game.name} {number}"), look)
        assert seen[:1] == seen[1:]
        assert seen or game is not FUORI

    run(main())


def timeless(text: str, live: LiveTable) -> str:
    """Without the time of the last public entry, which differs between two worlds by nature."""
    return text.replace(json.dumps(live.info.updated), "now")


@pytest.mark.rules("FR-116")
def test_the_old_number_of_a_reprogrammed_robot_may_be_seen_once_the_game_is_over(tmp_path: Path) -> None:
    async def main() -> None:
        deals = map(seed_of, range(40))
        async with open_tables(tmp_path / "t.sqlite", chance=lambda _what: str(next(deals))) as tables:
            friends, owner = await at_reprogram(tables)
            live = await friends.live()
            app = make_app(tables, limits=Limits(10_000))
            other = (owner + 1) % 4
            cookies = {f"seat-{friends.id}": friends.tokens[other]}
            asked = f"/t/{friends.id}/at/{live.steps}?seat={owner + 1}"  # the number is in the owner's view only
            old = next(robot["program"] for robot in live.view(owner)["robots"] if robot["seat"] == owner)
            question = live.question(owner)
            assert question is not None
            assert isinstance(await friends.choose(owner, question.options[-1].notation), Ok)
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url="http://officina", cookies=cookies
            ) as client:
                assert (await client.get(asked)).status_code == 403
                assert (await client.get(f"/t/{friends.id}/record")).status_code == 409
                await tables.do(friends.id, friends.tokens[other], Propose("end", "end"))
                for seat in range(4):
                    if seat != other:
                        await tables.do(friends.id, friends.tokens[seat], Vote(f"vote {seat}", 1, True))
                assert live.row.state == OVER
                assert (await client.get(asked)).status_code == 200
                assert f'[{owner}, "program collect {old["number"]}"]' in (await client.get(f"/t/{friends.id}/record")).text

    run(main())


@pytest.mark.rules("FR-116")
@pytest.mark.parametrize(
    ("language", "words"), [("it", "A partita finita si può vedere tutto"), ("en", "Once the game is over everything")]
)
def test_the_rules_page_says_that_after_the_end_everything_may_be_seen(language: str, words: str) -> None:
    """It is the ruling; the page once said that the old number is never revealed."""
    rule = FUORI.rules_page(language).partition("**FR-116**")[2].partition("- **FR-")[0]
    assert words in " ".join(rule.split())


async def at_reprogram(tables: Tables) -> tuple[Friends, int]:
    """Four people at a table at which everybody collects and Reprogram's owner is asked; and that seat."""
    rng = seeded("robots")
    for _ in range(40):
        friends = await Friends.meet(tables, FUORI, 4, options={"upgrades": "on"})
        live = await friends.live()
        while len(live.playing().position.to_act) == 1:
            await friends.one_choice(rng)
        for seat in range(4):
            await friends.choose(seat, f"program collect {live.view(None)['robots'][seat]['number']}")
        seat = live.playing().position.to_act[0]
        question = live.question(seat)
        if question is not None and question.kind == "reprogram":
            return friends, seat
    raise AssertionError("no such deal")


def test_there_are_hidden_answers_to_test() -> None:
    assert any(kind.secret for kind in FUORI.vocabulary.kinds)
