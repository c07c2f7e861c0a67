"""One's own driver cards: the hand, the played pile, and how far the cards must go."""

from __future__ import annotations

from typing import Final

from officina.core.drawing import classes, tag
from officina.games.crazy_race.board_parts import Table, driver_card, points_card
from officina.games.crazy_race.board_track import won_cards
from officina.looks import spot, words

LETTER: Final = 6.4
"""The width of a letter of a title."""


def hand(scene: Table, width: float, height: float) -> str:
    """The hand as a stack a value; for a spectator the stage cards to come."""
    paper = {"x": 1, "width": width - 2, "height": height - 5, "rx": 10}
    found = [tag("rect", cls="stall-s", y=4, **paper), tag("rect", cls="stall", y=0, **paper)]
    own = scene.view["own"]
    if own is None:
        found.append(words(scene.say("board.watching"), 20, 34, 19, "sign"))
        found.append(coming(scene, 20, 60, width - 40))
        return "".join(found)
    found.append(words(scene.say("terminal.my_hand"), 18, 30, 19, "sign"))
    if own["chosen"] is not None:
        found.append(words(scene.say("terminal.my_chosen", value=own["chosen"]), width - 18, 29, 14, "soft", "end"))
    if scene.kind == "penalty_discard":
        found.append(discards(scene, 18, 44, width - 36, 60))
        found.append(stacks(scene, 18, 136, width - 36, 36))
    else:
        found.append(stacks(scene, 18, 48, width - 36, 64 if width < 420 else 88))
    found.append(tag("path", cls="cr-rule", d=f"M18 {height - 124}H{width - 18}"))
    split = max(228.0, width * 0.5)
    found.append(gauge(scene, 18, height - 104, split - 20))
    found.append(played(scene, split, height - 106, width - split - 18))
    return "".join(found)


def stacks(scene: Table, x: float, y: float, width: float, card: float) -> str:
    """The cards in hand, a stack a value."""
    own = scene.view["own"]
    assert scene.seat is not None
    step = width / len(scene.parts.values)
    found = []
    for place, value in enumerate(scene.parts.values):
        held = own["hand"].count(value)
        light = scene.on("place_card", str(value))
        chosen = own["chosen"] == value
        left = x + place * step + (step - card) / 2
        top = y - (12 if chosen else 0)
        if not held and not chosen:
            hole = tag("rect", cls="cr-none", x=left, y=y, width=card - 3, height=card * 4 / 3 - 4, rx=6)
            none = hole + words(str(value), left + card / 2, y + card * 0.85, round(card * 0.4), "sign cr-pale", "middle")
            found.append(
                tag("g", none, role="img", aria_label=scene.plain("board.card_none", value=value), data_thing="driver_card")
            )
            continue
        drawn = "".join(
            driver_card(scene, scene.seat, value, left - copy * 7, top + copy * 2, card)
            for copy in range(max(1, held) - 1, -1, -1)
        )
        box = (left - (max(1, held) - 1) * 7 - 2, top - 2, card + (max(1, held) - 1) * 7 + 2, card * 4 / 3 + 2)
        if chosen:
            drawn = tag("g", drawn, cls="cr-lifted")
        label = scene.plain("board.card_hand", value=value)
        names = classes(chosen and "cr-chosen")
        found.append(
            spot(
                light,
                label,
                box,
                drawn,
                cls=names,
                thing="driver_card",
                id=f"cr-stack-{value}",
                data_flip=f"driver-{scene.seat}-{value}",
            )
        )
    return "".join(found)


def discards(scene: Table, x: float, y: float, width: float, card: float) -> str:
    """One's own points cards, large, while one of them must go."""
    assert scene.seat is not None
    won = won_cards(scene.view["table"][scene.seat])
    step = min(card + 12, (width - card) / max(1, len(won) - 1))
    return "".join(
        points_card(
            scene,
            pile,
            value,
            x + place * step,
            y,
            card,
            f"cr-drop-{pile}-{value}-{copy}",
            scene.on("penalty_discard", str(value)),
        )
        for place, (pile, value, copy) in enumerate(won)
    )


def gauge(scene: Table, x: float, y: float, width: float) -> str:
    """Cards that can still be laid against the turns to lay them: a box a turn, full as far as the cards go."""
    own = scene.view["own"]
    turns, cards = own["turns_left"], own["cards_left"]
    step = min(16.0, (width - 20) / max(1, turns))
    boxes = [
        tag(
            "rect",
            cls="cr-on" if place < cards else "cr-off",
            x=round(x + place * step, 1),
            y=y + 26,
            width=round(step - 3, 1),
            height=20,
            rx=2,
        )
        for place in range(turns)
    ]
    title = words(scene.say("board.gauge", cards=cards, turns=turns), x, y + 14, 14, "bold")
    return tag("g", title, *boxes, words(scene.say("board.gauge_help"), x, y + 68, 13, "soft"), data_thing="gauge")


def played(scene: Table, x: float, y: float, width: float) -> str:
    """The played pile: lit while it may be taken back."""
    assert scene.seat is not None
    own = scene.view["own"]
    used = scene.view["table"][scene.seat]["retake_used"]
    light = scene.on("place_card", "retake")
    cards = own["played"]
    step = min(26.0, (width - 46) / max(1, len(cards)))
    drawn = "".join(
        driver_card(scene, scene.seat, value, x + 2 + place * step, y + 24, 38) for place, value in enumerate(cards)
    )
    if not cards:
        drawn = tag("rect", cls="cr-none", x=x + 2, y=y + 24, width=38, height=50, rx=5)
    note = scene.say("board.retake_now" if light.get("data_choice") else "board.retake_used" if used else "board.retake_free")
    title, room = f"{scene.say('terminal.my_played')}: {note}", width - 4
    if narrow(title, room):
        head = words(f"{scene.say('terminal.my_played')}:", x + 2, y + 2, 14, "bold") + words(note, x + 2, y + 16, 14, "bold")
    else:
        head = words(title, x + 2, y + 16, 14, "bold")
    label = scene.plain("terminal.my_played")
    return spot(light, label, (x - 4, y + 20, width, 58), head, drawn, thing="played_pile", id="cr-played")


def narrow(title: str, room: float) -> bool:
    """Whether a title needs two lines."""
    return len(title) * LETTER > room


def coming(scene: Table, x: float, y: float, width: float) -> str:
    """Which stage cards are still to come; their order is hidden."""
    found = [words(scene.say("board.coming"), x, y, 14, "bold")]
    step = min(44.0, width / max(1, len(scene.view["coming_stage_cards"])))
    for place, card in enumerate(scene.view["coming_stage_cards"]):
        left = x + place * step
        found.append(tag("rect", cls="cr-card", x=left, y=y + 12, width=38, height=28, rx=4))
        found.append(words(str(card), left + 19, y + 32, 16, "sign cream", "middle"))
    return tag("g", *found, data_thing="stage_deck")
