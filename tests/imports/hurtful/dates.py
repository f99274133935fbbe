"""Dates in either order, of no kind, missing, or in the future."""

from __future__ import annotations

from tests.imports.hurtful.case import CSV, HEADINGS, LINE, NAMED, NOTHING, TAKEN, hurt, row

CASES = (
    hurt("no date", row(",Pierre,400,Mackenzie,300"), TAKEN, "1 row without a date takes the one above (line 3)"),
    hurt("no date in the first row", f"{HEADINGS},Pierre,400,Lester,300\n{LINE}", NAMED, "the first rows have no date"),
    hurt("a date in the future", row("2999-09-15,Pierre,400,Lester,300"), NAMED, "is in the future"),
    hurt("a date of the last century but one", row("1824-09-15,Pierre,400,Lester,300"), NAMED, "too early"),
    hurt("the 30th of February", row("2024-02-30,Pierre,400,Lester,300"), NAMED, "must be a date"),
    hurt("a word for a date", row("yesterday,Pierre,400,Lester,300"), NAMED, "must be a date"),
    hurt("a number for a date", row("12,Pierre,400,Lester,300"), NAMED, "must be a date"),
    hurt("day and month of either order", CSV.replace("2024-09-14", "3/4/2024"),
         NAMED, "is the day or the month first in 3/4/2024?"),
    hurt("both orders in one column", HEADINGS + LINE.replace("2024-09-14", "14/9/2024") +
         LINE.replace("2024-09-14", "9/14/2024"), NAMED, "must be a date", "neither day first nor month first"),
    hurt("one date of the other order", HEADINGS + "".join(LINE.replace("2024-09-14", day) for day in
         ("14/9/2024", "15/9/2024", "9/16/2024")), NAMED, "neither day first nor month first", "Lines to fix (1)",
         'line 4, Date "9/16/2024": must be a date'),
    hurt("the 31st of February among others", HEADINGS + LINE.replace("2024-09-14", "14/9/2024") +
         LINE.replace("2024-09-14", "31/2/2024"), NAMED, "dates are day first", "Lines to fix (1)", "line 3"),



    hurt("no date above to take", HEADINGS + LINE.replace("2024-09-14", "") + LINE,
         NAMED, "the first rows have no date", NOTHING),
)  # fmt: skip
