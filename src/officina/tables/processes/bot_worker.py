"""The worker process of bots: one JSON task a line on its input, one JSON result a line on its output.

Run as ``python -m officina.tables.processes.bot_worker [MODULE ...]``; the modules are imported first and may add bots of
their own. A worker gets a determinised position of the bot's seat, never the true one. It exits when its input ends, that is,
when the server does.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from importlib import import_module
from typing import Any, BinaryIO

import msgspec

from officina.bots import make_bot
from officina.core.own_box import game_with, read_own_box
from officina.core.rng import Rng
from officina.games import GAMES


class Task(msgspec.Struct):
    """One decision to take. ``limit`` in seconds; a timer of the system ends the worker soon after it."""

    bot: str
    seat: int
    seed: str
    limit: float
    position: dict[str, Any]
    box: str = ""


class Result(msgspec.Struct):
    """The option chosen, or what went wrong."""

    option: int = -1
    error: str = ""


def decide(task: Task) -> Result:
    """Let the bot choose."""
    try:
        game = GAMES[task.position["game"]]
        if task.box:
            game = game_with(game, read_own_box(task.box))
        position = game.from_json(task.position)
        return Result(option=make_bot(task.bot).choose(position, task.seat, Rng(task.seed)))
    except Exception:
        return Result(error=traceback.format_exc(limit=-6))


def read_tasks(source: BinaryIO, tasks: queue.SimpleQueue[bytes]) -> None:
    """Queue every line; exit when the server has closed the pipe, whatever a bot is doing."""
    for line in source:
        tasks.put(line)
    os._exit(0)


def set_alarm(seconds: float) -> None:
    """Let the system kill this process after that time (0: never); no bot can block it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def say(answers: BinaryIO, result: Result) -> None:
    """One line to the server."""
    answers.write(msgspec.json.encode(result) + b"\n")
    answers.flush()


def main(modules: list[str]) -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # anything a bot prints must not be read as a result
    for name in modules:
        import_module(name)
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=read_tasks, args=(sys.stdin.buffer, tasks), daemon=True).start()
    say(answers, Result())  # ready: a bot's time limit starts only now
    while True:
        task = msgspec.json.decode(tasks.get(), type=Task)
        set_alarm(task.limit + 5)
        result = decide(task)
        set_alarm(0)
        say(answers, result)


if __name__ == "__main__":
    main(sys.argv[1:])
