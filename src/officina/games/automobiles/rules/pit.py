"""Pit cards: AU-154 Crew Chief, AU-155 Pit Captain, AU-156 Pit Crew, AU-157 Pit Team."""

from __future__ import annotations

from typing import Any

from officina.core.nouns import FLAG, NUMBER
from officina.core.step import NOTHING, Judged, Step
from officina.core.text import Reason
from officina.games.automobiles.components import PIT_CAPTAIN, PIT_CREW, PIT_TEAM
from officina.games.automobiles.cubes import CUBE, WEAR, count, of, size
from officina.games.automobiles.events import DREW, FROM_DISCARD, GAINED, REMOVED
from officina.games.automobiles.rules.buying import affordable, why_not_affordable
from officina.games.automobiles.rules.discarding import FromDiscard, remove, remove_more
from officina.games.automobiles.rules.movement import EXACTLY, UP_TO
from officina.games.automobiles.state import NO_CUBE, Automobiles
from officina.games.automobiles.vocabulary import ALL_WEAR, ANY_TWO, END, PIT_CREW_MODE, PIT_TEAM_GAIN, REMOVE_DISCARD


def return_all_wear(p: Automobiles, seat: int) -> None:
    """All wear in the discard goes back to the stock."""
    wear = of(WEAR, count(p.discard[seat], WEAR))
    p.discard[seat] -= wear
    p.stock += wear
    p.tell(REMOVED, seat, (wear, FROM_DISCARD))


class CrewChief(Step[Automobiles]):
    """AU-154: draw until a cube is not wear, or nothing is left; then all wear in the discard goes back to the stock."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        colour = WEAR
        while colour == WEAR:
            colour = p.draw(self.seat)
            if colour != NO_CUBE:
                p.active[self.seat] += CUBE[colour]
                p.tell(DREW, self.seat, (colour,))
        return_all_wear(p, self.seat)
        return NOTHING


class PitCaptain(Step[Automobiles]):
    """AU-155: up to six cubes from the discard back to the stock."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return remove_more(self.seat, p.parts.figures[PIT_CAPTAIN], UP_TO)


class PitCrew(Judged[Automobiles]):
    """AU-156: all wear in the discard, or any two cubes there, back to the stock."""

    kind = PIT_CREW_MODE
    rule = "AU-156"

    def verdict(self, p: Automobiles, option: int) -> str:
        enough = option == ALL_WEAR or size(p.discard[self.seat]) >= p.parts.figures[PIT_CREW]
        return "" if enough else "discard_too_small"

    def facts(self, p: Automobiles, option: int) -> dict[str, Any]:
        return {"needed": p.parts.figures[PIT_CREW], "n": size(p.discard[self.seat])}

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        if option == ANY_TWO:
            return remove_more(self.seat, p.parts.figures[PIT_CREW], EXACTLY)
        return_all_wear(p, self.seat)
        return NOTHING


class PitTeam(Step[Automobiles]):
    """AU-157: return up to three cubes, then gain one that costs no more than they did together."""

    def run(self, p: Automobiles) -> list[Step[Any]]:
        return [PitTeamRemove(self.seat, (p.parts.figures[PIT_TEAM], 0, 0))]


class PitTeamRemove(FromDiscard):
    """AU-157, first part: up to n cubes more; the budget is what those that were returned cost."""

    kind = REMOVE_DISCARD
    rule = "AU-157"
    takes = {"n": NUMBER, "budget": NUMBER, "returned": FLAG}

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        more, budget, returned = self.args
        if option != END:
            remove(p, self.seat, option)
            more -= 1
            budget += p.costs[option]
            if more:
                return [PitTeamRemove(self.seat, (more, budget, 1))]
            returned = 1
        return [PitTeamGain(self.seat, (budget,))] if returned else NOTHING


class PitTeamGain(Step[Automobiles]):
    """AU-157, AU-158, second part: exactly one cube within the budget, to used; the rest is lost."""

    kind = PIT_TEAM_GAIN
    rule = "AU-157"
    takes = {"budget": NUMBER}

    def options(self, p: Automobiles) -> list[int]:
        return affordable(p, self.args[0])

    def choose(self, p: Automobiles, option: int) -> list[Step[Any]]:
        p.stock -= CUBE[option]
        p.used[self.seat] += CUBE[option]
        p.tell(GAINED, self.seat, (option,))
        return NOTHING

    def why_not(self, p: Automobiles, option: int) -> Reason:
        return why_not_affordable(p, option, self.args[0], "AU-157")
