"""Boxes by chance: ``python -m tests.box_mutations`` (the loaders' checks), ``games`` (random boxes), ``files`` (hostile ones).

``idle``: figures that an owner may change, and that changed nothing in random games: perhaps no rule reads them.
``checks``: every figure of every box changed in every way that the editor's data could be; each refusal by the words of the
check that gave it, and no check of a loader that no mutation reached. ``games --games 2000``: random accepted boxes, played by
random bots: no crash, no dead end, nothing lost. ``files --files 10000``: files made up from sound ones; none is taken that the
loader does not take, no traceback, no growth.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from officina import GAMES, Rng
from officina.core import own_box
from officina.core.components import NUMBER, NUMBERS, Box
from officina.core.errors import ComponentsError, OfficinaError
from officina.core.game import Game, OptionValue
from officina.core.own_box import BoxError, Content, OwnBox
from officina.core.text import render
from officina.core.tracing import Tracer
from tests.seeds import seed_of, seeded
from tests.settings import Setting, random_setting

PAGE = os.sysconf("SC_PAGESIZE")
MOST_MENDS = 4
"""Sums put right one after the other, for checks that come after them."""
MOST_GROWN = 4
"""MB that the allocator may be uneven by."""
ODD: tuple[Any, ...] = (-1, 0, 1, 2, 3, 7, 99, 100, 10_000, True, 1.5, "", "x", "white", "gp", [], [1], {}, [1, 1, 1], None)


# --- every place of a box, and what can be done there


def places(content: Any, place: str = "") -> Iterator[str]:
    """Every place of a content, tables and rows included."""
    if place:
        yield place
    if isinstance(content, dict):
        for name, value in content.items():
            yield from places(value, f"{place}.{name}" if place else name)
    elif isinstance(content, list):
        for number, value in enumerate(content, 1):
            yield from places(value, f"{place}[{number}]")


def variants(value: Any) -> Iterator[Any]:
    """What somebody may put in the place of a value."""
    yield from ODD
    if isinstance(value, int):
        yield from (value - 1, value + 1, value * 2, value + 20)
    if isinstance(value, str):
        yield from (value[::-1], value.upper(), value + " 9", value + "?")
    if isinstance(value, list) and value:
        yield value[:-1]
        yield [*value, value[-1]]
        yield value[::-1]
        yield [value[0]] * len(value)
        yield [*value[1:], value[0]]
        yield value * 4
        if len(value) > 1:
            yield value[:1]
    if isinstance(value, dict):
        for key in value:
            yield {name: entry for name, entry in value.items() if name != key}


def with_value(content: Any, place: list[str | int], value: Any) -> Any:
    """The content with another value at a place; what lies beside the way there is shared."""
    if not place:
        return value
    first, *rest = place
    inside = with_value(content[first], rest, value)
    if isinstance(content, dict):
        return {**content, first: inside}
    return [inside if at == first else each for at, each in enumerate(content)]


def mutants(content: Content) -> Iterator[tuple[str, Content]]:
    """A content with one place changed, in every way; and each table taken away."""
    for place in places(content):
        before = own_box.value_at(content, place)
        for value in variants(before):
            yield place, with_value(content, own_box.steps(place), value)
    for name in content:
        yield name, {table: entries for table, entries in content.items() if table != name}


def keys_of(game: Game) -> set[str]:
    """The complaints that the loader of a game has words for, as its source names them."""
    found: set[str] = set()
    files = [game.folder / "components.py", *([game.folder / "trackfile.py"] if game.has_tracks else [])]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fail":
                first = node.args[0]
                assert isinstance(first, ast.Constant)
                found.add(str(first.value))
    return found


def worded(game: Game, content: Content) -> Iterator[tuple[str, Content]]:
    """Every word that its loader would take in the place of another, at one place; and a word gone from a whole table."""
    for place, demand in own_box.demands(game, content).items():
        value = own_box.value_at(content, place)
        spots = [f"{place}[{number}]" for number in range(1, len(value) + 1)] if isinstance(value, list) else [place]
        for spot in spots if demand.allowed else []:
            for word in demand.allowed:
                yield spot, with_value(content, own_box.steps(spot), word)
    lists = {place: demand for place, demand in own_box.demands(game, content).items() if demand.allowed}
    for table in content:
        here = {place: demand for place, demand in lists.items() if place.startswith(f"{table}.")}
        for word in sorted({word for demand in here.values() for word in demand.allowed}):
            changed = copy.deepcopy(content)
            for place, demand in here.items():
                value = own_box.value_at(changed, place)
                if isinstance(value, list):
                    others = [other for other in demand.allowed if other not in value]
                    own_box.set_value(changed, place, [others.pop(0) if each == word and others else each for each in value])
            yield table, changed


def mended(game: Game, content: Content, wrong: ComponentsError | None) -> Content | None:
    """The content with the sum put right that the loader complains of, for checks that come after it; None if it is no sum."""
    if wrong is None or "wanted" not in wrong.details:
        return None
    place = f"{wrong.place}.{wrong.details['entry']}"
    demand = own_box.demands(game, content).get(place)
    if demand is None or demand.kind not in ("sum", "follows"):
        return None
    found: Content = with_value(content, own_box.steps(place), demand.wanted)
    return found


def complaint_of(game: Game, content: Content) -> ComponentsError | None:
    """What the loader says."""
    try:
        type(game.parts)(Box(content, digest="-"))
    except ComponentsError as error:
        return error
    return None


def checks(names: list[str], stride: int) -> int:
    """Reach every check of every loader."""
    missed = 0
    for name in names:
        game = GAMES[name]
        content = own_box.standard_figures(game)
        said: Counter[str] = Counter()
        examples: dict[str, str] = {}
        tried = taken = 0
        for number, (place, mutant) in enumerate(chain(mutants(content), worded(game, content))):
            following: Content | None = None if number % stride else mutant
            for _ in range(1 + MOST_MENDS):
                if following is None:
                    break
                tried += 1
                wrong = complaint_of(game, following)
                if wrong is None:
                    taken += 1
                    break
                inner = wrong.message.args.get("what")
                key = getattr(inner, "key", wrong.message.key)
                said[key] += 1
                if key not in examples:
                    examples[key] = f"{place}: {render(wrong.message, 'en')}"
                assert wrong.place
                following = mended(game, following, wrong)
        tracks = track_checks(game, said, examples) if game.has_tracks else 0
        unreached = keys_of(game) - said.keys()
        missed += len(unreached)
        print(f"{name}: {tried} mutations of figures, {tracks} of tracks; {taken} are boxes, {sum(said.values())} refused")
        for key, count in said.most_common():
            print(f"  {count:6} {key}: {examples[key][:150]}")
        for key in sorted(unreached):
            print(f"  NEVER REACHED {key}")
    return missed


def track_checks(game: Game, said: Counter[str], examples: dict[str, str]) -> int:
    """The same for the tracks of a game."""
    from officina.core.components import read_toml
    from officina.games.automobiles import trackfile

    tried = 0
    content = read_toml(trackfile.STANDARD[0])
    points = copy.deepcopy(content)
    points["geometry"]["centre_points"] = [[0, 0]]
    assert game.tracer is not None
    traced = game.tracer.changed(game.tracer.opened(content), {"do": "arrow", "position": 3})
    for base in (content, points, traced):
        for place, mutant in mutants(base):
            tried += 1
            try:
                trackfile.load(Box(mutant))
            except ComponentsError as error:
                inner = error.message.args.get("what")
                key = getattr(inner, "key", error.message.key)
                said[key] += 1
                examples.setdefault(key, f"{place}: {render(error.message, 'en')}")
    return tried


# --- figures that nothing reads


def idle(names: list[str], games: int) -> int:
    """Print the figures that may be changed without any random game being another one: to be looked at, not errors."""
    for name in names:
        ours, found = GAMES[name], list[str]()
        content = own_box.standard_figures(ours)
        asked = own_box.demands(ours, content)
        settings = [setting(ours, seeded(f"idle {number}")) for number in range(games)]
        before = [course(ours, settings, number) for number in range(games)]
        for place in places(content):
            demand = asked.get(place) or asked.get(place.rpartition("[")[0])
            figure = own_box.value_at(content, place)
            if isinstance(figure, int) and demand is not None and demand.kind in (NUMBER, NUMBERS):
                boxes = [accepted(ours, content, place, figure + more) for more in (1, -1, 2, 5, -3)]
                changed = [ours.with_components(Box(box)) for box in boxes if box is not None]
                if changed and not any(course(game, settings, at) != before[at] for game in changed for at in range(games)):
                    found.append(f"{place} = {figure}")
        print(f"{name}: {len(found)} figures without effect in {games} games of each", *found, sep="\n  ", flush=True)
    return 0


def accepted(game: Game, content: Content, place: str, figure: int) -> Content | None:
    """The content with another figure, and the sums that follow from it; None if the loader does not take it."""
    found: Content | None = with_value(content, own_box.steps(place), figure)
    for _ in range(MOST_MENDS):
        if found is None or (wrong := complaint_of(game, found)) is None:
            return found
        found = mended(game, found, wrong)
    return None


def course(game: Game, settings: list[Setting], number: int) -> list[object]:
    """What is offered and chosen in a random game, and how it ends."""
    players, options = settings[number]
    try:
        position = game.start(players, seed_of(f"idle {number}"), options)
    except OfficinaError as error:
        return [str(error)]
    rng, seen = seeded(f"idle choices {number}"), list[object]()
    while not position.over:
        seat = position.may_act()[0]
        options_now = position.options(seat)
        seen.append(tuple(options_now))
        position.apply(seat, rng.pick(options_now))
    return [*seen, tuple(position.scores()), tuple(position.winners())]


# --- random boxes that are accepted


def random_box(game: Game, rng: Rng, most: int = 12) -> OwnBox:
    """A box that the loader takes: figures changed by chance, each kept if the box still adds up (sums follow)."""
    content = own_box.standard_figures(game)
    everywhere = [place for place in places(content) if not isinstance(own_box.value_at(content, place), dict)]
    everywhere = [place for place in everywhere if "evidence" not in place]
    for _ in range(1 + rng.below(most)):
        place = everywhere[rng.below(len(everywhere))]
        mutant = copy.deepcopy(content)
        try:
            before = own_box.value_at(mutant, place)
        except BoxError:  # a list is shorter now
            continue
        own_box.set_value(mutant, place, otherwise(before, game, place, mutant, rng))
        for _ in range(60):
            wrong = complaint_of(game, mutant)
            if wrong is None or "wanted" not in wrong.details:
                break
            at = f"{wrong.place}.{wrong.details['entry']}"
            demand = own_box.demands(game, mutant).get(at)
            if demand is None or demand.kind == "fixed":
                break
            own_box.set_value(mutant, at, demand.wanted)
        if complaint_of(game, mutant) is None:
            content = mutant
    changes = own_box.differences(own_box.standard_figures(game), content)
    return OwnBox("Chance", changes, random_tracks(game.tracer, rng) if game.tracer is not None and rng.below(2) else {})


def random_tracks(tracer: Tracer, rng: Rng) -> dict[str, Content]:
    """One of our tracks after edits by chance, each kept if the file is still sound."""
    from officina.core.components import read_toml
    from officina.games.automobiles import traceedits, trackfile

    track = tracer.opened(read_toml(trackfile.STANDARD[rng.below(2)]))
    track = tracer.changed(track, {"do": "called", "index": 0, "value": "chance"})
    for _ in range(1 + rng.below(60)):
        edit = {
            "do": list(traceedits.EDITS)[rng.below(len(traceedits.EDITS))],
            "x": rng.below(1200) - 600,
            "y": rng.below(800) - 400,
            "index": rng.below(12) - 1,
            "lane": rng.below(6),
            "position": rng.below(80),
            "number": rng.below(30),
            "value": ("K8", "D4", "WL2", "L2", "W1", "WK", "K", "before", "bend", "chicane", "straight")[rng.below(11)],
        }
        try:
            after = tracer.changed(track, edit)
            tracer.text(after)
        except (BoxError, ComponentsError):
            continue
        track = after
    tracer.sketch(track, "it")
    return {track["id"]: track}


def otherwise(before: Any, game: Game, place: str, content: Content, rng: Rng) -> Any:
    """Another value of the same kind, often at the bounds that the loader names."""
    known = own_box.demands(game, content)
    demand = known.get(place) or known.get(place.rpartition("[")[0])
    if isinstance(before, list):
        options = [before[:-1], [*before, before[-1]] if before else before, before[::-1], sorted(before, key=str)]
        return copy.deepcopy(options[rng.below(len(options))])
    if demand is not None and demand.allowed:
        return demand.allowed[rng.below(len(demand.allowed))]
    if demand is not None and isinstance(before, int) and demand.most > demand.least:
        near = max(demand.least, min(demand.most, before + rng.below(5) - 2))
        return (demand.least, demand.most, near, near, near)[rng.below(5)]
    return before + 1 if isinstance(before, int) and not isinstance(before, bool) else before


def setting(game: Game, rng: Rng) -> Setting:
    """A table of any size with any options; a race of two laps at most, for a lap is like the other."""
    players, options = random_setting(game, rng)
    if "laps" in options:
        options["laps"] = 1 + rng.below(min(2, int(options["laps"])))
    return players, options


def play_boxes(names: list[str], games: int) -> int:
    """Play random boxes to the end with random options and choices, checking the whole box all along."""
    wrong = 0
    for name in names:
        rng, ours = seeded(f"boxes {name}"), GAMES[name]
        boxes, changes, decisions, longest, refused = 0, 0, 0, 0, Counter[str]()
        start = time.monotonic()
        for number in range(games):
            own = random_box(ours, rng)
            players, options = 0, dict[str, OptionValue]()
            try:
                game = own_box.game_with(ours, own)
                own_box.check_playable(game)
                players, options = setting(game, rng)
                taken = play_box(game, players, options, f"{name} {number}", rng)
            except (BoxError, ComponentsError) as error:
                refused[error.message.key] += 1
                continue
            except Exception:
                wrong += 1
                changed = json.dumps(own.changes)[:900]
                print(f"WRONG {name} {number}, {players} players, {options}: {changed}\n{traceback.format_exc(limit=-3)}")
                continue
            boxes += 1
            changes += len(own.changes)
            decisions += taken
            longest = max(longest, taken)
        told = f"{boxes} games of as many boxes, {changes} changes, {decisions} decisions, longest {longest}"
        print(f"{name}: {told}, refused {dict(refused)}, {time.monotonic() - start:.0f} s", flush=True)
    return wrong


def play_box(game: Game, players: int, agreed: dict[str, OptionValue], seed: str, rng: Rng) -> int:
    """One game; everything that may go wrong raises."""
    p = game.start(players, seed, agreed)
    taken = 0
    every = 40
    while p.to_act:
        seat = p.to_act[0]
        options = p.options(seat)
        if taken % every == 0:
            wrong = game.check(p) or game.check_stack(p)
            assert wrong is None, render(wrong, "en")
            view = p.view(seat)
            game.board(view, p.question(seat), "it")
            game.terminal(p.view(None), "en")
            assert game.from_json(p.to_json()).to_json() == p.to_json()
            world = p.determinize(seat, rng)
            assert len(game.weights(world, seat, rng)) == len(options)
            for option in options[:5]:
                render(game.option_text(p, seat, p.kind(seat), option), "it")
        p.apply(seat, options[rng.below(len(options))])
        taken += 1
        assert taken <= game.longest(players), "longer than its own bound"
    wrong = game.check(p)
    assert wrong is None, render(wrong, "en")
    game.board(p.view(None), None, "en")
    p.scores(), p.places()
    return taken


# --- hostile files


def fuzzed(sound: bytes, rng: Rng) -> bytes:
    """A file that somebody made up."""
    data = bytearray(sound)
    kind = rng.below(8)
    if kind == 0:  # bytes
        for _ in range(1 + rng.below(20)):
            data[rng.below(len(data))] = rng.below(256)
    elif kind == 1:  # cut off
        del data[rng.below(len(data)) :]
    elif kind == 2:  # nested
        depth = 1 + rng.below(100_000)
        data = bytearray(b'{"officina_box":1,"game":"crazy_race","name":"x","figures":' + b"[" * depth)
    elif kind == 3:  # long
        data = bytearray(sound[:-2] + b"," * rng.below(300_000) + sound[-2:])
    else:
        whole = json.loads(sound)
        for _ in range(1 + rng.below(3)):
            everywhere = list(places(whole))
            place = everywhere[rng.below(len(everywhere))]
            value: Any = (*ODD, 10**400, "x" * 5000, ["y"] * 3000, {"z" * 100: 1}, "\u202e<script>", 1e308)[
                rng.below(len(ODD) + 6)
            ]
            try:
                own_box.set_value(whole, place, value)
            except (BoxError, KeyError, TypeError):
                continue
        data = bytearray(json.dumps(whole).encode())
    return bytes(data)


def memory() -> float:
    """What this process holds now, in MB (not what it once held at most, which can only grow)."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE / 2**20


def fuzz_files(files: int) -> int:
    """Read made-up files; whatever is taken must be what the loader takes, read from its own file again.

    After the first fifth every cache is warm: the memory of the rest must be that of the second fifth, but for a few MB.
    """
    rng = seeded("box files")
    sound = [own_box.dump_file(game, random_box(game, rng, 4)).encode() for game in GAMES.values() for _ in range(4)]
    wrong, taken, refused, slowest, held = 0, 0, Counter[str](), 0.0, list[float]()
    for number in range(files):
        data = fuzzed(sound[rng.below(len(sound))], rng)
        start = time.perf_counter()
        try:
            game, own, compared = own_box.read_file(data, GAMES.__getitem__)
            again = own_box.read_file(own_box.dump_file(game, own, compared).encode(), GAMES.__getitem__)
            assert again == (game, own, compared)
            assert own_box.complaint(game, own_box.figures_of(game, own), own.tracks) is None
            taken += 1
        except OfficinaError as error:
            refused[error.message.key] += 1
            render(error.message, "it")
        except Exception:
            wrong += 1
            print(f"WRONG file {number}: {data[:300]!r}\n{traceback.format_exc(limit=-3)}")
        slowest = max(slowest, time.perf_counter() - start)
        if (number + 1) % max(1, files // 10) == 0:
            held.append(memory())
            print(f"{number + 1:6} files, {held[-1]:.1f} MB", flush=True)
    grown = max(held[4:]) - max(held[1:4]) if len(held) > 4 else 0.0
    print(
        f"{files} files: {taken} taken (sound), {sum(refused.values())} refused, slowest {slowest:.2f} s, "
        f"grown by {grown:.1f} MB since the warm-up"
    )
    if grown > MOST_GROWN:
        wrong += 1
        print("WRONG: memory grows")
    for key, count in refused.most_common():
        print(f"  {count:6} {key}")
    return wrong


def main() -> None:
    """One of the four."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", default="checks", choices=["checks", "games", "files", "idle"])
    parser.add_argument("--only", action="append", choices=list(GAMES), help="only this game")
    parser.add_argument("--games", type=int, default=2000, help="random games, over all games")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--stride", type=int, default=1, help="only every so manieth mutation")
    given = parser.parse_args()
    names = given.only or list(GAMES)
    if given.what == "checks":
        sys.exit(1 if checks(names, given.stride) else 0)
    if given.what == "games":
        sys.exit(1 if play_boxes(names, -(-given.games // len(names))) else 0)
    if given.what == "idle":
        sys.exit(idle(names, min(given.games, 60)))
    sys.exit(1 if fuzz_files(given.files) else 0)


if __name__ == "__main__":
    main()
