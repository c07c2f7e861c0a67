"""``/box``: an owner's own box: the list, the editor, files to send and to receive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final
from urllib.parse import quote

import msgspec
from markupsafe import Markup
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from officina.core import own_box
from officina.core.boxes import box_of
from officina.core.errors import OfficinaError
from officina.core.game import Game
from officina.core.own_box import OwnBox, clean_title, read_own_box
from officina.core.text import Message
from officina.games import GAMES
from officina.tables import tokens
from officina.tables.boxes.edits import MOST_WRITTEN, Edit, further, sum_to_set, verdict
from officina.tables.boxes.shelf import file_of
from officina.tables.effort import aside
from officina.tables.errors import NotSaved
from officina.tables.storage.interface import BoxRow
from officina.web.live import regions, templates
from officina.web.pages.box_pieces import BoxView
from officina.web.pages.persons import shelf_of
from officina.web.pages.rendering import check_often, html, tables_of
from officina.web.requests import keep_maker, language_of, maker_token, name_of
from officina.web.words import PageWords

MOST_BRIEF: Final = 80
EDITS: Final = ("set", "add", "remove", "ours")


async def games(request: Request) -> Response:
    """``/box``: of which game is the box, and those of this browser."""
    words, token, boxes = PageWords(language_of(request)), maker_token(request), await shelf_of(request)
    shelves = [(game, box_of(game), [listed(row) for row in await boxes.mine(token, game.name)]) for game in GAMES.values()]
    return html(request, "box_games.html", words, shelves=shelves)


async def shelf(request: Request, error: str = "", status: int = 200) -> Response:
    """``/box/GAME``: what a box is, my boxes, a new one, one from a file."""
    game = GAMES[request.path_params["game"]]
    words = PageWords(language_of(request))
    mine = await (await shelf_of(request)).mine(maker_token(request), game.name)
    view = await aside(partial(BoxView, game, OwnBox("-"), set(), None, words.language))
    return html(
        request,
        "box_shelf.html",
        words,
        status,
        game=game,
        box=box_of(game),
        mine=[listed(row) for row in mine],
        pieces=len(view.listed),
        name=name_of(request),
        error=error,
    )


def listed(row: BoxRow) -> dict[str, Any]:
    """A box in a list."""
    own = read_own_box(row.draft)
    return {"id": row.id, "name": row.name, "ready": bool(row.ready), "changes": len(own.changes)}


async def make(request: Request) -> Response:
    """``POST /box/GAME``: a new box that begins as ours."""
    game = GAMES[request.path_params["game"]]
    check_often(request, "create")
    form = await request.form()
    words = PageWords(language_of(request))
    own = OwnBox(clean_title(form.get("name", "")) or words.say("box.usual_name"), maker=clean_title(form.get("maker", "")))
    return await put(request, game.name, own, [], ready=False)


async def put(request: Request, game: str, own: OwnBox, compared: list[str], ready: bool) -> Response:
    """Put a box of this browser's on the shelf, and open it."""
    token = maker_token(request) or tokens.new_token()
    try:
        row = await (await shelf_of(request)).add(game, own, token, compared, ready)
    except own_box.BoxError as error:
        return await shelf(request, PageWords(language_of(request)).tell(error.message), 409)
    response = RedirectResponse(f"/box/{row.game}/{row.id}", 303)
    keep_maker(request, response, token)
    return response


async def editor(request: Request, error: str = "", status: int = 200, place: str = "") -> Response:
    """``/box/GAME/ID``: the editor, or for others the box to look at and to copy; what was refused, and for which figure."""
    game = GAMES[request.path_params["game"]]
    boxes = await shelf_of(request)
    row = await boxes.find(request.path_params["box"], game.name)
    words = PageWords(language_of(request))
    shown = await aside(partial(editor_data, game, row, words))
    mine = boxes.holds(row, maker_token(request))
    told_of = f"{shown['view'].told(place)}: {error}" if error and place else error
    page = {"game": game, "box": box_of(game), "row": row, "mine": mine, "error": told_of, **shown}
    return html(request, "box.html", words, status, **page)


def editor_data(game: Game, row: BoxRow, words: PageWords) -> dict[str, Any]:
    """What the editor shows of a box."""
    own = read_own_box(row.draft)
    wrong = verdict(game, own)
    compared = set(msgspec.json.decode(row.compared, type=list[str]))
    players = game.players[0]
    style = regions.board_style(game, players, tuple(sorted(game.read_options(players, {}).items())))
    view = BoxView(game, own, compared, wrong, words.language)
    return {
        "view": view,
        "own": own,
        "wrong": None if wrong is None else view.complaint(wrong),
        "further": [view.complaint(each) for each in further(game, own, wrong)],
        "undoes": undone(view, game, own, row, words) if row.past != "[]" else "",
        "track_names": track_names(own, words.language),
        "mend": sum_to_set(game, own, wrong),
        "can_undo": row.past != "[]",
        "is_ready": row.ready == row.draft,
        "differences": told(view, game, own),
        "board_style": f"/board/{game.name}.css?v={templates.digest(style)}&players={players}",
    }


def track_names(own: OwnBox, language: str) -> list[str]:
    """What the tracks of a box are called: their files have a name in each language."""
    return [track_name(name, track, language) for name, track in own.tracks.items()]


def track_name(name: str, track: object, language: str) -> str:
    """What a track is called; its short name if it has no other."""
    titles = track.get("name") if isinstance(track, dict) else None
    return str(titles.get(language, name)) if isinstance(titles, dict) else name


def undone(view: BoxView, game: Game, own: OwnBox, row: BoxRow, words: PageWords) -> str:
    """What the button that takes the last change back is about: a figure by its place, or a track by its name."""
    before = msgspec.json.decode(row.past)[-1]
    if isinstance(before, dict):
        return view.told(taken_back(game, own, row))
    was = before[1]
    changed = [(name, track) for name, track in own.tracks.items() if was.get(name) != track]
    changed += [(name, track) for name, track in was.items() if name not in own.tracks]
    return words.say("box.the_track", track=track_name(*changed[0], words.language)) if changed else ""


def taken_back(game: Game, own: OwnBox, row: BoxRow) -> str:
    """The place that the last change was made at; empty: a track."""
    before = msgspec.json.decode(row.past)[-1]
    changes = before if isinstance(before, dict) else before[0]
    was = own_box.figures_of(game, msgspec.structs.replace(own, changes=changes))
    return next(iter(own_box.differences(was, own_box.figures_of(game, own))), "")


def told(view: BoxView, game: Game, own: OwnBox) -> list[tuple[str, str, str]]:
    """What differs from ours: where, ours, theirs."""
    ours = own_box.standard_figures(game)
    return [(view.told(place), *beside(view, own_box.value_at(ours, place), value)) for place, value in own.changes.items()]


def track_pictures(game: Game, own: OwnBox, language: str) -> list[Markup]:
    """The tracks of a box that its game takes, drawn."""
    if game.tracer is None:
        return []
    return [Markup(game.tracer.sketch(game.tracer.opened(track), language).svg) for track in own.tracks.values()]


def beside(view: BoxView, ours: Any, here: Any) -> tuple[str, str]:
    """What stands in both boxes at one place; of long lists how many there are, and where they begin to differ."""
    told_ours, told_here = view.in_words(ours), view.in_words(here)
    if max(len(told_ours), len(told_here)) > MOST_BRIEF and isinstance(ours, list) and isinstance(here, list):
        same = next(
            (at for at, (one, other) in enumerate(zip(ours, here, strict=False)) if one != other), min(len(ours), len(here))
        )
        told_ours, told_here = (f"{len(each)}: … {view.in_words(each[same:]) if each[same:] else ''}" for each in (ours, here))
    return brief(told_ours), brief(told_here)


def brief(text: str) -> str:
    """A line that is not too long."""
    return text if len(text) <= MOST_BRIEF else text[: MOST_BRIEF - 1] + "…"


async def change(request: Request) -> Response:
    """``POST /box/GAME/ID``: whatever the editor does; the page again, or why it was refused."""
    game = GAMES[request.path_params["game"]]
    box_id, token, boxes = request.path_params["box"], maker_token(request), await shelf_of(request)
    await boxes.find(box_id, game.name)
    check_often(request, "box")
    form = await request.form()
    do, place = str(form.get("do", "")), str(form.get("place", ""))[: own_box.MOST_PLACE]
    if do == "copy":
        check_often(request, "create")
        return await copied(request, box_id)
    try:
        if do == "delete":
            await boxes.throw_away(box_id, token)
            return RedirectResponse(f"/box/{game.name}", 303)
        await works(boxes, box_id, token, do, place, form)()
    except NotSaved:
        raise
    except OfficinaError as error:
        of_figure = place if do in EDITS and own_box.is_place(place) else ""
        return await editor(request, PageWords(language_of(request)).tell(error.message), 409, of_figure)
    at = str(form.get("at", ""))
    return RedirectResponse(f"/box/{game.name}/{box_id}" + (f"#{quote(at)}" if at else ""), 303)


def works(boxes: Any, box_id: str, token: str, do: str, place: str, form: FormData) -> Callable[[], Awaitable[BoxRow]]:
    """What a form of the editor asks for."""
    text = partial(form.get, default="")
    if do in EDITS:
        edit = msgspec.convert({"kind": do, "place": place, "value": str(text("value"))[:MOST_WRITTEN]}, Edit)
        return partial(boxes.edit, box_id, token, edit)
    if do == "undo":
        return partial(boxes.undo, box_id, token)
    if do == "compare":
        return partial(boxes.compare, box_id, token, place, text("done") == "1")
    if do == "untrack":
        return partial(boxes.drop_track, box_id, token, place)
    if do == "rename":
        return partial(boxes.rename, box_id, token, str(text("name")), str(text("maker")))
    if do == "ready":
        return partial(boxes.declare_ready, box_id, token)
    raise own_box.BoxError(Message("tables.error.form"))


async def copied(request: Request, box_id: str) -> Response:
    """A copy of a box for this browser."""
    token = maker_token(request) or tokens.new_token()
    row = await (await shelf_of(request)).copy(box_id, token, "")
    response = RedirectResponse(f"/box/{row.game}/{row.id}", 303)
    keep_maker(request, response, token)
    return response


async def file(request: Request) -> Response:
    """``/box/GAME/ID/file``: the box as one file."""
    row = await tables_of(request).shelf.find(request.path_params["box"], GAMES[request.path_params["game"]].name)
    name = quote(f"{row.game}-{row.id}.box.json")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return PlainTextResponse(await aside(partial(file_of, row)), headers=headers, media_type="application/json")


async def of_table(request: Request) -> Response:
    """``/t/ID/box``: what the box of a table has otherwise than ours, for whoever sits down or looks on."""
    live = await tables_of(request).live(request.path_params["table"])
    game, own, words = GAMES[live.info.game], live.game.own_box, PageWords(language_of(request))
    if own is None:
        return RedirectResponse(f"/t/{live.id}", 303)
    return html(
        request,
        "box_table.html",
        words,
        game=game,
        box=box_of(game),
        own=own,
        table=live.id,
        differences=await aside(lambda: told(BoxView(game, own, set(), None, words.language), game, own)),
        track_names=track_names(own, words.language),
        tracks=await aside(partial(track_pictures, game, own, words.language)),
    )


async def receive(request: Request) -> Response:
    """``POST /box/GAME/import``: a file is read and its differences shown; with ``accept`` it is put on the shelf."""
    game = GAMES[request.path_params["game"]]
    check_often(request, "import")
    form = await request.form()
    given = form.get("file")
    content = await given.read(own_box.MOST_BYTES + 1) if isinstance(given, UploadFile) else str(given or "").encode()
    words = PageWords(language_of(request))
    try:
        name, own, compared = await tables_of(request).read_box_file(content)
        if name != game.name:
            raise own_box.BoxError(Message("web.box.other_game", game=GAMES[name].title()))
    except NotSaved:
        raise
    except OfficinaError as error:
        return await shelf(request, words.tell(error.message), 400)
    if form.get("accept") == "1":
        return await put(request, name, own, compared, ready=True)
    return html(
        request,
        "box_import.html",
        words,
        game=game,
        box=box_of(game),
        own=own,
        compared=len(compared),
        differences=await aside(lambda: told(BoxView(game, own, set(), None, words.language), game, own)),
        track_names=track_names(own, words.language),
        tracks=await aside(partial(track_pictures, game, own, words.language)),
        content=own_box.dump_file(game, own, compared),
    )
