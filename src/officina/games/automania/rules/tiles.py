"""Taking and placing tiles: AM-40 to AM-65, and which of it leaves the production payable (AM-39)."""

from __future__ import annotations

from typing import Any, Final

from officina.core.step import NOTHING, Step, options_from
from officina.core.text import Reason
from officina.games.automania import components as c
from officina.games.automania import events as ev
from officina.games.automania import nouns
from officina.games.automania import vocabulary as v
from officina.games.automania.rules.workers import fund, own_fund, sponsor, sponsor_options, sponsor_reason
from officina.games.automania.state import NO_TILE, TILES, Automania, changed

NO_SPACE: Final = -1
"""The tile does not come from an action space but from the tile office: nothing is left to pay, and no worker is free."""


class Purse:
    """What a player could have at a moment of his turn: cash, free workers, general-manager bonus already paid."""

    def __init__(self, cash: int, free: int, paid: int) -> None:
        self.cash = cash
        self.free = free
        self.paid = paid


def purse_of(p: Automania, seat: int) -> Purse:
    """What the player has now."""
    player = p.players[seat]
    return Purse(player.money, player.free(), p.bonus_paid)


def still_to_pay(p: Automania, space: int) -> int:
    """AM-39: what must remain payable while a tile of that space is handled; the corner's cheapest car is enough."""
    return 0 if space == NO_SPACE else p.parts.spaces[space].cost


# --- which handlings are legal


def handlings(p: Automania, seat: int, tile: int, purse: Purse, cost: int) -> list[int]:
    """AM-44, AM-47, AM-48, AM-56, AM-60 to AM-62: options of ``place_tile`` that leave the cost payable (AM-39)."""
    face = p.parts.tiles[tile]
    general = p.manager_value(seat, c.GENERAL)
    bonus = max(0, general - purse.paid)
    solvent = fund(purse.cash, purse.free, bonus) >= cost
    found: list[int] = []
    if face.family == c.MACHINE:
        if solvent:
            found = options_from(0, c.STATIONS)
    elif face.family == c.STYLE:
        for type_ in range(len(c.TYPES)):
            price = style_price(p, seat, face.kind, type_)
            if price <= purse.cash and fund(purse.cash - price, purse.free, bonus) >= cost:
                found.append(v.ON_TYPE + type_)
    else:
        found = manager_places(p, seat, tile, purse, general, cost)
    if solvent:
        found.append(v.DISCARD)
    return found


def style_price(p: Automania, seat: int, kind: int, type_: int) -> int:
    """AM-60 to AM-62, AM-171: by the number of styles already there; free if it replaces one of its kind."""
    player = p.players[seat]
    if player.style_on(type_, kind) != NO_TILE:
        return 0
    return p.factory(seat).style_costs[player.styles_on(type_)]


def manager_places(p: Automania, seat: int, tile: int, purse: Purse, general: int, cost: int) -> list[int]:
    """AM-47, AM-48: the cheapest empty office, or the place of a manager of the same kind."""
    face = p.parts.tiles[tile]
    player = p.players[seat]
    found: list[int] = []
    slot = player.new_office()
    if slot >= 0:
        price = p.factory(seat).office_costs[slot]
        if price <= purse.cash and fund_with_manager(p, tile, NO_TILE, purse, general, price) >= cost:
            found.append(v.OFFICE_NEW)
    for slot in range(len(player.managers)):
        old = player.managers[slot]
        same_kind = old != NO_TILE and p.parts.tiles[old].kind == face.kind
        if same_kind and fund_with_manager(p, tile, old, purse, general, 0) >= cost:
            found.append(v.OFFICE_SLOT + slot)
    return found


def fund_with_manager(p: Automania, tile: int, old: int, purse: Purse, general: int, price: int) -> int:
    """AM-39: a new general manager raises the bonus, new staff brings workers who could go to sponsor."""
    face = p.parts.tiles[tile]
    gained = face.value - (0 if old == NO_TILE else p.parts.tiles[old].value)
    free = purse.free
    if face.kind == c.STAFF:
        free += min(max(0, gained), p.neutral_supply)
    elif face.kind == c.GENERAL:
        general += gained
    return fund(purse.cash - price, free, max(0, general - purse.paid))


def can_handle(p: Automania, seat: int, tile: int, purse: Purse, cost: int) -> bool:
    """AM-39: whether some handling of the tile leaves the cost payable; a bonus tile counts with its value."""
    face = p.parts.tiles[tile]
    bonus = max(0, p.manager_value(seat, c.GENERAL) - purse.paid)
    if face.family == c.BONUS:
        cash = purse.cash + (face.value if face.kind == c.MONEY else 0)
        return fund(cash, purse.free, bonus) >= cost
    return fund(purse.cash, purse.free, bonus) >= cost or len(handlings(p, seat, tile, purse, cost)) > 0


def space_is_payable(p: Automania, seat: int, space: int, free: int, bonus: int) -> bool:
    """AM-39, AM-42: with so many workers left, the fund or some tile of the line lets the production be paid."""
    money = p.players[seat].money
    cost = p.parts.spaces[space].cost
    if fund(money, free, bonus) >= cost:
        return True
    purse = Purse(money, free, p.bonus_paid)
    for cell in p.line(space):
        tile = p.grid[cell]
        if tile != NO_TILE and can_handle(p, seat, tile, purse, cost):
            return True
    return False


# --- the steps


class TakeTile(Step[Automania]):
    """AM-40, AM-41: exactly one tile of the line is taken, one that can be handled without making the action unpayable."""

    kind = v.TAKE_TILE
    rule = "AM-41"
    takes = {"space": nouns.SPACE}

    def options(self, p: Automania) -> list[int]:
        space = self.args[0]
        purse = purse_of(p, self.seat)
        cost = p.parts.spaces[space].cost
        return [
            cell for cell in p.line(space) if p.grid[cell] != NO_TILE and can_handle(p, self.seat, p.grid[cell], purse, cost)
        ]

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        tile = p.grid[option]
        p.grid[option] = NO_TILE
        p.tell(ev.TILE_TAKEN, self.seat, (tile, option))
        return resolve_tile(p, self.seat, tile, self.args[0])

    def why_not(self, p: Automania, option: int) -> Reason:
        space = self.args[0]
        if option not in p.line(space):
            where = nouns.SPACE.say(space, p.parts)
            return Reason("automania.refuse.not_in_line", "AM-40", cell=nouns.CELL.say(option, p.parts), space=where)
        tile = p.grid[option]
        if tile == NO_TILE:
            return Reason("automania.refuse.cell_empty", "AM-43", cell=nouns.CELL.say(option, p.parts))
        cost = p.parts.spaces[space].cost
        have = own_fund(p, self.seat)
        return Reason("automania.refuse.tile_unpayable", "AM-39", tile=nouns.TILE.say(tile, p.parts), cost=cost, fund=have)


def line_has_tile(p: Automania, space: int) -> bool:
    """AM-41, AM-42: whether a tile must be taken at all."""
    return len([cell for cell in p.line(space) if p.grid[cell] != NO_TILE]) > 0


def resolve_tile(p: Automania, seat: int, tile: int, space: int) -> list[Step[Any]]:
    """AM-44, AM-64: a bonus tile pays at once and is gone; every other one is placed or discarded at once."""
    face = p.parts.tiles[tile]
    if face.family != c.BONUS:
        return [PlaceTile(seat, (tile, space))]
    if face.kind == c.MONEY:
        p.earn(seat, face.value)
        p.tell(ev.MONEY_TILE, seat, (tile, face.value))
    else:
        p.score(seat, face.value, TILES)
        p.tell(ev.VP_TILE, seat, (tile, face.value))
    return NOTHING


class PlaceTile(Step[Automania]):
    """AM-44 to AM-63: a machine to a station, a manager to an office, a style on a car type, or the tile is discarded.

    AM-107: before that, workers may go to sponsor as long as a legal handling remains; not after a pass.
    """

    kind = v.PLACE_TILE
    rule = "AM-44"
    takes = {"tile": nouns.TILE, "space": nouns.SPACE_OR_NONE}

    @property
    def tile(self) -> int:
        """The tile that was taken."""
        return self.args[0]

    def options(self, p: Automania) -> list[int]:
        tile, space = self.args[0], self.args[1]
        cost = still_to_pay(p, space)
        found = handlings(p, self.seat, tile, purse_of(p, self.seat), cost)
        if space == NO_SPACE:
            return found
        sponsors = sponsor_options(p, self.seat, v.PLACE_SPONSOR)
        if found and found[-1] == v.DISCARD:  # sponsor does not change the fund, so discarding stays possible
            return found + sponsors
        return found + [option for option in sponsors if self.leaves_a_handling(p, option - v.PLACE_SPONSOR)]

    def leaves_a_handling(self, p: Automania, count: int) -> bool:
        """Whether the tile can still be handled after so many workers have gone to sponsor."""
        purse = purse_of(p, self.seat)
        bonus = p.open_bonus(self.seat)
        after = Purse(purse.cash + count + bonus, purse.free - count, purse.paid + bonus)
        return len(handlings(p, self.seat, self.args[0], after, still_to_pay(p, self.args[1]))) > 0

    def choose(self, p: Automania, option: int) -> list[Step[Any]]:
        tile = self.args[0]
        if option > v.PLACE_SPONSOR:
            sponsor(p, self.seat, option - v.PLACE_SPONSOR)
            return [self]
        if option == v.DISCARD:
            p.tell(ev.DISCARDED, self.seat, (tile,))
        elif option >= v.ON_TYPE:
            place_style(p, self.seat, tile, option - v.ON_TYPE)
        elif option == v.OFFICE_NEW:
            place_manager(p, self.seat, tile, p.players[self.seat].new_office())
        elif option >= v.OFFICE_SLOT:
            place_manager(p, self.seat, tile, option - v.OFFICE_SLOT)
        else:
            place_machine(p, self.seat, tile, option)
        return NOTHING

    def why_not(self, p: Automania, option: int) -> Reason:
        tile, space = self.args[0], self.args[1]
        if option > v.PLACE_SPONSOR:
            return self.why_no_sponsor(p, option - v.PLACE_SPONSOR)
        player = p.players[self.seat]
        face = p.parts.tiles[tile]
        name = nouns.TILE.say(tile, p.parts)
        goes_to = c.MACHINE if option < c.STATIONS else c.MANAGER if option < v.ON_TYPE else c.STYLE
        if option != v.DISCARD and face.family != goes_to:
            rule = ("AM-47", "AM-56", "AM-60")[face.family]
            return Reason("automania.refuse.wrong_place", rule, tile=name, place=nouns.FAMILY.say(goes_to, p.parts))
        if goes_to == c.MANAGER and option != v.DISCARD:
            if option == v.OFFICE_NEW and player.new_office() < 0:
                return Reason("automania.refuse.offices_full", "AM-47", n=len(player.managers))
            if option >= v.OFFICE_SLOT:
                slot = option - v.OFFICE_SLOT
                if slot >= len(player.managers):
                    return Reason("automania.refuse.no_such_office", "AM-47", slot=slot + 1, n=len(player.managers))
                old = player.managers[slot]
                if old == NO_TILE:
                    return Reason("automania.refuse.office_empty", "AM-47", slot=slot + 1)
                if p.parts.tiles[old].kind != face.kind:
                    return Reason("automania.refuse.other_manager", "AM-48", tile=name, old=nouns.TILE.say(old, p.parts))
        price = self.price(p, option)
        if price > player.money:
            rule = "AM-47" if goes_to == c.MANAGER else "AM-61"
            return Reason("automania.refuse.price", rule, price=price, money=player.money)
        cost = still_to_pay(p, space)
        have = own_fund(p, self.seat)
        return Reason("automania.refuse.handling_unpayable", "AM-39", price=price, cost=cost, fund=have)

    def price(self, p: Automania, option: int) -> int:
        """What a handling costs."""
        face = p.parts.tiles[self.args[0]]
        if option == v.OFFICE_NEW:
            return p.factory(self.seat).office_costs[p.players[self.seat].new_office()]
        return style_price(p, self.seat, face.kind, option - v.ON_TYPE) if v.ON_TYPE <= option < v.DISCARD else 0

    def why_no_sponsor(self, p: Automania, count: int) -> Reason:
        """Why workers cannot go to sponsor now."""
        if self.args[1] == NO_SPACE:
            return Reason("automania.refuse.sponsor_after_pass", "AM-113")
        if count > p.players[self.seat].free():
            return sponsor_reason(p, self.seat, count)
        cost = still_to_pay(p, self.args[1])
        return Reason("automania.refuse.sponsor_strands", "AM-39", n=count, cost=cost)


def place_machine(p: Automania, seat: int, tile: int, station: int) -> None:
    """AM-46, AM-56: on an empty station or in place of another machine, which leaves the game."""
    player = p.players[seat]
    old = player.stations[station]
    player.stations = changed(player.stations, station, tile)
    if p.events is not None:
        p.tell(ev.MACHINE_PLACED, seat, (tile, station))
        tell_replaced(p, seat, old)


def place_manager(p: Automania, seat: int, tile: int, slot: int) -> None:
    """AM-47, AM-48, AM-53 to AM-55: an empty office is paid for, a replacement is free; staff brings neutral workers."""
    player = p.players[seat]
    face = p.parts.tiles[tile]
    old = player.managers[slot]
    price = p.factory(seat).office_costs[slot] if old == NO_TILE else 0
    p.pay(seat, price)
    player.managers = changed(player.managers, slot, tile)
    if p.events is not None:
        p.tell(ev.MANAGER_PLACED, seat, (tile, slot, price))
        tell_replaced(p, seat, old)
    if face.kind == c.STAFF:
        wanted = face.value if old == NO_TILE else face.value - p.parts.tiles[old].value
        take_neutral(p, seat, max(0, wanted))


def place_style(p: Automania, seat: int, tile: int, type_: int) -> None:
    """AM-60 to AM-62: above a car type, the more styles there the dearer; one of the same kind is replaced."""
    player = p.players[seat]
    kind = p.parts.tiles[tile].kind
    price = style_price(p, seat, kind, type_)
    old = player.style_on(type_, kind)
    p.pay(seat, price)
    player.styles = changed(player.styles, type_ * len(c.STYLES) + kind, tile)
    if p.events is not None:
        p.tell(ev.STYLE_PLACED, seat, (tile, type_, price))
        tell_replaced(p, seat, old)


def tell_replaced(p: Automania, seat: int, old: int) -> None:
    """AM-46: a replaced tile leaves the game with its stars, effects and medals."""
    if old != NO_TILE:
        p.tell(ev.REPLACED, seat, (old,))


def take_neutral(p: Automania, seat: int, wanted: int) -> None:
    """AM-53, AM-55: neutral workers come from the supply, as far as it lasts."""
    count = min(wanted, p.neutral_supply)
    if count:
        p.neutral_supply -= count
        p.players[seat].neutral += count
        p.tell(ev.STAFF_CAME, seat, (count,))
