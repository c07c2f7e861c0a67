"""Every rule ID of every game is named by a test and restated on both rules pages; no test names a rule that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from officina import Game

RULES = Path(__file__).parent / "rules"


def rule_ids(game: Game) -> list[str]:
    """The game's rule IDs, as listed beside its tests; for a game that is its own spec, as on its rules page."""
    listed = RULES / game.name / "ids.txt"
    return listed.read_text(encoding="utf-8").split() if listed.exists() else stated_rules(game, "en")


def stated_rules(game: Game, language: str) -> list[str]:
    """The IDs that the rules page states, each at the beginning of a line."""
    return re.findall(r"^- \*\*([A-Z]+-\d+[a-z]?)\*\*", game.rules_page(language), re.MULTILINE)


def ids_with_a_test(game: Game) -> set[str]:
    """The IDs that the markers ``@pytest.mark.rules(...)`` of the game's test functions name."""
    found: set[str] = set()
    for path in (RULES / game.name).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {rule for decorator in node.decorator_list for rule in marker_ids(decorator)}
    return found


def marker_ids(decorator: ast.expr) -> list[str]:
    """The arguments of a ``rules`` marker."""
    if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute) and decorator.func.attr == "rules":
        return [str(ast.literal_eval(argument)) for argument in decorator.args]
    return []


def test_every_rule_has_a_test(game: Game) -> None:
    tested = ids_with_a_test(game)
    untested = [rule for rule in rule_ids(game) if rule not in tested]
    assert untested == []


def test_no_test_names_an_unknown_rule(game: Game) -> None:
    known = set(rule_ids(game))
    unknown = {rule for rule in ids_with_a_test(game) if rule not in known and not re.search(r"-R\d+$|^R-\d+$", rule)}
    assert unknown == set()


def test_both_rules_pages_restate_every_rule_once(game: Game) -> None:
    for language in ("it", "en"):
        assert sorted(stated_rules(game, language)) == sorted(rule_ids(game)), language
