"""The templates of the page's regions, and the fingerprint by which a region is known to have changed."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from officina.web.live.scene import TableScene
from officina.web.words import PageWords

environment: Final = Environment(
    loader=PackageLoader("officina.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def part(name: str, scene: TableScene, words: PageWords, **more: Any) -> str:
    """One template of a region."""
    return environment.get_template(f"{name}.html").render(
        scene=scene, info=scene.info, say=words.say, tell=words.tell, names=words.names, **more
    )


def digest(markup: str) -> str:
    """A short fingerprint of a region, to tell whether it changed."""
    return hashlib.blake2b(markup.encode(), digest_size=6).hexdigest()


# Words and buttons that change get another id: they come new instead of moving under the pointer.
environment.filters["fingerprint"] = digest
