"""The rows of a run as tables for other programs: CSV, and Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TextIO

from officina.arena.rows import Plan, flat, read_rows
from officina.core.errors import OptionError
from officina.core.text import Message

BATCH: Final = 50_000
TEXTS: Final = ("bot", "replaced", "variant", "box")


def part_names(path: Path, games: int) -> list[str]:
    """The parts of the scores that occur, in the order in which they do."""
    found: dict[str, None] = {}
    for row in read_rows(path, games):
        for parts in row.parts:
            found.update(dict.fromkeys(parts))
    return list(found)


def lines(plan: Plan, path: Path, games: int) -> tuple[list[str], Iterator[dict[str, Any]]]:
    """The columns, and the lines, one for each seat of each game."""
    parts = part_names(path, games)
    columns = ["game", "seat", "bot", "score", "won", "decisions", "turns", "place", "replaced", "variant", "box"]
    columns += [f"part_{part}" for part in parts]
    return columns, (line for row in read_rows(path, games) for line in flat(plan, row, parts))


def write_csv(plan: Plan, path: Path, games: int, stream: TextIO) -> None:
    """All lines as CSV."""
    columns, found = lines(plan, path, games)
    table = csv.DictWriter(stream, columns)
    table.writeheader()
    table.writerows(found)


def parquet() -> tuple[Any, Any]:
    """pyarrow, or in words how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise OptionError(Message("kernel.arena.no_pyarrow")) from None
    return pyarrow, pyarrow.parquet


def write_parquet(plan: Plan, path: Path, games: int, target: Path) -> None:
    """All lines as Parquet, written beside it and put in its place when it is whole."""
    arrow, files = parquet()
    columns, found = lines(plan, path, games)
    schema = arrow.schema([(name, arrow.string() if name in TEXTS else arrow.int64()) for name in columns])
    half = target.with_name(target.name + ".new")
    with files.ParquetWriter(half, schema) as writer:
        batch: list[dict[str, Any]] = []
        for line in found:
            batch.append(line)
            if len(batch) >= BATCH:
                writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
                batch = []
        if batch:
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
    half.replace(target)
