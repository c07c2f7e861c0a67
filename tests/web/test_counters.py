"""No number tells of hidden answers: versions, steps, places in the log, what may be gone back to, permalinks.

Two worlds that differ in nothing but how often somebody changed their mind in secret: whatever anybody else can get from the
page or as a program is the same in both, while the question is open, when it is answered, and when the table went back.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from officina import Game
from officina.core.text import LANGUAGES
from officina.messages import Propose, Say, Vote
from officina.tables import Ok
from officina.tables.actions.agree import own_choices
from officina.tables.storage.interface import PLAYING
from officina.web import make_app
from officina.web.limits import Limits
from officina.web.live import company
from tests.seeds import seeded
from tests.tables.common import FUORI, Friends, run
from tests.tables.worlds import in_two_worlds, settle
from tests.web.test_api_leaks import sent as sent_to_programs
from tests.web.test_leaks import Worlds

Found = dict[str, Any]


async def everything(friends: Friends, seat: int) -> list[Found]:
    """By viewer (all but that seat) and address, all that they can get."""
    live = await friends.live()
    worlds = Worlds(make_app(friends.tables, limits=Limits(10_000)), friends, live)
    steps = [live.steps // 2, live.steps]
    found: list[Found] = []
    for viewer in [None, *(viewer for viewer in range(live.info.players) if viewer != seat)]:
        if viewer is not None:
            why = live.why_no_undo(viewer)
            found.append({"undo": why and repr(why), "stale": live.asked_at[viewer], "back": list(own_choices(live, viewer))})
        language = LANGUAGES[len(found) % len(LANGUAGES)]
        found.append(await worlds.sent(viewer, language, steps))
        found.append(await sent_to_programs(friends, live, viewer, language, []))
    return found


async def go_back(friends: Friends, seat: int) -> None:
    """By consent, to before the last choice of that seat that everybody could notice."""
    live, tables = await friends.live(), friends.tables
    step = max(own_choices(live, seat))
    assert isinstance(await tables.do(friends.id, friends.tokens[seat], Propose("back", "undo", step)), Ok)
    asked = live.proposals.count
    for other, token in friends.tokens.items():
        if other != seat:
            assert isinstance(await tables.do(friends.id, token, Vote(f"agree {other}", asked, True)), Ok)


@pytest.mark.parametrize("number", range(2))
def test_no_number_tells_of_hidden_answers(tmp_path: Path, game: Game, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now)  # when something was done differs between two worlds by nature
    monkeypatch.setattr(company, "FAR", 6)  # so that what is too far back to be shown is in sight of a short game

    async def look(friends: Friends, seat: int) -> list[list[Found]]:
        live = await friends.live()
        seen = [await everything(friends, seat)]
        # Another one answers, perhaps after the hidden choices, and that is taken back by consent: what the table told since
        # moves to before it.
        missing = live.playing().position.to_act
        if len(missing) > 1:
            await settle(friends, missing[0])
        answered = [other for other in friends.tokens if other != seat and own_choices(live, other)]
        ready = max(answered, key=lambda other: max(own_choices(live, other)), default=None)
        await friends.tables.do(friends.id, friends.tokens[seat], Say("done", "I am done"))
        if ready is not None:
            await go_back(friends, ready)
            seen.append(await everything(friends, seat))
        # What the seat had begun in secret is still there in one world only: from here on it must play the same in both.
        position = live.playing().position
        if position.answers and seat in position.may_act():
            await settle(friends, seat)
        rng = seeded(f"after {game.name} {number}")
        for _ in range(8):
            if live.row.state == PLAYING:
                await friends.one_choice(rng)
        if live.row.state == PLAYING:
            seen.append(await everything(friends, seat))
        return seen

    async def main() -> None:
        seen = await in_two_worlds(tmp_path, game, seeded(f"numbers {game.name} {number}"), look)
        assert seen or game is not FUORI
        for moment, (one, other) in enumerate(zip(*seen, strict=True) if seen else ()):
            for mine, theirs in zip(one, other, strict=True):
                told = {name: apart(str(mine[name]), str(theirs[name])) for name in mine if mine[name] != theirs[name]}
                assert not told, f"at moment {moment}: {told}"

    run(main())


def apart(one: str, other: str) -> tuple[str, str]:
    """Where two texts begin to differ."""
    same = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, same - 60) : same + 60], other[max(0, same - 60) : same + 60]
