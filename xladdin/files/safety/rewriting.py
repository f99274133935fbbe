"""The dated copies of a workbook written again, so that a person can leave them, too."""

from collections.abc import Callable
from pathlib import Path

from xladdin.files.safety.access import keep_access
from xladdin.files.safety.backups import all_backups
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.new_file import move_to, new_file
from xladdin.files.safety.safekeeping import explained

Rewrite = Callable[[Path], "bytes | None"]
"""The new content of a copy, or None if it stays as it is. Raises FileProblem if the copy cannot be read."""


def rewrite_copies(path: Path, rewrite: Rewrite) -> list[Path]:
    """Writes every copy of a file again, even of undone states, each in one step. Gives those that changed.

    Raises FileProblem if one cannot be read or written. Those before it are written then, and a second run goes on.
    """
    path, changed = path.resolve(), []
    with only_one(path), explained(path):
        for copy in all_backups(path):
            content = rewrite(copy)
            if content is None:
                continue
            with new_file(copy, lambda target, content=content: target.write(content)) as new:  # type: ignore[misc]
                keep_access(copy, new)
                move_to(new, copy)
            changed.append(copy)
    return changed
