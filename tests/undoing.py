"""Nothing secret is told by taking back: checked for any game by playing random games and looking at every choice.

``check_choice`` compares the table with worlds that the mover cannot tell apart from it (everything hidden from the mover drawn
anew). The same choice is made in all of them; if the mover sees anything else afterwards in one of them (view, question, whose
turn it is, events), the choice has told something, and the mover must not be able to take it back. If the mover sees the same,
whether it may be taken back is the same, too: otherwise the button would tell. And a choice that nobody else could notice
(``Move.hidden``) changes neither what they see nor what they may take back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from officina import Game, Position, Rng, render
from officina.core.record import Record
from tests.invariants import MOST_DECISIONS, plain, public_events
from tests.seeds import seeded


def branch(record: Record, position: Position) -> Record:
    """A record that goes on from the position, which itself does not change, with the same past."""
    position = position.clone()
    position.events = []
    other = Record(record.game, record.header, position)
    other.moves = record.moves[:]
    return other


def known(record: Record, seat: int) -> str:
    """All that a seat may know of a position."""
    p = record.position
    asked = None
    if seat in p.may_act():
        question = p.question(seat)
        options = [(option.notation, render(option.message, "en")) for option in question.options]
        asked = [question.kind, question.rule, render(question.prompt, "en"), options]
    return plain([p.view(seat), p.to_act, asked])


def known_after(record: Record, seat: int) -> str:
    """All that a seat may know after the record's last choice."""
    return plain([known(record, seat), public_events(record.moves[-1].events, seat)])


def check_choice(record: Record, seat: int, option: int, rng: Rng, found: Counter[str], worlds: int = 2) -> None:
    """One choice, in the true world and in others that the mover cannot tell apart from it."""
    p = record.position
    choice = p.game.vocabulary.text(p.kind(seat), option)
    truth = branch(record, p)
    truth.apply(seat, option)
    seen, why = known_after(truth, seat), truth.why_no_undo(seat)
    found["decisions"] += 1
    if truth.moves[-1].hidden:
        found["unnoticed"] += 1
        check_unnoticed(record, truth, seat, choice)
    for _ in range(worlds):
        world = branch(record, p.determinize(seat, rng))
        world.apply(seat, option)
        found["worlds"] += 1
        if known_after(world, seat) == seen:
            assert repr(world.why_no_undo(seat)) == repr(why), (
                f"{choice}: whether it can be taken back tells what nothing else tells: "
                f"{why} here, {world.why_no_undo(seat)} in a world that looks the same"
            )
        else:
            found["told"] += 1
            assert why is not None, (
                f"{choice}: its result tells seat {seat} something, and it can be taken back; "
                f"next {asked(truth.position)}, in another world {asked(world.position)}"
            )


def check_unnoticed(before: Record, after: Record, mover: int, choice: str) -> None:
    """Nobody else sees, hears or may take back anything else than before."""
    for seat in range(before.position.seats):
        if seat != mover:
            assert known(after, seat) == known(before, seat), f"{choice}: seat {seat} notices a secret choice"
            assert not public_events(after.moves[-1].events, seat), f"{choice}: seat {seat} is told of a secret choice"
            why = [repr(record.why_no_undo(seat)) for record in (before, after)]
            assert why[0] == why[1], f"{choice}: what seat {seat} may take back tells of a secret choice"


def leads_to(p: Position, seat: int, option: int, kinds: Collection[int]) -> bool:
    """Whether somebody is asked one of the kinds after the choice, and was not before it."""
    after = p.clone()
    after.apply(seat, option)
    return any(after.kind(each) in kinds for each in after.to_act) and p.kind(seat) not in kinds


def asked(p: Position) -> list[str]:
    """Who is asked what."""
    return [f"seat {seat} {p.game.vocabulary.kind_name(p.kind(seat))}" for seat in p.to_act]


def check_undo_game(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    seed: int | str,
    found: Counter[str],
    *,
    every: int = 1,
    leading_to: Collection[int] = (),
) -> None:
    """A random game to its end; about every ``every``-th choice is looked at, or those after which such a kind is asked."""
    rng = seeded(f"undo {seed}")
    record = Record.start(game, players, seed, options)
    decisions = 0
    while record.position.to_act:
        p = record.position
        decisions += 1
        assert decisions < MOST_DECISIONS, "the game does not end"
        seat = rng.pick(list(p.to_act))
        option = rng.pick(p.options(seat))
        if leads_to(p, seat, option, leading_to) if leading_to else rng.below(every) == 0:
            check_choice(record, seat, option, rng, found)
        record.apply(seat, option)
    found["games"] += 1
