"""When a command makes a file again, it replaces only an older file of that kind, and follows no link."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.files.safety.plain_files import OLD, names, write
from tests.helpers.clubs import NOW, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.errors import WorkbookError
from xladdin.files.safe_write import OutputKind, write_output
from xladdin.hosts.launcher import write_launcher
from xladdin.hosts.printing import print_book
from xladdin.hosts.recalculation import recalculate_file

PDF = OutputKind("PDF", ".pdf", lambda beginning: beginning.startswith(b"%PDF-"))
NEWER = b"%PDF-1.7 newer"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of this kind are POSIX's")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("club.xlsx", OLD, r"the name of a PDF must end in \.pdf"),
        ("club", None, r"the name of a PDF must end in \.pdf"),
        ("letter.pdf", b"my own notes", r"is already there and is not a PDF\. Give another name"),
        ("empty.pdf", b"", r"is already there and is not a PDF"),
        ("nowhere/club.pdf", None, r"there is no folder .*nowhere\. Make it first"),
    ],
)
def test_nothing_else_gives_way(name: str, content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    before = names(tmp_path)
    with pytest.raises(WorkbookError, match=said):
        write_output(path, write(NEWER), PDF)
    assert names(tmp_path) == before
    assert content is None or path.read_bytes() == content


@POSIX
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "club.pdf")
    with pytest.raises(WorkbookError, match="is not a PDF"):
        write_output(tmp_path / "club.pdf", write(NEWER), PDF)


def test_print_writes_over_no_workbook_and_no_letter(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    letter = tmp_path / "letter.pdf"
    letter.write_text("my own notes")
    before = path.read_bytes(), names(tmp_path)
    for output in (path, path.with_suffix(".docx"), letter):
        said = run_here("print", path, "--output", output)
        assert (said.status, said.out) == (2, "")
        assert "must end in .pdf" in said.err or "is not a PDF" in said.err
    assert (path.read_bytes(), names(tmp_path)) == before
    assert letter.read_text() == "my own notes"


def test_recalc_writes_no_workbook_of_another_kind(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    for name in ("club.xlsm", "club.csv", "club", "club.pdf"):
        with pytest.raises(WorkbookError, match=r"its name must end in \.xlsx, as that of montreal\.xlsx does"):
            recalculate_file(path, tmp_path / name, NOW)
    with pytest.raises(WorkbookError, match="is already there, and xladdin does not overwrite it"):
        recalculate_file(path, path, NOW)
    assert names(tmp_path) == ["montreal.xlsx"]
    recalculate_file(path, tmp_path / "new.XLSX", NOW)
    assert names(tmp_path) == ["montreal.xlsx", "new.XLSX"]


@POSIX
@pytest.mark.parametrize("target", ["victim", "nothing"])
def test_no_output_goes_through_a_link(target: str, tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    (tmp_path / "victim").write_text("# Written by xladdin launcher")
    launcher = write_launcher(path, "linux")[0]
    launcher.unlink()
    for name in ("new.xlsx", "new.pdf", launcher.name):
        (tmp_path / name).symlink_to(target)
    before = names(tmp_path)
    with pytest.raises(WorkbookError, match="does not overwrite it"):
        recalculate_file(path, tmp_path / "new.xlsx", NOW)
    with pytest.raises(WorkbookError, match="is a link"):
        print_book(path, output=tmp_path / "new.pdf")
    with pytest.raises(WorkbookError, match="is a link"):
        write_launcher(path, "linux")
    assert names(tmp_path) == before
    assert (tmp_path / "victim").read_text() == "# Written by xladdin launcher"
