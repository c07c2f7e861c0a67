"""Plain steps on a compiled kernel: a game or a variant that is not compiled plays on the compiled engine, too.

This module is never compiled: it looks at classes as an interpreter sees them.
"""

from __future__ import annotations

from typing import Any

from officina.core.step import TABLE, Step


def let_play(step: type[Step[Any]]) -> None:
    """Let each instance of a step that is not compiled adopt what its class says of its questions.

    Nothing to do where both are plain, or both compiled: a compiled class has descriptors where a plain one has values.
    """
    if isinstance(Step.kind, int) or not isinstance(step.kind, int) or "adopts" in vars(step):
        return
    begin = step.__init__

    def __init__(self: Step[Any], seat: int = TABLE, args: tuple[int, ...] = ()) -> None:  # noqa: N807
        begin(self, seat, args)
        self.adopt(step.kind, step.rule if isinstance(step.rule, str) else "", step.always_asks is True)

    setattr(step, "__init__", __init__)  # noqa: B010 - types forbid to assign to a method
    setattr(step, "adopts", True)  # noqa: B010 - not an attribute of its instances
