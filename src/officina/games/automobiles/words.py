"""The sentences of Automobiles that need to know more than the declarations say."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message
from officina.core.words import Sentences
from officina.games.automobiles.cubes import size
from officina.games.automobiles.nouns import CARD, CUBES, SHADES, say
from officina.games.automobiles.rules.discarding import RemoveDiscard
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import NOT_HERE


class Words(Sentences):
    """The game's sentences, for one set of components."""

    def seat(self, seat: int) -> Message:
        """A player by the colour of the car."""
        return say(f"car.{self.parts.cars[seat]}")

    # --- questions

    def prompt_buy(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"money": p.money}

    prompt_grid_buy = prompt_buy

    def prompt_turn_type(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"rank": p.start_rank, "laps": p.laps_to_go(seat), "cubes": CUBES.say(p.active[seat], self.parts)}

    def prompt_action(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"money": p.worth(p.active[seat]), "place": p.track.place(p.head)}

    def prompt_step(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"place": p.track.place(p.head)}

    def prompt_remove_discard(self, p: Automobiles, seat: int) -> dict[str, Any]:
        step = p.stack[-1]
        exact = isinstance(step, RemoveDiscard) and not step.may_stop
        return {"bound": say("bound.exactly" if exact else "bound.up_to")}

    def prompt_nitro_keep(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"cubes": CUBES.say(p.held, self.parts)}

    def prompt_boost_offer(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"size": size(p.bag[seat])}

    prompt_boost_late = prompt_boost_offer

    # --- options

    def option_grid_pick(self, p: Automobiles, seat: int, slot: int) -> dict[str, Any]:
        cell = p.track.grid[slot]
        return {"place": p.track.place(cell.segment), "money": cell.money}

    def option_buy(self, p: Automobiles, seat: int, cube: int) -> dict[str, Any]:
        return {"card": CARD.say(p.card_of[cube], self.parts), "cost": p.costs[cube]}

    option_play = option_gain = option_buy

    def option_step(self, p: Automobiles, seat: int, step: int) -> Message:
        """Where a step lands, on which colours; in a weaving race which position it leaves."""
        landing, left = p.steps.landing[step], p.steps.left[step]
        shades = SHADES.say(p.track.colours_of[landing], self.parts)
        if left == NOT_HERE:
            return say("option.step", place=p.track.place(landing), shades=shades)
        return say("option.weave", place=p.track.place(landing), shades=shades, left=left)

    # --- the log

    def event_momentum(self, lane: int, position: int, **_: int) -> dict[str, Any]:
        return {"place": f"{lane}:{position}"}

    event_on_grid = event_drawn_on_grid = event_stepped = event_car_moved = event_momentum
