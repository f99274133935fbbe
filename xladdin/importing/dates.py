"""Dates as people and programs write them: day or month first, in one way for a whole column."""

import math
import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from xladdin.cells import SERIAL_DAY_ZERO, CellValue
from xladdin.errors import XladdinError
from xladdin.game_log.parsing import date_reader
from xladdin.messages import Message, msg

DAY_FIRST, MONTH_FIRST = "dmy", "mdy"
IN_WORDS = {DAY_FIRST: msg("day first"), MONTH_FIRST: msg("month first"), "ymd": msg("year first")}
ORDERS = (DAY_FIRST, MONTH_FIRST)

_MONTHS = (
    ("jan", "ene", "gen"), ("feb", "fev"), ("mar", "mrz", "maerz", "maart"), ("apr", "avr", "abr"),
    ("may", "mai", "mei", "mag"), ("jun", "juin", "giu"), ("jul", "juil", "lug"), ("aug", "aout", "ago"),
    ("sep", "set"), ("oct", "okt", "ott", "out"), ("nov",), ("dec", "dez", "dic"),
)  # fmt: skip
"""The beginnings of the months' names in the languages of clubs, without accents."""
_ZONE = r"(?:\s?(?:[A-Z]{2,5}|Z))?(?:\s?[+−-][0-9:]{1,5})?(?:\s\([^()]*\))?(?:\s[^\W\d]{3,}){0,4}"
"""The zone of a timestamp: EST, GMT-4, UTC−4, +0200 (Central European Summer Time), Mitteleuropäische Sommerzeit."""
_TIME = (
    r"(?:[T,]?\s?(?:(?:at|à|um)\s)?(?P<hour>[0-9]{1,2})(?:[:.][0-9]{2}|\s?h(?:\s?[0-9]{1,2})?)"
    r"(?:(?:[:.]|\s?min\s?)[0-9]{1,2}(?:[.,][0-9]+)?(?:\s?s)?)?"
    rf"(?:\s?(?P<half>[AaPp])\.?\s?[Mm]\.?)?{_ZONE})?"
)
"""A time of day: 21:14:05, 9.14 p.m., at 21:14, 21 h 14 or 21 h 14 min 5 s as in Quebec."""
_BEFORE_A_DAY = (
    r"(?i:(?:le\s)?(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|die|mit|don|fre|son|"
    r"mi[eé]|jue|vie|s[aá]b|dom|gio|mo|di|mi|do|fr|sa|so)[a-zéíá]*\.?,?\s)?(?:le\s)?)"
)
"""What may come before a date: Tue, mardi, le, mardi le, Dienstag."""
_NUMBERS = re.compile(
    rf"{_BEFORE_A_DAY}([0-9]{{1,2}})\s?([/.-])\s?([0-9]{{1,2}})\s?\2\s?([0-9]{{2}}|[0-9]{{4}})\.?\s?{_TIME}"
)
_YEAR_FIRST = re.compile(rf"{_BEFORE_A_DAY}([0-9]{{4}})\s?[/.-]\s?([0-9]{{1,2}})\s?[/.-]\s?([0-9]{{1,2}})\.?\s?{_TIME}")
_COMPACT = re.compile(r"(19|20)[0-9]{6}")
_SERIAL = re.compile(r"[0-9]{5}(?:[.,][0-9]+)?")
_DAY, _SPAN = r"([0-9]{1,2})(?:st|nd|rd|th|er|\.)?", r"(?:\s?[-–]\s?(?:[^\W\d]+\.?\s)?[0-9]{1,2}\.?)?"
_MONTH_DAY = re.compile(rf"([^\W\d]+)\.?\s{_DAY}{_SPAN},?\s([0-9]{{4}})\s?{_TIME}")
_DAY_MONTH = re.compile(
    rf"{_DAY}{_SPAN}[\s/.-]\s?(?:de\s)?([^\W\d]+)\.?,?[\s/.-]\s?(?:de\s)?([0-9]{{2}}|[0-9]{{4}})\s?{_TIME}"
)
_LONGEST = 80
"""The most characters. A longer text is no date."""
_OF_PROGRAM = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[_T ]([0-9]{2})-([0-9]{2})-([0-9]{2})")
"""A moment as programs name files by it: 2026-10-26_22-24-26."""
NIGHT_ENDS = 5
"""The hour up to which an evening lasts."""
_LAST_YEAR_OF_THIS_CENTURY = 68
"""The last such year of this century. Higher two-digit years are of the century before (POSIX, strptime %y)."""


def day_from_words(text: str, order: str = "") -> date | None:
    """Return the day that a text means if it can mean only one, or the first of a span. It is None for any other text.

    `order` says whether the day or the month comes first, if somebody knows.
    """
    text = _normalize(text)
    day = _parse_certain_day(text)
    if day is not None:
        return day
    days = {
        fitting for order in ([order] if order else ORDERS) if (fitting := _parse_in_order(text, order)) is not None
    }
    return days.pop() if len(days) == 1 else None


_WITHIN = re.compile(
    r"[0-9]{4}[/.-][0-9]{1,2}[/.-][0-9]{1,2}|[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}"
    r"|[0-9]{1,2}(?:st|nd|rd|th|er|\.)?\s(?:de\s)?[^\W\d]+\.?,?\s(?:de\s)?[0-9]{4}|[^\W\d]+\.?\s[0-9]{1,2}(?:st|nd|rd|th)?,?\s[0-9]{4}"
)


def find_day(text: str) -> date | None:
    """Return the only day that is named within a text, such as a title, or None."""
    days = {
        day for match in _WITHIN.findall(_with_ascii_dates(text[:300])) if (day := day_from_words(match)) is not None
    }
    return days.pop() if len(days) == 1 else None


def is_a_date(cell: object) -> bool:
    """Tell whether a cell is a date in any order. A plain number is none."""
    if isinstance(cell, date):
        return True
    if not isinstance(cell, str) or len(cell) > _LONGEST or not any(map(str.isdigit, cell)) or cell.isdigit():
        return isinstance(cell, str) and bool(_COMPACT.fullmatch(cell.strip()))
    text = _normalize(cell)
    return not _SERIAL.fullmatch(text) and (_parse_certain_day(text) is not None or bool(orders_that_fit([text])))


def order_with_days(order: str, days: str) -> Message:
    """Return an order of day, month and year in words, with dates that are read so."""
    return msg("{order}: {days}", order=IN_WORDS[order], days=days)


def is_without_year(cell: object) -> bool:
    """Tell whether a cell is a day and a month without a year: 15 Sept, 15.9."""
    return isinstance(cell, str) and len(cell) < 20 and not is_a_date(cell) and is_a_date(with_year(cell, 2024))


def with_year(text: str, year: int) -> str:
    """Return a day and a month with a year behind them."""
    text = _normalize(text).rstrip(".,")
    if re.fullmatch(r"\d{1,2}\s?[./-]\s?\d{1,2}", text):
        return f"{text}{next(sign for sign in text if sign in './-')}{year}"
    return f"{text} {year}" if re.search(r"[^\W\d]{3}", text) else text


def is_dotted(text: str) -> bool:
    """Tell whether a date in numbers has dots, as only those with the day first have."""
    match = _NUMBERS.fullmatch(_normalize(text))
    return match is not None and match[2] == "."


def orders_that_fit(dates: Iterable[str]) -> list[str]:
    """Return the orders of day and month that fit all dates in numbers, or none if neither does.

    Both are possible if nothing tells, even if they give the very same dates.
    """
    texts = list(map(_normalize, dates))
    return [order for order in ORDERS if all(_parse_in_order(text, order) is not None for text in texts)]


def read_day(cell: object, order: str) -> CellValue:
    """Return the date of a cell in that order, day or month first. A cell that means no date stays as it is."""
    if not isinstance(cell, str):
        try:
            return date_reader(None)(cell)
        except XladdinError:
            return cell  # type: ignore[return-value]
    text = _normalize(cell)
    day = _parse_certain_day(text) or (_parse_in_order(text, order) if order else None)
    return cell.strip() if day is None else day


def day_of_evening(cell: object, order: str) -> tuple[CellValue, bool]:
    """Return the day of the evening of a moment, and whether that is the day before it: from midnight to five.

    A cell that means no date stays as it is.
    """
    day, hour = read_day(cell, order), _parse_hour(cell)
    if isinstance(day, date) and hour is not None and hour < NIGHT_ENDS:
        return day - timedelta(days=1), True
    return day, False


def _parse_hour(cell: object) -> int | None:
    """Return the hour of a moment, or None if there is only a day, or no moment."""
    if isinstance(cell, datetime):
        return cell.hour if cell.time() != time() else None
    if isinstance(cell, str):
        text = _normalize(cell)
        if not _SERIAL.fullmatch(text):
            return _hour_in_words(text)
        cell = float(text.replace(",", "."))
    if isinstance(cell, float) and cell != math.floor(cell):
        return math.floor((cell - math.floor(cell)) * 24)
    return None


def _hour_in_words(text: str) -> int | None:
    for words in (text, re.sub(rf"\A{_BEFORE_A_DAY}", "", text)):
        for pattern in (_NUMBERS, _YEAR_FIRST, _MONTH_DAY, _DAY_MONTH):
            match = pattern.fullmatch(words)
            if match and match["hour"]:
                half = (match["half"] or "").casefold()
                return int(match["hour"]) % 12 + (12 if half == "p" else 0) if half else int(match["hour"])
    return None


def _normalize(text: str) -> str:
    """Return the text with single blanks, or none of it if it is too long for a date."""
    if len(text) > _LONGEST:
        return ""
    return _with_ascii_dates(text)


def _with_ascii_dates(text: str) -> str:
    text = _OF_PROGRAM.sub(r"\1 \2:\3:\4", " ".join(text.split()))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = re.sub(r"\s?[年月]\s?", "-", text).replace("日", "")
    return text


def _parse_certain_day(text: str) -> date | None:
    if match := _YEAR_FIRST.fullmatch(text):
        return _make_day(match[1], match[2], match[3])
    if _COMPACT.fullmatch(text):
        return _make_day(text[:4], text[4:6], text[6:])
    if _SERIAL.fullmatch(text):
        return SERIAL_DAY_ZERO + timedelta(math.floor(float(text.replace(",", "."))))
    for words in (text, re.sub(rf"\A{_BEFORE_A_DAY}", "", text)):  # in French both a Tuesday and March are "mar."
        if (match := _MONTH_DAY.fullmatch(words)) and (month := _parse_month(match[1])):
            return _make_day(match[3], month, match[2])
        if (match := _DAY_MONTH.fullmatch(words)) and (month := _parse_month(match[2])):
            return _make_day(match[3], month, match[1])
    return None


def _parse_in_order(text: str, order: str) -> date | None:
    match = _NUMBERS.fullmatch(text)
    if match is None:
        return None
    first, second, year = match[1], match[3], match[4]
    return _make_day(year, second, first) if order == DAY_FIRST else _make_day(year, first, second)


def _make_day(year: str, month: str | int, day: str) -> date | None:
    if len(year) == 2:
        year = f"{20 if int(year) <= _LAST_YEAR_OF_THIS_CENTURY else 19}{year}"
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _parse_month(name: str) -> int:
    """Return the number of a month by its name or the beginning of it, or 0 for any other text."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return next((n for n, names in enumerate(_MONTHS, 1) if any(plain.startswith(known) for known in names)), 0)
