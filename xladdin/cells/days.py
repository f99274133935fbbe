"""Dates and moments in words, as a person writes them: Tuesday 19 May 2026."""

from __future__ import annotations

from datetime import date, datetime

from xladdin.cells.limits import DAY_ZERO_1904, SERIAL_DAY_ZERO

DAY_HEADINGS = ("Date", "Start last played", "Start returned")
"""The columns in which a plain number is a day, if a cell has lost its format."""
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def day_in_words(day: date) -> str:
    """A date with its day of the week: Tuesday 19 May 2026."""
    return f"{DAYS[day.weekday()]} {short_day(day)} {day.year}"


def short_day(day: date) -> str:
    """A date if its year is clear: 19 May."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def moment_in_words(moment: datetime) -> str:
    """A date and time: 19 May 2026 at 22:41."""
    return f"{short_day(moment)} {moment.year} at {moment:%H:%M}"


def since_1900(cell: object) -> object:
    """A plain number that counts days from 1904 becomes one that counts from 1900. Any other cell stays as it is."""
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return cell + (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
    return cell
