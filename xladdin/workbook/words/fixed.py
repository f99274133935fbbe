"""The fixed words of the sheets that are not for the wall, in the club's language."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from xladdin.cells.table import Area, ClubBook
from xladdin.languages.french.sheets.calculator import CALCULATOR as CALCULATOR_WORDS
from xladdin.languages.french.sheets.functions import FUNCTIONS as FUNCTION_WORDS
from xladdin.languages.french.sheets.input_sheets import SHEETS
from xladdin.languages.french.typography import typeset
from xladdin.languages.language import Language, in_french, ways_to_say
from xladdin.messages import msg
from xladdin.renderers.sheet import HEADING_ROW, SUBTITLE_ROW
from xladdin.systems.system import RatingSystem
from xladdin.workbook.rules.layout import INSTRUCTION as RULES_SUBTITLE
from xladdin.workbook.rules.layout import rules_words, typed_names
from xladdin.workbook.schema import CALCULATOR, RULES

CALCULATOR_SUBTITLE = msg("Calculator: what a result would change")
FUNCTIONS_TITLE, FUNCTIONS_HEAD = msg("Functions to type into a cell"), msg("Function")
CALCULATOR_HEADS = (msg("Type into the yellow cells"), FUNCTIONS_HEAD)
"""The first words of rows of Calculator that are headings from end to end."""
_REMARK = "  "
"""The first letters of a remark on Calculator, beside typed cells."""
_FUNCTION = re.compile(r"[A-Z]+\(.*\)")
"""The first cell of a row of Calculator about a function."""

Ways = Mapping[str, Sequence[str]]
"""A text in English and in French, by either of them."""
IsOurs = Callable[[int, int, Sequence[object]], bool]
"""Whether a cell may hold a word of ours, by its row, its column, and the cells of the row."""


def fixed_words(book: ClubBook, system: RatingSystem, say: Language) -> Iterator[Area]:
    """The cells that hold a fixed word of ours in another language. A director's text over one stays."""
    for sheet, ways in _ways_of_input_sheets().items():
        yield from _said(book, sheet, ways, say, _is_above_or_first)
    if _is_in_another(book, RULES, RULES_SUBTITLE, say):
        typed = {place[1:] for place in map(book.place_of, typed_names(system)) if place}
        yield from _said(
            book, RULES, _ways(rules_words(system), say), say, lambda row, column, _: (row, column) not in typed
        )
    if _is_in_another(book, CALCULATOR, CALCULATOR_SUBTITLE, say):
        ways = {**_ways(CALCULATOR_WORDS, say), **_ways_of_functions()}
        yield from _said(book, CALCULATOR, ways, say, _is_beside_typed)


def _is_in_another(book: ClubBook, sheet: str, subtitle: str, say: Language) -> bool:
    """Whether the line below a sheet's title, which shows the language of its words, is in another language."""
    rows = book.sheet_values(sheet)
    return len(rows) >= SUBTITLE_ROW and rows[SUBTITLE_ROW - 1][:1] != [say.render_text(subtitle)]


@cache
def _ways_of_input_sheets() -> Mapping[str, Ways]:
    return {sheet: {way: ways for ways in typeset(words).items() for way in ways} for sheet, words in SHEETS.items()}


def _ways(words: Iterable[str], say: Language) -> Ways:
    return {way: (english, in_french(english, say.occasion)) for english in words for way in ways_to_say(english)}


def _said(book: ClubBook, sheet: str, ways: Ways, say: Language, is_ours: IsOurs) -> Iterator[Area]:
    for row, cells in enumerate(book.sheet_values(sheet)[1:], SUBTITLE_ROW):
        for column, cell in enumerate(cells, 1):
            if isinstance(cell, str) and cell and is_ours(row, column, cells):
                words = _in_language(cell, ways, say)
                if words != cell:
                    yield Area(sheet, row, column, 1, [(words,)], rows_owned=1)


def function_words(text: str) -> Sequence[str]:
    """Return the text of a cell about a function in each language."""
    return _ways_of_functions().get(text, (text,))


@cache
def _ways_of_functions() -> Ways:
    return {way: words for words in ((english, in_french(english)) for english in FUNCTION_WORDS) for way in words}


def _in_language(cell: str, ways: Ways, say: Language) -> str:
    words = cell.lstrip()
    return f"{cell[: len(cell) - len(words)]}{ways[words][say.is_french]}" if words in ways else cell


def _is_above_or_first(row: int, column: int, cells: Sequence[object]) -> bool:
    """Whether a cell is above the rows, or first in one. Elsewhere are names of players, which may be words."""
    return row in (SUBTITLE_ROW, HEADING_ROW) or column == 1


def _is_beside_typed(row: int, column: int, cells: Sequence[object]) -> bool:
    """Whether a cell is a label, a remark, a heading or about a function. The rest is typed or computed."""
    is_remark = str(cells[column - 1]).startswith(_REMARK)
    is_heading = any(cells[0] in ways_to_say(head) for head in CALCULATOR_HEADS)
    return column == 1 or is_remark or is_heading or _FUNCTION.fullmatch(str(cells[0])) is not None
