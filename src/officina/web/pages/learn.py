"""Guided first games."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from officina.games import GAMES
from officina.web.live.chairs import chair_looks
from officina.web.pages.persons import seat_taken
from officina.web.pages.rendering import check_often, tables_of
from officina.web.requests import keep_colour, keep_seat, language_of, name_of
from officina.web.words import PageWords


async def learn(request: Request) -> Response:
    """``/learn/GAME``: the lesson of a game, begun at once, under the name of the table before."""
    game = GAMES[request.path_params["game"]]
    check_often(request, "create")
    name = name_of(request) or PageWords(language_of(request)).say("seat.guest")
    created = await tables_of(request).learn(game.name, name)
    response = RedirectResponse(f"/t/{created.table_id}", 303)
    for seat, token in created.tokens.items():
        keep_seat(request, response, created.table_id, token)
        keep_colour(response, chair_looks(game.name)[seat][0])
        await seat_taken(request, response, created.table_id, token, name_of(request))
    return response
