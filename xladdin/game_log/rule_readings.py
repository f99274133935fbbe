"""What a cell of the sheet Rules means: a number within its limits, one of some words, or the club's own text."""

import dataclasses
from collections.abc import Sequence

from xladdin.cells.numbers import LARGEST_NUMBER, Number
from xladdin.cells.text import is_blank, name_key, without_accents
from xladdin.errors import InvalidTypeError, OutOfRangeError, XladdinError
from xladdin.game_log.readings import read_number, read_text
from xladdin.messages import join_messages, list_values, msg
from xladdin.systems.system import is_whole


def read_setting(field: dataclasses.Field[object], printed: Number | str, cell: object) -> Number | str:
    """Return the value of a setting. Raises XladdinError for an impossible one, and says what is printed."""
    limits = field.metadata
    if isinstance(printed, str) and not limits["choices"]:
        return read_text(cell)
    try:
        if is_blank(cell):
            raise InvalidTypeError(msg("is blank"))
        if isinstance(printed, str):
            return read_choice(cell, limits["choices"])
        return read_limited(cell, limits["least"], limits["most"], whole=is_whole(field))
    except XladdinError as error:
        printed_value = msg("the printed value is {printed}", printed=printed)
        raise type(error)(join_messages([error.message, printed_value])) from None


def read_limited(cell: object, least: Number, most: Number, *, whole: bool) -> Number:
    """Return a number that formulas can use, too. One typed as text is refused."""
    number = read_number(cell)
    if isinstance(cell, str):
        raise InvalidTypeError(msg("is text; type the number without an apostrophe"))
    if not least <= number <= most or (whole and not isinstance(number, int)):
        if whole:
            message = msg("must be a whole number from {least:,} to {most:,}", least=least, most=most)
        else:
            message = msg("must be a number from {least:,} to {most:,}", least=least, most=most)
        raise OutOfRangeError(message)
    return number


def read_choice(cell: object, choices: Sequence[str]) -> str:
    """Return one of some words, in any case, with or without accents."""
    word = without_accents(name_key(read_text(cell)))
    for choice in choices:
        if word == without_accents(name_key(choice)):
            return choice
    raise InvalidTypeError(msg("must be {choices}", choices=list_values(choices, alternative=True)))


def read_band(cell: object, least: Number = -LARGEST_NUMBER) -> Number:
    """Return a number of a table of bands. Raises XladdinError below `least`."""
    if is_blank(cell):
        raise InvalidTypeError(msg("is blank; every row of this table needs all its columns"))
    return read_limited(cell, least, LARGEST_NUMBER, whole=False)
