"""The spreadsheet half of each rating system, one file each, by the name of its rule in `xladdin.systems`."""

from importlib import import_module

from xladdin.systems.system import RatingSystem
from xladdin.workbook.systems.half import AnyHalf

HALVES: dict[str, AnyHalf] = {}
"""The halves in use so far, by key."""


def half_of(system: RatingSystem) -> AnyHalf:
    """Return the spreadsheet half of a system: `HALF` of the file with its key for a name."""
    if system.key not in HALVES:
        HALVES[system.key] = import_module(f"{__name__}.{system.key}").HALF
    return HALVES[system.key]
