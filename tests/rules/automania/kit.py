"""Positions of Automania in the words of the rulebook, so that a test reads: given, when, then.

Seats are colours (red, blue, yellow, green are seats 0 to 3), tiles and contracts have their codes, choices are in notation
(docs/notation.md).

>>> p = given(money={"red": 0}, free={"red": 1}, grid={1: "A33", 2: "A12"})
>>> play(p, "turn space l1")  # only A33 brings the money for the car, so it is taken by force
>>> asked(p), offered(p), money(p, "red")
('red market', ['na', 'eu'], 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from officina import IllegalChoice, render
from officina.games.automania.game import AutomaniaGame, mine
from officina.games.automania.state import Automania

GAME: Final = AutomaniaGame()
COLOURS: Final = ("red", "blue", "yellow", "green")
TYPES: Final = ("city", "family", "super", "electric")
FEATURES: Final = ("speed", "eco", "handling", "safety", "trunk")
STYLES: Final = ("spoiler", "exhaust", "dice")
FACTORIES: Final = ("side_a", "sumato", "elon", "miao", "opo")
SPACES: Final = ("l1", "l2", "l3", "l4", "t1", "t2", "t3", "t4", "c")
SALES: Final = tuple(space.code for space in GAME.parts.sale_spaces)
TILES: Final = {tile.code: index for index, tile in enumerate(GAME.parts.tiles)}
CARDS: Final = {card.code: index for index, card in enumerate(GAME.parts.contracts)}
CARS: Final = (3, 2, 2, 0)
WORKERS: Final = 6
NEUTRAL: Final = 10


def seat_of(colour: str) -> int:
    """A seat by its colour."""
    return COLOURS.index(colour)


# --- given


def given(
    players: int = 4,
    *,
    round: int = 3,
    turn: str = "red",
    phase: str = "action",
    order: str = "red blue yellow green",
    money: Mapping[str, int] | None = None,
    vp: Mapping[str, int] | None = None,
    free: Mapping[str, int] | None = None,
    neutral: Mapping[str, int] | None = None,
    spaces: Mapping[str, tuple[str, int]] | None = None,
    grid: Mapping[int, str] | None = None,
    office_tiles: Sequence[str] = (),
    stations: Mapping[str, Mapping[str, str]] | None = None,
    managers: Mapping[str, Sequence[str]] | None = None,
    styles: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
    hand: Mapping[str, Sequence[str]] | None = None,
    played: Mapping[str, Sequence[str]] | None = None,
    display: Sequence[str] | None = None,
    deck: Sequence[str] | None = None,
    demand: Mapping[str, str] | None = None,
    ships: Mapping[str, Mapping[int, str]] | None = None,
    yachts: Mapping[str, str] | None = None,
    sold: Sequence[tuple[str, str]] = (),
    offices: Mapping[str, int] | None = None,
    factories: Mapping[str, str] | None = None,
    **options: str,
) -> Automania:
    """A position at the start of a turn; what is not mentioned is empty, free or 5 $ and 0 VP.

    ``phase``: ``action`` (the turn of ``turn``), ``sales`` (all have passed, nothing unloaded yet) or ``after sales`` (the new
    round, or the end after round 4). ``offices``: who has passed, and where the disc is. Workers that are neither free nor on
    spaces are on marketing. ``demand``: three active features, then left and right; the rest is filled in. Contracts not
    mentioned are in the deck; with ``deck`` they have been played by the last seat. Start contracts S1.. are in the hands.
    """
    if factories:
        options["advanced"] = "on"
    start = GAME.start(players, seed=1, options=options)
    while start.kind(start.to_act[0]) == 1:
        start.apply(start.to_act[0], start.options(start.to_act[0])[0])
    data = start.to_json()
    del data["digest"]
    state = data["state"]
    state["round"] = round
    state["order"] = order.split()[:players]
    used: list[str] = [*(grid or {}).values(), *office_tiles]
    state["grid"] = {str(cell): tile for cell, tile in (grid or {}).items()}
    state["office_tiles"] = [*office_tiles, *[None] * (2 - len(office_tiles))]
    state["space_owner"] = {code: colour for code, (colour, _) in (spaces or {}).items()}
    state["space_workers"] = {code: count for code, (_, count) in (spaces or {}).items()}
    state["space_neutral"] = {}
    state["bonus_paid"] = 0
    state["neutral_supply"] = NEUTRAL - sum((neutral or {}).values())
    put_cars(state, ships or {}, yachts or {}, sold)
    for seat, player in enumerate(state["players"]):
        colour = COLOURS[seat]
        player["factory"] = (factories or {}).get(colour, "side_a")
        player["money"] = (money or {}).get(colour, 5)
        player["income"] = player["money"] + 50
        player["points"] = {"start": vp[colour]} if vp and vp.get(colour) else {}
        placed = sum(count for owner, count in (spaces or {}).values() if owner == colour)
        player["workers"] = (free or {}).get(colour, WORKERS - placed)
        player["neutral"] = (neutral or {}).get(colour, 0)
        player["marketing"] = WORKERS - placed - player["workers"]
        player["office"] = (offices or {}).get(colour)
        player["passed"] = colour in (offices or {})
        used += put_factory(
            player, (stations or {}).get(colour, {}), (managers or {}).get(colour, ()), (styles or {}).get(colour, {})
        )
        player["cars"] = cars_left(state, colour, player["factory"])
        player["sold"] = len([car for _, car in sold if car.startswith(colour)])
    put_piles(state, used, round)
    put_cards(state, hand or {}, played or {}, display, deck)
    state["demand"] = demand_tiles(demand or {})
    data["stack"] = stack(state, turn, phase)
    state["phase"] = "action" if phase == "action" else "sales"
    return mine(GAME.from_json(data))


def put_cars(
    state: dict[str, Any],
    ships: Mapping[str, Mapping[int, str]],
    yachts: Mapping[str, str],
    sold: Sequence[tuple[str, str]],
) -> None:
    """Cars such as ``"blue super"`` on ship spaces, yachts and sale spaces."""
    state["ships"] = {f"{market} {space}": car for market, cars in ships.items() for space, car in cars.items()}
    state["ships"] |= {f"{market} yacht": car for market, car in yachts.items()}
    state["sold"] = [f"{space} {car}" for space, car in sold]
    state["copied"] = False


def cars_left(state: dict[str, Any], colour: str, factory: str) -> dict[str, int]:
    """The car tiles still in supply."""
    away = [*state["ships"].values(), *(sale.partition(" ")[2] for sale in state["sold"])]
    extra = GAME.parts.factories[FACTORIES.index(factory)].extra_car
    return {
        type_: CARS[kind] + (1 if kind == extra else 0) - away.count(f"{colour} {type_}") for kind, type_ in enumerate(TYPES)
    }


def put_factory(
    player: dict[str, Any], stations: Mapping[str, str], managers: Sequence[str], styles: Mapping[str, Sequence[str]]
) -> list[str]:
    """Tiles on a factory board; returns their codes."""
    slots = len(GAME.parts.factories[FACTORIES.index(player["factory"])].office_costs)
    player["stations"] = dict(stations)
    player["managers"] = [*managers, *[None] * (slots - len(managers))]
    player["styles"] = {
        f"{type_} {STYLES[GAME.parts.tiles[TILES[code]].kind]}": code for type_, codes in styles.items() for code in codes
    }
    return [*stations.values(), *managers, *(code for codes in styles.values() for code in codes)]


def put_piles(state: dict[str, Any], used: Sequence[str], round: int) -> None:
    """As many unused tiles in the piles as the round leaves."""
    for pile, dealt in (("a", min(round, 2)), ("b", max(0, round - 2))):
        rest = [code for code in TILES if code[0] == pile.upper() and code not in used]
        state[f"pile_{pile}"] = rest[: 36 - 18 * dealt]


def put_cards(
    state: dict[str, Any],
    hand: Mapping[str, Sequence[str]],
    played: Mapping[str, Sequence[str]],
    display: Sequence[str] | None,
    deck: Sequence[str] | None,
) -> None:
    """Contracts in hands, played, on display and in the deck."""
    mentioned = [code for codes in [*hand.values(), *played.values(), display or (), deck or ()] for code in codes]
    rest = [code for code in CARDS if code not in mentioned and code[0] == "K"]
    if display is None:
        display, rest = rest[:3], rest[3:]
    starts = [code for code in CARDS if code[0] == "S" and code not in mentioned]
    for seat, player in enumerate(state["players"]):
        mine_, done = list(hand.get(COLOURS[seat], ())), list(played.get(COLOURS[seat], ()))
        if not any(code[0] == "S" for code in mine_ + done):
            mine_.append(starts.pop(0))
        player["hand"] = lower(mine_)
        player["open_hand"] = []
        player["played"] = lower(done)
    state["display"] = lower(display)
    if deck is None:
        state["deck"] = lower(rest)
    else:
        state["deck"] = lower(deck)
        state["players"][-1]["played"] += lower(rest)
    state["spare_cards"] = lower(starts)


def lower(codes: Sequence[str]) -> list[str]:
    """Contracts as saves and notation write them."""
    return [code.lower() for code in codes]


def demand_tiles(demand: Mapping[str, str]) -> dict[str, str]:
    """The ten demand tiles; what is not named is filled with what is left, the same feature rather twice in one market."""
    wanted: dict[str, str] = {}
    for market in ("na", "eu"):
        tiles = (demand.get(market, "").split() + [""] * 5)[:5]
        wanted |= {f"{market} {place}": tile for place, tile in zip(("1", "2", "3", "left", "right"), tiles, strict=True)}
    named = list(wanted.values())
    rest = [name for name in FEATURES for _ in range(2 - named.count(name))]
    return {place: name or rest.pop(0) for place, name in wanted.items()}


def stack(state: dict[str, Any], turn: str, phase: str) -> list[list[Any]]:
    """The steps still to come, the next one last."""
    if phase == "after sales":
        return [["EndRound", -1, {}]]
    if phase == "sales":
        return [["EndRound", -1, {}], ["BeginSales", -1, {}]]
    following = (state["order"].index(turn) + 1) % len(state["order"]) + 1
    return [["EndRound", -1, {}], ["BeginSales", -1, {}], ["NextTurn", -1, {"place": following}], ["Turn", seat_of(turn), {}]]


# --- when


def play(p: Automania, *choices: str) -> None:
    """The seat that must decide takes these choices, in notation, one after the other; so may the next seats."""
    for choice in choices:
        seat = p.to_act[0]
        kind, option = GAME.vocabulary.parse(choice)
        assert kind == p.kind(seat), f"asked: {asked(p)}, not {choice}"
        p.apply(seat, option)


# --- then


def asked(p: Automania) -> str:
    """Who must decide what: ``"red turn"``; ``"over"`` at the end."""
    if p.over:
        return "over"
    return f"{COLOURS[p.to_act[0]]} {GAME.vocabulary.kind_name(p.kind(p.to_act[0]))}"


def offered(p: Automania, *starting: str) -> list[str]:
    """The words of the legal options, those that start with certain words only."""
    seat = p.to_act[0]
    kind = GAME.vocabulary.kind(p.kind(seat))
    words = [kind.words[option] for option in p.options(seat)]
    return [word for word in words if word.startswith(starting)] if starting else words


def why_not(p: Automania, choice: str) -> str:
    """The rule and the sentence that refuse a choice; also checks that applying it is refused and changes nothing."""
    seat = p.to_act[0]
    kind, option = GAME.vocabulary.parse(choice)
    assert kind == p.kind(seat), f"asked: {asked(p)}, not {choice}"
    reason = p.why_not(seat, option)
    assert reason is not None, f"{choice} is legal"
    before = p.to_json()
    with pytest.raises(IllegalChoice) as error:
        p.apply(seat, option)
    assert error.value.rule == reason.rule
    assert p.to_json() == before
    return f"{reason.rule}: {render(reason, 'en')}"


def money(p: Automania, colour: str) -> int:
    """A player's money."""
    return p.players[seat_of(colour)].money


def vp(p: Automania, colour: str) -> int:
    """A player's victory points."""
    return p.players[seat_of(colour)].vp


def free(p: Automania, colour: str) -> int:
    """A player's free workers."""
    return p.players[seat_of(colour)].free()


def hand(p: Automania, colour: str) -> list[str]:
    """The contracts in a player's hand, start contracts last."""
    return cards(p.players[seat_of(colour)].hand)


def played(p: Automania, colour: str) -> list[str]:
    """The contracts a player has played."""
    return cards(p.players[seat_of(colour)].played)


def cards(mask: int) -> list[str]:
    """The codes of a set of contracts."""
    return [code for code, index in CARDS.items() if mask >> index & 1]


def supply(p: Automania, colour: str) -> dict[str, int]:
    """A player's car tiles in supply."""
    return dict(zip(TYPES, p.players[seat_of(colour)].cars, strict=True))


def popularity(p: Automania) -> int:
    """The popularity of the car being produced."""
    return int(p.view(None)["production"]["popularity"])


def ship(p: Automania, market: str, space: int) -> str:
    """The car on a ship space (18: the yacht), such as ``"blue super"``; empty if there is none."""
    car = p.ships[("na", "eu").index(market) * 18 + space - 1]
    return "" if car < 0 else f"{COLOURS[car // 4]} {TYPES[car % 4]}"


def tiles(codes: Sequence[int]) -> list[str]:
    """The codes of tiles, empty places left out."""
    return [GAME.parts.tiles[tile].code for tile in codes if tile >= 0]


def station(p: Automania, colour: str, code: str) -> str:
    """The tile on a station."""
    found = tiles([p.players[seat_of(colour)].stations["abcdefg".index(code)]])
    return found[0] if found else ""


def managers(p: Automania, colour: str) -> list[str]:
    """A player's managers."""
    return tiles(p.players[seat_of(colour)].managers)


def styles(p: Automania, colour: str, type_: str) -> list[str]:
    """The styles on a car type."""
    first = TYPES.index(type_) * 3
    return tiles(p.players[seat_of(colour)].styles[first : first + 3])


def workers_on(p: Automania, space: str) -> tuple[str, int]:
    """Whose workers stand on an action space, and how many."""
    index = SPACES.index(space)
    owner = p.space_owner[index]
    return ("" if owner < 0 else COLOURS[owner], p.workers_on(index))


def demand(p: Automania, market: str) -> list[str]:
    """Slots 1 to 3, then left and right."""
    first = ("na", "eu").index(market) * 5
    return [FEATURES[feature] for feature in p.demand[first : first + 5]]


def order(p: Automania) -> list[str]:
    """The turn order."""
    return [COLOURS[seat] for seat in p.order]


def parts(p: Automania, colour: str) -> dict[str, int]:
    """A player's points by source, the empty ones left out."""
    return {name: points for name, points in p.breakdown(seat_of(colour)) if points}
