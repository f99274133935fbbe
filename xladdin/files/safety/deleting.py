"""Files of ours deleted for good, such as the copies of a workbook."""

import os
from collections.abc import Iterable
from pathlib import Path

from xladdin.files.safety.safekeeping import explained


def delete_files(paths: Iterable[Path], workbook: Path) -> None:
    """Delete files, and folders that they leave empty. Raises FileProblem if the system does not permit it.

    A file that is gone already is no error, so that it can simply be done again.
    """
    with explained(workbook):
        for path in paths:
            path.unlink(missing_ok=True)
            folder = path.parent
            while folder != workbook.parent and folder.is_dir() and not os.listdir(folder):
                folder.rmdir()
                folder = folder.parent
