"""``/glossary/GAME``: what every thing on a board is, for the card that explains it; ``?table=ID``: in that table's box."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from officina.core.glossary import glossary
from officina.games import GAMES
from officina.web.pages.rendering import tables_of
from officina.web.requests import language_of
from officina.web.words import PageWords, first_rule


async def things(request: Request) -> Response:
    """The entries of a game in the reader's language, with the figures of the box that is played with."""
    game = GAMES[request.path_params["game"]]
    if table := request.query_params.get("table"):
        live = await tables_of(request).live(table)
        game = live.game if live.info.game == game.name else game
    words = PageWords(language_of(request))
    told = {
        entry.thing: {
            "name": words.tell(entry.name),
            "text": words.tell(entry.text),
            "rule": first_rule(entry.rule),
            "sign": words.say("glossary.rule"),
        }
        for entry in glossary(game).values()
    }
    return JSONResponse(told, headers={"Vary": "Cookie, Accept-Language"})
