"""``officina play``: whole games through the terminal, and nothing lost when it is killed."""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from officina import GAMES, Game, Record
from officina.cli.app import run
from officina.cli.common import console
from officina.cli.seat import SeatDialog
from officina.core.position import Question
from tests.patience import LONG
from tests.seeds import number_of

FR = "fuori_di_rotella"


def find(name: str) -> Game:
    return GAMES[name]


def play(arguments: list[str], typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Run ``officina play`` with these lines typed (then the input ends); what it printed."""
    lines = iter(typed)

    def answer(prompt: object = "", **_: object) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr(console, "input", answer)
    assert run(["play", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_whole_game_against_bots(
    game: Game, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.officina"
    shown: list[Question] = []
    show = SeatDialog.show_question

    def remember(self: SeatDialog, question: Question) -> None:
        show(self, question)
        shown.append(question)

    monkeypatch.setattr(SeatDialog, "show_question", remember)
    monkeypatch.setattr(console, "input", lambda *_, **__: shown[-1].options[len(shown) % len(shown[-1].options)].notation)
    short = ["-o", "laps=1"] if "laps" in game.options else []
    assert run(["play", game.name, "--seed", "7", "--save", str(path), "--lang", language, *short]) == 0
    printed = capsys.readouterr().out
    record = Record.load(path.read_bytes(), find)
    assert record.position.over
    assert ("Punteggio finale" if language == "it" else "Final scores") in printed
    assert str(record.header.seed) in printed
    assert record.header.seats[0] == "human"


def test_options_that_are_numbers_are_typed_as_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.officina"
    play(["crazy_race", "--seed", "1", "--save", str(path)], ["6", "2", "pass", "q"], monkeypatch, capsys)
    choices = [entry.choice for entry in Record.load(path.read_bytes(), find).entries if entry.seat == 0]
    assert choices[:3] == ["place_card 6", "place_side 2", "place_card pass"]


def test_news_leave_out_that_somebody_had_no_choice_and_the_log_has_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    news, _, log = play(["kraftwagen", "--seed", "3"], ["l", "q"], monkeypatch, capsys).partition("Which action do you resolve")
    assert "engine 1" in news
    assert "only one possibility" not in news
    assert "only one possibility" in log


def test_numbers_notation_help_reasons_rules_log_and_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.officina"
    typed = ["choose_robot coil", "h", "?", "? attack 7", "? attack 3", "r", "r FR-31", "l", "99", "program nonsense"]
    typed += ["p attack 3", "u", "collect 7", "q"]
    arguments = [FR, "-p", "2", "--seed", "1", "--save", str(path), "--seats", "human,random"]
    printed = play(arguments, typed, monkeypatch, capsys)
    for words in (
        "Type a choice's number",
        "not in play",
        "“program attack 7” is allowed now",
        "FR-31",
        "There is no choice 99",
        "is not a choice of program",
        "made by player 2",
        "p N preview",
        "--resume",
    ):
        assert words in printed, words
    assert [entry.choice for entry in Record.load(path.read_bytes(), find).entries if entry.seat == 0][:2] == [
        "choose_robot coil",
        "program collect 7",
    ]


@pytest.mark.parametrize("typed", ["[/]", "? [/]", "g [/x]", "r [/x]", "p [/x]", "[link=http://evil.example]1[/link]"])
def test_whatever_is_typed_is_repeated_as_it_is(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Brackets once were styles: the game ended with a traceback."""
    printed = play([FR, "--seed", "3"], [typed, "help", "q"], monkeypatch, capsys)
    assert typed.split()[-1] in printed
    assert "[bold]" not in printed


def test_undo_takes_back_the_half_of_a_double_programme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.officina"
    arguments = [FR, "-p", "2", "-o", "robots_per_player=2", "--seed", "1", "--save", str(path), "--seats", "human,random"]
    play(arguments, ["1", "1", "program attack 1", "u", "program trap 2", "q"], monkeypatch, capsys)
    choices = [entry.choice for entry in Record.load(path.read_bytes(), find).entries if entry.seat == 0]
    assert choices[-3:] == ["program attack 1", "undo", "program trap 2"] or "undo" in choices


def test_hot_seat_hides_the_screen_between_secret_choices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [FR, "-p", "2", "--seats", "human,human", "--seed", "2", "--save", str(tmp_path / "g.officina")]
    typed = ["", "1", "", "1", "", "program attack 2", "", "program trap 1", "q"]
    printed = play(arguments, typed, monkeypatch, capsys)
    assert printed.count("The others look away") == 5
    shown_to_second = printed.split("The others look away")[4]
    table, _, question = shown_to_second.partition("Programme Spring")
    assert "placed" in table
    assert "Attack Spring" not in table
    assert "Attack Bolt (number 1)" in question


def test_resuming_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole.officina", tmp_path / "parts.officina"
    play([FR, "--seed", "3", "--save", str(whole)], ["1"] * 400, monkeypatch, capsys)
    play([FR, "--seed", "3", "--save", str(parts)], ["1"] * 5, monkeypatch, capsys)
    while not Record.load(parts.read_bytes(), find).position.over:
        play(["--resume", str(parts)], ["1"] * 4, monkeypatch, capsys)
    assert parts.read_text() == whole.read_text()


def test_a_full_disk_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    play([FR, "--seed", "3", "--save", "/proc/no/such/file"], ["1", "q"], monkeypatch, capsys)


def saved_at(path: Path) -> int:
    """When the file was last written; 0 if it is not there."""
    return path.stat().st_mtime_ns if path.exists() else 0


def killed_round(arguments: list[str], path: Path, chance: random.Random) -> int:
    """Start (or resume) a game, type some choices, kill it at a random moment; how many prompts were seen."""
    before = saved_at(path)
    process = subprocess.Popen(
        [sys.executable, "-m", "officina.cli", "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n" * chance.randrange(1, 12))
    process.stdin.flush()
    if chance.random() < 0.8:  # most of the time during play, now and then while it is still starting
        deadline = time.monotonic() + 60
        while saved_at(path) == before and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
    time.sleep(chance.uniform(0.0, 0.3))
    process.send_signal(signal.SIGKILL)
    seen = process.stdout.read().count("player 1>")
    process.wait()
    process.stdin.close()
    process.stdout.close()
    return seen


def test_killed_at_any_moment_nothing_confirmed_is_lost(tmp_path: Path) -> None:
    """SIGKILL at random moments: the file is whole, holds every choice whose answer was seen, and the game goes on."""
    path = tmp_path / "killed.officina"
    chance = random.Random(number_of(5))
    new, resumed = [FR, "-p", "3", "--seed", "4", "--save", str(path)], ["--resume", str(path)]
    confirmed = 0
    for round_ in range(6):
        seen = killed_round(resumed if path.exists() else new, path, chance)
        if not path.exists():
            assert seen == 0
            continue
        record = Record.load(path.read_bytes(), find)
        mine = sum(move.seat == 0 for move in record.moves)
        assert mine >= confirmed + max(0, seen - 1), f"round {round_}: a confirmed choice is lost"
        confirmed = mine
        if record.position.over:
            break
    command = [sys.executable, "-m", "officina.cli", "play", *(resumed if path.exists() else new)]
    subprocess.run(command, input="1\n" * 400, capture_output=True, text=True, check=True, timeout=300)
    assert Record.load(path.read_bytes(), find).position.over
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".officina"] == [path.name]


def test_a_terminal_shows_what_happened_at_a_pace_and_a_pipe_does_not(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "officina.cli",
        "play",
        "crazy_race",
        "--seed",
        "1",
        "--save",
        str(tmp_path / "g"),
        "--pace",
    ]
    piped = subprocess.run([*command, "calm"], input="q\n", capture_output=True, text=True, timeout=LONG, check=True)
    assert "» " not in piped.stdout
    refused = subprocess.run([*command, "hasty"], capture_output=True, text=True, timeout=LONG, check=False)
    assert refused.returncode != 0
    assert "calm" in refused.stderr
    keyboard, screen = os.openpty()
    with subprocess.Popen([*command, "brisk"], stdin=screen, stdout=screen, stderr=screen) as game:
        os.close(screen)
        shown = b""
        while "» ".encode() not in shown or b">" not in shown.rpartition("» ".encode())[2]:
            assert select.select([keyboard], [], [], LONG)[0], shown.decode()
            shown += os.read(keyboard, 4096)
        os.write(keyboard, b"q\n")
        with contextlib.suppress(OSError):  # the other end is closed
            while os.read(keyboard, 4096):
                pass
        assert game.wait(LONG) == 0
    os.close(keyboard)
