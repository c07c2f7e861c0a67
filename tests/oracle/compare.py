"""Plays the engine and an oracle side by side: the same questions, the same options, the same end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from officina import Game, Position, Rng
from officina.core.rng import game_rng
from tests.oracle.protocol import Ask, Oracle, Result

OracleGame = Callable[[int, dict[str, object], Rng], Oracle]


class Disagreement(AssertionError):
    """Engine and oracle read a rule differently."""


def next_question(oracle: Oracle, answer: str | None, position: Position) -> Ask | Result:
    """The oracle's next question, or its result. Forced ones are answered here, unless the engine asks that very one."""
    try:
        ask = next(oracle) if answer is None else oracle.send(answer)
        while len(ask.options) == 1 and not is_asked(position, ask):
            ask = oracle.send(ask.options[0])
        return ask
    except StopIteration as end:
        result: Result = end.value
        return result


def is_asked(position: Position, ask: Ask) -> bool:
    """Whether the engine waits for the answer to a question with a single option (some are always asked)."""
    seat = ask.seat
    if seat not in position.to_act or len(position.options(seat)) != 1:
        return False
    return position.game.vocabulary.text(position.kind(seat), position.options(seat)[0]) == ask.options[0]


def compare(game: Game, play: OracleGame, players: int, options: Mapping[str, Any], seed: int) -> int:
    """One random game by both; the number of decisions compared. Disagreement says where they part."""
    position = game.start(players, seed, options)
    oracle = play(players, dict(position.table_options), game_rng(seed))
    choices = Rng(f"oracle {seed}")
    history: list[str] = []
    asked = next_question(oracle, None, position)
    while position.to_act:
        seat = position.to_act[0]
        kind = position.kind(seat)
        offered = position.options(seat)
        texts = [game.vocabulary.text(kind, option) for option in offered]
        place = f"seed {seed}, {players} players, {dict(options)}, decision {len(history) + 1}, after {history[-6:]}"
        if isinstance(asked, Result):
            raise Disagreement(f"{place}: the oracle has ended with {asked}, the engine asks seat {seat} {texts}")
        if asked.seat != seat or sorted(asked.options) != sorted(texts):
            theirs = f"seat {asked.seat} {sorted(asked.options)}"
            raise Disagreement(f"{place}:\n engine seat {seat} {sorted(texts)}\n oracle {theirs}")
        choice = choices.below(len(offered))
        position.apply(seat, offered[choice])
        history.append(f"{seat}: {texts[choice]}")
        asked = next_question(oracle, texts[choice], position)
    place = f"seed {seed}, {players} players, {dict(options)}, at the end, after {history[-6:]}"
    if not isinstance(asked, Result):
        raise Disagreement(f"{place}: the engine has ended, the oracle asks {asked}")
    found = Result(position.scores(), position.winners(), [found.place for found in position.places()])
    if found != asked:
        raise Disagreement(f"{place}:\n engine {found}\n oracle {asked}")
    return len(history)
