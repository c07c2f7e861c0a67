"""Simulate many games, on one core, several, or a cluster.

Games are numbered; game ``i`` of seed ``S`` is always the same game, whoever plays it. Bots change seats from game to game
(game ``i`` is rotated by ``i`` places), so that a bot's share of wins does not depend on where it sits. Where options are
varied, a variant is played once with every rotation, then the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import log2
from pathlib import Path
from typing import Any, Final

import msgspec

from officina.arena.crew import BOT_SECONDS, Crew
from officina.arena.playing import Blame, Circumstances, Seats, decide, play_on
from officina.arena.rows import Plan, Row, RowFile, Variant, read_rows
from officina.arena.summary import Summary
from officina.bots import is_guest, make_bot
from officina.core.boxes import box_of
from officina.core.errors import OptionError
from officina.core.game import Game, OptionValue
from officina.core.own_box import game_with, read_own_box
from officina.core.position import Position
from officina.core.record import box_text
from officina.core.rng import Rng
from officina.core.text import Message
from officina.core.vocabulary import shown
from officina.games import GAMES

CHUNK: Final = 25
"""Games a task plays: enough to make handing it over cheap, few enough for a smooth progress bar."""
PROBED: Final = 19
"""In every so manieth game the decisions are looked at; a prime, so that all seats and variants have their turn."""
SETS: Final = "sets"
MOST_VARIANTS: Final = 200

Runner = Callable[[Plan, int, int], Iterator[list[Row]]]
"""Plays the games of a plan from one number to below another, in order: here, on a crew, or on a cluster."""


def plan_simulation(
    game: Game,
    players: int,
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: int | str,
    components: Path | None = None,
    track: Path | None = None,
    vary: Sequence[str] = (),
) -> Plan:
    """A checked plan; ``game`` is the one that these components and track give.

    Fewer bots than seats: the list is repeated. OptionError for anything that cannot be.
    """
    chosen = game.read_options(players, options)
    names = [bots[seat % len(bots)] for seat in range(players)]
    for name in names:
        make_bot(name)
    own, road = (None if file is None else str(file.resolve()) for file in (components, track))
    variants = tuple(variants_of(game, players, chosen, vary))
    return Plan(
        game.name, players, tuple(names), chosen, str(seed), own, road, variants, box_text(game) or "", game.components_digest
    )


def variants_of(game: Game, players: int, options: Mapping[str, OptionValue], vary: Sequence[str]) -> Iterator[Variant]:
    """Every combination of what is varied, as far as so many can play it; ``sets``: as printed, and each named set."""
    choices: list[list[Variant]] = []
    for text in vary:
        name, _, values = text.partition("=")
        if name == SETS:
            named = [Variant(dict(changed), name) for name, changed in box_of(game).sets.items()]
            choices.append([Variant({}, "printed"), *named])
        elif name in game.options:
            option = game.options[name]
            wanted = [option.read(value) for value in values.split("/")] if values else list(option.values)
            choices.append([Variant({name: value}) for value in dict.fromkeys(wanted)])
        else:
            raise OptionError(Message("kernel.arena.vary", name=shown(name), options=(SETS, *game.options)))
    found = []
    for combination in product(*choices):
        changed = {name: value for part in combination for name, value in part.changed.items()}
        if players in game.players_for(game.read_option_values({**options, **changed})):
            found.append(Variant(changed, " ".join(part.set for part in combination if part.set)))
    if not 0 < len(found) <= MOST_VARIANTS:
        raise OptionError(Message("kernel.arena.variants", n=len(found), most=MOST_VARIANTS, players=players))
    yield from found


def play_one(game: Game, plan: Plan, number: int, around: Circumstances | None = None) -> Row:
    """Play game number ``number`` of a plan."""
    around = Circumstances() if around is None else around
    names = [plan.bots[(seat + number) % plan.players] for seat in range(plan.players)]
    rng = Rng(f"{plan.seed}/{number}/bots")
    seats = Seats(names, [rng] * plan.players, f"{plan.seed}/{number}/stand-in", number, around)
    variant = (number // plan.players) % len(plan.variants)
    options = {**plan.options, **plan.variants[variant].changed}
    p = game.start(plan.players, f"{plan.seed}/{number}", options)
    choices: dict[str, tuple[int, float, float]] = {}
    if number % PROBED:
        decisions = play_on(p, seats, number, around)
    else:
        decisions = 0
        probe = Rng(f"{plan.seed}/{number}/probe")
        while p.to_act:
            look_at(p, p.to_act[0], probe, choices)
            decide(p, p.to_act[0], seats, number, decisions, around)
            decisions += 1
    seats.leave()
    places = [found.place for found in p.places()]
    parts = [dict(p.breakdown(seat)) for seat in range(plan.players)]
    return Row(number, names, p.scores(), places, decisions, game.turns(p), parts, variant, choices, seats.falls)


def look_at(p: Position, seat: int, rng: Rng, found: dict[str, tuple[int, float, float]]) -> None:
    """Count a decision in: the bits of its options, and those of what a sensible player would choose."""
    world = p.determinize(seat, rng)
    weights = world.game.weights(world, seat, rng)
    total = sum(weights)
    bits = -sum(weight / total * log2(weight / total) for weight in weights if weight > 0) if total > 0 else 0.0
    kind = p.game.vocabulary.kind_name(p.kind(seat))
    times, free, torn = found.get(kind, (0, 0.0, 0.0))
    found[kind] = (times + 1, round(free + log2(len(weights)), 4), round(torn + abs(bits), 4))


def game_of(plan: Plan) -> Game:
    """The game of a plan, with its files."""
    game = GAMES[plan.game]
    if plan.box:
        game = game_with(game, read_own_box(plan.box))
    if plan.components:
        game = game.with_components(Path(plan.components))
    if plan.track:
        game = game.with_track(Path(plan.track))
    return game


def play_chunk(plan: Plan, numbers: Iterable[int], around: Circumstances | None = None) -> list[Row]:
    """Play some games of a plan."""
    game = game_of(plan)
    return [play_one(game, plan, number, around) for number in numbers]


def task_of(plan: Plan, first: int, last: int) -> bytes:
    """A task for another process. Plain bytes go in and out: native classes do not pickle."""
    return msgspec.msgpack.encode((plan, first, last))


def read_task(task: bytes) -> tuple[Plan, int, int]:
    """What a task says."""
    return msgspec.msgpack.decode(task, type=tuple[Plan, int, int])


def do_task(task: bytes, around: Circumstances) -> bytes:
    """Play the games of a task."""
    plan, first, last = read_task(task)
    return msgspec.msgpack.encode(play_chunk(plan, range(first, last), around))


def blamed_bot(task: bytes, blame: Blame) -> str:
    """Who sat there."""
    plan, _, _ = read_task(task)
    return plan.bots[(blame.seat + blame.number) % plan.players]


def chunks(first: int, games: int, size: int = CHUNK) -> list[tuple[int, int]]:
    """The numbers from ``first`` to below ``games`` in parts."""
    return [(start, min(start + size, games)) for start in range(first, games, size)]


def on_this_machine(jobs: int, limit: float = BOT_SECONDS) -> Runner:
    """Plays with so many processes. Bots of others never think in this process: they may hang, or take it with them."""

    def run(plan: Plan, first: int, games: int) -> Iterator[list[Row]]:
        guests = any(is_guest(bot) for bot in plan.bots)
        if jobs <= 1 and not guests:
            for start, end in chunks(first, games):
                yield play_chunk(plan, range(start, end))
            return
        crew = Crew(jobs, do_task, blamed_bot, limit)
        size = 1 if guests else CHUNK  # what a hanging bot makes us play again is then one game
        for answer in crew.run(task_of(plan, start, end) for start, end in chunks(first, games, size)):
            yield msgspec.msgpack.decode(answer, type=list[Row])

    return run


def simulate(
    plan: Plan,
    games: int,
    runner: Runner | None = None,
    path: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play the games that ``path`` does not have yet, add them to it, and sum all up; ``progress``: how many more are done."""
    runner = on_this_machine(1) if runner is None else runner
    summary = Summary(plan)
    if path is None:
        take_in(summary, runner(plan, 0, games), progress)
        return summary
    rows = RowFile(path, plan)
    with rows.open() as file:
        for row in read_rows(path, games):
            summary.add(row)
        if progress is not None:
            progress(min(rows.known, games))

        def written() -> Iterator[list[Row]]:
            for chunk in runner(plan, rows.known, games):
                file.write(b"".join(msgspec.json.encode(row) + b"\n" for row in chunk))
                file.flush()
                yield chunk

        take_in(summary, written(), progress)
    return summary


def take_in(summary: Summary, found: Iterable[list[Row]], progress: Callable[[int], None] | None) -> None:
    """Sum up what comes in."""
    for chunk in found:
        for row in chunk:
            summary.add(row)
        if progress is not None:
            progress(len(chunk))
