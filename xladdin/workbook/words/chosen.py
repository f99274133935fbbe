"""The language of a workbook, fixed when it is made, and its fixed texts within formulas."""

from xladdin.cells.table import ClubBook
from xladdin.cells.text import shown
from xladdin.languages.catalogue import catalogue_codes
from xladdin.languages.language import ENGLISH, EVENING, Language
from xladdin.messages import Message
from xladdin.reports.occasions import occasion_of
from xladdin.systems import KEYS, system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import LANGUAGE_NAME, SYSTEM_NAME

ARROW = "  ›"
"""The sign behind the words of a link."""
FORMER_LANGUAGES = {"french": "fr", "français": "fr"}
"""The codes of languages by their names, which workbooks of earlier forms hold."""


def text_literal(message: Message, language: Language, ending: str = "") -> str:
    """Return a text as a part of a formula, with an `ending` that is not translated."""
    text = f"{language.render(message)}{ending}".replace('"', '""')
    return f'"{text}"'


def language_for(code: str, system: RatingSystem) -> Language:
    """Return a language by its code, with the words for the occasions of a system."""
    return Language(code, occasion_of(system))


def language_code(book: ClubBook) -> str:
    """Return the code of a workbook's language: English where it has none that is known."""
    held = shown(book.names.get(LANGUAGE_NAME)).casefold()
    code = FORMER_LANGUAGES.get(held, held)
    return code if code in catalogue_codes() else ENGLISH


def language_of(book: ClubBook) -> Language:
    """Return the language of a workbook."""
    key = shown(book.names.get(SYSTEM_NAME))
    return Language(language_code(book), occasion_of(system_named(key)) if key in KEYS else EVENING)
