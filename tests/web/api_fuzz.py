"""Questions made up from the OpenAPI document, sent to a real server: ``python -m tests.web.api_fuzz --examples 500``.

Half of them are about tables that exist, with tokens that fit. Every answer must be one that the document foresees, of the
form that it says, and never an error of the server.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from officina import GAMES
from officina.client import Client, PlannedSeat, Seat
from tests.web.driver import Server

RECORD = Path(__file__).parent.parent / "records" / "crazy_race" / "3-players.officina"
SPENDS = ("/leave", "/close", "/ready", "/proposals", "/votes", "/hand")
"""After these a fresh seat is not what it was."""
POSSIBLE = {"number": 1, "bot": "random"}
"""What one would not guess."""


def real_seats(client: Client) -> list[Seat]:
    """A seat at a table of every game, just dealt, and one at a finished game."""
    found = []
    for game in GAMES.values():
        players = game.players[0]
        bots = [PlannedSeat("bot", bot="random") for _ in range(players - 1)]
        found.append(client.create(game.name, [PlannedSeat("person", "Ada"), *bots], ready=True))
    over = client.create("fuori_di_rotella", [PlannedSeat("person"), PlannedSeat("bot", bot="random")], ready=True)
    while over.wait_for_turn():
        question = over.question()
        if question is not None and not question.answered:
            over.choose(question.options[0])
    found.append(over)
    return found


def fresh_seats(client: Client) -> list[Seat]:
    """Seats that an operation may give away: one in the lobby, and one whose answer the table waits for."""
    lobby = client.create("kraftwagen", [PlannedSeat("person"), PlannedSeat("open")])
    asked = client.create("crazy_race", [PlannedSeat("person"), PlannedSeat("open"), PlannedSeat("bot")], ready=True)
    other = client.sit(asked.table_id, 1)
    other.ready()
    other.propose("pause")
    return [lobby, asked]


def made_real(case: Any, seat: Seat, choice: str, with_token: bool) -> Any:
    """The same question about a game or a table that exists, now and then with a choice that could be."""
    if isinstance(case.body, dict) and isinstance(case.body.get("game"), str):
        case.body["game"] = seat.table().game
        case.body["options"] = {}
        case.body["clock"] = {"kind": "bank", "bank": 5} if choice else None
    if isinstance(case.body, dict) and "record" in case.body and choice:
        case.body["record"] = RECORD.read_text()
    if "table" not in (case.path_parameters or {}):
        return case
    case.path_parameters["table"] = seat.table_id
    if with_token:
        case.headers["Authorization"] = f"Bearer {seat.token}"
    if isinstance(case.body, dict) and "base" in case.body and choice:
        case.body["base"] = seat.base()
        if "notation" in case.body:
            question = seat.question()
            case.body["notation"] = question.options[0].notation if question is not None else choice
            case.body.pop("action", None)
    if isinstance(case.body, dict) and choice:
        case.body.update({name: value for name, value in POSSIBLE.items() if name in case.body})
    if isinstance(case.query, dict) and "wait" in case.query:
        case.query["wait"] = 0
    return case


def fuzz(server: Server, examples: int, start: int = 1) -> Counter[tuple[str, int]]:
    """So many questions of each operation; how often each was answered how."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import schemathesis
        from schemathesis import GenerationMode
        from schemathesis.checks import not_a_server_error
        from schemathesis.specs.openapi.checks import (
            content_type_conformance,
            response_headers_conformance,
            response_schema_conformance,
            status_code_conformance,
        )

        schema = schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
    ]
    notations = ["", *(f"{kind.name} {kind.words[0]}" for game in GAMES.values() for kind in game.vocabulary.kinds[:4])]
    seen: Counter[tuple[str, int]] = Counter()
    with Client(server.address) as client:
        real, fresh = real_seats(client), fresh_seats(client)
        for result in schema.get_all_operations():
            operation: Any = result
            operation = operation.ok()
            seats = [*real, *fresh]
            for mode, share in ((GenerationMode.POSITIVE, 2), (GenerationMode.NEGATIVE, 1)):
                with contextlib.suppress(Unsatisfiable):  # some operations cannot be asked wrongly
                    cases = operation.as_strategy(generation_mode=mode)
                    ask_all(operation, cases, checks, seats, notations, max(2, examples * share // 3), start, seen)
            if operation.path.endswith(SPENDS):
                fresh = fresh_seats(client)
    return seen


def ask_all(
    operation: Any,
    cases: Any,
    checks: list[Any],
    seats: list[Seat],
    notations: list[str],
    examples: int,
    start: int,
    seen: Counter[tuple[str, int]],
) -> None:
    """All questions of one operation."""

    @seed(start)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=cases,
        seat=st.sampled_from(seats),
        notation=st.sampled_from(notations),
        real=st.booleans(),
        token=st.booleans(),
    )
    def one(case: Any, seat: Seat, notation: str, real: bool, token: bool) -> None:
        if real:
            case = made_real(case, seat, notation, token)
        response = case.call()
        case.validate_response(response, checks=checks)
        seen[operation.label, response.status_code] += 1

    one()


def main() -> None:
    """Ask, and print how it was answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given_ = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--limits", "100000")
        try:
            seen = fuzz(server, given_.examples, given_.seed)
        finally:
            server.stop()
    for (name, status), count in sorted(seen.items()):
        print(f"{name:<44} {status} {count:6}")
    print(f"{sum(seen.values())} questions, no answer that the document does not foresee")


if __name__ == "__main__":
    main()
