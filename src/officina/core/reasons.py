"""Why options are missing, for a person: grouped by the kind of refusal, without what nobody could have meant."""

from __future__ import annotations

from officina.core.folder import FolderGame
from officina.core.position import Position
from officina.core.text import Reason


class Refusal:
    """Options that are missing for one kind of reason: its sentence that concerns most of them, and the options."""

    def __init__(self, reason: Reason, options: list[int]) -> None:
        self.reason = reason
        self.options = options


def refusals(p: Position, seat: int) -> list[Refusal]:
    """The missing options of the question that a seat is asked, those with the most in common first of their kind."""
    words = p.game.words if isinstance(p.game, FolderGame) else None
    trivia = words.trivia if words is not None else frozenset()
    nearest = words.nearest if words is not None else frozenset()
    allowed = p.options(seat)
    kinds: dict[str, dict[Reason, list[int]]] = {}
    for option in range(p.game.vocabulary.kind_size(p.kind(seat))):
        reason = p.why_not(seat, option)
        if reason is not None and reason.key.rpartition(".")[2] not in trivia:
            kinds.setdefault(reason.key, {}).setdefault(reason, []).append(option)
    found = []
    for key, reasons in kinds.items():
        if key.rpartition(".")[2] in nearest:
            told = [
                (min(abs(option - other) for other in allowed), option, reason)
                for reason in reasons
                for option in reasons[reason]
            ]
            _, option, reason = min(told, key=lambda each: each[:2])
            found.append(Refusal(reason, [option]))
            continue
        most = max(reasons, key=lambda reason: len(reasons[reason]))
        rest = [option for reason, options in reasons.items() if reason is not most for option in options]
        found.append(Refusal(most, [*reasons[most], *rest]))
    return found
