"""One sees what happened: beats in the order of the rulebook, each with the table as it was at that moment."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from officina import GAMES, Game, Record
from officina.core.position import Frame
from officina.core.record import open_record, read_lines
from officina.games.fuori_di_rotella.board_reveal import PHASES, opened
from tests.beats import check_beats, check_drawings, check_frames, names, seconds
from tests.seeds import seed_of, seeded
from tests.settings import random_setting

RECORDS = Path(__file__).parent / "records"
EVERY = {"automobiles": 30, "automania": 4, "kraftwagen": 4}
"""Long games are looked at less often."""
OFTEN_ENOUGH = 4
"""Each kind of beat is drawn so many times, at random for somebody on some screen."""
SOME_KINDS = 8

TURNS = {
    # FR-22 to FR-74: attacks opened and carried out; traps opened, each trapped dump judged; collections;
    # exploration, gear by gear
    "fuori_di_rotella": ("8-players", 17, 17, """
        revealed revealed empty_handed empty_handed
        revealed revealed revealed trapped won trap_failed
        revealed revealed revealed won shared won won
        dump_filled dump_filled dump_filled dump_filled dump_filled dump_filled dump_filled dump_filled turn_began
    """),
    # CR-38 to CR-63: side by side the cards are turned up, the sums compared, the locomotive moved, points taken
    "crazy_race": ("finish_cards-5", 137, 137, """
        laid taboo passed passed
        side_shown side_won moved took_points
        side_shown side_won moved took_points
        side_shown side_won moved took_points game_ended
    """),
    # KW-39 to KW-48, KW-110 to KW-123: an action, the sweep; the end of the round; places, laps, buyer by buyer, the market
    "kraftwagen": ("3-players-again-8", 190, 190, """
        drove pawn_moved tiles_swept round_ended
        race_placed race_placed race_placed laps_paid
        sold sold sold sold cars_left round_began
    """),
    # AU-30 to AU-110: a cube spent, the stretch driven; the car moves there, a lap, wear, the new hand
    "automobiles": ("5-players", 427, 427, "played stepped car_moved lap_done worn drew_hand round_began"),
    # AM-44 to AM-144: tiles and cars onto ships, offices, sale by sale; demand and the new round
    "automania": ("4-players", 256, 273, """
        workers_placed tile_taken style_placed produced shipped passed office_chosen office_tile_taken vp_tile
        passed office_chosen sales_began sold sold sold sold sold sold sold sold
        demand_moved tiles_dealt staff_came round_began
    """),
}  # fmt: skip
"""For each game: a record, its entries from and to, and the beats that they play as."""


def frames_of(game: Game, record_name: str, first: int, last: int) -> list[Frame]:
    """The frames of some entries of a record, each of them compared with the engine stopped there."""
    header, entries, _ = read_lines((RECORDS / game.name / f"{record_name}.officina").read_bytes())
    record = open_record(game, header)
    record.watched = True
    frames: list[Frame] = []
    found: Counter[str] = Counter()
    for number, entry in enumerate(entries[:last], 1):
        if number >= first:
            check_frames(record.position, entry.seat, record.position.option_of(entry.seat, entry.choice), found)
        record.replay(number, entry)
        if number >= first:
            frames += record.moves[-1].frames
    assert found["frames"] == len(frames)
    return frames


def test_a_recorded_turn_plays_in_the_order_of_the_rulebook(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    record_name, first, last, beats = TURNS[game.name]
    frames = frames_of(game, record_name, first, last)
    assert names(game, frames) == beats.split()
    with capsys.disabled():
        print(f" {game.name}: {len(frames)} beats, {seconds(game, frames):.1f} s at normal speed", end="")


@pytest.mark.parametrize("number", range(2))
def test_a_frame_is_the_engine_stopped_and_tells_no_more_than_was_told(game: Game, number: int) -> None:
    players, options = random_setting(game, seeded(f"beats {game.name} {number}"))
    found: Counter[str] = Counter()
    check_beats(game, players, options, seed_of(number), found, every=EVERY.get(game.name, 1))
    assert found["compared"]


def test_programmes_that_are_not_open_yet_stay_closed_in_every_frame() -> None:
    """FR-22, FR-40, FR-52: others' programmes are seen from the frame that opens them on, not earlier."""
    for frame in frames_of(GAMES["fuori_di_rotella"], *TURNS["fuori_di_rotella"][:3]):
        for robot in frame.position.view(None)["robots"]:
            assert (robot["program"] is not None) == robot["revealed"] or robot["program"] is None
        if GAMES["fuori_di_rotella"].event_kinds[frame.event.code].name == "revealed":
            robot = next(r for r in frame.position.view(None)["robots"] if r["number"] == frame.event.args[0] + 1)
            assert robot["program"] is not None


def test_shared_gears_come_to_one_after_the_other_and_cards_stay_where_they_were_opened() -> None:
    """FR-60 to FR-65 as they are told: at each beat those who are still to be told have nothing yet."""
    game = GAMES["fuori_di_rotella"]
    found: Counter[str] = Counter()
    for number in range(3):
        record = Record.start(game, 8, seed_of(f"shared {number}"), {"share_rest": "draft" if number == 1 else "random"})
        record.watched = True
        rng = seeded(f"shared {number}")
        while record.position.to_act:
            seat = rng.pick(list(record.position.to_act))
            waiting, row = set[int](), list[int]()
            for frame in record.apply(seat, rng.pick(record.position.options(seat))).frames:
                kind = game.event_kinds[frame.event.code]
                told = dict(zip(kind.nouns, frame.event.args, strict=False))
                view = frame.position.view(None)
                if kind.name == "shared" and told["n"]:
                    waiting |= {robot + 1 for robot in range(8) if told["robots"] >> robot & 1}
                elif kind.name == "won":
                    waiting.discard(told["robot"] + 1)
                    found["won"] += 1
                if record.header.options["share_rest"] == "random":
                    assert all(not sum(robot["won"]) for robot in view["robots"] if robot["number"] in waiting)
                now = [robot["number"] for robot in opened(view["robots"]) if robot["revealed"]]
                if view["phase"] in PHASES:
                    assert now[: len(row)] == row
                    row = now
                    found["rows"] += 1
    assert found["won"]
    assert found["rows"]


def test_the_reveal_of_eight_can_be_followed_and_ends() -> None:
    """Random programmes of eight players: the longest turn of some games, at normal speed."""
    game = GAMES["fuori_di_rotella"]
    longest = 0.0
    for number in range(3):
        record = Record.start(game, 8, seed_of(f"eight {number}"))
        record.watched = True
        rng = seeded(f"eight {number}")
        while record.position.to_act:
            seat = rng.pick(list(record.position.to_act))
            move = record.apply(seat, rng.pick(record.position.options(seat)))
            longest = max(longest, seconds(game, move.frames))
    assert 8 < longest <= 25


def test_every_kind_of_beat_can_be_drawn(game: Game) -> None:
    """In the middle of a step nobody is asked anything: a board that asks who is to act would fail, and with it the page."""
    rng, drawn = seeded(f"drawn {game.name}"), Counter[int]()
    header, entries, _ = read_lines((RECORDS / game.name / f"{TURNS[game.name][0]}.officina").read_bytes())
    record = open_record(game, header)
    record.watched = True
    for number, entry in enumerate(entries, 1):
        record.replay(number, entry)
        for frame in record.moves[-1].frames if record.moves else []:  # something may have been taken back
            if drawn[frame.event.code] < OFTEN_ENOUGH:
                drawn[frame.event.code] += 1
                check_drawings(frame.position, [frame], rng, Counter())
    assert len(drawn) > SOME_KINDS


def test_nobody_watches_nothing_is_kept(game: Game) -> None:
    record = Record.start(game, game.players[0], seed_of("unwatched"))
    rng = seeded(f"unwatched {game.name}")
    for _ in range(60):
        if not record.position.to_act:
            break
        seat = rng.pick(list(record.position.to_act))
        move = record.apply(seat, rng.pick(record.position.options(seat)))
        assert not move.frames
        assert record.position.frames is None
    assert record.position.clone().frames is None
