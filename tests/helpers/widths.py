"""The width of a text in Liberation Sans, which is as wide as Arial and Helvetica."""

from __future__ import annotations

from functools import cache

from PIL import ImageFont

from tests.helpers.programs.finding import find_program, run_program

_SIZE = 1000


def width(text: str, *, bold: bool = False) -> float:
    """Return the width of a text, as a multiple of the type's size."""
    return _font("Bold" if bold else "Regular").getlength(text) / _SIZE


@cache
def _font(style: str) -> ImageFont.FreeTypeFont:
    path = run_program([find_program("fc-match"), "--format=%{file}", f"Liberation Sans:style={style}"])
    return ImageFont.truetype(path.strip(), _SIZE)
