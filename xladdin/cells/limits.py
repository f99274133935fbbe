"""What a sheet, a cell and a log can hold, each limit said once."""

from __future__ import annotations

from datetime import date

LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
"""Numbers of a sheet's last row and column."""
LONGEST_CELL = 32_767
"""Characters that a cell of a workbook holds."""
SERIAL_DAY_ZERO = date(1899, 12, 30)
"""Day 0 of Excel's serial dates, for dates after February 1900."""
DAY_ZERO_1904 = date(1904, 1, 1)
"""Day 0 of a workbook that counts from 1904, as those of old Macs do."""
ERROR_VALUES = {
    "#NULL!": 2000,
    "#DIV/0!": 2007,
    "#VALUE!": 2015,
    "#REF!": 2023,
    "#NAME?": 2029,
    "#NUM!": 2036,
    "#N/A": 2042,
    "#GETTING_DATA": 2043,
    "#SPILL!": 2045,
    "#CONNECT!": 2046,
    "#BLOCKED!": 2047,
    "#UNKNOWN!": 2048,
    "#FIELD!": 2049,
    "#CALC!": 2050,
}
"""Excel's error values with their numbers (XlCVError)."""
LARGEST_EXACT = 10**15
"""Excel keeps 15 digits: of a number beyond, points are lost."""
LARGEST_INTEGER = 2**31 - 1
"""An integer beyond reaches Excel as one of 64 bits, which no cell holds; a float of that size does."""
LOWEST_NUMBER = -2_000_000_000
"""A whole number below may be an error value of the classic host."""

EARLIEST_DATE, LATEST_DATE = date(1930, 1, 1), date(9999, 12, 31)
"""Ours: no club, camp or tournament of these systems is older; an earlier date is a year typed as a number."""
LOWEST_SCORE, HIGHEST_SCORE = -200, 2000
"""Ours: no club game of Scrabble has come near them, though penalties have left scores below 0; beyond
them a score is a slip of the keyboard."""
LARGEST_NUMBER = 1_000_000
"""Ours: ratings, points and settings lie between this and its negative; what is larger is a slip of the keyboard."""
LONGEST_NAME = 255
"""Characters: what Excel shows of a heading, and more than any name has."""
CLOSINGS_KEPT = 60
"""Ours: closing ratings that a replay keeps, unless a club's setting says otherwise."""
