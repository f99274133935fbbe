"""We write a file in one way: whole or not at all, through no link, and over no file of anybody else."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest

from tests.helpers.programs.finding import ROOT

PACKAGE = ROOT / "xladdin"
WRITES = re.compile(
    r"\.(write_bytes|write_text|symlink_to|hardlink_to|touch)\(|\b(NamedTemporaryFile|mkstemp|mktemp)\("
    r"|\bos\.(replace|rename|renames|link|symlink|truncate|mkfifo|mknod)\(|\.(replace|rename)\([^,()=]*\)"
    r"|\bshutil\.(copy(2|file|tree)?|move|make_archive|unpack_archive)\(|\bsqlite3\.connect\("
    r"""|[^.]\bopen\([^,()]*, *(mode=)?"[rbt]*[wxa+]|\.open\((mode=)?"[rbt]*[wxa+]"""
    r"|os\.O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)\b"
)
REMOVES = re.compile(r"\b(os|shutil)\.(unlink|rmdir|rmtree|remove|removedirs)\(|\.(unlink|rmdir)\((missing_ok=\w+)?\)")
WRITERS = {"files/safe_write.py", "files/locks.py"}
"""The second opens the file of a lock, which never moves."""
COMPILING = {"app/building.py", "app/bridge.py", "locale/build_catalogues.py"}
"""These write what they compile: in a temporary folder of their own, or into the package when it is built."""
REMOVERS = {*WRITERS, "hosts/publishing.py", "hosts/undo.py", "web_pages/page_folder.py"}


@pytest.mark.parametrize(("pattern", "allowed"), [(WRITES, WRITERS | COMPILING), (REMOVES, REMOVERS)])
def test_nothing_else_writes_or_removes_a_file(pattern: re.Pattern[str], allowed: Collection[str]) -> None:
    lines = [
        (path.relative_to(PACKAGE).as_posix(), line.strip())
        for path in PACKAGE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if pattern.search(line) and "os.devnull" not in line
    ]
    assert {path for path, _ in lines} > set(allowed) & WRITERS
    assert [line for line in lines if line[0] not in allowed] == []
