"""Who changes a table in memory: the entries of its log, and nobody else."""

from __future__ import annotations

import ast
from pathlib import Path

import officina
from officina.tables.actions.catalogue import ACTIONS
from officina.tables.storage import interface
from officina.tables.table.entries import KINDS

SOURCES = Path(officina.__file__).parent
STORED = {
    *("row", "seats", "record", "notes", "proposals", "talk", "public", "own", "asked_at", "audiences", "recent", "past"),
    *("checkpoints", "since_snapshot"),
}
"""What a table in memory has of its log."""
CHANGES = {
    "append",
    "pop",
    "clear",
    "update",
    "insert",
    "remove",
    "extend",
    "add",
    "ask",
    "answer",
    "done",
    "void",
    "taken_back",
}


def changed(node: ast.AST) -> list[str]:
    """The attributes of a ``live`` that the statement changes."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        targets = [node.func.value]
    found = []
    for target in [part for one in targets for part in (one.elts if isinstance(one, ast.Tuple) else [one])]:
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) in ("live", "draft.live", "self.live"):
            found.append(target.attr)
    return [name for name in found if name in STORED]


def test_only_entries_change_a_table_in_memory() -> None:
    by_module = {
        str(path.relative_to(SOURCES)): {name for node in ast.walk(ast.parse(path.read_text())) for name in changed(node)}
        for path in SOURCES.rglob("*.py")
    }
    found = {module: names for module, names in by_module.items() if names}
    # Looking back keeps positions for the next time: they follow from the log.
    assert set(found) == {"tables/table/entries.py"}, found
    assert found["tables/table/entries.py"] >= {"row", "seats", "record", "public", "asked_at", "audiences", "notes"}


def test_every_kind_of_entry_is_known_or_plain() -> None:
    """Plain ones change nothing in memory but versions: what they stand for is in the rows stored with them."""
    plain = {interface.RENAMED, interface.CLOSED_ENTRY}
    kinds = {
        *(interface.DEAL, interface.CHOICE, interface.UNDONE, interface.REPLACED, interface.CHAT, interface.ASKED),
        *(interface.ANSWERED, interface.WENT_BACK, interface.PAUSED, interface.RESUMED, interface.ENDED),
        *(interface.HANDED, interface.RETURNED, interface.RESTORED, interface.ERASED, interface.REMATCH),
        *(interface.LESSON, interface.LOBBY_ENTRY, interface.REMOVED, interface.LOCKED, interface.HOSTED, interface.OFFERED),
        *(interface.TAKEN_OVER, interface.WITHOUT, interface.TOLD),
    }
    assert set(KINDS) == kinds
    assert not plain & kinds


def test_an_action_that_is_based_on_a_version_has_an_id() -> None:
    """So that its answer, whatever it is, can be stored under it."""
    for asked in ACTIONS:
        fields = asked.__struct_fields__
        assert "base" not in fields or "action_id" in fields, asked
