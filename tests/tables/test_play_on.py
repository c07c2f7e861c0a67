"""A finished game is played on from any of its steps, at a table of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from officina import GAMES
from officina.core.saves import digest
from officina.tables import PlannedSeat, TableError
from tests.seeds import seeded
from tests.tables.common import Friends, fewest, open_tables, run


@pytest.mark.parametrize("game", ["crazy_race", "fuori_di_rotella", "kraftwagen"])
def test_a_game_is_played_on_from_a_step(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        async with open_tables(tmp_path / "t.sqlite") as tables:
            players = fewest(GAMES[game])
            friends = await Friends.meet(tables, GAMES[game], players)
            rng = seeded(f"play on {game}")
            plans = [PlannedSeat("person", "Berta"), *[PlannedSeat("bot", bot="random")] * (players - 1)]
            await friends.play(rng, 4)
            with pytest.raises(TableError, match="not over"):  # nobody looks into others' hands in this way
                await tables.play_on(friends.id, 1, plans)
            live = await friends.play(rng)
            before = live.playing().dump()
            with pytest.raises(TableError, match="nothing left"):
                await tables.play_on(friends.id, live.steps, plans)
            for step in (0, live.steps // 2):
                created = await tables.play_on(friends.id, step, plans)
                assert list(created.tokens) == [0]
                other = await tables.live(created.table_id)
                moves = live.choices_at(step)
                assert digest((await other.position_at(moves)).to_json()) == digest((await live.position_at(moves)).to_json())
                over = await Friends(tables, created.table_id, created.tokens).play(rng)
                assert over.playing().position.over
                assert [seat.name for seat in over.seats] == ["Berta", *[""] * (players - 1)]
                assert over.playing().header.seats == ["human", *["random"] * (players - 1)]
            assert live.playing().dump() == before, "the first table stays as it was"

    run(main())
