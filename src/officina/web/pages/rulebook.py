"""A game's rules as a page: contents, pictures, the glossary; each rule can be linked to and found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from markdown_it import MarkdownIt
from markupsafe import Markup

from officina.core.glossary import glossary
from officina.games import GAMES
from officina.web.pages.rule_pictures import Picture, pictures
from officina.web.words import PageWords

RULE_ITEM: Final = re.compile(r"<li>(\s*(?:<p>)?<strong>([A-Z]{2,3}-R?\d+)</strong>)")
CITED: Final = re.compile(r"(?<![\w>-])([A-Z]{2,3}-R?\d+)(?![\w-])(?!</strong>)")
HEADING: Final = re.compile(r"<h2>(.*?)</h2>")
EVIDENCE: Final = re.compile(r"\s*\(([^()]*\b(?:IT|EXT|DER|REC)\b[^()]*)\)(\s*(?:</p>)?\s*</li>)")
"""The label at the end of a rule."""
LABEL: Final = re.compile(r"\b(IT|EXT|DER|REC)\b")


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game in a language, and what they contain: the ids of its parts with their titles."""

    page: Markup
    contents: list[tuple[str, str]]


@lru_cache(maxsize=32)
def rulebook(game: str, language: str) -> Rulebook:
    """The whole page: rules with pictures, then the glossary."""
    page = with_ids(rules_markup(game, language))
    for picture in pictures(game, language):
        page = before_rule(page, picture)
    page += glossary_markup(game, language)
    contents = [(part, re.sub(r"<[^>]+>", "", title)) for part, title in re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', page)]
    return Rulebook(Markup(page), contents)


@lru_cache(maxsize=32)
def rules_part(game: str, language: str) -> str:
    """The same for the panel of a table: without pictures, since the board itself is there."""
    return with_ids(rules_markup(game, language)) + glossary_markup(game, language)


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
    page = RULE_ITEM.sub(r'<li id="rule-\2" class="rule-item" tabindex="-1">\1', page)
    return folded(page, language)


def folded(page: str, language: str) -> str:
    """The labels that say where a rule comes from, in words and behind a fold; on paper, where nothing opens, as they are."""
    words = PageWords(language)
    asked = words.say("rules.source")

    def fold(found: re.Match[str]) -> str:
        told = LABEL.sub(lambda label: words.say(f"rules.evidence.{label.group(1).lower()}"), found.group(1))
        summary = f'<summary title="{asked}" aria-label="{asked}">?</summary>'
        label = f'<small class="printed-source" aria-hidden="true">{found.group(1)}</small>'
        return f' <details class="source">{summary} <span>{told}</span></details>{label}{found.group(2)}'

    return EVIDENCE.sub(fold, page)


def with_ids(page: str) -> str:
    """Every part has an id, to be linked to from the contents."""
    parts = iter(range(1, 1000))
    return HEADING.sub(lambda found: f'<h2 id="part-{next(parts)}">{found.group(1)}</h2>', page)


def before_rule(page: str, picture: Picture) -> str:
    """A picture before the list that its rule stands in."""
    rule = page.find(f'id="rule-{picture.rule}"')
    place = page.rfind("<ul>", 0, rule)
    if rule < 0 or place < 0:
        raise ValueError(f"the picture {picture.name} has no rule {picture.rule} to stand before")
    figure = Markup('<figure class="rule-picture"><div class="picture-stage">{}</div><figcaption>{}</figcaption>{}</figure>')
    return page[:place] + str(figure.format(picture.drawing, picture.caption, picture.table)) + page[place:]


def glossary_markup(game: str, language: str) -> str:
    """What every thing on the board is."""
    entries = glossary(GAMES[game]).values()
    if not entries:
        return ""
    words = PageWords(language)
    item = Markup('<li id="thing-{}" class="thing-item"><strong>{}</strong> {} {}</li>')
    link = Markup('<a class="rule" href="#rule-{}" data-rule="{}">{}</a>')
    told = [item.format(e.thing, words.tell(e.name), words.tell(e.text), link.format(e.rule, e.rule, e.rule)) for e in entries]
    whole = Markup('<h2 id="part-glossary">{}</h2>\n<ul class="things">{}</ul>')
    return str(whole.format(words.say("glossary.title"), Markup("\n").join(told)))
