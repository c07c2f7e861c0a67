"""The table of Kraftwagen in the browser: the action track, the market with its buyers, research, Grand Prix, players.

Every player has a colour and a shape, every action and every preference a sign and a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import Board, tag
from officina.core.position import Question
from officina.core.text import Message
from officina.games.kraftwagen.board_market import MarketDrawing, ResearchDrawing
from officina.games.kraftwagen.board_pen import GAME, Pen
from officina.games.kraftwagen.board_players import PlayersDrawing
from officina.games.kraftwagen.board_ring import RaceDrawing, RingDrawing
from officina.games.kraftwagen.board_signs import style, symbols
from officina.games.kraftwagen.components import Parts

QUIET_SHOWN: Final = 12
"""The stall guard is mentioned from this many quiet turns on."""


def draw(parts: Parts, view: Mapping[str, Any], question: Question | None, language: str) -> Board:
    """The whole table as the view's seat sees it; the regions in the order of a narrow screen."""
    asked = (parts, view, question, language)
    market, research, players = MarketDrawing(*asked), ResearchDrawing(*asked), PlayersDrawing(*asked)
    regions = {
        "head": HeadDrawing(*asked).head(),
        "ring": RingDrawing(*asked).ring(),
        "own": players.own(),
        "market": market.market(),
        "buyers": market.buyers(),
        "research": research.research(),
        "race": RaceDrawing(*asked).race(),
        "awards": research.awards(),
        "others": players.others(),
    }
    return Board(symbols(parts), regions, style(parts))


class HeadDrawing(Pen):
    """The line above the table."""

    def head(self) -> str:
        """Round and phase; a clear word when the round is about to end or the play stalls."""
        view = self.view
        found = []
        if view["round"]:
            colour = Message(f"{GAME}.price_colour.{view['price_colour']}")
            found.append(
                tag("strong", self.say("terminal.round", round=view["round"], rounds=len(self.parts.rounds), colour=colour))
            )
        found.append(tag("strong" if not view["round"] else "span", self.say(f"phase.{view['phase']}")))
        if view["turn"]:
            found.append(tag("span", self.say("terminal.turn", turn=view["turn"])))
        if view["phase"] == "actions" and (len(view["market"]) >= view["capacity"] or not view["pawn"]):
            found.append(tag("span", self.say("terminal.last_turn"), cls="kw-last"))
        if view["quiet_turns"] >= QUIET_SHOWN:
            found.append(tag("span", self.say("terminal.quiet", n=view["quiet_turns"], limit=self.parts.quiet_limit)))
        return tag("div", *found, cls="kw-head")
