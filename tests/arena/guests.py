"""Packages of others, as pip would have installed them: a folder with their metadata, on the path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from officina.bots import third_party

ODD = {name: f"tests.tables.odd_bots:{name.title()}" for name in ("raises", "hangs", "cheats", "dies", "chatters")}
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_package"


def install(folder: Path, package: str, bots: Mapping[str, str]) -> None:
    """What a package's installation leaves behind."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name} = {value}" for name, value in bots.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{third_party.GROUP}]", *lines, ""]), encoding="utf-8")


@contextmanager
def found(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> Iterator[None]:
    """Look for packages there, too, for a while."""
    with monkeypatch.context() as patch:
        for folder in folders:
            patch.syspath_prepend(str(folder))
        third_party.declared.cache_clear()
        yield
    third_party.declared.cache_clear()
