"""A language: messages, dates and numbers as a club's members write them.

English is the language of the messages themselves. Every other one is a catalogue with its signs, dates and words.
"""

import re
import string
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from xladdin.cells.numbers import Number
from xladdin.languages.catalogue import catalogue_codes, translate_template
from xladdin.messages import Message, msg, pgettext

ENGLISH, IN_FRENCH = "en", "fr"
EVENING, DAY, EVENT = "evening", "day", "event"
"""The occasions on which players meet: those of a club, of a camp, and of a rating of tournaments."""
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
_YEARS_BY_MONTH = 3
"""The years that a chart may span with months below it."""
MINUS = "\N{MINUS SIGN}"
_FIGURES = re.compile(r"(?<=\d)\.(?=\d)")


class Language:
    """A language, and the words for the occasions on which a club's players meet.

    Raises FileNotFoundError for a language without a compiled catalogue.
    """

    def __init__(self, code: str, occasion: str = EVENING) -> None:
        self.code, self.occasion = code, occasion
        self.is_english = code == ENGLISH
        self._decimal_sign, self._thousands_sign = self.render(_DECIMAL_SIGN), self.render(_THOUSANDS_SIGN)
        self.colon, self.semicolon = self.render(_COLON), self.render(_SEMICOLON)
        self._signs = str.maketrans({"-": MINUS, ".": self._decimal_sign, ",": self._thousands_sign})
        self._full_days: dict[date, str] = {}

    def render(self, message: Message) -> str:
        """Return a message in the language."""
        if self.is_english:
            return str(message)
        text = translate_template(message, self.code, self.occasion)
        return _MessageFormatter(self).vformat(text, (), message.values) if message.values else text

    def render_text(self, text: str) -> str:
        """Return a message in the language. Any other text is the club's own, and stays as it is."""
        return self.render(text) if isinstance(text, Message) else text

    def number(self, value: Number, places: int = 0) -> str:
        """Return a number with its thousands apart: 2,331."""
        value = round(value, places or 9) + 0  # what rounds to nothing has no minus
        written = f"{value:,.{places}f}" if places else f"{round(value, 9):,g}" if value % 1 else f"{value:,.0f}"
        return written.translate(self._signs)

    def signed(self, value: Number) -> str:
        """Return a number with its sign: +2,331, −18."""
        if round(value, 9) == 0:
            return self.number(0)
        return f"{'+' if value > 0 else MINUS}{self.number(abs(value))}"

    def rating(self, value: Number, places: int) -> str:
        """Return a rating as the club prints it."""
        written = f"{value:.{places}f}" if places else str(value) if isinstance(value, int) else f"{value:g}"
        return written.translate(self._signs)

    def decimal(self, words: str) -> str:
        """Words in which the numbers have the language's decimal sign."""
        return words if self.is_english else _FIGURES.sub(self._decimal_sign, words)

    def day(self, day: date) -> str:
        """Tuesday 19 May 2026."""
        return self.render(_WEEKDAY_AND_DAY.with_values(weekday=self.weekday(day), day=self.full_day(day)))

    def weekday(self, day: date) -> str:
        """Tuesday."""
        return self.render(_DAYS[day.weekday()])

    def title_of(self, day: date) -> str:
        """Return the same at the head of a page, which begins with a capital in French too: Mardi 19 mai 2026."""
        return _capital(self.day(day))

    def full_day(self, day: date) -> str:
        """19 May 2026."""
        if day not in self._full_days:
            self._full_days[day] = f"{self.short_day(day)} {day.year}"
        return self._full_days[day]

    def short_day(self, day: date) -> str:
        """19 May."""
        number = _FIRST_OF_MONTH if day.day == 1 else day.day
        return self.render(_DAY_AND_MONTH.with_values(day=number, month=_MONTHS[day.month - 1]))

    def moment(self, moment: datetime) -> str:
        """19 May 2026 at 22:41."""
        time = moment.strftime("%H:%M")
        return self.render(msg("{day} at {time}", day=self.full_day(moment), time=time))

    def axis_day(self, day: date, first: date, last: date) -> str:
        """Return a day below a chart that leads from one day to another: 19 May, May 2026, or 2026."""
        if first.year == last.year:
            return self.short_day(day)
        if last.year - first.year > _YEARS_BY_MONTH:
            return str(day.year)
        return f"{self.render(_SHORT_MONTHS[day.month - 1])} {day.year}"

    def quoted(self, words: str) -> str:
        """Words that somebody typed, between quotation marks."""
        return self.render(_QUOTED.with_values(words=words))


class _MessageFormatter(string.Formatter):
    """Format values as a language does: nested messages are rendered, numbers get its signs, other texts stay."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return the value of a named placeholder, also of one that is called like a number."""
        return kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value as the language writes it. A comma as the format separates thousands."""
        if isinstance(value, Message):
            return self._language.render(value)
        if isinstance(value, date) and format_spec == "%A":
            return self._language.weekday(value)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            return format(value, format_spec)
        if format_spec in ("", ","):
            return self._language.number(value) if format_spec else self._language.rating(value, 0)
        text = format(value, format_spec)
        return text if self._language.is_english else self._language.decimal(text).replace("-", MINUS)


IN_ENGLISH = Language(ENGLISH)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


@cache
def all_languages() -> tuple[Language, ...]:
    """Return every language, with the words for each occasion. English is first."""
    codes = [code for code in catalogue_codes() if code != ENGLISH]
    return (IN_ENGLISH, *(Language(code, occasion) for code in codes for occasion in (EVENING, DAY, EVENT)))


def translations(text: str) -> tuple[str, ...]:
    """Return the forms of a fixed text in every language, without repetition. English is first."""
    return tuple(dict.fromkeys(language.render_text(text) for language in all_languages()))
