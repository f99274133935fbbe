"""A workbook of openpyxl as the bytes of its file. On the way openpyxl writes each sheet into a temporary file."""

from __future__ import annotations

import errno
import io
import os
import tempfile
from typing import TYPE_CHECKING

from xladdin.errors import WorkbookError
from xladdin.files.safety.safekeeping import reason
from xladdin.messages import msg

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook


def saved(workbook: Workbook) -> bytes:
    """Return the file of a workbook. Raises WorkbookError if there is no room for temporary files."""
    stream = io.BytesIO()
    try:
        workbook.save(stream)
    except Exception as error:
        failed = _of_system(error)
        if failed is None:
            raise
        where = tempfile.gettempdir()
        raise WorkbookError(
            msg(
                "No workbook was made: in the folder for temporary files, {folder}, {reason}.",
                folder=where,
                reason=reason(failed),
            )
        ) from None
    return stream.getvalue()


def _of_system(error: Exception) -> OSError | None:
    """Return the error of the system behind it, if any.

    Where lxml is installed, openpyxl raises its "IO_ENOSPC" instead.
    """
    if isinstance(error, OSError):
        return error
    code = getattr(errno, str(error).removeprefix("IO_"), None)
    return None if code is None else OSError(code, os.strerror(code))
