"""The question with its answers: the buttons of the action bar, the numbered list, and why something is not offered. Pure."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from officina.core.drawing import mark_choices
from officina.core.keys import option_keys
from officina.core.position import Position
from officina.core.reasons import refusals
from officina.core.text import Message
from officina.web.live import ending
from officina.web.live.scene import TableScene, seat_looks
from officina.web.live.templates import part
from officina.web.words import PageWords, first_rule, rule_link

MOST_BUTTONS: Final = 4
"""The action bar has room for so many answers without a place on the board; more are in the list."""


EITHER_OR: Final = 2
"""So many answers are all at the thumb of a phone as soon as one of them is: half of a question is a riddle."""


LONGEST: Final = 46
"""Letters that half the width of a phone has room for; a longer answer is lit on the board alone."""


FEW: Final = 9
"""So many options are shown in groups, by what their notations have in common; fewer need no order."""


MOST_MISSING: Final = 6
"""So many options are named beside the reason that they have in common."""


def actions(scene: TableScene, words: PageWords) -> str:
    """The right end of the action bar: answers that have no place on the board, undo, and the handle of the list."""
    if scene.position is None and scene.seat is not None and scene.info.state == "lobby":
        return part("lobby_actions", scene, words)
    if scene.board is None or scene.looking_back:
        return ""
    if scene.over:
        looks = seat_looks(scene)
        return part("end_actions", scene, words, wanted=[(seat, ending.seat_sign(looks[seat])) for seat in scene.wanted])
    if scene.seat is None:
        return ""
    answers: list[dict[str, str]] = []
    count, asked = 0, ""
    if scene.question is not None:
        asked = "|".join(option.notation for option in scene.question.options)
        placed = mark_choices(area.markup for area in scene.board.areas)
        count = len(scene.question.options)
        keys = option_keys(scene.question)
        answers = [
            {"notation": option.notation, "text": words.tell(option.message), "key": keys[place]}
            for place, option in enumerate(scene.question.options)
        ]
        either = scene.screen == "phone" and count <= EITHER_OR and any(answer["notation"] not in placed for answer in answers)
        if not either or any(len(answer["text"]) > LONGEST for answer in answers):
            answers = [answer for answer in answers if answer["notation"] not in placed]
    few = len(answers) <= MOST_BUTTONS
    return part("actions", scene, words, answers=answers if few else [], count=count, listed=not few, asked=asked)


def choices(scene: TableScene, words: PageWords) -> str:
    """The question with its numbered options, undo, and "why can't I?"."""
    if scene.position is None or scene.looking_back or scene.seat is None:
        return ""
    groups: list[list[dict[str, str]]] = []
    if scene.question is not None:
        before = None
        keys = option_keys(scene.question)
        for place, option in enumerate(scene.question.options):
            parts = option.notation.split()
            group = parts[1] if len(parts) > 2 else ""
            if group != before:
                groups.append([])
                before = group
            groups[-1].append(
                {
                    "notation": option.notation,
                    "key": keys[place],
                    "text": words.tell(option.message),
                }
            )
        if len(scene.question.options) < FEW or all(len(group) == 1 for group in groups):
            groups = [[choice for group in groups for choice in group]]
    rule = first_rule(scene.question.rule) if scene.question is not None else ""
    frozen = "paused" if scene.info.paused else "lent" if scene.lent else ""
    return part(
        "choices",
        scene,
        words,
        groups=groups,
        prompt=words.tell(scene.question.prompt) if scene.question is not None else "",
        rule=rule_link(rule, scene.game.name, words.say("rules.sign", rule=rule)) if rule else "",
        answered=scene.question is not None and scene.seat not in scene.position.to_act,
        frozen=Message(f"tables.refuse.{frozen}") if frozen else None,
    )


def reasons(scene: TableScene) -> str:
    """The reasons for options that are not offered, one of each kind, with what one would have chosen."""
    words = PageWords(scene.language, scene.names())
    position, seat = scene.position, scene.seat
    entries: list[tuple[Markup, list[str], int]] = []
    if position is not None and seat is not None and scene.question is not None:
        kind = position.kind(seat)
        for refusal in refusals(position, seat):
            because = words.tell_with_rules(refusal.reason, scene.game.name)
            missing = [missing_option(scene, words, position, kind, option) for option in refusal.options[:MOST_MISSING]]
            different = list(dict.fromkeys(filter(None, missing)))
            entries.append((because, different, len(refusal.options) - len(missing)))
    general = None
    if position is not None and seat is not None and scene.question is None:
        reason = position.turn_reason(seat)
        general = words.tell_with_rules(reason, scene.game.name) if reason is not None else None
    return part("why", scene, words, reasons=entries, general=general)


def missing_option(scene: TableScene, words: PageWords, position: Position, kind: int, option: int) -> str:
    """What an option would have been; nothing for one about something that is not on the table."""
    try:
        return words.tell(scene.game.option_text(position, scene.seat or 0, kind, option))
    except LookupError:
        return ""
