"""Worker, and developments: KW-49 to KW-52, KW-57 to KW-61, KW-132."""

from __future__ import annotations

from typing import Any

from officina.core.nouns import NUMBER
from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.components import BODY, ENGINE, NO_PART, WORKERS_AWARD
from officina.games.kraftwagen.events import DEVELOPMENT_ACTIVE, HIRED
from officina.games.kraftwagen.rules.parts import PlaceBody, PlaceEngine
from officina.games.kraftwagen.state import Kraftwagen, different, without
from officina.games.kraftwagen.vocabulary import ACTIVATE


class Hire(Step[Kraftwagen]):
    """KW-49 to KW-51: workers come from the supply one after the other; an inactive development takes a new one at once.

    KW-132: whose supply runs out by hiring wins an award.
    """

    takes = {"count": NUMBER}

    def run(self, p: Kraftwagen) -> list[Step[Any]]:
        count = self.args[0]
        player = p.players[self.seat]
        while count and player.supply:
            count -= 1
            player.supply -= 1
            player.canteen += 1
            if p.events is not None:
                p.tell(HIRED, self.seat, (player.supply,))
            if not player.supply:
                p.grant(self.seat, WORKERS_AWARD)
            if player.inactive:
                return [Activate(self.seat), Hire(self.seat, (count,))]
        return NOTHING


class Activate(Step[Kraftwagen]):
    """KW-51, KW-52: which inactive development the new worker goes on."""

    kind = ACTIVATE
    rule = "KW-51"

    def options(self, p: Kraftwagen) -> list[int]:
        return different(p.players[self.seat].inactive)

    def choose(self, p: Kraftwagen, option: int) -> list[Step[Any]]:
        player = p.players[self.seat]
        player.inactive = without(player.inactive, option)
        return activate(p, self.seat, option)

    def why_not(self, p: Kraftwagen, option: int) -> Reason:
        inactive = nouns.cards(p.parts, p.players[self.seat].inactive)
        return nouns.refuse("not_inactive", "KW-51", card=nouns.card(p.parts, option), inactive=inactive)


def activate(p: Kraftwagen, seat: int, card: int) -> list[Step[Any]]:
    """KW-58, KW-60, KW-61: a worker goes on the card for good, the points count, then the card's part is given."""
    player = p.players[seat]
    player.canteen -= 1
    player.developments = player.developments + (card,)
    points = p.parts.card_points[card]
    player.body_points += points[BODY]
    player.engine_points += points[ENGINE]
    if p.events is not None:
        p.tell(DEVELOPMENT_ACTIVE, seat, (card, p.level(seat, BODY), p.level(seat, ENGINE)))
    part = p.parts.card_part[card]
    if part == NO_PART:
        return NOTHING
    return [PlaceBody(seat)] if part == BODY else [PlaceEngine(seat)]
