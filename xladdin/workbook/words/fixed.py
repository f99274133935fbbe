"""The fixed words of the sheets that are not for the wall, in the club's language."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from xladdin.cells.table import Area, ClubBook
from xladdin.languages.french.sheets.calculator import CALCULATOR as CALCULATOR_WORDS
from xladdin.languages.french.sheets.functions import FUNCTIONS as FUNCTION_WORDS
from xladdin.languages.french.sheets.input_sheets import SHEETS
from xladdin.languages.french.typography import typeset
from xladdin.languages.language import IN_FRENCH, Language, in_french, ways_to_say
from xladdin.renderers.sheet import HEADING_ROW, SUBTITLE_ROW
from xladdin.systems import ANY_KEY
from xladdin.systems.system import RatingSystem
from xladdin.workbook.rules.layout import INSTRUCTION as RULES_SUBTITLE
from xladdin.workbook.rules.layout import rules_words, typed_names
from xladdin.workbook.schema import CALCULATOR, FUNCTIONS, RULES

CALCULATOR_SUBTITLE = "Calculator: what a result would change"
CALCULATOR_HEADS = ("Type into the yellow cells", "What if: an evening", "What if: a day", "Game by game")
"""The first words of rows of Calculator that are headings from end to end."""
FUNCTIONS_SUBTITLE = "Functions to type into a cell"
_REMARK = "  "
"""The first letters of a remark on Calculator, beside typed cells."""
_OF_AN_ARGUMENT = ": "
"""The sign between the name of a function's argument and its description, a line for each."""

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
        yield from _said(book, CALCULATOR, _ways(CALCULATOR_WORDS, say), say, _is_beside_typed)
    if _is_in_another(book, FUNCTIONS, FUNCTIONS_SUBTITLE, say):
        yield from _said(book, FUNCTIONS, _ways_of_functions(), say, lambda *_: True)


def _is_in_another(book: ClubBook, sheet: str, subtitle: str, say: Language) -> bool:
    """Whether the line below a sheet's title, which shows the language of its words, is in another language."""
    rows = book.sheet_values(sheet)
    return len(rows) >= SUBTITLE_ROW and rows[SUBTITLE_ROW - 1][:1] != [say.heading(subtitle)]


@cache
def _ways_of_input_sheets() -> Mapping[str, Ways]:
    return {sheet: {way: ways for ways in typeset(words).items() for way in ways} for sheet, words in SHEETS.items()}


def _ways(words: Iterable[str], say: Language) -> Ways:
    return {way: (english, in_french(english, say.occasion)) for english in words for way in ways_to_say(english)}


def _said(book: ClubBook, sheet: str, ways: Ways, say: Language, is_ours: IsOurs) -> Iterator[Area]:
    for row, cells in enumerate(book.sheet_values(sheet)[1:], SUBTITLE_ROW):
        for column, cell in enumerate(cells, 1):
            if isinstance(cell, str) and cell and is_ours(row, column, cells):
                words = _lines(cell, ways, say)
                if words != cell:
                    yield Area(sheet, row, column, 1, [(words,)], rows_owned=1)


def functions_words(cell: object) -> tuple[str, str]:
    """The text of a cell of Functions in each language."""
    return str(cell), _lines(str(cell), _ways_of_functions(), Language(IN_FRENCH))


@cache
def _ways_of_functions() -> Ways:
    keys = ANY_KEY, ANY_KEY.replace(" or ", " ou ")
    ways = ((english.format(keys=keys[0]), in_french(english).format(keys=keys[1])) for english in FUNCTION_WORDS)
    return {way: words for words in ways for way in words}


def _lines(cell: str, ways: Ways, say: Language) -> str:
    return "\n".join(_line(line, ways, say) for line in cell.split("\n"))


def _line(line: str, ways: Ways, say: Language) -> str:
    words = line.lstrip()
    before, after = line[: len(line) - len(words)], ""
    if words not in ways:
        name, after, meaning = words.partition(_OF_AN_ARGUMENT)
        before, words = f"{before}{name}{after}", meaning
    return f"{before}{ways[words][say.is_french]}" if words in ways else f"{before}{words}"


def _is_above_or_first(row: int, column: int, cells: Sequence[object]) -> bool:
    """Whether a cell is above the rows, or first in one. Elsewhere are names of players, which may be words."""
    return row in (SUBTITLE_ROW, HEADING_ROW) or column == 1


def _is_beside_typed(row: int, column: int, cells: Sequence[object]) -> bool:
    """Whether a cell is a label, a remark, or a heading. The rest of Calculator is typed or computed."""
    is_remark = str(cells[column - 1]).startswith(_REMARK)
    return column == 1 or is_remark or any(cells[0] in ways_to_say(head) for head in CALCULATOR_HEADS)
