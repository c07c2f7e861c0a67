"""The sheets of the drivers and the stock with its cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from officina.core.drawing import classes, lit, tag, text
from officina.core.text import Message, render
from officina.games.automobiles.board_parts import GAME, Table, disc, fixed, sign
from officina.games.automobiles.cubes import COLOUR_NAMES, COLOURS, WEAR

LIT_BY_NAME: Final = {
    "active": ("action", "pick_active_gear", "engineer_discard", "manager_remove", "mechanic_park"),
    "discard": ("pick_discard_gear", "remove_discard", "supercharge_take"),
    "held": ("nitro_keep",),
}
"""The questions that a cube of a zone answers with its colour."""
FROM_STOCK: Final = ("grid_buy", "buy", "pit_team_gain")
DRAWS: Final = ("boost_draw", "boost_offer", "boost_late")
MOST_SINGLE_CUBES: Final = 21
"""More cubes than this in one's own discard are shown as one a colour with its number."""


def own_sheet(table: Table) -> str:
    """One's own sheet, large; nothing for a spectator."""
    seat = table.view["seat"]
    return "" if seat is None else sheet(table, table.players[seat], own=True)


def other_sheets(table: Table) -> str:
    """The other drivers, in the order of their seats from one's own left."""
    seat, number = table.view["seat"], len(table.players)
    order = range(number) if seat is None else [(seat + step) % number for step in range(1, number)]
    found = [sheet(table, table.players[other], own=False) for other in order]
    title = tag("h2", table.say("terminal.sheets" if seat is None else "board.rivals"))
    return title + tag("div", *found, cls=f"au-rivals au-rivals-{len(found)}")


def zone_lights(table: Table, zone: str) -> dict[int, str]:
    """What clicking a cube of each colour in one's own zone would answer."""
    kind, found = table.kind, {}
    for colour in range(COLOURS):
        name = COLOUR_NAMES[colour]
        words: tuple[str, ...] = ()
        if kind == "manager_rebag" and zone in ("active", "discard"):
            words = (f"{zone} {name}",)
        elif kind == "pit_crew_mode" and zone == "discard":
            words = ("all_wear", "any_two") if colour == WEAR else ("any_two",)
        elif kind in LIT_BY_NAME[zone]:
            words = (name,)
        choice = table.lights.on(*words)["data_choice"] if words else None
        if choice:
            found[colour] = choice
    return found


def sheet(table: Table, player: Mapping[str, Any], *, own: bool) -> str:
    """One driver: who and where, then the zones of the sheet and the bag."""
    seat = player["seat"]
    asked = own and table.kind != ""
    lights = {zone: zone_lights(table, zone) if asked else {} for zone in ("active", "discard", "held")}
    place = f"s{seat + 1}"
    active = table.cubes(f"{place}-a", player["active"], lights["active"], dim=asked and table.kind == "action")
    zones = [zone(table, "active", active)]
    if sum(table.view["held"]) and seat == table.current:
        zones.append(zone(table, "held", table.cubes(f"{place}-h", table.view["held"], lights["held"])))
    zones.append(zone(table, "used", table.cubes(f"{place}-u", player["used"], {})))
    counts = player["discard"]
    if own and sum(counts) <= MOST_SINGLE_CUBES:
        discard = table.cubes(f"{place}-d", counts, lights["discard"], highlight=True)
    else:
        discard = table.lots(f"{place}-d", counts, lights["discard"], highlight=True)
    zones.append(zone(table, "discard", discard, sum(counts)))
    zones.append(bag(table, player, own=own))
    cls = classes("au-sheet", f"au-of-{seat}", own and "mine", seat == table.current and "current")
    return tag("section", header(table, player, own=own), tag("div", *zones, cls="au-zones"), id=f"sheet-{seat + 1}", cls=cls)


def zone(table: Table, name: str, cubes: str, number: int = 0) -> str:
    """A zone of a sheet."""
    words = table.say("board.held") if name == "held" else table.say(f"terminal.{name}")
    label = tag("span", words, f" {number}" if number else "", cls="au-label")
    return tag("div", label, tag("span", cubes, cls="au-pile"), cls=f"au-zone au-{name}")


def bag(table: Table, player: Mapping[str, Any], *, own: bool) -> str:
    """The bag: how many cubes, and which if the view tells; lit where a cube may be drawn."""
    light = table.lights.on("draw") if own and table.kind in DRAWS else {}
    label = tag("span", table.say("terminal.bag"), f" {player['bag_size']}", cls="au-label")
    if player["bag"] is None:
        inside = tag("span", table.say("board.closed"), cls="au-none")
    else:
        inside = table.lots(f"s{player['seat'] + 1}-b", player["bag"], {})
    cls = classes("au-zone au-bag", lit(light))
    return tag("div", label, tag("span", inside, cls="au-pile"), id=f"bag-{player['seat'] + 1}", cls=cls, **light)


def header(table: Table, player: Mapping[str, Any], *, own: bool) -> str:
    """Who it is, race position, laps, where the car stands, and what else is to be known of the driver."""
    view, seat = table.view, player["seat"]
    tags = [table.say(f"car.{player['colour']}")] if view.get("names") else []
    tags += [table.say("terminal.you")] if own else []
    tags += [table.say("terminal.first")] if seat == view["first_player"] else []
    tags += [table.say("board.grid_cell", slot=player["grid"])] if player["grid"] is not None else []
    title = tag("h3", table.who(seat)) + tag("div", ", ".join(tags), cls="au-who")
    car, left = player["car"], player["laps_to_go"]
    where = (
        table.say("terminal.not_on_grid") if car is None else table.say("board.at", place=f"{car['lane']}:{car['position']}")
    )
    laps = table.say("terminal.finish") if not left else table.say("board.laps", n=left)
    driven = table.say("board.driven", n=player["distance"])
    facts = [tag("b", table.say("board.rank", rank=player["rank"]), cls="au-rank"), tag("span", laps), tag("span", where)]
    facts.append(tag("span", driven))
    marks = []
    if player["pending_boost"]:
        marks.append(tag("span", table.say("terminal.pending", n=player["pending_boost"]), cls="au-tag"))
    if view["over"] and seat in view["winners"]:
        marks.append(tag("span", "★ ", table.say("board.winner"), cls="au-tag strong"))
    elif seat in view["to_act"]:
        marks.append(tag("span", "▸ ", table.say("board.deciding"), cls="au-tag strong"))
    elif seat == table.current:
        marks.append(tag("span", "▸ ", table.say("board.driving"), cls="au-tag"))
    return tag("header", disc(seat), tag("div", title), *marks, tag("div", *facts, cls="au-facts"))


def stock(table: Table) -> str:
    """The ten colours: what is left, the card in play with cost, value and effect."""
    stacks = [stack(table, colour) for colour in range(COLOURS)]
    return tag("h2", table.say("terminal.stacks")) + tag("div", *stacks, cls="au-stock")


def stack(table: Table, colour: int) -> str:
    """One colour of the stock, lit where a cube of it may be bought or gained."""
    facts = table.view["stacks"][colour]
    light: dict[str, str | None] = {}
    if table.kind in FROM_STOCK:
        light = table.lights.on(facts["cube"])
    elif table.kind == "pit_crew_mode" and colour == WEAR:
        light = table.lights.on("all_wear")
    prices = (facts["cost"], facts["value"])
    return stack_drawing(colour, facts["stock"], facts["card"], prices, light.get("data_choice"), table.language)


@lru_cache(maxsize=4096)
def stack_drawing(
    colour: int, number: int, card: str | None, prices: tuple[int, int], choice: str | None, language: str
) -> str:
    """A stack with its card; most of the ten stay the same from one choice to the next."""
    cube = COLOUR_NAMES[colour]
    name = fixed(f"cube.{cube}", language)
    left = tag("span", f"×{number}", cls="au-left", title=fixed("terminal.stock", language))
    if card is None:
        title = tag("h3", name)
        body = tag("p", fixed("board.no_card", language))
    else:
        cost, value = prices
        title = tag("h3", name, tag("small", fixed(f"card.{card}.name", language)))
        words = text(render(Message(f"{GAME}.board.prices", cost=cost, value=value), language))
        body = tag("div", words, cls="au-prices") + tag("p", fixed(f"card.{card}.text", language))
    cls = classes("au-stack", not number and "empty", choice and "lit")
    return tag("section", tag("header", sign(colour), title, left), body, id=f"stack-{cube}", cls=cls, data_choice=choice)
