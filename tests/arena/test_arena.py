"""Simulations: nothing lost or counted twice, the same games whoever plays them, and bots that misbehave stop nobody."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from examples.answering_bot import Handler
from officina import GAMES, OptionError
from officina.arena import crew, tournament
from officina.arena.cluster import on_cluster
from officina.arena.playing import Circumstances
from officina.arena.rows import Plan, Row, RowFile, read_rows
from officina.arena.simulate import on_this_machine, plan_simulation, play_one, simulate
from officina.arena.tables import write_csv
from officina.cli.app import main
from tests.arena.guests import ODD, found, install
from tests.seeds import seed_of

FUORI = GAMES["fuori_di_rotella"]
CRAZY = GAMES["crazy_race"]


def plan(**more: Any) -> Plan:
    return plan_simulation(FUORI, 2, ["random"], {}, seed_of("arena"), **more)


def test_a_run_that_was_killed_goes_on_and_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    summary = simulate(plan(), 12, path=whole)
    text = whole.read_bytes()
    ends = [0, 40, text.index(b"\n") + 1, len(text) // 2, len(text) - 1, len(text)]
    for end in ends:
        cut.write_bytes(text[:end])
        again = simulate(plan(), 12, path=cut)
        assert cut.read_bytes() == text, end
        assert again.to_json() == summary.to_json()
    assert simulate(plan(), 5, path=cut).games == 5, "fewer games are the first ones of it"
    assert [row.number for row in read_rows(cut)] == list(range(12))
    assert simulate(plan(), 14, path=cut).games == 14, "more are added to it"
    assert cut.read_bytes().startswith(text)


def test_what_is_done_already_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    simulate(plan(), 3, path=path)
    asked: list[tuple[int, int]] = []

    def runner(_plan: Plan, first: int, games: int) -> Iterator[list[Row]]:
        asked.append((first, games))
        return iter(())

    simulate(plan(), 3, runner, path)
    assert asked == [(3, 3)]


def test_a_file_is_of_one_run_only(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    simulate(plan(), 2, path=path)
    before = path.read_bytes()
    other = plan_simulation(FUORI, 2, ["random"], {}, "another seed")
    with pytest.raises(OptionError, match="another run"):
        simulate(other, 2, path=path)
    with RowFile(path, plan()).open(), pytest.raises(OptionError, match="just now"):
        simulate(plan(), 2, path=path)
    assert path.read_bytes() == before
    with pytest.raises(OptionError, match="No such file"):
        simulate(plan(), 2, path=tmp_path / "no" / "rows.jsonl")


class HomeMadeRay:
    """What our glue needs of Ray, done at once and here: tasks and answers are bytes, lost tasks are Ray's own business."""

    def __init__(self) -> None:
        self.asked = 0
        self.open = 0
        self.most_open = 0

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def remote(self, max_retries: int) -> Any:
        assert max_retries > 0

        def decorate(function: Any) -> Any:
            class Remote:
                @staticmethod
                def remote(task: bytes, limit: float) -> bytes:
                    assert isinstance(task, bytes)
                    self.asked += 1
                    self.open += 1
                    self.most_open = max(self.most_open, self.open)
                    answer: bytes = function(task, limit)
                    return answer

            return Remote

        return decorate

    def get(self, answer: bytes) -> bytes:
        self.open -= 1
        return answer


def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    simulate(plan(), 23, path=here)
    ray = HomeMadeRay()
    simulate(plan(), 8, on_cluster(ray, size=2), there)
    simulate(plan(), 23, on_cluster(ray, size=2), there)
    assert there.read_bytes() == here.read_bytes()
    assert ray.asked == 4 + 8
    assert ray.most_open == 3, "not everything is handed over at once"


def test_variants_are_dealt_in_turn_with_every_rotation() -> None:
    def plan(vary: list[str]) -> Plan:
        return plan_simulation(CRAZY, 3, ["random"], {}, seed_of("varied"), vary=vary)

    varied = plan(vary=["steal_second", "tie_rule=rear_loco/runner_up"])
    assert [variant.changed for variant in varied.variants] == [
        {"steal_second": steal, "tie_rule": tie} for steal in ("off", "on") for tie in ("rear_loco", "runner_up")
    ]
    assert [play_one(CRAZY, varied, number).variant for number in range(14)] == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3 + [0] * 2
    sets = plan(vary=["sets"])
    assert [variant.set for variant in sets.variants] == ["printed", "lean", "wild"]
    with pytest.raises(OptionError, match="sets, shuffled_points"):
        plan(vary=["nothing"])
    with pytest.raises(OptionError, match="runner_up"):
        plan(vary=["tie_rule=nobody"])
    with pytest.raises(OptionError, match="200"):
        plan(vary=["tie_rule", "turntable_cards", "finish_cards", "rear_penalty"])


def test_tables_have_a_line_for_each_seat_with_the_parts_of_its_score(tmp_path: Path) -> None:
    path, stream = tmp_path / "rows.jsonl", io.StringIO()
    simulate(plan(), 6, path=path)
    write_csv(plan(), path, 5, stream)
    lines = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert [(line["game"], line["seat"]) for line in lines] == [(str(n), str(s)) for n in range(5) for s in (1, 2)]
    for line in lines:
        assert int(line["score"]) == sum(int(value) for name, value in line.items() if name.startswith("part_"))


def test_what_is_missing_is_said_before_the_games(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    for arguments, said in ((["--parquet", "x.parquet"], "officina[parquet]"), (["--on", "ray"], "officina[ray]")):
        with pytest.raises(SystemExit) as left:
            main(["simulate", "fuori_di_rotella", "-n", "1", *arguments])
        assert left.value.code == 2
        assert said in capsys.readouterr().err


@pytest.fixture
def odd_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(tmp_path / "site", "odd", ODD)
    with found(monkeypatch, tmp_path / "site"):
        yield


@pytest.mark.usefixtures("odd_bots")
def test_bots_that_misbehave_are_replaced_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each in its own way, at one table: the game ends, the file says what happened, one sentence each tells it."""
    monkeypatch.setattr(crew, "MOST_BLAMES", 1)
    path = tmp_path / "rows.jsonl"
    arguments = ["simulate", FUORI.name, "-p", "5", "-b", "raises,cheats,dies,hangs,chatters", "-n", "2", "--lang", "en"]
    with pytest.raises(SystemExit) as left:
        main([*arguments, "-s", seed_of("odd"), "--rows", str(path), "--bot-limit", "0.5"])
    assert not left.value.code
    first, second = read_rows(path)
    assert {fall.bot: fall.why for fall in first.falls} == {
        "raises": "raised", "cheats": "illegal", "dies": "died", "hangs": "late",
    }  # fmt: skip
    assert {fall.bot: fall.why for fall in second.falls} == {
        "raises": "raised", "cheats": "illegal", "dies": "out", "hangs": "out",
    }  # fmt: skip
    assert sorted(first.places)[0] == 1
    told = " ".join(capsys.readouterr().err.split())
    for text in ("raises was replaced by the sensible one in 2 games", "ZeroDivisionError: a bot that raises",
                 "hangs was replaced by the sensible one in 1 game: it took too long",
                 "dies was replaced by the sensible one in 1 game: it took its process with it"):  # fmt: skip
        assert text in told
    assert "chatters was replaced" not in told


@pytest.mark.usefixtures("odd_bots")
def test_in_a_tournament_too(tmp_path: Path) -> None:
    entered = tournament.plan_tournament(FUORI, ["dies", "random"], [2], 1, {}, seed_of("odd"), "dies")
    path = tmp_path / "rows.jsonl"
    rows = tournament.run(entered, path, limit=5.0)
    assert [[fall.why for fall in row.falls] for row in rows] == [["died"], ["died"]]
    assert [row.falls[0].seat for row in rows] == [0, 1]
    assert tournament.read_rows(path) == rows
    raising = tournament.plan_tournament(FUORI, ["raises", "random"], [2], 1, {}, seed_of("odd"))
    around = Circumstances()
    played = tournament.play(raising, tournament.Match("random", "raises", 2), 0, 0, around)
    assert [(fall.bot, fall.seat, fall.why) for fall in played.falls] == [("raises", 1, "raised")]


def test_a_process_that_somebody_else_ends_is_no_bots_fault(tmp_path: Path) -> None:
    """The system may end any process when memory is short: its task is done again, and nothing is counted twice."""
    seen: list[int] = []

    class Watched(crew.Crew):
        def give(self, todo: list[bytes], waiting: list[int], following: int) -> None:
            super().give(todo, waiting, following)
            if following >= 1 and not seen:
                seen.append(following)
                self.hands[0].process.kill()

    path = tmp_path / "rows.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("officina.arena.simulate.Crew", Watched)
        patch.setattr("officina.arena.simulate.CHUNK", 2)
        summary = simulate(plan(), 20, on_this_machine(2), path)
    assert seen
    assert not summary.falls
    assert [msgspec.to_builtins(row) for row in read_rows(path)] == [
        msgspec.to_builtins(play_one(FUORI, plan(), number)) for number in range(20)
    ]


@pytest.fixture
def answering() -> Iterator[tuple[str, dict[str, Any]]]:
    """The example that answers over HTTP, and what it is told to do wrong."""
    wrong: dict[str, Any] = {}

    class Odd(Handler):
        def do_POST(self) -> None:  # noqa: N802
            if wrong.get("status"):
                self.send_error(wrong["status"])
            elif "body" in wrong:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Length", str(len(wrong["body"])))
                self.end_headers()
                self.wfile.write(wrong["body"])
            else:
                super().do_POST()

    with ThreadingHTTPServer(("127.0.0.1", 0), Odd) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", wrong
        server.shutdown()
        thread.join()


def test_a_seat_may_be_served_over_http(answering: tuple[str, dict[str, Any]]) -> None:
    address, wrong = answering
    served = plan_simulation(FUORI, 3, [address, "random"], {}, seed_of("http"))
    row = play_one(FUORI, served, 1)
    assert row == play_one(FUORI, served, 1)
    assert row.falls == []
    for doing, why in (
        ({"status": 500}, "raised"),
        ({"body": b"hello"}, "raised"),
        ({"body": b'{"choice": "fly"}'}, "illegal"),
    ):
        wrong.clear()
        wrong.update(doing)
        assert [fall.why for fall in play_one(FUORI, served, 1).falls] == [why, why]


@pytest.mark.parametrize("address", ["http://example.org/", "https://127.0.0.1/", "http://127.0.0.1:x/", "http://u@127.0.0.1/"])
def test_only_this_machine_is_asked(address: str) -> None:
    with pytest.raises(OptionError, match="no address of a bot"):
        plan_simulation(CRAZY, 3, [address], {}, 1)
