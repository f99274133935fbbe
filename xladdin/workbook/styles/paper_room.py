"""The room of a page that is right on A4 and on Letter, and how small a sheet is printed to fit."""

MARGIN, FOOT_MARGIN = 0.3, 0.6
"""Inches that every printer can do."""
LARGEST_SCALE = 100
_LETTER, _A4 = (8.5, 11.0), (210 / 25.4, 297 / 25.4)
"""Width and height upright [inches]."""
_CHARACTER, _POINT = 7.45 / 96, 1 / 72
"""The inches of a character of a column's width: 7 dots in Excel, and somewhat more in LibreOffice. Then a point's."""


def scale_of(width: float, height: float, on_its_side: bool) -> int:
    """Return the per cent at which so many characters [of columns] and points [of rows] fit on either paper."""
    wide, high = map(min, zip(*(paper[::-1] if on_its_side else paper for paper in (_LETTER, _A4))))
    across = (wide - 2 * MARGIN) / (width * _CHARACTER)
    down = (high - MARGIN - FOOT_MARGIN) / (height * _POINT) if height else 1
    return min(LARGEST_SCALE, int(100 * across), int(100 * down))
