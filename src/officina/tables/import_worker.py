"""A process that replays records which somebody sent: whatever is in them, the server goes on.

Run as ``python -m officina.tables.import_worker BYTES``: so much memory it may have. A record in, the rows of its table or a
refusal out, each after its length in eight bytes. Time and memory are bounded by the system; it ends with its input, that is,
with the server.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import BinaryIO

import msgspec

from officina.core.errors import OfficinaError
from officina.core.text import Message
from officina.tables.importing import LENGTH_BYTES, SECONDS, Replayed
from officina.tables.lobby import read_import
from officina.tables.worker import set_alarm


def replay(record: bytes) -> Replayed:
    """Read a record; whatever goes wrong is an answer."""
    try:
        return Replayed(change=read_import(record))
    except OfficinaError as error:
        return Replayed(refused=error.message.to_json())
    except MemoryError:
        return Replayed(refused=Message("tables.error.heavy_record").to_json())
    except Exception:
        return Replayed(refused=Message("kernel.record.not_one").to_json())


def bound_memory(most: int) -> None:
    """Let the system refuse more memory than a record can need."""
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
        answer = msgspec.json.encode(replay(record))
        set_alarm(0)
        write_block(answers, answer)


if __name__ == "__main__":
    main(int(sys.argv[1]))
