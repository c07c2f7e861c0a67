"""What may be taken back: everything in the own turn up to a draw or another seat's decision."""

from __future__ import annotations

from officina import Record
from tests.rules.automobiles.kit import asked, record


def at_first_turn(**options: str | int) -> Record:
    """A game of two in which seat 0 begins and nobody bought anything."""
    game = record(2, 3, first_player=1, **options)
    game.apply_text(0, "grid_buy done")
    game.apply_text(1, "grid_buy done")
    return game


def test_purchases_on_the_grid_can_be_taken_back() -> None:
    game = record(2, 3, first_player=1)
    before = game.position.to_json()
    game.apply_text(0, "grid_buy black")
    game.undo(0)
    assert game.position.to_json() == before


def test_plays_steps_and_purchases_can_be_taken_back_but_not_the_end_of_the_turn() -> None:
    game = at_first_turn()
    game.apply_text(0, "turn_type standard")
    start = game.position.to_json()
    options = game.position.options(0)
    game.apply(0, options[0])
    game.undo(0)
    assert game.position.to_json() == start
    game.apply_text(0, "action done")
    while asked(game.position) == "buy":
        game.apply_text(0, "buy done")
    why = game.why_no_undo(0)
    assert why is not None
    assert why.key == "kernel.undo.barrier"


def test_the_last_purchase_of_the_last_player_deals_the_hands() -> None:
    game = at_first_turn()
    why = game.why_no_undo(1)
    assert why is not None
    assert why.key == "kernel.undo.barrier"
