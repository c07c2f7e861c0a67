"""The worker process that replays uploaded records: whatever is in them, the server survives.

Run as ``python -m officina.tables.processes.import_worker BYTES``, its memory limit. It reads records and writes the rows of
their tables or refusals, each after its length in eight bytes. The system bounds time and memory; the process exits when its
input ends, that is, when the server does.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import BinaryIO

import msgspec

from officina.core.errors import OfficinaError
from officina.core.own_box import read_file
from officina.core.text import Message
from officina.games import GAMES
from officina.tables.processes.bot_worker import set_alarm
from officina.tables.processes.imports import BOX_FILE, LENGTH_BYTES, SECONDS, BoxRead, Replayed
from officina.tables.table.record_import import read_import


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


def main(memory: int) -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    bound_memory(memory)
    write_block(answers, b"{}")
    while (record := read_block(sys.stdin.buffer)) is not None:
        set_alarm(SECONDS + 5)
        answer = msgspec.json.encode(read_box(record.removeprefix(BOX_FILE)) if record.startswith(BOX_FILE) else replay(record))
        set_alarm(0)
        write_block(answers, answer)


if __name__ == "__main__":
    main(int(sys.argv[1]))
