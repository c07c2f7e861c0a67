"""Background loops that are restarted when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0


async def restart_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run endless work; if it returns or raises, log that and restart it."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("%s stopped unexpectedly; restarting it", work.__name__)
        await asyncio.sleep(RETRY_SECONDS)
