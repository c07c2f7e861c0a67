"""A whole bot in a page: it tries every option on a copy and keeps what leads the others by most."""

from __future__ import annotations

from officina import Position, Rng


class EagerBot:
    """Looks one choice ahead. It needs no base class, only ``choose``."""

    def choose(self, position: Position, seat: int, rng: Rng) -> int:
        """One of ``position.options(seat)``.

        ``position`` is a world that the seat cannot tell from the true one: what is hidden has been drawn anew, so looking into
        it helps nobody. ``rng`` is this bot's own chance; a bot that draws from nothing else plays every game again alike.
        """
        best: list[int] = []
        most = float("-inf")
        for option in position.options(seat):
            world = position.clone()
            world.apply(seat, option)
            lead = self.lead(world.scores(), seat)
            if lead > most:
                best, most = [], lead
            if lead == most:
                best.append(option)
        return rng.pick(best)

    def lead(self, scores: list[int], seat: int) -> int:
        """How far the seat is ahead of the best of the others, or behind."""
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
