"""What a sheet, a cell and a log can hold. Each limit is said once."""

from datetime import date

LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
"""The numbers of a sheet's last row and column."""
NEVER_FILLED = "$XFD$1"
"""The last cell of the first row, which we and directors leave empty."""
LONGEST_CELL = 32_767
"""The most characters that a cell of a workbook holds."""
SERIAL_DAY_ZERO = date(1899, 12, 30)
"""Day 0 of Excel's serial dates, for dates after February 1900."""
DAY_ZERO_1904 = date(1904, 1, 1)
"""Day 0 of a workbook that counts from 1904, such as those of old Macs."""
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
"""Excel keeps 15 digits. A larger number would lose points."""
LARGEST_INTEGER = 2**31 - 1
"""A larger integer reaches Excel as one of 64 bits, which no cell holds. A float of that size does not."""
LOWEST_NUMBER = -2_000_000_000
"""A lower whole number may be an error value of the classic host."""

EARLIEST_DATE = date(1930, 1, 1)
"""Ours: no club, camp or tournament of these systems is older. An earlier date is a year typed as a number."""
LOWEST_SCORE, HIGHEST_SCORE = -200, 2000
"""Ours: no club game of Scrabble comes near them, though penalties leave scores below 0. Beyond is a typing error."""
LARGEST_NUMBER = 1_000_000
"""Ours: ratings, points and settings are between this and its negative. A larger number is a typing error."""
LONGEST_NAME = 255
"""Characters that Excel shows of a heading. No name has as many."""
MOST_PERIODS = 120
"""The most rating periods of Rating history."""
MOST_IN_CROSSTABLE = 80
"""The most players of a crosstable."""
CLOSINGS_KEPT = 60
"""Ours: the closing ratings that a replay keeps, unless a club's setting says otherwise."""
