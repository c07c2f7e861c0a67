"""What a sensible player goes by: the figures of ``policy.toml`` as plain floats, for the compiled heuristics."""

from __future__ import annotations

from officina.core.policy import Figures


class Values:
    """One set of figures. Worths are in the heuristics' own unit unless said otherwise."""

    def __init__(self, figures: Figures) -> None:
        self.samples = figures.count("samples")
        """How often the cards of others are imagined."""
        self.temperature = figures.one("temperature")
        """How readily a bid a little worse is taken."""
        self.steps_per_stage = figures.one("steps_per_stage")
        """How far a player's locomotives come in a stage, all together."""
        self.reach = figures.one("reach")
        """The part of those steps that one locomotive may hope for."""
        self.doubt = figures.one("doubt")
        """How blurred that hope is, in steps, for each step to come."""
        self.least_doubt = figures.one("least_doubt")
        """And at least so much."""
        self.arrivals = figures.one("arrivals")
        """How many points cards of a pile each rival takes while a locomotive makes one step."""
        self.denial = figures.one("denial")
        """Keeping a point from somebody else."""
        self.raising = figures.one("raising")
        """A card that has only raised the prize of a question side."""
        self.laying = figures.one("laying")
        """How often a player lays a card in a placing turn."""
        self.whim = figures.one("whim")
        """How often others lay a card where there is nothing for them."""
        self.rear = figures.one("rear")
        """With ``rear_penalty``, each step of the rearmost locomotive."""
        self.card_price = figures.one("card_price")
        """A driver card later on."""
        self.value_price = figures.one("value_price")
        """And each point of its value."""
        self.scarcity = figures.one("scarcity")
        """How fast cards become dear when there are more turns than cards."""
        self.least_scarcity = figures.one("least_scarcity")
        """And how cheap they are at the cheapest."""
        self.softness = figures.one("softness")
        """How readily something a little worse is taken where otherwise only the best is."""
