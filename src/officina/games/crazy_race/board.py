"""The table of Crazy Race in the browser: tracks and piles above, the stage card with its four sides, one's own cards.

Every player has a colour and a letter, every model a silhouette and a mark; face-down cards show their owner, never a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from officina.core.drawing import Board, classes, lit, rule, tag, text
from officina.core.position import Question
from officina.core.text import Message, render
from officina.games.crazy_race.board_parts import (
    SIDE_SIGNS,
    Table,
    copies,
    driver_card,
    fixed,
    mark,
    picture,
    place_sign,
    reached,
    symbols,
)
from officina.games.crazy_race.board_track import earns, track_style, tracks
from officina.games.crazy_race.components import FINISH, SIDES, Parts
from officina.games.crazy_race.nouns import GAME, place_words

PLAIN_STYLE: Final = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
    """The whole table as the view's seat sees it."""
    scene = Table(parts, view, question, language)
    regions = {
        "head": head(scene),
        "tracks": tracks(scene),
        "stage": stage(scene),
        "own": own(scene),
        "cards": stage_cards(scene),
    }
    return Board(symbols(parts), regions, style(parts))


@lru_cache(maxsize=8)
def style(parts: Parts) -> str:
    """The plain rules, the places of a track, and the players' colours."""
    return (
        PLAIN_STYLE
        + track_style()
        + "".join(rule(f".cr-of-{seat}", __cr=colour.hex) for seat, colour in enumerate(parts.colours))
    )


# --- head


def head(scene: Table) -> str:
    """Stage, round, who decides what, order of turns; a clear word when the end is near."""
    view = scene.view
    stage_words = scene.say("terminal.stage", stage=view["stage"], stages=view["stages"], card=view["stage_card"]["card"])
    phase = scene.say(f"phase.{view['phase']}")
    if view["phase"] == "placing":
        phase += ", " + scene.say("terminal.round", round=view["round"], rounds=view["rounds"])
    found = [tag("strong", stage_words), tag("span", phase)]
    if view["last_stage"] and not view["over"]:
        found.append(tag("span", scene.say("terminal.last_stage"), cls="cr-last"))
    asked = view["asked"]
    if asked is not None and asked["seat"] != scene.seat:
        does = Message(f"{GAME}.board.does.{asked['what']}")
        found.append(tag("span", scene.say("board.asked", who=scene.colour(asked["seat"]), does=does)))
    order = []
    for place, seat in enumerate(view["order"]):
        now = seat in view["to_act"]
        letter = tag("span", scene.parts.colours[seat].letter, cls=f"cr-badge cr-of-{seat}")
        words = scene.plain(f"colour.{scene.parts.colours[seat].code}")
        order.append(tag("li", "★" if not place else "", letter, cls=classes(now and "now"), title=words))
    line = tag("span", scene.say("board.order"), tag("ol", *order), cls="cr-order")
    return tag("div", *found, line, cls="cr-head")


# --- the stage card


def stage(scene: Table) -> str:
    """The stage card with its four sides: the arrow's on top, the others clockwise."""
    card = scene.view["stage_card"]
    face = tag(
        "svg",
        tag("title", scene.say("board.stage_card", card=card["card"])),
        tag("use", href=f"#cr-stage-{card['card']}"),
        cls="cr-stage-card",
        role="img",
    )
    return tag("div", *(side(scene, number) for number in range(SIDES)), tag("div", face, cls="cr-middle"), cls="cr-stage")


def side(scene: Table, number: int) -> str:
    """One side: what it moves, the cards beside it in laying order, who wins it or where it would lead."""
    shown = scene.view["stage_card"]["sides"][number]
    light = scene.on("place_side", str(number))
    now = scene.view["evaluating"] == number
    state = "taboo" if shown["taboo"] else "evaluating" if now else "evaluated" if shown["evaluated"] else ""
    sign = {"taboo": "⊘", "evaluating": "►", "evaluated": "✓"}.get(state, "")
    where = tag("span", f"{SIDE_SIGNS[number]} {number}", cls="cr-where", title=scene.plain("board.side", side=number))
    note = ""
    if state:
        words = "" if state == "evaluated" else " " + scene.say(f"terminal.{state}")
        note = tag("span", sign + words, cls=f"cr-note cr-is-{state}", title=scene.plain(f"terminal.{state}"))
    cards = [laid(scene, card) for card in shown["cards"]]
    return tag(
        "div",
        tag("div", where, moves(scene, shown), note, cls="cr-what"),
        tag("div", *cards, cls="cr-beside"),
        sums(scene, shown["cards"]) if shown["evaluated"] and shown["cards"] else would(scene, shown),
        id=f"cr-side-{number}",
        cls=classes("cr-side", f"cr-side-{number}", state and f"cr-{state}", lit(light)),
        **light,
    )


def moves(scene: Table, shown: Mapping[str, Any]) -> str:
    """What the winner of a side moves."""
    if shown["model"] is not None:
        name = tag("span", scene.say(f"model.{shown['model']}"), cls="cr-name")
        return picture(shown["model"]) + tag("b", str(shown["distance"]), cls="cr-distance") + name
    if shown["distance"] is None:
        words = scene.say("board.question", n=len(shown["cards"]))
        return tag("b", "?", cls="cr-distance") + tag("span", words, cls="cr-name")
    return tag("b", str(shown["distance"]), cls="cr-distance") + tag("span", scene.say("terminal.free"), cls="cr-name")


def laid(scene: Table, card: Mapping[str, Any]) -> str:
    """A driver card beside the stage card."""
    seat, value = card["seat"], card["value"]
    letter = scene.parts.colours[seat].letter
    mine = seat == scene.seat
    light: dict[str, str | None] = {}
    if mine and not card["taken_back"]:
        light = scene.on("consolation", str(value))
    state = "taken" if card["taken_back"] else "up" if card["face_up"] else "down"
    words = laid_words(state, value, seat, scene)
    id = f"cr-laid-{scene.view['stage']}-{card['number']}"
    return driver_card(id, seat, letter, value, state, words, light.get("data_choice"))


def laid_words(state: str, value: int | None, seat: int, scene: Table) -> str:
    """A laid card in words."""
    if value is None:
        return scene.plain("board.card_hidden", who=scene.colour(seat))
    return scene.plain(f"board.card_{state}", who=scene.colour(seat), value=value)


def sums(scene: Table, cards: list[Mapping[str, Any]]) -> str:
    """Everybody's sum on a side that lies open, and who wins it: on equal sums the one who laid first (CR-40, CR-41)."""
    totals: dict[int, int] = {}
    for card in cards:
        totals[card["seat"]] = totals.get(card["seat"], 0) + card["value"]
    best = max(totals, key=lambda seat: totals[seat])
    tied = list(totals.values()).count(totals[best]) > 1
    found = []
    for seat, total in totals.items():
        badge = tag("span", scene.parts.colours[seat].letter, cls=f"cr-badge cr-of-{seat}")
        if seat == best:
            words = scene.plain("board.wins_tie" if tied else "board.wins", who=scene.colour(seat), n=total)
            first = tag("small", f" {scene.say('board.earlier')}") if tied else ""
            found.append(tag("b", "♛ ", badge, f" {total}", first, cls="cr-wins", title=words))
        else:
            found.append(tag("span", badge, f" {total}"))
    return tag("div", *found, cls="cr-sums")


def would(scene: Table, shown: Mapping[str, Any]) -> str:
    """Where a side would lead one's own locomotives, and the points cards on the way."""
    if scene.seat is None or shown["taboo"] or shown["distance"] is None or scene.view["phase"] != "placing":
        return ""
    locos = scene.view["table"][scene.seat]["locomotives"]
    found = []
    for loco in locos:
        if shown["model"] not in (None, loco["model"]):
            continue
        start = loco["progress"]
        if start == FINISH:
            if shown["model"]:
                found.append(tag("span", scene.say("board.lost"), cls="cr-small"))
            continue
        end = reached(locos, loco["model"], shown["distance"])
        points = earns(scene, start, end)
        name = Message(f"{GAME}.model.{loco['model']}")
        words = scene.plain("board.would", model=name, place=place_words(end), n=points)
        prize = tag("b", f"+{points}", cls="cr-prize") if points else ""
        found.append(tag("span", mark(loco["model"]), f"→ {place_sign(end)}", prize, title=words))
    return tag("div", tag("span", scene.say("terminal.you"), cls="cr-small"), *found, cls="cr-would") if found else ""


# --- one's own cards


def own(scene: Table) -> str:
    """The hand as a stack a value, the played pile, and how far the cards must go; for a spectator only the signs."""
    cards = scene.view["own"]
    if cards is None or scene.seat is None:
        return signs(scene.parts, scene.language)
    chosen = cards["chosen"]
    stacks = [stack(scene, value) for value in scene.parts.values]
    about = tag("div", scene.say("terminal.my_chosen", value=chosen), cls="cr-about") if chosen is not None else ""
    pass_ = no_thanks(scene)
    return tag(
        "div",
        tag("h3", scene.say("terminal.my_hand")),
        tag("div", *stacks, cls="cr-stacks"),
        about,
        pass_,
        played(scene),
        gauge(scene),
        cls=f"cr-own cr-of-{scene.seat}",
    ) + signs(scene.parts, scene.language)


def stack(scene: Table, value: int) -> str:
    """The cards of one value in hand."""
    cards = scene.view["own"]
    assert scene.seat is not None
    held = cards["hand"].count(value)
    light = scene.on("place_card", str(value))
    letter = scene.parts.colours[scene.seat].letter
    words = scene.plain("board.card_hand", value=value)
    found = [driver_card(f"cr-hand-{value}-{copy}", scene.seat, letter, value, "hand", words, None) for copy in range(held)]
    if not held:
        found.append(tag("span", str(value), cls="cr-gone", title=scene.plain("board.card_none", value=value)))
    names = classes("cr-stack", cards["chosen"] == value and "cr-chosen", lit(light))
    return tag("div", *found, id=f"cr-stack-{value}", cls=names, **light)


def no_thanks(scene: Table) -> str:
    """To pass, or to take nothing back, beside the cards."""
    for kind, word in (("place_card", "pass"), ("consolation", "decline")):
        light = scene.on(kind, word)
        if lit(light):
            return tag("div", scene.say(f"option.{word}"), id="cr-no", cls="cr-no lit", **light)
    return ""


def played(scene: Table) -> str:
    """The own played pile: lit while it may be taken back."""
    assert scene.seat is not None
    cards = scene.view["own"]["played"]
    used = scene.view["table"][scene.seat]["retake_used"]
    light = scene.on("place_card", "retake")
    letter = scene.parts.colours[scene.seat].letter
    found = []
    for value, copy in copies(cards):
        words = scene.plain("board.card_played", value=value)
        found.append(driver_card(f"cr-played-{value}-{copy}", scene.seat, letter, value, "played", words, None))
    if not found:
        found.append(tag("span", scene.say("terminal.none"), cls="cr-none"))
    note = scene.say("board.retake_now" if lit(light) else "board.retake_used" if used else "board.retake_free")
    label = tag("div", tag("span", scene.say("terminal.my_played")), tag("small", f"↺ {note}"), cls="cr-label")
    names = classes("cr-played-pile", lit(light))
    return tag("div", label, tag("div", *found, cls="cr-beside"), id="cr-played", cls=names, **light)


def gauge(scene: Table) -> str:
    """Cards that can still be laid against the turns to lay them: a box a turn, full as far as the cards go."""
    cards = scene.view["own"]
    turns = cards["turns_left"]
    full = min(turns, cards["cards_left"])
    boxes = tag("span", "▮" * full + "▯" * (turns - full), cls="cr-boxes", aria_hidden="true")
    return tag("div", boxes, scene.say("terminal.gauge", cards=cards["cards_left"], turns=turns), cls="cr-gauge")


@lru_cache(maxsize=16)
def signs(parts: Parts, language: str) -> str:
    """What the marks on the table mean."""
    models = [tag("span", mark(model.code), " " + fixed(f"model.{model.code}", language)) for model in parts.models]
    notes = [tag("span", fixed(f"board.sign_{name}", language)) for name in ("heading", "turntable", "home")]
    return tag("div", *models, *notes, cls="cr-signs")


# --- all stage cards


def stage_cards(scene: Table) -> str:
    """Stage cards to come (their order is hidden) and used ones (in their order)."""
    view = scene.view
    return small_cards(tuple(view["coming_stage_cards"]), tuple(view["used_stage_cards"]), scene.language)


def small_card(card: int, language: str) -> str:
    """One of them."""
    name = tag("title", text(render(Message(f"{GAME}.board.stage_card", card=card), language)))
    return tag("svg", name, tag("use", href=f"#cr-stage-{card}"), cls="cr-small-card", role="img")


@lru_cache(maxsize=512)
def small_cards(coming: tuple[int, ...], used: tuple[int, ...], language: str) -> str:
    """Both sets, small."""
    found = []
    for name, cards in (("coming", coming), ("used", used)):
        faces = [small_card(card, language) for card in cards]
        if not faces:
            faces.append(tag("span", fixed("terminal.none", language), cls="cr-none"))
        label = tag("span", fixed(f"board.{name}", language), cls="cr-label")
        found.append(tag("div", label, *faces, id=f"cr-{name}", cls=f"cr-stages cr-stages-{name}"))
    return "".join(found)
