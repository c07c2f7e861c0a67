"""Positions as readable data, and back: a loader that says what is wrong and never yields a wrong position."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from officina.core.errors import OptionError, SaveError
from officina.core.step import Step, Together
from officina.core.text import Message

if TYPE_CHECKING:
    from officina.core.game import Game
    from officina.core.position import Position

Word = Annotated[int, msgspec.Meta(ge=0, le=0xFFFFFFFF)]
SavedStep = tuple[str, Annotated[int, msgspec.Meta(ge=-1, le=15)], tuple[int, ...]]

MOST_STEPS: Final = 500


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """The envelope of every saved position; ``state`` is the game's own part."""

    game: str
    rules_version: int
    components: str
    players: int
    options: dict[str, int | str]
    rng: tuple[Word, Word, Word, Word]
    stack: Annotated[list[SavedStep], msgspec.Meta(max_length=MOST_STEPS)]
    answers: list[list[int]]
    drafts: list[list[int]]
    state: dict[str, Any]
    digest: str = ""


def dump_position(game: Game, p: Position) -> dict[str, Any]:
    """The position as plain data, sealed with a digest (a position written by hand may leave the digest out)."""
    data = {
        "game": game.name,
        "rules_version": game.rules_version,
        "components": game.components_digest,
        "players": p.seats,
        "options": game.option_values(p),
        "rng": p.rng.state(),
        "stack": [[type(step).__name__, step.seat, list(step.args)] for step in p.stack],
        "answers": [list(answer) for answer in p.answers],
        "drafts": [list(draft) for draft in p.drafts],
        "state": game.state_to_json(p),
    }
    data["digest"] = digest(data)
    return data


def digest(data: Mapping[str, Any]) -> str:
    """A fingerprint of plain data, whatever the order of its keys; the entry ``digest`` itself does not count."""
    content = {key: value for key, value in data.items() if key != "digest"}
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()[:32]


def load_position(game: Game, data: object) -> Position:
    """A position from plain data; SaveError names what is wrong with it."""
    if isinstance(data, (str, bytes)):
        data = read(dict[str, Any], data)
    saved = read(Saved, data)
    if saved.digest and isinstance(data, dict) and saved.digest != digest(data):
        raise SaveError(Message("kernel.save.digest"))
    if saved.game != game.name:
        raise SaveError(Message("kernel.save.other_game", found=saved.game[:40], wanted=game.title()))
    if saved.rules_version != game.rules_version:
        raise SaveError(Message("kernel.save.rules_version", found=saved.rules_version, wanted=game.rules_version))
    if saved.components != game.components_digest:
        raise SaveError(Message("kernel.save.components"))
    try:
        options = game.read_options(saved.players, saved.options)
    except OptionError as error:
        raise SaveError(error.message) from None
    p = game.set_up(saved.players, options)
    game.state_from_json(p, saved.state)
    wrong = game.check(p)
    if wrong is not None:
        raise SaveError(wrong)
    p.rng.restore(list(saved.rng))
    p.stack = [_step(game, p, entry) for entry in saved.stack]
    try:
        _restore_answers(p, saved)
        _check_stack(p)
        p.retarget()
    except SaveError:
        raise
    except Exception as error:
        raise SaveError(Message("kernel.save.impossible")) from error
    return p


def read(type_: Any, data: object) -> Any:
    """Plain data as a typed structure; SaveError with the place of the first mistake."""
    try:
        if isinstance(data, (str, bytes)):
            return msgspec.json.decode(data, type=type_)
        return msgspec.convert(data, type_)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise SaveError(Message("kernel.save.shape", detail=" ".join(str(error).split())[:160])) from None


def _step(game: Game, p: Position, entry: SavedStep) -> Step[Any]:
    name, seat, args = entry
    if name not in game.steps or seat >= p.seats:
        raise SaveError(Message("kernel.save.step", step=name[:40]))
    return game.steps[name](seat, args)


def _restore_answers(p: Position, saved: Saved) -> None:
    top = p.stack[-1] if p.stack else None
    if not isinstance(top, Together):
        if saved.answers or saved.drafts:
            raise SaveError(Message("kernel.save.answers"))
        return
    if not saved.answers and not saved.drafts:
        return
    if len(saved.answers) != p.seats or len(saved.drafts) != p.seats:
        raise SaveError(Message("kernel.save.answers"))
    p.answers = [tuple(answer) for answer in saved.answers]
    p.drafts = [tuple(draft) for draft in saved.drafts]
    asked = top.seats(p)
    for seat in range(p.seats):
        for chain, complete in ((p.answers[seat], True), (p.drafts[seat], False)):
            if chain and (seat not in asked or not _is_chain(p, top, seat, chain, complete)):
                raise SaveError(Message("kernel.save.answers"))
    if all(p.answers[seat] for seat in asked):
        raise SaveError(Message("kernel.save.answers"))


def _is_chain(p: Position, step: Together[Any], seat: int, chain: tuple[int, ...], complete: bool) -> bool:
    """Whether the options are such as the seat could have chosen, one after the other."""
    for length in range(len(chain)):
        given = chain[:length]
        if step.next_kind(p, seat, given) == 0 or chain[length] not in step.seat_options(p, seat, given):
            return False
    return (step.next_kind(p, seat, chain) == 0) == complete


def _check_stack(p: Position) -> None:
    """A stack that a person (or a fault) has changed may ask the impossible: ask its top question once."""
    if p.stack and not isinstance(p.stack[-1], Together) and p.stack[-1].kind and not p.stack[-1].options(p):
        raise SaveError(Message("kernel.save.impossible"))
