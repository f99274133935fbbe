"""The messages of a chosen cell, and of a refused entry, in the club's language."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache

from xladdin.languages.french.sheets.calculator import CALCULATOR as CALCULATOR_WORDS
from xladdin.languages.french.sheets.prompts import PROMPTS, TITLES
from xladdin.languages.french.typography import typeset
from xladdin.languages.language import Language, in_french, ways_to_say
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.tonight import evening_settings
from xladdin.workbook.rules.layout import rules_words
from xladdin.workbook.schema import CALCULATOR, RULES, TONIGHT

LONGEST_TITLE = 32
"""The most characters that Excel takes."""
Prompt = Callable[[str, bool], str]
"""A prompt, or its title if the second argument is true, in the club's language."""


def fitting_title(label: str, otherwise: str) -> str:
    """The label of a cell as the title of its prompt, if it fits in every language."""
    return label if max(map(len, ways_to_say(label))) <= LONGEST_TITLE else otherwise


def prompts_of(system: RatingSystem, sheet: str, say: Language, *, has_table: bool) -> Prompt:
    """The prompts of a sheet. With `has_table`, their titles are headings of a table, which stay English."""
    titles = {} if has_table else _titles(system, sheet, say)
    return lambda text, is_title: titles.get(text, (text, text))[say.is_french] if is_title else _prompt(text, say)


def _titles(system: RatingSystem, sheet: str, say: Language) -> Mapping[str, Sequence[str]]:
    """The titles of a sheet in each language, by either of them."""
    labels: Collection[str] = ()
    if sheet == RULES:
        labels = rules_words(system)
    elif sheet == CALCULATOR:
        labels = CALCULATOR_WORDS
    elif sheet == TONIGHT:
        labels = [setting.label for setting in evening_settings(system)]
    return {way: (label, in_french(label, say.occasion)) for label in (*labels, *TITLES) for way in ways_to_say(label)}


def _prompt(text: str, say: Language) -> str:
    for looks, words in _prompts():
        found = next(filter(None, (look.fullmatch(text) for look in looks)), None)
        if found:
            return words[say.is_french].format(*found.groups())
    return text


@cache
def _prompts() -> list[tuple[list[re.Pattern[str]], tuple[str, str]]]:
    """A pattern for each prompt in either language, the most exact first, and its words."""
    exact_first = sorted(typeset(PROMPTS).items(), key=lambda ways: (ways[0].count("{}"), -len(ways[0])))
    return [([re.compile("(.*?)".join(map(re.escape, way.split("{}")))) for way in ways], ways) for ways in exact_first]
