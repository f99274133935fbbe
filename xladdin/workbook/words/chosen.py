"""Fixed texts of a workbook in the language chosen on Rules. They are formulas, so that they change at once."""

from xladdin.cells.table import ClubBook
from xladdin.cells.text import shown
from xladdin.languages.language import ENGLISH, EVENING, IN_FRENCH, Language, in_french
from xladdin.reports.occasions import occasion_of
from xladdin.systems import KEYS, system_named
from xladdin.workbook.schema import IS_FRENCH, LANGUAGE, SYSTEM_NAME

ARROW = "  ›"
"""The sign behind the words of a link."""


def formula_of_words(english: str, ending: str = "", occasion: str = EVENING) -> str:
    """A fixed text as a formula in the language chosen on Rules. In each language `ending` follows it."""
    french = in_french(english, occasion)
    own = f'"{english}{ending}"'
    return own if french == english else f'IF({IS_FRENCH},"{french}{ending}",{own})'


def language_of(book: ClubBook) -> Language:
    """The language that such a formula chooses, or English in a workbook without a choice."""
    chosen = shown(book.names.get(LANGUAGE.name)).casefold()
    key = shown(book.names.get(SYSTEM_NAME))
    code = IN_FRENCH if chosen.startswith("fr") else ENGLISH
    return Language(code, occasion_of(system_named(key)) if key in KEYS else EVENING)
