"""Nobody cheats: what a bot chooses is the same in all worlds that its seat cannot tell apart.

At a decision everything that the seat cannot see is drawn anew; the bot, with the same chance of its own, must choose the same
in both worlds. The stronger claim below it: a world drawn by :meth:`Position.determinize` depends on nothing but what the seat
sees, so whoever thinks in such worlds only cannot know more.

``python -m tests.honesty --decisions 500`` looks at so many decisions of every bot in every game, with all options.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from officina import GAMES, Game, Position, Rng
from officina.bots import BOTS, make_bot
from officina.bots.searching import SearchBot
from officina.core.boxes import box_of

ITERATIONS = 12
"""What a search may do at each decision: by iterations, since time is never the same twice."""


def tables(game: Game) -> list[tuple[int, dict[str, int | str]]]:
    """Numbers of players and options: those as printed, the named sets, and every value of an option that hides something."""
    found: list[tuple[int, dict[str, int | str]]] = [
        (game.players[-1] if game.players[-1] < 4 else 4, {}),
        (game.players[0], {}),
    ]
    for options in box_of(game).sets.values():
        found.append((game.players_for(game.read_option_values(options))[-1], dict(options)))
    if game.name == "automobiles":
        found += [(3, {"visible_bags": value, "laps": 1}) for value in game.options["visible_bags"].values]
    return found


def decisions(game: Game, number: int, seed: str) -> Iterator[tuple[Position, int, Rng]]:
    """So many decisions from games played half sensibly, at all tables in turn."""
    kinds = tables(game)
    each = -(-number // len(kinds))
    seen = 0
    turn = 0
    while seen < number:
        players, options = kinds[turn % len(kinds)]
        rng = Rng(f"{seed} {turn}")
        p = game.start(players, f"{seed} {turn}", options)
        turn += 1
        here = 0
        while p.to_act and seen < number and here < each:
            seat = p.to_act[rng.below(len(p.to_act))]
            if not rng.below(4):
                yield p, seat, rng
                seen += 1
                here += 1
            options_now = p.options(seat)
            if rng.below(3):
                liked = game.weights(p.determinize(seat, rng), seat, rng)
                p.apply(seat, options_now[rng.weighted(liked)])
            else:
                p.apply(seat, rng.pick(options_now))


def plain(p: Position) -> str:
    """A position as text."""
    return json.dumps(p.to_json(), sort_keys=True)


def check_worlds(p: Position, seat: int, seed: str) -> None:
    """What is drawn for a seat that has to decide does not depend on what it cannot see."""
    for knower in sorted({seat, *p.to_act}):
        drawn = plain(p.determinize(knower, Rng(seed)))
        for other in range(2):
            world = p.determinize(knower, Rng(f"{seed} {other}"))
            assert plain(world.determinize(knower, Rng(seed))) == drawn, f"seat {knower} of {p.game.name} could cheat"


def check_bot(name: str, p: Position, seat: int, seed: str, iterations: int = ITERATIONS) -> None:
    """The bot chooses the same in a world that its seat cannot tell from this one, and leaves both alone."""
    world = p.determinize(seat, Rng(f"{seed} world"))
    before = plain(p)
    bot = make_bot(name)
    if isinstance(bot, SearchBot):
        bot.iterations = iterations
    chosen = [bot.choose(q, seat, Rng(seed)) for q in (p, world)]
    assert chosen[0] == chosen[1], f"{name} knows what seat {seat} of {p.game.name} cannot see"
    assert chosen[0] in p.options(seat)
    assert plain(p) == before


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--decisions", type=int, default=500)
    parser.add_argument("--bots", default=",".join(BOTS))
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    for name in given.games:
        game = GAMES[name]
        for number, (p, seat, _) in enumerate(decisions(game, given.decisions, f"worlds {given.seed}")):
            check_worlds(p, seat, f"{given.seed} {number}")
        print(f"{name}: {given.decisions} decisions, two worlds each: alike", flush=True)
        for bot in given.bots.split(","):
            for number, (p, seat, _) in enumerate(decisions(game, given.decisions, f"{bot} {given.seed}")):
                check_bot(bot, p, seat, f"{given.seed} {number}")
            print(f"{name}: {bot} chose {given.decisions} times, twice each: alike", flush=True)


if __name__ == "__main__":
    main()
