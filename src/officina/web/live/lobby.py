"""The table before the game: chairs, what was agreed on, the way for friends. Pure but for a cache of QR codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import segno
from markupsafe import Markup, escape

from officina.bots import USUAL_LEVEL, offered_bots
from officina.core.boxes import PRINTED, box_of
from officina.core.game import Game, OptionValue
from officina.core.text import Message
from officina.web.byte_cache import MB, OVERHEAD, ByteCache, size_of
from officina.web.live.company import has_clock, rule_words
from officina.web.live.scene import TableScene, seat_looks
from officina.web.live.templates import part
from officina.web.requests import is_local
from officina.web.words import PageWords, value_words


def lobby(scene: TableScene, words: PageWords) -> str:
    """The chairs, the way for friends, the host's panel."""
    clocks = scene.company.clocks if scene.company is not None else ()
    seen = {"qr": qr_code(scene), "looks": seat_looks(scene), "local": is_local(scene.origin), "clocks": clocks}
    track = own_track(scene.game, scene.info.options, words)
    return part(
        "lobby_region", scene, words, speech=words, levels=offered_bots(), usual_level=USUAL_LEVEL, own_track=track, **seen
    )


def lobby_lines(scene: TableScene, words: PageWords) -> list[Markup]:
    """The two lines in the bar: that the table is being set, and which game was agreed on."""
    rule = scene.company.rule if scene.company is not None else None
    clock = words.tell(rule_words(rule)) if rule is not None and has_clock(rule) else words.say("lobby.no_clock")
    club = f". {words.say('club.inside')}" if scene.info.club else ""
    return [escape(words.say("lobby.title")), escape(f"{agreed_set(scene, words)}. {clock}{club}")]


def lobby_words(scene: TableScene, words: PageWords) -> str:
    """The question before the game: whether one is ready; else what the table waits for."""
    missing = sum(1 for seat in scene.info.seats if not seat.taken)
    waits = words.say("status.free_seats", n=missing) if missing else words.say("status.not_ready")
    if scene.seat is None or not scene.asked_ready:
        return waits
    question = words.say("lobby.ask", who=words.names[scene.seat])
    return Markup('{} <span class="why">{}</span>').format(question, waits)


def agreed_set(scene: TableScene, words: PageWords) -> str:
    """The name of the set of options that the table agreed on; or of its own box, with which nothing is as printed."""
    if scene.info.box:
        return words.say("club.box", name=scene.info.box)
    for name, values in {PRINTED: {}, **box_of(scene.game).sets}.items():
        if scene.game.read_option_values(values) == scene.info.options:
            return words.say("new.printed") if name == PRINTED else words.tell(Message(f"{scene.info.game}.set_name.{name}"))
    return words.say("new.own_set")


def own_track(game: Game, options: Mapping[str, OptionValue], words: PageWords) -> str:
    """A sentence that names the track, if it is one of the box's own; else nothing."""
    track = options.get("track")
    own = game.own_box
    if own is None or track is None or track not in own.tracks:
        return ""
    return words.say("box.plays_on", track=value_words(game, "track", track, words))


def qr_code(scene: TableScene) -> Markup:
    """The table's address for a phone's camera."""
    return qr_drawing(f"{scene.origin}/t/{scene.info.id}") if scene.origin else Markup("")


_codes: Final[ByteCache[str, Markup]] = ByteCache(4 * MB)


def qr_drawing(address: str) -> Markup:
    """An address as a QR code; empty if it is too long for one (the host name comes from the request)."""
    found = _codes.get(address)
    if found is None:
        try:
            code = segno.make(address, micro=False)
        except segno.DataOverflowError:
            return Markup("")
        found = Markup(code.svg_inline(border=4, omitsize=True, dark="#221d19", light="#fff"))
        _codes.put(address, found, size_of([address, found]) + OVERHEAD)
    return found
