"""The table of Crazy Race in the browser: tracks and piles above, the stage card with its four sides, one's own cards.

Every player has a colour and a shape, every model a silhouette and a sign; face-down cards show their owner, never a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import SIZES, Area, Board, Sheet, tag, text
from officina.core.position import Question
from officina.games.crazy_race.board_hand import coming, discards, gauge, hand, played, stacks
from officina.games.crazy_race.board_parts import SEAT_SIGNS, SHAPES, Table, driver_card
from officina.games.crazy_race.board_stage import stage, tiles
from officina.games.crazy_race.board_track import Course, pile, plates, tracks
from officina.games.crazy_race.components import Parts
from officina.looks import paint, part, words

ROWS: Final = 252
"""The height of all tracks on a desk: the stage card below them has the rest."""
PIECE: Final = "\ue000"
"""Stands for the drawn card until the sentence is markup."""
STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str, screen: str = "wide") -> Board:
    """The whole table as the view's seat sees it."""
    scene = Table(parts, view, question, language)
    return Board(
        {"wide": wide, "middle": middle, "phone": phone}[screen](scene),
        STYLE,
        mood="crazy-race stage-felt",
        sign="cast",
        ask=ask(scene),
        phase=phase(scene) if screen != "phone" else short_phase(scene),
        badges=[tag("span", str(player["score"]), cls="score") for player in view["table"]],
        seats=[(scene.paint_of(player["seat"]), SEAT_SIGNS[player["seat"]]) for player in view["table"]],
        pieces=[paint(scene.paint_of(seat), part(SHAPES[0], -16, 24, 80, 40)) for seat in range(len(view["table"]))],
    )


def ask(scene: Table) -> str:
    """The question, without the stage and round that the bar shows, and with the card that is to be laid drawn in it."""
    if scene.kind == "place_card":
        return scene.say("ask.place_card")
    if scene.kind == "place_side" and scene.seat is not None:
        value = scene.view["own"]["chosen"]
        label = scene.plain("board.card_hand", value=value)
        card = tag("svg", driver_card(scene, scene.seat, value, 0, 0, 36), cls="piece tall", viewBox="0 0 36 48", role="img",
                   aria_label=label)  # fmt: skip
        return text(scene.plain("ask.place_side", card=PIECE)).replace(PIECE, card)
    return ""


def phase(scene: Table) -> list[str]:
    """Stage and round, and in which order people lay; a clear word when the end is near."""
    view = scene.view
    first = scene.say("board.stage", stage=view["stage"], stages=view["stages"])
    if view["phase"] == "placing":
        first += ", " + scene.say("terminal.round", round=view["round"], rounds=view["rounds"])
    else:
        first += ", " + scene.say(f"phase.{view['phase']}")
    last = view["last_stage"] and not view["over"]
    return [first, scene.say("terminal.last_stage") if last else order(scene)]


def short_phase(scene: Table) -> list[str]:
    """Stage and round in the little room that a phone has beside its plates."""
    view = scene.view
    placing = view["phase"] == "placing"
    second = scene.say("board.round_short", round=view["round"], rounds=view["rounds"])
    return [
        scene.say("board.stage_short", stage=view["stage"], stages=view["stages"]),
        second if placing else scene.say(f"phase.{view['phase']}"),
    ]


def order(scene: Table) -> str:
    """In which order people lay."""
    names = scene.view.get("names")
    called = [
        text(names[seat]) if names else scene.say(f"colour.{scene.parts.colours[seat].code}") for seat in scene.view["order"]
    ]
    return f"{scene.say('board.order')}: {', '.join(called)}"


def wide(scene: Table) -> list[Sheet]:
    """Tracks above, stage card and hand below."""
    players = len(scene.view["table"])
    return [desk(scene, "wide", Course(240, 115, ROWS / players, 22, 116 if players < 4 else 104), 254, 150, 84)]


def middle(scene: Table) -> list[Sheet]:
    """The same, closer together."""
    players = len(scene.view["table"])
    return [desk(scene, "middle", Course(150, 80, ROWS / players, 22, 82 if players < 4 else 80), 234, 142, 76)]


def desk(scene: Table, screen: str, course: Course, left: float, plate: float, heap: float) -> Sheet:
    """An arrangement for a desk: name plates, finish pile, tracks, turning pile; stage card and hand."""
    width, height = SIZES[screen]
    track = 24 + course.row * len(scene.view["table"])
    low = track + 8
    own = 524 if screen == "wide" else 392
    return Sheet(
        "table",
        scene.plain("terminal.tracks"),
        (width, height),
        [
            Area("plates", scene.plain("board.players"), (6, 2, plate, track), plates(scene, course, plate)),
            Area(
                "finish", scene.plain("terminal.finish_pile"), (plate + 8, 2, heap, track), pile(scene, "finish", heap, track)
            ),
            Area("tracks", scene.plain("terminal.tracks"), (left, 2, course.width, track), tracks(scene, course)),
            Area(
                "turning",
                scene.plain("terminal.turntable_pile"),
                (width - heap - 2, 2, heap, track),
                pile(scene, "turntable", heap, track),
            ),
            Area(
                "stage",
                scene.plain("board.stage_name"),
                (4, low, width - own - 20, height - low - 4),
                stage(scene, width - own - 20, height - low - 4),
            ),
            Area(
                "own",
                scene.plain("terminal.my_hand"),
                (width - own - 8, low + 8, own, height - low - 14),
                hand(scene, own, height - low - 14),
            ),
        ],
        "i-track",
    )


def phone(scene: Table) -> list[Sheet]:
    """Tabs of a phone: the table with tracks, sides and hand; the players with their points and the piles."""
    width, height = SIZES["phone"]
    players = len(scene.view["table"])
    course = Course(84, 49, 188 / players, 24, 56)
    own = scene.view["own"]
    held = tag("rect", cls="stall", x=1, y=1, width=width - 14, height=88, rx=9)
    held += stacks(scene, 2, 14, width - 16, 51) if own is not None else coming(scene, 14, 24, width - 40)
    rows = Course(98, 46, 72, 8, 54)
    pack = gauge(scene, 4, 0, width - 30) + played(scene, 0, 84, width - 30) if own is not None else ""
    if scene.kind == "penalty_discard":
        pack = discards(scene, 4, 6, width - 36, 64) + played(scene, 0, 96, width - 30)
    return [
        Sheet(
            "table",
            scene.plain("board.table"),
            (width, height),
            [
                Area("tracks", scene.plain("terminal.tracks"), (6, 0, width - 12, 214), tracks(scene, course)),
                Area("stage", scene.plain("board.stage_name"), (4, 216, width - 8, 270), tiles(scene, width - 8, 270)),
                Area("own", scene.plain("terminal.my_hand"), (6, 488, width - 12, 92), held),
            ],
            "i-track",
        ),
        Sheet(
            "points",
            scene.plain("terminal.score"),
            (width, height),
            [
                Area("plates", scene.plain("board.players"), (8, 0, 190, 300), plates(scene, rows, 190)),
                Area("finish", scene.plain("terminal.finish_pile"), (206, 4, 84, 290), pile(scene, "finish", 84, 290)),
                Area("turning", scene.plain("terminal.turntable_pile"), (298, 4, 84, 290), pile(scene, "turntable", 84, 290)),
                Area(
                    "pack",
                    scene.plain("terminal.my_played"),
                    (8, 350, width - 16, 200),
                    words(order(scene), 2, -22, 14, "bold cream")
                    + tag("rect", cls="stall", x=0, y=-10, width=width - 16, height=190, rx=9)
                    + tag("g", pack, transform="translate(8 4)"),
                ),
            ],
            "i-flag",
        ),
    ]
