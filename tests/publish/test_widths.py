"""How wide texts are in print: every letter as in the font itself, and the size at which a title fits."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from tests.helpers.programs.finding import find_program, run_program
from xladdin.publish.widths import _BOLD, _REGULAR, fitted, width


def test_a_title_has_the_largest_half_point_that_fits() -> None:
    title, most, least = "Club de Scrabble de Montréal", 40, 12
    for size in (12.5, 20, 33.5):
        room = width(title, bold=True) * size
        assert fitted(title, room, most, least) == size
        assert fitted(title, room - 0.01, most, least) == size - 0.5
    assert fitted(title, 1, most, least) == least
    assert fitted(title, 10_000, most, least) == most


def test_widths_are_those_of_arial() -> None:
    """These are Adobe's metrics of Helvetica, as in Arial and Liberation Sans: W 944, i 222, space 278, e 556 / 556."""
    assert (width("W"), width("i"), width(" "), width("é")) == (0.944, 0.222, 0.278, 0.556)
    assert width("W", bold=True) == 0.944
    assert width("i", bold=True) == 0.278


@pytest.mark.parametrize(("bold", "style"), [(False, "Regular"), (True, "Bold")])
def test_the_width_of_every_letter_is_that_of_the_font(bold: bool, style: str) -> None:
    """A table of more than two hundred letters has room for a slip, so we ask the font itself."""
    file = run_program([find_program("fc-match"), "-f", "%{file}", f"Liberation Sans:style={style}"])
    units = 2048
    font = ImageFont.truetype(file, units)
    letters = [letter for row in (_BOLD if bold else _REGULAR).values() for letter in row]
    said = {letter: width(letter, bold=bold) for letter in letters}
    assert len(said) == len(letters) > 200, "no letter is in two rows"
    assert said == {letter: round(font.getlength(letter) / units, 3) for letter in letters}
