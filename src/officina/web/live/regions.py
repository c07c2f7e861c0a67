"""What one viewer sees of a table, rendered into regions of the page. Pure functions.

Everything that is sent to a browser about a game goes through here, so one property test covers it: a region depends on the
position only through ``view``, ``question`` and ``why_not`` of the viewer's own seat, and on events that the seat may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup, escape

from officina.core.game import Game
from officina.core.glossary import glossary
from officina.core.rng import commitment
from officina.core.text import LANGUAGES
from officina.messages import TableSeat
from officina.web.byte_cache import MB, OVERHEAD, ByteCache, size_of
from officina.web.live import ending
from officina.web.live.chart import score_chart
from officina.web.live.company import OwnChoice, choice_text, has_clock, rule_words, short_time
from officina.web.live.lobby import lobby, lobby_lines, lobby_words
from officina.web.live.question import actions, choices
from officina.web.live.replay import caption
from officina.web.live.scene import TableScene, badges, played_as, scores, seat_looks
from officina.web.live.sentences import log
from officina.web.live.templates import part
from officina.web.words import PageWords


def regions(scene: TableScene) -> dict[str, str]:
    """Every region of the page by its element's id."""
    words = PageWords(scene.language, scene.names())
    found = {
        "status": status(scene, words),
        **table_regions(scene, words),
        "actions": actions(scene, words),
        "lobby": lobby(scene, words) if scene.position is None else "",
        "choices": choices(scene, words),
        "players": part("players", scene, words, scores=scores(scene), played_as=played_as(scene), **clock_words(scene)),
        "log": log(scene, words, scene.log),
        "end": end(scene, words),
        "after": after(scene, words),
    }
    if scene.lesson is not None:
        found["lesson"] = part("lesson", scene, words, speech=words)
        found["lesson-steps"] = part("lesson_steps", scene, words, speech=words)
    found.update(company_regions(scene, words))
    found.update(board_regions(scene))
    return found


def table_regions(scene: TableScene, words: PageWords) -> dict[str, str]:
    """The regions of the bar that show the game."""
    looks = {"scores": scores(scene), "seats": seat_looks(scene), "badges": badges(scene), **clock_words(scene)}
    phase = part("phase", scene, words, lines=phase_lines(scene, words), thing=phase_thing(scene))
    return {"phase": phase, "strip": part("strip", scene, words, **looks)}


def frame_regions(scene: TableScene) -> dict[str, str]:
    """The regions that show the game, at the moment of a beat; nobody is asked anything there."""
    return {**table_regions(scene, PageWords(scene.language, scene.names())), **board_regions(scene)}


def clock_words(scene: TableScene) -> dict[str, Any]:
    """What the list of players needs of the clocks."""
    company = scene.company
    if company is None:
        return {"clocks": (), "clock_rule": None, "short_time": short_time, "signs": {}}
    rule = rule_words(company.rule) if has_clock(company.rule) and scene.position is not None else None
    return {"clocks": company.clocks, "clock_rule": rule, "short_time": short_time, "signs": company.signs}


def company_regions(scene: TableScene, words: PageWords) -> dict[str, str]:
    """Regions of proposals and talk; none when looking back."""
    company = scene.company
    if company is None:
        return {}
    return {
        "proposal": part(
            "proposal", scene, words, company=company, wanted_names=tuple(words.names[seat] for seat in scene.wanted)
        ),
        "pact": part(
            "pact", scene, words, choices=[(choice.step, choice_words(scene, words, choice)) for choice in company.choices]
        ),
        "talk": part("talk", scene, words, lines=company.talk),
    }


def choice_words(scene: TableScene, words: PageWords, choice: OwnChoice) -> str:
    """What an own choice of before was."""
    assert scene.position is not None
    assert scene.seat is not None
    told = words.tell(choice_text(scene.position, scene.seat, choice))
    return told[:1].upper() + told[1:]


def board_regions(scene: TableScene) -> dict[str, str]:
    """The areas of the board."""
    if scene.board is None:
        return {}
    return {f"board-{area.id}": area.markup for area in scene.board.areas}


_styles: Final[ByteCache[tuple[object, ...], str]] = ByteCache(8 * MB)


def board_style(game: Game, players: int, options: tuple[tuple[str, int | str], ...]) -> str:
    """The style sheet of a game's board: it depends on the box and on what was agreed before the game."""
    key = (game.name, game.components_digest, players, options)
    found = _styles.get(key)
    if found is None:
        sample = game.start(players, 0, dict(options))
        found = game.board(sample.view(None), None, LANGUAGES[0]).stylesheet
        _styles.put(key, found, size_of([found]) + OVERHEAD)
    return found


def status(scene: TableScene, words: PageWords) -> str:
    """The left end of the action bar: the question, the result, or the caption of a step."""
    if scene.looking_back:
        return caption(scene, words)
    if scene.over and scene.position is not None and scene.position.over:
        said, why = ending.result_words(scene.position, scene.seat, words)
        looks = seat_looks(scene)
        signs = [ending.seat_sign(looks[seat]) for seat in scene.position.winners()]
        return part("status_over", scene, words, said=said, why=why, signs=signs)
    ask = Markup(scene.board.ask if scene.board else "")
    lines = phase_lines(scene, words) if scene.board else []
    return part("status", scene, words, status=status_words(scene, words), ask=ask, lines=lines, thinks=bool(awaited(scene)))


def phase_thing(scene: TableScene) -> str:
    """The entry of the phase in the game's glossary, if it has one."""
    if scene.board is None or scene.over:
        return ""
    thing = f"phase_{scene.view.get('phase', '')}"
    return thing if thing in glossary(scene.game) else ""


def phase_lines(scene: TableScene, words: PageWords) -> list[Markup]:
    """The short lines of the bar: where the game stands, that it is over, or that one looks back."""
    lines = [Markup(line) for line in scene.board.phase] if scene.board else lobby_lines(scene, words)
    if scene.looking_back:
        return [escape(words.say("replay.phase")), *lines[:1]]
    if scene.over:
        return [escape(words.say("end.phase")), *played(scene, words)]
    return lines


def played(scene: TableScene, words: PageWords) -> list[Markup]:
    """How long the game was: its last turn, or its last round."""
    course = scene.course
    if course is None or not course.stops:
        return []
    last = course.stops[-1]
    return [escape(ending.unit_name(scene.game, course.counted, last.turn if course.counted else last.round, words))]


def status_words(scene: TableScene, words: PageWords) -> str:
    """The status line: whose turn it is, to do what."""
    position = scene.position
    if scene.info.state == "closed":
        return words.say("status.closed")
    if position is None:
        return lobby_words(scene, words)
    if position.over:
        winners = tuple(words.names[seat] for seat in position.winners())
        return words.say("status.over", n=len(winners), names=winners)
    if scene.info.imported and not scene.looking_back:
        return words.say("status.imported")
    if scene.over:
        return words.say("status.ended")
    if scene.info.paused and not scene.looking_back:
        return words.say("status.paused")
    if scene.my_turn and scene.question is not None:
        return words.say("status.your_turn", prompt=words.tell(scene.question.prompt))
    names = tuple(words.names[seat] for seat in position.to_act)
    if names and all(plays_by_itself(scene.info.seats[seat]) for seat in position.to_act):
        return words.say("status.thinking", n=len(names), names=names)
    return words.say("status.waiting", names=names)


def plays_by_itself(seat: TableSeat) -> bool:
    """Whether a bot decides there."""
    return seat.kind == "bot" or seat.lent


def awaited(scene: TableScene) -> Sequence[int]:
    """The others that this viewer waits for, while play goes on."""
    position = scene.position
    if position is None or scene.over or scene.my_turn or scene.looking_back:
        return ()
    if scene.info.state == "closed" or scene.info.imported or scene.info.paused:
        return ()
    return position.to_act


def end(scene: TableScene, words: PageWords) -> str:
    """The result: podium, scores in their parts, the course of the game and what decided it."""
    position = scene.position
    if position is None or not scene.over or scene.looking_back:
        return ""
    looks = seat_looks(scene)
    found = ending.end_parts(position, words, looks, scene.board.pieces if scene.board is not None else [])
    winners = position.winners() if position.over else []
    reasons = why_won(scene, words)
    sign = words.say("end.wins", n=len(winners), names=tuple(words.names[seat] for seat in winners)) if winners else ""
    return part("end", scene, words, **found, sign=sign, reasons=reasons, chart=chart(scene, words, reasons))


def why_won(scene: TableScene, words: PageWords) -> list[ending.Reason]:
    """What decided a finished game."""
    counted = scene.course is not None and scene.course.counted
    return ending.reasons(scene.game, scene.decided, scene.gains, counted, seat_looks(scene), words)


def chart(scene: TableScene, words: PageWords, reasons: Sequence[ending.Reason]) -> Markup:
    """The scores over time."""
    course = scene.course
    if course is None or not course.scores:
        return Markup("")
    called = ending.round_name(scene.game, 1, words).replace("1", "").strip().lower()  # what the game calls its rounds
    axis = words.say("chart.turn") if course.counted else called or words.say("chart.round")
    turnings = {reason.at: reason.number for reason in reasons}
    return Markup(score_chart(course.points(), words.names, seat_looks(scene), words, turnings, axis, scene.screen))


def after(scene: TableScene, words: PageWords) -> str:
    """What the menu has once a game is over: its record, and whether chance was honest."""
    if scene.position is None or not scene.over or scene.looking_back:
        return ""
    kept = scene.info.seed is not None and commitment(scene.info.seed) == scene.info.commitment
    return part("after", scene, words, promise_kept=kept)
