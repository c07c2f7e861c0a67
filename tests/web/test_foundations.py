"""What is built on the inside of other libraries: bounded to the versions it is tested with, and still found there."""

from __future__ import annotations

import ast
import inspect
import textwrap
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from prometheus_client import values
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors.multiprocess import Multiprocess, Process
from websockets.datastructures import Headers
from websockets.server import ServerProtocol

from officina.web.server.connections import Http, Socket
from officina.web.server.supervisor import Supervisor, Worker

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"
BUILT_ON = ("httptools", "prometheus_client", "uvicorn", "websockets")
PAIRS = [(Http, HttpToolsProtocol), (Socket, WebSocketsSansIOProtocol), (Worker, Process), (Supervisor, Multiprocess)]


@pytest.mark.parametrize("name", BUILT_ON)
def test_bounded_to_the_version_it_was_tested_with(name: str) -> None:
    """A newer one: run all of tests/web and the kill tests with it, read what changed in what we override, move the bound."""
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    (bound,) = (found.specifier for text in declared if (found := Requirement(text)).name == name)
    installed = Version(version(name))
    following = f"{installed.major}.{installed.minor + 1}"
    assert installed in bound
    assert Version(following) not in bound, f"{name} {following} has not been tested"
    assert Version(f"{installed.major}.{installed.minor - 1}.99") not in bound


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_what_we_override_and_use_is_there(ours: type, theirs: type) -> None:
    missing = used(ours) - names(ours) - names(theirs)
    assert not missing, f"{theirs.__name__} has no {sorted(missing)}"
    overridden = {name for name in called_above(ours) if name != "__init__"}
    assert overridden <= names(theirs)
    for name in {name for name in vars(ours) if inspect.isfunction(vars(theirs).get(name))} - {"__init__"}:
        wanted, found = (list(inspect.signature(getattr(one, name)).parameters) for one in (ours, theirs))
        assert wanted == found, f"{theirs.__name__}.{name} takes other arguments"


def test_the_test_would_notice() -> None:
    """A library that renames a method, an attribute or an argument."""

    class Renamed:
        def __init__(self) -> None:
            self.connection = None

        def pause(self) -> None:
            pass

        def connection_lost(self, error: Exception | None) -> None:
            pass

    for ours, theirs in PAIRS:
        with pytest.raises(AssertionError):
            test_what_we_override_and_use_is_there(ours, Renamed)
        test_what_we_override_and_use_is_there(ours, theirs)


def test_what_we_call_besides() -> None:
    assert list(inspect.signature(ServerProtocol.send_response).parameters) == ["self", "response"]
    assert callable(Headers.raw_items)
    assert list(inspect.signature(values.MultiProcessValue).parameters) == ["process_identifier"]
    assert hasattr(values, "ValueClass")


def tree(one: type) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(one)))


def used(one: type) -> set[str]:
    """Every ``self.name`` of a class that it reads."""
    return {
        node.attr
        for node in ast.walk(tree(one))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and is_self(node.value)
    }


def called_above(one: type) -> set[str]:
    """Every ``super().name`` of a class."""
    return {
        node.attr
        for node in ast.walk(tree(one))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "super"
    }


def names(one: type) -> set[str]:
    """What a class defines, and what its methods set; with the classes that it is made of, but not those of a pair."""
    found: set[str] = set()
    bases: list[Any] = [base for base in one.__mro__ if base not in {theirs for _, theirs in PAIRS} or base is one]
    for base in bases:
        found |= set(vars(base)) | set(vars(base).get("__annotations__", {}))
        if base.__module__.split(".")[0] in ("officina", "uvicorn"):
            found |= {
                node.attr
                for node in ast.walk(tree(base))
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value)
            }
    return found


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
