"""Folders as archives and other programs may leave them. A command that makes a file there takes nothing else away."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from hypothesis import strategies as st

from xladdin.errors import WorkbookError
from xladdin.files.safe_write import (
    FOLDER,
    back_up,
    backups_of,
    drop_old_backups,
    safely_replace,
    time_of,
    write_output,
)
from xladdin.hosts.printing import PDF

NOW = datetime(2024, 10, 1, 20, 15)
HOLDINGS = {
    "pdf": b"%PDF-1.7 old",
    "workbook": b"PK\3\4 a workbook",
    "text": b"notes",
    "empty": b"",
    "late": b" " * 900 + b"%PDF-1.4",
}
"""What a file holds before we come."""
THINGS = ("file", "folder", "link", "dangling link", "pipe", "nothing", "hard link")

names = st.sampled_from(
    ("club.pdf", "club.PDF", "club", "club.xlsx", "~$club.pdf", ".club.pdf.xladdin-lock", ".club.pdf.12.new",
     ".club.pdf.0000000012.new", ".club.pdf.x1.new", "lists.pdf", "x" * 230 + ".pdf", "é" * 120 + ".pdf", "\udcff.pdf")
)  # fmt: skip
things = st.tuples(names, st.sampled_from(THINGS), st.sampled_from(tuple(HOLDINGS)))
outputs = st.tuples(names, st.lists(things, max_size=4, unique_by=lambda thing: thing[0]))


def put_output(given: tuple[str, Sequence[tuple[str, str, str]]]) -> None:
    """Puts a PDF beside all kinds of things. It replaces an older PDF or nothing, and everything else stays."""
    name, others = given
    with tempfile.TemporaryDirectory() as folder:
        here, elsewhere = Path(folder, "here"), Path(folder, "elsewhere")
        here.mkdir()
        elsewhere.write_bytes(b"a victim")
        for other, kind, content in others:
            _lay(here / other, kind, HOLDINGS[content], elsewhere)
        before, path = _held(here), here / name
        try:
            write_output(path, lambda target: target.write(b"%PDF-1.7 new"), PDF)
        except WorkbookError as refused:
            assert str(refused)
            assert _apart(_held(here), name) == _apart(before, name)
        else:
            assert path.read_bytes() == b"%PDF-1.7 new"
            assert before.get(name) is None or b"%PDF-" in before[name]
        assert elsewhere.read_bytes() == b"a victim"
        after = _held(here)
        assert {other: held for other, held in _apart(before, name).items() if other not in after} == {}


def _lay(path: Path, kind: str, content: bytes, elsewhere: Path) -> None:
    if kind == "file":
        path.write_bytes(content)
    elif kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(elsewhere)
    elif kind == "dangling link":
        path.symlink_to(elsewhere / "nowhere")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "hard link":
        os.link(elsewhere, path)


def _held(folder: Path) -> dict[str, bytes]:
    """What a folder holds: the content of files, and the kind of everything else."""
    held = {}
    for entry in folder.iterdir():
        plain = entry.is_file() and not entry.is_symlink()
        held[entry.name] = entry.read_bytes() if plain else str(entry.lstat().st_mode).encode()
    return held


def _apart(held: Mapping[str, bytes], name: str) -> dict[str, bytes]:
    """Everything but the output and what a killed run has left beside it."""
    lock, left = f".{name}.xladdin-lock", f".{name}."
    return {
        other: content
        for other, content in held.items()
        if other not in (name, lock) and not (other.startswith(left) and other[len(left) : -4].isdigit())
    }


stamps = st.one_of(
    st.datetimes(datetime(2020, 1, 1), datetime(2026, 12, 31)).map(lambda moment: moment.strftime("%Y-%m-%d %H%M%S")),
    st.sampled_from(("2026-02-30 190000", "9999-99-99 999999", "0000-00-00 000000", "2026-01-01 246060", "")),
)  # fmt: skip
copies = st.lists(
    st.tuples(st.sampled_from(("club", "club 2", "Club", "other")), stamps, st.sampled_from((".xlsx", ".xlsm", ""))),
    max_size=40, unique=True,
)  # fmt: skip


def keep_copies(given: Sequence[tuple[str, str, str]]) -> None:
    """Changes a workbook among copies of all kinds. Other files stay, and so do the last copies of each span."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsx")
        path.write_bytes(b"first")
        backups = Path(folder, FOLDER)
        backups.mkdir()
        for stem, stamp, suffix in given:
            (backups / f"{stem} {stamp}{suffix}").write_bytes(stamp.encode())
        found = backups_of(path, NOW)
        others = set(os.listdir(backups)) - {copy.name for copy in found}
        made = back_up(path, NOW)
        assert backups_of(path, NOW)[-1] == made
        drop_old_backups(path, NOW)
        kept = backups_of(path, NOW)
        assert others <= set(os.listdir(backups))
        assert made in kept
        assert kept[-10:] == [*found, made][-10:]
        for span in (10, 12):
            form = "%Y-%m-%d" if span == 10 else "%Y-%m"
            last = {time_of(copy).strftime(form): copy for copy in [*found, made]}
            assert {last[day] for day in sorted(last)[-span:]} <= set(kept)
        safely_replace(path, lambda target: target.write(b"second"), now=NOW)
        assert b"first" in [copy.read_bytes() for copy in backups_of(path, NOW)]
