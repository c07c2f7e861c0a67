"""Sales offices: AM-114 to AM-120."""

from __future__ import annotations

from typing import Any

from officina.core.step import NOTHING, Step
from officina.core.text import Reason
from officina.games.automania import nouns
from officina.games.automania.components import OFFICE_TILES, OFFICES
from officina.games.automania.events import NO_TILE_TAKEN, OFFICE_CHOSEN, OFFICE_TILE_TAKEN
from officina.games.automania.rules.contracts import point_instead, take_from_display
from officina.games.automania.rules.tiles import NO_SPACE, resolve_tile
from officina.games.automania.state import NO_TILE, Automania, changed
from officina.games.automania.vocabulary import NO_OFFICE_TILE, OFFICE, OFFICE_CONTRACT, OFFICE_TILE


class ChooseOffice(Step[Automania]):
    """AM-114, AM-115, AM-119: a sales office without a disc; its bonus comes at once."""

    kind = OFFICE
    rule = "AM-114"

    def options(self, p: Automania) -> list[int]:
        taken = [player.office for player in p.players]
        return [office for office in range(OFFICES) if office not in taken]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        p.players[self.seat].office = option
        p.tell(OFFICE_CHOSEN, self.seat, (option,))
        if option == p.parts.tile_office:
            return [OfficeTile(self.seat)]
        if option == p.parts.contract_office:
            if p.display:
                return [OfficeContract(self.seat)]
            point_instead(p, self.seat)
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        taker = [player.office for player in p.players].index(option)
        return Reason("automania.refuse.office_taken", "AM-114", office=option + 1, taker=nouns.SEAT.say(taker, p.parts))


class OfficeTile(Step[Automania]):
    """AM-116, AM-117: one of the two tiles below the office may be taken and is handled at once, paid from cash."""

    kind = OFFICE_TILE
    rule = "AM-116"

    def options(self, p: Automania) -> list[int]:
        return [place for place in range(OFFICE_TILES) if p.office_tiles[place] != NO_TILE] + [NO_OFFICE_TILE]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        if option == NO_OFFICE_TILE:
            p.tell(NO_TILE_TAKEN, self.seat)
            return NOTHING
        tile = p.office_tiles[option]
        p.office_tiles = changed(p.office_tiles, option, NO_TILE)
        p.tell(OFFICE_TILE_TAKEN, self.seat, (tile,))
        return resolve_tile(p, self.seat, tile, NO_SPACE)

    def why_not(self, p: Automania, option: int) -> Reason:
        return Reason("automania.refuse.office_tile_gone", "AM-116", place=option + 1)


class OfficeContract(Step[Automania]):
    """AM-118: one card of the display, never of the deck."""

    kind = OFFICE_CONTRACT
    rule = "AM-118"

    def options(self, p: Automania) -> list[int]:
        return sorted(p.display)

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        take_from_display(p, self.seat, option)
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        return Reason("automania.refuse.not_on_display", "AM-118", card=nouns.CARD_IN_SHORT.say(option, p.parts))
