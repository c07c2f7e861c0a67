"""A bot that plays over HTTP: it needs the server's address and nothing of its insides.

    python examples/http_bot.py http://127.0.0.1:8484 --game kraftwagen --against heuristic

It opens a table with bots of the server on the other seats, plays to the end, and prints the scores. ``--join TABLE`` takes a
free seat at a table that somebody else has opened instead.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from officina.client import ApiError, Client, PlannedSeat, Question, QuestionOption, Seat, Unreachable

IDLE = ("pass", "none", "end", "stop", "skip", "done", "no")
"""Words of choices that do nothing: a bot without better ideas prefers to do something."""


class Bot:
    """Likes to do things: a choice that does nothing is worth little, all others are worth the same."""

    def __init__(self, seat: Seat, rng: random.Random) -> None:
        self.seat = seat
        self.rng = rng
        self.choices = 0

    def value(self, option: QuestionOption) -> float:
        """How much an option is worth. A better bot has better ideas here; ``self.seat.view()`` shows the whole table."""
        idle = any(word in IDLE for word in option.notation.split()[1:])
        return (0.1 if idle else 1.0) * self.rng.random()

    def pick(self, question: Question) -> QuestionOption:
        """The option that is worth most."""
        return max(question.options, key=self.value)

    def play(self) -> None:
        """To the end of the game."""
        while (now := self.seat.wait()).state not in ("over", "closed"):
            try:
                if now.asked is not None:
                    self.seat.answer(now.asked, agree=True)  # good company does not stand in the way
                elif now.question is not None:
                    self.seat.choose(self.pick(now.question))
                    self.choices += 1
            except ApiError as error:
                if error.status != 409:  # that one says: the table has changed meanwhile, look again
                    raise


def open_table(client: Client, game: str, players: int, against: str) -> Seat:
    """A table with this bot on the first seat and the server's bots on the others."""
    others = [PlannedSeat("bot", bot=against) for _ in range(players - 1)]
    return client.create(game, [PlannedSeat("person", "HTTP bot"), *others], ready=True)


def join_table(client: Client, table_id: str) -> Seat:
    """A free seat at somebody else's table."""
    free = [seat.seat for seat in client.table(table_id).seats if seat.kind == "open" and not seat.taken]
    if not free:
        raise SystemExit(f"No seat at table {table_id} is open to everybody.")
    seat = client.sit(table_id, free[0], "HTTP bot")
    seat.ready()
    return seat


def main(arguments: Sequence[str] | None = None) -> list[int]:
    """Play one game; the final scores by seat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="such as http://127.0.0.1:8484")
    parser.add_argument("--game", default="kraftwagen")
    parser.add_argument("--players", type=int, help="without it, as few as the game takes")
    parser.add_argument("--against", default="heuristic", help="the server's bot on the other seats: heuristic or random")
    parser.add_argument("--join", metavar="TABLE", help="sit down at this table instead of opening one")
    parser.add_argument("--seed", type=int, help="play the same way each time")
    given = parser.parse_args(arguments)
    with Client(given.server) as client:
        if given.join:
            seat = join_table(client, given.join)
        else:
            players = given.players or client.game(given.game).least_players
            seat = open_table(client, given.game, players, given.against)
        print(f"{given.server.rstrip('/')}/t/{seat.table_id}")
        bot = Bot(seat, random.Random(given.seed))
        bot.play()
        view = seat.view()
        scores: list[int] = view["scores"]
        print(f"{view['game']}: {bot.choices} choices; scores {scores}; winners {view['winners']}; I sat on {seat.number}")
        return scores


if __name__ == "__main__":
    try:
        main()
    except (ApiError, Unreachable, ValueError) as error:
        raise SystemExit(str(error)) from None
