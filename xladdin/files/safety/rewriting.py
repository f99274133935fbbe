"""The dated copies of a workbook written again, each with a new digest, so that a person can leave them, too."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from xladdin.files.safety.access import keep_access
from xladdin.files.safety.backups import backups_of
from xladdin.files.safety.index import Kept, listed, listing
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.new_file import move_to, new_file
from xladdin.files.safety.safekeeping import explained, fingerprint_of

Rewrite = Callable[[Path], "bytes | None"]
"""The new content of a copy, or None if it stays as it is. Raises FileProblem if the copy cannot be read."""


def rewrite_copies(path: Path, rewrite: Rewrite) -> list[Path]:
    """Writes every copy of a file again, even of undone states, each in one step. Gives those that changed.

    Raises FileProblem if one cannot be read or written. Those before it are written then, and a second run goes on.
    """
    path, changed = path.resolve(), []
    with only_one(path), explained(path):
        for copy in (*backups_of(path), *backups_of(path, undone=True)):
            content = rewrite(copy)
            if content is None:
                continue
            known = listed(path).copies.get(copy.name)
            sound = known is None or fingerprint_of(copy).hex() == known.digest
            with new_file(copy, lambda target, content=content: target.write(content)) as new:  # type: ignore[misc]
                keep_access(copy, new)
                if sound:  # a spoilt one stays one
                    with listing(path) as own:
                        digest = hashlib.sha256(content).hexdigest()
                        own.copies[copy.name] = Kept(digest) if known is None else known._replace(digest=digest)
                move_to(new, copy)
            changed.append(copy)
    return changed
