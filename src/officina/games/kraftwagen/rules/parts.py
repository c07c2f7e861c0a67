"""Body and Engine: KW-65 to KW-71, KW-81, KW-105, KW-129, KW-130."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen import vocabulary as v
from officina.games.kraftwagen.components import BODY, BUGATTI, ENGINE, PART_AWARDS, PORSCHE
from officina.games.kraftwagen.events import PART_DECLINED, PART_REPLACED, PART_STORED, RACE_ENGINE_FITTED
from officina.games.kraftwagen.state import Kraftwagen, different


def has_free_workshop(p: Kraftwagen, seat: int) -> bool:
    """KW-67: each workshop holds one part."""
    return p.players[seat].used_workshops() < p.parts.workshops


def replaceable(p: Kraftwagen, seat: int, first: int) -> list[int]:
    """KW-68: an option for each different tile in the workshops; ``first`` is the option of body 1."""
    player = p.players[seat]
    bodies = [first + value - 1 for value in different(player.bodies)]
    return bodies + [first + p.parts.highest_part + value - 1 for value in different(player.engines)]


def award_part(p: Kraftwagen, seat: int, part: int, value: int) -> None:
    """KW-129, KW-130: a part that came into a workshop may win awards by its natural value."""
    for award in PART_AWARDS[part]:
        if value >= p.parts.awards[award].needs:
            p.grant(seat, award)


def place(p: Kraftwagen, seat: int, part: int, option: int, decline: int) -> None:
    """KW-67, KW-68: into a free workshop, in the place of an old part, or not at all."""
    value = p.level(seat, part)
    if option == v.WORKSHOP:
        p.players[seat].store(part, value)
        if p.events is not None:
            p.tell(PART_STORED, seat, (part, value))
        award_part(p, seat, part, value)
    elif option == decline:
        p.tell(PART_DECLINED, seat, (part, value))
    else:
        old = option - decline - 1
        old_part = old // p.parts.highest_part
        old_value = old % p.parts.highest_part + 1
        p.players[seat].unstore(old_part, old_value)
        p.players[seat].store(part, value)
        p.tell(PART_REPLACED, seat, (part, value, old_part, old_value))
        award_part(p, seat, part, value)


def why_not_place(p: Kraftwagen, seat: int, option: int, decline: int) -> Reason:
    """Why a part cannot be placed like this."""
    player = p.players[seat]
    if has_free_workshop(p, seat):
        free = p.parts.workshops - player.used_workshops()
        return nouns.refuse("workshop_free", "KW-68", n=free, workshops=p.parts.workshops)
    if option == v.WORKSHOP:
        return nouns.refuse("workshops_full", "KW-68", workshops=p.parts.workshops)
    old = option - decline - 1
    wanted = nouns.part_tile(old // p.parts.highest_part, old % p.parts.highest_part + 1)
    tiles = [nouns.part_tile(part, value) for part in (BODY, ENGINE) for value in player.values(part)]
    return nouns.refuse("no_such_tile", "KW-68", wanted=wanted, tiles=nouns.listed(tiles))


class PlaceBody(Step[Kraftwagen]):
    """KW-65 to KW-68: a body of exactly the level goes into a workshop; if all are full it may replace an old part."""

    kind = v.PLACE_BODY
    rule = "KW-67"

    def options(self, p: Kraftwagen) -> list[int]:
        if has_free_workshop(p, self.seat):
            return [v.WORKSHOP]
        return [v.BODY_DECLINE] + replaceable(p, self.seat, v.BODY_FIRST_REPLACE)

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        place(p, self.seat, BODY, option, v.BODY_DECLINE)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        return why_not_place(p, self.seat, option, v.BODY_DECLINE)


class PlaceEngine(Step[Kraftwagen]):
    """KW-65 to KW-70: as a body; or on the race car, if it is better than the engine there."""

    kind = v.PLACE_ENGINE
    rule = "KW-69"

    def options(self, p: Kraftwagen) -> list[int]:
        better = p.level(self.seat, ENGINE) > p.players[self.seat].race_engine
        if has_free_workshop(p, self.seat):
            return [v.WORKSHOP, v.ENGINE_RACE_CAR] if better else [v.WORKSHOP]
        ways = [v.ENGINE_RACE_CAR, v.ENGINE_DECLINE] if better else [v.ENGINE_DECLINE]
        return ways + replaceable(p, self.seat, v.ENGINE_FIRST_REPLACE)

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        if option == v.ENGINE_RACE_CAR:
            fit_race_engine(p, self.seat, p.level(self.seat, ENGINE))
        else:
            place(p, self.seat, ENGINE, option, v.ENGINE_DECLINE)
        return NOTHING

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        if option == v.ENGINE_RACE_CAR:
            old = p.players[self.seat].race_engine
            return nouns.refuse("engine_not_better", "KW-70", value=p.level(self.seat, ENGINE), old=old)
        return why_not_place(p, self.seat, option, v.ENGINE_DECLINE)


def fit_race_engine(p: Kraftwagen, seat: int, value: int) -> None:
    """KW-69, KW-71: the new engine covers the old one. KW-105: with Bugatti the car moves at once."""
    player = p.players[seat]
    player.race_engine = value
    p.tell(RACE_ENGINE_FITTED, seat, (value,))
    if player.has(BUGATTI):
        grand_prix(p, seat, value)


def grand_prix(p: Kraftwagen, seat: int, points: int) -> None:
    """KW-76, KW-91: a Grand Prix move; Porsche makes every one longer."""
    if p.players[seat].has(PORSCHE):
        points += p.parts.porsche_spaces
    p.drive(seat, points)
