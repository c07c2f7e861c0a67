"""What nobody can know, drawn anew: the order of the deck.

Other players' money is not shown in a view, but every single income is public: who remembers the game knows the sum. Another
sum would contradict what the seat has seen, so the true one stays.
"""

from __future__ import annotations

from officina.core.rng import Rng
from officina.games.kraftwagen.state import Kraftwagen


def redraw(p: Kraftwagen, _seat: int, rng: Rng) -> None:
    """The deck in another order; sorted first, so that nothing of the true order is left."""
    cards = list(p.deck)
    cards.sort()
    rng.shuffle(cards)
    p.deck = tuple(cards)
