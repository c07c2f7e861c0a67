"""Positions as readable data, and back: a loader that says what is wrong and never yields a wrong position.

Everything in a save has a name: fields, the arguments of steps, half-made answers. Saves of 0.1 (without ``format``) hold
indices and bit masks instead; the same declarations read them (:class:`officina.core.nouns.Reading`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from officina.core.errors import OptionError, SaveError
from officina.core.nouns import ListOf, Reading, wrong
from officina.core.rng import KEYED, Rng, game_rng
from officina.core.step import Step, Together
from officina.core.text import Message

if TYPE_CHECKING:
    from officina.core.game import Game
    from officina.core.position import Position

Word = Annotated[int, msgspec.Meta(ge=0, le=0xFFFFFFFF)]
SavedStep = tuple[str, Annotated[int, msgspec.Meta(ge=-1, le=15)], dict[str, Any] | list[int]]

LITTLE: Final = 1 << 16
"""A state of a fast stream whose words are all smaller was written by a person."""

FORMAT: Final = 2
FIRST_FORMAT: Final = 1
MOST_STEPS: Final = 500


class Chance(msgspec.Struct, forbid_unknown_fields=True):
    """A keyed stream: its key and how many words were drawn. Whoever writes a position by hand gives a seed instead."""

    key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    drawn: Annotated[int, msgspec.Meta(ge=0, lt=1 << 48)] = 0
    seed: int | str | None = None


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """The envelope of every saved position; ``state`` is the game's own part."""

    game: str
    rules_version: int
    components: str
    players: int
    options: dict[str, int | str]
    rng: tuple[Word, Word, Word, Word] | Chance
    stack: Annotated[list[SavedStep], msgspec.Meta(max_length=MOST_STEPS)]
    answers: list[list[int | str]]
    drafts: list[list[int | str]]
    state: dict[str, Any]
    format: int = FIRST_FORMAT
    digest: str = ""


def dump_position(game: Game, p: Position) -> dict[str, Any]:
    """The position as plain data, sealed with a digest (a position written by hand may leave the digest out)."""
    data = {
        "format": FORMAT,
        "game": game.name,
        "rules_version": game.rules_version,
        "components": game.components_digest,
        "players": p.seats,
        "options": dict(p.table_options),
        "rng": dump_chance(p.rng),
        "stack": [[type(step).__name__, step.seat, dump_args(game, step)] for step in p.stack],
        "answers": [dump_chain(p, seat, answer) for seat, answer in enumerate(p.answers)],
        "drafts": [dump_chain(p, seat, draft) for seat, draft in enumerate(p.drafts)],
        "state": game.state_to_json(p),
    }
    data["digest"] = digest(data)
    return data


def dump_chance(rng: Rng) -> list[int] | dict[str, Any]:
    """The state of a stream; its form tells the kind."""
    return {"key": rng.key.hex(), "drawn": rng.count} if rng.keyed else rng.state()


def load_chance(saved: Saved) -> Rng:
    """The stream that was saved; SaveError if a person wrote a state that draws no chance worth the name."""
    found = saved.rng
    if not isinstance(found, Chance):
        if saved.format > FIRST_FORMAT and not saved.digest and max(found[:3]) < LITTLE:
            raise SaveError(Message("kernel.save.chance"))
        rng = Rng()
        rng.restore(list(found))
        return rng
    if (found.seed is None) != bool(found.key) or (found.drawn and not found.key):
        wrong("rng", "a key and how many were drawn, or a seed", msgspec.to_builtins(found))
    rng = game_rng("" if found.seed is None else found.seed, KEYED)
    if found.key:
        rng.use_key(bytes.fromhex(found.key), found.drawn)
    return rng


def dump_args(game: Game, step: Step[Any]) -> dict[str, Any]:
    """A step's arguments by name; those left out at the end are left out here, too."""
    return named_args(game, step, hidden=True)


def named_args(game: Game, step: Step[Any], *, hidden: bool) -> dict[str, Any]:
    """A step's arguments by name, with or without those whose noun is a secret."""
    found: dict[str, Any] = {}
    rest = any(isinstance(noun, ListOf) for noun in step.takes.values())
    if len(step.args) > len(step.takes) and not rest:
        raise ValueError(f"{game.name}: {step!r} has arguments that {type(step).__name__}.takes does not name")
    for place, (name, noun) in enumerate(step.takes.items()):
        if noun.hidden and not hidden:
            continue
        if isinstance(noun, ListOf):
            found[name] = noun.dump(step.args[place:], game.parts)
        elif place < len(step.args):
            found[name] = noun.dump(step.args[place], game.parts)
    return found


def load_args(step: type[Step[Any]], data: Any, reading: Reading, where: str) -> tuple[int, ...]:
    """The arguments that were written; in 0.1's form a plain list of ints."""
    if reading.old and isinstance(data, list):
        return tuple(data)
    if not isinstance(data, dict) or not data.keys() <= step.takes.keys():
        wrong(where, f"arguments by name ({', '.join(step.takes) or 'none'})", data)
    args: list[int] = []
    given = list(step.takes)[: len(data)]
    for name in given:
        if name not in data:
            wrong(where, f"{name} before what follows it", sorted(data))
        noun = step.takes[name]
        value = noun.load(data[name], reading, f"{where}.{name}")
        args += value if isinstance(noun, ListOf) else [int(value)]
    return tuple(args)


def dump_chain(p: Position, seat: int, chain: tuple[int, ...]) -> list[str]:
    """A simultaneous answer, or the beginning of one, in notation."""
    step = p.stack[-1]
    assert isinstance(step, Together)
    kinds = [step.next_kind(p, seat, chain[:length]) for length in range(len(chain))]
    return [p.game.vocabulary.kind(kind).words[option] for kind, option in zip(kinds, chain, strict=True)]


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
    if not FIRST_FORMAT <= saved.format <= FORMAT:
        raise SaveError(Message("kernel.save.format", found=saved.format, wanted=FORMAT))
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
    reading = Reading(game.parts, old=saved.format == FIRST_FORMAT)
    p = game.set_up(saved.players, options)
    p.table_options = options
    game.state_from_json(p, saved.state, reading)
    wrong = game.check(p)
    if wrong is not None:
        raise SaveError(wrong)
    p.rng = load_chance(saved)
    p.stack = [_step(game, p, entry, reading, f"stack[{place}]") for place, entry in enumerate(saved.stack)]
    try:
        # A sealed save is one that a game was in: no table of orders that we learned may ever refuse it.
        wrong = None if saved.digest else game.check_stack(p)
        if wrong is not None:
            raise SaveError(wrong)
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


def _step(game: Game, p: Position, entry: SavedStep, reading: Reading, where: str) -> Step[Any]:
    name, seat, args = entry
    if reading.old and name in game.renamed_steps:
        name, args = game.renamed_steps[name]
    if name not in game.steps or seat >= p.seats:
        raise SaveError(Message("kernel.save.step", step=name[:40]))
    step = game.steps[name]
    return step(seat, load_args(step, args, reading, where))


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
    p.answers = [_chain(p, top, seat, answer) for seat, answer in enumerate(saved.answers)]
    p.drafts = [_chain(p, top, seat, draft) for seat, draft in enumerate(saved.drafts)]
    asked = top.seats(p)
    for seat in range(p.seats):
        for chain, complete in ((p.answers[seat], True), (p.drafts[seat], False)):
            if chain and (seat not in asked or not _is_chain(p, top, seat, chain, complete)):
                raise SaveError(Message("kernel.save.answers"))
    if all(p.answers[seat] for seat in asked):
        raise SaveError(Message("kernel.save.answers"))


def _chain(p: Position, step: Together[Any], seat: int, words: list[int | str]) -> tuple[int, ...]:
    """The options of a simultaneous answer, from notation or (0.1) from their numbers."""
    chain: tuple[int, ...] = ()
    for word in words:
        kind = step.next_kind(p, seat, chain)
        option = word if isinstance(word, int) else p.game.vocabulary.kind(kind).index.get(word) if kind else None
        if option is None:
            raise SaveError(Message("kernel.save.answers"))
        chain = (*chain, option)
    return chain


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
