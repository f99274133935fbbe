"""What an earlier run made of a workbook that is still the same to the byte, if it is still there."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from xladdin.errors import FileProblem
from xladdin.files.safety.seen import is_known, mark_of, remember
from xladdin.publish.folder import Published
from xladdin.publish.record import folder_of, read_record, record_path

if TYPE_CHECKING:
    from xladdin.publish.club import Wishes


def published_before(workbook: Path, folder: Path | None, wishes: Wishes, now: datetime) -> Published | None:
    """The words of publishing if the page is there as an earlier run wrote it, else None. It publishes nothing.

    With `folder` None it takes the folder of the last time.
    """
    with suppress(FileProblem, OSError):  # said when it is published
        record = read_record(workbook)
        folder = folder or folder_of(workbook, record)
        if folder is not None and is_known(_of_page(workbook, folder, wishes, now)):
            return Published(folder, len(record.files), 0, 0)
    return None


def remember_published(workbook: Path, folder: Path, wishes: Wishes, now: datetime) -> None:
    """Tells the next run that the page is as it should be."""
    with suppress(OSError):
        remember(_of_page(workbook, folder, wishes, now))


def is_printed(workbook: Path, pdf: Path, now: datetime) -> bool:
    """Whether the PDF is there as an earlier run printed it."""
    with suppress(OSError):
        return is_known(_of_print(workbook, pdf, now))
    return False


def remember_printed(workbook: Path, pdf: Path, now: datetime) -> None:
    """Tells the next run that the PDF has all that would be printed."""
    with suppress(OSError):
        remember(_of_print(workbook, pdf, now))


def _of_print(workbook: Path, pdf: Path, now: datetime) -> bytes:
    return mark_of("printed", workbook.read_bytes(), pdf.read_bytes(), now.date())


def _of_page(workbook: Path, folder: Path, wishes: Wishes, now: datetime) -> bytes:
    record = record_path(workbook).read_bytes()
    return mark_of("published", workbook.read_bytes(), record, folder.resolve(), wishes, now.date(), _content(folder))


def _content(folder: Path) -> bytes:
    """A digest of everything in a folder. It counts strangers, since publishing would report them.

    Raises OSError for anything but plain files and folders. A link may lead anywhere, and a pipe is never read to its
    end.
    """
    whole = sha256()
    for place, folders, files in os.walk(folder):
        folders.sort()
        if any(os.path.islink(os.path.join(place, name)) for name in folders):
            raise OSError(f"{place} holds a link")
        for name in sorted(files):
            path = os.path.join(place, name)
            if not stat.S_ISREG(os.lstat(path).st_mode):
                raise OSError(f"{path} is no plain file")
            with open(path, "rb") as file:
                whole.update(sha256(os.fsencode(os.path.relpath(path, folder))).digest())
                whole.update(sha256(file.read()).digest())
    return whole.digest()
