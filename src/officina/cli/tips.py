"""Whether tips are shown in the terminal: in one's first games of each title, always, or never; kept in the data folder."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from officina.core.tips import FIRST_GAMES

FIRST: Final = "first"
ON: Final = "on"
OFF: Final = "off"
SWITCH: Final = (FIRST, ON, OFF)


class TipSwitch:
    """The switch for one sitting. A file that cannot be read or written is no reason not to play."""

    def __init__(self, file: Path, game: str, sitting: str, wanted: str = "") -> None:
        self.file = file
        kept = self.read()
        if wanted:
            kept["switch"] = wanted
        switch, games = kept.get("switch", FIRST), kept.setdefault("games", {}).setdefault(game, [])
        is_first = sitting in games or len(games) < FIRST_GAMES
        if is_first and sitting not in games:
            games.append(sitting)
        self.on = switch == ON or (switch != OFF and is_first)
        self.kept = kept
        self.write()

    def turn(self) -> bool:
        """From now on always, or never; what it is now."""
        self.on = not self.on
        self.kept["switch"] = ON if self.on else OFF
        self.write()
        return self.on

    def read(self) -> dict[str, Any]:
        """What was kept; nothing if the file is not there or is not ours."""
        try:
            kept = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        sound = isinstance(kept, dict) and isinstance(kept.get("games", {}), dict)
        return kept if sound and all(isinstance(games, list) for games in kept.get("games", {}).values()) else {}

    def write(self) -> None:
        """Keep it."""
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.kept), encoding="utf-8")
