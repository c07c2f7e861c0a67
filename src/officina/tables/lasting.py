"""Work that goes on as long as the tables are open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0


async def always(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Work that never ends; if it does by a mistake of ours, it is logged and begun anew."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("%s stopped and begins anew", work.__name__)
        await asyncio.sleep(RETRY_SECONDS)
