"""Examples of each operation: real messages, so that they always have the right type."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from officina import messages as m

OPTION = m.GameOption("hall_of_fame", "Hall of fame", "Points for the first of everything.", ["off", "on"], "off", False)
GAME = m.GameInfo(
    name="kraftwagen",
    title="Kraftwagen",
    tagline="The dawn of the German motor car",
    least_players=2,
    most_players=4,
    rules_version=1,
    components="4c1f0c3a",
    options=[OPTION],
    actions=412,
    kinds=[m.ActionKind("tile", 0, 12), m.ActionKind("card", 12, 60)],
)
ANNA = m.TableSeat(0, "person", "Anna", "", True, True, True)
BOT = m.TableSeat(1, "bot", "", "heuristic", False, True, False)
TABLE = m.Table(
    id="k7m2px9vrt",
    game="kraftwagen",
    players=2,
    options={"hall_of_fame": "off"},
    seats=[ANNA, BOT],
    state="playing",
    version=12,
    waiting=[0],
    rules_version=1,
    commitment="9b74c989…",
    seed=None,
    created=1767225600.0,
    updated=1767225660.0,
    imported=False,
    rematch="",
    seat=0,
)
RECORD = m.RecordAnswer("kraftwagen-k7m2px9vrt.officina", '{"officina": 1, "game": "kraftwagen", …}\n…')
LOBBY = replace(TABLE, state="lobby", version=3, waiting=[], commitment="")

EXAMPLES: dict[type[msgspec.Struct], msgspec.Struct] = {
    type(example): example
    for example in (
        GAME,
        m.GameList([GAME]),
        TABLE,
        m.TableList([TABLE]),
        m.NewTable("kraftwagen", [m.PlannedSeat("person", "Anna"), m.PlannedSeat("open")], {"hall_of_fame": "off"}),
        m.NewTableAnswer(TABLE, 0, "SEAT_TOKEN", [m.Invitation(1, "INVITATION")]),
        m.TakeSeat(1, "Bruno", "INVITATION"),
        m.SeatTaken(1, "SEAT_TOKEN"),
        m.ViewAnswer(
            61,
            0,
            {"game": "fuori_di_rotella", "seat": 0, "to_act": [], "over": True, "scores": [9, 9], "places": [1, 2]},
            [
                m.SeatPlace(0, 1, 9, "Tied on 9: gears of the own colour 3 against 1 (FR-83)", "FR-83"),
                m.SeatPlace(1, 2, 9, "Tied on 9: gears of the own colour 1 against 3 (FR-83)", "FR-83"),
            ],
        ),
        m.QuestionAnswer(
            version=12,
            seat=0,
            state="playing",
            waiting=[0],
            question=m.Question(
                "tile", "Choose an action tile.", "KW-21", False, [m.QuestionOption("tile 3", 3, "Tile 3", "KW-21")]
            ),
            no_undo="There is nothing to take back.",
        ),
        m.WhyAnswer("tile 5", False, "That tile is behind you (KW-21).", "KW-21"),
        m.PreviewAnswer(
            12,
            0,
            "tile 3",
            False,
            [m.ToldEvent("tile_taken", 0, "Anna takes tile 3.", 2)],
            {"game": "kraftwagen", "seat": 0, "to_act": [0], "over": False},
        ),
        m.HintAnswer(12, 0, "tile 3", "Worker and Body", False, [m.ToldEvent("tile_taken", 0, "Anna takes tile 3.", 2)]),
        m.BeatsAnswer(
            13,
            0,
            [
                m.Beat(
                    13,
                    m.ToldEvent("tile_taken", 0, "Anna takes tile 3.", 2),
                    {"game": "kraftwagen", "seat": 0, "to_act": [], "over": False},
                )
            ],
        ),
        m.Choose(12, "3f0a-1", "tile 3"),
        m.Undo(13, "3f0a-2"),
        m.EventsAnswer(
            version=13,
            state="playing",
            waiting=[1],
            my_turn=False,
            entries=[m.LogEntry(13, "choice", 0, "tile 3", [m.ToldEvent("took_tile", 0, "Anna takes tile 3.")])],
        ),
        RECORD,
        m.Fill(1),
        m.RemoveSeat(1),
        m.PassHost(1),
        m.Lock(True),
        m.OfferSeat(1),
        m.TakeOver(1, "INVITATION", "Carla"),
        m.InvitationList([m.Invitation(1, "INVITATION")]),
        m.ImportRecord(RECORD.record),
        m.CompanyAnswer(
            version=14,
            now=1767225700.0,
            clock=m.Clock("bank", 30, 15),
            paused=False,
            ended=False,
            proposal=m.Proposal(2, 1, "pause", 0, "Bruno asks for a pause.", 1767225690.0, [], [0]),
            seats=[
                m.SeatCompany(0, False, 1767227420.0, 1720.0, False, 1767227420.0, 0.0),
                m.SeatCompany(1, False, None, 1655.5, False, None, 1767225750.0),
            ],
            choices=[m.OwnChoice(4, "tile 3")],
        ),
        m.Propose("3f0a-3", "undo", 4),
        m.Vote("3f0a-4", 2, True),
        m.Say("3f0a-5", "Good luck!"),
        m.TalkAnswer([m.Line(1, 0, "Anna", "Good luck!", 1767225610.0)]),
        m.Note("Bruno saves for the second engine."),
        m.PersonalData("k3v9x2m7qa", 0, "Anna", ["Anna"], [], "", "", "", 0.0),
        m.DecideWithout("3f0a-8", 2),
        m.React("3f0a-9", "bravo"),
        m.HandOver("3f0a-6", 1),
        m.TakeBack("3f0a-7"),
        m.TurnCard("next", 0),
        m.Ready(True),
        m.Rename("Anna"),
        m.Done(13),
    )
}
"""What is asked and answered, by type."""
ANSWERS: dict[str, msgspec.Struct] = {
    "fill": LOBBY,
    "remove_seat": replace(LOBBY, seats=[ANNA, m.TableSeat(1, "person", "", "", False, False, False)]),
    "lock": replace(LOBBY, locked=True),
    "leave": replace(LOBBY, seats=[m.TableSeat(0, "open", "", "", False, False, False), BOT], seat=None),
    "close": replace(LOBBY, state="closed", version=4),
    "rematch": m.NewTableAnswer(replace(LOBBY, id="n3q8wd5hkz", seat=1), 1, "SEAT_TOKEN", [m.Invitation(0, "INVITATION")]),
    "import_record": replace(TABLE, id="r5d41402abc4b2a7", imported=True, state="over", waiting=[], seed="5f3b…", seat=None),
}
"""Answers that are unlike others of their type, by operation."""
