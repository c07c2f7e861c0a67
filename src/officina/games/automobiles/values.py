"""What a sensible player goes by: the figures of ``policy.toml`` as plain floats, for the compiled heuristics."""

from __future__ import annotations

from officina.core.policy import Figures


class Values:
    """One set of figures. Worths are in the heuristics' own unit unless said otherwise."""

    def __init__(self, figures: Figures) -> None:
        self.pace = figures.one("pace")
        """Positions a turn, to guess how many rounds are left."""
        self.dollar = figures.one("dollar")
        """A dollar, for each use of what it buys."""
        self.most_dollar = figures.one("most_dollar")
        """And at the most."""
        self.wear = figures.one("wear")
        """A wear, for each time it will be drawn."""
        self.most_wear = figures.one("most_wear")
        """And at the most."""
        self.least_strength = figures.one("least_strength")
        """Nothing weaker is bought."""
        self.least_uses = figures.one("least_uses")
        """And nothing that hardly comes up again."""
        self.riddance = figures.one("riddance")
        """Being rid of a cube, for each use and each point below the average."""
        self.junk = figures.one("junk")
        """How far below the average a cube must be to be junk."""
        self.rebag = figures.one("rebag")
        """A cube back in the bag, of its strength."""
        self.turn = figures.one("turn")
        """A cube in hand now, of its strength."""
        self.shortage = figures.one("shortage")
        """A gear that is needed to find a way through every stretch."""
        self.surplus = figures.one("surplus")
        """What is left of a cube more than enough."""
        self.pit_stop = figures.count("pit_stop")
        """Wear in hand for a pit stop to be thought of."""
        self.pit_team = figures.one("pit_team")
        """How much more the Pit Team does than throw away."""
        self.nitro = figures.one("nitro")
        """Draws that Nitro is worth."""
        self.supercharged = figures.one("supercharged")
        """Cubes that the Supercharged Engine is worth."""
        self.strength = figures.many("strength", 25)
        """What a cube of each card brings in a turn, roughly, in positions: garage (car chief, engineer, manager, mechanic),
        pit (crew chief, captain, crew, team), handling (aerodynamics, suspension, tires, steering), performance (boost,
        gearbox, nitro, turbo), engine (diesel, hybrid, rotary, supercharged), gears (third to sixth), wear."""
        self.enough = figures.many("enough", 25)
        """How many cubes of each card a bag can use well; the next ones count for less and less."""
        self.needed = figures.counts("needed", 4)
        """How many of each gear a car needs to find its way through every stretch."""
        self.softness = figures.one("softness")
        """How readily something a little worse is taken where otherwise only the best is."""
        self.states = figures.count("states")
        """States that a path's search looks at for one option."""
