"""Writes recorded games: ``python -m tests.record_games GAME [FOLDER]``.

One game for each player count, for each value of each option and with all options changed (at least 14), half of the seats
sensible players, half random ones, some choices taken back. Files that are there already are left alone: a released record
must replay for ever.
"""

from __future__ import annotations

import sys
from pathlib import Path

from officina import GAMES, Game, Record, Rng
from officina.bots import make_bot
from officina.core.game import OptionValue

LEAST = 14
FOLDER = Path(__file__).parent / "records"


def settings(game: Game) -> list[tuple[str, int, dict[str, OptionValue]]]:
    """Name, player count and options of every game to record."""
    found: list[tuple[str, int, dict[str, OptionValue]]] = [(f"{n}-players", n, {}) for n in game.players]
    for name, option in game.options.items():
        for number, value in enumerate(option.values):
            if value != option.default:
                allowed = game.players_for(game.read_option_values({name: value}))
                label = f"{name}-{value}".replace(" ", "-").replace(",", "-")[:60]
                found.append((label, allowed[number % len(allowed)], {name: value}))
    others = {name: option.values[-1] for name, option in game.options.items() if option.values[-1] != option.default}
    if others:
        found += [(f"all-options-{n}-players", n, dict(others)) for n in game.players_for(game.read_option_values(others))]
    for number in range(LEAST - len(found)):
        players = game.players[number % len(game.players)]
        found.append((f"{players}-players-again-{number + 1}", players, {}))
    found.append(("keyed-chance", game.players[-1], {}))
    return found


def play(game: Game, label: str, number: int, players: int, options: dict[str, OptionValue]) -> Record:
    """One whole game; now and then a choice is taken back where that is allowed."""
    bots = [make_bot("heuristic" if (seat + number) % 2 else "random") for seat in range(players)]
    record = Record.start(game, players, f"recorded {label}", options, [bot.name for bot in bots])
    rng = Rng(f"recording {label}")
    while record.position.to_act:
        seat = record.position.to_act[0]
        record.apply(seat, bots[seat].choose(record.position, seat, rng))
        if rng.below(12) == 0 and record.why_no_undo(seat) is None:
            record.undo(seat)
    return record


def main() -> None:
    """Write the files of one game."""
    game = GAMES[sys.argv[1]]
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER / game.name
    for number, (label, players, options) in enumerate(settings(game)):
        path = folder / f"{label}.officina"
        if not path.exists():
            record = play(game, label, number, players, options)
            record.save(path)
            sys.stdout.write(f"{path.name}: {len(record.moves)} choices, scores {record.position.scores()}\n")


if __name__ == "__main__":
    main()
