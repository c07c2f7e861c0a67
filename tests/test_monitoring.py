"""The dashboard and the alert rules name only figures and labels that a server tells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from officina.web.metrics import Metrics

FOLDER = Path(__file__).parent.parent / "docs" / "monitoring"
OURS = re.compile(r"\b((?:officina|process)_\w+)(\{[^}]*\})?")
BY = re.compile(r"\bby \(([^)]*)\)")
OF_PROMETHEUS = {"job", "instance", "pid"}
"""Labels that Prometheus adds, and the one that tells workers apart."""


def dashboard() -> Iterator[tuple[str, str]]:
    """What is drawn: the panel's title and the expression."""
    read = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))
    for panel in read["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for variable in read["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["name"], variable["query"]["query"]


def alerts() -> Iterator[tuple[str, str]]:
    """What is watched: the alert's name and the expression."""
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text(encoding="utf-8"))["groups"]:
        for rule in group["rules"]:
            assert rule["labels"]["severity"] in ("page", "ticket")
            assert {"summary", "look"} <= set(rule["annotations"])
            yield rule["alert"], rule["expr"]


def told() -> dict[str, set[str]]:
    """Everything that a server tells, with its labels."""
    figures = Metrics()
    figures.answered("/", "GET", 200, 0.1)
    figures.cut_offs.labels("slow").inc()
    figures.entries.labels("choice").inc()
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(figures.text().decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


@pytest.mark.parametrize("read", [dashboard, alerts])
def test_every_figure_and_label_exists(read: Callable[[], Iterator[tuple[str, str]]]) -> None:
    known, seen = told(), set()
    for title, expression in read():
        named = OURS.findall(expression)
        assert named or "up{" in expression, title
        labels: set[str] = set()
        for name, selector in named:
            assert name in known, f"{title}: {name}"
            seen.add(name)
            labels |= known[name]
            assert set(re.findall(r"(\w+)\s*=", selector)) <= known[name] | OF_PROMETHEUS, f"{title}: {selector}"
        for grouped in BY.findall(expression):
            assert {label.strip() for label in grouped.split(",")} <= labels | OF_PROMETHEUS, f"{title}: {grouped}"
    assert len(seen) >= 6


def test_the_dashboard_shows_every_figure() -> None:
    shown = {name for _, expression in dashboard() for name, _ in OURS.findall(expression)}
    whole = {re.sub(r"_(bucket|sum|count)$", "", name) for name in told()}
    assert {re.sub(r"_bucket$", "", name) for name in shown} == whole
