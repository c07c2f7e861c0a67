"""What a sensible player goes by: the figures of ``policy.toml`` as plain floats, for the compiled heuristics."""

from __future__ import annotations

from officina.core.policy import Figures


class Values:
    """One set of figures. Worths are in the heuristics' own unit unless said otherwise."""

    def __init__(self, figures: Figures) -> None:
        self.temperature = figures.one("temperature")
        """How readily a sensible player takes something a little worse: small, but nobody is a clock."""
        self.star = figures.one("star")
        """One more star on a car."""
        self.cars_per_round = figures.many("cars_per_round", 3)
        """How many cars of each type a player builds in a round."""
        self.now = figures.one("now")
        """This round's part of a factory, for each free worker up to three."""
        self.usual_popularity = figures.many("usual_popularity", 5)
        """By round: what the cars of others have, roughly."""
        self.average_match = figures.one("average_match")
        """Stars that one feature on a line brings in an unknown round."""
        self.waiting = figures.one("waiting")
        """How likely a demand that waits is to enter."""
        self.coin = figures.many("coin", 3)
        """An autobuck to the poor, to the middling, to the rich."""
        self.last_coin = figures.one("last_coin")
        """An autobuck in the last round, where only the ranking counts."""
        self.worker = figures.one("worker")
        """A free worker, in autobucks."""
        self.sales_manager = figures.one("sales_manager")
        """A sales manager, each round."""
        self.general_manager = figures.one("general_manager")
        """A general manager, each round."""
        self.staff_manager = figures.one("staff_manager")
        """A staff manager, each round to come."""
        self.round_rest = figures.one("round_rest")
        """What is left of this round for managers."""
        self.cards_each_round = figures.one("cards_each_round")
        """Contracts that can be played in a round."""
        self.cards_at_last = figures.one("cards_at_last")
        """And in the last one."""
        self.contract = figures.one("contract")
        """A contract that the factory meets, of its medals."""
        self.patience = figures.one("patience")
        """What is left of it for each thing that is missing."""
        self.last_patience = figures.one("last_patience")
        """And in the last round."""
        self.star_patience = figures.one("star_patience")
        """What is left of it for each star that is missing."""
        self.last_star_patience = figures.one("last_star_patience")
        """And in the last round."""
        self.in_hand = figures.one("in_hand")
        """What a contract is worth in hand, when it could be played."""
        self.played = figures.one("played")
        """And when a better one might be played."""
        self.unseen_card = figures.one("unseen_card")
        """A contract from the deck."""
        self.late_card = figures.one("late_card")
        """What is left of a contract drawn in the last round."""
        self.overtaking = figures.one("overtaking")
        """How likely somebody who has not passed is to overtake."""
        self.sales = figures.one("sales")
        """Sales that may be expected without managers."""
        self.sale = figures.one("sale")
        """A sale that an office allows."""
        self.unsold = figures.one("unsold")
        """What is left of a car beyond the limit."""
        self.last_unsold = figures.one("last_unsold")
        """And in the last round."""
        self.kept_car = figures.one("kept_car")
        """A car kept on the ship."""
        self.later_sale = figures.one("later_sale")
        """What is left of a sale to come."""
        self.electric = figures.one("electric")
        """Each star of the electric tile."""
        self.passing = figures.one("passing")
        """An early choice of office."""
        self.first = figures.one("first")
        """Each place earlier in the next round's order."""
        self.last_first = figures.one("last_first")
        """And after the last round."""
