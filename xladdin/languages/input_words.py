"""The headings of the input tables, and the words that people choose in their cells, in every language.

The code knows a column by its English heading. A host that reads a table turns the headings of people into these, so
a workbook may have them in any language, and whoever writes a workbook translates them back. The words in cells stay as
they were typed; whoever reads them takes those of every language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from xladdin.cells.table import CellValue
from xladdin.cells.text import name_key
from xladdin.languages.language import Language, translations
from xladdin.messages import Message, pgettext

_PLAYER, _DATE, _NOTE = pgettext("heading", "Player"), pgettext("heading", "Date"), pgettext("heading", "Note")
_GROUP, _EVENT, _PLACE = pgettext("heading", "Group"), pgettext("heading", "Event"), pgettext("heading", "Place")
_REMARK = pgettext("heading", "Remark")

HEADINGS: Mapping[str, Sequence[Message]] = {
    "Players": (
        _PLAYER, _GROUP, _NOTE, pgettext("heading", "Active"), pgettext("heading", "Nation"),
        pgettext("heading", "Web"), pgettext("heading", "Rating"), pgettext("heading", "Games"),
        pgettext("heading", "Events"), pgettext("heading", "K"), pgettext("heading", "Assigned"),
        pgettext("heading", "Permanent"), pgettext("heading", "Last played"), pgettext("heading", "Status"),
        pgettext("heading", "Start rating"), pgettext("heading", "Start games"), pgettext("heading", "Start events"),
        pgettext("heading", "Start last played"), pgettext("heading", "Start permanent"),
        pgettext("heading", "Start missed"), pgettext("heading", "Start corrected"),
        pgettext("heading", "Start assigned"), pgettext("heading", "Start results"),
        pgettext("heading", "Start returned"),
    ),
    "Games": (
        _DATE, _NOTE, _REMARK, pgettext("heading", "Player 1"), pgettext("heading", "Player 2"),
        pgettext("heading", "Score 1"), pgettext("heading", "Score 2"), pgettext("heading", "White"),
        pgettext("heading", "Black"), pgettext("heading", "Result"), pgettext("heading", "Double"),
        pgettext("heading", "Kind"), pgettext("heading", "Change 1"), pgettext("heading", "Change 2"),
        pgettext("heading", "White change"), pgettext("heading", "Black change"), pgettext("heading", "Difference"),
        pgettext("heading", "Rating 1"), pgettext("heading", "Rating 2"), pgettext("heading", "White rating"),
        pgettext("heading", "Black rating"), pgettext("heading", "Games 1"), pgettext("heading", "Games 2"),
        pgettext("heading", "K 1"), pgettext("heading", "K 2"),
    ),
    "Groups": (_GROUP, _NOTE, pgettext("heading", "Initial rating")),
    "Events": (
        _EVENT, _DATE, _NOTE, _PLACE, pgettext("heading", "Players"), pgettext("heading", "Rounds"),
        pgettext("heading", "World Championship"), pgettext("heading", "Boards"), pgettext("heading", "Value"),
    ),
    "Results": (
        _EVENT, _PLAYER, _PLACE, _NOTE, _REMARK, pgettext("heading", "Change"), pgettext("heading", "Percentile"),
        pgettext("heading", "Rating before"), pgettext("heading", "Rating after"),
    ),
    "Adjustments": (_DATE, _PLAYER, _NOTE, pgettext("heading", "Points"), pgettext("heading", "Reason")),
    "Aliases": (_PLAYER, pgettext("heading", "Alias")),
}  # fmt: skip
"""The headings of each input table, for all systems together."""


YES, NO, LEFT = pgettext("typed", "Yes"), pgettext("typed", "No"), pgettext("typed", "Left")
UNRATED, FORFEIT = pgettext("typed", "Unrated"), pgettext("typed", "Forfeit")
WEB_CHOICES = pgettext("typed", "name"), pgettext("typed", "initials"), pgettext("typed", "none")
TYPED_WORDS = (YES, NO, LEFT, UNRATED, FORFEIT, *WEB_CHOICES)
"""The words that people choose in cells of the input tables."""


def english_word(typed: str) -> str:
    """Return the English of a word that people choose in any language, in small letters, or any other text as it is."""
    return _english_words().get(typed.strip().casefold(), typed)


def translate_word(typed: CellValue, language: Language) -> CellValue:
    """Return an English word that people choose in cells in a language. Any other value of a cell stays as it is."""
    word = next((word for word in TYPED_WORDS if word == typed), None)
    return typed if word is None else language.render(word)


def heading_ids(table: str, headings: Sequence[str]) -> tuple[str, ...]:
    """Return the English headings of an input table whose headings may be in any language.

    A column of the club's own keeps its heading, also where a translation of it is one of ours that is there already.
    """
    known, keys = _headings_by_key(table), set(map(name_key, headings))
    ids = []
    for heading in headings:
        own = known.get(name_key(heading), heading)
        ids.append(heading if name_key(own) in keys else own)
    return tuple(ids)


def translate_references(formula: str, language: Language) -> str:
    """Return a formula whose references to columns of input tables, such as `Players[Rating]`, are in a language."""
    if language.is_english:
        return formula

    def translated(reference: re.Match[str]) -> str:
        table, heading = reference.groups()
        own = next((own for own in HEADINGS[table] if own == heading), None)
        return reference[0] if own is None else f"{table}[{language.render(own)}]"

    return _REFERENCE.sub(translated, formula)


_REFERENCE = re.compile(rf"\b({'|'.join(HEADINGS)})\[([^][#@']+)\]")


@cache
def _english_words() -> Mapping[str, str]:
    return {text.casefold(): word.casefold() for word in TYPED_WORDS for text in reversed(translations(word))}


@cache
def _headings_by_key(table: str) -> Mapping[str, str]:
    own = HEADINGS.get(table, ())
    return {name_key(text): str(heading) for heading in own for text in reversed(translations(heading))}
