"""The drawn table of Fuori di Rotella, looked at without a browser: sound, complete, and every choice has its place."""

from __future__ import annotations

import pytest

from officina import GAMES
from officina.bots import make_bot
from officina.core.drawing import SCREENS
from officina.core.game import OptionValue
from tests.seeds import seed_of, seeded
from tests.web.boards.common import Drawn, games, kinds_met, some

GAME = GAMES["fuori_di_rotella"]
KINDS = {kind.name for kind in GAME.vocabulary.kinds}
WITHOUT_TARGET = ["armour", "long_arm", "reprogram", "twin_trap", "recycler_give", "magnet"]
WITHOUT_TARGET += ["assemble", "fast_third", "insulation", "radar"]
HOMELESS = frozenset(f"{kind} {word}" for kind in WITHOUT_TARGET for word in ("none", "no", "yes"))
"""To do without, and whether to use what has no target."""
VARIANTS: list[tuple[int, dict[str, OptionValue]]] = [
    (5, {}),
    (8, {}),
    (2, {"robots_per_player": 2}),
    (4, {"robots_per_player": 2, "upgrades": "on"}),
    (3, {"share_rest": "draft", "upgrades": "on"}),
]


@pytest.mark.parametrize(("bot", "number"), [("heuristic", 3), ("random", 5)])
def test_every_moment_is_sound_and_complete(bot: str, number: int) -> None:
    for step, position in some(games(GAME, bot, number, VARIANTS)):
        viewers: list[int | None] = list(position.to_act[:2])
        if step % 11 == 0 or position.over:
            viewers = [*range(position.seats), None]
        for seat in viewers:
            drawn = Drawn(position, seat, "en" if step % 2 else "it", SCREENS[step % 3])
            drawn.check_sound(HOMELESS)
            if drawn.view["turn"]:
                check_gears(drawn)


def check_gears(drawn: Drawn) -> None:
    """Every colour of gears that lies somewhere is drawn there."""
    letters = [robot.letter for robot in GAME.parts.robots]
    dumps = {f"{prefix}{dump['number']}-{letters[colour]}" for prefix in ("d", "t") for dump in drawn.view["dumps"]
             for colour, count in enumerate(dump["gears"]) if count}  # fmt: skip
    found = {id for id in drawn.ids if id in dumps}
    assert len(found) == len(dumps) / 2
    for robot in drawn.view["robots"]:
        for zone in ("feet", "circuits"):
            counts = [a + b for a, b in zip(robot[zone], robot["won"], strict=True)] if zone == "feet" else robot[zone]
            for colour, count in enumerate(counts):
                id = f"{zone}{robot['number']}-{letters[colour]}"
                assert (id in drawn.ids) == bool(count)


@pytest.mark.parametrize("screen", SCREENS)
def test_dumps_are_seen_while_they_are_filled(screen: str) -> None:
    """The last robot is chosen, then gears come: each beat shows the yard with the gears that it tells of."""
    position = GAME.start(5, seed_of("filled"), {})
    position.watch()
    bot, rng = make_bot("random"), seeded("filled")
    while not position.frames or not position.view(None)["turn"]:
        seat = position.to_act[0]
        position.apply(seat, bot.choose(position, seat, rng))
    filled = [frame for frame in position.frames if GAME.event_kinds[frame.event.code].name == "dump_filled"]
    assert len(filled) == 5
    for frame in filled:
        check_gears(Drawn(frame.position, 0, screen=screen))


def test_a_trap_that_caught_nobody_is_marked_on_its_card() -> None:
    """From the moment at which it is told until the next turn; a trap somebody walked into is not."""
    told = {"trap_failed": 0, "trapped": 0}
    for position in games(GAME, "random", 4, VARIANTS[:1]):
        if position.frames is None:
            position.watch()
        for frame in position.frames or []:
            name = GAME.event_kinds[frame.event.code].name
            if name not in told:
                continue
            told[name] += 1
            event = dict(zip(GAME.event_kinds[frame.event.code].nouns, frame.event.args, strict=False))
            view = {**frame.position.view(0), "beat": {"name": name, "seat": frame.event.seat, **event}}
            drawn = GAME.board(view, None, "en", "wide")
            cards = [card for area in drawn.areas for card in area.markup.split('<g role="img" aria-label=')]
            for robot in view["robots"]:
                card = next(card for card in cards if f'id="reveal-{robot["number"]}"' in card.partition(">")[0])
                program = robot["program"]
                failed = name == "trap_failed" and robot["number"] - 1 == event["robot"]
                walked_in = name == "trapped" and program == {"action": "trap", "number": event["dump"] + 1}
                assert not failed or "no catch" in card
                assert not walked_in or "no catch" not in card
        if position.frames:
            position.frames.clear()
    assert min(told.values()) > 3


def test_every_sort_of_question_is_met() -> None:
    """Otherwise the test above would prove less than it says."""
    wanted = KINDS - {"radar_place"}
    assert kinds_met(games(GAME, "random", 200, VARIANTS), wanted) >= wanted


def test_hidden_programmes_are_not_drawn() -> None:
    """While everybody programmes, another seat's cards are backs or empty places."""
    checked = 0
    for position in games(GAME, "random", 2, VARIANTS):
        if position.over or GAME.vocabulary.kind_name(position.kind(position.to_act[0])) != "program":
            continue
        seat = position.to_act[-1]
        drawn = Drawn(position, seat)
        for robot in drawn.view["robots"]:
            if robot["seat"] == seat:
                continue
            for shown in (found for id, found in drawn.ids.items() if id.startswith(f"programme-{robot['number']}-")):
                assert not [text for text in shown.itertext() if text.strip()]
                checked += 1
    assert checked > 50
