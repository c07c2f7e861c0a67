"""The command: what it prints, and one clear line with exit status 2 for every mistake, in both languages."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from officina import GAMES, Record
from officina.cli.app import run

FR = "fuori_di_rotella"


def command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run the command in this process: exit status, standard output, standard error."""
    status = run(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The file of a finished game."""
    record = Record.start(GAMES[FR], 2, "finished", seats=["random", "random"])
    while record.position.to_act:
        seat = record.position.to_act[0]
        record.apply(seat, record.position.options(seat)[-1])
    path = tmp_path / "finished.officina"
    record.save(path)
    return path


MISTAKES: list[tuple[list[str], str, str]] = [
    (["nonsense"], "no such command", "comando non esiste"),
    (["play"], "GAME is missing", "Manca GAME"),
    (["play", "chess"], "no game “chess”", "«chess» non esiste"),
    (["play", FR, "--players", "9"], "2 to 8 players, not 9", "da 2 a 8 persone, non in 9"),
    (["play", FR, "--players", "many"], "must be a whole number", "deve essere un numero intero"),
    (["play", FR, "--seats", "human,alien"], "no bot “alien”", "bot «alien» non esiste"),
    (["play", FR, "--players", "2", "--seats", "human,random,random"], "3 seats are given", "Sono indicati 3 posti"),
    (["play", FR, "-o", "upgrades=maybe"], "cannot be “maybe”", "non può essere «maybe»"),
    (["play", FR, "-o", "colour=red"], "no option “colour”", "non ha l'opzione «colour»"),
    (["play", FR, "-o", "upgrades"], "name=value", "nome=valore"),
    (["play", FR, "-p", "5", "-o", "robots_per_player=2"], "2 to 4 players", "da 2 a 4 persone"),
    (["play", FR, "--components", "missing.toml"], "missing.toml cannot be read", "missing.toml non si può leggere"),
    (["play", "--resume", "missing.officina"], "missing.officina", "missing.officina"),
    (["play", FR, "--resume", "missing.officina"], "--resume goes with", "--resume si usa solo"),
    (["simulate", FR, "--games", "0"], "from 1 to", "da 1 a"),
    (["simulate", FR, "--bots", "genius"], "no bot “genius”", "bot «genius» non esiste"),
    (["simulate", FR, "--json", "/no/such/folder/x.json", "-n", "1"], "/no/such/folder", "/no/such/folder"),
    (["simulate", FR, "--turbo"], "no option --turbo", "opzione --turbo non esiste"),
    (["tournament", FR, "--bots", "club"], "two different bots", "due bot diversi"),
    (["tournament", FR, "--players", "four"], "“four” is no number", "“four” non è un numero"),
    (["tune", "chess"], "no game", "non esiste"),
    (["rules", "chess"], "no game", "non esiste"),
    (["rules", FR, "FR-999"], "no rule “FR-999”", "regola «FR-999» non esiste"),
    (["verify", "missing.officina"], "missing.officina", "missing.officina"),
    (["bench", "chess"], "no game", "non esiste"),
    (["bench", FR, "--seconds", "nan"], "from 0.05 to 600", "da 0.05 a 600"),
    (["serve", "--limits", "nan"], "from 0.01 to 100000", "da 0.01 a 100000"),
    (["serve", "--patience", "nan"], "from 0.1 to 600", "da 0.1 a 600"),
    (["serve", "--bot-delay", "nan"], "from 0 to 60", "da 0 a 60"),
    (["serve", "--public", "officina"], "(--public)", "(--public)"),
    (["serve", "--smtp", "nonsense"], "(--smtp)", "(--smtp)"),
    (["serve", "--database", "nonsense"], "(--database)", "(--database)"),
    (["games", "--lang", "fr"], "Allowed: it, en", "Allowed: it, en"),
]


@pytest.mark.parametrize(("arguments", "english", "italian"), MISTAKES, ids=[" ".join(case[0])[:50] for case in MISTAKES])
def test_mistakes_get_one_clear_line(
    arguments: list[str], english: str, italian: str, capsys: pytest.CaptureFixture[str]
) -> None:
    languages = [(["--lang", "en"], english), (["--lang", "it"], italian)]
    for language, words in languages if "--lang" not in arguments else [([], english)]:
        status, out, err = command([*language, *arguments], capsys)
        assert status == 2
        assert out == ""
        assert words in err
        assert err.count("\n") == 1
        assert "Traceback" not in err


def test_damaged_files_get_one_clear_line(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = finished.read_text(encoding="utf-8")
    first = text.splitlines()[0]
    for content, english, italian in (
        ("not a record", "not an Officina record", "non è un verbale"),
        (text[:-10], "cut off", "troncato"),
        (text.replace('"program collect', '"program trap', 1), "digest", "impronta"),
        (text.replace(first, first.replace('"seed": "finished"', '"seed": "forged"')), "digest", "impronta"),
    ):
        finished.write_text(content, encoding="utf-8")
        for language, words in (("en", english), ("it", italian)):
            for arguments in (["verify", str(finished)], ["replay", str(finished)], ["play", "--resume", str(finished)]):
                status, out, err = command(["--lang", language, *arguments], capsys)
                assert (status, out) == (2, "")
                assert words in err
                assert err.count("\n") == 1


def test_a_wrong_seed_is_told(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Record.load(finished.read_bytes(), lambda name: GAMES[name])
    record.header.seed = "forged"
    record.save(finished)
    assert command(["verify", str(finished)], capsys)[0] == 2
    assert "impegno" in command(["--lang", "it", "verify", str(finished)], capsys)[2]


def test_verify_and_replay(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = command(["verify", str(finished)], capsys)
    assert status == 0
    assert "every choice in it was legal" in out
    assert "Scores by seat" in out
    status, out, _ = command(["replay", str(finished), "--lang", "it"], capsys)
    assert status == 0
    assert "Turno 1" in out
    assert "La partita è finita" in out


def test_games_rules_and_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("it", "en"):
        for arguments in (["games"], ["doctor"], ["rules", FR], ["rules", FR, "fr-31"], ["--version"]):
            status, out, err = command(["--lang", language, *arguments], capsys)
            assert (status, err) == (0, "")
            assert out
    out = command(["rules", FR, "--lang", "en"], capsys)[1]
    assert "REC" in out
    assert "our reconstruction" in out


def test_a_tournament_is_told_as_tables_and_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = tmp_path / "rows.jsonl"
    arguments = ["tournament", FR, "-b", "random,heuristic-0.1", "-p", "3", "-n", "1", "--rows", str(rows)]
    status, text, _ = command(arguments, capsys)
    assert status == 0
    assert "heuristic-0.1" in text
    assert len(rows.read_text().splitlines()) == 6
    status, text, _ = command([*arguments, "--json", "-"], capsys)
    found = json.loads(text)
    assert [cell["games"] for cell in found["cells"]] == [3, 3]
    assert {rating["bot"] for rating in found["ratings"]} == {"random", "heuristic-0.1"}
    assert len(rows.read_text().splitlines()) == 6, "what was played is not played again"


def test_figures_are_tuned_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, written = tmp_path / "state.json", tmp_path / "policy.toml"
    arguments = ["tune", FR, "--seconds", "0", "--accept", "1", "--state", str(state), "--write", str(written)]
    status, _, told = command(arguments, capsys)
    assert status == 0
    assert "fair share" in told
    text = written.read_text()
    assert text.startswith("# Made by: officina tune fuori_di_rotella --seconds 0")
    assert "[figures]" in text


def test_simulate_prints_json_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", FR, "-n", "30", "-p", "4", "-b", "heuristic,random,random,random"]
    status, out, _ = command([*arguments, "--json", "-"], capsys)
    summary = json.loads(out)
    assert status == 0
    assert summary["games"] == 30
    assert sum(bot["wins"] for bot in summary["bots"]) == pytest.approx(30)
    assert sum(seat["wins"] for seat in summary["seats"]) == pytest.approx(30)
    table = list(csv.DictReader(io.StringIO(command([*arguments, "--csv", "-"], capsys)[1])))
    assert len(table) == 120
    assert {row["bot"] for row in table} == {"heuristic", "random"}
    out = command([*arguments, "--lang", "it", "--json", str(tmp_path / "s.json")], capsys)[1]
    assert "Vittorie e punti per posto" in out
    assert json.loads((tmp_path / "s.json").read_text()) == summary


def test_jobs_do_not_change_the_games(tmp_path: Path) -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-m", "officina.cli", "simulate", FR, "-n", "60", "-j", jobs, "--csv", "-"],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "OFFICINA_LANG": "en"},
        ).stdout
        for jobs in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert printed[0].count("\n") == 241


def test_bench_measures() -> None:
    """In a process of its own: one that has freed memory before would take nothing new for 10,000 positions."""
    run = [sys.executable, "-m", "officina.cli", "bench", FR, "--seconds", "0.05", "--json"]
    figures = json.loads(subprocess.run(run, check=True, capture_output=True).stdout)[FR]
    assert all(value > 0 for name, value in figures.items() if name != "bytes_per_position")


def test_components_of_an_owner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    standard = (GAMES[FR].folder / "components.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(standard.replace("per_colour = 11", "per_colour = 12"), encoding="utf-8")
    status, _, err = command(["simulate", FR, "-n", "1", "--components", str(mine)], capsys)
    assert status == 2
    assert "gears" in err
    assert "96" in err
    twelve = standard.replace("per_colour = 11", "per_colour = 12").replace("total = 88", "total = 96", 1)
    mine.write_text(twelve, encoding="utf-8")
    assert command(["simulate", FR, "-n", "3", "-j", "2", "--components", str(mine)], capsys)[0] == 0
