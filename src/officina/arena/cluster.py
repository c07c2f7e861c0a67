"""The same tasks on a Ray cluster: nodes of others, on this machine or far away (``pip install 'officina[ray]'``).

A task is the same bytes as on a crew, so the rows are the same. Ray itself gives a task of a node that is lost to another one;
if the run itself is killed, its file goes on where it stands, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from officina.arena.crew import BOT_SECONDS
from officina.arena.playing import Circumstances
from officina.arena.rows import Plan, Row
from officina.arena.simulate import Runner, chunks, do_task, on_this_machine, read_task, task_of
from officina.bots import is_guest
from officina.core.errors import OptionError
from officina.core.text import Message

RAY: Final = "ray"
CHUNK: Final = 200
"""Games a task plays: handing it to another machine costs more than to another process."""
AHEAD: Final = 3
"""Tasks for each processor of the cluster that are handed over before the first is done."""
TRIES: Final = 10
"""So often a task is given to another node when one is lost."""


def ray_of(address: str) -> Any:
    """Ray, joined to a cluster; in words how to get it, or why the cluster cannot be reached.

    ``ray``: the cluster of this machine or of ``RAY_ADDRESS``, or one that is started for this run; ``ray://HOST:10001`` or
    ``HOST:6379``: that one.
    """
    try:
        import ray
    except ImportError:
        raise OptionError(Message("kernel.arena.no_ray")) from None
    if not ray.is_initialized():
        try:
            ray.init(address=None if address == RAY else address, log_to_driver=False, logging_level="ERROR")
        except Exception as error:
            why = " ".join(str(error).split())[:200]
            raise OptionError(Message("kernel.arena.no_cluster", address=address, why=why)) from None
    return ray


def play_task(task: bytes, limit: float) -> bytes:
    """What a node does. Bots of others think in a process of their own there, too."""
    plan, first, last = read_task(task)
    if not any(is_guest(bot) for bot in plan.bots):
        return do_task(task, Circumstances())
    found = on_this_machine(1, limit)(plan, first, last)
    return msgspec.msgpack.encode([row for chunk in found for row in chunk])


def on_cluster(ray: Any, limit: float = BOT_SECONDS, size: int = CHUNK) -> Runner:
    """Plays on a cluster. ``ray``: the module, joined to it."""
    remote = ray.remote(max_retries=TRIES)(play_task)

    def run(plan: Plan, first: int, games: int) -> Iterator[list[Row]]:
        todo = [task_of(plan, start, end) for start, end in chunks(first, games, size)]
        ahead = max(2, AHEAD * int(ray.cluster_resources().get("CPU", 1)))
        given = [remote.remote(task, limit) for task in todo[:ahead]]
        for place in range(len(todo)):
            answer = ray.get(given[place])
            given[place] = None  # what has been read need not be kept on any node
            if place + ahead < len(todo):
                given.append(remote.remote(todo[place + ahead], limit))
            yield msgspec.msgpack.decode(answer, type=list[Row])

    return run
