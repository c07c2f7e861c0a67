"""The pictures of the rules: the game's own board at moments of one and the same game, played by sensible bots.

A game's ``pictures.toml`` says before which rule each picture stands: ``setup``, the first question of a kind (by its name),
the first beat of a kind (``won``; ``"won feet"`` is the first that tells of feet), and ``end``, whose scores are told in
their parts. Where not all of that happens in the usual game, a ``seed`` names one in which it does. A question's picture
shows those parts of the board that it is about, a beat's those that it changed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from officina.core.drawing import SIZES, Area, Board, Sheet
from officina.core.events import EVERYBODY, Event
from officina.core.game import Game
from officina.core.nouns import Names
from officina.core.position import Frame, Position, Question
from officina.core.rng import Rng
from officina.core.text import Message
from officina.games import GAMES
from officina.web.live.scene import beat_data
from officina.web.live.sentences import event_words
from officina.web.words import PageWords

SEED: Final = "the rules"
SETUP: Final = "setup"
END: Final = "end"
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gina", "Hugo")
MARGIN: Final = 8
UNUSED: Final = re.compile(r' (?:id|data-[\w-]+|tabindex|aria-[\w-]+)="[^"]*"')
"""What a picture does not need: nothing in it can be chosen, found or moved."""


@dataclass(frozen=True)
class Picture:
    """A drawing before a rule, with what it shows."""

    name: str
    rule: str
    drawing: Markup
    caption: str
    table: str = ""


class Moment(NamedTuple):
    """A picture's name and rule, and the position that it shows; for a beat the one before it, and the beat."""

    name: str
    rule: str
    position: Position
    beat: Frame | None = None


def pictures(game: str, language: str) -> list[Picture]:
    """The pictures of a game's rules; none for a game without ``pictures.toml``."""
    return list(_drawn(GAMES[game], language))


def _drawn(game: Game, language: str) -> Iterator[Picture]:
    for name, rule, position, beat in moments(game.name):
        words = PageWords(language, NAMES[: position.seats])
        if name == SETUP:
            caption = words.say("rules.picture_setup", n=position.seats)
            yield Picture(name, rule, whole(game, position, language, words), caption)
        elif name == END:
            caption = words.say("rules.picture_end")
            yield Picture(name, rule, whole(game, position, language, words), caption, score_table(game, position, words))
        elif beat is not None:
            caption = event_words(game, beat.event, words)
            yield Picture(name, rule, changed(game, position, beat, language, words), caption)
        else:
            question = position.question(position.to_act[0])
            caption = words.say("rules.picture_asked", who=words.names[question.seat], prompt=words.tell(question.prompt))
            yield Picture(name, rule, asked(game, position, question, language, words), caption)


@lru_cache(maxsize=16)
def moments(name: str) -> list[Moment]:
    """What the pictures show, in the order of the game."""
    game = GAMES[name]
    path = game.folder / "pictures.toml"
    wanted: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if not wanted:
        return []
    seed = wanted.pop("seed", SEED)
    rng = Rng(seed)
    position = game.start(min(3, game.players[-1]), seed)
    found = [Moment(SETUP, wanted.pop(SETUP), position.clone())] if SETUP in wanted else []
    end = wanted.pop(END, "")
    beats = {kind.name for kind in game.event_kinds if kind is not None and kind.beat}
    beats |= {name for name in wanted if name.partition(" ")[0] in beats}
    while position.to_act and (wanted or end):
        seat = position.to_act[0]
        kind = game.vocabulary.kind_name(position.kind(seat))
        if kind in wanted:
            found.append(Moment(kind, wanted.pop(kind), position.clone()))
        options = position.options(seat)
        weights = game.weights(position, seat, rng)
        liked = options[max(range(len(options)), key=weights.__getitem__)]
        if beats.isdisjoint(wanted):
            position.apply(seat, liked)
            continue
        before = position.clone()
        position.watch()
        position.apply(seat, liked)
        for frame in position.frames or []:
            name = next((name for name in called(game, frame.event) if name in wanted), "")
            if name and frame.event.audience == EVERYBODY:
                found.append(Moment(name, wanted.pop(name), before, frame))
            before = frame.position
        position = position.clone()  # which does not watch: what was seen is not kept
    if end:
        found.append(Moment(END, end, position.clone()))
    return found


def called(game: Game, event: Event) -> Iterator[str]:
    """What ``pictures.toml`` may call a beat: its kind, and its kind with something that it tells of."""
    kind = game.event_kinds[event.code]
    yield kind.name
    for noun, figure in zip(kind.nouns.values(), event.args, strict=False):
        if isinstance(noun, Names):
            yield f"{kind.name} {noun.dump(figure, game.parts)}"


def board_of(
    game: Game,
    p: Position,
    seat: int | None,
    question: Question | None,
    language: str,
    words: PageWords,
    event: Event | None = None,
) -> Board:
    """The board of a desk, with names on it, and with what it shows at a beat."""
    view = {**p.view(seat), "names": words.names}
    if event is not None:
        view["beat"] = beat_data(game, event)
    return game.board(view, question, language, "wide")


def whole(game: Game, p: Position, language: str, words: PageWords) -> Markup:
    """All of the board, as the first player sees it."""
    sheet = board_of(game, p, 0, None, language, words).sheets[0]
    return framed(sheet.areas, (0, 0, *sheet.size))


def asked(game: Game, p: Position, question: Question, language: str, words: PageWords) -> Markup:
    """Those areas that one can choose from; all of them where the question has no place on the board."""
    sheet = board_of(game, p, question.seat, question, language, words).sheets[0]
    return part_of(sheet, [area for area in sheet.areas if "data-choice" in area.markup])


def changed(game: Game, before: Position, beat: Frame, language: str, words: PageWords) -> Markup:
    """Those areas that a beat changed, as the one whom it is about sees them."""
    viewer = max(0, beat.event.seat)
    old = board_of(game, before, viewer, None, language, words).sheets[0]
    new = board_of(game, beat.position, viewer, None, language, words, beat.event).sheets[0]
    known = {area.id: area.markup for area in old.areas}
    return part_of(new, [area for area in new.areas if known.get(area.id) != area.markup])


def part_of(sheet: Sheet, areas: Sequence[Area]) -> Markup:
    """Those areas and what lies between them, nothing of it cut; the whole sheet if there are none.

    What reaches out of the picture makes it larger, but for what lies round all of it (a road round the shop).
    """
    if not areas:
        return framed(sheet.areas, (0, 0, *sheet.size))
    found = list(areas)
    while True:
        left, top = min(area.box[0] for area in found), min(area.box[1] for area in found)
        right, bottom = max(area.box[0] + area.box[2] for area in found), max(area.box[1] + area.box[3] for area in found)
        met = [area for area in sheet.areas if area in found or touches(area, (left, top, right, bottom))]
        if len(met) == len(found):
            return framed(met, (left, top, right - left, bottom - top))
        found = met


def touches(area: Area, picture: tuple[float, float, float, float]) -> bool:
    """Whether an area shares some of a picture, or is as large, without lying round all of it."""
    left, top, right, bottom = picture
    x, y, width, height = area.box
    meets = x < right and x + width > left and y < bottom and y + height > top
    around = x <= left and y <= top and x + width >= right and y + height >= bottom
    return meets and (not around or (x, y, x + width, y + height) == picture)


def framed(areas: Sequence[Area], box: tuple[float, float, float, float]) -> Markup:
    """Areas as one drawing, cut to a box."""
    x, y, width, height = box
    drawn = Markup("").join(
        Markup('<g transform="translate({} {})">{}</g>').format(area.box[0], area.box[1], Markup(UNUSED.sub("", area.markup)))
        for area in areas
    )
    size = "broad" if width > SIZES["wide"][0] / 2 else "slim"
    view = f"{x - MARGIN:g} {y - MARGIN:g} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"
    return Markup('<svg class="{}" viewBox="{}" aria-hidden="true" focusable="false">{}</svg>').format(size, view, drawn)


def score_table(game: Game, p: Position, words: PageWords) -> Markup:
    """Everybody's points in their parts."""
    parts = [[*p.breakdown(seat)] for seat in range(p.seats)]
    names = list(dict.fromkeys(name for part in parts for name, _ in part))
    heads = [words.tell(Message(f"{game.name}.breakdown.{name}")) for name in names]
    head = Markup("").join(Markup("<th>{}</th>").format(each) for each in ("", *heads, words.say("rules.total")))
    rows = []
    for seat in range(p.seats):
        figures = dict(parts[seat])
        cells = [escape(figures.get(name, 0)) for name in names]
        cells.append(Markup("<strong>{}</strong>").format(p.scores()[seat]))
        told = Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells)
        rows.append(Markup("<tr><th>{}</th>{}</tr>").format(words.names[seat], told))
    return Markup('<div class="scroll"><table><tr>{}</tr>{}</table></div>').format(head, Markup("").join(rows))
