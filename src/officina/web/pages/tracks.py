"""``/box/GAME/ID/track``: the track of one's own board, traced from a photo that never leaves the browser.

The browser keeps the drawing (undo, redo, a copy for the next visit) and the photo. Each edit is sent with the whole tracing;
the answer is the next one, drawn by the code that draws our own tracks, and everything that the format's checks say.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from officina.core import own_box
from officina.core.boxes import box_of
from officina.core.components import NUMBER, read_toml
from officina.core.errors import ComponentsError, OfficinaError
from officina.core.game import Game
from officina.core.own_box import BoxError, OwnBox, read_own_box
from officina.core.text import LANGUAGES, Message
from officina.core.tracing import Content, Sketch, Tracer
from officina.games import GAMES
from officina.tables.effort import aside
from officina.tables.errors import NotSaved
from officina.tables.storage.interface import BoxRow
from officina.web.pages.persons import shelf_of
from officina.web.pages.rendering import check_often, html, tables_of
from officina.web.requests import language_of, maker_token
from officina.web.words import PageWords

CHART: Final = "wear_chart"
"""The table of figures that stands on the board of a track, too."""
MOST_FIGURES: Final = 8
SPOKEN: Final[dict[str, tuple[str, ...]]] = {
    "segment": ("lane", "position", "space"),
    "point": ("number", "of"),
    "stretch_after": ("positions",),
    "corner": ("number",),
    "cell": ("slot", "lane", "position"),
    "lap": ("positions",),
    "laid": ("space", "lane", "position"),
    **dict.fromkeys(
        (
            "nothing_there", "resumed", "lost", "straightened", "no_photo", "photo_ready", "money", "lap_after", "lap_before",
            "remove_cell", "section_name", "section_kind", "straight", "bend", "chicane", "sign_wear_chart", "sign_lap_track",
            "sign_info", "driving", "undone", "redone", "sound", "remove_section", "line", "begun", "enlarge",
        ),
        (),
    ),
}  # fmt: skip
"""Sentences of the script, and the figures in them."""


Place = Annotated[str, Meta(max_length=own_box.MOST_NAME)]


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What the editor sends: the tracing, and what is to be done with it; ``begin``: one of ours instead, or an empty board."""

    track: Any
    edit: Any = None
    begin: Place | None = None
    figures: Annotated[dict[Place, Annotated[int, Meta(ge=0, le=own_box.MOST_FIGURE)]], Meta(max_length=MOST_FIGURES)] = {}
    old: Place = ""


class NoTracks(BoxError):
    """This game has no tracks."""


def tracer_of(game: Game, own: OwnBox | None = None) -> Tracer:
    """What tracks of a game are drawn with, in the figures of a box that adds up."""
    if own is not None:
        with suppress(BoxError, ComponentsError):  # of a draft that does not add up; ours will do for a picture
            game = own_box.game_with(game, msgspec.structs.replace(own, tracks={}))
    if game.tracer is None:
        raise NoTracks(Message("kernel.option.no_tracks", game=game.title()))
    return game.tracer


async def owned(request: Request) -> tuple[Game, BoxRow]:
    """The game and the box of an address; BoxError unless this browser made the box."""
    game = GAMES[request.path_params["game"]]
    boxes = await shelf_of(request)
    row = await boxes.find(request.path_params["box"], game.name)
    boxes.check_owner(row, maker_token(request))
    return game, row


async def editor(request: Request) -> Response:
    """The page: of a new track, of one of the box (``?name=``), or beginning as one of ours (``?from=``)."""
    game, row = await owned(request)
    own = read_own_box(row.draft)
    tracer = tracer_of(game, own)
    name = request.query_params.get("name", "")
    track = await aside(partial(beginning, game, tracer, own, name, request.query_params.get("from", "")))
    words = PageWords(language_of(request))
    return html(
        request,
        "track.html",
        words,
        game=game,
        box=box_of(game),
        row=row,
        here=f"/box/{game.name}/{row.id}/track",
        start=msgspec.json.encode({"track": track, "old": name if name in own.tracks else ""}).decode(),
        spoken=msgspec.json.encode(spoken(words)).decode(),
        chart=await aside(partial(chart_of, game, own, words)),
        ours=standard_tracks(game),
    )


def beginning(game: Game, tracer: Tracer, own: OwnBox, name: str, ours: str) -> Content:
    """The tracing that the page begins with."""
    if name in own.tracks:
        return tracer.opened(own.tracks[name])
    for file in sorted((game.folder / "tracks").glob("*.toml")):
        if file.stem == ours:
            return tracer.opened(read_toml(file))
    return tracer.blank()


def chart_of(game: Game, own: OwnBox, words: PageWords) -> list[dict[str, Any]]:
    """The figures that stand on the board of a track: what each is called, what it is, what it may be."""
    asked = own_box.demands(game, own_box.standard_figures(game))
    return [
        {"place": name, "figure": figure, "words": words.tell(Message(f"{game.name}.shade.{name}")), "most": demand.most}
        for name, figure in own_box.figures_of(game, own).get(CHART, {}).items()
        if (demand := asked.get(f"{CHART}.{name}")) is not None and demand.kind == NUMBER
    ]


def standard_tracks(game: Game) -> list[str]:
    """The names of our own tracks."""
    return sorted(file.stem for file in (game.folder / "tracks").glob("*.toml"))


def spoken(words: PageWords) -> dict[str, str]:
    """What the script says by itself; figures that it puts in stand in braces."""
    found = {}
    for name, figures in SPOKEN.items():
        found[name] = words.say(f"trace.{name}", **{figure: f"{{{figure}}}" for figure in figures})
    return found


def asked_for(body: bytes) -> Asked:
    """The request of the editor; BoxError if it is none."""
    try:
        return msgspec.json.decode(body, type=Asked)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise BoxError(Message("tables.error.form")) from None


def refused(request: Request, error: OfficinaError) -> Response:
    """Why not, in a sentence."""
    return JSONResponse({"refused": PageWords(language_of(request)).tell(error.message)}, 409)


async def draw(request: Request) -> Response:
    """``POST .../draw``: the tracing after an edit, drawn."""
    try:
        game, row = await owned(request)
        check_often(request, "trace")
        asked = asked_for(await request.body())
        words = PageWords(language_of(request))
        own = read_own_box(row.draft)
        tracer, track = tracer_of(game, own), asked.track
        if asked.begin is not None:
            track = await aside(partial(beginning, game, tracer, OwnBox("-"), "", asked.begin))
        return JSONResponse(await aside(partial(drawn, tracer, track, asked.edit, words)))
    except (BoxError, ComponentsError) as error:
        return refused(request, error)


def drawn(tracer: Tracer, track: object, edit: object, words: PageWords) -> dict[str, Any]:
    """The next tracing and its picture."""
    after = tracer.changed(track, edit)
    return {"track": after, **shown(tracer.sketch(after, words.language), words)}


def shown(sketch: Sketch, words: PageWords) -> dict[str, Any]:
    """A sketch as the script reads it."""
    return {
        "svg": sketch.svg,
        "view": sketch.view,
        "segments": sketch.segments,
        "edges": sketch.edges,
        "wrong": [
            {"words": words.tell(each.message), "lane": each.lane, "position": each.position, "mend": each.mend}
            for each in sketch.wrong
        ],
    }


async def open_file(request: Request) -> Response:
    """``POST .../open``: a track file, read in a process that can be killed, as a drawing."""
    try:
        game, row = await owned(request)
        check_often(request, "import")
        body = await request.body()
        if len(body) > own_box.MOST_BYTES:
            raise BoxError(Message("kernel.box.size", most=own_box.MOST_BYTES // 1024))
        track = await tables_of(request).read_track_file(game.name, body.decode("utf-8", "replace"))
        words = PageWords(language_of(request))
        return JSONResponse(await aside(partial(drawn, tracer_of(game, read_own_box(row.draft)), track, None, words)))
    except NotSaved:
        raise
    except OfficinaError as error:
        return refused(request, error)


async def drive(request: Request) -> Response:
    """``POST .../drive``: bots try the track, in a process that can be killed."""
    try:
        game, row = await owned(request)
        check_often(request, "import")
        asked = asked_for(await request.body())
        own = read_own_box(row.draft)
        track = await aside(partial(sound_track, tracer_of(game, own), asked.track))
        tried = OwnBox(own.name, own.changes, {track["id"]: track})
        finished, of, turns = await tables_of(request).drive(game.name, tried, track["id"])
        words = PageWords(language_of(request))
        said = words.say("trace.driven" if finished else "trace.stuck", n=finished, of=of, turns=turns)
        return JSONResponse({"words": said, "finished": finished, "of": of, "turns": turns})
    except NotSaved:
        raise
    except OfficinaError as error:
        return refused(request, error)


def sound_track(tracer: Tracer, track: object) -> Content:
    """A tracing that its own file format takes."""
    found = tracer.changed(track, None)
    tracer.text(found)
    return found


async def keep(request: Request) -> Response:
    """``POST .../keep``: the track becomes part of the box, with the figures that stand on its board."""
    try:
        game, row = await owned(request)
        check_often(request, "box")
        asked = asked_for(await request.body())
        track = await aside(partial(sound_track, tracer_of(game), asked.track))
        if any(not place.startswith(f"{CHART}.") for place in asked.figures):
            raise BoxError(Message("tables.error.form"))
        kept = await (await shelf_of(request)).keep_track(row.id, maker_token(request), track, asked.figures, asked.old)
        words, ready = PageWords(language_of(request)), kept.ready == kept.draft
        further = f"/new/{game.name}?box={row.id}" if ready else f"/box/{game.name}/{row.id}"
        said = {"words": words.say("trace.kept_ready" if ready else "trace.kept"), "name": track["id"]}
        return JSONResponse({**said, "go": further, "go_words": words.say("box.play" if ready else "trace.back")})
    except NotSaved:
        raise
    except OfficinaError as error:
        return refused(request, error)


async def file(request: Request) -> Response:
    """``POST .../file``: the tracing as a track file."""
    try:
        game, _ = await owned(request)
        form = await request.form()
        content = asked_for(str(form.get("track", "")).encode()).track
        text = await aside(partial(tracer_of(game).text, content))
    except (BoxError, ComponentsError) as error:
        return PlainTextResponse(PageWords(language_of(request)).tell(error.message), 409)
    name = quote(f"{content['id']}.toml")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return PlainTextResponse(text, headers=headers, media_type="application/toml")


async def picture(request: Request) -> Response:
    """``/box/GAME/ID/track/NAME.svg``: a track of the box, drawn."""
    game = GAMES[request.path_params["game"]]
    row = await tables_of(request).shelf.find(request.path_params["box"], game.name)
    own = read_own_box(row.draft)
    name = request.path_params["name"]
    if name not in own.tracks:
        raise BoxError(Message("tables.box.no_such_track"))
    tracer = tracer_of(game, own)
    language = language_of(request)
    assert language in LANGUAGES
    svg = await aside(lambda: tracer.sketch(tracer.opened(own.tracks[name]), language).svg)
    return Response(svg, media_type="image/svg+xml")
