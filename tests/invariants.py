"""The invariants of design section 2, checked for any game by playing random games to the end.

``check_random_game`` plays one game with random legal choices and, along the way, checks:

1. the view and the options of a determinised position equal those of the true one: nothing hidden leaks;
   nor does the log, nor does a choice that raises no undo barrier tell anybody anything new;
2. a saved and a cloned position play on identically; copies kept through the game never change;
3. components are conserved (the game's own ``check``);
4. every seat that must decide has a legal option, and the game ends;
5. ``why_not`` is None exactly for the legal options, over the whole vocabulary of the kind, and refusals change nothing;
6. the breakdown sums to the score;
7. places follow from scores and tie rules, and winners from places.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from officina import Game, IllegalChoice, Position, Rng, render
from officina.core.events import Event
from officina.core.text import LANGUAGES
from tests.seeds import seeded

MOST_DECISIONS = 60_000
LEAK_CHECKS = 5
"""Leaks are looked for this many times as often as the rest: a secret may be open to view for a single decision."""


class GameLog:
    """What a random game showed, for reports."""

    def __init__(self) -> None:
        self.decisions = 0
        self.kinds: set[int] = set()
        self.events: set[int] = set()


def plain(value: object) -> str:
    """A value as canonical JSON, so that equal means equal byte for byte."""
    return json.dumps(value, sort_keys=True)


def view_and_options(p: Position, seat: int) -> str:
    """All that a seat may know of a position."""
    return plain([p.view(seat), p.options(seat), p.to_act, p.kind(seat)])


def public_events(events: list[Event] | None, seat: int | None) -> list[tuple[int, int, tuple[int, ...], int]]:
    """The events that a seat may see."""
    return [event.key() for event in events or [] if event.seen_by(seat)]


def check_position(game: Game, p: Position, rng: Rng) -> None:
    """Everything that must hold for a position as it stands."""
    wrong = game.check(p) or game.check_stack(p)
    assert wrong is None, render(wrong, "en")
    assert p.to_act
    for seat in p.to_act:
        assert p.options(seat), f"seat {seat} must decide but has no option"
        assert p.options(seat) == sorted(set(p.options(seat))), "options are ascending and distinct"
    for seat in range(p.seats):
        check_no_leak(p, seat, rng)
        assert sum(points for _, points in p.breakdown(seat)) == p.scores()[seat]
    check_spectator(p, rng)


def check_no_leak(p: Position, seat: int, rng: Rng) -> None:
    """Invariant 1 for one seat."""
    other = p.determinize(seat, rng)
    assert view_and_options(other, seat) == view_and_options(p, seat)


def check_spectator(p: Position, rng: Rng) -> None:
    """A spectator's view does not change either, whatever is redrawn from anybody's point of view."""
    assert plain(p.determinize(-1, rng).view(None)) == plain(p.view(None))


def check_why_not(game: Game, p: Position) -> None:
    """Invariant 5: reasons for everything illegal, none for the legal; refusals leave the position as it was."""
    before = plain(p.to_json())
    for seat in p.to_act:
        legal = set(p.options(seat))
        for option in range(game.vocabulary.kind_size(p.kind(seat))):
            reason = p.why_not(seat, option)
            assert (reason is None) == (option in legal)
            if reason is not None:
                notation = game.vocabulary.text(p.kind(seat), option)
                assert reason.key != "kernel.refuse.not_now", f"no reason is given for {notation}"
                assert reason.rule, f"the refusal of {notation} names no rule"
                for language in LANGUAGES:
                    assert render(reason, language)
        for foreign in range(p.seats):
            if foreign not in p.may_act():
                assert p.why_not(foreign, 0) is not None
    refused(p, p.to_act[0], -1)
    refused(p, p.seats, 0)
    assert plain(p.to_json()) == before


def refused(p: Position, seat: int, option: int) -> None:
    """An illegal choice raises IllegalChoice."""
    try:
        p.apply(seat, option)
    except IllegalChoice:
        return
    raise AssertionError("an illegal choice was accepted")


def check_texts(game: Game, p: Position) -> None:
    """Every question can be read in both languages, and its notation reads back."""
    for seat in p.to_act:
        question = p.question(seat)
        assert [option.option for option in question.options] == p.options(seat)
        for language in LANGUAGES:
            assert render(question.prompt, language)
            for option in question.options:
                assert render(option.message, language)
        for option in question.options:
            assert game.vocabulary.parse(option.notation) == (p.kind(seat), option.option)


def check_knowledge(game: Game, p: Position, seat: int, option: int, rng: Rng) -> None:
    """A choice that raises no barrier teaches nobody anything: in every world a seat cannot tell apart, it sees the same.

    Only worlds in which the chooser sees what it really sees are compared where the chooser is asked, so a seat's own secret
    choice may differ for others only by a revealing event.
    """
    for knower in range(p.seats):
        world = p.determinize(knower, rng)
        if knower != seat and view_and_options(world, seat) != view_and_options(p, seat):
            continue
        truth = p.clone()
        truth.events = []
        world.events = []
        truth.apply(seat, option)
        world.apply(seat, option)
        barrier = any(game.event_kinds[event.code].barrier for event in (truth.events or []) + (world.events or []))
        if not barrier:
            assert public_events(truth.events, knower) == public_events(world.events, knower)
            if truth.to_act and world.to_act:
                assert plain(truth.view(knower)) == plain(world.view(knower)), "a view changed without a barrier"


def check_secrecy(game: Game, p: Position, seat: int, option: int, rng: Rng) -> None:
    """A secret choice: others see the same view and the same log, whichever option was taken, unless something reveals it."""
    kind = p.kind(seat)
    options = p.options(seat)
    if not game.vocabulary.kind(kind).secret or len(options) < 2:
        return
    other_option = rng.pick([other for other in options if other != option])
    first, second = p.clone(), p.clone()
    first.events = []
    second.events = []
    first.apply(seat, option)
    second.apply(seat, other_option)
    told = (first.events or []) + (second.events or [])
    if any(game.event_kinds[event.code].barrier for event in told) or first.to_act != second.to_act:
        return
    for knower in range(p.seats):
        if knower != seat and public_events(first.events, knower) == public_events(second.events, knower):
            assert plain(first.view(knower)) == plain(second.view(knower)), "a secret choice shows in a view"


def check_places(p: Position) -> None:
    """Invariant 7: places follow the scores, and where they do not, a tie-break says why; winners have the first place."""
    places, scores = p.places(), p.scores()
    numbers = [found.place for found in places]
    assert p.winners() == [seat for seat in range(p.seats) if numbers[seat] == 1]
    assert sorted(numbers) == [1 + sum(other < number for other in numbers) for number in sorted(numbers)], (
        "places are left out"
    )
    for seat in range(p.seats):
        assert places[seat].shared == (numbers.count(numbers[seat]) > 1)
        equal = scores.count(scores[seat]) > 1
        by_score = 1 + sum(score > scores[seat] for score in scores)
        tie = places[seat].tie
        assert (tie is not None) >= (equal or numbers[seat] != by_score)
        if tie is not None:
            assert tie.rule or (places[seat].shared and not p.game.ties(p).shared), "a tie-break names no rule"
            for language in LANGUAGES:
                assert render(tie, language)


def check_log(game: Game, events: list[Event]) -> None:
    """Every event can be read in both languages."""
    for event in events:
        for language in LANGUAGES:
            assert render(game.event_text(event), language)


def check_random_game(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    seed: int | str,
    *,
    every: int = 7,
    log: GameLog | None = None,
    read_log: bool = True,
) -> Position:
    """Play one random game to its end and check the invariants at about every ``every``-th decision.

    With ``read_log`` every event is also put into words, which takes longer than playing.
    """
    rng = seeded(f"invariants {seed}")
    p = game.start(players, seed, options, listen=True)
    log = log if log is not None else GameLog()
    kept: list[tuple[Position, str]] = []
    twin: Position | None = None
    decisions = 0
    while p.to_act:
        log.decisions += 1
        decisions += 1
        assert decisions < MOST_DECISIONS, "the game does not end"
        seat = p.to_act[rng.below(len(p.to_act))]
        log.kinds.add(p.kind(seat))
        option = rng.pick(p.options(seat))
        if rng.below(every) < LEAK_CHECKS:
            check_no_leak(p, rng.below(p.seats), rng)
        if rng.below(every) == 0:
            check_position(game, p, rng)
            check_why_not(game, p)
            check_texts(game, p)
            check_knowledge(game, p, seat, option, rng)
            check_secrecy(game, p, seat, option, rng)
            kept.append((p.clone(), plain(p.to_json())))
            twin = game.from_json(json.loads(json.dumps(p.to_json())))
        rng_before, events_before = p.rng.state(), len(p.events or [])
        p.apply(seat, option)
        told = (p.events or [])[events_before:]
        if p.rng.state() != rng_before:
            assert any(game.event_kinds[event.code].chance for event in told), "chance was used but no event says so"
        if twin is not None:
            twin.apply(seat, option)
            assert plain(twin.to_json()) == plain(p.to_json()), "a loaded position plays on differently"
            if rng.below(3) == 0:
                twin = None
    for copy, saved in kept:
        assert plain(copy.to_json()) == saved, "a clone changed"
    assert game.check(p) is None
    assert game.check_stack(p) is None
    assert p.over
    assert p.winners()
    check_places(p)
    assert all(sum(points for _, points in p.breakdown(seat)) == p.scores()[seat] for seat in range(players))
    events = p.events or []
    log.events |= {event.code for event in events}
    if read_log:
        check_log(game, events)
    return p
