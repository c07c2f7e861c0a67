"""A game's rules as a page: each rule can be linked to and found."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from markdown_it import MarkdownIt

from officina.games import GAMES

RULE_ITEM: Final = re.compile(r"<li>(\s*(?:<p>)?<strong>([A-Z]{2,3}-R?\d+)</strong>)")
CITED: Final = re.compile(r"(?<![\w>-])([A-Z]{2,3}-R?\d+)(?![\w-])(?!</strong>)")


@lru_cache(maxsize=32)
def rules_markup(game: str, language: str) -> str:
    """The rules in a language; every rule has the id ``rule-FR-31``, and rules that another one cites are links."""
    source = GAMES[game].rules_page(language)
    page: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    page = page.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>")
    known = set(RULE_ITEM.findall(page))
    ids = {rule for _, rule in known}

    def link(found: re.Match[str]) -> str:
        rule = found.group(1)
        return f'<a class="rule" href="#rule-{rule}" data-rule="{rule}">{rule}</a>' if rule in ids else rule

    page = CITED.sub(link, page)
    return RULE_ITEM.sub(r'<li id="rule-\2" class="rule-item" tabindex="-1">\1', page)
