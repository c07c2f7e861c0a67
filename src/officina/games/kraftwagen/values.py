"""What a sensible player goes by: the figures of ``policy.toml`` as plain floats, for the compiled heuristics."""

from __future__ import annotations

from officina.core.policy import Figures


class Values:
    """One set of figures. Worths are in the heuristics' own unit unless said otherwise."""

    def __init__(self, figures: Figures) -> None:
        self.temperature = figures.one("temperature")
        """How readily a tile a little worse is taken."""
        self.turn_cost = figures.one("turn_cost")
        """What every worker that a tile passes costs: its owner gets a turn that could have been ours."""
        self.future = figures.many("future", 4)
        """How much of an investment is left in each round (before the first, and in rounds 1 to 3)."""
        self.worker = figures.many("worker", 5)
        """A further worker, by the number already in the canteen."""
        self.worker_now = figures.one("worker_now")
        """The part of a worker that counts in any round."""
        self.worker_later = figures.one("worker_later")
        """And the part that counts as far as there is a future."""
        self.workers_award = figures.one("workers_award")
        """How far off the award for hiring seems."""
        self.activation = figures.one("activation")
        """What activating a card is worth, in research points."""
        self.engineer = figures.many("engineer", 9)
        """An engineer taken in the first round."""
        self.otto = figures.one("otto")
        """Otto beside his workers."""
        self.second_engineer = figures.one("second_engineer")
        """The part of the award that a second engineer brings."""
        self.part_of_car = figures.one("part_of_car")
        """A part that is missing for the next car."""
        self.part_value = figures.one("part_value")
        """And each point of its value."""
        self.better_part = figures.one("better_part")
        """Each point better than the worst part in full workshops."""
        self.spare_part = figures.one("spare_part")
        """A part more than a car needs."""
        self.better_spare = figures.one("better_spare")
        """And each point better than the best one."""
        self.no_worker = figures.one("no_worker")
        """What is left of a part in the last round without a worker."""
        self.stock_value = figures.one("stock_value")
        """Each point of the best body and engine in stock."""
        self.stock_sum = figures.one("stock_sum")
        """Each point of all parts in stock."""
        self.waste = figures.one("waste")
        """What throwing a part away costs by itself."""
        self.point = figures.one("point")
        """A research point early in the game."""
        self.no_researcher = figures.one("no_researcher")
        """What is left of a development with an empty canteen."""
        self.last_researcher = figures.one("last_researcher")
        """The last worker for research."""
        self.researcher = figures.one("researcher")
        """Another worker for research."""
        self.race_engine = figures.one("race_engine")
        """Each point more of the race engine."""
        self.space = figures.one("space")
        """A space of a Grand Prix move."""
        self.overtaking = figures.one("overtaking")
        """A car overtaken."""
        self.first_start = figures.one("first_start")
        """Leaving the pit lane."""
        self.car_to = figures.one("car_to")
        """The action that moves the race car to a place."""
        self.other_action = figures.one("other_action")
        """Any other action."""
        self.buyer = figures.one("buyer")
        """How far the samples of buyers are believed."""
        self.last_pawn = figures.one("last_pawn")
        """The pawn's last step, for each point of lead."""
        self.pawn = figures.one("pawn")
        """Another step of the pawn."""
        self.benz = figures.one("benz")
        """Keeping the marker of Benz."""
        self.wait = figures.one("wait")
        """Waiting in the market."""
        self.daimler = figures.one("daimler")
        """How sure a sale must be for Daimler."""
        self.diesel = figures.one("diesel")
        """What a change by Diesel must bring."""
        self.samples = figures.count("samples")
        """Markets that are imagined for a decision."""
        self.slot_filled = figures.one("slot_filled")
        """How likely a free buyer slot is to be taken before the round ends."""
        self.ready_rival = figures.one("ready_rival")
        """How likely a rival with body, engine and worker is to place a car."""
        self.later_rival = figures.one("later_rival")
        """And another one."""
        self.car_worker = figures.many("car_worker", 4)
        """What a worker on a car would be worth elsewhere, by round."""
        self.least_gain = figures.many("least_gain", 4)
        """For less a car is not placed, by round."""
        self.quality = figures.one("quality")
        """Each point of a car by itself, where samples cannot tell cars apart."""
        self.softness = figures.one("softness")
        """How readily something a little worse is taken where otherwise only the best is."""
