"""Dates as text, in other forms, in the future, too early or swapped, and cells that are no dates at all."""

from __future__ import annotations

from datetime import date, timedelta

from tests.corpus.cases import TODAY, Accepted, BookCase, Cannot, ToMend, typed
from tests.corpus.editing import ErrorValue, Parts, cell_at, set_cell

CLUB = "mississauga"
NO_DATE = "must be a date such as 2006-10-01"
TOMORROW = date.today() + timedelta(days=1)
SWAPPED = f"is in the future (today is {TODAY}); is the year wrong, or are day and month swapped?"


def accepted(name: str, cell: object) -> BookCase:
    return typed(f"date: {name}", CLUB, {"Games!A4": cell}, Accepted())


def refused(name: str, cell: object, shown: str, why: str = NO_DATE) -> BookCase:
    return typed(f"date: {name}", CLUB, {"Games!A4": cell}, ToMend(f'Games row 4, Date "{shown}": {why}'))


def too_early(name: str, cell: object, shown: str, day: str) -> BookCase:
    return refused(name, cell, shown, f"is the date {day}, too early; type a date such as 2006-10-01")


def count_from_1904(path) -> None:  # type: ignore[no-untyped-def]
    """Stores the same dates as an old Mac does."""
    parts = Parts(path)
    parts.workbook.find("{*}workbookPr").set("date1904", "1")
    set_cell(cell_at(parts.sheet("Games"), "A4"), (date(2024, 9, 10) - date(1904, 1, 1)).days)
    parts.save()


def number_from_1904(path) -> None:  # type: ignore[no-untyped-def]
    """Stores the same dates in a cell that has lost its format, as a number that nothing marks as a date."""
    parts = Parts(path)
    parts.workbook.find("{*}workbookPr").set("date1904", "1")
    cell = cell_at(parts.sheet("Games"), "A4")
    set_cell(cell, (date(2024, 9, 10) - date(1904, 1, 1)).days)
    cell.attrib.pop("s", None)
    parts.save()


CASES = (
    accepted("text as ISO writes it", "2024-09-10"),
    accepted("text with a time of day", "2024-09-10T19:30"),
    accepted("with a time of day", 45545.8125),
    refused("text, day first", "10/09/2024", "10/09/2024"),
    refused("month 13", "2024-13-01", "2024-13-01"),
    refused("30 February", "2024-02-30", "2024-02-30"),
    refused("digits of another script", "２０２４-09-10", "２０２４-09-10"),
    refused("text of a serial number", "45545", "45545"),
    refused("a number far beyond the last", 20240910, "20240910"),
    refused("TRUE", True, "TRUE"),
    refused("an error value", ErrorValue("#VALUE!"), "#VALUE!"),
    refused("tomorrow", TOMORROW, TOMORROW.isoformat(), SWAPPED),
    refused("the last that there is", "9999-12-31", "9999-12-31", SWAPPED),
    too_early("a year typed as a date", 2024, "1905-07-16", "1905-07-16"),
    too_early("a wrong century", "1824-09-10", "1824-09-10", "1824-09-10"),
    refused("below the first", -5, "00:00:00"),
    typed("date: a number far below the first", CLUB, {"Games!A4": -1e300},
          Cannot("the number -1e+300 in cell A4 of its sheet Games is impossibly small. Correct it, and save.")),
    typed("date: blank beside scores", CLUB, {"Games!A4": None},
          ToMend("Games row 4, Date: a game needs the date it was played")),
    typed(
        "date: sessions that are not in order",
        CLUB,
        # first 1234 beats 1007 by 113 on the 3rd: 8. Then 1242 loses to 999 by 113 on the 10th: 243 apart, 12 and 2
        {
            "Games!B4": "Mackenzie", "Games!D4": "Pierre",
            "Games!A5": 45538, "Games!B5": "Pierre", "Games!C5": 416, "Games!D5": "Mackenzie", "Games!E5": 303,
        },
        Accepted({"Pierre": 1228, "Mackenzie": 1013}),
    ),
    BookCase("date: of a workbook that counts from 1904", CLUB, count_from_1904, Accepted()),
    BookCase("date: a plain number of a workbook that counts from 1904", CLUB, number_from_1904, Accepted()),
    typed("date: last played in the future", "lexington", {"Players!D4": TOMORROW},
          ToMend(f'Players row 4, Start last played "{TOMORROW}": {SWAPPED}')),
    typed("date: an adjustment's as text", CLUB, {"Adjustments!A4": "Christmas", "Adjustments!C4": 5},
          ToMend(f'Adjustments row 4, Date "Christmas": {NO_DATE}')),
    typed("date: an adjustment's, far ahead", CLUB, {"Adjustments!A4": "9999-12-31", "Adjustments!C4": 5}, Accepted()),
    typed("date: an event's in the future", "dptr", {"Events!B4": TOMORROW},
          ToMend(f'Events row 4, Date "{TOMORROW}": {SWAPPED}')),
    typed("date: an event without", "dptr", {"Events!B4": None},
          ToMend("Events row 4, Date: an event needs a value in this column")),
)  # fmt: skip
