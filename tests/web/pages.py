"""A page without a browser: what its regions hold after messages of the socket."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from officina.web.live.patches import unpacked
from officina.web.live.templates import digest


def applied(regions: Mapping[str, str], message: str, shown: int) -> dict[str, str]:
    """The regions of a page that shows so many of the message's frames and goes to the end then."""
    told, found = msgspec.json.decode(message), dict(regions)
    steps = [frame["regions"] for frame in told.get("frames", [])[:shown]]
    for step in [*steps, told["regions"]]:
        for name, (fingerprint, told_of) in step.items():
            markup = unpacked(told_of, regions[name])
            assert digest(markup) == fingerprint
            found[name] = markup
    return found


def hashes(regions: Mapping[str, str]) -> dict[str, str]:
    """The fingerprints of regions."""
    return {name: digest(markup) for name, markup in regions.items()}
