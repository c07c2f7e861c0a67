"""One sees what would happen: a preview tells no secret, comes true as far as it goes, and changes nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from officina import Game, IllegalChoice
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


def test_what_cannot_be_chosen_has_no_preview(game: Game) -> None:
    p = game.start(game.players[0], seed_of("no preview"))
    seat = p.to_act[0]
    illegal = next(option for option in range(-1, 10_000) if option not in p.options(seat))
    with pytest.raises(IllegalChoice):
        p.preview(seat, illegal)
