"""The typed loader of ``components.toml``: it refuses a box whose counts do not add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from officina.core.components import CHOICE, FIXED, ROWS, Demand, Source, Table, read_box

STANDARD: Final = Path(__file__).parent / "components.toml"

TYPES: Final = ("city", "family", "super")
CITY: Final = 0
ELECTRIC: Final = 3
"""A car tile is one of the three types or the electric one."""
CAR_TILES: Final = ("city", "family", "super", "electric")

MARKETS: Final = ("na", "eu")
NA: Final = 0
EU: Final = 1

FEATURES: Final = ("speed", "eco", "handling", "safety", "trunk")
NO_FEATURE: Final = 5

MANAGER: Final = 0
MACHINE: Final = 1
STYLE: Final = 2
BONUS: Final = 3
FAMILIES: Final = ("manager", "machine", "style", "bonus")
KINDS: Final = (
    ("researcher", "sales", "general", "staff"),
    (*FEATURES, "plain"),
    ("spoiler", "exhaust", "dice"),
    ("money", "vp"),
)
RESEARCHER: Final = 0
SALES: Final = 1
GENERAL: Final = 2
STAFF: Final = 3
STYLES: Final = KINDS[STYLE]
MONEY: Final = 0

ACTIONS: Final = ("city", "family", "super", "any", "contract")
ANY: Final = 3
"""The corner's action, and the type of a contract that every car fits."""
CONTRACT: Final = 4

CELLS: Final = 16
OFFICE_TILES: Final = 2
SPACE_CODES: Final = ("l1", "l2", "l3", "l4", "t1", "t2", "t3", "t4", "c")
SPACES: Final = 9
CORNER: Final = 8
STATION_CODES: Final = ("a", "b", "c", "d", "e", "f", "g")
STATIONS: Final = 7
MOST_MANAGERS: Final = 6
SHIP_SPACES: Final = 17
SALE_CODES: Final = ("1a", "1b", "1c", "2a", "2b", "top")
SALES_PER_MARKET: Final = 6
TOP: Final = 5
OFFICES: Final = 4
NO_LIMIT: Final = 0

FACTORIES: Final = ("side_a", "sumato", "elon", "miao", "opo")
SIDE_A: Final = 0
ELON: Final = 2
MIAO: Final = 3

CONTRACTS: Final = 26
START_CONTRACTS: Final = 4
CARDS: Final = CONTRACTS + START_CONTRACTS
PLAYERS: Final = 4
COLOURS: Final = ("red", "blue", "yellow", "green")
NO_CAR: Final = -1
MOST_WORKERS: Final = 16
"""The workers that one player may ever hold: six of the own colour and all ten neutral ones."""


class Tile:
    """A factory tile as printed."""

    def __init__(self, code: str, family: int, kind: int, stars: int, medals: int, value: int) -> None:
        self.code = code
        self.family = family
        self.kind = kind
        self.stars = stars
        self.medals = medals
        self.value = value


class Space:
    """An action space: its action, what a production there costs at least, and the cells of its line (0-15)."""

    def __init__(self, code: str, action: int, cost: int, cells: list[int]) -> None:
        self.code = code
        self.action = action
        self.cost = cost
        self.cells = cells


class SaleSpace:
    """A place in a market where a car is sold; row 0 is the top space."""

    def __init__(self, code: str, row: int, money: int, vp: int) -> None:
        self.code = code
        self.row = row
        self.money = money
        self.vp = vp


class Factory:
    """A factory board: the stations of each line, printed stars, costs, and the oval car tile that comes with it."""

    def __init__(
        self,
        code: str,
        lines: list[list[int]],
        printed: list[int],
        office_costs: list[int],
        style_costs: list[int],
        extra_car: int,
    ) -> None:
        self.code = code
        self.lines = lines
        self.printed = printed
        self.office_costs = office_costs
        self.style_costs = style_costs
        self.extra_car = extra_car


class Contract:
    """A contract card: features and styles are bit masks; ``styles_any`` asks for so many styles of any kind."""

    def __init__(
        self, code: str, type_: int, features: int, styles: int, styles_any: int, popularity: int, medals: int
    ) -> None:
        self.code = code
        self.type = type_
        self.features = features
        self.styles = styles
        self.styles_any = styles_any
        self.popularity = popularity
        self.medals = medals


class Parts:
    """Everything in the box that the rules refer to."""

    def __init__(self, source: Source = STANDARD) -> None:
        box = read_box(source)
        self.digest = box.digest
        self._counts(box.table("box"))
        start = box.table("start")
        self.start_money = start.numbers("money", 0, 100, PLAYERS)
        self.start_vp = start.numbers("vp", 0, 100, PLAYERS)
        production = box.table("production")
        self.cost = production.numbers("cost", 0, 20, len(TYPES))
        self.yacht_popularity = production.number("yacht_popularity", SHIP_SPACES + 1, 99)
        self.yacht_vp = production.number("yacht_vp", 0, 100)
        workers = box.table("workers")
        self.sponsor_money: int = workers.same("sponsor_money", 1)
        self.marketing_popularity: int = workers.same("marketing_popularity", 1)
        self.no_card_vp = box.table("drawing").number("no_card_vp", 0, 100)
        end = box.table("end")
        self.money_ranking = end.numbers("money_ranking", 0, 100, PLAYERS)
        self.money_ranking_of_two = end.numbers("money_ranking_of_two", 0, 100, 2)
        self.leftover_money = end.number("leftover_na_money", 0, 100)
        self.leftover_vp = end.number("leftover_eu_vp", 0, 100)
        demand = box.table("demand")
        demand.same("features", list(FEATURES))
        self.demand_per_feature = demand.number("tiles_per_feature", 2, 2)
        self.slot_stars = box.table("slots").numbers("stars", 1, 9, 3)
        self.spaces = self._spaces(box.table("spaces"))
        self.tiles = self._tiles(box.table("tiles"))
        self.gold = self._ships(box.table("ships"))
        self.sale_spaces = self._sales(box.table("sales"))
        offices = box.table("offices")
        self.office_limits = offices.numbers("limits", NO_LIMIT, 99, OFFICES)
        self.tile_office = offices.number("tile_bonus", 1, OFFICES) - 1
        self.contract_office = offices.number("contract_bonus", 1, OFFICES) - 1
        self.factories = self._factories(box.table("factories"))
        powers = box.table("powers")
        self.electric_popularity = powers.number("electric_popularity", 0, 20)
        powers.same("copies_per_sales_phase", 1)
        self.contracts = self._contracts(box.table("contracts"))

    def _counts(self, table: Table) -> None:
        table.same("players", PLAYERS)
        table.demand("seats", Demand(FIXED, wanted=list(COLOURS)))
        colours: list[Any] = table.items("seats")
        if tuple(colours) != COLOURS:
            table.fail("kernel.components.unknown", value=", ".join(str(colour) for colour in colours), allowed=COLOURS)
        self.colours: list[str] = list(COLOURS)
        self.rounds: int = table.same("rounds", 4)
        self.cars = [table.number(f"{name}_cars", 1, 9) for name in TYPES]
        table.sum("cars_per_player", sum(self.cars))
        self.workers = table.number("workers_per_player", 1, 6)
        self.neutral_workers = table.number("neutral_workers", 0, 10)
        table.same("factory_tiles", 2 * 2 * (CELLS + OFFICE_TILES))
        table.same("demand_tiles", 2 * len(FEATURES))
        table.same("contracts", CONTRACTS)
        table.same("start_contracts", START_CONTRACTS)
        self.display = table.number("display", 1, CONTRACTS)

    def _spaces(self, table: Table) -> list[Space]:
        spaces: list[Space] = []
        rows = table.rows("space", SPACES)
        for index, row in enumerate(rows):
            row.same("code", SPACE_CODES[index])
            action = choice(row, "action", ACTIONS)
            if (action == ANY) != (index == CORNER):
                row.fail("automania.components.corner")
            cells = row.numbers("cells", 1, CELLS, longest=CELLS)
            row.all_different(cells)
            cost = 0 if action == CONTRACT else min(self.cost) if action == ANY else self.cost[action]
            spaces.append(Space(SPACE_CODES[index], action, cost, [cell - 1 for cell in cells]))
        self.corner_default = ("diagonal", "any")[choice(table, "corner_tiles", ("diagonal", "any"))]
        return spaces

    def _tiles(self, table: Table) -> list[Tile]:
        table.same("dealt_to_grid", CELLS)
        table.same("dealt_to_office", OFFICE_TILES)
        self.per_pile: int = table.same("per_pile", 2 * (CELLS + OFFICE_TILES))
        tiles: list[Tile] = []
        for pile in ("a", "b"):
            found = 0
            for row in table.rows(pile):
                family, kind = tile_kind(row)
                row.follows("first", f"{pile.upper()}{found + 1:02}")
                stars = row.number("stars", 0, 9) if has_stars(family, kind) else row.same("stars", 0)
                medals = row.number("medals", 0, 9) if family != BONUS else row.same("medals", 0)
                value = row.number("value", 0, 99) if has_value(family, kind) else row.same("value", 0)
                for _ in range(row.number("count", 1, self.per_pile)):
                    found += 1
                    tiles.append(Tile(f"{pile.upper()}{found:02}", family, kind, stars, medals, value))
            if found != self.per_pile:
                table.fail("automania.components.pile", entry=pile, found=found, most=self.per_pile)
        return tiles

    def _ships(self, table: Table) -> list[int]:
        table.same("spaces", SHIP_SPACES)
        gold: list[int] = []
        rows = table.rows("ship")
        table.demand("ship", Demand(ROWS, count=len(rows)))  # more ships would need more spaces, which the rules count
        for row in rows:
            spaces = row.numbers("spaces", 1, SHIP_SPACES)
            row.follows("spaces", list(range(len(gold) + 1, len(gold) + len(spaces) + 1)))
            gold += [row.number("gold", 0, 99)] * len(spaces)
        if len(gold) != SHIP_SPACES:
            table.fail("kernel.components.sum", entry="spaces", value=str(SHIP_SPACES), wanted=str(len(gold)))
        return gold

    def _sales(self, table: Table) -> list[SaleSpace]:
        spaces: list[SaleSpace] = []
        for index, row in enumerate(table.rows("space", 2 * SALES_PER_MARKET)):
            place = index % SALES_PER_MARKET
            code = f"{MARKETS[index // SALES_PER_MARKET]}_{SALE_CODES[place]}"
            row.same("code", code)
            line = row.number("row", 0, 2)
            if (line == 0) != (place == TOP):
                row.fail("automania.components.top")
            spaces.append(SaleSpace(code, line, row.number("money", 0, 99), row.number("vp", 0, 99)))
        return spaces

    def _factories(self, table: Table) -> list[Factory]:
        table.same("stations", list(STATION_CODES))
        self.station_x = table.numbers("station_x", 0, 9, STATIONS)
        self.station_y = table.numbers("station_y", 0, 9, STATIONS)
        table.same("styles_per_type", len(STYLES))
        factories: list[Factory] = []
        for index, row in enumerate(table.rows("factory", len(FACTORIES))):
            row.same("code", FACTORIES[index])
            lines = [[named(row, f"{name}_line", code, STATION_CODES) for code in row.items(f"{name}_line")] for name in TYPES]
            for station, code in enumerate(STATION_CODES):
                if not any(station in line for line in lines):
                    row.fail("automania.components.station", station=code)
            costs = row.numbers("office_costs", 0, 99, longest=MOST_MANAGERS)
            if not 1 <= len(costs) <= MOST_MANAGERS or costs != sorted(costs):
                row.fail("automania.components.offices", most=MOST_MANAGERS)
            extra = self._extra_car(row, index)
            factories.append(
                Factory(
                    FACTORIES[index],
                    lines,
                    row.numbers("printed_stars", 0, 9, len(TYPES)),
                    costs,
                    row.numbers("style_costs", 0, 99, len(STYLES)),
                    extra,
                )
            )
        return factories

    def _extra_car(self, row: Table, factory: int) -> int:
        """The car tile that a factory adds: the side that all have adds none, and the electric one is Elon's by the rules."""
        if factory in (SIDE_A, ELON):
            row.same("extra_car", "none" if factory == SIDE_A else "electric")
            return NO_CAR if factory == SIDE_A else ELECTRIC
        return (NO_CAR, CITY)[choice(row, "extra_car", ("none", "city"))]

    def _contracts(self, table: Table) -> list[Contract]:
        contracts: list[Contract] = []
        for index, row in enumerate(table.rows("card", CARDS)):
            code = f"K{index + 1:02}" if index < CONTRACTS else f"S{index + 1 - CONTRACTS}"
            row.same("code", code)
            contracts.append(
                Contract(
                    code,
                    choice(row, "type", ACTIONS[: ANY + 1]),
                    mask(row, "features", FEATURES),
                    mask(row, "styles", STYLES),
                    row.number("styles_any", 0, len(STYLES)),
                    row.number("popularity", 0, 99),
                    row.number("medals", 0, 99),
                )
            )
        return contracts


def named(table: Table, entry: str, value: Any, allowed: tuple[str, ...]) -> int:
    """The index of a name among those allowed."""
    table.demand(entry, Demand(CHOICE, allowed=allowed))
    if value not in allowed:
        table.fail("kernel.components.unknown", value=f"{entry} = {value}", allowed=allowed)
    return allowed.index(value)


def choice(table: Table, entry: str, allowed: tuple[str, ...]) -> int:
    """The index of an entry that is one of the allowed names."""
    return named(table, entry, table.text(entry), allowed)


def mask(table: Table, entry: str, allowed: tuple[str, ...]) -> int:
    """A set of names as a bit mask."""
    bits = 0
    table.demand(entry, Demand(CHOICE, allowed=allowed))
    for value in table.items(entry):
        bits |= 1 << named(table, entry, value, allowed)
    return bits


def has_stars(family: int, kind: int) -> bool:
    """AM-49, AM-50: whether stars on such a tile count for a car: researchers, machines, styles."""
    return family in (MACHINE, STYLE) or (family == MANAGER and kind == RESEARCHER)


def has_value(family: int, kind: int) -> bool:
    """AM-49, AM-64: whether such a tile brings so much of something: managers but the researcher, and bonus tiles."""
    return family == BONUS or (family == MANAGER and kind != RESEARCHER)


def tile_kind(row: Table) -> tuple[int, int]:
    """The family and kind of a row of tiles."""
    name = row.text("kind")
    names = KINDS[MANAGER] + KINDS[MACHINE] + KINDS[STYLE] + KINDS[BONUS]
    row.index("kind", name, names)
    family = 0
    while name not in KINDS[family]:
        family += 1
    return family, KINDS[family].index(name)
