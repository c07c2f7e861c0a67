"""A track's content as a track file: TOML, one table after the other as in ours."""

from __future__ import annotations

import json
from typing import Any, Final

A_LINE: Final = 10
"""Spaces on one line of a lane."""


def track_text(content: dict[str, Any]) -> str:
    """The file."""
    return "\n".join(table_lines("", content)).strip() + "\n"


def table_lines(name: str, entries: dict[str, Any]) -> list[str]:
    """A table: its plain entries, then the tables in it, then its lists of tables."""
    lines: list[str] = []
    for entry, value in entries.items():
        if not isinstance(value, dict) and not is_rows(value):
            lines.append(f"{entry} = {value_text(value)}")
    lines.append("")
    for entry, value in entries.items():
        whole = f"{name}.{entry}" if name else entry
        if isinstance(value, dict):
            lines += [f"[{whole}]", *table_lines(whole, value)]
        elif is_rows(value):
            for row in value:
                lines += [f"[[{whole}]]", *(f"{key} = {value_text(item)}" for key, item in row.items())]
            lines.append("")
    return lines


def is_rows(value: object) -> bool:
    """Whether it is a list of tables."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def value_text(value: object) -> str:
    """A figure, a text or a list, as TOML writes them (numbers, texts and short lists as JSON does)."""
    if isinstance(value, list) and len(value) > A_LINE:
        rows = [value[first : first + A_LINE] for first in range(0, len(value), A_LINE)]
        return "[\n" + "".join(f"  {', '.join(map(value_text, row))},\n" for row in rows) + "]"
    return json.dumps(value, ensure_ascii=False)
