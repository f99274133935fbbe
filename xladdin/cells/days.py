"""Days: the columns that hold them, and how a cell counts them."""

from xladdin.cells.limits import DAY_ZERO_1904, SERIAL_DAY_ZERO

DAY_HEADINGS = ("Date", "Start last played", "Start returned")
"""The columns in which a plain number is a day, if a cell has lost its format."""


def since_1900(cell: object) -> object:
    """Return a plain number that counts days from 1904 becomes one that counts from 1900.

    Any other cell stays as it is.
    """
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return cell + (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
    return cell
