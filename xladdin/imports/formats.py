"""Which format a file has, by its content. The ending of its name does not count."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from xladdin.imports import aupair, trf, tsh, tsh_archive, world_diplomacy
from xladdin.imports.material import Incoming, Options
from xladdin.imports.source import Source
from xladdin.imports.tables.forms import as_responses, is_responses, without_lower_winners
from xladdin.imports.tables.layout import TableLayout
from xladdin.imports.tables.reading import read_tables


class Format(NamedTuple):
    """A format that is a text of its own kind: its name, its test, and its reader."""

    title: str
    fits: Callable[[Source], bool]
    read: Callable[[Source, Options], Incoming]


FORMATS = (
    Format("AUPAIR .TOU", aupair.is_tournament, aupair.read_tournament),
    Format("FIDE TRF", trf.is_report, trf.read_report),
    Format("World Diplomacy Database", world_diplomacy.is_page, world_diplomacy.read_page),
    Format("tsh .tsh and config.tsh", tsh_archive.is_tournament, tsh_archive.read_tournament),
    Format("tsh .t", tsh.is_division, tsh.read_division),
)
"""The surest sign is first. A file that fits none of them is a table."""


def read_source(source: Source, layouts: Sequence[TableLayout], options: Options) -> Incoming:
    """A file in any format that is known here, as rows for the tables of the layouts.

    Raises FileProblem if it is in none of them, and QuestionOpen if it can be read in two ways.
    """
    if not source.is_workbook:
        for format in FORMATS:
            if format.fits(source):
                return format.read(source, options)
    read = without_lower_winners(read_tables(source, layouts, options))
    return as_responses(read) if is_responses(read) else read
