"""Hints and analyses at a table: who may ask, what comes, from where; all of it in helper processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from officina import GAMES, Record
from officina.bots import analysis
from officina.tables import TableError
from officina.tables.hints import why_no_hint
from officina.tables.processes.analyses import Analyst
from officina.tables.table.clock import ClockRule, load_rule, read_clock
from tests.seeds import seed_of, seeded
from tests.tables.common import FUORI, Friends, open_tables, run


def test_one_alone_with_bots_gets_a_hint_and_two_people_do_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "hints.sqlite") as tables:
            alone = await Friends.meet(tables, FUORI, 1, 1)
            live = await tables.live(alone.id)
            (seat,) = live.people
            assert why_no_hint(live, seat) is None
            option = await tables.hints.hint(live, seat)
            position = live.playing().position
            assert option in position.options(seat)
            assert await tables.hints.hint(live, seat) == option, "asked twice, the same"
            two = await Friends.meet(tables, FUORI, 2)
            live = await tables.live(two.id)
            with pytest.raises(TableError, match="no hints"):
                await tables.hints.hint(live, 0)
            agreed = await Friends.meet(tables, FUORI, 2, clock=ClockRule(hints="on"))
            live = await tables.live(agreed.id)
            assert await tables.hints.hint(live, 0) in live.playing().position.options(0)
            off = await Friends.meet(tables, FUORI, 1, 1, clock=ClockRule(hints="off"))
            assert why_no_hint(await tables.live(off.id), 0) is not None

    run(main())


def test_tables_of_before_there_were_hints_have_the_usual_rule() -> None:
    assert load_rule('{"kind": "bank"}').hints == "alone"
    assert read_clock({"hints": "off"}).hints == "off"


def test_the_process_finds_what_we_would_find_and_keeps_it() -> None:
    async def main() -> None:
        record = Record.start(GAMES["fuori_di_rotella"], 2, seed_of("looked at"))
        rng = seeded("looked at")
        while record.position.to_act:
            seat = record.position.to_act[0]
            record.apply(seat, rng.pick(record.position.options(seat)))
        analyst = Analyst()
        try:
            found = analyst.begin("one", record.dump())
            assert analyst.begin("one", record.dump()) is found, "asked twice, worked out once"
            bad = analyst.begin("bad", "nonsense")
            while found.analysis is None and not found.failed:
                await asyncio.sleep(0.02)
            while not bad.failed:
                await asyncio.sleep(0.02)
            assert found.analysis == analysis.analyse(record)
            assert analyst.known("one") is found
            assert analyst.known("other") is None
        finally:
            await analyst.close()

    run(main())
