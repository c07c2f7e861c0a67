"""The worker process for what comes from outside: whatever is in it, the server survives.

Run as ``python -m officina.tables.processes.import_worker BYTES``, its memory limit. It reads records and writes the rows of
their tables or refusals, each after its length in eight bytes; it reads boxes and tracks, too, and lets bots drive on those.
The system bounds time and memory; the process exits when its input ends, that is, when the server does.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tomllib
from typing import BinaryIO, Final

import msgspec

from officina.bots import make_bot
from officina.core.errors import OfficinaError
from officina.core.game import Game
from officina.core.own_box import game_with, read_file, read_own_box
from officina.core.rng import Rng
from officina.core.text import Message
from officina.games import GAMES
from officina.tables.processes.bot_worker import set_alarm
from officina.tables.processes.imports import BOX_FILE, LENGTH_BYTES, SECONDS, TRACK_JOB, BoxRead, Replayed, TrackDone, TrackJob
from officina.tables.table.record_import import read_import

DRIVERS: Final = 3
DRIVER: Final = "club"
"""Who tries an owner's track."""


def replay(record: bytes) -> Replayed:
    """Replay a record; every error becomes a refusal."""
    try:
        return Replayed(change=read_import(record))
    except OfficinaError as error:
        return Replayed(refused=error.message.to_json())
    except MemoryError:
        return Replayed(refused=Message("tables.error.heavy_record").to_json())
    except Exception:
        return Replayed(refused=Message("kernel.record.not_one").to_json())


def read_box(content: bytes) -> BoxRead:
    """Read a box file and try the box on its game; every error becomes a refusal."""
    try:
        game, own, compared = read_file(content, GAMES.__getitem__)
        return BoxRead(game.name, own.text(), compared)
    except OfficinaError as error:
        return BoxRead(refused=error.message.to_json())
    except Exception:
        return BoxRead(refused=Message("kernel.box.not_one").to_json())


def work_on_track(content: bytes) -> TrackDone:
    """Read a track file, or let bots drive on a track; every error becomes a refusal."""
    try:
        job = msgspec.json.decode(content, type=TrackJob)
        game = GAMES[job.game]
        return drive(game, job) if job.box else read_track(game, job.text)
    except OfficinaError as error:
        return TrackDone(refused=error.message.to_json())
    except Exception:
        return TrackDone(refused=Message("tables.box.no_track").to_json())


def read_track(game: Game, text: str) -> TrackDone:
    """A track file as a tracing."""
    assert game.tracer is not None
    return TrackDone(content=game.tracer.opened(tomllib.loads(text)))


def drive(game: Game, job: TrackJob) -> TrackDone:
    """A short race of bots."""
    assert game.tracer is not None
    raced = game_with(game, read_own_box(job.box))
    options = game.tracer.test_race(job.track)
    players = min(DRIVERS, raced.players_for(raced.read_option_values(options))[-1])
    position, bot, rng = raced.start(players, job.track, options), make_bot(DRIVER), Rng(f"test drive {job.track}")
    while position.to_act:
        seat = position.to_act[0]
        position.apply(seat, bot.choose(position.determinize(seat, rng), seat, rng))
    return TrackDone(finished=game.tracer.finished(position), of=players, turns=raced.turns(position))


def bound_memory(most: int) -> None:
    """Set the system's memory limit for this process, and a lower priority."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with contextlib.suppress(OSError):
        os.nice(5)  # play goes first


def read_block(source: BinaryIO) -> bytes | None:
    """The next record; None at the end."""
    head = source.read(LENGTH_BYTES)
    return source.read(int.from_bytes(head, "big")) if len(head) == LENGTH_BYTES else None


def write_block(target: BinaryIO, content: bytes) -> None:
    """An answer."""
    target.write(len(content).to_bytes(LENGTH_BYTES, "big") + content)
    target.flush()


def answered(content: bytes) -> Replayed | BoxRead | TrackDone:
    """What becomes of one task."""
    if content.startswith(BOX_FILE):
        return read_box(content.removeprefix(BOX_FILE))
    return work_on_track(content.removeprefix(TRACK_JOB)) if content.startswith(TRACK_JOB) else replay(content)


def main(memory: int) -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    bound_memory(memory)
    write_block(answers, b"{}")
    while (record := read_block(sys.stdin.buffer)) is not None:
        set_alarm(SECONDS + 5)
        answer = msgspec.json.encode(answered(record))
        set_alarm(0)
        write_block(answers, answer)


if __name__ == "__main__":
    main(int(sys.argv[1]))
