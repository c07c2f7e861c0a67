"""What the guide promises to who plays on Windows: no source needs at its start what Python has on POSIX alone."""

from __future__ import annotations

import re
from pathlib import Path

import officina

POSIX_ONLY = "fcntl|grp|pty|pwd|readline|resource|syslog|termios|tty"
AT_THE_START = re.compile(rf"^(?:import|from) (?:{POSIX_ONLY})\b", re.MULTILINE)


def test_nothing_is_imported_that_windows_lacks() -> None:
    folder = Path(officina.__file__).parent
    sources = list(folder.rglob("*.py"))
    assert len(sources) > 100
    assert [
        str(source.relative_to(folder)) for source in sources if AT_THE_START.search(source.read_text(encoding="utf-8"))
    ] == []


def test_it_finds_what_it_looks_for() -> None:
    assert AT_THE_START.search("import os\nimport fcntl\n")
    assert not AT_THE_START.search("def lock() -> None:\n    import fcntl\n")
