"""What the tests of one run make once and use again, in a folder that all workers of the run share."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

VARIABLE = "XLADDIN_TESTS_SHARE"
"""Environment variable with the path of the folder, so that workers and children find the one of their run."""


def begin() -> bool:
    """Make the folder, or return False where a run that this process belongs to has made it."""
    if VARIABLE in os.environ:
        return False
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="xladdin-tests-")
    return True


def end() -> None:
    """Delete the folder of what was made once."""
    shutil.rmtree(os.environ.pop(VARIABLE), ignore_errors=True)


def shared() -> Path:
    """Return the folder that the processes of a run share."""
    begin()
    return Path(os.environ[VARIABLE])


def make_once(key: Sequence[object], make: Callable[[Path], object]) -> Path:
    """Return the folder that `make` has filled for a key of bytes and plain values. The first who asks makes it.

    Nobody changes it, so take a copy. If `make` raises, nothing stays behind.
    """
    parts = [part if isinstance(part, bytes) else repr(part).encode() for part in key]
    digest = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts))
    folder = shared() / digest.hexdigest()
    if not folder.exists():
        draft = Path(tempfile.mkdtemp(dir=shared()))
        try:
            make(draft)
            draft.rename(folder)
        except OSError:
            shutil.rmtree(draft, ignore_errors=True)
            if not folder.exists():  # else another worker was quicker
                raise
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
    return folder
