"""Bots of others: found by metadata, offered everywhere, loaded only where they choose, harmless when broken."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from officina import OptionError, Position, Rng, render
from officina.bots import BOTS, bot_names, check_bot, make_bot, offered_bots
from officina.bots.levels import third_party_problems
from officina.cli.app import main
from officina.web.pages.new_table import seat_plan
from officina.web.words import PageWords
from tests.arena.guests import EXAMPLE, ODD, found, install
from tests.seeds import seed_of, seeded
from tests.tables.common import FUORI, Friends, open_tables, run


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example package, as its own pyproject.toml declares it."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(tmp_path / "site", project["name"], project["entry-points"]["officina.bots"])
    with found(monkeypatch, tmp_path / "site", EXAMPLE):
        yield


@pytest.mark.usefixtures("example")
def test_the_example_plays_and_is_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "eager" in bot_names()
    assert offered_bots()[-1] == "eager"
    bot: Any = make_bot("eager")
    p = FUORI.start(3, seed_of("eager"))
    shown: list[Any] = []
    choose = bot.made.choose

    def watched(world: Position, seat: int, rng: Rng) -> int:
        shown.append(world)
        option: int = choose(world, seat, rng)
        return option

    monkeypatch.setattr(bot.made, "choose", watched)
    rng = seeded("eager")
    while p.to_act:
        seat = p.to_act[0]
        option = bot.choose(p, seat, rng)
        assert shown[-1].view(seat) == p.view(seat)
        assert shown[-1].rng.state() != p.rng.state(), "it gets a redrawn world, not the true one"
        p.apply(seat, option)
    assert p.over


@pytest.mark.usefixtures("example")
def test_the_example_sits_at_a_table(tmp_path: Path) -> None:
    """Its code is loaded by the bots' process alone, found by the same path."""

    async def game() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            friends = await Friends.meet(tables, FUORI, 1, 1, "eager")
            live = await friends.play(seeded(1))
            assert [seat.bot for seat in live.info.seats] == ["", "eager"]
            assert live.notes == []

    run(game())


@pytest.mark.usefixtures("example")
def test_it_is_offered_and_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    for language, said in (("en", "package officina-eager"), ("it", "pacchetto officina-eager")):
        words = PageWords(language)
        assert words.bot("eager") == "eager"
        assert said in words.about_bot("eager")
    assert seat_plan("bot eager", "Ada").bot == "eager"
    with pytest.raises(SystemExit):
        main(["bots", "--lang", "en"])
    out = capsys.readouterr().out
    assert "eager" in out
    assert "officina-eager" in out


BROKEN = {
    "nowhere": "no.such.module:Bot",
    "nothing": "tests.tables.odd_bots:NoSuchBot",
    "mute": "builtins:object",
    "leaves": "sys:exit",
    "club": "tests.tables.odd_bots:Raises",
    "Bad Name": "tests.tables.odd_bots:Raises",
}


def test_a_broken_package_is_told_of_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(tmp_path, "odd", ODD)
    install(tmp_path, "broken", BROKEN)
    install(tmp_path, "late", {"raises": "tests.tables.odd_bots:Hangs"})
    with found(monkeypatch, tmp_path):
        for name in ("nowhere", "nothing", "mute", "leaves"):
            assert check_bot(name) == name
            with pytest.raises(OptionError, match=f"bot {name} of the package broken cannot be loaded"):
                make_bot(name)
        assert type(make_bot("club")) is BOTS["club"], "our names stay ours"
        wrong = [render(message, "en") for message in third_party_problems()]
        for text in ("Bad Name", "bot club", "Two packages call a bot raises"):
            assert any(text in line for line in wrong), text
        with pytest.raises(SystemExit) as left:
            main(["bots", "--lang", "en"])
        assert left.value.code in (0, None)
        err = " ".join(capsys.readouterr().err.split())
        assert err.count("cannot be loaded") == 4
        with pytest.raises(SystemExit) as left:
            main(["simulate", "crazy_race", "-b", "mute", "-n", "1", "--lang", "it"])
        assert left.value.code == 2
        assert re.search(r"mute del pacchetto broken non si può caricare: .*no choose", capsys.readouterr().err)
    with pytest.raises(OptionError):
        check_bot("mute")
