"""The house as the documents show it: the picture of the rooms is drawn from the imports, and names are used once in a room."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from docs import rooms

SOURCES = Path(__file__).parent.parent / "src" / "officina"


def test_the_picture_of_the_rooms_shows_the_real_imports() -> None:
    assert rooms.drawing() == rooms.PICTURE.read_text(encoding="utf-8"), "python -m docs.rooms draws it anew"


@pytest.mark.parametrize("room", ["core", "tables", "web"])
def test_no_two_classes_have_one_name_in_a_room(room: str) -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((SOURCES / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(SOURCES)))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
