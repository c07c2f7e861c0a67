"""What a sensible player goes by: the figures of ``policy.toml`` as plain floats, for the compiled heuristics."""

from __future__ import annotations

from officina.core.policy import Figures


class Values:
    """One set of figures. Worths are in the heuristics' own unit unless said otherwise."""

    def __init__(self, figures: Figures) -> None:
        self.samples = figures.count("samples")
        """How often the programmes of others are imagined."""
        self.temperature = figures.one("temperature")
        """How readily a programme a little worse is taken: whoever is predictable is trapped."""
        self.richer_robot = figures.one("richer_robot")
        """With two robots only the lower one scores: what the richer one gains counts this much."""
        self.denial = figures.one("denial")
        """Keeping a gear from somebody else, in points."""
        self.collect = figures.one("collect")
        """How often others collect, for what lies there."""
        self.trap = figures.one("trap")
        """How often they trap."""
        self.attack = figures.one("attack")
        """How often they attack."""
        self.defence = figures.one("defence")
        """How often they defend."""
        self.whim = figures.one("whim")
        """How often they do anything."""
        self.greed = figures.one("greed")
        """How much more they want what is worth more."""
        self.keep = figures.one("keep")
        """Keeping an upgrade, in points."""
        self.foresight_samples = figures.count("foresight_samples")
        """How often it is imagined what others imagine; 0: they are taken for simple players."""
        self.foresight = figures.one("foresight")
        """The part of others who think as we do."""
        self.foresight_temperature = figures.one("foresight_temperature")
        """And how readily they take something a little worse."""
        self.softness = figures.one("softness")
        """How readily something a little worse is taken where otherwise only the best is."""
