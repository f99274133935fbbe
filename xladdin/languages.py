"""Render messages, dates and numbers in a language, and translate the headings and words of input tables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from xladdin.cells import CellValue, Number, name_key, round_rating
from xladdin.messages import Message, msg, pgettext

if TYPE_CHECKING:
    from gettext import NullTranslations


def locale_folder() -> Path:
    """Return the folder with one subfolder per language."""
    return Path(__file__).with_name("locale")


@cache
def list_catalogue_codes() -> tuple[str, ...]:
    """Return the codes of the languages that have a catalogue."""
    folders = locale_folder().iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("LC_MESSAGES", "xladdin.mo").is_file()))


@cache
def load_catalogue(code: str) -> NullTranslations:
    """Load the catalogue of a language, which is package data and so available in wheels and Pyodide.

    Raises:
        FileNotFoundError: The catalogue has not been compiled. The build hook of the wheel and tests/setup compile it.
    """
    import gettext  # imported here, because it takes 7 ms and English does not need it

    with locale_folder().joinpath(code, "LC_MESSAGES", "xladdin.mo").open("rb") as stream:
        return gettext.GNUTranslations(stream)


def bind_gettext(code: str) -> None:
    """Set gettext to a language of this package, for libraries that call gettext directly, such as click."""
    import gettext

    gettext.bindtextdomain("xladdin", str(locale_folder()))
    gettext.textdomain("xladdin")
    os.environ["LANGUAGE"] = code  # the only setting from which gettext reads the language


def translate_template(message: Message, code: str, occasion: str) -> str:
    """Return the template of a message in a language other than English, or in English if it is not translated.

    `occasion` is the gettext context of words that differ for a camp or a tournament.
    """
    if not message.template:  # gettext translates "" to the header of the catalogue
        return ""
    catalogue = load_catalogue(code)
    if message.plural is not None:
        return catalogue.ngettext(message.template, message.plural, message.number)
    if message.context is not None:
        return catalogue.pgettext(message.context, message.template)
    translated = catalogue.pgettext(occasion, message.template)
    return catalogue.gettext(message.template) if translated == message.template else translated


ENGLISH, FRENCH = "en", "fr"
# The occasions on which players meet: evenings of a club, days of a camp, and tournaments.
EVENING, DAY, EVENT = "evening", "day", "event"
_DECIMAL_SIGN, _THOUSANDS_SIGN = pgettext("number", "."), pgettext("number", ",")
_COLON, _SEMICOLON, _QUOTED = pgettext("sign", ": "), pgettext("sign", "; "), pgettext("sign", '"{words}"')
_DAYS = (
    pgettext("date", "Monday"), pgettext("date", "Tuesday"), pgettext("date", "Wednesday"),
    pgettext("date", "Thursday"), pgettext("date", "Friday"), pgettext("date", "Saturday"), pgettext("date", "Sunday"),
)  # fmt: skip
_MONTHS = (
    pgettext("date", "January"), pgettext("date", "February"), pgettext("date", "March"), pgettext("date", "April"),
    pgettext("date", "May"), pgettext("date", "June"), pgettext("date", "July"), pgettext("date", "August"),
    pgettext("date", "September"), pgettext("date", "October"), pgettext("date", "November"),
    pgettext("date", "December"),
)  # fmt: skip
_SHORT_MONTHS = (
    pgettext("short date", "Jan"), pgettext("short date", "Feb"), pgettext("short date", "Mar"),
    pgettext("short date", "Apr"), pgettext("short date", "May"), pgettext("short date", "Jun"),
    pgettext("short date", "Jul"), pgettext("short date", "Aug"), pgettext("short date", "Sep"),
    pgettext("short date", "Oct"), pgettext("short date", "Nov"), pgettext("short date", "Dec"),
)  # fmt: skip
_FIRST_OF_MONTH = pgettext("date", "1")
_DAY_AND_MONTH, _WEEKDAY_AND_DAY = pgettext("date", "{day} {month}"), pgettext("date", "{weekday} {day}")
# The most years that a chart's axis may span with months as its labels. A longer axis has years.
_YEARS_BY_MONTH = 3
MINUS = "\N{MINUS SIGN}"
_DECIMAL_POINT = r"(?<=\d)\.(?=\d)"


class Language:
    """Renders messages, numbers and dates in a language.

    `occasion` selects the words for the occasions on which a club's players meet: EVENING, DAY or EVENT.

    Raises:
        FileNotFoundError: The language has no compiled catalogue.
    """

    def __init__(self, code: str, occasion: str = EVENING) -> None:
        self.code, self.occasion = code, occasion
        self.is_english = code == ENGLISH
        self.decimal_sign, self._thousands_sign = self.render(_DECIMAL_SIGN), self.render(_THOUSANDS_SIGN)
        self.colon, self.semicolon = self.render(_COLON), self.render(_SEMICOLON)
        self._signs = str.maketrans({"-": MINUS, ".": self.decimal_sign, ",": self._thousands_sign})
        self._full_days: dict[date, str] = {}

    def render(self, message: Message) -> str:
        """Return a message in the language."""
        if self.is_english:
            return str(message)
        text = translate_template(message, self.code, self.occasion)
        if not message.values:
            return text
        return text.format_map({name: _LocalizedValue(value, self) for name, value in message.values.items()})

    def render_text(self, text: str) -> str:
        """Return a message in the language, and any other text, such as one that the club typed, unchanged."""
        return self.render(text) if isinstance(text, Message) else text

    def format_number(self, value: Number, digits: int = 0) -> str:
        """Return a number rounded to `digits` decimals, with its thousands separated: 2,331."""
        value = round_rating(value, digits)
        text = f"{value:,.{digits}f}" if digits else f"{round(value, 9):,g}" if value % 1 else f"{value:,.0f}"
        return text.translate(self._signs)

    def format_signed(self, value: Number) -> str:
        """Return a number with its sign: +2,331, −18, or 0."""
        if round(value, 9) == 0:
            return self.format_number(0)
        return f"{'+' if value > 0 else MINUS}{self.format_number(abs(value))}"

    def format_rating(self, value: Number, digits: int) -> str:
        """Return a rating with `digits` decimals. With 0, a whole number has none, and any other all that it needs."""
        text = f"{value:.{digits}f}" if digits else str(value) if isinstance(value, int) else f"{value:g}"
        return text.translate(self._signs)

    def localize_decimals(self, text: str) -> str:
        """Return a text with the decimal points in its numbers replaced by the decimal sign of the language."""
        return text if self.is_english else re.sub(_DECIMAL_POINT, self.decimal_sign, text)

    def format_day(self, day: date) -> str:
        """Return a day with its weekday and year: Tuesday 19 May 2026."""
        return self.render(
            _WEEKDAY_AND_DAY.with_values(weekday=self.format_weekday(day), day=self.format_full_date(day))
        )

    def format_weekday(self, day: date) -> str:
        """Return the weekday of a day: Tuesday."""
        return self.render(_DAYS[day.weekday()])

    def format_title(self, day: date) -> str:
        """Return a day as a title, with a capital letter in every language: Mardi 19 mai 2026."""
        return _capital(self.format_day(day))

    def format_full_date(self, day: date) -> str:
        """Return a day with its year: 19 May 2026."""
        if day not in self._full_days:
            self._full_days[day] = f"{self.format_short_date(day)} {day.year}"
        return self._full_days[day]

    def format_short_date(self, day: date) -> str:
        """Return a day without its year: 19 May."""
        number = _FIRST_OF_MONTH if day.day == 1 else day.day
        return self.render(_DAY_AND_MONTH.with_values(day=number, month=_MONTHS[day.month - 1]))

    def format_month(self, number: int) -> str:
        """Return the name of a month, given its number from 1 to 12."""
        return self.render(_MONTHS[number - 1])

    def format_moment(self, moment: datetime) -> str:
        """Return a date with its time: 19 May 2026 at 22:41."""
        time = moment.strftime("%H:%M")
        return self.render(msg("{day} at {time}", day=self.format_full_date(moment), time=time))

    def format_axis_date(self, day: date, first: date, last: date) -> str:
        """Return the label of a day on the axis of a chart from `first` to `last`: 19 May, May 2026, or 2026."""
        if first.year == last.year:
            return self.format_short_date(day)
        if last.year - first.year > _YEARS_BY_MONTH:
            return str(day.year)
        return f"{self.render(_SHORT_MONTHS[day.month - 1])} {day.year}"

    def quote(self, text: str) -> str:
        """Return a text in quotation marks."""
        return self.render(_QUOTED.with_values(words=text))


class _LocalizedValue:
    """A value of a message that is formatted in a language: a nested message, or a number with the language's signs."""

    def __init__(self, value: object, language: Language) -> None:
        self._value, self._language = value, language

    def __format__(self, format_spec: str) -> str:
        """Return the value in the format of the language. The format "," separates thousands."""
        value = self._value
        if isinstance(value, Message):
            return self._language.render(value)
        if isinstance(value, date) and format_spec == "%A":
            return self._language.format_weekday(value)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            return format(value, format_spec)
        if format_spec in ("", ","):
            return self._language.format_number(value) if format_spec else self._language.format_rating(value, 0)
        text = format(value, format_spec)
        return text if self._language.is_english else self._language.localize_decimals(text).replace("-", MINUS)


ENGLISH_LANGUAGE = Language(ENGLISH)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def list_languages() -> tuple[Language, ...]:
    """Return all languages, English first, and every other language once for each occasion."""
    codes = [code for code in list_catalogue_codes() if code != ENGLISH]
    return (ENGLISH_LANGUAGE, *(Language(code, occasion) for code in codes for occasion in (EVENING, DAY, EVENT)))


def list_translations(text: str) -> tuple[str, ...]:
    """Return the distinct forms of a fixed text in all languages, the English one first."""
    return tuple(dict.fromkeys(language.render_text(text) for language in list_languages()))


_PLAYER, _DATE, _NOTE = pgettext("heading", "Player"), pgettext("heading", "Date"), pgettext("heading", "Note")
_GROUP, _EVENT, _PLACE = pgettext("heading", "Group"), pgettext("heading", "Event"), pgettext("heading", "Place")
_REMARK = pgettext("heading", "Remark")

# The headings of the input tables of all systems, of Review and Past seasons, and of a federation's register, by table.
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
    "Persons": (
        pgettext("heading", "Person"), pgettext("heading", "Club"), pgettext("heading", "Name in that club"),
        pgettext("heading", "Start rating"), pgettext("heading", "Start games"), _NOTE,
    ),
    "Unknown": (
        pgettext("heading", "Name"), pgettext("heading", "Club"), pgettext("heading", "Likest"),
        pgettext("heading", "Answer"),
    ),
    "Review": (pgettext("record", "No"), msg("What"), msg("Where"), msg("Why"), msg("Answer"), msg("Key")),
    "PastSeasons": (
        pgettext("heading", "Season"), msg("Games"), msg("Sessions"), msg("Average attendance"),
        msg("Games a session"), msg("Average score"), msg("Different players"), msg("Active players"),
        pgettext("heading", "Champions"),
    ),
}  # fmt: skip


# The word typed as the opponent of a player who sits out. It is reserved: no player may have this name.
BYE = pgettext("typed", "Bye")
YES, NO, LEFT = pgettext("typed", "Yes"), pgettext("typed", "No"), pgettext("typed", "Left")
UNRATED, FORFEIT = pgettext("typed", "Unrated"), pgettext("typed", "Forfeit")
WEB_CHOICES = pgettext("typed", "name"), pgettext("typed", "initials"), pgettext("typed", "none")
# The words that users select in cells of the input tables.
INPUT_WORDS = (YES, NO, LEFT, UNRATED, FORFEIT, *WEB_CHOICES)
# The choices of settings on Rules and Tonight, by their English words.
_CHOICES: Mapping[str, Message] = {
    str(word): word
    for word in (
        pgettext("choice", "Yes"), pgettext("choice", "No"), pgettext("choice", "yes"), pgettext("choice", "no"),
        pgettext("choice", "session"), pgettext("choice", "game"), pgettext("choice", "results"),
        pgettext("choice", "scores"), pgettext("choice", "formula"), pgettext("choice", "table"),
        pgettext("choice", "with the next session"), pgettext("choice", "when due"), pgettext("choice", "names"),
        pgettext("choice", "initials"), pgettext("choice", "none"), pgettext("choice", "rating"),
        pgettext("choice", "standing"), pgettext("choice", "who sits out"), pgettext("choice", "no repeats"),
        pgettext("choice", "sits out"), pgettext("choice", "plays two at once"),
    )
}  # fmt: skip


def find_choice_message(word: str) -> Message | str:
    """Return the message for an English choice of a setting, and any other text unchanged."""
    return _CHOICES.get(word, word)


def translate_choice(value: CellValue, language: Language) -> CellValue:
    """Return a choice of a setting, typed in any language, in `language`, and any other value unchanged."""
    word = next((word for word in _CHOICES.values() if value in list_translations(word)), None)
    return value if word is None else language.render(word)


def to_english_word(text: str) -> str:
    """Return the English for a word or choice typed in any language, in lower case, and any other text unchanged."""
    return _english_words().get(text.strip().casefold(), text)


def is_bye(name: str) -> bool:
    """Return whether a name is the word for sitting out, in any language and spelling."""
    return name_key(name) in list_bye_keys()


@cache
def list_bye_keys() -> frozenset[str]:
    """Return the name keys of the word for sitting out in all languages."""
    return frozenset(map(name_key, list_translations(BYE)))


def translate_word(value: CellValue, language: Language) -> CellValue:
    """Return an English word of `INPUT_WORDS` in `language`, and any other value of a cell unchanged."""
    word = next((word for word in INPUT_WORDS if word == value), None)
    return value if word is None else language.render(word)


def find_heading_ids(table: str, headings: Sequence[str]) -> tuple[str, ...]:
    """Return the English headings of an input table whose headings may be in any language.

    A column that a club added keeps its heading, even if that is the translation of a heading that the table already
    has in English.
    """
    english_headings, keys = _headings_by_key(table), set(map(name_key, headings))
    ids = []
    for heading in headings:
        english = english_headings.get(name_key(heading), heading)
        ids.append(heading if name_key(english) in keys else english)
    return tuple(ids)


def translate_heading(table: str, heading: str, language: Language) -> str:
    """Return an English heading of a table in `language`. The heading of a column that a club added is unchanged."""
    message = next((english for english in HEADINGS.get(table, ()) if english == heading), None)
    return heading if message is None else language.render(message)


def translate_references(formula: str, language: Language) -> str:
    """Return a formula with its references to columns, such as `Players[Rating]`, translated to `language`."""
    if language.is_english:
        return formula

    def translated(reference: re.Match[str]) -> str:
        table, heading = reference.groups()
        return f"{table}[{translate_heading(table, heading, language)}]"

    return re.sub(_REFERENCE, translated, formula)


_REFERENCE = rf"\b({'|'.join(HEADINGS)})\[([^][#@']+)\]"


@cache
def _english_words() -> Mapping[str, str]:
    messages = (*INPUT_WORDS, *_CHOICES.values())
    return {text.casefold(): word.casefold() for word in messages for text in reversed(list_translations(word))}


@cache
def _headings_by_key(table: str) -> Mapping[str, str]:
    headings = HEADINGS.get(table, ())
    return {name_key(text): str(heading) for heading in headings for text in reversed(list_translations(heading))}
