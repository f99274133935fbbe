"""Dates as text, in other forms, in the future, too early or swapped, and cells that are no dates at all."""

from __future__ import annotations

from datetime import date, timedelta

from tests.corpus.cases import TODAY, Accepted, BookCase, Cannot, ToMend, typed
from tests.corpus.editing import ErrorValue

CLUB = "mississauga"
NO_DATE = "must be a date such as 2006-10-01"
TOMORROW = date.today() + timedelta(days=1)
SWAPPED = f"is in the future (today is {TODAY}); is the year wrong, or are day and month swapped?"


def accepted(name: str, cell: object) -> BookCase:
    return typed(f"date: {name}", CLUB, {"Games!A4": cell}, Accepted())


def refused(name: str, cell: object, shown: str, why: str = NO_DATE) -> BookCase:
    return typed(f"date: {name}", CLUB, {"Games!A4": cell}, ToMend(f'Games row 4, Date: "{shown}" – {why}'))


CASES = (
    accepted("text with a time of day", "2024-09-10T19:30"),
    accepted("with a time of day", 45545.8125),
    refused("text, day first", "10/09/2024", "10/09/2024"),
    refused("30 February", "2024-02-30", "2024-02-30"),
    refused("digits of another script", "２０２４-09-10", "２０２４-09-10"),
    refused("text of a serial number", "45545", "45545"),
    refused("a number far beyond the last", 20240910, "20240910"),
    refused("TRUE", True, "TRUE"),
    refused("an error value", ErrorValue("#VALUE!"), "#VALUE!"),
    refused("tomorrow", TOMORROW, TOMORROW.isoformat(), SWAPPED),
    refused("a year typed as a date", 2024, "1905-07-16",
            "is the date 1905-07-16, too early; type a date such as 2006-10-01"),
    refused("below the first", -5, "00:00:00"),
    typed("date: a number far below the first", CLUB, {"Games!A4": -1e300},
          Cannot("the number -1e+300 in cell A4 of its sheet Games is impossibly small. Correct it, and save.")),
    typed("date: blank beside scores", CLUB, {"Games!A4": None},
          ToMend("Games row 4, Date: a game needs the date it was played")),
    typed("date: last played in the future", "lexington", {"Players!D4": TOMORROW},
          ToMend(f'Players row 4, Start last played: "{TOMORROW}" – {SWAPPED}')),
    typed("date: an adjustment's as text", CLUB, {"Adjustments!A4": "Christmas", "Adjustments!C4": 5},
          ToMend(f'Adjustments row 4, Date: "Christmas" – {NO_DATE}')),
    typed("date: an adjustment's, far ahead", CLUB, {"Adjustments!A4": "9999-12-31", "Adjustments!C4": 5}, Accepted()),
    typed("date: an event's in the future", "dptr", {"Events!B4": TOMORROW},
          ToMend(f'Events row 4, Date: "{TOMORROW}" – {SWAPPED}')),
    typed("date: an event without", "dptr", {"Events!B4": None},
          ToMend("Events row 4, Date: an event needs a value in this column")),
)  # fmt: skip
