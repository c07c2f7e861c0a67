"""The sentences of Crazy Race that need to know more than the declarations say."""

from __future__ import annotations

from typing import Any

from officina.core.text import Message
from officina.core.words import Sentences
from officina.games.crazy_race.components import FINISH, MODELS, NO_MODEL, SIDES
from officina.games.crazy_race.nouns import CARDS, COLOUR, MODEL, place_words, say, side_in_short, side_name, side_words
from officina.games.crazy_race.state import AT_FINISH, CrazyRace


class Words(Sentences):
    """The game's sentences, for one set of components."""

    trivia = frozenset(("no_such_points", "not_in_hand", "not_in_play", "not_laid", "steal_own", "too_many_steps"))

    def seat(self, seat: int) -> Any:
        """A player, by colour."""
        return COLOUR.say(seat, self.parts)

    # --- questions

    def prompt_place_card(self, p: CrazyRace, seat: int) -> dict[str, Any]:
        rounds = self.parts.rounds
        return {"stage": p.stage, "stages": self.parts.stages, "round": p.turn // p.seats + 1, "rounds": rounds}

    def prompt_free_loco(self, p: CrazyRace, seat: int) -> dict[str, Any]:
        points, *_ = p.stack[-1].args
        return {"side": side_name(p.shown - 1), "n": points}

    prompt_split_loco = prompt_split_steps = prompt_free_loco

    def prompt_consolation(self, p: CrazyRace, seat: int) -> dict[str, Any]:
        return {"cards": CARDS.say(p.has_laid(seat), self.parts)}

    # --- options

    def option_retake(self, p: CrazyRace, seat: int) -> dict[str, Any]:
        if not p.played[seat]:
            raise LookupError("no card was played")
        return {"cards": CARDS.say(p.played[seat], self.parts)}

    def option_place_side(self, p: CrazyRace, seat: int, side: int) -> dict[str, Any]:
        return {"side": side_words(self.parts, p.stage_card(), side), "n": len(p.cards_beside(side))}

    def option_free_loco(self, p: CrazyRace, seat: int, model: int) -> dict[str, Any]:
        (points,) = p.stack[-1].args
        self.must_drive(p, seat, model)
        start, end = p.progress[seat * MODELS + model], p.destination(seat, model, points)
        return {"start": place_words(start), "end": place_words(end)}

    def option_split_loco(self, p: CrazyRace, seat: int, model: int) -> dict[str, Any]:
        self.must_drive(p, seat, model)
        return {"place": place_words(p.progress[seat * MODELS + model]), "n": p.need(seat, model)}

    def must_drive(self, p: CrazyRace, seat: int, model: int) -> None:
        """LookupError for a locomotive that is home: there is nothing to say of its way."""
        if p.progress[seat * MODELS + model] >= FINISH:
            raise LookupError("it is home")

    def option_split_steps(self, p: CrazyRace, seat: int, n: int) -> dict[str, Any]:
        _, _, model = p.stack[-1].args
        return {"place": place_words(p.destination(seat, model, n))}

    def option_pile(self, p: CrazyRace, seat: int) -> Message:
        return say("option.pile", value=p.top(AT_FINISH)) if p.points_left(AT_FINISH) else say("option.empty_pile")

    def option_steal(self, p: CrazyRace, seat: int, who: int) -> dict[str, Any]:
        return {"n": len(p.won[who])}

    # --- the log

    def event_stage_began(self, stage: int, card: int) -> dict[str, Any]:
        return {"sides": tuple(side_in_short(self.parts, card, side) for side in range(SIDES))}

    def event_side_shown(self, side: int, cards: tuple[int, ...]) -> dict[str, Any]:
        shown = zip(cards[::2], cards[1::2], strict=True)
        return {"cards": tuple(say("shown_card", who=COLOUR.say(seat, self.parts), value=value) for seat, value in shown)}

    def event_side_won(self, side: int, n: int, earlier: int) -> dict[str, Any]:
        return {"why": say("won.earlier" if earlier else "won.sum", n=n)}

    def event_move_lost(self, side: int, model: int) -> dict[str, Any]:
        return {"why": say("lost.all") if model == NO_MODEL else say("lost.model", model=MODEL.say(model, self.parts))}
