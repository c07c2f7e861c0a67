"""Importing records: each is replayed in a helper process with limits of time and memory."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, TypeVar

import msgspec

from officina.core import own_box
from officina.core.errors import RecordError
from officina.core.own_box import BoxError
from officina.core.record import MOST_BYTES
from officina.core.text import Message
from officina.tables.errors import TableError
from officina.tables.processes.helpers import START_SECONDS, HelperProcesses
from officina.tables.storage.interface import Change
from officina.tables.table.model import load_message

log = logging.getLogger(__name__)

T = TypeVar("T")

MODULE: Final = "officina.tables.processes.import_worker"
AT_ONCE: Final = 2
MOST_WAITING: Final = 8
LENGTH_BYTES: Final = 8
BOX_FILE: Final = b"box\n"
"""What a box file is sent after; a record begins with a brace."""
TRACK_JOB: Final = b"track\n"
"""What work on a track is sent after."""
MOST_MEMORY: Final = 1024**3
"""The memory limit of an import process, its program included."""
SECONDS: Final = 10.0
"""The time limit of a replay; the longest recorded game takes half a second."""


class Replayed(msgspec.Struct):
    """What the process answers: the rows of the record's table, or why there are none."""

    change: Change | None = None
    refused: dict[str, Any] | None = None


class BoxRead(msgspec.Struct):
    """What a box file holds: the box as JSON, the name of its game, and what was compared; or why it was refused."""

    game: str = ""
    box: str = ""
    compared: list[str] = []
    refused: dict[str, Any] | None = None


class TrackJob(msgspec.Struct):
    """A track file to be read as a tracing; or a box with which bots shall try one of its tracks."""

    game: str
    text: str = ""
    box: str = ""
    track: str = ""


class TrackDone(msgspec.Struct):
    """The tracing; or how many bots of how many got round, and in how many turns; or why neither."""

    content: dict[str, Any] = {}
    finished: int = 0
    of: int = 0
    turns: int = 0
    refused: dict[str, Any] | None = None


class Importer(HelperProcesses):
    """A few processes that replay records and drive on tracks, with limited memory; one that is late is killed."""

    def __init__(self, seconds: float = SECONDS, memory: int = MOST_MEMORY) -> None:
        super().__init__()
        self.seconds = seconds
        self.memory = memory
        self.places = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0

    async def read(self, record: bytes) -> Change:
        """The rows of the record's table; RecordError says what is wrong with it."""
        if len(record) > MOST_BYTES:
            raise RecordError(Message("kernel.record.size", most=MOST_BYTES // 1024 // 1024))
        answer = await self.in_line(record, Replayed)
        if answer.change is None:
            raise RecordError(load_message(answer.refused or {"key": "kernel.record.not_one", "args": {}}))
        return answer.change

    async def read_box(self, file: bytes) -> BoxRead:
        """What a box file holds; BoxError says what is wrong with it."""
        if len(file) > own_box.MOST_BYTES:
            raise BoxError(Message("kernel.box.size", most=own_box.MOST_BYTES // 1024))
        try:
            answer = await self.in_line(BOX_FILE + file, BoxRead)
        except RecordError:  # late, or too large: as of a record, but it was none
            raise BoxError(Message("tables.box.heavy")) from None
        if answer.refused is not None:
            raise BoxError(load_message(answer.refused))
        return answer

    async def track(self, job: TrackJob) -> TrackDone:
        """Work on a track; BoxError says what is wrong with it."""
        try:
            answer = await self.in_line(TRACK_JOB + msgspec.json.encode(job), TrackDone)
        except RecordError:  # late, or too large: as of a record, but it was none
            raise BoxError(Message("tables.box.slow_track", seconds=round(self.seconds))) from None
        if answer.refused is not None:
            raise BoxError(load_message(answer.refused))
        return answer

    async def in_line(self, content: bytes, answer: type[T]) -> T:
        """The answer of a process, once it is this one's turn."""
        if self.waiting >= MOST_WAITING:
            raise TableError(Message("tables.error.import_busy"))
        self.waiting += 1
        try:
            async with self.places:
                return await self.ask(content, answer)
        finally:
            self.waiting -= 1

    async def ask(self, record: bytes, answer: type[T]) -> T:
        """One record, or one box file, to an idle process."""
        try:
            async with self.borrowed() as process:
                return await asyncio.wait_for(exchange(process, record, answer), self.seconds)
        except TimeoutError:
            log.warning("replaying an imported record timed out after %g s", self.seconds)
            raise RecordError(Message("tables.error.slow_record", seconds=round(self.seconds))) from None
        except (OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
            log.warning("the process that replayed an imported record died")
            raise RecordError(Message("tables.error.heavy_record")) from None

    async def start(self) -> asyncio.subprocess.Process:
        """A new process."""
        try:
            process = await self.launch(MODULE, str(self.memory))
        except OSError:
            raise TableError(Message("tables.error.import_busy")) from None
        try:
            await asyncio.wait_for(read_block(process), START_SECONDS)
        except (TimeoutError, asyncio.IncompleteReadError):
            await self.end(process)
            log.exception("cannot start a process for importing records")
            raise TableError(Message("tables.error.import_busy")) from None
        except BaseException:
            await self.end(process)
            raise
        return process


async def exchange(process: asyncio.subprocess.Process, record: bytes, answer: type[T]) -> T:
    """Send a record, receive its rows."""
    assert process.stdin is not None
    process.stdin.write(len(record).to_bytes(LENGTH_BYTES, "big") + record)
    await process.stdin.drain()
    return msgspec.json.decode(await read_block(process), type=answer)


async def read_block(process: asyncio.subprocess.Process) -> bytes:
    """Read the next length-prefixed block of the process."""
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
    return await process.stdout.readexactly(length)
