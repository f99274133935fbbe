"""The reason in the list of dated copies for a change that a command is about to make."""

from xladdin.cells.text import is_blank
from xladdin.files.reading.club_file import ClubFile
from xladdin.files.safety.index import Why
from xladdin.systems import system_named
from xladdin.workbook.schema import SYSTEM_NAME


def why(command: str, file: ClubFile) -> Why:
    """The command, and the number of rows of the log in the file as it was read."""
    log = file.tables.get(system_named(file.names.get(SYSTEM_NAME)).log_kind.table)  # whatever its Rules say
    if log is None:
        return Why(command)
    return Why(command, sum(not all(map(is_blank, row)) for row in zip(*log.columns)))
