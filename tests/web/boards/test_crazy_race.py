"""The drawn table of Crazy Race, looked at without a browser: sound, complete, true, and every choice has its place."""

from __future__ import annotations

import pytest

from officina import GAMES
from officina.core.drawing import SCREENS
from officina.core.game import OptionValue
from officina.games.crazy_race import events as ev
from officina.games.crazy_race.board_track import place_of
from officina.games.crazy_race.components import MODELS
from officina.games.crazy_race.state import CrazyRace
from tests.web.boards.common import NAMES, Drawn, games, kinds_met, some

GAME = GAMES["crazy_race"]
KINDS = {kind.name for kind in GAME.vocabulary.kinds}
HOMELESS = frozenset({"place_card pass", "consolation decline", "place_card retake"})
"""Answers about nothing that lies on the table; taking back has the played pile where it is in sight."""
VARIANTS: list[tuple[int, dict[str, OptionValue]]] = [
    (3, {}),
    (4, {}),
    (4, {"steal_second": "on", "rear_penalty": "both", "shuffled_points": "on"}),
    (3, {"steal_second": "on", "rear_penalty": "second_last", "turntable_cards": 3, "finish_cards": 2}),
]


@pytest.mark.parametrize(("bot", "number"), [("heuristic", 2), ("random", 4)])
def test_every_moment_is_sound_and_complete(bot: str, number: int) -> None:
    for step, position in some(games(GAME, bot, number, VARIANTS)):
        viewers: list[int | None] = list(position.to_act)
        if step % 11 == 0 or position.over:
            viewers = [*range(position.seats), None]
        for seat in viewers:
            drawn = Drawn(position, seat, "en" if step % 2 else "it", SCREENS[step % 3])
            drawn.check_sound(HOMELESS)
            check_table(drawn)


def check_table(drawn: Drawn) -> None:
    """Every piece that the view tells of is there, and no value that it hides."""
    view = drawn.view
    said = drawn.said()
    for player in view["table"]:
        seat = player["seat"]
        assert NAMES[seat] in said
        for loco in player["locomotives"]:
            assert f"cr-loco-{seat}-{loco['model']}" in drawn.ids
        for pile in ("turntable", "finish"):
            found = [id for id in drawn.ids if id.startswith(f"cr-won-{seat}-{pile}-")]
            assert len(found) == len(player[f"{pile}_cards"])
    for pile in ("turntable", "finish"):
        left = view[f"{pile}_pile"]
        assert len([id for id in drawn.ids if id.startswith(f"cr-{pile}-")]) == len(left["cards"])
    for side in view["stage_card"]["sides"]:
        for card in side["cards"]:
            laid = drawn.ids[f"cr-laid-{view['stage']}-{card['number']}"]
            words = [text for text in laid.itertext() if text.strip()]
            assert words == ([] if card["value"] is None else [str(card["value"])]), "a hidden value is not drawn"
    own = view["own"]
    if own is not None:
        stacks = {int(id.rpartition("-")[2]) for id in drawn.ids if id.startswith("cr-stack-")}
        assert stacks == set(own["hand"]) | ({own["chosen"]} if own["chosen"] is not None else set())


def test_every_sort_of_question_is_met() -> None:
    """Otherwise the test above would prove less than it says."""
    assert kinds_met(games(GAME, "random", 200, VARIANTS), KINDS) == KINDS


def test_what_a_choice_is_said_to_reach_is_reached() -> None:
    """Lit places of the track lead there."""
    reached = 0
    for position in games(GAME, "random", 8, VARIANTS):
        assert isinstance(position, CrazyRace)
        if position.over:
            continue
        seat = position.to_act[0]
        kind = position.question(seat).kind
        if kind not in ("free_loco", "split_steps"):
            continue
        drawn = Drawn(position, seat)
        assert drawn.question is not None
        for option in drawn.question.options:
            model, points = option.option, position.stack[-1].args[0]
            if kind == "split_steps":
                model, points = position.stack[-1].args[2], option.option + 1
            end = position.destination(seat, model, points)
            goal = drawn.ids[f"cr-goal-{place_of(model, end)}"]
            assert option.notation in str(goal.get("data-choice")).split("|")
            reached += 1
    assert reached > 20


def test_the_marked_sum_is_the_winners() -> None:
    marked = 0
    won: dict[int, int] = {}
    for position in games(GAME, "random", 6, VARIANTS):
        assert position.events is not None
        for event in position.events:
            if event.code == ev.STAGE_BEGAN:
                won = {}
            elif event.code == ev.SIDE_WON:
                won[event.args[0]] = event.seat
        position.events.clear()
        drawn = Drawn(position, None)
        open_ = [side for side, shown in enumerate(drawn.view["stage_card"]["sides"]) if shown["evaluated"] and shown["cards"]]
        for seat in range(position.seats):
            assert len(drawn.having(f"cr-won-by-{seat}")) == sum(won[side] == seat for side in open_)
        marked += len(open_)
    assert marked > 20


def test_models_have_a_place_each_in_the_zone() -> None:
    assert [place_of(model, 0) for model in range(MODELS)] == list(range(MODELS))
