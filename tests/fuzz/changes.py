"""A workbook that we change, type into, undo and redo, in any order."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO

from hypothesis import strategies as st

from xladdin.errors import WorkbookError
from xladdin.files.restore import redo, undo
from xladdin.files.safe_write import backups_of, safely_replace

NOW = datetime(2024, 10, 1, 20, 15)


def put(content: bytes, target: BinaryIO) -> None:
    target.write(content)


def replace_and_undo(steps: Sequence[tuple[str, bytes]]) -> None:
    """Changes, types, undoes and redoes in any order. Typed text is never lost, and a refusal changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsx")
        path.write_bytes(b"first")
        for number, (step, content) in enumerate(steps):
            before = path.read_bytes()
            now = NOW.replace(minute=number)
            try:
                if step == "type":
                    path.write_bytes(content)
                elif step in ("change", "notes"):
                    keep = step == "change"
                    safely_replace(path, partial(put, content), now=now, keep_copy=keep)
                else:
                    (undo if step.startswith("undo") else redo)(path, now=now, anyway=step.endswith("anyway"))
            except WorkbookError:
                assert path.read_bytes() == before
                continue
            if step not in ("type", "notes"):
                kept = [copy.read_bytes() for undone in (False, True) for copy in backups_of(path, undone=undone)]
                assert before in kept


states = st.tuples(
    st.sampled_from(("type", "change", "notes", "undo", "redo", "undo anyway", "redo anyway")),
    st.sampled_from((b"a", b"b", b"c")),
)
