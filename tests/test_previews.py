"""One sees what would happen: a preview tells no secret, comes true as far as it goes, and changes nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from officina import GAMES, Game, IllegalChoice
from tests.previews import check_previews
from tests.seeds import seed_of, seeded
from tests.settings import random_setting

EVERY = {"automobiles": 60, "automania": 16, "kraftwagen": 12, "crazy_race": 6}
"""Long games are looked at less often."""


@pytest.mark.parametrize("number", range(2))
def test_a_preview_is_the_same_in_all_worlds_that_look_the_same_and_comes_true(game: Game, number: int) -> None:
    players, options = random_setting(game, seeded(f"previews {game.name} {number}"))
    found: Counter[str] = Counter()
    check_previews(game, players, options, seed_of(number), found, [], every=EVERY.get(game.name, 3))
    assert found["whole"]
    assert found["open"] or game.name != "fuori_di_rotella"


def test_what_others_answered_in_secret_is_no_part_of_a_preview() -> None:
    """The last of those who answer at once sees nothing of the others' answers: an event of theirs would be made up."""
    game, rng = GAMES["fuori_di_rotella"], seeded("answers in secret")
    looked = 0
    for number in range(12):
        p = game.start(3, seed_of(f"answers in secret {number}"), {"upgrades": "on"})
        while p.to_act:
            seat = rng.pick(list(p.to_act))
            if len(p.to_act) == 1 and any(answer for other, answer in enumerate(p.answers) if other != seat):
                looked += 1
                for option in p.options(seat)[:3]:
                    preview = p.preview(seat, option)
                    assert [event for event in preview.events if event.seat not in (seat, -1)] == []
            p.apply(seat, rng.pick(p.options(seat)))
    assert looked > 50


def test_what_cannot_be_chosen_has_no_preview(game: Game) -> None:
    p = game.start(game.players[0], seed_of("no preview"))
    seat = p.to_act[0]
    illegal = next(option for option in range(-1, 10_000) if option not in p.options(seat))
    with pytest.raises(IllegalChoice):
        p.preview(seat, illegal)
