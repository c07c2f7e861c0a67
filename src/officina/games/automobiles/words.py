"""The sentences of Automobiles that need to know more than the declarations say."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message
from officina.core.words import Sentences
from officina.games.automobiles.components import FIRST_CARD_COLOUR
from officina.games.automobiles.cubes import size
from officina.games.automobiles.nouns import CAR, CARD, CUBES, SHADES, ahead_words, lane_words, lengths, say
from officina.games.automobiles.rules.discarding import RemoveDiscard
from officina.games.automobiles.state import Automobiles
from officina.games.automobiles.vocabulary import NOT_HERE


class Words(Sentences):
    """The game's sentences, for one set of components."""

    trivia = frozenset(
        (
            "already_there",
            "cell_unused",
            "later_segment",
            "no_such_segment",
            "no_weaving",
            "not_drawn",
            "not_in_active",
            "not_in_discard",
            "not_left_there",
            "say_left",
        )
    )

    nearest = frozenset(("not_ahead",))

    def seat(self, seat: int) -> Any:
        """A player by the colour of the car."""
        return CAR.say(seat, self.parts)

    def card_beside(self, cube: int, card: int) -> Message:
        """The card of a coloured cube; gears and Wear say what they are themselves."""
        return say("in_brackets", card=CARD.say(card, self.parts)) if cube >= FIRST_CARD_COLOUR else say("no_card")

    # --- questions

    def prompt_buy(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"money": p.money}

    prompt_grid_buy = prompt_buy

    def prompt_turn_type(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"rank": p.start_rank, "laps": p.laps_to_go(seat), "cubes": CUBES.say(p.active[seat], self.parts)}

    def prompt_action(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"money": p.worth(p.active[seat]), "place": lane_words(p.track, p.head)}

    def prompt_step(self, p: Automobiles, seat: int) -> dict[str, Any]:
        return {"place": lane_words(p.track, p.head)}

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
        return {"money": cell.money}

    def option_buy(self, p: Automobiles, seat: int, cube: int) -> dict[str, Any]:
        return {"card": self.card_beside(cube, p.card_of[cube]), "cost": p.costs[cube]}

    option_play = option_gain = option_buy

    def option_step(self, p: Automobiles, seat: int, step: int) -> Message:
        """Where a step lands, on which colours; in a weaving race which position it leaves."""
        track, landing, left = p.track, p.steps.landing[step], p.steps.left[step]
        shades = SHADES.say(track.colours_of[landing], self.parts)
        if left == NOT_HERE:
            return say("option.step", place=ahead_words(track, p.head, landing), shades=shades)
        driven = lengths(track, p.head_entry, left) + 1
        return say("option.weave", place=ahead_words(track, left, landing), shades=shades, n=driven)

    # --- the log

    def event_momentum(self, lane: int, **_: int) -> dict[str, Any]:
        return {"place": say("lane", lane=lane)}

    event_stepped = event_car_moved = event_momentum

    def event_played(self, cube: int, card: int) -> dict[str, Any]:
        return {"card": self.card_beside(cube, card)}

    def event_card_wear(self, n: int, asked: int) -> dict[str, Any]:
        return {"fewer": say("no_card") if n == asked else say("fewer", asked=asked)}

    def event_removed(self, cubes: int, **_: int) -> dict[str, Any]:
        return {"n": size(cubes)}

    def event_hybrid_leads(self, own: int, most: int) -> dict[str, Any]:
        return {"n": own}

    event_hybrid_fails = event_hybrid_leads
