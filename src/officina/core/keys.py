"""The key of each answer to a question, the same in terminal and browser.

An answer that is a number has that number, a word and a number the word's letter and the number, any other one the first letter
of its words that is still free; an answer of one word comes first.
"""

from __future__ import annotations

from typing import Final

from officina.core.position import Question

RESERVED: Final = frozenset("?/")
SPARE: Final = "abcdefghijklmnopqrstuvwxyz123456789"


def option_keys(question: Question) -> list[str]:
    """One key for each option, in order; empty where none is left. They do not depend on the language."""
    return keys_of([option.notation for option in question.options])


def keys_of(notations: list[str]) -> list[str]:
    """One key for each notation.

    >>> keys_of(["play 3", "play 6", "play pass"])
    ['3', '6', 'p']
    >>> keys_of(["turn engine", "turn escort", "turn race"])
    ['e', 's', 'r']
    >>> keys_of(["program attack 1", "program trap 1"])
    ['a1', 't1']
    >>> keys_of(["turn piston row", "turn pass"])
    ['i', 'p']
    """
    answers = [notation.partition(" ")[2].split() for notation in notations]
    pairs = {words[0]: words[0][0] for words in answers if len(words) == 2 and words[1].isdigit()}
    if (
        len(pairs) > 1
        and len(set(pairs.values())) == len(pairs)
        and all(len(words) == 2 and words[0] in pairs for words in answers)
    ):
        return [pairs[words[0]] + words[1] for words in answers]
    found = [""] * len(answers)
    used = set(RESERVED)
    for place, words in enumerate(answers):
        if len(words) == 1 and len(words[0]) == 1 and words[0].isdigit() and words[0] not in used:
            found[place] = words[0]
            used.add(words[0])
    # "pass" has its p whatever else begins with one: it is said by a key alone more often than what lies on the board.
    for place, words in sorted(enumerate(answers), key=lambda each: len(each[1]) > 1):
        if not found[place]:
            letters = [letter for word in words for letter in word.lower() if letter.isascii() and letter.isalpha()]
            found[place] = next((letter for letter in (*letters, *SPARE) if letter not in used), "")
            used.add(found[place])
    return found
