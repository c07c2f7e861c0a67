"""``officina club`` and ``officina serve --club``: what they print, what they refuse, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from officina.cli.app import run
from officina.core.own_box import OwnBox
from officina.tables.club.club import Club
from officina.tables.club.door import opens
from officina.tables.people.people import People
from officina.tables.scorebook import ScoreBook
from officina.tables.storage.open_storage import FILE, open_storage
from officina.web.server.serve import prepare
from officina.web.server.settings import Settings
from tests.seeds import seeded
from tests.tables.common import FUORI, open_tables
from tests.tables.common import run as running
from tests.tables.test_club import member, played

MISTAKES: list[tuple[list[str], str, str]] = [
    (["club", "set", "Via Po"], "exactly one: --word", "una sola cosa: --word"),
    (["club", "set", "Via Po", "--open", "--new-word"], "exactly one: --word", "una sola cosa: --word"),
    (["club", "set", "Via Po", "--word", "abc"], "8 to 80 letters", "da 8 a 80 lettere"),
    (["club", "set", "x" * 41, "--open"], "a name of 1 to 40", "un nome da 1 a 40"),
    (["club", "season", "Autumn", "--from", "yesterday"], "“yesterday” is no day", "«yesterday» non è un giorno"),
    (["club", "season", "--from", "2026-10-01"], "not both", "non tutt'e due"),
    (["club", "season", "--forget", "2026-10-01"], "Nobody began a season", "Nessuno ha ancora aperto"),
    (["club", "show", "--season", "1999-q1"], "no such season", "Questa stagione non c'è"),
    (["club", "show", "--game", "chess"], "no game “chess”", "«chess» non esiste"),
    (["club", "off"], "has no club", "non ha un circolo"),
]


@pytest.mark.parametrize(("arguments", "english", "italian"), MISTAKES, ids=lambda value: str(value)[:40])
def test_mistakes_are_one_line(
    arguments: list[str], english: str, italian: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running(prepare(Settings("127.0.0.1", 0, str(tmp_path)), demo=False))
    for language, expected in (("en", english), ("it", italian)):
        assert run([*arguments, "--data", str(tmp_path), "--lang", language]) == 2
        told = capsys.readouterr()
        assert expected in told.err
        assert len(told.err.splitlines()) == 1


def test_serve_wants_to_know_who_comes_in(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["--club", "Via Po"],
        ["--club-open"],
        ["--club", "Via Po", "--club-open", "--club-word", "ruotadiscorta"],
    ):
        assert run(["serve", *arguments]) == 2
        assert "exactly one of --club-word WORD and --club-open" in capsys.readouterr().err


def test_switched_on_by_serve_and_kept(tmp_path: Path) -> None:
    async def main() -> None:
        await prepare(Settings("127.0.0.1", 0, str(tmp_path), club="Via Po", club_word="ruota di scorta"), demo=False)
        await prepare(Settings("127.0.0.1", 0, str(tmp_path)), demo=False)
        storage = open_storage(tmp_path)
        row = await Club(storage, ScoreBook(storage)).look()
        await storage.close()
        assert row is not None
        assert row.name == "Via Po"
        assert opens("Ruota di scorta", row.word)

    running(main())


async def with_own_box(folder: Path) -> None:
    """Two members play a game of the club with a box of their own."""
    async with open_tables(folder / FILE) as tables:
        people, club = People(tables.registry), Club(tables.storage, ScoreBook(tables.storage))
        who = [await member(people, club, name) for name in ("Anna", "Bruno")]
        box = await tables.shelf.add(FUORI.name, OwnBox("Mine", {"points.own_colour": 9}), "a" * 32, ready=True)
        await played(tables, who, seeded("club command"), box=box.id)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*arguments: str) -> str:
        assert run(["club", *arguments, "--data", str(tmp_path), "--lang", "en"]) == 0
        return capsys.readouterr().out

    made = told("set", "Via Po", "--new-word")
    assert re.search(r"The word: \w{6}-\w{6}\n", made)
    assert "Via Po" in told("show")
    assert re.fullmatch(r"\d{4}-q\d  quarter \d of \d{4}\n", told("season"))
    assert "has begun (2026-10-01)" in told("season", "Autumn", "--from", "2026-10-01")
    assert "2026-10-01  Autumn" in told("season")
    book = tmp_path / "book.json"
    assert run(["club", "show", "--box", "Mine", "--data", str(tmp_path), "--lang", "it"]) == 2
    assert "nessuna partita del circolo ha una scatola «Mine»" in capsys.readouterr().err
    running(with_own_box(tmp_path))
    assert "apart, with the box “Mine”" in told("show", "--season", "always")
    assert "0 games" in told("show", "--season", "always")
    assert "1 games, 2 members" in told("show", "--season", "always", "--box", "Mine")
    first = told("rebuild", "--write", str(book))
    assert "1 finished games" in first
    assert book.read_bytes().startswith(b"{")
    assert told("rebuild") == first.splitlines()[0] + "\n"
    assert "is forgotten" in told("season", "--forget", "2026-10-01")
    assert "is off" in told("off")
    assert "No club is switched on" in told("show")
