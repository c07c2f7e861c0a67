"""A few changed saves of every game; many more with ``python -m tests.mutations``."""

from __future__ import annotations

from officina import Game
from tests.mutations import Library, try_save


def test_a_changed_save_is_refused_or_plays_on_soundly(game: Game) -> None:
    library = Library(game)
    found = try_save(game, 3, library, 40, 40)
    assert found["refused"]
    assert found["accepted"]
